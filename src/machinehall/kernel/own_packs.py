"""An owner's pack as records laid over the standard one: each says who has read it off the own piece.

A record with a fault is left out, so that the standard one stands in for it; all others count. Two owners' packs are
compared and merged record by record. A *hand* is the sign of one owner, the same in all packs of hers; a record that
two hands have typed alike is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import msgspec

from .packs import WHOLE_FILE, Pack, Row, Shape, assembled, file_rows, id_field, row_faults
from .values import PackFault

ABOUT = ("source", "ref", "note", "reconstructed_fields")
"""Fields that say where a record comes from, not what is printed on the piece."""
GUESS = "reconstructed"
CONFIRMED = 2
"""Hands that have typed the same."""


class Entry(msgspec.Struct, frozen=True):
    """One record as an owner has typed it."""

    body: Row
    hands: tuple[str, ...]
    """Who has read it off the own piece."""


Own = Mapping[str, Mapping[str, Entry]]
"""For each file, by its stem: records by their id."""
Records = dict[str, dict[str, Row]]
Place = tuple[str, str]
"""File, by its stem, and id of a record."""


@lru_cache(maxsize=32)
def _standard(title: str, shape: Shape) -> Records:
    found: Records = {}
    for stem, kind in shape.schema.items():
        rows = file_rows(title, shape.folder / f"{stem}.json", kind)
        found[stem] = {str(row[id_field(kind)]): row for row in rows}
    return found


def shape_of(pack: Pack) -> Shape:
    """How a pack is read; titles from outside may make packs that nobody can lay anything over."""
    if pack.shape is None:
        raise ValueError(f"the pack of {pack.title} is not read from files")
    return pack.shape


def standard(pack: Pack) -> Records:
    """The records of the standard pack as they are written."""
    return _standard(pack.title, shape_of(pack))


def laid(pack: Pack, own: Own, without: frozenset[Place] = frozenset()) -> dict[str, list[Row]]:
    """All files with an owner's records in the place of ours."""
    found: dict[str, list[Row]] = {}
    for stem, rows in standard(pack).items():
        mine = own.get(stem, {})
        found[stem] = [
            mine[key].body if key in mine and (stem, key) not in without else row for key, row in rows.items()
        ]
    return found


@dataclass(frozen=True, slots=True)
class Settled:
    """A pack that can be played, and what had to be left out of it."""

    pack: Pack
    faults: tuple[PackFault, ...]
    left_out: frozenset[Place]
    rows: dict[str, list[Row]] = field(repr=False)


def record_faults(pack: Pack, stem: str, key: str, body: Row) -> list[PackFault]:
    """What is wrong with one record by itself. Its id is not the owner's to change."""
    kind = shape_of(pack).schema[stem]
    faults = row_faults(f"{stem}.json", [body], kind)
    if body.get(id_field(kind)) != key:
        faults.append(PackFault(f"{stem}.json", key, id_field(kind), f"expected {key!r}"))
    return faults


def settle(pack: Pack, own: Own, name: str = "own") -> Settled:
    """Lay an owner's records over the standard pack; whatever does not fit is left out and told."""
    faults = [
        found for stem, rows in own.items() for key, entry in rows.items()
        for found in record_faults(pack, stem, key, entry.body)
    ]  # fmt: skip
    left = frozenset((f.file.removesuffix(".json"), f.record) for f in faults)
    while True:
        rows = laid(pack, own, left)
        made, problems = assembled(pack.title, name, shape_of(pack), rows)
        if not problems:
            return Settled(made, tuple(faults), left, rows)
        faults += problems
        left |= _blamed(pack, own, left, problems)


def _blamed(pack: Pack, own: Own, left: frozenset[Place], problems: list[PackFault]) -> frozenset[Place]:
    """The owner's records that faults name. Of faults that name none: those of the file in which that field is not as
    standard, or else all of the file, or else all there are."""
    still = {(stem, key) for stem, rows in own.items() for key in rows} - left
    named = {(f.file.removesuffix(".json"), f.record) for f in problems} & still
    files = {f.file.removesuffix(".json"): f.field for f in problems}
    here, ours = {place for place in still if place[0] in files}, standard(pack)
    changed = {
        (stem, key) for stem, key in here
        if own[stem][key].body.get(files[stem]) != ours[stem].get(key, {}).get(files[stem])
    }  # fmt: skip
    return frozenset(named or changed or here or still)


