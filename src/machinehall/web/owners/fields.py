"""Forms made from the types of records: what each field takes, and what a form says as a record again.

A form that says nothing new gives the record it was made from, to the letter. What cannot be understood is kept as it
was typed, and the reader of packs says what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import inspect as kinds

from machinehall.kernel.own_packs import ABOUT
from machinehall.kernel.packs import Row, read_json

PLATES = 7
"""Choices that stand side by side; more of them become a list to choose from."""
MOST_ITEMS = 40
NOTHING = object()
Sent = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Control:
    """One field of a form."""

    name: str
    """As faults call it: fields of a part with a dot before them."""
    kind: str
    """number, choice, flag, text, words, list, group or raw."""
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


def controls(kind: type[msgspec.Struct], row: Row) -> list[Control]:
    """The form of a record."""
    return [control(one.type, one.encode_name, row.get(one.encode_name, default(one))) for one in fields_of(kind)]


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
            return Control(name, "number", (text,), (), optional, info.ge, info.le, info.multiple_of)
        case kinds.StrType():
            return Control(name, "text", (text,), (), optional)
        case kinds.UnionType() if all(isinstance(bare(t)[0], kinds.LiteralType | kinds.IntType) for t in info.types):
            named = [t for t in (bare(each)[0] for each in info.types) if isinstance(t, kinds.LiteralType)]
            words = tuple(shown(word) for each in named for word in each.values)
            return Control(name, "words", (text,), words, optional)
    return Control(name, "raw", (json.dumps(value, ensure_ascii=False),))


def _compound(info: kinds.Type, name: str, value: Any, optional: bool) -> Control | None:
    """Parts and lists; None, if it is neither of a kind that has a form."""
    if isinstance(info, kinds.StructType):
        if value is None and optional:
            return None  # nothing printed: as text, where a part can still be written
        row = value if isinstance(value, dict) else {}
        parts = [control(f.type, f"{name}.{f.encode_name}", row.get(f.encode_name, default(f))) for f in info.fields]
        return Control(name, "group", (), parts=tuple(parts))
    if isinstance(info, kinds.DictType):
        keys = bare(info.key_type)[0]
        if not isinstance(keys, kinds.LiteralType):
            return None
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
    if isinstance(item, kinds.StructType):
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
        case "group":
            return _group(info, name, base, sent)
        case "list":
            return [value_of(made.parts[0], text) for text in texts if text]
        case "flag":
            return bool(texts)
    if not texts:
        return NOTHING
    if optional and not texts[-1]:
        return None
    return value_of(made, texts[-1])


def _group(info: kinds.Type, name: str, base: Any, sent: Sent) -> Any:
    if isinstance(info, kinds.DictType):
        row = base if isinstance(base, dict) else {}
        keys = bare(info.key_type)[0]
        assert isinstance(keys, kinds.LiteralType)
        found = {key: read(info.value_type, f"{name}.{key}", row.get(key), sent) for key in keys.values}
        return {key: value for key, value in found.items() if key in row or value not in (NOTHING, "", None, [])}
    if isinstance(info, kinds.VarTupleType):
        item = bare(info.item_type)[0]
        return [_group(item, f"{name}.{number}", one, sent) for number, one in enumerate(base or ())]
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
