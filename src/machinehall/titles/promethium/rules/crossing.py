"""Bids at a crossing: the tokens on the four ends of a tile's row and column (PR-4.9 to PR-4.12)."""

from __future__ import annotations

from typing import Final

from machinehall.kernel.frames import Decision, Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import Lift
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import State

from .initiative import rank
from .schemes import second_card

LOST: Final = 0
BACK: Final = 1
OUT: Final = 2
"""Why a token leaves the grid: its owner has bought, its owner has sold, or it is the neutral player's."""


def own_tokens(t: Lookup, s: State, cell: int, owner: int) -> list[int]:
    """Values of one owner's tokens on the four ends of a tile's row and column."""
    return [s.end_value[e] for e in t.crossing[cell] if s.end_owner[e] == owner]


def price(t: Lookup, s: State, cell: int, owner: int) -> int:
    """PR-4.12: the lowest own token there, or nothing if it is the only one."""
    values = own_tokens(t, s, cell, owner)
    return min(values) if len(values) > 1 else 0


def ranking(t: Lookup, s: State, cell: int, extra_owner: int = -1, extra: int = 0) -> list[int]:
    """PR-4.10: bidders by sum, then highest token, then initiative. `extra`: lobby tokens' worth for one of them."""
    bids: dict[int, list[int]] = {}
    for end in t.crossing[cell]:
        owner = s.end_owner[end]
        if owner >= 0:
            bids.setdefault(owner, []).append(s.end_value[end])
    if len(bids) == 1:
        return list(bids)
    return sorted(bids, key=lambda o: (-sum(bids[o]) - (extra if o == extra_owner else 0), -max(bids[o]), rank(s, o)))


def highest(t: Lookup, s: State, cell: int, owner: int) -> list[int]:
    """PR-4.12: the ends with the highest own token at a crossing; several if some are equal."""
    ends = [e for e in t.crossing[cell] if s.end_owner[e] == owner]
    most = max(s.end_value[e] for e in ends)
    return [e for e in ends if s.end_value[e] == most]


def give_up(t: Lookup, s: State, cell: int, owner: int, decider: int, why: int, ev: Events) -> list[Frame]:
    """The highest own token at a crossing leaves the grid. A-53: of equal ones the owner says which: what asks for it.

    Two ends of one line are as good as each other (PR-4.5), so nothing is asked then.
    """
    ends = highest(t, s, cell, owner)
    if len({end // 2 for end in ends}) > 1 and s.options[t.option["equal_tokens"]]:
        return [("lift", decider, Lift(cell, owner, why))]
    take_off(t, s, ends[0], why, ev)
    return []


def take_off(t: Lookup, s: State, end: int, why: int, ev: Events) -> None:
    """A token leaves the grid: lost to the buyer, back behind the seller's screen (A-40), or the neutral player's."""
    owner, by, value = s.end_owner[end], s.end_by[end], s.end_value[end]
    s.end_owner[end], s.end_by[end], s.end_value[end] = -1, -1, 0
    s.end_up &= ~(1 << end)
    i = (by if why == OUT else owner) * len(t.bids) + t.bids.index(value)
    if why == LOST:
        s.lost = put(s.lost, i, s.lost[i] + 1)
    elif why == BACK:
        s.tokens[i] += 1
        s.returned = put(s.returned, i, s.returned[i] + 1)
        ev.append(Event("token_returned", (owner, value)))
    else:
        s.neutral_out = put(s.neutral_out, i, s.neutral_out[i] + 1)


def lift_offers(t: Lookup, s: State, seat: int, args: Lift) -> list[Action]:
    """PR-4.12, A-53: one of the equal highest tokens."""
    row = t.a["end"]
    return [row[end] for end in highest(t, s, args.cell, args.owner)]


def lift_resolve(t: Lookup, s: State, seat: int, args: Lift, action: Action, ev: Events) -> None:
    (end,) = action.args
    ev.append(Event("token_lifted", (seat, args.owner, end, s.end_value[end])))
    take_off(t, s, end, args.why, ev)


def lift_refuse(t: Lookup, s: State, seat: int, args: Lift, action: Action) -> Refusal | None:
    if action.kind == "sell":
        return no_way_back(t, args.cell) if args.why == LOST else None
    if action.kind != "end":
        return second_card(t, s, seat, action)
    (end,) = action.args
    equal = highest(t, s, args.cell, args.owner)
    if end in equal:
        return None
    return Refusal("PR-4.12", "refuse.lift.not_highest", (t.ends[end], tuple(t.ends[e] for e in equal)))


def no_way_back(t: Lookup, cell: int) -> Refusal:
    """PR-4.13: who is active and first has no choice, and for the others it has been made."""
    return Refusal("PR-4.13", "refuse.sell.bought", (t.cells[cell],))


DECISIONS: dict[str, Decision[Lookup, State]] = {"lift": Decision("PR-4.12", lift_offers, lift_resolve, lift_refuse)}
