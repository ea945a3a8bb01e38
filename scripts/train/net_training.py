"""One training from its lessons to the last line of the log: halls, the net, its past. `train.py` starts it."""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import os
import time
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from bar import Bar
from net_beside import Beside
from net_learner import Learner
from net_lessons import Course, kept_lessons, lessons, together
from net_model import Model, Shape, Tensors
from net_play import Group, Hall, Yardstick, cpu_of, crew_for
from net_tables import dealt, tables

import machinehall as mh
from machinehall.bots.insight import SLOTS, Insight
from machinehall.bots.policy import read


class Training:
    """Halls, the net, its past, and the log."""

    def __init__(self, args: argparse.Namespace, title: mh.Title, learner: Learner, groups: list[Group]) -> None:
        self.args, self.title, self.learner, self.groups = args, title, learner, groups
        self.halls = [hall for group in groups for hall in group.halls]
        self.yardstick = None
        if args.rivals:
            self.yardstick = Yardstick(title, args.rival, args.rivals, args.seed, str(learner.device))
            self.halls.append(self.yardstick.hall)
        self.spent = {"playing": 0.0, "learning": 0.0}
        self.workers = [process.pid or 0 for process in multiprocessing.active_children()]
        self.before = cpu_of(self.workers)
        for process in self.workers:  # they wait for the learner, so it goes first
            os.setpriority(os.PRIO_PROCESS, process, max(5, os.nice(0)))
        self.actor = copy.deepcopy(learner.net)
        """What plays while the net learns."""
        self.beside: Beside[dict[str, float]] = Beside(learner.device.type)
        self.past: list[Model] = []
        self.rng = np.random.default_rng(args.seed)

    def run(self, minutes: float) -> None:
        """As many of the minutes as this command is to spend."""
        last = min(minutes, self.args.begun + self.args.stop if self.args.stop else minutes)
        with Bar("Own play", 60 * last, 60 * self.args.begun) as bar:
            self.rounds(minutes, last, bar)

    def rounds(self, minutes: float, last: float, bar: Bar) -> None:
        """Round by round. While one is learned from, the next is played."""
        began = told = kept = time.time()
        number, played = 0, 0
        while (spent := self.args.begun + (time.time() - began) / 60) < last:
            gone = spent / minutes
            if time.time() - kept > self.args.keep or not self.past:
                kept = time.time()
                self.past = [*self.past, copy.deepcopy(self.actor)][-self.args.past :]
            start = time.time()
            for hall in self.halls:
                hall.weigh(min(1.0, self.args.others + (1 - self.args.others) * 2 * gone))
            batch = self.round(min(1.0, max(0.0, 2 * gone - 0.5)) * self.args.win)
            self.spent["playing"] += (half := time.time()) - start
            facts = self.learned()
            self.spent["learning"] += time.time() - half
            if facts is not None and time.time() - told > self.args.tell:
                told = time.time()
                self.tell(number, played, facts, told - began)
                self.save()
            number, played = number + 1, played + len(batch["action"])
            self.learn(batch, gone)
            bar.show(f"{played:,} decisions")
        if (facts := self.learned()) is not None:
            self.tell(number, played, facts, time.time() - began)
        self.save()

    def learn(self, batch: Tensors, gone: float) -> None:
        """Begin to learn from a round."""
        args = self.args
        self.learner.remember(self.halls)
        width = args.width * (1 - gone) + args.least_width * gone
        pace, recall = args.pace * max(0.05, 1 - gone), args.recall * max(0.0, 1 - gone)
        self.beside.start(lambda: self.learner.learn(batch, pace, width, recall))

    def learned(self) -> dict[str, float] | None:
        """Wait for what was begun. From now on the net plays as it is."""
        facts = self.beside.result()
        self.actor.load_state_dict(self.learner.net.state_dict())
        self.actor.table = None
        return facts

    def round(self, win: float) -> Tensors:
        """All groups in turn: while one is answered, the others play on."""
        net, unit = self.actor, self.learner.unit
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
        line["cores"] = round((cpu_of(self.workers) - self.before) / max(1.0, seconds), 2)
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


def open_halls(args: argparse.Namespace, title: mh.Title, device: str) -> list[Group]:
    """Groups of worker processes, each with tables of all kinds."""
    kinds = tables(title, args.seats)
    groups = []
    for number in range(args.groups):
        seed = args.seed * 1000 + number * 100
        crew = crew_for(title, kinds, args.each, args.workers, seed)
        halls = [
            Hall(title, kind, rows, seed + i) for i, (kind, rows) in enumerate(zip(kinds, crew.arrays, strict=True))
        ]
        groups.append(Group(halls, crew, args.steps, device))
    return groups


class Lessons:
    """What is learned before own play: of a quick teacher, made on the spot, and what was kept of searches.

    Both are there before anything lies on a GPU, as workers are forked for them.
    """

    def __init__(self, args: argparse.Namespace, title: mh.Title, fresh: bool) -> None:
        self.args = args
        self.quick = self.kept = None
        if fresh and args.lesson_minutes > 0:
            course = Course(args.title, dealt(tables(title, args.seats)), args.teacher)
            self.quick = lessons(course, args.workers, args.lesson_minutes * 60, args.seed)
            print(f"{len(set(self.quick['match'].tolist()))} matches of lessons by {args.teacher}", flush=True)
        if args.lessons:
            self.kept = kept_lessons(title, args.lessons, args.workers)

    def all(self) -> dict[str, Any]:
        """What may be seen, so that a net has a place for it."""
        found = [notes for notes in (self.quick, self.kept) if notes is not None]
        if not found:
            raise SystemExit("a new net needs lessons: --lesson-minutes or --lessons")
        return together(found)

    def teach(self, learner: Learner) -> None:
        """The quick ones first. Those of searches are not forgotten in own play, if they are to be recalled."""
        args = self.args
        if self.quick is not None and args.adopt:
            learner.judge_only(self.quick, args.lesson_epochs)
        elif self.quick is not None:
            learner.imitate(self.quick, args.lesson_epochs)
        if self.kept is not None:
            learner.imitate(self.kept, args.kept_epochs, args.soft)
            if args.recall:
                learner.keep(self.kept)


def prepared(args: argparse.Namespace, title: mh.Title, sources: int, device: str) -> Learner:
    """A net that was written before, taught again if asked for; or a new net after its lessons."""
    taught = Lessons(args, title, fresh=args.again or not args.start)
    if args.start:
        data = read(args.start)
        shape, unit = Shape.of(data), float(data["made"]["unit"])
        net = Model(title, shape, sources, data["told"].shape[1], data["made"]["blocks"], device)
        net.load(data)
    else:
        notes = taught.all()
        if not notes["over"].any():
            raise SystemExit("none of the lessons came to its end: nothing tells how matches end")
        unit = float(np.std(notes["final"][notes["over"], 0]))
        net = Model(title, Shape(title, notes["seen"], notes["told"]), sources, args.hidden, args.blocks, device)
        if args.adopt:
            net.adopt(read(title.home.policy), unit)
    learner = Learner(args, net, unit)
    taught.teach(learner)
    net.save(args.out.with_suffix(".taught.npz"), title, unit, {})
    return learner


def run(args: argparse.Namespace) -> None:
    """All of it."""
    title = mh.title(args.title)
    sources = len(Insight(title).sources)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    learner = prepared(args, title, sources, device)
    assert SLOTS == 4
    if args.minutes > 0:
        training = Training(args, title, learner, open_halls(args, title, device))
        try:
            training.run(args.minutes)
        finally:
            for each in (*training.groups, training.yardstick):
                if each is not None:
                    each.crew.close()
