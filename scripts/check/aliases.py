"""Searches for positions that differ for a seat but have the same observation; see `machinehall.learn.aliases`.

python scripts/check/aliases.py TITLE --seats N --pairs 100000
"""

from __future__ import annotations

import argparse
import sys
import time

import machinehall as mh
from machinehall.learn.aliases import Found, Search


def line(title: mh.Title, seats: int, found: Found, seconds: float) -> str:
    return (
        f"{title.name}, {seats} seats: {found.pairs:,} pairs, {found.positions:,} positions, "
        f"{found.met_again:,} met again, {sum(found.kinds.values()):,} aliases, {seconds:.0f} s"
    )


def searched(title: mh.Title, seats: int, pairs: int, seed: int) -> bool:
    """Search one table; whether it has no alias."""
    started = time.monotonic()

    def tell(found: Found) -> None:
        if sys.stderr.isatty():
            print(line(title, seats, found, time.monotonic() - started), end="\r", file=sys.stderr)

    found = Search(title, seats).run(pairs, seed, tell)
    print(line(title, seats, found, time.monotonic() - started), flush=True)
    for differs, count in sorted(found.kinds.items(), key=lambda kind: -kind[1]):
        print(f"  {count} x {', '.join(differs)}")
    for alias in found.aliases[:10]:
        print(alias)
    return not found.kinds


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("title", nargs="*", help="all titles if none is named")
    parser.add_argument("--seats", type=int, help="else every number of seats")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    clean = True
    for name in given.title or mh.titles():
        title = mh.title(name)
        low, high = title.seats
        for seats in [given.seats] if given.seats else range(low, high + 1):
            clean &= searched(title, seats, given.pairs, given.seed)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
