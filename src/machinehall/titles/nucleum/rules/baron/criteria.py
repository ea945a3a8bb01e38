"""How the Baron chooses: by one criterion after the other, each with what loses by it, so that it can be told."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel.frames import NOTHING, Events
from machinehall.kernel.values import CHANCE, Event, Frame
from machinehall.titles.nucleum.baron_lookup import criterion
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.state import NONE, State

Lost = list[tuple[int, list[int]]]
"""Criteria with what lost by each."""
Criterion = tuple[str, Callable[[int], object]]
"""Name and key; the greatest key wins."""


def weigh(found: list[int], *criteria: Criterion) -> tuple[list[int], Lost]:
    """What is left after the criteria, each used only while several things are left."""
    lost: Lost = []
    for name, key in criteria:
        if len(found) < 2:
            break
        values = {x: key(x) for x in found}
        best = max(values.values())  # type: ignore[type-var]
        out = [x for x in found if values[x] != best]
        if out:
            lost.append((criterion(name), out))
            found = [x for x in found if values[x] == best]
    return found, lost


def tell(ev: Events, kind: str, player: int, lost: Lost) -> None:
    """One event for each thing passed over."""
    ev.extend(Event(kind, (player, why, thing)) for why, things in lost for thing in things)


def card_open(s: State, again: Frame) -> bool:
    """NU-23.18: whether a Logic card lies open; otherwise one is drawn and the step is done again."""
    if s.logic != NONE:
        return True
    s.stack.append(again)
    s.stack.append(("logic", CHANCE, NOTHING))
    return False


def by_number(t: Lookup, s: State, city_of: Callable[[int], int]) -> Criterion:
    """NU-23.20: the city with the highest or lowest number, as the Logic card says."""
    number = t.board[s.players].number
    if t.solo.highest[s.logic]:
        return "highest", lambda x: number[city_of(x)]
    return "lowest", lambda x: -number[city_of(x)]
