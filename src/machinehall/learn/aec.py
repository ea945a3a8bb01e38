"""PettingZoo: a turn-based environment for all seats, with the mask in the observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from machinehall.kernel.title import Title

from .memory import Array
from .render import METADATA, Rendered, check_mode
from .spaces import seat_space
from .table import Table, ends, open_mask, versions

Observation = dict[str, Array]


class MatchEnv(Rendered, AECEnv):  # type: ignore[misc]
    """All seats of a match. Payoffs come at the end: see `table.payoffs`. Steps that the mask does not allow are
    refused with an error that changes nothing; `pettingzoo.utils.TerminateIllegalWrapper` makes them a loss instead.

    At the end the infos have `scores` and `places` of all seats. After `max_cycles` decisions the match is broken off.
    """

    def __init__(
        self,
        title: Title | str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(title, seats, options)
        self.render_mode = check_mode(render_mode)
        self.max_cycles = max_cycles
        self.metadata = METADATA | {
            "name": f"machinehall_{self.table.title.name}_v{self.table.title.rules_version}",
            "is_parallelizable": False,
            **versions(self.table.title),
        }
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: seat_space(self.table.title) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.table.title.actions.all)) for agent in self.agents}
        self._taken = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self._taken = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat]
        self._shown_to_people()

    def observe(self, agent: str) -> Observation:
        """What a seat sees. Its mask is all zeros while others are asked, and all ones when the match has ended, when
        nothing is asked of anybody: a policy that is asked nevertheless divides by no zero."""
        seat = self._seats[agent]
        ended = self.table.over or self.truncations.get(agent, False)
        mask = open_mask(self.table.title) if ended else self.table.mask(seat)
        return {"observation": self.table.observation(seat), "action_mask": mask.view(np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.step(int(action))
        self._taken += 1
        self._shown_to_people()
        broken = not self.table.over and self.max_cycles is not None and self._taken >= self.max_cycles
        if not self.table.over and not broken:  # no rewards before the end
            self.agent_selection = self.possible_agents[self.table.seat]
            return
        self.rewards = dict(zip(self.agents, self.table.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not broken)
        self.truncations = dict.fromkeys(self.agents, broken)
        self.infos = {agent: ends(self.table) for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def close(self) -> None:
        pass
