"""What observations say of the board: contracts, sites, rails, milestones."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from machinehall.kernel.rows import Part, by_seat, flags, shifted
from machinehall.titles.nucleum.lookup import SEATS, Lookup, bits
from machinehall.titles.nucleum.state import BUILDINGS, ROWS, SLOTS, State

from .features import DEBRIS, NEUTRAL


def codes_for(seats: int, seat: int, groups: int) -> bytes:
    """How a watcher sees owners: from seat plus one (0 for nobody) to the same counted from the own seat. What belongs
    to owners may lie in several places: in each group of SEATS numbers the same."""
    code = bytearray(range(256))
    for group in range(0, groups * SEATS, SEATS):
        for other in range(seats):
            code[group + other + 1] = group + (other - seat) % seats + 1
    return bytes(code)


OWNERS: Final = [[codes_for(players, seat, 1) for seat in range(players)] for players in range(SEATS + 1)]
CONTRACTS: Final = [[codes_for(players, seat, 2) for seat in range(players)] for players in range(SEATS + 1)]


class Contracts(Part[State]):
    """Where each contract is; what is in the slots; contracts left; what is shown."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.players, self.slots, self.fulfilled = t, len(s.fulfilled), s.slots, s.fulfilled
        self.display, self.violet, self.discarded = s.display, s.violet, s.discarded_contracts
        self.silver, self.gold = s.silver_left, s.gold_left
        where = bytearray(len(t.contracts))
        for at, contract in enumerate(s.slots):
            if contract >= 0:
                where[contract] = at // SLOTS + 1
        for seat, mask in enumerate(s.fulfilled):
            for contract in bits(mask):
                where[contract] = SEATS + seat + 1
        for contract in (*s.display, *s.violet):
            if contract >= 0:
                where[contract] = 1 + 2 * SEATS
        for contract in bits(s.discarded_contracts):
            where[contract] = 2 * SEATS + 2
        self.where, self.in_slots = bytes(where), shifted(s.slots)
        self.shown = shifted(s.display) + shifted(s.violet)

    def holds(self, s: State) -> bool:
        return (
            self.slots is s.slots
            and self.display is s.display
            and self.fulfilled is s.fulfilled
            and self.silver == s.silver_left
            and self.gold == s.gold_left
            and self.violet is s.violet
            and self.discarded == s.discarded_contracts
        )

    def anew(self, s: State) -> Contracts:
        return Contracts(self.t, s)

    def turned(self, seat: int) -> bytes:
        slots, left = by_seat(self.in_slots, SLOTS, seat, SEATS), bytes((self.silver, self.gold))
        where = self.where.translate(CONTRACTS[self.players][seat])
        return b"".join((where, slots[:SLOTS], left, slots[SLOTS:], self.shown))


@lru_cache(maxsize=1024)
def urban_rows(first_neutral: int, urban: tuple[int, ...], debris: int) -> tuple[bytes, bytes]:
    """Owners of urban sites; their buildings."""
    owners, kinds = bytearray(len(urban)), bytearray(len(urban))
    for site, piece in enumerate(urban):
        if piece >= first_neutral:
            owners[site], kinds[site] = NEUTRAL, piece - first_neutral + 1
        elif piece >= 0:
            owners[site], kinds[site] = piece // BUILDINGS + 1, piece % BUILDINGS + 1
    for site in bits(debris):
        owners[site] = DEBRIS
    return bytes(owners), bytes(kinds)


