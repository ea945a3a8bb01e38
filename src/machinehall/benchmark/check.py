"""The proof of a file of results: every match is played again from its decisions, every figure worked out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from machinehall.arena.backends import spread
from machinehall.kernel.values import BadRecord, MachineHallError

from .figures import differences, figures
from .play import Row, replay, task_of
from .results import not_frozen
from .tables import Task, tables, versions

KEYS = ("scores", "places", "automata", "decisions")


def faults(
    body: dict[str, Any],
    again: int = 0,
    workers: int | None = None,
    watch: Callable[[Iterator[str], int], Iterable[str]] = lambda rows, total: rows,
    bot: str = "",
) -> list[str]:
    """All that is wrong with results. `again`: in so many matches of a table and opponent the opponents think anew;
    the bot as well, if it is named."""
    other = versions(body["titles"])
    if body["titles"] != other:
        names = [name for name, one in other.items() if body["titles"][name] != one]
        raise BadRecord(
            f"played with other rules or components of {', '.join(names)};"
            f" check it with the program it was made with: machinehall {body.get('machinehall', '?')}"
        )
    found = [f"{one} does not play as the benchmark's" for one in not_frozen(body)]
    rows: list[Row] = body["matches"]
    found += twice(rows)
    looked_at = sample(rows, again)
    calls = [(row, number in looked_at, bot) for number, row in enumerate(rows)]
    answers = (fault_of(*call) for call in calls) if workers == 0 else spread(fault_of, calls, workers)
    wrong = [fault for fault in watch(iter(answers), len(calls)) if fault]
    if wrong:
        return found + wrong  # figures of such matches say nothing
    return found + [f"figures: {one}" for one in differences(body["figures"], figures(tables(), rows))]


def twice(rows: Sequence[Row]) -> list[str]:
    seen: set[Task] = set()
    found = []
    for row in rows:
        task = task_of(row)
        if task in seen:
            found.append(f"{name(task)} is there twice")
        seen.add(task)
    return found


def sample(rows: Sequence[Row], again: int) -> set[int]:
    """Numbers of matches, as many of each table and opponent, evenly spread."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number, row in enumerate(rows):
        task = task_of(row)
        groups.setdefault((task.table, task.opponent), []).append(number)
    found: set[int] = set()
    for same in groups.values():
        count = min(again, len(same))
        found |= {same[i * len(same) // count] for i in range(count)}
    return found


def fault_of(row: Row, thinking: bool, bot: str = "") -> str:
    """What is wrong with a match, or nothing."""
    task = task_of(row)
    try:
        true = replay(row, thinking, bot)
    except MachineHallError as fault:
        return f"{name(task)}: {fault}"
    wrong = [key for key in KEYS if row.get(key) != true.get(key)]
    return "; ".join(f"{name(task)}: {key} {row.get(key)}, not {true.get(key)}" for key in wrong)


def name(task: Task) -> str:
    return "/".join(map(str, task))
