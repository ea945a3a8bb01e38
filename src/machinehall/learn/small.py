"""Titles made small: a round, or the last decisions of a match, for methods that go through every line of play.

Each title declares its own (`TitleMinds.small`). Wherever learners name a title they may name "title:setting". What is
scored is the position in which it ends.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from machinehall.kernel.parts import Small
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, BadOption, Event, UnknownTitle


@dataclass(frozen=True, eq=False, kw_only=True)
class SmallTitle(Title):  # without its parameters: a compiled class cannot be given them
    """A title in one of its small forms: the same rules, begun later or ended sooner."""

    setting: Small[Any]
    _begun: dict[Any, Any] = field(init=False, default_factory=dict, repr=False)
    """Where matches begin that are always dealt alike."""

    def start(self, seats: int, options: Mapping[str, Any] | None = None, rng: random.Random | None = None) -> Any:
        state = self._begin(seats, {**self.setting.options, **(options or {})})
        if rng is not None:
            self.deal(state, rng)
        return state

    def _begin(self, seats: int, options: dict[str, Any]) -> Any:
        if self.setting.seed is None:
            return super().start(seats, options)
        key = (seats, *sorted(options.items()))
        if key not in self._begun:
            state = super().start(seats, options)
            self._play_on(state, random.Random(f"small/{self.setting.seed}"))
            self._begun[key] = state
        return self._begun[key].clone()

    def _play_on(self, state: Any, rng: random.Random) -> None:
        """The decisions that are taken already, each at random."""
        self.deal(state, rng)
        for _ in range(self.setting.skip):
            seat = min(self.to_act(state), default=None)
            if seat is None:
                raise BadOption(f"{self.name} was over before {self.setting.skip} decisions were taken")
            self.apply(state, seat, rng.choice(self.legal(state, seat)), check=False)
            self.deal(state, rng)

    def apply(self, state: Any, seat: int, action: Action, check: bool = True) -> list[Event]:
        events = super().apply(state, seat, action, check)
        if self.setting.over is not None and state.stack and self.setting.over(state):
            state.stack.clear()
        return events


@lru_cache(maxsize=32)
def named(name: str) -> Title:
    """A title by its name, or one of its small forms by "name:setting"."""
    import machinehall

    whole, colon, setting = name.partition(":")
    title = machinehall.title(whole)
    return small(title, setting) if colon else title


def small(title: Title, setting: str) -> Title:
    """A small form of a title."""
    known = title.minds.small
    if setting not in known:
        raise UnknownTitle(f"no setting {setting!r} of {title.name}; there are: {', '.join(known) or 'none'}")
    found: Small[Any] = known[setting]
    same = {f.name: getattr(title, f.name) for f in fields(title) if f.init}
    return SmallTitle(**(same | {"seats": (found.seats, found.seats), "setting": found}))
