"""The pieces: tinctures of cities, sites, buildings, mines, turbines, tiles, contracts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from machinehall.draw.kit import box, disc, icon, movable, n, path, seat_shape, text
from machinehall.draw.letters import width
from machinehall.draw.theme import Theme
from machinehall.titles.nucleum.components.types import COLOURS, TYPES
from machinehall.titles.nucleum.drawing.places import SITE, TILE_H, TILE_W
from machinehall.titles.nucleum.drawing.scene import Canvas, tile_id

CARD_W, CARD_H = 62.0, 48.0
"""An action tile beside the map."""
UPRIGHT_W, CROWDED = 38.0, 55.0
"""How wide an action tile is at least that stands upright; with less room than this for each, tiles do."""

NEED_SIGNS = {
    "turbines": "turbine",
    "mines": "mine",
    "achievements": "achievement",
    "railway_tiles": "rail-tile",
    "action_tiles": "develop",
    "powered_buildings": "powered",
    "powered_buildings_in_city": "powered",
    "buildings_in_city": "building",
    "network_size": "network",
    "government_buildings": "government",
    "building_colours": "colours",
    "contracts_fulfilled": "contract",
    "uranium_on_map": "uranium",
}
REWARD_SIGNS = {
    "vp": "vp",
    "thaler": "thaler",
    "worker": "worker",
    "uranium": "uranium",
    "achievement": "achievement",
    "vp_income": "income-vp",
    "thaler_income": "income-thaler",
    "worker_income": "income-worker",
    "any_income": "income-any",
}
MODIFIERS = (
    ("discount_thaler", "−", "thaler"),
    ("discount_worker", "−", "worker"),
    ("gain_uranium", "+", "uranium"),
    ("electricity", "+", "bolt"),
)


def hatches(th: Theme) -> str:
    """Petra Sancta's hatching: each city colour has its own."""
    ends = ' width="4" height="4" patternUnits="userSpaceOnUse">'
    line = {k: th[f"city.{k}.line"] for k in COLOURS}
    falling = path("M-1 -1L5 5M-1 3L1 5M3 -1L5 1", line["green"], 0.9)
    rising = path("M-1 5L5 -1M-1 1L1 -1M3 5L5 3", line["purple"], 0.9)
    dots = disc(1, 1, 0.85, line["orange"]) + disc(3, 3, 0.85, line["orange"])
    found = {"green": falling, "purple": rising, "orange": dots}
    patterns = "".join(f'<pattern id="h-{k}"{ends}{v}</pattern>' for k, v in found.items())
    return f"<defs>{patterns}</defs>"


def tincture(
    th: Theme, x: float, y: float, w: float, h: float, colour: str, hatch: bool = True, across: bool = False
) -> str:
    """A patch in a city colour. Praha and wild are the four colours side by side."""
    if colour not in COLOURS:
        k = len(COLOURS)
        parts = [(x + w * i / k, y, w / k, h) if across else (x, y + h * i / k, w, h / k) for i in range(len(COLOURS))]
        return "".join(tincture(th, *part, c, hatch) for part, c in zip(parts, COLOURS, strict=True))
    out = box(x, y, w, h, th[f"city.{colour}.tint"])
    return out + (box(x, y, w, h, f"url(#h-{colour})") if hatch and colour != "white" else "")


def _ring(x: float, y: float, grow: float, corners: int, wide: float, high: float) -> str:
    cx, cy = x + SITE / 2, y + SITE / 2
    turn = 22.5 if corners == 8 else 0
    angles = [math.radians(360 * i / corners + turn) for i in range(corners)]
    rx, ry = wide + grow, high + grow
    return "M" + "L".join(f"{n(cx + rx * math.cos(a))} {n(cy + ry * math.sin(a))}" for a in angles) + "Z"


def outline(
    kind: str,
    x: float,
    y: float,
    fill: str,
    stroke: str,
    weight: float,
    grow: float = 0.0,
    dash: str | None = None,
    more: str = "",
) -> str:
    """The shape of a site: urban square, mine hexagon, turbine disc, plant octagon."""
    if kind == "urban":
        return box(x - grow, y - grow, SITE + 2 * grow, SITE + 2 * grow, fill, stroke, weight, 2 + grow / 2, dash, more)
    if kind == "turbine":
        return disc(x + SITE / 2, y + SITE / 2, SITE / 2 + grow, fill, stroke, weight, dash, more)
    r = SITE / 2 + 1
    d = _ring(x, y, grow, 6, r, r * 0.94) if kind == "mine" else _ring(x, y, grow, 8, r, r)
    return path(d, stroke, weight, fill, dash, more)


