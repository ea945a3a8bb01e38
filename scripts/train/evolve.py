"""Evolve the weights of a title's evaluation by play: those that win are followed, whatever they foretell.

    python scripts/train/evolve.py TITLE --alone --seconds 1500 --passes 250 --state out/evolved.pkl
        --out out/weights.json

`tune.py` fits weights to what matches brought; play then finds the positions that a fit overrates. Here nothing is
foretold. Each generation of CMA-ES (package `cma`, extra `train`) draws sets of weights around the present ones: for
each term a factor, and how much it grows from the first stage to the last. Each set plays by searching its own turns in
`--passes` passes against its neighbour in the generation, or, with `--alone`, against the automaton of the title, whose
weights are a table of their own; all sets play the same deals. What counts is the lead. `--state` keeps where it stands
after each generation: start the same command again and it goes on. At the end the new weights play the old ones on
deals that no generation has seen.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cma  # type: ignore[import-not-found,unused-ignore]
import numpy as np
from tune import parts

import machinehall as mh
from machinehall.bots.planner import Planner, PlannerConfig
from machinehall.cli.common import progress

LONGEST_MATCH = 900
"""Decisions after which a match that does not come to its end is broken off, and counted as it stands."""
GREATEST_LEAD = 150.0
"""A greater lead counts for no more: one odd match would drown the others."""
STEP = 0.2
"""How far the first sets lie from the weights that it starts from."""
FIRST_DEAL, CHECK_DEAL = 500_000, 900_000
Weights = dict[str, list[float]]


def varied(weights: Weights, point: Sequence[float]) -> Weights:
    """Weights with a factor for each term that grows or shrinks over the stages."""
    level, slope = np.split(np.asarray(point), 2)
    stages = len(weights)
    found = {}
    for k, (stage, row) in enumerate(weights.items()):
        found[stage] = (np.asarray(row) * (1 + level + slope * (2 * k / max(1, stages - 1) - 1))).tolist()
    return found


def lead_of(name: str, passes: int, deal: int, sets: Sequence[Weights]) -> float:
    """The first set's lead: alone over the automaton, otherwise over the other."""
    title, module = mh.title(name), parts(name)
    match = mh.Match(title, len(sets), deal)
    plan = PlannerConfig(passes=passes, first=1.0)
    bots = [
        Planner(title, f"{deal}/{seat}", plan, judge=partial(module.evaluate, w=weights))
        for seat, weights in enumerate(sets)
    ]
    while match.to_act and len(match.log) < LONGEST_MATCH:
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(legal[0] if len(legal) == 1 else bots[seat].choose(match.view(seat), legal), seat)
    outcome = match.outcome or title.score(title.lookup, match.state)
    others = [row.score for row in outcome.automata] if len(sets) == 1 else outcome.scores[1:]
    return float(np.clip(outcome.scores[0] - max(others), -GREATEST_LEAD, GREATEST_LEAD))


class Evolution:
    """Where it stands, and how it goes on."""

    def __init__(self, args: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
        self.args, self.pool = args, pool
        module = parts(args.title)
        self.start: Weights = module.weights(module.ALONE) if args.alone else module.weights()
        size = len(next(iter(self.start.values())))
        options = {"popsize": args.sets, "seed": args.seed, "CMA_diagonal": True, "verbose": -9}
        self.es: Any = cma.CMAEvolutionStrategy([0.0] * 2 * size, STEP, options)
        self.history: list[dict[str, float]] = []
        if args.state and args.state.exists():
            self.start, self.es, self.history = pickle.loads(args.state.read_bytes())

    def play(self, matches: Sequence[tuple[int, list[Weights]]]) -> list[float]:
        deals, sets = [deal for deal, _ in matches], [both for _, both in matches]
        games = self.pool.map(partial(lead_of, self.args.title, self.args.passes), deals, sets)
        return list(progress(games, len(deals), f"Generation {len(self.history)}"))

    def generation(self) -> None:
        points = self.es.ask()
        sets = [varied(self.start, point) for point in points]
        number, count = len(self.history), len(sets)
        deal = FIRST_DEAL + 100 * number
        # Around the ring, so that each set sits once on either seat against two different others.
        table = [[own] if self.args.alone else [own, sets[(i + 1) % count]] for i, own in enumerate(sets)]
        leads = self.play([(deal + k, seated) for seated in table for k in range(self.args.deals)])
        worth = np.reshape(leads, (count, -1)).mean(axis=1)
        if not self.args.alone:
            worth = (worth - np.roll(worth, 1)) / 2
        self.es.tell(points, list(-worth))
        self.history.append({"mean": float(worth.mean()), "spread": float(worth.std()), "step": float(self.es.sigma)})
        print(number, json.dumps({name: round(x, 2) for name, x in self.history[-1].items()}), flush=True)
        if self.args.state:
            self.save(self.args.state)

    def save(self, path: Path) -> None:
        """All or nothing: whoever stops it in the middle goes on from the generation before."""
        fresh = path.with_suffix(".new")
        fresh.write_bytes(pickle.dumps((self.start, self.es, self.history)))
        fresh.replace(path)

    def found(self) -> Weights:
        """The middle of where it stands, in as many digits as matter."""
        rows = varied(self.start, self.es.result.xfavorite)
        return {stage: [float(f"{x:.3g}") for x in row] for stage, row in rows.items()}

    def check(self, new: Weights) -> None:
        """New against old, on deals of their own."""
        deals = [CHECK_DEAL + k for k in range(self.args.check)]
        if self.args.alone:
            for called, weights in (("old", self.start), ("new", new)):
                tell(f"alone, {called}", self.play([(deal, [weights]) for deal in deals]))
            return
        there = self.play([(deal, [new, self.start]) for deal in deals])
        back = self.play([(deal, [self.start, new]) for deal in deals])
        tell("new against old", there + [-lead for lead in back])


def tell(what: str, leads: Sequence[float]) -> None:
    won = sum(lead > 0 for lead in leads) + sum(lead == 0 for lead in leads) / 2
    print(f"{what}: lead {fmean(leads):.1f} ± {pstdev(leads) / len(leads) ** 0.5:.1f}, won {won:g} of {len(leads)}")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("title")
    ask.add_argument("--seconds", type=float, default=1500, help="for generations; the check comes on top")
    ask.add_argument("--passes", type=int, default=250)
    ask.add_argument("--sets", type=int, default=48, help="sets of weights in a generation")
    ask.add_argument("--alone", action="store_true", help="against the automaton; otherwise against each other")
    ask.add_argument("--deals", type=int, default=2, help="matches of a set in a generation")
    ask.add_argument("--check", type=int, default=32, help="deals for the check; 0 for none")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=os.cpu_count())
    ask.add_argument("--state", type=Path)
    ask.add_argument("--out", type=Path, help="where the new table of weights goes; none: it is not written")
    args = ask.parse_args()
    if args.alone and mh.title(args.title).automata is None:
        ask.error(f"{args.title} has no automaton to play against")
    until = time.monotonic() + args.seconds
    with ProcessPoolExecutor(args.workers) as pool:
        evolution = Evolution(args, pool)
        longest = 0.0
        while time.monotonic() + longest < until:
            began = time.monotonic()
            evolution.generation()
            longest = max(longest, time.monotonic() - began)
        new = evolution.found()
        if args.out:
            args.out.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")
        if args.check:
            evolution.check(new)


if __name__ == "__main__":
    main()
