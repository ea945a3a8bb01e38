"""Chapter 23, sections b to d: the Baron's turn, his queue, the Logic deck.

Players from `s.seats` on are Barons; nobody decides for them. The queue of player b is `s.queue[b - s.seats]`.
"""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.kernel.frames import Chance, Events, Nothing, Step, step, then
from machinehall.kernel.values import CHANCE, Action, Event, Frame
from machinehall.titles.nucleum.baron_frames import (
    BaronAct,
    BaronEnergize,
    BaronRecharge,
    BaronTile,
    BaronTurn,
    OfBaron,
)
from machinehall.titles.nucleum.baron_lookup import ENERGIZE, URBANIZE, priority, reason
from machinehall.titles.nucleum.frames import MatchedOf
from machinehall.titles.nucleum.lookup import HALVES, Lookup, bits
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS
from machinehall.titles.nucleum.state import State


def queue_of(s: State, b: int) -> tuple[int, ...]:
    return s.queue[b - s.seats]


def set_queue(s: State, b: int, tiles: Sequence[int]) -> None:
    at = b - s.seats
    s.queue = (*s.queue[:at], tuple(tiles), *s.queue[at + 1 :])


def obstacle(t: Lookup, s: State, b: int) -> int:
    """The place of the Obstacle in the queue (NU-23.4)."""
    return next(i for i, tile in enumerate(queue_of(s, b)) if t.directive[tile])


# The Logic deck


def logic_outcomes(t: Lookup, s: State, args: Nothing) -> list[tuple[Action, int]]:
    """NU-23.18: from the deck; an empty one is made anew from the discards."""
    return [(action, 1) for action in t.one_each("draw-logic", s.logic_deck or t.solo.all_logic)]


def logic_resolve(t: Lookup, s: State, args: Nothing, action: Action, ev: Events) -> None:
    (card,) = action.args
    if not s.logic_deck:
        s.logic_deck = t.solo.all_logic
        ev.append(Event("logic_reshuffled"))
    s.logic_deck ^= 1 << card
    s.logic = card
    ev.append(Event("logic_drawn", (card,)))


# The turn


def baron_turn(t: Lookup, s: State, args: BaronTurn, ev: Events) -> None:
    """NU-23.24, NU-23.61."""
    b, extra = args
    if s.closing == LAST_TURNS:
        ev.append(Event("baron_last_turn", (b,)))
        then(s.stack, *(step("baron_energize", BaronEnergize(b, free=1)) for _ in range(t.solo.n.baron_last_energizes)))
    elif obstacle(t, s, b) == 0:
        s.stack.append(step("baron_recharge", BaronRecharge(b, why=reason("obstacle"), extra=extra)))
    elif broke(s, b):
        s.stack.append(step("baron_recharge", BaronRecharge(b, why=reason("broke"), extra=extra)))
    else:
        s.stack.append(("roll", CHANCE, BaronTurn(b, extra)))


def broke(s: State, b: int) -> bool:
    return not s.supply[b] and not s.thaler[b]


def roll_outcomes(t: Lookup, s: State, args: BaronTurn) -> list[tuple[Action, int]]:
    if obstacle(t, s, args.baron) == 0 or broke(s, args.baron):  # put right meanwhile: no die is rolled
        return [(t.a["roll"][0], 1)]
    return list(zip(t.a["roll"], t.solo.face_weight, strict=True))


def roll_resolve(t: Lookup, s: State, args: BaronTurn, action: Action, ev: Events) -> None:
    """NU-23.25: count from the left; the Obstacle stops the count. NU-23.26: then a rail turn is tried."""
    b, extra = args
    if obstacle(t, s, b) == 0 or broke(s, b):  # NU-23.24, of a position that was put right once his turn had begun
        s.stack.append(step("baron_turn", args))
        return
    face = t.solo.faces[action.args[0]]
    ev.append(Event("baron_rolled", (b, face)))
    stop = obstacle(t, s, b)
    if face > stop:
        ev.append(Event("baron_stopped", (b, face)))
    tile = queue_of(s, b)[min(face, stop) - 1]
    ev.append(Event("baron_tile_chosen", (b, tile, min(face, stop))))
    s.acted = 0
    s.stack.append(step("baron_rail", BaronTile(b, tile, extra)))


