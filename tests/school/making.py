"""From a position to a problem as the titles store it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import machinehall as mh
from machinehall.kernel.title import Title
from machinehall.school.items import Condition, Puzzle, differences

Made = tuple[str, Puzzle]
"""The name of the title, and the problem."""


def gain(what: str, least: int | None = None, most: int | None = None) -> Condition:
    return Condition("gain", what, least, most)


def fact(what: str, least: int | None = None, most: int | None = None) -> Condition:
    return Condition("fact", what, least, most)


def shown(pattern: str, least: int | None = None, most: int | None = None) -> Condition:
    return Condition("events", pattern, least, most)


def points(state: Any, seat: int, line: Sequence[str]) -> Condition:
    """At least the points that a line brings."""
    title, after = title_of(state), state.clone()
    for text in line:
        title.apply(after, seat, title.parse(text))
    before, now = (title.score(title.lookup, s).scores[seat] for s in (state, after))
    return gain("points", now - before)


def made(
    ident: str,
    order: int,
    state: Any,
    seat: int,
    goal: Sequence[Condition],
    solution: Sequence[str],
    wrong: Sequence[Sequence[str]],
    *,
    decisions: int | None = None,
    rules: tuple[str, ...] = (),
    others: Mapping[str, tuple[str, ...]] | None = None,
) -> Made:
    title = title_of(state)
    options = dict(zip((o.name for o in title.options), map(int, state.options), strict=True))
    usual = {o.name: int(o.default) for o in title.options}
    chosen = {name: value for name, value in options.items() if usual[name] != value}
    return title.name, Puzzle(
        id=ident, order=order, seats=state.seats, seat=seat, position=differences(title, state, state.seats, chosen),
        goal=tuple(goal), solution=tuple(solution), wrong=tuple(tuple(line) for line in wrong), decisions=decisions,
        options=chosen, rules=rules, others=dict(others or {}),
    )  # fmt: skip


def title_of(state: Any) -> Title:
    return next(title for title in mh.titles().values() if title.state_class is type(state))
