"""What changes is seen to change: pieces glide, figures count, at one's own pace, and nobody has to wait for it."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from browser.kit import MOVING, Person, Server, expect, people

LONGEST = 300
"""Milliseconds that anything moves at most."""
LISTEN = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (options.id) window.moved.push({ id: options.id, lasts: options.duration, figure: this.matches(".sum") });
  return animate.call(this, frames, options);
};
"""
STILL = """() => !document.querySelector("#motion > *, .untold, #tale:not([hidden]), .telling")
  && document.getAnimations().every((one) => !one.effect.target.closest?.("#motion, [data-piece]"))"""
TELLS = "!!document.querySelector('#tale:not([hidden])')"
OPEN = """() => [...document.querySelectorAll("svg.sheet a.mh-legal, :is(#choices, #prompt) .act")].every((target) => {
  const box = target.getBoundingClientRect();
  return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("#motion");
})"""
TRUE = """() => [...document.querySelectorAll("#hall [data-figure]")]
  .map((one) => [one.dataset.figure, one.textContent.trim()]).sort()"""


def sit_down(ola: Person, pace: str) -> None:
    """A match with two bots that has begun."""
    ola.context.add_init_script(LISTEN)
    ola.context.add_cookies([{"name": "mh-pace", "value": pace, "url": ola.server.address}])
    ola.new_table("you", "bot", "bot", title="imperial-steam")
    assert ola.my_turn()
    ola.let_run(random.Random(3), lambda sight: sight["number"] >= 60 and sight["seat"] in sight["to_act"])
    assert ola.my_turn()
    ola.until("!!window.mhSince")


def others_act(ola: Person) -> None:
    """Go on until it is our turn again after others have acted."""
    for _ in range(60):
        ola.choose(ola.choices()[-1])
        assert ola.my_turn()
        if ola.page.locator("#since[data-fresh='1'] .tell[data-mark]").count():
            return
    raise AssertionError("the others never act")


def told(ola: Person) -> None:
    """Go on until others' acts are being told."""
    for _ in range(8):
        others_act(ola)
        if ola.page.evaluate(TELLS):
            return
    raise AssertionError("nothing is ever told")


