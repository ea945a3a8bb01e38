"""What has no name on it is told by what stands there: a row of plates for each of its features, see `ToldBy`.

The title says which fields of a record those are. The plates bear what the records of the pack have there. What can be
told with them and is none of these things is typed by that alone (`server.workshop.at_table`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from machinehall.kernel.values import Action
from machinehall.server.workshop.at_table import features, rows_of, worded
from machinehall.web.owners.told import Telling
from machinehall.words import Titled

from .hand import Hand

BEFORE = " › "
"""Between things of which one comes before the other."""


class Plate(NamedTuple):
    """What may stand there."""

    text: str
    signs: tuple[str, ...]
    """In place of the words, or beside one; none, unless there is one for each."""


class Feature(NamedTuple):
    """One thing to look for."""

    name: str
    plates: tuple[Plate, ...]


def told_apart(said: Telling, kind: str, chance: Sequence[Action], hand: Hand) -> Hand:
    """The question with the features by which its outcomes are told, where the title names some."""
    title = said.title
    by = title.looks.told_by.get(kind)
    if by is None:
        return hand
    found = {name: [worded(row[f]) for f in by.fields] for name, row in rows_of(title, by.file).items()}
    values = features(title, by)
    told = [
        Feature(said.label(field), tuple(_plate(said, kind, words) for words in each))
        for field, each in zip(by.fields, values, strict=True)
    ]
    rows = []
    for row, action in zip(hand.rows, chance, strict=True):
        name = next(name for _, name in title.actions.named(action) if name in found)
        plates = [each.index(words) for each, words in zip(values, found[name], strict=True)]
        rows.append(row._replace(told=" ".join(map(str, plates))))
    return hand._replace(rows=rows, features=told)


def _plate(said: Telling, kind: str, words: tuple[str, ...]) -> Plate:
    signs = tuple(said.sign(word) for word in words)
    return Plate(BEFORE.join(_said(said, kind, word) for word in words), signs if all(signs) else ())


def _said(said: Telling, kind: str, word: str) -> str:
    """A word of a file: as the title says it when it asks for this, or as elsewhere."""
    words = Titled(said.title.name, said.say)
    return words(f"hand.{kind}.{word}") if words.has(f"hand.{kind}.{word}") else said.value(word)
