"""Search for titles with long turns: whole turns of one's own, then what becomes of the best of them.

First the seat's turn is thought through in worlds sampled from its view (see `turns`). The most promising lines are
then played on in fresh worlds, all with the same luck: chance decides, the others act by habit, the seat takes its next
turns after a short look each, and the position is judged: own worth less that of the best other. Against an automaton
lines go on to the end of the match. In equal parts of the time the worse half of the lines is dropped. What was thought
out for later decisions of the turn is kept, and used if the view is the foreseen one.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar

from machinehall.kernel.engine import Engine
from machinehall.kernel.native import mypyc_attr
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .greedy import Judge, judge_of
from .habits import Habits, habits
from .lead import best_other, lead
from .luck import Luck
from .thinker import Candidate, SearchLimits, Thinker, gc_paused, subtract_baseline
from .turns import Budget, Gains, Node, Turn

MOST_REPLIES = 400
"""Decisions of others that are followed at most until the seat is asked again."""
FEWEST = 4
"""Lines that must be played on, or it is not begun."""
ROUNDS = 1.5
"""Rounds with all lines that are better than to play them on for another turn."""
NEXT = 8
"""The turns of which the mean is taken."""
ENOUGH_ROUNDS = 60
"""Rounds after which the same lines need no more: in a last turn a round costs next to nothing."""
TRUSTED = 6
"""A line that is played on further says no less of its first judgement."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class PlayoutConfig:
    """How lines are played on."""

    turns: int = 6
    """Own turns at most: the further, the more it tells and the more it varies."""
    glance: int = 120
    """Positions judged for a later own turn."""
    trust: float = 0.8
    """How many rounds the first judgement of a line counts for, for each turn, up to six, that it is played on."""
    faith: float = 1.0
    """What a point of difference by the first judgement is worth."""
    way: float = 0.0
    """What the mean over the next turns counts; the rest is for where they lead."""


