"""Lessons for a net: positions of matches that a bot of the title played, what it chose, and how they ended."""

from __future__ import annotations

import multiprocessing as mp
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import machinehall as mh
from machinehall.bots import Clock, make_bot
from machinehall.bots.insight import SLOTS, Insight, turned


@dataclass(frozen=True, slots=True)
class Course:
    """Which matches are played."""

    title: str
    tables: tuple[tuple[int, dict[str, Any]], ...]
    """Seats and options, in turn."""
    teacher: str = "apprentice"
    stray: float = 0.08
    """How often something else is done than the teacher says, so that it is seen what to do then."""


class Notes:
    """What is written down of one worker's matches."""

    def __init__(self, title: mh.Title) -> None:
        self.title, self.insight, self.observe = title, Insight(title), title.observer()
        self.rows: list[tuple[Any, ...]] = []
        self.ends: list[tuple[Any, ...]] = []

    def match(self, course: Course, seats: int, options: Mapping[str, Any], seed: str) -> None:
        title, rng = self.title, random.Random(seed)
        bots = [make_bot(course.teacher, title, f"{seed}/{seat}") for seat in range(seats)]
        state = title.start(seats, options, rng)
        legal = self.insight.go_on(state, rng)
        begun, asked = len(self.rows), [0] * seats
        while state.stack:
            seat = min(title.to_act(state))
            action = bots[seat].choose(title.view(state, seat), legal, Clock())
            self.note(state, seat, legal, action)
            asked[seat] += 1
            if rng.random() < course.stray:
                action = rng.choice(legal)
            title.apply(state, seat, action, check=False)
            title.deal(state, rng)
            legal = self.insight.go_on(state, rng)
        self.end(state, begun, asked)

    def note(self, state: Any, seat: int, legal: list[Any], action: Any) -> None:
        title = self.title
        mask = np.zeros(len(title.actions.all), np.uint8)
        mask[[title.actions.index[each] for each in legal]] = 1
        seen = np.frombuffer(self.observe(state, seat), np.uint8)
        standing = self.insight.standing(state, self.observe)
        lead = standing[seat] - best_other(standing, seat, slots_of(self.title, state))
        told = np.array(self.insight.told(state, seat, standing), np.float32)
        self.rows.append((seen, told, np.packbits(mask), title.actions.index[action], seat, lead))

    def end(self, state: Any, begun: int, asked: list[int]) -> None:
        """How it ended, for each row as its seat sees it."""
        standing, points = self.insight.standing(state), self.insight.points(state)
        slots = slots_of(self.title, state)
        best = max(standing[:slots])
        win = [float(value == best and i < slots) for i, value in enumerate(standing)]
        for _, _, _, _, seat, lead in self.rows[begun:]:
            asked[seat] -= 1
            final = standing[seat] - best_other(standing, seat, slots)
            parts = (turned(row, state.seats, seat) for row in (standing, win))
            ordered = points[seat : state.seats] + points[:seat] + points[state.seats :]
            self.ends.append((*parts, ordered, asked[seat], slots, final - lead))


def slots_of(title: mh.Title, state: Any) -> int:
    """Seats and automata of a table."""
    seats: int = state.seats
    return seats + len(title.score(title.lookup, state).automata)


def best_other(standing: list[float], seat: int, slots: int) -> float:
    """The most that another slot stands at."""
    return max(value for i, value in enumerate(standing[:slots]) if i != seat)


def lessons_of(job: tuple[Course, int, int, float]) -> dict[str, Any]:
    """One worker's share: matches until the time is up, at least one."""
    course, number, seed, seconds = job
    notes, began, played = Notes(mh.title(course.title)), time.time(), 0
    while played == 0 or time.time() - began < seconds:
        seats, options = course.tables[(number + played) % len(course.tables)]
        notes.match(course, seats, options, f"{seed}/{number}/{played}")
        played += 1
    seen, told, mask, action, _, _ = zip(*notes.rows, strict=True)
    final, win, points, left, slots, gain = zip(*notes.ends, strict=True)
    found = {"seen": seen, "told": told, "mask": mask, "action": action, "final": final, "win": win}
    found |= {"points": points, "left": left, "slots": slots, "gain": gain}
    arrays = {name: np.array(rows) for name, rows in found.items()}
    for name in ("final", "win", "points", "gain"):
        arrays[name] = arrays[name].astype(np.float32)
    arrays["matches"] = np.full(1, played)
    return arrays


def lessons(course: Course, workers: int, seconds: float, seed: int) -> dict[str, Any]:
    """Those of all workers."""
    with mp.get_context("fork").Pool(workers) as pool:
        parts = pool.map(lessons_of, [(course, i, seed, seconds) for i in range(workers)], chunksize=1)
    found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    assert found["final"].shape[1] == SLOTS
    return found