def closed(th: Theme, kind: str, x: float, y: float) -> str:
    cx, cy = x + SITE / 2, y + SITE / 2
    cross = f"M{n(cx - 7)} {n(cy - 7)}l14 14M{n(cx + 7)} {n(cy - 7)}l-14 14"
    return outline(kind, x, y, th["well"], th["ink3"], 1.75) + path(cross, th["ink3"], 1.75)


def building(s: Canvas, piece: int, powered: bool, x: float, y: float) -> str:
    """Type in the middle, the seat's shape top left, below right the need, or when lit the points."""
    t, th = s.t, s.th
    neutral = piece >= t.first_neutral
    seat, which = divmod(piece, len(t.buildings))
    fill, on = (th["neutral"], th["on_neutral"]) if neutral else (s.fill(seat), s.on(seat))
    edge, weight = (th["lit"], 2.5) if powered else (th["piece_edge"], 1.25)
    out = box(x, y, SITE, SITE, fill, edge, weight, 2.5)
    if powered:
        out += box(x - 1.5, y - 1.5, SITE + 3, SITE + 3, "none", th["piece_edge"], 0.75, 3.5)
        out += box(x + 1.5, y + 1.5, SITE - 3, SITE - 3, "none", th["piece_edge"], 0.75, 1.5)
    out += icon(TYPES[t.piece_type[piece]], x + 12.5, y + 12, 16, on)
    if not neutral:
        out += seat_shape(th, s.paint(seat), x + 5.5, y + 5.5, 6.5, on)
        if t.government >> which & 1:
            out += icon("government", x + 21.5, y + 6, 9, on)
    if neutral:
        key, owner = f"neutral-{piece}", None
    else:
        key, owner = f"building-{t.buildings[which]}-{seat}", seat
    return movable(out + ("" if powered and neutral else _badge(s, piece, which, powered, x, y)), key, owner)


def _badge(s: Canvas, piece: int, which: int, powered: bool, x: float, y: float) -> str:
    """What a building still needs, or when lit its points."""
    t, th = s.t, s.th
    label = f"{t.powered_vp[which]}{'×' if t.per_building[which] else ''}" if powered else str(t.piece_need[piece])
    wide = 12 if len(label) < 2 else 16
    badge, ink = (th["lit"], th["enamel.black"]) if powered else (th["sheet"], th["arc"])
    out = box(x + SITE - wide, y + SITE - 12, wide, 12, badge, rx=2)
    return out + text(x + SITE - wide / 2, y + SITE - 2, label, 12.6, ink, 700)


def mine(s: Canvas, seat: int, have: int, room: int, x: float, y: float) -> str:
    th, on, cx = s.th, s.on(seat), x + SITE / 2
    out = outline("mine", x, y, s.fill(seat), th["piece_edge"], 1.25) + icon("mine", cx + 3.5, y + 8.5, 10, on)
    out += seat_shape(th, s.paint(seat), cx - 4.5, y + 8.5, 7, on)
    return out + cubes(cx, y + 15.5, have, room, on)


def cubes(cx: float, y: float, have: int, room: int, ink: str) -> str:
    """The places of a mine, filled where uranium lies."""
    lefts = [cx + (i - (room - 1) / 2) * 6.5 - 2.7 for i in range(room)]
    return "".join(box(left, y, 5.4, 6, ink if i < have else "none", ink, 0.9, 0.8) for i, left in enumerate(lefts))


def turbine(s: Canvas, seat: int, x: float, y: float) -> str:
    th, on, cx, cy = s.th, s.on(seat), x + SITE / 2, y + SITE / 2
    out = outline("turbine", x, y, s.fill(seat), th["piece_edge"], 1.25) + icon("turbine", cx, cy, 20, on)
    return out + seat_shape(th, s.paint(seat), cx, cy, 10.5, on, s.fill(seat))


def half_sign(action: str) -> str:
    return action.replace("_", "-").replace("pay-", "")


