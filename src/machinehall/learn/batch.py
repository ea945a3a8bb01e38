"""Many matches at once: one array of observations, one of masks, one call for all steps."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Any

import numpy as np

from machinehall.bots import Bot, Clock, answer, make_bot
from machinehall.bots.insight import Insight
from machinehall.kernel.engine import Engine
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, BadOption, MachineHallError

from .memory import Array, Arrays, Layout, arrays, layout
from .table import find_title, observation_size, payoffs

NO_SEAT = -1


class Batch:
    """Steps `count` matches together. A match that ends is dealt anew at once; `done` and `reward` tell of the old one.

    The arrays are made once and written in place: copy what you keep. `observation` and `mask` are those of the seat
    in `seat`, who decides next in that match; `score`, `place` and `final` (the last observation) tell of matches that
    have just ended.

    `bots` has names of bots by seat; learners decide for the others. With `rotate` all move one seat on with each
    match. After `max_cycles` decisions of learners a match is broken off. With `wait` a match that has ended is shown
    as it ended, and dealt anew in the next step, whatever the answer. Match i is dealt as match `first` + i, so that a
    part of many matches is the same wherever it is played; `memory` is where the arrays lie.

    With `insight`, for training, decisions that are none play themselves, and `told`, `standing` and `points` are
    filled (see `bots/insight.py`). With `variants` each match is dealt with one of them in place of `options`.
    """

    def __init__(
        self,
        title: Title | str,
        seats: int,
        count: int,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        *,
        bots: Mapping[int, str] | None = None,
        rotate: bool = False,
        max_cycles: int | None = None,
        clock: float | None = None,
        wait: bool = False,
        first: int = 0,
        insight: bool = False,
        variants: Sequence[Mapping[str, Any]] = (),
        memory: Arrays | None = None,
    ) -> None:
        self.title = find_title(title)
        self.engine: Engine = self.title.engine
        self.seats, self.count, self.first = seats, count, first
        self.options, self.variants = dict(options or {}), [dict(each) for each in variants]
        self.actions = len(self.title.actions.all)
        for each in (self.options, *self.variants):  # a wrong table is refused before anything is made
            self.title.start(seats, each)
        self.bots, self.rotate, self.max_cycles, self.wait = dict(bots or {}), rotate, max_cycles, wait
        self.clock = Clock(clock)
        check_table(self.title, seats, count, self.bots, max_cycles)
        self.insight = Insight(self.title) if insight else None
        self.arrays = memory or arrays(table_layout(self.title, count, seats, insight=insight))
        self.observation, self.mask, self.seat = self.arrays.observation, self.arrays.mask, self.arrays.seat
        self.reward, self.score, self.final = self.arrays.reward, self.arrays.score, self.arrays.final
        self.place, self.length = self.arrays.place, self.arrays.length
        self.terminated, self.truncated = self.arrays.terminated, self.arrays.truncated
        # The same memory once more, to be written whole.
        self._shown, self._allowed = memory_of(self.observation), memory_of(self.mask)
        if self.insight:
            self._told, self._standing = memory_of(self.arrays.told), memory_of(self.arrays.standing)
            width, slots, _ = self.insight.widths
            # Numbers are packed in a fifth of the time in which an array takes rows of them.
            self._told_form, self._standing_form = Struct(f"{width}f"), Struct(f"{slots}f")
        self.done = np.zeros(count, dtype=np.bool_)
        self.legal: list[list[Action]] = []
        """The legal actions of each match, as the mask has them."""
        self._observers = [self.title.observer() for _ in range(count)]
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all matches: match i with its own seed, made from this one."""
        self._seed = seed
        self._rngs = [random.Random(f"{seed}/{self.first + i}") for i in range(self.count)]
        self._dealt = [0] * self.count
        self._taken = np.zeros(self.count, dtype=np.int32)
        self._bots: list[dict[int, Bot]] = [{}] * self.count
        self._states: list[Any] = [None] * self.count
        self._offers: list[list[Action]] = [[]] * self.count
        """With insight: what may be done in each match, which it works out on its way there."""
        self._clear()
        self._ended: list[int] = []
        for i in range(self.count):
            self._deal(i)
        self._show()

    def _clear(self) -> None:
        for row in (self.reward, self.terminated, self.truncated, self.score, self.place, self.length, self.final):
            row.fill(0)
        self.done.fill(False)

    def _deal(self, i: int) -> None:
        """A new match; bots decide until a learner is asked."""
        number = self._dealt[i]
        self._dealt[i] += 1
        self._taken[i] = 0
        options = self._rngs[i].choice(self.variants) if self.variants else self.options
        self._states[i] = state = self.title.start(self.seats, options, self._rngs[i])
        if self.bots:
            turn = self.first + i + number if self.rotate else 0
            made = f"{self._seed}/{self.first + i}/{number}"
            self._bots[i] = {
                (seat + turn) % self.seats: make_bot(name, self.title, f"{made}/{seat}")
                for seat, name in self.bots.items()
            }
            self._others(i, state)
        if not state.stack:
            raise MachineHallError("the match was over before anybody was asked: give the bots other seats")
        if self.insight:
            self._offers[i] = self.insight.go_on(state, self._rngs[i])

    def _others(self, i: int, state: Any) -> None:
        """Bots decide until a learner is asked or the match is over. They get views, as always."""
        title, bots = self.title, self._bots[i]
        while (seat := min(title.to_act(state), default=-1)) in bots:
            legal = title.legal(state, seat)
            action = answer(bots[seat], title, state, legal, seat, self.clock)
            title.apply(state, seat, action, check=action not in legal)
            title.deal(state, self._rngs[i])

    def _show(self) -> None:
        """Who decides in each match, what that seat may do, what it sees: one question to all matches at a time, for
        which the processor has the code at hand. Match by match takes a quarter more time."""
        engine, states = self.engine, self._states
        seats = [who_decides(engine, state) for state in states]
        for i in self._ended:
            seats[i] = int(self.seat[i])
        self.seat[:] = seats
        if self.insight:
            self.legal = self._offers[:]
        else:
            self.legal = [engine.legal(state, seat) for state, seat in zip(states, seats, strict=True)]
        # Single bytes are set fastest in a bytearray.
        start, allowed, index = 0, bytearray(len(self._allowed)), engine.actions.index
        for legal in self.legal:
            for action in legal:
                allowed[start + index[action]] = 1
            start += self.actions
        self._allowed[:] = allowed
        for i in self._ended:
            self.mask[i] = True
        watched = zip(self._observers, states, seats, strict=True)
        self._shown[:] = b"".join([observe(state, seat) for observe, state, seat in watched])
        if self.insight:
            watched = zip(self._observers, states, seats, strict=True)
            rows = [self.insight.observed(state, observe) for observe, state, _ in watched]
            form = self._standing_form
            self._standing[:] = b"".join([form.pack(*row) for row in rows])
            told, form = zip(states, seats, rows, strict=True), self._told_form
            self._told[:] = b"".join([form.pack(*self.insight.told(state, seat, row)) for state, seat, row in told])

    def step(self, actions: Sequence[int] | Array) -> None:
        """One decision in each match: action numbers, one for each."""
        chosen = check_actions(actions, self.mask)
        if self.done.any():
            self._clear()
        waited, self._ended = self._ended, []
        self._taken += 1
        self._play([i for i in range(self.count) if i not in waited] if waited else range(self.count), chosen)
        for i in waited:
            self._deal(i)
        for i, state in enumerate(self._states):
            if not state.stack:
                self._end(i)
        if self.max_cycles is not None:
            self._break_off(self.max_cycles)
        self._show()

    def _play(self, rows: Sequence[int], chosen: Array) -> None:
        """The decisions in these matches, and what chance and bots make of them."""
        engine, table = self.engine, self.engine.actions.all
        states, seats, numbers, rngs = self._states, self.seat.tolist(), chosen.tolist(), self._rngs
        for i in rows:
            state = states[i]
            engine.apply(state, seats[i], table[numbers[i]], False)
            if state.stack and state.stack[-1][1] == CHANCE:
                engine.deal(state, rngs[i])
        if self.bots:
            for i in rows:
                self._others(i, states[i])
        if self.insight:
            for i in rows:
                self._offers[i] = self.insight.go_on(states[i], rngs[i])

    def _end(self, i: int) -> None:
        outcome = self.title.outcome(self._states[i])
        assert outcome is not None
        self.reward[i] = payoffs(outcome.places)
        self.score[i] = outcome.scores
        self.place[i] = outcome.places
        self.terminated[i] = True
        if self.insight:
            self.arrays.points[i] = self.insight.points(self._states[i])
            self.arrays.ended[i] = self.insight.standing(self._states[i])
        self._over(i)

    def _break_off(self, most: int) -> None:
        """Matches that have taken so many decisions."""
        for i in np.flatnonzero((self._taken >= most) & ~self.done).tolist():
            self.truncated[i] = True
            self._over(i)

    def _over(self, i: int) -> None:
        self.done[i] = True
        self.length[i] = self._taken[i]
        self.final[i] = np.frombuffer(self._observers[i](self._states[i], int(self.seat[i])), np.uint8)
        if self.wait:
            self._ended.append(i)
        else:
            self._deal(i)


