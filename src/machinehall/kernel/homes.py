"""Where the titles that are installed lie, found by their entry points without loading them."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from .home import Home
from .values import UnknownTitle

GROUP = "machinehall.titles"
OURS = "machinehall."

_log = logging.getLogger("machinehall")


@cache
def entries() -> dict[str, EntryPoint]:
    """Entry points by name. Whoever comes second with a name is told of; ours come first."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: (not e.module.startswith(OURS), e.value)):
        if entry.name in found and found[entry.name].value != entry.value:
            _log.warning("title %s of %s is left out: %s has it", entry.name, entry.value, found[entry.name].value)
        found.setdefault(entry.name, entry)
    return dict(sorted(found.items()))


@cache
def home(name: str) -> Home:
    """A title's folder, found without loading the title."""
    entry = entries().get(name)
    spec = find_spec(entry.module) if entry is not None else None
    if spec is None or spec.origin is None:
        raise UnknownTitle(f"no title {name!r}; there are: {', '.join(entries())}")
    return Home(Path(spec.origin).parent)


def homes() -> dict[str, Home]:
    """The folder of each installed title that can be found."""
    return {name: home(name) for name in entries() if _found(name)}


def _found(name: str) -> bool:
    try:
        return bool(home(name))
    except Exception:  # a package that is gone, or breaks while its parents load
        return False
