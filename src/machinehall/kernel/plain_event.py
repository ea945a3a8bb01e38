"""What `values.Event` is where the engine is not compiled: the same, made in C by msgspec.

A class that is written out takes three times as long to make, and two or three events are made in a decision. The
compiled engine has the written one: to the compiler a class from elsewhere is an object like any other.
"""

from __future__ import annotations

from typing import Any

import msgspec

FIELDS: list[tuple[str, Any] | tuple[str, Any, Any]] = [
    ("kind", str),
    ("args", tuple[int | None, ...], ()),
    ("seen_by", tuple[int, ...] | None, None),
    ("secret", tuple[int, ...], ()),
]


def made_in_c(written: type) -> type:
    """A class with the fields of the written one, and what it does; it bears its place, which pickles name."""
    does = {name: vars(written)[name] for name in ("plain", "seen_from")} | {"__doc__": written.__doc__}
    return msgspec.defstruct(written.__name__, FIELDS, namespace=does, module=written.__module__, frozen=True, gc=False)
