"""The observation for learners: the position as small numbers in a fixed order, the own seat first."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import zip_longest

from machinehall.kernel.observation import Observer, described, each_seat, questions
from machinehall.kernel.values import Frame

from .rulings import BARONS as FIRST_SOLO
from .rulings import OPTIONS
from .state import BUILDINGS, ROWS, SLOTS, TRACKS, State
from .tables import SEATS, Tables, bits, mask_of

FEATURES_VERSION = 2
ARG_SLOTS = 6
NEUTRAL = SEATS + 1
DEBRIS = SEATS + 2
BARONS = 2
QUEUE = 24
"""So many tiles of each Baron's queue are told."""

FRAMES = [
    "experiment",
    "turn",
    "tile",
    "lay",
    "matched",
    "urbanize",
    "industrialize",
    "develop",
    "free_tile",
    "power_bonus",
    "contract",
    "other_slot",
    "technology",
    "energize",
    "fuel",
    "rent",
    "uranium",
    "income_any",
    "owe",
    "worker_or_thaler",
    "marker",
    "nucleum",
    "last_marker",
]
ARGUMENTS = {
    "tile": "tile; halves used, as bits",
    "lay": "tile; 1 if optional",
    "matched": "halves that may still be used",
    "urbanize": "discount in thalers; 1 outside the network; 1 if optional",
    "industrialize": "fewer workers; fewer thalers on red; uranium of the icon; 1 outside the network; 1 if optional",
    "develop": "discount in thalers; 1 for the second tile",
    "free_tile": "discount in thalers; 1 if it may be laid at once; 1 if optional",
    "power_bonus": "workers; discount in thalers",
    "contract": "1 if the reward of the slot is doubled",
    "other_slot": "slot just used",
    "technology": "level",
    "energize": "more electricity; effect of the Directive; 1 if optional",
    "fuel": "plant; urban site; electricity so far; bill so far; uranium burnt; effect of the Directive",
    "rent": "turbines left to pay for; then those of each seat",
    "uranium": "pieces left",
    "income_any": "steps left",
    "owe": "thalers owed; workers owed",
    "worker_or_thaler": "thalers; workers",
}
"""What the arguments of a decision are."""
HOLDINGS = 9


def names(t: Tables) -> tuple[tuple[str, int], ...]:
    """Each block of the observation with its length."""
    n = t.names
    tiles, contracts = len(t.tiles), len(t.contracts)
    return (
        ("seats", 1),
        ("closing", 1),
        ("first player, counted from the own seat", 1),
        ("active player, counted from the own seat", 1),
        ("contract fulfilled this turn", 1),
        ("decision asked of this seat, 0 for none", 1),
        ("arguments of the decision, plus one", ARG_SLOTS),
        ("by seat: Experiment plus one, T, W, reserve, tokens, VP, Recharges, markers on 0, row", SEATS * HOLDINGS),
        ("income markers by seat", SEATS * TRACKS),
        ("tiles: 0 unseen, by seat 1-4 pool or queue, 5-8 row, 9-12 rail, 13 market, 14 removed", tiles),
        ("market: tile plus one", len(t.prices)),
        ("tiles left in the stacks", 1),
        ("technologies unlocked, by anybody", len(t.technologies)),
        ("contracts: 0 unseen, by seat 1-4 in a slot, 5-8 fulfilled, 9 shown, 10 removed", contracts),
        ("own contract slots: contract plus one", SLOTS),
        ("silver and gold contracts left", 2),
        ("urban sites: owner by seat plus one, 5 neutral, 6 debris", len(n.urban)),
        ("urban sites: building plus one", len(n.urban)),
        ("urban sites: powered", len(n.urban)),
        ("mine sites: owner by seat plus one, 6 debris", len(n.mines)),
        ("uranium by seat and mine", SEATS * ROWS),
        ("turbine slots: owner by seat plus one, 6 debris", len(n.turbines)),
        ("rail spaces: owner by seat plus one", len(n.spaces)),
        ("rail spaces: tile plus one", len(n.spaces)),
        ("rail spaces: flipped", len(n.spaces)),
        ("Nucleums at plants", len(n.plants)),
        ("Nucleums beside segments", len(t.segments)),
        ("coal wagons", 2 * len(n.regions)),
        ("milestone tiles plus one", len(t.segments)),
        ("milestone spaces with a marker, by seat", SEATS * len(t.space_value)),
        ("end conditions met by seat plus one", 5),
        ("Barons", 1),
        ("Logic card of the turn plus one", 1),
        ("Logic cards in the deck", len(t.solo.logic)),
        ("queue of each Baron: tile plus one", BARONS * QUEUE),
        ("challenges and rulings of the solo game", len(OPTIONS) - FIRST_SOLO),
    )


