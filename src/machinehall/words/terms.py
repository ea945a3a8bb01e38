"""The term base: one word for each thing in each language, and the words that are not to stand for it.

`terms.toml` beside this file holds the words of the house, `words/terms.toml` of a title its own:

    [bid]                                   # any name, used once
    sign = "bid"                            # the sign that shows the thing, if there is one (icons.svg without i-)
    figure = "tokens"                       # or what the title draws (as in its book)
    en = "bid token"                        # one word for each language
    fr = "Jeton Mise"
    printed = ["fr"]                        # languages in which this is the word of the printed game
    not = [{ fr = ["jeton* d'enchère"], why = "the print says Mise" }]

In `not` a star stands for any ending, a blank for any gap; capitals count only with `case = true`. `at` names places
where the word means something else (ids of messages or rules, `summary`, `glossary`; a star ends a beginning), `within`
longer phrases in which it does; each with the reason.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from machinehall.kernel.handbook import RULE_ID, SHEETS, folder
from machinehall.kernel.homes import homes
from machinehall.kernel.rulebook import HOUSE
from machinehall.kernel.values import MachineHallError

from . import languages, load

FILE = "terms.toml"
FLAGS = {"sign": str, "figure": str, "printed": list, "not": list}
"""What an entry may hold besides its words."""
RULES = {"why": str, "case": bool, "at": dict, "within": dict}
"""What a ban may hold besides its words."""
ENTRY = re.compile(rf"^(?:- \*\*|\| ?)({RULE_ID.pattern})")
"""A line of a book that begins a rule, or a row with a ruling."""
BLANKS = str.maketrans(
    "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{RIGHT SINGLE QUOTATION MARK}", "  '", "\N{SOFT HYPHEN}"
)
NO_WORDS = re.compile(rf"\{{[^{{}}]*\}}|:i-[a-z0-9_-]+:|\(draw:[^)\s]+\)|`[^`]*`|{RULE_ID.pattern}")
"""What stands in a text without being a word of its language."""
GAP = "¤"


class BadTerms(MachineHallError):
    """A term base that is not as it must be."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Words of one language that are not to stand for a thing."""

    lang: str
    words: tuple[str, ...]
    why: str
    pattern: re.Pattern[str]
    at: Mapping[str, str]
    within: re.Pattern[str] | None

    def found(self, text: str) -> list[str]:
        """The words that a text should not have."""
        known = [m.span() for m in self.within.finditer(text)] if self.within else []
        hits = (m for m in self.pattern.finditer(text))
        return [m[0] for m in hits if not any(a <= m.start() and m.end() <= z for a, z in known)]

    def holds_at(self, place: str) -> bool:
        return not any(place == at or (at.endswith("*") and place.startswith(at[:-1])) for at in self.at)


@dataclass(frozen=True, slots=True)
class Term:
    """A thing, and what it is called."""

    name: str
    words: Mapping[str, str]
    printed: tuple[str, ...]
    sign: str
    figure: str
    bans: tuple[Ban, ...]


@dataclass(frozen=True, slots=True)
class TermBase:
    """The terms of the house or of a title."""

    part: str
    checked: tuple[str, ...]
    """Languages whose texts are held to the terms; said once, by the house."""
    terms: tuple[Term, ...]


class Text(NamedTuple):
    """A text that people read, and where."""

    place: str
    """The id of a message or rule, or the name of a sheet."""
    file: str
    words: str


class Fault(NamedTuple):
    """A word where another must stand."""

    where: str
    found: str
    instead: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: “{self.found}”, write “{self.instead}” ({self.why})"


# Reading


def parts() -> list[str]:
    """The house, and the titles that have a term base."""
    return [HOUSE, *(name for name, home in homes().items() if (home.words / FILE).is_file())]


@cache
def term_base(part: str) -> TermBase:
    """The terms of a part, read and checked once."""
    path = Path(__file__).with_name(FILE) if part == HOUSE else homes()[part].words / FILE
    return parse(part, path.read_text(encoding="utf-8"))


