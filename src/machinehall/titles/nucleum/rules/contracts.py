"""Chapter 19: what contracts ask for; with it fulfilling them (NU-7.4 to NU-7.6)."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel.frames import Events, step
from machinehall.kernel.plain_state import put, times
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.nucleum.action_frames import ContractGained
from machinehall.titles.nucleum.lookup import VIOLET, Lookup
from machinehall.titles.nucleum.options import VIOLET_GAINED
from machinehall.titles.nucleum.state import NONE, ROWS, SLOTS, State

from .networks import network_sizes
from .refusals import contract_elsewhere
from .resources import gain, uranium_of

Count = Callable[[Lookup, State, int, int], int]
"""(tables, state, seat, colour or type or city): how many of what a condition counts."""


def structures_in_colour(t: Lookup, s: State, seat: int, colour: int) -> int:
    """NU-19.5: own buildings, mines and turbines in cities of a colour; NU-19.1: Praha has none."""
    b, base = t.board[s.players], ROWS * seat
    mines, turbines = s.mine_site[base : base + ROWS], s.turbine_site[base : base + ROWS]
    industry = b.industry_in_colours(mines, turbines)[colour]
    return industry + (s.own_urban[seat] & b.urban_colour[colour]).bit_count()


def buildings_of_type(t: Lookup, s: State, seat: int, kind: int) -> int:
    """NU-19.2: a Government building counts for its type too."""
    return (s.built[seat] & t.type_mask[kind]).bit_count()


def government_buildings(t: Lookup, s: State, seat: int, _: int) -> int:
    return (s.built[seat] & t.government).bit_count()


def action_tiles(t: Lookup, s: State, seat: int, _: int) -> int:
    return (s.pool[seat] | s.row[seat]).bit_count()


def achievements(t: Lookup, s: State, seat: int, _: int) -> int:
    return s.achievement[seat]


def railway_tiles(t: Lookup, s: State, seat: int, _: int) -> int:
    return times(s.rail_owner, seat)


def turbines(t: Lookup, s: State, seat: int, _: int) -> int:
    return ROWS - s.turbine_site[ROWS * seat : ROWS * seat + ROWS].count(NONE)


def mines(t: Lookup, s: State, seat: int, _: int) -> int:
    return ROWS - s.mine_site[ROWS * seat : ROWS * seat + ROWS].count(NONE)


def powered_buildings(t: Lookup, s: State, seat: int, _: int) -> int:
    """NU-14.14: only own ones."""
    return (s.own_urban[seat] & s.powered).bit_count()


def buildings_in_city(t: Lookup, s: State, seat: int, city: int) -> int:
    return (s.own_urban[seat] & t.board[s.players].city_urban[city]).bit_count()


def powered_buildings_in_city(t: Lookup, s: State, seat: int, city: int) -> int:
    return (s.own_urban[seat] & s.powered & t.board[s.players].city_urban[city]).bit_count()


def network_size(t: Lookup, s: State, seat: int, _: int) -> int:
    return max(network_sizes(t, s, seat), default=0)


def building_colours(t: Lookup, s: State, seat: int, _: int) -> int:
    own = s.own_urban[seat]
    return sum(1 for sites in t.board[s.players].urban_colour if own & sites)


def contracts_fulfilled(t: Lookup, s: State, seat: int, _: int) -> int:
    """NU-D15: the contract itself is not counted, since it is not yet face down."""
    return s.fulfilled[seat].bit_count()


def uranium_on_map(t: Lookup, s: State, seat: int, _: int) -> int:
    return uranium_of(s, seat)


COUNTS: dict[str, Count] = {
    "structures_in_colour": structures_in_colour,
    "buildings_of_type": buildings_of_type,
    "government_buildings": government_buildings,
    "action_tiles": action_tiles,
    "achievements": achievements,
    "railway_tiles": railway_tiles,
    "turbines": turbines,
    "mines": mines,
    "powered_buildings": powered_buildings,
    "buildings_in_city": buildings_in_city,
    "powered_buildings_in_city": powered_buildings_in_city,
    "network_size": network_size,
    "building_colours": building_colours,
    "contracts_fulfilled": contracts_fulfilled,
    "uranium_on_map": uranium_on_map,
}


def has(t: Lookup, s: State, seat: int, contract: int) -> int:
    """How much of what a contract asks for a seat has."""
    return COUNTS[t.need_type[contract]](t, s, seat, t.need_which[contract])


def within_reach(s: State, seat: int) -> list[int]:
    """NU-7.4: contracts in the own slots and violet ones on the side board."""
    return [c for c in s.slots[SLOTS * seat : SLOTS * seat + SLOTS] + s.violet if c >= 0]


def fulfillable(t: Lookup, s: State, seat: int) -> list[Action]:
    """NU-7.4, NU-19.3: one a turn, by the active player only; conditions are minimums."""
    if s.fulfilled_now or s.active != seat:
        return []
    row, kinds, which, least = t.a["fulfil"], t.need_type, t.need_which, t.need_count
    reach = s.slots[SLOTS * seat : SLOTS * seat + SLOTS] + s.violet
    return [row[c] for c in reach if c >= 0 and COUNTS[kinds[c]](t, s, seat, which[c]) >= least[c]]


def fulfil(t: Lookup, s: State, seat: int, contract: int, ev: Events) -> None:
    """NU-7.5: take the rewards, keep the contract face down; nothing is handed in (NU-19.4)."""
    s.fulfilled_now = 1
    if t.contract_kind[contract] == VIOLET:
        s.violet = put(s.violet, s.violet.index(contract), NONE)
    else:
        s.slots = put(s.slots, s.slots.index(contract), NONE)
    s.fulfilled = put(s.fulfilled, seat, s.fulfilled[seat] | 1 << contract)
    ev.append(Event("contract_fulfilled", (seat, contract)))
    if t.contract_kind[contract] == VIOLET and s.options[VIOLET_GAINED]:
        s.stack.append(step("contract_gained", ContractGained(seat, slot=NONE)))
    gain(t, s, seat, t.contract_reward[contract], ev)


def refuse_fulfil(t: Lookup, s: State, seat: int, contract: int) -> Refusal | None:
    """NU-7.4, NU-7.5: why a contract cannot be fulfilled; None: it can."""
    name = t.contracts[contract]
    if s.active != seat:
        return Refusal("NU-8.9", "refuse.fulfil.not_your_turn")
    if s.fulfilled_now:
        return Refusal("NU-7.4", "refuse.fulfil.one_a_turn", (name,))
    if contract not in within_reach(s, seat):
        return contract_elsewhere(t, s, seat, contract, "NU-7.4")
    wanted, there = t.need_count[contract], has(t, s, seat, contract)
    return Refusal("NU-7.5", "refuse.fulfil.condition", (name, wanted, there)) if there < wanted else None
