"""Putting a position right: at a real table the board may differ from what the app believes.

A title says which fields of its state can be seen on a real board (`Mending.parts`) and what follows from them
(`work_out`). A correction is a line of the log like an outcome of chance, `* = {...}`: the fields that changed, in
border form, with what followed. So a record plays again without knowing how it came about, and undo takes it back
like any other line. Nothing is accepted that breaks a law of the title, or leaves what is asked without an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from .exchange import exchange
from .fields import as_kept, fields_of, form_of
from .mendable import MENDED, BadMend, Part
from .title import Title
from .values import Action, Event, MachineHallError

MEND: Final = "="
"""Kind of the action that a correction is written as; no title has it in its table."""
TRIED = 30
"""So many answers to what is asked are tried after a correction."""
NOTHING: Final = -1
DOWN: Final = -2
"""The first of all backs."""

JUNK = (MachineHallError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError)
"""What rules may raise in a position that does not hold together."""


class Slot(NamedTuple):
    """One thing that can be put right: a number, what lies on a place, or whether something is there."""

    field: str
    at: int = 0
    item: int = NOTHING
    """Of a set: the thing; of a row of things: the place in it."""

    def __str__(self) -> str:
        return f"{self.field}.{self.at}" + (f".{self.item}" if self.item >= 0 else "")


class Change(NamedTuple):
    """What a slot is to hold."""

    slot: Slot
    value: int

    def __str__(self) -> str:
        return f"{self.slot}={self.value}"


# Slots


def shown(title: Title, state: Any) -> list[Part]:
    """The parts that everybody at the table sees: of a secret nobody learns by putting it right."""
    mending = title.looks.mending
    if mending is None:
        return []
    seen = title.view(state, None)
    declared = {f.name: f for f in fields_of(title.state_class)}

    def is_open(field: str) -> bool:
        return bool(seen.get(field) == form_of(declared[field]).encode(getattr(state, field), title.domains))

    asked = state.stack[-1][0] if state.stack else ""
    return [
        part
        for part in mending.parts
        if (not part.when or asked in part.when) and all(map(is_open, filter(None, (part.field, part.openly))))
    ]


def put_off(title: Title, state: Any) -> list[Part]:
    """The parts that wait for another question, or until something lies openly."""
    mending, now = title.looks.mending, shown(title, state)
    every = mending.parts if mending is not None else ()
    return [part for part in every if part not in now and (part.when or part.openly)]


def places(title: Title, state: Any, part: Part) -> list[int]:
    """The places of a part, as far as this match has them."""
    mending = title.looks.mending
    value = getattr(state, part.field)
    if mending is None or part.flat or isinstance(value, int):
        return [0]
    domain = part.among or part.rows
    known = mending.there(title.lookup, state, domain) if domain else None
    return [at for at in range(len(value)) if known is None or at // part.width in known]


def choices(title: Title, state: Any, part: Part) -> list[int]:
    """The things that a part may hold."""
    mending = title.looks.mending
    assert mending is not None
    known = mending.there(title.lookup, state, part.only or part.holds)
    things = range(len(title.domains[part.holds])) if known is None else sorted(known)
    backs = mending.there(title.lookup, state, part.backs) if part.backs else ()
    return [*things, *(DOWN - back for back in backs or ())]


def inside_of(state: Any, part: Part, at: int) -> Any:
    """What a place of a part holds, as the state has it; a field without places is one itself."""
    value: Any = getattr(state, part.field)
    return value if part.flat or isinstance(value, int) else value[at]


def held(state: Any, part: Part, slot: Slot) -> int:
    """What a slot holds; of a set 1 or 0."""
    inside = inside_of(state, part, slot.at)
    if part.kind == "set":
        return int(inside) >> slot.item & 1
    if part.kind == "row":
        return inside[slot.item] if slot.item < len(inside) else NOTHING
    return int(inside)


def _put(state: Any, part: Part, slot: Slot, value: int) -> None:
    whole, inside = getattr(state, part.field), inside_of(state, part, slot.at)
    if part.kind == "set":
        new: Any = inside | 1 << slot.item if value else inside & ~(1 << slot.item)
    elif part.kind == "row":
        row = [*inside[: slot.item], *([value] if value >= 0 else []), *inside[slot.item + 1 :]]
        new = tuple(row)
    else:
        new = value
    if part.flat or isinstance(whole, int):
        setattr(state, part.field, type(whole)(new))
        return
    rows = [*whole]
    rows[slot.at] = new
    setattr(state, part.field, type(whole)(rows))


def _holders(title: Title, state: Any, domain: str, thing: int) -> Iterator[tuple[Part, Slot]]:
    """All slots in which a thing lies that is there once."""
    mending = title.looks.mending
    assert mending is not None
    for part in mending.parts:
        if not part.once or part.holds != domain:
            continue
        value = getattr(state, part.field)
        for at in range(1 if part.flat or isinstance(value, int) else len(value)):
            inside = inside_of(state, part, at)
            if part.kind == "set" and inside >> thing & 1:
                yield part, Slot(part.field, at, thing)
            elif part.kind == "row" and thing in inside:
                yield part, Slot(part.field, at, inside.index(thing))
            elif part.kind == "thing" and inside == thing:
                yield part, Slot(part.field, at)


def _change(title: Title, state: Any, change: Change) -> None:
    """One change; a thing that lies elsewhere comes from there, and what lay here goes there if that is a place."""
    mending = title.looks.mending
    assert mending is not None
    part, (slot, value) = mending.part(change.slot.field), change
    thing = slot.item if part.kind == "set" else value
    before = held(state, part, slot)
    if part.once and value > NOTHING and (part.kind != "set" or value):
        for other, there in list(_holders(title, state, part.holds, thing)):
            if there == slot:
                continue
            back = before if part.kind != "set" else NOTHING
            _put(state, other, there, 0 if other.kind == "set" else back)
    _put(state, part, slot, value)


# Reading and checking


def read_changes(title: Title, state: Any, text: str) -> list[Change]:
    """Changes as pages send them, `thaler.0=7 urban.4=-1`, each of something that this match has."""
    return [_read(title, state, word) for word in text.split()]


def _read(title: Title, state: Any, word: str) -> Change:
    key, _, number = word.partition("=")
    field, *at = key.split(".")
    part = next((part for part in shown(title, state) if part.field == field), None)
    if part is None or len(at) != (2 if part.kind in ("set", "row") else 1):
        raise BadMend(f"{word[:60]!r}: no such place")
    try:
        slot, value = Slot(field, *map(int, at)), int(number)
    except ValueError:
        raise BadMend(f"{word[:60]!r} is not what a place holds") from None
    if not _fits(title, state, part, slot) or not _may_hold(title, state, part, value):
        raise BadMend(f"{word[:60]!r} is not what a place holds")
    return Change(slot, value)


def _fits(title: Title, state: Any, part: Part, slot: Slot) -> bool:
    if slot.at not in places(title, state, part):
        return False
    if part.kind == "row":
        return 0 <= slot.item <= len(inside_of(state, part, slot.at)) + 1
    return part.kind != "set" or slot.item in choices(title, state, part)


def _may_hold(title: Title, state: Any, part: Part, value: int) -> bool:
    if part.kind == "number":
        return part.least <= value <= part.most
    if part.kind == "set":
        return value in (0, 1)
    return value in choices(title, state, part) or (value == NOTHING and part.empty)


def mended(title: Title, state: Any, changes: Iterable[Change]) -> Any:
    """The position with all changes made, and with what follows from them; its laws are not checked yet."""
    mending = title.looks.mending
    if mending is None:
        raise BadMend(f"positions of {title.name} are not put right by hand")
    after = state.clone()
    for change in changes:
        _change(title, after, change)
    exchange(title, state, after)
    mending.work_out(title.lookup, after, state)
    return after


def faults(title: Title, state: Any) -> list[str]:
    """Message ids of what speaks against a position: broken laws, or that the match could not go on from it."""
    mending = title.looks.mending
    assert mending is not None
    found = [f"mend.law.{law.__name__}" for law in mending.laws if any(True for _ in law(title.lookup, state))]
    return found or ([] if _goes_on(title, state) else ["mend.stuck"])


def _goes_on(title: Title, state: Any) -> bool:
    """Whether what is asked now can be answered, and nothing breaks."""
    try:
        for seat in title.to_act(state):
            legal = title.legal(state, seat)
            for action in legal[:TRIED]:
                title.apply(state.clone(), seat, action, check=False)
            if not legal:
                return False
    except JUNK:
        return False
    return True


# In the log


def as_action(title: Title, before: Any, after: Any) -> Action | None:
    """What a correction is written as; None: nothing has changed."""
    declared, names = _open(title), title.domains
    changed = {
        f.name: form_of(f).encode(getattr(after, f.name), names)
        for f in declared
        if getattr(before, f.name) != getattr(after, f.name)
    }
    return mend_of(json.dumps(changed, separators=(",", ":"))) if changed else None


def mend_of(text: str) -> Action:
    """The action of a line `* = {...}`."""
    return Action(MEND, (text,))  # type: ignore[arg-type]  # what it says is no id of a title


def carry_out(title: Title, state: Any, action: Action) -> tuple[Any, list[Event]]:
    """The position after a correction of the log, and what is told of it; refused if a law does not hold then."""
    declared = {f.name: f for f in _open(title)}
    mending, after = title.looks.mending, state.clone()
    loose = {part.field for part in mending.parts if part.flat} if mending is not None else set()
    try:
        said = json.loads(str(action.args[0]))
        for name, data in said.items():
            value = as_kept(declared[name], form_of(declared[name]).decode(data, title.domains))
            _same_shape(getattr(state, name), value, name in loose)
            setattr(after, name, value)
        exchange(title, state, after)
    except JUNK as fault:
        raise BadMend(f"this correction cannot be read: {fault!r}"[:200]) from None
    try:
        broken = title.laws(title.lookup, after)
    except JUNK as fault:
        broken = [repr(fault)]
    if broken:
        raise BadMend(f"the position would break a law: {broken[0]}"[:200])
    seen = title.looks.fields
    return after, [Event(MENDED, (seen.index(name),)) for name in said if name in seen]


def stepped(title: Title, state: Any, seat: int, action: Action, check: bool = False) -> tuple[Any, list[Event]]:
    """A line of a log carried out, a correction among them; the state may be another one afterwards."""
    if action.kind == MEND:
        return carry_out(title, state, action)
    return state, title.apply(state, seat, action, check)


def _open(title: Title) -> list[Any]:
    """The fields that a correction may change."""
    mending = title.looks.mending
    allowed = {*mending.follows, *(part.field for part in mending.parts)} if mending is not None else set()
    return [f for f in fields_of(title.state_class) if f.name in allowed]


def _same_shape(before: Any, after: Any, loose: bool) -> None:
    """A list stays as long as it was and holds numbers; only rows may grow."""
    if isinstance(before, int):
        good = type(after) is int
    else:
        good = (loose or len(before) == len(after)) and all(_plain(a) for a in after)
    if not good:
        raise ValueError("another shape")


def _plain(value: Any) -> bool:
    return type(value) is int or (isinstance(value, tuple) and all(type(v) is int for v in value))


def drafted(title: Title, state: Any, changes: Sequence[Change]) -> tuple[Any, list[str]]:
    """A position as it would be, and what speaks against it."""
    after = mended(title, state, changes)
    try:
        return after, faults(title, after)
    except JUNK:
        return after, ["mend.stuck"]
