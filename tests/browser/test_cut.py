"""No label of a page is cut or sticks out of its button, in any language on any screen; drawings: test_labels.py."""

from __future__ import annotations

import random

import pytest
from often import now_and_then
from playwright.sync_api import Browser
from stages import Stage, titles_from

import machinehall as mh
from browser.kit import Person, Server, fit_of, people
from machinehall.draw.letters import crowded
from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.wording import SHORT, UNDO, Choice, brief
from machinehall.web.shell import templates
from machinehall.web.table.prompt import closing
from machinehall.words import languages, say
from machinehall.words.titles import wording

Windows = tuple[tuple[int, int], ...]
WINDOWS: Windows = ((2560, 1440), (1440, 900), (1366, 768), (1024, 768), (390, 844))
TIGHT: Windows = ((1366, 768), (390, 844))
HERE = [("de", TIGHT)]
"""The longest words in the least room are looked at each time; all languages in all windows take minutes more."""
TONGUES = now_and_then([*HERE, *((lang, WINDOWS) for lang in languages())], HERE)
SOME = 24
"""So many choices into a match."""
LOOKS = 60
"""So many times a page is looked at again before something counts as cut."""
TITLES = titles_from(Stage.DRAWN)
PAGES = (
    *("/", "/learn", "/rules", "/settings", "/account", "/recover", "/replays", "/feats", "/owners", "/nowhere"),
    *(f"/new?title={title}" for title in TITLES),
    *(f"/rules/{title}/components" for title in TITLES),
)
CUT = """() => {
  // What people have written themselves may be cut, and what is told in one or two lines as long as it lasts.
  // So may on a phone what has been done: it ends in dots, and the log has it whole.
  const own = `.hide, .skip, .who, .me, .name, .link, #tale, .story, pre, code, textarea,
    [data-size=narrow] #undo small, [data-size=narrow] .stops span`;
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
    const bar = e.closest(".asked");
    if (bar && bar.scrollHeight > bar.clientHeight + 2) {
      // The question is whole; what stands below it may end in dots, if it says all of itself where it is asked.
      const dots = e.closest("#besides") && e.title && e.dataset.say && getComputedStyle(bar).webkitLineClamp === "3";
      const over = box.bottom > bar.getBoundingClientRect().bottom + 2;
      if (over && !dots && !e.matches(".rule")) faults.add(`cut below: ${told(e)}`);
      if (dots || e.matches(".rule")) continue;
    }
    const within = e.closest(".stops, .asked") ? ".prompt" : "button, .btn, summary, .tab, .pill, .pace";
    const holder = e.closest(within)?.getBoundingClientRect();
    if (!holder) continue;
    let scrolls = e;
    while (scrolls && !/auto|scroll/.test(getComputedStyle(scrolls).overflowX)) scrolls = scrolls.parentElement;
    if (!scrolls && (holder.right > innerWidth + 1 || holder.left < -1)) faults.add(`off the screen: ${told(e)}`);
    for (const node of texts) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const at = range.getBoundingClientRect();
      if (at.right > holder.right + 1 || at.left < holder.left - 1) faults.add(`sticks out: ${told(e)}`);
      // What closes a question has figures in several lines: they do not fill it to its edges.
      const over = e.closest(".slot .closes") ? -1 : 2;
      if (at.bottom > holder.bottom + over || at.top < holder.top - over) faults.add(`sticks out below: ${told(e)}`);
    }
  }
  return [...faults];
}"""
"""Labels that are not seen whole."""


def looked_at(ola: Person, where: str, windows: Windows) -> list[str]:
    """What is cut on this page in each window."""
    found = []
    for width, height in windows:
        ola.page.set_viewport_size({"width": width, "height": height})
        ola.until(
            f"document.readyState === 'complete' && document.documentElement.dataset.fit === '{fit_of(width, height)}'"
        )
        found += [f"{where} {width}: {fault}" for fault in settled_faults(ola)]
    return found


def settled_faults(ola: Person) -> list[str]:
    """What is still cut when the page has found its places in the new window: boards are fitted after it changed."""
    faults: list[str] = ola.page.evaluate(CUT)
    for _ in range(LOOKS):
        if not faults:
            break
        ola.page.wait_for_timeout(50)
        faults = ola.page.evaluate(CUT)
    return faults


def closing_acts(title: Title, lang: str) -> list[tuple[str, Choice]]:
    """All that a match brings to the two places that close a question, each with its longest figures."""
    speech, match, rng = wording(title, say(lang)), Match(title, title.seats[0], 1), random.Random(1)
    found: dict[tuple[str, str, bool, bool], Choice] = {}
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        for place, choice in closing(speech, speech.choices(match.view(seat), seat, legal))._asdict().items():
            if choice is not None:
                key = place, choice.text, bool(choice.note), bool(choice.pays or choice.gains)
                found[key] = max(choice, found.get(key, choice), key=figures)
        match.play(rng.choice(legal), seat)
    # A note alone comes last: it has more room where the same act tells no figures.
    return [(place, choice) for (place, *_), choice in sorted(found.items(), key=lambda pair: pair[0][2] > pair[0][3])]


