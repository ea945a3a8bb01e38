"""Search: Monte-Carlo tree search (MCTS) over a seat's own decisions, in worlds sampled from its view.

The choices are tried in sweeps, each in turn in the same world with the same luck, and the worse ones are dropped as
time goes by. A pass goes down the tree of the seat's own choices, lets the other seats and chance act (others by
habit), plays some more decisions by habit so that what was begun is carried out, and judges the position by the
title's evaluation: own worth less that of the best other. The tree is keyed by own choices alone, so it holds for all
worlds, any number of seats, and simultaneous decisions. For titles whose turns are long, see `planner`.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from machinehall.kernel.engine import Engine
from machinehall.kernel.native import mypyc_attr
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

from .greedy import Greedy, Judge, judge_of
from .habits import Habits, habits
from .lead import best_other, lead
from .thinker import Candidate, SearchLimits, Thinker

MOST_REPLIES = 400
"""Decisions of others that one pass follows at most."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class MctsConfig(SearchLimits):
    """How a search thinks."""

    explore: float = 1.0
    """How much choices that were seldom tried attract, in standard deviations of the values."""
    roll: int = 24
    """Decisions played by habit before a position is judged."""
    trust: float = 6.0
    """How many passes the first look by the evaluation counts for."""
    sure: float = 4.0
    """By how many standard errors a choice must be behind to be dropped before its time."""
    least: int = 100
    """Passes that a choice has had before anybody can be sure of it."""
    worlds: int = 2
    """Worlds of the first look."""
    passes_per_world: int = 8
    """At least so many passes are made in a world: to fill one in costs as much as a pass."""


class Node:
    """What is known of the choices at one point of an own line of play."""

    __slots__ = ("children", "prior", "squares", "total", "visits")

    def __init__(self, prior: float = 0.0) -> None:
        self.children: dict[Action, Node] = {}
        self.prior = prior
        self.total = 0.0
        self.squares = 0.0
        self.visits = 0

    def mean(self) -> float:
        return self.total / self.visits

    def variance(self) -> float:
        """Of the values that were seen."""
        return max(0.0, self.squares / self.visits - self.mean() ** 2)


