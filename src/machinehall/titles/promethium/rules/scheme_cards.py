"""Chapter 12: the scheme cards one by one. Industrial Theft and Persuasion belong to a purchase: `bought_tile`."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel.frames import NOTHING, Chance, Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import Keep, OfCell, OfSeat, Plan, Planned, Scheme, SeatCell, Take
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import DOWN, EMPTY, SEATS, STOCK, State

from .refusals import in_stock_now, own_kinds, reserved_by
from .schemes import CHOICES, OFFICE, affordable, cost, cover, givable, pay, sabotable, stocked
from .setup import give


def chooser(card: str, kind: str) -> Callable[[Lookup, State, int, Scheme], list[Action]]:
    """The offers of a card that names things: those it could be used on, less the one already named."""

    def offers(t: Lookup, s: State, seat: int, args: Scheme) -> list[Action]:
        row, target, first = t.a[kind], args.target, args.first
        return [row[i] for i in CHOICES[card](t, s, seat, target) if i != first]

    return offers


def remove_tile(s: State, cell: int, ev: Events) -> None:
    """A tile leaves the game. One that lies face down is turned first, for discards are open (PR-1.7)."""
    tile = s.grid[cell]
    if tile <= DOWN:
        then(s.stack, ("turn", CHANCE, OfCell(cell)), step("remove_tile", OfCell(cell)))
        return
    s.gone |= 1 << tile
    s.grid[cell] = EMPTY
    s.swapped &= ~(1 << cell)
    for seat, place in enumerate(s.reserved):
        if place == cell:
            s.reserved = put(s.reserved, seat, -1)
    ev.append(Event("tile_removed", (cell, tile)))


def remove_step(t: Lookup, s: State, args: OfCell, ev: Events) -> None:
    remove_tile(s, args.cell, ev)


# PR-12.1 Patent Filing


def file_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    card = t.sch["patent_filing"]
    pay(t, s, seat, card, cost(t, s, seat, card), args.place, ev)
    s.reserved = put(s.reserved, seat, action.args[0])
    ev.append(Event("tile_reserved", (seat, action.args[0])))


def cell_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind != "cell":
        return None
    (cell,), name = action.args, t.cells[action.args[0]]
    if cell not in t.used_cells[s.seats]:
        return Refusal("PR-2.10", "refuse.cell.not_on_grid", (name,))
    if s.grid[cell] == EMPTY:
        return Refusal("PR-5.2", "refuse.cell.empty", (name,))
    if cell == args.target:
        return Refusal("PR-5.4", "refuse.cell.targeted", (name,))
    return None


def file_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind != "cell":
        return None
    (cell,) = action.args
    if (reason := cell_refuse(t, s, seat, args, action)) or cell not in s.reserved:
        return reason
    return Refusal("PR-12.1", "refuse.cell.reserved", (t.cells[cell], reserved_by(s, cell)))


# PR-12.2 Sabotage


def sabotage_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    card = t.sch["sabotage"]
    pay(t, s, seat, card, cost(t, s, seat, card), args.place, ev)
    remove_tile(s, action.args[0], ev)


def sabotage_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind != "cell":
        return None
    (cell,) = action.args
    if (reason := cell_refuse(t, s, seat, args, action)) or cell in sabotable(t, s, seat, args.target):
        return reason
    return Refusal("PR-12.2", "refuse.cell.reserved", (t.cells[cell], reserved_by(s, cell)))


# PR-12.3 Espionage


def espionage_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    """Swap two tiles, sides and meeples with them."""
    place, target, first, (second,) = args.place, args.target, args.first, action.args
    if first < 0:
        s.stack.append(("espionage", seat, Scheme(place, target, second)))
        return
    card = t.sch["espionage"]
    pay(t, s, seat, card, cost(t, s, seat, card), place, ev)
    s.grid[first], s.grid[second] = s.grid[second], s.grid[first]
    s.reserved = tuple([second if c == first else first if c == second else c for c in s.reserved])
    s.swapped |= 1 << first | 1 << second
    ev.append(Event("tiles_swapped", (seat, first, second)))


def espionage_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind != "cell":
        return None
    (cell,), name = action.args, t.cells[action.args[0]]
    if cell == args.first:
        return Refusal("PR-12.3", "refuse.cell.same", (name,))
    if (reason := cell_refuse(t, s, seat, args, action)) or not s.swapped >> cell & 1:
        return reason
    return Refusal("PR-12.3", "refuse.cell.swapped", (name,))


# PR-12.4 Bribes


def bribes_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    """Swap two tokens, each keeps its side; one that arrives at a revealed crossing is turned up."""
    place, target, first, (second,) = args.place, args.target, args.first, action.args
    if first < 0:
        s.stack.append(("bribes", seat, Scheme(place, target, second)))
        return
    card = t.sch["bribes"]
    pay(t, s, seat, card, cost(t, s, seat, card), place, ev)
    for row in (s.end_owner, s.end_by, s.end_value):
        row[first], row[second] = row[second], row[first]
    if (s.end_up >> first ^ s.end_up >> second) & 1:
        s.end_up ^= 1 << first | 1 << second
    ev.append(Event("tokens_swapped", (seat, first, second)))
    if target >= 0:
        reveal(t, s, target, ev)


def bribes_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind != "end":
        return None
    name = t.ends[action.args[0]]
    if action.args[0] == args.first:
        return Refusal("PR-12.4", "refuse.end.same", (name,))
    return Refusal("PR-12.4", "refuse.end.empty", (name,)) if s.end_owner[action.args[0]] < 0 else None


def reveal(t: Lookup, s: State, cell: int, ev: Events) -> None:
    """PR-4.9: turn up the tokens on the four ends of a tile's row and column."""
    for end in t.crossing[cell]:
        if s.end_owner[end] >= 0 and not s.end_up >> end & 1:
            s.end_up |= 1 << end
            ev.append(Event("token_revealed", (end, s.end_owner[end], s.end_value[end])))


