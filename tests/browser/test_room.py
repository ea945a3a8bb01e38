"""Room on every screen: no text too small to be read, nothing left empty, the same things at the same places."""

from __future__ import annotations

import json
import random

import pytest
from often import now_and_then
from playwright.sync_api import Browser

import machinehall as mh
from browser.kit import Person, Server, expect, people

SCREENS = ((1366, 768), (1440, 900), (1920, 1080), (2560, 1440), (1024, 768), (390, 844))
LAST = ("pass", "recharge", "done", "skip", "end-turn", "do pass")
"""What is done only if there is nothing else, so that boards fill."""
SMALL = """() => {
  const found = {}, walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const at = node.parentElement, text = node.data.trim();
    if (!text || at.closest("script, style, title, .hide, .ask-what")) continue;
    if (!at.checkVisibility({ visibilityProperty: true }) || getComputedStyle(at).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.bottom <= 0 || box.top >= innerHeight) continue;
    if (box.right <= 0 || box.left >= innerWidth) continue;
    const sheet = at.closest("svg.sheet"), way = sheet && at.getScreenCTM();
    const scale = sheet ? Math.sqrt(Math.abs(way.a * way.d - way.b * way.c)) : at.currentCSSZoom ?? 1;
    const size = parseFloat(getComputedStyle(at).fontSize) * scale, least = sheet ? 10 : 12;
    const who = (sheet ?? at.closest("[id]") ?? at).id;
    if (size < least - 0.02) (found[`${who} ${size.toFixed(1)}`] ??= []).push(text);
  }
  return Object.entries(found).map(([where, texts]) => `${where} px: ${texts.slice(0, 5).join(" | ")}`);
}"""
ROOM = """() => {
  const box = (one) => document.querySelector(one)?.getBoundingClientRect();
  const seen = [...document.querySelectorAll("#main :is(.part, .board-tabs)")].filter((part) => part.checkVisibility());
  const boxes = seen.map((part) => part.getBoundingClientRect());
  const list = document.querySelector("#choices"), pace = document.querySelector("#since [name=pace] + span");
  const hidden = [...document.querySelectorAll("#boards .tabbed:not(.open).glows")].map((part) => part.id.slice(5));
  return {
    empty: Math.min(...boxes.map((b) => b.left)) + innerWidth - Math.max(...boxes.map((b) => b.right)),
    over: Math.max(...boxes.map((b) => b.right)) - innerWidth,
    side: [...document.querySelectorAll("#boards .part .sheet")].filter((s) => s.checkVisibility())
      .map((s) => s.getBoundingClientRect().width / s.viewBox.baseVal.width),
    list: list?.checkVisibility() && list.querySelector(".act") ? list.getBoundingClientRect().height : null,
    pace: Boolean(pace?.checkVisibility()) && pace.getBoundingClientRect().bottom <= box("#since").bottom + 1,
    dots: hidden.every((id) => document.querySelector(`#panel-tab-${id}.glows`)?.checkVisibility()),
  };
}"""
SCALE = "document.querySelector('#part-hand svg').getScreenCTM().a"
FACTORS = {(1366, 768): 1, (1440, 900): 1, (1920, 1080): 1.1, (2560, 1440): 1.3}
COVERED = """() => {
  const texts = [...document.querySelectorAll("svg.sheet [id^=seat-] text.mh-d")];
  const names = texts.map((text) => text.getBoundingClientRect()).filter((n) => n.width);
  return [...document.querySelectorAll(".plate")].filter((plate) => {
    const p = plate.getBoundingClientRect();
    const level = (n) => p.top < n.bottom - 1 && p.bottom > n.top + 1;
    return names.some((n) => level(n) && p.left < n.right - 1 && p.right > n.left - 20);
  }).map((plate) => plate.dataset.mark);
}"""


FIGURES = """() => {
  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const words = [...document.querySelectorAll("#part-board svg.sheet > :not(.told-marks) text")]
    .map((text) => text.getBoundingClientRect()).filter((box) => box.width);
  return [...document.querySelectorAll("#part-board .plate > rect")].map((plate) => plate.getBoundingClientRect())
    .map((plate) => words.reduce((sum, word) => sum + over(plate, word), 0)).filter((area) => area > 12).length;
}"""


