"""Train a small net that corrects a title's evaluation: rounds of self-play, each with the net of the round before.

    python scripts/train_value.py nucleum out/value.npz --rounds 4 --seconds 280
    machinehall arena nucleum --bots apprentice,learned:out/value.npz --games 400

Needs the extra `train` (torch; a GPU is used if there is one). What it writes is played with numpy alone (see
machinehall.bots.net). In a round apprentices play each other at tables of all sizes, alone against the
automaton where the title has one, and sometimes take a choice that they think a little less of, so that more than one
way of playing is seen. After each own decision the position is noted. A note is to foretell the final score, blended
with what the net of the last round thought of the notes that follow it. Matches, not notes, are split into those to
learn from and those to check by; the net of the best check is kept. `--notes` keeps what was noted.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import machinehall as mh
from machinehall.bots.greedy import Greedy, Judge, judge_of
from machinehall.bots.net import Inputs, Net

UNIT = 10.0
"""Points for one unit of the net's answer."""
TABLES = {1: 6, 2: 4, 3: 1, 4: 1}
"""How often each number of seats is played, where the title has it."""
LONGEST = 700
"""Decisions after which a match that does not come to its end is broken off and not learned from."""
Arrays = Mapping[str, Any]
Notes = dict[str, Any]
"""Arrays: inputs, hand-made value, final score, and the line of play each note belongs to, in order."""


# Self-play


class Player:
    """An apprentice that judges by the net and now and then varies."""

    def __init__(self, title: mh.Title, seed: int, judge: Judge, heat: float) -> None:
        self.rng, self.heat = random.Random(seed), heat
        self.bot = Greedy(title, seed, judge=judge, worlds=1)

    def choose(self, view: dict[str, Any], legal: Sequence[Any], vary: float) -> Any:
        action = self.bot.choose(view, legal)
        if self.rng.random() >= vary:
            return action
        rows = self.bot.explain()
        best = max(value for _, value in rows)
        weights = [math.exp((value - best) / self.heat) for _, value in rows]
        return self.rng.choices([action for action, _ in rows], weights)[0]


def seats_for(title: mh.Title, rng: random.Random) -> tuple[int, dict[str, int]]:
    sizes = [n for n in TABLES if title.seats[0] <= n <= title.seats[1]]
    seats = rng.choices(sizes, [TABLES[n] for n in sizes])[0]
    return seats, {title.automata.option: 1} if title.automata and title.alone(seats) else {}


def one_match(name: str, net: Arrays | None, seed: int) -> Notes | None:
    title, rng = mh.title(name), random.Random(seed)
    judge, inputs = Net(title, net) if net else judge_of(title), Inputs(title)
    seats, options = seats_for(title, rng)
    match = mh.Match(title, seats, seed, options)
    vary = rng.choice((0.0, 0.05, 0.15))
    players = [Player(title, rng.getrandbits(32), judge, 3.0) for _ in range(seats)]
    notes: list[list[tuple[float, list[float]]]] = [[] for _ in range(seats)]
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        action = legal[0] if len(legal) == 1 else players[seat].choose(match.view(seat), legal, vary)
        match.play(action, seat)
        if len(match.log) > LONGEST * seats:
            return None
        # Mostly from the side of who has just acted, as a search judges; sometimes of another.
        for who in {seat, rng.randrange(seats)} if rng.random() < 0.6 else ():
            if match.to_act:
                notes[who].append(inputs(title.tables, match.state, who))
    assert match.outcome is not None
    scores = match.outcome.scores
    others = [float(a.score) for a in match.outcome.automata]
    best = [max([*others, *(s for i, s in enumerate(scores) if i != who)]) for who in range(seats)]
    final = [own - (best[who] if inputs.rival else 0) for who, own in enumerate(scores)]
    rows = [(row, hand, final[who], seed * 4 + who) for who in range(seats) for hand, row in notes[who]]
    return {
        "x": np.array([r[0] for r in rows], np.float32),
        "hand": np.array([r[1] for r in rows], np.float32),
        "final": np.array([r[2] for r in rows], np.float32),
        "line": np.array([r[3] for r in rows], np.int64),
        "told": np.array([seats, sum(scores) / seats, others[0] if others else math.nan]),
    }


def self_play(pool: ProcessPoolExecutor, args: argparse.Namespace, net: Arrays | None, first: int) -> list[Notes]:
    """Matches until the time of the round is over; those begun are finished."""
    deadline, seed = time.time() + args.seconds, first
    open_: set[Future[Notes | None]] = set()
    played: list[Notes] = []
    while open_ or time.time() < deadline:
        while len(open_) < 2 * args.workers and time.time() < deadline:
            open_.add(pool.submit(one_match, args.title, net, seed))
            seed += 1
        done, open_ = wait(open_, return_when=FIRST_COMPLETED)
        played += [notes for future in done if (notes := future.result())]
        if time.time() >= deadline:
            for future in list(open_):
                if future.cancel():
                    open_.discard(future)
    return played


# Learning


def answer(net: Arrays, x: Any) -> Any:
    """What a net adds to the evaluation, for many rows."""
    row = (x - net["mean"]) * net["scale"]
    last = sum(name[0] == "w" for name in net) - 1
    for i in range(last):
        row = np.maximum(row @ net[f"w{i}"] + net[f"b{i}"], 0)
    return (row @ net[f"w{last}"] + net[f"b{last}"])[:, 0] * float(net["unit"])


