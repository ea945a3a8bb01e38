"""Languages: found by what is there, offered when the house is whole, written as their speakers write."""

from __future__ import annotations

import gettext
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.plurals import get_plural

import machinehall as mh
from machinehall.kernel import rulebook
from machinehall.server.shapes import NotifyBody
from machinehall.server.speech import language
from machinehall.words import ENGLISH, catalogues, figures, files, languages, load, say, tongue, tongues
from machinehall.words.progress import KINDS, progress, translations
from machinehall.words.titles import effects, heard, spoken, wording

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "make"))

import language as language_script

BOOKS = rulebook.book_path(rulebook.HOUSE).with_name("book")


@pytest.fixture
def words_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the house's catalogues, to which languages can be added."""
    folder = tmp_path / "words"
    shutil.copytree(files.FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(files, "FOLDER", folder)
    monkeypatch.setattr(files, "book_languages", lambda title: [*(path.stem for path in BOOKS.glob("*.md")), "eo"])
    yield from forgotten(folder)


def forgotten(folder: Path) -> Iterator[Path]:
    """What was read before and after is not taken for what is there."""
    for known in (files._catalogues, files._languages, load, say, tongue):
        known.cache_clear()
    yield folder
    for known in (files._catalogues, files._languages, load, say, tongue):
        known.cache_clear()


def test_a_language_is_added_by_its_catalogues_alone(words_folder: Path) -> None:
    for path in list(words_folder.rglob("en.po")):
        text = path.read_text(encoding="utf-8").replace("Language: en", "Language: eo")
        text = text.replace('msgstr "English"', 'msgstr "Esperanto"').replace('msgstr "EN"', 'msgstr "EO"')
        path.with_name("eo.po").write_text(text, encoding="utf-8")
    assert "eo" in catalogues() and languages()[0] == ENGLISH and "eo" in languages()
    assert [(own.name, own.short, own.direction) for own in tongues() if own.code == "eo"] == [
        ("Esperanto", "EO", "ltr")
    ]


@pytest.mark.parametrize("fault", ["missing", "empty", "fuzzy"])
def test_a_language_is_not_offered_before_the_house_is_whole(words_folder: Path, fault: str) -> None:
    for path in list(words_folder.rglob("de.po")):
        path.with_name("eo.po").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    path, entry = words_folder / "eo.po", 'msgid "web.nav.play"\nmsgstr "Spielen"\n'
    text = path.read_text(encoding="utf-8")
    assert entry in text
    worse = {"missing": "", "empty": entry.replace("Spielen", ""), "fuzzy": f"#, fuzzy\n{entry}"}[fault]
    path.write_text(text.replace(entry, worse), encoding="utf-8")
    assert "eo" in catalogues() and "eo" not in languages()
    assert say("eo")("web.nav.play") == "Play" and say("eo")("web.nav.rules") == "Regeln", "a translator can look at it"
    assert language(b"eo") == ENGLISH


def test_german_is_offered_by_its_own_name() -> None:
    assert tongue("de").name == "Deutsch" and "de" in languages()
    assert all(re.fullmatch(r"\w{2,3}", own.short) for own in tongues())
    assert len({own.name for own in tongues()}) == len(tongues())


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        (b"de", "de"),
        (b"de-AT,de;q=0.9,en;q=0.8", "de"),
        (b"DE-ch", "de"),
        (b"en;q=0.3, de-CH;q=0.9", "de"),
        (b"xx, pl;q=0.5, fr;q=0.5", "pl"),
        (b"de;q=0, fr;q=0.1", "fr"),
        (b"de;q=nonsense, fr;q=0.1", "fr"),
        (b"*", "en"),
        (b";;q=,,", "en"),
        (b"\xff\xfe", "en"),
        (b"", "en"),
    ],
)
def test_the_language_that_the_reader_likes_best(header: bytes, lang: str) -> None:
    assert language(header) == lang


def test_a_wish_for_notices_is_in_a_language_of_the_house() -> None:
    def wished(lang: str) -> str:
        return msgspec.json.decode(msgspec.json.encode({"language": lang}), type=NotifyBody).language

    assert [wished(lang) for lang in languages()] == languages()
    for strange in ("xx", "de\n", "", "EN"):
        with pytest.raises(msgspec.ValidationError):
            wished(strange)
    schema = msgspec.json.schema(NotifyBody)["$defs"]["NotifyBody"]["properties"]["language"]
    assert schema["enum"] == languages()


@pytest.mark.parametrize("lang", languages())
def test_plurals_are_those_of_the_locale(lang: str) -> None:
    known = get_plural(lang)
    ours, theirs = load(lang).plural, gettext.c2py(known.plural_expr)
    assert [n for n in range(1000) if ours(n) != theirs(n)] == []
    for path in files.house_files(lang):
        forms = {len(said) for said in files.read(path).there.values()}
        assert forms <= {1, known.num_plurals}, path


