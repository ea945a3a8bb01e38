"""A title in the words of a language: its own, or the plain ones of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from machinehall.kernel.descriptions import Effects
from machinehall.kernel.plain.effects import PlainEffects
from machinehall.kernel.plain.wording import PlainWording
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, Titled, Wording

from . import ENGLISH
from . import say as say_in
from .files import read


def spoken(title: Title, lang: str) -> str:
    """The language that a title speaks to who wishes for `lang`: English, if it cannot say most things in it."""
    if lang == ENGLISH:
        return lang  # asked three times for each answer of a table: no need to look for files
    english, own = (title.home.words / f"{each}.po" for each in (ENGLISH, lang))
    if not english.is_file():
        return lang  # it has no words of its own, and the plain ones of the house are there
    said = len(read(own).there) if own.is_file() else 0
    return lang if 2 * said > len(read(english).there) else ENGLISH


def heard(title: Title, words: Say) -> Say:
    """The words in which a title speaks. Where it lacks the language, all is English: half sentences help nobody."""
    return words if spoken(title, words.lang) == words.lang else say_in(ENGLISH)


def wording(
    title: Title, say: Say, called: Sequence[str] = (), seats: int | None = None, reader: int | None = None
) -> Wording:
    """A title in the words of a language; `called`: the names of the seats, their colours if not given.

    `seats`: how many there are, if `called` does not tell; players beyond them are automata. `reader`: the seat to
    which the past is told; None: to nobody in particular, all have their names.
    """
    say = Titled(title.name, heard(title, say))
    rules = {kind: d.rule for kind, d in title.decisions.items()}
    made = title.words.wording
    found = PlainWording(title, say, called) if made is None else made(title.lookup, rules, say, called, seats)
    if reader is not None:
        found.told_to(reader)
    return found


@lru_cache(maxsize=512)
def speech(title: Title, say: Say, called: tuple[str, ...] = (), reader: int | None = None) -> Wording:
    """The same, made once for each language, names of the seats, and reader among them."""
    return wording(title, say, called, reader=reader)


@lru_cache(maxsize=32)
def effects(title: Title, say: Say) -> Effects:
    """What the components of a title do, in the words of a language."""
    say = Titled(title.name, heard(title, say))
    return PlainEffects(title.pack, say) if title.words.effects is None else title.words.effects(title.lookup, say)
