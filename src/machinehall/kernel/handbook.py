"""The books that players read: the rules in their language under the same ids, a summary and a glossary.

`rulebook.md` of a title is the specification, which tests cite. The folder `book` beside it holds what people read:
`<lang>.md` (every rule and ruling of the specification in plain words), `summary.<lang>.md` and `glossary.<lang>.md`.
A language without a text of its own reads the English one. Examples and edge cases are read in the specification.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path

from .french import APOSTROPHE, FRENCH, typeset
from .rulebook import HOUSE, BadRulebook, Entry, Example, Rulebook, book_path, load_rulebook, parse_rulebook

ENGLISH = "en"
SUMMARY, GLOSSARY = "summary", "glossary"
SHEETS = (SUMMARY, GLOSSARY)
RULES_BEHIND = 5
"""Rules that are told with an example at most."""

RULE_ID = re.compile(r"\b(?:[A-Z]{2}-(?:D?\d+\.\d+[a-z]?|D\d+|E-?\d+|[ED]X-[A-Z]?\d+)|A-\d+|Amb-\d+)\b")
"""An id as texts mention it: a rule, ruling, example or edge case."""
DRAW = "draw:"
"""What the address of a picture in a book begins with: the title draws it."""
PICTURE = re.compile(r"!\[([^\]]*)\]\((draw:[^)\s]+)\)")
"""A picture: its words, and what is drawn."""
_CHAPTER = re.compile(r"^## (\d+)\. ", re.MULTILINE)
_ICON = re.compile(r":i-([a-z0-9_-]+):")


def folder(title: str) -> Path:
    """Where the books of a title lie, or those of the house."""
    return book_path(title).with_name("book")


def book_languages(title: str) -> list[str]:
    """The languages that have a whole book, English first."""
    found = sorted(path.stem for path in folder(title).glob("*.md") if "." not in path.stem)
    return sorted(found, key=lambda lang: lang != ENGLISH)


def book_language(title: str, lang: str) -> str:
    """The language in which the book is read by somebody who wishes for `lang`."""
    return lang if lang in book_languages(title) else ENGLISH


@lru_cache(maxsize=32)
def load_handbook(title: str, lang: str) -> Rulebook:
    """The book of a title for players, in the wished language or in English."""
    spoken = book_language(title, lang)
    if not (folder(title) / f"{spoken}.md").is_file():  # a title without a book yet has its specification
        return load_rulebook(title)
    return parse_rulebook(title, _read(folder(title) / f"{spoken}.md", spoken))


@lru_cache(maxsize=32)
def preface(title: str, lang: str) -> str:
    """What a book says before its first chapter, as Markdown."""
    spoken = book_language(title, lang)
    if not (folder(title) / f"{spoken}.md").is_file():
        return ""
    before = _read(folder(title) / f"{spoken}.md", spoken).partition("\n## ")[0]
    return before.partition("\n")[2].strip()


@lru_cache(maxsize=32)
def chapter_pictures(title: str, lang: str) -> dict[int, str]:
    """The pictures at the head of each chapter, as Markdown: the lines between its heading and its first rule."""
    path = folder(title) / f"{book_language(title, lang)}.md"
    if not path.is_file():
        return {}
    _, *pieces = _CHAPTER.split(_read(path, lang))
    found = {}
    for number, text in zip(pieces[::2], pieces[1::2], strict=True):
        lines = [line for line in text.partition("\n- ")[0].splitlines() if PICTURE.fullmatch(line.strip())]
        if lines:
            found[int(number)] = "\n\n".join(lines)
    return found


def sheet_language(title: str, kind: str, lang: str) -> str:
    """The language in which a summary or glossary is read by somebody who wishes for `lang`."""
    return lang if (folder(title) / f"{kind}.{lang}.md").is_file() else ENGLISH


@lru_cache(maxsize=64)
def sheet(title: str, kind: str, lang: str) -> str:
    """A summary or glossary as Markdown, in the wished language or in English."""
    spoken = sheet_language(title, kind, lang)
    if not (folder(title) / f"{kind}.{spoken}.md").is_file():
        return ""
    return _read(folder(title) / f"{kind}.{spoken}.md", spoken)


def entry(title: str, lang: str, entry_id: str) -> Entry | None:
    """What an id stands for, in the words of players if they have any: of a title, or of the house."""
    for book in (title, HOUSE):
        found = load_handbook(book, lang).lookup(entry_id) or load_rulebook(book).lookup(entry_id)
        if found is not None:
            return found
    return None


def search(title: str, lang: str, words: str) -> list[Entry]:
    """Every paragraph of the book with all the words, then the examples and edge cases of the specification."""
    rest = [found for found in load_rulebook(title).index.values() if in_specification(found.id)]
    wanted = fold(words).split()
    return [e for e in (*load_handbook(title, lang).index.values(), *rest) if holds(f"{e.id} {plain(e)}", wanted)]


def holds(text: str, wanted: list[str]) -> bool:
    """Whether a text holds all the words, which are folded already."""
    folded = fold(text)
    return all(word in folded for word in wanted)


def fold(text: str) -> str:
    """A text as it is searched: no accents, no capitals, apostrophes as they are typed."""
    text = text.replace(APOSTROPHE, "'")
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def in_specification(entry_id: str) -> bool:
    """Whether an id is an example or an edge case, which are read in the specification only."""
    return re.fullmatch(r"[A-Z]{2}-(E-?\d+|[ED]X-[A-Z]?\d+)", entry_id) is not None


@lru_cache(maxsize=8)
def behind(title: str) -> dict[str, tuple[str, ...]]:
    """For each example and edge case the rules that it shows: those that the same tests prove, the closest first."""
    path = book_path(title).with_name("coverage.json")
    proved: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    rules, book = defaultdict(list), load_handbook(title, ENGLISH)
    for rule, tests in proved.items():
        for test in tests if book.lookup(rule) is not None and not in_specification(rule) else ():
            rules[test].append(rule)
    found = {}
    for example in filter(in_specification, proved):
        shared = Counter(rule for test in proved[example] for rule in rules[test])
        found[example] = tuple(rule for rule, _ in shared.most_common(RULES_BEHIND))
    return found


def without_icons(text: str) -> str:
    """Markdown for a screen that cannot draw."""
    return re.sub(r" {2,}", " ", _ICON.sub("", text))


def icons(text: str) -> list[str]:
    """The icons that a text shows, written `:i-name:`."""
    return _ICON.findall(text)


def plain(entry: Entry) -> str:
    """An entry as one text."""
    return f"{entry.title}. {entry.text}" if isinstance(entry, Example) and entry.title else entry.text


def _read(path: Path, lang: str) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRulebook(f"{path.parent.parent.name}: no {path.name}: {error.strerror}") from error
    return typeset(text) if lang == FRENCH else text
