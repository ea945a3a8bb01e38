"""What the plain parts ask of a title: its rules, no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from machinehall.kernel.actions import ActionTable
from machinehall.kernel.fields import Covers
from machinehall.kernel.frames import Decision
from machinehall.kernel.options import Option
from machinehall.kernel.parts import EventKind
from machinehall.kernel.values import Action, Event


class Ruled(Protocol):
    """A title as far as its rules go."""

    @property
    def seats(self) -> tuple[int, int]: ...
    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def lookup(self) -> Any: ...
    @property
    def state_class(self) -> type[Any]: ...
    @property
    def domains(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def actions(self) -> ActionTable: ...
    @property
    def decisions(self) -> Mapping[str, Decision[Any, Any]]: ...
    @property
    def events(self) -> Mapping[str, EventKind]: ...
    @property
    def covers(self) -> Covers: ...
    @property
    def opening(self) -> Callable[[Any, int, tuple[int, ...]], Any]: ...
    def text(self, action: Action) -> str: ...
    def event_text(self, event: Event) -> str: ...
