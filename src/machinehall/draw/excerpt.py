"""A part of a drawing as a small picture: where things lie on a sheet, and what can be seen through a window on it.

Only what our drawings are made of is understood: boxes, discs, paths, texts and groups that are moved and turned.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from .kit import esc, n, path
from .look import Panel
from .theme import Theme

AROUND = 40.0
"""What is shown around a place, at least."""
FAR = 1.5
"""So much more than at its own size a small picture may show."""
LARGE = 0.7
"""The same for a panel that is lower than the picture: it is enlarged up to so much."""
ARM, AIR = 9.0, 3.0
"""Of the corners around a place."""
_MOVES = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")
_NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_POINTS_AT = re.compile(r'(?:url\(|href=")#([^)"]+)')
_POINTED = re.compile(r'((?:url\(|href=")#)([^)"]+)')
_IDENT = re.compile(r' id="([^"]+)"')
_UNSEEN = ("title", "defs", "clipPath")
_SIZES = {"m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7}


class Way(NamedTuple):
    """How the points of a group lie on the sheet: a matrix of two rows."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, way: Way) -> Way:
        return Way(
            self.a * way.a + self.c * way.b, self.b * way.a + self.d * way.b,
            self.a * way.c + self.c * way.d, self.b * way.c + self.d * way.d,
            *self.at(way.e, way.f),
        )  # fmt: skip


class Box(NamedTuple):
    """A part of a sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top


def around(boxes: Collection[Box]) -> Box:
    """The smallest box that holds some others."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def places_of(panel: Panel, wanted: Collection[str]) -> dict[str, Box]:
    """Where things of a panel lie, by their ids."""
    found: dict[str, Box] = {}
    _search(_tree(panel), Way(), frozenset(wanted), found)
    return found


def picture(panel: Panel, th: Theme, marked: Sequence[Box], size: tuple[float, float], own: str, seat: str) -> str:
    """What a window of a size shows of a panel, around what is marked; `own` stands before its ids. It says nothing by
    itself: whoever shows it has words for it."""
    window = window_of(panel, marked, size)
    tree = _tree(panel)
    _cut(tree, Way(), window)
    body = "".join(ElementTree.tostring(child, "unicode") for child in tree)
    pointed = set(_POINTS_AT.findall(body))
    known = {ident for ident in _IDENT.findall(body) if ident in pointed}
    body = _IDENT.sub(lambda at: f' id="{own}{at[1]}"' if at[1] in known else "", body)
    body = _POINTED.sub(lambda at: at[1] + (own if at[2] in known else "") + at[2], body)
    body += "".join(corners(th, box, window, th[f"player.{seat}.text"]) for box in marked)
    view = f"{n(window.left)} {n(window.top)} {n(window.wide)} {n(window.high)}"
    # Where there is less room than its size, its edges are cut, not its letters made small.
    how = 'preserveAspectRatio="xMidYMid slice" aria-hidden="true"'
    return f'<svg class="excerpt" viewBox="{esc(view)}" {how}>{body}</svg>'


def with_signs(drawn: str, signs: Mapping[str, str], own: str) -> str:
    """A picture with those of a title's signs that it shows, under ids of its own: so it may stand on one page with
    pictures of other titles, whose signs are called the same."""
    names = {key: _IDENT.findall(sign) for key, sign in signs.items()}
    holds = {name: key for key, found in names.items() for name in found}
    shown: dict[str, None] = {}
    open_ends = _POINTS_AT.findall(drawn)
    while open_ends:
        key = holds.get(open_ends.pop())
        if key is not None and key not in shown:
            shown[key] = None
            open_ends += _POINTS_AT.findall(signs[key])
    if not shown:
        return drawn
    renamed = {name for key in shown for name in names[key]}
    sheet = "".join(signs[key] for key in shown)
    sheet = _IDENT.sub(lambda at: f' id="{own}{at[1]}"' if at[1] in renamed else at[0], sheet)
    whole = f'<svg class="sprite" width="0" height="0" aria-hidden="true">{sheet}</svg>{drawn}'
    return _POINTED.sub(lambda at: at[1] + (own if at[2] in renamed else "") + at[2], whole)


def window_of(panel: Panel, marked: Sequence[Box], size: tuple[float, float]) -> Box:
    """A window of the shape of `size`: as near as what is marked allows, and within the sheet. If
    it has to be larger than the sheet, the sheet lies in its middle."""
    wide, high = size
    goal = around(nearest(marked, size)) if marked else Box(0, 0, panel.width, panel.height)
    least = min(1.0, max(LARGE, panel.height / high))
    grown = max(least, (goal.wide + 2 * AROUND) / wide, (goal.high + 2 * AROUND) / high)
    grown = min(grown, max(panel.width / wide, panel.height / high))
    wide, high = wide * grown, high * grown

    def kept(middle: float, length: float, most: float) -> float:
        return (most - length) / 2 if length >= most else min(max(0.0, middle - length / 2), most - length)

    left = kept((goal.left + goal.right) / 2, wide, panel.width)
    top = kept((goal.top + goal.bottom) / 2, high, panel.height)
    return Box(left, top, left + wide, top + high)


def nearest(marked: Sequence[Box], size: tuple[float, float]) -> list[Box]:
    """The boxes that are seen together from near, as many as there can be: far apart, all of them would be tiny."""
    wide, high = (FAR * length - 2 * AROUND for length in size)

    def beside(box: Box) -> list[Box]:
        found = [box]
        for other in marked:
            both = around([*found, other])
            if other is not box and both.wide <= wide and both.high <= high:
                found.append(other)
        return found

    return max((beside(box) for box in marked), key=len)


