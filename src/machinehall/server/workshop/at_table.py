"""A piece at a real table that is in no pack: its owner says what it shows, and the match goes on with it.

The piece takes the place of one of ours that was only a guess and that this match has not seen yet, so all that has
been played stays as it was; that is tried out before anything is written. It goes into the owner's pack, and the match
is played from then on with the components it had and this one. A piece that is told by its features alone can show
nothing that the rules do not know, so bots need not try it first; any other is tried for a moment.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from machinehall.kernel.own_packs import Entry, Own, content, is_true, settle, shape_of, standard
from machinehall.kernel.pack_zip import all_files
from machinehall.kernel.packs import Row, file_rows, id_field, record_id
from machinehall.kernel.parts import ToldBy
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action
from machinehall.server.errors import Conflict, Malformed
from machinehall.server.people.identity import require_identity
from machinehall.server.play import by_hand
from machinehall.server.play.table import Table, revive
from machinehall.server.play.tables import Tables
from machinehall.server.shapes import Caller
from machinehall.server.store.revalidate import judge
from machinehall.server.store.rows import typed_told
from machinehall.server.store.stored_match import LiveMatch

from .bench import Bench
from .questions import TryOut
from .shelf import Kept, Shelf, hand_of

Worded = tuple[str, ...]
"""A field of a record as words of its file."""
QUICK = 4
"""Matches by bots that somebody at a table waits for."""
NAMES = re.compile(r"[\w:.-]+")


def worded(value: Any) -> Worded:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def features(title: Title, by: ToldBy) -> list[list[Worded]]:
    """What each of the fields may show: as it stands on any record of the pack, or on any of ours."""
    rows = [*rows_of(title, by.file).values(), *standard(title.pack).get(by.file, {}).values()]
    return [sorted({worded(row[field]) for row in rows}) for field in by.fields]


def rows_of(title: Title, file: str) -> dict[str, Row]:
    """The records of a file of a pack that is played, by their ids."""
    records = title.pack.records[file]
    return {record_id(record): msgspec.to_builtins(record) for record in records}


class Past(NamedTuple):
    """Which pieces a match has named so far, and which only in lines that were taken back."""

    named: frozenset[str]
    unsaid: frozenset[str]


async def show(
    shelf: Shelf, tables: Tables, table: Table, caller: Caller, kept: Kept, wished: str, rev: int
) -> None:  # fmt: skip
    """Somebody says by its features which piece turned up; one that no pack has is taken up and played on with."""
    live = by_hand.asked_now(tables, table, caller, rev)
    by = live.title.looks.told_by.get(live.state.stack[-1][0])
    if by is None:
        raise Conflict("hand.not_chance")
    told = _picked(features(live.title, by), wished)
    outcomes = _by_record(live.title, live.legal(CHANCE), rows_of(live.title, by.file))
    there = rows_of(live.title, by.file)
    if fitting := [key for key in outcomes if _shows(there[key], by, told)]:
        await by_hand.happens(tables, table, caller, live.title.text(outcomes[fitting[0]]), rev)
        return
    past, hand = await _past(tables, table), hand_of(caller)
    free = [key for key in outcomes if key not in past.named]
    key, entry = _stands_for(live.title, by, kept, free, told, past, hand)
    typed = entry or _typed(live.title, by, key, told, hand)
    match = await taken_up(shelf, tables, table, kept, by.file, key, typed)
    if entry is None:
        await shelf.save(caller, kept, {by.file: {key: typed}})
    table.match = match  # not before: what is refused leaves the match as it is
    await go_on_with(tables, table, outcomes[key], kept.info.name)


def _picked(plates: Sequence[Sequence[Worded]], wished: str) -> list[Worded]:
    """The plates that were tapped, one for each feature, as the page numbers them."""
    numbers = wished.split()
    if len(numbers) != len(plates) or not all(n.isdecimal() for n in numbers):
        raise Malformed("web.bad_form")
    if any(int(n) >= len(row) for n, row in zip(numbers, plates, strict=True)):
        raise Malformed("web.bad_form")
    return [row[int(n)] for n, row in zip(numbers, plates, strict=True)]


def _by_record(title: Title, chance: Sequence[Action], rows: Collection[str]) -> dict[str, Action]:
    """What chance may bring, by the record of the piece that each names."""
    named = [(name.split(":")[0], action) for action in chance for _, name in title.actions.named(action)]
    return {name: action for name, action in named if name in rows}


def _shows(row: Row, by: ToldBy, told: Sequence[Worded]) -> bool:
    return [worded(row[field]) for field in by.fields] == list(told)


async def _past(tables: Tables, table: Table) -> Past:
    rows = await tables.store.journal(table.id)
    named = [_names(line) for row in rows if not row.void for line in row.log()]
    unsaid = [_names(line) for row in rows if row.void for line in row.log()]
    standing = frozenset[str]().union(*named)
    return Past(standing, frozenset[str]().union(*unsaid) - standing)


def _names(line: str) -> frozenset[str]:
    """What a line of a log names; a correction names whatever lies somewhere, seen or not."""
    return frozenset() if line.startswith("* =") else frozenset(NAMES.findall(line))


def _stands_for(
    title: Title, by: ToldBy, kept: Kept, free: Sequence[str], told: Sequence[Worded], past: Past, hand: str
) -> tuple[str, Entry | None]:  # fmt: skip
    """The record in whose place the piece comes; with the entry of the owner's pack, where it stands there already.

    First one that was typed here and taken back again, since that was a slip; else the guess that comes nearest.
    """
    mine, there = kept.own.get(by.file, {}), rows_of(title, by.file)
    known = [key for key in free if key in mine and is_true(mine[key].body)]
    if same := [key for key in known if _shows(mine[key].body, by, told)]:
        return same[0], mine[same[0]]
    slips = [key for key in known if key in past.unsaid and mine[key].hands == (hand,)]
    guesses = [key for key in free if key not in known and not is_true(there[key])]
    near = sorted(
        guesses, key=lambda key: sum(worded(there[key][f]) != t for f, t in zip(by.fields, told, strict=True))
    )
    if not slips and not near:
        raise Conflict("hand.new.none")
    return (slips or near)[0], None


def _typed(title: Title, by: ToldBy, key: str, told: Sequence[Worded], hand: str) -> Entry:
    """The record with what was told of it, in the form that its file has."""
    ours = standard(title.pack)[by.file]
    body = content(ours[key])
    for field, words in zip(by.fields, told, strict=True):
        body[field] = list(words) if isinstance(body[field], list) else words[0]
    return Entry({**body, "source": "owner"}, (hand,))


async def taken_up(
    shelf: Shelf, tables: Tables, table: Table, kept: Kept, file: str, key: str, entry: Entry
) -> LiveMatch:  # fmt: skip
    """The match with one other record; refused, if anything that was played would have been otherwise."""
    live, boxes = table.live, tables.boxes
    folder = boxes.folder(live.title)
    if folder is None and live.title.data_version != shelf.title(live.title.name).data_version:
        raise Conflict("hand.new.hosts")  # a pack of the caller's lies over the standard one, not over the host's
    own = {stem: dict(rows) for stem, rows in (_laid_over(live.title, Path(folder)) if folder else {}).items()}
    own.setdefault(file, {})[key] = entry
    usual = shelf.pack(live.title.name)
    settled = settle(usual, own, kept.info.name)
    if settled.left_out:
        raise Conflict("hand.new.unfit")
    title = await boxes.keep(live.title.name, settled.pack.version, kept.info.name, all_files(settled), shelf.now())
    loaded = await tables.store.load(table.id)
    assert loaded is not None
    rows, (first, _) = await tables.store.tail(table.id, 0), await tables.store.position(table.id, 0)
    if judge(title, table.known, len(loaded.seats), rows, first).sort != "same":
        raise Conflict("hand.new.unfit")
    head = msgspec.structs.replace(table.known, data=title.data_version)
    return revive(title, len(loaded.seats), head, loaded.snapshot, loaded.tail)


def _laid_over(title: Title, folder: Path) -> Own:
    """The records of a pack that is played which are not as in the standard one."""
    found: dict[str, dict[str, Entry]] = {}
    for stem, ours in standard(title.pack).items():
        kind = shape_of(title.pack).schema[stem]
        for row in file_rows(title.name, folder / f"{stem}.json", kind):
            key = str(row[id_field(kind)])
            if key in ours and row != ours[key]:
                found.setdefault(stem, {})[key] = Entry(row, ())
    return found


async def go_on_with(tables: Tables, table: Table, outcome: Action, pack: str) -> None:
    """Write in one line that the piece turned up, and which components the match is played with from here on."""
    live = table.live
    first = live.number
    live.shown(outcome)
    told = typed_told(table.known, pack)
    await by_hand.written(tables, table, first, data=live.title.data_version, told=told)
    await tables.boxes.bring_for(table.id)


async def play_on(
    shelf: Shelf, bench: Bench, tables: Tables, caller: Caller, match: str, kept: Kept, file: str, key: str
) -> None:  # fmt: skip
    """A match at a real table goes on with a record of the owner's pack, once bots have tried it for a moment."""
    title, entry = shelf.title(kept.info.title), kept.own[file][key]
    seats = next(n for n in range(title.seats[0], title.seats[1] + 1) if not title.alone(n))
    async with tables.table(match) as table:
        by_hand.may_speak(table, caller)
        if key in (await _past(tables, table)).named or table.live.title.name != title.name:
            raise Conflict("hand.new.unfit")
    question = TryOut(title.name, {file: {key: entry}}, seats, QUICK, "random")
    if not is_true(entry.body):
        raise Conflict("hand.new.unfit")
    if not await bench.proves(require_identity(caller), question):
        raise Conflict("hand.new.dead_end")
    async with tables.table(match) as table:
        by_hand.may_speak(table, caller)
        table.match = await taken_up(shelf, tables, table, kept, file, key, entry)
        told = typed_told(table.known, kept.info.name)
        await tables.commit(table, "rules", None, data=table.live.title.data_version, told=told)
        await tables.boxes.bring_for(match)
