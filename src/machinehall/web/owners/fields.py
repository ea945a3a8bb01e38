"""Forms made from the types of records: what each field takes, and what a form says as a record again.

A form that says nothing new gives the record it was made from, to the letter. What cannot be understood is kept as it
was typed, and the reader of packs says what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import inspect as kinds

from machinehall.kernel.own_packs import ABOUT
from machinehall.kernel.packs import Row, read_json

FEW_NUMBERS = 7
"""So many numbers or fewer, and all of them are offered."""
MOST_ITEMS = 40
DEEPEST = 4
"""Parts within parts of a name."""
NOTHING = object()
THERE, NAME, VALUE = "?", "#name", "#value"
"""What is added to the name of a field: whether a part is there, names and values of pairs."""
Sent = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Control:
    """One field of a form."""

    name: str
    """As faults call it: fields of a part with a dot before them."""
    kind: str
    """number, choice, flag, text, words, list, pairs, group or raw."""
    values: tuple[str, ...]
    """As they stand in the form: one, or those of a list."""
    choices: tuple[str, ...] = ()
    optional: bool = False
    low: int | None = None
    high: int | None = None
    step: int | None = None
    parts: tuple[Control, ...] = field(default=())
    fixed: bool = False
    """Of a list: whether nothing can be added."""
    pairs: tuple[tuple[str, str], ...] = ()
    """What stands by a name of its own: the names and their values."""
    toggles: bool = False
    """Of a list: whether each choice is there or is not, in the order of the choices."""

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    @property
    def last(self) -> str:
        """The name without the part it stands in."""
        return self.name.rpartition(".")[2]


def fields_of(kind: type[msgspec.Struct]) -> list[kinds.Field]:
    """The fields of a record that are printed on the piece, in their order; its id is not to be changed."""
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    return [one for one in info.fields if one.name not in (*ABOUT, "id", "key")]


def controls(kind: type[msgspec.Struct], row: Row, others: Iterable[Row] = ()) -> list[Control]:
    """The form of a record. `others`: all records of its file, for the names that their pairs have."""
    made = [control(one.type, one.encode_name, row.get(one.encode_name, default(one))) for one in fields_of(kind)]
    others = list(others)
    made = [replace(one, choices=names(one, others)) if one.kind == "pairs" else one for one in made]
    return [toggled(one, others) if one.kind == "list" else one for one in made]


def toggled(made: Control, others: Iterable[Row]) -> Control:
    """A list in which no record has anything twice, and all have it in the same order, as choices to switch on."""
    if made.parts[0].kind != "choice" or made.fixed or not set(made.values) <= set(made.choices):
        return made
    rows = [made.values, *(tuple(map(shown, row.get(made.name) or ())) for row in others)]
    before: dict[str, dict[str, None]] = {choice: {} for choice in made.choices}
    for row in rows:
        for earlier, later in pairwise(row):
            before.setdefault(later, {})[earlier] = None
    try:
        order = tuple(TopologicalSorter(before).static_order())
    except CycleError:
        return made
    return replace(made, choices=order, toggles=True)


def names(made: Control, others: Iterable[Row]) -> tuple[str, ...]:
    """The names that can stand in pairs: its own, and those of the same field elsewhere."""
    found = [name for name, _ in made.pairs]
    for row in others:
        found += [name for name, _ in pairs_of(row.get(made.name)) or ()]
    return tuple(dict.fromkeys(found))


def default(one: kinds.Field) -> Any:
    """What stands for a field that is not there."""
    if one.default is not msgspec.NODEFAULT:
        return one.default
    return None if one.default_factory is msgspec.NODEFAULT else one.default_factory()


def bare(info: kinds.Type) -> tuple[kinds.Type, bool]:
    """A type without None and notes, and whether None may stand in its place."""
    while isinstance(info, kinds.Metadata):
        info = info.type
    if isinstance(info, kinds.UnionType):
        rest = [each for each in info.types if not isinstance(each, kinds.NoneType)]
        empty = len(rest) < len(info.types)
        return (bare(rest[0])[0] if len(rest) == 1 else kinds.UnionType(tuple(rest)), empty)
    return info, False


def control(info: kinds.Type, name: str, value: Any) -> Control:
    """The control for a value of a type."""
    info, optional = bare(info)
    if isinstance(info, kinds.AnyType):
        return _by_value(name, value)
    if isinstance(info, kinds.StructType | kinds.DictType | kinds.VarTupleType | kinds.TupleType):
        found = _compound(info, name, value, optional)
        if found is not None:
            return found
    text = shown(value)
    match info:
        case kinds.BoolType():
            return Control(name, "flag", ("1",) if value is True else ())
        case kinds.LiteralType():
            return Control(name, "choice", (text,), tuple(map(shown, info.values)), optional)
        case kinds.IntType():
            return Control(name, "number", (text,), few(info), optional, info.ge, info.le, info.multiple_of)
        case kinds.StrType():
            return Control(name, "text", (text,), (), optional)
        case kinds.UnionType() if all(isinstance(bare(t)[0], kinds.LiteralType | kinds.IntType) for t in info.types):
            named = [t for t in (bare(each)[0] for each in info.types) if isinstance(t, kinds.LiteralType)]
            words = tuple(shown(word) for each in named for word in each.values)
            return Control(name, "words", (text,), words, optional)
    return raw(name, value)


def few(info: kinds.IntType) -> tuple[str, ...]:
    """All numbers that a field takes, if they are few."""
    if info.ge is None or info.le is None or info.le - info.ge >= FEW_NUMBERS:
        return ()
    return tuple(str(n) for n in range(info.ge, info.le + 1) if not info.multiple_of or n % info.multiple_of == 0)


def raw(name: str, value: Any) -> Control:
    """What has no form of its own: as text."""
    return Control(name, "raw", (json.dumps(value, ensure_ascii=False),))


def _by_value(name: str, value: Any) -> Control:
    """The control for something of any type: as what it is now."""
    match value:
        case bool():
            return Control(name, "flag", ("1",) if value else ())
        case int():
            return Control(name, "number", (shown(value),))
        case str():
            return Control(name, "text", (value,))
        case list() | tuple() if value and all(type(each) is type(value[0]) for each in value):
            one = _by_value(name, value[0])
            if one.kind in ("number", "text"):
                return Control(name, "list", tuple(map(shown, value)), parts=(replace(one, values=()),))
        case dict():
            return _pairs(name, value, False) or raw(name, value)
    return raw(name, value)


# Pairs: what stands by a name, such as the rewards of a contract; a name of something inside has a dot


def pairs_of(value: Any) -> list[tuple[str, str]] | None:
    """What is in it by name; None, if it could not be read back as it is."""
    if not isinstance(value, dict):
        return [] if value is None else None
    found = list(_flat(value))
    return found if value == unflat(found) else None


def _flat(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", shown(value)


def unflat(pairs: Iterable[tuple[str, str]]) -> Row:
    """Names and values as they were."""
    found: Row = {}
    for path, text in pairs:
        *outer, last = path.split(".", DEEPEST)
        inside = found
        for name in outer:
            further = inside.setdefault(name, {})
            inside = further if isinstance(further, dict) else {}
        inside[last] = spelled(text)
    return found


def spelled(text: str) -> Any:
    """A number, a list, yes or no as such; everything else is a text."""
    if text[:1] in "[{-0123456789" or text in ("true", "false", "null"):
        try:
            return read_json(text) if text else text
        except (ValueError, RecursionError):
            return text
    return text


def _pairs(name: str, value: Any, optional: bool) -> Control | None:
    found = pairs_of(value)
    return None if found is None else Control(name, "pairs", (), optional=optional, pairs=tuple(found))


def _compound(info: kinds.Type, name: str, value: Any, optional: bool) -> Control | None:
    """Parts and lists; None, if it is neither of a kind that has a form."""
    if isinstance(info, kinds.StructType):
        row = value if isinstance(value, dict) else {}
        parts = [control(f.type, f"{name}.{f.encode_name}", row.get(f.encode_name, default(f))) for f in info.fields]
        return Control(name, "group", ("1",) if value is not None else (), (), optional, parts=tuple(parts))
    if isinstance(info, kinds.DictType):
        keys = bare(info.key_type)[0]
        if not isinstance(keys, kinds.LiteralType):
            return _pairs(name, value, optional)
        row = value if isinstance(value, dict) else {}
        return Control(
            name,
            "group",
            (),
            parts=tuple(control(info.value_type, f"{name}.{key}", row.get(key)) for key in keys.values),
        )
    items = value if isinstance(value, list | tuple) else []
    if isinstance(info, kinds.TupleType):
        return _list(info.item_types[0], name, items, True)
    assert isinstance(info, kinds.VarTupleType)
    item = bare(info.item_type)[0]
    if isinstance(item, kinds.StructType | kinds.TupleType):
        parts = [control(item, f"{name}.{number}", one) for number, one in enumerate(items)]
        return Control(name, "group", (), parts=tuple(parts))
    return _list(item, name, items, False)


def _list(item: kinds.Type, name: str, items: Any, fixed: bool) -> Control | None:
    one = control(item, name, None)
    if one.kind not in ("choice", "number", "text", "words"):
        return None
    values = tuple(map(shown, items))
    return Control(name, "list", values, one.choices, False, one.low, one.high, one.step, (one,), fixed)


def shown(value: Any) -> str:
    """A value as it stands in a form."""
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# Reading


def record(kind: type[msgspec.Struct], base: Row, sent: Sent) -> Row:
    """The record that a form says. `base`: the one it was made from."""
    found: Row = {name: base[name] for name in ("id", "key") if name in base}
    for one in fields_of(kind):
        _put(found, one, base, read(one.type, one.encode_name, base.get(one.encode_name), sent))
    ordered = {name: found[name] for name in base if name in found}
    return ordered | found


def _put(found: Row, one: kinds.Field, base: Row, value: Any) -> None:
    """Leave out what is as if it were not there."""
    name = one.encode_name
    if value is NOTHING:
        if name in base:
            found[name] = base[name]
    elif name in base or one.required or value != _plain(default(one)):
        found[name] = value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def read(info: kinds.Type, name: str, base: Any, sent: Sent) -> Any:
    """The value of a field; NOTHING, if the form does not speak of it."""
    made, (info, optional) = control(info, name, base), bare(info)
    texts = [text.strip() for text in sent.get(name, [])][:MOST_ITEMS]
    match made.kind:
        case "group" if optional and not _is_there(name, sent):
            return None if f"{name}{THERE}" in sent else value_of(raw(name, base), texts[-1]) if texts else NOTHING
        case "group":
            return _group(info, name, base, sent)
        case "pairs" if f"{name}{NAME}" in sent:
            return _sent_pairs(name, base, optional, sent)
        case "pairs":
            return value_of(raw(name, base), texts[-1]) if texts else NOTHING
        case "list":
            return [value_of(made.parts[0], text) for text in texts if text]
        case "flag":
            return bool(texts)
    if not texts:
        return NOTHING
    if optional and not texts[-1]:
        return None
    return value_of(made, texts[-1])


def _is_there(name: str, sent: Sent) -> bool:
    """Whether a form says that a part that may be missing is there."""
    return sent.get(f"{name}{THERE}", [""])[-1] == "1"


def _sent_pairs(name: str, base: Any, optional: bool, sent: Sent) -> Any:
    """Names with their values; one without a name is left out."""
    both = zip(sent.get(f"{name}{NAME}", ()), sent.get(f"{name}{VALUE}", ()), strict=False)
    found = unflat([(key.strip(), text.strip()) for key, text in both if key.strip()][:MOST_ITEMS])
    return base if not found and not base else None if optional and not found else found


def _group(info: kinds.Type, name: str, base: Any, sent: Sent) -> Any:
    if isinstance(info, kinds.DictType):
        row = base if isinstance(base, dict) else {}
        keys = bare(info.key_type)[0]
        assert isinstance(keys, kinds.LiteralType)
        found = {key: read(info.value_type, f"{name}.{key}", row.get(key), sent) for key in keys.values}
        return {key: value for key, value in found.items() if key in row or value not in (NOTHING, "", None, [])}
    if isinstance(info, kinds.VarTupleType):
        item = bare(info.item_type)[0]
        return [read(item, f"{name}.{number}", one, sent) for number, one in enumerate(base or ())]
    assert isinstance(info, kinds.StructType)
    row, part = base if isinstance(base, dict) else {}, Row()
    for one in info.fields:
        _put(part, one, row, read(one.type, f"{name}.{one.encode_name}", row.get(one.encode_name), sent))
    return {key: part[key] for key in row if key in part} | part


def value_of(made: Control, text: str) -> Any:
    """A text of a form as what it stands for; what it cannot stand for stays a text."""
    if made.kind == "raw":
        try:
            return read_json(text)
        except (ValueError, RecursionError):
            return text
    if made.kind == "text":
        return text
    whole = text.removeprefix("-")
    number = whole.isdecimal() and whole.isascii() and len(whole) < 10
    if made.kind == "choice":
        return next((int(c) if number and c == text else c for c in made.choices if c == text), text)
    return int(text) if number else text
