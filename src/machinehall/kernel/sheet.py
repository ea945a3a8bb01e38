"""A whole drawing as data: how large it is, and what is in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """An SVG that stands alone; pages take what is inside and lay it out themselves."""

    width: float
    height: float
    root: str
    """The attributes of the root."""
    inside: str
    targets: tuple[tuple[str, ...], ...] = ()
    """For each place on it that can be chosen: the actions, in their text form."""

    def __str__(self) -> str:
        return f"<svg {self.root}>{self.inside}</svg>"
