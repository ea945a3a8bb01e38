"""An observation made from the declared fields: what a seat sees of each, as numbers in a fixed order.

It is right, not clever: seats are not turned so that the own one comes first, and every look makes the whole view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from zlib import crc32

from machinehall.kernel import fields
from machinehall.kernel.observation import FLAG, Kind, amount, block, category, coded, count
from machinehall.kernel.options import resolve_options

if TYPE_CHECKING:
    from .ruled import Ruled

ARGUMENTS = 3
"""Arguments of the decision that is asked, as many as are told."""
Numbers = Callable[[Any], list[int]]
"""From a field as a seat sees it to its numbers."""


def plain_observation(title: Ruled) -> dict[str, Any]:
    """The parts of `TitleMinds` that have to do with observations."""
    first = title.opening(title.lookup, title.seats[1], resolve_options(title.options, {}))
    told = _told(title.state_class)
    blocks = {f.name: _block(f, getattr(first, f.name), title.domains) for f in told}
    kinds, seats = sorted(title.decisions), title.seats[1]
    head = (
        block("seat", category(seats)),
        block("asked seat", category(seats + 1)),
        coded("asked", ("none", *kinds)),
        block("asked with", category(256), _numbered(ARGUMENTS)),
    )
    sizes = [(f, blocks[f.name][0]) for f in told if blocks[f.name][0]]
    rest = [block(f.name, _kinds(title, f, size), _numbered(size)) for f, size in sizes]
    return {"observer": lambda lookup: partial(_observe, title, kinds, blocks), "features": (*head, *rest)}


def _numbered(size: int) -> list[str]:
    return [f"number {i + 1}" for i in range(size)] if size > 1 else [""]


def _kinds(title: Ruled, field: Any, size: int) -> list[Kind]:
    """The kinds of a field's numbers, as its form says."""
    form, names = fields.form_of(field), title.domains
    match form:
        case fields.Settings():
            return [category(max(option.choices) + 1) for option in title.options]
        case fields.NameRows():
            return [count(255), *[category(len(names[form.domain]) + 1)] * len(names[form.domain])]
        case fields.NameSet():
            return [count(255), *[FLAG] * len(names[form.domain])]
        case fields.Name():
            return [category(256)] * size
        case fields.Counts():
            return [count(255)] * size
        case _:
            return [amount()] * size


def _told(state_class: type[Any]) -> list[Any]:
    """The fields that some seat sees, without the stack and texts."""
    seen = [f for f in fields.fields_of(state_class) if f.metadata.get("see", fields.nobody) is not fields.nobody]
    return [f for f in seen if f.name != "stack" and not str(f.type).startswith("str")]


def _observe(
    title: Ruled, kinds: Sequence[str], blocks: dict[str, tuple[int, Numbers]], state: Any, seat: int
) -> bytes:
    view = fields.view_data(state, seat, title.domains, title.covers)
    row = [seat, *_asked(kinds, view["stack"])]
    for name, (size, numbers) in blocks.items():
        row += _sized(numbers(view[name]), size)
    return bytes([number if 0 <= number <= 255 else 255 for number in row])


def _asked(kinds: Sequence[str], stack: list[Any]) -> list[int]:
    if not stack:
        return _sized([], 2 + ARGUMENTS)
    kind, who, args = stack[-1]
    code = kinds.index(kind) + 1 if kind in kinds else 0
    return [who + 1 if who >= 0 else 0, code, *_sized([a for a in args if isinstance(a, int)], ARGUMENTS)]


def _sized(numbers: list[int], size: int) -> list[int]:
    return [*numbers[:size], *[0] * (size - len(numbers))]


def _block(field: Any, first: Any, names: fields.Names) -> tuple[int, Numbers]:
    """Size and numbers of a field. `first` is what it holds at the opening of the largest table."""
    form = fields.form_of(field)
    rows = len(first) if isinstance(first, (list, tuple)) else 1
    match form:
        case fields.Settings():
            return len(names["option"]), lambda seen: [int(seen.get(name, 0)) for name in names["option"]]
        case fields.NameRows() | fields.NameSets():
            width = len(names[form.domain]) + 1
            return rows * width, lambda seen: [n for row in seen for n in _sized(_pile(row, form, names), width)]
        case fields.NameList():
            return max(rows, len(names[form.domain])), lambda seen: _ids(seen, form, names)
        case fields.NameSet():
            return len(names[form.domain]) + 1, lambda seen: _pile(seen, form, names)
        case fields.Name():
            return 1, lambda seen: _ids([seen], form, names)
        case fields.Tally():
            return len(names[form.domain]), lambda seen: [(seen or {}).get(name, 0) for name in names[form.domain]]
        case fields.Counts():
            domain = names[form.domain]
            return rows, lambda seen: [(row or {}).get(name, 0) for row in seen for name in domain]
        case _:
            return max(rows, len(_plainly(form.encode(first, names)))), _plainly


def _plainly(seen: Any) -> list[int]:
    """All numbers of a value, whatever form of its own a title gives it; a name becomes a number that stands for it."""
    if isinstance(seen, dict):
        return [number for key in sorted(seen) for number in _plainly(seen[key])]
    if isinstance(seen, (list, tuple)):
        return [number for part in seen for number in _plainly(part)]
    if isinstance(seen, str):
        return [crc32(seen.encode()) % 255 + 1]
    return [int(seen or 0)]


def _ids(seen: Any, form: fields.Name, names: fields.Names) -> list[int]:
    """0 for nothing or unknown; ids from 1."""
    if not isinstance(seen, list):
        return [int(seen or 0)]
    index = fields.positions(names[form.domain])
    return [0 if name is None else index[name] + 1 for name in seen]


def _pile(seen: Any, form: fields.Name, names: fields.Names) -> list[int]:
    """How many there are, then a flag for each thing of a set, or the ids of a row, as far as they are known."""
    if not isinstance(seen, list):
        return [int(seen or 0)]
    if isinstance(form, fields.NameRows):
        return [len(seen), *_ids(seen, form, names)]
    held = set(seen)
    return [len(seen), *(int(name in held) for name in names[form.domain])]