QUOTES = {"de": "„“", "pl": "„”", "en": "“”", "fr": "«»", "ru": "«»"}
"""What stands around words that are quoted; straight ones are left to the command line, where people type them."""


@pytest.mark.parametrize("lang", sorted(QUOTES))
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    strange = set("„“”«»") - set(QUOTES[lang])
    told = {key: "".join(forms) for path in files.house_files(lang) for key, forms in files.read(path).there.items()}
    assert [key for key, text in told.items() if strange & set(text)] == []


def test_numbers_and_days_as_each_language_writes_them() -> None:
    assert figures.number("en", -3.25, 2, signed=True) == "−3.25" and figures.number("de", 3.25, 2) == "3,25"
    assert figures.number("de", 1234.5, 1, signed=True) == "+1234,5" and figures.number("de", 12.0) == "12"
    assert figures.percent("en", 0.125, 1) == "12.5%" and figures.percent("de", 0.125, 1) == "12,5\N{NO-BREAK SPACE}%"
    assert figures.short_number("de", 0.5) == "0,5" and figures.short_number("fr", 2.0) == "2"
    assert figures.day("de", 1_000_000_000) == "09.09.2001" and "2001" in figures.day("ru", 1_000_000_000)
    assert figures.ago("de", 90_000) == "vor 1 Tag" and figures.ago("de", -90_000) == figures.ago("de", 0)


def test_a_title_without_the_language_speaks_english_throughout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    title = mh.title("promethium")
    assert spoken(title, "fr") == "fr" and heard(title, say("fr")).lang == "fr"
    poor = tmp_path / "words"
    poor.mkdir()
    shutil.copy(title.home.words / "en.po", poor)
    monkeypatch.setattr(type(title.home), "words", property(lambda home: poor))
    assert spoken(title, "fr") == ENGLISH and heard(title, say("fr")).lang == ENGLISH
    view = mh.new_match("promethium", 2, seed=1).view(0)
    assert wording(title, say("fr")).asked(view, 0) == wording(title, say("en")).asked(view, 0)
    assert effects.__wrapped__(title, say("fr")).say.lang == ENGLISH
    (poor / "en.po").unlink()
    assert spoken(title, "fr") == "fr", "a title without words of its own has the plain ones of the house"


def test_half_a_title_is_spoken_and_less_is_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    title = mh.title("promethium")
    for name in ("en", "fr"):
        shutil.copy(title.home.words / f"{name}.po", tmp_path)
    lines = (tmp_path / "fr.po").read_text(encoding="utf-8").split("\n\n")
    (tmp_path / "pl.po").write_text("\n\n".join(lines[: len(lines) // 3]), encoding="utf-8")
    (tmp_path / "ru.po").write_text("\n\n".join(lines[: len(lines) * 2 // 3]), encoding="utf-8")
    monkeypatch.setattr(type(title.home), "words", property(lambda home: tmp_path))
    assert [spoken(title, lang) for lang in ("fr", "pl", "ru", "de")] == ["fr", "en", "ru", "en"]


def test_progress_tells_what_is_missing_and_doubtful(words_folder: Path) -> None:
    path, entry = words_folder / "ru.po", '\nmsgid "web.nav.play"\n'
    text = path.read_text(encoding="utf-8")
    first, _, rest = text.partition(entry)
    path.write_text(first + "\n#, fuzzy" + entry + rest.partition("\n\n")[0] + "\n", encoding="utf-8")
    house = next(part for part in progress("ru") if (part.part, part.kind) == (rulebook.HOUSE, "words"))
    assert house.doubtful == ("web.nav.play",) and "web.nav.rules" in house.missing and not house.whole
    assert house.there + len(house.missing) + 1 == house.total > 900
    assert ENGLISH not in translations() and {part.kind for part in progress("fr")} == set(KINDS)


@pytest.mark.parametrize(("lang", "forms"), [("es", 2), ("pt-BR", 2), ("cs", 3), ("ja", 1)])
def test_empty_catalogues_for_a_new_language(lang: str, forms: int, tmp_path: Path) -> None:
    for english in files.house_files(ENGLISH):
        path = tmp_path / f"{lang}.po"
        path.write_text(language_script.emptied(english.read_text(encoding="utf-8"), lang), encoding="utf-8")
        text = path.read_text(encoding="utf-8")
        ids = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
        assert ids.findall(text) == ids.findall(english.read_text(encoding="utf-8"))
        files.read.cache_clear()
        assert files.read(path).there == {} and f"Language: {lang}\\n" in text
        assert f"nplurals={forms};" in text and f"msgstr[{forms}]" not in text
        assert ("msgid_plural" in text) == (f"msgstr[{forms - 1}]" in text)