def half_mark(half: Any) -> tuple[str, str | None]:
    """Text and sign of a modifier or an amount."""
    for key, sign, of in MODIFIERS:
        if getattr(half, key):
            return f"{sign}{getattr(half, key)}", of
    if half.double_reward:
        return "×2", None
    if half.action == "worker_or_thaler":
        return f"{half.worker}/{half.thaler}", None
    if half.cost_thaler:
        return f"−{half.cost_thaler}", "thaler"
    return (f"+{half.amount}", None) if half.amount else ("", None)


def key(tile: str) -> str:
    """What a tile is called wherever it lies, see `movable`."""
    return f"tile-{tile_id(tile)}"


def record(s: Canvas, tile: str) -> Any:
    return s.t.pack.records["action_tiles"][s.t.tiles.index(tile)]


def rail_tile(s: Canvas, tile: str, owner: int, flipped: bool, angle: float) -> str:
    """A tile on the map round the origin, signs upright: tinctures at the ends, the owner's shape in the middle."""
    th, w, h = s.th, TILE_W, TILE_H
    halves = record(s, tile).halves[:: -1 if flipped else 1]
    out = box(-w / 2, -h / 2, w, h, th["sheet"], th["card_edge"], 1.25, 3)
    for side, half in zip((-1, 1), halves, strict=True):
        left = -w / 2 + 0.7 if side < 0 else w / 2 - 6.7
        out += tincture(th, left, -h / 2 + 0.7, 6, h - 1.4, half.colour)
        out += path(f"M{n(side * (w / 2 - 6.7))} {n(-h / 2 + 0.7)}v{n(h - 1.4)}", th["card_edge"], 0.75)
        turn = f'<g transform="translate({side * 12} 0) rotate({n(-angle)})">'
        out += f"{turn}{icon(half_sign(half.action), 0, 0, 14, th['ink'])}</g>"
    mark = seat_shape(th, s.paint(owner), 0, 0, 12, edge=th["sheet"])
    return out + f'<g transform="rotate({n(-angle)})">{mark}</g>'


def card(
    s: Canvas, tile: str, x: float, y: float, used: tuple[int, ...] = (), asked: bool = False, turned: bool = False
) -> str:
    """An action tile beside the map: two halves, tinctures at the ends, sign above, modifier below.

    `turned`: it lies the other way round; its signs are drawn upright all the same.
    """
    th, row = s.th, record(s, tile)
    if row.directive:
        out = box(x + 0.75, y + 0.75, 60.5, 46.5, th["iron"], th["card_edge"], 1.25, 3)
        out += icon("directive", x + 31, y + 17, 22, th["brass_fill"])
        out += text(x + 26, y + 42, f"−{row.directive.discount_thaler}", 12.5, th["on_iron"], 700)
        return movable(out + icon("thaler", x + 38.5, y + 38, 10.5, th["on_iron"]), key(tile))
    out = box(x + 0.75, y + 0.75, 60.5, 46.5, th["sheet"], rx=3)
    level = 17 if any(half_mark(half)[0] for half in row.halves) else 24
    for i, half in enumerate(row.halves[::-1] if turned else row.halves):
        left = x + (6 if i == 0 else 31)
        ink = th["ink3"] if i in used else th["ink"]
        if asked and i not in used:
            out += box(left, y + 1, 25, 46, th["arc_soft"])
        out += tincture(th, x + (1 if i == 0 else 56), y + 1, 5, 46, half.colour)
        out += icon(half_sign(half.action), left + 12.5, y + level, 20, ink)
        label, of = half_mark(half)
        if label:
            out += text(left + (8 if of else 12.5), y + 41.5, label, 12.5, ink, 700)
            out += icon(of, left + 19.5, y + 37.5, 10, ink) if of else ""
    out += path(f"M{n(x + 6)} {n(y + 1)}v46M{n(x + 56)} {n(y + 1)}v46", th["card_edge"], 0.75)
    out += path(f"M{n(x + 31)} {n(y + 5)}v38", th["hair"], 1)
    out += box(x + 0.75, y + 0.75, 60.5, 46.5, "none", th["card_edge"], 1.25, 3)
    return movable(out, key(tile))


