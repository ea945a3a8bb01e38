"""The titles that are installed: each package that brings one says so by an entry point.

A package declares `name = "package:title"` in the group `machinehall.titles`; `title` is called with None, or with the
folder of an owner's components, and gives the `Title`. One that does not load is left out, and it is told why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

from .homes import entries, home
from .title import Title
from .values import UnknownTitle

Maker = Callable[[Path | None], Title]

_log = logging.getLogger("machinehall")


@cache
def _fault(name: str) -> str:
    """Why a title cannot be used, or nothing."""
    entry = entries()[name]
    try:
        made: object = entry.load()(None)
        if not isinstance(made, Title):
            return f"{entry.value} gives no title"
        return "" if made.name == name else f"{entry.value} calls itself {made.name!r}"
    except Exception as fault:  # whatever a foreign package does, the others go on
        return f"{entry.value}: {type(fault).__name__}: {fault}"


@cache
def names() -> tuple[str, ...]:
    """All titles that can be played."""
    for name, why in faults().items():
        _log.warning("title %s is left out: %s", name, why)
    return tuple(name for name in entries() if not _fault(name))


def faults() -> dict[str, str]:
    """Titles that are installed but cannot be used, with the reason."""
    return {name: why for name in entries() if (why := _fault(name))}


def maker(name: str) -> Maker:
    """What makes a title."""
    entry = entries().get(name)
    if entry is None:
        raise UnknownTitle(f"no title {name!r}; there are: {', '.join(names()) or 'none; is the package installed?'}")
    if why := _fault(name):
        raise UnknownTitle(f"title {name!r} cannot be used: {why}")
    return cast(Maker, entry.load())


def refresh() -> None:
    """Look again: a package has been installed since."""
    for kept in (entries, _fault, names, home):
        kept.cache_clear()
