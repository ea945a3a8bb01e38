"""Which message a text of a page comes from: translators point at a sentence and learn its id and its file.

The catalogues alone are asked, not what was said to whom, so an answer tells nothing of anybody's table.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from machinehall.kernel.homes import homes

from . import load
from .files import ENGLISH, FOLDER, house_files, read

MOST_MESSAGES = 12
"""Messages that are named for one text."""
LONGEST_TEXT = 400
"""Characters of a text that are looked at."""
LEAST_LETTERS = 4
"""Letters that a message must have of its own to be found inside a text."""

_FIGURE = re.compile(r"\{[^{}]*\}")
_LETTER = re.compile(r"[^\W\d_]")


class Message(NamedTuple):
    """A message that says a text, or a part of it."""

    id: str
    own: tuple[str, ...]
    """In the reader's language, one sentence or its plural forms."""
    english: tuple[str, ...]
    place: str
    """File and line to edit, as "machinehall/words/de.po:12"; those of the English catalogue, if it is missing."""
    whole: bool
    """It says all of the text, not a part."""


class _Form(NamedTuple):
    id: str
    pieces: tuple[str, ...]
    """What stands between the figures."""
    letters: int


def plain(text: str) -> str:
    """As texts are compared: no matter the spaces and capitals."""
    return " ".join(text.split()).casefold()


@lru_cache(maxsize=8)
def _forms(lang: str) -> tuple[_Form, ...]:
    sentences = load(ENGLISH).sentences | load(lang).sentences
    found = []
    for key, forms in sentences.items():
        for form in dict.fromkeys(forms):
            pieces = tuple(re.sub(r"\s+", " ", piece).casefold() for piece in _FIGURE.split(form))
            if "".join(pieces).strip():  # what is nothing but figures says everything
                found.append(_Form(key, pieces, len(_LETTER.findall("".join(pieces)))))
    return tuple(found)


def _fits(pieces: tuple[str, ...], text: str) -> bool:
    """Whether the pieces are the text, with something between each two of them."""
    if len(pieces) == 1:
        return text == pieces[0].strip()
    first, *middle, last = pieces
    if not text.startswith(first.lstrip()) or not text.endswith(last.rstrip()):
        return False
    at, end = len(first.lstrip()), len(text) - len(last.rstrip())
    for piece in middle:
        at = text.find(piece, at, end) + len(piece)
        if at < len(piece):
            return False
    return at <= end


def _is_in(pieces: tuple[str, ...], text: str) -> bool:
    """Whether the pieces stand in the text one after the other, not within words."""
    at = 0
    for piece in filter(None, (piece.strip() for piece in pieces)):
        found = re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)" if piece.isalpha() else re.escape(piece)).search(
            text, at
        )
        if found is None:
            return False
        at = found.end()
    return True


def messages(lang: str, text: str) -> list[Message]:
    """The messages that say a text, best first: those that say all of it, then those that say most."""
    wanted = plain(text[:LONGEST_TEXT])
    if not wanted:
        return []
    best: dict[str, tuple[bool, int, int]] = {}  # all of it, letters; of those that say as much, the one with less open
    for key, pieces, letters in _forms(lang):
        whole = _fits(pieces, wanted)
        if whole or (letters >= LEAST_LETTERS and max(pieces, key=len).strip() in wanted and _is_in(pieces, wanted)):
            best[key] = max(best.get(key, (False, 0, 0)), (whole, letters, -len(pieces)))
    # Signs between figures, such as "{0}: {1}.", fit many a text: they come last.
    named = sorted(best, key=lambda key: (best[key][1] > 0, *best[key], key), reverse=True)
    # What begins with "you" and is open behind it would fit much of another title: it must say as much as the best.
    named = [key for key in named if _title(key) in ("", _title(named[0])) or best[key][:2] == best[named[0]][:2]]
    named = named[:MOST_MESSAGES]
    own, english = load(lang).sentences, load(ENGLISH).sentences
    return [Message(key, own.get(key, ()), english.get(key, ()), place(lang, key), best[key][0]) for key in named]


def _title(key: str) -> str:
    """The title that a message belongs to; what one title says has no parts of another."""
    return next((name for name in homes() if key.startswith(f"{name}.")), "")


def place(lang: str, key: str) -> str:
    """Where a message stands."""
    for each in dict.fromkeys((lang, ENGLISH)):
        files = [*house_files(each), *(home.words / f"{each}.po" for home in homes().values())]
        for path in files:
            if path.is_file() and key in read(path).there:
                return f"{_short(path)}:{_line(path, key)}"
    return ""


def _short(path: Path) -> str:
    """As seen from the folder of the package; nobody needs to know where that lies on the machine."""
    package = FOLDER.parent
    inside = path.is_relative_to(package)
    return path.relative_to(package.parent if inside else path.parents[2]).as_posix()


def _line(path: Path, key: str) -> int:
    lines = path.read_text(encoding="utf-8").split("\n")
    return next((number for number, line in enumerate(lines, 1) if line == f'msgid "{key}"'), 1)
