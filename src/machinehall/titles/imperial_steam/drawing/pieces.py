"""The pieces of Imperial Steam that several parts of the drawing show: cubes, tinctures, badges, coins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from machinehall.draw.kit import box, disc, hexagon, icon, n, path, seat_shape, text
from machinehall.draw.letters import width
from machinehall.draw.theme import Theme
from machinehall.titles.imperial_steam.drawing.scene import Canvas
from machinehall.titles.imperial_steam.lookup import Lookup

ROMAN = ("I", "II", "III", "IV", "V")

_SIGNS = {
    "lay": '<path d="M8.6 2.6 5.4 21.4M15.4 2.6l3.2 18.8M7.2 6.4h9.6M6.6 11h10.8M5.8 16h12.4"/>',
    "recruit": (
        '<circle cx="8.6" cy="6.8" r="3.6" fill="currentColor" stroke="none"/>'
        '<path d="M2 21.4c0-5.6 2.3-9.2 6.6-9.2s6.6 3.6 6.6 9.2z" fill="currentColor" stroke="none"/>'
        '<path d="M18.8 3.4v7.2M15.2 7h7.2"/>'
    ),
    "build": (
        '<path d="M3.6 20.6 12 12.2" stroke-width="3"/><path d="M9.8 6.4 13.4 2.8c2.6.2 4.6 1.2 6 2.8l-2.2 2.2 3.4 '
        '3.4-3.2 3.2z" fill="currentColor" stroke="none"/>'
    ),
    "collect": (
        '<path d="M2.8 11.4h9.6v9.6H2.8z" fill="currentColor" stroke="none"/>'
        '<path d="M7.6 8V3.4h11.6v9M15.8 9.2l3.4 3.4 3.4-3.4"/>'
    ),
    "import": '<path d="M12 2.8v11M7.4 9.4l4.6 4.6 4.6-4.6M2.8 14v6.8h18.4V14"/>',
    "pass": '<path d="M4 5.4 10.6 12 4 18.6M12.4 5.4 19 12l-6.6 6.6"/>',
    "ship": (
        '<path d="M2.4 15.2h19.2l-2.8 5.6H5.2z" fill="currentColor" stroke="none"/><path d="M11.4 2.6v10.4H4.6zM13.4 '
        '4.6c3.6 1.6 5.4 4.4 5.6 8.4h-5.6z" fill="currentColor" stroke="none"/>'
    ),
    "warehouse": '<path d="M2.8 21V9.2L12 3.4l9.2 5.8V21M7 21v-8.6h10V21M7 16.6h10"/>',
    "pawn": (
        '<circle cx="12" cy="6" r="3.8" fill="currentColor" stroke="none"/>'
        '<path d="M9.6 9.6h4.8l3.2 9.2H6.4z" fill="currentColor" stroke="none"/><path d="M5 21h14"/>'
    ),
}
"""Signs that only this game needs, on the common grid."""


def symbols() -> Mapping[str, str]:
    line = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"'
    return {f"i-{k}": f'<symbol id="i-{k}" viewBox="0 0 24 24"><g {line}>{v}</g></symbol>' for k, v in _SIGNS.items()}


def hatches(t: Lookup, th: Theme) -> str:
    """Engravers' hatching: green falls, blue lies level, brown is crossed, white stays plain."""
    ways = {
        "green": (4, 4, "M-1 -1L5 5M-1 3L1 5M3 -1L5 1"),
        "blue": (4, 3, "M0 1.5H4"),
        "brown": (5, 5, "M0 0L5 5M0 5L5 0"),
    }
    out = ""
    for colour in t.hubs:
        if colour in ways:
            w, h, d = ways[colour]
            out += f'<pattern id="h-{colour}" width="{w}" height="{h}" patternUnits="userSpaceOnUse">'
            out += path(d, th[f"metro.{colour}.line"], 0.85) + "</pattern>"
    return f"<defs>{out}</defs>"


def hatched(s: Canvas, hub: int, x: float, y: float, w: float, h: float) -> str:
    """The hatching of a metropolis over a part of its tincture."""
    colour = s.t.hubs[hub]
    return "" if colour not in ("green", "blue", "brown") else box(x, y, w, h, f"url(#h-{colour})")


