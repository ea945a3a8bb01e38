"""What is drawn, as far as it is more than a text: layers that a page may have already, and choices that are links."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from machinehall.kernel.wording import told_together

from .groups import Group, Groups, groups, without


def finger_print(text: str) -> str:
    return format(zlib.crc32(text.encode()), "x")


def heard(svg: str) -> str:
    """A drawing as pages hold it: screen readers read printed figures one by one, not as one long number."""
    return svg.replace("</text>", "</text> ")


@dataclass(frozen=True)
class Layer:
    """A part of a board that changes seldom: a page that has it already need not be sent it again."""

    ident: str
    body: str

    def __str__(self) -> str:
        return f'<g id="{self.ident}" class="mh-layer">{self.body}</g>'

    @cached_property
    def heard(self) -> str:
        return heard(self.body)

    @cached_property
    def print(self) -> str:
        return finger_print(self.heard)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return groups(self.heard, self.ident)

    def sent(self, have: Mapping[str, str], had: Groups) -> str:
        """With its finger-print, and without what the page has: all of it, or those groups that it had."""
        same = have.get(self.ident) == self.print
        rest = " data-same></g>" if same else f">{without(self.heard, self.groups, had) if had else self.heard}</g>"
        return f'<g id="{self.ident}" class="mh-layer" data-print="{self.print}"{rest}'


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing with layers in it: it goes together with text as texts do, and the layers stay known."""

    parts: tuple[str | Layer, ...] = ()

    def __add__(self, other: str | Drawn) -> Drawn:
        return Drawn((*self.parts, *parts_of(other)))

    def __radd__(self, other: str) -> Drawn:
        return Drawn((other, *self.parts))

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    def __format__(self, spec: str) -> str:
        raise TypeError("in the middle of a text the layers of a drawing would be lost: use +")


def parts_of(body: str | Drawn) -> tuple[str | Layer, ...]:
    return (body,) if isinstance(body, str) else body.parts


def all_of(bodies: Iterable[str | Drawn]) -> Drawn:
    """Drawings one after the other."""
    return Drawn(tuple(part for body in bodies for part in parts_of(body)))


class Target(NamedTuple):
    """The choices that a place stands for."""

    acts: tuple[str, ...]
    labels: Mapping[str, str] | None = None
    """What each choice says; none in a drawing that stands alone, where nothing can be pressed."""

    @property
    def attributes(self) -> str:
        more = f' data-acts="{"|".join(self.acts)}"' if len(self.acts) > 1 else ""
        return f' class="mh-legal" data-act="{self.acts[0]}"{more}'

    def said(self) -> str:
        """What the choices say, the first few of them."""
        return told_together(self.acts, {} if self.labels is None else self.labels)
