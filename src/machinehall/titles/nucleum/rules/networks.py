"""Chapter 6: cities, links, presence and networks."""

from __future__ import annotations

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.board import Board
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import MIDDLE_TILE
from machinehall.titles.nucleum.state import ROWS, State


def cover_space(t: Lookup, s: State, seat: int, space: int) -> bool:
    """A tile of a seat now lies on a rail space: keep links and presence up to date. Whether the link is complete.

    NU-6.3: presence by a tile that touches the city, by a complete link that one co-owns, and by the middle tile when
    the space between it and the city is occupied (NU-D05).
    """
    b = t.board[s.players]
    link = b.space_link[space]
    s.open_spaces ^= 1 << space
    s.links = put(s.links, seat, s.links[seat] | 1 << link)
    for city, _ in b.space_sides[space]:
        if city >= 0:
            s.presence = put(s.presence, seat, s.presence[seat] | 1 << city)
    spaces = b.link_spaces[link]
    if len(spaces) > 2 and s.options[MIDDLE_TILE]:
        middle = s.rail_owner[spaces[1]]
        if middle >= 0:
            for end, space in zip(b.link_ends[link], (spaces[0], spaces[-1]), strict=True):
                if s.rail_owner[space] >= 0:
                    s.presence = put(s.presence, middle, s.presence[middle] | 1 << end)
    if s.open_spaces & b.link_mask[link]:
        return False
    s.complete |= 1 << link
    first, last = b.link_ends[link]
    for each in spaces:
        s.presence = put(s.presence, s.rail_owner[each], s.presence[s.rail_owner[each]] | 1 << first | 1 << last)
    return True


def building_cities(t: Lookup, s: State, seat: int) -> int:
    """NU-9.1, NU-10.1: cities of one's networks. NU-9.3, NU-10.3: all while one has nothing at all on the map."""
    if s.presence[seat] or s.links[seat]:
        return s.presence[seat]
    return t.board[s.players].cities


def own_components(t: Lookup, s: State, seat: int) -> list[int]:
    """NU-6.4: for each city those joined to it by complete links that the seat co-owns."""
    return t.board[s.players].components(s.complete & s.links[seat])


def network_sizes(t: Lookup, s: State, seat: int) -> list[int]:
    """NU-6.4: the number of cities of each network of a seat."""
    found = own_components(t, s, seat)
    return sorted(network.bit_count() for network in {found[city] for city in bits(s.presence[seat])})


def structure_cities(b: Board, s: State, seat: int) -> list[int]:
    """NU-19.5: the city of each own building, mine and turbine."""
    base = ROWS * seat
    found = [b.urban_city[site] for site in bits(s.own_urban[seat])]
    found += [b.mine_city[site] for site in s.mine_site[base : base + ROWS] if site >= 0]
    found += [b.turbine_city[site] for site in s.turbine_site[base : base + ROWS] if site >= 0]
    return found
