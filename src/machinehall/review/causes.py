"""What makes the difference between two turns: their decisions, and what follows until the turn comes back.

Every position on the way is judged. What changes from one to the next is what came of the decision between them. Both
turns begin alike; so what the decisions of the better one change, less what those of the turn played change, is what
the better one is expected to bring more, source by source and to the last digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from machinehall.bots.judgement import Judgement

from .net_judge import NetJudge
from .playout import Track
from .shapes import Cause

ONWARD = ""
"""In the place of a decision: all that follows until the turn comes back."""


def causes(judge: NetJudge, seat: int, played: Sequence[Track], better: Sequence[Track]) -> list[Cause]:
    """Of tracks that were watched, in the same worlds. A decision that both turns have is told once."""
    judged = iter(judge.judge_all([state for track in (*played, *better) for state in track.way]))
    before, after = (changes(judge, seat, tracks, judged) for tracks in (played, better))
    return [Cause(text, before.get(text), after.get(text)) for text in dict.fromkeys([*before, *after])]


def changes(judge: NetJudge, seat: int, tracks: Sequence[Track], judged: Iterator[Judgement]) -> dict[str, list[float]]:
    """What each decision of a turn changed, on average over its worlds."""
    found: dict[str, list[float]] = defaultdict(lambda: [0.0] * (len(judge.sources) + 1))
    for track in tracks:
        stops = [worth(next(judged), seat) for _ in track.way] + [worth(track.found, seat)]
        texts = [*map(judge.title.text, track.taken), ONWARD]
        for text, (begin, end) in zip(texts, pairwise(stops), strict=True):
            found[text] = [had + (b - a) / len(tracks) for had, a, b in zip(found[text], begin, end, strict=True)]
    return found


def worth(found: Judgement, seat: int) -> list[float]:
    """The lead of a seat in parts: its points by source, less what the best other is expected to score."""
    return [*found.points[seat], -found.best_other(seat)]
