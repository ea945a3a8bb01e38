"""Worlds played on by a net, many side by side.

Each begins with a line that a seat takes; then everybody acts as the net does, by chance as often as the net would,
until the seat's turn has come so many times again. There the net judges. Lines that are compared share the world, its
luck, and the throws by which the net's choices are made. A net that always took its first choice would play the same
few moves in every world: the figures would agree with each other and be wrong together.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from machinehall.bots.judgement import Judgement, at_the_end, mean_judgement
from machinehall.bots.luck import Luck
from machinehall.bots.policy import Kept
from machinehall.kernel.values import CHANCE, Action, Event

from .net_judge import NetJudge

THROWS = 256
NO_MOVER = -9
SIDE_BY_SIDE = 512
"""Worlds that are played on together."""
TO_THE_END = -1
"""In the place of rounds: nothing is judged on the way, and only what came of it in the end counts."""


class Throws:
    """The same throws in the same order for all lines of a world."""

    __slots__ = ("numbers",)

    def __init__(self, rng: random.Random) -> None:
        self.numbers = [rng.random() for _ in range(THROWS)]


@dataclass(slots=True)
class Track:
    """One world, played on after one line."""

    state: Any
    seat: int
    line: Sequence[Action]
    luck: Luck
    throws: Throws
    rounds: int
    """So many times the turn comes back to the seat; 0: it is only carried out; or `TO_THE_END`."""
    taken: list[Action] = field(default_factory=list)
    """What the seat did in its turn: the line, and what it did not foresee."""
    seen: list[Judgement] = field(default_factory=list)
    """Each time the turn came back, or the end."""
    free: bool = False
    """In the turn itself, too, the net takes any choice, as often as it does."""
    weighed: bool = False
    """The net is asked at each decision of the turn, also where the line says what is done."""
    ready: list[float] = field(default_factory=list)
    """How readily the net takes each decision of the turn: logarithms of how likely it is, 0 where it was not asked."""
    mover: int = NO_MOVER
    began: int = -1
    """How many times the turn came back to the seat; -1 in the turn itself."""
    step: int = 0
    thrown: int = 0
    watched: bool = False
    """The positions of the turn are kept, to tell afterwards what made the difference."""
    way: list[Any] = field(default_factory=list)
    """Before each decision of the turn, and after the last one."""
    over: bool = False
    kept: dict[int, Kept] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.mover = self.seat

    def keep(self) -> None:
        """Keep the position, if those of the turn are wanted."""
        if self.watched:
            self.way.append(self.state.clone())

    @property
    def due(self) -> bool:
        """Whether the position is to be judged: where the turn has come back, or is over if no more is asked."""
        if self.rounds == TO_THE_END:
            return False
        return len(self.seen) < (min(self.began, self.rounds) if self.rounds else self.began + 1)

    @property
    def found(self) -> Judgement:
        return mean_judgement(self.seen)


class Playouts:
    """Plays worlds on."""

    def __init__(self, judge: NetJudge) -> None:
        self.judge, self.net, self.title = judge, judge.net, judge.title
        self.turns = frozenset(kind for kind, about in self.title.events.items() if about.turn)

        self.kept: dict[int, Kept] = {}
        """Of the first position that was seen from each seat: others of the same match differ little from it."""

    def run(self, tracks: Sequence[Track]) -> None:
        self.kept.clear()
        for begin in range(0, len(tracks), SIDE_BY_SIDE):
            live = list(tracks[begin : begin + SIDE_BY_SIDE])
            while live:
                asked = [(track, seat) for track in live if (seat := self.to_choice(track)) is not None]
                self.answer(asked)
                live = [track for track, _ in asked if not track.over]

    # One world

    def to_choice(self, track: Track) -> int | None:
        """Play what is no decision, up to a seat that is to be asked; None: it is over."""
        title, state = self.title, track.state
        while state.stack:
            seat = min(title.to_act(state))
            if seat == CHANCE:
                self.apply(track, CHANCE, track.luck.draw(title.chance(state)))
                continue
            self.hand_over(track, seat)
            legal = title.legal(state, seat)
            action = self.given(track, legal)
            if action is None:
                return seat
            self.apply(track, seat, action)
        if track.began < 0:
            track.keep()
        track.over = True
        track.seen.append(at_the_end(self.judge.sources, title.score(title.lookup, state)))
        return None

    def hand_over(self, track: Track, seat: int) -> None:
        """Notice that a turn begins."""
        if seat == track.mover:
            return
        if track.began < 0:
            track.keep()
        track.mover = seat
        track.began = max(track.began, 0) + (seat == track.seat)

    def given(self, track: Track, legal: Sequence[Action]) -> Action | None:
        """What is done without asking: the line as far as it can be followed, and what is no choice."""
        if len(legal) == 1 or not track.weighed:
            action = self.by_line(track, legal)
            if action is not None:
                return action
        return legal[0] if len(legal) == 1 else None

    def by_line(self, track: Track, legal: Sequence[Action]) -> Action | None:
        """The next action of the line. Once it cannot be followed, it is left."""
        if track.began >= 0 or track.step >= len(track.line):
            return None
        action = track.line[track.step]
        track.step = track.step + 1 if action in legal else len(track.line)
        return action if action in legal else None

    def apply(self, track: Track, seat: int, action: Action) -> None:
        if track.began < 0 and seat == track.seat:
            track.keep()
            track.taken.append(action)
            track.ready += [0.0] * (len(track.taken) - len(track.ready))
        events: Sequence[Event] = self.title.apply(track.state, seat, action, check=False)
        if self.turns and any(event.kind in self.turns for event in events):
            track.mover = NO_MOVER

    # All that wait for the net

    def answer(self, asked: Sequence[tuple[Track, int]]) -> None:
        """Judge those that are to be judged, and decide for all that go on."""
        if not asked:
            return
        rows = [(track.state, seat) for track, seat in asked]
        bodies = self.net.bodies(rows, [self.memory(track, seat) for track, seat in asked])
        judging = [k for k, (track, _) in enumerate(asked) if track.due]
        for k, found in zip(judging, self.net.judge_rows(bodies[judging], [rows[k] for k in judging]), strict=True):
            asked[k][0].seen.append(found)
        for body, (track, seat) in zip(bodies, asked, strict=True):
            if track.rounds != TO_THE_END and track.began >= track.rounds:
                track.over = True
            else:
                self.apply(track, seat, self.choice(track, seat, body))

    def memory(self, track: Track, seat: int) -> Kept:
        """What is kept of the last position that the seat saw on this track."""
        if seat not in track.kept:
            if seat not in self.kept:
                self.kept[seat] = self.net.blank.copy()
                self.net.look(track.state, seat, self.kept[seat])
            track.kept[seat] = self.kept[seat].copy()
        return track.kept[seat]

    def choice(self, track: Track, seat: int, body: Any) -> Action:
        """In the turn itself the line, or the first choice of the net, unless it is free; later any, as often as the
        net takes it."""
        legal = self.title.legal(track.state, seat)
        ready = self.net.readiness(body, legal)
        said = self.by_line(track, legal)
        if said is not None:
            place = legal.index(said)
        elif track.began < 0 and not track.free:
            place = int(ready.argmax())
        else:
            place = self.thrown(track, ready)
        if track.began < 0 and seat == track.seat:
            track.ready.append(float(ready[place]))
        return legal[place]

    def thrown(self, track: Track, ready: Any) -> int:
        """Any of the choices, by the next throw of the world."""
        order = np.argsort(-ready)
        below = np.cumsum(np.exp(ready[order]))
        throw = track.throws.numbers[track.thrown % THROWS] * below[-1]
        track.thrown += 1
        return int(order[min(int(np.searchsorted(below, throw)), len(order) - 1)])
