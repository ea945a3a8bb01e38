"""What a title declares, so that a slip is told in words when it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from .fields import everybody, fields_of

T = TypeVar("T")


class Declared(dict[str, T]):
    """Kinds by name. A name that is not there is a slip of the title, and the message says what there is."""

    def __init__(self, what: str, entries: Mapping[str, T]) -> None:
        super().__init__(entries)
        self.what = what

    def __missing__(self, kind: str) -> T:
        raise LookupError(f"the title declares no {self.what} {kind!r}; it has: {', '.join(self) or 'none'}")


def hidden(state_class: type[Any]) -> list[str]:
    """The fields that not everybody sees. The stack is always shown, as far as `Decision.cover` lets it."""
    return [f.name for f in fields_of(state_class) if f.name != "stack" and f.metadata.get("see") is not everybody]
