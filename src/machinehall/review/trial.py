"""A turn that somebody tries again: what it gives away against the better one, and whether it counts.

It counts if it loses little, in points and in the chance to win; it need not be the turn that the search has found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

import msgspec

from machinehall.kernel.match import Match

from .branch import before
from .judge import Judge, judge_for
from .lines import Effort
from .net_lines import explorer_for
from .shapes import Figure

SHARE = 1 / 3
"""Of a small loss: so much may a turn give away that counts; less than what makes a fault."""
WIN = 0.04
"""So much of the chance to win may it cost."""


class Verdict(msgspec.Struct, frozen=True):
    """What is thought of a turn."""

    loss: Figure
    """Points of lead given away against the better turn."""
    win: tuple[float, float]
    """Chance to win after it, and after the better one."""
    good: bool


def within(bands: Sequence[float]) -> float:
    """Points that a turn may give away that counts."""
    return bands[0] * SHARE


def verdict(loss: Figure, win: tuple[float, float], bands: Sequence[float]) -> Verdict:
    return Verdict(loss, win, loss.value <= within(bands) and win[1] - win[0] <= WIN)


def tried(
    match: Match, first: int, seat: int, line: Sequence[str], better: Sequence[str],
    judge: Judge | None = None, effort: Effort | None = None, ended: bool = False,
) -> Verdict:  # fmt: skip
    """A line of a seat from a position of a match, beside the better turn: same worlds, same luck. What a line leaves
    open at its end is answered after a short look. `ended`: as the review, by how worlds end."""
    title, judge = match.title, judge or judge_for(match.title)
    explorer = explorer_for(title, judge, f"trial/{first}", effort)
    effort = explorer.effort
    worlds = explorer.worlds(before(match, first), seat, effort.ends if ended else effort.fresh)
    lines = [tuple(title.parse(text) for text in texts) for texts in (line, better)]
    own, best = explorer.compare(worlds, seat, lines, onward=True, ended=ended)
    gaps = [b.lead(seat) - o.lead(seat) for o, b in zip(own, best, strict=True)]
    error = stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else 0.0
    win = fmean(o.win[seat] for o in own), fmean(b.win[seat] for b in best)
    return verdict(Figure(fmean(gaps), error), win, judge.bands)
