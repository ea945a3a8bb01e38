"""Chapters 2 and 3: set-up of the board and of the players."""

from __future__ import annotations

from typing import Any

from machinehall.kernel.frames import NOTHING, Chance, Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, Action, Event, Frame, Refusal
from machinehall.titles.nucleum.action_frames import Display, Market
from machinehall.titles.nucleum.board import Board
from machinehall.titles.nucleum.frames import Card, City, Draw, OfSeat, Place, Segment
from machinehall.titles.nucleum.lookup import END_CONDITIONS, GOLD, INITIAL, SILVER, Lookup, bits
from machinehall.titles.nucleum.options import BARONS, FIRST_GAME
from machinehall.titles.nucleum.state import NONE, ROWS, SLOTS, TRACKS, State


def opening(t: Lookup, seats: int, options: tuple[int, ...]) -> State:
    """The box unpacked: everything in its place, nothing shuffled yet (NU-2.2, NU-2.14, NU-3.1 to NU-3.8)."""
    players = seats if seats > 1 else seats + options[BARONS]
    return State(
        seats=seats,
        players=players,
        options=options,
        first=0,
        active=0,
        fulfilled_now=0,
        closing=0,
        recharged_out=0,
        conditions=(NONE,) * len(END_CONDITIONS),
        queue=((),) * (players - seats),
        logic=NONE,
        logic_deck=t.solo.all_logic if players > seats else 0,
        acted=0,
        stack=[("first", CHANCE, NOTHING)] if players == seats else [step("alone")],
        **_boards(t, players, bool(options[FIRST_GAME])),
        **_map(t, players),
        **_stacks(t, players),
    )


def _boards(t: Lookup, players: int, first_game: bool) -> dict[str, Any]:
    """What lies before each player."""
    n = t.n
    workers = n.start_workers_first_game if first_game else n.start_workers
    nothing = ("achievement", "tech", "fulfilled", "built", "own_urban", "links", "presence", "markers")
    return {
        "experiment": (NONE,) * players,
        "thaler": [n.start_thaler] * players,
        "supply": [workers] * players,
        "reserve": [n.workers - workers] * players,
        "income": (n.start_income_space,) * (TRACKS * players),
        "slots": (NONE,) * (SLOTS * players),
        "mine_site": (NONE,) * (ROWS * players),
        "uranium": (0,) * (ROWS * players),
        "turbine_site": (NONE,) * (ROWS * players),
        **dict.fromkeys(nothing, (0,) * players),
        **{field: [0] * players for field in ("vp", "pool", "row", "zeros", "recharges")},
    }


def _map(t: Lookup, players: int) -> dict[str, Any]:
    """The side of the board for so many players, empty but for the wagons (NU-2.2)."""
    b, names = t.board[players], t.names
    nothing = ("neutral_urban", "powered", "urban_debris", "mine_debris", "turbine_debris", "rail_flipped", "complete")
    return {
        "urban": (NONE,) * len(names.urban),
        "open_urban": b.urban,
        "open_mines": b.mines,
        "open_turbines": b.turbines,
        "rail_tile": (NONE,) * len(names.spaces),
        "rail_owner": (NONE,) * len(names.spaces),
        "open_spaces": b.spaces,
        "nucleums": 0,
        "track_nucleums": t.segment_nucleum,
        "wagons": tuple([wagons for region in b.wagons for wagons in (region[players], 0)]),
        "milestone": (NONE,) * len(t.segments),
        **dict.fromkeys(nothing, 0),
    }


def _stacks(t: Lookup, players: int) -> dict[str, Any]:
    """Markets without anything in them, and what may come into them."""
    return {
        "market": [NONE] * len(t.prices),
        "tiles_unseen": t.basic | t.advanced,
        "tiles_left": t.basic.bit_count() + t.advanced_in_play[players],
        "discarded_tiles": 0,
        "display": (NONE,) * (t.n.open_silver + t.n.open_gold),
        "violet": (NONE,) * len(t.back_mask),
        "contracts_unseen": (1 << len(t.contracts)) - 1,
        "silver_left": t.supply[SILVER][players],
        "gold_left": t.supply[GOLD][players],
        "discarded_contracts": 0,
        "cards": (1 << len(t.cards)) - 1,
        "neutrals": (1 << len(t.neutrals)) - 1,
        "first_card": NONE,
    }


def first_outcomes(t: Lookup, s: State, args: Nothing) -> list[tuple[Action, int]]:
    """NU-2.15: the first player is random."""
    return [(action, 1) for action in t.a["first"][: s.players]]


def first_resolve(t: Lookup, s: State, args: Nothing, action: Action, ev: Events) -> None:
    (s.first,) = action.args
    ev.append(Event("first_player", (s.first,)))
    lay_out(t, s, step("draft", OfSeat((s.first - 1) % s.players)))


