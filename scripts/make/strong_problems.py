"""Problems from matches of strong bots: turns of which one is clearly the best.

    python scripts/make/strong_problems.py TITLE --wanted 30 --workers 2 [--net FILE]

A net plays matches. In each, turns from the middle are looked at in a few worlds; where one way through the turn seems
to be far ahead, many more are thought of, by the net and by the title's evaluation. The best of them is measured in
fresh worlds. It becomes the solution of a problem if it beats every other by more than two standard errors and by at
least a small loss of the judge, and if matches that are played to their end agree: there it is ahead of the next best
by more than one error. Only what begins with the same decision and is hardly worse counts as the same turn: such lines
solve the problem, too.

What was found is kept in out/strong, a line for each match, so that it can be stopped and taken up again; equal seeds
find the same problems. At the end, or with --write alone, the title's file is written from what there is. It needs
nothing but machinehall and numpy.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import os
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec

import machinehall as mh
from machinehall.bots import Clock, make_bots
from machinehall.bots.judgement import Judgement
from machinehall.bots.luck import Luck
from machinehall.bots.turns import Budget, Turn
from machinehall.kernel import fields
from machinehall.review.course import Course, Played, course_of
from machinehall.review.judge import judge_for
from machinehall.review.lines import Effort, Line, line
from machinehall.review.net_judge import NetJudge
from machinehall.review.net_lines import SURE, NetExplorer, Question
from machinehall.review.playout import Throws, Track
from machinehall.school.items import Condition, Measured, Puzzle, differences
from machinehall.school.lesson_match import LessonMatch

LOOKED_AT = 24
"""Turns of a match that are looked at."""
SEARCHED = 5
"""Of these, so many at most are searched."""
OF_ONE_MATCH = 2
EARLY, LATE = 0.15, 0.9
"""Between these parts of a match problems begin: before, all is open; after, it is reckoning."""
GLANCE = Effort(worlds=3, lines=5)
DEEP = Effort(worlds=10, lines=10, fresh=48)
THOUGHTS = 200
LEAVES = 10
MANY_CHOICES = 8
"""So many choices make a problem of a single decision."""
FAR = 4
"""What is so many small losses behind, and as many errors, is not measured again."""
LONGEST_TURN = 5
"""Decisions whose orders are all tried."""
TO_THE_END = 48
"""Pairs of matches that are played to their end, after the solution and after the next best turn."""
ROUNDS = 1_000_000
BEST_OTHER = "review.best_other"


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked of a worker beside the seed."""

    title: str
    seats: tuple[int, ...]
    net: Path | None

    def judge(self) -> NetJudge:
        title = mh.title(self.title)
        found = NetJudge(title, self.net) if self.net else judge_for(title)
        assert isinstance(found, NetJudge), f"there is no net for {self.title}"
        return found


def play(job: Job, seed: int) -> mh.Match:
    """A match of the net against itself."""
    title, seats = mh.title(job.title), job.seats[seed % len(job.seats)]
    match = mh.Match(title, seats, random.Random(f"{title.name}/{seats}/{seed}/strong").getrandbits(32))
    bots = make_bots([f"net:{job.net or title.home.net}"], title, seats, seed)
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(legal[0] if len(legal) == 1 else bots[seat].choose(match.view(seat), legal, Clock()), seat)
    return match


@dataclass(slots=True)
class Asked:
    """A turn: what may be done, one line for each position that can be reached, and how readily the net takes it."""

    number: int
    seat: int
    state: Any
    lines: dict[Line, float]
    gaps: list[list[float]]
    """For each line what it is behind the best one, world by world."""
    best: Line = ()

    def behind(self) -> dict[Line, tuple[float, float]]:
        """What each other line is behind, with its standard error."""
        rows = zip(self.lines, self.gaps, strict=True)
        return {way: (fmean(row), stdev(row) / math.sqrt(len(row))) for way, row in rows if way != self.best}


