"""Many matches at once: one array of observations, one of masks, one call for all steps."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .table import find_title, observation_size, payoffs


class Batch:
    """Steps `count` matches together. A match that ends is dealt anew at once; `done` and `reward` tell of the old one.

    The arrays are made once and written in place: copy what you keep. `observation` and `mask` are those of the seat
    in `seat`, who decides next in that match.
    """

    def __init__(
        self, title: Title | str, seats: int, count: int, seed: int = 0, options: Mapping[str, Any] | None = None
    ) -> None:
        self.title = find_title(title)
        self.seats = seats
        self.count = count
        self.options = dict(options or {})
        self.actions = len(self.title.actions.all)
        self._shown, self.observation = rows_of_bytes(count, observation_size(self.title))
        self._allowed, self.mask = rows_of_bytes(count, self.actions)
        self.seat = np.zeros(count, dtype=np.int64)
        self.reward = np.zeros((count, seats), dtype=np.float32)
        self.done = np.zeros(count, dtype=np.bool_)
        self.legal: list[list[Action]] = []
        """The legal actions of each match, as the mask has them."""
        self._observers = [self.title.observer() for _ in range(count)]
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all matches: match i with its own seed, made from this one."""
        self._rngs = [random.Random(f"{seed}/{i}") for i in range(self.count)]
        self._states = [self.title.start(self.seats, self.options, rng) for rng in self._rngs]
        self.reward.fill(0)
        self.done.fill(False)
        self._show()

    def _show(self) -> None:
        """Who decides in each match, what that seat may do, what it sees: one question to all matches at a time, for
        which the processor has the code at hand. Match by match takes a quarter more time."""
        title, states = self.title, self._states
        seats = [min(title.to_act(state)) for state in states]
        self.seat[:] = seats
        self.legal = [title.legal(state, seat) for state, seat in zip(states, seats, strict=True)]
        self.mask.fill(0)
        start, allowed, index = 0, self._allowed, title.actions.index
        for legal in self.legal:
            for action in legal:
                allowed[start + index[action]] = 1
            start += self.actions
        watched = zip(self._observers, states, seats, strict=True)
        self._shown[:] = b"".join([observe(state, seat) for observe, state, seat in watched])

    def step(self, actions: Sequence[int] | np.ndarray[Any, np.dtype[np.integer[Any]]]) -> None:
        """One decision in each match: action numbers, one for each."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,):
            raise ValueError(f"{self.count} actions are needed, one for each match, not {chosen.shape}")
        allowed = self.mask[np.arange(self.count), chosen]
        if not allowed.all():
            bad = int(np.flatnonzero(allowed == 0)[0])
            raise ValueError(f"match {bad}: action {int(chosen[bad])} is not legal; see the mask")
        title, table = self.title, self.title.actions.all
        if self.done.any():
            self.reward.fill(0)
            self.done.fill(False)
        for state, seat, number, rng in zip(self._states, self.seat.tolist(), chosen.tolist(), self._rngs, strict=True):
            title.apply(state, seat, table[number], check=False)
            if state.stack and state.stack[-1][1] == CHANCE:
                title.deal(state, rng)
        for i, state in enumerate(self._states):
            if not state.stack:
                self._end(i)
        self._show()

    def _end(self, i: int) -> None:
        outcome = self.title.outcome(self._states[i])
        assert outcome is not None
        self.reward[i] = payoffs(outcome.places)
        self.done[i] = True
        self._states[i] = self.title.start(self.seats, self.options, self._rngs[i])


def rows_of_bytes(count: int, size: int) -> tuple[bytearray, np.ndarray[Any, np.dtype[np.uint8]]]:
    """The same memory twice: single bytes are set fastest in a bytearray, learners want an array."""
    plain = bytearray(count * size)
    return plain, np.frombuffer(plain, dtype=np.uint8).reshape(count, size)
