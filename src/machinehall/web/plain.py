"""Words for a title that has none of its own yet: the notation of actions and events as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, Event, Refusal, UnknownTitle
from machinehall.kernel.wording import Choice, Say, Wording
from machinehall.words import Words
from machinehall.words.titles import wording


class PlainWording:
    """See `machinehall.kernel.wording.Wording`."""

    def __init__(self, title: Title, say: Say, called: Sequence[str]) -> None:
        self.title = title
        self.say = say
        self.called = called

    def names(self, domain: str, value: int) -> str:
        return str(self.title.domains[domain][value])

    def seat(self, seat: int) -> str:
        return self.called[seat] if seat < len(self.called) else str(seat + 1)

    def seat_style(self, seat: int) -> str:
        return "white"

    def story(self, events: Sequence[Event]) -> list[str]:
        return [self.title.event_text(event) for event in events]

    def asked(self, view: dict[str, Any], seat: int) -> str:
        return self.say("web.plain.asked")

    def asked_rule(self, view: dict[str, Any], seat: int) -> str:
        return ""

    def label(self, action: Action) -> str:
        return self.title.text(action)

    def choices(self, view: dict[str, Any], seat: int, legal: Sequence[Action]) -> list[Choice]:
        return [Choice(a, self.title.text(a), self.say("web.plain.group", a.kind), self.title.text(a)) for a in legal]

    def when(self, kind: str) -> str:
        return ""

    def refusal(self, refusal: Refusal) -> str:
        try:
            return self.say(refusal.message, *refusal.args, n=next((a for a in refusal.args if isinstance(a, int)), 0))
        except (KeyError, IndexError):
            return self.say("web.plain.refused", refusal.rule)

    def phase(self, view: dict[str, Any]) -> str:
        return ""

    def howto(self) -> list[tuple[str, str]]:
        return []

    def legend(self) -> str:
        return ""


@lru_cache(maxsize=256)
def speech(title: Title, say: Words, called: tuple[str, ...] = ()) -> Wording:
    """A title in the words of a language, with the names of the seats."""
    try:
        return wording(title, say, called)
    except UnknownTitle:
        return PlainWording(title, say, called)
