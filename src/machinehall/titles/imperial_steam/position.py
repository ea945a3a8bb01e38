"""The position as a class. Written by scripts/make/states.py from the fields in state.py."""

from __future__ import annotations

from typing import ClassVar

from machinehall.kernel.native import COMPILED, mypyc_attr
from machinehall.kernel.plain_state import PlainState
from machinehall.kernel.values import Frame

# fmt: off


@mypyc_attr(native_class=True)
class State(PlainState):
    """All that changes in a match of Imperial Steam."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "seats", "options", "round", "order", "delivered", "money", "bank", "bids", "influence", "standing",
        "metropolises", "tile", "sites", "crowns", "semmering", "improvements", "wanted", "keys", "tracks", "stations",
        "factories", "cubes", "built", "workers", "engineers", "engineers_left", "hiring", "trains", "passengers",
        "reserved", "locos", "scrapped", "goods", "ordered", "market", "supply", "refill", "expeditions", "growth",
        "contracts", "offer", "investors", "share", "dividends", "pawns", "stack",
    )
    __slots__ = NAMES

    def __init__(
        self, seats: int, options: tuple[int, ...], round: int, order: tuple[int, ...], delivered: int,
        money: list[int], bank: int, bids: tuple[int, ...], influence: list[int], standing: list[int],
        metropolises: tuple[int, ...], tile: list[int], sites: int, crowns: int, semmering: int,
        improvements: tuple[int, ...], wanted: tuple[int, ...], keys: tuple[int, ...], tracks: tuple[int, ...],
        stations: tuple[int, ...], factories: tuple[int, ...], cubes: tuple[int, ...], built: tuple[int, ...],
        workers: list[int], engineers: tuple[int, ...], engineers_left: tuple[int, ...], hiring: tuple[int, ...],
        trains: tuple[int, ...], passengers: tuple[int, ...], reserved: tuple[int, ...], locos: tuple[int, ...],
        scrapped: tuple[int, ...], goods: list[int], ordered: tuple[int, ...], market: list[int], supply: list[int],
        refill: tuple[int, ...], expeditions: tuple[int, ...], growth: tuple[int, ...], contracts: tuple[int, ...],
        offer: int, investors: list[int], share: tuple[int, ...], dividends: list[int], pawns: list[int],
        stack: list[Frame],
    ) -> None:
        self.seats = seats
        self.options = options
        self.round = round
        self.order = order
        self.delivered = delivered
        self.money = money
        self.bank = bank
        self.bids = bids
        self.influence = influence
        self.standing = standing
        self.metropolises = metropolises
        self.tile = tile
        self.sites = sites
        self.crowns = crowns
        self.semmering = semmering
        self.improvements = improvements
        self.wanted = wanted
        self.keys = keys
        self.tracks = tracks
        self.stations = stations
        self.factories = factories
        self.cubes = cubes
        self.built = built
        self.workers = workers
        self.engineers = engineers
        self.engineers_left = engineers_left
        self.hiring = hiring
        self.trains = trains
        self.passengers = passengers
        self.reserved = reserved
        self.locos = locos
        self.scrapped = scrapped
        self.goods = goods
        self.ordered = ordered
        self.market = market
        self.supply = supply
        self.refill = refill
        self.expeditions = expeditions
        self.growth = growth
        self.contracts = contracts
        self.offer = offer
        self.investors = investors
        self.share = share
        self.dividends = dividends
        self.pawns = pawns
        self.stack = stack

    def clone(self) -> State:
        if COMPILED:
            return State(
                self.seats, self.options, self.round, self.order, self.delivered, self.money.copy(), self.bank,
                self.bids, self.influence.copy(), self.standing.copy(), self.metropolises, self.tile.copy(),
                self.sites, self.crowns, self.semmering, self.improvements, self.wanted, self.keys, self.tracks,
                self.stations, self.factories, self.cubes, self.built, self.workers.copy(), self.engineers,
                self.engineers_left, self.hiring, self.trains, self.passengers, self.reserved, self.locos,
                self.scrapped, self.goods.copy(), self.ordered, self.market.copy(), self.supply.copy(), self.refill,
                self.expeditions, self.growth, self.contracts, self.offer, self.investors.copy(), self.share,
                self.dividends.copy(), self.pawns.copy(), self.stack.copy(),
            )
        new = object.__new__(State)  # to the interpreter, arguments cost a fifth more
        new.seats = self.seats
        new.options = self.options
        new.round = self.round
        new.order = self.order
        new.delivered = self.delivered
        new.money = self.money.copy()
        new.bank = self.bank
        new.bids = self.bids
        new.influence = self.influence.copy()
        new.standing = self.standing.copy()
        new.metropolises = self.metropolises
        new.tile = self.tile.copy()
        new.sites = self.sites
        new.crowns = self.crowns
        new.semmering = self.semmering
        new.improvements = self.improvements
        new.wanted = self.wanted
        new.keys = self.keys
        new.tracks = self.tracks
        new.stations = self.stations
        new.factories = self.factories
        new.cubes = self.cubes
        new.built = self.built
        new.workers = self.workers.copy()
        new.engineers = self.engineers
        new.engineers_left = self.engineers_left
        new.hiring = self.hiring
        new.trains = self.trains
        new.passengers = self.passengers
        new.reserved = self.reserved
        new.locos = self.locos
        new.scrapped = self.scrapped
        new.goods = self.goods.copy()
        new.ordered = self.ordered
        new.market = self.market.copy()
        new.supply = self.supply.copy()
        new.refill = self.refill
        new.expeditions = self.expeditions
        new.growth = self.growth
        new.contracts = self.contracts
        new.offer = self.offer
        new.investors = self.investors.copy()
        new.share = self.share
        new.dividends = self.dividends.copy()
        new.pawns = self.pawns.copy()
        new.stack = self.stack.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.stack == other.stack
            and self.seats == other.seats
            and self.options == other.options
            and self.round == other.round
            and self.order == other.order
            and self.delivered == other.delivered
            and self.money == other.money
            and self.bank == other.bank
            and self.bids == other.bids
            and self.influence == other.influence
            and self.standing == other.standing
            and self.metropolises == other.metropolises
            and self.tile == other.tile
            and self.sites == other.sites
            and self.crowns == other.crowns
            and self.semmering == other.semmering
            and self.improvements == other.improvements
            and self.wanted == other.wanted
            and self.keys == other.keys
            and self.tracks == other.tracks
            and self.stations == other.stations
            and self.factories == other.factories
            and self.cubes == other.cubes
            and self.built == other.built
            and self.workers == other.workers
            and self.engineers == other.engineers
            and self.engineers_left == other.engineers_left
            and self.hiring == other.hiring
            and self.trains == other.trains
            and self.passengers == other.passengers
            and self.reserved == other.reserved
            and self.locos == other.locos
            and self.scrapped == other.scrapped
            and self.goods == other.goods
            and self.ordered == other.ordered
            and self.market == other.market
            and self.supply == other.supply
            and self.refill == other.refill
            and self.expeditions == other.expeditions
            and self.growth == other.growth
            and self.contracts == other.contracts
            and self.offer == other.offer
            and self.investors == other.investors
            and self.share == other.share
            and self.dividends == other.dividends
            and self.pawns == other.pawns
        )
