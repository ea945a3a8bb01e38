"""How fast the engine is, as ratios beside python-chess and a fixed loop in the same run.

    make bench                       five repeats, the middle one counts; writes bench/results.json
    make bench ARGS="--repeats 3 --title TITLE"
    make bench ARGS="--title TITLE --matches 500"

After `make fast` the compiled engine is measured, and a copy of the source without it, one after the other. The history
of ratios is bench/history.jsonl (`make bench-keep`), that of the bars bench/bars.jsonl (`make bench-bars ARGS=--keep`).

Rates are per CPU second. A decision is: list the legal actions, choose one at random, apply it; chance's decisions and
forced ones count. Absolute figures depend on the machine, the ratios hardly do: titles and python-chess are measured in
turns. The slowest decision is CPU time of list and apply, with the garbage collector off while a match is played and
caches as they come. What came slowly is repeated at once: the median of that is what a decision really costs, the rest
is the machine's other work, which CPU time does not leave out.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

import machinehall as mh
from machinehall.bots.planner import Planner, PlannerConfig
from machinehall.bots.search import MctsConfig, Search
from machinehall.kernel.actions import draw
from machinehall.kernel.native import COMPILED
from machinehall.learn.batch import Batch

BATCH = 64
PASSES = 400
TREE, PLAN = MctsConfig(passes=PASSES), PlannerConfig(passes=PASSES)
SOURCE = Path(__file__).parents[1] / "src"
RESULTS = Path(__file__).parent / "results.json"
Work = Callable[[], int]
"""Does some work and says how many pieces it was."""


def rate(work: Work, repeats: int, seconds: float = 0.4) -> float:
    """Pieces per CPU second: the median of some repeats of at least so many seconds."""
    work()
    rates = []
    for _ in range(repeats):
        started, done = time.process_time(), 0
        while time.process_time() - started < seconds:
            done += work()
        rates.append(done / (time.process_time() - started))
    return statistics.median(rates)


def beside(work: Work, peer: Work, repeats: int) -> float:
    """How many times a peer's rate: the median of turns, so that other load on the machine hits both."""
    return statistics.median(rate(work, 1) / rate(peer, 1) for _ in range(repeats))


def calibration() -> int:
    """A fixed loop: what this interpreter does on this machine, whatever we change."""
    row = list(range(64))
    total = 0
    for i in range(2_000):
        row[i & 63] = total = (total * 31 + row[(i * 7) & 63]) & 0xFFFF
    return 2_000


def chess_decisions(rng: random.Random) -> int:
    """A random game of chess, 80 plies at most."""
    board, count = chess.Board(), 0
    while count < 80:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(rng.random() * len(moves))])
        count += 1
    return count


def playout(title: mh.Title, state: Any, rng: random.Random, until: int = 10**9) -> int:
    """Random decisions to the end of the match, or so many."""
    count = 0
    while count < until and (seats := title.to_act(state)):
        seat = seats[0]
        if seat == mh.CHANCE:
            action = draw(title.chance(state), rng)
        else:
            legal = title.legal(state, seat)
            action = legal[int(rng.random() * len(legal))]
        title.apply(state, seat, action, check=False)
        count += 1
    return count


def timed(title: mh.Title, state: Any, rng: random.Random) -> int:
    """One random decision; nanoseconds of CPU time for listing and applying."""
    seat = title.to_act(state)[0]
    started = time.thread_time_ns()
    action = draw(title.chance(state), rng) if seat == mh.CHANCE else rng.choice(title.legal(state, seat))
    title.apply(state, seat, action, check=False)
    return time.thread_time_ns() - started


def slowest(title: mh.Title, matches: int) -> dict[str, float]:
    """The slowest decision of so many random matches, at all player counts in turn."""
    low, high = title.seats
    worst, costly = 0, 0.0
    gc.disable()
    for number in range(matches):
        rng = random.Random(number)
        state = title.start(low + number % (high - low + 1))
        while title.to_act(state):
            before, luck = state.clone(), rng.getstate()
            took = timed(title, state, rng)
            worst = max(worst, took)
            if took > costly:
                after, repeats = rng.getstate(), []
                for _ in range(9):
                    rng.setstate(luck)
                    repeats.append(timed(title, before.clone(), rng))
                rng.setstate(after)
                costly = max(costly, statistics.median(repeats))
        gc.collect()
    gc.enable()
    return {f"slowest decision of {matches} matches, ms": worst / 1e6, "slowest when repeated, ms": costly / 1e6}


