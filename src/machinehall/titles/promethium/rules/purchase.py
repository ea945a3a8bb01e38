"""Chapter 4, second half: the purchase sequence of the Industry Fair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from machinehall.kernel.frames import Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import Contest, Lobby, LobbyBack, OfOwner, Sale, SeatCell, Window
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import DOWN, EMPTY, NEUTRAL, State

from . import neutral
from .crossing import BACK, LOST, give_up, own_tokens, price, ranking
from .refusals import reserved_by
from .scheme_cards import remove_tile, reveal
from .schemes import (
    AFTER_REVEAL,
    BEFORE_TARGET,
    NO_TARGET,
    ask,
    begin,
    could_play,
    playable,
    refuse_play,
    second_card,
    window_offers,
    window_resolve,
)
from .setup import turned

# The active player


@cache
def purchase_of(owner: int) -> tuple[Frame, ...]:
    """A tile is named for the first marker, then the next marker is first."""
    return step("purchase"), step("aim", OfOwner(owner))


def purchase(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-4.6: the owner of the first marker is active. PR-4.19: the sequence ends without markers."""
    s.schemed = 0
    if s.track:
        s.stack += purchase_of(s.track[0])
    else:
        s.stack.append(step("clean_up"))


def targets(t: Lookup, s: State, owner: int) -> list[int]:
    """PR-4.8: tiles in a line with an own token, not reserved by others; PR-12.1: an own reserved one if payable."""
    grid, crossing = s.grid, t.crossing
    apart = {end for end, by in enumerate(s.end_owner) if by == owner}.isdisjoint
    found = [cell for cell in t.used_cells[s.seats] if grid[cell] != EMPTY and not apart(crossing[cell])]
    for seat, cell in enumerate(s.reserved):
        if cell in found and (seat != owner or price(t, s, cell, owner) > s.money[owner]):
            found.remove(cell)
    return found


def aim(t: Lookup, s: State, args: OfOwner, ev: Events) -> None:
    """The active player names a tile; PR-4.18: without a legal target the marker is lost (A-12)."""
    owner = args.owner
    if targets(t, s, owner):
        s.stack.append(("target", s.controller if owner == NEUTRAL else owner, args))
    elif owner != NEUTRAL and could_play(t, s, owner, -1):
        then(s.stack, ("window", owner, Window(NO_TARGET, -1)), step("last_aim", args))
    else:
        forfeit(s, owner, ev)


def last_aim(t: Lookup, s: State, args: OfOwner, ev: Events) -> None:
    """After a last chance to play a card."""
    if targets(t, s, args.owner):
        s.stack.append(("target", args.owner, args))
    else:
        forfeit(s, args.owner, ev)


def forfeit(s: State, owner: int, ev: Events) -> None:
    s.track.remove(owner)
    ev.append(Event("marker_forfeited", (owner,)))


def target_offers(t: Lookup, s: State, seat: int, args: OfOwner) -> list[Action]:
    row = t.a["target"]
    cards = playable(t, s, seat, -1) if args.owner != NEUTRAL else []
    return cards + [row[cell] for cell in targets(t, s, args.owner)]


def target_resolve(t: Lookup, s: State, seat: int, args: OfOwner, action: Action, ev: Events) -> None:
    """PR-4.9: reveal the bids. PR-12.1: an own reserved tile is bought at once, whatever the ranking (A-19)."""
    if action.kind == "play":
        begin(t, s, seat, action.args[0], BEFORE_TARGET, -1)
        return
    owner, (cell,) = args.owner, action.args
    ev.append(Event("tile_targeted", (seat, owner, cell)))
    reveal(t, s, cell, ev)
    if owner == NEUTRAL:
        neutral.pass_control(s, ev)
    elif s.reserved[owner] == cell:
        buy(t, s, owner, cell, ev)
        return
    s.stack.append(step("contest", Contest(cell, owner)))
    if owner != NEUTRAL:
        ask(t, s, owner, AFTER_REVEAL, cell)


