"""Chapter 7: activation and improvements."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.promethium.frames import Ahead, Overtake
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import State

from .refusals import project_elsewhere


def holds(t: Lookup, s: State, seat: int, name: str) -> bool:
    """PR-7.4: only the holder of an improvement token benefits."""
    return s.improvements[t.imp[name]] == seat


def card_income(t: Lookup, s: State, seat: int, card: int) -> int:
    """PR-8.3: the value less the corruption, at least 0. PR-7.5: halved for the holder of the token."""
    reduced = holds(t, s, seat, "corruption_halved")
    penalty = t.n.corruption_penalty_reduced if reduced else t.n.corruption_penalty
    income = t.worth[card] - penalty * s.cubes[card]
    return max(0, income)


def ready(t: Lookup, s: State, seat: int) -> list[Action]:
    """PR-7.1: realised cards that the promethium at hand can activate."""
    row, level, have = t.a["activate"], t.level, s.promethium[seat]
    waiting = s.realised[seat] & ~s.active[seat]
    if not waiting or not have:
        return []
    return [row[card] for card in bits(waiting) if level[card] <= have]


def activate(t: Lookup, s: State, seat: int, card: int, ev: Events) -> None:
    """PR-7.1: all the promethium at once. PR-7.2: the first of a family to be activated brings its improvement."""
    s.promethium[seat] -= t.level[card]
    s.active = put(s.active, seat, s.active[seat] | 1 << card)
    ev.append(Event("project_activated", (seat, card)))
    token = t.gives[card]
    if s.improvements[token] < 0:
        s.improvements = put(s.improvements, token, seat)
        ev.append(Event("improvement_gained", (seat, token)))


def refuse_activate(t: Lookup, s: State, seat: int, card: int) -> Refusal | None:
    """PR-7.1: why a card cannot be activated; None: it can."""
    name = t.projects[card]
    if not s.realised[seat] >> card & 1:
        return project_elsewhere(t, s, seat, card, "PR-7.1")
    if s.active[seat] >> card & 1:
        return Refusal("PR-7.1", "refuse.activate.already", (name,))
    if t.level[card] > s.promethium[seat]:
        return Refusal("PR-7.1", "refuse.promethium", (name, t.level[card], s.promethium[seat]))
    return None


def closing_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """Activate, or leave it at that: after an action of the Design Office and at the start of the Exposition."""
    return [*ready(t, s, seat), t.one["done"]]


def closing_resolve(kind: str, t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    if action.kind == "activate":
        activate(t, s, seat, action.args[0], ev)
        if ready(t, s, seat):
            s.stack.append((kind, seat, args))


def closing_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    return refuse_activate(t, s, seat, action.args[0]) if action.kind == "activate" else None


# with the switch, out of turn


def contested(t: Lookup, s: State, seat: int, other: int) -> list[Action]:
    """Cards that one seat could activate for an improvement that another could take now."""
    wanted = {t.gives[action.args[0]] for action in ready(t, s, other)}
    return [a for a in ready(t, s, seat) if (token := t.gives[a.args[0]]) in wanted and s.improvements[token] < 0]


def overtake(t: Lookup, s: State, args: Overtake, ev: Events) -> None:
    """Who holds a card of a family that the acting player could now activate is asked first, in the order of the table.

    Out of turn an activation matters for the improvement alone: nobody can take cards or promethium away.
    """
    acting = args.acting
    for i in range(args.distance, s.seats):
        seat = (acting + i) % s.seats
        if contested(t, s, seat, acting):
            then(s.stack, ("ahead", seat, Ahead(acting)), step("overtake", Overtake(acting, i + 1)))
            return


def ahead_offers(t: Lookup, s: State, seat: int, args: Ahead) -> list[Action]:
    return [*contested(t, s, seat, args.acting), t.one["done"]]


def ahead_resolve(t: Lookup, s: State, seat: int, args: Ahead, action: Action, ev: Events) -> None:
    if action.kind == "activate":
        activate(t, s, seat, action.args[0], ev)
        if contested(t, s, seat, args.acting):
            s.stack.append(("ahead", seat, args))


def ahead_refuse(t: Lookup, s: State, seat: int, args: Ahead, action: Action) -> Refusal | None:
    if action.kind != "activate":
        return None
    if (reason := refuse_activate(t, s, seat, action.args[0])) is not None:
        return reason
    if action not in contested(t, s, seat, args.acting):
        return Refusal("A-25", "refuse.activate.not_contested", (t.projects[action.args[0]], args.acting))
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {"ahead": Decision("A-25", ahead_offers, ahead_resolve, ahead_refuse)}
STEPS: dict[str, Step[Lookup, State]] = {"overtake": overtake}
