"""A train on the viaduct of the Semmering, for the home page."""

from __future__ import annotations

import math
from itertools import pairwise

from machinehall.draw.engraving import Engraver, Points
from machinehall.draw.kit import n
from machinehall.draw.theme import Theme

RAIL = 120.5
FAR = (
    (0, 104), (40, 74), (66, 90), (112, 48), (150, 84), (186, 66), (236, 104), (290, 80), (330, 98), (380, 72),
    (420, 96), (456, 82),
)  # fmt: skip
NEAR = ((0, 140), (70, 132), (140, 140), (220, 134), (320, 140), (400, 132), (456, 140))
STEAM = (
    (305, 56, 7), (296, 46, 9), (282, 38, 11), (263, 32, 13), (239, 29, 14), (213, 31, 12), (190, 37, 10),
    (170, 44, 8), (154, 50, 6), (142, 55, 4),
)  # fmt: skip


def vignette(th: Theme) -> str:
    e = Engraver(th)
    body = e.sky(118) + _sun(e) + _land(e) + _viaduct(e) + _coaches(e) + _engine(e) + _signal(e)
    return e.framed(body + "".join(_puff(e, *ball) for ball in STEAM), "imperial-steam")


def _hachure(e: Engraver, points: Points, length: float, step: float = 4.0) -> str:
    """Short strokes down a slope."""
    out = ""
    for (ax, ay), (bx, by) in pairwise(points):
        span = math.dist((ax, ay), (bx, by))
        for k in range(int(span / step)):
            t = k * step / span
            down = length * (0.6 + 0.4 * math.sin(k * 1.7 + ax))
            out += f"M{n(ax + (bx - ax) * t + 1)} {n(ay + (by - ay) * t + 2.5)}l{n(length * 0.22)} {n(down)}"
    return e.line(out, 0.8, e.th["map_relief"])


def _sun(e: Engraver) -> str:
    out = e.disc(372, 32, 21, e["sun"], 0.8)
    if e.th.name == "dark":
        return out
    rays = ""
    for i in range(24):
        a, far = i * math.pi / 12, 33 + 4 * (i % 2)
        rays += f"M{n(372 + 26 * math.cos(a))} {n(32 + 26 * math.sin(a))}"
        rays += f"L{n(372 + far * math.cos(a))} {n(32 + far * math.sin(a))}"
    return out + e.line(rays, 0.8, e.th["rule"])


def _land(e: Engraver) -> str:
    out = e.poly([*FAR, (456, 206), (0, 206)], e["far"], 0.9) + _hachure(e, FAR, 20)
    out += e.poly([(101, 59), (112, 48), (125, 60.5), (116, 63), (110, 58), (105, 64)], e.th["sheet"], 0.7)
    out += e.poly([*NEAR, (456, 206), (0, 206)], e["mid"], 0.9) + _hachure(e, NEAR, 14, 5)
    river = "M150 206C196 188 240 194 262 181S316 163 334 162C322 170 314 181 302 189S286 200 284 206Z"
    return out + e.area(river, e.th["map_water"], 0.8)


def _viaduct(e: Engraver) -> str:
    """One wall with openings, its stones, the deck."""
    wall, arches, stones = "M-2 128H458V206H-2Z", "", ""
    for i in range(7):
        x = -22 + i * 72
        cx = x + 27
        wall += f"M{x} 210V172a27 27 0 0 1 54 0V210Z"
        for k in range(13):
            a = math.pi + k * math.pi / 12
            c, s = math.cos(a), math.sin(a)
            arches += f"M{n(cx + 27 * c)} {n(172 + 27 * s)}L{n(cx + 33 * c)} {n(172 + 33 * s)}"
        arches += f"M{cx - 33} 172A33 33 0 0 1 {cx + 33} 172"
        for y in (178, 185, 192, 199):
            stones += f"M{x + 54} {y}h18M{x + 54 + (6 if y % 2 else 12)} {y}v7"
        stones += f"M{x + 56} 138.5h14M{x + 59} 144.5h8"
    out = f'<path d="{wall}" fill="{e["stone"]}" fill-rule="evenodd" stroke="{e.ink}" stroke-width="1.1"/>'
    out += e.line(arches, 0.7, e.th["ink2"]) + e.line(stones, 0.6, e.th["ink3"])
    sleepers = "".join(f"M{x} 129v4" for x in range(4, 456, 9))
    out += e.box(-2, 122, 460, 7, e["stone2"]) + e.line(sleepers, 0.8, e.th["ink2"])
    return out + e.line(f"M0 {RAIL}H456", 1.6)


def _wheel(e: Engraver, x: float, y: float, r: float, fill: str, spokes: int) -> str:
    out = e.disc(x, y, r, fill, 1.2) + e.disc(x, y, r * 0.68, e.th["paper"], 0.7)
    angles = [i * 2 * math.pi / spokes for i in range(spokes)]
    rays = (f"M{n(x)} {n(y)}L{n(x + r * 0.72 * math.cos(a))} {n(y + r * 0.72 * math.sin(a))}" for a in angles)
    return out + e.line("".join(rays), 1.1, fill) + e.disc(x, y, r * 0.24, fill, 0.7)


