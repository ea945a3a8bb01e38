"""Three ways to choose: with the mouse, with a finger, with the keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from .kit import AIM, CHOICES, Person

IN_KEY_ORDER = """() => ["#deck .act", "#choices .act", "#prompt .act"]
  .flatMap((where) => [...document.querySelectorAll(where)].map((act) => act.dataset.act))"""
BRING = "id => document.getElementById(id).scrollIntoView({block: 'center', behavior: 'instant'})"
FOCUSED = "() => document.activeElement?.dataset?.act ?? ''"
FOCUS_IN_SIGHT = """() => {
  const on = document.activeElement, r = on.getBoundingClientRect();
  const hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return hit !== null && (hit === on || on.contains(hit));
}"""


def by_mouse(person: Person, rng: random.Random) -> None:
    person.click_what_glows(rng)


def bring(person: Person, target: str) -> None:
    """Scroll to a place. A camera that stands near may show another part of the board: from afar all is in sight."""
    person.page.evaluate(BRING, target)
    if person.page.locator("#frame.zoomed").count() and person.page.evaluate(AIM, target) is None:
        person.page.locator("[data-zoom=fit]").tap()
        person.until(AIM, target)


def by_touch(person: Person, rng: random.Random) -> None:
    """Tap what glows on the board in sight; else a button of the list or of the prompt bar."""
    rev, places = person.rev, person.glowing()
    if places and rng.random() < 0.7:
        # The first tap shows what it costs, the button in the sheet does it.
        target = rng.choice(places)
        bring(person, target)
        person.page.touchscreen.tap(*person.aim(target))
        menu = person.page.locator("#menu[open] .act")
        menu.first.wait_for()
        menu.nth(rng.randrange(menu.count())).tap()
    else:
        # Two taps at one place in a moment are a double tap, and its second half is not meant for the next question.
        person.page.locator("#question").tap()
        found = person.page.locator(CHOICES)
        found.nth(rng.randrange(found.count())).tap()
    person.moved_on(rev)


def by_keyboard(person: Person, rng: random.Random) -> None:
    """A digit for one of the first nine; else C and the arrows to the choice, and Enter."""
    rev, acts = person.rev, person.page.evaluate(IN_KEY_ORDER)
    number = rng.randrange(len(acts))
    if number < 9 and rng.random() < 0.5:
        person.page.keyboard.press(str(number + 1))
    else:
        person.page.keyboard.press("c")
        for _ in range(number):
            person.page.keyboard.press("ArrowDown")
        assert person.page.evaluate(FOCUSED) == acts[number], "the arrows do not lead to every choice"
        assert person.page.evaluate(FOCUS_IN_SIGHT), f"the focus is on {acts[number]}, out of sight"
        person.page.keyboard.press("Enter")
    person.moved_on(rev)


HANDS: dict[str, Callable[[Person, random.Random], None]] = {
    "mouse": by_mouse,
    "touch": by_touch,
    "keyboard": by_keyboard,
}
