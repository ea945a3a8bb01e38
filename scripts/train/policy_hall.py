"""Matches alone against the automaton, for `train_policy.py`: many side by side in worker processes, or by a search."""

from __future__ import annotations

import ctypes
import gc
import json
import math
import multiprocessing as mp
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.bots import run_match
from machinehall.bots.lead import best_automaton
from machinehall.bots.planner import Planner, PlannerConfig
from machinehall.bots.policy import PolicyInputs
from machinehall.cli.common import progress
from machinehall.kernel.values import CHANCE

GROUPS = 2
"""While one group of matches waits for the net, the other is played."""
TURN = "turn"
"""The question with which an own turn begins: the automaton has just acted."""


def options(title: mh.Title) -> dict[str, int]:
    """One automaton, no challenges."""
    assert title.automata is not None
    return {title.automata.option: 1}


def rival(title: mh.Title, state: Any) -> float:
    """What the automaton would score now."""
    return best_automaton(title.score(title.lookup, state))


class Table:
    """A match that always stands at a choice of the seat. Forced moves play themselves.

    The first choice is made at random, by weights if there are any: a learner would settle on one long before it can
    play the others.
    """

    def __init__(self, title: mh.Title, seed: str, first: Sequence[float] | None = None) -> None:
        self.title, self.rng, self.first = title, random.Random(seed), first
        self.sight = PolicyInputs(title)
        self.begin()

    def begin(self) -> None:
        title = self.title
        self.state = title.start(1, options(title), self.rng)
        self.own = self.others = 0.0
        legal = title.legal(self.state, 0)
        self.begun = self.rng.choices(range(len(legal)), self.first)[0]
        title.apply(self.state, 0, legal[self.begun], check=False)
        title.deal(self.state, self.rng)
        self.legal = title.legal(self.state, 0)
        self.told = self.sight.numbers(self.state, 0)

    def play(self, number: int) -> tuple[float, tuple[float, float, float] | None]:
        """The gain of the lead until the next choice; if the match has ended, both scores and what it began with.

        It then begins anew.
        """
        title, gain = self.title, 0.0
        action = title.actions.all[number]
        while True:
            title.apply(self.state, 0, action, check=False)
            if self.state.stack and self.state.stack[-1][1] == CHANCE:
                title.deal(self.state, self.rng)
            if not self.state.stack:
                return self.end(gain)
            self.legal = title.legal(self.state, 0)
            if self.state.stack[-1][0] == TURN:
                others = rival(title, self.state)
                gain, self.others = gain - (others - self.others), others
            if len(self.legal) > 1:
                break
            action = self.legal[0]
        self.told = self.sight.numbers(self.state, 0)
        gain, self.own = gain + self.told[-1] - self.own, self.told[-1]
        return gain, None

    def end(self, gain: float) -> tuple[float, tuple[float, float, float]]:
        outcome = self.title.score(self.title.lookup, self.state)
        own, others = float(outcome.scores[0]), best_automaton(outcome)
        gain += own - self.own - (others - self.others)
        final = own, others, float(self.begun)
        self.begin()
        return gain, final


# Side by side


class Shared:
    """Arrays that the workers write and the learner reads, and the other way round. A row is a match."""

    def __init__(self, rows: int, seen: int, told: int, actions: int) -> None:
        self.seen = self.array(ctypes.c_uint8, rows, seen)
        self.told = self.array(ctypes.c_float, rows, told)
        self.mask = self.array(ctypes.c_uint8, rows, actions)
        self.action = self.array(ctypes.c_int64, rows)
        self.gain = self.array(ctypes.c_float, rows)
        self.done = self.array(ctypes.c_uint8, rows)
        self.final = self.array(ctypes.c_float, rows, 3)

    @staticmethod
    def array(kind: Any, *shape: int) -> Any:
        return np.frombuffer(mp.RawArray(kind, math.prod(shape)), dtype=kind).reshape(shape)

    def show(self, row: int, table: Table) -> None:
        self.seen[row] = np.frombuffer(table.sight.observe(table.state, 0), np.uint8)
        self.told[row] = table.told
        self.mask[row] = 0
        self.mask[row, [table.title.actions.index[action] for action in table.legal]] = 1


