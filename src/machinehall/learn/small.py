"""Titles made small: a round, or the last decisions of a match, for methods that go through every line of play.

Each title declares its own (`TitleMinds.small`). Wherever learners name a title they may name "title:setting". What is
scored is the position in which it ends.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from typing import Any

from machinehall.kernel.parts import Small
from machinehall.kernel.title import Title
from machinehall.kernel.values import BadOption, UnknownTitle


@lru_cache(maxsize=32)
def named(name: str) -> Title:
    """A title by its name, or one of its small forms by "name:setting"."""
    import machinehall

    whole, colon, setting = name.partition(":")
    title = machinehall.title(whole)
    return small(title, setting) if colon else title


def small(title: Title, setting: str) -> Title:
    """A small form of a title: the same rules, begun later or ended sooner."""
    known = title.minds.small
    if setting not in known:
        raise UnknownTitle(f"no setting {setting!r} of {title.name}; there are: {', '.join(known) or 'none'}")
    found: Small[Any] = known[setting]
    options = tuple(o._replace(default=found.options.get(o.name, o.default)) for o in title.options)
    short = replace(title, seats=(found.seats, found.seats), options=options, over=found.over)
    return short if found.seed is None else replace(short, opening=Later(short, found))


class Later:
    """Opens matches that are always dealt alike, and in which some decisions are taken already."""

    def __init__(self, title: Title, setting: Small[Any]) -> None:
        self.title, self.setting = title, setting
        self.begun: dict[tuple[int, tuple[int, ...]], Any] = {}

    def __call__(self, lookup: Any, seats: int, options: tuple[int, ...]) -> Any:
        key = seats, options
        if key not in self.begun:
            names = (option.name for option in self.title.options)
            state = self.title.start(seats, dict(zip(names, options, strict=True)))
            self.play_on(state, random.Random(f"small/{self.setting.seed}"))
            self.begun[key] = state
        return self.begun[key].clone()

    def play_on(self, state: Any, rng: random.Random) -> None:
        """The decisions that are taken already, each at random."""
        title = self.title
        title.deal(state, rng)
        for _ in range(self.setting.skip):
            seat = min(title.to_act(state), default=None)
            if seat is None:
                raise BadOption(f"{title.name} was over before {self.setting.skip} decisions were taken")
            title.apply(state, seat, rng.choice(title.legal(state, seat)), check=False)
            title.deal(state, rng)
