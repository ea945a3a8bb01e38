"""Chapter 23, section g: the Baron's Recharge, the end of a match alone, his score."""

from __future__ import annotations

from machinehall.kernel.frames import Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Automaton, Event, Outcome
from machinehall.titles.nucleum.baron_frames import BaronRecharge, BaronRecover, BaronTurn
from machinehall.titles.nucleum.frames import OfSeat
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import EXTRA_TURN, MARKER_SCORING
from machinehall.titles.nucleum.rules.end_of_game import IN_PLAY, trigger
from machinehall.titles.nucleum.rules.final_scoring import milestone_counts, powered_points, score_steps
from machinehall.titles.nucleum.rules.resources import gain_thaler
from machinehall.titles.nucleum.state import NONE, State

from .actions import gain_supply
from .turn import barons, held, obstacle, queue_of, set_queue


def recharge(t: Lookup, s: State, args: BaronRecharge, ev: Events) -> None:
    """NU-23.55: thalers and workers, the marker, King's Day; then contracts and Obstacle."""
    b, why, extra = args
    n = t.solo.n
    ev.append(Event("baron_recharged", (b, why)))
    gain_thaler(s, b, n.baron_recharge_thaler, ev)
    gain_supply(s, b, n.baron_recharge_workers, ev)
    s.recharges[b] += 1
    space = min(s.markers[b].bit_length() - 1 + n.baron_marker_spaces, len(t.space_value) - 1)  # NU-D75
    s.markers = put(s.markers, b, s.markers[b] | 1 << space)
    ev.append(Event("marker_placed", (b, space)))
    then(s.stack, step("kings_day", OfSeat(b)), step("baron_recover", BaronRecover(b, extra)))


def recover(t: Lookup, s: State, args: BaronRecover, ev: Events) -> None:
    """NU-23.55: contracts are discarded, the Obstacle goes to the right end. NU-24.6: another turn, but only one."""
    b, extra = args
    if held(s, b):
        ev.append(Event("baron_contracts_discarded", (b, len(held(s, b)))))
        s.discarded_contracts |= s.fulfilled[b]
        s.fulfilled = put(s.fulfilled, b, 0)
    queue = list(queue_of(s, b))
    queue.append(queue.pop(obstacle(t, s, b)))
    set_queue(s, b, queue)
    ev.append(Event("obstacle_laid", (b,)))
    third = t.solo.n.baron_recharges_to_end
    if s.closing == IN_PLAY and all(s.recharges[other] >= third for other in barons(s)):
        ev.append(Event("barons_recharged", (third,)))
        s.recharged_out = 1
        trigger(s, b, ev)
    if s.options[EXTRA_TURN] and not extra:
        ev.append(Event("frederik_turn", (b,)))
        s.stack.append(step("baron_turn", BaronTurn(b, extra=1)))


# The score


def milestone_points(t: Lookup, s: State, b: int) -> int:
    """NU-23.62: each tile once, by its segment (NU-D71); with NU-P11 once for each marker of the segment."""
    each = [count * vp for count, vp in zip(milestone_counts(t, s, b), t.solo.milestone_vp, strict=True)]
    if not s.options[MARKER_SCORING]:
        return sum(each)
    return sum(each[t.space_segment[space]] for space in bits(s.markers[b]))


def baron_steps(t: Lookup, s: State, b: int) -> dict[str, int]:
    """NU-23.62: what a Baron scores, in the order of the chapter."""
    n = t.solo.n
    return {
        "score.track": s.vp[b],
        "score.powered": powered_points(t, s, b),
        "score.milestones": milestone_points(t, s, b),
        "score.resources": s.thaler[b] * n.baron_thaler_vp + s.supply[b] * n.baron_worker_vp,
    }


def outcome(t: Lookup, s: State) -> Outcome:
    """NU-23.63: alone, the human wins only with strictly more VP than every Baron."""
    steps = score_steps(t, s, 0)
    score = sum(steps.values())
    found = tuple(
        Automaton(t.solo.barons[b - s.seats], sum((theirs := baron_steps(t, s, b)).values()), theirs) for b in barons(s)
    )
    place = 1 + sum(automaton.score >= score for automaton in found)
    enough = sum(holder != NONE for holder in s.conditions) >= t.needed[s.seats]
    reason = "end.barons_recharged" if s.recharged_out or not enough else "end.conditions_met"
    return Outcome((score,), (place,), (steps,), reason, found)


def final_scores(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """The scores of the Barons, told after those of the seats."""
    for b in barons(s):
        ev.append(Event("final_score", (b, sum(baron_steps(t, s, b).values()))))


STEPS: dict[str, Step[Lookup, State]] = {
    "baron_recharge": recharge,
    "baron_recover": recover,
    "baron_scores": final_scores,
}
