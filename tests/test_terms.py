"""The term base: one word for one thing, in every text of every language that is held to it."""

from __future__ import annotations

import re

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.kit import symbols
from machinehall.kernel.handbook import GLOSSARY, sheet
from machinehall.kernel.rulebook import HOUSE
from machinehall.web.books.figures import figure
from machinehall.web.books.terms import terms_page
from machinehall.words import languages
from machinehall.words.terms import BadTerms, Ban, faults, parse, parts, plain, term_base, texts

CHECKED = [lang for lang in term_base(HOUSE).checked if lang in languages()]
ROW = re.compile(r"^\| :i-([a-z0-9_-]+): \| ([^|]+) \|", re.MULTILINE)
SPOKEN = 'languages = ["en", "fr"]\n'
GOOD = SPOKEN + '[bid]\nen = "bid token"\nfr = "Jeton Mise"\n'


def bans(rule: str) -> list[Ban]:
    (term,) = parse("somewhere", f"{GOOD}not = [{rule}]").terms
    return list(term.bans)


# What is there


@pytest.mark.parametrize("lang", CHECKED)
@pytest.mark.parametrize("part", parts())
def test_one_word_stands_for_one_thing(part: str, lang: str) -> None:
    found = faults(part, lang)
    assert not found, "\n".join(["", *map(str, found)])


def test_the_house_and_every_title_in_words_have_their_terms() -> None:
    assert parts() == [HOUSE, *sorted(titles_from(Stage.WORDED))]
    assert all(term_base(part).terms for part in parts())


@pytest.mark.parametrize("part", parts())
def test_an_exception_is_for_a_place_that_there_is(part: str) -> None:
    """What was renamed or mended needs no exception any more."""
    for term in term_base(part).terms:
        for ban in term.bans:
            places = {text.place for name in parts() for text in texts(name, ban.lang)}
            for at in ban.at if ban.lang in languages() else ():
                assert at in places or any(at[-1] == "*" and place.startswith(at[:-1]) for place in places), at


@pytest.mark.parametrize("title", titles_from(Stage.WORDED))
def test_pictures_of_the_things_are_there(title: str) -> None:
    for term in term_base(title).terms:
        assert not term.sign or f"i-{term.sign}" in symbols(), term.name
        assert not term.figure or "<svg" in figure(title, f"draw:{term.figure}", term.name, "light", "en"), term.name


@pytest.mark.parametrize("lang", CHECKED)
@pytest.mark.parametrize("title", titles_from(Stage.TAUGHT))
def test_the_glossary_has_the_words_of_the_term_base(title: str, lang: str) -> None:
    words: dict[str, list[str]] = {}
    for term in term_base(title).terms:
        words.setdefault(term.sign, []).append(term.words[lang].casefold().partition(" (")[0])
    rows = {sign: word.casefold() for sign, word in ROW.findall(plain_signs(sheet(title, GLOSSARY, lang)))}
    assert rows
    for sign, word in rows.items():
        assert sign not in words or any(known in word or word in known for known in words[sign]), (sign, word)


def plain_signs(text: str) -> str:
    """A table without the gaps that typography gives it."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("’", "'")


def test_translators_read_them_with_their_pictures() -> None:
    page = terms_page()
    assert 'href="#i-thaler"' in page and '<td lang="de">Taler</td>' in page and "<b>Talar</b>" not in page
    assert "<b>talar</b>" in page and "embauch*" in page and "£" in page
    assert page.count("<tr id=") == sum(len(term_base(part).terms) for part in parts())


def test_all_that_people_read_is_searched() -> None:
    places = {text.place for text in texts("nucleum", "en")}
    assert {"nucleum.draw.market", "learn.nucleum.first.lay", "NU-14.1", "NU-D21", "summary", "glossary"} <= places
    assert "web.lost" in {text.place for text in texts(HOUSE, "en")}
    assert not any("nucleum" in text.place for text in texts(HOUSE, "en"))


# How it is searched


def test_a_word_is_found_whole_and_with_its_endings() -> None:
    (ban,) = bans('{ fr = ["embauch*", "jeton* de mise"], why = "the print says so" }')
    assert ban.found("Embauchez, réembaucher: l'embauche") == ["Embauchez", "embauche"]
    assert ban.found(plain("deux jetons\N{NO-BREAK SPACE}de mise, jeton {0} mise")) == ["jetons de mise"]
    (exact,) = bans('{ en = ["Traf"], case = true, why = "a name" }')
    assert exact.found("Traf, traf, Trafalgar") == ["Traf"]


def test_ids_figures_and_signs_are_no_words() -> None:
    assert plain("{coin} :i-coin: `coin` NU-1.1 (draw:coin/1) coin’s") == "¤ ¤ ¤ ¤ ¤ coin's"


def test_homonyms_are_named_with_their_reason() -> None:
    (ban,) = bans(
        '{ en = ["edge*"], why = "end", at = { "NU-2.*" = "of the map" }, within = { "at the edges" = "of it" } }'
    )
    assert ban.found("coal at the edges, an edge") == ["edge"]
    assert ban.holds_at("NU-3.1") and not ban.holds_at("NU-2.10") and not ban.holds_at("NU-2.")


def test_a_fault_says_where_and_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    base = parse(HOUSE, f'{GOOD}not = [{{ en = ["content*"], why = "for this test" }}]')
    monkeypatch.setattr("machinehall.words.terms.term_base", lambda _: base)
    told = [str(fault) for fault in faults(HOUSE, "en") if "web.skip" in fault.where]
    assert told == ["house, en.po, web.skip: “content”, write “bid token” (for this test)"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bid", "somewhere: "),
        (f"{SPOKEN}bid = 3", "bid is no table"),
        (f'{SPOKEN}[bid]\nen = "bid"', "no word in fr"),
        (f'{SPOKEN}[bid]\nen = "bid"\nfr = " "', "no word in fr"),
        (f'{GOOD}sgn = "x"', "'sgn' is not known"),
        (f"{GOOD}sign = 3", "sign must be a str"),
        (f'{GOOD}not = [{{ en = ["stake"] }}]', "needs its reason"),
        (f'{GOOD}not = [{{ en = "stake", why = "so" }}]', "must be a list of words"),
        (f'{GOOD}not = [{{ en = ["stake"], why = "so", at = {{ x = "" }} }}]', "an exception needs its reason"),
        (f'{GOOD}not = [{{ en = ["bid*"], why = "so" }}]', "is among those it bans"),
    ],
)
def test_a_bad_term_base_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadTerms, match=re.escape(said)):
        parse("somewhere", text)


def test_a_title_from_outside_needs_none() -> None:
    assert all(name in parts() or not (mh.title(name).home.words / "terms.toml").is_file() for name in mh.titles())