def targets(notes: Notes, net: Arrays | None, blend: float) -> Any:
    """For each note what it should have foretold: final score and the judgements in between."""
    value = notes["hand"] + (answer(net, notes["x"]) if net else 0)
    final, line = notes["final"], notes["line"]
    wanted, keep = final.copy(), blend if net else 1.0
    for i in range(len(final) - 2, -1, -1):
        if line[i] == line[i + 1]:
            wanted[i] = keep * wanted[i + 1] + (1 - keep) * value[i + 1]
    return wanted


def train(x: Any, y: Any, line: Any, args: argparse.Namespace) -> dict[str, Any]:
    """The layers of the net that foretells the matches kept apart best."""
    import torch  # type: ignore[import-not-found,unused-ignore]

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    mean, scale = x.mean(axis=0), 1 / np.maximum(x.std(axis=0), 0.05)
    inputs = torch.tensor((x - mean) * scale, device=device)
    wanted = torch.tensor(y / UNIT, device=device)
    apart = torch.tensor(line // 4 % 8 == 0, device=device)
    learn, check = (~apart).nonzero()[:, 0], apart.nonzero()[:, 0]
    sizes = [x.shape[1], args.hidden, args.hidden // 2, 1]
    layers = [torch.nn.Linear(a, b, device=device) for a, b in pairwise(sizes)]
    torch.nn.init.zeros_(layers[-1].weight)
    net = torch.nn.Sequential(layers[0], torch.nn.ReLU(), layers[1], torch.nn.ReLU(), layers[2])
    step = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=args.decay)
    turns = args.epochs * (len(learn) // args.batch + 1)
    pace = torch.optim.lr_scheduler.OneCycleLR(step, args.rate, total_steps=turns)
    best, kept = math.inf, []
    for _ in range(args.epochs):
        net.train()
        for some in learn[torch.randperm(len(learn), device=device)].split(args.batch):
            step.zero_grad()
            torch.nn.functional.smooth_l1_loss(net(inputs[some])[:, 0], wanted[some]).backward()
            step.step()
            pace.step()
        with torch.no_grad():
            error = float(((net(inputs[check])[:, 0] - wanted[check]) ** 2).mean().sqrt()) * UNIT
        if error < best:
            best, kept = error, [p.detach().cpu().numpy().copy() for p in net.parameters()]
    before = float(wanted[check].square().mean().sqrt()) * UNIT
    print(f"  {len(learn)} notes on {device}: misses by ±{best:.2f}, the evaluation alone ±{before:.2f}", flush=True)
    arrays = {f"{'wb'[i % 2]}{i // 2}": p.T.copy() if i % 2 == 0 else p for i, p in enumerate(kept)}
    return {"mean": mean, "scale": scale, "unit": np.float32(UNIT), **arrays}


def tell(number: int, played: Sequence[Notes]) -> None:
    told = np.array([notes["told"] for notes in played])
    tables = [f"{int(n)} seats {told[told[:, 0] == n, 1].mean():.1f}" for n in sorted(set(told[:, 0]))]
    alone = told[~np.isnan(told[:, 2])]
    if len(alone):
        won = (alone[:, 1] > alone[:, 2]).mean()
        tables.append(f"automaton {alone[:, 2].mean():.1f}, beaten in {won:.0%} of {len(alone)}")
    print(f"round {number}: {len(played)} matches; mean scores: {', '.join(tables)}", flush=True)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(mh.titles()))
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, help="a net to go on from")
    parser.add_argument("--notes", type=Path, help="keep the notes of all rounds here; those that are there are used")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--keep", type=int, default=3, help="rounds whose notes are used together")
    parser.add_argument("--seconds", type=float, default=280, help="of self-play in a round")
    parser.add_argument("--blend", type=float, default=0.97, help="1: final scores alone are learned from")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def joined(rounds: Sequence[Notes]) -> Notes:
    return {name: np.concatenate([notes[name] for notes in rounds]) for name in ("x", "hand", "final", "line")}


def main() -> None:
    args = read_arguments()
    names = np.array(Inputs(mh.title(args.title)).names)
    net: dict[str, Any] | None = None
    if args.start:
        with np.load(args.start) as file:
            net = {name: file[name] for name in file.files}
    rounds: list[Notes] = []
    if args.notes and args.notes.exists():
        with np.load(args.notes) as file:
            rounds.append({**file, "x": file["x"].astype(np.float32)})
    with ProcessPoolExecutor(args.workers) as pool:
        for number in range(1, args.rounds + 1):
            played = self_play(pool, args, net, (args.seed * 1000 + number) * 100_000)
            tell(number, played)
            rounds.append(joined(played))
            notes = joined(rounds[-args.keep :])
            wanted = targets(notes, net, args.blend)
            net = {"names": names, **train(notes["x"], wanted - notes["hand"], notes["line"], args)}
            np.savez_compressed(args.out, **net)
            if args.notes:
                np.savez_compressed(args.notes, **{**notes, "x": notes["x"].astype(np.float16)})


if __name__ == "__main__":
    main()
