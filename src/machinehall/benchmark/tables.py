"""What is played: the tables that titles bring, the deals, and who sits where."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import machinehall
from machinehall.kernel.homes import homes
from machinehall.kernel.values import MachineHallError

VERSION = 1
NAME = f"Machine Hall Benchmark {VERSION}"
DEALS = 200
FIRST_SEED = 1_000_000
"""Of the first deal; the others count up. Nobody should learn from these."""
ALONE = "alone"
"""Instead of an opponent, where a seat plays against what nobody plays."""


class NoTable(MachineHallError):
    """The benchmark has no such table."""


@dataclass(frozen=True, slots=True)
class Table:
    """One kind of match: a title at so many seats, and whom one meets there."""

    title: str
    seats: int
    opponents: tuple[str, ...]
    options: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.title}/{self.seats}"


class Task(NamedTuple):
    """One match: all that it depends on but the bot itself."""

    title: str
    seats: int
    opponent: str
    deal: int
    seat: int
    """Where the bot sits; all others are its opponent."""

    @property
    def table(self) -> str:
        return f"{self.title}/{self.seats}"

    @property
    def seed(self) -> int:
        return FIRST_SEED + self.deal

    def bots(self, bot: str) -> list[str]:
        return [bot if seat == self.seat else self.opponent for seat in range(self.seats)]

    def luck(self, seat: int) -> str:
        """The seed of the bot of a seat. It does not give away that of the deal."""
        told = "/".join(map(str, (NAME, *self, seat)))
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Entry:
    """A title's part in the benchmark: its tables, and the versions that they are made for."""

    rules: int
    data: str
    frozen: Mapping[str, str]
    """A finger-print of each opponent's play."""
    tables: tuple[Table, ...]


def entries() -> dict[str, Entry]:
    """The titles that take part."""
    found = {}
    for name, home in homes().items():
        path = home.benchmark
        if path.is_file():
            body = json.loads(path.read_text(encoding="utf-8"))
            if body["benchmark"] == VERSION:
                found[name] = entry(name, body)
    return found


def entry(title: str, body: Mapping[str, Any]) -> Entry:
    tables = [Table(title, row["seats"], tuple(row["opponents"]), row.get("options", {})) for row in body["tables"]]
    return Entry(body["rules"], body["data"], body["frozen"], tuple(tables))


def tables(titles: Collection[str] = (), seats: Collection[int] = ()) -> list[Table]:
    """All tables, or those of some titles and player counts."""
    known = entries()
    if wrong := [name for name in titles if name not in known]:
        raise NoTable(f"{NAME} has no title {wrong[0]!r}; there are: {', '.join(known)}")
    every = [table for name, one in known.items() if not titles or name in titles for table in one.tables]
    found = [table for table in every if not seats or table.seats in seats]
    if not found:
        raise NoTable(f"{NAME} has no such table; there are: {', '.join(table.name for table in every)}")
    return found


def tasks(found: Collection[Table], deals: int) -> Iterator[Task]:
    """Deal by deal, so that what is there after a while is of all tables."""
    for deal in range(deals):
        for table in found:
            for opponent in table.opponents:
                for seat in range(table.seats):
                    yield Task(table.title, table.seats, opponent, deal, seat)


def table_of(task: Task) -> Table:
    known = entries().get(task.title)
    found = next((t for t in known.tables if t.seats == task.seats), None) if known else None
    there = found is not None and task.opponent in found.opponents
    if found is None or not (there and 0 <= task.seat < task.seats and 0 <= task.deal < DEALS):
        raise NoTable(f"{NAME} has no match {'/'.join(map(str, task))}")
    return found


def versions(titles: Collection[str]) -> dict[str, dict[str, Any]]:
    """What results of these titles depend on."""
    found = {}
    for name in titles:
        title = machinehall.title(name)
        found[name] = {"rules": title.rules_version, "data": title.data_version, "actions": title.action_version}
    return found
