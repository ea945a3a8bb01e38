"""Only what changed travels: finger-prints of panels and layers, and how heavy a table is."""

from __future__ import annotations

import asyncio
import random
import re

import pytest
from server.kit import Client, house
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.drawn import Drawn, Target, finger_print
from machinehall.draw.kit import group, layer
from machinehall.draw.look import SIZES, Panel, look_of
from machinehall.web import assets
from machinehall.web.table.layers import HEADER, had
from machinehall.words import say

PART = {"mh-part": "1", "accept-encoding": "gzip"}
VIEW, FIRST = 60_000, 300_000
"""Most bytes of a view, and of a first visit, as they travel."""
LONG = 260
"""Decisions after which boards are full."""


def test_a_layer_stays_the_same_when_something_beside_it_can_be_chosen() -> None:
    """Or the whole board would travel whenever a choice appears on it or is gone."""
    calm = layer("<text>5</text><text>7</text>", "a")
    asked = calm + group("<text>8</text>", "b", more=Target(("x",), {}))
    mark = re.compile(r'id="a" class="mh-layer" data-print="(\w+)"')
    prints = [mark.findall(panel(drawn).sent("", {})[0]) for drawn in (calm, asked)]
    assert prints[0] == prints[1] != []


def panel(drawn: Drawn) -> Panel:
    return Panel("p", "board", "", 10, 10, drawn, ())


def test_layers_that_the_page_has_stay_away() -> None:
    drawn = panel(group(layer("<g><path/></g>", "a") + layer("x", "b"), "map"))
    whole, mark = drawn.sent("", {})
    prints = dict(re.findall(r'id="(\w)" class="mh-layer" data-print="(\w+)"', whole))
    assert prints == {"a": finger_print("<g><path/></g>"), "b": finger_print("x")} and "data-same" not in whole
    less, again = drawn.sent("", {"a": prints["a"], "b": "0"})
    assert f'<g id="a" class="mh-layer" data-print="{prints["a"]}" data-same></g>' in less and ">x</g>" in less
    assert mark == again == finger_print(drawn.svg(""))
    with pytest.raises(TypeError):
        f"{drawn.drawn}"


@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
@pytest.mark.parametrize("size", SIZES)
def test_every_layer_can_stay_away(title: str, size: str) -> None:
    """Also behind a place where nothing lies yet, which is an element without an end of its own."""
    match, names = mh.new_match(title, 3, seed=1), ["a", "b", "c"]
    found = look_of(match.title).panels(
        match.view(0), theme="light", legal=match.legal(0), names=names, say=say("en"), size=size, labels={}
    )
    for shown in found:
        whole, mark = shown.sent("", {})
        prints = re.findall(r'id="([\w-]+)" class="mh-layer" data-print="(\w+)"', whole)
        assert len(prints) == whole.count('class="mh-layer"')
        less, again = shown.sent("", dict(prints))
        assert less.count(" data-same></g>") == len(prints) and mark == again
        assert less.count("<g") == less.count("</g>") + bare(less)


def bare(svg: str) -> int:
    """Groups without contents that end where they begin."""
    return len(re.findall(r"<g[^>]*/>", svg))


def test_what_a_page_says_it_has_is_read_with_care() -> None:
    assert had("a=1f,drawn-board=00ff") == {"a": "1f", "drawn-board": "00ff"}
    assert had("") == had("<b>=1,a=xyz,=1,a") == {}


async def late(ada: Client, title: str) -> str:
    """A match of four, played at random until the boards are full."""
    places = [{"kind": "you", "name": name} for name in ("Ada", "Ben", "Cy", "Di")]
    match: str = (await ada.post("/matches", {"title": title, "seats": places, "start": True}, 201))["id"]
    sight, rng = await ada.get(f"/matches/{match}/view"), random.Random(3)
    seat, legal, rev = sight["seat"], sight["legal"], sight["rev"]
    for _ in range(LONG):
        done = await ada.post(f"/matches/{match}/actions", {"action": rng.choice(legal), "rev": rev, "seat": seat})
        if done["status"] == "over":
            break
        seat, legal, rev = done["seat"], done["legal"], done["rev"]
    return f"/t/{match}?board&seat={seat}" if done["status"] == "over" else f"/t/{match}?seat={seat}"


def weight(name: str) -> int:
    return len(assets.files()[name]) if name.endswith(".woff2") else len(assets.squeezed(name))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_a_table_is_light(sqlite: str, title: str, lang: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            ada.http.cookies.set("mh-lang", lang)
            path = await late(ada, title)
            page = await ada.http.get(path, headers={"accept-encoding": "gzip"})
            assert page.headers["content-encoding"] == "gzip"
            subsets = ("latin", "cyrillic") if lang == "ru" else ("latin",)
            fonts = [n for n in assets.files() if n.endswith(".woff2") and any(f"-{s}-" in n for s in subsets)]
            fonts = [n for n in fonts if "latin-ext" not in n]
            first = sum(weight(name) for name in (*assets.SCRIPTS, "style.css", *fonts))
            assert int(page.headers["content-length"]) + first < FIRST
            view = path.replace("?", "/view?")
            whole = await ada.http.get(view, headers=PART)
            assert int(whole.headers["content-length"]) < VIEW
            have = re.findall(r'id="([\w-]+)"[^>]* data-print="(\w+)"', page.text)
            thinner = await ada.http.get(view, headers=PART | {HEADER: ",".join(f"{a}={b}" for a, b in have)})
            assert thinner.text.count("data-same") == whole.text.count("drawn-") + whole.text.count("log-part-")
            assert int(thinner.headers["content-length"]) < int(whole.headers["content-length"]) / 2

    asyncio.run(run())


def test_style_sheets_are_whole() -> None:
    """No rule is left open, and no trace of a merge that nobody finished."""
    for name, data in assets.files().items():
        if name.endswith((".css", ".js")):
            text = data.decode()
            assert "<<<<<<<" not in text and ">>>>>>>" not in text, name
            assert not name.endswith(".css") or text.count("{") == text.count("}"), name
