"""Chapter 2: set-up."""

from __future__ import annotations

from functools import cache
from typing import Any

from machinehall.kernel.frames import NOTHING, Chance, Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import FillDisplay, OfCell, OfSeat
from machinehall.titles.promethium.lookup import SIDE, Lookup, bits
from machinehall.titles.promethium.state import DOWN, EMPTY, RESERVE, SEATS, STOCK, State

from .initiative import order


def opening(t: Lookup, seats: int, options: tuple[int, ...]) -> State:
    """The box unpacked: everything in its place, nothing shuffled yet (PR-2.1, PR-2.4, PR-2.7)."""
    return State(
        seats=seats,
        options=options,
        round=0,
        phase=0,
        first=0,
        money=[t.n.start_money] * seats,
        influence=[t.n.start_influence] * seats,
        promethium=[0] * seats,
        lobby=(0,) * seats,
        elements=t.element_supply + [0] * len(t.elements) * (1 + seats),
        passes=0,
        stack=[
            step("new_round"),
            step("start_grid"),
            step("start_elements"),
            step("start_hands"),
            step("fill_display", FillDisplay(setting_up=1)),
            ("first", CHANCE, NOTHING),
        ],
        **_fair(t, seats),
        **_cards(t, seats),
    )


def _fair(t: Lookup, seats: int) -> dict[str, Any]:
    """Tiles, grid, track and bid tokens."""
    ends, bids = len(t.ends), len(t.bids) * seats
    return {
        "tiles": [1 << t.start_tile[seat] for seat in range(seats)],
        "uses": (0,) * len(t.tiles),
        "grid": [EMPTY] * SIDE * SIDE,
        "unseen": t.pool[seats],
        "gone": 0,
        "swapped": 0,
        "reserved": (-1,) * seats,
        "track": [],
        "controller": 0 if seats == 2 else -1,
        "tokens": t.bid_count * seats,
        "neutral": [0] * bids,
        "lost": (0,) * bids,
        "returned": (0,) * bids,
        "neutral_out": (0,) * bids,
        "end_owner": [-1] * ends,
        "end_by": [-1] * ends,
        "end_value": [0] * ends,
        "end_up": 0,
        "bought": (0,) * seats,
        "schemed": 0,
    }


def _cards(t: Lookup, seats: int) -> dict[str, Any]:
    """Project cards, improvements and scheme cards."""
    cards = len(t.projects)
    return {
        "display": (-1,) * t.n.project_display,
        "deck_top": [],
        "deck_known": [],
        "deck": (1 << cards) - 1,
        "deck_bottom": (),
        "discarded": 0,
        **dict.fromkeys(("private", "realised", "active", "valued", "best", "aside"), (0,) * seats),
        "hand": [0] * seats,
        "used": [0] * seats,
        "cubes": (0,) * cards,
        "improvements": (-1,) * len(t.improvement_ids),
        "income": (0,) * t.n.rounds * seats,
        "pile": [t.all_schemes] * seats,
    }


def first_outcomes(t: Lookup, s: State, args: Nothing) -> list[tuple[Action, int]]:
    """PR-2.9: p1 is chosen at random."""
    return [(action, 1) for action in t.a["first"][: s.seats]]


def first_resolve(t: Lookup, s: State, args: Nothing, action: Action, ev: Events) -> None:
    (s.first,) = action.args
    ev.append(Event("first_player", (s.first,)))


# The project display


def fill_display(t: Lookup, s: State, args: FillDisplay, ev: Events) -> None:
    """Lay cards until the display is full or the deck is empty."""
    if -1 not in s.display:
        return
    if s.deck_top:
        s.deck_known.pop(0)
        place(t, s, s.deck_top.pop(0), args, ev)
    elif s.deck:
        s.stack.append(("project", CHANCE, args))
    elif s.deck_bottom:
        card, s.deck_bottom = s.deck_bottom[0], s.deck_bottom[1:]
        place(t, s, card, args, ev)


def project_outcomes(t: Lookup, s: State, args: FillDisplay) -> list[tuple[Action, int]]:
    row = t.a["project"]
    return [(row[card], 1) for card in bits(s.deck)]


def project_resolve(t: Lookup, s: State, args: FillDisplay, action: Action, ev: Events) -> None:
    (card,) = action.args
    s.deck ^= 1 << card
    place(t, s, card, args, ev)


def place(t: Lookup, s: State, card: int, args: FillDisplay, ev: Events) -> None:
    """PR-2.2: the lowest free slot. PR-2.3: in the set-up an excluded card may not lie in an exit slot."""
    exits = t.n.project_exit_slots
    slot = s.display.index(-1)
    if args.setting_up and slot < exits and t.late[card]:
        free = [i for i in range(exits, len(s.display)) if s.display[i] < 0]
        slot = free[0] if free else -1
    if slot < 0:
        s.deck_bottom += (card,)
    else:
        s.display = put(s.display, slot, card)
    ev.append(Event("project_shown", (card, slot)))
    s.stack.append(step("fill_display", args))


# Scheme cards


