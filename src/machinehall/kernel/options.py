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


def settle(options: Sequence[Option], chosen: Mapping[str, Any]) -> tuple[int, ...]:
    """The values in the order of the options; all faults are named at once."""
    known = {o.name: o for o in options}
    faults = [f"unknown option {name!r} (known: {', '.join(known) or 'none'})" for name in chosen if name not in known]
    for name, value in chosen.items():
        if name in known and (type(value) not in (int, bool) or int(value) not in known[name].choices):
            faults.append(f"option {name!r} takes one of {known[name].choices}, not {value!r}")
    if faults:
        raise BadOption("; ".join(faults))
    return tuple(int(chosen.get(o.name, o.default)) for o in options)