class Finder:
    """Looks for problems in one match."""

    def __init__(self, job: Job, seed: int) -> None:
        self.title, self.judge, self.seed = mh.title(job.title), job.judge(), seed
        self.small = self.judge.bands[0]
        self.explorer = NetExplorer(self.title, self.judge, f"{seed}/strong", GLANCE)
        self.judged: list[list[Judgement]] = []

    def find(self, match: mh.Match) -> list[dict[str, Any]]:
        course = course_of(match)
        asked = [self.turn(course, turn) for turn in self.middle(course)]
        for some in asked:
            self.widen(some)
        hopeful = [some for some in asked if len(some.lines) > 1 and self.compare(some, GLANCE.worlds)]
        hopeful = [some for some in hopeful if self.lead(some) >= self.small]
        found: list[dict[str, Any]] = []
        for some in sorted(hopeful, key=lambda some: -self.lead(some))[:SEARCHED]:
            problem = self.search(some)
            if problem is not None and problem["problem"]["solution"] not in [f["problem"]["solution"] for f in found]:
                found.append(problem)
            if len(found) == OF_ONE_MATCH:
                break
        return found

    def middle(self, course: Course) -> list[Played]:
        """Turns with a choice from the middle of the match, drawn by lot if there are many."""
        real = [turn for turn in course.turns if turn.first >= course.begin]
        real = real[int(EARLY * len(real)) : int(LATE * len(real))]
        real = [turn for turn in real if turn.choices > 1]
        lot = random.Random(f"{self.seed}/turns")
        return lot.sample(real, LOOKED_AT) if len(real) > LOOKED_AT else real

    def turn(self, course: Course, played: Played) -> Asked:
        return Asked(played.number, played.seat, course.states[played.first], {}, [])

    # What may be done

    def widen(self, some: Asked, deep: bool = False) -> None:
        """Think of ways through the turn; of those that lead to the same position the readiest stays."""
        self.explorer.effort = DEEP if deep else GLANCE
        world, luck = self.explorer.worlds(some.state, some.seat, 1)[0], Luck(self.explorer.rng)
        begun: list[Line] = [(action,) for action in self.explorer.firsts(world, some.seat)]
        begun += [()] * self.explorer.effort.lines
        begun += self.thoughts(world, some.seat) if deep else []
        tracks = [
            Track(world.clone(), some.seat, way, luck.again(), Throws(self.explorer.rng), 0, free=not way, weighed=True)
            for way in begun
        ]
        self.explorer.playouts.run(tracks)
        known = list(some.lines.items()) + [(tuple(track.taken), sum(track.ready)) for track in tracks]
        some.lines, ends = {}, set[str]()
        for way, ready in sorted(known, key=lambda row: -row[1]):
            end = self.end(some, way) or str(way)
            if end not in ends:
                ends.add(end)
                some.lines[way] = ready

    def thoughts(self, world: Any, seat: int) -> list[Line]:
        """The best ways by the title's evaluation."""
        legal = self.title.legal(world, seat)
        tree = Turn(self.title, self.explorer.evaluate, Luck(self.explorer.rng), world, seat)
        tree.think_through(Budget(None, len(legal) + THOUGHTS), legal)
        found = [line(node) for node in islice(tree.leaves(), LEAVES)]
        tree.fell()
        return found

    def end(self, some: Asked, way: Line) -> str | None:
        """The position after a way through the turn; None: chance decides on it, or it does not end the turn."""
        state, title = some.state.clone(), self.title
        for action in way:
            if some.seat not in title.to_act(state) or action not in title.legal(state, some.seat):
                return None
            title.apply(state, some.seat, action, check=False)
        return None if some.seat in title.to_act(state) else json.dumps(fields.to_data(state, title.domains))

    # Comparing

    def compare(self, some: Asked, worlds: int, best: Line | None = None) -> bool:
        """Play all lines on in the same worlds; whether the best one may be a solution."""
        question = Question(some.seat, self.explorer.worlds(some.state, some.seat, worlds), list(some.lines))
        self.explorer.answer([question], 1)
        self.judged = self.explorer.judged(question)
        leads = [[found.lead(some.seat) for found in row] for row in self.judged]
        order = sorted(zip(map(fmean, leads), question.lines, leads, strict=True), key=lambda row: -row[0])
        some.best = best or order[0][1]
        top = leads[question.lines.index(some.best)]
        some.gaps = [[t - own for t, own in zip(top, row, strict=True)] for row in leads]
        return self.end(some, some.best) is not None and some.lines[some.best] <= SURE and self.hard(some)

    def lead(self, some: Asked) -> float:
        """By how much the best line is ahead of the next."""
        return min((mean for mean, _ in self.rivals(some).values()), default=0.0)

    def rivals(self, some: Asked) -> dict[Line, tuple[float, float]]:
        """The lines that are no variants of the best one, and what they are behind it."""
        return {way: row for way, row in some.behind().items() if not self.alike(some, way, row[0])}

    def alike(self, some: Asked, way: Line, behind: float) -> bool:
        """Whether a line is the same turn but for details that hardly count, or an order."""
        near = way[0] == some.best[0] or sorted(map(str, way)) == sorted(map(str, some.best))
        return near and abs(behind) <= self.small / 2 and self.end(some, way) is not None

    def hard(self, some: Asked) -> bool:
        """Whether there is something to find: several decisions, or one with many choices."""
        state, counts = some.state.clone(), []
        for action in some.best:
            counts.append(len(self.title.legal(state, some.seat)))
            self.title.apply(state, some.seat, action, check=False)
        return sum(count > 1 for count in counts) > 1 or max(counts) >= MANY_CHOICES

    def search(self, some: Asked) -> dict[str, Any] | None:
        """The turn as a problem if one way through it is clearly the best."""
        self.widen(some, deep=True)
        if not self.compare(some, DEEP.worlds) or self.lead(some) < self.small:
            return None
        far = FAR * self.small
        near = [way for way, (mean, error) in some.behind().items() if mean < max(far, FAR * error)]
        near = near or [min(some.behind(), key=lambda way: some.behind()[way][0])]
        some.lines = {way: some.lines[way] for way in (some.best, *near)}
        self.compare(some, DEEP.fresh, some.best)
        rivals = self.rivals(some)
        if not rivals or any(mean < self.small or mean <= 2 * error for mean, error in rivals.values()):
            return None
        second = min(rivals, key=lambda way: rivals[way][0])
        ends = self.truth(some, second)
        return self.problem(some, second, ends) if ends[0] > ends[1] else None

    def truth(self, some: Asked, second: Line) -> tuple[float, float]:
        """What the next best line is behind when matches are played to their end, and its standard error."""
        worlds = self.explorer.worlds(some.state, some.seat, TO_THE_END)
        question = Question(some.seat, worlds, [some.best, second])
        self.explorer.answer([question], ROUNDS)
        ours, theirs = ([track.seen[-1].lead(some.seat) for track in row] for row in question.tracks)
        gaps = [a - b for a, b in zip(ours, theirs, strict=True)]
        return fmean(gaps), stdev(gaps) / math.sqrt(len(gaps))

    def orders(self, some: Asked) -> list[Line]:
        """The same decisions in other orders that lead to a position which differs, and is judged alike."""
        if len(some.best) > LONGEST_TURN:
            return []
        found: dict[str | None, Line] = {self.end(some, some.best): some.best}
        worth = self.worth(some, some.best)
        for way in permutations(some.best):
            end = self.end(some, way)
            if end is not None and end not in found and self.worth(some, way) == worth:
                found[end] = way
        return list(found.values())[1:]

    def worth(self, some: Asked, way: Line) -> float:
        state = some.state.clone()
        for action in way:
            self.title.apply(state, some.seat, action, check=False)
        return float(self.explorer.evaluate(self.title.lookup, state, some.seat))

    # The problem

    def problem(self, some: Asked, second: Line, ends: tuple[float, float]) -> dict[str, Any] | None:
        rivals, seat, title = self.rivals(some), some.seat, self.title
        tempting = max(rivals, key=lambda way: some.lines[way])
        also = dict.fromkeys([*(way for way in some.behind() if way not in rivals), *self.orders(some)])
        options = dict(zip((o.name for o in title.options), map(int, some.state.options), strict=True))
        chosen = {o.name: options[o.name] for o in title.options if options[o.name] != int(o.default)}
        wrong = dict.fromkeys((self.texts(tempting), self.texts(second)))
        made = Puzzle(
            id=named(some.state, seat, title), seats=some.state.seats, seat=seat, options=chosen,
            position=differences(title, some.state, some.state.seats, chosen), goal=(Condition("reached", least=1),),
            solution=self.texts(some.best), also=tuple(map(self.texts, also)), wrong=tuple(wrong),
            measured=self.measured(some, second, ends),
        )  # fmt: skip
        return {"ready": some.lines[some.best], "problem": msgspec.to_builtins(made)} if fair(title, made) else None

    def texts(self, way: Line) -> tuple[str, ...]:
        return tuple(map(self.title.text, way))

    def measured(self, some: Asked, second: Line, ends: tuple[float, float]) -> Measured:
        """The figures of the solution against the next best line, in the worlds that were judged last."""
        places, seat = list(some.lines), some.seat
        ours, theirs = (self.judged[places.index(way)] for way in (some.best, second))
        pairs = list(zip(ours, theirs, strict=True))
        rows = {
            source: fmean(a.points[seat][k] - b.points[seat][k] for a, b in pairs)
            for k, source in enumerate(self.judge.sources)
        }
        rows[BEST_OTHER] = fmean(b.best_other(seat) - a.best_other(seat) for a, b in pairs)
        gain, error = some.behind()[second]
        sources = {source: round(value, 2) for source, value in rows.items() if abs(value) >= 0.05}
        return Measured(
            gain=round(gain, 2), error=round(error, 2), worlds=len(pairs), next=self.texts(second), sources=sources,
            ends=round(ends[0], 2), ends_error=round(ends[1], 2),
        )  # fmt: skip


