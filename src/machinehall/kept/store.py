"""A folder of matches: `head.json` says what they have in common, chunks hold them, one line of JSON for each.

A match is written to `open.jsonl` at once; when there are enough of them they go into the next compressed chunk, and
when the writing ends. Ended at any moment, the folder is continued: a line that was cut short is not counted, one that
is there twice counts once.
"""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadRecord

FORMAT = 1
CHUNK = 256
"""Matches of a chunk: a few hundred kilobytes."""
HEAD, OPEN, LOCK = "head.json", "open.jsonl", "lock"

Row = dict[str, Any]
"""A match: `number`, `record` (as `Match.record` writes it), and what else is known of it, `bots` and `seed` say."""


def head_of(title: Title, seats: int, **facts: Any) -> dict[str, Any]:
    """What the matches of a folder have in common."""
    return {
        "kept": FORMAT,
        "title": title.name,
        "rules": title.rules_version,
        "data": title.data_version,
        "seats": seats,
        **facts,
    }


def read_head(folder: Path) -> dict[str, Any]:
    try:
        head = json.loads((folder / HEAD).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise BadRecord(f"{folder} holds no kept matches: there is no {HEAD} in it") from None
    except ValueError:
        head = None
    if not isinstance(head, dict) or "kept" not in head:
        raise BadRecord(f"{folder / HEAD} is no head of kept matches")
    if head["kept"] != FORMAT:
        raise BadRecord(f"{folder} is kept in format {head['kept']}, this program reads {FORMAT}")
    return head


def chunks(folder: Path) -> list[Path]:
    return sorted(folder.glob("chunk-*.jsonl.gz"))


def rows(folder: Path) -> Iterator[Row]:
    """All matches of a folder as they were written, each once."""
    read_head(folder)
    seen: set[int] = set()
    for path in [*chunks(folder), *(path for path in [folder / OPEN] if path.exists())]:
        for row in lines(path):
            if row["number"] not in seen:
                seen.add(row["number"])
                yield row


def lines(path: Path) -> Iterator[Row]:
    """The matches of one file. A chunk is there as a whole; of the open file the last line may be cut short."""
    if path.name == OPEN:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from filter(None, map(whole, file))
        return
    try:
        with gzip.open(path, "rt", encoding="utf-8") as packed:
            for line in packed:
                row = whole(line)
                if row is None:
                    raise BadRecord(f"{path} is damaged: a line of it is no match")
                yield row
    except (OSError, EOFError, UnicodeDecodeError) as fault:
        raise BadRecord(f"{path} is damaged: {fault}") from None


def whole(line: str) -> Row | None:
    """The match of a line, or None where writing was cut short."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    fits = isinstance(row, dict) and type(row.get("number")) is int and isinstance(row.get("record"), dict)
    return row if fits and isinstance(row["record"].get("log"), list) else None


class Keeper:
    """Writes matches to a folder: a new one, or one of the same head that is continued.

    >>> with Keeper("matches", head_of(title, seats=2)) as keeper:
    ...     keeper.add_match(match, bots=["random", "random"])
    """

    def __init__(self, folder: Path | str, head: dict[str, Any], chunk: int = CHUNK) -> None:
        self.folder, self.head, self.chunk = Path(folder), head, chunk
        self._begin()
        self._lock = locked(self.folder / LOCK)
        try:
            self._mend()
            self.numbers = {row["number"] for row in rows(self.folder)}
            self._waiting = sum(1 for _ in lines(self.folder / OPEN))
            self._file = (self.folder / OPEN).open("a", encoding="utf-8")
        except BaseException:
            self._lock.close()
            raise

    def _begin(self) -> None:
        """The head is there as a whole or not at all, whenever the program is ended."""
        if self.folder.exists() and not self.folder.is_dir():
            raise BadRecord(f"{self.folder} is no folder; kept matches need one of their own")
        if (self.folder / HEAD).exists():
            found = read_head(self.folder)
            other = [key for key in {**found, **self.head} if found.get(key) != self.head.get(key)]
            if other:
                raise BadRecord(f"{self.folder} keeps other matches: {', '.join(other)} differ; choose another folder")
            return
        if self.folder.is_dir() and any(self.folder.iterdir()):
            raise BadRecord(f"{self.folder} holds other things; choose another folder for the matches")
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / HEAD, json.dumps(self.head).encode() + b"\n")

    def _mend(self) -> None:
        """What was cut short goes, so that the next line begins on its own."""
        left = list(lines(self.folder / OPEN)) if (self.folder / OPEN).exists() else []
        write_whole(self.folder / OPEN, "".join(map(as_line, left)).encode())

    def add(self, row: Row) -> None:
        """Keep a match; one of a number that is there already is left out."""
        if row["number"] in self.numbers:
            return
        self._file.write(as_line(row))
        self._file.flush()
        self.numbers.add(row["number"])
        self._waiting += 1
        if self._waiting >= self.chunk:
            self._pack()

    def add_match(self, match: Match, number: int | None = None, **facts: Any) -> None:
        """Keep a match that was played here; without a number it gets the next one."""
        if match.title.name != self.head["title"] or match.seats != self.head["seats"]:
            raise BadRecord(
                f"{self.folder} keeps matches of {self.head['title']} for {self.head['seats']},"
                f" not of {match.title.name} for {match.seats}"
            )
        self.add(row_of(match, max(self.numbers, default=-1) + 1 if number is None else number, **facts))

    def _pack(self) -> None:
        """What is open goes into the next chunk, which is there as a whole before the open file is emptied."""
        self._file.close()
        text = (self.folder / OPEN).read_bytes()
        if text:
            last = chunks(self.folder)[-1:]
            number = int(last[0].name.split("-")[1].split(".")[0]) + 1 if last else 0
            write_whole(self.folder / f"chunk-{number:05}.jsonl.gz", gzip.compress(text, mtime=0))
        write_whole(self.folder / OPEN, b"")
        self._file, self._waiting = (self.folder / OPEN).open("a", encoding="utf-8"), 0

    def close(self) -> None:
        if not self._file.closed:
            self._pack()
            self._file.close()
            (self.folder / OPEN).unlink()
            self._lock.close()

    def __enter__(self) -> Keeper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def row_of(match: Match, number: int, **facts: Any) -> Row:
    """A match as a folder keeps it."""
    outcome = match.outcome
    ended = {"scores": list(outcome.scores), "places": list(outcome.places)} if outcome else {}
    return {"number": number, **facts, **ended, "record": json.loads(match.record())}


def as_line(row: Row) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def write_whole(path: Path, content: bytes) -> None:
    """There as a whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    new.replace(path)


def locked(path: Path) -> IO[str]:
    """A file that one writer holds at a time; the system lets go of it however the program ends."""
    file = path.open("w")
    with contextlib.suppress(ImportError):
        import fcntl  # not on Windows, where nobody watches

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadRecord(f"{path.parent} is being written to by another program") from None
    return file


def kept(keeper: Keeper | None, results: Iterable[Row]) -> Iterator[Row]:
    """Results as they come; their records go into the folder first, and not further."""
    for result in results:
        if keeper is not None:
            keeper.add(result)
        yield {key: value for key, value in result.items() if key != "record"}