def lay_out(t: Lookup, s: State, *after: Frame) -> None:
    """Chapter 2 in its order, then the Experiments of chapter 3."""
    silver = [step("refill_display", Display(NONE, place, colour=SILVER)) for place in range(t.n.open_silver)]
    gold = [
        step("refill_display", Display(NONE, place=t.n.open_silver + place, colour=GOLD))
        for place in range(t.n.open_gold)
    ]
    then(
        s.stack,
        step("refill_market", Market(NONE)),
        *(("initial", CHANCE, OfSeat(seat)) for seat in range(s.seats)),
        *(("violet", CHANCE, Place(place)) for place in range(len(s.violet))),
        *silver,
        *gold,
        *(("milestone", CHANCE, Segment(segment)) for segment in range(len(s.milestone))),
        ("card", CHANCE, Draw(1)),
        *(("card", CHANCE, Draw(0)) for _ in range(t.n.later_setup_cards)),
        *after,
    )


# Contracts and milestones


def initial_outcomes(t: Lookup, s: State, args: OfSeat) -> list[tuple[Action, int]]:
    """NU-2.4: one random initial contract for each player."""
    row = t.a["draw-contract"]
    return [(row[c], 1) for c in bits(s.contracts_unseen & t.kind_mask[INITIAL])]


def initial_resolve(t: Lookup, s: State, args: OfSeat, action: Action, ev: Events) -> None:
    """NU-3.9: in the lowest slot, without the slot's reward."""
    (seat,), (contract,) = args, action.args
    s.contracts_unseen ^= 1 << contract
    s.slots = put(s.slots, SLOTS * seat + t.initial_slot, contract)
    ev.append(Event("contract_dealt", (seat, contract)))


def violet_outcomes(t: Lookup, s: State, args: Place) -> list[tuple[Action, int]]:
    """NU-2.4: one of each violet kind; the others leave the game."""
    row = t.a["draw-contract"]
    return [(row[c], 1) for c in bits(t.back_mask[args.place])]


def violet_resolve(t: Lookup, s: State, args: Place, action: Action, ev: Events) -> None:
    (place,), (contract,) = args, action.args
    s.contracts_unseen ^= 1 << contract
    s.violet = put(s.violet, place, contract)
    ev.append(Event("violet_shown", (contract, place)))


def milestone_outcomes(t: Lookup, s: State, args: Segment) -> list[tuple[Action, int]]:
    """NU-2.5: a random tile for each segment."""
    return [(action, 1) for k, action in enumerate(t.a["draw-milestone"]) if k not in s.milestone]


def milestone_resolve(t: Lookup, s: State, args: Segment, action: Action, ev: Events) -> None:
    (segment,), (tile,) = args, action.args
    s.milestone = put(s.milestone, segment, tile)
    ev.append(Event("milestone_laid", (segment, tile)))


# Set-up cards


def card_outcomes(t: Lookup, s: State, args: Draw) -> list[tuple[Action, int]]:
    """NU-2.7."""
    row = t.a["draw-card"]
    return [(row[card], 1) for card in bits(s.cards)]


def card_resolve(t: Lookup, s: State, args: Draw, action: Action, ev: Events) -> None:
    """NU-2.8 to NU-2.12 for the first card, NU-2.13 for the others."""
    (first,), (card,) = args, action.args
    s.cards ^= 1 << card
    ev.append(Event("card_drawn", (card,)))
    if first:
        s.first_card = card
        s.stack.append(step("first_card"))
    s.stack.append(step("neutral", Card(card)))


def neutral(t: Lookup, s: State, args: Card, ev: Events) -> None:
    """NU-2.8: a neutral building in the city of row 1, if it is named, on the board and has a site for one."""
    row = t.card[args.card]
    city = t.board[s.players].city_id.get(row.neutral_city or "")
    if city is not None and s.players >= row.neutral_min_players and fitting(t, s, city):
        s.stack.append(("neutral", CHANCE, City(city)))


def neutral_site(t: Lookup, s: State, city: int, tile: int) -> int:
    """NU-2.8: where a neutral building goes in a city, -1 if nowhere."""
    b = t.board[s.players]
    return b.neutral_site(city, s.open_urban & b.city_urban[city], t.neutral_symbol[tile])


def fitting(t: Lookup, s: State, city: int) -> list[int]:
    """Neutral tiles that find a site: drawing until one fits is drawing one of these."""
    return [tile for tile in bits(s.neutrals) if neutral_site(t, s, city, tile) >= 0]


def neutral_outcomes(t: Lookup, s: State, args: City) -> list[tuple[Action, int]]:
    row = t.a["draw-neutral"]
    return [(row[tile], 1) for tile in fitting(t, s, args.city)]


