"""Chapter 23, section e: the Baron's rail requirements, where and how he lays a tile."""

from __future__ import annotations

from machinehall.kernel.frames import Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.baron_frames import BaronLay, BaronTile
from machinehall.titles.nucleum.baron_lookup import CONDITIONS, ENERGIZE, FIRST_CONDITION, priority, reason
from machinehall.titles.nucleum.board import PRAHA_COLOUR, Board
from machinehall.titles.nucleum.frames import Link, MatchedOf
from machinehall.titles.nucleum.lookup import HALVES, WILD_EDGE, Lookup, bits
from machinehall.titles.nucleum.options import BOTH_ACTIONS, KEEPS_ANY
from machinehall.titles.nucleum.rules.networks import cover_space, own_components, structure_cities
from machinehall.titles.nucleum.rules.rails import edge, half_towards, matches, others_in_order
from machinehall.titles.nucleum.state import NONE, State

from .criteria import Criterion, Lost, card_open, tell, weigh
from .turn import needs_thaler, queue_of, set_queue

HUMAN_TILE, BARON_TILE, CITY, OWN_TILE = range(4)
"""NU-23.36: partners of a match, the best last."""
BOTH = 2
WAYS = (0, 1)
Ends = list[tuple[int, int]]
"""Matching ends of a tile: half and partner."""


# Requirements


def missing_duplicates(t: Lookup, s: State, b: int, tile: int) -> list[int]:
    """NU-23.30 (b): main actions of a tile that no other tile of the queue shows, if that keeps it in the queue."""
    mine = {t.solo.deed[HALVES * tile + k] for k in range(HALVES)}
    mine = {deed for deed in mine if deed <= ENERGIZE}
    others = {t.solo.deed[HALVES * other + k] for other in queue_of(s, b) if other != tile for k in range(HALVES)}
    missing = sorted(mine - others)
    if s.options[KEEPS_ANY] and len(missing) < len(mine):
        return []
    return missing


def ends(t: Lookup, s: State, b: int, tile: int, space: int, way: int) -> Ends:
    """NU-8.7: the halves of a tile that would match on a space, with whom; wild with NU-24.3."""
    board, found = t.board[s.players], []
    wild = bool(s.options[BOTH_ACTIONS])
    for side, (city, other) in enumerate(board.space_sides[space]):
        half = side ^ way
        colour = WILD_EDGE if wild else t.edge[HALVES * tile + half]
        if city >= 0:
            if colour == WILD_EDGE or board.colour[city] in (PRAHA_COLOUR, colour):
                found.append((half, CITY))
        elif s.rail_owner[other] >= 0:
            facing = edge(t, s, other, half_towards(s, other, 1 - side))
            if colour == facing or WILD_EDGE in (colour, facing):
                found.append((half, partner(s, b, s.rail_owner[other])))
    return found


def partner(s: State, b: int, owner: int) -> int:
    return OWN_TILE if owner == b else BARON_TILE if owner >= s.seats else HUMAN_TILE


def best(t: Lookup, s: State, b: int, tile: int, space: int) -> int:
    """How many ends can match on a space."""
    return max(len(ends(t, s, b, tile, space, way)) for way in WAYS)


def completing(board: Board, s: State) -> list[int]:
    """NU-23.31: the last free space of a link of two or more."""
    return [
        bits(s.open_spaces & board.link_mask[link])[0]
        for link in bits(board.links)
        if len(board.link_spaces[link]) > 1 and (s.open_spaces & board.link_mask[link]).bit_count() == 1
    ]


def single(board: Board, s: State) -> list[int]:
    """NU-23.32: free one-space links."""
    free = [board.link_spaces[link][0] for link in bits(board.links) if len(board.link_spaces[link]) == 1]
    return [space for space in free if s.open_spaces >> space & 1]


def continuing(board: Board, s: State, b: int) -> list[int]:
    """NU-23.33: spaces of an incomplete three-space link on which he has a tile; the middle one touches a tile."""
    found: list[int] = []
    for link in bits(s.links[b] & ~s.complete):
        spaces = board.link_spaces[link]
        if len(spaces) > BOTH:
            free = [space for space in spaces if s.open_spaces >> space & 1]
            found += [x for x in free if not board.middle >> x & 1 or len(free) < len(spaces)]
    return found


def extending(t: Lookup, s: State, b: int) -> list[int]:
    """NU-23.34: the first space of an empty link that leads out of a network with an own piece."""
    board = t.board[s.players]
    networks = own_components(t, s, b)
    found: set[int] = set()
    for city in set(structure_cities(board, s, b)):
        for link in bits(board.links):
            spaces = board.link_spaces[link]
            if s.open_spaces & board.link_mask[link] != board.link_mask[link]:
                continue
            inside = [networks[city] >> end & 1 for end in board.link_ends[link]]
            if inside == [1, 0]:
                found.add(spaces[0])
            elif inside == [0, 1]:
                found.add(spaces[-1])
    return sorted(found)


def spaces_by_condition(t: Lookup, s: State, b: int) -> list[list[int]]:
    """The spaces that conditions I to IV speak of."""
    board = t.board[s.players]
    return [completing(board, s), single(board, s), continuing(board, s, b), extending(t, s, b)]


def refused(ev: Events, b: int, condition: int, why: str) -> None:
    ev.append(Event("baron_rail_refused", (b, condition, reason(why))))


def rail(t: Lookup, s: State, args: BaronTile, ev: Events) -> None:
    """NU-23.26, NU-23.30: a rail turn if the tile meets the requirements."""
    b, tile, _ = args
    found, condition = candidates(t, s, b, tile, ev)
    if not found:
        s.stack.append(step("baron_normal_turn", args))
        return
    _, lost = two_ends(t, s, b, tile, found)
    tell(ev, "baron_passed_space", b, lost)
    s.stack.append(step("baron_lay", BaronLay(b, tile, condition)))


