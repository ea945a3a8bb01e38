"""Fit the weights of a title's evaluation to matches that the apprentice plays against itself.

    python scripts/train/tune.py TITLE --rounds 4 --matches 300

Each round plays matches with the present weights (and some random choices, so that more than one way of playing is
seen), notes the evaluation's terms at random moments, and fits, for each stage, weights that foretell the final score:
least squares, held near the present weights by a ridge. New weights stay only if they beat the old ones in play.
Few matches want a strong --ridge: thirty of a long title with the default fitted noise that lost by a hundred points,
and was not kept. The same seed gives the same weights. Habits are learned afterwards (`learn_habits.py`).

A title's `evaluation` module offers TERMS, ALL_STAGES, terms, sure, stage, evaluate and weights.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.bots import run_match
from machinehall.bots.greedy import Greedy
from machinehall.cli.common import progress

Sample = tuple[str, list[float], float]
"""Stage, terms, and what the match brought beyond what was sure."""
ROUND = 3


def parts(name: str) -> Any:
    return importlib.import_module(mh.title(name).minds.evaluate.__module__)


def one_match(name: str, weights: dict[str, list[float]], explore: float, seed: int) -> list[Sample]:
    """The notes taken in a match of apprentices."""
    title, module, rng = mh.title(name), parts(name), random.Random(seed)
    low, high = max(2, title.seats[0]), title.seats[1]
    match = mh.Match(title, rng.randint(low, high), seed)
    judge = partial(module.evaluate, w=weights)
    bots = [Greedy(title, rng.getrandbits(32), judge=judge, worlds=1) for _ in range(match.seats)]
    notes: list[tuple[int, str, list[float], float]] = []
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if len(legal) == 1 or rng.random() < explore:
            action = rng.choice(legal)
        else:
            action = bots[seat].choose(match.view(seat), legal)
        match.play(action, seat)
        if match.to_act and rng.random() < 0.3:
            who, s, t = rng.randrange(match.seats), match.state, title.lookup
            notes.append((who, module.stage(t, s, who), module.terms(t, s, who), module.sure(t, s, who)))
    outcome = match.outcome
    assert outcome is not None
    return [(stage, row, outcome.scores[who] - known) for who, stage, row, known in notes]


def fit(
    samples: Sequence[Sample], weights: dict[str, list[float]], ridge: float
) -> tuple[dict[str, list[float]], dict[str, float]]:
    """New weights, and for each stage the standard error of the forecast."""
    found, errors = {}, {}
    for stage, old in weights.items():
        rows = [(terms, y) for name, terms, y in samples if name == stage]
        before = np.array(old)
        if len(rows) < 30:
            found[stage] = old
            continue
        x, y = np.array([r for r, _ in rows], float), np.array([v for _, v in rows])
        scale = x.std(axis=0) + 1e-9
        pull = np.diag(np.where(scale < 1e-6, 1.0, (ridge * len(rows) ** 0.5) * scale**2))
        pull[0, 0] = 1e-3
        new = before + np.linalg.solve(x.T @ x + pull, x.T @ (y - x @ before))
        found[stage] = [round(float(v), ROUND) for v in new]
        errors[stage] = float(np.std(y - x @ new))
    return found, errors


def lead_of(name: str, new: dict[str, list[float]], old: dict[str, list[float]], task: tuple[int, int]) -> float:
    """By how much an apprentice with the new weights beats one with the old, at one deal and seat of two."""
    seed, seat = task
    title, module = mh.title(name), parts(name)
    match = mh.Match(title, 2, seed)
    judges = [partial(module.evaluate, w=new if i == seat else old) for i in range(2)]
    run_match(match, [Greedy(title, f"{seed}/{i}", judge=judge) for i, judge in enumerate(judges)])
    assert match.outcome is not None
    return match.outcome.scores[seat] - match.outcome.scores[1 - seat]


def write(module: Any, weights: dict[str, list[float]], about: str) -> None:
    path = Path(module.__file__).with_name("weights.json")
    rows = ",\n".join(f"  {json.dumps(stage)}: {json.dumps(row)}" for stage, row in weights.items())
    head = f' "about": {json.dumps(about)},\n "terms": {json.dumps(module.TERMS)},\n'
    path.write_text(f'{{\n{head} "stages": {{\n{rows}\n }}\n}}\n', encoding="utf-8")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(mh.titles()))
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=300, help="in each round")
    parser.add_argument("--explore", type=float, default=0.08, help="share of random choices")
    parser.add_argument("--ridge", type=float, default=3.0)
    parser.add_argument("--keep", type=int, default=2, help="rounds whose matches are used together")
    parser.add_argument("--check", type=int, default=60, help="matches by which new weights must beat the old ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    return parser.parse_args()


def better(args: argparse.Namespace, pool: ProcessPoolExecutor, fitted: Any, weights: Any, first: int) -> bool:
    """Whether an apprentice with the new weights beats one with the old."""
    duels = [(first + i, seat) for i in range(args.check // 2) for seat in (0, 1)]
    games = pool.map(partial(lead_of, args.title, fitted, weights), duels, chunksize=2)
    leads = list(progress(games, len(duels), "Check"))
    lead, error = float(np.mean(leads)), float(np.std(leads) / len(leads) ** 0.5)
    print(f"  against the weights before: {lead:+.1f} ± {error:.1f}", flush=True)
    return lead > 0


def main() -> None:
    args = read_arguments()
    module = parts(args.title)
    weights = {stage: module.weights()[stage] for stage in module.ALL_STAGES}
    noted: list[list[list[Sample]]] = []
    with ProcessPoolExecutor(args.workers) as pool:
        for number in range(args.rounds):
            first = args.seed * 1_000_000 + number * args.matches
            play = partial(one_match, args.title, weights, args.explore)
            games = pool.map(play, range(first, first + args.matches), chunksize=4)
            played = list(progress(games, args.matches, f"Round {number + 1}"))
            noted.append(played)
            about = f"Fitted by scripts/train/tune.py, {vars(args) | {'round': number + 1}}; see there."
            samples = [sample for matches in noted[-args.keep :] for notes in matches for sample in notes]
            fitted, errors = fit(samples, weights, args.ridge)
            print(f"round {number + 1}: " + ", ".join(f"{k} ±{v:.1f}" for k, v in errors.items()), flush=True)
            if not better(args, pool, fitted, weights, first):
                continue
            weights = fitted
            write(module, weights, about)


if __name__ == "__main__":
    main()
