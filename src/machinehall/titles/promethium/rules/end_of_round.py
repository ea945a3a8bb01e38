"""Chapter 9: end of round."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step, then, together
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import FillDisplay, OfSeat
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import State

from .end_of_game import close_accounts
from .experts import gain_influence
from .initiative import order
from .schemes import not_in_hand


def round_over(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-9.1: after the last Exposition the game is over. PR-9.2: otherwise influence, then scheme cards."""
    if s.round == t.n.rounds:
        close_accounts(t, s, ev)
        return
    s.phase = 4
    for seat in range(s.seats):
        gain_influence(t, s, seat, t.n.influence_per_round, ev)
    holders: list[Frame] = [("discard", seat, NOTHING) for seat in range(s.seats) if s.hand[seat]]
    s.stack.append(step("discards_done"))
    if holders:
        s.stack.append(together(holders))


def discard_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """PR-9.3: up to three cards from the hand; all players choose at the same time."""
    if s.aside[seat].bit_count() == t.n.scheme_discard_max_per_round:
        return [t.one["done"]]
    row = t.a["discard"]
    return [t.one["done"]] + [row[card] for card in bits(s.hand[seat] & ~s.aside[seat])]


def discard_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    """Only "done" ends it: were the third card to do so, the others could tell how many were chosen."""
    if action.kind == "discard":
        s.aside = put(s.aside, seat, s.aside[seat] | 1 << action.args[0])
        ev.append(Event("discard_chosen", (seat, action.args[0]), (seat,)))
        s.stack.append(("discard", seat, NOTHING))


def discard_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "discard":
        return None
    name, most = t.schemes[action.args[0]], t.n.scheme_discard_max_per_round
    if not s.hand[seat] >> action.args[0] & 1:
        return not_in_hand(t, s, seat, action.args[0], "PR-9.3")
    if s.aside[seat] >> action.args[0] & 1:
        return Refusal("PR-9.3", "refuse.discard.twice", (name,))
    return Refusal("PR-9.3", "refuse.discard.enough", (most,)) if s.aside[seat].bit_count() >= most else None


def discards_done(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """Everybody has chosen: lay the discards open, then refill the hands (PR-9.4)."""
    for seat in range(s.seats):
        for card in bits(s.aside[seat]):
            ev.append(Event("scheme_discarded", (seat, card)))
        s.hand[seat] &= ~s.aside[seat]
        s.used[seat] |= s.aside[seat]
        s.aside = put(s.aside, seat, 0)
    then(s.stack, *(step("refill_hand", OfSeat(seat)) for seat in order(s)), step("next_round"))


def next_round(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-9.5 to PR-9.7: the pawn moves left, the grid and the display are refilled."""
    s.first = (s.first + 1) % s.seats
    move_display(t, s, ev)
    then(s.stack, step("fill_grid"), step("fill_display", FillDisplay(setting_up=0)), step("new_round"))


def move_display(t: Lookup, s: State, ev: Events) -> None:
    """PR-9.7: cards still in the exit slots leave the game, the others move towards them (A-44)."""
    exits = t.n.project_exit_slots
    for card in s.display[:exits]:
        if card >= 0:
            s.discarded |= 1 << card
            ev.append(Event("project_left", (card,)))
    rest = [card for card in s.display[exits:] if card >= 0]
    s.display = (*rest, *[-1] * (len(s.display) - len(rest)))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "discard": Decision("PR-9.3", discard_offers, discard_resolve, discard_refuse)
}
STEPS: dict[str, Step[Lookup, State]] = {
    "round_over": round_over,
    "discards_done": discards_done,
    "next_round": next_round,
}
