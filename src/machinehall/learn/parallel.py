"""PettingZoo's parallel form: every seat gives an answer in every step; who is not asked answers "wait"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from machinehall.kernel.title import Title

from .aec import Observation
from .spaces import seat_space
from .table import Table


class ParallelMatchEnv(ParallelEnv):  # type: ignore[misc]
    """All seats step together. The action table has one more entry, the last: wait. It is the only one that the mask
    allows to a seat that is not asked, so no answer can get lost or be taken for another seat's.

    Seats that decide at the same time really do: their answers of one step are all used. An answer that the mask does
    not allow ends the match: -1 for that seat, 0 for the others, `infos[agent]["illegal"]`.
    """

    def __init__(
        self,
        title: Title | str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(title, seats, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"machinehall_{self.table.title.name}_parallel_v{self.table.title.rules_version}",
            "render_modes": ["ansi"],
        }
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

    def _observations(self) -> dict[str, Observation]:
        asked = self._asked()
        shown: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.wait + 1, dtype=np.int8)
            if seat in asked:
                mask[:-1] = self.table.mask(seat)
            else:
                mask[-1] = 1
            shown[agent] = {"observation": self.table.observation(seat), "action_mask": mask}
        return shown

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
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
        ended = self.table.over or offender is not None
        self.agents = [] if ended else self.possible_agents[:]
        return (
            self._observations(),
            dict(zip(agents, payoffs, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, False),
            {agent: {"illegal": i == offender} for i, agent in enumerate(agents)},
        )

    def _allowed(self, seat: int, actions: dict[str, Any]) -> bool:
        answer = int(actions[self.possible_agents[seat]])
        if seat not in self._asked():
            return answer == self.wait
        return answer != self.wait and bool(self.table.mask(seat)[answer])

    def render(self) -> str:
        return f"{self.table.title.full_name}: to act {list(self._asked())}"

    def close(self) -> None:
        pass