def target_refuse(t: Lookup, s: State, seat: int, args: OfOwner, action: Action) -> Refusal | None:
    owner = args.owner
    if action.kind == "play":
        return refuse_play(t, s, seat, action.args[0], -1, neutral=owner == NEUTRAL)
    if action.kind != "target":
        return None
    (cell,), name = action.args, t.cells[action.args[0]]
    if cell not in t.used_cells[s.seats]:
        return Refusal("PR-2.10", "refuse.cell.not_on_grid", (name,))
    if s.grid[cell] == EMPTY:
        return Refusal("PR-4.8", "refuse.cell.empty", (name,))
    if cell in s.reserved and s.reserved.index(cell) != owner:
        return Refusal("PR-12.1", "refuse.cell.reserved", (name, reserved_by(s, cell)))
    if not own_tokens(t, s, cell, owner):
        if owner == NEUTRAL:
            return Refusal("PR-11.5", "refuse.target.neutral_no_token", (name,))
        return Refusal("PR-4.8", "refuse.target.no_token", (name,))
    if cell in s.reserved and price(t, s, cell, owner) > s.money[owner]:
        return Refusal("PR-12.1", "refuse.money", (price(t, s, cell, owner), s.money[owner]))
    return None


# Who wins the crossing


def contest(t: Lookup, s: State, args: Contest, ev: Events) -> None:
    """Rank the bidders and ask whoever has to decide."""
    cell, active = args.cell, args.active
    ranks = ranking(t, s, cell)
    ev.append(Event("bids_ranked", (cell, ranks[0])))
    needed = lobby_needed(t, s, cell, active, ranks) if active != NEUTRAL else 0
    if needed:
        s.stack.append(("lobby", active, Lobby(cell, needed)))
    else:
        crossing_won(t, s, cell, active, ranks[0], ev)


def lobby_needed(t: Lookup, s: State, cell: int, active: int, ranks: list[int]) -> int:
    """PR-4.11: the smallest number of lobby tokens that makes the active player first, or 0 if it cannot be done."""
    if active not in ranks or ranks[0] == active or price(t, s, cell, active) > s.money[active]:
        return 0
    for k in range(1, s.lobby[active] + 1):
        if ranking(t, s, cell, active, k * t.n.lobby_bid_bonus)[0] == active:
            return k
    return 0


def lobby_fault(t: Lookup, s: State, cell: int, active: int) -> Refusal | None:
    """PR-4.11: why the active player cannot add lobby tokens to the revealed bids; None: that can be done."""
    ranks, have = ranking(t, s, cell), s.lobby[active]
    if active not in ranks:
        return Refusal("PR-4.11", "refuse.lobby.no_bid", (t.cells[cell],))
    if ranks[0] == active:
        return Refusal("PR-4.11", "refuse.lobby.first", (t.cells[cell],))
    amount = price(t, s, cell, active)
    if amount > s.money[active]:
        return Refusal("PR-4.11", "refuse.money", (amount, s.money[active]))
    if lobby_needed(t, s, cell, active, ranks):
        return None
    needed = have + 1
    while ranking(t, s, cell, active, needed * t.n.lobby_bid_bonus)[0] != active:
        needed += 1
    return Refusal("PR-4.11", "refuse.lobby.too_few", (needed, have))


def lobby_offers(t: Lookup, s: State, seat: int, args: Lobby) -> list[Action]:
    return [t.one["lobby"], t.one["no-lobby"]]


def lobby_refuse(t: Lookup, s: State, seat: int, args: Lobby, action: Action) -> Refusal | None:
    return second_card(t, s, seat, action)


def lobby_resolve(t: Lookup, s: State, seat: int, args: Lobby, action: Action, ev: Events) -> None:
    cell, needed = args.cell, args.needed
    if action.kind == "lobby":
        # The tokens lie with the bid and go back to the supply when the purchase is complete.
        s.stack.append(step("lobby_back", LobbyBack(seat, needed)))
        ev.append(Event("lobby_spent", (seat, needed)))
        buy(t, s, seat, cell, ev)
    else:
        crossing_won(t, s, cell, seat, ranking(t, s, cell)[0], ev)


def lobby_back(t: Lookup, s: State, args: LobbyBack, ev: Events) -> None:
    s.lobby = put(s.lobby, args.seat, s.lobby[args.seat] - args.amount)


