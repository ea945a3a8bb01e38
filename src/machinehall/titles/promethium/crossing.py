"""Bids at a crossing: the tokens on the four ends of a tile's row and column (PR-4.9 to PR-4.12)."""

from __future__ import annotations

from .initiative import rank
from .state import NEUTRAL, State
from .tables import Tables


def own_tokens(t: Tables, s: State, cell: int, owner: int) -> list[int]:
    """Values of one owner's tokens on the four ends of a tile's row and column."""
    return [s.end_value[e] for e in t.crossing[cell] if s.end_owner[e] == owner]


def price(t: Tables, s: State, cell: int, owner: int) -> int:
    """PR-4.12: the lowest own token there, or nothing if it is the only one."""
    values = own_tokens(t, s, cell, owner)
    return min(values) if len(values) > 1 else 0


def ranking(t: Tables, s: State, cell: int, extra_owner: int = -1, extra: int = 0) -> list[int]:
    """PR-4.10: bidders by sum, then highest token, then initiative. `extra`: lobby tokens' worth for one of them."""
    bids: dict[int, list[int]] = {}
    for end in t.crossing[cell]:
        owner = s.end_owner[end]
        if owner >= 0:
            bids.setdefault(owner, []).append(s.end_value[end])
    if len(bids) == 1:
        return list(bids)
    return sorted(bids, key=lambda o: (-sum(bids[o]) - (extra if o == extra_owner else 0), -max(bids[o]), rank(s, o)))


def take_off(t: Tables, s: State, cell: int, owner: int) -> int:
    """The highest own token at a crossing leaves the grid; its value."""
    ends = [e for e in t.crossing[cell] if s.end_owner[e] == owner]
    end = max(ends, key=lambda e: s.end_value[e])
    value = s.end_value[end]
    if owner == NEUTRAL:
        s.neutral_out[s.end_by[end] * len(t.bids) + t.bids.index(value)] += 1
    s.end_owner[end], s.end_by[end], s.end_value[end] = -1, -1, 0
    s.end_up &= ~(1 << end)
    return value
