"""How long a click takes until its answer is painted, and how many frames are dropped while pieces glide.

Both in the largest position of each title (four players, late):

    make click-to-paint
    python bench/click_to_paint.py [--clicks 40] [--glides 10] [--title TITLE]

Everything runs on this machine. The clock is the browser's own: from the time-stamp of the click to the frame after the
answer is laid. Each choice is taken back by another click, so all of them are made in the same late position, which is
the same in every run. Where other work disturbs the wall clock, the processor times beside it tell what is ours.

A glide is twelve pieces that lie elsewhere at once: all that a page does for it is done, and the time from frame to
frame is noted until the last has come. A frame that takes as long as two is one dropped.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "scripts" / "make")]

from browser.kit import ADVICE, CHROMIUM, DRAWN_FOR_ME, FLAGS, SIZES, Server  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from screenshots import Dealt, games, house, play  # noqa: E402

from machinehall.server.store.stored_match import LiveMatch  # noqa: E402

BAR = 40
"""The median in milliseconds that we want at most."""
FRAME = 1000 / 60
GLIDING = 12
"""Pieces that glide together."""
LATE = {game.title: game for game in games() if game.name == "late"}
WATCH = """() => {
  window.clicks = [];
  let click = 0;
  addEventListener("click", (event) => { click = event.timeStamp; performance.clearResourceTimings(); }, true);
  document.getElementById("frame").addEventListener("mh:laid", () => {
    const laid = performance.now(), begun = click;
    requestAnimationFrame(() => {
      const port = new MessageChannel();
      port.port1.onmessage = () => {
        const painted = performance.now();
        const sent = performance.getEntriesByType("resource").find((e) => /\\/(act|undo)$/.test(e.name));
        if (!sent || !begun) return;
        window.clicks.push({
          all: painted - begun, send: sent.requestStart - begun, server: sent.responseStart - sent.requestStart,
          transfer: sent.responseEnd - sent.responseStart, lay: laid - sent.responseEnd, paint: painted - laid,
          bytes: sent.encodedBodySize, first: window.first ?? 0,
        });
        window.painted?.();
      };
      port.port2.postMessage(0);
    });
  });
  // Event Timing: when the click itself was first answered by a frame (the chosen place fades).
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "click") window.first = entry.duration;
  }).observe({ type: "event", durationThreshold: 16 });
}"""
CALM = "() => new Promise((calm) => requestAnimationFrame(() => requestIdleCallback(calm)))"
NEXT = """n => new Promise((done) => {
  window.painted = () => { if (window.clicks.length > n) requestIdleCallback(() => done()); };
  window.painted();
})"""
"""Nothing may ask again and again in the meantime: each time would cost the page a frame."""
GLIDE = """async ([times, most]) => {
  const motion = document.getElementById("motion"), frames = [];
  const frame = () => new Promise(requestAnimationFrame);
  const seen = [...document.querySelectorAll("svg.sheet [data-piece]")].filter((one) => one.checkVisibility());
  const step = Math.max(1, Math.floor(seen.length / most));
  const pieces = seen.filter((_, i) => i % step === 0).slice(0, most);
  for (let i = 0; i < times; i += 1) {
    await new Promise((calm) => requestIdleCallback(calm));
    mhMotion.before();
    for (const piece of pieces) {
      if (i % 2) piece.removeAttribute("transform"); else piece.setAttribute("transform", "translate(60 45)");
    }
    mhMotion.begin();
    let last = await frame();
    while (motion.firstElementChild) {
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
  }
  return frames;
}"""
PARTS = ("send", "server", "transfer", "lay", "paint")
COSTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration", "task": "TaskDuration"}


def processor(pids: Iterable[int]) -> float:
    """Milliseconds of processor time that processes have used, whatever else the machine did."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def below(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += below(int(child))
    return found


def measure(page: Page, acts: Sequence[str], wanted: int) -> list[dict[str, float]]:
    """Choices on the boards and in the list, each taken back again; what the browser noted of both clicks."""
    page.evaluate(WATCH)
    start = page.locator("#state").get_attribute("data-number")
    done = 0
    while done < wanted:
        act = acts[done // 2 % len(acts)]
        for target in (f':is(#choices, #prompt) .act[data-act="{act}"]', "#undo[data-undo=undo]"):
            press(page, target)
            page.evaluate(NEXT, done)
            done += 1
        assert page.locator("#state").get_attribute("data-number") == start
    found: list[dict[str, float]] = page.evaluate("window.clicks")
    return found


def press(page: Page, target: str) -> None:
    """A hand that goes to a place, rests, and clicks."""
    found = page.locator(target).first
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None, f"{target} is not in sight"
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(CALM)
    page.mouse.down()
    page.mouse.up()


def tell(found: Sequence[dict[str, float]], used: dict[str, float]) -> float:
    """Medians of all clicks and their parts."""
    middle = {key: statistics.median(row[key] for row in found) for key in found[0]}
    low, high = (sorted(row["all"] for row in found)[int(share * (len(found) - 1))] for share in (0.1, 0.9))
    print(f"click to paint   {middle['all']:6.1f} ms median of {len(found)} clicks, {low:.1f} to {high:.1f}; bar {BAR}")
    for part in PARTS:
        print(f"  {part:<14} {middle[part]:6.1f} ms")
    print(f"  first frame    {middle['first']:6.1f} ms after the click (Event Timing, in steps of 8)")
    print(f"  answer         {middle['bytes'] / 1000:6.1f} kB compressed")
    print("processor time of one click")
    for name, value in used.items():
        print(f"  {name:<14} {value / len(found):6.1f} ms")
    return middle["all"]


async def largest(database: str, title: str) -> tuple[Dealt, list[str]]:
    """A late position with several choices that can be taken back, and those choices."""
    async with house(database) as (http, site):
        for seed in range(100):
            dealt = await play(http, LATE[title]._replace(seats=4), seed)
            async with site.tables.table(dealt.match) as table:
                acts = harmless(table.live, dealt.seat)
            if len(acts) > 1:
                return dealt, acts
    raise LookupError(f"no late position of {title} with choices that can be taken back")


def harmless(match: LiveMatch, seat: int) -> list[str]:
    """The choices of a seat that can be taken back at once."""
    found = []
    for action in match.legal(seat):
        world = LiveMatch(match.title, match.options, match.state.clone(), 0, match.seats)
        world.play(action, seat)
        # Where others are next, they may act before it is taken back; a single answer is given at once.
        if world.cannot_undo(seat) is None and seat in world.to_act and len(world.legal(seat)) > 1:
            found.append(match.text(action))
    return found


def glides(page: Page, times: int) -> None:
    """Frames while pieces glide, and how many of them were dropped."""
    page.evaluate("frame.dataset.pace = 'slow'")
    page.evaluate(GLIDE, [2, GLIDING])
    found: list[float] = page.evaluate(GLIDE, [times, GLIDING])
    dropped = sum(max(0, round(each / FRAME) - 1) for each in found)
    print(f"gliding          {len(found)} frames in {times} glides, {dropped} dropped, the longest {max(found):.1f} ms")


def run(clicks: int, times: int, title: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        dealt, acts = asyncio.run(largest(server.database, title))
        with sync_playwright() as playwright:
            server.start()
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            try:
                width, height = SIZES["wide"]
                context = browser.new_context(base_url=server.address, viewport={"width": width, "height": height})
                context.add_cookies([{"name": "machinehall", "value": dealt.cookie, "url": server.address}])
                page = context.new_page()
                page.goto(f"/t/{dealt.match}?seat={dealt.seat}")
                while not page.evaluate(DRAWN_FOR_ME):  # the first page is drawn anew for this screen
                    page.wait_for_timeout(50)
                median = watch(page, server, title, acts, clicks)
                glides(page, times)
                return median
            finally:
                browser.close()
                server.stop()


def watch(page: Page, server: Server, title: str, acts: Sequence[str], clicks: int) -> float:
    """The clicks that count, after some that warm up."""
    measure(page, acts, 6)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    assert server.process is not None
    ours = {"server": below(server.process.pid), "browser": chromiums()}
    page.reload()
    before = {name: processor(pids) for name, pids in ours.items()} | costs(devtools)
    found = measure(page, acts, clicks)
    after = {name: processor(pids) for name, pids in ours.items()} | costs(devtools)
    nodes, number = page.evaluate("[document.querySelectorAll('*').length, mhTable.state().number]")
    print(f"{title}, four players, decision {number}, {nodes} nodes")
    return tell(found, {name: after[name] - before[name] for name in after})


def chromiums() -> list[int]:
    """The processes of our browser."""
    return [pid for pid in below(os.getpid()) if "chromium" in Path(f"/proc/{pid}/comm").read_text()]


def costs(devtools: Any) -> dict[str, float]:
    found = {row["name"]: row["value"] * 1000 for row in devtools.send("Performance.getMetrics")["metrics"]}
    return {f"page {name}": found[key] for name, key in COSTS.items()}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--clicks", type=int, default=40)
    options.add_argument("--glides", type=int, default=10)
    options.add_argument("--title", action="append", choices=sorted(LATE), help="all of them unless some are named")
    chosen = options.parse_args()
    if CHROMIUM is None:
        print(ADVICE, file=sys.stderr)
        return 1
    return int(max([run(chosen.clicks, chosen.glides, title) for title in chosen.title or sorted(LATE)]) > BAR)


if __name__ == "__main__":
    sys.exit(main())
