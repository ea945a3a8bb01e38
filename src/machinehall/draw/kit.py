"""The small shapes of which boards are made, and the document around them.

Everything is plain text in the part of SVG that browsers and resvg draw alike: colours as attributes, no style sheet
variables, no filters, text by its baseline. Every text from outside goes through esc().
"""

from __future__ import annotations

import base64
import html
import math
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import overload

from machinehall.kernel.french import NARROW, NO_BREAK
from machinehall.kernel.sheet import Sheet
from machinehall.kernel.wording import minus

from .drawn import Drawn, Layer, Target
from .letters import cut, fitting, width
from .signs import sign
from .theme import Theme, tokens

# What XML 1.0 cannot hold at all, not even escaped.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_USED = re.compile(r'href="#([^"]+)"')
BRACKETS = "mh-asked"
"""What marks a drawing on which something is being decided."""


def esc(value: object) -> str:
    """Any value as XML text or attribute."""
    return _escaped(str(value))


@lru_cache(maxsize=16_384)
def _escaped(value: str) -> str:
    # Our fonts lack the narrow space of French; as wide as the other one it is drawn everywhere.
    return html.escape(_UNFIT.sub("\ufffd", value).replace(NARROW, NO_BREAK), quote=True)


@lru_cache(maxsize=16_384)
def n(value: float) -> str:
    """A number as short as it can be written."""
    if value == int(value):
        return str(int(value))
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _line(stroke: str | None, weight: float, dash: str | None) -> str:
    if stroke is None:
        return ""
    return f' stroke="{stroke}" stroke-width="{n(weight)}"' + (f' stroke-dasharray="{dash}"' if dash else "")


@lru_cache(maxsize=16_384)
def box(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str = "none",
    stroke: str | None = None,
    weight: float = 1,
    rx: float = 0,
    dash: str | None = None,
    more: str = "",
) -> str:
    round_ = f' rx="{n(rx)}"' if rx else ""
    return (
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"{round_} fill="{fill}"'
        f"{_line(stroke, weight, dash)}{more}/>"
    )


def disc(
    x: float,
    y: float,
    r: float,
    fill: str = "none",
    stroke: str | None = None,
    weight: float = 1,
    dash: str | None = None,
    more: str = "",
) -> str:
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{_line(stroke, weight, dash)}{more}/>'


def path(
    d: str, stroke: str | None = None, weight: float = 1, fill: str = "none", dash: str | None = None, more: str = ""
) -> str:
    return f'<path d="{d}" fill="{fill}"{_line(stroke, weight, dash)}{more}/>'


@lru_cache(maxsize=8192)
def hexagon(cx: float, cy: float, r: float) -> str:
    """The path of a six-sided gem, standing on a corner."""
    corners = (math.radians(a) for a in range(30, 390, 60))
    return "M" + "L".join(f"{n(cx + r * math.cos(a))} {n(cy + r * math.sin(a))}" for a in corners) + "Z"


@lru_cache(maxsize=32_768, typed=True)  # boards say the same again and again; typed, since 1 and True read otherwise
def text(
    x: float,
    y: float,
    value: object,
    size: float,
    fill: str,
    weight: int = 600,
    anchor: str = "middle",
    face: str = "ui",
    room: float | None = None,
) -> str:
    """A line of text by its baseline; with `room` it is set smaller to fit, or cut, and says the whole in its title."""
    whole = minus(value)
    if room is not None:
        size = fitting(whole, room, size, weight, face)
    shown = whole if room is None else cut(whole, room, size, weight, face)
    title = f"<title>{esc(whole)}</title>" if shown != whole else ""
    style = ' class="mh-d"' if face == "display" else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text{style} x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-weight="{weight}"{where} fill="{fill}">'
        f"{title}{esc(shown)}</text>"
    )


@lru_cache(maxsize=16_384)
def icon(name: str, cx: float, cy: float, size: float, colour: str) -> str:
    """A sign by its centre."""
    known = symbols().get(f"i-{name}")
    if known is not None:
        return sign(known, cx - size / 2, cy - size / 2, size, colour)
    return use(f"i-{name}", cx - size / 2, cy - size / 2, size, size, f' color="{colour}"')


def use(name: str, x: float, y: float, w: float, h: float, more: str = "") -> str:
    return f'<use href="#{name}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"{more}/>'


