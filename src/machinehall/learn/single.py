"""Gymnasium: one seat for the learner, bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from machinehall.bots import Bot, Clock, make_bot
from machinehall.kernel.title import Title

from .aec import Observation
from .spaces import seat_space
from .table import Table


class SeatEnv(gymnasium.Env[Any, Any]):
    """A match seen from one seat. `bots` are names, or bots of your own, for the other seats in seat order.

    An action that the mask does not allow ends the match as a loss (reward -1, `info["illegal"]`).
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        title: Title | str,
        seats: int,
        bots: Sequence[str | Bot] = ("random",),
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        clock: float | None = None,
    ) -> None:
        self.table = Table(title, seats, options)
        self.seat = seat
        self.clock = Clock(clock)
        others = [s for s in range(seats) if s != seat]
        self._names = {s: bots[i % len(bots)] for i, s in enumerate(others)} if bots else {}
        self._bots: dict[int, Bot] = {}
        self.observation_space = seat_space(self.table.title)
        self.action_space = spaces.Discrete(len(self.table.title.actions.all))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**31))
        self.table.reset(deal)
        self._bots = {
            s: make_bot(name, self.table.title, f"{deal}/{s}") if isinstance(name, str) else name
            for s, name in self._names.items()
        }
        self._others()
        return self._observation(), self._info()

    def _others(self) -> None:
        """Bots decide until the learner's seat is asked or the match is over. They get views, as always."""
        title, table = self.table.title, self.table
        while not table.over and table.seat != self.seat:
            legal = table.legal(table.seat)
            action = legal[0]
            if len(legal) > 1:
                view = title.view(table.state, table.seat)
                action = self._bots[table.seat].choose(view, legal, self.clock)
            table.step(title.action_index(action))

    def _observation(self) -> Observation:
        mask = self.table.mask(self.seat).view(np.int8)
        return {"observation": self.table.observation(self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat).view(np.int8)}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self.table.mask(self.seat)[int(action)]:
            return self._observation(), -1.0, True, False, self._info() | {"illegal": True}
        self.table.step(int(action))
        self._others()
        reward = self.table.payoffs()[self.seat]
        return self._observation(), reward, self.table.over, False, self._info()