def neutral_resolve(t: Lookup, s: State, args: City, action: Action, ev: Events) -> None:
    (tile,) = action.args
    site = neutral_site(t, s, args.city, tile)
    s.neutrals ^= 1 << tile
    s.urban = put(s.urban, site, t.first_neutral + tile)
    s.neutral_urban |= 1 << site
    s.open_urban ^= 1 << site
    ev.append(Event("neutral_placed", (tile, site)))


def first_card(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """NU-2.9 to NU-2.12: the fourth Nucleum without bonus, then debris."""
    row, b = t.card[s.first_card], t.board[s.players]
    plant = t.names.plants.index(row.nucleum)
    s.nucleums |= 1 << plant
    ev.append(Event("nucleum_placed", (NONE, plant)))
    if s.players == t.n.turbine_debris_players:
        for slot in bits(b.turbines):
            if b.turbine_min[slot] > s.players:
                s.turbine_debris |= 1 << slot
                s.open_turbines ^= 1 << slot
                ev.append(Event("turbine_debris", (slot,)))
    if s.players > t.n.debris_players_max:
        return
    three = s.players >= t.n.debris_players_max
    for name in (row.urban_debris + (row.urban_debris_3 if three else ()))[: t.n.urban_debris]:
        urban_debris(s, b, name, ev)
    mines = (row.mine_debris + (row.mine_debris_3 if three else ()))[: t.n.mine_debris]
    then(s.stack, *(step("mine_debris", City(b.city_id[name])) for name in mines if name in b.city_id))


def urban_debris(s: State, b: Board, name: str, ev: Events) -> None:
    """NU-2.11: a red site, else a one-icon site, else any (NU-D30); ties in reading order."""
    free = [site for site in b.urban_order[b.city_id[name]] if s.open_urban >> site & 1] if name in b.city_id else []
    if not free:
        return
    site = min(free, key=lambda i: (not b.urban_red >> i & 1, len(b.urban_symbols[i]) != 1))
    s.urban_debris |= 1 << site
    s.open_urban ^= 1 << site
    ev.append(Event("urban_debris", (site,)))


def worst_mines(t: Lookup, s: State, city: int) -> list[int]:
    """NU-2.12: free mine sites with the smallest bonus, red ones first."""
    b = t.board[s.players]
    free = bits(s.open_mines & b.city_mines[city])
    keys = {site: (b.mine_bonus[site], not b.mine_red >> site & 1) for site in free}
    return [site for site in free if keys[site] == min(keys.values())]


def mine_debris(t: Lookup, s: State, args: City, ev: Events) -> None:
    """NU-2.12: what is still tied is random."""
    found = worst_mines(t, s, args.city)
    if len(found) == 1:
        block_mine(s, found[0], ev)
    elif found:
        s.stack.append(("debris", CHANCE, args))


def debris_outcomes(t: Lookup, s: State, args: City) -> list[tuple[Action, int]]:
    row = t.a["draw-debris"]
    return [(row[site], 1) for site in worst_mines(t, s, args.city)]


def debris_resolve(t: Lookup, s: State, args: City, action: Action, ev: Events) -> None:
    block_mine(s, action.args[0], ev)


def block_mine(s: State, site: int, ev: Events) -> None:
    s.mine_debris |= 1 << site
    s.open_mines ^= 1 << site
    ev.append(Event("mine_debris", (site,)))


# Experiments


def draft(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """NU-3.10: from the last player counter-clockwise each picks a different Experiment."""
    (seat,) = args
    if s.experiment[seat] != NONE:
        s.active = s.first
        s.stack.append(step("begin_turn"))
        return
    then(s.stack, ("experiment", seat, NOTHING), step("draft", OfSeat((seat - 1) % s.players)))


def experiment_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    return [action for k, action in enumerate(t.a["experiment"]) if k not in s.experiment]


def experiment_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    (which,) = action.args
    s.experiment = put(s.experiment, seat, which)
    s.pool[seat] = t.starting_tiles[which]
    ev.append(Event("experiment_chosen", (seat, which)))


def experiment_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "experiment":
        return None
    (which,) = action.args
    if which in s.experiment:
        owner = s.experiment.index(which)
        return Refusal("NU-3.10", "refuse.experiment.taken", (t.experiments[which], owner))
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "experiment": Decision("NU-3.10", experiment_offers, experiment_resolve, experiment_refuse)
}
CHANCES: dict[str, Chance[Lookup, State]] = {
    "first": Chance(first_outcomes, first_resolve),
    "initial": Chance(initial_outcomes, initial_resolve),
    "violet": Chance(violet_outcomes, violet_resolve),
    "milestone": Chance(milestone_outcomes, milestone_resolve),
    "card": Chance(card_outcomes, card_resolve),
    "neutral": Chance(neutral_outcomes, neutral_resolve),
    "debris": Chance(debris_outcomes, debris_resolve),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "neutral": neutral,
    "first_card": first_card,
    "mine_debris": mine_debris,
    "draft": draft,
}
