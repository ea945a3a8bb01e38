"""Chapter 8: the Universal Exposition."""

from __future__ import annotations

from functools import partial

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.promethium.frames import OfSeat
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import State

from .activation import card_income, closing_offers, closing_refuse, closing_resolve, ready
from .bought_tile import gain_lobby
from .initiative import order


def exposition(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-8.1: in turn order each player may activate cards; then all are valued."""
    s.phase = 3
    ev.append(Event("exposition_opened"))
    then(s.stack, *(step("exhibit", OfSeat(seat)) for seat in order(s)), step("valuation"))


def exhibit(t: Lookup, s: State, args: OfSeat, ev: Events) -> None:
    if ready(t, s, args.seat):
        s.stack.append(("exhibit", args.seat, NOTHING))


def valuation(t: Lookup, s: State, args: Nothing, ev: Events) -> None:
    """PR-8.2: every activated card that has not been valued. PR-8.4: the others wait."""
    incomes = []
    for seat in range(s.seats):
        total = 0
        for card in bits(s.active[seat] & ~s.valued[seat]):
            income = card_income(t, s, seat, card)
            s.valued = put(s.valued, seat, s.valued[seat] | 1 << card)
            s.cubes = put(s.cubes, card, 0)
            s.best = put(s.best, seat, max(s.best[seat], income))
            total += income
            ev.append(Event("project_valued", (seat, card, income)))
        s.money[seat] += total
        s.income = put(s.income, seat * t.n.rounds + s.round - 1, total)
        incomes.append(total)
    bonus = lobby_bonus(t, incomes)
    for seat in order(s):
        if bonus[seat]:
            gain_lobby(t, s, seat, bonus[seat], ev)
    s.stack.append(step("round_over"))


def lobby_bonus(t: Lookup, incomes: list[int]) -> list[int]:
    """PR-8.5: two tokens for the best income, one for the second. PR-8.6: a tie takes the reward of the place below."""
    ranked = sorted({i for i in incomes if i > 0}, reverse=True)
    if not ranked:
        return [0] * len(incomes)
    best = [i == ranked[0] for i in incomes]
    if sum(best) > 1:
        return [t.n.lobby_second_place if b else 0 for b in best]
    second = [len(ranked) > 1 and i == ranked[1] for i in incomes]
    runner_up = t.n.lobby_second_place if sum(second) == 1 else 0
    return [t.n.lobby_first_place if b else runner_up if x else 0 for b, x in zip(best, second, strict=True)]


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "exhibit": Decision("PR-8.1", closing_offers, partial(closing_resolve, "exhibit"), closing_refuse)
}
STEPS: dict[str, Step[Lookup, State]] = {"exposition": exposition, "exhibit": exhibit, "valuation": valuation}
