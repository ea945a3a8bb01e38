"""Play one match of the schedule."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.bots import Clock, decide, make_bot
from machinehall.kernel.match import Match

from .schedule import Task

Result = dict[str, Any]
"""What is kept of a match, JSON-able."""


def play(title: str, options: Mapping[str, int], seconds: float | None, task: Task, record: bool = False) -> Result:
    """The match and what came of it: scores, places, which actions each seat chose of its own will, what it had.
    `record`: its record, too."""
    import machinehall

    found = machinehall.title(title)
    match = Match(found, len(task.bots), task.seed, options)
    bots = [make_bot(name, found, f"{task.seed}/{task.number}/{i}") for i, name in enumerate(task.bots)]
    clock = Clock(seconds)
    spent, asked = [0.0] * len(bots), [0] * len(bots)
    chosen: list[set[int]] = [set() for _ in bots]
    decisions = 0
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        forced = len(legal) == 1
        action = legal[0]
        if not forced:
            began = time.perf_counter()
            action = decide(match, seat, bots[seat], clock)
            spent[seat] += time.perf_counter() - began
            asked[seat] += 1
            chosen[seat].add(found.action_index(action))
        match.play(action, seat, forced=forced)
        decisions += 1
    outcome = match.outcome
    assert outcome is not None
    told = {"record": json.loads(match.record())} if record else {}
    return told | {
        "number": task.number,
        "pair": list(task.pair),
        "bots": list(task.bots),
        "seed": task.seed,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        "decisions": decisions,
        "asked": asked,
        "seconds": [round(s, 3) for s in spent],
        "chosen": [sorted(row) for row in chosen],
        "held": [found.minds.held(found.lookup, match.state, seat) for seat in range(len(bots))]
        if found.minds.held
        else [],
    }


def play_some(
    title: str,
    options: Mapping[str, int],
    seconds: float | None,
    tasks: Sequence[Task],
    paths: Sequence[str] = (),
    record: bool = False,
) -> list[Result]:
    """A batch of matches. `paths`: where bots of the reader's own are found."""
    import sys

    sys.path.extend(path for path in paths if path not in sys.path)
    return [play(title, options, seconds, task, record) for task in tasks]
