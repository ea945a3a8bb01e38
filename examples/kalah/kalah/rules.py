"""The rulebook as code."""

from __future__ import annotations

from machinehall.kernel.frames import Args, Decision, Events
from machinehall.kernel.parts import EventKind
from machinehall.kernel.values import Action, Event, Outcome, Refusal

from .state import Lookup, State

EVENTS = {
    "sown": EventKind(("seat", "house", "seeds")),
    "captured": EventKind(("seat", "house", "seeds")),
    "again": EventKind(("seat",)),
    "kept": EventKind(("seat", "seeds")),
}


def opening(t: Lookup, seats: int, options: tuple[int, ...]) -> State:
    """KA-1.2: the first position; seat 0 begins."""
    return State([("turn", 0, ())], seats, options, [t.n.seeds] * (2 * t.n.houses), [0, 0])


def offers(t: Lookup, s: State, seat: int, args: Args) -> list[Action]:
    """KA-2.1"""
    return [action for action in t.sow if refuse(t, s, seat, args, action) is None]


def refuse(t: Lookup, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    """KA-2.1: why a house cannot be sown; None: it can."""
    (house,) = action.args
    if house not in t.own(seat):
        return Refusal("KA-2.1", "refuse.not_yours", (t.domains["house"][house],))
    return None if s.houses[house] else Refusal("KA-2.1", "refuse.empty", (t.domains["house"][house],))


def resolve(t: Lookup, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    (house,) = action.args
    seeds, s.houses[house] = s.houses[house], 0
    ev.append(Event("sown", (seat, house, seeds)))
    if sown(t, s, seat, house, seeds, ev):
        ev.append(Event("again", (seat,)))
    else:
        seat = 1 - seat
    if any(s.houses[own] for own in t.own(seat)):
        s.stack.append(("turn", seat, ()))
    else:
        sweep(t, s, 1 - seat, ev)


def sown(t: Lookup, s: State, seat: int, house: int, seeds: int, ev: Events) -> bool:
    """KA-2.2: sow. True if it is the same seat's turn again (KA-2.3)."""
    last = t.own(seat)[-1]
    while True:
        if house == last:
            s.stores[seat] += 1
            seeds -= 1
            if not seeds:
                return True
        house = (house + 1) % len(s.houses)
        s.houses[house] += 1
        seeds -= 1
        if not seeds:
            capture(t, s, seat, house, ev)
            return False


def capture(t: Lookup, s: State, seat: int, house: int, ev: Events) -> None:
    """KA-2.4: the last seed in an own empty house takes what lies opposite."""
    there = t.opposite(house)
    if house in t.own(seat) and s.houses[house] == 1 and s.houses[there]:
        seeds = 1 + s.houses[there]
        s.stores[seat] += seeds
        s.houses[house] = s.houses[there] = 0
        ev.append(Event("captured", (seat, there, seeds)))


def sweep(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """KA-3.1: what is left goes to the seat that still has seeds. Nothing follows: the match is over."""
    left = sum(s.houses)
    s.stores[seat] += left
    s.houses[:] = [0] * len(s.houses)
    ev.append(Event("kept", (seat, left)))


def score(t: Lookup, s: State) -> Outcome:
    """KA-3.2"""
    scores = tuple(s.stores)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Outcome(scores, places, tuple({"score.seeds": own} for own in scores), "end.no_seeds")


DECISIONS = {"turn": Decision("KA-2.1", offers, resolve, refuse)}
