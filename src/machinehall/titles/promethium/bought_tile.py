"""Chapter 4, elements of a bought tile, with the two scheme cards of that moment: Persuasion and Industrial Theft."""

from __future__ import annotations

from machinehall.kernel.rules import Args, Decision, Events, Step, step
from machinehall.kernel.values import Action, Event, Refusal

from .scheme_cards import pocket
from .schemes import cost, may_react, not_in_hand, wrong_moment
from .setup import give, share_out
from .state import RESERVE, SEATS, State
from .tables import Tables


def collect(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.21: the buyer takes the tile and may declare Persuasion, then the opponents may answer."""
    buyer, cell = args
    tile = s.grid[cell]
    pocket(t, s, args, ev)
    if may_react(t, s, buyer, "persuasion") and available(t, s, tile):
        s.stack.append(("persuasion", buyer, (tile,)))
    else:
        s.stack.append(step("thieves", buyer, tile, 1, 0))


def available(t: Tables, s: State, tile: int) -> list[int]:
    """PR-4.22: pictured elements that the Reserve still has (A-29)."""
    return [kind for kind in t.tile_elements[tile] if s.elements[RESERVE * len(t.elements) + kind]]


# Persuasion (PR-12.6)


def persuasion_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    card = t.sch["persuasion"]
    return [t.one["skip"], t.a["play"][card]] if s.hand[seat] >> card & 1 else [t.one["skip"]]


def persuasion_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    declared = int(action.kind == "play")
    if declared:
        play_card(t, s, seat, "persuasion", ev)
    s.stack.append(step("thieves", seat, args[0], 1, declared))


def persuasion_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind != "play":
        return None
    name = t.schemes[action.args[0]]
    if name != "persuasion":
        return wrong_moment(t, action.args[0])
    return not_in_hand(t, s, seat, action.args[0])


def play_card(t: Tables, s: State, seat: int, name: str, ev: Events) -> None:
    card = t.sch[name]
    price = cost(t, s, seat, card)
    s.influence[seat] -= price
    s.hand[seat] ^= 1 << card
    s.used[seat] |= 1 << card
    s.schemed |= 1 << seat
    ev.append(Event("scheme_played", (seat, card, price)))


def take_back_persuasion(t: Tables, s: State, seat: int, ev: Events) -> None:
    """A-20: the cancelled card returns to the hand, its influence too, and it does not count as played."""
    card = t.sch["persuasion"]
    s.influence[seat] += cost(t, s, seat, card)
    s.hand[seat] |= 1 << card
    s.used[seat] ^= 1 << card
    s.schemed ^= 1 << seat
    ev.append(Event("persuasion_cancelled", (seat, card)))


# Industrial Theft (PR-12.5)


def thieves(t: Tables, s: State, args: Args, ev: Events) -> None:
    """Ask the opponents clockwise from the buyer (A-21)."""
    buyer, tile, k, persuaded = args
    for i in range(k, s.seats):
        seat = (buyer + i) % s.seats
        if may_react(t, s, seat, "industrial_theft") and available(t, s, tile):
            s.stack.append(("theft", seat, (buyer, tile, i, persuaded)))
            return
    s.stack.append(step("share", buyer, tile, persuaded))


def theft_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    offers = [t.one["skip"]]
    if s.hand[seat] >> t.sch["industrial_theft"] & 1:
        row = t.a["steal"]
        offers += [row[kind] for kind in available(t, s, args[1])]
    return offers


def theft_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    """The thief takes one element, the buyer the others; nothing goes to the Stock."""
    buyer, tile, k, persuaded = args
    if action.kind == "skip":
        s.stack.append(step("thieves", buyer, tile, k + 1, persuaded))
        return
    play_card(t, s, seat, "industrial_theft", ev)
    if persuaded:
        take_back_persuasion(t, s, buyer, ev)
    stolen = action.args[0]
    kinds = available(t, s, tile)
    give(t, s, RESERVE, SEATS + seat, stolen, ev)
    share_out(t, s, buyer, [kind for kind in kinds if kind != stolen], -1, ev)
    s.stack.append(step("purchase_bonus", buyer))


def theft_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind != "steal":
        return None
    name = t.elements[action.args[0]]
    if not s.hand[seat] >> t.sch["industrial_theft"] & 1:
        return not_in_hand(t, s, seat, t.sch["industrial_theft"])
    if action.args[0] not in t.tile_elements[args[1]]:
        return Refusal("PR-12.5", "refuse.stock.not_on_tile", (name, t.tiles[args[1]]))
    return Refusal("PR-4.22", "refuse.stock.not_in_reserve", (name,))


# Dealing the elements


def share(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.20: two of three are kept, the third goes to the Stock. With Persuasion, or a shortage, all are kept."""
    buyer, tile, persuaded = args
    kinds = available(t, s, tile)
    s.stack.append(step("purchase_bonus", buyer))
    if persuaded or len(kinds) <= t.n.elements_kept_per_tile:
        share_out(t, s, buyer, kinds, -1, ev)
    else:
        s.stack.append(("stock", buyer, (tile,)))


def stock_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    row = t.a["stock"]
    return [row[kind] for kind in t.tile_elements[args[0]]]


def stock_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    share_out(t, s, seat, t.tile_elements[args[0]], action.args[0], ev)


def stock_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind == "stock":
        return Refusal("PR-4.20", "refuse.stock.not_on_tile", (t.elements[action.args[0]], t.tiles[args[0]]))
    return None


def purchase_bonus(t: Tables, s: State, args: Args, ev: Events) -> None:
    """PR-4.21 (4): the holder of `lobby_on_purchase` gains a lobby token."""
    (buyer,) = args
    if s.improvements[t.imp["lobby_on_purchase"]] == buyer:
        gain_lobby(t, s, buyer, t.effect["lobby_on_purchase"]["lobby"], ev)


def gain_lobby(t: Tables, s: State, seat: int, amount: int, ev: Events) -> None:
    """Lobby tokens from the supply, as far as it lasts (A-31)."""
    if s.options[t.option["lobby_supply_limited"]]:
        amount = min(amount, t.n.lobby_supply - sum(s.lobby))
    if amount > 0:
        s.lobby[seat] += amount
        ev.append(Event("lobby_gained", (seat, amount)))


DECISIONS = {
    "persuasion": Decision("PR-4.21", persuasion_offers, persuasion_resolve, persuasion_refuse),
    "theft": Decision("PR-4.21", theft_offers, theft_resolve, theft_refuse),
    "stock": Decision("PR-4.20", stock_offers, stock_resolve, stock_refuse),
}
STEPS: dict[str, Step] = {"collect": collect, "thieves": thieves, "share": share, "purchase_bonus": purchase_bonus}
