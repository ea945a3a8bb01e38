"""The books for players: complete, in their languages, and no link in them or to them is dead."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.kit import symbols
from machinehall.draw.look import look_of
from machinehall.kernel import handbook
from machinehall.kernel.handbook import GLOSSARY, RULE_ID, SHEETS, SUMMARY, load_handbook, sheet
from machinehall.kernel.rulebook import HOUSE, BadRulebook, Rule, Rulebook, Ruling, load_rulebook
from machinehall.web.books.markup import markdown
from machinehall.words import languages

SOURCE = Path(mh.__file__).parent
TITLES = titles_from(Stage.TAUGHT)
WHOLE = [(book, lang) for book in (HOUSE, *TITLES) for lang in sorted({"en", "fr", *handbook.book_languages(book)})]
CHAPTER = r"(?:chapter|chapitre|Kapitel|rozdział|глава|ch\.|rozdz\.|гл\.) (\d+)"
BUILDERS = re.compile(r"\b(engine|implementer|JSON|OCR|fixture|placeholder|constant|predicate)\b|\.json", re.I)
"""Words of people who build the table, not of those who play at it."""


def told(book: Rulebook) -> list[str]:
    """The ids that players are told about."""
    return [i for i, entry in book.index.items() if isinstance(entry, (Rule, Ruling))]


def mentions(text: str) -> set[str]:
    return set(RULE_ID.findall(text))


def known(title: str) -> set[str]:
    return set(load_rulebook(title).index) | set(load_rulebook(HOUSE).index)


def options(book: str) -> set[str]:
    return set() if book == HOUSE else {option.name for option in mh.titles()[book].options}


def figures(text: str) -> Counter[str]:
    """The numbers of a text; ids of rules, chapters, pieces and ordinals aside."""
    bare = re.sub(r"\w+\.? \d+(?:st|nd|rd|er|e)? (?=use|usage)|\b[A-DMT]\d+\b|\bIS-\d\b", "", RULE_ID.sub("", text))
    return Counter(re.findall(r"\d+", re.sub(CHAPTER, "", bare)))


def shape(text: str) -> list[str]:
    """The marks at the beginning of lines."""
    return [found[0] if (found := re.match(r"#+|-|\d+\.|\|", line)) else "" for line in text.splitlines()]


@pytest.mark.parametrize(("book", "lang"), WHOLE)
def test_every_rule_and_ruling_is_told(book: str, lang: str) -> None:
    spec, read = load_rulebook(book), load_handbook(book, lang)
    assert lang in handbook.book_languages(book)
    assert sorted(set(told(spec)) - set(read.index)) == []
    assert sorted(set(read.index) - set(told(spec))) == []
    assert all(entry.text.strip() for entry in read.index.values())
    numbers = {entry.chapter for entry in spec.rules}
    assert numbers <= {chapter.number for chapter in read.chapters}


@pytest.mark.parametrize(("book", "lang"), WHOLE)
def test_it_is_written_for_players_in_their_language(book: str, lang: str) -> None:
    read = load_handbook(book, lang)
    for entry in read.index.values():
        assert not (found := BUILDERS.search(entry.text)), (entry.id, found)
        assert mentions(entry.text) <= known(book), entry.id
        assert set(re.findall(r"`([^`]+)`", entry.text)) <= options(book), entry.id
    if lang != "en":
        english = load_handbook(book, "en")
        unlike = [i for i in read.index if set(figures(read.index[i].text)) != set(figures(english.index[i].text))]
        assert not unlike, "the same figures in every language"
        same = [i for i in read.index if read.index[i].text == english.index[i].text and len(read.index[i].text) > 40]
        assert not same


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("kind", SHEETS)
def test_summary_and_glossary_are_there_in_every_language(title: str, lang: str, kind: str) -> None:
    assert (handbook.folder(title) / f"{kind}.{lang}.md").is_file()
    text, english = sheet(title, kind, lang), sheet(title, kind, "en")
    assert mentions(text) and mentions(text) <= known(title)
    assert mentions(text) == mentions(english)
    assert handbook.icons(text) == handbook.icons(english)
    assert all(f"i-{name}" in symbols() for name in handbook.icons(text))
    assert shape(text) == shape(english), "the same headings, lists and tables"
    assert figures(text) == figures(english)
    if kind == SUMMARY:
        assert 350 < len(text.split()) < 1000, "about two printed pages"
    else:
        assert len(handbook.icons(text)) > 20
    if lang != "en":
        assert text != english


@pytest.mark.parametrize("title", TITLES)
def test_chapters_that_are_mentioned_exist(title: str) -> None:
    read = load_handbook(title, "en")
    texts = [sheet(title, kind, lang) for kind in SHEETS for lang in languages()]
    texts += [entry.text for lang in languages() for entry in load_handbook(title, lang).index.values()]
    found = {int(number) for text in texts for number in re.findall(CHAPTER, text)}
    assert found <= {chapter.number for chapter in read.chapters}


def cited(path: Path, bare: bool = False) -> Iterator[str]:
    """The ids in the strings of a module, or only in those without blanks, which become links.

    Docstrings may point at a part of a rule, such as PR-4.4a; links may not.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not (bare and " " in node.value):
            yield from (rule if " " not in node.value else rule.rstrip("abc") for rule in mentions(node.value))


