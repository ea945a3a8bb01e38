"""Who judges positions for a review: expected final points of each seat by source, their spread, the chance to win.

A review asks for nothing but `Judge`. The best is a net (`net_judge`). Where none lies with the title, a linear model
of facts that every title has takes its place, fitted by `scripts/train/fit_judge.py` to matches of bots; a title
without such a file is judged by its evaluation alone.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from machinehall.bots.greedy import judge_of
from machinehall.bots.judgement import Judgement, at_the_end
from machinehall.bots.lead import automata_worth
from machinehall.kernel.title import Title

from .net_judge import NetJudge, net_judge
from .shapes import Figure

if TYPE_CHECKING:
    from pathlib import Path

    Array = np.ndarray[Any, np.dtype[np.float64]]

TO_COME = "review.to_come"
"""The source of what is expected beyond what would be scored now, where nobody has learned where it will come from."""
DRAWS = 256
UNFITTED = 0.15
"""The spread of a final score as a part of it, where nothing was fitted."""


class Judge(Protocol):
    """Something that judges positions of one title."""

    @property
    def name(self) -> str:
        """Which judge, and of which version: a review that another one made is renewed."""
        ...

    @property
    def sources(self) -> tuple[str, ...]:
        """Message ids of where points come from."""
        ...

    @property
    def bands(self) -> tuple[float, float, float]:
        """Points from which a loss is small, middling and large."""
        ...

    def judge(self, state: Any) -> Judgement: ...

    def usual(self, seats: int) -> Figure | None:
        """What a turn usually changes in the lead of whoever takes it, at tables of so many, if that is known."""
        ...


@lru_cache(maxsize=16)
def draws(count: int) -> Array:
    """The same throws each time, so that equal positions are judged alike."""
    return np.random.default_rng(7).standard_normal((DRAWS, count))


def win_chances(expected: Sequence[float], deviation: Sequence[float], seats: int) -> tuple[float, ...]:
    """How often each comes first if final scores vary by themselves."""
    thrown = np.asarray(expected) + draws(len(expected)) * np.asarray(deviation)
    first = np.bincount(thrown.argmax(axis=1), minlength=len(expected)) / DRAWS
    return tuple(float(share) for share in first[:seats])


class PlainJudge:
    """By the title's evaluation, for titles for which nothing was fitted."""

    def __init__(self, title: Title) -> None:
        self.title, self.worth = title, judge_of(title)
        steps = title.score(title.lookup, title.start(title.seats[0])).breakdown[0]
        self.sources = (*steps, TO_COME)
        self.name = f"plain-{title.name}-{title.rules_version}"
        self.bands = (1.0, 2.0, 4.0)

    def usual(self, seats: int) -> None:
        return None

    def judge(self, state: Any) -> Judgement:
        outcome = self.title.score(self.title.lookup, state)
        if not state.stack:
            return at_the_end(self.sources, outcome)
        rows = []
        for seat, steps in enumerate(outcome.breakdown):
            now = [float(steps.get(source, 0)) for source in self.sources[:-1]]
            rows.append((*now, self.worth(self.title.lookup, state, seat) - sum(now)))
        others = tuple(automata_worth(self.title, state))
        expected = [*map(sum, rows), *others]
        spread = [max(1.0, UNFITTED * abs(score)) for score in expected]
        seats = len(rows)
        return Judgement(tuple(rows), tuple(spread[:seats]), win_chances(expected, spread, seats), others)


# The fitted judge


