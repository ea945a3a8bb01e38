"""Learn the habits of a title's searches from matches that they play among themselves.

    python scripts/train/learn_habits.py TITLE --matches 80 --passes 24

What a search expects of the others, and of itself later on, should be what searches do, not the apprentice. For each
action it is fitted how readily it is taken when it is legal (a softmax over the legal ones), then, where the title
names the stages of a match, how that differs from stage to stage. A quarter of the matches is kept apart to see how
well choices are foretold; then all of them serve. The same seed gives the same habits. Weights (tune.py) come first:
habits that were learned with other weights are those of other play.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

import machinehall as mh
from machinehall.bots import decide
from machinehall.bots.habits import habits_file
from machinehall.bots.levels import classic_journeyman
from machinehall.cli.common import progress

Choice = tuple[str, list[int], int]
"""Stage, numbers of the legal actions, and which of them was taken."""
Row = np.ndarray[tuple[int], np.dtype[np.float64]]
TURNS = 8
STAGED = 0.02
"""How much the differences between stages are held down."""


def one_match(name: str, passes: int, explore: float, seed: int) -> list[Choice]:
    """What searches choose from what. Some random moves are played in between, so that more is seen."""
    title, rng = mh.title(name), random.Random(seed)
    match = mh.Match(title, rng.randint(max(2, title.seats[0]), title.seats[1]), seed)
    bots = [classic_journeyman(title, rng.getrandbits(32), passes) for _ in range(match.seats)]
    choices: list[Choice] = []
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        action = legal[0]
        if len(legal) > 1:
            action = decide(match, seat, bots[seat])
            stage = title.minds.phase(match.state) if title.minds.phase else ""
            choices.append((stage, [title.action_index(a) for a in legal], legal.index(action)))
            if rng.random() < explore:
                action = rng.choice(legal)
        match.play(action, seat)
    return choices


def fit(choices: Sequence[Choice], base: Row, rng: random.Random, first: float, held: float) -> Row:
    """What to add to the logits so that the choices become likely: step by step, each step smaller than the last."""
    more, order = np.zeros(len(base)), list(choices)
    for turn in range(TURNS):
        rng.shuffle(order)
        rate = first / (1 + turn)
        for _, legal, taken in order:
            row = more[legal]
            share = np.exp(row + base[legal])
            share *= rate / share.sum()
            share[taken] -= rate
            more[legal] = (row - share) * (1 - rate * held)
    return more


def learn(choices: Sequence[Choice], size: int, seed: int) -> tuple[Row, dict[str, Row]]:
    """Logits of the actions, and for each stage what to add to them."""
    rng = random.Random(seed)
    base = fit(choices, np.zeros(size), rng, 0.3, 2e-4)
    stages = sorted({stage for stage, _, _ in choices if stage})
    return base, {stage: fit([c for c in choices if c[0] == stage], base, rng, 0.15, STAGED) for stage in stages}


def loss(choices: Iterable[Choice], logits: Callable[[str], Row]) -> float:
    """The mean log loss: less is better."""
    found = []
    for stage, legal, taken in choices:
        row = logits(stage)[legal]
        found.append(math.log(np.exp(row).sum()) - row[taken])
    return float(np.mean(found))


def texts_of(title: mh.Title, row: Row) -> dict[str, float]:
    rounded = {text: round(float(v), 2) for text, v in zip(title.actions.texts, row, strict=True)}
    return {text: v for text, v in rounded.items() if v}


def write(title: mh.Title, base: Row, stages: dict[str, Row], about: str) -> None:
    body = {"about": about, "habits": texts_of(title, base)}
    if stages:
        body["stages"] = {stage: texts_of(title, row) for stage, row in stages.items()}
    habits_file(title).write_text(json.dumps(body, indent=0) + "\n", encoding="utf-8")


def learn_and_write(title: mh.Title, played: Sequence[Sequence[Choice]], seed: int, about: str) -> None:
    size = len(title.actions.all)
    apart = [choice for i, choices in enumerate(played) if i % 4 == 0 for choice in choices]
    base, stages = learn([choice for i, choices in enumerate(played) if i % 4 for choice in choices], size, seed)
    none = np.zeros(size)
    seen = {
        "none": loss(apart, lambda _: none),
        "alike in all stages": loss(apart, lambda _: base),
        "by stage": loss(apart, lambda stage: base + stages.get(stage, none)),
    }
    said = "Log loss on matches kept apart: " + ", ".join(f"{k} {v:.3f}" for k, v in seen.items()) + "."
    print(said)
    write(title, *learn([choice for choices in played for choice in choices], size, seed), f"{about} {said}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(mh.titles()))
    parser.add_argument("--matches", type=int, default=80)
    parser.add_argument("--passes", type=int, default=24)
    parser.add_argument("--explore", type=float, default=0.05, help="share of moves that are played at random instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers) as pool:
        play = partial(one_match, args.title, args.passes, args.explore)
        first = args.seed * 1_000_000
        games = pool.map(play, range(first, first + args.matches))
        played = list(progress(games, args.matches, "Matches"))
    title = mh.title(args.title)
    learn_and_write(title, played, args.seed, f"Fitted by scripts/train/learn_habits.py, {vars(args)}; see there.")


if __name__ == "__main__":
    main()