def _coaches(e: Engraver) -> str:
    out, brass, black = "", e.th["brass_fill"], e["black"]
    for x, colour in ((6, e.th["player.blue.fill"]), (76, e["green"])):
        out += e.area(f"M{x} 115V93q0-6 6-6h54q6 0 6 6v22z", colour, 1.1)
        out += e.area(f"M{x - 2} 89q33-9 70 0z", black, 0.9)
        for i in range(4):
            lit = e.th.name == "dark" or i == 2
            out += e.box(x + 6 + i * 14, 94, 9, 9, e.th["lit"] if lit else e["glass"], 0.8, 1)
        out += e.line(f"M{x} 107h66", 0.9, brass) + e.line(f"M{x + 66} 112h6", 1.6)
        out += "".join(_wheel(e, x + k, RAIL - 5, 5.5, black, 6) for k in (12, 24, 42, 54))
    out += e.area("M148 115V95h36v20z", black, 1.1) + e.area("M150 95l5-6 7 3 6-4 8 4 6-2 2 5z", black, 0.8)
    out += e.line("M148 101h36", 0.9, brass)
    return out + "".join(_wheel(e, x, RAIL - 5.5, 6, e.th["player.red.fill"], 6) for x in (157, 175))


def _engine(e: Engraver) -> str:
    """Frame and cab, boiler, smokebox and lamp, domes and chimney, buffer and plough, wheels."""
    black, red, brass, lit = e["black"], e.th["player.red.fill"], e.th["brass_fill"], e.th["lit"]
    out = e.area("M188 112v-5h130v5z", red, 0.9) + e.area("M190 110V80h30v30z", black, 1.1)
    out += e.area("M186 80q19-8 39 0l-1 3h-37z", black) + e.box(196, 86, 9, 10, lit, 0.8, 1)
    out += e.box(208, 86, 8, 10, lit, 0.8, 1) + e.area("M220 109V87h76v22z", black, 1.1)
    out += "".join(e.line(f"M{x} 88v20", 1.8, brass) for x in (238, 258, 278))
    out += e.line("M222 92h70", 0.7, e.th["on_iron2"]) + e.area("M296 112V85h13q3 0 3 3v24z", black, 1.1)
    out += e.disc(313, 98, 3.6, brass, 0.7) + e.area("M243 87q0-9 7-9t7 9z", brass, 0.9)
    out += e.area("M266 87v-6h8v6z", black, 0.9) + e.area("M298 85l-2-15h-3l-1-4h18l-1 4h-3l-2 15z", black)
    out += e.line("M292 68h18", 1.2, brass) + e.area("M312 104h6v9h-6z", red, 0.9)
    out += e.line("M318 106.5h4M322 103.5v6", 2) + e.area("M314 113h7l9 7.5h-17z", black, 0.9)
    out += "".join(_wheel(e, x, RAIL - 10, 10.5, red, 10) for x in (208, 233, 258))
    out += "".join(_wheel(e, x, RAIL - 5.5, 6, red, 6) for x in (284, 301))
    return out + e.area("M280 101h18v8h-18z", black, 0.9) + e.line("M208 113.5L258 113.5L284 105", 2.2, brass)


def _signal(e: Engraver) -> str:
    """The line is clear."""
    ink = e["figure"]
    out = e.line("M432 121V72", 2.4) + e.line("M432 76l-17 -9", 5.6)
    out += e.line("M431 75.5l-15.5 -8.2", 3.4, e.th["player.red.fill"]) + e.disc(432, 72, 2.4, e.th["brass_fill"], 0.8)
    out += e.box(427.5, 84, 9, 8, e.th["lit"], 0.9, 1.5)
    out += e.area("M397 120.5l1.5-12q2.5-2.5 5 0l1.5 12z", ink, 0) + e.disc(401, 104.5, 2.7, ink)
    out += e.line("M397.5 102.5h7", 1.7, ink) + e.line("M399 110l-7 -6", 1.7, ink) + e.line("M392 104v-12")
    return out + e.area("M392 92h-8v6h8z", e["green"], 0.8)


def _puff(e: Engraver, x: float, y: float, r: float) -> str:
    """A ball of steam: outline, and engraved arcs on its shaded side."""
    arcs = ""
    for j, k in ((0, 0.78), (0.6, 0.56), (1.0, 0.34)):
        arcs += f"M{n(x - r * k)} {n(y + r * 0.3 * j)}"
        arcs += f"A{n(r * k)} {n(r * k)} 0 0 0 {n(x + r * 0.25)} {n(y + r * k * 0.93)}"
    return e.disc(x, y, r, e["steam"], 0.9) + e.line(arcs, 0.7, e.th["ink3"])
