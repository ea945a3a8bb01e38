"""Numbers and days as each language writes them: the locale library knows their signs and their order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from machinehall.kernel.wording import minus

LISTS = {"en": "en-GB"}
"""Whose lists a language writes: ours have no comma before "and"."""


@lru_cache(maxsize=16)
def locale(lang: str) -> Locale:
    """What the library knows of a language."""
    return Locale.parse(lang, sep="-")


def number(lang: str, value: float, digits: int = 0, *, signed: bool = False) -> str:
    """A number with so many decimals; `signed`: a gain has its plus."""
    form = "0." + "0" * digits if digits else "0"
    return minus(format_decimal(value, f"+{form};-{form}" if signed else form, locale(lang)))


def short_number(lang: str, value: float) -> str:
    """A number with the decimals it needs, three at most."""
    return minus(format_decimal(value, "0.###", locale(lang)))


def percent(lang: str, share: float, digits: int = 0) -> str:
    """A share of one as per cent."""
    own = locale(lang)
    whole = str(own.percent_formats[None].pattern)
    return format_percent(share, whole.replace("#,##0", "0." + "0" * digits if digits else "0"), own)


def together(lang: str, words: Sequence[str]) -> str:
    """Things that belong together: wood, stone and iron."""
    return format_list(words, locale=locale(LISTS.get(lang, lang)))


def day(lang: str, at: float) -> str:
    """The day of a moment, in seconds since the epoch."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale(lang))


def ago(lang: str, seconds: float) -> str:
    """So long ago, in words; never in the future, whatever the clocks say."""
    return format_timedelta(min(timedelta(), timedelta(seconds=-seconds)), add_direction=True, locale=locale(lang))


def lasting(lang: str, seconds: float) -> str:
    """How long, in words and roughly, of the largest unit of which there are two: 3 hours, 90 minutes."""
    return format_timedelta(timedelta(seconds=max(0.0, seconds)), threshold=2, locale=locale(lang))