def named(state: Any, seat: int, title: Any) -> str:
    """An id that another position never gets: tables that were opened with it go on from there."""
    return "m" + hashlib.sha256(json.dumps([seat, fields.to_data(state, title.domains)]).encode()).hexdigest()[:7]


def fair(title: Any, problem: Puzzle) -> bool:
    """Whether it is solved by its solution, and every tempting line is known as a miss."""

    def tried(texts: Iterable[str]) -> Any:
        sitting = LessonMatch(title, problem)
        for text in texts:
            sitting.play(sitting.parse(text, problem.seat), problem.seat)
        return sitting.progress

    try:
        missed = [tried(texts) for texts in problem.wrong]
        solved = [tried(texts) for texts in (problem.solution, *problem.also)]
        return all(now.done for now in solved) and all(now.again and not now.done for now in missed)
    except mh.MachineHallError:  # chance went another way than in the world in which a line was thought of
        return False


def one(asked: tuple[Job, int]) -> dict[str, Any]:
    job, seed = asked
    began = time.perf_counter()
    match = play(job, seed)
    played = time.perf_counter()
    finder = Finder(job, seed)
    found = finder.find(match)
    seconds = [round(played - began, 1), round(time.perf_counter() - played, 1)]
    return {"seed": seed, "judge": finder.judge.name, "seconds": seconds, "found": found}