class Sites(Part[State]):
    """Of urban sites owners, then buildings and power; owners of mines; uranium; owners of turbines; where the mines
    and turbines of each row are."""

    mine_owners: bytes
    mine_rows: bytes
    turbine_owners: bytes
    turbine_rows: bytes

    def __init__(self, t: Lookup, s: State, before: Sites | None = None) -> None:
        super().__init__()
        self.t, self.players, self.urban, self.uranium = t, s.players, s.urban, s.uranium
        self.mines, self.turbines, self.powered = s.mine_site, s.turbine_site, s.powered
        self.debris, self.mine_debris, self.turbine_debris = s.urban_debris, s.mine_debris, s.turbine_debris
        self.urban_owners, self.kinds = urban_rows(t.first_neutral, s.urban, s.urban_debris)
        self.power = flags(s.powered, len(s.urban))
        if before is not None and before.mines is s.mine_site and before.mine_debris == s.mine_debris:
            self.mine_owners, self.mine_rows = before.mine_owners, before.mine_rows
        else:
            self.mine_owners = holders(s.mine_site, s.mine_debris, len(t.names.mines))
            self.mine_rows = shifted(s.mine_site)
        if before is not None and before.turbines is s.turbine_site and before.turbine_debris == s.turbine_debris:
            self.turbine_owners, self.turbine_rows = before.turbine_owners, before.turbine_rows
        else:
            self.turbine_owners = holders(s.turbine_site, s.turbine_debris, len(t.names.turbines))
            self.turbine_rows = shifted(s.turbine_site)

    def holds(self, s: State) -> bool:
        return (
            self.urban is s.urban
            and self.powered == s.powered
            and self.uranium is s.uranium
            and self.mines is s.mine_site
            and self.turbines is s.turbine_site
            and self.debris == s.urban_debris
            and self.mine_debris == s.mine_debris
            and self.turbine_debris == s.turbine_debris
            and self.players == s.players
        )

    def anew(self, s: State) -> Sites:
        return Sites(self.t, s, self)

    def turned(self, seat: int) -> bytes:
        code = OWNERS[self.players][seat]
        return b"".join(
            (
                self.urban_owners.translate(code),
                self.kinds,
                self.power,
                self.mine_owners.translate(code),
                by_seat(bytes(self.uranium), ROWS, seat, SEATS),
                self.turbine_owners.translate(code),
                by_seat(self.mine_rows, ROWS, seat, SEATS),
                by_seat(self.turbine_rows, ROWS, seat, SEATS),
            )
        )


def holders(pieces: tuple[int, ...], debris: int, count: int) -> bytes:
    """Owners of mine sites or turbine slots."""
    found = bytearray(count)
    for site in bits(debris):
        found[site] = DEBRIS
    for i, site in enumerate(pieces):
        if site >= 0:
            found[site] = i // ROWS + 1
    return bytes(found)


class Rails(Part[State]):
    """Owner of each rail space; its tile, and whether that is flipped."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.players, self.owners, self.tiles = t, s.players, s.rail_owner, s.rail_tile
        self.flipped = s.rail_flipped
        self.whose = shifted(s.rail_owner)
        self.rest = shifted(s.rail_tile) + flags(s.rail_flipped, len(t.names.spaces))

    def holds(self, s: State) -> bool:
        return (
            self.owners is s.rail_owner
            and self.tiles is s.rail_tile
            and self.flipped == s.rail_flipped
            and self.players == s.players
        )

    def anew(self, s: State) -> Rails:
        return Rails(self.t, s)

    def turned(self, seat: int) -> bytes:
        return self.whose.translate(OWNERS[self.players][seat]) + self.rest


class Track(Part[State]):
    """Nucleums, coal and milestones; markers; who met the end conditions, and how many are still needed."""

    def __init__(self, t: Lookup, s: State) -> None:
        super().__init__()
        self.t, self.seats, self.nucleums, self.track = t, s.seats, s.nucleums, s.track_nucleums
        self.wagons, self.milestone, self.markers = s.wagons, s.milestone, s.markers
        self.conditions, spaces = s.conditions, len(t.space_value)
        nucleums = flags(s.nucleums, len(t.names.plants)) + flags(s.track_nucleums, len(t.segments))
        self.common = nucleums + bytes(s.wagons) + shifted(s.milestone)
        self.marked = b"".join([flags(mask, spaces) for mask in s.markers])
        self.met = shifted(s.conditions)
        self.needed = bytes((max(0, t.needed[s.seats] - 5 + s.conditions.count(-1)),))

    def holds(self, s: State) -> bool:
        return (
            self.wagons is s.wagons
            and self.markers is s.markers
            and self.conditions is s.conditions
            and self.milestone is s.milestone
            and self.nucleums == s.nucleums
            and self.track == s.track_nucleums
            and self.seats == s.seats
        )

    def anew(self, s: State) -> Track:
        return Track(self.t, s)

    def turned(self, seat: int) -> bytes:
        markers = by_seat(self.marked, len(self.t.space_value), seat, SEATS)
        return b"".join((self.common, markers, self.met.translate(OWNERS[len(self.markers)][seat]), self.needed))
