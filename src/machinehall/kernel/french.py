"""French as it is printed: its spaces and apostrophes, and words that lose their last letter before a vowel.

The sources of catalogues and books are typed plainly; both are set when they are read. What is no French is left as
it stands: figures in braces, code, addresses, markup, typed commands.
"""

from __future__ import annotations

import re
import string
import unicodedata
from typing import Any

FRENCH = "fr"
NO_BREAK, NARROW, APOSTROPHE = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "\N{RIGHT SINGLE QUOTATION MARK}"

_LEFT_ALONE = r"\{[^{}]*\}|`[^`]*`|\w+://\S+|\]\([^)]*\)|</?[a-z][^<>]*>|\[bold\].*?\[/bold\]"
_CLOSED = r"(?=[\s*_)\]|»,.]|$)"
# A mark that follows a comma, or has a small letter or a number behind it, is no end of a sentence: "?" is a command.
_HIGH = rf"(?<=[^\s,]) (?=[;!?]{_CLOSED}(?!(?<=[!?])\s[a-zà-ÿ0-9]))"
_COLON = rf"(?<=[^\s,|]) (?=[:»]{_CLOSED})|(?<=«) "
_ELIDED = r"(?<=[^\W\d_])'(?=[^\W_]|[{«“\"*_`\[(<:])"
_SET = re.compile(rf"(?P<alone>{_LEFT_ALONE})|(?P<high>{_HIGH})|(?P<colon>{_COLON})|(?P<elided>{_ELIDED})", re.DOTALL)
_SIGNS = {"high": NARROW, "colon": NO_BREAK, "elided": APOSTROPHE}

_BEFORE_FIGURE = re.compile(r"\b([Dd]e|[Qq]ue|(?:[Ll]ors|[Pp]uis)que|[Ll][ea]|[Nn]e) \{(\w*)\}")
_SHORT = frozenset({"de", "que", "lorsque", "puisque", "le", "la", "ne"})
_VOWELS = frozenset("aeiouy")
_MUTE = ("habi", "hect", "heur", "hist", "hiver", "homm", "honn", "horl", "hôt", "huil", "hum", "hydr", "hypo")
"""How words with a silent h begin; names with an H keep the whole word before them, as German ones do."""
_WHOLE = ("onz", "oui", "ouist", "uhlan", "yacht", "yaourt", "yen", "yod", "yo")
"""Words with a vowel that are spoken as if they had none."""


def typeset(text: str) -> str:
    """A French text with its no-break spaces and curly apostrophes."""
    return _SET.sub(lambda found: _SIGNS.get(str(found.lastgroup), found[0]), text)


def sentence(text: str) -> str:
    """A sentence of a catalogue: set, and what stands before a figure is joined with it: "de {0}" becomes "{0:de}"."""
    return typeset(_BEFORE_FIGURE.sub(r"{\2:\1}", text))


def elided(word: str, what: str) -> str:
    """A short word before what follows: "de", "Essen" gives "d’Essen"."""
    return f"{word[:-1]}{APOSTROPHE}{what}" if _is_vowel(what) else f"{word} {what}"


def _is_vowel(what: str) -> bool:
    """Whether what follows begins with a vowel; a single letter or one with a number is a place, as "a4"."""
    if not what[:2].isalpha() or what[:2].isupper():
        return False
    small = what.casefold()
    if small.startswith("h"):
        return what[0] == "h" and small.startswith(_MUTE)
    bare = unicodedata.normalize("NFD", small)[0].replace("œ", "o").replace("æ", "a")
    return bare in _VOWELS and not small.startswith(_WHOLE)


class Joining(string.Formatter):
    """Fills in figures as `str.format` does; "{0:de}" is the word with the figure behind it."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.casefold() in _SHORT:
            return elided(format_spec, str(value))
        return str(super().format_field(value, format_spec))


_JOINING = Joining()


def fill(form: str, *args: object, **named: object) -> str:
    """A sentence with its figures; most have no word that could lose a letter, and are filled at once."""
    return _JOINING.format(form, *args, **named) if "e}" in form or "a}" in form else form.format(*args, **named)
