"""In which rounds a scripted player reaches Trieste: a yardstick for the reconstructed numbers of Imperial Steam.

python scripts/train/trieste.py [--games 20]
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter

import machinehall as mh
from machinehall.bots import run_match
from machinehall.cli.common import progress
from machinehall.titles.imperial_steam.judge.racer import Racer

SETUPS = ("beginner", "normal", "random")


def play(seats: int, setup: int, games: int) -> tuple[Counter[str], list[int]]:
    """How many matches ended in which round with Trieste reached, and all scores."""
    title = mh.title("imperial-steam")
    rounds: Counter[str] = Counter()
    scores: list[int] = []
    for seed in progress(range(games), games, f"{seats} players"):
        match = mh.new_match("imperial-steam", seats, seed=seed, options={"setup": setup})
        run_match(match, [Racer(title, f"{seed}/{seat}") for seat in range(seats)])
        assert match.outcome is not None
        rounds[str(match.state.round) if match.outcome.reason == "end.trieste" else "never"] += 1
        scores += match.outcome.scores
    return rounds, scores


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="matches for each player count and set-up")
    games = parser.parse_args().games
    total: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for setup, name in enumerate(SETUPS):
            rounds, scores = play(seats, setup, games)
            total += rounds
            table = ", ".join(f"round {r}: {n}" if r != "never" else f"never: {n}" for r, n in sorted(rounds.items()))
            print(f"{seats} players, {name:8} {table}; median score {statistics.median(scores):.0f}", flush=True)
    reached = sum(total.values()) - total["never"]
    print(f"Trieste reached in {reached} of {sum(total.values())} matches")
    return 0


if __name__ == "__main__":
    sys.exit(main())
