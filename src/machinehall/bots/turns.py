"""A seat's own turn as a tree: its decisions from now until it is no longer asked, in one world.

The tree grows best-first by the evaluation: the most promising unfinished line is carried on, all its next choices are
judged, until the budget is spent or nothing is left. A line that leads where another has led is not followed twice.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Sequence
from typing import Any

from machinehall.kernel.title import Title, draw
from machinehall.kernel.values import CHANCE, TOGETHER, Action

from .greedy import Judge

LONGEST = 40
"""Own decisions of one turn that are followed at most."""


class Budget:
    """What a piece of thinking may cost: so many positions judged, a time, or both. A part also costs the whole."""

    __slots__ = ("deadline", "over", "passes", "whole")

    def __init__(self, deadline: float | None, passes: int | None = None, whole: Budget | None = None) -> None:
        self.deadline, self.passes, self.whole = deadline, passes, whole
        self.over = False

    def spent(self) -> bool:
        if not self.over:
            late = self.deadline is not None and time.perf_counter() >= self.deadline
            self.over = late or (self.passes is not None and self.passes <= 0)
        return self.over

    def late(self) -> bool:
        """Whether the time is up. Where positions are counted, what was begun is finished."""
        return self.deadline is not None and self.spent()

    def count(self) -> None:
        if self.passes is not None:
            self.passes -= 1
        if self.whole is not None:
            self.whole.count()

    def share(self, part: float) -> Budget:
        """A part of what is left."""
        if self.deadline is None:
            return Budget(None, round((self.passes or 0) * part), self)
        now = time.perf_counter()
        return Budget(now + (self.deadline - now) * part, None, self)


class Node:
    """A point of an own line of play."""

    __slots__ = ("action", "children", "depth", "ended", "parent", "state", "value")

    def __init__(self, state: Any, value: float, ended: bool, parent: Node | None = None, action: Any = None) -> None:
        self.state, self.value, self.ended = state, value, ended
        self.parent, self.action = parent, action
        self.depth: int = parent.depth + 1 if parent else 0
        self.children: list[Node] = []

    def path(self) -> list[Node]:
        """The points that lead here, after the root."""
        return [*self.parent.path(), self] if self.parent else []

    def worth(self) -> float:
        """The value of the best line from here on."""
        return max((child.worth() for child in self.children), default=self.value)


class Turn:
    """The tree of one turn."""

    def __init__(self, title: Title, judge: Judge, rng: random.Random, world: Any, seat: int) -> None:
        self.title, self.judge, self.rng, self.seat = title, judge, rng, seat
        self.turns = frozenset(kind for kind, about in title.events.items() if about.turn)
        self.root = Node(world, judge(title.tables, world, seat), False)
        self.nodes: list[Node] = []
        self.open: list[tuple[float, int, Node]] = []
        self.seen: dict[tuple[float, object], list[Any]] = {}

    # Growing

    def think_through(self, budget: Budget, legal: Sequence[Action]) -> None:
        """One line to its end for each first choice, as far as the budget reaches; then the most promising ones."""
        self.open_up(self.root, budget, legal)
        for child in sorted(self.root.children, key=lambda node: -node.value):
            self.dive(child, budget)
        self.carry_on(budget)

    def glance(self, budget: Budget) -> Node:
        """A short look at the most promising lines alone; where the best of them leads."""
        self.open_up(self.root, budget, self.title.legal(self.root.state, self.seat))
        if self.root.children:
            self.dive(max(self.root.children, key=lambda node: node.value), budget)
        self.carry_on(budget)
        return max(self.nodes, key=lambda node: (node.ended, node.value), default=self.root)

    def carry_on(self, budget: Budget) -> None:
        """The most promising unfinished line, again and again."""
        while self.open and not budget.spent():
            node = heapq.heappop(self.open)[2]
            if not node.children:
                self.open_up(node, budget, self.title.legal(node.state, self.seat))

    def dive(self, node: Node, budget: Budget) -> None:
        """Carry a line on to the end of the turn, by the best next choice at each step."""
        while not node.ended and not budget.spent():
            if not node.children:
                self.open_up(node, budget, self.title.legal(node.state, self.seat))
            if not node.children:
                return
            node = max(node.children, key=lambda child: child.value)

    def open_up(self, node: Node, budget: Budget, legal: Sequence[Action]) -> None:
        """Judge all next choices; at least one, whatever the time."""
        if node.depth >= LONGEST:
            return
        for action in legal:
            if node.children and budget.late():
                return
            budget.count()
            self.add(node, action)

    def add(self, node: Node, action: Action) -> None:
        state = node.state.clone()
        ended = self.advance(state, action)
        value = self.judge(self.title.tables, state, self.seat)
        same = self.seen.setdefault((value, state.stack[-1] if state.stack else None), [])
        known = state in same
        if known and node is not self.root:
            return
        child = Node(state, value, ended, node, action)
        node.children.append(child)
        self.nodes.append(child)
        if not known:
            same.append(state)
            if not ended:
                heapq.heappush(self.open, (-value, len(self.nodes), child))

    def advance(self, state: Any, action: Action) -> bool:
        """Do it, and let chance decide what belongs to it. Whether the turn is over."""
        title, seat = self.title, self.seat
        events = title.apply(state, seat, action, check=False)
        while state.stack:
            if any(event.kind in self.turns for event in events):
                return True
            who = state.stack[-1][1]
            if who == CHANCE:
                events = title.apply(state, CHANCE, draw(title.chance(state), self.rng), check=False)
            elif who == TOGETHER:
                return seat not in title.to_act(state)
            else:
                return bool(who != seat)
        return True

    # What was found

    def leaves(self) -> list[Node]:
        """Where lines lead, the best first: ends of the turn, and after them what was not carried on."""
        found = [node for node in self.nodes if not node.children]
        return sorted(found, key=lambda node: (not node.ended, -node.value))
