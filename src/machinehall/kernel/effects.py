"""What each component is and does, in sentences made from its record, so that data and words cannot disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .packs import Pack, record_id
from .wording import Say


@dataclass(frozen=True, slots=True)
class Effect:
    """A component in words."""

    file: str
    """The component file it stands in."""
    id: str
    name: str
    lines: tuple[str, ...]
    """What it does, a sentence each."""
    origin: str
    """Where the record comes from: the rulebook, a public source, or our own reconstruction."""

    @property
    def text(self) -> str:
        return " ".join((f"{self.name.rstrip('.')}.", *self.lines, self.origin))


Text = Callable[[Any], tuple[str, list[str]]]
"""(record): the name of a component and its sentences."""


class Effects:
    """The components of a title in one language; a title says how each file is told."""

    def __init__(self, pack: Pack, say: Say, texts: Mapping[str, Text]) -> None:
        self.pack = pack
        self.say = say
        self.texts = texts
        self.records = {file: {record_id(row): row for row in pack.records[file]} for file in texts}

    def describe(self, file: str, key: str) -> Effect:
        record = self.records[file][key]
        name, lines = self.texts[file](record)
        return Effect(file, key, name, tuple(line for line in lines if line), self.origin(record))

    def origin(self, record: Any) -> str:
        """Where a record comes from; single figures of our own making are counted."""
        told = self.say(f"effect.source.{record.source}")
        if record.reconstructed_fields:
            told = f"{told} {self.say('effect.source.fields', n=len(record.reconstructed_fields))}"
        return told

    def find(self, key: str) -> list[Effect]:
        """Every component with this id, whatever file it stands in."""
        return [self.describe(file, key) for file, rows in self.records.items() if key in rows]

    def __iter__(self) -> Iterator[Effect]:
        for file, rows in self.records.items():
            for key in rows:
                yield self.describe(file, key)
