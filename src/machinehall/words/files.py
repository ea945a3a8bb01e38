"""The catalogues on disk: a language is there as soon as it has one, and is offered once the house is whole in it.

Nothing lists the languages: whoever puts `<lang>.po` beside the others, and the house's book, has added one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from machinehall.kernel.handbook import book_languages
from machinehall.kernel.rulebook import HOUSE

FOLDER = Path(__file__).parent
ENGLISH = "en"


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """What one file says."""

    there: dict[str, tuple[str, ...]]
    """For each id that is translated one sentence, or one for each plural form."""
    doubtful: frozenset[str]
    """Ids with a translation that waits for a second look (fuzzy); it is not used."""
    plural: str
    """Which plural form a number takes, as an expression of gettext."""


@cache
def read(path: Path) -> Entries:
    """A catalogue file, read once."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem.replace("-", "_"), abort_invalid=True)
    there, doubtful = {}, set()
    for message in catalogue:
        key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
        forms = tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string,)
        if key and message.fuzzy:
            doubtful.add(str(key))
        elif key and all(forms):
            there[str(key)] = tuple(str(form) for form in forms)
    return Entries(there, frozenset(doubtful), catalogue.plural_expr)


def house_files(lang: str) -> list[Path]:
    """The catalogues of the house in a language, the main one first."""
    return [FOLDER / f"{lang}.po", *sorted(FOLDER.glob(f"*/{lang}.po"))]


@cache
def _catalogues() -> tuple[str, ...]:
    found = sorted(path.stem for path in FOLDER.glob("*.po"))
    return tuple(sorted(found, key=lambda lang: lang != ENGLISH))


def catalogues() -> list[str]:
    """The languages that have a catalogue, whole or not, English first."""
    return list(_catalogues())


def untranslated(english: list[Path], own: list[Path]) -> list[str]:
    """Ids of the English files that these do not say, or say doubtfully."""
    said = {key for path in own for key in read(path).there}
    return [key for path in english for key in read(path).there if key not in said]


@cache
def _languages() -> tuple[str, ...]:
    whole = [lang for lang in _catalogues() if lang in book_languages(HOUSE)]
    return tuple(lang for lang in whole if not untranslated(house_files(ENGLISH), house_files(lang)))


def languages() -> list[str]:
    """The languages that are offered to people, English first: those in which the house is whole."""
    return list(_languages())
