"""A seat's own turn as a tree: its decisions from now until it is no longer asked, in one world.

What is still to be decided brings about the same wherever it is decided: an action to come is worth as much after one
choice as after another. So the tree learns, while it grows, what each stack of questions usually brings, and which
answers to it were good; see `Gains`. Lines are carried to their ends in the order of what may be hoped for, and in
between the unfinished line that the evaluation likes best is opened, in case the hopes mislead. Where an answer is
known to be good it is tried first and the others wait. A line that leads where another
has led (a transposition) is not followed twice.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Sequence
from typing import Any

from machinehall.kernel.engine import Engine
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, TOGETHER, Action

from .greedy import Judge
from .lead import best_other
from .luck import Luck

LONGEST_TURN = 40
"""Own decisions of one turn that are followed at most."""
FEW_TRIES, SOME_TRIES = 2, 4
"""Answers that are tried at once where the very question is known, and where others like it are."""
PLAIN = 7
"""Lines that are opened by the evaluation alone for each that is carried to its end by what may be hoped for."""
LITTLE = 15.0
"""What a turn changes for others does not count up to this: the evaluation errs by as much where it hinders them."""
MEMORY = 5
"""What a question brings is a mean in which the last counts for one in so many."""


class Budget:
    """What a piece of thinking may cost: so many positions judged, a time, or both. A part also costs the whole."""

    __slots__ = ("begun", "deadline", "over", "passes", "root", "used", "whole")

    def __init__(self, deadline: float | None, passes: int | None = None, whole: Budget | None = None) -> None:
        self.deadline, self.passes, self.whole = deadline, passes, whole
        self.root: Budget = whole.root if whole else self
        """The outermost budget, to which every part is charged."""
        self.over = False
        self.begun = 0.0 if deadline is None else time.perf_counter()
        self.used = 0

    def spent(self) -> bool:
        if not self.over:
            late = self.deadline is not None and time.perf_counter() >= self.deadline
            self.over = late or (self.passes is not None and self.passes <= 0)
        return self.over

    def late(self) -> bool:
        """Whether the time is up. Where positions are counted, what was begun is finished."""
        return self.deadline is not None and self.spent()

    def left(self) -> float:
        """Positions that can still be judged, at the speed so far where only the time is given."""
        if self.passes is not None or self.deadline is None:
            return self.passes or 0
        now = time.perf_counter()
        return self.used * (self.deadline - now) / max(now - self.begun, 1e-9)

    def count(self) -> None:
        self.used += 1
        if self.passes is not None:
            self.passes -= 1
        if self.whole is not None:
            self.whole.count()

    def share(self, part: float, most: int | None = None) -> Budget:
        """A part of what is left, and no more positions than are asked for."""
        if self.deadline is None:
            passes = round((self.passes or 0) * part)
            return Budget(None, passes if most is None else min(passes, most), self)
        now = time.perf_counter()
        return Budget(now + (self.deadline - now) * part, most, self)


class Node:
    """A point of an own line of play."""

    __slots__ = (
        "action",
        "best",
        "children",
        "depth",
        "ended",
        "kinds",
        "parent",
        "question",
        "rest",
        "state",
        "value",
        "waiting",
    )

    def __init__(self, state: Any, value: float, ended: bool, parent: Node | None = None, action: Any = None) -> None:
        self.state, self.value, self.ended = state, value, ended
        self.parent, self.action = parent, action
        self.depth: int = parent.depth + 1 if parent else 0
        self.children: list[Node] = []
        self.question = tuple(state.stack)
        """All that is still to be decided."""
        self.kinds = tuple([frame[0] for frame in state.stack])
        self.best = value if ended else -math.inf
        """The value of the best end that was found from here."""
        self.rest: list[Action] | None = None
        """Choices that were not tried yet; None if none was."""
        self.waiting = False

    def path(self) -> list[Node]:
        """The points that lead here, after the root."""
        return [*self.parent.path(), self] if self.parent else []


class Gains:
    """What questions brought, and their answers, by the whole question and by its kind."""

    def __init__(self) -> None:
        self.gain: dict[Any, tuple[int, float]] = {}
        self.ways: dict[Any, dict[Action, float]] = {}

    def copy(self) -> Gains:
        """To learn on, for oneself."""
        other = Gains()
        other.gain = self.gain.copy()
        other.ways = {question: known.copy() for question, known in self.ways.items()}
        return other

    def of(self, node: Node) -> float:
        """What may be hoped for."""
        known = self.gain.get(node.question) or self.gain.get(node.kinds)
        return known[1] if known else 0.0

    def answers(self, node: Node) -> tuple[dict[Action, float], int | None]:
        """What answers brought, and how many are enough to begin with."""
        known = self.ways.get(node.question)
        if known:
            return known, FEW_TRIES
        known = self.ways.get(node.kinds)
        return (known, SOME_TRIES) if known else ({}, None)

    def learn(self, node: Node) -> None:
        """The best end that was found from a point is known, or known better."""
        got = node.best - node.value
        for key in (node.question, node.kinds):
            count, mean = self.gain.get(key, (0, 0.0))
            count = min(count + 1, MEMORY)
            self.gain[key] = (count, mean + (got - mean) / count)

    def learn_way(self, node: Node, action: Action, value: float) -> None:
        """An answer led to a value, or is hoped to."""
        got = value - node.value
        for key in (node.question, node.kinds):
            known = self.ways.setdefault(key, {})
            known[action] = (known.get(action, got) + got) / 2


class Turn:
    """The tree of one turn."""

    def __init__(
        self,
        title: Title,
        judge: Judge,
        luck: Luck,
        world: Any,
        seat: int,
        gains: Gains | None = None,
        rivals: float = 1.0,
    ) -> None:
        self.engine: Engine = title.engine
        self.title, self.judge, self.luck, self.seat = title, judge, luck, seat
        self.rivals = rivals
        self.other = best_other(title, judge, world, seat) if rivals else 0.0
        """What the best other is worth before the turn."""
        self.turns = frozenset(kind for kind, about in title.events.items() if about.turn)
        self.gains = gains or Gains()
        self.root = Node(world, judge(title.lookup, world, seat), False)
        self.nodes: list[Node] = []
        self.hopeful: list[tuple[float, int, Node]] = []
        self.plain: list[tuple[float, int, Node]] = []
        self.opened: dict[tuple[float, object], list[Node]] = {}
        self.pushed = 0

    # Growing

    def think_through(self, budget: Budget, legal: Sequence[Action]) -> None:
        """A line to its end for each first choice that leads to other questions; then the most promising ones."""
        self.open_root(budget, legal)
        begun: dict[Any, Node] = {}
        for child in sorted(self.root.children, key=lambda node: -node.value):
            begun.setdefault(child.question, child)
        for child in sorted(begun.values(), key=lambda node: -self.hope(node)):
            self.dive(child, budget)
        self.carry_on(budget)

    def glance(self, budget: Budget) -> Node:
        """A short look at the most promising lines alone; where the best of them leads."""
        self.dive(self.root, budget)
        self.carry_on(budget)
        return max(self.nodes, key=lambda node: (node.ended, node.value), default=self.root)

    def open_root(self, budget: Budget, legal: Sequence[Action]) -> None:
        """All first choices are looked at: they are what is asked."""
        self.root.rest = list(legal)
        self.open_up(self.root, budget, len(legal))

    def carry_on(self, budget: Budget) -> None:
        """The most promising unfinished lines, by turns: as the evaluation likes them, and as may be hoped."""
        while (self.hopeful or self.plain) and not budget.spent():
            for _ in range(PLAIN):
                if self.plain and not budget.spent():
                    node = heapq.heappop(self.plain)[2]
                    if node.rest is None:
                        self.widen(node, budget)
                        self.tell(node)
            hopeful = self.next_hope()
            if hopeful is not None:
                self.dive(hopeful, budget)

    def next_hope(self) -> Node | None:
        """The unfinished point with most to hope for, as is known by now."""
        while self.hopeful:
            then, _, node = heapq.heappop(self.hopeful)
            node.waiting = False
            if node.rest is not None and not node.rest:
                continue
            if self.hopeful and -self.prospect(node) > max(then, self.hopeful[0][0]):
                self.wait(node)
                continue
            return node
        return None

    def hope(self, node: Node) -> float:
        """What a line will be worth at its end, as far as is known."""
        return node.value if node.ended else node.value + self.gains.of(node)

    def worth(self, node: Node) -> float:
        """The best end that was found from here, or what may be hoped for."""
        return node.best if node.best > -math.inf else max(map(self.worth, node.children), default=self.hope(node))

    def prospect(self, node: Node) -> float:
        """What the next choice that was not tried may bring."""
        if node.rest:
            known = self.gains.ways.get(node.question, {}).get(node.rest[0])
            if known is not None:
                return node.value + known
        return self.hope(node)

    def wait(self, node: Node) -> None:
        if not node.waiting:
            node.waiting = True
            self.pushed += 1
            heapq.heappush(self.hopeful, (-self.prospect(node), self.pushed, node))

    def dive(self, node: Node, budget: Budget) -> None:
        """Carry a line on to the end of the turn, by the most hopeful next choice at each step."""
        while not node.ended and not budget.spent():
            self.widen(node, budget)
            fresh = [child for child in node.children if child.ended or child.best == -math.inf]
            if not fresh:
                break
            node = max(fresh, key=self.hope)
        self.tell(node)

    def tell(self, node: Node) -> None:
        """What was found at the end of a line is known to all points that led there."""
        while node.best > -math.inf:
            if not node.ended:
                self.gains.learn(node)
            parent = node.parent
            if parent is None:
                return
            parent.best = max(parent.best, node.best)
            self.gains.learn_way(parent, node.action, node.best)
            node = parent

    def widen(self, node: Node, budget: Budget) -> None:
        """Try next choices: all if nothing is known of such a question, otherwise the best few."""
        few: int | None = FEW_TRIES
        if node.rest is None:
            if node.depth >= LONGEST_TURN or self.met_before(node):
                node.rest = []
                return
            ways, few = self.gains.answers(node)
            node.rest = sorted(self.engine.legal(node.state, self.seat), key=lambda action: -ways.get(action, math.inf))
        self.open_up(node, budget, few or len(node.rest))
        if node.rest:
            self.wait(node)

    def met_before(self, node: Node) -> bool:
        """Whether another line has led here."""
        same = self.opened.setdefault((node.value, node.question), [])
        twin = next((other for other in same if other.state == node.state), None)
        if twin is not None:
            node.best = twin.best
            return True
        same.append(node)
        return False

    def open_up(self, node: Node, budget: Budget, few: int) -> None:
        """Judge the next choices; at least one, whatever the time."""
        assert node.rest is not None
        tried = 0
        for action in node.rest[:few]:
            if node.children and budget.late():
                break
            budget.count()
            tried += 1
            self.add(node, action)
        del node.rest[:tried]

    def add(self, node: Node, action: Action) -> None:
        state = node.state.clone()
        ended = self.advance(state, action)
        value = self.judge(self.title.lookup, state, self.seat)
        if ended and self.rivals:
            value -= self.rivals * self.to_others(state)
        child = Node(state, value, ended, node, action)
        node.children.append(child)
        self.nodes.append(child)
        self.gains.learn_way(node, action, self.hope(child))
        if ended:
            node.best = max(node.best, child.value)
        else:
            self.wait(child)
            heapq.heappush(self.plain, (-child.value, len(self.nodes), child))

    def to_others(self, state: Any) -> float:
        """What the turn changes for the best other, if it is much: mostly that it brings the end, for all alike."""
        change = best_other(self.title, self.judge, state, self.seat) - self.other
        return change if abs(change) > LITTLE else 0.0

    def advance(self, state: Any, action: Action) -> bool:
        """Do it, and let chance decide what belongs to it, in all lines alike. Whether the turn is over."""
        engine, seat = self.engine, self.seat
        events = engine.apply(state, seat, action, False)
        while state.stack:
            if any(event.kind in self.turns for event in events):
                return True
            who = state.stack[-1][1]
            if who == CHANCE:
                events = engine.apply(state, CHANCE, self.luck.look(engine.chance(state)), False)
            elif who == TOGETHER:
                return seat not in engine.to_act(state)
            else:
                return bool(who != seat)
        return True

    # What was found

    def leaves(self) -> list[Node]:
        """Where lines lead, the best first: ends of the turn, and after them what was not carried on."""
        found = [node for node in self.nodes if not node.children]
        return sorted(found, key=lambda node: (not node.ended, -node.value))

    def fell(self) -> None:
        """Points no longer know what led to them, so that they go as soon as nobody needs them."""
        for node in self.nodes:
            node.parent = None