def facts(title: Title, state: Any) -> list[dict[str, float]]:
    """For each seat: what it would score now, the parts of its evaluation, and what it is worth beside the others."""
    outcome = title.score(title.lookup, state)
    reasons, worth = title.minds.reasons, judge_of(title)
    rows: list[dict[str, float]] = []
    for seat, steps in enumerate(outcome.breakdown):
        row = {f"now {step}": float(points) for step, points in steps.items()}
        if reasons is not None:
            row |= {f"part {part}": value for part, value in reasons(title.lookup, state, seat).items()}
        row["worth"], row["points now"] = worth(title.lookup, state, seat), float(sum(steps.values()))
        rows.append(row)
    worths = [row["worth"] for row in rows]
    for seat, row in enumerate(rows):
        others = [*worths[:seat], *worths[seat + 1 :], *automata_worth(title, state)] or [0.0]
        row["best other"], row["mean other"] = max(others), statistics.fmean(others)
        row[f"seats {len(rows)}"] = 1.0
    return rows


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What was fitted. Final points of a source are those of now, and what facts make one expect beyond them."""

    name: str
    sources: tuple[str, ...]
    facts: tuple[str, ...]
    mean: Array
    scale: Array
    late: Array
    """How far a match is, 0 to 1, from the mean facts of all seats; the last number is the constant."""
    weights: Array
    """A row for each of: constant, facts, lateness, facts by lateness; a column for each source."""
    deviation: Array
    """The spread of final scores in equal parts of a match."""
    bands: tuple[float, float, float]
    about: str = ""

    def stage(self, rows: Array) -> float:
        return float(np.clip(rows.mean(axis=0) @ self.late[:-1] + self.late[-1], 0.0, 1.0))

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            **{name: np.asarray(getattr(self, name)) for name in self.__dataclass_fields__},  # type: ignore[arg-type]
        )


@lru_cache(maxsize=8)
def load_model(path: Path) -> Model:
    with np.load(path, allow_pickle=False) as body:
        small, middle, large = map(float, body["bands"])
        return Model(
            name=str(body["name"]),
            sources=tuple(map(str, body["sources"])),
            facts=tuple(map(str, body["facts"])),
            mean=body["mean"],
            scale=body["scale"],
            late=body["late"],
            weights=body["weights"],
            deviation=body["deviation"],
            bands=(small, middle, large),
            about=str(body["about"]),
        )


def inputs(rows: Array, late: float) -> Array:
    """What the weights are for."""
    ones = np.ones((len(rows), 1))
    return np.hstack([ones, rows, late * ones, late * rows])


class FittedJudge:
    """By the title's fitted model."""

    def __init__(self, title: Title, model: Model) -> None:
        self.title, self.model = title, model
        self.name, self.sources, self.bands = model.name, model.sources, model.bands

    def usual(self, seats: int) -> None:
        return None

    def judge(self, state: Any) -> Judgement:
        title, model = self.title, self.model
        if not state.stack:
            return at_the_end(model.sources, title.score(title.lookup, state))
        known = facts(title, state)
        rows = (self.table(known) - model.mean) / model.scale
        late = model.stage(rows)
        now = np.array([[row.get(f"now {source}", 0.0) for source in model.sources] for row in known])
        points = now + inputs(rows, late) @ model.weights
        others = tuple(automata_worth(title, state))
        place = late * (len(model.deviation) - 1)
        spread = float(np.interp(place, range(len(model.deviation)), model.deviation))
        expected = [*points.sum(axis=1).tolist(), *others]
        win = win_chances(expected, [spread] * len(expected), len(known))
        return Judgement(tuple(map(tuple, points.tolist())), (spread,) * len(known), win, others)

    def table(self, known: Sequence[Mapping[str, float]]) -> Array:
        return np.array([[row.get(name, 0.0) for name in self.model.facts] for row in known])


MAKERS: list[Callable[[Title], Judge | None]] = []
"""Others that are asked first, the last one before the rest: a package or a learned net puts itself here."""


def judge_for(title: Title) -> Judge:
    """The best judge that there is for a title."""
    for maker in reversed(MAKERS):
        found: Judge | None = maker(title)
        if found is not None:
            return found
    if (learned := net_judge(title)) is not None:
        return learned
    path = title.home.outlook
    return FittedJudge(title, load_model(path)) if path.exists() else PlainJudge(title)


def judge_all(judge: Judge, states: Sequence[Any]) -> list[Judgement]:
    """Of many positions; a net is quicker with all of them at once."""
    return judge.judge_all(states) if isinstance(judge, NetJudge) else [judge.judge(state) for state in states]