def two_ends(t: Lookup, s: State, b: int, tile: int, found: list[int]) -> tuple[list[int], Lost]:
    """NU-23.35: two matches over one."""
    return weigh(found, ("matches", lambda space: best(t, s, b, tile, space)))


def choose_and_lay(t: Lookup, s: State, args: BaronLay, ev: Events) -> None:
    """NU-23.35: what is still tied is left to the Logic card."""
    b, tile, condition = args
    left, _ = two_ends(t, s, b, tile, candidates(t, s, b, tile, [])[0])
    if len(left) > 1:
        if not card_open(s, step("baron_lay", args)):
            return
        left, lost = weigh(left, *link_choice(t, s, left))
        tell(ev, "baron_passed_space", b, lost)
    ev.append(Event("baron_rail_by", (b, condition, left[0])))
    lay(t, s, b, tile, left[0], ev)


def candidates(t: Lookup, s: State, b: int, tile: int, ev: Events) -> tuple[list[int], int]:
    """NU-23.30, NU-23.35: the spaces of the first condition that holds, with why the others do not."""
    if not s.supply[b]:
        refused(ev, b, CONDITIONS.index("worker"), "no_worker")
        return [], NONE
    missing = missing_duplicates(t, s, b, tile)
    if missing:
        ev.extend(Event("baron_keeps_tile", (b, tile, deed)) for deed in missing)
        return [], NONE
    for k, spaces in enumerate(spaces_by_condition(t, s, b)):
        condition = FIRST_CONDITION + k
        name = CONDITIONS[condition]
        need = BOTH if name == "two" else 1
        found = [space for space in spaces if best(t, s, b, tile, space) >= need]
        if found:
            return found, condition
        if name == "three" and not t.board[s.players].middle:
            refused(ev, b, condition, "this_side")
        elif not spaces:
            refused(ev, b, condition, "no_space")
        else:
            refused(ev, b, condition, "not_both" if need == BOTH else "no_match")
    return [], NONE


def link_choice(t: Lookup, s: State, found: list[int]) -> tuple[Criterion, ...]:
    """NU-23.20: the link at the highest or lowest city; at that city clockwise from its top; then the nearer space."""
    board = t.board[s.players]
    high = t.solo.highest[s.logic]
    pick = max if high else min

    def cities(space: int) -> tuple[int, int]:
        return board.link_ends[board.space_link[space]]

    def number(space: int) -> int:
        return pick(board.number[city] for city in cities(space))

    wanted = pick(number(space) for space in found)
    city = board.number.index(wanted)
    around = board.clockwise[city]

    def distance(space: int) -> int:
        link = board.space_link[space]
        at = board.link_spaces[link].index(space)
        return at if board.link_ends[link][0] == city else len(board.link_spaces[link]) - 1 - at

    return (
        ("highest" if high else "lowest", lambda space: number(space) == wanted),
        ("clockwise", lambda space: -around.index(board.space_link[space])),
        ("near", lambda space: -distance(space)),
    )


# Laying


def orientation(t: Lookup, s: State, b: int, tile: int, space: int) -> tuple[int, Lost]:
    """NU-23.36: both ends if possible; else the action earlier in the order; then the better partner."""
    found = {way: ends(t, s, b, tile, space, way) for way in WAYS}

    def rank(half: int) -> int:
        deed = t.solo.deed[HALVES * tile + half]
        return len(CONDITIONS) if needs_thaler(deed) and not s.thaler[b] else priority(deed)

    def partners(way: int) -> list[int]:
        return [mate for _, mate in sorted(found[way], key=lambda end: rank(end[0]))]

    left, lost = weigh(
        list(WAYS),
        ("matches", lambda way: len(found[way])),
        ("earlier_action", lambda way: -min((rank(half) for half, _ in found[way]), default=0)),
        ("partner", partners),
    )
    return left[0], lost


def lay(t: Lookup, s: State, b: int, tile: int, space: int, ev: Events) -> None:
    """NU-23.37, NU-23.38: with a worker, free of charge; then his matched actions, those of others, completion."""
    way, lost = orientation(t, s, b, tile, space)
    tell(ev, "baron_passed_way", b, lost)
    queue = list(queue_of(s, b))
    queue.remove(tile)
    set_queue(s, b, queue)
    s.supply[b] -= 1
    ev.append(Event("paid", (b, 0, 1)))
    s.rail_tile = put(s.rail_tile, space, tile)
    s.rail_owner = put(s.rail_owner, space, b)
    s.rail_flipped |= way << space
    ev.append(Event("rail_placed", (b, tile, space, way)))
    if cover_space(t, s, b, space):
        s.stack.append(step("inaugurate", Link(t.board[s.players].space_link[space])))
    wild = bool(s.options[BOTH_ACTIONS])
    found = matches(t, s, space, wild)
    for other in reversed(others_in_order(s, b)):
        theirs = [at for owner, at in found if owner == other]
        if theirs:
            s.stack.append(step("matched" if other < s.seats else "baron_matched", MatchedOf.of(other, theirs)))
    mine = [at for owner, at in found if owner == b]
    both = [HALVES * space + half for half in range(HALVES)]
    new = both if wild else [at for at in both if at in mine]  # NU-24.3: both actions, whatever they touch
    mine = new + [at for at in mine if at not in both]
    if mine:
        s.stack.append(step("baron_matched", MatchedOf.of(b, mine)))


STEPS: dict[str, Step[Lookup, State]] = {"baron_rail": rail, "baron_lay": choose_and_lay}