def start_hands(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-2.4: each player draws five scheme cards."""
    then(s.stack, *(step("refill_hand", OfSeat(seat)) for seat in order(s)))


@cache
def dealt_to(seat: int) -> tuple[Frame, ...]:
    """A card from the pile, then perhaps another one."""
    return step("refill_hand", OfSeat(seat)), ("deal", CHANCE, OfSeat(seat))


def refill_hand(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """Draw up to the size of a hand. PR-9.4: an empty pile is made anew from the own discard pile."""
    seat = args.seat
    if s.hand[seat].bit_count() >= t.n.scheme_hand_size:
        return
    if not s.pile[seat]:
        if not s.used[seat]:
            return
        s.pile[seat], s.used[seat] = s.used[seat], 0
        ev.append(Event("pile_reshuffled", (seat,)))
    s.stack += dealt_to(seat)


def deal_outcomes(t: Lookup, s: State, args: OfSeat) -> list[tuple[Action, int]]:
    row = t.a["deal"]
    return [(row[card], 1) for card in bits(s.pile[args.seat])]


def deal_resolve(t: Lookup, s: State, args: OfSeat, action: Action, ev: Events) -> None:
    seat, (card,) = args.seat, action.args
    s.pile[seat] ^= 1 << card
    s.hand[seat] |= 1 << card
    ev.append(Event("scheme_drawn", (seat, card), (seat,), (1,)))


# Starting elements


def start_elements(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-2.6: in turn order each player keeps two of the three elements of the starting tile."""
    then(s.stack, *(("start", seat, NOTHING) for seat in order(s)))


def start_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    row = t.a["stock"]
    return [row[kind] for kind in t.tile_elements[t.start_tile[seat]]]


def start_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    share_out(t, s, seat, t.tile_elements[t.start_tile[seat]], action.args[0], ev)


def start_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    return not_on_tile(t, t.start_tile[seat], action.args[0], "PR-2.6") if action.kind == "stock" else None


def not_on_tile(t: Lookup, tile: int, kind: int, rule: str) -> Refusal | None:
    """Why an element of a tile cannot go to the Stock; None: it can."""
    if kind in t.tile_elements[tile]:
        return None
    return Refusal(rule, "refuse.stock.not_on_tile", (t.elements[kind], t.tiles[tile]))


def share_out(t: Lookup, s: State, seat: int, kinds: tuple[int, ...] | list[int], stocked: int, ev: Events) -> None:
    """Deal elements from the Reserve to a seat, one of them (-1: none) to the Stock instead."""
    for kind in kinds:
        give(t, s, RESERVE, STOCK if kind == stocked else SEATS + seat, kind, ev)


def give(t: Lookup, s: State, source: int, target: int, kind: int, ev: Events) -> None:
    """Move one element piece between Reserve, Stock and seats (PR-1.5)."""
    width = len(t.elements)
    s.elements[source * width + kind] -= 1
    s.elements[target * width + kind] += 1
    ev.append(Event("element_moved", (kind, source, target)))


# The grid


FILL_GRID = step("fill_grid")


@cache
def laid_on(cell: int) -> tuple[Frame, ...]:
    """A tile from the pile, then the next place."""
    return FILL_GRID, ("back", CHANCE, OfCell(cell))


@cache
def turned(cell: int) -> Frame:
    """Chance says what a tile is that nobody has seen."""
    return "turn", CHANCE, OfCell(cell)


def start_grid(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-2.8, PR-2.10: lay the grid, verso side up."""
    s.stack.append(FILL_GRID)


def fill_grid(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-9.6: fill empty places in reading order as long as the pile lasts (A-28)."""
    grid = s.grid
    for cell in t.used_cells[s.seats]:
        if grid[cell] == EMPTY:
            if s.unseen.bit_count() > sum([v <= DOWN for v in grid]):
                s.stack += laid_on(cell)
            return


def back_outcomes(t: Lookup, s: State, args: OfCell) -> list[tuple[Action, int]]:
    """The back of the next tile of the pile: tiles nobody has seen, less those that lie face down on the grid."""
    down = [0] * len(t.elements)
    for v in s.grid:
        if v <= DOWN:
            down[DOWN - v] += 1
    unseen, kinds = s.unseen, zip(t.a["back"], t.back_mask, down, strict=True)
    return [(action, left) for action, mask, n in kinds if (left := (unseen & mask).bit_count() - n)]


def back_resolve(t: Lookup, s: State, args: OfCell, action: Action, ev: Events) -> None:
    cell, (kind,) = args.cell, action.args
    s.grid[cell] = DOWN - kind
    ev.append(Event("tile_laid", (cell, kind)))


def turn_outcomes(t: Lookup, s: State, args: OfCell) -> list[tuple[Action, int]]:
    """Which of the unseen tiles with this back it is."""
    row = t.a["tile"]
    return [(row[tile], 1) for tile in bits(s.unseen & t.back_mask[DOWN - s.grid[args.cell]])]


def turn_resolve(t: Lookup, s: State, args: OfCell, action: Action, ev: Events) -> None:
    cell, (tile,) = args.cell, action.args
    s.unseen ^= 1 << tile
    s.grid[cell] = tile
    ev.append(Event("tile_turned", (cell, tile)))


DECISIONS: dict[str, Decision[Lookup, State]] = {"start": Decision("PR-2.6", start_offers, start_resolve, start_refuse)}
CHANCES: dict[str, Chance[Lookup, State]] = {
    "first": Chance(first_outcomes, first_resolve),
    "project": Chance(project_outcomes, project_resolve),
    "deal": Chance(deal_outcomes, deal_resolve),
    "back": Chance(back_outcomes, back_resolve),
    "turn": Chance(turn_outcomes, turn_resolve),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "fill_display": fill_display,
    "start_hands": start_hands,
    "refill_hand": refill_hand,
    "start_elements": start_elements,
    "start_grid": start_grid,
    "fill_grid": fill_grid,
}
