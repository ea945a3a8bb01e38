"""Chapter 15: subsidies."""

from __future__ import annotations

from machinehall.kernel.rules import Args, Decision, Events
from machinehall.kernel.values import Action

from .resources import can_pay, gain_achievement, gain_thaler, gain_workers, income_steps, pay
from .state import State
from .tables import Tables


def possible(t: Tables, s: State, seat: int, args: Args) -> bool:
    """NU-15.1 to NU-15.6 are always possible."""
    return True


def paid_possible(t: Tables, s: State, seat: int, args: Args) -> bool:
    """NU-15.7: pay 1 T."""
    return can_pay(s, seat, args[1], 0)


def income(t: Tables, s: State, seat: int, args: Args, ev: Events) -> None:
    """NU-15.2 to NU-15.4. args: track, steps."""
    income_steps(t, s, seat, args[0], args[1], ev)


def achievement(t: Tables, s: State, seat: int, args: Args, ev: Events) -> None:
    """NU-15.5."""
    gain_achievement(s, seat, args[0], ev)


def income_any(t: Tables, s: State, seat: int, args: Args, ev: Events) -> None:
    """NU-15.6, NU-15.7. args: steps, cost."""
    s.stack.append(("income_any", seat, (args[0],)))
    pay(t, s, seat, args[1], 0, ev)


def worker_or_thaler(t: Tables, s: State, seat: int, args: Args, ev: Events) -> None:
    """NU-15.1. args: thalers, workers."""
    s.stack.append(("worker_or_thaler", seat, args))


def choice_offers(t: Tables, s: State, seat: int, args: Args) -> list[Action]:
    return [t.one["thaler"], t.one["worker"]]


def choice_resolve(t: Tables, s: State, seat: int, args: Args, action: Action, ev: Events) -> None:
    if action.kind == "thaler":
        gain_thaler(s, seat, args[0], ev)
    else:
        gain_workers(s, seat, args[1], ev)


DECISIONS = {"worker_or_thaler": Decision("NU-15.1", choice_offers, choice_resolve, lambda *_: None)}
DIRECT = {"income": income, "achievement": achievement, "income_any": income_any, "worker_or_thaler": worker_or_thaler}
"""Subsidies are carried out as soon as they are chosen."""