def normal_turn(t: Lookup, s: State, args: BaronTile, ev: Events) -> None:
    """NU-23.40: both actions in their order; then the tile goes to the right end."""
    b, tile, extra = args
    ev.append(Event("baron_normal_turn", (b, tile)))
    then(
        s.stack,
        *deeds(t, b, [HALVES * tile + k for k in range(HALVES)]),
        step("baron_tile_done", BaronTile(b, tile, extra)),
    )


def deeds(t: Lookup, b: int, halves: Sequence[int]) -> list[Frame]:
    """The frames of some halves of tiles, by tile * 2 + half, in the order of priority."""
    return [step("baron_act", BaronAct(b, at)) for at in sorted(halves, key=lambda at: priority(t.solo.deed[at]))]


def tile_done(t: Lookup, s: State, args: BaronTile, ev: Events) -> None:
    """NU-23.27: behind the Obstacle; if neither action was carried out, he begins again."""
    b, tile, extra = args
    rest = list(queue_of(s, b))
    rest.remove(tile)
    set_queue(s, b, [*rest, tile])
    ev.append(Event("baron_tile_done", (b, tile)))
    if not s.acted:
        ev.append(Event("baron_tries_again", (b,)))
        s.stack.append(step("baron_turn", BaronTurn(b, extra)))


def baron_act(t: Lookup, s: State, args: BaronAct, ev: Events) -> None:
    """NU-23.40, NU-23.41: one half of a tile, by tile * 2 + half; no printed modifier counts."""
    b, at = args
    deed = t.solo.deed[at]
    ev.append(Event("baron_begins", (b, deed)))
    if deed > ENERGIZE:
        s.stack.append(step("baron_subsidy", args))
    else:
        whose = BaronEnergize(b, free=0) if deed == ENERGIZE else OfBaron(b)
        s.stack.append(step(STEP_OF[deed], whose))


STEP_OF = ("baron_urbanize", "baron_industrialize", "baron_develop", "baron_contract", "baron_energize")


def forgo(ev: Events, b: int, deed: int, why: str) -> None:
    """An action that he cannot carry out."""
    ev.append(Event("baron_forgoes", (b, deed, reason(why))))


def short_of_thaler(s: State, b: int, deed: int, ev: Events) -> bool:
    """NU-23.41: without a thaler Urbanize, Industrialize and Energize are unavailable."""
    if s.thaler[b]:
        return False
    forgo(ev, b, deed, "no_thaler")
    return True


def needs_thaler(deed: int) -> bool:
    return deed in (URBANIZE, URBANIZE + 1, ENERGIZE)


def pay_thaler(t: Lookup, s: State, b: int, ev: Events) -> None:
    """NU-23.42, NU-23.43, NU-23.46."""
    s.thaler[b] -= t.solo.n.baron_action_thaler
    ev.append(Event("paid", (b, t.solo.n.baron_action_thaler, 0)))


def matched(t: Lookup, s: State, args: MatchedOf, ev: Events) -> None:
    """NU-23.12, NU-23.38: matched actions of a Baron in the order of priority."""
    b = args.seat
    halves = [HALVES * s.rail_tile[at // HALVES] + at % HALVES for at in args.left]
    ev.append(Event("baron_matched", (b, len(halves))))
    then(s.stack, *deeds(t, b, halves))


def barons(s: State) -> range:
    return range(s.seats, s.players)


def held(s: State, b: int) -> tuple[int, ...]:
    """Contracts face down before a Baron."""
    return bits(s.fulfilled[b])


CHANCES: dict[str, Chance[Lookup, State]] = {
    "logic": Chance(logic_outcomes, logic_resolve),
    "roll": Chance(roll_outcomes, roll_resolve),
}
STEPS: dict[str, Step[Lookup, State]] = {
    "baron_turn": baron_turn,
    "baron_normal_turn": normal_turn,
    "baron_tile_done": tile_done,
    "baron_act": baron_act,
    "baron_matched": matched,
}
