"""Words: every sentence that a person reads, by message id, in the reader's language.

One gettext catalogue for each language, English too, read as it is. A message id such as `refuse.influence` stands in
the place of the usual English text, so that code, records and translations agree on something that never changes.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from machinehall.kernel import french
from machinehall.kernel.homes import homes
from machinehall.kernel.values import MachineHallError
from machinehall.kernel.wording import Titled as Titled
from machinehall.kernel.wording import UnknownMessage as UnknownMessage

FOLDER = Path(__file__).parent
ENGLISH = "en"


class UnknownLanguage(MachineHallError):
    """No catalogue for this language."""


STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The sentences of one language."""

    lang: str
    sentences: dict[str, tuple[str, ...]]
    """For each id one sentence, or one for each plural form."""
    plural: Callable[[int], int]
    """Which plural form a number takes."""


@cache
def _languages() -> tuple[str, ...]:
    found = sorted(path.stem for path in FOLDER.glob("*.po"))
    return tuple(sorted(found, key=lambda lang: lang != ENGLISH))


def languages() -> list[str]:
    """The languages that have a catalogue, English first."""
    return list(_languages())


@lru_cache(maxsize=16)
def load(lang: str) -> Catalogue:
    """The catalogue of one language with those of the titles, read once. What is still to be translated is left out."""
    from babel.messages.pofile import read_po

    if lang not in languages():
        raise UnknownLanguage(f"no words for language {lang!r}; there are: {', '.join(languages())}")
    with (FOLDER / f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang, abort_invalid=True)
    messages = list(catalogue)
    titles = [home.words / f"{lang}.po" for home in homes().values()]
    for path in (*sorted(FOLDER.glob(f"*/{lang}.po")), *(path for path in titles if path.is_file())):
        with path.open("rb") as file:
            messages += read_po(file, locale=lang, abort_invalid=True)
    sentences: dict[str, tuple[str, ...]] = {}
    for message in messages:
        key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
        forms = tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string,)
        if key and all(forms) and not message.fuzzy:
            sentences[key] = tuple(map(french.sentence if lang == french.FRENCH else str, forms))
    return Catalogue(lang, sentences, gettext.c2py(catalogue.plural_expr))


@dataclass(frozen=True, slots=True)
class Words:
    """Says things in one language; what it lacks is said in English."""

    lang: str
    own: Catalogue
    english: Catalogue

    def __call__(self, message_id: str, *args: object, **named: object) -> str:
        catalogue = self.own if message_id in self.own.sentences else self.english
        forms = catalogue.sentences.get(message_id)
        if forms is None:
            raise UnknownMessage(message_id)
        n = named.get("n")
        form = forms[catalogue.plural(abs(n))] if len(forms) > 1 and isinstance(n, int) else forms[0]
        told = (french.fill if catalogue.lang == french.FRENCH else str.format)(form, *args, **named)
        # What ends with the stop of an abbreviation needs no second one at the end of a sentence.
        return STOPS.sub(".", told) if ".." in told else told

    def has(self, message_id: str) -> bool:
        return message_id in self.own.sentences


@lru_cache(maxsize=16)
def say(lang: str = ENGLISH) -> Words:
    """The words of a language."""
    return Words(lang, load(lang), load(ENGLISH))
