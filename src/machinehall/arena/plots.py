"""Plots as SVG that takes its colours from the page, so that they are right by day and by night."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape

WIDTH = 680
LEFT = 230
"""Where the names end and the scale begins."""
ROW = 26
Interval = tuple[str, float, float, float]
"""Name, value, low, high."""


def picture(height: float, parts: Iterable[str], label: str, width: int = WIDTH) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height:.0f}" width="{width}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers between two values, about so many."""
    span = (high - low) or 1.0
    size = 10.0 ** math.floor(math.log10(span / wanted))
    step = next(size * k for k in (1, 2, 5, 10) if span / (size * k) <= wanted)
    first = math.ceil(low / step - 1e-9)
    return [step * i for i in range(first, math.floor(high / step + 1e-9) + 1)]


def intervals(
    rows: Sequence[Interval], mark: float | None, label: str, write: Callable[[float], str] = "{:+.0f}".format
) -> str:
    """A dot with its interval for each row, on a common scale; `mark` is what would be fair."""
    ends = [v for _, *values in rows for v in values] + ([mark] if mark is not None else [])
    low, high = min(ends), max(ends)
    foot = ROW * len(rows) + 10

    def x(value: float) -> float:
        return LEFT + 10 + (WIDTH - LEFT - 40) * (value - low) / ((high - low) or 1.0)

    parts = []
    for tick in ticks(low, high):
        parts.append(f'<path class="grid" d="M{x(tick):.1f} 4V{foot}"/>')
        parts.append(f'<text class="small" x="{x(tick):.1f}" y="{foot + 15}" text-anchor="middle">')
        parts.append(f"{escape(write(tick))}</text>")
    if mark is not None:
        parts.append(f'<path class="fair" d="M{x(mark):.1f} 4V{foot}"/>')
    for i, (name, value, left, right) in enumerate(rows):
        y = 18 + ROW * i
        parts.append(f'<text x="{LEFT}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<path class="line" d="M{x(left):.1f} {y}H{x(right):.1f}"/>')
        parts.append(f'<circle class="mark" cx="{x(value):.1f}" cy="{y}" r="5"/>')
    return picture(foot + 22, parts, label)


def levels(rows: Sequence[tuple[str, float]], label: str, write: Callable[[float], str]) -> str:
    """A lying bar with its value for each row, from zero to either side."""
    low, high = min(0.0, *(v for _, v in rows)), max(0.0, *(v for _, v in rows))

    def x(value: float) -> float:
        return LEFT + 10 + (WIDTH - LEFT - 80) * (value - low) / ((high - low) or 1.0)

    parts = []
    for i, (name, value) in enumerate(rows):
        y, left, right = 4 + ROW * i, x(min(0.0, value)), x(max(0.0, value))
        parts.append(f'<text x="{LEFT}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect class="mark" x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="18" rx="2"/>')
        parts.append(f'<text class="small" x="{right + 8:.1f}" y="{y + 14}">{escape(write(value))}</text>')
    return picture(ROW * len(rows) + 8, parts, label)


def bars(rows: Sequence[tuple[str, float]], label: str) -> str:
    """Standing bars with their counts."""
    top = max((value for _, value in rows), default=0) or 1
    wide = min(60.0, (WIDTH - 20) / max(1, len(rows)))
    parts = []
    for i, (name, value) in enumerate(rows):
        x, high, thick = 10 + i * wide, 130 * value / top, wide * 0.86
        middle = x + thick / 2
        parts.append(f'<rect class="mark" x="{x:.1f}" y="{150 - high:.1f}" width="{thick:.1f}" height="{high:.1f}"/>')
        parts.append(f'<text class="small" x="{middle:.1f}" y="168" text-anchor="middle">{escape(name)}</text>')
        if value:
            parts.append(f'<text class="small" x="{middle:.1f}" y="{145 - high:.1f}" text-anchor="middle">')
            parts.append(f"{value:.0f}</text>")
    return picture(176, parts, label)


def histogram(values: Sequence[float], bins: int = 12) -> list[tuple[str, float]]:
    """How many values lie in each of some equal steps, named by their lower ends."""
    low, high = min(values), max(values)
    step = max(1.0, (high - low) / bins)
    counts = Counter(min(bins - 1, int((v - low) / step)) for v in values)
    return [(f"{low + step * i:.0f}", counts.get(i, 0)) for i in range(max(counts) + 1)]


def whisker(value: float, error: float, reach: float, label: str) -> str:
    """One value with its interval around zero, small enough for a cell of a table; `reach` is the end of the scale."""
    width, middle = 180, 90

    def x(v: float) -> float:
        return middle + (middle - 6) * max(-1.0, min(1.0, v / (reach or 1.0)))

    parts = [
        f'<path class="fair" d="M{middle} 2V18"/>',
        f'<path class="line" d="M{x(value - error):.1f} 10H{x(value + error):.1f}"/>',
        f'<circle class="mark" cx="{x(value):.1f}" cy="10" r="4"/>',
    ]
    return picture(20, parts, label, width)
