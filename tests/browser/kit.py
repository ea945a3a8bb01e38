"""A server of its own, and people in front of browsers."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page, expect
from ports import free_port

from .wire import Wire

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-features=" + ",".join([
        # Chromium draws its own bars, which nobody sees here, as pages: each window would pay a second for them.
        "PreloadTopChromeWebUI", "InitialWebUI", "WebUIToolbar", "WebUIReloadButton", "WebUIOmniboxPopup",
        "WebUIOmniboxAimPopup",
        # What Playwright turns off itself: the last such flag counts alone.
        "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
        "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
        "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
        "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    ]),
]  # fmt: skip
ADVICE = "the browser tests need chromium; on Debian or Ubuntu: sudo apt-get install chromium fonts-noto-core"
SIZES = {"wide": (1440, 900), "medium": (1024, 768), "narrow": (390, 844)}
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
AXE_HERE = "; axe.configure({rules: [{id: 'color-contrast', selector: ':not(text, tspan, title)'}]}); null"
"""What lies behind the words of a drawing axe cannot tell, however long it looks; tests/test_drawing.py measures it."""
PATIENCE = int(os.environ.get("PATIENCE", "300000"))
"""Milliseconds that a person waits; a failure is seen sooner with less."""
expect.set_options(timeout=PATIENCE)


MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
"""For tests in which what moves could come between a person and a choice. Elsewhere nothing moves: without a graphics
card each frame of a glide is painted by the processor, which takes as long as all else that a click does."""


CHOICES = ":is(#deck, #choices, #prompt) .act"
"""What can be chosen: the cards, the list, and the acts of the prompt bar."""
GLOWING = """() => [...document.querySelectorAll("svg.sheet a.mh-legal")]
  .filter(e => e.getClientRects().length && e.checkVisibility({ visibilityProperty: true })).map(e => e.id)"""
AIM = """id => {
  const target = document.querySelector(`svg.sheet a.mh-legal[id="${CSS.escape(id)}"]`);
  const points = [];
  for (const part of target.querySelectorAll("path, rect, circle")) {
    const length = part.getTotalLength?.() ?? 0, to = part.getScreenCTM();
    const box = part.getBBox();
    const seen = [[box.x + box.width / 2, box.y + box.height / 2]];
    for (const share of [0.5, 0.3, 0.7, 0.1, 0.9]) {
      const p = part.getPointAtLength(length * share);
      seen.push([p.x, p.y]);
    }
    for (const [x, y] of seen) {
      const p = new DOMPoint(x, y).matrixTransform(to);
      points.push([p.x, p.y]);
    }
  }
  const box = target.getBoundingClientRect();
  points.unshift([box.x + box.width / 2, box.y + box.height / 2]);
  return points.find(([x, y]) => document.elementFromPoint(x, y)?.closest("a.mh-legal") === target) ?? null;
}"""
DRAWN_FOR_ME = """() => {
  const page = document.documentElement.dataset, seen = /mh-seen=(\\w+)\\.(\\w+)/.exec(document.cookie);
  return seen && page.fit === seen[2] && (page.theme === seen[1] || ["light", "dark"].includes(page.wish));
}"""


def fit_of(width: int, height: int) -> str:
    """What the page calls such a screen: see boot.js."""
    if width < 700:
        return "narrow"
    if width < 1300 or height < 740:
        return "medium"
    return "compact" if width < 1440 or height < 840 else "wide"


class Server:
    """`machinehall serve` with known luck; it can be stopped and started again on the same database."""

    def __init__(self, folder: Path, packages: Path | None = None, *flags: str) -> None:
        """`packages`: a folder with installed titles from outside; `flags`: more for the command."""
        self.packages, self.flags = packages, flags
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.sqlite'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = Path(__file__).with_name("serve.py")
        command = [sys.executable, str(program), "--port", str(self.port), "--database", self.database, *self.flags]
        with self.log.open("ab") as log:
            environment = {**os.environ, "MACHINEHALL_RATE": "0", "MACHINEHALL_REVIEW_ENDS": "0"}
            if self.packages is not None:
                paths = [str(self.packages), *filter(None, [os.environ.get("PYTHONPATH")])]
                environment["PYTHONPATH"] = os.pathsep.join(paths)
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        while self.process.poll() is None:
            with contextlib.suppress(OSError, urllib.error.URLError):
                urllib.request.urlopen(f"{self.address}/healthz", timeout=10).close()
                return
            time.sleep(0.1)
        raise RuntimeError(self.log.read_text())

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE / 1000)
            self.process = None


class Person:
    """Somebody in front of a browser of their own."""

    def __init__(self, browser: Browser, server: Server, size: str = "wide", **more: Any) -> None:
        width, height = SIZES[size]
        more = {"reduced_motion": "reduce", **more}
        self.size, self.theme = size, more.get("color_scheme", "light")
        self.context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.address, **more)
        self.page: Page = self.context.new_page()
        self.server = server
        self.drawn_for_me = False
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self.sizes: dict[str, int] = {}
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))

    def _heard(self, message: Any) -> None:
        # A stale choice is answered with 409, a refused one with 422: the browser mentions both on its console.
        if message.type == "error" and not any(code in message.text for code in ("409", "422")):
            self.faults.append(message.text)

    def close(self) -> None:
        self.context.close()

    def go(self, path: str) -> None:
        if not self.drawn_for_me:
            self.been_here_before()
        self.page.goto(path)
        # A page for another screen is drawn anew before a person sees it; a click in between would be lost.
        if not self.drawn_for_me:
            self.until(DRAWN_FOR_ME)
            self.drawn_for_me = True

    def been_here_before(self) -> None:
        """The site knows this screen: a first page that is drawn twice costs every test half a second."""
        screen = self.page.viewport_size
        assert screen is not None
        seen = f"{self.theme}.{fit_of(screen['width'], screen['height'])}"
        self.context.add_cookies([{"name": "mh-seen", "value": seen, "url": self.server.address}])

    def screen(self, width: int, height: int) -> str:
        """Another screen: the table is drawn for it, and at rest; what the page calls it."""
        fit = fit_of(width, height)
        self.page.set_viewport_size({"width": width, "height": height})
        self.until(f"document.documentElement.dataset.fit === '{fit}' && !!window.mhSince")
        return fit

    # The table

    def state(self, name: str) -> str:
        return self.page.locator("#state").get_attribute(f"data-{name}") or ""

    @property
    def rev(self) -> int:
        return int(self.state("rev"))

    @property
    def match(self) -> str:
        return self.page.url.split("/t/")[1].split("/")[0].split("?")[0].split("#")[0]

    def my_turn(self) -> bool:
        """Wait until there is something to choose; False when the match is over."""
        there = "#frame:not(.busy) #state[data-asked='1'], .end-page"
        self.page.locator(there).first.wait_for(state="attached")
        self.hears()
        return self.page.locator(".end-page").count() == 0

    def hears(self) -> None:
        """Until its scripts have run, a page that is there does not hear a click, a tap or a key."""
        self.page.wait_for_load_state("domcontentloaded")

    def at_table(self, mode: str = "") -> None:
        """Wait for a table that may have been opened just now."""
        state = f"#state[data-mode={mode}]" if mode else "#state[data-mode]"
        self.page.locator(state).wait_for(state="attached")
        self.hears()

    def moved_on(self, rev: int) -> None:
        self.page.locator(f"#state:not([data-rev='{rev}']), .end-page").first.wait_for(state="attached")

    def choices(self) -> list[str]:
        found = self.page.locator(CHOICES)
        return [found.nth(i).get_attribute("data-act") or "" for i in range(found.count())]

    def until(self, expression: str, arg: Any = None) -> None:
        """Wait until something is true on the page.

        Not `wait_for_function`: its second look would evaluate a text on the page, which our pages forbid.
        """
        for _ in range(PATIENCE // 25):
            with contextlib.suppress(Error):  # the page is just being left for the next
                if self.page.evaluate(expression, arg):
                    return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"never true: {expression}")

    def glowing(self) -> list[str]:
        """Ids of what glows on the boards and is in sight."""
        found: list[str] = self.page.evaluate(GLOWING)
        return found

    def aim(self, ident: str) -> tuple[float, float]:
        """A point of the screen where a click reaches a target, as a hand would find it; a covered one is a fault."""
        point = self.page.evaluate(AIM, ident)
        assert point is not None, f"{ident} cannot be clicked: something covers it"
        return point[0], point[1]

    def choose(self, action: str) -> None:
        """Click a choice of the list."""
        rev = self.rev
        self.open_list()
        self.page.locator(f':is(#deck, #choices, #prompt) [data-act="{action}"]').click()
        self.moved_on(rev)

    def click_what_glows(self, rng: random.Random) -> None:
        """A random place that glows, by the mouse; or a button where nothing has a place."""
        rev, places = self.rev, self.glowing()
        if places:
            target = rng.choice(places)
            # Asked before the click: a choice that ends the match takes the browser to another page.
            acts: str = self.page.evaluate("id => document.getElementById(id)?.dataset.acts ?? ''", target)
            self.page.mouse.click(*self.aim(target))
            if "|" in acts and self.rev == rev:
                menu = self.page.locator("#menu[open] .act")
                menu.first.wait_for()
                menu.nth(rng.randrange(menu.count())).click()
        else:
            self.open_list()
            found = self.page.locator(f"{CHOICES}:visible")
            found.nth(rng.randrange(found.count())).click()
        self.moved_on(rev)

    def open_list(self) -> None:
        """The list of choices is a tab where there is no room for it."""
        tab = self.page.locator("#panel-tab-choices:visible[aria-selected=false]")
        if tab.count():
            tab.click()

    def play_out(self, rng: random.Random, most: int = 10_000) -> int:
        """Click what glows until the match is over, or so many times; how often it was."""
        turns = 0
        while turns < most and self.my_turn():
            self.click_what_glows(rng)
            turns += 1
        return turns

    def let_run(self, rng: random.Random, until: Callable[[dict[str, Any]], bool], *, seen: bool = False) -> None:
        """The same through the API, as fast as the server goes, until something is true of what the seat may do.

        `seen`: also of what it sees, which is asked for at every decision.
        """
        path, here = f"/api/v1/matches/{self.match}", f"/t/{self.match}"
        self.page.goto("about:blank")  # a page that follows the match may reload just when we come back to it
        with Wire(self) as wire:
            sight = wire.view(path)
            while sight["status"] != "over" and not until(sight):
                after = None
                if sight["seat"] in sight["to_act"]:
                    after = wire.play_on(path, rng.choice(sight["legal"]), sight)
                else:
                    time.sleep(0.02)  # others think
                sight = after if after is not None and after["seat"] is not None and not seen else wire.view(path)
        self.page.goto(here)

    def play_now(self, title: str = "promethium", path: str = "/play") -> None:
        """What a button of the first page does, without that page; `/first`: the match for a beginner."""
        headers = {"origin": self.server.address}
        answer = self.context.request.post(path, form={"title": title}, headers=headers, max_redirects=0)
        self.go(answer.headers["location"])
        self.my_turn()

    def fold_cards(self) -> None:
        """Cards that a match may begin with leave only their headings, and the table is in sight."""
        if self.page.locator("#deck").count():
            self.page.locator("#fold").click()

    def past_cards(self) -> None:
        """Take the first of the cards that a match may begin with, until the boards are there."""
        while self.my_turn() and self.page.locator("#deck").count():
            rev = self.rev
            self.page.locator("#deck .act").first.click()
            self.moved_on(rev)

    def new_table(
        self,
        *kinds: str,
        names: dict[int, str] | None = None,
        visibility: str = "private",
        title: str = "promethium",
    ) -> None:
        """Open a table with such seats: you, here, friend, anyone, bot, closed."""
        self.go(f"/new?title={title}")
        for seat in range(self.page.locator(".seatlist .kind").count()):
            kind = kinds[seat] if seat < len(kinds) else "closed"
            kind = "you" if kind == "here" else "anyone" if kind == "friend" and visibility != "private" else kind
            self.wish(f"seat{seat}", kind)
            if names and seat in names:
                self.page.fill(f"#name{seat}", names[seat])
        if visibility == "open":
            self.page.locator("input[name=watch]").check(force=True)
        self.page.click("#open")

    def wish(self, name: str, value: str) -> None:
        """A field of a form: one of several plates, or on a phone a list."""
        if self.page.locator(f"select[name={name}]").count():
            self.page.select_option(f"select[name={name}]", value)
        else:
            self.page.locator(f"input[name={name}][value={value}]").check(force=True)

    @property
    def link(self) -> str:
        """The link of a table, once the page has completed it with its own address."""
        self.until("document.getElementById('table-link')?.value.startsWith('http')")
        return self.page.locator("#table-link").input_value()

    def call_me(self, name: str) -> None:
        self.go("/settings")
        self.page.fill("#name", name)
        self.page.locator("input[name=ask]").uncheck(force=True)
        self.page.click("form.dialog button.go")

    def tell(self) -> None:
        """What was in sight, for whoever reads of a failure."""
        with contextlib.suppress(Error):
            state = self.page.evaluate("document.getElementById('state')?.outerHTML")
            print(self.page.url, state, self.page.evaluate("document.body.innerText")[:1500], sep="\n")

    def accessible(self) -> list[str]:
        """What axe-core has to say against the page."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8") + AXE_HERE)
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
        return [f"{v['id']}: {n['target']} {n['html'][:200]}" for v in found["violations"] for n in v["nodes"]]


@contextlib.contextmanager
def people(browser: Browser, server: Server, *sizes: str, **more: Any) -> Iterator[list[Person]]:
    made = [Person(browser, server, size, **more) for size in sizes]
    try:
        yield made
        for person in made:
            assert not person.faults, person.faults
            assert person.hosts <= {f"127.0.0.1:{server.port}", ""}
    except BaseException:
        for person in made:
            person.tell()
        raise
    finally:
        for person in made:
            person.close()


__all__ = ["ADVICE", "CHROMIUM", "FLAGS", "MOVING", "Person", "Server", "expect", "fit_of", "people"]
