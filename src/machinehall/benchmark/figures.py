"""From matches to figures: points, shares of wins and leads, each with an interval from a bootstrap over deals."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .play import Row
from .tables import DEALS, NAME, Table

DRAWS = 1000
"""Samples of the bootstrap."""
DIGITS = 4
FEW_DEALS = 10
"""Below so many deals a bootstrap over them says nothing, and no interval is shown."""
Values = np.ndarray[Any, np.dtype[np.float64]]


def points(row: Row) -> float:
    """What of the other seats the bot has beaten, a tie counting half: 0.5 is fair at any number of seats.
    Alone: whether it has won."""
    places, seat = row["places"], row["seat"]
    if len(places) == 1:
        return float(places[0] == 1)
    others = [place for i, place in enumerate(places) if i != seat]
    beaten: float = sum((place > places[seat]) + 0.5 * (place == places[seat]) for place in others)
    return beaten / len(others)


def win(row: Row) -> float:
    places: list[int] = row["places"]
    return 1 / places.count(1) if places[row["seat"]] == 1 else 0.0


def lead(row: Row) -> float:
    """The score less that of the best other, or of the automata."""
    scores = [*row["scores"], *row.get("automata", ())]
    others = [score for i, score in enumerate(scores) if i != row["seat"]]
    return float(scores[row["seat"]] - max(others, default=0))


MEASURES = {"points": points, "wins": win, "lead": lead, "score": lambda row: float(row["scores"][row["seat"]])}


def whole_deals(table: Table, rows: Iterable[Row]) -> dict[int, dict[str, list[Row]]]:
    """The deals of a table that were played against every opponent from every seat: deal, opponent, matches.

    They count from the first on without a gap: nobody can leave out those that went badly."""
    found: dict[int, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if (row["title"], row["seats"]) == (table.title, table.seats):
            found[row["deal"]][row["opponent"]].append(row)
    full = dict.fromkeys(table.opponents, table.seats)
    whole: dict[int, dict[str, list[Row]]] = {}
    while {o: len({row["seat"] for row in same}) for o, same in found[len(whole)].items()} == full:
        by = found[len(whole)]
        whole[len(whole)] = {o: sorted(by[o], key=lambda row: int(row["seat"])) for o in table.opponents}
    return whole


def drawn(count: int, name: str) -> Values:
    """How often each deal comes when deals are drawn again: one row for each draw, the same on every machine."""
    rng = random.Random(f"{NAME}/{name}")
    rows = np.zeros((DRAWS, count))
    for row in rows:
        for at in rng.choices(range(count), k=count):
            row[at] += 1
    return rows / count


def interval(sample: Values) -> list[float]:
    ordered = np.sort(sample)
    return [float(ordered[int(0.025 * DRAWS)]), float(ordered[int(0.975 * DRAWS) - 1])]


def told(values: Sequence[float], sample: Values, share: bool) -> dict[str, Any]:
    """Mean and interval. A share of all or nothing has nothing to draw: its interval is the exact one of so many
    deals that all went the same way."""
    low, high = interval(sample)
    if share and set(values) == {1.0}:
        low = 0.025 ** (1 / len(values))
    if share and set(values) == {0.0}:
        high = 1 - 0.025 ** (1 / len(values))
    return {"mean": rounded(math.fsum(values) / len(values)), "interval": [rounded(low), rounded(high)]}


def rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0


def table_figures(table: Table, rows: Iterable[Row]) -> tuple[dict[str, Any], Values] | None:
    """The figures of one table and its points when deals are drawn again; None where no deal is whole."""
    deals = whole_deals(table, rows)
    if not deals:
        return None
    again = drawn(len(deals), table.name)
    against: dict[str, Any] = {}
    samples: list[Values] = []
    means: list[list[float]] = []
    for opponent in table.opponents:
        same = [by[opponent] for by in deals.values()]
        against[opponent] = {"matches": sum(map(len, same))}
        for key, measure in MEASURES.items():
            values = [math.fsum(map(measure, matches)) / len(matches) for matches in same]
            sample = again @ np.array(values)
            against[opponent][key] = told(values, sample, share=key in ("points", "wins"))
            if key == "points":
                samples.append(sample)
                means.append(values)
    both = [math.fsum(of_deal) / len(of_deal) for of_deal in zip(*means, strict=True)]
    sample = np.mean(samples, axis=0)
    facts = {"deals": len(deals), "fair": rounded(1 / table.seats), "points": told(both, sample, share=True)}
    return facts | {"against": against}, sample


def figures(tables: Sequence[Table], rows: Sequence[Row]) -> dict[str, Any]:
    """All figures: of each table with whole deals, and the mean of their points."""
    found = {table.name: made for table in tables if (made := table_figures(table, rows))}
    body: dict[str, Any] = {
        "complete": len(found) == len(tables) and all(one["deals"] >= DEALS for one, _ in found.values()),
        "tables": {name: one for name, (one, _) in found.items()},
    }
    if found:
        means = [one["points"]["mean"] for one, _ in found.values()]
        sample: Values = np.mean([sample for _, sample in found.values()], axis=0)
        body["points"] = told(means, sample, share=False)
    return body


def differences(one: Any, other: Any, at: str = "") -> list[str]:
    """Where two sets of figures differ by more than their last digit."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = [*one, *(key for key in other if key not in one)]
        return [d for key in keys for d in differences(one.get(key), other.get(key), f"{at}/{key}".lstrip("/"))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [d for i, pair in enumerate(zip(one, other, strict=True)) for d in differences(*pair, f"{at}/{i}")]
    if isinstance(one, float | int) and isinstance(other, float | int) and not isinstance(one, bool):
        return [] if math.isclose(one, other, rel_tol=0, abs_tol=1.5 * 10**-DIGITS) else [f"{at}: {one}, not {other}"]
    return [] if one == other else [f"{at}: {one}, not {other}"]