def memory_of(rows: Array) -> memoryview:
    """The bytes of an array that lies in one piece."""
    return memoryview(rows.data).cast("B")


def who_decides(engine: Engine, state: Any) -> int:
    """The seat that is asked, the first of several; no seat when the match is over. Mostly it stands on the stack."""
    if not state.stack:
        return NO_SEAT
    seat: int = state.stack[-1][1]
    return seat if seat >= 0 else min(engine.to_act(state))


def table_layout(title: Title, count: int, seats: int, *, insight: bool = False) -> Layout:
    """How the arrays of so many matches lie in memory."""
    widths = Insight(title).widths if insight else (0, 0, 0)
    return layout(count, seats, observation_size(title), len(title.actions.all), widths)


def check_table(title: Title, seats: int, count: int, bots: Mapping[int, str], max_cycles: int | None) -> None:
    """What cannot be played is refused with a sentence: `count` matches, with bots at some of the seats."""
    if count < 1:
        raise BadOption(f"at least one match is needed, not {count}")
    if wrong := [seat for seat in bots if type(seat) is not int or not 0 <= seat < seats]:
        raise BadOption(f"no seat {wrong[0]!r} for a bot at a table of {seats}: they are 0 to {seats - 1}")
    if len(bots) == seats:
        raise BadOption("bots hold all the seats: leave at least one to the learner")
    if max_cycles is not None and max_cycles < 1:
        raise BadOption(f"max_cycles is a number of decisions, not {max_cycles}")
    for name in bots.values():
        make_bot(name, title)


def check_actions(actions: Sequence[int] | Array, mask: Array) -> Array:
    """The numbers as an array, if each is allowed by its row of the mask."""
    chosen = np.asarray(actions)
    count, size = mask.shape
    if chosen.shape != (count,):
        raise ValueError(f"{count} actions are needed, one for each match, not {chosen.shape}")
    if chosen.dtype.kind not in "iu":
        raise ValueError(f"actions are numbers of the action table, not {chosen.dtype}")
    numbers = chosen.tolist()
    if min(numbers) < 0 or max(numbers) >= size or not mask[np.arange(count), chosen].all():
        bad = next(i for i, number in enumerate(numbers) if not 0 <= number < size or not mask[i, number])
        raise ValueError(f"match {bad}: action {numbers[bad]} is not legal; see the mask")
    return chosen
