"""The levels that search: journeyman, a second on one core; master, five seconds on two."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .search import Candidate, Plan, Search

JOURNEYMAN = Plan(seconds=1.0)
MASTER = Plan(seconds=5.0)
MASTER_CORES = 2

Row = tuple[Action, float, float, float]
"""A choice, the sum of its values, its visits, its value at the first look."""


def journeyman(title: Title, seed: int | str | None = None, passes: int | None = None) -> Search:
    return Search(title, seed, replace(JOURNEYMAN, passes=passes))


def master(title: Title, seed: int | str | None = None, passes: int | None = None) -> Team:
    return Team(title, seed, replace(MASTER, passes=passes))


SEARCHING: dict[str, Callable[..., Any]] = {"journeyman": journeyman, "master": master}


@lru_cache(maxsize=1)
def helpers() -> ProcessPoolExecutor:
    """The other core: one process for the whole program, started when it is first needed."""
    return ProcessPoolExecutor(MASTER_CORES - 1, mp_context=get_context("spawn"))


@lru_cache(maxsize=4)
def searcher(name: str) -> Search:
    """In the helper: a search that is kept between decisions."""
    import machinehall

    return Search(machinehall.title(name))


def help_think(
    name: str, plan: Plan, seed: int, view: dict[str, Any], legal: list[Action], deadline: float
) -> list[Row]:
    """In the helper: think about the same question. `deadline` is the wall clock's, which processes share."""
    search = searcher(name)
    search.plan = plan
    search.rng.seed(seed)
    return rows(search, view, legal, time.perf_counter() + deadline - time.time())


def known_title(name: str) -> Title | None:
    import machinehall

    try:
        return machinehall.title(name)
    except machinehall.UnknownTitle:
        return None


def rows(search: Search, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Row]:
    root = search.think(view, legal, deadline)
    return [(action, child.total, child.visits, child.prior) for action, child in root.children.items()]


class Team:
    """Two searches with different luck, whose findings are put together."""

    def __init__(self, title: Title, seed: int | str | None = None, plan: Plan = MASTER) -> None:
        self.title = title
        self.plan = plan
        self.own = Search(title, seed, plan)
        self.candidates: list[Candidate] = []
        # A helper finds the title by its name, so an owner's own components are thought through on one core.
        self.alone = title is not known_title(title.name)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Any = None) -> Action:
        """The choice that both searches together came back to most often."""
        given = getattr(clock, "seconds", None)
        budget = self.plan.seconds if given is None else min(given, self.plan.seconds)
        if len(legal) == 1:
            self.candidates = [Candidate(legal[0], 0.0, 0, 0.0)]
            return legal[0]
        found = self.both(view, list(legal), budget * 0.95)
        trust = self.plan.trust * len(found)
        merged = []
        for same in zip(*found, strict=True):
            visits = sum(row[2] for row in same)
            first = sum(row[3] for row in same) / len(same)
            merged.append(Candidate(same[0][0], sum(row[1] for row in same) / visits, int(visits - trust), first))
        self.candidates = sorted(merged, key=lambda c: (-c.visits, -c.value))
        return self.candidates[0].action

    def both(self, view: dict[str, Any], legal: list[Action], budget: float) -> list[list[Row]]:
        """Side by side within the time; one after the other when passes are counted, so that play can be repeated."""
        started, seed = time.time(), self.own.rng.getrandbits(32)
        if self.plan.passes is not None or self.alone:
            share = budget / MASTER_CORES
            return [rows(self.own, view, legal, time.perf_counter() + share) for _ in range(MASTER_CORES)]
        asked: Future[list[Row]] = helpers().submit(
            help_think, self.title.name, self.plan, seed, view, legal, started + budget
        )
        mine = rows(self.own, view, legal, time.perf_counter() + budget)
        # A helper that is late, still starting for example, is not waited for.
        late = started + budget * 1.02 - time.time()
        try:
            return [mine, asked.result(timeout=max(0.0, late))]
        except TimeoutError:
            asked.cancel()
            return [mine]

    def explain(self) -> list[Candidate]:
        """The candidates of the last choice, the best first."""
        return self.candidates
