"""The proof of a league: every match is played again from its decisions, on the deal of its seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from machinehall.arena.backends import stream
from machinehall.benchmark.play import kept_title
from machinehall.kernel.values import MachineHallError

from .folder import League, Row, same_program
from .play import replay


def faults(
    league: League,
    workers: int | None = None,
    watch: Callable[[Iterator[str], int], Iterable[str]] = lambda rows, total: rows,
) -> list[str]:
    """All that is wrong with a league's files."""
    same_program(league, kept_title(league.head["title"]))
    bare = League(league.folder, league.head)
    calls = iter([(bare, row) for row in league.rows.values()])
    answers = stream(fault_of, calls, workers)
    return [*league.odd, *(fault for fault in watch(answers, len(league.rows)) if fault)]


def fault_of(league: League, row: Row) -> str:
    """What is wrong with a match, or nothing."""
    name = f"deal {row['deal']}, seat {row['seat']}"
    try:
        true = replay(league, row)
    except MachineHallError as fault:
        return f"{name}: {fault}"
    wrong = [key for key in true if row.get(key) != true[key]]
    return "; ".join(f"{name}: {key} {row.get(key)}, not {true[key]}" for key in wrong)
