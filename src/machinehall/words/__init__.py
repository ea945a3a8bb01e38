"""Words: every sentence that a person reads, by message id, in the reader's language.

One gettext catalogue for each language, English too, read as it is. A message id such as `refuse.influence` stands in
the place of the usual English text, so that code, records and translations agree on something that never changes.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from machinehall.kernel import french
from machinehall.kernel.homes import homes
from machinehall.kernel.values import MachineHallError
from machinehall.kernel.wording import Titled as Titled
from machinehall.kernel.wording import UnknownMessage as UnknownMessage
from machinehall.kernel.wording import minus

from .files import ENGLISH as ENGLISH
from .files import catalogues as catalogues
from .files import house_files, read
from .files import languages as languages


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


@lru_cache(maxsize=16)
def load(lang: str) -> Catalogue:
    """The catalogue of one language with those of the titles, read once. What is still to be translated is left out."""
    if lang not in catalogues():
        raise UnknownLanguage(f"no words for language {lang!r}; there are: {', '.join(catalogues())}")
    house, titles = house_files(lang), [home.words / f"{lang}.po" for home in homes().values()]
    sentences: dict[str, tuple[str, ...]] = {}
    for path in (*house, *(path for path in titles if path.is_file())):
        sentences |= read(path).there
    if lang == french.FRENCH:
        sentences = {key: tuple(map(french.sentence, forms)) for key, forms in sentences.items()}
    return Catalogue(lang, sentences, gettext.c2py(read(house[0]).plural))


@dataclass(frozen=True, slots=True)
class Words:
    """Says things in one language; what it lacks is said in English."""

    lang: str
    own: Catalogue
    english: Catalogue
    plain: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What has been said without figures: a page says a hundred such things again and again."""

    def __call__(self, message_id: str, *args: object, **named: object) -> str:
        if args or named:
            return self._said(message_id, *args, **named)
        if message_id not in self.plain:
            self.plain[message_id] = self._said(message_id)
        return self.plain[message_id]

    def _said(self, message_id: str, *args: object, **named: object) -> str:
        catalogue = self.own if message_id in self.own.sentences else self.english
        forms = catalogue.sentences.get(message_id)
        if forms is None:
            raise UnknownMessage(message_id)
        n = named.get("n")
        form = forms[catalogue.plural(abs(n))] if len(forms) > 1 and isinstance(n, int) else forms[0]
        told = (french.fill if catalogue.lang == french.FRENCH else str.format)(form, *args, **named)
        # What ends with the stop of an abbreviation needs no second one at the end of a sentence.
        return minus(STOPS.sub(".", told) if ".." in told else told)

    def has(self, message_id: str) -> bool:
        return message_id in self.own.sentences

    def together(self, words: Sequence[str]) -> str:
        from .figures import together

        return together(self.lang, words)


@lru_cache(maxsize=16)
def say(lang: str = ENGLISH) -> Words:
    """The words of a language."""
    return Words(lang, load(lang), load(ENGLISH))


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language is offered to people."""

    code: str
    name: str
    """What its own speakers call it."""
    short: str
    """A tag for a button."""
    direction: str
    """ltr or rtl, as a page has it."""


@lru_cache(maxsize=16)
def tongue(lang: str) -> Tongue:
    """A language in its own words."""
    from .figures import locale

    # From one file: nobody waits until a whole language is read that is not asked for.
    own = read(house_files(lang)[0]).there
    (name,), (short,) = own["language.name"], own["language.short"]
    return Tongue(lang, name, short, str(locale(lang).text_direction))


def tongues() -> list[Tongue]:
    """The languages that are offered, English first."""
    return [tongue(lang) for lang in languages()]
