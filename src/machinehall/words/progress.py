"""How far each translation has come: by language and part, what is there, what is missing, what is doubtful."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from machinehall.kernel.handbook import SHEETS, book_languages, folder, load_handbook
from machinehall.kernel.homes import homes
from machinehall.kernel.rulebook import HOUSE

from .files import ENGLISH, catalogues, house_files, read

WORDS, RULES = "words", "rules"
KINDS = (WORDS, RULES, *SHEETS)


class Progress(NamedTuple):
    """One kind of text of one part, in one language."""

    lang: str
    part: str
    """The house or a title."""
    kind: str
    total: int
    """How many messages or rules the English one has; a summary or glossary is one."""
    missing: tuple[str, ...]
    doubtful: tuple[str, ...]

    @property
    def there(self) -> int:
        return self.total - len(self.missing) - len(self.doubtful)

    @property
    def whole(self) -> bool:
        return self.there == self.total


def progress(lang: str) -> list[Progress]:
    """The house first, then each title that has words or books in English."""
    found = [_words(lang, HOUSE, house_files(ENGLISH), house_files(lang)), *_books(lang, HOUSE)]
    for name, home in homes().items():
        if (home.words / f"{ENGLISH}.po").is_file():
            found.append(_words(lang, name, [home.words / f"{ENGLISH}.po"], [home.words / f"{lang}.po"]))
        found += _books(lang, name)
    return found


def translations() -> list[str]:
    """The languages to which something can still be said: all but English, offered or not."""
    return [lang for lang in catalogues() if lang != ENGLISH]


def _words(lang: str, part: str, english: list[Path], own: list[Path]) -> Progress:
    files = [read(path) for path in own if path.is_file()]
    there = {key for file in files for key in file.there}
    doubtful = {key for file in files for key in file.doubtful} - there
    keys = [key for path in english for key in read(path).there]
    missing = tuple(key for key in keys if key not in there and key not in doubtful)
    return Progress(lang, part, WORDS, len(keys), missing, tuple(key for key in keys if key in doubtful))


def _books(lang: str, part: str) -> Iterator[Progress]:
    """The rules by their ids; summary and glossary as wholes."""
    if ENGLISH in book_languages(part):
        rules = list(load_handbook(part, ENGLISH).index)
        own = load_handbook(part, lang).index if lang in book_languages(part) else {}
        yield Progress(lang, part, RULES, len(rules), tuple(rule for rule in rules if rule not in own), ())
    for kind in SHEETS:
        if (folder(part) / f"{kind}.{ENGLISH}.md").is_file():
            there = (folder(part) / f"{kind}.{lang}.md").is_file()
            yield Progress(lang, part, kind, 1, () if there else (f"{kind}.{lang}.md",), ())