@overload
def group(body: str, ident: str = "", title: str = "", more: str | Target = "") -> str: ...
@overload
def group(body: Drawn, ident: str = "", title: str = "", more: str | Target = "") -> Drawn: ...
def group(body: str | Drawn, ident: str = "", title: str = "", more: str | Target = "") -> str | Drawn:
    """A part of the board with a stable id and a title that browsers show when the pointer rests on it.

    A place that can be chosen is a link on a page: it gets focus and keys from the browser itself.
    """
    name = f' id="{esc(ident)}"' if ident else ""
    told = f"<title>{esc(minus(title))}</title>" if title else ""
    if not isinstance(more, Target):
        return f"<g{name}{more}>{told}" + body + "</g>"
    if more.labels is None:
        return f"<g{name}{more.attributes}>{told}" + body + "</g>"
    # An attribute takes no room on the board, as a hidden text would.
    said = ": ".join(filter(None, (esc(more.said()), printed(str(body)))))
    return f'<a href="#{esc(ident)}"{name}{more.attributes} aria-label="{said}">{told}' + body + "</a>"


def movable(body: str, key: str, by: int | None = None) -> str:
    """Something that may come, go or lie elsewhere: what has the same key before and after is the same thing.

    A key stands once in all panels together. Another face, such as that of a tile that is turned, is another key at the
    same place. `by`: the seat that it belongs to and comes from. A page lets it glide; nothing else reads it.
    """
    seat = "" if by is None or by < 0 else f' data-by="{by}"'
    return f'<g data-piece="{esc(key)}"{seat}>{body}</g>'


def counted(body: str, key: str, seat: int) -> str:
    """An amount that a seat has: a page counts from what it was to what it is, and shows the difference beside it."""
    return f'<g data-figure="{seat}-{esc(key)}">{body}</g>'


def printed(body: str) -> str:
    """What text() wrote in a drawing, word after word: it stands before the end of each, and holds no tags itself."""
    texts = (piece.rpartition(">")[2] for piece in body.split("</text>")[:-1])
    return " ".join(text for text in texts if text)


def layer(body: str, ident: str) -> Drawn:
    """A part of a board that changes seldom: a page that has it already need not be sent it again."""
    return Drawn((Layer(ident, body),))


def seat_shape(
    th: Theme, colour: str, cx: float, cy: float, size: float, fill: str | None = None, edge: str | None = None
) -> str:
    """The seat's own shape: the one mark that always goes with the seat's colour."""
    f, r = fill or th[f"player.{colour}.fill"], size / 2
    line = f' stroke="{edge}" stroke-width="1.25" stroke-linejoin="round"' if edge else ""
    shape = th.shapes[colour]
    if shape == "disc":
        return disc(cx, cy, r * 0.92, f, more=line)
    if shape == "square":
        return box(cx - r * 0.84, cy - r * 0.84, r * 1.68, r * 1.68, f, more=line)
    if shape == "triangle":
        d = f"M{n(cx)} {n(cy - r)}L{n(cx + r * 1.08)} {n(cy + r * 0.82)}H{n(cx - r * 1.08)}Z"
    elif shape == "diamond":
        a = r * 1.1
        d = f"M{n(cx)} {n(cy - a)}L{n(cx + a)} {n(cy)}L{n(cx)} {n(cy + a)}L{n(cx - a)} {n(cy)}Z"
    else:
        b = r * 0.38
        arm = n(r - b)
        d = f"M{n(cx - b)} {n(cy - r)}h{n(2 * b)}v{arm}h{arm}v{n(2 * b)}h-{arm}v{arm}h{n(-2 * b)}v-{arm}h-{arm}"
        d += f"v{n(-2 * b)}h{arm}Z"
    return path(d, fill=f, more=line)


def halo(th: Theme, x: float, y: float, w: float, h: float, rx: float, quiet: bool = False) -> str:
    """What can be done now glows: a ring in arc with a breathing halo around it; quiet where there are many."""
    ring = box(x, y, w, h, "none", th["arc"], 2 if quiet else 2.5, rx, more=' pointer-events="all"')
    glow = box(x - 2.5, y - 2.5, w + 5, h + 5, "none", th["arc_fill"], 4 if quiet else 6, rx + 2, more=_BREATH)
    return glow + ring


def halo_round(th: Theme, cx: float, cy: float, r: float) -> str:
    ring = disc(cx, cy, r, "none", th["arc"], 2.5, more=' pointer-events="all"')
    return disc(cx, cy, r + 1.5, "none", th["arc_fill"], 4, more=_BREATH) + ring


