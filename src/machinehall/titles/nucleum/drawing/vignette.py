"""The reactor and its turbines under the iron nave, for the home page."""

from __future__ import annotations

import math

from machinehall.draw.engraving import HEAD, WIDTH, Engraver
from machinehall.draw.kit import disc, n
from machinehall.draw.theme import Theme

CX = 228


def vignette(th: Theme) -> str:
    e = Engraver(th)
    return e.framed(_nave(e) + _floor(e) + _sets(e) + _reactor(e) + _people(e), "nucleum")


def _nave(e: Engraver) -> str:
    """Rib behind rib, and the glow: rings, not a gradient."""
    out, bars = e.box(0, -HEAD, WIDTH, 160 + HEAD, e["far"], 0), ""
    for k in range(6):
        w, h = 220 - k * 27, 164 - k * 19
        top, side = n(162 - h * 1.16), n(162 - h * 0.38)
        curve = f"C{CX - w} {n(162 - h * 1.02)} {n(CX - w * 0.5)} {top} {CX} {top}"
        curve += f"S{CX + w} {n(162 - h * 1.02)} {CX + w} {side}"
        out += e.area(f"M{CX - w} 162V{side}{curve}V162Z", e["stone2" if k % 2 == 0 else "far"], 1.1)
        for i in range(-6, 7):
            a = math.pi / 2 + i * math.pi / 15
            x, y = CX + w * 0.98 * math.cos(a), 162 - h * 0.38 - h * 0.74 * math.sin(a)
            far = 162 - (h - 17) * 0.38 - (h - 17) * 0.74 * math.sin(a)
            bars += f"M{n(x)} {n(y)}L{n(CX + (w - 22) * 0.98 * math.cos(a))} {n(far)}"
    out += e.line(bars, 0.7, e.th["ink3"]) + disc(CX, 104, 58, e.th["arc_soft"])
    rings = (disc(CX, 104, 30 + k * 6.5, "none", e.th["arc_fill"], 2.6 - k * 0.18) for k in range(1, 12))
    return out + "".join(rings)


def _floor(e: Engraver) -> str:
    tiles = "".join(f"M{CX + i * 18} 160L{CX + i * 52} 206" for i in range(-12, 13)) + "M0 167H456M0 177H456M0 190H456"
    out = e.box(0, 160, WIDTH, 46, e["stone"]) + e.line(tiles, 0.7, e.th["ink3"])
    out += e.line("M0 46H456M0 51H456", 1.2) + e.line("".join(f"M{x} 46l5 5l5 -5" for x in range(0, 456, 10)), 0.7)
    out += e.box(300, 42, 30, 13, e.th["brass_fill"], 1, 1.5) + e.line("M315 55v22")
    out += e.line("M315 77v4q0 6 -5 6t-5 -5", 1.8)
    return out + e.disc(306, 42, 3, e["black"]) + e.disc(324, 42, 3, e["black"])


def _sets(e: Engraver) -> str:
    """Pipes and, left and right, a turbine with its generator."""
    out = ""
    for s in (-1, 1):
        for off, colour in ((0, e["copper"]), (15, e.th["brass_fill"])):
            d = f"M{CX + s * 30} {130 + off}H{CX + s * 62}Q{CX + s * 72} {130 + off} {CX + s * 72} {n(124 + off * 0.8)}"
            d += f"V{118 + off}Q{CX + s * 72} {112 + off} {CX + s * 84} {112 + off}H{CX + s * 112}"
            out += e.line(d, 8) + e.line(d, 5.6, colour)
        out += e.disc(CX + s * 62, 120, 6.5, e.th["sheet"], 1.2)
        out += e.line(f"M{CX + s * 62} 120l{3 * s} -3", 1.2, e.th["warn"])
        out += _turbine(e, CX + 104 if s > 0 else CX - 196, s > 0)
    return out


def _turbine(e: Engraver, x: int, right: bool) -> str:
    brass, tx, gx = e.th["brass_fill"], x if right else x + 40, x + 56 if right else x
    out = e.box(x - 4, 150, 100, 17, e["stone2"], 1.1) + e.line(f"M{x - 4} 156h100", 0.7, e.th["ink3"])
    out += e.area(f"M{tx} 150V124q0-12 14-14h24q14 2 14 14v26z", e["green"], 1.2)
    out += e.line(f"M{tx + 13} 110v40M{tx + 39} 110v40", 2.4, brass) + e.line(f"M{tx + 4} 130h44", 0.9)
    out += e.line("".join(f"M{tx + 17 + i * 4} 114v32" for i in range(5)), 0.6, e.th["on_iron2"])
    out += e.box(x + 48 if right else x + 32, 128, 12, 9, e["black"], 0.9)
    out += e.area(f"M{gx} 150V126q0-9 9-9h18q9 0 9 9v24z", e["copper"], 1.2) + e.disc(gx + 18, 134, 11.5, e["black"], 1)
    angles = [i * math.pi / 8 for i in range(16)]
    spokes = (f"M{gx + 18} 134L{n(gx + 18 + 11 * math.cos(a))} {n(134 + 11 * math.sin(a))}" for a in angles)
    return out + e.line("".join(spokes), 0.8, e["copper"]) + e.disc(gx + 18, 134, 3.4, brass, 0.8)


def _reactor(e: Engraver) -> str:
    brass = e.th["brass_fill"]
    out = e.area(f"M{CX - 50} 168l6-14h88l6 14z", e["stone2"], 1.1)
    out += e.area(f"M{CX - 38} 155V84q0-34 38-34t38 34v71z", e["black"], 1.4)
    for y in (84, 140, 152):
        out += e.line(f"M{CX - 38} {y}h76", 3.4, brass)
        out += "".join(e.disc(CX - 34 + i * 8.5, y, 0.9, e.ink) for i in range(9))
    out += e.line(f"M{CX - 29} 78q2-20 22-25M{CX - 32} 90v46", 1, e.th["on_iron2"])
    out += e.area(f"M{CX - 9} 51v-9h18v9z", brass) + e.line(f"M{CX - 14} 42h28M{CX} 42v-9M{CX - 8} 33h16", 2)
    out += e.disc(CX, 112, 24, brass, 1.2) + e.disc(CX, 112, 19.5, e.th["arc_soft"], 1)
    for a in (30, 90, 150):
        turn = f'transform="rotate({a} {CX} 112)" fill="none" stroke="{e.th["arc"]}" stroke-width="1.6"'
        out += f'<ellipse cx="{CX}" cy="112" rx="16" ry="6" {turn}/>'
    angles = [i * math.pi / 5 for i in range(10)]
    bolts = (e.disc(CX + 21.8 * math.cos(a), 112 + 21.8 * math.sin(a), 1.1, e.ink) for a in angles)
    return out + e.disc(CX, 112, 4.6, e.th["lit"], 0.9) + "".join(bolts)


def _people(e: Engraver) -> str:
    out, ink = "", e["figure"]
    for x, y, k in ((166, 178, 1), (300, 182, -1), (322, 179, 1), (96, 184, 1)):
        out += e.area(f"M{x - 4} {y + 15}l1-12q3-3 6 0l1 12z", ink, 0) + e.disc(x, y - 0.5, 2.9, ink)
        out += e.line(f"M{x - 4} {n(y - 2.5)}h8", 1.5, ink) + e.line(f"M{x + k * 2} {y + 4}l{k * 7} -3", 1.6, ink)
    return out
