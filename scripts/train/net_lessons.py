"""Lessons for a net: matches that a teacher plays or looks at, what it thinks of the choices, and how they end.

A teacher is a bot by its name, `classic-journeyman/300` say, or `net-search:FILE/PASSES`: the search with a net
(`bots/net_search.py`), by which a net learns from its own second thoughts. Where a teacher is slow, it need not be
asked at every decision: a quick player goes on in between, and where that is the learner itself, the teacher is asked
just where the learner gets to.
"""

from __future__ import annotations

import itertools
import multiprocessing as mp
import random
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import lesson_files
import numpy as np
from bar import waited
from lesson_files import KEPT_CHOICES, Lesson, Played

import machinehall as mh
from machinehall.bots import Bot, Clock, make_bot
from machinehall.bots.insight import SLOTS, Insight, turned
from machinehall.bots.net import Net
from machinehall.bots.net_search import NetSearch
from machinehall.bots.policy_search import PolicySearchConfig
from machinehall.bots.processes import end_with_parent
from machinehall.kernel.values import Action

NET_SEARCH = "net-search:"
FAR = 60_000
"""What fills the places of choices that are not there, and the most that one can be worse."""


@dataclass(frozen=True, slots=True)
class Course:
    """Which matches are played."""

    title: str
    tables: tuple[tuple[int, dict[str, Any]], ...]
    """Seats and options, in turn."""
    teacher: str = "apprentice"
    stray: float = 0.08
    """How often something else is done than is said, so that it is seen what to do then."""
    player: str = ""
    """Who plays where the teacher is not asked."""
    share: float = 1.0
    """The part of the decisions at which the teacher is asked."""


@lru_cache(maxsize=2)
def net_in(title: mh.Title, path: str) -> Net:
    return Net(title, Path(path))


def teacher(name: str, title: mh.Title, seed: str) -> Bot:
    """A bot that can tell what it thinks of all choices."""
    if not name.startswith(NET_SEARCH):
        return make_bot(name, title, seed)
    path, _, passes = name.removeprefix(NET_SEARCH).rpartition("/")
    if not path or not passes.isdecimal():
        raise mh.MachineHallError(f"{name!r} names no file and passes: {NET_SEARCH}out/net.npz/300")
    return NetSearch(title, seed, PolicySearchConfig(passes=int(passes)), net_in(title, path))


def thought(bot: Any, chosen: Action) -> list[tuple[Action, float]]:
    """The choices that a bot has looked into, with their values, what it does first, the others never above it."""
    explain = getattr(bot, "explain", None)
    rows = (
        [row if isinstance(row, tuple) else (row.action, row.value, row.visits) for row in explain()] if explain else []
    )
    tried = [(row[0], float(row[1])) for row in rows if row[0] != chosen and (len(row) < 3 or row[2])]
    best = next((float(row[1]) for row in rows if row[0] == chosen), 0.0)
    return [(chosen, best), *((action, min(value, best)) for action, value in sorted(tried, key=lambda row: -row[1]))]


def play(title: mh.Title, course: Course, number: int, seed: str, late: Callable[[], bool]) -> Played:
    """A match, to its end or until it is late."""
    seats, options = course.tables[number % len(course.tables)]
    insight, index = Insight(title), title.actions.index
    rng, whim = random.Random(seed), random.Random(f"{seed}/whim")
    teachers = [teacher(course.teacher, title, f"{seed}/{seat}") for seat in range(seats)]
    players = [make_bot(course.player, title, f"{seed}/{seat}") if course.player else None for seat in range(seats)]
    state = title.start(seats, options, rng)
    legal = insight.go_on(state, rng)
    found = Played(seed, seats, dict(options), course.teacher, [], [], [])
    while state.stack and not late():
        seat = min(title.to_act(state))
        player = players[seat] if whim.random() >= course.share else None
        action = (player or teachers[seat]).choose(title.view(state, seat), legal, Clock())
        if player is None:
            rows = thought(teachers[seat], action)[:KEPT_CHOICES]
            behind = [min(FAR, round((rows[0][1] - value) / lesson_files.CENT)) for _, value in rows]
            found.lessons.append(Lesson(len(found.taken), [index[each] for each, _ in rows], behind))
        if whim.random() < course.stray:
            action = whim.choice(legal)
        found.taken.append(index[action])
        title.apply(state, seat, action, check=False)
        title.deal(state, rng)
        legal = insight.go_on(state, rng)
    found.standing, found.over = insight.standing(state), not state.stack
    return found


