"""Faults in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Wording
from machinehall.words import ENGLISH, languages, say
from machinehall.words.titles import wording

from .errors import Fault, Refused

LIKED = re.compile(r"(0(\.\d{0,3})?|1(\.0{0,3})?)")
"""How much something is accepted, as a header may say it."""


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


def reasons_in_words(reasons: Sequence[tuple[str, float]], lang: str = ENGLISH) -> str:
    """Why a move is suggested: of what there will be more, of what less, and by how much."""
    w, told = say(lang), []
    for key, sign in (("hint.more", 1), ("hint.less", -1)):
        found = [w("hint.reason", w(message), f"{change:+.0f}") for message, change in reasons if change * sign > 0]
        told += [w(key, w("list.separator").join(found))] if found else []
    return " ".join(told) or w("hint.none")


def sentence(fault: Fault, lang: str = ENGLISH) -> str:
    """What is wrong, as a sentence."""
    if isinstance(fault, Refused):
        return _wording(fault.title, lang).refusal(fault.refusal)
    return say(lang)(fault.message, *fault.figures)
