"""PettingZoo's turns with encoded observations; see `encoded`."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo.utils import BaseWrapper  # type: ignore[import-untyped]

from .aec import MatchEnv as MatchEnv
from .encode import Encoding
from .encoded import box
from .spaces import KEYS


class EncodedMatch(BaseWrapper):  # type: ignore[misc]
    """A `MatchEnv` with encoded observations; the masks stay as they are."""

    def __init__(self, env: Any, one_hot: int = 64) -> None:
        super().__init__(env)
        self.encoding = Encoding(env.unwrapped.table.title, one_hot)
        spaces_of = {agent: env.observation_space(agent).spaces for agent in env.possible_agents}
        self._spaces = {
            agent: spaces.Dict({**found, KEYS[0]: box(self.encoding)}) for agent, found in spaces_of.items()
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def observe(self, agent: str) -> Any:
        shown = super().observe(agent)
        return {**shown, KEYS[0]: self.encoding(shown[KEYS[0]])}
