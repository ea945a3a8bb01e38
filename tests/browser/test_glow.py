"""Every glowing thing takes the click where the eye aims: in the middle of the shape that glows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest
from often import now_and_then
from playwright.sync_api import Browser
from stages import Stage, titles_from

import machinehall as mh
from browser.kit import Person, Server
from machinehall.draw.look import look_of
from machinehall.words import say

SCREENS = ((1440, 900), (1366, 768), (1024, 768), (390, 844))
DESKS, HELD = SCREENS[:2], SCREENS[2:]
NAMES = ("Ola", "Marek", "Ines")
SEATS = len(NAMES)
LIKED = {"do lay": 30, "do build": 20, "do recruit": 10, "do pass": 0.01, "recharge": 0.2, "pass": 0.2, "done": 0.3}
"""How often a player of these matches likes what; without it one builds too little to be shown much."""


class Spot(NamedTuple):
    """A position to look at."""

    view: dict[str, Any]
    legal: list[Any]


def walk(name: str, seed: int) -> Iterator[Spot]:
    """The decisions of a match that one seat sees."""
    match, rng = mh.Match(mh.title(name), SEATS, seed), random.Random(seed)
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        yield Spot(match.view(seat), legal)
        legal = legal[:12] if legal[0].kind == "bid" else legal  # who bids all has nothing left to build with
        match.play(rng.choices(legal, [LIKED.get(match.text(action), 1) for action in legal])[0])


@cache
def spots(name: str) -> list[Spot]:
    """Few positions in which every kind of action that has a place glows, the fullest first."""
    look, seen = look_of(mh.title(name)), []
    for seed in (1, 2):
        for spot in walk(name, seed):
            places = look.places(spot.view, spot.legal)
            kinds = {text.split()[0] for place, texts in places.items() if place[:4] != "act-" for text in texts}
            seen.append((kinds, len(places), spot))
    left, found = set().union(*(kinds for kinds, _, _ in seen)), []
    while left:
        kinds, _, spot = max(seen, key=lambda row: (len(row[0] & left), row[1]))
        left -= kinds
        found.append(spot)
    return found


@cache
def drawn(name: str, number: int, size: str) -> dict[str, str]:
    """The panels of a position as the page holds them."""
    spot, look = spots(name)[number], look_of(mh.title(name))
    size = "wide" if size == "compact" and not look.compact else size
    panels = look.panels(spot.view, theme="light", legal=spot.legal, names=NAMES, say=say("en"), size=size, labels={})
    return {panel.id: panel.sent(panel.id, {}) for panel in panels}


SHOW = """panels => {
  for (const [id, svg] of Object.entries(panels)) {
    const place = document.getElementById("drawn-" + id);
    if (place) place.innerHTML = svg;
  }
}"""
MIDDLES = """() => {
  const middle = (shape) => {
    let at;
    if (shape.localName === "path" && !/z/i.test(shape.getAttribute("d"))) {
      at = shape.getPointAtLength(shape.getTotalLength() / 2);
    } else {
      const box = shape.getBBox();
      at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    }
    return new DOMPoint(at.x, at.y).matrixTransform(shape.getScreenCTM());
  };
  const faults = [], aims = [];
  let count = 0;
  const desk = root.dataset.size === "wide", open = desk ? frame.dataset.panel : frame.dataset.tab;
  const shown = document.querySelectorAll("#board-tabs [data-panel]:not([hidden])");
  const tabs = desk ? [...shown].map((tab) => tab.dataset.panel) : ["board", "you", "market", "players"];
  const turn = (tab) => {
    if (desk) document.getElementById(`panel-tab-${tab}`)?.click(); else frame.dataset.tab = tab;
  };
  for (const tab of [open, ...tabs.filter((other) => other !== open)]) {
    turn(tab);
    for (const link of document.querySelectorAll("svg.sheet a.mh-legal")) {
      if (!link.getClientRects().length || !link.checkVisibility()) continue;
      const shapes = [...link.querySelectorAll(".mh-halo")];
      for (const shape of shapes.length ? shapes : [link]) {
        count += 1;
        let at = middle(shape), hit = document.elementFromPoint(at.x, at.y);
        if (hit?.closest("a.mh-legal") === link && tab === open) aims.push([link.id, at.x, at.y]);
        if (hit?.closest("a.mh-legal") !== link) {
          shape.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
          at = middle(shape);
          hit = document.elementFromPoint(at.x, at.y);
        }
        if (hit?.closest("a.mh-legal") === link) continue;
        faults.push(`${link.id} at ${Math.round(at.x)},${Math.round(at.y)}: ${hit?.closest("[id]")?.id} lies over it`);
      }
    }
  }
  turn(open);
  return [aims, [...new Set(faults)], count];
}""".replace("root.", "document.documentElement.")
"""Where to aim at what glows in sight, what glows on any tab and cannot be hit, and how many shapes glow."""


HERE = [("imperial-steam", False, DESKS[1:]), ("nucleum", True, HELD[1:]), ("promethium", True, HELD[1:])]
"""Where there is least room, as people hold it. All screens by mouse and by finger take minutes: `make test-long`."""
WAYS = product(titles_from(Stage.DRAWN), (False, True), (DESKS, HELD))


@pytest.mark.parametrize(("name", "touch", "screens"), now_and_then([*HERE, *WAYS], HERE))
def test_the_middle_of_whatever_glows_takes_the_click(
    browser: Browser, server: Server, name: str, touch: bool, screens: tuple[tuple[int, int], ...]
) -> None:
    ola = Person(browser, server, "wide", has_touch=touch)
    faults = []
    try:
        ola.play_now(name)
        ola.past_cards()  # and the bots wait for us
        for width, height in screens:
            size = on_screen(ola, width, height)
            click_one(ola, touch)
            seen = 0
            for number in range(len(spots(name))):
                ola.page.evaluate(SHOW, drawn(name, number, size))
                _, found, count = ola.page.evaluate(MIDDLES)
                seen += count
                faults += [f"{width} x {height}: {fault}" for fault in found]
            assert seen > 50, "hardly anything glows: the positions show nothing"
    finally:
        ola.close()
    assert not faults, "\n".join(dict.fromkeys(faults))


def on_screen(ola: Person, width: int, height: int) -> str:
    """The table as such a screen shows it, when the player is asked."""
    size = ola.screen(width, height)
    ola.page.goto(f"/t/{ola.match}")  # what the positions before have left is swept away
    ola.my_turn()
    ola.until("!!window.mhTable")
    if ola.page.locator("#frame.zoomed").count():
        ola.page.locator("[data-zoom=fit]").click()  # a phone's camera stands near: from afar all is in sight
    return size


def click_one(ola: Person, touch: bool) -> None:
    """A real click, or tap, on the last thing that glows in sight: it is done, or the ways to do it are shown."""
    aims, _, _ = ola.page.evaluate(MIDDLES)
    if aims:
        rev, (ident, _, _) = ola.rev, aims[-1]
        # Looking through all tabs has scrolled the page.
        ola.page.evaluate("id => document.getElementById(id).scrollIntoView({block: 'center'})", ident)
        (ola.page.touchscreen.tap if touch else ola.page.mouse.click)(*ola.aim(ident))
        ola.page.locator(f"#menu[open], #state:not([data-rev='{rev}'])").first.wait_for(state="attached")
        ola.page.keyboard.press("Escape")
        ola.my_turn()