class Notes:
    """What is written down of matches: a row for each decision."""

    def __init__(self, title: mh.Title) -> None:
        self.title, self.insight, self.observe = title, Insight(title), title.observer()
        self.rows: list[tuple[Any, ...]] = []
        self.ends: list[tuple[Any, ...]] = []
        self.strange = 0
        """Matches that could not be played again: the rules say otherwise than when they were made."""

    def match(self, played: Played) -> None:
        """Play it again."""
        title, rng, begun = self.title, random.Random(played.seed), len(self.rows)
        state = title.start(played.seats, played.options, rng)
        legal, asked = self.insight.go_on(state, rng), [0] * played.seats
        lessons = {lesson.at: lesson for lesson in played.lessons}
        for at, number in enumerate(played.taken):
            action = title.actions.all[number]
            if action not in legal:
                break
            seat = min(title.to_act(state))
            self.note(state, seat, legal, lessons.get(at) or Lesson(at, [number], []))
            asked[seat] += 1
            title.apply(state, seat, action, check=False)
            title.deal(state, rng)
            legal = self.insight.go_on(state, rng)
        if played.standing != self.insight.standing(state) or played.over == bool(state.stack):
            del self.rows[begun:]
            self.strange += 1
            return
        self.end(state, begun, asked, zlib.crc32(played.seed.encode()), played.over)

    def note(self, state: Any, seat: int, legal: Sequence[Action], lesson: Lesson) -> None:
        """Where nobody was asked what it thinks, nothing is behind anything: that row teaches how matches end."""
        title = self.title
        mask = np.zeros(len(title.actions.all), np.uint8)
        mask[[title.actions.index[each] for each in legal]] = 1
        seen = np.frombuffer(self.observe(state, seat), np.uint8)
        standing = self.insight.standing(state, self.observe)
        lead = standing[seat] - best_other(standing, seat, slots_of(self.title, state))
        told = np.array(self.insight.told(state, seat, standing), np.float32)
        choices, behind = np.zeros(KEPT_CHOICES, np.int32), np.full(KEPT_CHOICES, FAR, np.uint16)
        choices[: len(lesson.choices)] = lesson.choices
        behind[: len(lesson.behind)] = lesson.behind
        self.rows.append((seen, told, np.packbits(mask), choices, behind, seat, lead))

    def end(self, state: Any, begun: int, asked: list[int], match: int, over: bool) -> None:
        """How it ended, for each row as its seat sees it."""
        standing, points = self.insight.standing(state), self.insight.points(state)
        slots = slots_of(self.title, state)
        best = max(standing[:slots])
        win = [float(value == best and i < slots) for i, value in enumerate(standing)]
        for *_, seat, lead in self.rows[begun:]:
            asked[seat] -= 1
            final = standing[seat] - best_other(standing, seat, slots)
            parts = (turned(row, state.seats, seat) for row in (standing, win))
            ordered = points[seat : state.seats] + points[:seat] + points[state.seats :]
            self.ends.append((*parts, ordered, asked[seat], slots, final - lead, match, over))

    def arrays(self) -> dict[str, Any]:
        """All rows, as they are learned from."""
        seen, told, mask, choices, behind, _, _ = zip(*self.rows, strict=True)
        final, win, points, left, slots, gain, match, over = zip(*self.ends, strict=True)
        found = {"seen": seen, "told": told, "mask": mask, "choices": choices, "behind": behind, "final": final}
        found |= {
            "win": win,
            "points": points,
            "left": left,
            "slots": slots,
            "gain": gain,
            "match": match,
            "over": over,
        }
        arrays = {name: np.array(rows) for name, rows in found.items()}
        for name in ("final", "win", "points", "gain"):
            arrays[name] = arrays[name].astype(np.float32)
        assert arrays["final"].shape[1] == SLOTS
        return arrays


