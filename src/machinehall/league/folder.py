"""A league's folder: `league.json` says what is played, `entrants.jsonl` by whom, `results.jsonl` what came of it.

The last two only grow. A deal is written down before it is played, so no match can be left out that went badly: what
was begun and broken off is played on first. A line that was cut short is not counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from machinehall.arena.store import begin
from machinehall.benchmark.results import ends_whole
from machinehall.kept.store import locked
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadRecord, MachineHallError

FORMAT = 1
HEAD, ENTRANTS, RESULTS, LOCK = "league.json", "entrants.jsonl", "results.jsonl", "lock"
NAME = re.compile(r"[\w.:/+-]{1,60}")
"""How an entrant may be called: it is shown in terminals and on pages."""

Row = dict[str, Any]
"""A match as results keep it."""


class BadEntrant(MachineHallError):
    """A bot cannot enter as it was named, or not go on."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    name: str
    bot: str
    """As arenas name it."""
    mark: str = ""
    """Of the file that it is made of; empty for bots of the house, which go with the program."""
    about: str = ""
    gone: bool = False
    """It plays no more; what it has played still counts."""


class Deal(NamedTuple):
    """Two entrants and a deal that they play from every seat."""

    number: int
    pair: tuple[str, str]
    """At more than two seats the second sits alone among copies of the first."""

    def bots(self, seat: int, seats: int) -> list[str]:
        """The entrants by seat, in the match in which the second of the pair has this one."""
        return [self.pair[1] if i == seat else self.pair[0] for i in range(seats)]


@dataclass(slots=True)
class League:
    """All that a folder holds."""

    folder: Path
    head: dict[str, Any]
    entrants: dict[str, Entrant] = field(default_factory=dict)
    deals: list[Deal] = field(default_factory=list)
    rows: dict[tuple[int, int], Row] = field(default_factory=dict)
    """Matches by deal and seat of the second of the pair."""
    odd: list[str] = field(default_factory=list)
    """What does not belong there, for the check."""

    @property
    def seats(self) -> int:
        return int(self.head["seats"])

    def active(self) -> list[str]:
        return [name for name, one in self.entrants.items() if not one.gone]

    def whole(self) -> list[Row]:
        """The matches of the deals that were played from every seat, in order: others would favour a seat."""
        every = range(self.seats)
        full = [deal.number for deal in self.deals if all((deal.number, seat) in self.rows for seat in every)]
        return [self.rows[number, seat] for number in full for seat in every]

    def unfinished(self) -> list[tuple[Deal, int]]:
        """What was begun, and is still to be played."""
        return [
            (deal, seat) for deal in self.deals for seat in range(self.seats) if (deal.number, seat) not in self.rows
        ]

    # Writing: a line is there as a whole before it counts

    def add(self, entrant: Entrant) -> None:
        if not NAME.fullmatch(entrant.name):
            raise BadEntrant(f"{entrant.name!r} is no name: letters, digits and . : / + - only, 60 at most")
        if entrant.name in self.entrants:
            raise BadEntrant(f"{entrant.name} is in the league already; choose another name")
        facts = {"name": entrant.name, "bot": entrant.bot, "mark": entrant.mark, "about": entrant.about}
        append(self.folder / ENTRANTS, facts)
        self.entrants[entrant.name] = entrant

    def leave(self, name: str, gone: bool = True) -> None:
        """An entrant plays no more, or plays again."""
        if name not in self.entrants:
            raise BadEntrant(f"{name} is not in the league; there are: {', '.join(self.entrants)}")
        append(self.folder / ENTRANTS, {"name": name, "gone": gone})
        self.entrants[name] = replace(self.entrants[name], gone=gone)

    def open(self, pair: tuple[str, str]) -> Deal:
        deal = Deal(len(self.deals), pair)
        append(self.folder / RESULTS, {"deal": deal.number, "pair": list(pair)})
        self.deals.append(deal)
        return deal

    def keep(self, row: Row) -> None:
        append(self.folder / RESULTS, row)
        self.rows[row["deal"], row["seat"]] = row


def head_of(
    title: Title, seats: int, options: Mapping[str, int], seed: int = 0, clock: float | None = None
) -> dict[str, Any]:
    """What all matches of a league have in common."""
    if seats < 2:
        raise BadRecord("a league needs tables of two seats or more: alone nobody is met")
    title.start(seats, options)
    return {
        "league": FORMAT,
        "title": title.name,
        "rules": title.rules_version,
        "data": title.data_version,
        "seats": seats,
        "options": dict(options),
        "seed": seed,
        "clock": clock,
    }


