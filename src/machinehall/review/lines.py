"""Better turns: lines of play for a seat's turn, judged in worlds that fit what the seat knew.

All lines that are compared meet the same worlds and the same luck, so what differs is the choice. First each turn is
looked at: its most promising lines are carried out in a few worlds and judged where the turn ends. A turn that seems to
have given much away is then searched: the best lines are played on, with the others acting by habit and the own next
turns after a short look each, and the best of them is measured against the turn played in fresh worlds, so that it is
not the best by the accident that made it so.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from machinehall.bots import Bot, Clock, make_bot
from machinehall.bots.greedy import judge_of
from machinehall.bots.habits import habits
from machinehall.bots.judgement import Judgement
from machinehall.bots.lead import lead
from machinehall.bots.luck import Luck
from machinehall.bots.planner import MOST_REPLIES
from machinehall.bots.thinker import gc_paused
from machinehall.bots.turns import LONGEST_TURN, Budget, Gains, Node, Turn
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .judge import Judge
from .shapes import Cause

Line = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard is looked."""

    passes: int = 60
    """Positions judged for a first look, beyond one for each choice."""
    deep: int = 400
    """The same for a turn that is searched."""
    worlds: int = 3
    lines: int = 4
    """Lines that are compared with the one played."""
    onward: int = 1
    """Own turns that lines are played on when a turn is searched."""
    glance: int = 30
    """Positions judged for each of them."""
    rounds: int = 6
    """Worlds in which the best of the lines is found."""
    fresh: int = 16
    """Worlds in which it is measured."""
    least: float = 1.0
    """The part of a small loss from which a turn is searched that a first look finds doubtful."""
    ends: int = 48
    """Worlds that are played to their end, where the judge is not trusted alone."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The turn played and a better one, in the same worlds."""

    better: Line
    played_at: tuple[Judgement, ...]
    better_at: tuple[Judgement, ...]
    ways: tuple[Any, Any] | None = field(default=None, compare=False, repr=False)
    """How both were played on, if that was watched."""
    dislike: float = 0.0
    """How much more readily a net takes another turn than the one played, as a logarithm."""
    instead: Line = ()
    """That turn."""
    ended: bool = False
    """The worlds were played to their end: nothing of it is a judge's opinion."""

    def gaps(self, seat: int) -> list[float]:
        """What a seat's lead lost by the turn played, world by world."""
        return [b.lead(seat) - p.lead(seat) for p, b in zip(self.played_at, self.better_at, strict=True)]

    def loss(self, seat: int) -> tuple[float, float]:
        """The mean of it, and its standard error."""
        found = self.gaps(seat)
        return fmean(found), stdev(found) / math.sqrt(len(found)) if len(found) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """What a first look at a turn brought."""

    pair: Pair
    ahead: float
    """By how much the next best first choice is behind the best one."""
    doubt: float
    """What the turn played gave away by the title's evaluation: another opinion on whether to search it."""


