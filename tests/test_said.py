"""How things are said in every language: names instead of codes, counted nouns, lists of lists, the sign of minus."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.kit import text
from machinehall.kernel.title_wording import TitleWording
from machinehall.kernel.values import Event
from machinehall.kernel.wording import SHORT, brief, listed, minus
from machinehall.words import languages, load, say
from machinehall.words.figures import number, short_number
from machinehall.words.terms import texts
from machinehall.words.titles import wording

LANGUAGES = languages()
PRINTED = {
    "nucleum": {"experiment", "technology", "card", "die"},
    "imperial-steam": {"loco", "crew", "growth"},
    "promethium": {"cell"},
}
"""Names that are printed on the pieces, and places by letter and number: they are said as they stand."""


def spoken(title: str, lang: str) -> TitleWording[Any]:
    found = wording(mh.title(title), say(lang))
    assert isinstance(found, TitleWording)
    return found


@pytest.mark.parametrize(
    ("written", "set_"),
    [
        (-3, "−3"),
        ("£-12", "−£12"),
        ("Red ends with -7 fl.", "Red ends with −7 fl."),
        ("IS-3, T2-01, 2026-11-18, a-1, NU-23.4", "IS-3, T2-01, 2026-11-18, a-1, NU-23.4"),
        ("3-5, --help, -x, a - 1", "3-5, --help, -x, a - 1"),
    ],
)
def test_what_is_below_zero_has_the_sign_of_print(written: object, set_: str) -> None:
    assert minus(written) == set_
    assert set_ in text(0, 0, written, 12, "#000"), "on drawings too"


@pytest.mark.parametrize(
    ("label", "short"),
    [
        ("Done", "Done"),
        ("Patent verkaufen: Frankreich/Ingenieur/Eisen (1)", "Patent verkaufen"),
        ("Vendre le brevet : France", "Vendre le brevet"),
        ("Realise Submarine (level 3, £22)", "Realise Submarine"),
        ("Play [Develop]", "Play [Develop]"),
        ("Play [Urbanize / Energize]", "Urbanize / Energize"),
        ("Lay [any income +1 for 1 thaler / 2 workers] as a rail", "any income +1 for 1\N{NO-BREAK SPACE}…"),
        ("Track Wr. Neustadt–Gloggnitz", "Track Wr. Neustadt\N{NO-BREAK SPACE}…"),
        ("Gleis St. Veit a.d. Glan–Feldkirchen", "Gleis St. Veit a.d.\N{NO-BREAK SPACE}…"),
        ("Buy at once, Order for the next round", "Buy at once\N{NO-BREAK SPACE}…"),
        ("Worker of level II, in training", "Worker of level II\N{NO-BREAK SPACE}…"),
    ],
)
def test_a_name_in_a_narrow_place_says_what_is_done_or_with_which_piece(label: str, short: str) -> None:
    assert brief(label) == short and len(brief(label)) <= SHORT + 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scores_below_zero_are_said_with_it(lang: str) -> None:
    for title in titles_from(Stage.WORDED):
        told = spoken(title, lang).story([Event("final_score", (0, -14))])[0].text
        assert "−" in told and "-14" not in told, told
    assert number(lang, -1.5, 1)[0] == number(lang, -2, signed=True)[0] == short_number(lang, -0.25)[0] == "−"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", titles_from(Stage.WORDED))
def test_nothing_is_called_by_the_code_of_its_record(title: str, lang: str) -> None:
    """Log and buttons name what people see; only what is printed on a piece may look like a code."""
    words, game = spoken(title, lang), mh.title(title)
    known = words.names.t.domains  # type: ignore[attr-defined]
    used = {domain for kind in game.events.values() for domain in kind.args}
    used |= {domain for domains in words.arguments.values() for domain in domains}
    found = {
        f"{domain}: {name}"
        for domain in (used - PRINTED[title]) & set(known)
        for i, key in enumerate(known[domain])
        if (name := words.names(domain, i)) == key and not name.isdecimal() and not name.isalpha()
    }
    assert sorted(found)[:5] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lists_in_lists_are_kept_apart(lang: str) -> None:
    words = say(lang)
    assert listed(words, ["a", "", "b"]) == "a, b"
    apart = listed(words, ["a, b", "c"])
    assert ";" in apart and apart.startswith("a, b") and apart.endswith("c")
    assert words.together(["a", "b"]) == f"a {words.together(['', ''])[1:-1].strip()} b"
    three = words.together(["a", "b", "c"])
    assert three.startswith("a, b ") and three.count(",") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_contracts_are_lists_that_can_be_told_apart(lang: str) -> None:
    words = spoken("imperial-steam", lang)
    needs = words.names.t.contract_needs  # type: ignore[attr-defined]
    cards = sorted(range(len(needs)), key=lambda card: -sum(map(bool, needs[card])))[:3]
    told = words.story([Event("contract_shown", (card,)) for card in cards])[0].text
    assert told.count(";") == 2 and say(lang).together(["x", "y"])[1:-1] in told, told


COUNTED = {
    "imperial-steam.event.contract_signed": 2,
    "imperial-steam.event.factory_built": 3,
    "nucleum.event.baron_contracts_discarded": 1,
    "nucleum.event.baron_matched": 1,
    "nucleum.event.barons_recharged": 0,
    "nucleum.event.tiles_recovered": 1,
    "nucleum.do.baron_contracts_discarded": 1,
}
"""Sentences that count things, and which of their figures the count is."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("message", COUNTED)
def test_counted_things_take_the_form_of_their_number(message: str, lang: str) -> None:
    """No "gains investors: 1"."""
    forms, plural = load(lang).sentences[message], load(lang).plural
    assert len(forms) == 1 + max(map(plural, range(100)))
    assert not any(f"{{{COUNTED[message]}}}" in form for form in forms), "the count is {n}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_offered_up_to_none(lang: str) -> None:
    steam, nucleum = spoken("imperial-steam", lang), spoken("nucleum", lang)
    full, some = (steam.story([Event("contract_signed", (0, 0, new))])[0].text for new in (0, 2))
    assert "0 " not in full.replace(steam.names("contract", 0), "") and "2" in some
    assert not re.search(r"\b0\b", nucleum.story([Event("tiles_recovered", (0, 0))])[0].text)
    for message in ("imperial-steam.prompt.import.none", "promethium.prompt.discard.none"):
        assert not figures(load(lang).sentences[message][0])