@mypyc_attr(allow_interpreted_subclasses=True)
class Search(Thinker):
    """A bot that searches each decision anew."""

    def __init__(
        self,
        title: Title,
        seed: int | str | None = None,
        plan: MctsConfig | None = None,
        judge: Judge | None = None,
        ways: Habits | None = None,
    ) -> None:
        self.plan = plan or MctsConfig()
        super().__init__(self.plan)
        self.title = title
        self.engine: Engine = title.engine
        self.judge = judge or judge_of(title)
        self.ways = ways or habits(title)
        self.rng = random.Random(seed)
        self.luck = random.Random()
        """Of one pass; the same for all choices of a sweep."""
        self.greedy = Greedy(title, self.rng.getrandbits(32), self.judge, worlds=self.plan.worlds)
        self.seat = 0
        self.span = 0.0

    # Choosing

    @staticmethod
    def order(candidate: Candidate) -> tuple[float, ...]:
        """What is worth most is best; what was dropped is never worth more than what was kept."""
        return -candidate.value, -candidate.visits

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        self.seat = view["seat"]
        root = self.first_look(view, legal, deadline)
        kept = self.sweeps(root, view, deadline)
        worth = self.worth(root)
        least = min(worth[action] for action in kept)
        rows = [
            Candidate(action, worth[action] if action in kept else min(worth[action], least), child.visits, child.prior)
            for action, child in root.children.items()
        ]
        return sorted(rows, key=self.order)

    def sweeps(self, root: Node, view: dict[str, Any], deadline: float) -> list[Action]:
        """Passes until the time is up, or one choice is left; those that were not dropped."""
        left = sorted(root.children, key=lambda action: -root.children[action].prior)
        began, passes, done = time.perf_counter(), self.plan.passes, 0
        world: Any = None
        fresh = 0
        while len(left) > 1:
            if done >= fresh:
                world, fresh = self.title.sample(view, self.rng), done + self.plan.passes_per_world
            luck = self.rng.getrandbits(32)
            for action in left:
                now = 0.0 if passes is not None else time.perf_counter()
                gone = done / passes if passes else (now - began) / (deadline - began) if now < deadline else 1.0
                if gone >= 1.0:
                    return left
                self.luck.seed(luck)
                self.one_pass(root, action, world.clone())
                done += 1
            left = self.drop(root, left, gone)
        return left

    def drop(self, root: Node, left: list[Action], gone: float) -> list[Action]:
        """Without those that are clearly worse; the rest is halved in equal parts of the time, down to two."""
        worth, children = self.worth(root), root.children
        left = sorted(left, key=lambda action: -worth[action])
        best = children[left[0]]
        self.span = self.plan.explore * math.sqrt(root.variance())
        del left[max(2, math.ceil(len(children) ** (1.0 - gone))) :]
        if best.visits < self.plan.least:
            return left
        own = best.variance() / best.visits
        return [
            action
            for action in left
            if (worth[left[0]] - worth[action])
            <= self.plan.sure * math.sqrt(own + children[action].variance() / children[action].visits)
        ]

    def worth(self, root: Node) -> dict[Action, float]:
        """What is thought of each choice: the passes, and the first look put on their level."""
        tried = [child for child in root.children.values() if child.visits]
        shift = sum([child.mean() - child.prior for child in tried]) / len(tried) if tried else 0.0
        trust = self.plan.trust
        return {
            action: (child.total + trust * (child.prior + shift)) / (child.visits + trust)
            for action, child in root.children.items()
        }

    def first_look(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> Node:
        """The root: each choice with what the evaluation says once it is carried out, as far as the time reaches."""
        worlds = [self.title.sample(view, self.rng) for _ in range(self.plan.worlds)]
        rival = sum(best_other(self.title, self.judge, world, self.seat) for world in worlds) / len(worlds)
        values: dict[Action, float] = {}
        for action in sorted(legal, key=self.ways.weight.__getitem__, reverse=True):
            if values and self.plan.passes is None and time.perf_counter() >= deadline:
                break
            values[action] = self.greedy.values(worlds, self.seat, [action])[0] - self.plan.rivals * rival
        low, high = min(values.values()), max(values.values())
        self.span = self.plan.explore * max(1.0, high - low)
        root = Node()
        root.children = {action: Node(values.get(action, low)) for action in legal}
        return root

    # One pass

    def one_pass(self, root: Node, action: Action, state: Any) -> None:
        """From a first choice down the tree, a little further by habit, and back with the value."""
        engine, seat, rng = self.engine, self.seat, self.luck
        node = root.children[action]
        path = [root, node]
        engine.apply(state, seat, action, False)
        for _ in range(MOST_REPLIES):
            to_act = engine.to_act(state)
            if not to_act:
                break
            if to_act[0] == CHANCE:
                engine.deal(state, rng)
                continue
            if seat not in to_act:
                who = to_act[0]
                engine.apply(state, who, self.ways.pick(engine.legal(state, who), rng, state), False)
                continue
            legal = engine.legal(state, seat)
            if len(legal) == 1:
                engine.apply(state, seat, legal[0], False)
                continue
            action = self.select(node, legal, state)
            child = node.children.get(action)
            fresh = child is None
            if child is None:
                child = node.children[action] = Node()
            engine.apply(state, seat, action, False)
            node = child
            path.append(node)
            if fresh:
                break
        self.roll(state)
        value = self.value(state)
        for node in path:
            node.visits += 1
            node.total += value
        for node in path[:2]:
            node.squares += value * value

    def select(self, node: Node, legal: Sequence[Action], state: Any) -> Action:
        """The choice with the best upper bound of those that were tried, or by habit a new one: one more for each
        square of passes."""
        children = node.children
        known = [(action, children[action]) for action in legal if action in children]
        if len(known) < len(legal) and (not known or node.visits >= len(known) ** 2):
            return self.ways.pick([action for action in legal if action not in children], self.luck, state)
        log = math.log(node.visits + 1)
        best, found = -math.inf, legal[0]
        for action, child in known:
            bound = child.total / child.visits + self.span * math.sqrt(log / child.visits)
            if bound > best:
                best, found = bound, action
        return found

    def roll(self, state: Any) -> None:
        """Some decisions by habit."""
        engine, rng, ways = self.engine, self.luck, self.ways
        left = self.plan.roll
        while left > 0:
            to_act = engine.to_act(state)
            if not to_act:
                return
            if to_act[0] == CHANCE:
                engine.deal(state, rng)
                continue
            engine.apply(state, to_act[0], ways.pick(engine.legal(state, to_act[0]), rng, state), False)
            left -= 1
        engine.deal(state, rng)

    # Values

    def value(self, state: Any) -> float:
        return lead(self.title, self.judge, state, self.seat, self.plan.rivals)
