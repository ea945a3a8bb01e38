"""The pieces of Promethium. One law of shapes: a country is a flag, an expert a round medal, a mineral a gem."""

from __future__ import annotations

import math
from functools import cache

from machinehall.draw.kit import box, disc, hexagon, icon, n, path, seat_shape, text, use
from machinehall.draw.theme import Theme
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.lookup import SLOTS

FLAG = (62, 41)
"""Grid of the flag symbols; a piece of height d has a flag of d/50 times that."""


def _stripes(th: Theme, colours: tuple[str, ...], across: bool) -> str:
    w, h = FLAG
    k = len(colours)
    boxes = []
    for i, c in enumerate(colours):
        x, y, dx, dy = (0, i * h / k, w, h / k + 0.05) if across else (i * w / k, 0, w / k + 0.05, h)
        boxes.append(box(x, y, dx, dy, th[f"enamel.{c}"]))
    return "".join(boxes)


def _stars(th: Theme, stripes: int, columns: int, rows: int) -> str:
    w, h = FLAG
    field = _stripes(th, tuple("red" if i % 2 == 0 else "white" for i in range(stripes)), True)
    cw, ch = w * 0.46, h * ((stripes + 1) // 2) / stripes
    dots = [
        disc(cw * (i + 0.5) / columns, ch * (j + 0.5) / rows, 1.4 if columns > 2 else 2.6, th["enamel.white"])
        for i in range(columns)
        for j in range(rows)
    ]
    return field + box(0, 0, cw, ch, th["enamel.blue"]) + "".join(dots)


def _union(th: Theme) -> str:
    w, h = FLAG
    diagonal, cross = f"M0 0L{w} {h}M{w} 0L0 {h}", f"M{w / 2} 0V{h}M0 {h / 2}H{w}"
    white, red = th["enamel.white"], th["enamel.red"]
    body = box(0, 0, w, h, th["enamel.blue"]) + path(diagonal, white, 8.2) + path(diagonal, red, 2.9)
    return body + path(cross, white, 14.4) + path(cross, red, 8.2)


def _plain(th: Theme) -> str:
    w, h = FLAG
    return box(0, 0, w, h, th["enamel.white"]) + path(f"M0 {h}L{w} 0", th["enamel.black"], 4)


def _rosette() -> str:
    """What banknotes have: four interlaced rings for the back of a tile."""
    rings = []
    for k in range(2):
        radius, wave = 40 - 7 * k, 5.5 - k
        for turn in (0.0, math.pi):
            at = [(a, radius + wave * math.sin(12 * a + turn)) for a in (i * math.pi / 60 for i in range(120))]
            rings.append("M" + "L".join(f"{50 + r * math.cos(a):.1f} {50 + r * math.sin(a):.1f}" for a, r in at) + "Z")
    return path("".join(rings), "currentColor", 0.7)


@cache
def symbols(th: Theme) -> dict[str, str]:
    """Flags and the rosette, each drawn once."""
    flags = {
        "france": _stripes(th, ("blue", "white", "red"), False),
        "germany": _stripes(th, ("black", "white", "red"), True),
        "usa": _stars(th, 7, 4, 3),
        "usa-small": _stars(th, 5, 2, 2),
        "great_britain": _union(th),
        "other": _plain(th),
    }
    frame = f'viewBox="0 0 {FLAG[0]} {FLAG[1]}" preserveAspectRatio="none"'
    found = {f"f-{k}": f'<symbol id="f-{k}" {frame}>{v}</symbol>' for k, v in flags.items()}
    found["rosette"] = f'<symbol id="rosette" viewBox="0 0 100 100" preserveAspectRatio="none">{_rosette()}</symbol>'
    return found


FLAGS = ("france", "germany", "usa", "great_britain")
SIGNS = {"engineer": "expert-engineer", "machinist": "expert-machinist", "chemist": "expert-chemist"}
SIGNS |= {"financier": "expert-financier"}
BIG = 26
"""From this height on a piece has its fine lines."""


def slot_of(s: Canvas, kind: str) -> str:
    k = s.t.elements.index(kind)
    return next(slot for slot, kinds in zip(SLOTS, s.t.slot_kinds, strict=True) if k in kinds)


def piece(s: Canvas, kind: str, cx: float, cy: float, d: float) -> str:
    """One element by its centre: flag, medal or gem by its slot; d is its height."""
    th, slot = s.th, slot_of(s, kind)
    if slot == "country":
        w, h = d * 1.24, d * 0.82
        name = kind if kind in FLAGS else "other"
        if name == "usa" and w < BIG:
            name = "usa-small"
        flag = use(f"f-{name}", cx - w / 2, cy - h / 2, w, h)
        return flag + box(cx - w / 2, cy - h / 2, w, h, "none", th["small_edge"], 1, 1)
    if slot == "expert":
        ring = disc(cx, cy, d * 0.415, "none", th["medal.ring"], max(0.7, d * 0.022)) if d > BIG else ""
        sign = icon(SIGNS[kind], cx, cy, d * (0.6 if d > BIG else 0.68), th["medal.on"])
        return disc(cx, cy, d / 2, th["medal.fill"], th["small_edge"], 1) + ring + sign
    on, r = th[f"gem.{kind}.on"], d * 0.53
    facet = path(hexagon(cx, cy, r * 0.8), on, max(0.7, d * 0.025), more=' stroke-opacity="0.45"') if d > BIG else ""
    body = path(hexagon(cx, cy, r), th["small_edge"], 1, th[f"gem.{kind}.fill"], more=' stroke-linejoin="round"')
    return body + facet + icon(kind, cx, cy, d * (0.54 if d > BIG else 0.64), on)


def ghost(s: Canvas, slot: str, cx: float, cy: float, d: float, differ: bool) -> str:
    """A slot of a requirement without a fixed element: its outline, with ≠ for "all different", dashed for "any"."""
    th = s.th
    fill, line, dash = (th["sheet"], th["ink"], None) if differ else ("none", th["ink3"], "2 2")
    if slot == "country":
        out = box(cx - d * 0.62, cy - d * 0.41, d * 1.24, d * 0.82, fill, line, 1, 1, dash)
    elif slot == "expert":
        out = disc(cx, cy, d / 2, fill, line, 1, dash)
    else:
        out = path(hexagon(cx, cy, d * 0.53), line, 1, fill, dash)
    if not differ:
        return out
    k = d * 0.2
    bar, a, b = f"h{n(k * 2.3)}", k * 1.15, k * 0.55
    sign = f"M{n(cx - a)} {n(cy - b)}{bar}M{n(cx - a)} {n(cy + b)}{bar}"
    sign += f"M{n(cx + k * 0.8)} {n(cy - k * 1.4)}L{n(cx - k * 0.8)} {n(cy + k * 1.4)}"
    return out + path(sign, th["ink"], 1.5, more=' stroke-linecap="round"')


def wear(s: Canvas, cx: float, y: float, size: float, value: int, used: int) -> str:
    """A tile's uses: the first is clean, each black square after it corrupts. Spent ones are crossed."""
    th, out = s.th, []
    x = cx - (value * (size + 2.5) - 2.5) / 2
    for i in range(value):
        out.append(box(x, y, size, size, th["ink"] if i else th["sheet"], th["ink"], 1.1, 0.8))
        if i < used:
            a, b = n(x + 1.2), n(size - 2.4)
            cross = f"M{a} {n(y + 1.2)}l{b} {b}M{a} {n(y + size - 1.2)}l{b} -{b}"
            out.append(path(cross, th["sheet"] if i else th["warn"], 1.5))
        x += size + 2.5
    return "".join(out)


def tile_value(s: Canvas, tile: str) -> int:
    value: int = s.t.tile_value[s.t.tiles.index(tile)]
    return value


def tile_kinds(s: Canvas, tile: str) -> list[str]:
    return [s.t.elements[e] for e in s.t.tile_elements[s.t.tiles.index(tile)]]


def tile_title(s: Canvas, tile: str) -> str:
    names = [s.element(e) for e in s.t.tile_elements[s.t.tiles.index(tile)]]
    return f"{' · '.join(names)}, {tile_value(s, tile)}"


def tile_face(s: Canvas, tile: str, x: float, y: float, w: float, h: float, foot: float = 0, used: int = 0) -> str:
    """A project tile, recto: flag, medal, gem, value with its squares. The foot is left free for the caller."""
    th, big = s.th, w > 90
    country, expert, mineral = tile_kinds(s, tile)
    value, body = tile_value(s, tile), h - foot
    d = body * 0.385
    left, right, top, low = x + w * 0.275, x + w * 0.735, y + body * 0.285, y + body * 0.735
    out = [box(x, y, w, h, th["sheet"], th["card_edge"], 1.25, 4)]
    if big:
        out.append(box(x + 3.5, y + 3.5, w - 7, h - 7, "none", th["hair"], 0.75, 2))
    out += [piece(s, country, left, top, d), piece(s, expert, right, top, d), piece(s, mineral, left, low, d)]
    out.append(text(right, low + (1 if big else 0), value, w * (0.19 if big else 0.22), th["ink"], 700))
    squares = max(6, w * 0.075)
    return "".join(out) + wear(s, right, low + (squares * 0.6 if big else 3), squares, value, used)


def tile_back(s: Canvas, kind: str, x: float, y: float, w: float, h: float, foot: float) -> str:
    """A project tile, verso: one element on an engraved rosette."""
    th, body = s.th, h - foot
    out = box(x, y, w, h, th["medal.fill"], th["card_edge"], 1.25, 4)
    rosette = use("rosette", x + 4, y, w - 8, body, f' color="{th["on_iron2"]}" opacity="0.75"')
    out += rosette + box(x + 3.5, y + 3.5, w - 7, h - 7, "none", th["on_iron2"], 0.75, 2)
    return out + piece(s, kind, x + w / 2, y + body / 2, body * 0.42)


def slip(s: Canvas, tile: str, x: float, y: float, used: int) -> str:
    """A tile among the holdings of another seat: upright and narrow, all three elements and the squares."""
    th = s.th
    out = box(x + 0.5, y + 0.5, SLIP[0] - 1, SLIP[1] - 1, th["sheet"], th["rule"], 1, 2)
    for i, kind in enumerate(tile_kinds(s, tile)):
        out += piece(s, kind, x + SLIP[0] / 2, y + 8 + i * 13.5 + (0.5 if i else 0), 11 if i == 0 else 12)
    return out + wear(s, x + SLIP[0] / 2, y + SLIP[1] - 9.5, 4.4, tile_value(s, tile), used)


SLIP = (21.0, 54.0)


def token(s: Canvas, owner: int, value: object, cx: float, cy: float, r: float, face: str) -> str:
    """A bid token. up: light. down: dark, shape only. own: dark with number and dashed ring. laid, lost: its place."""
    th, paint = s.th, s.paint(owner)
    fill, on, letters = (th[f"player.{paint}.{k}"] for k in ("fill", "on", "text"))
    if face == "lost":
        out = disc(cx, cy, r - 0.5, "none", th["ink3"], 1, "2.5 2.5")
        return out + text(cx, cy + 4.3, value, max(12.0, r * 1.02), th["ink2"], 400)
    if face == "laid":
        soft = th[f"player.{paint}.soft"]
        return disc(cx, cy, r, soft, fill, 1.5) + text(cx, cy + r * 0.36, value, r * 1.04, letters, 700)
    out = disc(cx, cy, r, fill, th["small_edge"], 1.1)
    if face == "up":
        out += disc(cx, cy, r * 0.78, th["sheet"])
        shape = seat_shape(th, paint, cx - r * 0.42, cy, r * 0.36)
        return out + text(cx + r * 0.2, cy + r * 0.4, value, r * 1.12, letters, 700) + shape
    if face == "down":
        return out + disc(cx, cy, r * 0.78, "none", on, 0.9) + seat_shape(th, paint, cx, cy, r * 0.86, on)
    out += disc(cx, cy, r * 0.82, "none", on, 1, "2.4 2") + text(cx + r * 0.18, cy + r * 0.38, value, r * 1.08, on, 700)
    return out + seat_shape(th, paint, cx - r * 0.44, cy, r * 0.34, on)
