"""The palace of the exhibition with an airship, for the home page."""

from __future__ import annotations

import math

from machinehall.draw.engraving import WIDTH, Engraver
from machinehall.draw.kit import n
from machinehall.draw.theme import Theme

MIDDLE, BASE = 178, 160


def vignette(th: Theme) -> str:
    e = Engraver(th)
    body = e.sky(128) + _lights(e) + _airship(e) + e.box(0, BASE, WIDTH, 46, e["mid"]) + _wings(e) + _palace(e)
    return e.framed(body + _garden(e) + _fountain(e) + _visitors(e), "promethium")


def _lights(e: Engraver) -> str:
    """Two searchlights: rays, not veils; and birds."""
    out = ""
    for a, b in ((-44, -26), (20, 36)):
        angles = [math.radians(a + i * 2.0) for i in range((b - a) // 2 + 1)]
        rays = "".join(f"M{MIDDLE} 40L{n(MIDDLE + 120 * math.sin(k))} {n(40 - 120 * math.cos(k))}" for k in angles)
        out += e.line(rays, 0.8, e["ray"], ' stroke-opacity=".7"')
    birds = "M40 4q8-7 15 0q7-6 12 0M404 104q8-6 14 0q6-5 11 0M92 34q8-7 15 0q8-6 13 1"
    return out + e.line(birds, 1, e.th["ink3"])


def _airship(e: Engraver) -> str:
    hull = "M-84 0C-76 -24 -36 -32 6 -30C44 -28 72 -14 84 0C72 14 44 28 6 30C-36 32 -76 24 -84 0Z"
    out = e.area(hull, e.th["player.red.fill"], 1.4)
    out += e.area("M-84 0C-40 -6 40 -6 84 0C72 14 44 28 6 30C-36 32 -76 24 -84 0Z", e["hull"])
    for k in (-0.62, 0.62):
        out += e.line(f"M-84 0C-70 {n(26 * k)} -36 {n(36 * k)} 6 {n(34 * k)}S70 {n(20 * k)} 84 0", 0.8)
    ribs = ""
    for x in (-58, -34, -8, 18, 42):
        h = 29.5 * math.sqrt(1 - (x / 86) ** 2)
        ribs += f"M{x} {n(1 - h)}Q{n(x * 1.09)} 0 {x} {n(h - 1)}"
    fins = "M-84 0l-20-20h12l22 12zM-84 0l-20 20h12l22 -12zM-80 0l-28 -4v8z"
    out += e.line(ribs, 0.7) + e.area(fins, e.th["brass_fill"])
    out += e.area("M-22 38h40l5-8h-50z", e["black"], 1.1)
    out += "".join(e.box(-16 + i * 9, 32, 5.5, 3.6, e.th["lit"], 0) for i in range(4))
    out += e.line("M-24 30l4 8M20 30l-3 8") + e.line("M-30 30v16M-34 34q4 4 8 0M-34 42q4 -4 8 0", 1.2)
    wake = e.line("M250 20l-16 1M248 29l-24 3", 0.9, e.th["ink2"])
    return f'<g transform="translate(350 20) rotate(-4)">{out}</g>{wake}'


def _arcade(e: Engraver, x: float, y: float, w: float, h: float, k: int) -> str:
    """A row of k round-headed windows between pilasters."""
    out, b = e.box(x, y, w, h, e["wall"]), w / k
    for i in range(k):
        a, ww = x + i * b + b * 0.2, b * 0.6
        arch = f"M{n(a)} {n(y + h)}V{n(y + h * 0.42)}a{n(ww / 2)} {n(ww / 2)} 0 0 1 {n(ww)} 0V{n(y + h)}Z"
        bars = f"M{n(a + ww / 2)} {n(y + h * 0.42 - ww / 2)}V{n(y + h)}M{n(a)} {n(y + h * 0.62)}h{n(ww)}"
        out += e.area(arch, e["glass"], 0.8) + e.line(bars, 0.6)
    return out + e.box(x - 2, y - 4, w + 4, 4.5, e["stone2"], 0.9)


def _pennant(e: Engraver, x: float, y: float, h: float, colour: str) -> str:
    flag = f"M{n(x)} {n(y - h)}l11 2.5l-3 2l3 2.5L{n(x)} {n(y - h + 7.5)}z"
    return e.line(f"M{n(x)} {n(y)}v{n(-h)}", 1.1) + e.area(flag, colour, 0.7)


def _dome(e: Engraver, cx: float, y: float, r: float, h: float, ribs: int) -> str:
    shell = f"M{n(cx - r)} {n(y)}C{n(cx - r)} {n(y - h * 0.75)} {n(cx - r * 0.45)} {n(y - h)} {n(cx)} {n(y - h)}"
    out = e.area(f"{shell}S{n(cx + r)} {n(y - h * 0.75)} {n(cx + r)} {n(y)}Z", e["glass"], 1.1)
    for i in range(1, ribs):
        k = r * (-1 + 2 * i / ribs)
        bend = f"C{n(cx + k)} {n(y - h * 0.7)} {n(cx + k * 0.45)} {n(y - h * 0.97)} {n(cx)} {n(y - h)}"
        out += e.line(f"M{n(cx + k)} {n(y)}{bend}", 0.7)
    for t in (0.3, 0.58, 0.8):
        w = r * math.sqrt(max(0, 1 - t**2.1))
        out += e.line(f"M{n(cx - w)} {n(y - h * t)}Q{n(cx)} {n(y - h * t + 3)} {n(cx + w)} {n(y - h * t)}", 0.7)
    return out


def _wings(e: Engraver) -> str:
    out = ""
    for side, flag in ((-1, e.th["player.blue.fill"]), (1, e["green"])):
        x, tower = MIDDLE + side * 104 - 54, MIDDLE + side * 158
        rise = [math.sin(math.pi * (i * 12 + 6) / 110) for i in range(9)]
        glazing = "".join(f"M{x + 6 + i * 12} {n(119 - 7.5 * r)}v{n(7.0 * r + 1)}" for i, r in enumerate(rise))
        out += _arcade(e, x, 124, 108, BASE - 124, 7) + e.area(f"M{x - 2} 120q56 -16 112 0z", e["glass"])
        out += e.line(glazing, 0.6) + e.box(tower - 14, 100, 28, BASE - 100, e["wall"], 1.1)
        out += e.box(tower - 16.5, 97, 33, 4.5, e["stone2"], 0.9)
        out += e.area(f"M{tower - 6} 122v-8a6 6 0 0 1 12 0v8z", e["glass"], 0.8)
        out += e.area(f"M{tower - 6} {BASE}v-16a6 6 0 0 1 12 0v16z", e["glass"], 0.8)
        out += _dome(e, tower, 97, 14, 20, 4) + _pennant(e, tower, 77, 13, flag)
    return out


def _palace(e: Engraver) -> str:
    cx, dark = MIDDLE, e.th.name == "dark"
    out = _arcade(e, cx - 52, 112, 104, BASE - 112, 5) + e.box(cx - 40, 96, 80, 13, e["wall"])
    out += "".join(e.area(f"M{cx - 33 + i * 15} 108v-4a3.5 3.5 0 0 1 7 0v4z", e["glass"], 0.7) for i in range(5))
    out += e.box(cx - 43, 92.5, 86, 4.5, e["stone2"], 0.9) + _dome(e, cx, 92, 38, 44, 9)
    out += e.box(cx - 6, 38, 12, 10, e["wall"], 0.9) + e.area(f"M{cx - 8} 38q8-12 16 0z", e.th["brass_fill"])
    out += _pennant(e, cx, 31, 17, e.th["player.red.fill"])
    out += e.area(f"M{cx - 15} {BASE}v-22a15 15 0 0 1 30 0v22z", e.th["lit"] if dark else e["black"], 1.1)
    out += e.line(f"M{cx} {BASE}v-37M{cx - 13} {BASE - 26}h26", 0.8, None if dark else e.th["brass_fill"])
    steps = [(cx - 22, BASE), (cx + 22, BASE), (cx + 30, BASE + 8), (cx - 30, BASE + 8)]
    return out + e.poly(steps, e["stone2"]) + e.line(f"M{cx - 24} {BASE + 2.7}h48M{cx - 27} {BASE + 5.4}h54", 0.7)


def _garden(e: Engraver) -> str:
    out = e.area("M150 206C160 190 168 178 172 168h12c4 10 14 22 26 38z", e["stone"], 0.9)
    for x, k in ((22, 1), (52, 0.8), (322, 0.9), (352, 1.1), (384, 0.85), (420, 1.2)):
        leaves = f"M{n(x - 5 * k)} {n(BASE + 8 - 4 * k)}q{n(5 * k)} {n(5 * k)} {n(10 * k)} 0"
        leaves += f"M{n(x - 6 * k)} {n(BASE + 8 - 8 * k)}q{n(5 * k)} {n(4 * k)} {n(9 * k)} 0"
        out += e.line(f"M{x} {n(BASE + 22 * k)}v{n(-10 * k)}", 2) + e.disc(x, BASE + 8 - 6 * k, 9 * k, e["green"], 1)
        out += e.line(leaves, 0.7, e.th["on_iron2"])
    return out


def _fountain(e: Engraver) -> str:
    water, stone = e.th["map_water"], e["stone2"]
    out = f'<ellipse cx="266" cy="186" rx="40" ry="9" fill="{stone}" stroke="{e.ink}"/>'
    out += f'<ellipse cx="266" cy="184.5" rx="33" ry="6" fill="{water}" stroke="{e.ink}" stroke-width=".8"/>'
    jets = "M266 170q-3-15-14-12q-8 3-8 22M266 170q3-15 14-12q8 3 8 22M266 170q-1-18-6-20q-5 0-6 26"
    return out + e.area("M263 184v-14h6v14z", stone, 0.9) + e.line(jets + "M266 170q1-18 6-20q5 0 6 26", 1, e.th["arc"])


VISITORS = (
    (96, 188, "hat"), (109, 187, "parasol"), (132, 180, "hat"), (216, 178, "hat"),
    (328, 190, "parasol"), (342, 191, "hat"), (398, 187, "hat"), (66, 192, "child"),
)  # fmt: skip


def _visitors(e: Engraver) -> str:
    out, ink = "", e["figure"]
    for x, y, kind in VISITORS:
        k = 0.72 if kind == "child" else 1
        coat = f"M{n(x - 4 * k)} {n(y + 13 * k)}l{n(1.5 * k)} {n(-12 * k)}q2.5 -2.5 5 0l{n(1.5 * k)} {n(12 * k)}z"
        out += e.area(coat, ink, 0) + e.disc(x, y - 2 * k, 2.6 * k, ink)
        if kind == "hat":
            out += e.box(x - 2.4, y - 9.5, 4.8, 5.5, ink, 0) + e.line(f"M{n(x - 4.3)} {n(y - 4.2)}h8.6", 1.4, ink)
        elif kind == "parasol":
            out += e.area(f"M{x - 4} {y - 6}q9-13 18 0z", e.th["player.red.fill"], 0.8)
            out += e.line(f"M{x + 5} {y - 11}v13", 0.9)
        else:
            out += e.line(f"M{x} {y}L{x + 5} {y - 15}", 0.7) + e.disc(x + 6, y - 19, 4.5, e.th["brass_fill"], 0.8)
    return out