def parts(t: Tables) -> dict[str, tuple[str, ...]]:
    """What each number of a block is about."""
    n = t.names
    held = ["Experiment plus one", "thalers", "workers ready", "workers in reserve", "achievement tokens"]
    held += ["victory points", "Recharges", "markers on space 0", "tiles in the row"]
    words = {
        "arguments": [f"argument {i + 1}" for i in range(ARG_SLOTS)],
        "by seat": each_seat(SEATS, held),
        "income": each_seat(SEATS, t.domains["track"]),
        "tiles:": t.tiles,
        "market": [f"place {i + 1}" for i in range(len(t.prices))],
        "technologies": t.technologies,
        "contracts": t.contracts,
        "own contract": t.slots,
        "silver": ("silver", "gold"),
        "urban": n.urban,
        "mine sites": n.mines,
        "uranium": each_seat(SEATS, t.rows),
        "turbine": n.turbines,
        "rail": n.spaces,
        "Nucleums at": n.plants,
        "Nucleums beside": t.segments,
        "coal": [f"{region}, {price} price" for region in n.regions for price in ("first", "second")],
        "milestone tiles": t.segments,
        "milestone spaces": each_seat(SEATS, [f"space {v}" for v in t.space_value]),
        "end conditions": t.domains["condition"],
        "Logic cards": t.solo.logic,
        "queue": [f"Baron {b + 1}, place {i + 1}" for b in range(BARONS) for i in range(QUEUE)],
        "challenges": [o.name for o in OPTIONS[FIRST_SOLO:]],
    }
    return described(names(t), words)


def codes(t: Tables) -> dict[str, tuple[str, ...]]:
    """What the numbers of a block stand for, from 0 on."""
    return {
        "closing": ("in play", "end triggered", "last turns", "final scoring"),
        "decision asked of this seat, 0 for none": questions(FRAMES, ARGUMENTS),
        "market: tile plus one": ("none", *t.tiles),
        "own contract slots: contract plus one": ("none", *t.contracts),
        "urban sites: building plus one": (
            "none",
            *(f"{own} (neutral: {neutral})" for own, neutral in zip_longest(t.buildings, t.neutrals, fillvalue="-")),
        ),
        "rail spaces: tile plus one": ("none", *t.tiles),
        "milestone tiles plus one": ("none", *t.milestones),
        "Logic card of the turn plus one": ("none", *t.solo.logic),
        "queue of each Baron: tile plus one": ("none", *t.tiles),
    }


def observer(t: Tables) -> Observer:
    return partial(features, t)


