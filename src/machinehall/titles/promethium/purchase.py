"""Chapter 4, second half: the purchase sequence of the Industry Fair."""

from __future__ import annotations

from machinehall.kernel.rules import Args, Decision, Events, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Frame, Refusal

from . import neutral
from .crossing import own_tokens, price, ranking, take_off
from .scheme_cards import remove_tile, reveal
from .schemes import AFTER_REVEAL, BEFORE_TARGET, NO_TARGET, ask, begin, could_play, playable, refuse_play
from .state import DOWN, EMPTY, NEUTRAL, State
from .tables import Tables
from .whereabouts import reserved_by

# The active player


def purchase(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.6: the owner of the first marker is active. PR-4.19: the sequence ends without markers."""
    s.schemed = 0
    if s.track:
        then(s.stack, step("aim", s.track[0]), step("purchase"))
    else:
        s.stack.append(step("clean_up"))


def targets(t: Tables, s: State, owner: int) -> list[int]:
    """PR-4.8: tiles in a line with an own token, not reserved by others; PR-12.1: an own reserved one if payable."""
    grid, owners, crossing = s.grid, s.end_owner, t.crossing
    lines = [owners[2 * i] == owner or owners[2 * i + 1] == owner for i in range(len(t.lines))]
    found = []
    for cell in t.used_cells[s.seats]:
        if grid[cell] == EMPTY:
            continue
        west, _, north, _ = crossing[cell]
        if lines[west >> 1] or lines[north >> 1]:
            found.append(cell)
    for seat, cell in enumerate(s.reserved):
        if cell in found and (seat != owner or price(t, s, cell, owner) > s.money[owner]):
            found.remove(cell)
    return found


def aim(t: Tables, s: State, args: Args, ev: Events) -> None:
    """The active player names a tile; PR-4.18: without a legal target the marker is lost (A-12)."""
    (owner,) = args
    if targets(t, s, owner):
        s.stack.append(("target", s.controller if owner == NEUTRAL else owner, args))
    elif owner != NEUTRAL and could_play(t, s, owner, -1):
        then(s.stack, ("window", owner, (NO_TARGET, -1)), step("last_aim", owner))
    else:
        forfeit(s, owner, ev)


def last_aim(t: Tables, s: State, args: Args, ev: Events) -> None:
    """After a last chance to play a card."""
    if targets(t, s, args[0]):
        s.stack.append(("target", args[0], args))
    else:
        forfeit(s, args[0], ev)


def forfeit(s: State, owner: int, ev: Events) -> None:
    s.track.remove(owner)
    ev.append(Event("marker_forfeited", (owner,)))


def target_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    row = t.a["target"]
    cards = playable(t, s, seat, -1) if args[0] != NEUTRAL else []
    return cards + [row[cell] for cell in targets(t, s, args[0])]


def target_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """PR-4.9: reveal the bids. PR-12.1: an own reserved tile is bought at once, whatever the ranking (A-19)."""
    if action.kind == "play":
        begin(t, s, seat, action.args[0], BEFORE_TARGET, -1)
        return
    (owner,), (cell,) = args, action.args
    ev.append(Event("tile_targeted", (seat, owner, cell)))
    reveal(t, s, cell, ev)
    if owner == NEUTRAL:
        neutral.pass_control(s, ev)
    elif s.reserved[owner] == cell:
        buy(t, s, owner, cell, ev)
        return
    s.stack.append(step("contest", cell, owner))
    if owner != NEUTRAL:
        ask(t, s, owner, AFTER_REVEAL, cell)


def target_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    (owner,) = args
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
        return Refusal("PR-4.8", "refuse.target.no_token", (name,))
    return Refusal("PR-12.1", "refuse.money", (price(t, s, cell, owner), s.money[owner]))


# Who wins the crossing


def contest(t: Tables, s: State, args: Args, ev: Events) -> None:
    """Rank the bidders and ask whoever has to decide."""
    cell, active = args
    ranks = ranking(t, s, cell)
    ev.append(Event("bids_ranked", (cell, ranks[0])))
    needed = lobby_needed(t, s, cell, active, ranks) if active != NEUTRAL else 0
    if needed:
        s.stack.append(("lobby", active, (cell, needed)))
    else:
        settle(t, s, cell, active, ranks[0], ev)


def lobby_needed(t: Tables, s: State, cell: int, active: int, ranks: list[int]) -> int:
    """PR-4.11: the smallest number of lobby tokens that makes the active player first, or 0 if it cannot be done."""
    if active not in ranks or ranks[0] == active or price(t, s, cell, active) > s.money[active]:
        return 0
    for k in range(1, s.lobby[active] + 1):
        if ranking(t, s, cell, active, k * t.n.lobby_bid_bonus)[0] == active:
            return k
    return 0


def lobby_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    return [t.one["lobby"], t.one["no-lobby"]]


def lobby_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    cell, needed = args
    if action.kind == "lobby":
        # The tokens lie with the bid and go back to the supply when the purchase is complete.
        s.stack.append(step("lobby_back", seat, needed))
        ev.append(Event("lobby_spent", (seat, needed)))
        buy(t, s, seat, cell, ev)
    else:
        settle(t, s, cell, seat, ranking(t, s, cell)[0], ev)


def lobby_back(t: Tables, s: State, args: Args, ev: Events) -> None:
    seat, amount = args
    s.lobby[seat] -= amount


def settle(t: Tables, s: State, cell: int, active: int, winner: int, ev: Events) -> None:
    """What happens once the winner of the crossing is known."""
    if winner == NEUTRAL:
        neutral.wins(t, s, cell, active, ev)
    elif winner != active:
        s.stack.append(("winner", winner, (cell, active)))
    elif can_buy(t, s, cell, active, 0):
        buy(t, s, active, cell, ev)
    else:
        # PR-4.17: an active winner who cannot pay sells.
        s.stack.append(step("sale", cell, active, winner, 0))


def can_buy(t: Tables, s: State, cell: int, seat: int, extra: int) -> bool:
    """PR-4.7, PR-4.17: a marker left, so fewer than two tiles this round, and the money."""
    return seat in s.track and price(t, s, cell, seat) + extra <= s.money[seat]


def winner_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """PR-4.14: to buy, or to sell."""
    sell = t.one["sell"]
    return [t.one["buy"], sell] if can_buy(t, s, args[0], seat, 0) else [sell]


def winner_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    cell, active = args
    if action.kind == "buy":
        buy(t, s, seat, cell, ev)
    elif active == NEUTRAL:
        # PR-11.7: on the neutral player's turn the tile goes to the bank at once.
        sell_to_bank(t, s, seat, cell, ev)
    else:
        s.stack.append(step("sale", cell, active, seat, 0))


def buyer_refuse(t: Tables, s: State, seat: int, cell: int, extra: int) -> Refusal:
    if s.bought[seat] >= t.n.tiles_bought_per_round:
        return Refusal("PR-4.7", "refuse.buy.two_tiles", (s.bought[seat],))
    if seat not in s.track:
        return Refusal("PR-4.7", "refuse.buy.no_marker")
    return Refusal("PR-4.17", "refuse.money", (price(t, s, cell, seat) + extra, s.money[seat]))


def winner_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    return buyer_refuse(t, s, seat, args[0], 0) if action.kind == "buy" else None


# Sales


def surcharge(t: Tables, seller: int) -> int:
    """PR-4.15, PR-11.8: what a buyer pays on top."""
    return t.n.neutral_surcharge if seller == NEUTRAL else t.n.sale_compensation


def sale(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.15: offer the tile to the other bidders by rank; those who cannot buy are skipped, so is N (PR-11.9)."""
    cell, active, seller, start = args
    bidders = [o for o in ranking(t, s, cell) if o != seller]
    for i in range(start, len(bidders)):
        bidder = bidders[i]
        if bidder != NEUTRAL and can_buy(t, s, cell, bidder, surcharge(t, seller)):
            s.stack.append(("offer", bidder, (cell, active, seller, i)))
            return
    if seller != NEUTRAL:
        sell_to_bank(t, s, seller, cell, ev)
        return
    neutral.loses_tile(t, s, cell, ev)


def sell_to_bank(t: Tables, s: State, seller: int, cell: int, ev: Events) -> None:
    """PR-4.16: the token comes back, the bank pays, the tile leaves the game."""
    token_back(t, s, seller, cell, ev)
    s.money[seller] += t.n.bank_compensation
    ev.append(Event("sold_to_bank", (seller, cell, t.n.bank_compensation)))
    remove_tile(s, cell, ev)


def token_back(t: Tables, s: State, seller: int, cell: int, ev: Events) -> None:
    """The seller's highest token there returns behind the screen, for later rounds (A-40)."""
    value = take_off(t, s, cell, seller)
    i = seller * len(t.bids) + t.bids.index(value)
    s.tokens[i] += 1
    s.returned[i] += 1
    ev.append(Event("token_returned", (seller, value)))


def offer_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    return [t.one["accept"], t.one["decline"]]


def offer_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    cell, active, seller, i = args
    if action.kind == "decline":
        ev.append(Event("offer_declined", (seat, cell)))
        s.stack.append(step("sale", cell, active, seller, i + 1))
        return
    extra = surcharge(t, seller)
    s.money[seat] -= extra
    if seller == NEUTRAL:
        take_off(t, s, cell, NEUTRAL)
    else:
        token_back(t, s, seller, cell, ev)
        s.money[seller] += extra
    ev.append(Event("tile_sold", (seller, seat, cell, extra)))
    buy(t, s, seat, cell, ev)


# Buying


def buy(t: Tables, s: State, buyer: int, cell: int, ev: Events) -> None:
    """PR-4.13: lose the highest token, pay the price, remove the own first marker, take the tile."""
    amount = price(t, s, cell, buyer)
    token = take_off(t, s, cell, buyer)
    s.lost[buyer * len(t.bids) + t.bids.index(token)] += 1
    s.money[buyer] -= amount
    s.track.remove(buyer)
    s.bought[buyer] += 1
    if s.reserved[buyer] == cell:
        s.reserved[buyer] = -1
    ev.append(Event("tile_bought", (buyer, cell, amount, token)))
    turn: list[Frame] = [("turn", CHANCE, (cell,))] if s.grid[cell] <= DOWN else []
    then(s.stack, *turn, step("collect", buyer, cell))


def clean_up(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.23: tokens and meeples go back to their owners. PR-4.24: tiles stay as they lie."""
    for end, owner in enumerate(s.end_owner):
        if 0 <= owner < NEUTRAL:
            s.tokens[owner * len(t.bids) + t.bids.index(s.end_value[end])] += 1
    ends = len(s.end_owner)
    s.end_owner, s.end_by, s.end_value, s.end_up = [-1] * ends, [-1] * ends, [0] * ends, 0
    s.neutral = [0] * len(s.neutral)
    s.neutral_out = [0] * len(s.neutral_out)
    s.returned = [0] * len(s.returned)
    s.reserved = [-1] * s.seats
    s.schemed = 0
    s.swapped = 0
    ev.append(Event("fair_ended"))
    s.stack.append(step("open_office"))


DECISIONS = {
    "target": Decision("PR-4.8", target_offers, target_resolve, target_refuse),
    "lobby": Decision("PR-4.11", lobby_offers, lobby_resolve, lambda *_: None),
    "winner": Decision("PR-4.14", winner_offers, winner_resolve, winner_refuse),
    "offer": Decision("PR-4.15", offer_offers, offer_resolve, lambda *_: None),
}
STEPS: dict[str, Step] = {
    "purchase": purchase,
    "aim": aim,
    "last_aim": last_aim,
    "contest": contest,
    "lobby_back": lobby_back,
    "sale": sale,
    "clean_up": clean_up,
}
