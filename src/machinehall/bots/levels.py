"""The levels above the apprentice.

Where a title has a net for all its tables (`net.py`), the journeyman does what it does most readily, at once, and the
master plays its likeliest choices on in thought, two seconds on one core; alone by the policy for one player, where the
title has one. Elsewhere they search, the journeyman a second on one core, the master five on two; a net that does not
play as well as that says which choices are worth a look (`guided.py`). By the names `classic-...` they search without a
net everywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, TypeAlias

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from .greedy import Judge
from .habits import habits_file
from .hints import Adviser, Advises
from .planner import Planner, PlannerConfig, PlayoutConfig
from .processes import end_with_parent
from .search import MctsConfig, Search
from .thinker import Candidate, SearchLimits, Thinker

if TYPE_CHECKING:
    from .policy_search import PolicySearch

JOURNEYMAN = 1.0
MASTER = 5.0
"""Seconds for a decision."""
MASTER_BY_NET = 2.0
LEARNED = frozenset({"journeyman", "master"})
"""Levels that play by the net of a title, where it has one."""
MASTER_CORES = 2

Row = tuple[Action, float, int, float]
"""A choice, its value, its visits, its value at the first look."""
AnySearch: TypeAlias = "Search | Planner | PolicySearch"


def thinker(
    title: Title,
    seed: int | str | None,
    seconds: float,
    passes: int | None,
    judge: Judge | None = None,
    *,
    by_advice: bool = False,
) -> Search | Planner:
    """A title that says where its turns begin is thought through turn by turn, the others decision by decision; by
    advice of a net, if there is one and it is wanted."""
    if any(kind.turn for kind in title.events.values()):
        return Planner(title, seed, planner_config(title, seconds, passes), judge)
    if by_advice and has_net(title):
        from .guided import Guided

        return Guided(title, seed, MctsConfig(seconds, passes))
    return Search(title, seed, MctsConfig(seconds, passes), judge)


def planner_config(title: Title, seconds: float, passes: int | None) -> PlannerConfig:
    """Where nobody has learned how the others act, to look far tells little: the own turn is thought through longer."""
    if habits_file(title).exists():
        return PlannerConfig(seconds, passes)
    return PlannerConfig(seconds, passes, first=0.6, most=3000, onward=PlayoutConfig(turns=1))


class PolicyOrSearch:
    """By a learned policy where there is one for such a table; otherwise as is usual, as a journeyman thinks."""

    def __init__(
        self,
        title: Title,
        seed: int | str | None,
        seconds: float,
        passes: int | None,
        usual: AnySearch | None = None,
    ) -> None:
        self.title, self.limits = title, (seed, seconds, passes)
        self.usual = usual or thinker(title, *self.limits)
        self.learned: PolicySearch | None = None

    def at(self, view: dict[str, Any]) -> AnySearch:
        if not self.title.alone(view["seats"]):
            return self.usual
        from .policy import holds  # with numpy, which takes its time to load
        from .policy_search import PolicySearch, PolicySearchConfig

        if not holds(self.title, view):
            return self.usual
        if self.learned is None:
            seed, seconds, passes = self.limits
            self.learned = PolicySearch(self.title, seed, PolicySearchConfig(seconds, passes))
        return self.learned


def has_net(title: Title) -> bool:
    """Whether the title has a net that knows it, however well that plays."""
    if not title.home.net.exists():
        return False
    from .net_bot import known  # with numpy, which takes its time to load

    return known(title)


def by_net(title: Title) -> bool:
    """Whether the levels of a title have learned all its tables."""
    if not has_net(title):
        return False
    from .net_bot import learned

    return learned(title)


def seconds(title: Title, level: str) -> float:
    """How long a level thinks about a decision; 0: it decides at once."""
    if by_net(title):
        return {"master": MASTER_BY_NET}.get(level, 0.0)
    return {"journeyman": JOURNEYMAN, "master": MASTER}.get(level, 0.0)


def journeyman(title: Title, seed: int | str | None = None) -> Any:
    """The net of the title, at once, or a search."""
    if not by_net(title):
        return guided(title, seed)
    from .net_bot import NetBot

    return NetBot(title, seed)


def master(title: Title, seed: int | str | None = None) -> Any:
    """The net of the title with a search on top, or two searches; alone by the policy that a title has for it."""
    return MasterByNet(title, seed) if by_net(title) else Ensemble(title, seed, by_advice=True)


class MasterByNet:
    """A search with the net of all tables. Alone with the policy for one player, if there is one."""

    def __init__(
        self, title: Title, seed: int | str | None = None, seconds: float = MASTER_BY_NET, passes: int | None = None
    ) -> None:
        from .net_search import NetSearch
        from .policy_search import PolicySearchConfig

        with_net = NetSearch(title, seed, PolicySearchConfig(seconds, passes))
        self.either = PolicyOrSearch(title, seed, seconds, passes, with_net)
        self.own: AnySearch = with_net

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Any = None) -> Action:
        self.own = self.either.at(view)
        return self.own.choose(view, legal, clock)

    def explain(self) -> list[Candidate]:
        """The candidates of the last choice, the best first."""
        return self.own.explain()


def adviser(title: Title, seed: int | str | None = 0) -> Advises:
    """Who gives hints: the net of the title, where it has one."""
    if not has_net(title):
        return Adviser(title, seed)
    from .net_hints import NetAdviser

    return NetAdviser(title, seed)


def guided(title: Title, seed: int | str | None = None, passes: int | None = None) -> AnySearch:
    """As the classic journeyman, by advice of the title's net."""
    return thinker(title, seed, JOURNEYMAN, passes, by_advice=True)


