"""Only what changed travels: finger-prints of panels and layers, and how heavy a table is."""

from __future__ import annotations

import asyncio
import random
import re
from functools import partial

import pytest
from server.kit import Client, house
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.drawn import Drawn, Target, finger_print
from machinehall.draw.kit import group, layer
from machinehall.draw.look import SIZES, Panel, look_of
from machinehall.web import assets
from machinehall.web.table.layers import HEADER, had
from machinehall.web.table.thin import Thin
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
    prints = [mark.findall(panel(drawn).sent("", {})) for drawn in (calm, asked)]
    assert prints[0] == prints[1] != []


def panel(drawn: Drawn) -> Panel:
    return Panel("p", "board", "", 10, 10, drawn, ())


def test_layers_that_the_page_has_stay_away() -> None:
    drawn = panel(group(layer("<g><path/></g>", "a") + layer("x", "b"), "map"))
    whole = drawn.sent("", {})
    prints = dict(re.findall(r'id="(\w)" class="mh-layer" data-print="(\w+)"', whole))
    assert prints == {"a": finger_print("<g><path/></g>"), "b": finger_print("x")} and "data-same" not in whole
    less = drawn.sent("", {"a": prints["a"], "b": "0"})
    assert f'<g id="a" class="mh-layer" data-print="{prints["a"]}" data-same></g>' in less and ">x</g>" in less
    again = panel(group(layer("<g><path/></g>", "a") + layer("x", "b"), "map"))
    other = panel(group(layer("<g><path/></g>", "a") + layer("y", "b"), "map"))
    assert drawn.print("") == again.print("") != drawn.print("x") and drawn.print("") != other.print("")
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
        whole = shown.sent("", {})
        prints = re.findall(r'id="([\w-]+)" class="mh-layer" data-print="(\w+)"', whole)
        assert len(prints) == whole.count('class="mh-layer"')
        less = shown.sent("", dict(prints))
        assert less.count(" data-same></g>") == len(prints)
        assert less.count("<g") == less.count("</g>") + bare(less)


def test_groups_that_the_page_had_stay_away() -> None:
    """Those that are as they were, in the same place; nothing is left out of what has changed, moved or is short."""
    long, other = "<path/>" * 20, "<rect/>" * 20
    before = panel(layer(group(long, "a") + group(long, "b"), "l") + group(group(long, "c") + group("", "e"), "d"))
    after = panel(layer(group(long, "a") + group(other, "b"), "l") + group(long, "c") + group("x", "d"))
    less = after.sent("", {}, before.groups())
    assert '<g id="a" data-same></g>' in less and less.count("data-same") == 1
    assert f'<g id="b">{other}</g>' in less and f'<g id="c">{long}</g>' in less
    assert after.sent("", {}) == after.sent("", {}, {}) and "data-same" not in after.sent("", {})
    around = panel(layer(group(long, "a") + group(other, "b"), "l") + group(group(long, "c") + group("", "e"), "d"))
    less = around.sent("", {}, before.groups())
    assert '<g id="d" data-same></g>' in less and '"c"' not in less, "with all that lies in it"


PLACE = group("<path/>" * 20, "a")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"<g>{group('<rect/>' * 20, 'b')}</g><g>{PLACE}</g>", f"<g>{PLACE}</g>"),
        (group(group(PLACE, "x"), "y"), group("", "y") + group(group(PLACE, "x"), "z")),
        (group(PLACE, "x"), group(PLACE, "x", more=Target(("go",), {}))),
        (PLACE, f"<g>{PLACE}</g>"),
    ],
)
def test_nothing_is_left_out_of_what_a_page_makes_anew(before: str, after: str) -> None:
    """The script finds things by their ids: where one that has none, lies elsewhere or has become a link is made anew,
    there is nothing that could stay in it."""
    assert "data-same" not in panel(Drawn((after,))).sent("", {}, panel(Drawn((before,))).groups())


@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_a_page_has_after_each_decision_what_it_would_have_anew(title: str) -> None:
    """What comes without the groups that the page had is the whole drawing when they are put in again."""
    match, names, rng = mh.new_match(title, 3, seed=1), ["a", "b", "c"], random.Random(1)
    held: dict[str, Panel] = {}
    for _ in range(8):
        found = look_of(match.title).panels(
            match.view(0), theme="light", legal=match.legal(0), names=names, say=say("en"), size="wide", labels={}
        )
        for shown in found:
            old = held.get(shown.id, shown)
            less, had = shown.sent("", {}, old.groups()), old.sent("", {})
            assert EMPTY.sub(partial(put_back, had), less) == shown.sent("", {})
            held[shown.id] = shown
        seat = match.to_act[0]
        match.play(rng.choice(match.legal(seat)), seat)


EMPTY = re.compile(r'<([ag]) id="([^"]+)" data-same></\1>')


def put_back(svg: str, gone: re.Match[str]) -> str:
    """The group of a drawing that an empty one stands for, found by counting."""
    ident = gone[2]
    start = re.search(rf'<[ag](?: [^>]*)? id="{re.escape(ident)}"', svg)
    assert start is not None
    begin = start.start()
    depth = 0
    for tag in re.finditer(r"<(/?)[ag](?=[ >])[^>]*?(/?)>", svg[begin:]):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if not depth:
            return svg[begin : begin + tag.end()]
    raise LookupError(ident)


def test_what_one_seat_was_sent_tells_another_nothing() -> None:
    """Whoever guesses the finger-print of another seat's panel must not see by what is left out that it was right."""
    sent, shown = Thin(), panel(layer(group("<path/>" * 20, "a"), "l"))
    known, mark = sent.sent(("match", 0), shown, "", {})
    other = panel(layer(group("<path/>" * 20, "a") + "x", "l"))
    assert "data-same" in sent.sent(("match", 0), other, "", {"drawn-p": mark})[0]
    assert "data-same" not in sent.sent(("match", 1), other, "", {"drawn-p": mark})[0]
    assert "data-same" not in known


def test_a_server_remembers_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("machinehall.web.table.thin.MOST_PANELS", 2)
    sent = Thin()
    shown = [panel(layer(group("<path/>" * 20, "a") + str(i), "l")) for i in range(4)]
    marks = [sent.sent(("match", 0), one, "", {})[1] for one in shown]
    found = [
        "data-same"
        in Thin.sent(sent, ("match", 0), panel(layer(group("<path/>" * 20, "a"), "l")), "", {"drawn-p": m})[0]
        for m in (marks[3], marks[0])
    ]
    assert found == [True, False]


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
            parts = len(re.findall(r' id="(?:drawn|log-part|since)-[^"]*" ?[^>]* data-print', whole.text))
            assert thinner.text.count("data-same") == parts > 0
            assert int(thinner.headers["content-length"]) < int(whole.headers["content-length"]) / 2

    asyncio.run(run())


def test_style_sheets_are_whole() -> None:
    """No rule is left open, and no trace of a merge that nobody finished."""
    for name, data in assets.files().items():
        if name.endswith((".css", ".js")):
            text = data.decode()
            assert "<<<<<<<" not in text and ">>>>>>>" not in text, name
            assert not name.endswith(".css") or text.count("{") == text.count("}"), name


def test_no_rule_looks_through_the_whole_table() -> None:
    """A rule that asks what lies in a large part of the table makes the browser look there at each change, on all
    screens, whichever it is meant for: the server says it by a class."""
    large = re.compile(r"(?:\.table|\.left|\.right|#main|#hall)(?:\[[^]]*\])*(?::not\()?:has\(")
    found = [line for line in assets.files()["style.css"].decode().splitlines() if large.search(line)]
    assert not found
