"""Where the numbers of acts lie on the boards."""

from __future__ import annotations

import random
from xml.etree import ElementTree

from nucleum.scene import TITLE, Scene
from pictures import SVG, drawn, part
from playwright.sync_api import Browser

from browser.kit import Server, people

ON_LINES = """lines => {
  const list = document.createElement("ol"), act = { number: "1", mark: "1", paint: "blue" };
  list.innerHTML = "<li><svg class='ic' viewBox='0 0 10 10'></svg><a></a></li>";
  Object.assign(list.querySelector("a").dataset, act);
  const off = {};
  for (const [id, line] of Object.entries(lines)) {
    const place = document.getElementById(id);
    place.innerHTML = line;
    window.mhMarks.clear();
    window.mhMarks.draw([list.querySelector("a")], () => [place], false, new Set());
    const p = document.querySelector(".told-marks .plate rect").getBoundingClientRect();
    const rail = place.querySelector("path"), to = rail.getScreenCTM();
    const far = [...Array(101).keys()].map((i) => {
      const at = rail.getPointAtLength(rail.getTotalLength() * i / 100).matrixTransform(to);
      return Math.hypot(at.x - p.x - p.width / 2, at.y - p.y - p.height / 2);
    });
    off[id] = Math.round(Math.min(...far));
  }
  return off;
}"""
"""How many pixels a number lies beside the line, were these links complete and the last act a rail of them."""


def test_the_number_of_a_bent_rail_lies_on_its_line(browser: Browser, server: Server) -> None:
    """The middle of the box of a bent line lies beside it."""
    scene = Scene("RB").link("B", "plauen-chemnitz").link("BB", "dresden-marienberg")
    ElementTree.register_namespace("", SVG.strip("{}"))
    root = ElementTree.fromstring(drawn(TITLE, scene.s, None))
    ids = [f"space-{space}.1" for space in ("plauen-chemnitz", "dresden-marienberg")] + ["space-dresden-marienberg.2"]
    lines = {ident: "".join(ElementTree.tostring(one, "unicode") for one in part(root, ident)) for ident in ids}
    with people(browser, server, "wide") as (ola,):
        ola.play_now("nucleum")
        ola.past_cards()
        off = ola.page.evaluate(ON_LINES, lines)
        assert len(off) == len(ids) and max(off.values()) <= 3, off


UNSEEN = """() => [...document.querySelectorAll("#since .tell[data-mark]")]
  .filter((act) => act.dataset.places && act.dataset.places.split(" ").every((id) => /^(cell|end|line)-/.test(id)
    && !document.getElementById(id)))
  .map((act) => [act.dataset.mark, Boolean(document.querySelector(`.told-marks [data-mark="${act.dataset.mark}"]`))])"""


def test_what_happened_on_a_board_that_is_not_open_has_no_mark(browser: Browser, server: Server) -> None:
    """In the office the numbers of the fair stood on the card of whoever had acted, where they meant nothing."""
    with people(browser, server, "wide") as (ola,):
        for luck in range(4, 24):  # the last to act at the fair may have been Ola
            ola.play_now("promethium")
            ola.let_run(random.Random(luck), lambda sight: "pass" in sight["legal"])
            assert ola.my_turn()
            if found := ola.page.evaluate(UNSEEN):
                break
        assert found and not any(marked for _, marked in found), found


BESIDE = """id => {
  const list = document.createElement("ol");
  list.innerHTML = "<li><svg class='ic' viewBox='0 0 10 10'></svg><a></a><a></a></li>";
  const acts = [...list.querySelectorAll("a")], place = document.getElementById(id);
  acts.forEach((act, i) => Object.assign(act.dataset, { number: `${i + 1}`, mark: `${i + 1}`, paint: "blue" }));
  window.mhMarks.clear();
  window.mhMarks.draw(acts, () => [place], false, new Set());
  const [a, b] = [...document.querySelectorAll(".told-marks .plate rect")].map((rect) => rect.getBoundingClientRect());
  return [a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom].map(Math.round);
}"""


def test_a_rail_and_the_link_that_it_completes_have_their_numbers_side_by_side(
    browser: Browser, server: Server
) -> None:
    """Farther away the second would seem to belong to another link."""
    with people(browser, server, "wide") as (ola,):
        ola.play_now("nucleum")
        ola.past_cards()
        for ident in ("space-riesa-dresden.1", "space-dresden-bautzen.1"):
            gaps = ola.page.evaluate(BESIDE, ident)
            assert 0 <= max(gaps) <= 3, (ident, gaps)