def classic_journeyman(title: Title, seed: int | str | None = None, passes: int | None = None) -> AnySearch:
    return thinker(title, seed, JOURNEYMAN, passes)


def classic_master(title: Title, seed: int | str | None = None, passes: int | None = None) -> Ensemble:
    return Ensemble(title, seed, MASTER, passes)


CLASSIC = "classic-"
"""Before the name of a level: as it was before nets were learned, a fixed mark for what comes after."""
SEARCHING: dict[str, Callable[..., Any]] = {
    "journeyman": classic_journeyman,
    "master": classic_master,
    f"{CLASSIC}journeyman": classic_journeyman,
    f"{CLASSIC}master": classic_master,
    "guided": guided,
}
"""Those whose passes can be counted."""


@lru_cache(maxsize=1)
def helpers() -> ProcessPoolExecutor:
    """The other core: one process for the whole program, started when it is first needed."""
    return ProcessPoolExecutor(MASTER_CORES - 1, mp_context=get_context("spawn"), initializer=end_with_parent)


@lru_cache(maxsize=4)
def searcher(name: str, seconds: float, by_advice: bool) -> PolicyOrSearch:
    """In the helper: a search that is kept between decisions."""
    import machinehall

    title = machinehall.title(name)
    return PolicyOrSearch(title, None, seconds, None, thinker(title, None, seconds, None, by_advice=by_advice))


def help_think(
    name: str, seconds: float, by_advice: bool, seed: int, view: dict[str, Any], legal: list[Action], deadline: float
) -> list[Row]:
    """In the helper: think about the same question. `deadline` is the wall clock's, which processes share."""
    search = searcher(name, seconds, by_advice).at(view)
    search.rng.seed(seed)
    return rows(search, view, legal, time.perf_counter() + deadline - time.time())


def known_title(name: str) -> Title | None:
    import machinehall

    try:
        return machinehall.title(name)
    except machinehall.UnknownTitle:
        return None


def rows(search: AnySearch, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Row]:
    found = {row.action: (row.action, row.value, row.visits, row.first) for row in search.think(view, legal, deadline)}
    return [found[action] for action in legal]


def merged(found: Sequence[Sequence[Row]], order: Callable[[Candidate], tuple[float, ...]]) -> list[Candidate]:
    """Candidates of several searches: means of their values, what was looked at longer counting more."""
    together = []
    for same in zip(*found, strict=True):
        weights = [row[2] + 1 for row in same]
        value = sum(row[1] * weight for row, weight in zip(same, weights, strict=True)) / sum(weights)
        first = sum(row[3] for row in same) / len(same)
        together.append(Candidate(same[0][0], value, sum(row[2] for row in same), first))
    return sorted(together, key=order)


class Ensemble(Thinker):
    """Two searches with different luck, whose findings are put together."""

    in_time = 0.95

    def __init__(
        self,
        title: Title,
        seed: int | str | None = None,
        seconds: float = MASTER,
        passes: int | None = None,
        *,
        by_advice: bool = False,
    ) -> None:
        super().__init__(SearchLimits(seconds, passes))
        self.title, self.by_advice = title, by_advice
        usual = thinker(title, seed, seconds, passes, by_advice=by_advice)
        self.either = PolicyOrSearch(title, seed, seconds, passes, usual)
        self.own: AnySearch = self.either.usual
        # A helper finds the title by its name, so an owner's own components are thought through on one core.
        self.alone = title is not known_title(title.name)

    def think(self, view: dict[str, Any], legal: Sequence[Action], deadline: float) -> list[Candidate]:
        return merged(self.both(view, list(legal), deadline - time.perf_counter()), self.own.order)

    def foreseen(self, view: dict[str, Any], legal: Sequence[Action]) -> bool:
        self.own = self.either.at(view)
        known = self.own.foreseen(view, legal)
        self.candidates = self.own.candidates
        return known

    def keep(self, action: Action) -> None:
        self.own.keep(action)

    def both(self, view: dict[str, Any], legal: list[Action], budget: float) -> list[list[Row]]:
        """Side by side within the time; one after the other when passes are counted, so that play can be repeated."""
        started, seed = time.time(), self.own.rng.getrandbits(32)
        if self.limits.passes is not None or self.alone:
            share = budget / MASTER_CORES
            return [rows(self.own, view, legal, time.perf_counter() + share) for _ in range(MASTER_CORES)]
        asked: Future[list[Row]] = helpers().submit(
            help_think, self.title.name, self.limits.seconds, self.by_advice, seed, view, legal, started + budget
        )
        mine = rows(self.own, view, legal, time.perf_counter() + budget)
        # A helper that is late, still starting for example, is not waited for.
        late = started + budget * 1.02 - time.time()
        try:
            return [mine, asked.result(timeout=max(0.0, late))]
        except TimeoutError:
            asked.cancel()
            return [mine]
