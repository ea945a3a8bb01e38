"""Signs as plain paths at their place.

A `use` of a symbol costs a browser a tree of its own, two transforms and a chunk of paint, at each of hundreds of
places; a path in the coordinates of the board costs next to nothing. Paths go by relative steps, so that the same sign
at another place differs in its first point alone, which compresses well.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

GRID = 24
STROKE = 1.75
_MARK = re.compile(r"<(circle|ellipse|rect|path) ([^>]*)/>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_STEP = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}

Step = tuple[str, tuple[float, ...]]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Mark:
    """One outline of a sign on the grid of 24, as relative steps; the first is an absolute one."""

    steps: tuple[Step, ...]
    kind: str
    """line, solid or half (a half-tone)."""
    room: Box


@lru_cache(maxsize=512)
def marks(symbol: str) -> tuple[Mark, ...]:
    """The outlines of a symbol of the sprite."""
    found = []
    for tag, text in _MARK.findall(symbol):
        at = dict(_ATTRIBUTE.findall(text))
        kind = "line" if at.get("fill", "none") == "none" else "half" if "fill-opacity" in at else "solid"
        steps = _steps(at["d"] if tag == "path" else _outline(tag, at))
        found.append(Mark(steps, kind, _room(steps)))
    return tuple(found)


def _outline(tag: str, at: dict[str, str]) -> str:
    """A circle, an ellipse or a rectangle as a path."""
    if tag == "rect":
        x, y, w, h, r = (float(at.get(key, 0)) for key in ("x", "y", "width", "height", "rx"))
        turns = (f"a{r} {r} 0 0 1 {dx} {dy}" for dx, dy in ((r, r), (-r, r), (-r, -r), (r, -r)))
        sides = (f"h{w - 2 * r}", f"v{h - 2 * r}", f"h{2 * r - w}", f"v{2 * r - h}")
        return f"M{x + r} {y}" + "".join(side + turn for side, turn in zip(sides, turns, strict=True)) + "z"
    cx, cy = float(at["cx"]), float(at["cy"])
    rx, ry = (float(at[key] if key in at else at["r"]) for key in ("rx", "ry"))
    angle = float(at["transform"].removeprefix("rotate(").split()[0]) if "transform" in at else 0.0
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    quarters = [
        (a * rx * cos - b * ry * sin, a * rx * sin + b * ry * cos) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    # Quarters: a half whose ends are rounded is another one.
    arcs = "".join(f"a{rx} {ry} {angle} 0 0 {dx:.4f} {dy:.4f}" for dx, dy in quarters)
    return f"M{cx - rx * cos:.4f} {cy - rx * sin:.4f}{arcs}z"


def _steps(d: str) -> tuple[Step, ...]:
    """Path data as relative steps, the first of them absolute."""
    found: list[Step] = []
    x = y = x0 = y0 = 0.0
    for command, numbers in _read(d):
        low = command.lower()
        if command != low:
            numbers = _relative(low, numbers, x, y)
        found.append(("M" if not found else low, numbers))
        if low == "z":
            x, y = x0, y0
            continue
        x += 0 if low == "v" else numbers[-1] if low == "h" else numbers[-2]
        y += 0 if low == "h" else numbers[-1]
        if low == "m":
            x0, y0 = x, y
    return tuple(found)


def _read(d: str) -> list[tuple[str, tuple[float, ...]]]:
    """Commands with their numbers, repeated ones each by itself."""
    found: list[tuple[str, tuple[float, ...]]] = []
    command, numbers = "", list[float]()
    for letter, number in _STEP.findall(d):
        if letter:
            command, numbers = letter, []
            if letter in "zZ":
                found.append((letter, ()))
            continue
        numbers.append(float(number))
        if len(numbers) == _TAKES[command.lower()]:
            found.append((command, tuple(numbers)))
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)
    return found


def _relative(low: str, numbers: tuple[float, ...], x: float, y: float) -> tuple[float, ...]:
    if low == "h":
        return (numbers[0] - x,)
    if low == "v":
        return (numbers[0] - y,)
    if low == "a":
        return (*numbers[:5], numbers[5] - x, numbers[6] - y)
    return tuple(value - (y if i % 2 else x) for i, value in enumerate(numbers))


def _room(steps: tuple[Step, ...]) -> Box:
    """A box around all points that a path names."""
    x = y = x0 = y0 = 0.0
    xs, ys = list[float](), list[float]()
    for command, numbers in steps:
        low = command.lower()
        if low == "z":
            x, y = x0, y0
            continue
        if low in "hv":
            points = [(numbers[0], 0.0) if low == "h" else (0.0, numbers[0])]
        elif low == "a":
            r = max(numbers[0], numbers[1])
            points = [(-r, -r), (r, r), (numbers[5], numbers[6])]
        else:
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
        xs += [x + dx for dx, _ in points]
        ys += [y + dy for _, dy in points]
        x, y = x + points[-1][0], y + points[-1][1]
        if low == "m":
            x0, y0 = x, y
    return min(xs), min(ys), max(xs), max(ys)


def _number(value: float) -> str:
    """As short as it can be written."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class _Pen:
    """Writes relative steps so that what is rounded away does not add up."""

    def __init__(self, scale: float, x: float, y: float) -> None:
        self.scale = scale
        self.out: list[str] = []
        self.at = self.shown = self.start = (x, y)
        """Where the pen is, where the written figures lead, and where the outline began."""

    def step(self, command: str, numbers: tuple[float, ...]) -> None:
        """One step on the grid; all are relative but the first of a mark."""
        low = command.lower()
        if low == "z":
            self.out.append("z")
            self.at = self.shown = self.start
            return
        (x, y), (px, py) = self.at, self.shown
        scaled = [value if low == "a" and 2 <= i <= 4 else value * self.scale for i, value in enumerate(numbers)]
        if command == "M":
            scaled = [scaled[0] - x, scaled[1] - y]
        self.at = (x + (0 if low == "v" else scaled[-1 if low == "h" else -2]), y + (0 if low == "h" else scaled[-1]))
        end = {"h": [self.at[0] - px], "v": [self.at[1] - py]}.get(low, [self.at[0] - px, self.at[1] - py])
        words = [_number(value) for value in [*scaled[: len(scaled) - len(end)], *end]]
        self.out.append(low + " ".join(words).replace(" -", "-"))
        self.shown = (px + (0 if low == "v" else float(words[-len(end)])), py + (0 if low == "h" else float(words[-1])))
        if low == "m":
            self.start = self.shown