ALONE = PlayoutConfig(turns=60, glance=60, trust=0.6, faith=0.3, way=0.5)
"""Against an automaton, which acts in thought as it will: to the end of the match, where nothing need be judged."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class PlannerConfig(SearchLimits):
    """How a planner thinks. Its passes are positions judged."""

    first: float = 0.2
    """The part for the own turn; the rest is for what becomes of it."""
    least: int = 600
    """Positions of the own turn that are judged before anything else, where passes are counted."""
    most: int = 2000
    """Positions of the own turn that are judged at most: more find hardly anything, and what becomes of it matters."""
    worlds: int = 2
    """Worlds in which the own turn is thought through, if anything is unknown."""
    lines: int = 8
    """Lines that are played on."""
    onward: PlayoutConfig = PlayoutConfig()
    """How lines are played on among players."""
    alone: PlayoutConfig = ALONE
    """And against an automaton."""


class Line:
    """A way to play the turn, with what is known of it."""

    __slots__ = ("first", "gain", "path", "seen")

    def __init__(self, node: Node, base: float) -> None:
        self.path = node.path()
        self.first = node.value - base
        """What the line gains by the first judgement."""
        self.seen: dict[int, float] = {}
        """What it gained when it was played on, by the number of the round."""
        self.gain = 0.0
        """The mean of it, less what those rounds brought to all lines alike."""

    @property
    def rounds(self) -> int:
        return len(self.seen)

    @property
    def action(self) -> Action:
        found: Action = self.path[0].action
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner(Thinker):
    """A bot that plans its turns."""

    in_time: ClassVar[float] = 0.93

    def __init__(
        self,
        title: Title,
        seed: int | str | None = None,
        plan: PlannerConfig | None = None,
        judge: Judge | None = None,
        ways: Habits | None = None,
    ) -> None:
        self.plan = plan or PlannerConfig()
        super().__init__(self.plan)
        self.title = title
        self.engine: Engine = title.engine
        self.judge = judge or judge_of(title)
        self.ways = ways or habits(title)
        self.rng = random.Random(seed)
        self.lines: list[Line] = []
        self.kept: list[Node] = []
        """The rest of the line that was chosen: positions in which the seat will be asked."""
        self.seat = 0
        self.turns = 1
        """Own turns that lines were played on."""
        self.onward = self.plan.onward
        self.gains = Gains()
        """What the own turn has taught of questions."""

    # Choosing

    @staticmethod
    def order(candidate: Candidate) -> tuple[float, ...]:
        """What is worth most is best."""
        return (-candidate.value,)

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        with gc_paused():
            return self.compare(view, legal, deadline)

    def compare(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        """All choices with what is thought of them, the best first."""
        self.seat, self.gains = view["seat"], Gains()
        budget = Budget(None if self.plan.passes is not None else deadline, self.plan.passes)
        self.onward = self.plan.alone if self.title.alone(view["seats"]) else self.plan.onward
        trees = self.own_turn(view, legal, budget.share(self.part()))
        self.lines = self.promising(trees)
        for tree in trees:
            tree.fell()
        self.play_on(view, budget)
        return self.ranked(trees, legal)

    def part(self) -> float:
        """What the own turn gets: all, where the rest would not do to compare a few lines."""
        plan = self.plan
        if plan.passes is None:
            return plan.first
        own = max(plan.least, plan.first * plan.passes)
        return own / plan.passes if plan.passes - own >= FEWEST * self.onward.glance else 1.0

    def far(self, budget: Budget) -> int:
        """How many own turns lines are played on: as many as leave some rounds with all of them."""
        cost = ROUNDS * self.plan.lines * self.onward.glance
        return max(1, min(self.onward.turns, int(budget.left() / cost)))

    def ranked(self, trees: Sequence[Turn], legal: Sequence[Action]) -> list[Candidate]:
        """Choices by their best line. Those that were not played on were not put to the test: none ranks higher."""
        base = sum(self.value(tree.root.state) for tree in trees) / len(trees)
        gains: dict[Action, list[float]] = {action: [] for action in legal}
        visits = dict.fromkeys(legal, 0)
        for tree in trees:
            for child in tree.root.children:
                gains[child.action].append(tree.worth(child) - tree.root.value)
                visits[child.action] += 1 + len(child.children)
        seen = {action: sum(found) / len(found) for action, found in gains.items() if found}
        first = {action: seen.get(action, min(seen.values())) for action in legal}
        shift = self.shift()
        tried = {line.action: -math.inf for line in self.lines}
        for line in self.lines:
            tried[line.action] = max(tried[line.action], self.score(line, shift))
            visits[line.action] += line.rounds
        worst = min(tried.values())
        found = {action: tried.get(action, min(value, worst)) for action, value in first.items()}
        rows = [Candidate(action, base + found[action], visits[action], base + first[action]) for action in legal]
        return sorted(rows, key=lambda row: (row.action not in tried, -row.value))

    # What was foreseen

    def keep(self, action: Action) -> None:
        """Remember how the turn goes on after a choice."""
        shift = self.shift()
        lines = [line for line in self.lines if line.action is action]
        best = max(lines, key=lambda line: self.score(line, shift), default=None)
        self.kept = best.path if best else []

    def foreseen(self, view: dict[str, Any], legal: Sequence[Action]) -> bool:
        """Whether the position is one of the kept line; then its candidates are those of the tree."""
        for k, node in enumerate(self.kept[:-1]):
            if self.title.view(node.state, view["seat"]) == view:
                self.kept = self.kept[k + 1 :]
                self.candidates = self.from_tree(node, self.kept[0].action, legal)
                return True
        self.kept = []
        return False

    def from_tree(self, node: Node, chosen: Action, legal: Sequence[Action]) -> list[Candidate]:
        """The choices at a point of the tree. What leads where another choice leads is not in it."""
        rival = self.plan.rivals * best_other(self.title, self.judge, node.state, self.seat)
        known = {child.action: child for child in node.children}
        rows = []
        for action in legal:
            child = known.get(action)
            value = (child.best if child and child.best > -math.inf else node.value) - rival
            rows.append(Candidate(action, value, 1 + len(child.children) if child else 0, value))
        return sorted(rows, key=lambda row: (row.action is not chosen, -row.value))

    # The own turn

    def own_turn(self, view: dict[str, Any], legal: Sequence[Action], budget: Budget) -> list[Turn]:
        """The turn thought through in one world, or in several if anything is unknown."""
        worlds = [self.title.sample(view, self.rng) for _ in range(self.plan.worlds)]
        if all(world == worlds[0] for world in worlds):
            del worlds[1:]
        trees = []
        for k, world in enumerate(worlds):
            tree = Turn(self.title, self.judge, Luck(self.rng), world, self.seat, self.gains, self.plan.rivals)
            tree.think_through(budget.share(1 / (len(worlds) - k), self.plan.most // len(worlds)), legal)
            trees.append(tree)
        return trees

    def promising(self, trees: Sequence[Turn]) -> list[Line]:
        """The best lines of each world; of those that are judged alike one is enough."""
        return [Line(node, tree.root.value) for tree in trees for node in self.best_of(tree, len(trees))]

    def best_of(self, tree: Turn, worlds: int) -> list[Node]:
        """Half of the places at most are for one first choice, unless nothing else is left."""
        most = max(1, round(self.plan.lines / worlds))
        alike: set[float] = set()
        found: list[Node] = []
        more: list[Node] = []
        begun: Counter[Action] = Counter()
        for node in tree.leaves():
            if node.value in alike:
                continue
            alike.add(node.value)
            first = node.path()[0].action
            begun[first] += 1
            (found if begun[first] <= (most + 1) // 2 else more).append(node)
            if len(found) == most:
                break
        return (found + more)[:most]

    # What becomes of it

    def score(self, line: Line, shift: float) -> float:
        """What a line gains: by the first judgement, mended by what was seen since."""
        if not line.seen:
            return line.first
        prior = self.prior(line)
        known = line.rounds / (line.rounds + self.onward.trust * min(self.turns, TRUSTED))
        return prior + (line.gain - shift - prior) * known

    def prior(self, line: Line) -> float:
        """What the first judgement makes one expect."""
        usual = fmean(other.first for other in self.lines)
        return usual + (line.first - usual) * self.onward.faith

    def shift(self) -> float:
        """What lines that are played on gain anyway."""
        seen = [line.gain - line.first for line in self.lines if line.seen]
        return fmean(seen) if seen else 0.0

    def play_on(self, view: dict[str, Any], budget: Budget) -> None:
        """Round by round in fresh worlds, the same for all. After a part of the time the worse half is dropped."""
        left = sorted(self.lines, key=lambda line: -line.first)
        self.turns = self.far(budget)
        while len(left) > 1:
            part = budget.share(1 / math.ceil(math.log2(len(left))))
            for _ in range(ENOUGH_ROUNDS):
                if part.spent() or not self.round(view, left, part):
                    break
            subtract_baseline(self.lines)
            if budget.root.late():
                return
            shift = self.shift()
            left.sort(key=lambda line: -self.score(line, shift))
            del left[(len(left) + 1) // 2 :]

    def round(self, view: dict[str, Any], lines: Sequence[Line], budget: Budget) -> bool:
        """All lines played on in one world; whether there was time for all. What was not finished does not count."""
        world, luck, seed = self.title.sample(view, self.rng), Luck(self.rng), self.rng.getrandbits(32)
        number, base = max(line.rounds for line in lines), self.value(world)
        for line in lines:
            budget.count()
            value = self.follow(world.clone(), line, luck.again(), random.Random(seed), budget)
            if budget.root.late():
                break
            line.seen[number] = value - base
        return not budget.root.late()

    def follow(self, state: Any, line: Line, luck: Luck, rng: random.Random, budget: Budget) -> float:
        """The value after the line, the others' answers and the next own turns.

        All lines begin with what the own turn has taught: otherwise those that are played on later would play better.
        """
        gains = self.gains.copy()
        turn = Turn(self.title, self.judge, luck, state, self.seat, gains, self.plan.rivals)
        ended = False
        for node in line.path:
            if ended or node.action not in self.engine.legal(state, self.seat):
                break
            ended = turn.advance(state, node.action)
        if not ended:
            state = self.glance(state, luck, budget, gains)
        seen: list[float] = []
        for _ in range(self.turns):
            self.others(state, luck, rng)
            if not state.stack or budget.root.late():
                break
            state = self.glance(state, luck, budget, gains)
            seen.append(self.value(state))
        last = self.value(state)
        near = [*seen, *[last] * (self.turns - len(seen))][:NEXT]
        return last + (sum(near) / len(near) - last) * self.onward.way

    def glance(self, state: Any, luck: Luck, budget: Budget, gains: Gains) -> Any:
        """Where an own turn leads that is thought through in short."""
        turn = Turn(self.title, self.judge, luck, state, self.seat, gains, self.plan.rivals)
        found = turn.glance(Budget(budget.root.deadline, self.onward.glance, budget)).state
        turn.fell()
        return found

    def others(self, state: Any, luck: Luck, rng: random.Random) -> None:
        """Until the seat is asked again: chance decides, the others act by habit."""
        engine, ways = self.engine, self.ways
        for _ in range(MOST_REPLIES):
            to_act = engine.to_act(state)
            if not to_act or self.seat in to_act:
                return
            if to_act[0] == CHANCE:
                engine.apply(state, CHANCE, luck.draw(engine.chance(state)), False)
            else:
                engine.apply(state, to_act[0], ways.pick(engine.legal(state, to_act[0]), rng), False)

    # Values

    def value(self, state: Any) -> float:
        return lead(self.title, self.judge, state, self.seat, self.plan.rivals)
