"""Chapter 4, elements of a bought tile, with the two scheme cards of that moment: Persuasion and Industrial Theft."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.promethium.frames import OfSeat, OfTile, SeatCell, Share, Thieves
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import RESERVE, SEATS, State

from .scheme_cards import pocket
from .schemes import cost, may_react, not_in_hand, second_card, wrong_moment
from .setup import give, not_on_tile, share_out


def collect(t: Lookup, s: State, args: SeatCell, ev: Events) -> None:
    """PR-4.21: the buyer takes the tile and may declare Persuasion, then the opponents may answer."""
    buyer, cell = args.seat, args.cell
    tile = s.grid[cell]
    pocket(t, s, args, ev)
    if may_react(t, s, buyer, "persuasion") and available(t, s, tile):
        s.stack.append(("persuasion", buyer, OfTile(tile)))
    else:
        s.stack.append(step("thieves", Thieves(buyer, tile, distance=1, persuaded=0)))


def available(t: Lookup, s: State, tile: int) -> list[int]:
    """PR-4.22: pictured elements that the Reserve still has (A-29)."""
    return [kind for kind in t.tile_elements[tile] if s.elements[RESERVE * len(t.elements) + kind]]


# Persuasion (PR-12.6)


def persuasion_offers(t: Lookup, s: State, seat: int, args: OfTile) -> list[Action]:
    card = t.sch["persuasion"]
    return [t.one["skip"], t.a["play"][card]] if s.hand[seat] >> card & 1 else [t.one["skip"]]


def persuasion_resolve(t: Lookup, s: State, seat: int, args: OfTile, action: Action, ev: Events) -> None:
    declared = int(action.kind == "play")
    if declared:
        play_card(t, s, seat, "persuasion", ev)
    s.stack.append(step("thieves", Thieves(seat, args.tile, distance=1, persuaded=declared)))


def persuasion_refuse(t: Lookup, s: State, seat: int, args: OfTile, action: Action) -> Refusal | None:
    if action.kind != "play":
        return bought(t, args.tile) if action.kind == "sell" else None
    name = t.schemes[action.args[0]]
    if name != "persuasion":
        return wrong_moment(t, action.args[0])
    return None if s.hand[seat] >> action.args[0] & 1 else not_in_hand(t, s, seat, action.args[0])


def play_card(t: Lookup, s: State, seat: int, name: str, ev: Events) -> None:
    card = t.sch[name]
    price = cost(t, s, seat, card)
    s.influence[seat] -= price
    s.hand[seat] ^= 1 << card
    s.used[seat] |= 1 << card
    s.schemed |= 1 << seat
    ev.append(Event("scheme_played", (seat, card, price)))


def take_back_persuasion(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """A-20: the cancelled card returns to the hand, its influence too, and it does not count as played."""
    card = t.sch["persuasion"]
    s.influence[seat] += cost(t, s, seat, card)
    s.hand[seat] |= 1 << card
    s.used[seat] ^= 1 << card
    s.schemed ^= 1 << seat
    ev.append(Event("persuasion_cancelled", (seat, card)))


# Industrial Theft (PR-12.5)


def thieves(t: Lookup, s: State, args: Thieves, ev: Events) -> None:
    """Ask the opponents clockwise from the buyer (A-21)."""
    buyer, tile, k, persuaded = args.buyer, args.tile, args.distance, args.persuaded
    for i in range(k, s.seats):
        seat = (buyer + i) % s.seats
        if may_react(t, s, seat, "industrial_theft") and available(t, s, tile):
            s.stack.append(("theft", seat, Thieves(buyer, tile, i, persuaded)))
            return
    s.stack.append(step("share", Share(buyer, tile, persuaded)))


def theft_offers(t: Lookup, s: State, seat: int, args: Thieves) -> list[Action]:
    offers = [t.one["skip"]]
    if s.hand[seat] >> t.sch["industrial_theft"] & 1:
        row = t.a["steal"]
        offers += [row[kind] for kind in available(t, s, args.tile)]
    return offers


def theft_resolve(t: Lookup, s: State, seat: int, args: Thieves, action: Action, ev: Events) -> None:
    """The thief takes one element, the buyer the others; nothing goes to the Stock."""
    buyer, tile, k, persuaded = args.buyer, args.tile, args.distance, args.persuaded
    if action.kind == "skip":
        s.stack.append(step("thieves", Thieves(buyer, tile, k + 1, persuaded)))
        return
    play_card(t, s, seat, "industrial_theft", ev)
    if persuaded:
        take_back_persuasion(t, s, buyer, ev)
    stolen = action.args[0]
    kinds = available(t, s, tile)
    give(t, s, RESERVE, SEATS + seat, stolen, ev)
    share_out(t, s, buyer, [kind for kind in kinds if kind != stolen], -1, ev)
    s.stack.append(step("purchase_bonus", OfSeat(buyer)))


def theft_refuse(t: Lookup, s: State, seat: int, args: Thieves, action: Action) -> Refusal | None:
    if action.kind != "steal":
        return None
    name = t.elements[action.args[0]]
    if not s.hand[seat] >> t.sch["industrial_theft"] & 1:
        return not_in_hand(t, s, seat, t.sch["industrial_theft"])
    if action.args[0] not in t.tile_elements[args.tile]:
        return Refusal("PR-12.5", "refuse.stock.not_on_tile", (name, t.tiles[args.tile]))
    if action.args[0] not in available(t, s, args.tile):
        return Refusal("PR-4.22", "refuse.stock.not_in_reserve", (name,))
    return None


# Dealing the elements


def share(t: Lookup, s: State, args: Share, ev: Events) -> None:
    """PR-4.20: two of three are kept, the third goes to the Stock. With Persuasion, or a shortage, all are kept."""
    buyer, tile, persuaded = args.buyer, args.tile, args.persuaded
    kinds = available(t, s, tile)
    s.stack.append(step("purchase_bonus", OfSeat(buyer)))
    if persuaded or len(kinds) <= t.n.elements_kept_per_tile:
        share_out(t, s, buyer, kinds, -1, ev)
    else:
        s.stack.append(("stock", buyer, OfTile(tile)))


def stock_offers(t: Lookup, s: State, seat: int, args: OfTile) -> list[Action]:
    row = t.a["stock"]
    return [row[kind] for kind in t.tile_elements[args.tile]]


def stock_resolve(t: Lookup, s: State, seat: int, args: OfTile, action: Action, ev: Events) -> None:
    share_out(t, s, seat, t.tile_elements[args.tile], action.args[0], ev)


def stock_refuse(t: Lookup, s: State, seat: int, args: OfTile, action: Action) -> Refusal | None:
    if action.kind == "stock":
        return not_on_tile(t, args.tile, action.args[0], "PR-4.20")
    if action.kind == "play" and action.args[0] == t.sch["persuasion"]:
        return no_persuasion(t, s, seat)
    return bought(t, args.tile) if action.kind == "sell" else second_card(t, s, seat, action)


def no_persuasion(t: Lookup, s: State, seat: int) -> Refusal | None:
    """Why a buyer is not asked for Persuasion before the elements are dealt."""
    card = t.sch["persuasion"]
    price = cost(t, s, seat, card)
    if not s.hand[seat] >> card & 1:
        return not_in_hand(t, s, seat, card)
    if s.schemed >> seat & 1:
        return Refusal("PR-5.3", "refuse.play.one_a_turn", (t.schemes[card],))
    return Refusal("PR-5.2", "refuse.influence", (price, s.influence[seat])) if price > s.influence[seat] else None


def bought(t: Lookup, tile: int) -> Refusal:
    """PR-4.13: who is active and first has no choice, and for the others it has been made."""
    return Refusal("PR-4.13", "refuse.sell.bought", (t.tiles[tile],))


def purchase_bonus(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """PR-4.21 (4): the holder of `lobby_on_purchase` gains a lobby token."""
    buyer = args.seat
    if s.improvements[t.imp["lobby_on_purchase"]] == buyer:
        gain_lobby(t, s, buyer, t.effect["lobby_on_purchase"]["lobby"], ev)


def gain_lobby(t: Lookup, s: State, seat: int, amount: int, ev: Events) -> None:
    """Lobby tokens from the supply, as far as it lasts (A-31)."""
    if s.options[t.option["lobby_supply_limited"]]:
        amount = min(amount, t.n.lobby_supply - sum(s.lobby))
    if amount > 0:
        s.lobby = put(s.lobby, seat, s.lobby[seat] + amount)
        ev.append(Event("lobby_gained", (seat, amount)))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "persuasion": Decision("PR-4.21", persuasion_offers, persuasion_resolve, persuasion_refuse),
    "theft": Decision("PR-4.21", theft_offers, theft_resolve, theft_refuse),
    "stock": Decision("PR-4.20", stock_offers, stock_resolve, stock_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "collect": collect,
    "thieves": thieves,
    "share": share,
    "purchase_bonus": purchase_bonus,
}
