"""Whether reviews are right: bots play, one of them errs on purpose, and the reviews of their matches are counted.

    python scripts/check/review.py TITLE --matches 100 --seats 3 --net FILE --workers 16

The first seat plays a whole turn at random one time in ten; all else is played by the net, without one by
apprentices. The table tells how often the residual lies within two of its errors, the means of luck and of what own
turns brought with their errors (of a seat that errs and of those that do not), how many of the random turns are named
among the faults, and how many other turns are. A random turn may be what the bot would have done anyway, may lead to
the same position in another order, or may be as good. So there are three readings of "random turns named": all of
them; those with a decision that the bot would not have taken; of these, those that lead elsewhere. With --truth N,
N pairs of matches are played to their end from every random turn and every fault, once after the turn played and
once after the bot's own or the better one. A single such difference is little sure, so several readings are made of
them: how many are named of those that seem to lose a small loss, of those that lose what a fault does beyond two
errors, and of those that lose less than a small loss beyond two errors; and what named and unnamed random turns lose on
average, which no luck of the pairs favours. What was counted is kept in out/review, a line for each match, so that it
can be stopped and taken up again. It needs nothing but machinehall and numpy.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import machinehall as mh
from machinehall.bots import Clock, make_bots
from machinehall.review.course import Course, course_of
from machinehall.review.judge import Judge, judge_for
from machinehall.review.lines import Line
from machinehall.review.net_judge import NetJudge
from machinehall.review.net_lines import NetExplorer, Question
from machinehall.review.playout import TO_THE_END
from machinehall.review.review import SURE, Plan, review
from machinehall.review.shapes import NAMED, REAL, Review, TurnReview

ERRS = 0.1
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked of a worker beside the seed."""

    title: str
    seats: int
    net: Path | None
    searches: int
    truth: int

    def judge(self) -> Judge:
        title = mh.title(self.title)
        return NetJudge(title, self.net) if self.net else judge_for(title)


def play(job: Job, seed: int) -> tuple[mh.Match, set[int], set[int]]:
    """A match in which seat 0 errs; the decisions that it took at random, and of these what its bot would not do."""
    title = mh.title(job.title)
    rng = random.Random(f"{title.name}/{job.seats}/{seed}")
    match = mh.Match(title, job.seats, rng.getrandbits(32))
    bots = make_bots([f"net:{job.net}" if job.net else "apprentice"], title, job.seats, seed)
    turn_kinds = {kind for kind, about in title.events.items() if about.turn}
    erring, last = False, -1
    wild, wrong = set[int](), set[int]()
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if seat != last:
            erring = seat == 0 and rng.random() < ERRS
        action = legal[0] if len(legal) == 1 else bots[seat].choose(match.view(seat), legal, Clock())
        if erring and seat == 0 and len(legal) > 1:
            wild.add(len(match.log))
            thrown = rng.choice(legal)
            if thrown != action:
                wrong.add(len(match.log))
            action = thrown
        events = match.play(action, seat)
        last = -1 if any(event.kind in turn_kinds for event in events) else seat
    return match, wild, wrong


def counted(job: Job, seed: int) -> dict[str, Any]:
    """What the review of one match says, and what it should."""
    match, wild, wrong = play(job, seed)
    judge, began = job.judge(), time.perf_counter()
    found = review(match, judge, Plan(searches=job.searches, levels=(), seed=seed))
    seconds = time.perf_counter() - began
    course = course_of(match)
    rows = [told(turn, course, wild, wrong) for turn in found.turns if turn.kind == REAL]
    if isinstance(judge, NetJudge):
        explorer = NetExplorer(match.title, judge, f"{seed}/truth")
        for row in rows:
            row["elsewhere"] = row["wrong"] and elsewhere(explorer, course, row["number"])
    if job.truth and isinstance(judge, NetJudge):
        for row in rows:
            if row["named"] or row["random"]:
                row["true"] = truth(explorer, course, found, row, job.truth)
    accounts = [seat.account for seat in found.seats]
    return {
        "seed": seed,
        "judge": found.judge,
        "small": found.bands[0],
        "seconds": round(seconds, 1),
        "turns": rows,
        "lead": [a.final for a in accounts],
        "luck": [a.luck.value for a in accounts],
        "own": [a.own.value for a in accounts],
        "residual": [[a.residual.value, a.residual.error] for a in accounts],
    }


def told(turn: TurnReview, course: Course, wild: set[int], wrong: set[int]) -> dict[str, Any]:
    """A turn with what it was, and what the review says of it."""
    decisions = set(range(turn.first, turn.last))
    return {
        "number": turn.number,
        "seat": turn.seat,
        "random": bool(decisions & wild),
        "wrong": bool(decisions & wrong),
        "named": turn.fault,
        "searched": turn.searched,
        "ended": turn.ended,
        "left": len(course.states) - 1 - turn.first,
        "loss": [turn.loss.value, turn.loss.error] if turn.loss else None,
    }


def elsewhere(explorer: NetExplorer, course: Course, number: int) -> bool:
    """Whether a turn and the one that the net would have taken lead to different positions, by the same chance."""
    turn, to_json = course.turns[number - 1], course.title.to_json
    asked = Question(turn.seat, [course.states[turn.first]], [tuple(turn.actions), ()])
    explorer.answer([asked], 0, watched=True)
    played, own = (to_json(tracks[0].way[-1]) for tracks in asked.tracks)
    return bool(played != own)