def moved(ola: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ola.page.evaluate("window.moved.splice(0)")
    return found


def test_pieces_glide_and_nobody_has_to_wait(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", **MOVING) as (ola,):
        sit_down(ola, "slow")
        moved(ola)
        told(ola)
        # What is told stands in the prompt, and all that can be done can be done meanwhile.
        expect(ola.page.locator("#tale-skip")).to_be_visible()
        assert ola.choices() and ola.page.evaluate(OPEN)
        ola.page.focus("#tale-skip")
        ola.page.keyboard.press("Enter")
        assert ola.page.evaluate(STILL), "all at once"
        assert ola.page.evaluate("document.activeElement.id") == "choices"
        truth = ola.page.evaluate(TRUE)  # figures are those of the position
        ola.page.reload()
        assert ola.my_turn()
        ola.until(
            f"truth => JSON.stringify(({TRUE})()) === truth",
            json.dumps(truth, ensure_ascii=False, separators=(",", ":")),
        )
        ola.until("!!window.mhSince")
        # A choice needs no skip: it is taken, and ends the tale.
        told(ola)
        ola.choose(ola.choices()[0])
        # Left alone it comes to its end.
        assert ola.my_turn()
        told(ola)
        ola.until(STILL)
        found = moved(ola)
        pieces = [one for one in found if one["id"].startswith(("pawn-", "track-", "standing-", "hire-", "order-"))]
        assert pieces and any(one["figure"] for one in found)
        assert all(one["lasts"] <= LONGEST for one in found if not one["figure"])
        # A key ends it as well.
        told(ola)
        ola.page.keyboard.press("Escape")
        assert ola.page.evaluate(STILL)
        assert not (faults := ola.accessible()), faults


FOLDED = """() => {
  const fair = document.getElementById("fair"), act = document.createElement("span");
  Object.assign(act.dataset, { places: "", seat: "1", number: "1" });
  window.mhMotion.before();
  document.getElementById("seat-1").append(fair.querySelector("[data-piece]"));
  const left = fair.querySelectorAll("[data-piece]").length;
  fair.remove();
  window.mhMotion.begin([act], "0");
  return [left, document.querySelectorAll("#motion > svg").length];
}"""
"""The fair is over: a tile of it is somebody's, the others are out of sight; all waits for an act to be told."""


def test_nothing_of_a_fair_hangs_over_what_takes_its_place(browser: Browser, server: Server) -> None:
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.new_table("you", "bot", "bot")
        ola.past_cards()
        ola.until("!!window.mhSince && !!document.getElementById('fair')")
        ola.until(STILL)
        left, waiting = ola.page.evaluate(FOLDED)
        assert left > 2 and not waiting


GLIDE = """() => {
  const pieces = [...document.querySelectorAll("svg.sheet [data-piece]")].filter((one) => one.checkVisibility());
  mhMotion.before();
  for (const piece of pieces.slice(0, 6)) piece.setAttribute("transform", "translate(60 45)");
  mhMotion.begin();
  for (const one of document.getAnimations()) if (one.effect.target.parentNode.id === "motion") one.pause();
  return document.getElementById("motion").children.length;
}"""
"""Some pieces lie elsewhere at once; their copies stay on their way."""


def test_a_piece_that_waits_for_its_copy_asks_for_no_layer(browser: Browser, server: Server) -> None:
    """Each layer of a board, and all that is drawn above it, is put together anew in every frame of a glide."""
    with people(browser, server, "wide", **MOVING) as (ola,):
        ola.play_now("nucleum")
        ola.past_cards()
        ola.until("!!window.mhSince")
        ola.page.evaluate("mhMotion.settle()")
        seen: list[list[dict[str, Any]]] = []
        devtools = ola.context.new_cdp_session(ola.page)
        devtools.on("LayerTree.layerTreeDidChange", lambda tree: seen.append(tree.get("layers", [])))
        devtools.send("DOM.enable")
        devtools.send("LayerTree.enable")
        copies = ola.page.evaluate(GLIDE)
        assert copies >= 6
        ola.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        why = []
        for layer in seen[-1]:
            with contextlib.suppress(Error):  # a layer that has gone since
                found = devtools.send("LayerTree.compositingReasons", {"layerId": layer["layerId"]})
                why.append(found["compositingReasonIds"])
        assert sum("WillChangeOpacity" in reasons for reasons in why) >= copies, why
        assert why.count(["ActiveOpacityAnimation"]) < 6, "the pieces of the board, each with a layer of its own"


@pytest.mark.parametrize(("pace", "motion"), [("slow", "reduce"), ("off", "no-preference")])
def test_nothing_moves_for_those_who_want_none(browser: Browser, server: Server, pace: str, motion: str) -> None:
    with people(browser, server, "wide", reduced_motion=motion) as (ola,):
        sit_down(ola, pace)
        moved(ola)
        others_act(ola)
        expect(ola.page.locator("#since .tell[data-mark]").first).to_be_visible()
        assert not moved(ola)
        assert ola.page.evaluate("document.querySelectorAll('#motion > *').length") == 0


def test_what_is_sent_and_not_answered_is_seen(browser: Browser, server: Server) -> None:
    """Half there while it is sent; there again when it has failed."""
    with people(browser, server, "wide", **MOVING) as (ola,):
        sit_down(ola, "off")
        answers: list[Any] = []
        ola.page.route("**/act", lambda route: answers.append(route))
        ola.open_list()
        ola.page.locator(f':is(#deck, #choices, #prompt) [data-act="{ola.choices()[0]}"]').first.click()
        expect(ola.page.locator(".sent")).to_have_count(1)
        expect(ola.page.locator("#sending")).to_have_text("Still sending")
        answers.pop().abort()
        expect(ola.page.locator("#sending")).to_be_hidden()
        expect(ola.page.locator(".sent")).to_have_count(0)
        expect(ola.page.locator("#lost")).to_be_visible()
        expect(ola.page.locator("#frame.offline")).to_have_count(1)
        ola.page.unroute("**/act")
        ola.choose(ola.choices()[0])
        expect(ola.page.locator("#lost")).to_be_hidden()
        ola.faults[:] = [fault for fault in ola.faults if "ERR_FAILED" not in fault]
