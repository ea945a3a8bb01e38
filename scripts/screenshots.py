"""Pictures of every page, of early, middle and late positions, at three sizes and in both themes.

    python scripts/screenshots.py [--out out/screenshots] [--lang en]

The output is not committed; look at it beside the design.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import httpx  # noqa: E402
from browser.kit import ADVICE, CHROMIUM, FLAGS, SIZES, Server  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

NAMES = ("Ola", "Marek", "Ines", "Tove")


def play(address: str, until: int, seats: int, seed: int, stop_at: str | None) -> tuple[str, str, int]:
    """A match played at random through the API: its id, the cookie of its players, the seat to look from."""
    rng = random.Random(seed)
    with httpx.Client(base_url=f"{address}/api/v1", headers={"origin": address}) as http:
        http.post("/identities", json={"name": NAMES[0]}).raise_for_status()
        places = [{"kind": "you", "name": name} for name in NAMES[:seats]]
        spec = {"title": "promethium", "seats": places, "start": True, "visibility": "open"}
        match = http.post("/matches", json=spec).raise_for_status().json()["id"]
        seat = 0
        for number in range(2000):
            sight = http.get(f"/matches/{match}/view").json()
            if sight["status"] == "over":
                break
            seat = sight["seat"]
            kinds = {text.split()[0] for text in sight["legal"]}
            if number >= until and (stop_at is None or stop_at in kinds) and len(sight["legal"]) > 3:
                break
            legal = [text for text in sight["legal"] if text != "pass"] or sight["legal"]
            body = {"action": rng.choice(legal), "rev": sight["rev"], "seat": seat}
            http.post(f"/matches/{match}/actions", json=body).raise_for_status()
        return match, http.cookies["machinehall"], seat


def pages(address: str) -> list[tuple[str, str, str | None]]:
    """Name, path and cookie of everything that is to be shown."""
    found: list[tuple[str, str, str | None]] = []
    games = {
        "early": (6, 4, 1, "line"),
        "purchase": (60, 4, 2, "target"),
        "office": (110, 3, 3, "realise"),
        "middle": (160, 4, 4, "target"),
        "late": (330, 4, 5, "realise"),
        "two": (60, 2, 6, "target"),
    }
    for name, (until, seats, seed, kind) in games.items():
        match, cookie, seat = play(address, until, seats, seed, kind)
        found.append((f"table-{name}", f"/t/{match}?seat={seat}", cookie))
        if name == "middle":
            found.append(("table-watching", f"/t/{match}", None))
            found.append(("table-past", f"/t/{match}/at/40?seat={seat}", cookie))
    match, cookie, _ = play(address, 5000, 3, 7, None)
    found += [("end", f"/t/{match}?seat=0", cookie), ("home", "/", cookie), ("new-table", "/new", cookie)]
    return [
        *found,
        ("rules", "/rules/promethium", cookie),
        ("settings", "/settings", cookie),
        ("replays", "/replays", cookie),
    ]


def shoot(browser: Browser, address: str, out: Path, lang: str) -> None:
    shown = pages(address)
    for size, (width, height) in SIZES.items():
        for theme in ("light", "dark"):
            for name, path, cookie in shown:
                screen: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
                context = browser.new_context(base_url=address, reduced_motion="reduce", **screen)
                jar = [{"name": "mh-lang", "value": lang, "url": address}]
                jar += [{"name": "machinehall", "value": cookie, "url": address}] if cookie else []
                context.add_cookies(jar)  # type: ignore[arg-type]
                page = context.new_page()
                page.goto(path)
                page.wait_for_load_state("load")
                page.evaluate("document.fonts.ready")
                page.screenshot(path=out / f"{name}-{width}-{theme}.png")
                if name == "table-middle" and size != "wide" and theme == "light":
                    for tab in ("you", "market", "players", "log"):
                        page.locator(f"nav.tabs [data-tab={tab}]").click()
                        page.screenshot(path=out / f"{name}-{tab}-{width}-{theme}.png")
                context.close()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "out" / "screenshots")
    options.add_argument("--lang", default="en")
    chosen = options.parse_args()
    if CHROMIUM is None:
        print(ADVICE, file=sys.stderr)
        return 1
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            shoot(browser, server.address, chosen.out, chosen.lang)
        finally:
            browser.close()
            server.stop()
    print(chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
