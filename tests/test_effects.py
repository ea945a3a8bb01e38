"""What does it do: every component has a text made from its record, in every language, with where it comes from."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.packs import record_id
from machinehall.words import ENGLISH, languages, load, say
from machinehall.words.titles import effects

TITLES = sorted(mh.titles())
LANGUAGES = languages()
NUMBERS = "constants"
"""Figures of the rules: no components."""
PLAIN = frozenset(
    {"seat", "points", "money", "line", "end", "slot", "cell", "own", "train", "factory", "worker", "act", "half"}
    | {"milestones"}
)
"""Places that are no components: players, scores, empty spaces, boards, buttons; and space 0 of the milestones."""


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
    assert [group for group in told.shelves if f"parts.{group}" not in own] == []


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


@pytest.mark.parametrize("name", TITLES)
def test_drawn_components_tell_what_they_do(name: str) -> None:
    """Every kind of component that a title draws is found by the id it has in the drawing."""
    title = mh.title(name)
    told, look = effects(title, say(ENGLISH)), look_of(title)
    rng = random.Random(5)
    state, silent, files = title.start(3, {}, rng), set(), set()
    for number in range(120):
        if not state.stack:
            break
        seat = title.to_act(state)[0]
        legal = title.legal(state, seat)
        if number % 30 == 0:
            view = title.view(state, seat)
            drawn = look.panels(view, theme="light", legal=legal, names="ABC", say=say(ENGLISH), size="wide")
            for place in {key for panel in drawn for key in re.findall(r'<g[^>]*\bid="([^"]+)"', panel.body)}:
                found = told.at(view, place)
                files |= {effect.file for effect in found}
                if not found and "-" in place:
                    silent.add(place.partition("-")[0])
        title.apply(state, seat, rng.choice(legal), check=False)
        title.deal(state, rng)
    assert silent <= PLAIN, f"nothing is said about {sorted(silent - PLAIN)}"
    assert len(files) > 6


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
