"""Chapter 3: the hidden influence auction."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step, then, together
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.lookup import Lookup
from machinehall.titles.imperial_steam.state import State

from .influence import place, set_order
from .storage import pay


def auction(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """IS-3.1: everybody secretly picks an amount."""
    ev.append(Event("auction_began"))
    then(s.stack, together([("bid", seat, NOTHING) for seat in range(s.seats)]), step("reveal_bids"))


def bid_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """Tens of the own cash, nothing among them (Amb-7)."""
    return t.a["bid"][: s.money[seat] // t.n.bid_step + 1]


def bid_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    s.bids = put(s.bids, seat, action.args[0])
    ev.append(Event("bid_chosen", (seat, action.args[0] * t.n.bid_step), (seat,), (1,)))


def bid_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "bid":
        return None
    bid = action.args[0] * t.n.bid_step
    return Refusal("IS-3.1", "refuse.money", (bid, s.money[seat])) if bid > s.money[seat] else None


def reveal_bids(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """IS-3.2: in turn order each reveals, pays and moves. IS-3.3: the track gives the turn order."""
    for seat in s.order:
        column = s.bids[seat]
        ev.append(Event("bid_revealed", (seat, column * t.n.bid_step)))
        pay(s, seat, column * t.n.bid_step, ev)
        place(s, seat, column)
    s.bids = (-1,) * s.seats
    set_order(s, ev)
    s.stack.append(step("new_round"))


DECISIONS: dict[str, Decision[Lookup, State]] = {"bid": Decision("IS-3.1", bid_offers, bid_resolve, bid_refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"auction": auction, "reveal_bids": reveal_bids}
