"""Writes docs/leaderboard.md from the files of results in benchmark/results: `make leaderboard`.

`make leaderboard ARGS="mine.json --out page.md"` shows another file among them, on a page of its own.

Only the figures are read; that they are right is shown by `machinehall benchmark --check`, which `--check` runs first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import machinehall as mh
from machinehall.benchmark.check import faults
from machinehall.benchmark.figures import FEW_DEALS
from machinehall.benchmark.results import not_frozen, read
from machinehall.benchmark.tables import DEALS, NAME, tables

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmark" / "results"
PAGE = ROOT / "docs" / "leaderboard.md"

Body = dict[str, Any]


def share(row: Body, deals: int = DEALS) -> str:
    low, high = row["interval"]
    return f"{100 * row['mean']:.1f}" + (f" ({100 * low:.0f} to {100 * high:.0f})" if deals >= FEW_DEALS else "")


def lead(row: Body, deals: int) -> str:
    low, high = row["interval"]
    return f"{row['mean']:+.1f}" + (f" ({low:+.0f} to {high:+.0f})" if deals >= FEW_DEALS else "")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def ranked(bodies: Sequence[Body], name: str) -> list[Body]:
    """Best first at one table."""
    there = [body for body in bodies if name in body["figures"]["tables"]]
    return sorted(there, key=lambda body: -float(body["figures"]["tables"][name]["points"]["mean"]))


def whole(bodies: Sequence[Body]) -> list[str]:
    """Those that have played all of it."""
    full = [body for body in bodies if body["figures"]["complete"]]
    if not full:
        return [
            f"Nobody has played all {DEALS} deals of all tables yet; below is what there is, with its number of deals."
        ]
    full.sort(key=lambda body: -float(body["figures"]["points"]["mean"]))
    rows = [[f"`{body['bot']}`", share(body["figures"]["points"]), body["about"]] for body in full]
    return table(["bot", "points", "about"], rows)


def section(bodies: Sequence[Body], name: str) -> list[str]:
    title, _, seats = name.partition("/")
    heading = f"## {mh.title(title).full_name}, {'alone' if seats == '1' else f'{seats} seats'}"
    found = ranked(bodies, name)
    if not found:
        return [heading, "", "No results yet."]
    opponents = list(found[0]["figures"]["tables"][name]["against"])
    rows = []
    for body in found:
        mine = body["figures"]["tables"][name]
        deals, met = mine["deals"], [mine["against"][o] for o in opponents]
        against = [f"{share(one['wins'], deals)}; {lead(one['lead'], deals)}" for one in met]
        rows.append([f"`{body['bot']}`", str(deals), share(mine["points"], deals), *against])
    heads = ["bot", "deals", "points", *(o if o == "alone" else f"against `{o}`" for o in opponents)]
    return [heading, "", *table(heads, rows)]


def page(bodies: Sequence[Body]) -> str:
    good = [body for body in bodies if not not_frozen(body)]
    parts = [
        [f"# {NAME}: results"],
        [
            "Made by `make leaderboard` from the files in `benchmark/results`; nothing here is written by hand.",
            "Points are what of the other seats was beaten, of 100; 50 is level with the opponents, at any number of",
            "seats. Beside each opponent: wins of 100, then the lead in points of the game. In brackets 95 % intervals",
            f"from a bootstrap over deals; below {FEW_DEALS} deals there is none, and the figures say little."
            " How it is",
            "played and how to enter: [the benchmark](benchmark.md).",
        ],
        whole(good),
        *(section(good, one.name) for one in tables()),
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="further files of results")
    parser.add_argument("--out", type=Path, default=PAGE, help="the page")
    parser.add_argument("--check", action="store_true", help="play every match of every file again first")
    found = parser.parse_args()
    files = [*sorted(RESULTS.glob("*.json")), *found.files]
    try:
        bodies = [read(file) for file in files]
    except (OSError, mh.MachineHallError) as problem:
        print(problem, file=sys.stderr)
        return 1
    for file, body in zip(files, bodies, strict=True):
        if others := not_frozen(body):
            print(f"{file.name} is not listed, its opponents play otherwise: {'; '.join(others)}", file=sys.stderr)
    for file, body in zip(files, bodies, strict=True):
        for fault in faults(body) if found.check else ():
            print(f"{file.name}: {fault}", file=sys.stderr)
            return 1
    found.out.write_text(page(bodies), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