def truth(explorer: NetExplorer, course: Course, found: Review, row: dict[str, Any], pairs: int) -> list[float]:
    """What the turn gave away by matches played to the end: against the better turn named, or the net's own."""
    turn, title = course.turns[row["number"] - 1], course.title
    state, seat, played = course.states[turn.first], turn.seat, tuple(turn.actions)
    better: Line = tuple(title.parse(text) for text in found.turns[turn.number - 1].better) if row["named"] else ()
    asked = Question(seat, explorer.worlds(state, seat, pairs), [played, better])
    explorer.answer([asked], TO_THE_END)
    ends = [[track.seen[-1].lead(seat) for track in line] for line in asked.tracks]
    gaps = [b - p for p, b in zip(*ends, strict=True)]
    return [statistics.fmean(gaps), statistics.stdev(gaps) / math.sqrt(pairs)]


# The table


def share(rows: Sequence[dict[str, Any]]) -> str:
    """How many of some turns are named."""
    named = sum(row["named"] for row in rows)
    return f"{named} of {len(rows)}" + (f" ({named / len(rows):.0%})" if rows else "")


def mean(values: Sequence[float]) -> str:
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):+.2f} ± {error:.2f}" if values else "–"


def lost_by(named: Sequence[dict[str, Any]], known: Sequence[dict[str, Any]]) -> str:
    """How much of all that random turns lost in truth was lost by those that are named."""
    told, all_of = (sum(turn["true"][0] for turn in turns if turn["random"]) for turns in (named, known))
    return f"{told:.0f} of {all_of:.0f}" + (f" ({told / all_of:.0%})" if all_of > 0 else "")


def surely(turn: dict[str, Any], side: int) -> bool:
    """Whether a turn, by matches played to the end, loses as much as a fault (1), or less than a small loss (-1)."""
    loss, error = turn["true"]
    if side > 0:
        return bool(loss >= NAMED * turn["small"] and loss > SURE * error)
    return bool(loss + SURE * error < turn["small"])


def table(matches: Sequence[dict[str, Any]]) -> str:
    residuals = [pair for match in matches for pair in match["residual"]]
    within = sum(abs(value) <= 2 * error + ROUNDING for value, error in residuals) / len(residuals)
    size = statistics.fmean(abs(value) for value, _ in residuals)
    leads = statistics.fmean(abs(value) for match in matches for value in match["lead"])
    turns = [turn | {"small": match["small"]} for match in matches for turn in match["turns"]]
    wild = [turn for turn in turns if turn["random"]]
    known = [turn for turn in turns if "true" in turn]
    costly = [turn for turn in known if turn["random"] and turn["true"][0] >= turn["small"]]
    named = [turn for turn in known if turn["named"]]
    lines = {
        "matches": str(len(matches)),
        "seconds a review": f"{statistics.fmean(match['seconds'] for match in matches):.1f}",
        "residual within two errors": f"{within:.0%}",
        "mean size of residual, of final lead": f"{size:.1f}, {leads:.1f}",
        "luck of the first seat": mean([match["luck"][0] for match in matches]),
        "own turns of the first seat": mean([match["own"][0] for match in matches]),
        "  of the others": mean([own for match in matches for own in match["own"][1:]]),
        "random turns named": share(wild),
        "  of those that the bot would not have taken": share([turn for turn in wild if turn["wrong"]]),
        "  of these, of those that lead elsewhere": share([t for t in wild if t.get("elsewhere", t["wrong"])]),
        "other turns of the same seat named": share([t for t in turns if t["seat"] == 0 and not t["random"]]),
        "turns of the other seats named": share([t for t in turns if t["seat"]]),
    }
    if known:
        thrown = [turn for turn in known if turn["random"] and turn["wrong"]]
        lines |= {
            "random turns that lose a small loss in truth": share(costly),
            "  that surely lose what a fault does": share([turn for turn in thrown if surely(turn, 1)]),
            "  that surely lose less than a small loss": share([turn for turn in thrown if surely(turn, -1)]),
            "  a random turn loses in truth, if named": mean([t["true"][0] for t in named if t["random"]]),
            "  if not named": mean([t["true"][0] for t in known if not t["named"]]),
            "  part of all their loss in those named": lost_by(named, known),
            "loss of a named turn as it is told": mean([turn["loss"][0] for turn in named]),
            "  in truth": mean([turn["true"][0] for turn in named]),
            "  in truth, of those that were not random": mean([t["true"][0] for t in named if not t["random"]]),
        }
    return "\n".join(f"{name:<46}{said}" for name, said in lines.items())


def one(asked: tuple[Job, int]) -> dict[str, Any]:
    return counted(*asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--net", type=Path, help="a file; without it the title's own judge, and apprentices")
    parser.add_argument("--searches", type=int, default=Plan().searches)
    parser.add_argument("--truth", type=int, default=0, help="pairs of matches that are played to the end for a turn")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/review"))
    args = parser.parse_args()
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(threads, "1")  # each worker has a core, and reads it when it loads numpy
    args.out.mkdir(parents=True, exist_ok=True)
    job = Job(args.title, args.seats, args.net, args.searches, args.truth)
    path = args.out / f"{args.title}-{args.seats}-{job.judge().name}.jsonl"
    done = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    seeds = range(args.first, args.first + args.matches)
    left = sorted(set(seeds) - {match["seed"] for match in done})
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool, path.open("a") as file:
        for found in pool.imap_unordered(one, [(job, seed) for seed in left]):
            done.append(found)
            file.write(json.dumps(found) + "\n")
            file.flush()
    print(f"{args.title}, {args.seats} seats, {done[0]['judge']}")
    print(table([match for match in done if match["seed"] in seeds]))


if __name__ == "__main__":
    main()
