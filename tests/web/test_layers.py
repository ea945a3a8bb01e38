"""Only what changed travels: finger-prints of panels and layers, and how heavy a table is."""

from __future__ import annotations

import asyncio
import random
import re

import pytest
from server.kit import Client, house
from stages import Stage, titles_from

from machinehall.web import assets
from machinehall.web.table.layers import HEADER, finger_print, had, thin
from machinehall.web.table.targets import link_up

PART = {"mh-part": "1", "accept-encoding": "gzip"}
VIEW, FIRST = 60_000, 300_000
"""Most bytes of a view, and of a first visit, as they travel."""
LONG = 260
"""Decisions after which boards are full."""


def test_a_layer_stays_the_same_when_something_beside_it_can_be_chosen() -> None:
    """Or the whole board would travel whenever a choice appears on it or is gone."""
    calm = '<g id="a" class="mh-layer"><text>5</text><text>7</text></g>'
    asked = calm + '<g id="b" class="mh-legal" data-act="x"><text>8</text></g>'
    mark = re.compile(r'id="a" class="mh-layer" data-print="(\w+)"')
    prints = [mark.findall(thin(link_up(svg, {}), {})) for svg in (calm, asked)]
    assert prints[0] == prints[1] != []


def test_layers_that_the_page_has_stay_away() -> None:
    svg = '<svg><g id="map"><g id="a" class="mh-layer"><g><path/></g></g><g id="b" class="mh-layer">x</g></g></svg>'
    whole = thin(svg, {})
    prints = dict(re.findall(r'id="(\w)" class="mh-layer" data-print="(\w+)"', whole))
    assert prints == {"a": finger_print("<g><path/></g>"), "b": finger_print("x")} and "data-same" not in whole
    less = thin(svg, {"a": prints["a"], "b": "0"})
    assert f'<g id="a" class="mh-layer" data-print="{prints["a"]}" data-same></g>' in less and ">x</g>" in less
    assert thin("<svg><g></g></svg>", {}) == "<svg><g></g></svg>"


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
