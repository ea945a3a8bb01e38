"""Chapter 16: Recharge."""

from __future__ import annotations

from functools import lru_cache

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import STEP, Action, Event, Frame, Refusal
from machinehall.titles.nucleum.action_frames import GrantFreeTile, TechnologyReward
from machinehall.titles.nucleum.baron_frames import BlindNucleum
from machinehall.titles.nucleum.frames import OfSeat
from machinehall.titles.nucleum.lookup import END_RECHARGES, Lookup, bits
from machinehall.titles.nucleum.options import BLIND_NUCLEUM, START_INCOME
from machinehall.titles.nucleum.state import TRACKS, State

from .end_of_game import gain_vp, meet
from .resources import VP_TRACK, gain, gain_thaler, gain_workers


def recharge(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """NU-16.1: income, milestone marker with its rewards, King's Day, discard, tiles back."""
    seat = args.seat
    ev.append(Event("recharged", (seat, s.row[seat].bit_count())))
    income(t, s, seat, ev)
    s.stack += (("recover", STEP, args), ("kings_day", STEP, args), ("marker", seat, NOTHING))


def entry(t: Lookup, s: State, seat: int, track: int) -> tuple[int, int]:
    """NU-16.2: the highest entry both left of the marker and under a tile of the row: amount and VP.

    NU-D33: with an empty row nothing is paid, not even the start entry (NU-P02).
    """
    marker = s.income[TRACKS * seat + track]
    return entry_for(t, track, marker, s.row[seat].bit_count(), bool(s.options[START_INCOME]))


def entry_for(t: Lookup, track: int, marker: int, tiles: int, always: bool) -> tuple[int, int]:
    """The same of a marker and so many tiles in the row; `always`: an empty row is paid too."""
    if not tiles and not always:
        return 0, 0
    return t.income[track][min(marker - 1, t.reach_by_tiles[tiles])]


def income(t: Lookup, s: State, seat: int, ev: Events) -> None:
    tiles, always = s.row[seat].bit_count(), bool(s.options[START_INCOME])
    if not tiles and not always:
        return
    markers = s.income[TRACKS * seat : TRACKS * seat + TRACKS]
    paid = [entry_for(t, track, marker, tiles, always) for track, marker in enumerate(markers)]
    gain_thaler(s, seat, paid[0][0], ev)
    gain_workers(s, seat, paid[1][0], ev)
    gain_vp(t, s, seat, paid[VP_TRACK][0] + sum(vp for _, vp in paid), ev)


# The milestone marker


def spaces_for(t: Lookup, s: State, seat: int) -> tuple[int, ...]:
    """NU-16.5: spaces up to the achievement total in a tier without an own marker."""
    return spaces_up_to(t, s.achievement[seat], s.markers[seat])


@lru_cache(maxsize=10_000)
def spaces_up_to(t: Lookup, total: int, markers: int) -> tuple[int, ...]:
    free = [k for k in range(1, len(t.space_value)) if not markers & t.tier_mask[t.space_tier[k]]]
    return tuple(k for k in free if t.space_value[k] <= total)


def marker_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """NU-16.6: space 0 is always allowed, and the only one if no other is."""
    row = t.a["marker"]
    return [row[0], *[row[space] for space in spaces_for(t, s, seat)]]


def marker_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    """NU-16.6 to NU-16.10."""
    (space,) = action.args
    s.recharges[seat] += 1
    ev.append(Event("marker_placed", (seat, space)))
    if not space:
        s.zeros[seat] += 1
        gain_thaler(s, seat, t.n.bailout_thaler, ev)
        gain_workers(s, seat, t.n.bailout_worker, ev)
        return
    s.markers = put(s.markers, seat, s.markers[seat] | 1 << space)
    segment = t.space_segment[space]
    frames: list[Frame] = []
    free = t.board[s.players].takes_nucleum & ~s.nucleums
    if s.track_nucleums >> segment & 1 and free:
        s.track_nucleums ^= 1 << segment
        blind = s.options[BLIND_NUCLEUM] and s.players > s.seats
        frames.append(step("blind_nucleum", BlindNucleum(seat)) if blind else ("nucleum", seat, NOTHING))
    if t.segment_tech[segment]:
        frames.append(step("technology", TechnologyReward(seat, level=t.segment_tech[segment])))
    then(s.stack, *frames)
    if t.space_value[space] == t.n.top_space:
        gain_vp(t, s, seat, t.n.top_space_vp, ev)


def marker_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "marker":
        return None
    return space_fault(t, s, seat, action.args[0]) if action.args[0] else None


def space_fault(t: Lookup, s: State, seat: int, space: int) -> Refusal | None:
    """NU-16.5: why a marker cannot be placed on a space other than 0; None: it can."""
    if t.space_value[space] > s.achievement[seat]:
        return Refusal("NU-16.5", "refuse.marker.too_high", (t.space_value[space], s.achievement[seat]))
    for mine in bits(s.markers[seat] & t.tier_mask[t.space_tier[space]]):
        return Refusal("NU-16.5", "refuse.marker.tier_taken", (t.space_value[space], t.space_value[mine]))
    return None


def nucleum_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """NU-16.7: any plant without a Nucleum, never Riesa."""
    row = t.a["nucleum"]
    return [row[plant] for plant in bits(t.board[s.players].takes_nucleum & ~s.nucleums)]


def nucleum_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    (plant,) = action.args
    s.nucleums |= 1 << plant
    ev.append(Event("nucleum_placed", (seat, plant)))
    bonus = t.board[s.players].nucleum_bonus[plant]
    if "action_tile" in bonus:
        s.stack.append(
            step(
                "grant_free_tile",
                GrantFreeTile(seat, discount=bonus["action_tile"]["discount_thaler"], rail=0, optional=0),
            )
        )
    else:
        gain(t, s, seat, bonus, ev)


def nucleum_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "nucleum":
        return None
    name = t.names.plants[action.args[0]]
    if not t.board[s.players].takes_nucleum >> action.args[0] & 1:
        return Refusal("NU-6.8", "refuse.nucleum.no_place", (name,))
    return Refusal("NU-16.7", "refuse.nucleum.taken", (name,)) if s.nucleums >> action.args[0] & 1 else None


# King's Day


def kings_day(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """NU-16.11, NU-23.56: when a milestone slot has lost its last marker. NU-16.12: the third ends the game."""
    (seat,) = args
    slot = s.recharges[seat]
    if slot > t.n.milestone_slots or min(s.recharges) < slot:
        return
    ev.append(Event("kings_day", (slot,)))
    places = sorted({space for mine in s.markers for space in bits(mine)}, reverse=True)
    for k in range(s.players):
        other = (seat + k) % s.players
        mine = s.markers[other]
        gained = sum(
            vp
            for space, vp in zip(places, (t.n.kings_day_first, t.n.kings_day_second), strict=False)
            if mine >> space & 1
        )
        gain_vp(t, s, other, gained, ev)
    if slot == t.n.milestone_slots and s.players == s.seats:  # NU-23.60: alone this is no condition
        meet(t, s, seat, END_RECHARGES, ev)


def recover(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    """NU-16.1 (3), (4), NU-16.13: all achievements are discarded, the row goes back to the pool."""
    (seat,) = args
    if s.achievement[seat]:
        ev.append(Event("achievement_discarded", (seat, s.achievement[seat])))
        s.achievement = put(s.achievement, seat, 0)
    ev.append(Event("tiles_recovered", (seat, s.row[seat].bit_count())))
    s.pool[seat] |= s.row[seat]
    s.row[seat] = 0


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "marker": Decision("NU-16.5", marker_offers, marker_resolve, marker_refuse),
    "nucleum": Decision("NU-16.7", nucleum_offers, nucleum_resolve, nucleum_refuse),
}
STEPS: dict[str, Step[Lookup, State]] = {"recharge": recharge, "kings_day": kings_day, "recover": recover}
