"""Chapters 18 and 20: final scoring and milestone tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step
from machinehall.kernel.parts import Worth
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Outcome, Refusal
from machinehall.titles.nucleum.components.types import FACTORY, LABORATORY, RESIDENCE
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.options import COUNT_NEUTRALS, PRAHA_DOUBLES
from machinehall.titles.nucleum.state import BUILDINGS, TRACKS, State

from . import contracts
from .networks import own_components, structure_cities
from .recharge import space_fault, spaces_for
from .resources import uranium_of


def final_scoring(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """NU-18.1: in turn order everybody with a legal space may place one last marker; then the scores."""
    seats = [(s.first + k) % s.seats for k in range(s.seats)]
    waiting = [seat for seat in seats if spaces_for(t, s, seat)]
    s.stack.append(step("final_scores"))
    s.stack.extend(("last_marker", seat, NOTHING) for seat in reversed(waiting))


def final_scores(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    if s.players > s.seats:
        s.stack.append(step("baron_scores"))
    for seat in range(s.seats):
        ev.append(Event("final_score", (seat, sum(score_steps(t, s, seat).values()))))


def last_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    row = t.a["marker"]
    return [t.one["skip"], *(row[space] for space in spaces_for(t, s, seat))]


def last_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    """NU-18.1: with no effects whatever."""
    if action.kind == "marker":
        s.markers = put(s.markers, seat, s.markers[seat] | 1 << action.args[0])
        ev.append(Event("marker_placed", (seat, action.args[0])))


def last_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "marker":
        return None
    (space,) = action.args
    return space_fault(t, s, seat, space) if space else Refusal("NU-18.1", "refuse.marker.zero_at_the_end")


# Milestones


def milestone_count(t: Lookup, s: State, seat: int, tile: int) -> int:
    """NU-20.1: how often the condition of a milestone tile is met; own pieces only."""
    per = t.milestone_per[tile]
    match t.milestone_counts[tile]:
        case "own_urban_buildings":
            found = s.built[seat].bit_count()
        case "own_residences":
            found = contracts.buildings_of_type(t, s, seat, RESIDENCE)
        case "own_factories":
            found = contracts.buildings_of_type(t, s, seat, FACTORY)
        case "own_laboratories":
            found = contracts.buildings_of_type(t, s, seat, LABORATORY)
        case "own_mines":
            found = contracts.mines(t, s, seat, 0)
        case "own_turbines":
            found = contracts.turbines(t, s, seat, 0)
        case "own_railway_tiles":
            found = contracts.railway_tiles(t, s, seat, 0)
        case _:
            b = t.board[s.players]
            found = len({b.urban_city[site] for site in bits(s.own_urban[seat] & s.powered)})
    return found // per


def milestone_counts(t: Lookup, s: State, seat: int) -> list[int]:
    """The same for the tile of each segment; 0 where none lies yet."""
    return [milestone_count(t, s, seat, tile) if tile >= 0 else 0 for tile in s.milestone]


def milestone_points(t: Lookup, s: State, seat: int, counts: Sequence[int] = ()) -> int:
    """NU-18.2: for each marker the count of its segment's tile times the multiplier of its tier."""
    found = 0
    for space in bits(s.markers[seat]):
        segment = t.space_segment[space]
        tile = s.milestone[segment]
        count = counts[segment] if counts else milestone_count(t, s, seat, tile) if tile >= 0 else 0
        found += count * t.multiplier[t.space_tier[space]]
    return found


# The ultimate technology


def ultimate_points(t: Lookup, s: State, seat: int) -> int:
    """NU-18.4, NU-21.2: the best threshold reached, if the eighth technology is unlocked."""
    for tech in bits(s.tech[seat]):
        if t.tech_kind[tech] == "end_goal":
            effect = t.tech_effect[tech]
            found = ultimate_count(t, s, seat, effect)
            return max((vp for least, vp in effect["steps"] if found >= least), default=0)
    return 0


def ultimate_count(t: Lookup, s: State, seat: int, effect: dict[str, Any]) -> int:
    counted: str = effect["count"]
    if counted == "cities_with_own_structure":
        return len(set(structure_cities(t.board[s.players], s, seat)))
    if counted == "own_milestone_markers":
        return sum(t.space_value[space] >= effect["from"] for space in bits(s.markers[seat]))
    if counted == "own_powered_buildings":
        return contracts.powered_buildings(t, s, seat, 0)
    return contracts.railway_tiles(t, s, seat, 0)


# Resources and buildings


def resource_points(t: Lookup, s: State, seat: int) -> int:
    """NU-18.5: each kind rounded down, after the best conversions (NU-5.2)."""
    return best_conversion(t, s.thaler[seat], s.supply[seat], s.reserve[seat], uranium_of(s, seat))