# PR-12.7 Opportunism


def opportunism_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    """Take a tile without elements; it is no purchase."""
    card, (cell,) = t.sch["opportunism"], action.args
    pay(t, s, seat, card, cost(t, s, seat, card), OFFICE, ev)
    turn: list[Frame] = [("turn", CHANCE, OfCell(cell))] if s.grid[cell] <= DOWN else []
    then(s.stack, *turn, step("pocket", SeatCell(seat, cell)))


def pocket(t: Lookup, s: State, args: SeatCell, ev: Events) -> None:
    """A tile moves from the grid to a player."""
    seat, cell = args.seat, args.cell
    tile = s.grid[cell]
    s.tiles[seat] |= 1 << tile
    s.grid[cell] = EMPTY
    s.swapped &= ~(1 << cell)
    ev.append(Event("tile_taken", (seat, cell, tile)))


# PR-12.8 Subsidies


def subsidies_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    card = t.sch["subsidies"]
    pay(t, s, seat, card, cost(t, s, seat, card), OFFICE, ev)
    give(t, s, STOCK, SEATS + seat, action.args[0], ev)


def subsidies_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind == "take" and action.args[0] not in stocked(t, s, seat, -1):
        return Refusal("PR-12.8", "refuse.take.not_in_stock", (t.elements[action.args[0]], in_stock_now(t, s)))
    return None


# PR-12.9 Cooperation


def cooperation_offers(t: Lookup, s: State, seat: int, args: Scheme) -> list[Action]:
    row = t.a["give"]
    return [row[t.minerals.index(kind)] for kind in givable(t, s, seat, -1)]


def cooperation_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    """Put a gem into the Stock, take two elements that were there before."""
    card, kind = t.sch["cooperation"], t.minerals[action.args[0]]
    pay(t, s, seat, card, cost(t, s, seat, card), OFFICE, ev)
    width = len(t.elements)
    there = sum(s.elements[STOCK * width : (STOCK + 1) * width])
    give(t, s, SEATS + seat, STOCK, kind, ev)
    s.stack.append(("take", seat, Take(min(t.n.cooperation_elements, there), limit=0, brought=kind)))


def cooperation_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind == "give" and t.minerals[action.args[0]] not in givable(t, s, seat, -1):
        names = (t.elements[t.minerals[action.args[0]]], own_kinds(t, s, seat, t.minerals))
        return Refusal("PR-12.9", "refuse.give.none", names)
    return None


# PR-12.10 Black Market


def market_offers(t: Lookup, s: State, seat: int, args: Scheme) -> list[Action]:
    row = t.a["amount"]
    return [row[i] for i in affordable(t, s, seat, -1)]


def market_resolve(t: Lookup, s: State, seat: int, args: Scheme, action: Action, ev: Events) -> None:
    card, (i,) = t.sch["black_market"], action.args
    pay(t, s, seat, card, cost(t, s, seat, card, i), OFFICE, ev)
    gain = t.constants["black_market_promethium"][i]
    s.promethium[seat] += gain
    ev.append(Event("promethium_gained", (seat, gain)))


def market_refuse(t: Lookup, s: State, seat: int, args: Scheme, action: Action) -> Refusal | None:
    if action.kind != "amount":
        return None
    price = cost(t, s, seat, t.sch["black_market"], action.args[0])
    return Refusal("PR-12.10", "refuse.influence", (price, s.influence[seat])) if price > s.influence[seat] else None


# PR-12.11 Planning


