"""What the bots saw at a turn: the turns that were worth a thought, side by side in the same worlds."""

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

MOST_TURNS = 8
"""Turns that are compared, the one played and the better one among them."""


class Candidate(msgspec.Struct, frozen=True):
    """A turn that could have been played."""

    line: list[str]
    lead: Figure
    """Expected lead after it."""
    win: float


def candidates(
    match: Match, first: int, seat: int, played: Sequence[str], better: Sequence[str],
    judge: Judge | None = None, effort: Effort | None = None, others: Sequence[Sequence[str]] = (),
    ended: bool = False,
) -> list[Candidate]:  # fmt: skip
    """The turn played, the better one, some that are named and others that a search finds promising; the best first;
    `ended`: as the review, by how worlds end."""
    title, judge = match.title, judge or judge_for(match.title)
    explorer = explorer_for(title, judge, f"candidates/{first}", effort)
    effort = explorer.effort
    worlds = explorer.worlds(before(match, first), seat, effort.ends if ended else effort.fresh)
    own = [tuple(title.parse(text) for text in texts) for texts in (played, better, *others)]
    seen = explorer.promising(worlds[0], seat, explorer.effort.deep)
    lines = list(dict.fromkeys([*own, *seen]))[:MOST_TURNS]
    judged = explorer.compare(worlds, seat, lines, onward=True, ended=ended)
    found = []
    for line, row in zip(lines, judged, strict=True):
        leads = [one.lead(seat) for one in row]
        error = stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else 0.0
        lead = Figure(fmean(leads), error)
        found.append(Candidate([title.text(action) for action in line], lead, fmean(one.win[seat] for one in row)))
    return sorted(found, key=lambda one: -one.lead.value)
