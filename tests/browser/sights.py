"""What must be in sight of whoever is asked, at every decision: every choice, and what the others did."""

from __future__ import annotations

from .kit import Person

FAULTS = """async (least) => {
  const faults = [], frame = document.getElementById("frame");
  const hits = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (hit === element || element.contains(hit));
  };
  const seen = (element) => [...element.getClientRects()].some((r) => r.width > 0 && r.height > 0
    && r.x + r.width / 2 >= 0 && r.x + r.width / 2 < innerWidth && r.y + r.height / 2 >= 0
    && r.y + r.height / 2 < innerHeight && hits(element, r.x + r.width / 2, r.y + r.height / 2));
  // The middle of what glows, or any point of it where the eye would go next.
  const reach = (link) => [...link.querySelectorAll("path, rect, circle, ellipse, text")].some((shape) => {
    const r = shape.getBoundingClientRect(), at = [[r.x + r.width / 2, r.y + r.height / 2]];
    const length = shape.getTotalLength?.() ?? 0, to = shape.getScreenCTM();
    for (const share of [0.5, 0.25, 0.75]) {
      if (length) { const p = shape.getPointAtLength(length * share).matrixTransform(to); at.push([p.x, p.y]); }
    }
    return at.some(([x, y]) => hits(link, x, y));
  });
  const offered = new Map(), offer = (act, kind, element) => {
    if (!offered.has(act)) offered.set(act, []);
    offered.get(act).push([kind, element]);
  };
  for (const one of document.querySelectorAll(":is(#deck, #choices) .act")) offer(one.dataset.act, "list", one);
  for (const one of document.querySelectorAll("#prompt .act")) offer(one.dataset.act, "prompt", one);
  for (const link of document.querySelectorAll("svg.sheet a.mh-legal")) {
    if (!link.checkVisibility()) continue;
    for (const act of (link.dataset.acts ?? link.dataset.act ?? "").split("|")) if (act) offer(act, "board", link);
  }
  // What goes on beyond the screen of a phone says so above the acts, and one tap there leads to it.
  const beyond = document.getElementById("beyond"), table = document.getElementById("main"), top = table.scrollTop;
  const lists = () => [...document.querySelectorAll(":is(#deck, #choices) .act")];
  const said = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const onward = async () => {
    if (!beyond?.checkVisibility() || !seen(beyond) || !/[1-9]/.test(beyond.textContent)) return false;
    const still = new Promise((done) => table.addEventListener("scrollend", () => done(true), { once: true }));
    beyond.click();
    const moved = await Promise.race([still, new Promise((done) => setTimeout(() => done(false), 60000))]);
    await said();
    return moved;
  };
  // Below first, then above.
  const led = async (there) => {
    let found = false;
    for (let taps = 0; taps < 2 && !found && await onward(); taps += 1) found = there() || lists().some(seen);
    table.scrollTo({ top, behavior: "instant" });
    await said();
    return found;
  };
  if (!offered.size) faults.push("nothing is offered");
  for (const [act, places] of offered) {
    const there = () => places.some(([kind, element]) => kind === "board" ? reach(element) : seen(element));
    if (there()) continue;
    const row = places.find(([kind]) => kind === "list")?.[1];
    if (!row) { faults.push(`${act}: out of sight or covered`); continue; }
    // A list may be longer than its room, if it is in sight itself and scrolls.
    let pane = row.parentElement;
    while (pane && pane.scrollHeight <= pane.clientHeight + 1 && pane.scrollWidth <= pane.clientWidth + 1) {
      pane = pane.parentElement;
    }
    const others = lists().some(seen);
    if (pane && !others && await led(there)) continue;
    if (!pane || !others) { faults.push(`${act}: its list is out of sight`); continue; }
    const at = [pane.scrollTop, pane.scrollLeft];
    // Sideways too: cards snap into place, and one that is only just brought in goes back.
    row.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
    if (!seen(row)) faults.push(`${act}: covered in its list`);
    [pane.scrollTop, pane.scrollLeft] = at;
  }
  for (const button of document.querySelectorAll("#choices .act, #prompt .act, #prompt .btn")) {
    const r = button.getBoundingClientRect();
    if (r.width && (r.height < least || r.width < least)) {
      faults.push(`${button.dataset.act ?? button.id}: ${Math.round(r.width)} x ${Math.round(r.height)} px`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the screen");
  return faults;
}"""
"""Choices that are out of sight, covered, dead or too small."""

TOLD_IN_SIGHT = """() => {
  const strip = document.getElementById("since"), told = strip?.querySelectorAll(".tell[data-mark]") ?? [];
  if (!told.length) return [];
  if (!strip.checkVisibility()) return ["the strip shows nothing"];
  const ways = ["since-show", "since-stop"].map((id) => document.getElementById(id));
  const box = strip.getBoundingClientRect();
  const faults = [];
  if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) faults.push("the strip is out of sight");
  // It may have scrolled to what is being told.
  const seen = [...told].some((act) => [...act.getClientRects()].some((r) =>
    document.elementFromPoint(r.x + Math.min(r.width / 2, 40), r.y + r.height / 2)?.closest(".tell") === act));
  if (!seen) faults.push("the strip is covered");
  if (!ways.some((way) => way?.checkVisibility())) faults.push("there is no Show me");
  return faults;
}"""


def others_decisions(person: Person, first: int) -> set[int]:
    """Numbers of what others decided from their first decision on, as the log tells it, but for whose turn comes next.

    What luck brought to us after our own last decision is ours: those lines begin with our name.
    """
    sight = person.context.request.get(f"/api/v1/matches/{person.match}/view").json()
    seats = person.context.request.get(f"/api/v1/matches/{person.match}").json()["seats"]
    me = seats[sight["seat"]]["name"]
    lines = person.page.locator("#dock-log li.fresh[id]:not([data-places=''])")
    rows: list[list[str]] = lines.evaluate_all("all => all.map(e => [e.id, e.dataset.places, e.textContent])")
    return {
        number
        for ident, places, text in rows
        if (number := int(ident.removeprefix("log-"))) >= first
        and not places.startswith("seat-")
        and not text.strip().startswith(me)
    }


def lay_aside(person: Person) -> None:
    """On a phone the tale is a sheet over the boards, which one lays aside when one has read it."""
    seen = person.page.locator("#since-seen")
    if seen.is_visible():
        seen.tap()


def look_around(person: Person, least: int) -> list[str]:
    """What is wrong with the sight of whoever is asked now."""
    faults: list[str] = []
    # While cards lie over the table, the strip is one step away: M folds them.
    told_now = "#main:not(.decked) #since[data-fresh='1']:not(.noted) .tell"
    if person.page.locator(told_now).count():
        faults += person.page.evaluate(TOLD_IN_SIGHT)
        told: list[int] = person.page.evaluate(
            "() => [...document.querySelectorAll('#since .tell')].map((act) => Number(act.dataset.number))"
        )
        first = min(told)
        # What a new round brought stands in a line of its own.
        for line in person.page.locator("#since .began").all():
            told += map(int, (line.get_attribute("data-tells") or "").split())
        missing = others_decisions(person, first) - set(told)
        faults += [f"decision {number} of another seat is not told" for number in sorted(missing)]
        if person.size == "narrow":
            lay_aside(person)
    return [*faults, *person.page.evaluate(FAULTS, least)]
