"""How long a text is in our fonts, and how to make it fit: SVG does not break lines by itself."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources

from machinehall.kernel.french import NARROW, NO_BREAK
from machinehall.kernel.wording import brief

UNKNOWN_WIDTH = 620
"""Thousandths of the size for a character that our fonts lack: a wide guess, so that nothing overflows."""
SMALLEST = 10.5
"""No letters smaller than that are ever set to make a text fit."""
STEPS = 330
"""Room for the names of steps side by side, each with a little to its left and right."""
LEAST_SHRUNK = 0.8
"""So much of its size a text keeps at least."""


@cache
def _widths(face: str) -> dict[str, int]:
    text = resources.files(__package__).joinpath("metrics.json").read_text(encoding="utf-8")
    table: dict[str, int] = json.loads(text)[face]
    return {**table, NARROW: table[NO_BREAK]}


def width(text: str, size: float, weight: int = 600, face: str = "ui") -> float:
    """The length of a text."""
    table = _widths("display-700" if face == "display" else f"ui-{weight}")
    return sum(table.get(c, UNKNOWN_WIDTH) for c in text) * size / 1000


def crowded(names: Sequence[str], always: int, most: int) -> bool:
    """Whether names of steps have no room side by side: so many always have, more only if their words are short."""
    if len(names) <= always:
        return False
    words = [word for name in names for word in brief(name).split()]
    return len(names) > most or any(width(word, 12) > STEPS / len(names) - 4 for word in words)


def cut(text: str, room: float, size: float, weight: int = 600, face: str = "ui") -> str:
    """The text, or as much of it as fits with an ellipsis."""
    if width(text, size, weight, face) <= room:
        return text
    while text and width(text + "…", size, weight, face) > room:
        text = text[:-1]
    return text.rstrip(" .,;:") + "…"  # four dots would be none


def fitting(text: str, room: float, size: float, weight: int = 600, face: str = "ui") -> float:
    """A size at which the text fits: its own, or a little less; its own if that would be too little."""
    wide = width(text, size, weight, face)
    if wide <= room:
        return size
    less = math.floor(size * room / wide * 10) / 10
    return less if less >= max(SMALLEST, size * LEAST_SHRUNK) else size


def lines(text: str, room: float, most: int, size: float, weight: int = 600, face: str = "ui") -> list[str]:
    """The text broken into at most so many lines; what is left over is cut."""
    done: list[str] = []
    words = re.findall(r"[^ \n-]*-|[^ \n]+", text)
    while words and len(done) < most - 1:
        row = words.pop(0)
        while words and width(_join(row, words[0]), size, weight, face) <= room:
            row = _join(row, words.pop(0))
        done.append(cut(row, room, size, weight, face))
    if words:
        row = words.pop(0)
        for word in words:
            row = _join(row, word)
        done.append(cut(row, room, size, weight, face))
    return done


def _join(row: str, word: str) -> str:
    return row + word if row.endswith("-") else f"{row} {word}"


def setting(
    text: str, room: float, tries: Sequence[tuple[int, float]], weight: int = 600, face: str = "ui"
) -> tuple[float, list[str]]:
    """The first of some pairs of most lines and size at which nothing is cut, or the last: the size and the lines."""
    for most, size in tries:
        rows = lines(text, room, most, size, weight, face)
        if not any(row.endswith("…") for row in rows):
            break
    return size, rows


def told_apart(names: Sequence[str]) -> list[str]:
    """Names for where there is little room: without a first word that several share, if a name is left of each.

    Bots of one level are called after it, so cut at the end they would all be the same.
    """
    parts = [name.partition(" ") for name in names]
    bare = {first for first, _, rest in parts if not rest or rest.isdecimal()}
    firsts = [first for first, _, _ in parts]
    short = [
        rest if firsts.count(first) > 1 and first not in bare else first + gap + rest for first, gap, rest in parts
    ]
    return short if len(set(short)) == len(set(names)) else list(names)