def environment(title: mh.Title, seats: int, rng: random.Random) -> int:
    """A match as a learner sees it: observation and mask before each decision of a seat; chance is dealt."""
    state = title.start(seats, rng=rng)
    count = 0
    while to_act := title.to_act(state):
        seat = to_act[0]
        title.encode(state, seat)
        choices = title.mask(state, seat).nonzero()[0]
        title.apply(state, seat, title.action_at(int(choices[int(rng.random() * len(choices))])), check=False)
        title.deal(state, rng)
        count += 1
    return count


def batched(title: mh.Title, seats: int, rng: random.Random, count: int = BATCH) -> Work:
    """The same for many matches in a Batch, which deals anew when one ends."""
    batch, index = Batch(title, seats, count=count, seed=1), title.actions.index

    def work() -> int:
        batch.step([index[legal[int(rng.random() * len(legal))]] for legal in batch.legal])
        return count

    return work


def positions(title: mh.Title, seats: int, rng: random.Random) -> list[tuple[Any, int]]:
    """Positions of a match in which a seat has 15 to 40 choices."""
    found = []
    state = title.start(seats, rng=rng)
    while to_act := title.to_act(state):
        if to_act[0] != mh.CHANCE and 15 <= len(title.legal(state, to_act[0])) <= 40:
            found.append((state.clone(), to_act[0]))
        playout(title, state, rng, until=1)
    return found


def recorded(title: mh.Title, seats: int) -> str:
    match, rng = mh.new_match(title.name, seats, seed=5), random.Random(5)
    while match.to_act:
        legal = match.legal()
        match.play(legal[int(rng.random() * len(legal))])
    return match.record()


def thinking(title: mh.Title, asked: list[tuple[Any, int]], make: Callable[[], Any], passes: int) -> Work:
    """Bots that answer some questions with so many passes each."""
    questions = [(title.view(state, seat), title.legal(state, seat)) for state, seat in asked]

    def work() -> int:
        for view, legal in questions:
            make().choose(view, legal)
        return passes * len(questions)

    return work


def repeat(times: int, call: Callable[[], object]) -> Work:
    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


def ratios(title: mh.Title, slow: int, middle: Any, repeats: int) -> dict[str, float]:
    """What is kept in the history: each beside its peer, one straight after the other."""
    rng, board, high = random.Random(1), chess.Board(), title.seats[1]
    return {
        "decisions, times python-chess": beside(
            lambda: playout(title, title.start(slow), rng), lambda: chess_decisions(rng), repeats
        ),
        "decisions, to a thousand turns of the loop": beside(
            lambda: playout(title, title.start(slow), rng), lambda: calibration() // 1_000, repeats
        ),
        "clone, times python-chess": beside(
            repeat(1_000, lambda: board.copy(stack=False)), repeat(1_000, middle.clone), repeats
        ),
        "environment steps, times python-chess decisions": beside(
            lambda: environment(title, high, rng), lambda: chess_decisions(rng), repeats
        ),
        "environment steps in a batch, times python-chess decisions": beside(
            batched(title, high, rng), lambda: chess_decisions(rng), repeats
        ),
    }


