"""The position as a class. Written by scripts/make/states.py from the fields in state.py."""

from __future__ import annotations

from typing import ClassVar

from machinehall.kernel.native import COMPILED, mypyc_attr
from machinehall.kernel.plain_state import PlainState
from machinehall.kernel.values import Frame

# fmt: off


@mypyc_attr(native_class=True)
class State(PlainState):
    """All that changes in a match of Nucleum."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "seats", "players", "options", "first", "active", "fulfilled_now", "experiment", "thaler", "supply", "reserve",
        "achievement", "vp", "income", "pool", "row", "tech", "slots", "fulfilled", "built", "urban", "own_urban",
        "neutral_urban", "powered", "open_urban", "urban_debris", "mine_site", "uranium", "open_mines", "mine_debris",
        "turbine_site", "open_turbines", "turbine_debris", "rail_tile", "rail_owner", "rail_flipped", "open_spaces",
        "complete", "links", "presence", "nucleums", "track_nucleums", "wagons", "market", "tiles_unseen",
        "tiles_left", "display", "violet", "contracts_unseen", "silver_left", "gold_left", "milestone", "markers",
        "zeros", "recharges", "conditions", "closing", "recharged_out", "cards", "neutrals", "first_card", "queue",
        "logic", "logic_deck", "acted", "discarded_tiles", "discarded_contracts", "stack",
    )
    __slots__ = NAMES

    def __init__(
        self, seats: int, players: int, options: tuple[int, ...], first: int, active: int, fulfilled_now: int,
        experiment: tuple[int, ...], thaler: list[int], supply: list[int], reserve: list[int],
        achievement: tuple[int, ...], vp: list[int], income: tuple[int, ...], pool: list[int], row: list[int],
        tech: tuple[int, ...], slots: tuple[int, ...], fulfilled: tuple[int, ...], built: tuple[int, ...],
        urban: tuple[int, ...], own_urban: tuple[int, ...], neutral_urban: int, powered: int, open_urban: int,
        urban_debris: int, mine_site: tuple[int, ...], uranium: tuple[int, ...], open_mines: int, mine_debris: int,
        turbine_site: tuple[int, ...], open_turbines: int, turbine_debris: int, rail_tile: tuple[int, ...],
        rail_owner: tuple[int, ...], rail_flipped: int, open_spaces: int, complete: int, links: tuple[int, ...],
        presence: tuple[int, ...], nucleums: int, track_nucleums: int, wagons: tuple[int, ...], market: list[int],
        tiles_unseen: int, tiles_left: int, display: tuple[int, ...], violet: tuple[int, ...], contracts_unseen: int,
        silver_left: int, gold_left: int, milestone: tuple[int, ...], markers: tuple[int, ...], zeros: list[int],
        recharges: list[int], conditions: tuple[int, ...], closing: int, recharged_out: int, cards: int, neutrals: int,
        first_card: int, queue: tuple[tuple[int, ...], ...], logic: int, logic_deck: int, acted: int,
        discarded_tiles: int, discarded_contracts: int, stack: list[Frame],
    ) -> None:
        self.seats = seats
        self.players = players
        self.options = options
        self.first = first
        self.active = active
        self.fulfilled_now = fulfilled_now
        self.experiment = experiment
        self.thaler = thaler
        self.supply = supply
        self.reserve = reserve
        self.achievement = achievement
        self.vp = vp
        self.income = income
        self.pool = pool
        self.row = row
        self.tech = tech
        self.slots = slots
        self.fulfilled = fulfilled
        self.built = built
        self.urban = urban
        self.own_urban = own_urban
        self.neutral_urban = neutral_urban
        self.powered = powered
        self.open_urban = open_urban
        self.urban_debris = urban_debris
        self.mine_site = mine_site
        self.uranium = uranium
        self.open_mines = open_mines
        self.mine_debris = mine_debris
        self.turbine_site = turbine_site
        self.open_turbines = open_turbines
        self.turbine_debris = turbine_debris
        self.rail_tile = rail_tile
        self.rail_owner = rail_owner
        self.rail_flipped = rail_flipped
        self.open_spaces = open_spaces
        self.complete = complete
        self.links = links
        self.presence = presence
        self.nucleums = nucleums
        self.track_nucleums = track_nucleums
        self.wagons = wagons
        self.market = market
        self.tiles_unseen = tiles_unseen
        self.tiles_left = tiles_left
        self.display = display
        self.violet = violet
        self.contracts_unseen = contracts_unseen
        self.silver_left = silver_left
        self.gold_left = gold_left
        self.milestone = milestone
        self.markers = markers
        self.zeros = zeros
        self.recharges = recharges
        self.conditions = conditions
        self.closing = closing
        self.recharged_out = recharged_out
        self.cards = cards
        self.neutrals = neutrals
        self.first_card = first_card
        self.queue = queue
        self.logic = logic
        self.logic_deck = logic_deck
        self.acted = acted
        self.discarded_tiles = discarded_tiles
        self.discarded_contracts = discarded_contracts
        self.stack = stack

    def clone(self) -> State:
        if COMPILED:
            return State(
                self.seats, self.players, self.options, self.first, self.active, self.fulfilled_now, self.experiment,
                self.thaler.copy(), self.supply.copy(), self.reserve.copy(), self.achievement, self.vp.copy(),
                self.income, self.pool.copy(), self.row.copy(), self.tech, self.slots, self.fulfilled, self.built,
                self.urban, self.own_urban, self.neutral_urban, self.powered, self.open_urban, self.urban_debris,
                self.mine_site, self.uranium, self.open_mines, self.mine_debris, self.turbine_site, self.open_turbines,
                self.turbine_debris, self.rail_tile, self.rail_owner, self.rail_flipped, self.open_spaces,
                self.complete, self.links, self.presence, self.nucleums, self.track_nucleums, self.wagons,
                self.market.copy(), self.tiles_unseen, self.tiles_left, self.display, self.violet,
                self.contracts_unseen, self.silver_left, self.gold_left, self.milestone, self.markers,
                self.zeros.copy(), self.recharges.copy(), self.conditions, self.closing, self.recharged_out,
                self.cards, self.neutrals, self.first_card, self.queue, self.logic, self.logic_deck, self.acted,
                self.discarded_tiles, self.discarded_contracts, self.stack.copy(),
            )
        new = object.__new__(State)  # to the interpreter, arguments cost a fifth more
        new.seats = self.seats
        new.players = self.players
        new.options = self.options
        new.first = self.first
        new.active = self.active
        new.fulfilled_now = self.fulfilled_now
        new.experiment = self.experiment
        new.thaler = self.thaler.copy()
        new.supply = self.supply.copy()
        new.reserve = self.reserve.copy()
        new.achievement = self.achievement
        new.vp = self.vp.copy()
        new.income = self.income
        new.pool = self.pool.copy()
        new.row = self.row.copy()
        new.tech = self.tech
        new.slots = self.slots
        new.fulfilled = self.fulfilled
        new.built = self.built
        new.urban = self.urban
        new.own_urban = self.own_urban
        new.neutral_urban = self.neutral_urban
        new.powered = self.powered
        new.open_urban = self.open_urban
        new.urban_debris = self.urban_debris
        new.mine_site = self.mine_site
        new.uranium = self.uranium
        new.open_mines = self.open_mines
        new.mine_debris = self.mine_debris
        new.turbine_site = self.turbine_site
        new.open_turbines = self.open_turbines
        new.turbine_debris = self.turbine_debris
        new.rail_tile = self.rail_tile
        new.rail_owner = self.rail_owner
        new.rail_flipped = self.rail_flipped
        new.open_spaces = self.open_spaces
        new.complete = self.complete
        new.links = self.links
        new.presence = self.presence
        new.nucleums = self.nucleums
        new.track_nucleums = self.track_nucleums
        new.wagons = self.wagons
        new.market = self.market.copy()
        new.tiles_unseen = self.tiles_unseen
        new.tiles_left = self.tiles_left
        new.display = self.display
        new.violet = self.violet
        new.contracts_unseen = self.contracts_unseen
        new.silver_left = self.silver_left
        new.gold_left = self.gold_left
        new.milestone = self.milestone
        new.markers = self.markers
        new.zeros = self.zeros.copy()
        new.recharges = self.recharges.copy()
        new.conditions = self.conditions
        new.closing = self.closing
        new.recharged_out = self.recharged_out
        new.cards = self.cards
        new.neutrals = self.neutrals
        new.first_card = self.first_card
        new.queue = self.queue
        new.logic = self.logic
        new.logic_deck = self.logic_deck
        new.acted = self.acted
        new.discarded_tiles = self.discarded_tiles
        new.discarded_contracts = self.discarded_contracts
        new.stack = self.stack.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.stack == other.stack
            and self.seats == other.seats
            and self.players == other.players
            and self.options == other.options
            and self.first == other.first
            and self.active == other.active
            and self.fulfilled_now == other.fulfilled_now
            and self.experiment == other.experiment
            and self.thaler == other.thaler
            and self.supply == other.supply
            and self.reserve == other.reserve
            and self.achievement == other.achievement
            and self.vp == other.vp
            and self.income == other.income
            and self.pool == other.pool
            and self.row == other.row
            and self.tech == other.tech
            and self.slots == other.slots
            and self.fulfilled == other.fulfilled
            and self.built == other.built
            and self.urban == other.urban
            and self.own_urban == other.own_urban
            and self.neutral_urban == other.neutral_urban
            and self.powered == other.powered
            and self.open_urban == other.open_urban
            and self.urban_debris == other.urban_debris
            and self.mine_site == other.mine_site
            and self.uranium == other.uranium
            and self.open_mines == other.open_mines
            and self.mine_debris == other.mine_debris
            and self.turbine_site == other.turbine_site
            and self.open_turbines == other.open_turbines
            and self.turbine_debris == other.turbine_debris
            and self.rail_tile == other.rail_tile
            and self.rail_owner == other.rail_owner
            and self.rail_flipped == other.rail_flipped
            and self.open_spaces == other.open_spaces
            and self.complete == other.complete
            and self.links == other.links
            and self.presence == other.presence
            and self.nucleums == other.nucleums
            and self.track_nucleums == other.track_nucleums
            and self.wagons == other.wagons
            and self.market == other.market
            and self.tiles_unseen == other.tiles_unseen
            and self.tiles_left == other.tiles_left
            and self.display == other.display
            and self.violet == other.violet
            and self.contracts_unseen == other.contracts_unseen
            and self.silver_left == other.silver_left
            and self.gold_left == other.gold_left
            and self.milestone == other.milestone
            and self.markers == other.markers
            and self.zeros == other.zeros
            and self.recharges == other.recharges
            and self.conditions == other.conditions
            and self.closing == other.closing
            and self.recharged_out == other.recharged_out
            and self.cards == other.cards
            and self.neutrals == other.neutrals
            and self.first_card == other.first_card
            and self.queue == other.queue
            and self.logic == other.logic
            and self.logic_deck == other.logic_deck
            and self.acted == other.acted
            and self.discarded_tiles == other.discarded_tiles
            and self.discarded_contracts == other.discarded_contracts
        )