def found(folder: Path, head: dict[str, Any]) -> None:
    """Make a new league."""
    if (folder / HEAD).exists():
        raise BadRecord(f"{folder} holds a league already")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadRecord(f"{folder} holds other things; choose another folder for the league")
    folder.mkdir(parents=True, exist_ok=True)
    begin(folder / HEAD, head)


def read(folder: Path) -> League:
    """A league as it stands."""
    try:
        head = json.loads((folder / HEAD).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise BadRecord(f"{folder} holds no league: there is no {HEAD} in it") from None
    except ValueError:
        head = None
    if not isinstance(head, dict) or "league" not in head:
        raise BadRecord(f"{folder / HEAD} is no head of a league")
    if head["league"] != FORMAT:
        raise BadRecord(f"{folder} is of format {head['league']}, this program reads {FORMAT}")
    league = League(folder, head)
    for body in lines(folder / ENTRANTS, league.odd):
        enter(league, body)
    for body in lines(folder / RESULTS, league.odd):
        take(league, body)
    return league


@contextmanager
def writing(folder: Path) -> Iterator[League]:
    """A league that nobody else writes to meanwhile."""
    read(folder)
    with locked(folder / LOCK):
        yield read(folder)


def same_program(league: League, title: Title) -> None:
    """Matches of other rules or components are no part of the same league."""
    now = {"rules": title.rules_version, "data": title.data_version}
    if other := [key for key, value in now.items() if league.head.get(key) != value]:
        raise BadRecord(
            f"{league.folder} was played with other {' and '.join(other)} of {title.name}; begin a new league"
        )


def enter(league: League, body: dict[str, Any]) -> None:
    name = body.get("name")
    known = league.entrants.get(str(name))
    if known and isinstance(body.get("gone"), bool):
        league.entrants[known.name] = replace(known, gone=body["gone"])
        return
    texts = [body.get(key, "") for key in ("name", "bot", "mark", "about")]
    if known or not all(isinstance(text, str) for text in texts) or not (NAME.fullmatch(texts[0]) and texts[1]):
        league.odd.append(f"{ENTRANTS}: {str(body)[:80]}")
        return
    league.entrants[texts[0]] = Entrant(*texts)


def take(league: League, body: dict[str, Any]) -> None:
    """A line of the results: a deal that begins, or a match of one that has begun."""
    number, pair = body.get("deal"), body.get("pair")
    if type(number) is int and isinstance(pair, list) and len(pair) == 2 and all(p in league.entrants for p in pair):
        begins = "seat" not in body and number == len(league.deals)
        if begins and pair[0] != pair[1]:
            league.deals.append(Deal(number, (pair[0], pair[1])))
            return
        if not begins and matches(league, body) and (number, body["seat"]) not in league.rows:
            league.rows[number, body["seat"]] = body
            return
    league.odd.append(f"{RESULTS}: {str(body)[:80]}")


def matches(league: League, row: Row) -> bool:
    """Whether a row is one of a match that was begun, and has all that the table is made of."""
    if not 0 <= row["deal"] < len(league.deals) or row.get("seat") not in range(league.seats):
        return False
    deal = league.deals[row["deal"]]
    told = [row.get(key) for key in ("scores", "places", "asked", "seconds")]
    return (
        row["pair"] == list(deal.pair)
        and row.get("bots") == deal.bots(row["seat"], league.seats)
        and row.get("seed") == league.head["seed"] + deal.number
        and all(isinstance(part, list) and len(part) == league.seats for part in told)
        and all(isinstance(value, int | float) for part in told if part for value in part)
    )


def lines(path: Path, odd: list[str]) -> Iterator[dict[str, Any]]:
    """The objects of a file; only the last line may be cut short."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        try:
            body = json.loads(line)
        except ValueError:
            continue  # cut short: its match is played again
        if isinstance(body, dict):
            yield body
        else:
            odd.append(f"{path.name}, line {number}")


def append(path: Path, body: Mapping[str, Any]) -> None:
    """One line more; after one that was cut short it begins on its own."""
    cut = path.exists() and path.stat().st_size > 0 and not ends_whole(path)
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" * cut + json.dumps(body, separators=(",", ":"), ensure_ascii=False) + "\n")