def plan(t: Lookup, s: State, args: Plan, ev: Events) -> None:
    """Look at the top three cards of the deck, or as many as there are."""
    seat, place = args.seat, args.place
    card = t.sch["planning"]
    pay(t, s, seat, card, cost(t, s, seat, card), place, ev)
    size = min(t.n.planning_cards, len(s.deck_top) + s.deck.bit_count() + len(s.deck_bottom))
    unknown = min(max(0, size - len(s.deck_top)), s.deck.bit_count())
    peeks: list[Frame] = [("peek", CHANCE, OfSeat(seat))] * unknown
    then(s.stack, *peeks, step("planned", Planned(seat, size)))


def peek_outcomes(t: Lookup, s: State, args: OfSeat) -> list[tuple[Action, int]]:
    row = t.a["project"]
    return [(row[card], 1) for card in bits(s.deck)]


def peek_resolve(t: Lookup, s: State, args: OfSeat, action: Action, ev: Events) -> None:
    seat, (card,) = args.seat, action.args
    s.deck ^= 1 << card
    s.deck_top.append(card)
    s.deck_known.append(1 << seat)


def planned(t: Lookup, s: State, args: Planned, ev: Events) -> None:
    seat, size = args.seat, args.size
    while len(s.deck_top) < size:
        s.deck_top.append(s.deck_bottom[0])
        s.deck_bottom = s.deck_bottom[1:]
        s.deck_known.append((1 << s.seats) - 1)
    for i in range(size):
        s.deck_known[i] |= 1 << seat
    cards = [*s.deck_top[:size], None, None][: t.n.planning_cards]
    ev.append(Event("deck_peeked", (seat, *cards), (seat,), (1, 2, 3)))
    s.stack.append(("keep", seat, Keep(size)))


def keep_offers(t: Lookup, s: State, seat: int, args: Keep) -> list[Action]:
    row = t.a["keep"]
    return [row[card] for card in s.deck_top[: args.size]]


def keep_resolve(t: Lookup, s: State, seat: int, args: Keep, action: Action, ev: Events) -> None:
    """Keep one as a private project. The others lie on top again, known to this seat alone."""
    size, (card,) = args.size, action.args
    i = s.deck_top.index(card)
    del s.deck_top[i], s.deck_known[i]
    s.private = put(s.private, seat, s.private[seat] | 1 << card)
    for k in range(size - 1):
        s.deck_known[k] = 1 << seat
    ev.append(Event("project_kept", (seat, card), (seat,), (1,)))
    if size == t.n.planning_cards:
        s.stack.append(("top", seat, NOTHING))


def keep_refuse(t: Lookup, s: State, seat: int, args: Keep, action: Action) -> Refusal | None:
    if action.kind == "keep":
        return not_seen(t, s, action.args[0], args.size)
    return None


def top_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    row = t.a["top"]
    return [row[card] for card in s.deck_top[: t.n.planning_cards - 1]]


def top_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    """The two cards go back in the order of choice."""
    if s.deck_top[0] != action.args[0]:
        s.deck_top[0], s.deck_top[1] = s.deck_top[1], s.deck_top[0]
    ev.append(Event("cards_returned", (seat, s.deck_top[0], s.deck_top[1]), (seat,), (1, 2)))


def top_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind == "top":
        return not_seen(t, s, action.args[0], t.n.planning_cards - 1)
    return None


def not_seen(t: Lookup, s: State, card: int, size: int) -> Refusal | None:
    """PR-12.11: why a card cannot be chosen; None: it is among those looked at."""
    if card in s.deck_top[:size]:
        return None
    seen = tuple(t.projects[other] for other in s.deck_top[:size])
    return Refusal("PR-12.11", "refuse.keep.not_seen", (t.projects[card], seen))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "patent_filing": Decision("PR-12.1", chooser("patent_filing", "cell"), file_resolve, file_refuse, cover),
    "sabotage": Decision("PR-12.2", chooser("sabotage", "cell"), sabotage_resolve, sabotage_refuse, cover),
    "espionage": Decision("PR-12.3", chooser("espionage", "cell"), espionage_resolve, espionage_refuse, cover),
    "bribes": Decision("PR-12.4", chooser("bribes", "end"), bribes_resolve, bribes_refuse, cover),
    "opportunism": Decision("PR-12.7", chooser("opportunism", "cell"), opportunism_resolve, cell_refuse, cover),
    "subsidies": Decision("PR-12.8", chooser("subsidies", "take"), subsidies_resolve, subsidies_refuse, cover),
    "cooperation": Decision("PR-12.9", cooperation_offers, cooperation_resolve, cooperation_refuse, cover),
    "black_market": Decision("PR-12.10", market_offers, market_resolve, market_refuse, cover),
    "keep": Decision("PR-12.11", keep_offers, keep_resolve, keep_refuse),
    "top": Decision("PR-12.11", top_offers, top_resolve, top_refuse),
}
CHANCES: dict[str, Chance[Lookup, State]] = {"peek": Chance(peek_outcomes, peek_resolve)}
STEPS: dict[str, Step[Lookup, State]] = {"remove_tile": remove_step, "pocket": pocket, "plan": plan, "planned": planned}