def parse(part: str, text: str) -> TermBase:
    """A term base from the text of its file; whatever is wrong with it is said."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTerms(f"{part}: {error}") from error
    checked = raw.pop("checked", [])
    spoken = raw.pop("languages", None) or list(term_base(HOUSE).terms[0].words)
    return TermBase(part, tuple(checked), tuple(_term(part, name, entry, spoken) for name, entry in raw.items()))


def _term(part: str, name: str, entry: Any, spoken: list[str]) -> Term:
    where = f"{part}: {name}"
    if not isinstance(entry, dict):
        raise BadTerms(f"{where} is no table")
    _fits(where, entry, FLAGS, spoken)
    words = {lang: entry[lang] for lang in spoken if isinstance(entry.get(lang), str) and entry[lang].strip()}
    if len(words) < len(spoken):
        raise BadTerms(f"{where}: no word in {', '.join(lang for lang in spoken if lang not in words)}")
    bans = tuple(ban for rule in entry.get("not", []) for ban in _bans(where, rule, spoken))
    for ban in bans:
        if ban.found(plain(words[ban.lang])):
            raise BadTerms(f"{where}: the word of {ban.lang}, {words[ban.lang]!r}, is among those it bans")
    return Term(name, words, tuple(entry.get("printed", ())), entry.get("sign", ""), entry.get("figure", ""), bans)


def _bans(where: str, rule: Any, spoken: list[str]) -> Iterator[Ban]:
    """One for each language of a rule."""
    if not isinstance(rule, dict) or not rule.get("why"):
        raise BadTerms(f"{where}: a ban needs its reason (why)")
    _fits(where, rule, RULES, spoken)
    at, within = rule.get("at", {}), rule.get("within", {})
    if not all(isinstance(why, str) and why.strip() for why in (*at.values(), *within.values())):
        raise BadTerms(f"{where}: an exception needs its reason")
    for lang in (lang for lang in spoken if lang in rule):
        words = rule[lang]
        if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
            raise BadTerms(f"{where}: what {lang} bans must be a list of words")
        known = _pattern(within, case=False) if within else None
        yield Ban(lang, tuple(words), rule["why"], _pattern(words, case=rule.get("case", False)), at, known)


def _fits(where: str, entry: Mapping[str, Any], kinds: Mapping[str, type], spoken: list[str]) -> None:
    for key, value in entry.items():
        if key not in kinds and key not in spoken:
            raise BadTerms(f"{where}: {key!r} is not known here")
        if key in kinds and not isinstance(value, kinds[key]):
            raise BadTerms(f"{where}: {key} must be a {kinds[key].__name__}")


def _pattern(words: Any, *, case: bool) -> re.Pattern[str]:
    """Whole words; a star for any ending, a blank for any gap."""
    made = (re.escape(plain(word)).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for word in words)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(made)})(?!\w)", 0 if case else re.IGNORECASE)


# Texts


def plain(text: str) -> str:
    """A text as it is searched: figures, signs, codes and ids are gaps; one kind of blank and of apostrophe."""
    return NO_WORDS.sub(GAP, text).translate(BLANKS)


@lru_cache(maxsize=32)
def texts(part: str, lang: str) -> tuple[Text, ...]:
    """All that people read of a part in a language: messages, labels of drawings, lessons, the book, its sheets."""
    return (*_messages(part, lang), *_book(part, lang))


def _messages(part: str, lang: str) -> Iterator[Text]:
    if lang not in languages():
        return
    named = set(homes())
    for key, forms in load(lang).sentences.items():
        if (named.intersection(key.split(".")) or {HOUSE}) == {part}:
            yield from (Text(key, f"{lang}.po", plain(form)) for form in forms)


def _book(part: str, lang: str) -> Iterator[Text]:
    """Line by line; a line belongs to the rule that was named last."""
    for kind in ("", *SHEETS):
        path = folder(part) / (f"{kind}.{lang}.md" if kind else f"{lang}.md")
        place = kind or "book"
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            if line.startswith("#") and not kind:
                place = "book"
            elif (found := ENTRY.match(line)) and not kind:
                place = found[1]
            yield Text(place, path.name, plain(line))


# Holding the texts to the terms


def faults(part: str, lang: str) -> list[Fault]:
    """Every word of a part's texts that its terms, or those of the house, do not allow."""
    bases = [term_base(name) for name in dict.fromkeys((part, HOUSE)) if name in parts()]
    bans = [(term, ban) for base in bases for term in base.terms for ban in term.bans if ban.lang == lang]
    return [
        Fault(f"{part}, {text.file}, {text.place}", word, term.words[lang], ban.why)
        for text in texts(part, lang)
        for term, ban in bans
        if ban.holds_at(text.place)
        for word in ban.found(text.words)
    ]