def features(t: Tables, s: State, seat: int) -> bytearray:
    """The observation of one seat; Barons count as seats. Rows that seldom change are kept as bytes."""
    n = s.players
    turn, code = seen_from(n, seat)
    gap = SEATS - n
    out = bytearray((n, s.closing, (s.first - seat) % n, (s.active - seat) % n, s.fulfilled_now))
    out += asked(s, seat)
    out += holdings(s, turn)
    out += bytes(HOLDINGS * gap)
    out += by_seat(s.income, TRACKS * seat, TRACKS * gap)
    pools = tuple(s.pool) if not s.queue else (*s.pool[: s.seats], *map(mask_of, s.queue))
    out += tile_row(len(t.tiles), pools, tuple(s.row), tuple(s.rail_tile), tuple(s.rail_owner), seat)
    for tile in s.market:
        if tile >= 0:
            out[tile - len(t.tiles)] = 3 * SEATS + 1
    for tile in bits(s.discarded_tiles):
        out[tile - len(t.tiles)] = 3 * SEATS + 2
    out += bytearray([tile + 1 for tile in s.market])
    out.append(s.tiles_left)
    out += tech_row(tuple(s.tech), len(t.technologies))
    out += contract_row(len(t.contracts), tuple(s.slots), tuple(s.fulfilled), tuple(s.display), tuple(s.violet), seat)
    for contract in bits(s.discarded_contracts):
        out[contract - len(t.contracts)] = 2 * SEATS + 2
    out += bytearray([contract + 1 for contract in s.slots[SLOTS * seat : SLOTS * seat + SLOTS]])
    out += bytes((s.silver_left, s.gold_left))
    out += urban_row(tuple(s.urban), s.urban_debris, t.first_neutral, n, seat)
    out += flags(s.powered, len(t.names.urban))
    out += site_row(tuple(s.mine_site), s.mine_debris, len(t.names.mines), code)
    out += by_seat(s.uranium, ROWS * seat, ROWS * gap)
    out += site_row(tuple(s.turbine_site), s.turbine_debris, len(t.names.turbines), code)
    out += rail_row(tuple(s.rail_owner), tuple(s.rail_tile), code)
    out += flags(s.rail_flipped, len(t.names.spaces))
    out += flags(s.nucleums, len(t.names.plants))
    out += flags(s.track_nucleums, len(t.segments))
    out += bytearray(s.wagons)
    out += bytearray([tile + 1 for tile in s.milestone])
    for other in turn:
        out += flags(s.markers[other], len(t.space_value))
    out += bytes(len(t.space_value) * gap)
    out += bytearray([code[holder] for holder in s.conditions])
    return out + solo(len(t.solo.logic), s.queue, s.logic, s.logic_deck, s.options)


@lru_cache(maxsize=4096)
def solo(cards: int, queues: tuple[tuple[int, ...], ...], logic: int, deck: int, options: tuple[int, ...]) -> bytes:
    """What only a match alone has; zeros in others."""
    if not queues:
        return bytes(2 + cards + BARONS * QUEUE + len(OPTIONS) - FIRST_SOLO)
    rows = b"".join(bytes([tile + 1 for tile in queue[:QUEUE]]).ljust(QUEUE, b"\0") for queue in queues)
    head = bytes((len(queues), logic + 1)) + flags(deck, cards)
    return head + rows.ljust(BARONS * QUEUE, b"\0") + bytes(options[FIRST_SOLO:])