@lru_cache(maxsize=4096)
def _paths(symbol: str, size: float, colour: str) -> tuple[tuple[float, float, str, str], ...]:
    """For each path of a sign: where it begins, its steps from there, and how it is painted."""
    found, scale = [], size / GRID
    width = _number(STROKE * scale)
    looks = {
        "line": f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"',
        "solid": f'fill="{colour}" fill-rule="evenodd"',
        "half": f'fill="{colour}" fill-opacity=".38"',
    }
    for kind, row in groups(symbol):
        x, y = (value * scale for value in row[0].steps[0][1])
        pen = _Pen(scale, x, y)
        for i, mark in enumerate(row):
            for command, numbers in mark.steps[0 if i else 1 :]:
                pen.step(command, numbers)
        found.append((x, y, "".join(pen.out), looks[kind]))
    return tuple(found)


def sign(symbol: str, x: float, y: float, size: float, colour: str) -> str:
    """A sign with its top left corner at a point."""
    return "".join(
        f'<path d="M{_number(x + dx)} {_number(y + dy)}{steps}" {look}/>'
        for dx, dy, steps, look in _paths(symbol, size, colour)
    )


def _apart(a: Box, b: Box) -> bool:
    return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


@lru_cache(maxsize=2048)
def groups(symbol: str) -> tuple[tuple[str, tuple[Mark, ...]], ...]:
    """Marks that can be one path: all lines; solids that do not touch, since where two overlap would be a hole."""
    found: list[tuple[str, list[Mark]]] = []
    for mark in marks(symbol):
        fits = (row for kind, row in found if kind == mark.kind)
        row = next((r for r in fits if mark.kind == "line" or all(_apart(m.room, mark.room) for m in r)), None)
        if row is None:
            found.append((mark.kind, [mark]))
        else:
            row.append(mark)
    return tuple((kind, tuple(row)) for kind, row in found)