def write(name: str, rows: Sequence[dict[str, Any]], wanted: int) -> int:
    """The title's file: those of the first matches, the ones that the net takes most readily first."""
    found = [each for row in sorted(rows, key=lambda row: row["seed"]) for each in row["found"]][:wanted]
    made = [msgspec.convert(each["problem"], Puzzle) for each in sorted(found, key=lambda each: -each["ready"])]
    made = [msgspec.structs.replace(problem, order=place) for place, problem in enumerate(made, 1)]
    lines = b",\n".join(map(msgspec.json.encode, made))
    mh.title(name).home.from_matches.write_bytes(b"[\n" + lines + b"\n]\n")
    return len(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--wanted", type=int, default=30)
    parser.add_argument("--matches", type=int, default=200, help="so many at most")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--net", type=Path, help="a file; without it the title's own")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="only write what was found")
    parser.add_argument("--out", type=Path, default=Path("out/strong"))
    args = parser.parse_args()
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(threads, "1")  # each worker has a core, and reads it when it loads numpy
    args.out.mkdir(parents=True, exist_ok=True)
    job = Job(args.title, tuple(args.seats), args.net)
    path = args.out / f"{args.title}-{job.judge().name}.jsonl"
    done = [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []
    left = [] if args.write else sorted(set(range(args.matches)) - {row["seed"] for row in done})
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool, path.open("a") as file:
        for found in pool.imap(one, [(job, seed) for seed in left]):
            done.append(found)
            file.write(json.dumps(found) + "\n")
            file.flush()
            count = sum(len(row["found"]) for row in done)
            print(
                f"match {found['seed']}: {len(found['found'])} more, {count} in all, {found['seconds']} s", flush=True
            )
            if count >= args.wanted:
                break
    print(f"{write(args.title, done, args.wanted)} problems of {args.title}")


if __name__ == "__main__":
    main()