def upright(s: Canvas, tile: str, x: float, y: float, w: float) -> str:
    """An action tile with little room: its two halves one over the other, each with its tincture, sign and modifier."""
    th, row = s.th, record(s, tile)
    if row.directive:
        out = box(x + 0.75, y + 0.75, w - 1.5, 46.5, th["iron"], th["card_edge"], 1.25, 3)
        out += icon("directive", x + w / 2, y + 16, 20, th["brass_fill"])
        out += text(x + w / 2 - 5, y + 42, f"−{row.directive.discount_thaler}", 12.5, th["on_iron"], 700)
        return movable(out + icon("thaler", x + w / 2 + 7.5, y + 38, 10.5, th["on_iron"]), key(tile))
    out = box(x + 0.75, y + 0.75, w - 1.5, 46.5, th["sheet"], rx=3)
    for half, mid in zip(row.halves, (y + 12.5, y + 35.5), strict=True):
        out += tincture(th, x + 1, mid - 11.5, 4, 23, half.colour)
        label, of = half_mark(half)
        long = width(label, 12, 700)
        left = x + 5 + max(0.0, (w - 6 - (14 + long + (9 if of else 0) if label else 18)) / 2)
        out += icon(half_sign(half.action), left + (6.5 if label else 9), mid, 13 if label else 18, th["ink"])
        if label:
            out += text(left + 13.5, mid + 4.5, label, 12, th["ink"], 700, "start")
            out += icon(of, left + 18 + long, mid, 8.5, th["ink"]) if of else ""
    out += path(f"M{n(x + 5)} {n(y + 1)}v46M{n(x + 5)} {n(y + 24)}h{n(w - 6)}", th["card_edge"], 0.75)
    return movable(out + box(x + 0.75, y + 0.75, w - 1.5, 46.5, "none", th["card_edge"], 1.25, 3), key(tile))


def small_card(s: Canvas, tile: str, x: float, y: float, w: float = 36) -> str:
    """A tile of another player: two signs; the rest is in the title."""
    th, row = s.th, record(s, tile)
    if row.directive:
        out = box(x + 0.6, y + 0.6, w - 1.2, 18.8, th["iron"], th["rule"], 1, 2)
        return movable(out + icon("directive", x + w / 2, y + 10, 14, th["brass_fill"]), key(tile))
    out = box(x + 0.6, y + 0.6, w - 1.2, 18.8, th["sheet"], rx=2)
    size = min(13, (w - 8) / 2)
    for i, half in enumerate(row.halves):
        out += tincture(th, x + 0.8 if i == 0 else x + w - 3.8, y + 0.8, 3, 18.4, half.colour, False)
        out += icon(half_sign(half.action), x + w / 2 + (i - 0.5) * (w / 2 - 4), y + 10, size, th["ink"])
    return movable(out + box(x + 0.6, y + 0.6, w - 1.2, 18.8, "none", th["rule"], 1, 2), key(tile))


def rewards(s: Canvas, reward: Mapping[str, Any], x: float, y: float, room: float = 99) -> str:
    """Figures with their signs from the left, closer where there is little room; y is the middle."""
    th, out = s.th, ""
    small = len(reward) * 25 > room
    size, sign_size, gap = (12, 11, 1.5) if small else (12.5, 13, 4.5)
    for kind, amount in reward.items():
        if kind == "tech":
            out += icon(f"tech-{amount}", x + (7 if small else 8), y, 14 if small else 16, th["ink2"])
            x += 15 if small else 20
            continue
        sign = REWARD_SIGNS.get(kind, "develop")
        label = str(amount) if isinstance(amount, int) else f"−{amount['discount_thaler']}"
        tint = th[f"good.{sign}"] if f"good.{sign}" in th.colours else th["ink2"]
        out += text(x, y + 4.5, label, size, th["ink"], 600, "start")
        x += width(label, size) + 1
        out += icon(sign, x + sign_size / 2, y, sign_size, tint)
        x += sign_size + gap
    return out


def need(s: Canvas, contract: int, x: float, y: float) -> str:
    """What a contract asks for: figure and sign."""
    t, th = s.t, s.th
    count = str(t.need_count[contract])
    out = text(x, y + 5, count, 14, th["ink"], 700, "start")
    x += width(count, 14, 700) + 4
    kind, which = t.need_type[contract], t.need_which[contract]
    if kind == "structures_in_colour":
        out += tincture(th, x, y - 6, 18, 12, COLOURS[which])
        return out + box(x + 0.5, y - 5.5, 17, 11, "none", th["piece_edge"], 1)
    sign = TYPES[which] if kind == "buildings_of_type" else NEED_SIGNS.get(kind, "board")
    out += icon(sign, x + 9, y, 17, th["ink"])
    if kind.endswith("in_city"):
        out += tincture(th, x + 18.5, y - 5, 8, 10, "praha", across=True)
    return out
