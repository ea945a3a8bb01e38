"""Search: Monte-Carlo tree search over a seat's own decisions, in worlds sampled from its view.

Every pass fills in the unknown anew, goes down the tree of the seat's own choices, lets the other seats and chance act
(others by habit), plays a few more decisions by habit so that what was begun is carried out, and judges the position
by the title's evaluation: own worth less that of the best other. The tree is keyed by own choices alone, so it holds
for all worlds, any number of seats, and simultaneous decisions. For titles whose turns are long, see `planner`.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .greedy import Greedy, Judge, judge_of
from .habits import Habits, habits
from .rivals import best_other, lead
from .thinker import Candidate, Means, Thinker

LONGEST = 400
"""Decisions of others that one pass follows at most."""


@dataclass(frozen=True, slots=True)
class Plan(Means):
    """How a search thinks."""

    explore: float = 0.6
    """How much untried choices attract, in units of the spread of the values."""
    roll: int = 6
    """Decisions played by habit before a position is judged."""
    trust: float = 6.0
    """How many passes the first look by the evaluation counts for."""
    worlds: int = 2
    """Worlds of the first look."""
    passes_per_world: int = 4


class Node:
    """What is known of the choices at one point of an own line of play."""

    __slots__ = ("children", "prior", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, Node] = {}
        self.prior = 0.0
        self.total = 0.0
        self.visits = 0.0


class Search(Thinker):
    """A bot that searches each decision anew."""

    def __init__(
        self,
        title: Title,
        seed: int | str | None = None,
        plan: Plan | None = None,
        judge: Judge | None = None,
        ways: Habits | None = None,
    ) -> None:
        self.plan = plan or Plan()
        super().__init__(self.plan)
        self.title = title
        self.judge = judge or judge_of(title)
        self.ways = ways or habits(title)
        self.rng = random.Random(seed)
        self.greedy = Greedy(title, self.rng.getrandbits(32), self.judge, worlds=self.plan.worlds)
        self.seat = 0
        self.low = self.high = 0.0

    # Choosing

    @staticmethod
    def order(candidate: Candidate) -> tuple[float, ...]:
        """What the passes came back to most often is best."""
        return -candidate.visits, -candidate.value

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        root = self.search(view, legal, deadline)
        rows = [
            Candidate(action, child.total / child.visits, int(child.visits - self.plan.trust), child.prior)
            for action, child in root.children.items()
        ]
        return sorted(rows, key=self.order)

    def search(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> Node:
        """Passes until the time is up, or nothing can change the choice any more."""
        self.seat = view["seat"]
        root = self.first_look(view, legal, deadline)
        began, done = time.perf_counter(), 0
        world: Any = None
        while self.plan.passes is None or done < self.plan.passes:
            if self.plan.passes is None:
                now = time.perf_counter()
                if now >= deadline or (done % 16 == 15 and self.settled(root, (deadline - now) * done / (now - began))):
                    break
            if done % self.plan.passes_per_world == 0:
                world = self.title.sample(view, self.rng)
            self.one_pass(root, world.clone())
            done += 1
        return root

    def settled(self, root: Node, left: float) -> bool:
        """Whether the second choice can no longer catch up."""
        visits = sorted((child.visits for child in root.children.values()), reverse=True)
        return visits[0] - visits[1] > left

    def first_look(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> Node:
        """The root: each choice with what the evaluation says once it is carried out, as far as the time reaches."""
        worlds = [self.title.sample(view, self.rng) for _ in range(self.plan.worlds)]
        rival = sum(best_other(self.title, self.judge, world, self.seat) for world in worlds) / len(worlds)
        values: dict[Action, float] = {}
        for action in sorted(legal, key=self.ways.weight.__getitem__, reverse=True):
            if values and self.plan.passes is None and time.perf_counter() >= deadline:
                break
            values[action] = self.greedy.values(worlds, self.seat, [action])[0] - self.plan.rivals * rival
        self.low, self.high = min(values.values()), max(max(values.values()), min(values.values()) + 1.0)
        root = Node()
        for action in legal:
            child = root.children[action] = Node()
            child.prior = values.get(action, self.low)
            child.visits = self.plan.trust
            child.total = child.prior * child.visits
        root.visits = self.plan.trust * len(legal)
        return root

    # One pass

    def one_pass(self, root: Node, state: Any) -> None:
        """Down the tree, a little further by habit, and back with the value."""
        title, seat, rng = self.title, self.seat, self.rng
        node, path = root, [root]
        for _ in range(LONGEST):
            to_act = title.to_act(state)
            if not to_act:
                break
            if to_act[0] == CHANCE:
                title.deal(state, rng)
                continue
            if seat not in to_act:
                who = to_act[0]
                title.apply(state, who, self.ways.pick(title.legal(state, who), rng), check=False)
                continue
            legal = title.legal(state, seat)
            if len(legal) == 1:
                title.apply(state, seat, legal[0], check=False)
                continue
            action = self.select(node, legal)
            child = node.children.get(action)
            fresh = child is None
            if child is None:
                child = node.children[action] = Node()
            title.apply(state, seat, action, check=False)
            node = child
            path.append(node)
            if fresh:
                break
        self.roll(state)
        value = self.value(state)
        self.low, self.high = min(self.low, value), max(self.high, value)
        for node in path:
            node.visits += 1
            node.total += value

    def select(self, node: Node, legal: Sequence[Action]) -> Action:
        """The legal choice with the best upper bound; at the root all have been looked at, elsewhere habit leads."""
        children = node.children
        known = [(action, children[action]) for action in legal if action in children]
        if len(known) < len(legal) and (not known or node.visits >= len(known) ** 2):
            return self.ways.pick([action for action in legal if action not in children], self.rng)
        span = (self.high - self.low) * self.plan.explore
        log = math.log(node.visits + 1)
        best, found = -math.inf, legal[0]
        for action, child in known:
            bound = child.total / child.visits + span * math.sqrt(log / child.visits) * 0.5
            if bound > best:
                best, found = bound, action
        return found

    def roll(self, state: Any) -> None:
        """A few decisions by habit."""
        title, rng, pick = self.title, self.rng, self.ways.pick
        left = self.plan.roll
        while left > 0:
            to_act = title.to_act(state)
            if not to_act:
                return
            if to_act[0] == CHANCE:
                title.deal(state, rng)
                continue
            title.apply(state, to_act[0], pick(title.legal(state, to_act[0]), rng), check=False)
            left -= 1
        title.deal(state, rng)

    # Values

    def value(self, state: Any) -> float:
        return lead(self.title, self.judge, state, self.seat, self.plan.rivals)