PRICES = """() => {
  const seen = document.getElementById("part-own").getBoundingClientRect(), least = Math.min(seen.bottom, innerHeight);
  const prices = [...document.querySelectorAll("#part-own [id^=price-]")].map((price) => price.getBoundingClientRect());
  return [prices.length, prices.filter((price) => price.top < seen.top || price.bottom > least).length];
}"""


def test_the_whole_share_column_is_in_sight_on_a_small_desk(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.play_now("imperial-steam")
        ola.past_cards()
        ola.screen(1366, 768)
        expect(ola.page.locator("#part-own")).to_be_visible()
        prices, hidden = ola.page.evaluate(PRICES)
        assert prices >= 6 and not hidden, (prices, hidden)


CONTRACTS = """() => {
  const seen = document.getElementById("part-market").getBoundingClientRect();
  const least = Math.min(seen.bottom, innerHeight);
  const all = [...document.querySelectorAll("#part-market a[id^=contract-]")].map((one) => one.getBoundingClientRect());
  return [all.length, all.filter((one) => one.top < seen.top || one.bottom > least).length];
}"""


def test_every_contract_that_can_be_signed_is_in_sight_on_a_small_desk(browser: Browser, server: Server) -> None:
    """The last of three rows lay below the lower edge of its panel."""
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "bot", "bot", "bot", title="imperial-steam")
        ola.let_run(random.Random(3), lambda sight: sum(act.startswith("sign ") for act in sight["legal"]) > 8)
        assert ola.my_turn()
        ola.screen(1366, 768)
        expect(ola.page.locator("#part-market")).to_be_visible()
        contracts, hidden = ola.page.evaluate(CONTRACTS)
        assert contracts > 8 and not hidden, (contracts, hidden)


SIGNS = """() => {
  const all = (what) => [...document.querySelectorAll(`#part-board ${what}`)];
  const boxOf = (one) => one.getBoundingClientRect();
  const signs = all("[id^=element-]").map((row) => {
    const { left, top, bottom } = boxOf(row);
    return { left: left + 2, right: boxOf(row.querySelector("text")).left - 2, top: top + 2, bottom: bottom - 2 };
  });
  const plates = all(".plate").map(boxOf);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [signs.length, plates.length, plates.filter((plate) => signs.some((sign) => over(plate, sign))).length];
}"""


def test_a_plate_covers_no_sign_of_a_list(browser: Browser, server: Server) -> None:
    """At the beginning everybody takes two elements: their rows are marked."""
    with people(browser, server, "wide") as (ola,):
        ola.context.add_cookies([{"name": "mh-pace", "value": "off", "url": server.address}])
        ola.play_now("promethium")
        ola.past_cards()
        assert ola.my_turn()
        for width, height in SCREENS[:2]:
            ola.screen(width, height)
            ola.until("document.querySelectorAll('#part-board .plate').length > 1")
            signs, plates, covering = ola.page.evaluate(SIGNS)
            assert signs >= 12 and plates > 1 and not covering, (width, height)


def test_a_plate_covers_no_figure_of_the_round_track(browser: Browser, server: Server) -> None:
    """Where a train was bought there is a figure at every corner."""
    with people(browser, server, "wide") as (ola,):
        ola.new_table("you", "here", title="imperial-steam")
        ola.let_run(random.Random(1), lambda sight: sight["rev"] > 24 and len(sight["legal"]) > 1)
        seat = ola.context.request.get(f"/api/v1/matches/{ola.match}/view").json()["seat"]
        ola.go(f"/t/{ola.match}?seat={seat}")
        expect(ola.page.locator("#since .tell[data-places*=loco]")).to_have_count(1)
        for width, height in SCREENS[1:4]:
            ola.screen(width, height)
            ola.until("!!document.querySelector('#part-board .plate')")
            ola.until(f"!({FIGURES})()")


