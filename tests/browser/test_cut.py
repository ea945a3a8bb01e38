"""No label of a page is cut or sticks out of its button, in any language on any screen; drawings: test_labels.py."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser
from stages import Stage, titles_from

from browser.kit import Person, Server, fit_of, people
from machinehall.words import languages

WINDOWS = ((2560, 1440), (1440, 900), (1366, 768), (1024, 768), (390, 844))
LONGEST = "de"
"""The language that is looked at each time; the others take minutes more."""
TONGUES = [pytest.param(lang, marks=() if lang == LONGEST else pytest.mark.long) for lang in languages()]
SOME = 24
"""So many choices into a match."""
TITLES = titles_from(Stage.DRAWN)
PAGES = (
    *("/", "/learn", "/rules", "/settings", "/account", "/recover", "/replays", "/feats", "/owners", "/nowhere"),
    *(f"/new?title={title}" for title in TITLES),
    *(f"/rules/{title}/components" for title in TITLES),
)
CUT = """() => {
  // What people have written themselves may be cut, and what is told in one or two lines as long as it lasts.
  // So may the short line under a button of fixed width and the name of a step: both say the whole when asked.
  const short = ".closes small, .stops span";
  const own = `.hide, .skip, .who, .me, .name, .link, #tale, .story, #since, pre, code, textarea, ${short}`;
  const faults = new Set();
  const told = (e) => `${e.tagName.toLowerCase()}.${e.className}: ${e.textContent.trim().slice(0, 60)}`;
  if (document.documentElement.scrollWidth > innerWidth) faults.add("the page is wider than the screen");
  for (const e of document.querySelectorAll("body *:not(svg, svg *, script, style, option)")) {
    const texts = [...e.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const box = e.getBoundingClientRect();
    if (!texts.length || e.closest(own) || box.width <= 1 || !e.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(e);
    // What is only read aloud.
    let spoken = e;
    while (spoken && getComputedStyle(spoken).clipPath === "none") spoken = spoken.parentElement;
    if (spoken) continue;
    if (/hidden|clip/.test(style.overflowX) && e.scrollWidth > e.clientWidth + 1) faults.add(`cut: ${told(e)}`);
    if (/hidden|clip/.test(style.overflowY) && e.scrollHeight > e.clientHeight + 3) faults.add(`cut below: ${told(e)}`);
    const holder = e.closest("button, .btn, summary, .tab, .pill")?.getBoundingClientRect();
    if (!holder) continue;
    let scrolls = e;
    while (scrolls && !/auto|scroll/.test(getComputedStyle(scrolls).overflowX)) scrolls = scrolls.parentElement;
    if (!scrolls && (holder.right > innerWidth + 1 || holder.left < -1)) faults.add(`off the screen: ${told(e)}`);
    for (const node of texts) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const at = range.getBoundingClientRect();
      if (at.right > holder.right + 1 || at.left < holder.left - 1) faults.add(`sticks out: ${told(e)}`);
    }
  }
  return [...faults];
}"""
"""Labels that are not seen whole."""


def looked_at(ola: Person, where: str) -> list[str]:
    """What is cut on this page in each window."""
    found = []
    for width, height in WINDOWS:
        ola.page.set_viewport_size({"width": width, "height": height})
        ola.until(
            f"document.readyState === 'complete' && document.documentElement.dataset.fit === '{fit_of(width, height)}'"
        )
        found += [f"{where} {width}: {fault}" for fault in ola.page.evaluate(CUT)]
    return found


def test_what_is_cut_is_found(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide") as (ola,):
        ola.go("/settings")
        assert ola.page.evaluate(CUT) == []
        ola.page.evaluate("""() => {
          document.querySelector("h1").style.cssText = "width:9px;overflow:hidden;white-space:nowrap";
          const button = document.querySelector("main .btn, main button");
          button.style.cssText = "width:12px;min-width:0;padding:0;white-space:nowrap";
        }""")
        found = " ".join(ola.page.evaluate(CUT))
        assert "cut: h1" in found and "sticks out" in found, found


@pytest.mark.parametrize("lang", TONGUES)
def test_every_page_is_read_whole(browser: Browser, server: Server, lang: str) -> None:
    with people(browser, server, "wide", locale=lang, reduced_motion="reduce") as (ola,):
        found = []
        for path in PAGES:
            ola.go(path)
            found += looked_at(ola, path)
        assert found == []
        ola.faults.clear()  # /nowhere is not there


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("lang", TONGUES)
def test_a_match_is_read_whole(browser: Browser, server: Server, lang: str, title: str) -> None:
    """The table after some choices, the way on from there, and the end."""
    with people(browser, server, "wide", locale=lang, reduced_motion="reduce") as (ola,):
        ola.new_table("you", "here", title=title)
        rng = random.Random(1)
        ola.let_run(rng, lambda sight: sight["rev"] > SOME and len(sight["legal"]) > 1)
        seat = ola.context.request.get(f"/api/v1/matches/{ola.match}/view").json()["seat"]
        ola.go(f"/t/{ola.match}?seat={seat}")
        ola.page.locator("#prompt .acts").wait_for()
        found = looked_at(ola, "table")
        ola.go(f"/t/{ola.match}/at/{SOME}")
        found += looked_at(ola, "replay")
        ola.let_run(rng, lambda sight: False)
        ola.page.locator(".end-page").wait_for()
        found += looked_at(ola, "end")
        ola.go(f"/t/{ola.match}/at/{SOME}/continue")
        found += looked_at(ola, "continue")
        assert found == []
