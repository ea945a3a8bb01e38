"""What the rulebook states about the components. Only that: an owner's true data may look otherwise than ours.

Each check names the files it reads and runs only if all of them are sound by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from machinehall.kernel.constants import Constant, check_constants
from machinehall.kernel.packs import WHOLE_FILE, Pack
from machinehall.kernel.values import PackFault

from .types import (
    CONSTANTS,
    GOVERNMENT,
    KINDS,
    MAIN,
    SUBSIDIES,
    TYPES,
    ActionTile,
    Building,
    City,
    CoalRegion,
    Contract,
    ExperimentBoard,
    IncomeTrack,
    IndustryRow,
    Link,
    LogicCard,
    Milestone,
    MilestoneSpace,
    NeutralBuilding,
    PlayerFeat,
    SetupCard,
    Site,
    Technology,
    TurbineEffect,
)

Faults = Iterator[PackFault]

COUNTS = {
    "action_tiles": 72, "buildings": 12, "neutral_buildings": 10, "contract_slots": 4, "industry_rows": 4,
    "technologies": 32, "experiments": 4, "contracts": 50, "milestones": 8, "tiers": 6, "segments": 4,
    "setup_cards": 13, "income_tracks": 3, "coal_12": 2, "coal_34": 2, "logic_cards": 15, "feats": 20,
}  # fmt: skip
"""NU-1.1 to NU-1.4."""
TILE_SETS = {"basic": 20, "advanced": 30, "starting": 20, "special": 2}
CONTRACTS = {"initial": 4, "silver": 13, "gold": 18, "violet": 15}
PLANTS = {"riesa", "zittau", "glashuette", "grimma", "plauen"}
LEVELS = {1: 3, 2: 3, 3: 2}
MOST_TURBINES = 5
SIDES = {"12": (2, ("1", "2")), "34": (3, ("3", "4"))}
"""For each side of the board: the longest link, and the player counts."""
FEAT_COUNTS = {
    "highest_space", "score", "mines", "powered_laboratories", "uranium_in_one_energize", "lowest_tier",
    "income_points", "conditions_in_one_turn", "achievement_in_one_turn", "powered_in_one_turn", "milestone_points",
    "level_before_recharge", "violet_contracts", "mines_and_turbines", "urban_buildings", "vp_in_one_recharge",
    "powered_before_the_end",
}  # fmt: skip
"""What the challenges of chapter 25 count; `feats.py` says how."""
CONDITIONS = {
    "structures_in_colour", "buildings_of_type", "government_buildings", "action_tiles", "achievements",
    "railway_tiles", "turbines", "mines", "powered_buildings", "buildings_in_city", "powered_buildings_in_city",
    "network_size", "building_colours", "contracts_fulfilled", "uranium_on_map",
}  # fmt: skip
MILESTONES = {
    "own_urban_buildings", "own_residences", "own_factories", "own_laboratories", "own_mines", "own_turbines",
    "own_railway_tiles", "cities_with_own_powered_building",
}  # fmt: skip
REWARDS = {"vp", "thaler", "worker", "uranium", "tech", "vp_income"}
BENEFITS = {"thaler", "worker", "thaler_income", "worker_income", "vp_income", "any_income", "tech"}


def check_counts(pack: Pack) -> Faults:
    """NU-1.1 to NU-1.4: how many there are of everything."""
    for file, wanted in COUNTS.items():
        if file in pack.records and len(pack.records[file]) != wanted:
            message = f"expected {wanted} records, found {len(pack.records[file])}"
            yield PackFault(f"{file}.json", WHOLE_FILE, "records", message)


def check_cities(pack: Pack) -> Faults:
    """NU-14.2, NU-6.1: five plants, Praha, and a number for each city."""
    for side in SIDES:
        file = f"cities_{side}"
        rows = pack.rows(file, City)
        plants = {row.id for row in rows if row.plant}
        if plants != PLANTS:
            yield PackFault(f"{file}.json", WHOLE_FILE, "plant", f"expected plants at {sorted(PLANTS)}")
        for row in rows:
            if (row.colour == "praha") != (row.id == "praha"):
                yield PackFault(f"{file}.json", row.id, "colour", "only Praha is multicoloured")
            if row.plant and (row.plant == "coal_only") != (row.id == "riesa"):
                yield PackFault(f"{file}.json", row.id, "plant", "only Riesa burns coal alone")
            if (row.plant == "nucleum") != (row.nucleum_bonus is not None):
                yield PackFault(f"{file}.json", row.id, "nucleum_bonus", "belongs to plants with a Nucleum place")
        if sorted(row.number for row in rows) != list(range(1, len(rows) + 1)):
            yield PackFault(f"{file}.json", WHOLE_FILE, "number", "the cities are not numbered from 1 on")


def check_map(pack: Pack) -> Faults:
    """NU-6.1, NU-6.2: sites and links belong to cities of the side."""
    for side, (longest, _) in SIDES.items():
        cities = {row.id for row in pack.rows(f"cities_{side}", City)}
        for site in pack.rows(f"sites_{side}", Site):
            if site.city not in cities:
                yield PackFault(f"sites_{side}.json", site.id, "city", f"no city {site.city!r} on this side")
        for link in pack.rows(f"links_{side}", Link):
            if not {link.a, link.b} <= cities or link.a == link.b:
                yield PackFault(f"links_{side}.json", link.id, "a", "does not join two cities of this side")
            if link.spaces > longest:
                yield PackFault(f"links_{side}.json", link.id, "spaces", f"at most {longest} on this side")


def check_coal(pack: Pack) -> Faults:
    """NU-6.7: coal lines lead to cities of the side, and there are wagons for every number of players."""
    for side, (_, seats) in SIDES.items():
        cities = {row.id for row in pack.rows(f"cities_{side}", City)}
        for region in pack.rows(f"coal_{side}", CoalRegion):
            for city in (*region.cities, *region.disputed_cities):
                if city not in cities:
                    yield PackFault(f"coal_{side}.json", region.id, "cities", f"no city {city!r} on this side")
            if missing := [n for n in seats if n not in region.wagons]:
                yield PackFault(f"coal_{side}.json", region.id, "wagons", f"nothing for {', '.join(missing)} players")


def check_sites(pack: Pack) -> Faults:
    """NU-6.1, NU-6.8, NU-9.4: red urban sites show nothing, black ones a type; few turbine slots."""
    for side in SIDES:
        file = f"sites_{side}.json"
        turbines: Counter[str] = Counter()
        for row in pack.rows(f"sites_{side}", Site):
            turbines[row.city] += row.kind == "turbine"
            if row.kind == "urban" and row.red == bool(row.symbols):
                yield PackFault(file, row.id, "symbols", "a black urban site shows symbols, a red one none")
            if row.kind != "urban" and row.symbols:
                yield PackFault(file, row.id, "symbols", "only urban sites show symbols")
        for city, count in turbines.items():
            if count > MOST_TURBINES:
                yield PackFault(file, city, "kind", f"{count} turbine slots, at most {MOST_TURBINES}")
            if count and city not in PLANTS - {"riesa"}:
                yield PackFault(file, city, "kind", "turbine slots without a plant for them")


def check_links(pack: Pack) -> Faults:
    """NU-8.12: one-space links give nothing."""
    for side in SIDES:
        for row in pack.rows(f"links_{side}", Link):
            if (row.spaces == 1) != (row.reward == "none"):
                yield PackFault(
                    f"links_{side}.json", row.id, "reward", "links of two or more spaces pay, others do not"
                )
            if any(space > row.spaces for space in row.red_spaces):
                yield PackFault(f"links_{side}.json", row.id, "red_spaces", f"the link has {row.spaces} spaces")


def check_tiles(pack: Pack) -> Faults:
    """NU-1.1, NU-1.2, NU-7.2: the sets of tiles; a Directive has no halves and is no rail."""
    rows = pack.rows("action_tiles", ActionTile)
    count = Counter(str(row.set) for row in rows)
    for name, wanted in TILE_SETS.items():
        if count[name] != wanted:
            message = f"expected {wanted} {name} tiles, found {count[name]}"
            yield PackFault("action_tiles.json", WHOLE_FILE, "set", message)
    for row in rows:
        if (row.directive is None) != (len(row.halves) == 2):
            yield PackFault("action_tiles.json", row.id, "halves", "a tile has two halves or is a Special Directive")
        if row.railway == (row.directive is not None):
            yield PackFault("action_tiles.json", row.id, "railway", "every tile but a Special Directive can be a rail")
        for half in row.halves:
            if half.action not in MAIN + SUBSIDIES:
                yield PackFault("action_tiles.json", row.id, "halves", f"no action {half.action!r}")
        if row.directive is not None and set(row.directive.actions) != set(MAIN):
            yield PackFault("action_tiles.json", row.id, "directive", "offers the five main actions")
        if (row.experiment is not None) != (row.set in ("starting", "special")):
            yield PackFault("action_tiles.json", row.id, "experiment", "belongs to starting and special tiles")


def check_experiments(pack: Pack) -> Faults:
    """NU-1.2, NU-13.2, NU-22.1: eight technologies, five tiles with one Directive, a turbine effect."""
    tiles = {row.id: row for row in pack.rows("action_tiles", ActionTile)}
    techs = {row.id: row for row in pack.rows("technologies", Technology)}
    effects = {row.id for row in pack.rows("turbine_effects", TurbineEffect)}
    for row in pack.rows("experiments", ExperimentBoard):
        known = [techs[name] for name in row.technologies if name in techs]
        if Counter(tech.level for tech in known) != LEVELS or any(tech.experiment != row.id for tech in known):
            yield PackFault(
                "experiments.json", row.id, "technologies", "expected its own, three, three and two by level"
            )
        if [tech.number for tech in known] != list(range(1, 9)):
            yield PackFault("experiments.json", row.id, "technologies", "not numbered 1 to 8")
        start = [tiles[name] for name in row.starting_tiles if name in tiles]
        if len(start) != 5 or sum(tile.directive is not None for tile in start) != 1:
            yield PackFault("experiments.json", row.id, "starting_tiles", "expected four tiles and a Special Directive")
        if not set(row.special_tiles) <= set(tiles):
            yield PackFault("experiments.json", row.id, "special_tiles", "unknown tiles")
        if row.turbine_effect not in effects:
            yield PackFault("experiments.json", row.id, "turbine_effect", f"no effect {row.turbine_effect!r}")


def check_rows(pack: Pack) -> Faults:
    """NU-10.9, NU-22.1: every row has a turbine effect, the second that of the Experiment."""
    effects = {row.id for row in pack.rows("turbine_effects", TurbineEffect)} | {"experiment"}
    for row in pack.rows("industry_rows", IndustryRow):
        if row.turbine_effect not in effects:
            yield PackFault("industry_rows.json", row.id, "turbine_effect", f"no effect {row.turbine_effect!r}")


def check_buildings(pack: Pack) -> Faults:
    """NU-1.3, NU-9.7: levels I to IV of each type; level IV is a Government building."""
    rows = pack.rows("buildings", Building)
    if Counter((row.type, row.level) for row in rows) != Counter((kind, n) for kind in TYPES for n in range(1, 5)):
        yield PackFault("buildings.json", WHOLE_FILE, "level", "expected each level once for each type")
    for row in rows:
        government = GOVERNMENT in row.symbols
        if government != (row.level == 4) or row.type not in row.symbols:
            yield PackFault(
                "buildings.json", row.id, "symbols", "level IV is also a Government building, others are not"
            )
        if government != row.vp_per_building:
            yield PackFault("buildings.json", row.id, "vp_per_building", "Government buildings score per building")
        yield from _words("buildings.json", row.id, "benefit", row.benefit, BENEFITS)
    for neutral in pack.rows("neutral_buildings", NeutralBuilding):
        yield from _words("neutral_buildings.json", neutral.id, "benefit", neutral.benefit, BENEFITS)


def check_contracts(pack: Pack) -> Faults:
    """NU-2.4, NU-19.6: 4, 13, 18 and 15; violet ones have one of three backs."""
    rows = pack.rows("contracts", Contract)
    count = Counter(str(row.kind) for row in rows)
    for kind in KINDS:
        if count[kind] != CONTRACTS[kind]:
            message = f"expected {CONTRACTS[kind]} {kind}, found {count[kind]}"
            yield PackFault("contracts.json", WHOLE_FILE, "kind", message)
    for row in rows:
        if (row.back is not None) != (row.kind == "violet"):
            yield PackFault("contracts.json", row.id, "back", "only violet contracts have one of three backs")
        if row.condition.type not in CONDITIONS:
            yield PackFault("contracts.json", row.id, "condition", f"no condition {row.condition.type!r}")
        yield from _words("contracts.json", row.id, "rewards", row.rewards, REWARDS)
    if {row.back for row in rows if row.back} != {1, 2, 3}:
        yield PackFault("contracts.json", WHOLE_FILE, "back", "expected all three violet backs")


def check_milestones(pack: Pack) -> Faults:
    """NU-16.4, NU-20.1: what the tiles count; spaces in rising tiers and segments."""
    for row in pack.rows("milestones", Milestone):
        if row.counts not in MILESTONES:
            yield PackFault("milestones.json", row.id, "counts", f"no count {row.counts!r}")
    last = (0, 1, 1)
    for space in pack.rows("milestone_spaces", MilestoneSpace):
        here = (space.value, space.tier, space.segment)
        if not (last[0] < here[0] and last[1] <= here[1] <= len(pack.records.get("tiers", ())) and last[2] <= here[2]):
            yield PackFault("milestone_spaces.json", space.id, "value", "values, tiers and segments rise")
        last = here


def check_cards(pack: Pack) -> Faults:
    """NU-2.7: the cards name cities of the larger side."""
    cities = {row.id: row for row in pack.rows("cities_34", City)}
    for row in pack.rows("setup_cards", SetupCard):
        named = {*row.urban_debris, *row.urban_debris_3, *row.mine_debris, *row.mine_debris_3, row.nucleum}
        named |= {row.neutral_city} if row.neutral_city else set()
        if not named <= set(cities):
            yield PackFault("setup_cards.json", row.id, WHOLE_FILE, f"unknown cities {sorted(named - set(cities))}")
        elif cities[row.nucleum].plant != "nucleum":
            yield PackFault("setup_cards.json", row.id, "nucleum", f"no place for a Nucleum at {row.nucleum!r}")


def check_logic(pack: Pack) -> Faults:
    """NU-23.19: each card puts the three types in an order; every subsidy has its price for the Baron (NU-23.49)."""
    for row in pack.rows("logic_cards", LogicCard):
        if sorted(row.urbanize) != sorted(TYPES):
            yield PackFault("logic_cards.json", row.id, "urbanize", "expected each type of building once")
    for constant in pack.rows("constants", Constant):
        if constant.key == "baron_subsidies" and set(constant.value) != set(SUBSIDIES):
            yield PackFault("constants.json", constant.key, "value", f"expected {', '.join(SUBSIDIES)}")
        if constant.key == "baron_building_order" and sorted(constant.value) != [1, 2, 3, 4]:
            yield PackFault("constants.json", constant.key, "value", "expected the levels 1 to 4 in an order")


def check_tracks(pack: Pack) -> Faults:
    """NU-3.2, NU-16.2: three tracks of one length whose values never fall."""
    rows = pack.rows("income_tracks", IncomeTrack)
    if {row.id for row in rows} != {"thaler", "worker", "vp"} or len({len(row.entries) for row in rows}) != 1:
        yield PackFault("income_tracks.json", WHOLE_FILE, "entries", "expected three tracks of one length")
    for row in rows:
        for axis in (0, 1):
            values = [entry[axis] for entry in row.entries]
            if values != sorted(values):
                yield PackFault("income_tracks.json", row.id, "entries", "the values fall")


def check_numbers(pack: Pack) -> Faults:
    """Every number that the rules use is there, has the right type and names the rule that uses it."""
    return check_constants(pack, CONSTANTS)


def check_feats(pack: Pack) -> Faults:
    """Chapter 25: each counts something known up to one threshold, or gathers facts."""
    for row in pack.rows("feats", PlayerFeat):
        if row.counts is not None and row.counts not in FEAT_COUNTS:
            yield PackFault(
                "feats.json", row.id, "counts", f"{row.counts!r} is none of {', '.join(sorted(FEAT_COUNTS))}"
            )
        thresholds = (row.at_least is not None) + (row.above is not None)
        if thresholds != (row.counts is not None) or bool(row.needs) == (row.counts is not None):
            yield PackFault("feats.json", row.id, WHOLE_FILE, "needs `counts` with `at_least` or `above`, or `needs`")


def _words(file: str, record: str, field: str, found: dict[str, Any], known: set[str]) -> Faults:
    for word in found:
        if word not in known:
            yield PackFault(file, record, field, f"{word!r} is none of {', '.join(sorted(known))}")


CHECKS: tuple[tuple[tuple[str, ...], Callable[[Pack], Faults]], ...] = (
    ((), check_counts),
    (("cities_12", "cities_34"), check_cities),
    (tuple(f"{kind}_{side}" for kind in ("cities", "sites", "links") for side in SIDES), check_map),
    (tuple(f"{kind}_{side}" for kind in ("cities", "coal") for side in SIDES), check_coal),
    (("sites_12", "sites_34"), check_sites),
    (("links_12", "links_34"), check_links),
    (("action_tiles",), check_tiles),
    (("action_tiles", "technologies", "experiments", "turbine_effects"), check_experiments),
    (("industry_rows", "turbine_effects"), check_rows),
    (("buildings", "neutral_buildings"), check_buildings),
    (("contracts",), check_contracts),
    (("milestones", "milestone_spaces", "tiers"), check_milestones),
    (("setup_cards", "cities_34"), check_cards),
    (("logic_cards", "constants"), check_logic),
    (("income_tracks",), check_tracks),
    (("feats",), check_feats),
    (("constants",), check_numbers),
)