def measure_title(title: mh.Title, repeats: int, matches: int) -> dict[str, float]:
    """All figures of one title at its largest player count, and the playouts of each player count."""
    rng = random.Random(1)
    low, high = title.seats
    playouts = {n: rate(lambda n=n: playout(title, title.start(n), rng), repeats) for n in range(max(2, low), high + 1)}  # type: ignore[misc]
    slow = min(playouts, key=lambda n: playouts[n])
    middle = title.start(high, rng=random.Random(3))
    playout(title, middle, random.Random(3), until=200)
    crowded = [p for seed in range(40) for p in positions(title, high, random.Random(seed))][:200]
    record = recorded(title, high)

    def list_all() -> int:
        for state, seat in crowded:
            title.legal(state, seat)
        return len(crowded)

    asked = crowded[:: max(1, len(crowded) // 4)][:4]
    return {
        **{f"decisions/s, {n} seats": value for n, value in playouts.items()},
        "search, passes/s": rate(thinking(title, asked, lambda: Search(title, 1, TREE), PASSES), repeats),
        "planner, positions/s": rate(thinking(title, asked, lambda: Planner(title, 1, PLAN), PASSES), repeats),
        "clone, us": 1e6 / rate(repeat(1_000, middle.clone), repeats),
        "listing 15-40 actions, us": 1e6 / rate(list_all, repeats) if crowded else 0.0,
        "environment steps/s": rate(lambda: environment(title, high, rng), repeats),
        f"environment steps/s, {BATCH} matches in a batch": rate(batched(title, high, rng), repeats),
        "replay of a match, ms": 1e3 / rate(repeat(1, lambda: mh.load_match(record)), repeats),
        **slowest(title, matches),
        **ratios(title, slow, middle, repeats),
    }


def measure(names: list[str], repeats: int, matches: int) -> dict[str, Any]:
    rng, board = random.Random(1), chess.Board()
    peers = {
        "calibration loop, turns/s": rate(calibration, repeats),
        "python-chess decisions/s": rate(lambda: chess_decisions(rng), repeats),
        "python-chess copy(stack=False), us": 1e6 / rate(repeat(1_000, lambda: board.copy(stack=False)), repeats),
        "python-chess listing, us": 1e6 / rate(repeat(100, lambda: list(board.legal_moves)), repeats),
    }
    titles = {name: measure_title(mh.title(name), repeats, matches) for name in names}
    engine = "compiled" if COMPILED else "plain"
    return {"python": platform.python_version(), "engine": engine, "repeats": repeats, "peers": peers, "titles": titles}


def plain_copy(folder: Path) -> Path:
    """The source without what was compiled."""
    source = folder / "src"
    if not source.exists():
        shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    return source


def beside_path(source: Path) -> str:
    """A path for another process: that source first, then what this one was given."""
    return os.pathsep.join(filter(None, [str(source), os.environ.get("PYTHONPATH")]))


def plainly(folder: Path, name: str, repeats: int, matches: int) -> dict[str, float]:
    """The figures of a title in another process, which has only the source."""
    out = folder / "plain.json"
    how = ["--title", name, "--repeats", str(repeats), "--matches", str(matches), "--out", str(out)]
    env = {**os.environ, "PYTHONPATH": beside_path(plain_copy(folder))}
    subprocess.run([sys.executable, __file__, *how], env=env, stdout=subprocess.DEVNULL, check=True)
    figures: dict[str, float] = json.loads(out.read_text(encoding="utf-8"))["titles"][name]
    return figures


def show(group: str, figures: dict[str, float], plain: dict[str, float]) -> None:
    """A line for each figure, with that of the plain engine and how many times as fast it is."""
    print(group)
    for name, value in figures.items():
        line = f"  {name:60} {value:12,.2f}"
        if name in plain:
            slower = ", us" in name or ", ms" in name
            times = plain[name] / value if slower else value / plain[name]
            line += f"   plain {plain[name]:12,.2f}   {times:5.2f} times as fast"
        print(line)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5, help="at least three")
    parser.add_argument("--title", choices=sorted(mh.titles()), action="append", help="only these titles")
    parser.add_argument("--matches", type=int, default=60, help="among which the slowest decision is looked for")
    parser.add_argument("--out", type=Path, default=RESULTS)
    args = parser.parse_args()
    repeats = max(3, args.repeats)
    results = measure(args.title or list(mh.titles()), repeats, args.matches)
    plain: dict[str, dict[str, float]] = {}
    if COMPILED:
        with tempfile.TemporaryDirectory() as folder:
            plain = {name: plainly(Path(folder), name, repeats, args.matches) for name in results["titles"]}
        results["plain"] = plain
    told = "compiled, and plain beside it" if plain else "plain; after `make fast` compiled, too"
    print(f"Python {results['python']}, {repeats} repeats, engine: {told}")
    for group, figures in {"peers": results["peers"], **results["titles"]}.items():
        show(group, figures, plain.get(group, {}))
    args.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
