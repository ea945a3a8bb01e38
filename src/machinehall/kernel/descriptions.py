"""What each component is and does, in sentences made from its record, so that data and words cannot disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from .handbook import entry, plain
from .packs import Pack, record_id
from .wording import Say


@dataclass(frozen=True, slots=True)
class Effect:
    """A component in words."""

    file: str
    """The component file it stands in; empty for a place that is no component."""
    id: str
    """Of the record, or of the rule that speaks of the place."""
    name: str
    lines: tuple[str, ...]
    """What it does, a sentence each."""
    origin: str
    """Where the record comes from: the rulebook, a public source, or our own reconstruction."""

    @property
    def text(self) -> str:
        return " ".join((f"{self.name.rstrip('.')}.", *self.lines, self.origin))


Files = Mapping[str, tuple[str, ...]]
Text = Callable[[Any], tuple[str, list[str]]]
"""(record): the name of a component and its sentences."""


class Effects:
    """The components of a title in one language; a title says how each file is told."""

    drawn: ClassVar[Files] = {}
    """For the first word of an id of the drawing: the files in which the rest, or all of it, is a record."""
    named: ClassVar[Files] = {}
    """For the domain of an action's argument: the files of its records."""
    by_print: ClassVar[frozenset[str]] = frozenset()
    """Domains whose names do not say what is printed: people who look for such a piece in a box read it beside them."""
    ruled: ClassVar[Mapping[str, str]] = {}
    """For places that are no components, by id of the drawing or its first word: the rule that tells what they are."""
    shelves: ClassVar[Files] = {}
    """The files as a player looks for them, by the word of each group."""

    def __init__(self, pack: Pack, say: Say, texts: Mapping[str, Text]) -> None:
        self.pack = pack
        self.say = say
        self.texts = texts
        self.records = {file: {record_id(row): row for row in pack.records[file]} for file in texts}

    def describe(self, file: str, key: str) -> Effect:
        record = self.records[file][key]
        name, lines = self.texts[file](record)
        return Effect(file, key, name, tuple(line for line in lines if line), self.origin(record))

    def heading(self, file: str) -> str:
        """What the components of a file are called together."""
        return self.say(f"file.{file}")

    def shelf(self, group: str) -> str:
        """The heading above the files of a group."""
        return self.say(f"parts.{group}")

    def origin(self, record: Any) -> str:
        """Where a record comes from; single figures of our own making are counted."""
        told = self.say(f"effect.source.{record.source}")
        if record.reconstructed_fields:
            told = f"{told} {self.say('effect.source.fields', n=len(record.reconstructed_fields))}"
        return told

    def find(self, key: str) -> list[Effect]:
        """Every component with this id, whatever file it stands in."""
        return [self.describe(file, key) for file, rows in self.records.items() if key in rows]

    def lying(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[tuple[str, str]]:
        """File and id of what lies on a place of the drawing now; a title says so."""
        return []

    def in_play(self, view: Mapping[str, Any], file: str) -> bool:
        """Whether a file speaks of this match: a board may have two sides."""
        return True

    def at(self, view: Mapping[str, Any], place: str) -> list[Effect]:
        """What is drawn at a place: what is printed there, then what lies on it."""
        prefix, _, rest = place.partition("-")
        printed = [(file, key) for file in self.drawn.get(prefix, ()) for key in (rest, place)]
        found = self._told_of(view, [*printed, *self.lying(view, prefix, rest)])
        found = found or [self.area(key) for key in (place, prefix) if key in self.ruled][:1]
        more = self.now(view, prefix, rest) if found else []
        return [replace(found[0], lines=(*more, *found[0].lines)), *found[1:]] if more else found

    def now(self, view: Mapping[str, Any], prefix: str, rest: str) -> list[str]:
        """How a place stands at the moment, where what is printed there does not say it."""
        return []

    def area(self, key: str) -> Effect:
        """A place of the drawing that is no component, in the words of the rule about it."""
        rule = entry(self.pack.title, self.say.lang, self.ruled[key])
        assert rule is not None, key
        return Effect("", rule.id, self.say(f"place.{key}"), (plain(rule).replace("**", ""),), "")

    def of_action(self, view: Mapping[str, Any], names: Iterable[tuple[str, str]]) -> list[Effect]:
        """The components that an action names, from the domain and id of each argument."""
        keys = [(file, name.partition(":")[0]) for domain, name in names for file in self.named.get(domain, ())]
        return self._told_of(view, keys)

    def printed(self, view: Mapping[str, Any], names: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """What stands on a piece whose name alone does not tell it from others."""
        found = [named for named in names if named[0] in self.by_print]
        return tuple(line for effect in self.of_action(view, found) for line in effect.lines)

    def touched(self, view: Mapping[str, Any], names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """File and id of the records that an action is about: what it names, and what lies there now."""
        keys: list[tuple[str, str]] = []
        for domain, name in names:
            rest = name.partition(":")[0]
            keys += [(file, rest) for file in self.named.get(domain, ())]
            # A domain need not be a word of the drawing, nor its ids of the kind that is expected there.
            with suppress(LookupError, ValueError):
                keys += self.lying(view, domain, rest)
        return [
            (file, key) for file, key in dict.fromkeys(keys)
            if key in self.records.get(file, ()) and self.in_play(view, file)
        ]  # fmt: skip

    def _told_of(self, view: Mapping[str, Any], keys: list[tuple[str, str]]) -> list[Effect]:
        found = [pair for pair in dict.fromkeys(keys) if pair[1] in self.records.get(pair[0], ())]
        return [self.describe(file, key) for file, key in found if self.in_play(view, file)]

    def __iter__(self) -> Iterator[Effect]:
        for file, rows in self.records.items():
            for key in rows:
                yield self.describe(file, key)