class Explorer:
    """Looks for better turns."""

    def __init__(self, title: Title, judge: Judge, seed: int | str = 0, effort: Effort | None = None) -> None:
        self.title, self.judge, self.effort = title, judge, effort or Effort()
        self.evaluate, self.ways = judge_of(title), habits(title)
        self.rng = random.Random(seed)

    # Lines

    def worlds(self, state: Any, seat: int, count: int) -> list[Any]:
        """Worlds that fit what the seat knew."""
        view = self.title.view(state, seat)
        return [self.title.sample(view, self.rng) for _ in range(count)]

    @gc_paused()
    def promising(self, world: Any, seat: int, passes: int) -> list[Line]:
        """The best ways through the turn by the evaluation, of those that are judged alike one."""
        legal = self.title.legal(world, seat)
        tree = Turn(self.title, self.evaluate, Luck(self.rng), world, seat)
        tree.think_through(Budget(None, len(legal) + passes), legal)
        found = [line(node) for node in distinct(tree.leaves(), self.effort.lines)]
        tree.fell()
        return found

    def carry_out(self, world: Any, seat: int, actions: Sequence[Action], luck: Luck) -> Any:
        """Where a line leads in a world. What it meets that was not foreseen is answered after a short look."""
        state = world.clone()
        turn = Turn(self.title, self.evaluate, luck, state, seat, rivals=0.0)
        for action in actions:
            if action not in self.title.legal(state, seat):
                return self.glance(state, seat, luck)
            if turn.advance(state, action):
                return state
        return self.glance(state, seat, luck) if seat in self.title.to_act(state) else state

    def glance(self, state: Any, seat: int, luck: Luck) -> Any:
        """Where the rest of an own turn leads that is thought through in short."""
        if seat not in self.title.to_act(state):
            return state
        turn = Turn(self.title, self.evaluate, luck, state, seat, Gains())
        found = turn.glance(Budget(None, self.effort.glance)).state
        turn.fell()
        return found

    def play_on(self, state: Any, seat: int, luck: Luck, rng: random.Random) -> Any:
        """What becomes of it: the others act by habit, the seat takes its next turns after a short look each."""
        state = state.clone()
        for _ in range(self.effort.onward):
            self.others(state, seat, luck, rng)
            if not state.stack:
                break
            state = self.glance(state, seat, luck)
        return state

    def others(self, state: Any, seat: int, luck: Luck, rng: random.Random) -> None:
        title = self.title
        for _ in range(MOST_REPLIES):
            to_act = title.to_act(state)
            if not to_act or seat in to_act:
                return
            if to_act[0] == CHANCE:
                title.apply(state, CHANCE, luck.draw(title.chance(state)), check=False)
            else:
                title.apply(state, to_act[0], self.ways.pick(title.legal(state, to_act[0]), rng), check=False)

    # Comparing

    def compare(
        self, worlds: Sequence[Any], seat: int, lines: Sequence[Line], onward: bool, ended: bool = False
    ) -> list[list[Judgement]]:
        """For each line: how each world is judged after it, all with the same luck. Who has a net can tell how it ends
        instead (`ended`)."""
        found: list[list[Judgement]] = [[] for _ in lines]
        for world in worlds:
            luck, seed = Luck(self.rng), self.rng.getrandbits(32)
            for row, actions in zip(found, lines, strict=True):
                fresh = luck.again()
                state = self.carry_out(world, seat, actions, fresh)
                if onward:
                    state = self.play_on(state, seat, fresh, random.Random(seed))
                row.append(self.judge.judge(state))
        return found

    def look_all(self, turns: Sequence[tuple[Any, int, Line]]) -> list[Look]:
        """A first look at each of some turns."""
        return [self.look(state, seat, played) for state, seat, played in turns]

    def look(self, state: Any, seat: int, played: Line) -> Look:
        """A first look: the best line found beside the one played."""
        worlds = self.worlds(state, seat, self.effort.worlds)
        lines = [played, *self.promising(worlds[0], seat, self.effort.passes)]
        judged = self.compare(worlds, seat, lines, onward=False)
        worth = [fmean(found.lead(seat) for found in row) for row in judged]
        best = max(range(len(lines)), key=worth.__getitem__)
        other = [value for value, actions in zip(worth, lines, strict=True) if actions[:1] != lines[best][:1]]
        ahead = worth[best] - max(other, default=worth[best])
        pair = Pair(lines[best], tuple(judged[0]), tuple(judged[best]))
        return Look(pair, ahead, self.doubt(worlds[0], seat, lines))

    def doubt(self, world: Any, seat: int, lines: Sequence[Line]) -> float:
        """What the first line lacks to the best one by the evaluation."""
        luck = Luck(self.rng)
        ends = (self.carry_out(world, seat, actions, luck.again()) for actions in lines)
        values = [lead(self.title, self.evaluate, state, seat, 1.0) for state in ends]
        return max(values) - values[0]

    def search(self, state: Any, seat: int, played: Line, known: Sequence[Line] = (), left: int = 0) -> Pair:
        """The same with lines that are played on; the best is measured in worlds in which it was not chosen. `left`: so
        many decisions before the end of the match."""
        worlds = self.worlds(state, seat, self.effort.rounds)
        lines = list(dict.fromkeys([played, *known, *self.promising(worlds[0], seat, self.effort.deep)]))
        judged = self.compare(worlds, seat, lines, onward=True)
        worth = [fmean(found.lead(seat) for found in row) for row in judged]
        best = max(range(len(lines)), key=worth.__getitem__)
        if not best:
            return Pair(played, tuple(judged[0]), tuple(judged[0]))
        fresh = self.worlds(state, seat, self.effort.fresh)
        before, after = self.compare(fresh, seat, [played, lines[best]], onward=True)
        return Pair(lines[best], tuple(before), tuple(after))

    def in_the_end(self, state: Any, seat: int, played: Line, pair: Pair) -> Pair | None:
        """Another pair where the judge of this one is contradicted by how matches end; None: they do not say so."""
        return None

    def causes(self, pair: Pair, seat: int) -> list[Cause]:
        """What makes the difference between both turns, as far as that is known."""
        return []

    # How hard it was

    def taken(self, level: str, state: Any, seat: int) -> Line:
        """The turn that a level of bots plays."""
        bot = make_bot(level, self.title, str(self.rng.getrandbits(32)))
        world, luck = self.worlds(state, seat, 1)[0], Luck(self.rng)
        turn = Turn(self.title, self.evaluate, luck, world, seat, rivals=0.0)
        return tuple(turn_of(bot, turn, world.clone(), None))

    def ahead(self, state: Any, seat: int, played: Line, others: Sequence[Line]) -> list[tuple[float, float]]:
        """What a turn is ahead of each of some others, with its standard error: same worlds, same luck."""
        worlds = self.worlds(state, seat, self.effort.fresh)
        own, *rest = self.compare(worlds, seat, [played, *others], onward=True)
        return [Pair(tuple(played), tuple(row), tuple(own)).loss(seat) for row in rest]

    def finds(self, level: str, state: Any, seat: int, better: Line, within: float, ended: bool = False) -> bool:
        """Whether a level of bots plays a turn that is hardly worse than the better one."""
        chosen = self.taken(level, state, seat)
        worlds = self.worlds(state, seat, self.effort.ends if ended else self.effort.worlds)
        own, best = self.compare(worlds, seat, [chosen, better], False, ended)
        return fmean(b.lead(seat) - o.lead(seat) for o, b in zip(own, best, strict=True)) <= within


def turn_of(bot: Bot, turn: Turn, state: Any, clock: Clock | None) -> Iterator[Action]:
    """What a bot does in a turn, choice by choice; the position is carried to the turn's end."""
    title, seat = turn.title, turn.seat
    for _ in range(LONGEST_TURN):
        action = bot.choose(title.view(state, seat), title.legal(state, seat), clock)  # type: ignore[arg-type]
        yield action
        if turn.advance(state, action):
            return


def line(node: Node) -> Line:
    return tuple(step.action for step in node.path())


def distinct(leaves: Sequence[Node], most: int) -> list[Node]:
    """The best ends of the turn; half of the places at most for one first choice, unless nothing else is left."""
    alike: set[float] = set()
    found: list[Node] = []
    more: list[Node] = []
    begun: dict[Action, int] = {}
    for node in leaves:
        if node.value in alike:
            continue
        alike.add(node.value)
        first = node.path()[0].action
        begun[first] = begun.get(first, 0) + 1
        (found if begun[first] <= (most + 1) // 2 else more).append(node)
        if len(found) == most:
            break
    return (found + more)[:most]
