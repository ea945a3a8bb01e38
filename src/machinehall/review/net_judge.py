"""A net as the judge of a review.

A net was only ever asked where a seat decides, so what is no decision is played first. And it sees the table from one
seat: what it expects of the same position differs from seat to seat, by far more than a turn is worth. So each position
is seen from every seat and the mean is taken; otherwise a match would seem to swing with whoever is to act.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from machinehall.bots.judgement import Judgement, at_the_end, mean_judgement
from machinehall.bots.net import Net, WrongNet
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE

from .shapes import Figure

SMALL_LOSS = 0.075
"""The least loss that is worth a word, as a part of the spread of final leads that the net was trained by."""
AT_ONCE = 256
"""Positions that are judged together: enough to be quick, and few enough to need little memory."""


class NetJudge:
    """By a net."""

    def __init__(self, title: Title, path: Path | None = None) -> None:
        self.title, path = title, path or title.home.net
        self.net = Net(title, path)
        self.sources = self.net.sources
        self.name = f"net-{title.name}-{title.rules_version}-{digest(path)}"
        small = max(0.5, round(2 * SMALL_LOSS * self.net.unit) / 2)
        self.bands = small, 2 * small, 4 * small

    def usual(self, seats: int) -> Figure | None:
        """As measured where this very net played against itself (`scripts/train/usual_turns.py`)."""
        kept = kept_usual(self.title.home.usual)
        return kept.seats.get(seats) if kept is not None and kept.judge == self.name else None

    def judge(self, state: Any) -> Judgement:
        return self.judge_all([state])[0]

    def judge_all(self, states: Sequence[Any]) -> list[Judgement]:
        """Of all of them. Chance that must decide before anybody does is drawn, always in the same way."""
        found: list[Judgement] = []
        for begin in range(0, len(states), AT_ONCE):
            found += self.judge_some(states[begin : begin + AT_ONCE])
        return found

    def judge_some(self, states: Sequence[Any]) -> list[Judgement]:
        title = self.title
        reached = [one if ready(title, one) else to_choice(title, one.clone(), random.Random(0)) for one in states]
        going = [state for state in reached if state.stack]
        views = [self.seen_from(seat, going) for seat in range(going[0].seats if going else 0)]
        means = map(mean_judgement, zip(*views, strict=True))
        return [
            next(means) if state.stack else at_the_end(self.sources, title.score(title.lookup, state))
            for state in reached
        ]

    def seen_from(self, seat: int, states: Sequence[Any]) -> list[Judgement]:
        asked = [(state, seat) for state in states]
        return self.net.judge_rows(self.net.bodies(asked), asked)


def ready(title: Title, state: Any) -> bool:
    """Whether a seat has a choice, or it is over."""
    if not state.stack:
        return True
    seat = min(title.to_act(state))
    return seat != CHANCE and len(title.legal(state, seat)) > 1


def to_choice(title: Title, state: Any, rng: random.Random) -> Any:
    """Play what is no decision."""
    title.deal(state, rng)
    while not ready(title, state):
        seat = min(title.to_act(state))
        title.apply(state, seat, title.legal(state, seat)[0], check=False)
        title.deal(state, rng)
    return state


class KeptUsual(msgspec.Struct, frozen=True):
    """The file of what turns usually change in the lead of whoever takes them."""

    judge: str
    matches: int
    seats: dict[int, Figure]


@lru_cache(maxsize=8)
def kept_usual(path: Path) -> KeptUsual | None:
    return msgspec.json.decode(path.read_bytes(), type=KeptUsual) if path.exists() else None


@lru_cache(maxsize=8)
def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


@lru_cache(maxsize=8)
def net_judge(title: Title) -> NetJudge | None:
    """By the net that lies with the title, if it has one that fits, and was made for these components."""
    try:
        found = NetJudge(title) if title.home.net.exists() else None
    except WrongNet:
        return None
    fits = found is not None and found.net.data["made"].get("data", title.data_version) == title.data_version
    return found if fits else None