def late(ola: Person, name: str) -> int:
    """A late position of a title, all of whose seats are ours; the seat that is asked."""
    scene = next(one for one in json.loads(mh.title(name).home.scenes.read_bytes()) if one["name"] == "late")
    rng, http, headers = random.Random(3), ola.context.request, {"origin": ola.server.address}
    http.post("/api/v1/identities", data={"name": "Ola"}, headers=headers)
    seats = [{"kind": "you", "name": who} for who in ("Ola", "Marek", "Ines", "Tove")[: scene["seats"]]]
    made = http.post("/api/v1/matches", data={"title": name, "seats": seats, "start": True}, headers=headers).json()
    path = f"/api/v1/matches/{made['id']}"
    sight = http.get(f"{path}/view").json()
    for number in range(3000):
        kinds, some = {text.split()[0] for text in sight["legal"]}, len(sight["legal"]) > 2
        if some and (number >= scene["until"] or (number >= scene["until"] * 0.7 and scene["kind"] in kinds)):
            break
        action = rng.choice([text for text in sight["legal"] if text not in LAST] or sight["legal"])
        body = {"action": action, "rev": sight["rev"], "seat": sight["seat"]}
        sight = http.post(f"{path}/actions", data=body, headers=headers).json()
    ola.go(f"/t/{made['id']}?seat={sight['seat']}")
    return int(sight["seat"])


HERE = ((1366, 768), (2560, 1440), (390, 844))
"""The least room and the most; what lies between is looked at in `make test-long`."""


@pytest.mark.parametrize(
    ("name", "screens"),
    now_and_then([("imperial-steam", HERE), *((name, SCREENS) for name in mh.titles())], [("imperial-steam", HERE)]),
)
def test_everything_can_be_read_on_every_screen(
    browser: Browser, server: Server, name: str, screens: tuple[tuple[int, int], ...]
) -> None:
    with people(browser, server, "wide") as (ola,):
        late(ola, name)
        small: list[str] = []
        for width, height in screens:
            fit = ola.screen(width, height)
            ola.until("document.fonts.status === 'loaded'")
            if f := FACTORS.get((width, height)):
                ola.until(f"Math.abs({SCALE} - {f}) < 0.01")
                look_at_a_desk(ola, (width, height), f)
            if (width, height) == SCREENS[0]:
                hold_the_tale(ola)
                rest_the_mouse(ola)
            if (width, height) == (2560, 1440):
                ola.until(
                    "frame.dataset.spelled !== 'spare' || document.querySelector('#spelled li')?.checkVisibility()"
                )
            desk = fit in ("compact", "wide")
            tabs = ":is(#board-tabs, #dock) [role=tab]:visible" if desk else "nav.tabs button"
            for i in range(ola.page.locator(tabs).count()):
                tab = ola.page.locator(tabs).nth(i)
                tab.click()
                small += [f"{width}x{height} {tab.text_content()}: {found}" for found in ola.page.evaluate(SMALL)]
        assert not small, "\n".join(small)


def look_at_a_desk(ola: Person, screen: tuple[int, int], f: float) -> None:
    """Panels at their own size, the width used, list and pace in sight, dots for what is in a tab."""
    room = ola.page.evaluate(ROOM)
    assert room["over"] <= 0 and room["empty"] <= 60, (screen, room)
    assert all(abs(scale - f) < 0.01 for scale in room["side"]), (screen, room)
    assert room["list"] is None or room["list"] >= 66 * f, (screen, room)
    assert room["pace"] and room["dots"], (screen, room)
    assert not ola.page.evaluate(COVERED), screen


def hold_the_tale(ola: Person) -> None:
    """What the others did is told, held where it is, and told on from there."""
    page = ola.page
    page.click("#since-show")
    page.click("#since-pause")
    expect(page.locator("#since-pause[aria-pressed=true]")).to_be_visible()
    held = page.locator("#since .telling").get_attribute("data-mark")
    page.click("#since-back")
    page.click("#since-stop") if page.locator("#since-stop").is_visible() else page.keyboard.press("Escape")
    expect(page.locator("#since .telling")).to_have_count(0)
    assert held, "nothing was told"


def rest_the_mouse(ola: Person) -> None:
    """What comes to lie under a mouse that rests after a click opens nothing, until the mouse moves."""
    ola.page.mouse.click(700, 20)
    over = """([x, y]) => {
      const target = [...document.querySelectorAll("svg a[data-act]")].find((one) => one.checkVisibility());
      target?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, clientX: x, clientY: y }));
      return target ? !document.getElementById("tip").hidden : null;
    }"""
    assert not ola.page.evaluate(over, [700, 20])
    assert ola.page.evaluate(over, [760, 20]) in (True, None)
    ola.page.mouse.move(400, 20)