def best_conversion(t: Lookup, thaler: int, workers: int, reserve: int, uranium: int) -> int:
    """The most points for such resources.

    NU-5.3: there are no more workers than supply and reserve hold; one that is missing is worth a thaler.
    """
    pawns = workers + reserve
    n = t.n
    best = 0
    # What is kept beyond whole points would be worth more as coins.
    for kept in range(0, uranium + 1, n.uranium_per_vp):
        ready = workers + uranium - kept
        for left in range(0, min(ready, pawns) + 1, n.workers_per_vp):
            points = kept // n.uranium_per_vp + left // n.workers_per_vp + (thaler + ready - left) // n.thaler_per_vp
            best = max(best, points)
    return best


def powered_points(t: Lookup, s: State, seat: int) -> int:
    """NU-18.6: own powered buildings."""
    return sum([building_points(t, s, seat, site) for site in bits(s.own_urban[seat] & s.powered)])


def building_points(t: Lookup, s: State, seat: int, site: int) -> int:
    """NU-18.6: an own building once powered, doubled in Praha; Government for each of its type in the network."""
    b, building = t.board[s.players], s.urban[site] - BUILDINGS * seat
    city = b.urban_city[site]
    points: int = t.powered_vp[building]
    doubled = city == b.praha
    if t.per_building[building]:
        points *= government_count(t, s, seat, city, t.building_type[building])
        doubled = doubled and bool(s.options[PRAHA_DOUBLES])
    return points * t.n.praha_multiplier if doubled else points


def government_count(t: Lookup, s: State, seat: int, city: int, kind: int) -> int:
    """Buildings of a type, of anybody, powered or not, in the scorer's network of a city (NU-6.4)."""
    b = t.board[s.players]
    sites, _, _ = b.sites_in(own_components(t, s, seat)[city])
    found = 0
    for site in bits(sites):
        piece = s.urban[site]
        if piece >= 0 and t.piece_type[piece] == kind:
            found += piece < t.first_neutral or bool(s.options[COUNT_NEUTRALS])
    return found


def income_points(t: Lookup, s: State, seat: int) -> int:
    """NU-18.7: markers on the last three spaces."""
    first = t.last_space - len(t.end_bonus) + 1
    places = s.income[TRACKS * seat : TRACKS * seat + TRACKS]
    return sum(t.end_bonus[place - first] for place in places if place >= first)


SCORED_BY = {
    "score.track": "NU-5.6",
    "score.milestones": "NU-18.2",
    "score.zero_markers": "NU-18.3",
    "score.ultimate": "NU-18.4",
    "score.resources": "NU-18.5",
    "score.powered": "NU-18.6",
    "score.income": "NU-18.7",
}
"""The rule of each step."""


def worth(t: Lookup, automaton: bool) -> dict[str, tuple[Worth, ...]]:
    """What people count of it at a real table. NU-5.2: uranium that is left over serves as a worker, a worker as a
    thaler. NU-23.62: a Baron converts nothing, and his milestones count by their segments."""
    n, solo = t.n, t.solo
    if automaton:
        segments = [Worth("effect.segment", vp, args=(1 + at,)) for at, vp in enumerate(solo.milestone_vp)]
        own = Worth("board.thaler", solo.n.baron_thaler_vp), Worth("board.workers", solo.n.baron_worker_vp)
        return {"score.milestones": tuple(segments), "score.resources": own}
    return {
        "score.zero_markers": (Worth("mend.zeros", n.zero_marker_vp),),
        "score.resources": (
            Worth("board.uranium", 1, n.uranium_per_vp, rest=True),
            Worth("board.workers", 1, n.workers_per_vp, rest=True),
            Worth("board.thaler", 1, n.thaler_per_vp),
        ),
    }


def score_steps(t: Lookup, s: State, seat: int) -> dict[str, int]:
    """The score track and what is added to it, in the order of the chapter."""
    return {
        "score.track": s.vp[seat],
        "score.milestones": milestone_points(t, s, seat),
        "score.zero_markers": s.zeros[seat] * t.n.zero_marker_vp,
        "score.ultimate": ultimate_points(t, s, seat),
        "score.resources": resource_points(t, s, seat),
        "score.powered": powered_points(t, s, seat),
        "score.income": income_points(t, s, seat),
    }


def outcome(t: Lookup, s: State) -> Outcome:
    """NU-18.8: most VP; ties share the victory."""
    breakdown = tuple(score_steps(t, s, seat) for seat in range(s.seats))
    scores = tuple(sum(steps.values()) for steps in breakdown)
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(scores, places, breakdown, "end.conditions_met")


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "last_marker": Decision("NU-18.1", last_offers, last_resolve, last_refuse)
}
STEPS: dict[str, Step[Lookup, State]] = {"final_scoring": final_scoring, "final_scores": final_scores}
