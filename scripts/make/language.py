"""How far the translations have come, what one of them lacks, and the empty catalogues of a new one.

python scripts/make/language.py             a line for each language and part
python scripts/make/language.py de          the ids that German lacks or has doubtfully
python scripts/make/language.py es --start  empty catalogues beside the English ones, to be filled in
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural

from machinehall.kernel.homes import homes
from machinehall.words.files import ENGLISH, catalogues, house_files
from machinehall.words.progress import progress, translations

_PLURAL_FORMS = re.compile(r'^"Plural-Forms: .*\n', re.MULTILINE)
_SAID = re.compile(r'^msgstr(?:\[\d\])? ".*\n(?:".*"\n)*', re.MULTILINE)


def emptied(text: str, lang: str) -> str:
    """A catalogue with the same ids, as many plural forms as the language has, and nothing said."""
    head, gap, rest = text.partition("\n\n")
    plural = get_plural(str(Locale.parse(lang, sep="-")))
    head = head.replace(f"Language: {ENGLISH}\\n", f"Language: {lang}\\n")
    forms = f'"Plural-Forms: nplurals={plural.num_plurals}; plural={plural.plural_expr};\\n"\n'
    head = _PLURAL_FORMS.sub(lambda _: forms, f"{head}\n").rstrip("\n")
    blocks = [_block(block, plural.num_plurals) for block in rest.split("\n\n")]
    return head + gap + "\n\n".join(blocks)


def _block(block: str, forms: int) -> str:
    ids = _SAID.sub("", f"{block.rstrip()}\n")
    many = "msgid_plural" in ids
    return ids + ("\n".join(f'msgstr[{i}] ""' for i in range(forms)) if many else 'msgstr ""')


def start(lang: str) -> list[Path]:
    """Write the empty catalogues; those that are there stay as they are."""
    written = []
    for english in (*house_files(ENGLISH), *(home.words / f"{ENGLISH}.po" for home in homes().values())):
        path = english.with_name(f"{lang}.po")
        if english.is_file() and not path.exists():
            path.write_text(emptied(english.read_text(encoding="utf-8"), lang) + "\n", encoding="utf-8")
            written.append(path)
    return written


def lacking(lang: str) -> list[str]:
    """The ids that a language lacks or has doubtfully, a line each."""
    told = []
    for part in progress(lang):
        told += [f"{part.part} {part.kind}: {key}" for key in part.missing]
        told += [f"{part.part} {part.kind}: {key} (doubtful)" for key in part.doubtful]
    return told


def table() -> list[str]:
    """A line for each language and part."""
    rows = [part for lang in translations() for part in progress(lang)]
    return [
        f"{row.lang:6} {row.part:16} {row.kind:9} {row.there:5} of {row.total:5}"
        + (f", missing {len(row.missing)}" if row.missing else "")
        + (f", doubtful {len(row.doubtful)}" if row.doubtful else "")
        for row in rows
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lang", nargs="?", help="a language code, such as es or pt-BR")
    parser.add_argument("--start", action="store_true", help="write the empty catalogues of this language")
    chosen = parser.parse_args()
    if chosen.start and chosen.lang:
        try:
            Locale.parse(chosen.lang, sep="-")
        except (UnknownLocaleError, ValueError) as unknown:
            parser.error(f"no such language: {unknown}")
        print("\n".join(map(str, start(chosen.lang))) or "nothing to write: the catalogues are there")
    elif chosen.lang:
        if chosen.lang not in catalogues():
            parser.error(f"no catalogue for {chosen.lang}; begin one with --start")
        print("\n".join(lacking(chosen.lang)) or "whole")
    else:
        print("\n".join(table()))


if __name__ == "__main__":
    main()
