"""The numbers of a title's rules: a component file, `constants.json`, with type and rule of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .packs import WHOLE_FILE, Name, Pack, Record
from .rulebook import load_rulebook
from .values import Problem

FILE = "constants.json"


class Constant(Record, frozen=True, kw_only=True):
    """One number, or a few that belong together."""

    key: Name
    value: Any
    rule: str


def constants(pack: Pack) -> dict[str, Any]:
    """The numbers of the rules by name."""
    return {row.key: row.value for row in pack.rows("constants", Constant)}


def check_constants(pack: Pack, kinds: Mapping[str, Any]) -> Iterator[Problem]:
    """Every number that the rules use is there, has the right type and names the rule that uses it."""
    rows = pack.rows("constants", Constant)
    rules = load_rulebook(pack.title).index
    for row in rows:
        if row.rule not in rules:
            yield Problem(FILE, row.key, "rule", f"the rulebook has no rule {row.rule!r}")
        if row.key not in kinds:
            yield Problem(FILE, row.key, "key", "the rules know no such constant")
            continue
        try:
            msgspec.convert(row.value, kinds[row.key])
        except msgspec.ValidationError as error:
            yield Problem(FILE, row.key, "value", f"{error} (found {row.value!r})")
    for key in sorted(set(kinds) - {row.key for row in rows}):
        yield Problem(FILE, key, WHOLE_FILE, "this constant is missing")
