"""Chapter 6: the Design Office, its turns and the realising of projects. The experts are in `experts`."""

from __future__ import annotations

from functools import cache, partial

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import OfSeat, Overtake, Tiles
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import State

from . import experts
from .activation import activate, closing_offers, closing_refuse, closing_resolve, ready, refuse_activate
from .refusals import project_elsewhere, tile_elsewhere
from .schemes import OFFICE, begin, open_cards, refuse_play


def open_office(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-6.1: plain turn order, beginning with p1."""
    s.phase = 2
    s.passes = 0
    ev.append(Event("office_opened"))
    s.stack.append(step("office", OfSeat(s.first)))


@cache
def asked_of(seat: int, seats: int) -> tuple[Frame, ...]:
    """A turn, what may follow it, and the turn of the next player."""
    onward = step("office", OfSeat((seat + 1) % seats))
    return onward, step("after", OfSeat(seat)), ("turn", seat, NOTHING)


def office(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """PR-6.2: the phase ends after n consecutive passes (A-22)."""
    seat = args.seat
    if s.passes == s.seats:
        s.stack.append(step("exposition"))
        return
    s.stack += asked_of(seat, s.seats)


def after(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """PR-7.1: cards may also be activated after the action. After a pass there is nothing that was not open before."""
    seat = args.seat
    s.passes = 0
    if ready(t, s, seat):
        s.stack.append(("closing", seat, NOTHING))
        if s.options[t.option["activation_any_time"]]:
            s.stack.append(step("overtake", Overtake(seat, distance=1)))


def turn_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """PR-6.4: one action, or pass; activations are free."""
    offers = [t.one["pass"], *ready(t, s, seat)]
    if s.influence[seat] >= t.n.realise_cost:
        row, own = t.a["realise"], s.tiles[seat]
        offers += [row[c] for c in open_projects(s, seat) if t.usable(c, own & t.fitting[c], t.level[c])]
    offers += experts.offers(t, s, seat)
    hand = s.hand[seat]
    if hand:
        row = t.a["play"]
        offers += [row[card] for card in open_cards(t, s, seat, [c for c in t.office_own if hand >> c & 1], -1)]
    return offers


def turn_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    kind = action.kind
    if kind == "pass":
        s.stack.pop()  # no "after" step: what could be activated could be before
        s.passes += 1
        ev.append(Event("passed", (seat,)))
    elif kind == "activate":
        activate(t, s, seat, action.args[0], ev)
        s.stack.append(("turn", seat, NOTHING))
    elif kind == "realise":
        s.stack.append(("tiles", seat, Tiles(action.args[0], chosen=0)))
    elif kind == "play":
        begin(t, s, seat, action.args[0], OFFICE, -1)
    else:
        experts.resolve(t, s, seat, action, ev)


def turn_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind == "activate":
        return refuse_activate(t, s, seat, action.args[0])
    if action.kind == "play":
        return refuse_play(t, s, seat, action.args[0], -1, office=True)
    if action.kind == "realise":
        return refuse_realise(t, s, seat, action.args[0])
    return experts.refuse(t, s, seat, action)


# Realise a project


def open_projects(s: State, seat: int) -> list[int]:
    """Cards of the display and own private projects (PR-6.5)."""
    return [*[card for card in s.display if card >= 0], *bits(s.private[seat])]


def refuse_realise(t: Lookup, s: State, seat: int, card: int) -> Refusal | None:
    """PR-6.5, PR-6.6: why a project cannot be realised; None: it can."""
    if card not in open_projects(s, seat):
        return project_elsewhere(t, s, seat, card, "PR-6.5")
    if s.influence[seat] < t.n.realise_cost:
        return Refusal("PR-6.5", "refuse.influence", (t.n.realise_cost, s.influence[seat]))
    fitting = s.tiles[seat] & t.fitting[card]
    if t.usable(card, fitting, t.level[card]):
        return None
    return Refusal("PR-6.6", "refuse.realise.tiles", (t.projects[card], t.level[card], fitting.bit_count()))


def left_tiles(t: Lookup, s: State, seat: int, card: int, chosen: int) -> int:
    """Own tiles that can go with those already chosen and still complete the set."""
    own = s.tiles[seat] & t.fitting[card]
    for tile in bits(chosen):
        own &= ~t.clash[card][tile]
    return t.usable(card, own, t.level[card] - chosen.bit_count())


def tiles_offers(t: Lookup, s: State, seat: int, args: Tiles) -> list[Action]:
    """PR-6.6: tiles that fit the card and each other, one after the other."""
    row = t.a["use"]
    return [row[tile] for tile in bits(left_tiles(t, s, seat, args.card, args.chosen))]


def tiles_resolve(t: Lookup, s: State, seat: int, args: Tiles, action: Action, ev: Events) -> None:
    card, chosen, (tile,) = args.card, args.chosen, action.args
    chosen |= 1 << tile
    if chosen.bit_count() < t.level[card]:
        s.stack.append(("tiles", seat, Tiles(card, chosen)))
        return
    s.influence[seat] -= t.n.realise_cost
    if s.private[seat] >> card & 1:
        s.private = put(s.private, seat, s.private[seat] ^ (1 << card))
        ev.append(Event("private_shown", (seat, card)))
    else:
        s.display = put(s.display, s.display.index(card), -1)
    s.realised = put(s.realised, seat, s.realised[seat] | 1 << card)
    cubes = sum(wear(t, s, seat, tile, ev) for tile in bits(chosen))
    s.cubes = put(s.cubes, card, s.cubes[card] + cubes)
    ev.append(Event("project_realised", (seat, card, cubes)))


def wear(t: Lookup, s: State, seat: int, tile: int, ev: Events) -> int:
    """PR-6.7: a tile that has served before corrupts the card; a tile used up leaves the game."""
    cube = int(s.uses[tile] > 0)
    s.uses = put(s.uses, tile, s.uses[tile] + 1)
    if s.uses[tile] == t.tile_value[tile]:
        discard_tile(s, seat, tile, ev)
    return cube


def discard_tile(s: State, seat: int, tile: int, ev: Events) -> None:
    """A tile leaves a player for good."""
    s.tiles[seat] ^= 1 << tile
    s.gone |= 1 << tile
    s.uses = put(s.uses, tile, 0)
    ev.append(Event("tile_discarded", (seat, tile)))


def tiles_refuse(t: Lookup, s: State, seat: int, args: Tiles, action: Action) -> Refusal | None:
    if action.kind != "use":
        return None
    card, chosen, (tile,) = args.card, args.chosen, action.args
    name = t.tiles[tile]
    if not s.tiles[seat] >> tile & 1:
        return tile_elsewhere(t, s, tile, "PR-6.5")
    if chosen >> tile & 1:
        return Refusal("PR-6.5", "refuse.use.twice", (name,))
    if not t.fitting[card] >> tile & 1:
        return Refusal("PR-6.6", "refuse.use.does_not_fit", (name, t.projects[card]))
    if not left_tiles(t, s, seat, card, chosen) >> tile & 1:
        return Refusal("PR-6.6", "refuse.use.clash", (name, t.projects[card]))
    return None


def tiles_cover(seat: int, args: Tiles) -> tuple[str, Nothing]:
    """Which card is being realised is open only when it is done: it may be a private one."""
    return "turn", NOTHING


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "turn": Decision("PR-6.1", turn_offers, turn_resolve, turn_refuse),
    "tiles": Decision("PR-6.6", tiles_offers, tiles_resolve, tiles_refuse, tiles_cover),
    "closing": Decision("PR-7.1", closing_offers, partial(closing_resolve, "closing"), closing_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {"open_office": open_office, "office": office, "after": after}
