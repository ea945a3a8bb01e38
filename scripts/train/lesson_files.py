"""Lessons on disk: matches as they were played, and what a teacher thought of the choices at some decisions.

A match is kept by its seed and the decisions that were taken, a few kilobytes; what a seat saw is worked out when the
lessons are read, in the observation of the program that reads them. So they are made once and learned from often, and
outlive a change of what nets see, though not one of rules or components. A folder holds files of matches, a line of
JSON each. Files of several machines may simply be put into one folder: what is there twice counts once.
"""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import machinehall as mh

FORMAT = 1
KEPT_CHOICES = 16
"""Choices that are kept of a decision, the best: what is worse is hardly ever meant."""
MOST_BYTES = 12_000_000
"""Bytes of a file, about: they have to travel."""
CENT = 0.01
"""Values are kept in hundredths of a point."""


class WrongLessons(mh.MachineHallError):
    """Lessons that are none, or of another title or other components."""


class Lesson(msgspec.Struct, array_like=True):
    """What a teacher thought at one decision."""

    at: int
    """Which decision of the match."""
    choices: list[int]
    """Action numbers, the teacher's own choice first."""
    behind: list[int]
    """By how much each is worth less than the first, in hundredths of a point, never falling."""


class Played(msgspec.Struct, omit_defaults=True):
    """A match."""

    seed: str
    seats: int
    options: dict[str, Any]
    teacher: str
    taken: list[int]
    """The action number at each decision that is one (`Insight.go_on` plays the others)."""
    lessons: list[Lesson]
    standing: list[float]
    """How all stood in the end: whoever plays it again must come to the same."""
    over: bool = True
    """False: it was broken off, when time was up."""


class Head(msgspec.Struct):
    """The first line of a file."""

    lessons: int
    title: str
    data: str
    actions: int


READ, WRITE = msgspec.json.Decoder(Played), msgspec.json.Encoder()


def head_of(title: mh.Title) -> Head:
    return Head(FORMAT, title.name, title.data_version, len(title.actions.all))


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl.gz"))


def lines(title: mh.Title, path: Path) -> list[bytes]:
    """The matches of a file as they were written."""
    try:
        first, *rows = gzip.decompress(path.read_bytes()).splitlines()
        head = msgspec.json.decode(first, type=Head)
    except (OSError, EOFError, ValueError, msgspec.MsgspecError):
        raise WrongLessons(f"{path} holds no lessons") from None
    if head != head_of(title):
        raise WrongLessons(f"{path} holds lessons of {head.title} with other rules or components than {title.name} has")
    return rows


def read(title: mh.Title, folder: Path) -> list[Played]:
    """All matches of a folder, each once."""
    unique = dict.fromkeys(row for path in files(folder) for row in lines(title, path))
    return [READ.decode(row) for row in unique]


def write(title: mh.Title, path: Path, rows: Iterable[bytes]) -> None:
    """A file, all or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    beside.write_bytes(gzip.compress(b"\n".join([WRITE.encode(head_of(title)), *rows]), mtime=0))
    beside.replace(path)


def add(title: mh.Title, folder: Path, match: Played) -> None:
    """One match, in a file of its own."""
    row = WRITE.encode(match)
    write(title, folder / f"match-{hashlib.sha256(row).hexdigest()[:16]}.jsonl.gz", [row])


def gather(title: mh.Title, folder: Path, others: Iterable[Path] = ()) -> int:
    """Put what lies in a folder, and in others, into as few files as may travel; how many matches there are then.

    Old files go when the new ones are there; broken off in between, nothing is lost and nothing counts twice.
    """
    old = files(folder)
    paths = [*old, *(path for other in others for path in files(other))]
    unique = dict.fromkeys(row for path in paths for row in lines(title, path))
    fresh = []
    for rows in parcels(unique):
        name = hashlib.sha256(b"\n".join(rows)).hexdigest()[:16]
        fresh.append(folder / f"lessons-{name}.jsonl.gz")
        write(title, fresh[-1], rows)
    for path in old:
        if path not in fresh:
            path.unlink()
    return len(unique)


def parcels(rows: Iterable[bytes], most: int = MOST_BYTES) -> Iterator[list[bytes]]:
    """Rows that together make a file of the size that may travel."""
    parcel: list[bytes] = []
    raw = io.BytesIO()
    packed = gzip.GzipFile(fileobj=raw, mode="wb")
    for row in rows:
        packed.write(row)
        parcel.append(row)
        if raw.tell() > most:
            yield parcel
            parcel, raw = [], io.BytesIO()
            packed = gzip.GzipFile(fileobj=raw, mode="wb")
    if parcel:
        yield parcel
