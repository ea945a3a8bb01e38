"""Chapter 15: subsidies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from machinehall.kernel.frames import Decision, Events
from machinehall.kernel.values import Action, Refusal
from machinehall.titles.nucleum.action_frames import Achievement, Half, Income, PaidIncome, WorkerOrThaler
from machinehall.titles.nucleum.frames import Steps
from machinehall.titles.nucleum.lookup import Lookup
from machinehall.titles.nucleum.state import State

from .refusals import too_dear
from .resources import can_pay, gain_achievement, gain_thaler, gain_workers, income_steps, pay


def possible(t: Lookup, s: State, seat: int, args: Half) -> bool:
    """NU-15.1 to NU-15.6 are always possible."""
    return True


def lacks(t: Lookup, s: State, seat: int, args: Half) -> Refusal | None:
    """Nothing ever."""
    return None


def paid_possible(t: Lookup, s: State, seat: int, args: PaidIncome) -> bool:
    """NU-15.7: pay 1 T."""
    return can_pay(s, seat, args.cost, 0)


def paid_lacks(t: Lookup, s: State, seat: int, args: PaidIncome) -> Refusal | None:
    """NU-15.7: why it cannot be paid; None: it can."""
    return too_dear(s, seat, "NU-15.7", args.cost)


def income(t: Lookup, s: State, seat: int, args: Income, ev: Events) -> None:
    """NU-15.2 to NU-15.4."""
    income_steps(t, s, seat, args.track, args.steps, ev)


def achievement(t: Lookup, s: State, seat: int, args: Achievement, ev: Events) -> None:
    """NU-15.5."""
    gain_achievement(s, seat, args.amount, ev)


def income_any(t: Lookup, s: State, seat: int, args: PaidIncome, ev: Events) -> None:
    """NU-15.6, NU-15.7."""
    s.stack.append(("income_any", seat, Steps(args.steps)))
    pay(t, s, seat, args.cost, 0, ev)


def worker_or_thaler(t: Lookup, s: State, seat: int, args: WorkerOrThaler, ev: Events) -> None:
    """NU-15.1."""
    s.stack.append(("worker_or_thaler", seat, args))


def choice_offers(t: Lookup, s: State, seat: int, args: WorkerOrThaler) -> list[Action]:
    return [t.one["thaler"], t.one["worker"]]


def choice_resolve(t: Lookup, s: State, seat: int, args: WorkerOrThaler, action: Action, ev: Events) -> None:
    if action.kind == "thaler":
        gain_thaler(s, seat, args.thaler, ev)
    else:
        gain_workers(s, seat, args.workers, ev)


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "worker_or_thaler": Decision("NU-15.1", choice_offers, choice_resolve, lambda *_: None)
}
DIRECT: dict[str, Callable[[Lookup, State, int, Any, Events], None]] = {
    "income": income,
    "achievement": achievement,
    "income_any": income_any,
    "worker_or_thaler": worker_or_thaler,
}
"""Subsidies are carried out as soon as they are chosen."""