def brackets(th: Theme, x: float, y: float, w: float, h: float, colour: str, margin: float = 3) -> str:
    """Four corners around a place: what is being decided. A board that has them shows something of the question."""
    x0, y0, x1, y1, k = x - margin, y - margin, x + w + margin, y + h + margin, 12
    d = f"M{n(x0)} {n(y0 + k)}V{n(y0)}H{n(x0 + k)}M{n(x1 - k)} {n(y0)}H{n(x1)}V{n(y0 + k)}"
    d += f"M{n(x1)} {n(y1 - k)}V{n(y1)}H{n(x1 - k)}M{n(x0 + k)} {n(y1)}H{n(x0)}V{n(y1 - k)}"
    return path(d, th["sheet"], 5) + path(d, colour, 3, more=f' class="{BRACKETS}"')


_BREATH = ' stroke-opacity="0.38" class="mh-halo"'


def figure(th: Theme, x: float, y: float, name: str, value: object, size: float, colour: str | None = None) -> str:
    """A holding: the sign, then the figure; x is the left edge, y the middle."""
    sign = icon(name, x + size * 0.55, y, size * 1.05, colour or th["ink2"])
    return sign + text(x + size * 1.22, y + size * 0.35, value, size, th["ink"], 700, "start")


def figure_width(value: object, size: float) -> float:
    return size * 1.22 + width(str(value), size, 700)


@cache
def symbols() -> dict[str, str]:
    """Every sign of icons.svg by its id."""
    sprite = resources.files(__package__).joinpath("icons.svg").read_text(encoding="utf-8")
    return {m[1]: m[0] for m in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', sprite, re.S)}


def _defs(body: str, own: Mapping[str, str]) -> str:
    """The symbols that a body uses, also those that only other symbols use."""
    known = {**symbols(), **own}
    found: dict[str, str] = {}
    queue = [body]
    while queue:
        for name in _USED.findall(queue.pop()):
            if name in known and name not in found:
                found[name] = known[name]
                queue.append(known[name])
    return "".join(found[name] for name in sorted(found))


def document(
    width: float,
    height: float,
    body: str,
    label: str,
    *,
    symbols: Mapping[str, str] | None = None,
    fonts: bool = False,
    lang: str = "en",
    targets: Iterable[tuple[str, ...]] = (),
) -> Sheet:
    """A whole SVG that stands alone: its signs, its title, and with `fonts` also its letters.

    `targets`: what can be chosen on it, as the stage has it.
    """
    kinds = tokens()["type"]
    style = f".mh-d{{font-family:{kinds['display']}}}"
    style += "@keyframes mh-breath{50%{stroke-opacity:.14}}"
    style += "@media (prefers-reduced-motion:no-preference)"
    style += f"{{.mh-halo{{animation:mh-breath {tokens()['time_ms']['pulse']}ms ease-in-out infinite}}}}"
    if fonts:
        style = "".join(_faces(body)) + style
    root = (
        f'xmlns="http://www.w3.org/2000/svg" width="{n(width)}" height="{n(height)}" '
        f'viewBox="0 0 {n(width)} {n(height)}" role="img" xml:lang="{esc(lang)}" font-family="{esc(kinds["ui"])}"'
    )
    head = f"<title>{esc(label)}</title><style>{style}</style><defs>{_defs(body, symbols or {})}</defs>"
    return Sheet(width, height, root, head + body, tuple(targets))


def _faces(body: str) -> Iterable[str]:
    """Our fonts as data, only the alphabets that the drawing needs."""
    subsets = ["latin"]
    if re.search("[\u0100-\u02ff\u1e00-\u1eff]", body):
        subsets.append("latin-ext")
    if re.search("[\u0400-\u052f]", body):
        subsets.append("cyrillic")
    ranges = {"latin": "U+0-FF,U+2000-22FF", "latin-ext": "U+100-2FF,U+1E00-1EFF", "cyrillic": "U+400-52F"}
    faces = (("Sofia Sans Semi Condensed", 400), ("Sofia Sans Semi Condensed", 600))
    for family, weight in (*faces, ("Sofia Sans Semi Condensed", 700), ("Old Standard TT", 700)):
        for subset in subsets:
            file = f"fonts/{family.lower().replace(' ', '-')}-{subset}-{weight}-normal.woff2"
            data = base64.b64encode(resources.files(__package__).joinpath(file).read_bytes()).decode()
            yield (
                f"@font-face{{font-family:'{family}';font-weight:{weight};unicode-range:{ranges[subset]};"
                f"src:url(data:font/woff2;base64,{data})}}"
            )
