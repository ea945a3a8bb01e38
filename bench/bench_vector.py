"""How many steps a second learners get from the vector environment, with observation and mask.

    make bench-vector
    make bench-vector ARGS="--workers 16 --matches 64 --title TITLE --bots random"

The policy answers at once: in each match the first legal action from a random place of the table on. A step is one
decision of a learner in one match; chance and forced decisions are in it. Wall-clock time: it is the learner who
waits. `--workers 0` measures this process alone.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.kernel.native import COMPILED
from machinehall.learn.vector import VectorMatchEnv

Rng = np.random.Generator


def policy(mask: np.ndarray[Any, Any], rng: Rng) -> np.ndarray[Any, Any]:
    """A legal action for each row: the first from a random place on, else the first of all."""
    flags = mask.view(np.bool_)
    start = int(rng.integers(mask.shape[1]))
    later = flags[:, start:]
    found = later.argmax(axis=1)
    missed = ~later[np.arange(len(found)), found]
    chosen: np.ndarray[Any, Any] = np.where(missed, flags.argmax(axis=1), found + start)
    return chosen


def measure(env: VectorMatchEnv, seconds: float, repeats: int) -> tuple[float, float]:
    """Steps a second and the share of the time that the policy takes: the medians."""
    rng = np.random.default_rng(1)
    shown, _ = env.reset(seed=1)
    rates, thinking = [], []
    for repeat in range(-1, repeats):
        began, steps, thought = time.perf_counter(), 0, 0.0
        while (now := time.perf_counter()) - began < seconds:
            actions = policy(shown["action_mask"], rng)
            thought += time.perf_counter() - now
            shown = env.step(actions)[0]
            steps += env.num_envs
        took = time.perf_counter() - began
        if repeat >= 0:  # the first round warms up: matches spread over their stages
            rates.append(steps / took)
            thinking.append(thought / took)
    return statistics.median(rates), statistics.median(thinking)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", action="append", choices=list(mh.titles()))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--workers", type=int, action="append", help="may be given several times; 0: this process")
    parser.add_argument("--matches", type=int, action="append", help="for each worker; may be given several times")
    parser.add_argument("--bots", help="a bot at every seat but the first")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    print(f"{os.cpu_count()} processors; the engine is {'compiled' if COMPILED else 'not compiled'}")
    bots = dict.fromkeys(range(1, args.seats), args.bots) if args.bots else None
    for title in args.title or mh.titles():
        for workers in args.workers or [os.cpu_count() or 1]:
            for matches in args.matches or [64]:
                env = VectorMatchEnv(title, args.seats, matches * max(workers, 1), workers, bots, copy=False)
                try:
                    rate, thought = measure(env, args.seconds, args.repeats)
                finally:
                    env.close()
                print(
                    f"{title:16} {workers:3} workers x {matches:4} matches: {rate:9,.0f} steps/s ({thought:.0%} policy)"
                )


if __name__ == "__main__":
    main()
