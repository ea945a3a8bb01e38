"""What opponents that nobody plays did in a match, turn by turn, with the criterion and the rule of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from machinehall.kernel.match import Match
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Wording
from machinehall.review.shapes import Review
from machinehall.web.books.markup import rule_path


class Step(NamedTuple):
    """A sentence, and where its rule stands."""

    text: str
    rule: str
    path: str


class AutomatonTurn(NamedTuple):
    """What such an opponent did after a turn of a seat."""

    number: int
    """Of that turn."""
    at: int
    """The position after it, in the replay."""
    player: int
    steps: list[Step]


def automata_turns(match: Match, found: Review, words: Wording) -> list[AutomatonTurn]:
    """All of them, in the order of play."""
    ends = [turn.first for turn in found.turns[1:]] + [len(match.log)]
    turns = []
    for turn, end in zip(found.turns, ends, strict=True):
        facts = [fact for events in match.happened[turn.last - 1 : end] for fact in events]
        for player, own in by_player(match, facts):
            steps = [told(match.title.name, text, rule) for text, rule in words.story(own)]
            if any(step.rule for step in steps):  # not what only happened to it in somebody's turn
                turns.append(AutomatonTurn(turn.number, end, player, steps))
    return turns


def by_player(match: Match, facts: Sequence[Event]) -> Iterator[tuple[int, list[Event]]]:
    """What is told of each opponent that has no seat."""
    found: dict[int, list[Event]] = {}
    for fact in facts:
        names = match.title.events[fact.kind].args
        player = fact.args[0] if names[:1] == ("seat",) else None
        seen = fact.seen_from(None)
        if player is not None and player >= match.seats and seen is not None:
            found.setdefault(player, []).append(seen)
    yield from found.items()


def told(title: str, text: str, rule: str) -> Step:
    return Step(text, rule, rule_path(title, rule) if rule else "")