def cube(s: Canvas, good: int, cx: float, cy: float, size: float = 11.5, edge: str | None = None) -> str:
    """A goods cube: the good's colour and its sign, so that colour is never alone."""
    name = s.t.goods[good]
    out = box(
        cx - size / 2, cy - size / 2, size, size, s.th[f"cube.{name}.fill"], edge or s.th["piece_edge"], 0.9, rx=1.2
    )
    return out + icon(name, cx, cy, size - 2.2, s.th[f"cube.{name}.on"])


def good_sign(s: Canvas, good: int, cx: float, cy: float, size: float) -> str:
    name = s.t.goods[good]
    return icon(name, cx, cy, size, s.th[f"good.{name}"])


def empty(s: Canvas, cx: float, cy: float, size: float) -> str:
    """A place for a cube."""
    return box(cx - size / 2, cy - size / 2, size, size, "none", s.th["rule"], 1, 1.5, "2 2")


def florins(s: Canvas, x: float, y: float, amount: object, size: float, ink: str | None = None) -> str:
    """An amount of money from its left edge, by the baseline: the figure, then the coin."""
    out = text(x, y, amount, size, ink or s.th["ink"], 700, "start")
    return out + icon(
        "florin", x + width(str(amount), size, 700) + size * 0.55, y - size * 0.34, size * 0.9, s.th["brass"]
    )


@lru_cache(maxsize=1024)
def scallop(cx: float, cy: float, r: float) -> str:
    """The edge of an improvement token."""
    corners = []
    for i in range(20):
        a, rr = math.radians(i * 18), r if i % 2 else r - 1.6
        corners.append(f"{n(cx + rr * math.cos(a))} {n(cy + rr * math.sin(a))}")
    return "M" + "L".join(corners) + "Z"


def effort(s: Canvas, cx: float, cy: float, value: object, r: float = 9.4) -> str:
    figure = text(cx, cy + r * 0.49, value, max(12.8, r * 1.38), s.th["sheet"], 700)
    return path(hexagon(cx, cy, r), fill=s.th["ink2"]) + figure


def steps(s: Canvas, x: float, cy: float, value: int, printed: bool = False) -> str:
    """Influence that a city gives; what the board itself gives is printed dark."""
    fill, ink = ("ink2", "sheet") if printed else ("sheet", "ink")
    out = box(x, cy - 8.5, 15, 17, s.th[fill], s.th["ink2"], 1, 7.5)
    return out + text(x + 7.4, cy + 4.3, f"+{value}", 12.8, s.th[ink], 700)


def link_kind(s: Canvas, link: int) -> str:
    return "bridge" if s.t.bridges >> link & 1 else "tunnel" if s.t.tunnels >> link & 1 else "plain"


def kind_badge(s: Canvas, kind: str, cx: float, cy: float) -> str:
    colour, ink = ("tunnel", "tunnel_ink") if kind == "tunnel" else ("neutral", "ink")
    return disc(cx, cy, 8.2, s.th["sheet"], s.th[colour], 1.5) + icon(kind, cx, cy, 11.5, s.th[ink])


def crown(s: Canvas, cx: float, cy: float, r: float = 9.5) -> str:
    out = disc(cx, cy, r, s.th["iron"], s.th["brass_fill"], r / 5)
    return out + icon("crown", cx, cy - 0.5, r * 1.37, s.th["crown"])


def seat_mark(s: Canvas, seat: int, cx: float, cy: float, size: float, edge: str = "sheet") -> str:
    return seat_shape(s.th, s.paint(seat), cx, cy, size, edge=s.th[edge])


def heading(s: Canvas, x: float, y: float, key: str, more: str = "", room: float | None = None) -> str:
    label = s.word(key)
    out = text(x, y, label, 12, s.th["ink"], 600, "start")
    if more:
        out += text(x + width(label, 12) + 8, y, more, 12, s.th["ink2"], 400, "start", room=room)
    return out


def panel(s: Canvas, x: float, y: float, w: float, h: float, seat: int | None = None) -> str:
    out = box(x, y, w, h, s.th["paper"], s.th["hair"], 1, 4)
    return out if seat is None else out + box(x, y, 4, h, s.seat_colour(seat), rx=1)
