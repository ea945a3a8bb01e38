"""Chapter 23, section f: Urbanize and Industrialize in the Baron's way (NU-23.42, NU-23.43)."""

from __future__ import annotations

from machinehall.kernel.frames import Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.action_frames import Urbanized
from machinehall.titles.nucleum.baron_frames import OfBaron
from machinehall.titles.nucleum.baron_lookup import INDUSTRIALIZE, INDUSTRY, URBANIZE, reason
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import PAIR_VP
from machinehall.titles.nucleum.rules.contracts import mines as mines_of
from machinehall.titles.nucleum.rules.contracts import turbines as turbines_of
from machinehall.titles.nucleum.rules.end_of_game import gain_vp
from machinehall.titles.nucleum.rules.networks import building_cities
from machinehall.titles.nucleum.rules.urbanize import urbanized
from machinehall.titles.nucleum.state import NONE, ROWS, State

from .criteria import by_number, card_open, tell, weigh
from .turn import forgo, pay_thaler, short_of_thaler

TURBINE, MINE = range(len(INDUSTRY))


# Urbanize


def urbanize(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-23.42: the first type of the Logic card that can be built; city, then site; 1 T afterwards."""
    (b,) = args
    if short_of_thaler(s, b, URBANIZE, ev) or not card_open(s, step("baron_urbanize", args)):
        return
    for kind in t.solo.types[s.logic]:
        building = next((x for x in t.solo.stacks[kind] if not s.built[b] >> x & 1), NONE)
        sites = legal_sites(t, s, b, building) if building != NONE else []
        if sites:
            build(t, s, b, building, sites, ev)
            return
        ev.append(Event("baron_type_skipped", (b, kind, reason("no_site" if building != NONE else "none_left"))))
    forgo(ev, b, URBANIZE, "no_site")


def legal_sites(t: Lookup, s: State, b: int, building: int) -> list[int]:
    """NU-9.4, NU-9.7: free sites in his networks that show an icon of the building, and red ones."""
    board = t.board[s.players]
    free = s.open_urban & board.sites_in(building_cities(t, s, b))[0]
    return list(bits(free & (board.black[building] | board.urban_red)))


def build(t: Lookup, s: State, b: int, building: int, sites: list[int], ev: Events) -> None:
    """The best city, in it the best site."""
    board = t.board[s.players]
    near = board.components(s.complete)

    def plant(city: int) -> int:
        """2 with a Nucleum, 1 without, 0 if no plant is connected."""
        found = [p for p, at in enumerate(board.plant_city) if near[city] >> at & 1]
        return max((1 + (s.nucleums >> p & 1) for p in found), default=0)

    cities, lost = weigh(
        sorted({board.urban_city[site] for site in sites}),
        ("plant", plant),
        ("praha", lambda city: city == board.praha),
        ("new_city", lambda city: not s.own_urban[b] & board.city_urban[city]),
        by_number(t, s, lambda city: city),
    )
    tell(ev, "baron_passed_city", b, lost)
    here = [site for site in board.urban_order[cities[0]] if site in sites]
    left, lost = weigh(
        here,
        ("icons", lambda site: -(len(board.urban_symbols[site]) or len(board.urban_symbols))),
        ("order", lambda site: -here.index(site)),
    )
    tell(ev, "baron_passed_urban", b, lost)
    urbanized(t, s, Urbanized(b, building, left[0]), ev)
    pay_thaler(t, s, b, ev)
    s.acted = 1


# Industrialize


def wanted(t: Lookup, s: State, b: int) -> list[int]:
    """NU-23.43: what the Logic card prefers, then the other; of what he has least, a turbine if equal."""
    wish = t.solo.industry[s.logic]
    mine = mines_of(t, s, b, 0) < turbines_of(t, s, b, 0) if wish == "least_built" else wish == "mine"
    return [MINE, TURBINE] if mine else [TURBINE, MINE]


def industrialize(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-23.43: a turbine or a mine; the other if it cannot be built; 1 T afterwards, no uranium."""
    (b,) = args
    if short_of_thaler(s, b, INDUSTRIALIZE, ev) or not card_open(s, step("baron_industrialize", args)):
        return
    _, mines, turbines = t.board[s.players].sites_in(building_cities(t, s, b))
    for kind in wanted(t, s, b):
        placed = s.mine_site if kind == MINE else s.turbine_site
        row = next((k for k in range(ROWS) if placed[ROWS * b + k] == NONE), NONE)
        sites = list(bits(s.open_mines & mines if kind == MINE else s.open_turbines & turbines))
        if row != NONE and sites:
            (mine if kind == MINE else turbine)(t, s, b, row, sites, ev)
            pair(t, s, b, row, ev)
            pay_thaler(t, s, b, ev)
            s.acted = 1
            return
        ev.append(Event("baron_piece_skipped", (b, kind, reason("no_site" if row != NONE else "none_left"))))
    forgo(ev, b, INDUSTRIALIZE, "no_site")


def mine(t: Lookup, s: State, b: int, row: int, sites: list[int], ev: Events) -> None:
    """In the human's network, then the highest bonus; in the city a site that is not red."""
    board = t.board[s.players]
    bonus = {
        city: max(board.mine_bonus[site] for site in sites if board.mine_city[site] == city)
        for city in sorted({board.mine_city[site] for site in sites})
    }
    cities, lost = weigh(
        list(bonus),
        ("human_network", lambda city: s.presence[0] >> city & 1),
        ("bonus", bonus.__getitem__),
        by_number(t, s, lambda city: city),
    )
    tell(ev, "baron_passed_city", b, lost)
    left, lost = weigh(
        [site for site in sites if board.mine_city[site] == cities[0]],
        ("bonus", lambda site: board.mine_bonus[site]),
        ("black", lambda site: not board.mine_red >> site & 1),
        ("order", lambda site: -site),
    )
    tell(ev, "baron_passed_minesite", b, lost)
    site = left[0]
    s.mine_site = put(s.mine_site, ROWS * b + row, site)
    s.open_mines ^= 1 << site
    s.presence = put(s.presence, b, s.presence[b] | 1 << board.mine_city[site])
    ev.append(Event("mine_placed", (b, row, site)))


def turbine(t: Lookup, s: State, b: int, row: int, sites: list[int], ev: Events) -> None:
    """In the human's network, then at a plant with a Nucleum; in the city a slot that is not red."""
    board = t.board[s.players]
    atom = {board.plant_city[p] for p in bits(s.nucleums)}
    cities, lost = weigh(
        sorted({board.turbine_city[site] for site in sites}),
        ("human_network", lambda city: s.presence[0] >> city & 1),
        ("nucleum", lambda city: city in atom),
        by_number(t, s, lambda city: city),
    )
    tell(ev, "baron_passed_city", b, lost)
    left, lost = weigh(
        [site for site in sites if board.turbine_city[site] == cities[0]],
        ("black", lambda site: not board.turbine_red >> site & 1),
        ("order", lambda site: -site),
    )
    tell(ev, "baron_passed_turbine", b, lost)
    site = left[0]
    s.turbine_site = put(s.turbine_site, ROWS * b + row, site)
    s.open_turbines ^= 1 << site
    s.presence = put(s.presence, b, s.presence[b] | 1 << board.turbine_city[site])
    ev.append(Event("turbine_placed", (b, row, site)))


def pair(t: Lookup, s: State, b: int, row: int, ev: Events) -> None:
    """NU-24.8: VP for each completed pair; otherwise pairs mean nothing to him."""
    if s.options[PAIR_VP] and s.mine_site[ROWS * b + row] != NONE and s.turbine_site[ROWS * b + row] != NONE:
        ev.append(Event("pair_completed", (b, row)))
        gain_vp(t, s, b, t.solo.n.frederik_pair_vp, ev)


STEPS: dict[str, Step[Lookup, State]] = {"baron_urbanize": urbanize, "baron_industrialize": industrialize}
