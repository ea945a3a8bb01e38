"""Has the engine become slower? Ratios to python-chess and to a fixed loop, held against the last run that was kept.

    make bench-gate                  measures and compares with the last line of bench/history.jsonl; fails if slower
    make bench-keep                  the same, then adds the run to the history; commit it

Each ratio is measured in turns with its peer, so that other load on the machine hits both, and kept with its quartiles.
It is slower when even its upper quartile lies below the lower quartile of the last run by more than the slack: what
merely scatters does not fail, and a machine of another speed gives the same ratios.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import chess

import machinehall as mh
from bench import batched, calibration, chess_decisions, environment, playout, rate, repeat
from machinehall.kernel.native import COMPILED

HISTORY = Path(__file__).parent / "history.jsonl"
SLACK = 0.1
Spread = list[float]
"""Lower quartile, median, upper quartile of a ratio."""


def spread(ratios: list[float]) -> Spread:
    return [round(part, 4) for part in statistics.quantiles(ratios, n=4, method="inclusive")]


def measure(name: str, turns: int, seconds: float) -> dict[str, Spread]:
    """The ratios of a title; more is faster in each."""
    title, rng, board = mh.title(name), random.Random(1), chess.Board()
    high = title.seats[1]
    middle = title.start(high, rng=random.Random(3))
    playout(title, middle, random.Random(3), until=200)

    def random_chess() -> int:
        return chess_decisions(rng)

    pairs = {
        "decisions, to python-chess": (lambda: playout(title, title.start(high), rng), random_chess),
        "decisions, to a thousand turns of the loop": (
            lambda: playout(title, title.start(high), rng),
            lambda: calibration() // 1_000,
        ),
        "copies, to python-chess": (
            repeat(1_000, middle.clone),
            repeat(1_000, lambda: board.copy(stack=False)),
        ),
        "environment steps, to python-chess": (lambda: environment(title, high, rng), random_chess),
        "steps of a batch, to python-chess": (batched(title, high, rng), random_chess),
    }
    return {
        what: spread([rate(work, 1, seconds) / rate(peer, 1, seconds) for _ in range(turns)])
        for what, (work, peer) in pairs.items()
    }


def slower(last: dict[str, Any], now: dict[str, Any], slack: float = SLACK) -> Iterator[str]:
    """What has become slower beyond scatter and slack; a title or ratio that only one of both has says nothing."""
    for title, ratios in now["titles"].items():
        for what, (_, middle, high) in ratios.items():
            low_before, before, _ = last["titles"].get(title, {}).get(what, (0.0, 0.0, 0.0))
            if high < low_before * (1 - slack):
                yield f"{title}, {what}: {middle:.3f}, was {before:.3f}"


def last_kept(file: Path, engine: str = "plain") -> dict[str, Any] | None:
    """The last run with the same engine; the first runs do not say which, and were plain."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    runs: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return next((run for run in reversed(runs) if run.get("engine", "plain") == engine), None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", choices=sorted(mh.titles()), action="append", help="only these titles")
    parser.add_argument("--turns", type=int, default=9, help="of each ratio; at least three")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each side of a turn")
    parser.add_argument("--keep", action="store_true", help="add the run to the history, slower or not")
    parser.add_argument("--history", type=Path, default=HISTORY)
    args = parser.parse_args()
    names = args.title or sorted(mh.titles())
    now: dict[str, Any] = {
        "day": datetime.now(UTC).date().isoformat(),
        "version": mh.__version__,
        "python": platform.python_version(),
        "engine": "compiled" if COMPILED else "plain",
        "titles": {name: measure(name, max(3, args.turns), args.seconds) for name in names},
    }
    for name, ratios in now["titles"].items():
        for what, (low, middle, high) in ratios.items():
            print(f"{name:16} {what:44} {middle:8.3f}   ({low:.3f} to {high:.3f})")
    last = last_kept(args.history, now["engine"])
    found = list(slower(last, now)) if last else []
    print(*(f"slower: {line}" for line in found), sep="\n")
    if args.keep:
        with args.history.open("a", encoding="utf-8") as file:
            file.write(json.dumps(now) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