def figures(choice: Choice) -> int:
    return len(choice.pays + choice.gains + choice.note)


FILL = """([slot, html, steps, here, undo, short]) => {
  document.querySelector(`.slot.to-${slot}`).outerHTML = html;
  const small = document.querySelector("#undo small"), line = document.querySelector("#prompt .stops");
  if (small) small.textContent = undo;
  line?.remove();
  // As hall.html has it: where there is little room for the steps, only the present one is written out.
  const { fit } = document.documentElement.dataset;
  const little = document.querySelector("#prompt h1.long") || fit === "compact" || fit === "medium";
  const full = fit !== "wide" || document.querySelector("#prompt.early") ||
    document.querySelector("#question").textContent.length > 44;
  const names = steps.length + 1 > (little ? 2 : 3) && (full || !short) ? "stops close" : "stops";
  document.querySelector("#prompt .acts").insertAdjacentHTML("beforebegin", `<ol class="${names}">${steps.map((step) =>
    `<li class="done"><button><i></i><span>${step}</span></button></li>`).join("")}<li class="here"><i></i><span>${here}
    </span></li></ol>`);
}"""
"""Other words at the narrow places of the prompt bar."""


def bar_is_read_whole(ola: Person, title: str, lang: str, windows: Windows) -> list[str]:
    """The prompt bar with all that can close a question, after one step or several with the longest names."""
    played, found = mh.title(title), []
    speech, macro = wording(played, say(lang)), templates().get_template("closes.html")
    module = macro.make_module({"_": say(lang), "hall": None})
    labels = sorted({brief(speech.label(act), SHORT) for act in played.actions.all}, key=len)[-5:]
    undo = max((brief(speech.label(act), UNDO) for act in played.actions.all), key=len)
    acts = closing_acts(played, lang)
    for width, height in windows:
        ola.screen(width, height)
        for number, (place, choice) in enumerate(acts):
            html = str(module.closes(choice, place, "", True))  # type: ignore[attr-defined]
            steps = number % 6 if figures(choice) > len(choice.note) or not choice.note else 0
            short = not crowded([*labels[:steps], choice.group], 0, 6)
            ola.page.evaluate(FILL, [place, html, labels[:steps], choice.group, undo, short])
            found += [f"bar {width}: {fault}" for fault in settled_faults(ola)]
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


@pytest.mark.parametrize(("lang", "windows"), TONGUES)
def test_every_page_is_read_whole(browser: Browser, server: Server, lang: str, windows: Windows) -> None:
    with people(browser, server, "wide", locale=lang) as (ola,):
        found = []
        for path in PAGES:
            ola.go(path)
            found += looked_at(ola, path, windows)
        assert found == []
        ola.faults.clear()  # /nowhere is not there


TABLES = [("de", TIGHT, "imperial-steam"), ("de", TIGHT, "nucleum")]
EVERYWHERE = [(lang, WINDOWS, title) for lang in languages() for title in TITLES]


@pytest.mark.parametrize(("lang", "windows", "title"), now_and_then([*TABLES, *EVERYWHERE], TABLES))
def test_a_match_is_read_whole(browser: Browser, server: Server, lang: str, windows: Windows, title: str) -> None:
    """The table after some choices, the way on from there, and the end."""
    with people(browser, server, "wide", locale=lang) as (ola,):
        ola.new_table("you", "here", title=title)
        rng = random.Random(1)
        ola.let_run(rng, lambda sight: sight["rev"] > SOME and len(sight["legal"]) > 1)
        seat = ola.context.request.get(f"/api/v1/matches/{ola.match}/view").json()["seat"]
        ola.go(f"/t/{ola.match}?seat={seat}")
        ola.page.locator("#prompt .acts").wait_for()
        number = ola.state("number")
        found = looked_at(ola, "table", windows) + bar_is_read_whole(ola, title, lang, windows)
        ola.go(f"/t/{ola.match}/at/{number}")
        found += looked_at(ola, "replay", windows)
        ola.let_run(rng, lambda sight: False)
        ola.page.locator(".end-page").wait_for()
        found += looked_at(ola, "end", windows)
        ola.go(f"/t/{ola.match}/at/{number}/continue")
        ola.page.locator("form.dialog[action$=continue]").wait_for()
        found += looked_at(ola, "continue", windows)
        assert found == []