def slots_of(title: mh.Title, state: Any) -> int:
    """Seats and automata of a table."""
    seats: int = state.seats
    return seats + len(title.score(title.lookup, state).automata)


def best_other(standing: list[float], seat: int, slots: int) -> float:
    """The most that another slot stands at."""
    return max(value for i, value in enumerate(standing[:slots]) if i != seat)


def together(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def noted(name: str, matches: Sequence[Played]) -> tuple[dict[str, Any] | None, int]:
    """Matches played again; and how many could not be."""
    notes = Notes(mh.title(name))
    for match in matches:
        notes.match(match)
    return (notes.arrays() if notes.rows else None), notes.strange


def lessons_of(job: tuple[Course, int, int, float]) -> dict[str, Any]:
    """One worker's share: matches until the time is up, at least one."""
    course, number, seed, seconds = job
    title, began = mh.title(course.title), time.time()
    matches: list[Played] = []
    while not matches or time.time() - began < seconds:
        k = len(matches)
        matches.append(play(title, course, number + k, f"{seed}/{number}/{k}", bool))
    found, _ = noted(course.title, matches)
    assert found is not None
    return found


def lessons(course: Course, workers: int, seconds: float, seed: int) -> dict[str, Any]:
    """Those of all workers."""
    with mp.get_context("fork").Pool(workers, end_with_parent) as pool:
        jobs = [(course, i, seed, seconds) for i in range(workers)]
        parts = waited(pool.map_async(lessons_of, jobs, chunksize=1), "Lessons", seconds)
    return together(parts)


def kept_lessons(title: mh.Title, folders: Sequence[Path], workers: int) -> dict[str, Any]:
    """Those on disk."""
    matches = [match for folder in folders for match in lesson_files.read(title, folder)]
    shares = [matches[i::workers] for i in range(workers) if matches[i::workers]]
    with mp.get_context("fork").Pool(workers, end_with_parent) as pool:
        parts = pool.map(partial(noted, title.name), shares, chunksize=1)
    found = [notes for notes, _ in parts if notes is not None]
    if not found:
        raise lesson_files.WrongLessons(f"no lessons of {title.name} in {', '.join(map(str, folders))}")
    strange = sum(each for _, each in parts)
    print(f"{len(matches)} matches of lessons kept, {strange} of them not as the rules are now", flush=True)
    return together(found)


def collect_one(job: tuple[Course, Path, int, str, int, float]) -> int:
    """One worker's share for the disk: matches until the time is up; each is written when it is over."""
    course, folder, worker, seed, first, until = job
    title = mh.title(course.title)

    def late() -> bool:
        return time.time() >= until

    for k in itertools.count(first):
        if late():
            return k - first
        match = play(title, course, worker + k, f"{seed}/{worker}/{k}", late)
        if match.lessons:
            lesson_files.add(title, folder, match)
    raise AssertionError


def collect(course: Course, folder: Path, workers: int, seconds: float, seed: str) -> int:
    """Lessons of all workers, to those that a folder has. What was begun with the same seed goes on."""
    title = mh.title(course.title)
    known = [match.seed.rpartition("/") for match in lesson_files.read(title, folder)]
    until, jobs = time.time() + seconds, []
    for worker in range(workers):
        first = 1 + max((int(k) for begun, _, k in known if begun == f"{seed}/{worker}"), default=-1)
        jobs.append((course, folder, worker, seed, first, until))
    with mp.get_context("fork").Pool(workers, end_with_parent) as pool:
        waited(pool.map_async(collect_one, jobs, chunksize=1), "Lessons", seconds)
    return lesson_files.gather(title, folder)
