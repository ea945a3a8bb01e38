"""Chapter 10: end of game."""

from __future__ import annotations

from machinehall.kernel.frames import Events
from machinehall.kernel.parts import Worth
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event, Outcome
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import SEATS, State

from .activation import card_income


def half_income(t: Lookup, s: State, seat: int, card: int) -> int:
    """PR-10.2: half the card income of a card that was never activated, rounded down (A-32)."""
    return card_income(t, s, seat, card) // t.n.unactivated_project_divisor


def close_accounts(t: Lookup, s: State, ev: Events) -> None:
    """The last amounts credited for single cards, which break ties (PR-10.3)."""
    for seat in range(s.seats):
        for card in bits(s.realised[seat] & ~s.active[seat]):
            income = half_income(t, s, seat, card)
            s.best = put(s.best, seat, max(s.best[seat], income))
            ev.append(Event("project_half_valued", (seat, card, income)))
    for seat in range(s.seats):
        ev.append(Event("final_score", (seat, sum(final_money(t, s, seat).values()))))


SCORED_BY = {
    "score.track": "PR-10.1",
    "score.unactivated": "PR-10.2",
    "score.lobby": "PR-10.2",
    "score.minerals": "PR-10.2",
    "score.promethium": "PR-10.2",
}
"""The rule of each step."""


def worth(t: Lookup, automaton: bool) -> dict[str, tuple[Worth, ...]]:
    """What people count of it at a real table (PR-10.2)."""
    names = [t.elements[k] for k in t.minerals]
    minerals = [Worth(f"short.{name}", p) for name, p in zip(names, t.mineral_pounds, strict=True)]
    return {
        "score.lobby": (Worth("score.lobby", t.n.lobby_end_value),),
        "score.minerals": tuple(minerals),
        "score.promethium": (Worth("score.promethium", t.n.promethium_end_value),),
    }


def final_money(t: Lookup, s: State, seat: int) -> dict[str, int]:
    """PR-10.1, PR-10.2: the score track and what is added to it, step by step."""
    base = (SEATS + seat) * len(t.elements)
    waiting = bits(s.realised[seat] & ~s.active[seat])
    return {
        "score.track": s.money[seat],
        "score.unactivated": sum(half_income(t, s, seat, card) for card in waiting),
        "score.lobby": s.lobby[seat] * t.n.lobby_end_value,
        "score.minerals": sum(s.elements[base + k] * p for k, p in zip(t.minerals, t.mineral_pounds, strict=True)),
        "score.promethium": s.promethium[seat] * t.n.promethium_end_value,
    }


def outcome(t: Lookup, s: State) -> Outcome:
    """PR-10.3: most money; then more realised cards; then the higher single amount for one card; then shared (A-33)."""
    breakdown = tuple(final_money(t, s, seat) for seat in range(s.seats))
    scores = tuple(sum(steps.values()) for steps in breakdown)
    keys = [(scores[seat], s.realised[seat].bit_count(), s.best[seat]) for seat in range(s.seats)]
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(scores, places, breakdown, "end.rounds_played")
