"""PettingZoo's parallel form: every seat gives an answer in every step; who is not asked answers "wait"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from machinehall.kernel.title import Title

from .aec import Observation
from .render import METADATA, Rendered, check_mode
from .spaces import seat_space
from .table import Table, ends, versions


class ParallelMatchEnv(Rendered, ParallelEnv):  # type: ignore[misc]
    """All seats step together. The action table has one more entry, the last: wait. It is the only one that the mask
    allows to a seat that is not asked, so no answer can get lost or be taken for another seat's.

    Seats that decide at the same time really do: their answers of one step are all used. An answer that the mask does
    not allow ends the match: -1 for that seat, 0 for the others, `infos[agent]["illegal"]`. Points, places, the masks
    at the end and `max_cycles` are as in `MatchEnv`; a cycle is a step of all.
    """

    def __init__(
        self,
        title: Title | str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        self.table = Table(title, seats, options)
        self.render_mode = check_mode(render_mode)
        self.max_cycles = max_cycles
        self.metadata = METADATA | {
            "name": f"machinehall_{self.table.title.name}_parallel_v{self.table.title.rules_version}",
            **versions(self.table.title),
        }
        self._taken = 0
        self.wait = len(self.table.title.actions.all)
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: seat_space(self.table.title, extra=1) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _asked(self) -> tuple[int, ...]:
        return tuple(sorted(self.table.title.to_act(self.table.state)))

    def _observations(self, ended: bool = False) -> dict[str, Observation]:
        asked = self._asked()
        shown: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.wait + 1, dtype=np.int8)
            if ended:
                mask[:] = 1
            elif seat in asked:
                mask[:-1] = self.table.mask(seat)
            else:
                mask[-1] = 1
            shown[agent] = {"observation": self.table.observation(seat), "action_mask": mask}
        return shown

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.reset(seed)
        self._taken = 0
        self.agents = self.possible_agents[:]
        self._shown_to_people()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        offender = next((i for i in range(len(agents)) if not self._allowed(i, actions)), None)
        if offender is None:
            for seat in self._asked():
                self.table.step(int(actions[self.possible_agents[seat]]), seat)
            payoffs = self.table.payoffs()
        else:
            payoffs = tuple(-1.0 if i == offender else 0.0 for i in range(len(agents)))
        self._taken += 1
        ended = self.table.over or offender is not None
        broken = not ended and self.max_cycles is not None and self._taken >= self.max_cycles
        self.agents = [] if ended or broken else self.possible_agents[:]
        self._shown_to_people()
        return (
            self._observations(ended or broken),
            dict(zip(agents, payoffs, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, broken),
            {agent: {"illegal": i == offender} | ends(self.table) for i, agent in enumerate(agents)},
        )

    def _allowed(self, seat: int, actions: dict[str, Any]) -> bool:
        answer = int(actions[self.possible_agents[seat]])
        if seat not in self._asked():
            return answer == self.wait
        return self.table.allows(answer, seat)

    def close(self) -> None:
        pass