def work(tables: dict[int, Table], shared: Shared, groups: list[range], pipe: Any) -> None:
    """A worker: plays its matches of the group it is told, and says so."""
    gc.freeze()
    gc.set_threshold(100_000)
    for row, table in tables.items():
        shared.show(row, table)
    pipe.send_bytes(b"ready")
    while (told := pipe.recv_bytes()) != b"end":
        for row in groups[told[0]]:
            table = tables[row]
            shared.gain[row], final = table.play(int(shared.action[row]))
            shared.done[row] = final is not None
            if final:
                shared.final[row] = final
            shared.show(row, table)
        pipe.send_bytes(told)


class Hall:
    """All workers. Group by group their matches are shown, and answered."""

    def __init__(self, title: mh.Title, workers: int, each: int, seed: int, first: Sequence[float] | None) -> None:
        table = Table(title, "")
        self.rows = workers * each
        seen = len(table.sight.observe(table.state, 0))
        self.shared = Shared(GROUPS * self.rows, seen, len(table.told), len(title.actions.all))
        self.pipes = []
        context = mp.get_context("fork")
        for i in range(workers):
            here, there = context.Pipe()
            groups = [range(g * self.rows + i * each, g * self.rows + (i + 1) * each) for g in range(GROUPS)]
            tables = {row: Table(title, f"{seed}/{row}", first) for rows in groups for row in rows}
            context.Process(target=work, args=(tables, self.shared, groups, there), daemon=True).start()
            self.pipes.append(here)

    def ready(self) -> None:
        for pipe in self.pipes:
            pipe.recv_bytes()

    def go(self, group: int) -> None:
        for pipe in self.pipes:
            pipe.send_bytes(bytes([group]))

    def close(self) -> None:
        for pipe in self.pipes:
            pipe.send_bytes(b"end")


# Lessons: matches of a search, as seeds and action numbers


def teach(job: tuple[str, int, int]) -> str:
    """One match of a search, as a line of text. Its first choice is random too."""
    name, seed, passes = job
    title, rng = mh.title(name), random.Random(seed)
    match = mh.Match(title, 1, seed, options(title))
    bot = Planner(title, str(seed), PlannerConfig(passes=passes))
    match.play(rng.choice(match.legal(0)), 0)
    run_match(match, [bot])
    chosen = [title.actions.index[entry.action] for entry in match.log if entry.seat == 0]
    return json.dumps({"seed": seed, "actions": chosen})


def replay(job: tuple[str, list[str]]) -> dict[str, Any]:
    """What was seen, what was chosen, and what the lead gained from there on."""
    name, lines = job
    title = mh.title(name)
    rows: list[tuple[Any, list[float], Any, int]] = []
    gains: list[float] = []
    for line in lines:
        lesson = json.loads(line)
        match, sight, others = mh.Match(title, 1, lesson["seed"], options(title)), PolicyInputs(title), 0.0
        leads: list[float] = []
        for number in lesson["actions"]:
            legal, state = match.legal(0), match.state
            others = rival(title, state) if state.stack[-1][0] == TURN else others
            if len(legal) > 1 and match.log:
                mask = np.zeros(len(title.actions.all), np.uint8)
                mask[[title.actions.index[action] for action in legal]] = 1
                seen, told = np.frombuffer(sight.observe(state, 0), np.uint8), sight.numbers(state, 0)
                rows.append((seen, told, np.packbits(mask), number))
                leads.append(told[-1] - others)
            match.play(title.actions.all[number], 0)
        assert match.outcome is not None
        final = match.outcome.scores[0] - best_automaton(match.outcome)
        gains += [final - lead for lead in leads]
    found = dict(zip(("seen", "told", "mask", "action"), map(np.array, zip(*rows, strict=True)), strict=True))
    return {**found, "told": found["told"].astype(np.float32), "gain": np.array(gains, np.float32)}


def lessons(name: str, path: Path, workers: int, matches: int, passes: int) -> dict[str, Any]:
    """Those of the file; if there is none it is made."""
    with mp.get_context("fork").Pool(workers) as pool:
        if not path.exists():
            taught = pool.imap_unordered(teach, [(name, 500_000 + i, passes) for i in range(matches)])
            lines = list(progress(taught, matches, "Lessons"))
            path.write_text("\n".join(lines), encoding="utf-8")
        lines = path.read_text(encoding="utf-8").splitlines()
        parts = pool.map(replay, [(name, lines[i::workers]) for i in range(min(workers, len(lines)))])
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
