"""What is hashed, so that damage shows: lines of the journal in a chain, stored positions each by itself.

A line's seal covers the line before it, its kind, seat and time, its decisions and its facts: what the table was like
from then on (seats, options, rules). Lines of older versions have shorter seals, and no facts; they hold as they are.
None of this is keyed: it finds accidents and quick hands, not somebody who works all hashes out anew.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from machinehall.kernel.title import Title

from .rows import CommitRow, MatchRow, SeatRow, Snapshot
from .stored_match import link, state_text

ERASED = "#"
"""Facts that were erased for somebody's sake: only their digest is left, which the chain needs."""


class Facts(msgspec.Struct):
    """What the journal says about a table beside its decisions; whole in each line that has any."""

    title: str
    options: str
    rules: int
    data: str
    seats: list[SeatRow]
    owner: str
    begins: str = ""
    """Digest of the position that a problem begins with, which no log can tell."""


def facts_text(head: MatchRow, seats: Sequence[SeatRow], begins: str) -> str:
    facts = Facts(head.title, head.options, head.rules, head.data, list(seats), head.owner, begins)
    return msgspec.json.encode(facts).decode()


def read_facts(text: str | None) -> Facts | None:
    """None: there are none, or they were erased."""
    if text is None or text.startswith(ERASED):
        return None
    return msgspec.json.decode(text, type=Facts)


def erased(text: str) -> str:
    """Facts without their words; the chain holds as before."""
    return text if text.startswith(ERASED) else ERASED + _short(text)


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def seal(chain: str, row: CommitRow, undone: int | None = None) -> str:
    """The running hash after a line; `undone`: it takes back all decisions from this number on."""
    stamp = [f"{row.kind} {row.seat} {float(row.at)!r}"]
    if row.facts is not None:
        stamp.append(erased(row.facts))
    if undone is not None:
        stamp.append(f"undo {undone}")
    return link(chain, [*stamp, *row.log()])


def seals(chain: str, row: CommitRow, undone: Sequence[int] = ()) -> Iterator[tuple[str, int | None]]:
    """All hashes that a line may have after another, each with the number from which on it takes decisions back.

    `undone`: numbers to try beside the line's own.
    """
    numbers: list[int | None] = [*dict.fromkeys((row.first, *undone))] if row.kind in ("undo", "rules") else []
    for number in numbers if row.kind == "undo" else [None, *numbers]:
        yield seal(chain, row, number), number
        if row.facts is None:  # written before seals covered more than the decisions
            yield link(chain, [row.kind, *([] if number is None else [f"undo {number}"]), *row.log()]), number


def follows(chain: str, row: CommitRow) -> bool:
    return any(row.chain == found for found, _ in seals(chain, row))


def torn(rows: Sequence[CommitRow], head: str) -> int | None:
    """The first revision that does not follow from the one before it, where both are at hand, or is not the head's."""
    for one, two in pairwise(rows):
        if two.rev == one.rev + 1 and not follows(one.chain, two):
            return two.rev
    return rows[-1].rev if rows and rows[-1].chain != head else None


# Positions


def text_digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def position_seal(shot: Snapshot, text: bytes) -> str:
    about = f"{shot.match} {shot.number} {shot.rules} {shot.data} {shot.decided}\n"
    return hashlib.sha256(about.encode() + text).hexdigest()


def snapshot_of(title: Title, head: MatchRow, number: int, state: Any, decided: int) -> Snapshot:
    """A position to be stored."""
    text = state_text(title, state)
    shot = Snapshot(head.id, number, head.rules, head.data, zlib.compress(text, 1), "", decided)
    shot.digest = position_seal(shot, text)
    return shot


def intact_text(shot: Snapshot) -> bytes | None:
    """The text of a stored position; None: it is damaged."""
    try:
        text = zlib.decompress(shot.state)
    except (zlib.error, TypeError):
        return None
    # Up to schema 0003 the digest covered the text alone.
    return text if shot.digest in (position_seal(shot, text), text_digest(text)) else None