@pytest.mark.parametrize("title", TITLES)
def test_no_link_from_the_code_is_dead(title: str) -> None:
    folder, found = SOURCE / "titles" / title.replace("-", "_"), known(title)
    for path in folder.rglob("*.py"):
        assert set(cited(path)) <= found, path
    played = mh.titles()[title]
    rules = {option.rule for option in played.options} | {decision.rule for decision in played.decisions.values()}
    rules |= {look_of(played).event_rule(kind) for kind in played.events}
    rules |= {rule for path in folder.rglob("*.py") for rule in cited(path, bare=True)}
    book = set(load_handbook(title, "en").index) | set(load_handbook(HOUSE, "en").index)
    assert {rule for rule in rules if rule} <= book, "the pages of the table link to the book"


def test_no_link_from_the_words_is_dead() -> None:
    everywhere = set().union(*(known(title) for title in TITLES))
    for path in (SOURCE / "words").rglob("*.po"):
        assert mentions(path.read_text(encoding="utf-8")) <= everywhere, path


@pytest.mark.parametrize("title", TITLES)
def test_an_option_says_at_its_rule_what_is_usual(title: str) -> None:
    read = load_handbook(title, "en")
    for option in mh.titles()[title].options:
        assert read.lookup(option.rule) is not None, option


def test_looking_up_and_searching() -> None:
    assert handbook.entry("promethium", "fr", "pr-4.12") is load_handbook("promethium", "fr").lookup("PR-4.12")
    assert handbook.entry("promethium", "fr", "PR-EX-03") is load_rulebook("promethium").lookup("PR-EX-03")
    assert handbook.entry("promethium", "fr", "MH-1.3") is load_handbook(HOUSE, "fr").lookup("MH-1.3")
    assert handbook.entry("promethium", "fr", "PR-99.9") is None
    hits = [entry.id for entry in handbook.search("promethium", "fr", "DEFAUSSEZ chimiste")]
    assert "PR-6.8" in hits and handbook.search("promethium", "fr", "zeppelin") == []


def test_a_language_without_a_book_reads_the_english_one() -> None:
    assert handbook.book_language("nucleum", "eo") == "en" and handbook.book_language(HOUSE, "ru") == "ru"
    assert load_handbook("nucleum", "eo").lookup("NU-4.2") == load_handbook("nucleum", "en").lookup("NU-4.2")
    assert sheet("nucleum", SUMMARY, "eo") == sheet("nucleum", SUMMARY, "en")
    with pytest.raises(BadRulebook, match=r"no rulebook for .chess."):
        load_handbook("chess", "en")


def test_icons_are_drawn_or_left_out() -> None:
    assert handbook.without_icons("| :i-coal: | coal |") == "| | coal |"
    assert "#i-coal" in markdown(sheet("promethium", GLOSSARY, "pl"), "promethium")
