"""Gymnasium: one seat for the learner, bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from machinehall.bots import Bot, Clock, answer, make_bot
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadOption, MachineHallError

from .memory import Array
from .render import METADATA, Rendered, check_mode
from .spaces import KEYS, seat_space
from .table import Table, ends, open_mask, versions

LEARNER = "learner"
"""How the learner is called in `info["names"]`."""


class SeatEnv(Rendered, gymnasium.Env[Any, Any]):
    """A match seen from one seat. `bots` are names, or bots of your own, for the other seats in seat order.

    The mask of legal actions is in the observation, in `info["action_mask"]`, and `action_masks()` gives it. What
    libraries look for differs: `keys` are the names of observation and mask in the observation, None leaves the bare
    array. An action that the mask does not allow ends the match as a loss (reward -1, `info["illegal"]`). When a match
    has ended, any answer will do, and the mask allows all: a policy may ask before the next match is dealt.

    At the end `info` has `scores` and `places` of all seats; `names` tell who sits where. After `max_cycles` decisions
    the match is broken off.
    """

    metadata = METADATA

    def __init__(
        self,
        title: Title | str,
        seats: int,
        bots: Sequence[str | Bot] = ("random",),
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        clock: float | None = None,
        *,
        keys: tuple[str, str] | None = KEYS,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(title, seats, options)
        self.seat, self.keys, self.max_cycles = seat, keys, max_cycles
        self.watched_from = seat
        self.render_mode = check_mode(render_mode)
        self.metadata = METADATA | versions(self.table.title)
        self.clock = Clock(clock)
        self._names = at_seats(bots, seats, seat)
        self.names = [LEARNER if s == seat else called(self._names[s]) for s in range(seats)]
        """Who sits where."""
        for bot in self._names.values():
            if isinstance(bot, str):
                make_bot(bot, self.table.title)  # a wrong name is told at once
        if max_cycles is not None and max_cycles < 1:
            raise BadOption(f"max_cycles is a number of decisions, not {max_cycles}")
        self._bots: dict[int, Bot] = {}
        self._taken = 0
        self._ended = True
        whole = seat_space(self.table.title, keys=keys or KEYS)
        self.observation_space = whole if keys else whole[KEYS[0]]
        self.action_space = spaces.Discrete(len(self.table.title.actions.all))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**31))
        self.table.reset(deal)
        self._taken, self._ended = 0, False
        self._bots = {
            s: make_bot(name, self.table.title, f"{deal}/{s}") if isinstance(name, str) else name
            for s, name in self._names.items()
        }
        self._others()
        if self.table.over:
            raise MachineHallError(f"the match was over before seat {self.seat} was asked: take another seat")
        self._shown_to_people()
        return self._shown({"names": list(self.names)})

    def _others(self) -> None:
        """Bots decide until the learner's seat is asked or the match is over. They get views, as always."""
        title, table = self.table.title, self.table
        while (seat := table.seat) >= 0 and seat != self.seat:
            legal = table.legal(seat)
            table.step(title.action_index(answer(self._bots[seat], title, table.state, legal, seat, self.clock)))

    def action_masks(self) -> Array:
        """What may be done now, as MaskablePPO asks for it."""
        if self._ended:
            return open_mask(self.table.title)
        return self.table.mask(self.seat)

    def _shown(self, told: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Observation and info. The mask is made once, and copied: libraries write to what they are given."""
        row, mask = self.table.observation(self.seat), self.action_masks().view(np.int8)
        info = {"action_mask": mask.copy(), **told}
        return (row if self.keys is None else {self.keys[0]: row, self.keys[1]: mask}), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._ended:
            raise MachineHallError("the match is over, or has not begun: call reset first")
        number = int(action)
        if not self.table.allows(number, self.seat):
            self._ended = True
            shown, info = self._shown({"illegal": True})
            return shown, -1.0, True, False, info
        self.table.take(self.table.title.action_at(number), self.seat)
        self._others()
        self._taken += 1
        over = self.table.over
        broken = not over and self.max_cycles is not None and self._taken >= self.max_cycles
        self._ended = over or broken
        self._shown_to_people()
        shown, info = self._shown(ends(self.table) | {"names": list(self.names)} if over else {})
        return shown, self.table.payoffs()[self.seat] if over else 0.0, over, broken, info


def at_seats(bots: Sequence[str | Bot], seats: int, seat: int) -> dict[int, str | Bot]:
    """Who sits at the other seats; fewer bots than seats are used again from the first."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadOption(f"no seat {seat!r} at a table of {seats}: they are 0 to {seats - 1}")
    others = [s for s in range(seats) if s != seat]
    if others and not 1 <= len(bots) <= len(others):
        raise BadOption(f"{len(bots)} bots for {len(others)} seats beside the learner's")
    return {s: bots[i % len(bots)] for i, s in enumerate(others)}


def called(bot: str | Bot) -> str:
    return bot if isinstance(bot, str) else type(bot).__name__
