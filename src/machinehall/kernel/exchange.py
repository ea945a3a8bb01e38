"""What lies unseen, when something that all can see is put right: cards change places, and nobody learns which.

A field is read by its declared form: a set, a list of sets (one for each seat), or a list of places.
"""

from __future__ import annotations

from typing import Any

from .fields import NameList, NameSet, NameSets, fields_of, form_of
from .mendable import Beneath
from .title import Title

ALL = -1
"""Row: the whole field, not that of one seat."""


def exchange(title: Title, before: Any, after: Any) -> None:
    """Give what has left the open the places of what came into it. A law breaks where the numbers differ."""
    mending = title.looks.mending
    for kind in mending.beneath if mending is not None else ():
        rows = range(len(getattr(after, kind.seen[0]))) if kind.each else (ALL,)
        for row in rows:
            was, now = (_seen(title, state, kind, row) for state in (before, after))
            for came, left in zip(_bits(now & ~was), _bits(was & ~now), strict=False):
                _swap(title, after, kind, row, came, left)


def _forms(title: Title) -> dict[str, Any]:
    return {field.name: form_of(field) for field in fields_of(title.state_class)}


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _seen(title: Title, state: Any, kind: Beneath, row: int) -> int:
    """The things that lie openly."""
    found, forms = 0, _forms(title)
    for name in kind.seen:
        for mask in _masks(forms[name], getattr(state, name), row):
            found |= mask
    return found


def _masks(form: Any, value: Any, row: int) -> list[int]:
    if row != ALL:
        return [value[row]]
    if isinstance(form, NameSets):
        return list(value)
    if isinstance(form, NameList):
        return [1 << thing for thing in value if thing >= 0]
    assert isinstance(form, NameSet)
    return [value]


def _swap(title: Title, state: Any, kind: Beneath, row: int, came: int, left: int) -> None:
    """One thing takes the place of another that lay unseen."""
    forms = _forms(title)
    for name in kind.hidden:
        value = getattr(state, name)
        if isinstance(forms[name], NameSets):
            new: Any = [_in_set(mask, came, left) if row in (ALL, i) else mask for i, mask in enumerate(value)]
        elif isinstance(forms[name], NameList):
            new = [left if thing == came else thing for thing in value]
        else:
            setattr(state, name, _in_set(value, came, left))
            continue
        setattr(state, name, type(value)(new))


def _in_set(mask: int, came: int, left: int) -> int:
    return mask & ~(1 << came) | 1 << left if mask >> came & 1 else mask
