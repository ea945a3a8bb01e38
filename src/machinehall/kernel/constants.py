"""The numbers of a title's rules: a component file, `constants.json`, with type and rule of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, ClassVar, TypeVar

import msgspec

from .packs import WHOLE_FILE, Name, Pack, Record
from .rulebook import load_rulebook
from .values import BadPack, PackFault

FILE = "constants.json"
N = TypeVar("N")


class Constant(Record, frozen=True, kw_only=True):
    """One number, or a few that belong together."""

    piece: ClassVar[bool] = False
    key: Name
    value: Any
    rule: str


def constants(pack: Pack) -> dict[str, Any]:
    """The numbers of the rules by name."""
    return {row.key: row.value for row in pack.rows("constants", Constant)}


def numbers(pack: Pack, kind: type[N]) -> N:
    """Those that a dataclass asks for, by the names of its fields."""
    found = constants(pack)
    if missing := [f.name for f in fields(kind) if f.name not in found]:  # type: ignore[arg-type]  # as below
        raise BadPack([PackFault(FILE, key, WHOLE_FILE, "this constant is missing") for key in missing])
    return kind(**{f.name: found[f.name] for f in fields(kind)})  # type: ignore[arg-type]  # dataclasses have no name


def check_constants(pack: Pack, kinds: Mapping[str, Any]) -> Iterator[PackFault]:
    """Every number that the rules use is there, has the right type and names the rule that uses it."""
    rows = pack.rows("constants", Constant)
    rules = load_rulebook(pack.title).index
    for row in rows:
        if row.rule not in rules:
            yield PackFault(FILE, row.key, "rule", f"the rulebook has no rule {row.rule!r}")
        if row.key not in kinds:
            yield PackFault(FILE, row.key, "key", "the rules know no such constant")
            continue
        try:
            msgspec.convert(row.value, kinds[row.key])
        except msgspec.ValidationError as error:
            yield PackFault(FILE, row.key, "value", f"{error} (found {row.value!r})")
    for key in sorted(set(kinds) - {row.key for row in rows}):
        yield PackFault(FILE, key, WHOLE_FILE, "this constant is missing")
