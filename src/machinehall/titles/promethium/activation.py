"""Chapter 7: activation and improvements."""

from __future__ import annotations

from machinehall.kernel.rules import Args, Events
from machinehall.kernel.values import Action, Event, Refusal

from .state import State
from .tables import Tables, bits
from .whereabouts import project_elsewhere


def holds(t: Tables, s: State, seat: int, name: str) -> bool:
    """PR-7.4: only the holder of an improvement token benefits."""
    return s.improvements[t.imp[name]] == seat


def card_income(t: Tables, s: State, seat: int, card: int) -> int:
    """PR-8.3: the value less the corruption, at least 0. PR-7.5: halved for the holder of the token."""
    reduced = holds(t, s, seat, "corruption_halved")
    penalty = t.n.corruption_penalty_reduced if reduced else t.n.corruption_penalty
    income = t.worth[card] - penalty * s.cubes[card]
    return max(0, income)


def ready(t: Tables, s: State, seat: int) -> list[Action]:
    """PR-7.1: realised cards that the promethium at hand can activate."""
    row, level, have = t.a["activate"], t.level, s.promethium[seat]
    waiting = s.realised[seat] & ~s.active[seat]
    if not waiting or not have:
        return []
    return [row[card] for card in bits(waiting) if level[card] <= have]


def activate(t: Tables, s: State, seat: int, card: int, ev: Events) -> None:
    """PR-7.1: all the promethium at once. PR-7.2: the first of a family to be activated brings its improvement."""
    s.promethium[seat] -= t.level[card]
    s.active[seat] |= 1 << card
    ev.append(Event("project_activated", (seat, card)))
    token = t.gives[card]
    if s.improvements[token] < 0:
        s.improvements[token] = seat
        ev.append(Event("improvement_gained", (seat, token)))


def refuse_activate(t: Tables, s: State, seat: int, card: int) -> Refusal:
    name = t.projects[card]
    if not s.realised[seat] >> card & 1:
        return project_elsewhere(t, s, seat, card, "PR-7.1")
    if s.active[seat] >> card & 1:
        return Refusal("PR-7.1", "refuse.activate.already", (name,))
    return Refusal("PR-7.1", "refuse.promethium", (name, t.level[card], s.promethium[seat]))


def closing_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    """Activate, or leave it at that: after an action of the Design Office and at the start of the Exposition."""
    return [*ready(t, s, seat), t.one["done"]]


def closing_resolve(kind: str, t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    if action.kind == "activate":
        activate(t, s, seat, action.args[0], ev)
        if ready(t, s, seat):
            s.stack.append((kind, seat, args))


def closing_refuse(t: Tables, s: State, seat: int, args: Args, action: Action) -> Refusal | None:
    return refuse_activate(t, s, seat, action.args[0]) if action.kind == "activate" else None
