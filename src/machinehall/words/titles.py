"""The wording of each title; written out, so that nothing is found by accident."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.title import Title
from machinehall.kernel.values import UnknownTitle
from machinehall.kernel.wording import Say, Wording


def wording(title: Title, say: Say, called: Sequence[str] = ()) -> Wording:
    """A title in the words of a language; `called`: the names of the seats, their colours if not given."""
    if title.name == "promethium":
        from machinehall.titles.promethium.wording import PromethiumWording

        return PromethiumWording(title.tables, {kind: d.rule for kind, d in title.decisions.items()}, say, called)
    raise UnknownTitle(f"no wording for {title.name!r}")
