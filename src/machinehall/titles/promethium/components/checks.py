"""What the rulebook states about the components. Only that: an owner's true data may look otherwise than ours.

Each check names the files it reads and runs only if all of them are sound by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from machinehall.kernel.constants import Constant, check_constants
from machinehall.kernel.packs import WHOLE_FILE, Pack
from machinehall.kernel.values import PackFault

from .types import (
    ANY,
    CONSTANTS,
    DIFFERENT,
    ELEMENTS,
    SLOTS,
    BidToken,
    Element,
    Family,
    Improvement,
    Mineral,
    Project,
    Scheme,
    StartTile,
    Tile,
)

PIECES_PER_KIND = 8
PIECES_PER_SLOT = 32
COUNTS = {"tiles": 44, "start_tiles": 4, "projects": 36, "families": 13, "improvements": 13, "schemes": 11}
COUNTED_BY = {"tiles": "tile_count", "projects": "project_deck", "improvements": "improvement_count"}
BIDS = {"player": 8, "neutral": 4}
PLAYERS = (2, 3, 4)

SCHEME_PRICES = {
    "patent_filing": 1, "sabotage": 1, "espionage": 1, "bribes": 1, "industrial_theft": 1, "persuasion": 1,
    "opportunism": 1, "subsidies": 1, "cooperation": 1, "black_market": 2, "planning": 1,
}  # fmt: skip
"""The scheme cards of section 12 and how many prices each offers."""

EFFECTS = {
    "expedition_plus_one": ("expedition", "promethium"),
    "expedition_no_mineral": ("expedition", "mineral_cost"),
    "expedition_no_influence": ("expedition", "influence_cost"),
    "lobby_on_purchase": ("tile_bought", "lobby"),
    "machinist_plus_one": ("machinist", "influence"),
    "engineer_plus_one": ("engineer", "stock_elements"),
    "lab_coal": ("chemist", "content"),
    "lab_copper": ("chemist", "content"),
    "lab_iron": ("chemist", "content"),
    "lab_aluminium": ("chemist", "content"),
    "corruption_halved": ("valuation", "cube_penalty"),
    "scheme_discount": ("scheme", "influence_cost"),
    "patent_plus_one": ("patent", "promethium"),
}
"""The improvements of PR-7.3: what each acts on, and the figure that it changes."""

Faults = Iterator[PackFault]


def _constants(pack: Pack) -> dict[str, Any]:
    return {row.key: row.value for row in pack.rows("constants", Constant)}


def _sound(key: str, value: Any) -> bool:
    """Whether a constant has the type that the rules expect; its own check reports it otherwise."""
    try:
        msgspec.convert(value, CONSTANTS[key])
    except msgspec.ValidationError:
        return False
    return True


def _sound_constants(pack: Pack, *keys: str) -> dict[str, Any] | None:
    """These constants, or None if one is missing or broken, which is reported elsewhere."""
    constants = _constants(pack)
    if all(key in constants and _sound(key, constants[key]) for key in keys):
        return {key: constants[key] for key in keys}
    return None


def _names(file: str, found: list[str], wanted: set[str], what: str) -> Faults:
    """Exactly these ids: the rules call them by name."""
    for name in sorted(set(found) - wanted):
        yield PackFault(file, name, "id", f"the rules know no such {what}")
    for name in sorted(wanted - set(found)):
        yield PackFault(file, name, WHOLE_FILE, f"this {what} is missing")


def check_counts(pack: Pack) -> Faults:
    """PR-1.2: how many there are of each."""
    for stem, wanted in COUNTS.items():
        if stem in pack.records and len(pack.records[stem]) != wanted:
            message = f"the rulebook counts {wanted} records, found {len(pack.records[stem])}"
            yield PackFault(f"{stem}.json", WHOLE_FILE, "records", message)


def check_counting_constants(pack: Pack) -> Faults:
    constants = _constants(pack)
    wanted = {key: COUNTS[stem] for stem, key in COUNTED_BY.items()} | {"scheme_deck_size": COUNTS["schemes"]}
    for key, number in wanted.items():
        if key in constants and constants[key] != number:
            yield PackFault("constants.json", key, "value", f"the rulebook counts {number}, found {constants[key]!r}")


def check_elements(pack: Pack) -> Faults:
    """PR-1.2: four kinds in each slot, 8 pieces of each, 32 in a slot."""
    rows = pack.rows("elements", Element)
    yield from _names("elements.json", [row.id for row in rows], {e for s in SLOTS for e in ELEMENTS[s]}, "element")
    for row in rows:
        home = next((slot for slot in SLOTS if row.id in ELEMENTS[slot]), row.slot)
        if row.slot != home:
            yield PackFault("elements.json", row.id, "slot", f"belongs into slot {home!r}, found {row.slot!r}")
        if row.supply != PIECES_PER_KIND:
            yield PackFault("elements.json", row.id, "supply", f"expected {PIECES_PER_KIND} pieces, found {row.supply}")
    for slot in SLOTS:
        pieces = sum(row.supply for row in rows if row.slot == slot)
        if pieces != PIECES_PER_SLOT:
            message = f"slot {slot!r} has {pieces} pieces, the rulebook counts {PIECES_PER_SLOT}"
            yield PackFault("elements.json", WHOLE_FILE, "supply", message)


def _elements_shown(file: str, row: Tile | StartTile) -> Faults:
    for slot in SLOTS:
        shown = getattr(row, slot)
        if shown not in ELEMENTS[slot]:
            yield PackFault(file, row.id, slot, f"{shown!r} is none of {', '.join(ELEMENTS[slot])}")


def check_tiles(pack: Pack) -> Faults:
    """PR-1.3: three elements on the front, one of them on the back."""
    for row in pack.rows("tiles", Tile):
        yield from _elements_shown("tiles.json", row)
        front = getattr(row, row.back.slot)
        if row.back.element != front:
            message = f"the back shows {row.back.element!r}, the front has {front!r} in slot {row.back.slot!r}"
            yield PackFault("tiles.json", row.id, "back.element", message)


def check_four_player_tiles(pack: Pack) -> Faults:
    """PR-2.10: the marked tiles leave with fewer players; what stays must fill the grid."""
    needed = _sound_constants(pack, "four_player_only_tiles", "grid_side")
    if needed is None:
        return
    rows = pack.rows("tiles", Tile)
    marked = sum(row.four_player_only for row in rows)
    if marked != needed["four_player_only_tiles"]:
        message = f"{marked} tiles are marked, constant four_player_only_tiles says {needed['four_player_only_tiles']}"
        yield PackFault("tiles.json", WHOLE_FILE, "four_player_only", message)
    for players in PLAYERS:
        tiles = len(rows) - (marked if players < 4 else 0)
        if tiles < needed["grid_side"][str(players)] ** 2:
            message = f"{tiles} tiles do not fill the grid of {players} players"
            yield PackFault("tiles.json", WHOLE_FILE, "records", message)


def check_start_tiles(pack: Pack) -> Faults:
    for row in pack.rows("start_tiles", StartTile):
        yield from _elements_shown("start_tiles.json", row)


def check_start_colors(pack: Pack) -> Faults:
    """PR-2.5: one starting tile for each colour."""
    needed = _sound_constants(pack, "player_colors")
    if needed is None:
        return
    rows = pack.rows("start_tiles", StartTile)
    count = Counter(row.color for row in rows)
    for row in rows:
        if row.color not in needed["player_colors"]:
            yield PackFault("start_tiles.json", row.id, "color", f"{row.color!r} is no player's colour")
        elif count[row.color] > 1:
            yield PackFault("start_tiles.json", row.id, "color", f"{count[row.color]} tiles are {row.color}")
    for color in needed["player_colors"]:
        if not count[color]:
            yield PackFault("start_tiles.json", WHOLE_FILE, "color", f"no tile is {color}")


def check_requirements(pack: Pack) -> Faults:
    """PR-6.6: a slot asks for an element, for different ones, or for nothing."""
    for row in pack.rows("projects", Project):
        for slot in SLOTS:
            word = getattr(row.requirement, slot)
            if word not in (*ELEMENTS[slot], ANY, DIFFERENT):
                message = f"{word!r} is none of {', '.join((*ELEMENTS[slot], ANY, DIFFERENT))}"
                yield PackFault("projects.json", row.id, f"requirement.{slot}", message)


def check_opening(pack: Pack) -> Faults:
    """PR-2.3: which cards may lie in the exit column at the start."""
    needed = _sound_constants(pack, "opening_excluded_elements", "project_exit_slots")
    if needed is None:
        return
    barred = set(needed["opening_excluded_elements"])
    rows = pack.rows("projects", Project)
    for row in rows:
        allowed = not barred & {getattr(row.requirement, slot) for slot in SLOTS}
        if row.opening_slot_allowed != allowed:
            message = f"expected {allowed} by constant opening_excluded_elements"
            yield PackFault("projects.json", row.id, "opening_slot_allowed", message)
    if sum(row.opening_slot_allowed for row in rows) < needed["project_exit_slots"]:
        yield PackFault("projects.json", WHOLE_FILE, "opening_slot_allowed", "too few cards to fill the exit column")


def check_families(pack: Pack) -> Faults:
    """PR-1.6: a card has the improvement of its family; PR-7.3: each family has its own."""
    families = {row.id: row for row in pack.rows("families", Family)}
    cards: dict[str, list[int]] = {name: [] for name in families}
    for row in pack.rows("projects", Project):
        if row.family not in families:
            yield PackFault("projects.json", row.id, "family", f"no family {row.family!r}")
            continue
        cards[row.family].append(row.level)
        if row.improvement != families[row.family].improvement:
            message = f"family {row.family!r} has {families[row.family].improvement!r}, found {row.improvement!r}"
            yield PackFault("projects.json", row.id, "improvement", message)
    for name, family in families.items():
        if family.cards != len(cards[name]):
            yield PackFault("families.json", name, "cards", f"says {family.cards}, the family has {len(cards[name])}")
        if sorted(family.levels) != sorted(cards[name]):
            message = f"says {sorted(family.levels)}, the cards have {sorted(cards[name])}"
            yield PackFault("families.json", name, "levels", message)


def check_family_improvements(pack: Pack) -> Faults:
    """Families and improvements belong together one to one, and both files agree on it."""
    improvements = {row.id: row for row in pack.rows("improvements", Improvement)}
    families = {row.id: row for row in pack.rows("families", Family)}
    granted = Counter(row.improvement for row in families.values())
    for name, family in families.items():
        if family.improvement not in improvements:
            yield PackFault("families.json", name, "improvement", f"no improvement {family.improvement!r}")
        elif granted[family.improvement] > 1:
            message = f"{granted[family.improvement]} families grant {family.improvement!r}"
            yield PackFault("families.json", name, "improvement", message)
    for name, row in improvements.items():
        if row.family not in families:
            yield PackFault("improvements.json", name, "family", f"no family {row.family!r}")
        elif families[row.family].improvement != name:
            message = f"family {row.family!r} grants {families[row.family].improvement!r}"
            yield PackFault("improvements.json", name, "family", message)


def check_improvements(pack: Pack) -> Faults:
    """PR-7.3: the 13 improvements, each unique, four of them laboratories."""
    rows = pack.rows("improvements", Improvement)
    yield from _names("improvements.json", [row.id for row in rows], set(EFFECTS), "improvement")
    for row in rows:
        if row.copies != 1:
            yield PackFault("improvements.json", row.id, "copies", f"each improvement is unique, found {row.copies}")
        if (row.category == "laboratory") != row.id.startswith("lab_"):
            yield PackFault("improvements.json", row.id, "category", f"four laboratories only, found {row.category!r}")
        if row.id not in EFFECTS:
            continue
        on, figure = EFFECTS[row.id]
        if row.effect.get("on") != on:
            yield PackFault(
                "improvements.json", row.id, "effect.on", f"expected {on!r}, found {row.effect.get('on')!r}"
            )
        if not isinstance(row.effect.get(figure), int):
            yield PackFault("improvements.json", row.id, f"effect.{figure}", "expected a number")
        mineral = row.id.removeprefix("lab_")
        if row.category == "laboratory" and row.effect.get("mineral") != mineral:
            yield PackFault("improvements.json", row.id, "effect.mineral", f"expected {mineral!r}")


def check_minerals(pack: Pack) -> Faults:
    """PR-6.8: every mineral has a content."""
    found = [row.id for row in pack.rows("minerals", Mineral)]
    yield from _names("minerals.json", found, set(ELEMENTS["mineral"]), "mineral")


def check_laboratories(pack: Pack) -> Faults:
    """PR-7.6: a laboratory raises the content of its mineral."""
    raises = {row.effect.get("mineral"): row.effect.get("content") for row in pack.rows("improvements", Improvement)}
    for row in pack.rows("minerals", Mineral):
        more = raises.get(row.id)
        if isinstance(more, int) and row.laboratory_content != row.promethium_content + more:
            message = f"expected {row.promethium_content} + {more}, found {row.laboratory_content}"
            yield PackFault("minerals.json", row.id, "laboratory_content", message)


def check_schemes(pack: Pack) -> Faults:
    """PR-5.1: eleven different cards, one copy each."""
    rows = pack.rows("schemes", Scheme)
    yield from _names("schemes.json", [row.id for row in rows], set(SCHEME_PRICES), "scheme card")
    for row in rows:
        if row.copies_per_player != 1:
            message = f"each player has one copy, found {row.copies_per_player}"
            yield PackFault("schemes.json", row.id, "copies_per_player", message)
        prices = SCHEME_PRICES.get(row.id, len(row.cost))
        if len(row.cost) != prices:
            yield PackFault("schemes.json", row.id, "cost", f"expected {prices} price(s), found {len(row.cost)}")


def check_bid_tokens(pack: Pack) -> Faults:
    """PR-2.4 and PR-11.2: 8 tokens for a player, 4 for the neutral player, shared out evenly."""
    rows = pack.rows("bid_tokens", BidToken)
    for owner, wanted in BIDS.items():
        found = sum(row.count for row in rows if row.owner == owner)
        if found != wanted:
            message = f"the {owner} tokens are {wanted}, found {found}"
            yield PackFault("bid_tokens.json", WHOLE_FILE, "count", message)
    for row in rows:
        if row.owner == "neutral" and (row.count_per_player_hand or 0) * 2 != row.count:
            message = f"two hands must hold all {row.count}, found {row.count_per_player_hand!r} each"
            yield PackFault("bid_tokens.json", row.id, "count_per_player_hand", message)


def check_ends(pack: Pack) -> Faults:
    """PR-4.3: the tokens of a round fill all ends of the grid exactly."""
    needed = _sound_constants(pack, "grid_side", "bid_tokens_placed_per_player")
    if needed is None:
        return
    neutral = sum(row.count for row in pack.rows("bid_tokens", BidToken) if row.owner == "neutral")
    for players in PLAYERS:
        tokens = players * needed["bid_tokens_placed_per_player"] + (neutral if players == 2 else 0)
        ends = 4 * needed["grid_side"][str(players)]
        if tokens != ends:
            message = f"{players} players place {tokens} tokens on {ends} ends"
            yield PackFault("constants.json", "grid_side", "value", message)


def check_numbers(pack: Pack) -> Faults:
    """Every number that the rules use is there, has the right type and names the rule that uses it."""
    return check_constants(pack, CONSTANTS)


def check_constant_words(pack: Pack) -> Faults:
    """PR-2.1, PR-2.3: the colours and elements that constants name."""
    if needed := _sound_constants(pack, "player_colors", "neutral_color", "players_max"):
        colors = needed["player_colors"]
        if len(set(colors)) != len(colors) or len(colors) != needed["players_max"]:
            yield PackFault("constants.json", "player_colors", "value", "needs a different colour for each player")
        if needed["neutral_color"] not in colors:
            yield PackFault("constants.json", "neutral_color", "value", "is none of player_colors")
    if needed := _sound_constants(pack, "opening_excluded_elements"):
        for word in needed["opening_excluded_elements"]:
            if not any(word in ELEMENTS[slot] for slot in SLOTS):
                yield PackFault("constants.json", "opening_excluded_elements", "value", f"no element {word!r}")


CHECKS: tuple[tuple[tuple[str, ...], Callable[[Pack], Faults]], ...] = (
    ((), check_counts),
    (("constants",), check_counting_constants),
    (("constants",), check_numbers),
    (("constants",), check_constant_words),
    (("elements",), check_elements),
    (("tiles",), check_tiles),
    (("tiles", "constants"), check_four_player_tiles),
    (("start_tiles",), check_start_tiles),
    (("start_tiles", "constants"), check_start_colors),
    (("projects",), check_requirements),
    (("projects", "constants"), check_opening),
    (("projects", "families"), check_families),
    (("improvements", "families"), check_family_improvements),
    (("improvements",), check_improvements),
    (("minerals",), check_minerals),
    (("minerals", "improvements"), check_laboratories),
    (("schemes",), check_schemes),
    (("bid_tokens",), check_bid_tokens),
    (("bid_tokens", "constants"), check_ends),
)
