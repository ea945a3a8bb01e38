"""The Industry Fair: the grid of tiles, its lines and the bid tokens on their ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

from machinehall.draw.kit import box, brackets, disc, group, halo, icon, movable, n, path, seat_shape, text
from machinehall.titles.promethium.drawing.pieces import tile_back, tile_face, tile_title, token
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.frames import FRAMES, tile_asked
from machinehall.titles.promethium.lookup import SIDE
from machinehall.titles.promethium.state import NEUTRAL

END, END_GAP, GAP, FOOT = 50.0, 7.0, 12.0, 25.0


@dataclass(frozen=True)
class Plan:
    """Where the places of the grid lie."""

    x: float
    y: float
    side: float
    count: int

    @property
    def tile(self) -> float:
        return (self.side - 2 * (END + END_GAP) - (self.count - 1) * GAP) / self.count

    def offset(self, i: int) -> float:
        return END + END_GAP + i * (self.tile + GAP)

    def cell(self, cell: int) -> tuple[float, float]:
        return self.x + self.offset(cell % SIDE), self.y + self.offset(cell // SIDE)

    def end(self, end: int) -> tuple[float, float]:
        """The middle of a line's end."""
        line, far = divmod(end, 2)
        along = self.offset(line % SIDE) + self.tile / 2
        across = self.side - END / 2 if far else END / 2
        return (self.x + across, self.y + along) if line < SIDE else (self.x + along, self.y + across)


def fair(s: Canvas, x: float, y: float, side: float) -> str:
    plan = Plan(x, y, side, s.t.side[s.seats])
    lines, cells = s.t.used_lines[s.seats], s.t.used_cells[s.seats]
    out = [_line(s, plan, line) for line in lines]
    out += [_cell(s, plan, cell) for cell in cells]
    for line in lines:
        asked = _asked_ends(s, line)
        out += [_end(s, plan, end) for end in (2 * line, 2 * line + 1) if end not in asked]
    return group("".join(out), "fair")


def _asked_ends(s: Canvas, line: int) -> list[int]:
    """The end of a line that can be named where the token will lie, part of what is clicked: of two free ones the first
    (PR-4.5), for a token that comes to lie elsewhere than it was put would look like a fault.
    """
    if f"line-{s.t.lines[line]}" not in s.can:
        return []
    return [end for end in (2 * line, 2 * line + 1) if s.view["end_owner"][end] < 0][:1]


def _line(s: Canvas, plan: Plan, line: int) -> str:
    """The line itself; when it can be named, it and its first free end glow."""
    name = f"line-{s.t.lines[line]}"
    (x1, y1), (x2, y2) = plan.end(2 * line), plan.end(2 * line + 1)
    d = f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}"
    if name not in s.can:
        wanted = awaits(s) in (2 * line, 2 * line + 1)
        return group(path(d, s.th["arc"], 2.5) if wanted else path(d, s.th["rule"], 1.25), name)
    out = "".join(_glowing(s, piece) for piece in _pieces(plan, line))
    for end in _asked_ends(s, line):
        cx, cy = plan.end(end)
        out += _end(s, plan, end) + halo(s.th, cx - END / 2, cy - END / 2, END, END, END * 0.2, True)
    return group(out, name, more=s.act(name))


def _pieces(plan: Plan, line: int) -> list[str]:
    """What is seen of a line between its ends and its tiles: each piece glows, and takes a click, by itself."""
    (x1, y1), (x2, y2) = plan.end(2 * line), plan.end(2 * line + 1)
    long = math.dist((x1, y1), (x2, y2))
    stops = [plan.offset(i) - END / 2 for i in range(plan.count)]
    edges = [END / 2, *(at for stop in stops for at in (stop, stop + plan.tile)), long - END / 2]
    found = []
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        at = [(x1 + (x2 - x1) * k / long, y1 + (y2 - y1) * k / long) for k in (a, b)]
        found.append(f"M{n(at[0][0])} {n(at[0][1])}L{n(at[1][0])} {n(at[1][1])}")
    return found


def _glowing(s: Canvas, d: str) -> str:
    return path(d, s.th["arc_fill"], 14, more=' stroke-opacity="0.38" class="mh-halo"') + path(d, s.th["arc"], 2.5)


def _cell(s: Canvas, plan: Plan, cell: int) -> str:
    x, y = plan.cell(cell)
    size, name, there = plan.tile, s.t.cells[cell], s.view["grid"][cell]
    place = f"cell-{name}"
    title = name
    if there is None:
        out = box(x + 0.5, y + 0.5, size - 1, size - 1, s.th["map_land"], s.th["ink3"], 1, 4, "4 3")
        out += text(x + 8, y + size - FOOT / 2 + 5.2, name, LABEL, s.th["ink2"], 600, "start")
    elif "tile" in there:
        out = movable(tile_face(s, there["tile"], x, y, size, size, FOOT), f"tile-{there['tile']}")
        title = f"{name}, {tile_title(s, there['tile'])}"
    else:
        out = movable(tile_back(s, there["back"], x, y, size, size, FOOT), f"back-{name}")
    if there is not None:
        out += _foot(s, x, y + size - FOOT, size, cell, dark="back" in there)
    if any(not text.startswith("line ") for text in s.can.get(place, ())):
        out += halo(s.th, x, y, size, size, 4, s.quiet("cell-"))
    elif cell == named(s):
        out += brackets(s.th, x, y, size, size, s.th["arc"])
    if there is not None:
        out += _meeples(s, x + size - 5, y + 5, name)
    return group(out, place, title, s.act(place))


