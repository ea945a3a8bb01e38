"""What a turn usually changes in the lead of whoever takes it, where a net plays against itself: the zero of accounts.

    python scripts/train/usual_turns.py TITLE --matches 60 --workers 16

A judge looks better after every turn of one's own. The account of a review (`machinehall.review.account`) takes that
out by the means measured here, for each count of seats, and writes them to judge/usual.json. They hold for the net
they were made with: run this again for a new one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random

import msgspec

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.review.account import changes, mean_of
from machinehall.review.course import course_of, way
from machinehall.review.net_judge import KeptUsual, NetJudge
from machinehall.review.shapes import Figure


def measured(asked: tuple[str, int, int]) -> tuple[int, list[float]]:
    """One match: what its turns changed for whoever took them."""
    name, seats, seed = asked
    title = mh.title(name)
    match = mh.Match(title, seats, random.Random(f"usual/{name}/{seats}/{seed}").getrandbits(32))
    run_match(match, make_bots([f"net:{title.home.net}"], title, seats, seed))
    course = course_of(match)
    points, lucks = way(course, NetJudge(title), random.Random(f"{seed}/luck"))
    turns = [turn for turn in course.turns if turn.first >= course.begin]
    moved = changes(course, points, lucks, turns)
    return seats, [moved[turn.seat][k] for k, turn in enumerate(turns)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--matches", type=int, default=60, help="at each count of seats")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(threads, "1")  # each worker has a core, and reads it when it loads numpy
    title = mh.title(args.title)
    steps: dict[int, list[float]] = {}
    asked = [(args.title, seats, k) for seats in range(2, title.seats[-1] + 1) for k in range(args.matches)]
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for seats, found in pool.imap_unordered(measured, asked):
            steps.setdefault(seats, []).extend(found)
    means = {seats: mean_of(steps[seats]) for seats in sorted(steps)}
    usual = {seats: Figure(round(mean.value, 4), round(mean.error, 4)) for seats, mean in means.items()}
    kept = KeptUsual(NetJudge(title).name, args.matches, usual)
    title.home.usual.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    print(title.home.usual.read_text())


if __name__ == "__main__":
    main()
