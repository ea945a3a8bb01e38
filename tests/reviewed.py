"""Reviews for tests: small ones, made at once, and kept as the server keeps them."""

from __future__ import annotations

import sqlite3
import time
import zlib

import msgspec

import machinehall as mh
from machinehall.review.lines import Effort
from machinehall.review.review import Plan, review
from machinehall.review.shapes import Review
from machinehall.server.thinking.reviews import made_by

SMALL = Plan(Effort(passes=5, deep=10, worlds=2, lines=2, glance=5, rounds=2, fresh=3), searches=2, levels=("random",))


def small_review(record: str) -> Review:
    """A review of a match that random bots have played: full of faults, and quickly made."""
    return review(mh.load_match(record), plan=SMALL)


def keep(database: str, match: str, found: Review) -> None:
    """Put a review into the database of a server that runs elsewhere."""
    row = (match, made_by(found), zlib.compress(msgspec.json.encode(found)), time.time())
    with sqlite3.connect(database.removeprefix("sqlite:///"), timeout=60) as connection:
        connection.execute("insert into reviews (match, judge, body, at) values (?, ?, ?, ?)", row)