def _meeples(s: Canvas, cx: float, cy: float, name: str) -> str:
    """The patent meeple of the seat that has reserved a tile."""
    out = ""
    for seat, reserved in enumerate(s.view["reserved"]):
        if reserved == name:
            mark = disc(cx, cy, 12, s.fill(seat), s.th["small_edge"], 1)
            mark += icon("meeple", cx, cy, 16, s.th[f"player.{s.paint(seat)}.on"])
            out += movable(mark, f"meeple-{seat}", seat)
    return out


def awaits(s: Canvas) -> int | None:
    """The end at which the token that is chosen now will lie: the first free one of its line (PR-4.5)."""
    kind, who, args = s.view["stack"][-1] if s.view["stack"] else ("", 0, [])
    if kind != "token":
        return None
    line: int = FRAMES.named(kind, who, args).line
    return next(end for end in (2 * line, 2 * line + 1) if s.view["end_owner"][end] < 0)


def named(s: Canvas) -> int | None:
    """The tile that has been named and is now decided."""
    cells = (tile_asked(frame) for frame in reversed(s.view["stack"]))
    return next((cell for cell in cells if cell is not None), None)


LABEL = 15.8
"""Size of the names of places, which phones show at six tenths."""


def _foot(s: Canvas, x: float, y: float, w: float, cell: int, dark: bool) -> str:
    """The name of the place, what it would cost, and who has touched it."""
    th, name, mid = s.th, s.t.cells[cell], y + FOOT / 2
    ink = th["on_iron2"] if dark else th["ink2"]
    bid = own_bid(s, cell) if f"target {name}" in s.can.get(f"cell-{name}", ()) else []
    if bid:
        ink = th["sheet"]
        curve = f"M{n(x)} {n(y)}h{n(w)}v{n(FOOT - 4)}a4 4 0 0 1-4 4h{n(8 - w)}a4 4 0 0 1-4-4z"
        out = path(curve, fill=th["arc"]) + _price(s, x, mid, w, bid)
    else:
        out = path(f"M{n(x + 4)} {n(y)}h{n(w - 8)}", th["on_iron2"] if dark else th["hair"], 0.75)
    out += text(x + 8, mid + 5.2, name, LABEL, ink, 600, "start")
    if name in s.view["swapped"]:
        out += icon("swap", x + 37, mid, 13, ink)
    return out


def _price(s: Canvas, x: float, mid: float, w: float, bid: list[int]) -> str:
    """What naming the tile costs if it is bought: the lowest own token in pounds, the highest one lost (PR-4.12)."""
    th, r = s.th, FOOT * 0.38
    price = bid[-1] if len(bid) > 1 else 0
    at = x + w - r - 4
    out = text(x + w * 0.5, mid + 5, f"£{price}", 15, th["sheet"], 700)
    out += text(at - r - 6, mid + 5, "−", 15, th["sheet"], 700)
    return out + disc(at, mid, r, th["sheet"]) + text(at, mid + r * 0.52, bid[0], r * 1.5, th["arc"], 700)


def own_bid(s: Canvas, cell: int) -> list[int]:
    """The values of the viewer's tokens around a tile, highest first; none while the neutral player is active."""
    if s.me is None or (s.view["track"] and s.view["track"][0] == NEUTRAL):
        return []
    ends = [e for e in s.t.crossing[cell] if s.view["end_owner"][e] == s.me]
    return sorted((s.view["end_value"][e] for e in ends), reverse=True)


def _end(s: Canvas, plan: Plan, end: int) -> str:
    cx, cy = plan.end(end)
    th, name, owner = s.th, s.t.ends[end], s.view["end_owner"][end]
    place = f"end-{name}"
    out = box(cx - END / 2 + 0.6, cy - END / 2 + 0.6, END - 1.2, END - 1.2, th["paper"], th["rule"], 1, END * 0.2)
    title = s.named("end", name, name)
    if owner < 0:
        out += disc(cx, cy, END * 0.34, "none", th["ink3"], 1, "2.5 2.5")
    else:
        up, value = name in s.view["end_up"], s.view["end_value"][end]
        face = "up" if up else "down" if value is None else "own"
        out += movable(token(s, owner, value, cx, cy, END * 0.41, face), f"token-{name}-{face}", owner)
        if face == "own" and owner == NEUTRAL and s.me is not None:
            # A neutral token that the viewer laid: known to the viewer alone.
            out += seat_shape(th, s.paint(s.me), cx + END * 0.34, cy + END * 0.34, 11, edge=th["sheet"])
        title = f"{title}: {s.name(owner)}" + ("" if value is None else f" {value}")
    if place in s.can:
        out += halo(th, cx - END / 2, cy - END / 2, END, END, END * 0.2, s.quiet("end-"))
    elif end == awaits(s):
        out += brackets(th, cx - END / 2, cy - END / 2, END, END, th["arc"], 1)
    return group(out, place, title, s.act(place))