@lru_cache(maxsize=16)
def seen_from(seats: int, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats beginning with the own one, and the number of each seat in that order, 0 for nobody."""
    turn = tuple((seat + i) % seats for i in range(seats))
    return turn, (*((other - seat) % seats + 1 for other in range(seats)), 0)


def by_seat(values: list[int], own: int, gap: int) -> bytearray:
    """Rows of a flat list, the own seat's first: they begin at `own`."""
    rows = bytearray(values)
    return rows[own:] + rows[:own] + bytes(gap)


def holdings(s: State, turn: tuple[int, ...]) -> bytearray:
    """What each seat has, in a row of its own."""
    found: list[int] = []
    for i in turn:
        found += (
            s.experiment[i] + 1,
            s.thaler[i],
            s.supply[i],
            s.reserve[i],
            s.achievement[i],
            s.vp[i],
            s.recharges[i],
            s.zeros[i],
            s.row[i].bit_count(),
        )
    return bytearray(found if max(found) < 256 else [min(255, amount) for amount in found])


@lru_cache(maxsize=100_000)
def flags(mask: int, width: int) -> bytes:
    """A set as zeros and ones."""
    return bytes([mask >> k & 1 for k in range(width)])


def asked(s: State, seat: int) -> bytes:
    """Which decision this seat has to make."""
    if s.stack and s.stack[-1][1] == seat:
        return question(s.stack[-1])
    return bytes(1 + ARG_SLOTS)


@lru_cache(maxsize=20_000)
def question(frame: Frame) -> bytes:
    kind, _, args = frame
    shown = [min(255, max(0, a + 1)) for a in args[:ARG_SLOTS]]
    return bytes([FRAMES.index(kind) + 1, *shown, *[0] * (ARG_SLOTS - len(shown))])


@lru_cache(maxsize=4096)
def tile_row(
    size: int, pools: tuple[int, ...], rows: tuple[int, ...], rails: tuple[int, ...], owners: tuple[int, ...], seat: int
) -> bytes:
    """Where each tile is, but for the market."""
    _, code = seen_from(len(pools), seat)
    where = bytearray(size)
    for k, masks in enumerate((pools, rows)):
        for other, mask in enumerate(masks):
            for tile in bits(mask):
                where[tile] = SEATS * k + code[other]
    for tile, owner in zip(rails, owners, strict=True):
        if tile >= 0:
            where[tile] = 2 * SEATS + code[owner]
    return bytes(where)


@lru_cache(maxsize=4096)
def tech_row(techs: tuple[int, ...], size: int) -> bytes:
    unlocked = 0
    for mask in techs:
        unlocked |= mask
    return flags(unlocked, size)


@lru_cache(maxsize=4096)
def contract_row(
    size: int,
    slots: tuple[int, ...],
    fulfilled: tuple[int, ...],
    display: tuple[int, ...],
    violet: tuple[int, ...],
    seat: int,
) -> bytes:
    """Where each contract is."""
    _, code = seen_from(len(fulfilled), seat)
    where = bytearray(size)
    for at, contract in enumerate(slots):
        if contract >= 0:
            where[contract] = code[at // SLOTS]
    for other, mask in enumerate(fulfilled):
        for contract in bits(mask):
            where[contract] = SEATS + code[other]
    for contract in (*display, *violet):
        if contract >= 0:
            where[contract] = 1 + 2 * SEATS
    return bytes(where)


@lru_cache(maxsize=4096)
def urban_row(urban: tuple[int, ...], debris: int, first_neutral: int, seats: int, seat: int) -> bytes:
    """Owner and building of each urban site."""
    _, code = seen_from(seats, seat)
    owners, kinds = bytearray(len(urban)), bytearray(len(urban))
    for site, piece in enumerate(urban):
        if piece >= first_neutral:
            owners[site], kinds[site] = NEUTRAL, piece - first_neutral + 1
        elif piece >= 0:
            owners[site], kinds[site] = code[piece // BUILDINGS], piece % BUILDINGS + 1
    for site in bits(debris):
        owners[site] = DEBRIS
    return bytes(owners + kinds)


@lru_cache(maxsize=4096)
def site_row(pieces: tuple[int, ...], debris: int, count: int, code: tuple[int, ...]) -> bytes:
    """Owners of mine sites or turbine slots."""
    found = bytearray(count)
    for site in bits(debris):
        found[site] = DEBRIS
    for i, site in enumerate(pieces):
        if site >= 0:
            found[site] = code[i // ROWS]
    return bytes(found)


@lru_cache(maxsize=4096)
def rail_row(owners: tuple[int, ...], tiles: tuple[int, ...], code: tuple[int, ...]) -> bytes:
    """Owner and tile of each rail space."""
    return bytes([code[owner] for owner in owners] + [tile + 1 for tile in tiles])
