"""What the rulebook states about the components, and what the rules need of them. An owner's data may differ else.

Each check names the files it reads and runs only if all of them are sound by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from machinehall.kernel.constants import check_constants
from machinehall.kernel.packs import WHOLE_FILE, Pack
from machinehall.kernel.values import PackFault

from .types import (
    ACTION_TILES,
    COLOURS,
    CONSTANTS,
    GOODS,
    STATION_COST,
    BeginnerSetup,
    City,
    CityTile,
    Contract,
    Expedition,
    FactoryRow,
    FactorySite,
    Florin,
    GoodKind,
    Growth,
    ImprovementStack,
    ImprovementToken,
    InfluenceColumn,
    Link,
    Locomotive,
    MarketRow,
    MetropolisTile,
    NationalisedLink,
    NormalCard,
    WorkerBoard,
)

COUNTS = {
    "cities": 30,
    "city_tiles": 69,
    "metropolis_tiles": 4,
    "keys": 8,
    "contracts": 28,
    "expedition_tiles": 9,
    "growth_tiles": 4,
    "nationalised_links": 35,
    "normal_cards": 15,
    "locomotives": 6,
    "share_rows": 6,
    "market_rows": 10,
    "factory_rows": 12,
    "worker_boards": 3,
    "beginner_setups": 3,
    "worker_levels": 3,
    "rounds": 8,
    "goods": 4,
}
PLAYERS = (2, 3, 4)
TILES_PER_COUNT = 23
FACTORIES = {2: 6, 3: 9, 4: 12}
TOKENS = {1: 13, 2: 8, 3: 3}

Faults = Iterator[PackFault]


def check_counts(pack: Pack) -> Faults:
    """IS-1.2 to IS-1.4: how many there are of each."""
    for stem, wanted in COUNTS.items():
        if stem in pack.records and len(pack.records[stem]) != wanted:
            message = f"the rulebook counts {wanted} records, found {len(pack.records[stem])}"
            yield PackFault(f"{stem}.json", WHOLE_FILE, "records", message)


def check_goods(pack: Pack) -> Faults:
    """IS-1.4: 40 cubes and 12 factory tokens of each of the four goods, in the order of the rulebook."""
    rows = pack.rows("goods", GoodKind)
    if tuple(row.id for row in rows) != GOODS:
        yield PackFault("goods.json", WHOLE_FILE, "id", f"expected {', '.join(GOODS)} in this order")
    for row in rows:
        if (row.count, row.factory_tokens) != (40, 12):
            yield PackFault("goods.json", row.id, "count", "the rulebook counts 40 cubes and 12 factory tokens")


def check_florins(pack: Pack) -> Faults:
    """IS-1.2: 87 cards worth 4650 florins."""
    rows = pack.rows("florins", Florin)
    found = sum(row.count for row in rows), sum(row.count * row.value for row in rows)
    if found != (87, 4650):
        yield PackFault("florins.json", WHOLE_FILE, "count", f"expected 87 cards worth 4650 florins, found {found}")


def check_action_tiles(pack: Pack) -> Faults:
    """IS-7.2: the eleven actions, which the rules call by name."""
    ids = tuple(getattr(row, "id", "") for row in pack.records["action_tiles"])
    if ids != ACTION_TILES:
        yield PackFault("action_tiles.json", WHOLE_FILE, "id", f"expected {', '.join(ACTION_TILES)} in this order")


def check_map(pack: Pack) -> Faults:
    """IS-2.2: 27 numbered sites, three printed cities; IS-12.1: four regions of three."""
    cities = pack.rows("cities", City)
    numbers = sorted(c.site_no for c in cities if c.site_no is not None)
    if numbers != list(range(1, len(cities) - 2)):
        yield PackFault("cities.json", WHOLE_FILE, "site_no", "the sites must be numbered 1 to 27")
    for c in cities:
        if (c.site_no is None) != (c.printed is not None):
            yield PackFault("cities.json", c.id, "printed", "a city is either a numbered site or printed")
    for region in "ABCD":
        if sum(c.region == region for c in cities) != 3:
            yield PackFault("cities.json", WHOLE_FILE, "region", f"region {region} needs three sites")


def check_links(pack: Pack) -> Faults:
    """IS-2.1, IS-2.2: every link joins two cities, every city can be reached, the Semmering token lies on one link."""
    cities = pack.rows("cities", City)
    known = {c.id for c in cities}
    near: dict[str, set[str]] = {c: set() for c in known}
    for link in pack.rows("links", Link):
        for end in (link.a, link.b):
            if end not in known:
                yield PackFault("links.json", link.id, "a", f"{end!r} is no city")
        near.get(link.a, set()).add(link.b)
        near.get(link.b, set()).add(link.a)
    for city in sorted(known - reached(cities[0].id, near)):
        yield PackFault("links.json", city, WHOLE_FILE, "cannot be reached over links")
    if sum(link.semmering for link in pack.rows("links", Link)) != 1:
        yield PackFault("links.json", WHOLE_FILE, "semmering", "the Semmering token lies on one link (IS-2.1)")


def reached(start: str, near: Mapping[str, set[str]]) -> set[str]:
    """All cities that links join to one, by way of others."""
    seen, queue = {start}, [start]
    while queue:
        for other in (near[queue.pop()] & near.keys()) - seen:
            seen.add(other)
            queue.append(other)
    return seen


def check_sites(pack: Pack) -> Faults:
    """IS-8.23, IS-8.24: a site belongs to a city; with the station mark that city must have a station cost."""
    cities = {c.id: c for c in pack.rows("cities", City)}
    for row in pack.rows("factory_sites", FactorySite):
        city = cities.get(row.city)
        if city is None:
            yield PackFault("factory_sites.json", row.id, "city", f"{row.city!r} is no city")
        elif row.cost_rule == STATION_COST and city.printed and city.printed.station_cost is None:
            yield PackFault("factory_sites.json", row.id, "cost_rule", f"{row.city} has no station cost")


def check_tiles(pack: Pack) -> Faults:
    """IS-2.2, IS-2.4: 23 city tiles for each number of players, which with the metropolises cover all sites."""
    sites = {c.site_no: c.id for c in pack.rows("cities", City) if c.site_no}
    hubs = pack.rows("metropolis_tiles", MetropolisTile)
    if tuple(h.colour for h in hubs) != COLOURS:
        yield PackFault("metropolis_tiles.json", WHOLE_FILE, "colour", f"expected {', '.join(COLOURS)} in this order")
    for players in PLAYERS:
        numbers = [t.number for t in pack.rows("city_tiles", CityTile) if t.players == players]
        if len(numbers) != TILES_PER_COUNT:
            message = f"{len(numbers)} tiles for {players} players, the rulebook counts {TILES_PER_COUNT}"
            yield PackFault("city_tiles.json", WHOLE_FILE, "players", message)
        taken = [sites.get(k, "?") for k in numbers] + [h.beginner_city.get(_key(players), "?") for h in hubs]
        if sorted(taken) != sorted(sites.values()):
            message = f"the beginner set-up of {players} players does not cover every site once"
            yield PackFault("city_tiles.json", WHOLE_FILE, "number", message)
    for hub in hubs:
        if Counter(hub.demand) != Counter({"wood": 1, "stone": 1, "iron": 1, "coal": 2}):
            yield PackFault("metropolis_tiles.json", hub.id, "demand", "IS-9.3: 1 wood, 1 stone, 1 iron, 2 coal")
    for tile in pack.rows("city_tiles", CityTile):
        if len(set(tile.demand)) < len(tile.demand):
            yield PackFault("city_tiles.json", tile.id, "demand", "a city wants a good only once")


def _key(players: int) -> Any:
    return str(players)


def check_improvements(pack: Pack) -> Faults:
    """IS-1.3, IS-2.6: the tokens of the box make the stacks of every number of players."""
    box = {t.value: t.count for t in pack.rows("improvement_tokens", ImprovementToken)}
    if box != TOKENS:
        yield PackFault("improvement_tokens.json", WHOLE_FILE, "count", f"the rulebook counts {TOKENS}")
    stacks = {s.symbol: s.bottom_to_top for s in pack.rows("improvement_stacks", ImprovementStack)}
    if sorted(stacks) != [1, 2, 3] or any(len(stacks[k]) != len(PLAYERS) for k in stacks):
        yield PackFault("improvement_stacks.json", WHOLE_FILE, "symbol", "expected symbols 1 to 3 for 2 to 4 players")
        return
    for players in PLAYERS:
        used: Counter[int] = Counter()
        for tile in pack.rows("city_tiles", CityTile):
            if tile.players == players and tile.improvement_stack:
                used.update(stacks[tile.improvement_stack][_key(players)])
        for value, count in used.items():
            if count > box.get(value, 0):
                message = f"{players} players need {count} tokens of value {value}"
                yield PackFault("improvement_tokens.json", f"token-{value}", "count", message)


def check_cards(pack: Pack) -> Faults:
    """IS-2.3, IS-2.13: cards name links and cities that exist."""
    links = {link.id: link for link in pack.rows("links", Link)}
    cities = {c.id: c for c in pack.rows("cities", City)}
    for card in pack.rows("nationalised_links", NationalisedLink):
        if card.link not in links:
            yield PackFault("nationalised_links.json", card.id, "link", f"{card.link!r} is no link")
        elif any(_no_cost(cities, end) for end in (links[card.link].a, links[card.link].b)):
            yield PackFault("nationalised_links.json", card.id, "link", "a buy-out needs two station costs (Amb-18)")
    for normal in pack.rows("normal_cards", NormalCard):
        for name, found in (("metropolis_cities", 4), ("special_cities", len(normal.special_tile_numbers))):
            named = getattr(normal, name)
            if len(set(named)) != found or any(c not in cities or cities[c].site_no is None for c in named):
                yield PackFault("normal_cards.json", normal.id, name, f"expected {found} different sites of the map")
        if any(link not in links for link in normal.nationalised_links) or len(normal.nationalised_links) > 4:
            yield PackFault("normal_cards.json", normal.id, "nationalised_links", "expected at most four links")


def _no_cost(cities: dict[str, City], city: str) -> bool:
    printed = cities[city].printed if city in cities else None
    return printed is not None and printed.station_cost is None


def check_beginner(pack: Pack) -> Faults:
    """IS-2.8, IS-2.14: what the beginner set-up fixes."""
    links = {link.id for link in pack.rows("links", Link)}
    columns = {c.column for c in pack.rows("influence_columns", InfluenceColumn)}
    growth = {g.id for g in pack.rows("growth_tiles", Growth)}
    have = Counter(e.value for e in pack.rows("expedition_tiles", Expedition))
    for row in pack.rows("beginner_setups", BeginnerSetup):
        if Counter(row.expeditions) - have:
            yield PackFault("beginner_setups.json", row.id, "expeditions", "more tiles of a value than there are")
        if set(row.metropolis_columns) != set(COLOURS) or set(row.metropolis_columns.values()) - columns:
            yield PackFault(
                "beginner_setups.json", row.id, "metropolis_columns", "a column of the track for each colour"
            )
        if set(row.growth) != set(COLOURS) or set(row.growth.values()) != growth:
            yield PackFault("beginner_setups.json", row.id, "growth", "each growth tile once")
        if set(row.crowns) - links:
            yield PackFault("beginner_setups.json", row.id, "crowns", "names a link that does not exist")


def check_contracts(pack: Pack) -> Faults:
    """IS-8.35: as many factories as reserve tokens; IS-2.18: each deck can be laid out for four players."""
    decks = Counter(c.deck for c in pack.rows("contracts", Contract))
    for c in pack.rows("contracts", Contract):
        if len(c.factories) != c.deck:
            yield PackFault("contracts.json", c.id, "factories", f"a contract of deck {c.deck} has as many factories")
    for deck in (1, 2, 3):
        if decks[deck] < PLAYERS[-1] + 1:
            yield PackFault("contracts.json", WHOLE_FILE, "deck", f"deck {deck} is too small for four players")


def check_boards(pack: Pack) -> Faults:
    """IS-2.16, IS-2.17: factories by row, engineers and hiring columns by number of players."""
    rows: dict[tuple[int, str], FactoryRow] = {(r.players, r.good): r for r in pack.rows("factory_rows", FactoryRow)}
    for players, wanted in FACTORIES.items():
        for good in GOODS:
            row = rows.get((players, good))
            if row is None or {len(row.build_cost), len(row.delivery_reward)} != {wanted}:
                message = f"{good} for {players} players needs {wanted} costs and rewards"
                yield PackFault("factory_rows.json", row.id if row else WHOLE_FILE, "build_cost", message)
    boards: dict[int, WorkerBoard] = {b.players: b for b in pack.rows("worker_boards", WorkerBoard)}
    for players in PLAYERS:
        board = boards.get(players)
        columns = Counter(board.columns) if board else Counter()
        wrong = set(columns) != set(COLOURS) or max(columns.values()) > 2
        if board is None or sum(board.engineer_slots.values()) != 2 * players or wrong:
            message = f"{players} players need a board with {2 * players} engineers, one or two columns by metropolis"
            yield PackFault("worker_boards.json", board.id if board else WHOLE_FILE, "engineer_slots", message)


def check_ladders(pack: Pack) -> Faults:
    """IS-4.1: columns rise by tens from 0. IS-1.3: 24 locomotives with as many wagons as their level."""
    columns = [c.column for c in pack.rows("influence_columns", InfluenceColumn)]
    if columns != list(range(0, 10 * len(columns), 10)):
        yield PackFault("influence_columns.json", WHOLE_FILE, "column", "columns rise by 10 from 0")
    for row in pack.rows("locomotives", Locomotive):
        if row.wagons != row.level or row.copies < PLAYERS[-1]:
            yield PackFault("locomotives.json", row.id, "wagons", "a locomotive pulls as many wagons as its level")


def check_growth(pack: Pack) -> Faults:
    """IS-9.9: a number for each good that a metropolis can be brought."""
    most = max((len(hub.demand) for hub in pack.rows("metropolis_tiles", MetropolisTile)), default=0)
    for row in pack.rows("growth_tiles", Growth):
        if len(row.steps) != most:
            yield PackFault("growth_tiles.json", row.id, "steps", f"expected {most} numbers, found {len(row.steps)}")


def check_market(pack: Pack) -> Faults:
    """IS-8.31: the topmost cube is the cheapest."""
    prices = [row.price for row in pack.rows("market_rows", MarketRow)]
    if prices != sorted(prices):
        yield PackFault("market_rows.json", WHOLE_FILE, "price", "prices rise from the top row to the bottom row")


def check_numbers(pack: Pack) -> Faults:
    """Every number that the rules use is there, has the right type and names the rule that uses it."""
    return check_constants(pack, CONSTANTS)


CHECKS: list[tuple[tuple[str, ...], Callable[[Pack], Faults]]] = [
    ((), check_counts),
    (("goods",), check_goods),
    (("florins",), check_florins),
    (("action_tiles",), check_action_tiles),
    (("cities",), check_map),
    (("cities", "links"), check_links),
    (("cities", "factory_sites"), check_sites),
    (("cities", "city_tiles", "metropolis_tiles"), check_tiles),
    (("improvement_tokens", "improvement_stacks", "city_tiles"), check_improvements),
    (("cities", "links", "nationalised_links", "normal_cards"), check_cards),
    (("links", "influence_columns", "growth_tiles", "expedition_tiles", "beginner_setups"), check_beginner),
    (("contracts",), check_contracts),
    (("factory_rows", "worker_boards"), check_boards),
    (("influence_columns", "locomotives"), check_ladders),
    (("growth_tiles", "metropolis_tiles"), check_growth),
    (("market_rows",), check_market),
    (("constants",), check_numbers),
]
