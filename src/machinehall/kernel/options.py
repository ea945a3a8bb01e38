"""Options of a match: named switches with a default, read where the rule is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .values import BadOption


class Option(NamedTuple):
    """One switch of a title."""

    name: str
    default: int
    choices: tuple[int, ...]
    rule: str
    """The rule or ruling that it switches."""
    help: str
    """What the choices mean, in a sentence."""
    before: int | None = None
    """What a match was played by that is older than the switch; None: the default."""


def as_played(options: Sequence[Option], stored: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a stored match. It has all that there were; a switch it lacks came later and stands as before."""
    older = {o.name: o.default if o.before is None else o.before for o in options}
    return {**older, **stored}


def resolve_options(options: Sequence[Option], chosen: Mapping[str, Any]) -> tuple[int, ...]:
    """The values in the order of the options; all faults are named at once."""
    known = {o.name: o for o in options}
    faults = [f"unknown option {name!r} (known: {', '.join(known) or 'none'})" for name in chosen if name not in known]
    for name, value in chosen.items():
        if name in known and (type(value) not in (int, bool) or int(value) not in known[name].choices):
            faults.append(f"option {name!r} takes one of {known[name].choices}, not {value!r}")
    if faults:
        raise BadOption("; ".join(faults))
    return tuple(int(chosen.get(o.name, o.default)) for o in options)
