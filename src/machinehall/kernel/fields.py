"""Declared fields: what a state holds, who may see it, and how it looks outside.

A title writes its state as a class of plain fields, each declared with `see(who, form)`. From the declaration the
kernel makes the copy, the JSON form and the view of a seat. A field that says nothing is seen by nobody.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, dataclass_transform

from .native import COMPILED
from .options import Option
from .plain_state import PlainState as PlainState
from .shapes import Shapes
from .values import TOGETHER, Frame

Names = Mapping[str, Sequence[str]]
"""For each domain of ids ("tile", "scheme"): the names, in the order of the ids."""

Covers = Mapping[str, Callable[[int, tuple[Any, ...]], tuple[str, tuple[Any, ...]]]]
"""For kinds of half-made choices: from seat and arguments, kind and arguments of the frame that the others see."""


_positions: dict[int, tuple[Sequence[str], dict[str, int]]] = {}


def positions(domain: Sequence[str]) -> dict[str, int]:
    """The id of each name of a domain. Domains belong to titles and never change, so this is worked out once."""
    known = _positions.get(id(domain))
    if known is None or known[0] is not domain:
        known = _positions[id(domain)] = (domain, {name: i for i, name in enumerate(domain)})
    return known[1]


class Form:
    """How a field looks at the border, where ids have names. The plain form leaves the value as it is."""

    def encode(self, value: Any, names: Names) -> Any:
        return list(value) if isinstance(value, (list, tuple)) else value

    def decode(self, data: Any, names: Names) -> Any:
        return list(data) if isinstance(data, list) else data


class Name(Form):
    """An id, or -1 for none."""

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def encode(self, value: Any, names: Names) -> Any:
        return None if value < 0 else names[self.domain][value]

    def decode(self, data: Any, names: Names) -> Any:
        return -1 if data is None else positions(names[self.domain])[data]


class NameList(Name):
    """A list of ids."""

    def encode(self, value: list[int], names: Names) -> Any:
        domain = names[self.domain]
        return [None if i < 0 else domain[i] for i in value]

    def decode(self, data: Any, names: Names) -> Any:
        index = positions(names[self.domain])
        return [-1 if name is None else index[name] for name in data]


class NameSet(Name):
    """A set of ids, kept as the bits of an int."""

    def encode(self, value: int, names: Names) -> Any:
        domain, found = names[self.domain], []
        while value:
            low = value & -value
            found.append(domain[low.bit_length() - 1])
            value ^= low
        return found

    def decode(self, data: Any, names: Names) -> int:
        index = positions(names[self.domain])
        return sum([1 << index[name] for name in data])


class NameSets(NameSet):
    """A list of sets, usually one for each seat."""

    def encode(self, value: Any, names: Names) -> Any:
        return [NameSet.encode(self, mask, names) for mask in value]

    def decode(self, data: Any, names: Names) -> Any:
        return [NameSet.decode(self, row, names) for row in data]


class NameRows(NameList):
    """Rows of ids in an order, of any length, usually one row for each seat; a tuple of tuples."""

    def encode(self, value: Any, names: Names) -> Any:
        return [NameList.encode(self, row, names) for row in value]

    def decode(self, data: Any, names: Names) -> Any:
        return tuple(tuple(NameList.decode(self, row, names)) for row in data)


class Counts(Form):
    """Rows of counters, one row for each seat or place, kept as one flat list."""

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def encode(self, value: list[int], names: Names) -> Any:
        domain = names[self.domain]
        width = len(domain)
        return [dict(zip(domain, value[i : i + width], strict=True)) for i in range(0, len(value), width)]

    def decode(self, data: Any, names: Names) -> Any:
        return [row[name] for row in data for name in names[self.domain]]


class Tally(Counts):
    """A counter for each id, of which only those above zero are shown."""

    def encode(self, value: list[int], names: Names) -> Any:
        return {name: n for name, n in zip(names[self.domain], value, strict=True) if n}

    def decode(self, data: Any, names: Names) -> Any:
        return [data.get(name, 0) for name in names[self.domain]]


class Settings(Form):
    """The options of a match: values in the order of the title's options.

    A switch that came later is written only where it does not stand as before (`Option.before`), so that positions
    stored without it, and their digests, stay as they are.
    """

    def __init__(self, options: Sequence[Option] = ()) -> None:
        self.before = {o.name: o.before for o in options if o.before is not None}

    def encode(self, value: tuple[Any, ...], names: Names) -> Any:
        chosen = zip(names["option"], value, strict=True)
        return {name: v for name, v in chosen if name not in self.before or v != self.before[name]}

    def decode(self, data: Any, names: Names) -> Any:
        stored = self.before | data
        return tuple(stored[name] for name in names["option"])


class Stack(Form):
    """The pending frames. `shapes` says which class names the arguments of each kind."""

    def __init__(self, shapes: Shapes | None = None) -> None:
        self.shapes = shapes

    def encode(self, value: Any, names: Names) -> Any:
        return [_listed(frame) for frame in value]

    def decode(self, data: Any, names: Names) -> Any:
        return [self._framed(row) for row in data]

    def _framed(self, row: Any) -> Frame:
        kind, seat, args = row
        if seat == TOGETHER:
            return kind, seat, tuple(self._framed(a) for a in args)
        return kind, seat, self.shapes.named(kind, seat, args) if self.shapes else tuple(args)


def _listed(frame: Frame) -> list[Any]:
    kind, seat, args = frame
    return [kind, seat, [_listed(a) for a in args] if seat == TOGETHER else list(args)]


PLAIN = Form()
STACK = Stack()
SETTINGS = Settings()

Visibility = Callable[[Any, Any, int | None], Any]
"""From state, border form of the field and seat: what that seat sees of it."""


def everybody(state: Any, data: Any, seat: int | None) -> Any:
    return data


def nobody(state: Any, data: Any, seat: int | None) -> Any:
    return None


def count(state: Any, data: Any, seat: int | None) -> Any:
    """Only how many there are."""
    return len(data)


def owner(state: Any, data: Any, seat: int | None) -> Any:
    """A list with an entry for each seat: only the own one."""
    return [row if i == seat else None for i, row in enumerate(data)]


def owner_count(state: Any, data: Any, seat: int | None) -> Any:
    """A list with an entry for each seat: the own one, and how many the others hold."""
    return [row if i == seat else len(row) for i, row in enumerate(data)]


def where(known: Callable[[Any, int | None, int], bool]) -> Visibility:
    """A list whose entries are seen one by one, as `known(state, seat, position)` says."""

    def sight(state: Any, data: Any, seat: int | None) -> Any:
        return [entry if known(state, seat, i) else None for i, entry in enumerate(data)]

    return sight


UNSET = object()
"""Equal to nothing."""


def see(who: Visibility, form: Form = PLAIN, before: int | None = None) -> Any:
    """Declare a field of a state.

    `before`: for a field that was added later, what it is in positions stored before. It is written only where it is
    something else, so that stored positions and their digests stay as they are.
    """
    return dataclasses.field(metadata={"see": who, "form": form, "before": UNSET if before is None else before})


S = TypeVar("S", bound=PlainState)
T = TypeVar("T")
_declared: dict[type[Any], tuple[dataclasses.Field[Any], ...]] = {}
"""The fields of the states that are written out."""


def fields_of(cls: type[Any]) -> tuple[dataclasses.Field[Any], ...]:
    """The declared fields of a state, in their order."""
    return _declared.get(cls) or dataclasses.fields(cls)


def plain_kind(name: str, kind: str) -> str:
    """The type of a field, if a state may hold it."""
    if not kind.startswith(("list[int]", "list[Frame]", "int", "tuple", "str")):
        raise TypeError(f"{name}: {kind} is no plain field")
    return kind


def declares(written: type[Any]) -> Callable[[type[T]], type[T]]:
    """Says who sees what of a state that is written out (scripts/make/states.py): the same fields in the same order."""

    def declared(cls: type[T]) -> type[T]:
        found = dataclasses.fields(dataclasses.dataclass(cls))  # type: ignore[arg-type]
        if [f.name for f in found] != list(written.NAMES):
            raise TypeError(f"{written.__module__} is older than {cls.__module__}: run scripts/make/states.py")
        _declared[written] = found
        return cls

    return declared


@dataclass_transform(field_specifiers=(see,))
def state(cls: type[S]) -> type[S]:
    """Make a state class: slots, comparison, and a `clone` written from the fields."""
    if "stack" not in vars(cls):
        cls.stack = dataclasses.field()  # a compiled base has something of that name, which is no default
    made = dataclasses.dataclass(slots=not COMPILED)(cls)
    lines = ["def clone(self):", "    new = make(cls)"]
    for f in dataclasses.fields(made):  # type: ignore[arg-type]
        kind = plain_kind(f"{cls.__name__}.{f.name}", str(f.type))
        lines.append(f"    new.{f.name} = self.{f.name}{'.copy()' if kind.startswith('list') else ''}")
    scope: dict[str, Any] = {"cls": made, "make": made.__new__}
    exec("\n".join([*lines, "    return new"]), scope)
    made.clone = scope["clone"]  # type: ignore[method-assign]
    return made


def form_of(field: Any) -> Form:
    form: Form = field.metadata.get("form", STACK if field.name == "stack" else PLAIN)
    return form


def to_data(state: PlainState, names: Names) -> dict[str, Any]:
    """The whole state in border form, JSON-able."""
    values = [(f, getattr(state, f.name)) for f in fields_of(type(state))]
    return {f.name: form_of(f).encode(v, names) for f, v in values if v != f.metadata.get("before", UNSET)}


def as_kept(field: dataclasses.Field[Any], value: Any) -> Any:
    """Forms give lists; a row that seldom changes is kept as a tuple."""
    return tuple(value) if type(value) is list and str(field.type).startswith("tuple") else value


def from_data(cls: type[S], data: Mapping[str, Any], names: Names) -> S:
    """The state back from its border form."""
    fields = fields_of(cls)
    found = {f.name: as_kept(f, form_of(f).decode(data[f.name], names)) for f in fields if f.name in data}
    for f in fields:
        if f.name not in found:
            if f.metadata.get("before", UNSET) is UNSET:
                raise KeyError(f.name)
            found[f.name] = f.metadata["before"]
    return cls(**found)


def view_data(state: PlainState, seat: int | None, names: Names, covers: Covers) -> dict[str, Any]:
    """The state as one seat may know it."""
    seen: dict[str, Any] = {}
    for f in fields_of(type(state)):
        sight: Visibility = f.metadata.get("see", nobody)
        if sight is not nobody:
            seen[f.name] = sight(state, form_of(f).encode(getattr(state, f.name), names), seat)
    seen["stack"] = [_listed(_covered(frame, seat, covers)) for frame in state.stack]
    return seen


def _covered(frame: Frame, seat: int | None, covers: Covers) -> Frame:
    """A frame as another seat sees it: the details of a half-made choice are the chooser's own."""
    kind, who, args = frame
    if who == TOGETHER:
        return kind, who, tuple(_covered(inner, seat, covers) for inner in args)
    if who != seat and kind in covers:
        cover, public = covers[kind](who, args)
        return cover, who, public
    return frame
