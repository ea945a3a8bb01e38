"""Chapter 25: the twenty challenges for players, recognised when a match is over.

Each is a number that the match has brought about and a threshold from the component file; two gather facts of several
matches. What happened in the course of the match is read from its events, the rest from the last position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from machinehall.kernel.feats import Feat, Feats
from machinehall.kernel.values import Event, Outcome
from machinehall.titles.nucleum.components.types import LABORATORY, PlayerFeat
from machinehall.titles.nucleum.lookup import VIOLET, Lookup, bits
from machinehall.titles.nucleum.state import BUILDINGS, State

from . import contracts
from .final_scoring import income_points


class Past(NamedTuple):
    """A match that is over, as one seat looks back on it."""

    t: Lookup
    events: list[Event]
    s: State
    outcome: Outcome
    seat: int

    def mine(self, kind: str, at: int = 0) -> Iterator[tuple[int, Event]]:
        """The seat's own events of a kind, with their places in the past."""
        return ((i, e) for i, e in enumerate(self.events) if e.kind == kind and e.args[at] == self.seat)

    def turns(self) -> Iterator[list[Event]]:
        """NU-D101: what happened in each turn, whoever's it was."""
        turn: list[Event] = []
        for event in self.events:
            if event.kind == "turn_began":
                yield turn
                turn = []
            turn.append(event)
        yield turn


def best_turn(past: Past, kind: str, seat_at: int = 0, amount_at: int | None = None) -> int:
    """The most of something that the seat did or gained in one turn: a count, or the sum of an argument."""

    def of(turn: list[Event]) -> int:
        mine = [e for e in turn if e.kind == kind and e.args[seat_at] == past.seat]
        return len(mine) if amount_at is None else sum(e.args[amount_at] or 0 for e in mine)

    return max(map(of, past.turns()))


# In the course of the match


def uranium_in_one_energize(past: Past) -> int:
    """NU-25.7: uranium is burnt for one building at a time, which is powered at the end of the action."""
    most = burnt = 0
    for event in past.events:
        if event.kind == "uranium_spent" and event.args[0] == past.seat:
            burnt += 1
        elif event.kind == "building_powered" and event.args[0] == past.seat:
            most, burnt = max(most, burnt), 0
    return most


def conditions_in_one_turn(past: Past) -> int:
    """NU-25.10: `condition_met` names the condition first, then the seat."""
    return best_turn(past, "condition_met", seat_at=1)


def achievement_in_one_turn(past: Past) -> int:
    return best_turn(past, "achievement_gained", amount_at=1)


def powered_in_one_turn(past: Past) -> int:
    """NU-25.12, NU-D102: neutral buildings too, since it is the powering that counts."""
    return best_turn(past, "building_powered")


def level_before_recharge(past: Past) -> int:
    """NU-25.14: the highest technology unlocked before the first own Recharge began."""
    first = next((i for i, _ in past.mine("recharged")), len(past.events))
    return max((past.t.tech_level[e.args[1] or 0] for i, e in past.mine("technology_unlocked") if i < first), default=0)


def vp_in_one_recharge(past: Past) -> int:
    """NU-25.18, NU-D103: from the income to the tiles taken back, King's Day and end conditions among it."""
    ends = [i for i, _ in past.mine("tiles_recovered")]
    spans = zip((i for i, _ in past.mine("recharged")), ends, strict=False)
    gains = [(i, e.args[1] or 0) for i, e in past.mine("vp_gained")]
    return max((sum(vp for i, vp in gains if begin < i < end) for begin, end in spans), default=0)


def powered_before_the_end(past: Past) -> int:
    """NU-25.20: own buildings (NU-14.14) that had power when enough end conditions were met."""
    own, found = past.s.own_urban[past.seat], 0
    for event in past.events:
        if event.kind == "end_triggered":
            break
        if event.kind == "building_powered":
            found += own >> (event.args[2] or 0) & 1
    return found


# At the end


def highest_space(past: Past) -> int:
    """NU-25.1, NU-D106: the last marker of the final scoring (NU-18.1) is placed too, if without effects."""
    return max((past.t.space_value[space] for space in bits(past.s.markers[past.seat])), default=0)


def milestone_score(past: Past) -> int:
    """NU-25.13, NU-D107: all that the milestone scoring brings, the loss for markers on space 0 (NU-18.3) included."""
    steps = past.outcome.breakdown[past.seat]
    return steps["score.milestones"] + steps["score.zero_markers"]


def lowest_tier(past: Past) -> int:
    """NU-25.8, NU-D104: of all markers that were placed; space 0 is in no tier."""
    if past.s.zeros[past.seat]:
        return 0
    return min((past.t.space_tier[space] + 1 for space in bits(past.s.markers[past.seat])), default=0)


def powered_laboratories(past: Past) -> int:
    t, s = past.t, past.s
    sites = bits(s.own_urban[past.seat] & s.powered)
    return sum(t.building_type[s.urban[site] - BUILDINGS * past.seat] == LABORATORY for site in sites)


def mines(past: Past) -> int:
    return contracts.mines(past.t, past.s, past.seat, 0)


MEASURES: dict[str, Callable[[Past], int]] = {
    "highest_space": highest_space,
    "score": lambda past: past.outcome.scores[past.seat],
    "mines": mines,
    "powered_laboratories": powered_laboratories,
    "uranium_in_one_energize": uranium_in_one_energize,
    "lowest_tier": lowest_tier,
    "income_points": lambda past: income_points(past.t, past.s, past.seat),
    "conditions_in_one_turn": conditions_in_one_turn,
    "achievement_in_one_turn": achievement_in_one_turn,
    "powered_in_one_turn": powered_in_one_turn,
    "milestone_points": milestone_score,
    "level_before_recharge": level_before_recharge,
    "violet_contracts": lambda past: (past.s.fulfilled[past.seat] & past.t.kind_mask[VIOLET]).bit_count(),
    "mines_and_turbines": lambda past: mines(past) + contracts.turbines(past.t, past.s, past.seat, 0),
    "urban_buildings": lambda past: past.s.built[past.seat].bit_count(),
    "vp_in_one_recharge": vp_in_one_recharge,
    "powered_before_the_end": powered_before_the_end,
}


def done(feat: PlayerFeat, past: Past) -> bool:
    """NU-D57: some thresholds are reached, others have to be passed."""
    if feat.counts is None:
        return False
    count = MEASURES[feat.counts](past)
    return count > feat.above if feat.above is not None else count >= (feat.at_least or 0)


def found(t: Lookup, happened: Sequence[Sequence[Event]], s: State, outcome: Outcome, seat: int) -> Collection[str]:
    """The feats of a match, and the facts for NU-25.3 and NU-25.5: a shared victory is one (NU-18.8)."""
    past = Past(t, [event for events in happened for event in events], s, outcome, seat)
    names = [feat.id for feat in t.pack.rows("feats", PlayerFeat) if done(feat, past)]
    names.append(f"players:{len(outcome.scores)}")
    if outcome.places[seat] == 1:
        names.append(f"won:{t.experiments[s.experiment[seat]]}")
    return names


def feats(t: Lookup) -> Feats:
    rows = t.pack.rows("feats", PlayerFeat)
    return Feats(tuple(Feat(x.id, x.group, x.rule, x.above or x.at_least or 0, x.needs) for x in rows), found)