def figures(sentence: str) -> list[str]:
    return re.findall(r"\{\w*\}", sentence)


BENT = re.compile(r"(\w{3,}) \((\w[^()]*)\)")
"""A place by a language's own name, with that of the map behind it."""
CAPITALS = {"Wien", "Trieste"}
"""Known by their own names in every language; the term base says which."""


def places_of(title: str) -> set[str]:
    """The places of a map by the names that it prints."""
    files = (mh.title(title).home.folder / "data").glob("cities*.json")
    return {row["name"] for file in files for row in json.loads(file.read_text(encoding="utf-8"))["records"]}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", titles_from(Stage.TAUGHT))
def test_places_are_called_as_the_map_calls_them(title: str, lang: str) -> None:
    """Names of things say the map's, as the log does; a sentence that bends its own name puts the map's behind it."""
    told = {text.place: text.words for text in texts(title, lang) if text.file.endswith(".po")}
    known = {(word[:-1], place) for line in told.values() for word, place in BENT.findall(line)}
    for stem, place in ((stem, place) for stem, place in known if place in places_of(title) - CAPITALS):
        for key, line in told.items():
            first = re.search(rf"\b{stem}\w{{0,2}}\b( \({re.escape(place)}\))?", line)
            if first and not key.endswith(".title"):
                assert first[1] and ".name." not in key, (key, line)
