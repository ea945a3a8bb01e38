"""Write a random match down, with every decision, fact and changed value.

python tests/recorded/playthrough.py        writes all files anew, after a rule was changed on purpose
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import machinehall as mh
from machinehall.kernel.actions import draw
from machinehall.kernel.fields import to_data
from machinehall.kernel.perft import perft

HERE = Path(__file__).parent
SEED = 1890
PERFT = HERE / "perft.json"
PERFT_AT = (0, 5, 30, 100, 200)
"""Perft is counted from the positions after so many random decisions of seats and chance."""
PERFT_DEPTH = 3


VARIANTS: dict[str, tuple[str, int, dict[str, int]]] = {
    "nucleum-1-two-barons": (
        "nucleum",
        1,
        {"barons": 2, "frederik_1": 1, "frederik_2": 1, "frederik_4": 1, "frederik_7": 1, "frederik_10": 1},
    ),
    "nucleum-1-merciless": ("nucleum", 1, {"barons": 1, **{f"frederik_{k}": 1 for k in range(1, 11)}}),
}
"""Matches with options that are recorded besides those with the usual ones."""


def tables() -> list[tuple[str, int]]:
    return [(name, n) for name, title in mh.titles().items() for n in range(title.seats[0], title.seats[1] + 1)]


def path_of(name: str, seats: int) -> Path:
    return HERE / f"{name}-{seats}.txt"


def step(title: mh.Title, state: Any, rng: random.Random) -> tuple[int, mh.Action, list[mh.Event], int]:
    """One random decision: who, what, what happened, out of how many."""
    seat = title.to_act(state)[0]
    if seat == mh.CHANCE:
        outcomes = title.chance(state)
        action = draw(outcomes, rng)
        return seat, action, title.apply(state, seat, action), len(outcomes)
    legal = title.legal(state, seat)
    action = legal[int(rng.random() * len(legal))]
    return seat, action, title.apply(state, seat, action), len(legal)


def changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Each value that changed, one line a field."""
    for name, value in after.items():
        old: Any = before.get(name)
        if value == old:
            continue
        if _is_set(old) and _is_set(value) and len(value) != len(old):
            gone, come = (x for x in old if x not in value), (x for x in value if x not in old)
            yield " ".join([name, *(f"-{x}" for x in gone), *(f"+{x}" for x in come)])
        elif isinstance(value, list) and len(value) == len(old) and name != "stack":
            pairs = zip(old, value, strict=True)
            yield f"{name} " + " ".join(f"{i}:{json.dumps(v)}" for i, (o, v) in enumerate(pairs) if o != v)
        else:
            yield f"{name} {json.dumps(value)}"


def _is_set(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(x, str) for x in value)


def playthrough(name: str, seats: int, options: dict[str, int] | None = None) -> Iterator[str]:
    """The lines of one match."""
    title, rng = mh.title(name), random.Random(SEED + seats)
    state = title.start(seats, options)
    yield f"# {name}, rules {title.rules_version}, {seats} seats"
    number = 0
    while title.to_act(state):
        before = to_data(state, title.domains)
        seat, action, events, choices = step(title, state, rng)
        number += 1
        yield f"{number} {'*' if seat < 0 else seat} {title.text(action)} (1 of {choices})"
        yield from (f"  . {title.event_text(event)}" for event in events)
        yield from (f"  = {line}" for line in changes(before, to_data(state, title.domains)))
    outcome = title.outcome(state)
    yield f"# {outcome}"
    if outcome is not None:
        yield from (f"# {automaton}" for automaton in outcome.automata)


def perft_counts() -> list[dict[str, Any]]:
    rows = []
    for name, seats in tables():
        title, rng = mh.title(name), random.Random(SEED)
        state = title.start(seats, rng=rng)
        played = 0
        for at in PERFT_AT:
            while played < at and title.to_act(state):
                step(title, state, rng)
                played += 1
            counts = [perft(title, state, depth) for depth in range(1, PERFT_DEPTH + 1)]
            rows.append({"title": name, "seats": seats, "after": at, "counts": counts})
    return rows


def main() -> None:
    for name, seats in tables():
        path_of(name, seats).write_text("\n".join(playthrough(name, seats)) + "\n", encoding="utf-8")
    for file, (name, seats, options) in VARIANTS.items():
        lines = playthrough(name, seats, options)
        (HERE / f"{file}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    PERFT.write_text("[\n" + ",\n".join(json.dumps(row) for row in perft_counts()) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
