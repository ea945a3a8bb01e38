"""Faults in the reader's words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Wording
from machinehall.words import ENGLISH, languages, say
from machinehall.words.titles import wording

from .errors import Fault, Refused


@lru_cache(maxsize=64)
def _wording(title: Title, lang: str) -> Wording:
    return wording(title, say(lang))


@lru_cache(maxsize=256)
def language(accepted: bytes) -> str:
    """The first language of an Accept-Language header that we speak."""
    there = set(languages())
    for part in accepted.decode("latin-1").split(","):
        lang = part.partition(";")[0].strip().lower()
        for wished in (lang, lang.partition("-")[0]):
            if wished in there:
                return wished
    return ENGLISH


def reasons_in_words(reasons: Sequence[tuple[str, float]], lang: str = ENGLISH) -> str:
    """Why a move is suggested: what it changes, and by how much."""
    w = say(lang)
    told = [w("hint.reason", w(message), f"{change:+.0f}".replace("-", "−")) for message, change in reasons]
    return w("list.separator").join(told) or w("hint.none")


def sentence(fault: Fault, lang: str = ENGLISH) -> str:
    """What is wrong, as a sentence."""
    if isinstance(fault, Refused):
        return _wording(fault.title, lang).refusal(fault.refusal)
    return say(lang)(fault.message, *fault.figures)
