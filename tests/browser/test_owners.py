"""An owner makes some city tiles true with keyboard and mouse alone, has them tried, takes them along, opens them
elsewhere and merges them with those of another owner.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.kit import Person, Server, people

TITLE = "imperial-steam"
ALL = 10
"""City tiles that are made true when the whole way is gone."""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de00"
    "00000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
SHOWN = "() => document.getElementById('photo-shown').naturalWidth > 0"

IN_SIGHT = """(found) => found.map((css) => {
  const thing = document.querySelector(css), box = thing.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return thing.contains(hit) ? thing.id || thing.className : "";
})"""
"""Of the first of each kind: what it is called, if a finger on its middle touches it."""


def begin(person: Person) -> str:
    """A new pack, by the keys: the name is there, Enter begins."""
    person.go("/owners")
    person.page.focus(f"#name-{TITLE}")
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/owners/*")
    return person.page.url.partition("?")[0]


def type_tile(person: Person, cost: str) -> str:
    """The open tile: another price for its stations by the keys, then the next."""
    record = person.page.locator("#record span").inner_text()
    person.page.focus("#f-station_cost")
    person.page.keyboard.press("ControlOrMeta+a")
    person.page.keyboard.type(cost)
    person.page.keyboard.press("Enter")
    person.page.wait_for_url(lambda url: "saved=1" in url and record not in url)
    return record


@pytest.mark.parametrize("tiles", [4, pytest.param(ALL, marks=pytest.mark.long)])
def test_city_tiles_become_true(browser: Browser, server: Server, tmp_path: Path, tiles: int) -> None:
    with people(browser, server, "wide", "narrow", accept_downloads=True) as (ola, ines):
        pack = begin(ola)
        page = ola.page
        page.goto(f"{pack}?file=city_tiles")
        # What cannot be is told at the field, and the drawing follows what is typed.
        before = page.locator("#drawn").inner_html()
        page.fill("#f-station_cost", "35")
        expect(page.locator("[data-fault=station_cost]")).to_be_visible()
        page.fill("#f-station_cost", "90")
        expect(page.locator("[data-fault=station_cost]")).to_be_hidden()
        expect(page.locator("[data-was=station_cost]")).to_be_visible()
        ola.until("old => document.getElementById('drawn').innerHTML !== old", before)
        by_mouse(ola)
        # A photo stays in the browser, also when the page is opened again.
        sent: list[bytes] = []
        page.on("request", lambda request: sent.append(request.post_data_buffer or b""))
        photo = tmp_path / "photo.png"
        photo.write_bytes(PIXEL)
        page.set_input_files("#own-photo", photo)
        ola.until(SHOWN)
        page.reload()
        ola.until(SHOWN)
        assert not any(PIXEL[:8] in body for body in sent)
        typed_and_not_kept(ola)
        # Each kept by Enter.
        done = [type_tile(ola, "70") for _ in range(tiles)]
        assert len(set(done)) == tiles
        expect(page.locator(".pack-sum")).to_contain_text(f"{tiles} typed by owners")
        assert ola.accessible() == []
        taken_back_by_keys(ola, f"{pack}?file=city_tiles&record={done[0]}")
        if tiles < ALL:
            return  # tests/web tries and merges without a browser
        tried_and_taken_along(ola, tmp_path / "mine.zip")
        merged(ines, tmp_path / "mine.zip", done)
        assert ola.faults == [] and ines.faults == []


def by_mouse(ola: Person) -> None:
    """Numbers have buttons, what a field does not take has its neighbours, signs are switched, lists grow."""
    page, cost = ola.page, ola.page.locator("#f-station_cost")
    page.locator("[data-field=station_cost] [data-step='1']").click()
    expect(cost).to_have_value("100")
    cost.fill("35")
    page.get_by_role("button", name="40", exact=True).click()
    expect(cost).to_have_value("40")
    stone = page.locator("[data-field=demand] input[value=stone]")
    was = stone.is_checked()
    stone.focus()
    page.keyboard.press("Space")
    assert stone.is_checked() != was
    sites = page.locator("[data-field=factory_sites] input")
    places = sites.count()
    sites.last.fill("as much as a station")
    assert sites.count() == places + 1 and sites.last.input_value() == ""
    expect(page.locator("[data-was=factory_sites]")).to_contain_text("Standard pack")
    expect(page.locator("[data-fault=factory_sites]")).to_be_hidden()
    expect(page.locator(".first .on .small svg")).to_have_count(1)


def typed_and_not_kept(ola: Person) -> None:
    """What was typed is there again after the page was lost, until it is thrown away."""
    page, cost = ola.page, ola.page.locator("#f-station_cost")
    before = str(cost.evaluate("field => field.defaultValue"))
    cost.fill("130")
    page.reload()
    expect(cost).to_have_value("130")
    expect(page.locator("#draft")).to_be_visible()
    page.locator("#draft-away").click()
    expect(cost).to_have_value(before)
    expect(page.locator("#draft")).to_be_hidden()


def taken_back_by_keys(ola: Person, record: str) -> None:
    """One field of a record, in its history, and put back: by the keys alone."""
    page = ola.page
    page.goto(record)
    take = page.locator(".history button[value=station_cost]")
    expect(page.locator(".history")).to_contain_text("typed by you")
    take.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".taken")).to_contain_text("is as standard again")
    expect(page.locator("#f-station_cost")).not_to_have_value("70")
    assert take.count() == 0 and ola.accessible() == []
    page.locator(".taken button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#f-station_cost")).to_have_value("70")
    expect(take).to_be_visible()


def tried_and_taken_along(ola: Person, zipped: Path) -> None:
    page = ola.page
    page.get_by_role("link", name="Try it").click()
    for name, value in (("matches", "10"), ("seats", "2"), ("bot", "random")):
        page.locator(f"input[name={name}][value='{value}']").check(force=True)
    page.get_by_role("button", name="Begin the trial").click()
    expect(page.locator("#trial")).to_contain_text("no dead end")
    expect(page.locator("#trial")).to_contain_text("Seat 2 wins")
    assert ola.accessible() == []
    tried = page.url
    page.goto("/new?title=imperial-steam")  # what bots have played to the end can be played
    page.select_option("#pack", index=1)
    assert ola.accessible() == []
    page.goto(tried)
    with page.expect_download() as loading:
        page.locator(".aside").get_by_role("link", name="Download zip").click()
    loading.value.save_as(zipped)


def merged(ines: Person, zipped: Path, done: list[str]) -> None:
    """Somebody else, on a phone: one tile typed alike, one otherwise; then the zip is opened and merged."""
    pack = begin(ines)
    for tile, cost in ((done[0], "70"), (done[1], "80")):
        ines.page.goto(f"{pack}?file=city_tiles&record={tile}")
        type_tile(ines, cost)
    ines.go("/owners")
    ines.page.set_input_files("#zip", zipped)
    ines.page.wait_for_url("**/differences*")
    expect(ines.page.locator("tbody tr").nth(len(done) - 1)).to_be_attached()
    assert ines.accessible() == []
    ines.page.goto(f"{pack}/share")
    ines.page.locator(".things a").first.click()
    expect(ines.page.locator("main")).to_contain_text("1 record is the same in both")
    expect(ines.page.locator("main")).to_contain_text(f"{len(done) - 2} records are only in theirs")
    assert ines.accessible() == []
    ines.page.locator(f"input[name='take:city_tiles/{done[1]}'][value=theirs]").check(force=True)
    ines.page.get_by_role("button", name="Merge", exact=True).click()
    expect(ines.page.locator(".pack-sum")).to_contain_text(f"{len(done)} typed by owners")
    ines.page.goto(f"{pack}?file=city_tiles&record={done[0]}")
    expect(ines.page.locator(".typing .tag")).to_have_text("confirmed")
    ines.page.goto(f"{pack}?file=city_tiles&record={done[1]}")
    expect(ines.page.locator("#f-station_cost")).to_have_value("70")
    ines.page.focus("#note")  # at the foot of the form: the piece stays in sight, and what is typed too
    ines.until(f"(found) => ({IN_SIGHT})(found).join() === 'drawing,note'", [".drawing", "#note"])
    for place in ("", "/differences", "/try", "/share"):
        ines.page.goto(pack + place)
        wide = ines.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390 and ines.accessible() == [], place