# What is true


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a file is true: from the rulebook or a public source, and typed by owners."""

    total: int
    printed: int
    typed: int

    @property
    def true(self) -> int:
        return self.printed + self.typed

    @property
    def to_go(self) -> int:
        return self.total - self.true


def is_piece(pack: Pack, stem: str) -> bool:
    """Whether the records of a file are read off something in the box."""
    return bool(getattr(shape_of(pack).schema[stem], "piece", True))


def progress(pack: Pack, own: Own) -> dict[str, Progress]:
    """For each file of pieces, how far it is; also for others in which an owner has typed something."""
    found = {}
    for stem, rows in standard(pack).items():
        if not is_piece(pack, stem) and not own.get(stem):
            continue
        # One with a fault is left out, so it makes nothing true.
        mine = {k: e for k, e in own.get(stem, {}).items() if k in rows and not record_faults(pack, stem, k, e.body)}
        typed = sum(is_true(entry.body) for entry in mine.values())
        printed = sum(is_true(row) for key, row in rows.items() if key not in mine)
        found[stem] = Progress(len(rows), printed, typed)
    return found


def whole(parts: Mapping[str, Progress]) -> Progress:
    """All files together."""
    rows = parts.values()
    return Progress(sum(r.total for r in rows), sum(r.printed for r in rows), sum(r.typed for r in rows))


def is_true(body: Row) -> bool:
    """What the rulebook says, what a public source shows, what an owner has read off the piece; not a guess."""
    return body.get("source") != GUESS


def content(body: Row) -> Row:
    """What is printed on the piece, without where we know it from."""
    return {name: value for name, value in body.items() if name not in ABOUT}


def is_confirmed(entry: Entry) -> bool:
    """Whether two owners have typed the same."""
    return is_true(entry.body) and len(set(entry.hands)) >= CONFIRMED


def differences(ours: Row, theirs: Row) -> Iterator[tuple[str, Any, Any]]:
    """Fields in which two records differ, with both values; None stands for a field that is not there."""
    for name in (*ours, *(name for name in theirs if name not in ours)):
        if name not in ABOUT and ours.get(name) != theirs.get(name):
            yield name, ours.get(name), theirs.get(name)


# Two packs


@dataclass(frozen=True, slots=True)
class Compared:
    """A record that stands in at least one of two packs."""

    file: str
    id: str
    state: Literal["same", "mine", "theirs", "differs"]
    fields: tuple[tuple[str, Any, Any], ...]
    """Where both have it: the fields that differ, mine and theirs. Otherwise those that differ from the standard."""
    better: bool
    """Where they differ: whether theirs is to be taken, since mine is a guess and theirs is not."""


def compare(pack: Pack, mine: Own, theirs: Own) -> list[Compared]:
    """All records of two packs, in the order of the files."""
    found = []
    for stem, rows in standard(pack).items():
        a, b = mine.get(stem, {}), theirs.get(stem, {})
        found += [
            _compared(stem, key, row, a.get(key), b.get(key)) for key, row in rows.items() if key in a or key in b
        ]
    return found


def _compared(stem: str, key: str, row: Row, mine: Entry | None, theirs: Entry | None) -> Compared:
    if mine is None or theirs is None:
        one = mine or theirs
        assert one is not None
        fields = tuple(differences(row, one.body))
        return Compared(stem, key, "theirs" if mine is None else "mine", fields, False)
    fields = tuple(differences(mine.body, theirs.body))
    if not fields:
        return Compared(stem, key, "same", (), not is_true(mine.body) and is_true(theirs.body))
    return Compared(stem, key, "differs", fields, not is_true(mine.body) and is_true(theirs.body))


def merge(pack: Pack, mine: Own, theirs: Own, take: Mapping[Place, bool] | None = None) -> dict[str, dict[str, Entry]]:
    """Both packs as one. Where they say the same, both hands stand for it; where they differ, mine stays, unless it is
    a guess and theirs is not. `take` says otherwise for single records: whether theirs is to be taken."""
    found: dict[str, dict[str, Entry]] = {stem: dict(rows) for stem, rows in mine.items()}
    for row in compare(pack, mine, theirs):
        if row.state == "mine":
            continue
        other = theirs[row.file][row.id]
        wanted = (take or {}).get((row.file, row.id), row.state != "differs" or row.better)
        if not wanted:
            continue
        if row.state == "same":
            here = mine[row.file][row.id]
            hands = tuple(dict.fromkeys((*here.hands, *other.hands)))
            other = Entry(other.body if row.better else here.body, hands)
        found.setdefault(row.file, {})[row.id] = other
    return found


def whole_file(fault: PackFault) -> bool:
    """Whether a fault concerns no single record."""
    return fault.record == WHOLE_FILE
