"""Reviews for tests: small ones, made at once, and kept as the server keeps them."""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
import time
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

import machinehall as mh
from machinehall.review.lines import Effort
from machinehall.review.review import Plan, review
from machinehall.review.shapes import Review
from machinehall.server.thinking.reviews import made_by

SHARED = "MACHINEHALL_TESTS_SHARE"
"""A folder for the processes of one run: conftest.py makes it."""
SMALL = Plan(
    Effort(passes=5, deep=10, worlds=2, lines=2, glance=5, rounds=2, fresh=3, ends=3), searches=2, levels=("random",)
)


def made_once(name: str, make: Callable[[], list[Review]]) -> list[Review]:
    """What takes long to make is made by one of the processes that share a run of the suite; the others wait for it."""
    with (Path(os.environ[SHARED]) / name).open("a+b") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)
        kept.seek(0)
        text = kept.read()
        if not text:
            text = msgspec.json.encode(make())
            kept.write(text)
    return msgspec.json.decode(text, type=list[Review])


@cache
def _reviewed(record: str) -> Review:
    name = hashlib.sha256(record.encode()).hexdigest()[:16]
    return made_once(name, lambda: [review(mh.load_match(record), plan=SMALL)])[0]


def small_review(record: str) -> Review:
    """A review of a match that random bots have played: full of faults, and quickly made."""
    return _reviewed(mh.load_match(record).record())  # as the kernel writes it: without whose table it was, and when


def keep(database: str, match: str, found: Review) -> None:
    """Put a review into the database of a server that runs elsewhere."""
    row = (match, made_by(found), zlib.compress(msgspec.json.encode(found)), time.time())
    with sqlite3.connect(database.removeprefix("sqlite:///"), timeout=60) as connection:
        connection.execute("insert into reviews (match, judge, body, at) values (?, ?, ?, ?)", row)
