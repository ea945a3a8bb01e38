"""Train the net of a title for all its tables: lessons of a bot first, then its own play (PPO).

    python scripts/train/train.py TITLE out/net.npz --lesson-minutes 1 --minutes 8
    python scripts/train/train.py TITLE out/better.npz --start out/net.npz --minutes 8

Needs the extra `train` (torch; a GPU and some cores for anything but a trial). Tables of two, three and four are
played side by side in worker processes, at two in five of them some seats by a past self. What is learned from is how
much the lead over the best other grows, decision by decision, and more and more who wins. Beside that the net learns
to foretell how the match ends for each seat: who wins, points by source. A net goes on from where it was written.
"""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import os
import random
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from net_lessons import Course, lessons
from net_model import Model, Shape, ending_loss
from net_play import Group, Hall, Kind, Tensors, Yardstick
from own_play import Improver, add_arguments, clipped
from torch.nn import functional as f  # type: ignore[import-not-found,unused-ignore]

import machinehall as mh
from machinehall.bots.insight import SLOTS, Insight
from machinehall.bots.policy import read

VARIANTS, OTHERWISE = 64, 0.3
"""Rows of options for the matches of a hall, and how often an option is drawn in the half that are not as printed."""
ROOM = 400_000
"""Positions of ended matches that are kept to learn from."""


