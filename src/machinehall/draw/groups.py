"""The groups of a drawing: a page that has some of them as they are need not be sent them again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

SHORT = 90
"""Letters below which a group is sent rather than left out."""
_TAG = re.compile(r'<(/?)([ag])(?=[ >])(?:(?: [^>]*?)? id="([^"]*)")?[^>]*>')

Groups = Mapping[str, int]
"""Groups by their id, each as a figure made of its text and of what it lies in."""


class Group(NamedTuple):
    """A group with an id, as a part of a text."""

    ident: str
    figure: int
    begin: int
    end: int


class _Open(NamedTuple):
    """A group that has begun."""

    at: int
    ident: str
    within: str | None
    """All groups around it. None: one of them has no id."""
    inside: str | None
    """The same for what lies in it."""


@lru_cache(maxsize=64)
def groups(text: str, within: str = "") -> tuple[Group, ...]:
    """The groups of a text that have an id, each before those in it; `within`: what the text lies in.

    Only where all groups around have one, too: a script finds things by their ids, and makes anew what has none.
    """
    found: list[Group] = []
    stack: list[_Open] = []
    for tag in _TAG.finditer(text):
        closes, name, ident = tag.groups()
        if text[tag.end() - 2] == "/":  # nothing lies there yet
            continue
        if not closes:
            around = stack[-1].inside if stack else within
            inside = None if around is None or not ident else f"{around} {name}#{ident}"
            stack.append(_Open(tag.start(), ident or "", around, inside))
        elif stack:  # a text may end what another has begun
            begun = stack.pop()
            if begun.inside is not None:
                figure = hash((begun.within, text[begun.at : tag.end()]))
                found.append(Group(begun.ident, figure, begun.at, tag.end()))
    return tuple(sorted(found, key=lambda group: group.begin))


def without(text: str, found: tuple[Group, ...], had: Groups) -> str:
    """A text whose groups that a page had go as empty ones, which its script leaves as they are, with all in them."""
    parts, done = [], 0
    for group in found:
        lies_in_one = group.begin < done
        if lies_in_one or group.end - group.begin < SHORT or had.get(group.ident) != group.figure:
            continue
        name = text[group.begin + 1]
        parts += [text[done : group.begin], f'<{name} id="{group.ident}" data-same></{name}>']
        done = group.end
    return "".join([*parts, text[done:]])
