"""How the figures grow: with seats, with the length of a match, with the number of tables.

    make bench-growth
    make bench-growth ARGS="--title TITLE --seconds 1"

Rates are per CPU second, as in bench.py. A match is cut into quarters by its decisions; decisions of a quarter are
measured from copies of where it begins. Tables stand side by side in a batch, as learners have them.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

import machinehall as mh
from bench import Work, batched, environment, playout, rate, recorded, repeat
from machinehall.kernel.native import COMPILED

TABLES = (1, 8, 64, 256)
QUARTERS = ("first", "second", "third", "last")


def length(title: mh.Title, seats: int, seed: int) -> int:
    """Decisions of a random match."""
    rng = random.Random(seed)
    return playout(title, title.start(seats), rng)


def quarters(title: mh.Title, seats: int, seed: int) -> tuple[list[Any], int]:
    """Where each quarter of a random match begins, and how many decisions a quarter has."""
    size, rng = length(title, seats, seed) // len(QUARTERS), random.Random(seed)
    state, found = title.start(seats), []
    for _ in QUARTERS:
        found.append(state.clone())
        playout(title, state, rng, until=size)
    return found, size


def from_here(title: mh.Title, state: Any, size: int) -> Work:
    rng = random.Random(2)
    return lambda: playout(title, state.clone(), rng, until=size)


def by_seats(title: mh.Title, seconds: float) -> None:
    low, high = title.seats
    print(f"  {'seats':24} {'decisions/s':>12} {'copy, us':>10} {'environment/s':>14} {'lines':>7} {'replay, ms':>11}")
    for seats in range(low, high + 1):
        rng = random.Random(1)
        middle = title.start(seats, rng=random.Random(3))
        playout(title, middle, random.Random(3), until=200)
        record = recorded(title, seats)
        figures = (
            rate(lambda n=seats, r=rng: playout(title, title.start(n), r), 1, seconds),  # type: ignore[misc]
            1e6 / rate(repeat(1_000, middle.clone), 1, seconds),
            rate(lambda n=seats, r=rng: environment(title, n, r), 1, seconds),  # type: ignore[misc]
            len(mh.load_match(record).log),
            1e3 / rate(repeat(1, lambda text=record: mh.load_match(text)), 1, seconds),  # type: ignore[misc]
        )
        print("  {:<24} {:12,.0f} {:10.2f} {:14,.0f} {:7} {:11.2f}".format(seats, *figures))


def by_length(title: mh.Title, seconds: float) -> None:
    starts, size = quarters(title, title.seats[1], seed=5)
    print(f"  {f'quarter of {size} decisions':24} {'decisions/s':>12}")
    for name, state in zip(QUARTERS, starts, strict=True):
        print(f"  {name:24} {rate(from_here(title, state, size), 1, seconds):12,.0f}")


def by_tables(title: mh.Title, seconds: float) -> None:
    print(f"  {'tables':24} {'steps/s':>12}")
    for tables in TABLES:
        work = batched(title, title.seats[1], random.Random(1), tables)
        print(f"  {tables:<24} {rate(work, 1, seconds):12,.0f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", choices=sorted(mh.titles()), action="append", help="only these titles")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    args = parser.parse_args()
    for name in args.title or mh.titles():
        title = mh.title(name)
        print(f"{name} ({'compiled' if COMPILED else 'plain'})")
        for table in (by_seats, by_length, by_tables):
            table(title, args.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
