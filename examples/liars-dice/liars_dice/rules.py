"""The rulebook as code."""

from __future__ import annotations

import random
from typing import Any

from machinehall.kernel.frames import Args, Chance, Decision, Events, then
from machinehall.kernel.parts import EventKind
from machinehall.kernel.values import CHANCE, STEP, Action, Event, Outcome, Refusal

from .state import Lookup, State

EVENTS = {
    "round": EventKind(("seat",)),
    "rolled": EventKind(("seat", "face"), reveals=True),
    "bid": EventKind(("seat", "count", "face")),
    "doubted": EventKind(("seat", "seat")),
    "shown": EventKind(("seat", "face", "dice"), reveals=True),
    "lost": EventKind(("seat",)),
    "out": EventKind(("seat",)),
}


def opening(t: Lookup, seats: int, options: tuple[int, ...]) -> State:
    """LD-1.1: nothing is rolled yet; the first round begins by itself."""
    return State(
        [("round", STEP, (0,))], seats, options, [0] * (seats * t.n.faces), [0] * seats, [t.n.dice] * seats,
        [0] * seats, 0, -1, -1,
    )  # fmt: skip


def round_begins(t: Lookup, s: State, args: Args, ev: Events) -> None:
    """LD-1.2: every die is rolled, then the first bid is asked for."""
    (first,) = args
    s.cups[:] = [0] * len(s.cups)
    s.rolled[:] = [0] * s.seats
    s.bid_count, s.bid_face, s.bidder = 0, -1, -1
    ev.append(Event("round", (first,)))
    rolls = [("roll", CHANCE, (seat,)) for seat in range(s.seats) for _ in range(s.dice[seat])]
    then(s.stack, *rolls, ("turn", first, ()))


def outcomes(t: Lookup, s: State, args: Args) -> list[tuple[Action, int]]:
    """What a die may show; all faces weigh the same."""
    return [(roll, 1) for roll in t.rolls]


def rolled(t: Lookup, s: State, args: Args, action: Action, ev: Events) -> None:
    """LD-1.2: the others hear that a die was rolled, but not what it shows."""
    (seat,), (face,) = args, action.args
    s.cups[seat * t.n.faces + face] += 1
    s.rolled[seat] += 1
    ev.append(Event("rolled", (seat, face), seen_by=(seat,), secret=(1,)))


def offers(t: Lookup, s: State, seat: int, args: Args) -> list[Action]:
    """LD-2.1 to LD-2.4"""
    low = t.bid(s.bid_count, s.bid_face) + 1 if s.bid_count else 0
    bids = t.bids[low : sum(s.dice) * t.n.faces]
    return [*bids, t.doubt] if s.bid_count else bids


def refuse(t: Lookup, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    if action.kind == "doubt":
        return Refusal("LD-2.4", "refuse.no_bid")
    if action.kind == "bid":
        if action.args[0] + 1 > sum(s.dice):
            return Refusal("LD-2.3", "refuse.too_many", (sum(s.dice),))
        return Refusal("LD-2.2", "refuse.not_higher", (s.bid_count, t.domains["face"][s.bid_face]))
    return None


def resolve(t: Lookup, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    if action.kind == "doubt":
        doubted(t, s, seat, ev)
        return
    count, face = action.args
    s.bid_count, s.bid_face, s.bidder = count + 1, face, seat
    ev.append(Event("bid", (seat, count, face)))
    s.stack.append(("turn", following(s, seat), ()))


def following(s: State, seat: int) -> int:
    """The next seat that has dice."""
    while True:
        seat = (seat + 1) % s.seats
        if s.dice[seat]:
            return seat


def doubted(t: Lookup, s: State, seat: int, ev: Events) -> None:
    """LD-3.1: all cups are lifted, and one of the two loses a die."""
    ev.append(Event("doubted", (seat, s.bidder)))
    for place, dice in enumerate(s.cups):
        if dice:
            ev.append(Event("shown", (*divmod(place, t.n.faces), dice)))
    there = sum(s.cups[s.bid_face :: t.n.faces])
    loser = seat if there >= s.bid_count else s.bidder
    s.dice[loser] -= 1
    ev.append(Event("lost", (loser,)))
    if s.dice[loser]:
        s.stack.append(("round", STEP, (loser,)))
    else:
        out(s, loser, ev)


def out(s: State, seat: int, ev: Events) -> None:
    """LD-3.2, LD-4.1: the others go on, unless one is left. Then nothing follows: the match is over."""
    ev.append(Event("out", (seat,)))
    left = sum(map(bool, s.dice))
    s.points[seat] = s.seats - left - 1
    then_seat = following(s, seat)
    if left > 1:
        s.stack.append(("round", STEP, (then_seat,)))
    else:
        s.points[then_seat] = s.seats - 1


def score(t: Lookup, s: State) -> Outcome:
    """LD-4.2"""
    scores = tuple(s.points)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Outcome(scores, places, tuple({"score.outlived": own} for own in scores), "end.one_left")


def fill(t: Lookup, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A position that fits a view: cups that are not seen get random dice."""
    faces = t.domains["face"]
    full = dict(view)
    full["cups"] = []
    for row, dice in zip(view["cups"], view["rolled"], strict=True):
        if row is None:
            row = dict.fromkeys(faces, 0)
            for _ in range(dice):
                row[rng.choice(faces)] += 1
        full["cups"].append(row)
    return full


def laws(t: Lookup, s: State) -> list[str]:
    """As many dice lie under each cup as were rolled."""
    rows = [sum(s.cups[seat * t.n.faces : (seat + 1) * t.n.faces]) for seat in range(s.seats)]
    return [] if rows == s.rolled else [f"cups hold {rows}, rolled {s.rolled}"]


DECISIONS = {"turn": Decision("LD-2.1", offers, resolve, refuse)}
CHANCES = {"roll": Chance(outcomes, rolled)}
STEPS = {"round": round_begins}
