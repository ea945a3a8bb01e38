"""PettingZoo: a turn-based environment for all seats, with the mask in the observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from machinehall.kernel.title import Title

from .spaces import seat_space
from .table import Table

Observation = dict[str, np.ndarray[Any, Any]]


class MatchEnv(AECEnv):  # type: ignore[misc]
    """All seats of a match. Payoffs come at the end: see `table.payoffs`. Steps that the mask does not allow are
    refused with an error that changes nothing; `pettingzoo.utils.TerminateIllegalWrapper` makes them a loss instead."""

    def __init__(
        self,
        title: Title | str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(title, seats, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"machinehall_{self.table.title.name}_v{self.table.title.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "observation_version": self.table.title.observation_version,
            "action_version": self.table.title.action_version,
        }
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: seat_space(self.table.title) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.table.title.actions.all)) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observation(seat), "action_mask": self.table.mask(seat).view(np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.step(int(action))
        if not self.table.over:  # no rewards before the end
            self.agent_selection = self.possible_agents[self.table.seat]
            return
        self.rewards = dict(zip(self.agents, self.table.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> str:
        title, state = self.table.title, self.table.state
        return f"{title.full_name}: to act {list(title.to_act(state))}; evident to all: {title.view(state, None)}"

    def close(self) -> None:
        pass
