"""Parts of drawings that are kept: one is drawn anew when something that it read has become different.

Who draws reads from mappings and positions that note what was read. Drawing is a function of that: where all of it
is as it was, the same would be drawn. What a part leaves unread may change as it likes. A viewer's own sight is all
that is read, so nothing of another seat's gets into it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

V = TypeVar("V")
_MISSING = object()
PARTS_KEPT = 1024
"""So many parts are kept, the latest."""
EACH = 6
"""Of each so many drawings: one that is taken back comes again."""


class Read(Mapping[str, V], Generic[V]):
    """A mapping that notes what is read from it."""

    def __init__(self, of: Mapping[str, V]) -> None:
        self._of = of
        self._read: dict[str, Any] = {}
        self._whole = False
        self._asked: list[tuple[Callable[[Mapping[str, V]], Any], Any]] = []

    def __getitem__(self, key: str) -> V:
        found = self._of.get(key, _MISSING)
        self._read[key] = found
        if found is _MISSING:
            raise KeyError(key)
        return found  # type: ignore[return-value]

    def __iter__(self) -> Iterator[str]:
        self._whole = True
        return iter(self._of)

    def __len__(self) -> int:
        self._whole = True
        return len(self._of)

    def ask(self, question: Callable[[Mapping[str, V]], Any]) -> Any:
        """What is to be said of the whole mapping."""
        answer = ask(self._of, question)
        self._asked.append((question, answer))
        return answer

    def same(self, now: Mapping[str, V]) -> bool:
        """Whether all that was read is as it was."""
        if self._whole:
            return self._of == now
        if any(ask(now, question) != answer for question, answer in self._asked):
            return False
        get: Callable[[str, object], object] = now.get
        return all(get(key, _MISSING) == value for key, value in self._read.items())

    def drawn(self) -> None:
        """Nothing more is read: what was not read need not be remembered."""
        self._of = dict(self._of) if self._whole else {}


class ReadPosition:
    """A position that notes what is read from it. Compiled rules take none but a real one."""

    def __init__(self, of: Any) -> None:
        object.__setattr__(self, "_of", of)
        object.__setattr__(self, "_read", {})
        object.__setattr__(self, "_asked", [])

    def __getattr__(self, name: str) -> Any:
        found = self._read[name] = getattr(self._of, name)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a drawing does not change {name}")

    def ask(self, question: Callable[[Any], Any]) -> Any:
        """What a rule says of the position."""
        answer = ask(self._of, question)
        self._asked.append((question, answer))
        return answer

    def same(self, now: Any) -> bool:
        read, asked = self._read.items(), self._asked
        return all(getattr(now, name) == value for name, value in read) and all(ask(now, q) == a for q, a in asked)

    def drawn(self) -> None:
        object.__setattr__(self, "_of", None)


def ask(of: Any, question: Callable[[Any], V]) -> V:
    """What is to be said of a position or a mapping as a whole, also where it is noted what is read."""
    answer: V = of.ask(question) if isinstance(of, Read | ReadPosition) else question(of)
    return answer


class Unread(Sequence[Any]):
    """What a kept part cannot read."""

    def __getitem__(self, at: Any) -> Any:
        raise TypeError("what is kept is drawn without it")

    def __len__(self) -> int:
        raise TypeError("what is kept is drawn without it")


class Readable(NamedTuple):
    """What a part can read."""

    view: Mapping[str, Any]
    can: Mapping[str, list[str]]
    labels: Mapping[str, str] | None
    position: Any = None


class _Drawing(NamedTuple):
    """What was drawn, and all that was read for it."""

    view: Read[Any]
    can: Read[list[str]]
    labels: Read[str] | None
    position: ReadPosition | None
    made: Any

    def same(self, now: Readable) -> bool:
        if not (self.can.same(now.can) and self.view.same(now.view)):
            return False
        if self.position is not None and not self.position.same(now.position):
            return False
        return now.labels is None if self.labels is None else now.labels is not None and self.labels.same(now.labels)


_kept: OrderedDict[Hashable, tuple[_Drawing, ...]] = OrderedDict()


def kept(key: Hashable, now: Readable, draw: Callable[[Readable], Any]) -> Any:
    """What `draw` makes of a sight, drawn now or before. `key`: all that it depends on and does not read from there."""
    known = _kept.pop(key, ())
    found = next((one for one in known if one.same(now)), None) or _drawn(now, draw)
    _kept[key] = (found, *(one for one in known if one is not found))[:EACH]
    while len(_kept) > PARTS_KEPT:
        _kept.popitem(last=False)
    return found.made


def _drawn(now: Readable, draw: Callable[[Readable], Any]) -> _Drawing:
    labels = None if now.labels is None else Read(now.labels)
    position = None if now.position is None else ReadPosition(now.position)
    view, can = Read(now.view), Read(now.can)
    made = draw(Readable(view, can, labels, position))
    for one in (view, can, labels, position):
        if one is not None:
            one.drawn()
    return _Drawing(view, can, labels, position, made)
