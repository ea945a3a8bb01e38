"""Chapters 8H to 8K: buy influence, manipulate the share price, raise funds, pass."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.state import State

from .influence import gain, lose
from .storage import pay, receive, short


def can_buy_influence(t: Lookup, s: State, seat: int, column: int) -> bool:
    return s.money[seat] >= t.n.influence_price and column < t.last_column


def influence_lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """IS-8.39: why no influence can be bought; None: it can."""
    if s.influence[seat] >= t.last_column:
        return Refusal("IS-4.8", "refuse.influence.last_column", (t.columns[-1],))
    if t.n.influence_price > s.money[seat]:
        return Refusal("IS-8.39", "refuse.money", (t.n.influence_price, s.money[seat]))
    return None


def begin_influence(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("influence", seat, NOTHING))


def influence_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """IS-8.39: one step or more, as money and track allow (Amb-57)."""
    most = min(s.money[seat] // t.n.influence_price, t.last_column - s.influence[seat])
    return t.a["influence"][:most]


def influence_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    steps = action.args[0] + 1
    pay(s, seat, steps * t.n.influence_price, ev)
    gain(t, s, seat, steps, ev)


def influence_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "influence":
        return None
    steps = action.args[0] + 1
    if steps > t.last_column - s.influence[seat]:
        return Refusal("IS-4.8", "refuse.influence.last_column", (t.columns[-1],))
    return short("IS-8.39", s, seat, steps * t.n.influence_price)


# The share price


def can_share(t: Lookup, s: State, seat: int, column: int) -> bool:
    row = s.share[seat]
    return row > 0 or t.share_cost[row + 1] <= column


def share_lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """IS-8.40: why the share price cannot move; None: it can."""
    return None if s.share[seat] else share_fault(t, s, seat, 1)


def begin_share(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("share", seat, NOTHING))


def share_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """IS-8.40: any lower row for nothing, or the next row for influence."""
    row, at = t.a["price"], s.share[seat]
    found = row[:at]
    if at + 1 < len(row) and t.share_cost[at + 1] <= s.influence[seat]:
        return [*found, row[at + 1]]
    return found


def share_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    (target,) = action.args
    if target > s.share[seat]:
        lose(s, seat, t.share_cost[target], ev)
    s.share = put(s.share, seat, target)
    ev.append(Event("share_moved", (seat, target)))


def share_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "price":
        return None
    return share_fault(t, s, seat, action.args[0])


def share_fault(t: Lookup, s: State, seat: int, target: int) -> Refusal | None:
    """IS-8.40: why the share price cannot move to a row; None: it can."""
    at = s.share[seat]
    if target < at:
        return None
    if at == len(t.share_price) - 1:
        return Refusal("IS-8.40", "refuse.share.only_fall", (t.share_price[at],))
    if at == 0 and target != 1:
        return Refusal("IS-8.40", "refuse.share.only_rise", (t.share_price[at],))
    if target == at or target > at + 1:
        return Refusal("IS-8.40", "refuse.share.one_row", (t.share_price[at],))
    if t.share_cost[target] > s.influence[seat]:
        return Refusal("IS-8.40", "refuse.influence", (t.share_cost[target], s.influence[seat]))
    return None


# Without a choice


def raise_funds(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """IS-8.41."""
    receive(s, seat, t.n.funds, ev)


def do_nothing(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """IS-8.42."""


def always(t: Lookup, s: State, seat: int, column: int) -> bool:
    return True


def nothing(t: Lookup, s: State, seat: int) -> Refusal | None:
    """What these two lack."""
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "influence": Decision("IS-8.39", influence_offers, influence_resolve, influence_refuse),
    "share": Decision("IS-8.40", share_offers, share_resolve, share_refuse),
}
