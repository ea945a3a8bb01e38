"""Whether reviews are right: bots play, one of them errs on purpose, and the reviews of their matches are counted.

    python scripts/check/review.py TITLE --matches 100 --seats 3

One seat plays a whole turn at random one time in ten. The table tells how often the residual lies within two of its
errors, the mean of luck with its error, how many of the random turns that cost something at all are named among the
faults, and how many other turns are. What was counted is kept in out/review/TITLE.jsonl, a line for each match, so that
it can be stopped and taken up again.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path
from typing import Any

import machinehall as mh
from machinehall.bots import make_bots
from machinehall.bots.greedy import Greedy
from machinehall.review.course import course_of
from machinehall.review.review import Plan, review

ERRS = 0.1


def play(title: mh.Title, seats: int, seed: int) -> tuple[mh.Match, set[int]]:
    """A match in which seat 0 errs, and the numbers of the decisions that it took at random."""
    rng = random.Random(f"{title.name}/{seats}/{seed}")
    match = mh.Match(title, seats, rng.getrandbits(32))
    bots = make_bots(["apprentice"], title, seats, seed)
    turn_kinds = {kind for kind, about in title.events.items() if about.turn}
    erring, last, wild = False, -1, set[int]()
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if seat != last:
            erring = seat == 0 and rng.random() < ERRS
        bot = bots[seat]
        assert isinstance(bot, Greedy)
        if seat == 0 and erring and len(legal) > 1:
            wild.add(len(match.log))
            action = rng.choice(legal)
        else:
            action = legal[0] if len(legal) == 1 else bot.choose(match.view(seat), legal)
        events = match.play(action, seat)
        last = -1 if any(event.kind in turn_kinds for event in events) else seat
    return match, wild


def counted(title: mh.Title, seats: int, seed: int, searches: int) -> dict[str, Any]:
    """What the review of one match says, and what it should."""
    match, wild = play(title, seats, seed)
    began = time.perf_counter()
    found = review(match, plan=Plan(searches=searches, levels=(), seed=seed))
    course = course_of(match)
    random_turns = {turn.number for turn in course.turns if any(turn.first <= number < turn.last for number in wild)}
    rows = [turn for turn in found.turns if turn.kind == "real" and turn.seat == 0]
    harmless = {t.number for t in rows if t.loss is None or t.loss.value < found.bands[0]}
    accounts = [seat.account for seat in found.seats]
    return {
        "seats": seats,
        "seed": seed,
        "judge": found.judge,
        "seconds": round(time.perf_counter() - began, 1),
        "random": sum(t.number in random_turns for t in rows),
        "random_costly": sum(t.number in random_turns - harmless for t in rows),
        "random_named": sum(t.number in random_turns and t.fault for t in rows),
        "other": sum(t.number not in random_turns for t in rows),
        "other_named": sum(t.number not in random_turns and t.fault for t in rows),
        "lead": [a.final for a in accounts],
        "luck": [a.luck.value for a in accounts],
        "own": [a.own.value for a in accounts],
        "residual": [[a.residual.value, a.residual.error] for a in accounts],
    }


def table(rows: list[dict[str, Any]]) -> str:
    luck = [value for row in rows for value in row["luck"][:1]]
    residuals = [pair for row in rows for pair in row["residual"]]
    within = sum(abs(value) <= 2 * error for value, error in residuals) / len(residuals)
    error = statistics.stdev(luck) / len(luck) ** 0.5 if len(luck) > 1 else 0.0
    total = {key: sum(row[key] for row in rows) for key in rows[0] if key.startswith(("random", "other"))}
    size = statistics.fmean(abs(value) for value, _ in residuals)
    leads = statistics.fmean(abs(value) for row in rows for value in row["lead"])
    lines = [
        f"matches                                  {len(rows)}",
        f"seconds a review                         {statistics.fmean(row['seconds'] for row in rows):.1f}",
        f"residual within two errors               {within:.0%}",
        f"mean size of residual, of final lead     {size:.1f}, {leads:.1f}",
        f"luck of the first seat                   {statistics.fmean(luck):+.2f} ± {error:.2f}",
        f"random turns named                       {total['random_named']} of {total['random']}",
        f"  of those that cost a small loss        {total['random_named']} of {total['random_costly']}",
        f"other turns of the same seat named       {total['other_named']} of {total['other']}",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--searches", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path("out/review"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / f"{args.title}-{args.seats}.jsonl"
    done = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    for seed in range(len(done), args.matches):
        done.append(counted(mh.title(args.title), args.seats, seed, args.searches))
        with path.open("a") as file:
            file.write(json.dumps(done[-1]) + "\n")
    print(f"{args.title}, {args.seats} seats, {done[0]['judge']}")
    print(table(done[: args.matches]))


if __name__ == "__main__":
    main()
