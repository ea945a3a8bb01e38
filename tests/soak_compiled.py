"""The compiled engine and the plain one play the same random matches, compared step by step.

make soak-compiled                          200,000 decisions for each title; `make fast` first
make soak-compiled ARGS="--decisions 5000 --title promethium"

Two processes walk through the same matches: one with what `make fast` compiled, one with a copy of the source alone.
Each tells a digest of every step: who is asked, all that is legal, what was chosen, what happened, the whole position,
what the seat observes and what it is worth to each seat. Before that, bots think about some questions with counted
passes, and tell what they think of every choice. The first step or thought that differs is told.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import machinehall as mh
from machinehall.bots import decide
from machinehall.bots.greedy import Greedy
from machinehall.bots.planner import Planner, PlannerConfig
from machinehall.bots.policy import holds
from machinehall.bots.policy_search import PolicySearch, PolicySearchConfig
from machinehall.bots.search import MctsConfig, Search
from machinehall.kernel.actions import draw
from machinehall.kernel.fields import fields_of
from machinehall.kernel.native import COMPILED

SOURCE = Path(__file__).parents[1] / "src"
BINARIES = ("*.so", "*.pyd", "__pycache__")
PASSES = 200
QUESTIONS = 4
"""That bots are asked at each number of seats."""


def steps(title: mh.Title, seats: int, rng: random.Random) -> Iterator[list[Any]]:
    """All that can be seen of each step of a random match with random options."""
    options = {o.name: rng.choice(o.choices) for o in title.options} if rng.random() < 0.5 else {}
    state = title.start(seats, options)
    names = [field.name for field in fields_of(type(state))]
    while to_act := title.to_act(state):
        seat = rng.choice(to_act)
        outcomes = title.chance(state) if seat == mh.CHANCE else []
        legal = [action for action, _ in outcomes] or title.legal(state, seat)
        action = draw(outcomes, rng) if outcomes else rng.choice(legal)
        seen = b"" if seat == mh.CHANCE else title.encode(state, seat).tobytes()
        copy = state.clone()
        events = title.apply(copy, seat, action)
        assert state != copy, "a step that changes nothing"
        state = copy
        numbers = [title.action_index(one) for one in legal]
        judge = title.minds.evaluate
        worth = [float(judge(title.lookup, state, one)) for one in range(seats)] if judge else []
        rows = [getattr(state, name) for name in names]
        yield [seat, numbers, outcomes, title.text(action), seen, events, rows, worth]
    yield [title.outcome(state)]


def thinkers(title: mh.Title, seed: str, view: dict[str, Any]) -> list[Any]:
    """Bots that count their passes, so that the time does not matter."""
    found: list[Any] = [
        Greedy(title, seed),
        Search(title, seed, MctsConfig(passes=PASSES)),
        Planner(title, seed, PlannerConfig(passes=6 * PASSES)),
    ]
    if holds(title, view):
        found.append(PolicySearch(title, seed, PolicySearchConfig(passes=PASSES)))
    return found


def told(row: Any) -> list[Any]:
    """What a bot says of a choice; where one engine has 1, the other may have 1.0."""
    action, *figures = row if isinstance(row, tuple) else (row.action, row.value, row.visits, row.first)
    return [action, *map(float, figures)]


def thoughts(title: mh.Title, questions: int) -> Iterator[str]:
    """A line for each question to each bot: what it thinks of all choices. The best bot's choice is played."""
    low, high = title.seats
    for seats in range(low, high + 1):
        match, rng, asked = mh.Match(title, seats, seed=seats), random.Random(seats), 0
        while match.to_act and asked < questions:
            seat, legal = match.to_act[0], match.legal()
            if len(legal) < 3 or rng.random() < 0.9:
                match.play(rng.choice(legal))
                continue
            asked += 1
            for bot in thinkers(title, f"{asked}", match.view(seat)):
                action = decide(match, seat, bot)
                rows = [told(row) for row in bot.explain()]
                name = type(bot).__name__
                yield f"{name} {seats} {asked} {hashlib.sha256(repr(rows).encode()).hexdigest()[:16]}"
            match.play(action)


def walk(title: mh.Title, decisions: int) -> Iterator[str]:
    """A line for each step: match, number of seats, step, digest; before them the thoughts of bots."""
    yield from thoughts(title, QUESTIONS)
    low, high = title.seats
    match = done = 0
    while done < decisions:
        seats = low + match % (high - low + 1)
        for number, step in enumerate(steps(title, seats, random.Random(match))):
            yield f"{match} {seats} {number} {hashlib.sha256(repr(step).encode()).hexdigest()[:16]}"
            done += 1
        match += 1


def walker(source: Path, name: str, decisions: int) -> subprocess.Popen[str]:
    """The walk in a process of its own, with the engine that lies in a folder."""
    command = [sys.executable, __file__, "--walk", "--title", name, "--decisions", str(decisions)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(source), os.environ.get("PYTHONPATH")]))}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def compare(plain: Path, name: str, decisions: int) -> str:
    """What the two walks show: how many steps were equal, or the first that was not."""
    with walker(SOURCE, name, decisions) as fast, walker(plain, name, decisions) as slow:
        assert fast.stdout is not None and slow.stdout is not None
        engines, count = (fast.stdout.readline().strip(), slow.stdout.readline().strip()), 0
        if engines != ("compiled", "plain"):
            return f"{name}: FAULT: the engines are {engines}"
        for ours, theirs in zip(fast.stdout, slow.stdout, strict=False):
            if ours != theirs:
                fast.kill()
                slow.kill()
                return f"{name}: FAULT: compiled {ours.strip()}, plain {theirs.strip()} (match, seats, step, digest)"
            count += 1
        if fast.wait() or slow.wait() or count < decisions:
            return f"{name}: FAULT: a walk broke off after {count} steps"
    return f"{name}: {count} steps, all equal"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=200_000, help="for each title")
    parser.add_argument("--title", choices=sorted(mh.titles()), help="only this title")
    parser.add_argument("--walk", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.walk:
        print("compiled" if COMPILED else "plain")
        for line in walk(mh.title(args.title), args.decisions):
            print(line)
        return 0
    if not COMPILED:
        print("nothing is compiled: run `make fast` first")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "src"
        shutil.copytree(SOURCE, plain, ignore=shutil.ignore_patterns(*BINARIES))
        found = [compare(plain, name, args.decisions) for name in ([args.title] if args.title else mh.titles())]
    print("\n".join(found))
    return int(any("FAULT" in line for line in found))


if __name__ == "__main__":
    sys.exit(main())