def corners(th: Theme, box: Box, window: Box, colour: str) -> str:
    """Four corners around a place, kept within the window."""
    left, top = max(box.left - AIR, window.left + 2), max(box.top - AIR, window.top + 2)
    right, bottom = min(box.right + AIR, window.right - 2), min(box.bottom + AIR, window.bottom - 2)
    if right <= left or bottom <= top:
        return ""
    arm = min(ARM, (right - left) / 3, (bottom - top) / 3)
    ends = (
        (left, top, arm, arm), (right, top, -arm, arm), (right, bottom, -arm, -arm), (left, bottom, arm, -arm),
    )  # fmt: skip
    d = "".join(f"M{n(x + across)} {n(y)}H{n(x)}V{n(y + down)}" for x, y, across, down in ends)
    return path(d, th["paper"], 5.5) + path(d, colour, 3)


def _tree(panel: Panel) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{panel.body}</svg>")


def _search(element: ElementTree.Element, way: Way, wanted: frozenset[str], found: dict[str, Box]) -> None:
    for child in element:
        inner = way.then(_way(child.get("transform", "")))
        ident = child.get("id", "")
        box = _bounds(child, inner) if ident in wanted else None
        if box is not None:
            found.setdefault(ident, box)
        _search(child, inner, wanted, found)


def _cut(element: ElementTree.Element, way: Way, window: Box) -> None:
    """Take away what cannot be seen, links and what only screen readers read."""
    for child in list(element):
        inner = way.then(_way(child.get("transform", "")))
        box = None if child.tag in ("defs", "clipPath") else _bounds(child, inner)
        if child.tag == "title" or (box is not None and not box.meets(window)):
            element.remove(child)
            continue
        for name in [key for key in child.attrib if key.startswith(("aria-", "data-")) or key in ("role", "tabindex")]:
            del child.attrib[name]
        child.tail = None
        _cut(child, inner, window)


def _way(text: str) -> Way:
    way = Way()
    for kind, inside in _MOVES.findall(text):
        numbers = [float(number) for number in _NUMBERS.findall(inside)]
        if kind == "translate":
            step = Way(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0.0)
        elif kind == "scale":
            step = Way(a=numbers[0], d=numbers[-1])
        else:
            turn = math.radians(numbers[0])
            step = Way(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn))
            if len(numbers) > 2:
                step = Way(e=numbers[1], f=numbers[2]).then(step).then(Way(e=-numbers[1], f=-numbers[2]))
        way = way.then(step)
    return way


def _bounds(element: ElementTree.Element, way: Way) -> Box | None:
    """What an element covers on the sheet; None: nothing that can be told."""
    seen = [way.at(x, y) for x, y in _corners(element)]
    boxes = [Box(x, y, x, y) for x, y in seen]
    for child in element:
        if child.tag not in _UNSEEN and (inner := _bounds(child, way.then(_way(child.get("transform", ""))))):
            boxes.append(inner)
    return around(boxes) if boxes else None


def _corners(element: ElementTree.Element) -> Iterator[tuple[float, float]]:
    def number(name: str, otherwise: float = 0.0) -> float:
        found = _NUMBERS.match(element.get(name, ""))
        return float(found[0]) if found else otherwise

    x, y = number("x"), number("y")
    if element.tag in ("rect", "use", "svg", "image"):
        for across in (0.0, number("width")):
            yield from ((x + across, y + down) for down in (0.0, number("height")))
    elif element.tag == "circle":
        for side in (-1, 1):
            yield number("cx") + side * number("r"), number("cy") + side * number("r")
            yield number("cx") + side * number("r"), number("cy") - side * number("r")
    elif element.tag == "text":
        yield from _text_corners(element, x, y, number("font-size", 12.0))
    elif element.tag == "path":
        yield from _points(element.get("d", ""))


def _text_corners(element: ElementTree.Element, x: float, y: float, size: float) -> Iterator[tuple[float, float]]:
    """About where a text lies: a letter is about half as wide as it is high."""
    long = 0.55 * size * len("".join(element.itertext()))
    before = {"middle": long / 2, "end": long}.get(element.get("text-anchor", ""), 0.0)
    for left in (x - before, x - before + long):
        yield from ((left, high) for high in (y - size, y + 0.3 * size))


def _points(d: str) -> Iterator[tuple[float, float]]:
    """The points of a path, and those that draw its curves to them: all of it lies between them."""
    x = y = 0.0
    start = (0.0, 0.0)
    for letter, inside in _STEPS.findall(d):
        kind, moved = letter.lower(), letter.islower()
        numbers = [float(number) for number in _NUMBERS.findall(inside)]
        if kind == "z":
            x, y = start
            continue
        size = _SIZES.get(kind, 2)
        for i in range(0, len(numbers) - size + 1, size):
            row = numbers[i : i + size]
            from_x, from_y = (x, y) if moved else (0.0, 0.0)
            if kind in "hv":
                x, y = (row[0] + from_x, y) if kind == "h" else (x, row[0] + from_y)
            else:
                pairs = row[-2:] if kind == "a" else row
                for k in range(0, len(pairs), 2):
                    yield pairs[k] + from_x, pairs[k + 1] + from_y
                x, y = pairs[-2] + from_x, pairs[-1] + from_y
            if kind == "m" and i == 0:
                start = (x, y)
            yield x, y
