"""Pictures of every page, and of early, middle and late positions of every title, at five sizes in both themes.

    python scripts/make/screenshots.py [--out out/screenshots] [--lang en] [--only TITLE] [--size narrow]
        [--theme light]

The output is not committed; look at it beside the design.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

import httpx  # noqa: E402
from browser.kit import ADVICE, CHROMIUM, DRAWN_FOR_ME, FLAGS, SIZES, Server  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import machinehall as mh  # noqa: E402
from machinehall.bots import Clock, make_bot  # noqa: E402
from machinehall.server.app import create_app  # noqa: E402
from machinehall.server.config import Config  # noqa: E402
from machinehall.server.site import Site  # noqa: E402
from machinehall.server.store import stored_match  # noqa: E402
from machinehall.web.pages import routes  # noqa: E402

NAMES = ("Ola", "Marek", "Ines", "Tove")
SETTLE = 600
"""Milliseconds for what a page asks for once it stands, such as its words for the board."""
PATIENCE = 150
"""So many decisions more are waited for the kind of action that a position should offer."""
HERE = "http://table.test"
LUCK = 2026
"""All chance of the shown matches is drawn from this seed."""
SCREENS = {**SIZES, "compact": (1366, 768), "large": (2560, 1440)}
TABS = ("you", "market", "players", "log")
LAST = ("pass", "recharge", "done", "skip", "end-turn", "do pass")
"""Actions that a player at random takes only if there is nothing else, so that boards fill."""


class Game(NamedTuple):
    """A position of a title: after so many decisions, at the next that offers such an action."""

    title: str
    name: str
    until: int
    seats: int
    kind: str | None = None
    automata: int = 0
    by: str = ""
    """The bot that plays all seats; without one they are played at random, which fills boards but ruins companies."""


class Shot(NamedTuple):
    """One picture: whose eyes see which page."""

    name: str
    path: str
    cookie: str | None
    tabs: bool = False
    whole: bool = False
    """A page that scrolls, as one long picture."""


def games() -> list[Game]:
    """Those that the titles have among their drawings."""
    homes = {name: title.home for name, title in mh.titles().items() if title.home.scenes.is_file()}
    return [Game(name, **scene) for name, home in homes.items() for scene in json.loads(home.scenes.read_bytes())]


class Dealt(NamedTuple):
    """A match in the database: its id, the cookie of its players, the seat to look from."""

    match: str
    cookie: str
    seat: int


@contextlib.asynccontextmanager
async def house(database: str) -> AsyncIterator[tuple[httpx.AsyncClient, Site]]:
    """The server in this process with known luck, so that a seed gives the same match in each run."""
    stored_match.dealer = lambda: random.Random(LUCK)
    app = create_app(Config(database=database, rate=0, bot_workers=0), pages=routes)
    way, place = httpx.ASGITransport(app=app), f"{HERE}/api/v1"
    http = httpx.AsyncClient(transport=way, base_url=place, headers={"origin": HERE})
    async with app.router.lifespan_context(app), http:
        yield http, app.state.site


def chooser(game: Game, seed: int) -> Callable[[dict[str, Any]], str]:
    """What a seat does, by what it sees."""
    rng, title = random.Random(seed), mh.title(game.title)
    bot = make_bot(game.by, title, str(seed)) if game.by else None

    def choose(sight: dict[str, Any]) -> str:
        legal: list[str] = sight["legal"]
        if bot is not None:
            return title.text(bot.choose(sight["view"], [title.parse(text) for text in legal], Clock()))
        return rng.choice([text for text in legal if text not in LAST] or legal)

    return choose


async def play(http: httpx.AsyncClient, game: Game, seed: int) -> Dealt:
    """A match played at random, or by a bot."""
    choose = chooser(game, seed)
    http.cookies.clear()
    (await http.post("/identities", json={"name": NAMES[0]})).raise_for_status()
    places = [{"kind": "you", "name": name} for name in NAMES[: game.seats]]
    places += [{"kind": "automaton"}] * game.automata
    spec = {"title": game.title, "seats": places, "start": True, "visibility": "open"}
    match = (await http.post("/matches", json=spec)).raise_for_status().json()["id"]
    sight = (await http.get(f"/matches/{match}/view")).json()
    for number in range(3000):
        legal = sight["legal"]
        kinds = {text.split()[0] for text in legal}
        patience = PATIENCE if game.kind is not None else 0
        if number >= game.until and len(legal) > 2 and (game.kind in kinds or number > game.until + patience):
            break
        body = {"action": choose(sight), "rev": sight["rev"], "seat": sight["seat"]}
        sight = (await http.post(f"/matches/{match}/actions", json=body)).raise_for_status().json()
        if sight["status"] == "over":
            break
        if game.by:
            sight = (await http.get(f"/matches/{match}/view", params={"seat": sight["seat"]})).json()
    return Dealt(match, http.cookies["machinehall"], sight["seat"] or 0)


async def deal(database: str, only: str) -> dict[Game, Dealt]:
    """The matches of which positions are to be shown."""
    async with house(database) as (http, _):
        wanted = [(seed, game) for seed, game in enumerate(games(), 1) if only in f"{game.title}-{game.name}"]
        return {game: await play(http, game, seed) for seed, game in wanted}


def pages(address: str, dealt: dict[Game, Dealt], only: str) -> Iterator[Shot]:
    """Everything that is to be shown."""
    cookie = None
    for game, (match, cookie, seat) in dealt.items():
        yield Shot(f"{game.title}-{game.name}", f"/t/{match}?seat={seat}", cookie, game.name == "middle")
        if game.name == "middle":
            yield Shot(f"{game.title}-watching", f"/t/{match}", None)
            yield Shot(f"{game.title}-past", f"/t/{match}/at/40?seat={seat}", cookie)
            yield Shot(f"{game.title}-hand-over", f"/t/{match}", cookie)
        if game.name == "end":
            yield Shot(f"{game.title}-replay", f"/t/{match}/at/60?seat={seat}", cookie)
            yield Shot(f"{game.title}-review", f"/t/{match}/review", cookie, whole=True)
    for title in dict.fromkeys(game.title for game in games()):
        yield from (shot for shot in books(title, cookie) if only in shot.name)
    yield from (shot for shot in learning(address) if only in shot.name)
    for name in ("", "settings", "replays", "rules", "feats", "learn", "account", "recover", "owners", "lost"):
        if only in (name or "home"):
            yield Shot(name or "home", f"/{name}", cookie, whole=True)


def books(title: str, cookie: str | None) -> Iterator[Shot]:
    """What there is to read and to choose before a match of a title."""
    yield Shot(f"{title}-new", f"/new?title={title}", cookie, whole=True)
    if mh.title(title).automata is not None:
        yield Shot(f"{title}-new-alone", f"/new?title={title}&alone=1", cookie, whole=True)
    yield Shot(f"{title}-pad", f"/pad?title={title}", cookie, whole=True)
    yield Shot(f"{title}-rules", f"/rules/{title}", cookie)
    for page in ("summary", "glossary", "examples", "components"):
        yield Shot(f"{title}-{page}", f"/rules/{title}/{page}", cookie)
    yield Shot(f"{title}-effects", f"/components/{title}", cookie)


def learning(address: str) -> Iterator[Shot]:
    """The first lesson and the first problem of each title, as they open; a lobby."""
    with httpx.Client(base_url=address, headers={"origin": address}, timeout=60) as http:
        shelf = http.get("/learn").text
        found = re.findall(r'action="(/learn/([\w-]+)/([\w-]+))"', shelf)
        for title, rows in groupby(found, key=lambda row: row[1]):
            items = list(rows)
            for name, (path, _, _) in (("lesson", items[0]), ("problem", items[-1])):
                place = http.post(path).headers["location"]
                yield Shot(f"{title}-{name}", place, http.cookies["machinehall"])
        form = {
            "title": games()[0].title,
            "seat0": "you",
            "seat1": "friend",
            "seat2": "bot",
            "called": "Friday evening",
        }
        place = http.post("/new", data=form).headers["location"]
        yield Shot("lobby", place, http.cookies["machinehall"])
        place = http.post("/new", data={**form, "seat1": "anyone"}).headers["location"]
        yield Shot("invitation", f"{place}/join", None, whole=True)


def shoot(page: Page, shot: Shot, out: Path, end: str, narrowed: bool) -> None:
    page.goto(shot.path)
    page.wait_for_load_state("load")
    # The first page is drawn anew for this screen.
    while not page.evaluate(DRAWN_FOR_ME):
        page.wait_for_timeout(25)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(SETTLE)
    page.screenshot(path=out / f"{shot.name}-{end}.png", full_page=shot.whole)
    if shot.tabs and narrowed:
        for tab in TABS:
            page.locator(f"nav.tabs [data-tab={tab}]").click()
            page.screenshot(path=out / f"{shot.name}-{tab}-{end}.png")


def shoot_all(browser: Browser, address: str, dealt: dict[Game, Dealt], chosen: argparse.Namespace) -> None:
    shown = list(pages(address, dealt, chosen.only))
    for size, (width, height) in SCREENS.items():
        for theme in ("light", "dark"):
            if chosen.size not in ("", size) or chosen.theme not in ("", theme):
                continue
            screen: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
            for shot in shown:
                context = browser.new_context(base_url=address, reduced_motion="reduce", **screen)
                jar = [{"name": "mh-lang", "value": chosen.lang, "url": address}]
                jar += [{"name": "machinehall", "value": shot.cookie, "url": address}] if shot.cookie else []
                context.add_cookies(jar)  # type: ignore[arg-type]
                shoot(context.new_page(), shot, chosen.out, f"{width}-{theme}", size in ("medium", "narrow"))
                context.close()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "out" / "screenshots")
    options.add_argument("--lang", default="en")
    options.add_argument("--only", default="", help="names that contain this")
    options.add_argument("--size", default="", choices=["", *SCREENS])
    options.add_argument("--theme", default="", choices=["", "light", "dark"])
    chosen = options.parse_args()
    if CHROMIUM is None:
        print(ADVICE, file=sys.stderr)
        return 1
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        dealt = asyncio.run(deal(server.database, chosen.only))
        run(server, dealt, chosen)
    print(chosen.out)
    return 0


def run(server: Server, dealt: dict[Game, Dealt], chosen: argparse.Namespace) -> None:
    with sync_playwright() as playwright:
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            shoot_all(browser, server.address, dealt, chosen)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
