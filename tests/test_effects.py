"""What does it do: every component has a text made from its record, in every language, with where it comes from."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.packs import record_id
from machinehall.kernel.values import Action
from machinehall.words import ENGLISH, languages, load, say
from machinehall.words.titles import effects

TITLES = titles_from(Stage.WORDED)
LANGUAGES = languages()
NUMBERS = "constants"
"""Figures of the rules: no components."""
LAYERS = frozenset(
    {"ground", "map", "tracks", "towns", "badges", "boards", "rivals", "own", "labels", "rails", "sites", "coal"}
    | {"side", "board", "fair", "tally"}
)
"""Whole sheets of a drawing: what lies on them has words of its own."""
RAW = re.compile(r"[{}*]|\b[a-z]+_[a-z]|\b[a-z]+\d*[-.:]+[a-z]*\d|\b[a-z]\d\d\b")
"""Traces of an id."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TITLES)
def test_every_component_has_a_text(name: str, lang: str) -> None:
    title = mh.title(name)
    told = {(effect.file, effect.id): effect for effect in effects(title, say(lang))}
    for file, rows in title.pack.records.items():
        if file == NUMBERS:
            continue
        for row in rows:
            effect = told.pop((file, record_id(row)))
            assert effect.name.strip() and effect.lines and all(line.strip() for line in effect.lines), effect
            assert not re.search(r"[{}]|_[a-z]", effect.text), effect
            assert load(lang).sentences[f"effect.source.{row.source}"][0] in effect.origin  # type: ignore[attr-defined]
    assert not told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TITLES)
def test_components_stand_in_groups_with_headings(name: str, lang: str) -> None:
    told = effects(mh.title(name), say(lang))
    files = [file for group in told.shelves.values() for file in group]
    assert sorted(files) == sorted(told.records)
    own = load(lang).sentences
    assert [file for file in (*files, NUMBERS) if not {f"{name}.file.{file}", f"file.{file}"} & own.keys()] == []
    assert [group for group in told.shelves if f"{name}.parts.{group}" not in own] == []


@pytest.mark.parametrize("name", TITLES)
def test_texts_follow_the_data(name: str) -> None:
    """Whoever changes a figure of a record changes its text."""
    title = mh.title(name)
    found = effects(title, say(ENGLISH))
    changed = {
        "nucleum": ("buildings", "build_cost_thaler"),
        "imperial-steam": ("locomotives", "price"),
        "promethium": ("projects", "value"),
    }
    file, field = changed[name]
    record = title.pack.records[file][0]
    before = found.describe(file, record_id(record)).text
    other = msgspec.structs.replace(record, **{field: 77})
    _, lines = found.texts[file](other)
    assert "77" in " ".join(lines) and "77" not in before


def test_nucleum_says_what_is_printed() -> None:
    found = effects(mh.title("nucleum"), say(ENGLISH))
    assert "loses 3 VP" in found.at({"players": 2}, "milestone-0")[0].text
    assert "gain 1 uranium" in found.describe("technologies", "a1").text
    assert "2 thaler" in found.describe("contracts", "c01").text and "green" in found.describe("contracts", "c01").text
    assert found.describe("action_tiles", "b02").origin == "Source: our own reconstruction; the printed one may differ."
    assert [effect.file for effect in found.find("leipzig")] == ["cities_12", "cities_34"]


def some_views(name: str, seats: int) -> Iterator[tuple[dict[str, Any], list[Action]]]:
    """Views of a random match with what can be chosen there."""
    title, rng = mh.title(name), random.Random(5)
    state = title.start(seats, {}, rng)
    title.deal(state, rng)
    for number in range(160):
        if not state.stack:
            break
        seat = title.to_act(state)[0]
        legal = title.legal(state, seat)
        if number % 40 == 0:
            yield title.view(state, seat), legal
        title.apply(state, seat, rng.choice(legal), check=False)
        title.deal(state, rng)


@pytest.mark.parametrize("name", TITLES)
def test_every_place_of_a_drawing_says_what_it_is(name: str) -> None:
    """A component by the id it has in the drawing, or the rule about the place; in every language, without an id."""
    title = mh.title(name)
    look, tellers = look_of(title), [effects(title, say(lang)) for lang in LANGUAGES]
    silent, files, low = set(), set(), title.seats[0]
    for view, legal in chain(some_views(name, low), some_views(name, 4)):
        for size in ("wide", "narrow"):
            drawn = look.panels(view, theme="light", legal=legal, names="ABCDE", say=say(ENGLISH), size=size)
            for place in {key for panel in drawn for key in re.findall(r'<g[^>]*\bid="([^"]+)"', panel.body)}:
                for told in tellers:
                    found = told.at(view, place)
                    files |= {effect.file for effect in found}
                    assert not any(RAW.search(effect.text) for effect in found), found
                    if not found:
                        silent.add(place)
    assert silent <= LAYERS, f"nothing is said about {sorted(silent - LAYERS)}"
    assert len(files) > 6


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TITLES)
def test_no_title_in_a_drawing_shows_an_id(name: str, lang: str) -> None:
    """What the browser itself shows when the pointer rests on a thing."""
    seen, look = 0, look_of(mh.title(name))
    for view, legal in some_views(name, 3):
        drawn = look.panels(view, theme="light", legal=legal, names="ABCDE", say=say(lang), size="wide")
        for title in (found for panel in drawn for found in re.findall(r"<title>([^<]*)</title>", panel.body)):
            assert not RAW.search(html.unescape(title)), title
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("name", TITLES)
def test_a_choice_names_its_components(name: str) -> None:
    title = mh.title(name)
    told, view = effects(title, say(ENGLISH)), title.view(title.start(3, {}, random.Random(1)), 0)
    text, file = {
        "nucleum": ("unlock a3", "technologies"),
        "imperial-steam": ("buy IS-5", "locomotives"),
        "promethium": ("realise sea-1", "projects"),
    }[name]
    (effect,) = told.of_action(view, title.actions.named(title.parse(text)))
    assert effect.file == file and effect.lines
