"""All bars of the two speeds in one run: the compiled engine, the plain one, python-chess and the fixed loop.

    make bench-bars
    make bench-bars ARGS=--keep             adds the run to bench/bars.jsonl; commit it
    PYTHONPATH=src:SITE python3 bench/bars.py --json bars.json

The second line needs neither network nor a virtual environment: SITE is a folder with chess, msgspec, numpy,
typing_extensions and the metadata of this package (`machinehall-*.dist-info`), where Python has them not.

Four seats, or as many as a title has. A process for each title and engine, in turns, one at a time; each figure is the
median of the repeats, per CPU second, and python-chess is measured in each of them: a machine changes its own speed
meanwhile, so "times" is how much faster than plain an engine is, each beside its own python-chess. Bars (bars.json) are
those of a machine on which python-chess does 20,600 decisions/s and copies a board in 1.4 us: they are moved by what it
does here. Planner and tree search have to beat the plain engine by so many times. After `make fast`; without it the
plain figures are shown alone.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import chess

import machinehall as mh
from bench import (
    PASSES,
    PLAN,
    SOURCE,
    TREE,
    Work,
    beside_path,
    calibration,
    chess_decisions,
    environment,
    plain_copy,
    playout,
    positions,
    rate,
    recorded,
    repeat,
    thinking,
)
from machinehall.bots.planner import Planner
from machinehall.bots.search import Search
from machinehall.kernel.native import COMPILED

SEATS = 4
QUESTIONS = 2
BARS: dict[str, dict[str, float]] = json.loads(Path(__file__).with_name("bars.json").read_text(encoding="utf-8"))
HISTORY = Path(__file__).with_name("bars.jsonl")
LESS = ("us", "ms")
"""Units of figures that had better be small."""
TIMES = ("planner, positions/s", "tree search, passes/s")
"""Figures whose bar is how many times those of the plain engine they are."""
PEER = "python-chess"
Figures = dict[str, float]


def works(title: mh.Title) -> dict[str, tuple[Work, float]]:
    """What is measured of a title, and by what a rate is divided into: 0 for the rate itself."""
    seats, rng = min(SEATS, title.seats[1]), random.Random(1)
    middle = title.start(seats, rng=random.Random(3))
    playout(title, middle, random.Random(3), until=200)
    crowded = [p for seed in range(4) for p in positions(title, seats, random.Random(seed))]
    asked, record = crowded[:: max(1, len(crowded) // QUESTIONS)][:QUESTIONS], recorded(title, seats)
    return {
        "decisions/s": (lambda: playout(title, title.start(seats), rng), 0),
        "copy, us": (repeat(1_000, middle.clone), 1e6),
        "replay of a match, ms": (repeat(1, lambda: mh.load_match(record)), 1e3),
        "planner, positions/s": (thinking(title, asked, lambda: Planner(title, 1, PLAN), PASSES), 0),
        "tree search, passes/s": (thinking(title, asked, lambda: Search(title, 1, TREE), PASSES), 0),
        "environment, steps/s": (lambda: environment(title, seats, rng), 0),
    }


def peers() -> dict[str, tuple[Work, float]]:
    rng, board = random.Random(1), chess.Board()
    return {
        "decisions/s": (lambda: chess_decisions(rng), 0),
        "copy, us": (repeat(1_000, lambda: board.copy(stack=False)), 1e6),
        "loop, turns/s": (calibration, 0),
    }


def measure(all_works: dict[str, tuple[Work, float]], repeats: int, seconds: float) -> dict[str, list[float]]:
    """Each figure as often as asked, in turns."""
    found: dict[str, list[float]] = {what: [] for what in all_works}
    for _ in range(repeats):
        for what, (work, over) in all_works.items():
            pace = rate(work, 1, seconds)
            found[what].append(over / pace if over else pace)
    return found


def one(name: str, repeats: int, seconds: float) -> dict[str, Any]:
    """A title with the engine that runs here, and its peers in turns with it."""
    beside = {f"{PEER} {what}": work for what, work in peers().items()}
    found = measure(works(mh.title(name)) | beside, repeats, seconds)
    middle = {what: statistics.median(values) for what, values in found.items()}
    return {
        "engine": "compiled" if COMPILED else "plain",
        PEER: {what.removeprefix(f"{PEER} "): value for what, value in middle.items() if what in beside},
        "figures": {what: value for what, value in middle.items() if what not in beside},
        "repeats": found,
    }


def elsewhere(source: Path, name: str, args: argparse.Namespace) -> dict[str, Any]:
    """The same in a process of its own, with the engine that lies in a folder."""
    how = ["--one", name, "--repeats", str(args.repeats), "--seconds", str(args.seconds)]
    env = {**os.environ, "PYTHONPATH": beside_path(source)}
    done = subprocess.run([sys.executable, __file__, *how], env=env, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def bar_of(name: str, what: str, chess_here: Figures) -> float:
    """The bar as this machine has it, by what python-chess does on it."""
    bar, there = {**BARS["any"], **BARS.get(name, {})}[what], BARS[PEER]
    if what in TIMES:
        return bar
    if what in chess_here:
        return bar * chess_here[what] / there[what]
    pace = chess_here["decisions/s"] / there["decisions/s"]
    return bar / pace if what.endswith(LESS) else bar * pace


def times_plain(what: str, fast: dict[str, Any], plain: dict[str, Any]) -> float:
    """How many times as fast as the plain engine, each beside what python-chess did in the same process."""
    ours, theirs = fast["figures"][what], plain["figures"][what]
    machine: float = fast[PEER]["decisions/s"] / plain[PEER]["decisions/s"]
    times: float = theirs / ours if what.endswith(LESS) else ours / theirs
    return times / machine


def verdict(name: str, what: str, fast: dict[str, Any], plain: dict[str, Any]) -> tuple[float, float, bool]:
    """How many times as fast as plain, the bar, and whether it is met."""
    times, bar = times_plain(what, fast, plain), bar_of(name, what, fast[PEER])
    measured = times if what in TIMES else fast["figures"][what]
    return times, bar, measured <= bar if what.endswith(LESS) else measured >= bar


def show(name: str, fast: dict[str, Any] | None, plain: dict[str, Any]) -> None:
    here = (fast or plain)[PEER]
    loop, pace, copy = here["loop, turns/s"], here["decisions/s"], here["copy, us"]
    print(f"{name}: python-chess {pace:,.0f} decisions/s, copy {copy:.2f} us; loop {loop:,.0f} turns/s")
    for what, slow in plain["figures"].items():
        line = f"  {what:24} plain {slow:12,.2f}"
        if fast:
            times, bar, met = verdict(name, what, fast, plain)
            line += f"   compiled {fast['figures'][what]:12,.2f}   {times:5.2f} times   bar {bar:12,.2f}"
            line += " times" if what in TIMES else ""
            line += "   met" if met else "   MISSED"
        if what == "decisions/s":
            both = [found for found in (plain, fast) if found]
            ratios = [found["figures"][what] / found[PEER][what] for found in both]
            line += "   times python-chess: " + ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(line, flush=True)


def brief(found: dict[str, Any]) -> dict[str, Any]:
    """The run as the history has it: medians alone."""
    kept = (PEER, "figures")
    return {
        name: {engine: {what: one[what] for what in kept} for engine, one in both.items() if one}
        for name, both in found.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", choices=sorted(mh.titles()), action="append", help="only these titles")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each repeat")
    parser.add_argument("--json", type=Path, help="all figures, each repeat of them")
    parser.add_argument("--keep", action="store_true", help="add the run to the history")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one(args.one, args.repeats, args.seconds)))
        return 0
    found: dict[str, Any] = {}
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        bare = plain_copy(Path(folder))
        for name in args.title or mh.titles():
            fast = elsewhere(SOURCE, name, args) if COMPILED else None
            plain = elsewhere(bare, name, args)
            found[name] = {"compiled": fast, "plain": plain}
            show(name, fast, plain)
    if args.keep:
        day, python = datetime.now(UTC).date().isoformat(), platform.python_version()
        line = {
            "day": day,
            "version": mh.__version__,
            "python": python,
            "repeats": args.repeats,
            "titles": brief(found),
        }
        with HISTORY.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
