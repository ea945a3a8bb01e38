"""Faults in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Titled, Wording
from machinehall.words import ENGLISH, languages, say
from machinehall.words.figures import number
from machinehall.words.titles import wording

from .errors import Fault, Refused

LIKED = re.compile(r"(0(\.\d{0,3})?|1(\.0{0,3})?)")
"""How much something is accepted, as a header may say it."""
SCORED = ".score."
"""In the id of a step of the scoring."""


@lru_cache(maxsize=64)
def _wording(title: Title, lang: str) -> Wording:
    return wording(title, say(lang))


@lru_cache(maxsize=256)
def language(accepted: bytes) -> str:
    """The language of an Accept-Language header that we speak and the reader likes best; the first of equals."""
    there = {lang.lower(): lang for lang in languages()}
    for lang in sorted(wishes := _wishes(accepted.decode("latin-1")), key=lambda lang: -wishes[lang]):
        for wished in (lang, lang.partition("-")[0]):
            if wishes[lang] > 0 and wished in there:
                return there[wished]
    return ENGLISH


def _wishes(accepted: str) -> dict[str, float]:
    """The languages of such a header and how much each is liked; what cannot be read counts for nothing."""
    found: dict[str, float] = {}
    for part in accepted.lower().split(","):
        lang, *more = (piece.strip() for piece in part.split(";"))
        told = next((piece[2:] for piece in more if piece.startswith("q=")), "1")
        found.setdefault(lang, float(told) if LIKED.fullmatch(told) else 0.0)
    return found


def hints_in_words(
    title: Title, hints: Sequence[tuple[float, Sequence[tuple[str, float]]]], lang: str = ENGLISH
) -> list[str]:
    """What is said of moves that are suggested, the best first: how far each is behind the first in what the title
    counts, and why. Steps of the scoring have the points that are expected of them, beside the other choices; the parts
    of a judgement are named without its figures, which nobody could count on the table."""
    w, found = Titled(title.name, say(lang)), []
    for place, (value, reasons) in enumerate(hints):
        behind = about(hints[0][0] - value)
        key = "hint.worse" if behind else "hint.equal" if place else "hint.first"
        found.append(" ".join([w(key, n=behind), *_reasons(w, reasons)]))
    return found


def _reasons(w: Titled, reasons: Sequence[tuple[str, float]]) -> list[str]:
    told = []
    for key, sign in (("hint.for", 1), ("hint.against", -1)):
        names = [_weighed(w, message, change) for message, change in reasons if change * sign > 0]
        told += [w(key, w("list.separator").join(names))] if names else []
    return told


def _weighed(w: Titled, part: str, change: float) -> str:
    """A part, and how many points more or less it is expected to bring, if that can be said."""
    name, points = _called(w, part, change < 0), about(change)
    return f"{name} {number(w.lang, points, signed=True)}" if SCORED in part and points else name


def _called(w: Titled, part: str, less: bool) -> str:
    """A part of the judgement. A step of the scoring has a short heading; here it stands alone, and what takes money
    away has another name when it takes more."""
    longer = part.replace(SCORED, f".hint{SCORED}")
    return w(next((name for name in (f"{longer}.less",) * less + (longer,) if w.has(name)), part))


def about(figure: float) -> int:
    """An estimate as a person would say it: nobody foretells 43 of anything."""
    step = 1 if abs(figure) < 10 else 5 if abs(figure) < 50 else 10
    return step * round(figure / step)


def sentence(fault: Fault, lang: str = ENGLISH) -> str:
    """What is wrong, as a sentence."""
    if isinstance(fault, Refused):
        return _wording(fault.title, lang).refusal(fault.refusal)
    return say(lang)(fault.message, *fault.figures)