def crossing_won(t: Lookup, s: State, cell: int, active: int, winner: int, ev: Events) -> None:
    """What happens once the winner of the crossing is known."""
    if winner == NEUTRAL:
        neutral.wins(t, s, cell, active, ev)
    elif winner != active:
        s.stack.append(("winner", winner, Contest(cell, active)))
    elif can_buy(t, s, cell, active, 0):
        buy(t, s, active, cell, ev)
    else:
        # PR-4.17: an active winner who cannot pay sells.
        s.stack.append(step("sale", Sale(cell, active, seller=winner, bidder=0)))


def can_buy(t: Lookup, s: State, cell: int, seat: int, extra: int) -> bool:
    """PR-4.7, PR-4.17: a marker left, so fewer than two tiles this round, and the money."""
    return seat in s.track and price(t, s, cell, seat) + extra <= s.money[seat]


def winner_offers(t: Lookup, s: State, seat: int, args: Contest) -> list[Action]:
    """PR-4.14: to buy, or to sell."""
    sell = t.one["sell"]
    return [t.one["buy"], sell] if can_buy(t, s, args.cell, seat, 0) else [sell]


def winner_resolve(t: Lookup, s: State, seat: int, args: Contest, action: Action, ev: Events) -> None:
    cell, active = args.cell, args.active
    if action.kind == "buy":
        buy(t, s, seat, cell, ev)
    elif active == NEUTRAL:
        # PR-11.7: on the neutral player's turn the tile goes to the bank at once.
        sell_to_bank(t, s, seat, cell, ev)
    else:
        s.stack.append(step("sale", Sale(cell, active, seller=seat, bidder=0)))


def buyer_refuse(t: Lookup, s: State, seat: int, cell: int, extra: int) -> Refusal | None:
    """PR-4.7, PR-4.17: why a bidder cannot buy; None: that can be done."""
    if can_buy(t, s, cell, seat, extra):
        return None
    if s.bought[seat] >= t.n.tiles_bought_per_round:
        return Refusal("PR-4.7", "refuse.buy.two_tiles", (s.bought[seat],))
    if seat not in s.track:
        return Refusal("PR-4.7", "refuse.buy.no_marker")
    return Refusal("PR-4.17", "refuse.money", (price(t, s, cell, seat) + extra, s.money[seat]))


def winner_refuse(t: Lookup, s: State, seat: int, args: Contest, action: Action) -> Refusal | None:
    if action.kind == "buy":
        return buyer_refuse(t, s, seat, args.cell, 0)
    return second_card(t, s, seat, action)


def window_refuse(t: Lookup, s: State, seat: int, args: Window, action: Action) -> Refusal | None:
    """PR-5.4: after the reveal the bids lie open, so what they will lead to can be said."""
    place, cell = args.place, args.target
    if action.kind == "play":
        return refuse_play(t, s, seat, action.args[0], cell)
    if place != AFTER_REVEAL:
        return None
    if action.kind == "lobby":
        return lobby_fault(t, s, cell, seat)
    if action.kind == "sell" and ranking(t, s, cell)[0] == seat and can_buy(t, s, cell, seat, 0):
        return Refusal("PR-4.13", "refuse.sell.must_buy", (t.cells[cell],))
    return None


# Sales


def surcharge(t: Lookup, seller: int) -> int:
    """PR-4.15, PR-11.8: what a buyer pays on top."""
    return t.n.neutral_surcharge if seller == NEUTRAL else t.n.sale_compensation


def sale(t: Lookup, s: State, args: Sale, ev: Events) -> None:
    """PR-4.15: offer the tile to the other bidders by rank; those who cannot buy are skipped, so is N (PR-11.9)."""
    cell, active, seller, start = args.cell, args.active, args.seller, args.bidder
    bidders = [o for o in ranking(t, s, cell) if o != seller]
    for i in range(start, len(bidders)):
        bidder = bidders[i]
        if bidder != NEUTRAL and can_buy(t, s, cell, bidder, surcharge(t, seller)):
            s.stack.append(("offer", bidder, Sale(cell, active, seller, i)))
            return
    if seller != NEUTRAL:
        sell_to_bank(t, s, seller, cell, ev)
        return
    neutral.loses_tile(t, s, cell, s.controller, ev)


