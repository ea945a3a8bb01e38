"""At a real table two answers are given with one tap: beside a choice stands what it would be followed by.

The turn has been taken on the board already, and the app is only told of it. So what a choice leads to is asked with it
where that is little: a tile and which of its halves comes first, a building and how it is paid for. Each of them is a
way to the same decisions; the choice itself stays, and taking back takes back what was told by the tap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from machinehall.kernel.questions import hides_nothing, only_answer
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Choice, Wording

MOST_ROWS = 30
"""A longer list has no room for ways: it is one of places, which are tapped on the map."""
MOST_WAYS = 5
"""More than these are a question of their own."""
MOST_FORCED = 20
"""Single answers in a row; a bound for rules that would go round in a circle."""
LONG_WAYS = 100
"""Letters of all ways on from a choice; what takes longer to read is asked."""


class Way(NamedTuple):
    """What follows a choice, and all the actions that lead there."""

    text: str
    pays: str
    actions: tuple[Action, ...]


def ways(title: Title, words: Wording, state: Any, seat: int, choices: Sequence[Choice]) -> dict[str, list[Way]]:
    """By the notation of a choice: the ways on from it. Only where nothing is hidden, so that all can be tried out."""
    if len(choices) > MOST_ROWS or not hides_nothing(title):
        return {}
    found = {choice.notation: _after(title, words, state, seat, choice.action) for choice in choices}
    return {notation: on for notation, on in found.items() if on}


def _after(title: Title, words: Wording, state: Any, seat: int, action: Action) -> list[Way]:
    tried, path, turns = state.clone(), [action], False
    for _ in range(MOST_FORCED):
        events = title.apply(tried, seat, path[-1], check=False)
        turns = turns or any(title.events[event.kind].turn for event in events)
        if turns or title.to_act(tried) != (seat,):  # somebody else, or the box, comes first
            return []
        only = only_answer(title, tried, seat)
        if only is None:
            return _told(title, words, tried, seat, tuple(path))
        path.append(only)
    return []


def _told(title: Title, words: Wording, state: Any, seat: int, path: tuple[Action, ...]) -> list[Way]:
    """The answers to the question that comes next: as a whole if there is a plan, or one by one if they are few."""
    view = title.view(state, seat)
    if plans := words.plans(view, seat, state):
        return [Way(plan.text, plan.pays, path + plan.actions) for plan in plans]
    asked = [one for one in words.choices(view, seat, title.legal(state, seat), state) if not words.closes(one.action)]
    if len(asked) > MOST_WAYS or sum(len(one.text) for one in asked) > LONG_WAYS:
        return []
    return [Way(one.text, one.pays, (*path, one.action)) for one in asked]
