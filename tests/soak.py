"""Long random play: thousands of whole matches of every title at every player count, on all laws.

make soak                                   10,000 matches for each title and player count
make soak ARGS="--games 200 --title promethium --seats 2"
make soak ARGS="--title imperial-steam --option setup=2"      the other options are random
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

import battery

import machinehall as mh

BATCH = 50
FULL_EVERY = 100
"""Every so many matches the slower parts of the battery are played too."""


def records(title: mh.Title, seats: int, seed: int) -> None:
    battery.records_replay(title, seats, seed, mh.load_match)


SLOW: tuple[Callable[[mh.Title, int, int], object], ...] = (
    battery.copies_agree,
    battery.texts_parse,
    battery.worlds_stay_alike,
    battery.samples_give_the_view_back,
    battery.observations_fit,
    battery.undo_goes_back,
    battery.refusals_explain,
    records,
)


def play(name: str, seats: int, first: int, games: int, fixed: dict[str, int]) -> tuple[int, list[str]]:
    """A batch of matches: decisions played, and what went wrong with which seed."""
    title = mh.title(name)
    decisions, faults = 0, []
    for seed in range(first, first + games):
        try:
            decisions += battery.laws_hold(title, seats, seed, fixed)
            if seed % FULL_EVERY == 0:
                SLOW[seed // FULL_EVERY % len(SLOW)](title, seats, seed)
        except Exception as fault:  # a soak reports every kind of failure and goes on
            faults.append(f"{name} {seats} seats, seed {seed}: {type(fault).__name__}: {fault}")
    return decisions, faults


def soak(name: str, seats: int, games: int, workers: int, fixed: dict[str, int]) -> list[str]:
    started, decisions, done = time.monotonic(), 0, 0
    faults: list[str] = []
    with ProcessPoolExecutor(workers) as pool:
        starts = range(0, games, BATCH)
        tasks = [pool.submit(play, name, seats, first, min(BATCH, games - first), fixed) for first in starts]
        for task in as_completed(tasks):
            more, bad = task.result()
            decisions, faults, done = decisions + more, faults + bad, done + 1
            if sys.stderr.isatty():
                print(f"\r{name} {seats} seats: {done * BATCH} of {games}", end="", file=sys.stderr, flush=True)
    seconds = time.monotonic() - started
    with_options = "".join(f", {key}={value}" for key, value in fixed.items())
    what = f"{name} {seats} seats{with_options}"
    print(f"\r{what}: {games} matches, {decisions} decisions, {seconds:.0f} s, {len(faults)} faults", flush=True)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="matches for each title and player count")
    parser.add_argument("--title", choices=sorted(mh.titles()), help="only this title")
    parser.add_argument("--seats", type=int, help="only this player count")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=NUMBER", help="not random")
    args = parser.parse_args()
    fixed = {name: int(value) for name, _, value in (text.partition("=") for text in args.option)}
    faults: list[str] = []
    for name, title in mh.titles().items():
        for seats in range(title.seats[0], title.seats[1] + 1):
            if args.title in (None, name) and args.seats in (None, seats):
                faults += soak(name, seats, args.games, args.workers, fixed)
    print("\n".join(faults[:20]) if faults else "no exception, no broken law, no dead end")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
