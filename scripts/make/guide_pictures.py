"""The pictures of the owners' guides, taken of the pages as they are: `owners-*`, `at-the-table`, `typed-and-anew`.

    python scripts/make/guide_pictures.py [--out docs/pictures] [--only owners-type]

They are committed: whoever changes these pages takes them anew, and looks at them.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browser.kit import ADVICE, CHROMIUM, FLAGS, Person, Server, expect  # noqa: E402
from browser.test_put_anew import after_building, begun, new_card, posted  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

STEAM, SOLO = "imperial-steam", "nucleum"
TYPED = (("70", "stone"), ("50", ""), ("60", "wood"), ("40", "iron"), ("80", ""), ("60", "stone"))
"""What the owner of the pictures types into the first tiles: the price of a station, and what a city wants as well."""
TO_DO = "#task-done:visible"
"""There is something to do on the board, before the box is asked."""
WIDE, SHARP = 1200, 0.82
GAP = 16
TO_WEBP = """async ([pictures, width, gap, sharp]) => {
  const all = await Promise.all(pictures.map(async (data) => {
    const one = new Image();
    one.src = "data:image/png;base64," + data;
    await one.decode();
    return one;
  }));
  const whole = all.reduce((sum, one) => sum + one.width + gap, -gap), scale = Math.min(1, width / whole);
  const sheet = document.createElement("canvas");
  sheet.width = Math.round(whole * scale);
  sheet.height = Math.round(Math.max(...all.map((one) => one.height)) * scale);
  const pen = sheet.getContext("2d");
  let x = 0;
  for (const one of all) {
    pen.drawImage(one, x * scale, 0, one.width * scale, one.height * scale);
    x += one.width + gap;
  }
  return sheet.toDataURL("image/webp", sharp).split(",")[1];
}"""
"""Pictures side by side, as one in the format of the guides: the browser has all that is needed for it."""


def webp(browser: Browser, pictures: Sequence[bytes]) -> bytes:
    page = browser.new_page()
    data = [base64.b64encode(one).decode() for one in pictures]
    found: str = page.evaluate(TO_WEBP, [data, WIDE, GAP, SHARP])
    page.close()
    return base64.b64decode(found)


def seen(person: Person) -> bytes:
    """The page, once all of it is there."""
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("document.fonts.ready")
    return person.page.screenshot()


def a_pack(ola: Person) -> tuple[str, str]:
    """A pack with some tiles typed: its address, and that of the first tile."""
    ola.go("/owners")
    ola.page.focus(f"#name-{STEAM}")
    ola.page.keyboard.press("Enter")
    ola.page.wait_for_url("**/owners/*")
    pack = ola.page.url.partition("?")[0]
    ola.page.goto(f"{pack}?file=city_tiles")
    first = ola.page.locator("#record span").inner_text()
    for cost, good in TYPED:
        record = ola.page.locator("#record span").inner_text()
        if good:
            ola.page.locator(f"[data-field=demand] input[value={good}]").check(force=True)
        ola.page.fill("#f-station_cost", cost)
        ola.page.keyboard.press("Enter")
        ola.page.wait_for_url(lambda url, old=record: "saved=1" in url and old not in url)  # type: ignore[misc]
    return pack, f"{pack}?file=city_tiles&record={first}"


def owners_type(browser: Browser, server: Server) -> list[bytes]:
    """A record that is open: a fault at its field, what is not as standard, its history."""
    ola = Person(browser, server)
    ola.page.goto(a_pack(ola)[1])
    ola.page.fill("#f-station_cost", "35")
    expect(ola.page.locator("[data-fault=station_cost]")).to_be_visible()
    expect(ola.page.locator("#drawn.old")).to_have_count(0)
    return [seen(ola)]


def owners_phone(browser: Browser, server: Server) -> list[bytes]:
    """The same on a phone: the piece stays in sight, the differences with the way back."""
    ola = Person(browser, server, "narrow", has_touch=True)
    pack, first = a_pack(ola)
    ola.page.goto(first)
    ola.page.focus("#f-station_cost")
    typing = seen(ola)
    ola.page.goto(f"{pack}/differences")
    return [typing, seen(ola)]


def owners_try(browser: Browser, server: Server) -> list[bytes]:
    """A trial that is over."""
    ola = Person(browser, server)
    ola.page.goto(f"{a_pack(ola)[0]}/try")
    for name, value in (("seats", "2"), ("bot", "random")):
        ola.page.locator(f"input[name={name}][value='{value}']").check(force=True)
    ola.page.get_by_role("button", name="Begin the trial").click()
    expect(ola.page.locator("#trial table").first).to_be_visible()
    return [seen(ola)]


def at_the_table(browser: Browser, server: Server) -> list[bytes]:
    """What the box showed is found by two taps, a Logic card by what stands on it; a step of the Baron."""
    ola = Person(browser, server, "narrow", has_touch=True)
    ola.go(f"/new?title={SOLO}&alone=1&real=1")
    ola.page.locator("#open").tap()
    ola.my_turn()
    for number in (2, 1):
        ola.page.locator(".hand-words [data-word]:visible").nth(number).tap()
    box = seen(ola)
    found: dict[str, bytes] = {}
    while len(found) < 2:
        ola.my_turn()
        if "card" not in found and ola.page.locator("#told-by:visible").count() and not ola.page.locator(TO_DO).count():
            for row, plate in enumerate((1, 2, 1)):
                ola.page.locator(".told-by").nth(row).locator("label").nth(plate).tap()
            found["card"] = seen(ola)
        if "step" not in found and ola.page.locator(".todo-step.here .pieces svg:visible").count():
            found |= {"step": seen(ola)} if "Baron" in told(ola) else {}
        step(ola)
    return [box, found["card"], found["step"]]


def typed_and_anew(browser: Browser, server: Server) -> list[bytes]:
    """A Logic card of no pack is typed; the board before a turn is put right, and the turn is worked out anew."""
    ola = Person(browser, server, "narrow", has_touch=True, reduced_motion="reduce")
    match = begun(ola)
    posted(ola, match.lines(), "* draw-logic")
    ola.go(f"/t/{ola.match}")
    ola.my_turn()
    new_card(ola)
    card = seen(ola)
    posted(ola, [*match.lines()[: after_building(match)], "stop"], "stop")
    ola.go(f"/t/{ola.match}")
    ola.my_turn()
    while ola.page.locator(TO_DO).count() and "Place" not in told(ola):
        ola.page.locator(TO_DO).tap()
    here = seen(ola)
    ola.page.goto(f"{ola.page.locator('#cannot').get_attribute('href')}&sets=thaler.1%3D0")
    ola.page.locator("#put-right").tap()
    ola.page.locator("#anew:visible").wait_for()
    return [card, here, seen(ola)]


def told(ola: Person) -> str:
    return ola.page.locator(".todo-step.here").inner_text()


def step(ola: Person) -> None:
    """One tap further: a step is done, the app draws, or the first choice is taken."""
    ola.my_turn()
    if ola.page.locator(TO_DO).count():
        ola.page.locator(TO_DO).tap()
        return
    rev = ola.rev
    ways = ("#compare:visible button", "#draw-all:visible", "#draw-kind:visible", ":is(#deck, #choices, #prompt) .act")
    way = next(way for way in ways if ola.page.locator(way).count())
    ola.page.locator(way).first.tap()
    if not way.startswith("#compare"):
        ola.moved_on(rev)


PICTURES: dict[str, Callable[[Browser, Server], list[bytes]]] = {
    "owners-type": owners_type,
    "owners-phone": owners_phone,
    "owners-try": owners_try,
    "at-the-table": at_the_table,
    "typed-and-anew": typed_and_anew,
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures")
    options.add_argument("--only", default="", help="names that contain this")
    chosen = options.parse_args()
    if CHROMIUM is None:
        print(ADVICE, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for name, take in PICTURES.items():
                if chosen.only in name:
                    (chosen.out / f"{name}.webp").write_bytes(webp(browser, take(browser, server)))
                    print(chosen.out / f"{name}.webp")
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
