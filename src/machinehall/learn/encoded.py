"""Environments whose observations are floats: `encoded(env)` for Gymnasium, its vectors, and PettingZoo's turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo.utils import BaseWrapper  # type: ignore[import-untyped]

from machinehall.kernel.values import BadOption

from .aec import MatchEnv
from .encode import Encoding
from .single import SeatEnv
from .spaces import KEYS
from .vector import VectorMatchEnv

HIGHEST = 256.0
"""Of an amount in two numbers, divided by 256."""


def box(encoding: Encoding, *shape: int) -> spaces.Box:
    """The space of encoded observations."""
    return spaces.Box(0.0, HIGHEST, (*shape, encoding.size), np.float32)


def with_box(shown: Any, whole: spaces.Box) -> spaces.Dict:
    """What a seat is shown, with the observation in another space."""
    return spaces.Dict({**shown.spaces, KEYS[0]: whole})


class EncodedSeat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """A `SeatEnv`, or an id that makes one, with encoded observations; the mask stays where it is."""

    def __init__(self, env: Any, one_hot: int = 64) -> None:
        super().__init__(env)
        seat = env.unwrapped
        self.encoding = Encoding(seat.table.title, one_hot)
        self.key: str | None = seat.keys[0] if seat.keys else None
        shown = env.observation_space
        whole = box(self.encoding)
        self.observation_space = whole if self.key is None else spaces.Dict({**shown.spaces, self.key: whole})

    def observation(self, observation: Any) -> Any:
        if self.key is None:
            return self.encoding(observation)
        return {**observation, self.key: self.encoding(observation[self.key])}

    def action_masks(self) -> Any:
        """What may be done now, as MaskablePPO asks for it."""
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


if TYPE_CHECKING:
    Vectors = gymnasium.vector.VectorWrapper[Any, Any, Any, Any, Any]
else:
    Vectors = gymnasium.vector.VectorWrapper  # before Gymnasium 1.3, as RLlib asks for, it has no parameters


class EncodedVector(Vectors):
    """A `VectorMatchEnv` with encoded observations; last observations of ended matches are encoded too."""

    def __init__(self, env: VectorMatchEnv, one_hot: int = 64) -> None:
        super().__init__(env)
        self.encoding = Encoding(env.title_name, one_hot)
        self.single_observation_space = with_box(env.single_observation_space, box(self.encoding))
        self.observation_space = with_box(env.observation_space, box(self.encoding, env.num_envs))

    def _encoded(self, shown: Any) -> Any:
        return {**shown, KEYS[0]: self.encoding(shown[KEYS[0]])}

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        shown, infos = self.env.reset(seed=seed, options=options)
        return self._encoded(shown), infos

    def step(self, actions: Any) -> Any:
        shown, rewards, terminated, truncated, infos = self.env.step(actions)
        last = infos.get("final_obs")
        if last is not None:
            for i, one in enumerate(last):
                if one is not None:
                    last[i] = self._encoded(one)
        return self._encoded(shown), rewards, terminated, truncated, infos


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


def encoded(env: Any, one_hot: int = 64) -> Any:
    """An environment of ours with encoded observations, whichever form it has."""
    bare = getattr(env, "unwrapped", env)
    if isinstance(bare, VectorMatchEnv):
        return EncodedVector(env, one_hot)
    if isinstance(bare, SeatEnv):
        return EncodedSeat(env, one_hot)
    if isinstance(bare, MatchEnv):
        return EncodedMatch(env, one_hot)
    raise BadOption(f"not an environment whose observations can be encoded: {env}")