class Learner:
    """Imitation first, then its own play."""

    def __init__(self, args: argparse.Namespace, net: Model, unit: float) -> None:
        self.args, self.net, self.unit = args, net, unit
        self.device = next(net.parameters()).device
        self.stepped = Improver(net, args.rate, fused=True)
        self.known: list[Tensors] = []
        """Positions whose end is known."""

    def improve(self, loss: torch.Tensor) -> None:
        self.net.table = None
        self.stepped(loss)

    def judge_only(self, notes: dict[str, Any], epochs: int) -> None:
        """Learn from lessons how matches end, and leave the policy as it is."""
        kept = [self.net.judge, self.net.end, self.net.worth]
        free = {id(weight) for layer in kept for weight in layer.parameters()}
        for weight in self.net.parameters():
            weight.requires_grad_(id(weight) in free)
        self.imitate(notes, epochs)
        for weight in self.net.parameters():
            weight.requires_grad_(True)

    def imitate(self, notes: dict[str, Any], epochs: int) -> None:
        order, size, actions = np.random.default_rng(0), len(notes["action"]), len(self.net.bias)
        held = order.random(size) < 0.05
        for epoch in range(epochs):
            told = []
            rows = order.permutation(np.flatnonzero(~held))
            parts = np.array_split(rows, max(1, len(rows) // 2048))
            for i, some in enumerate(parts):
                self.stepped.pace(self.args.lesson_rate * (1 - (epoch + i / len(parts)) / epochs) + 1e-5)
                loss, facts = self.lesson(self.tensors(notes, some, actions))
                self.improve(loss)
                told.append(facts)
            with torch.no_grad():
                unseen = self.lesson(self.tensors(notes, np.flatnonzero(held)[:8_000], actions))[1]
            seen = means(told)
            line = ", ".join(f"{k} {seen[k]:.3f} ({unseen[k].item():.3f})" for k in unseen)
            print(f"lesson {epoch + 1}, {size} decisions: {line}", flush=True)

    def tensors(self, notes: dict[str, Any], some: Any, actions: int) -> Tensors:
        found = {
            name: torch.tensor(notes[name][some], device=self.device)
            for name in notes
            if name not in ("mask", "matches")
        }
        mask = np.unpackbits(notes["mask"][some], axis=1)[:, :actions]
        return found | {"mask": torch.tensor(mask, device=self.device)}

    def lesson(self, batch: Tensors) -> tuple[torch.Tensor, Tensors]:
        likely, value, out = self.net(batch["seen"], batch["told"], batch["mask"])
        copied = f.nll_loss(likely, batch["action"])
        gain = batch["gain"] / self.unit
        miss = f.smooth_l1_loss(value, gain)
        ends, win, off = ending_loss(out, batch, self.unit, self.net.sources)
        facts = {
            "guessed": (likely.argmax(1) == batch["action"]).float().mean(),
            "lead off": (value - gain).abs().mean() * self.unit,
            "winner": win,
            "points off": off,
        }
        return copied + 0.5 * miss + 0.3 * ends, facts

    def learn(self, batch: Tensors, pace: float, width: float) -> dict[str, float]:
        """Some passes over what was just played (clipped ratios), and over matches that have ended."""
        args = self.args
        self.stepped.pace(args.rate * pace)
        told: list[Tensors] = []
        size = len(batch["action"])
        for _ in range(args.epochs):
            for some in torch.randperm(size, device=self.device).split(args.batch):
                part = {name: rows[some] for name, rows in batch.items()}
                loss, facts = self.own_play(part, width)
                if self.known:
                    ends, win, off = self.endings(args.batch // 4)
                    loss = loss + 0.3 * ends
                    facts |= {"winner": win, "points off": off}
                self.improve(loss)
                told.append(facts)
        return means(told)

    def own_play(self, part: Tensors, width: float) -> tuple[torch.Tensor, Tensors]:
        likely, value, _ = self.net(part["seen"], part["told"], part["mask"])
        own = clipped(likely, part, self.args.clip)
        miss = f.smooth_l1_loss(value, part["return"])
        facts = {
            "width": own.width.detach(),
            "moved": own.moved.detach(),
            "explained": 1
            - ((value - part["return"]).detach() ** 2).mean() / (part["return"].var(correction=0) + 1e-6),
        }
        return 0.5 * miss - own.better - width * own.width, facts

    def endings(self, size: int) -> tuple[torch.Tensor, ...]:
        pool = self.known[torch.randint(len(self.known), (1,)).item()]
        some = torch.randint(len(pool["left"]), (size,), device=self.device)
        part = {name: rows[some] for name, rows in pool.items()}
        x = self.net.body(part["seen"], part["told"])
        out = self.net.end(f.relu(self.net.judge(x)))
        return ending_loss(out, part, self.unit, self.net.sources)

    def remember(self, halls: list[Hall]) -> None:
        """Matches that have ended; the oldest are forgotten."""
        self.known += [part for hall in halls if (part := hall.endings.taken(str(self.device)))]
        while sum(len(part["left"]) for part in self.known) > ROOM and len(self.known) > 1:
            self.known.pop(0)


def means(told: list[Tensors]) -> dict[str, float]:
    """Of what was noted at each step."""
    return {name: float(torch.stack([t[name].detach() for t in told if name in t]).mean()) for name in told[-1]}


class Training:
    """Halls, the net, its past, and the log."""

    def __init__(self, args: argparse.Namespace, title: mh.Title, learner: Learner, groups: list[Group]) -> None:
        self.args, self.title, self.learner, self.groups = args, title, learner, groups
        self.halls = [hall for group in groups for hall in group.halls]
        self.yardstick = None
        if args.rivals:
            measured = Hall(title, Kind(2, {}, rival=args.rival), args.rivals, 1, args.seed)
            self.halls.append(measured)
            self.yardstick = Yardstick(measured, str(learner.device))
        self.spent = {"playing": 0.0, "learning": 0.0}
        self.past: list[Model] = []
        self.rng = np.random.default_rng(args.seed)

    def run(self, minutes: float) -> None:
        began = told = kept = time.time()
        number, played = 0, 0
        while (gone := (time.time() - began) / 60 / minutes) < 1:
            if time.time() - kept > self.args.keep or not self.past:
                kept = time.time()
                self.past = [*self.past, copy.deepcopy(self.learner.net)][-self.args.past :]
            start = time.time()
            for hall in self.halls:
                hall.weigh(min(1.0, self.args.others + (1 - self.args.others) * 2 * gone))
            batch = self.round(min(1.0, max(0.0, 2 * gone - 0.5)) * self.args.win)
            self.learner.remember(self.halls)
            self.spent["playing"] += (half := time.time()) - start
            played += len(batch["action"])
            width = self.args.width * (1 - gone) + self.args.least_width * gone
            facts = self.learner.learn(batch, self.args.pace * max(0.05, 1 - gone), width)
            self.spent["learning"] += time.time() - half
            number += 1
            if time.time() - told > self.args.tell:
                told = time.time()
                self.tell(number, played, facts, told - began)
                self.save()
        self.tell(number, played, facts, time.time() - began)
        self.save()

    def round(self, win: float) -> Tensors:
        """All groups in turn: while one is answered, the others play on."""
        net, unit = self.learner.net, self.learner.unit
        old = self.past[self.rng.integers(len(self.past))] if self.rng.random() < 0.5 else self.past[-1]
        for at in range(self.args.steps + 1):
            for group in self.groups:
                if at:
                    group.collect(at, unit, win)
                group.answer(at, net, old, act=at < self.args.steps)
            if self.yardstick is not None:
                self.yardstick.go_on(net)
        parts = [group.reckon(self.args.far) for group in self.groups]
        return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}

    def tell(self, number: int, played: int, facts: dict[str, float], seconds: float) -> None:
        line: dict[str, Any] = {"seconds": round(seconds), "round": number, "decisions": played}
        line |= {name: round(value) for name, value in self.spent.items()}
        line["waiting"] = round(sum(group.waited for group in self.groups))
        line |= {name: round(value, 4) for name, value in facts.items()}
        for hall in self.halls:
            if hall.ends:
                scores = np.array([score[: hall.seats] for score, _ in hall.ends])
                line[f"{hall.name} score"] = round(float(scores.mean()), 1)
                line[f"{hall.name} matches"] = hall.played
                mixed = [(s, p) for s, p in hall.ends if p.any()]
                if mixed and hall.seats > 1:
                    share = np.mean([(~p)[int(np.argmax(s[: hall.seats]))] - (~p).mean() for s, p in mixed])
                    line[f"{hall.name} {'over' if hall.kind.rival else 'over past'}"] = round(float(share), 3)
                if hall.slots > hall.seats:
                    line[f"{hall.name} won"] = round(float(np.mean([s[0] > s[1:].max() for s, _ in hall.ends])), 3)
        print(json.dumps(line), flush=True)
        with self.args.out.with_suffix(".jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")

    def save(self) -> None:
        self.learner.net.save(self.args.out, self.title, self.learner.unit, {"plays": self.args.plays})


def tables(title: mh.Title) -> list[Kind]:
    """The tables that are trained for: every number of seats, alone against as many opponents that nobody plays as
    there may be; half of the matches as the rules have it, half with some of the options otherwise."""
    low, high = title.seats
    found: list[tuple[int, dict[str, Any]]] = [(n, {}) for n in range(max(2, low), high + 1)]
    if title.automata is not None:
        option = next(each for each in title.options if each.name == title.automata.option)
        found += [(title.automata.seats, {option.name: value}) for value in option.choices]
    return [Kind(seats, options, variants(title, options)) for seats, options in found]


def variants(title: mh.Title, options: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """Options for the matches of one kind of table."""
    rng = random.Random(f"{title.name}/{options}")
    rows: list[dict[str, Any]] = [dict(options) for _ in range(VARIANTS // 2)]
    for _ in range(VARIANTS - len(rows)):
        other = {o.name: rng.choice(o.choices) for o in title.options if rng.random() < OTHERWISE}
        rows.append(other | options)
    return tuple(rows)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(mh.titles()))
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, help="a net to go on from")
    parser.add_argument("--adopt", action="store_true", help="begin with the policy that the title has for a table")
    parser.add_argument("--teacher", default="apprentice")
    parser.add_argument("--rival", default="apprentice", help="who is played against to measure, at tables of two")
    parser.add_argument("--rivals", type=int, default=6, help="such tables")
    parser.add_argument("--lesson-minutes", type=float, default=1.0)
    parser.add_argument("--lesson-epochs", type=int, default=6)
    parser.add_argument("--lesson-rate", type=float, default=1e-3)
    parser.add_argument("--again", action="store_true", help="lessons for a net that goes on, too")
    parser.add_argument("--groups", type=int, default=2, help="halls of each kind: while one waits, another plays")
    parser.add_argument("--least-width", type=float, default=0.004, help="and in the end")
    parser.add_argument("--win", type=float, default=1.0, help="what a win is worth in the end, in units of points")
    parser.add_argument(
        "--others", type=float, default=1.0, help="what the best other's gains count at first; wholly from half time"
    )
    parser.add_argument("--keep", type=float, default=45, help="seconds after which a past self is kept")
    parser.add_argument("--past", type=int, default=12, help="past selves at most")
    parser.add_argument("--tell", type=float, default=15, help="seconds between lines of the log")
    parser.add_argument("--plays", action="store_true", help="the levels of the title are to play by it, once shipped")
    add_arguments(parser)
    parser.set_defaults(each=112, epochs=2, batch=6144, width=0.02)
    return parser.parse_args()


def open_halls(args: argparse.Namespace, title: mh.Title, device: str) -> list[Group]:
    """Groups with halls for each kind of table, the workers dealt out among them."""
    kinds = tables(title)
    groups = []
    for number in range(args.groups):
        halls = []
        for i, kind in enumerate(kinds):
            workers = max(1, (args.workers * (i + 1)) // len(kinds) - (args.workers * i) // len(kinds))
            halls.append(Hall(title, kind, args.each, workers, args.seed * 1000 + number * 100 + i))
        groups.append(Group(halls, args.steps, device))
    return groups


def taken_lessons(args: argparse.Namespace, title: mh.Title) -> dict[str, Any]:
    """Of the teacher, at all kinds of tables in turn."""
    kinds = tables(title)
    dealt = tuple((kind.seats, dict(kind.variants[i])) for i in range(VARIANTS) for kind in kinds)
    course = Course(args.title, dealt, args.teacher)
    notes = lessons(course, args.workers, args.lesson_minutes * 60, args.seed)
    print(f"{int(notes['matches'].sum())} matches of lessons by {args.teacher}", flush=True)
    return notes


def gone_on(args: argparse.Namespace, title: mh.Title, sources: int, device: str) -> Learner:
    """A net that was written before; if asked for, it is taught first."""
    notes = taken_lessons(args, title) if args.again else None  # workers are forked before anything lies on a GPU
    data = read(args.start)
    shape, unit = Shape.of(data), float(data["made"]["unit"])
    net = Model(title, shape, sources, data["told"].shape[1], data["made"]["blocks"], device)
    net.load(data)
    learner = Learner(args, net, unit)
    if notes is not None:
        learner.imitate(notes, args.lesson_epochs)
        net.save(args.out.with_suffix(".taught.npz"), title, unit, {})
    return learner


def taught(args: argparse.Namespace, title: mh.Title, sources: int, device: str) -> Learner:
    """A new net after its lessons."""
    notes = taken_lessons(args, title)
    unit = float(np.std(notes["final"][:, 0]))
    net = Model(title, Shape(title, notes["seen"], notes["told"]), sources, args.hidden, args.blocks, device)
    learner = Learner(args, net, unit)
    if args.adopt:
        net.adopt(read(title.home.policy), unit)
        learner.judge_only(notes, args.lesson_epochs)
    else:
        learner.imitate(notes, args.lesson_epochs)
    net.save(args.out.with_suffix(".taught.npz"), title, unit, {})
    return learner


def main() -> None:
    args = read_arguments()
    title = mh.title(args.title)
    sources = len(Insight(title).sources)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    learner = gone_on(args, title, sources, device) if args.start else taught(args, title, sources, device)
    assert SLOTS == 4
    if args.minutes > 0:
        training = Training(args, title, learner, open_halls(args, title, device))
        for process in multiprocessing.active_children():  # they wait for the learner, so it goes first
            os.setpriority(os.PRIO_PROCESS, process.pid or 0, 5)
        try:
            training.run(args.minutes)
        finally:
            for hall in training.halls:
                hall.crew.close()


if __name__ == "__main__":
    main()