def sell_to_bank(t: Lookup, s: State, seller: int, cell: int, ev: Events) -> None:
    """PR-4.16: the token comes back, the bank pays, the tile leaves the game."""
    asked = give_up(t, s, cell, seller, seller, BACK, ev)
    s.money[seller] += t.n.bank_compensation
    ev.append(Event("sold_to_bank", (seller, cell, t.n.bank_compensation)))
    remove_tile(s, cell, ev)
    s.stack += asked


def offer_offers(t: Lookup, s: State, seat: int, args: Sale) -> list[Action]:
    return [t.one["accept"], t.one["decline"]]


def offer_refuse(t: Lookup, s: State, seat: int, args: Sale, action: Action) -> Refusal | None:
    if action.kind == "lobby" and seat == args.active:
        return lobby_fault(t, s, args.cell, seat)
    return second_card(t, s, seat, action)


def offer_resolve(t: Lookup, s: State, seat: int, args: Sale, action: Action, ev: Events) -> None:
    cell, active, seller, i = args.cell, args.active, args.seller, args.bidder
    if action.kind == "decline":
        ev.append(Event("offer_declined", (seat, cell)))
        s.stack.append(step("sale", Sale(cell, active, seller, i + 1)))
        return
    extra = surcharge(t, seller)
    s.money[seat] -= extra
    if seller == NEUTRAL:
        asked = neutral.gives_up(t, s, cell, s.controller, ev)
    else:
        asked = give_up(t, s, cell, seller, seller, BACK, ev)
        s.money[seller] += extra
    ev.append(Event("tile_sold", (seller, seat, cell, extra)))
    buy(t, s, seat, cell, ev, asked)


# Buying


def buy(t: Lookup, s: State, buyer: int, cell: int, ev: Events, seller: Sequence[Frame] = ()) -> None:
    """PR-4.13: lose the highest token, pay the price, remove the own first marker, take the tile.

    `seller`: what is still asked of who sold it, after the buyer.
    """
    amount, token = price(t, s, cell, buyer), max(own_tokens(t, s, cell, buyer))
    asked = give_up(t, s, cell, buyer, buyer, LOST, ev)
    s.money[buyer] -= amount
    s.track.remove(buyer)
    s.bought = put(s.bought, buyer, s.bought[buyer] + 1)
    if s.reserved[buyer] == cell:
        s.reserved = put(s.reserved, buyer, -1)
    ev.append(Event("tile_bought", (buyer, cell, amount, token)))
    s.stack.append(step("collect", SeatCell(buyer, cell)))
    if s.grid[cell] <= DOWN:
        s.stack.append(turned(cell))
    s.stack += (*reversed(seller), *reversed(asked))


def clean_up(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-4.23: tokens and meeples go back to their owners. PR-4.24: tiles stay as they lie."""
    for end, owner in enumerate(s.end_owner):
        if 0 <= owner < NEUTRAL:
            s.tokens[owner * len(t.bids) + t.bids.index(s.end_value[end])] += 1
    ends = len(s.end_owner)
    s.end_owner, s.end_by, s.end_value, s.end_up = [-1] * ends, [-1] * ends, [0] * ends, 0
    s.neutral = [0] * len(s.neutral)
    s.neutral_out = (0,) * len(s.neutral_out)
    s.returned = (0,) * len(s.returned)
    s.reserved = (-1,) * s.seats
    s.schemed = 0
    s.swapped = 0
    ev.append(Event("fair_ended"))
    s.stack.append(step("open_office"))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "window": Decision("PR-5.4", window_offers, window_resolve, window_refuse),
    "target": Decision("PR-4.8", target_offers, target_resolve, target_refuse),
    "lobby": Decision("PR-4.11", lobby_offers, lobby_resolve, lobby_refuse),
    "winner": Decision("PR-4.14", winner_offers, winner_resolve, winner_refuse),
    "offer": Decision("PR-4.15", offer_offers, offer_resolve, offer_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "purchase": purchase,
    "aim": aim,
    "last_aim": last_aim,
    "contest": contest,
    "lobby_back": lobby_back,
    "sale": sale,
    "clean_up": clean_up,
}
