"""Every change of an amount is told: what the events say adds up to what the players have."""

from __future__ import annotations

from collections import Counter

import battery
import pytest
from proof_plugin import count_matches

from machinehall.kernel.values import Event
from machinehall.titles.nucleum.state import ROWS, TRACKS, State
from nucleum.scene import TITLE

Account = list[tuple[int, ...]]


def holdings(s: State) -> Account:
    """For each seat: thalers, workers and uranium together less what is still owed, achievements, VP, income steps.

    Conversions keep the first sum, so it changes only by gains and payments (NU-5.2).
    """
    owed: Counter[int] = Counter()
    for kind, seat, args in s.stack:
        if kind == "owe":
            owed[seat] += sum(args)
    return [
        (
            s.thaler[i] + s.supply[i] + sum(s.uranium[ROWS * i : ROWS * i + ROWS]) - owed[i],
            s.achievement[i],
            s.vp[i],
            sum(s.income[TRACKS * i : TRACKS * i + TRACKS]),
        )
        for i in range(s.players)
    ]


def told(events: list[Event], seats: int) -> Account:
    """What the events say has changed."""
    found = [[0, 0, 0, 0] for _ in range(seats)]
    for kind, args, *_ in [event.plain() for event in events]:
        seat = args[0] if args and args[0] is not None else 0
        match kind:
            case "thaler_gained" | "workers_gained":
                found[seat][0] += args[1] or 0
            case "uranium_stored":
                found[seat][0] += 1
            case "uranium_spent":
                found[seat][0] -= 1
            case "paid":
                found[seat][0] -= (args[1] or 0) + (args[2] or 0)
            case "achievement_gained":
                found[seat][1] += args[1] or 0
            case "achievement_discarded":
                found[seat][1] -= args[1] or 0
            case "vp_gained":
                found[seat][2] += args[1] or 0
            case "income_raised":
                found[seat][3] += args[2] or 0
            case _:
                pass
    return [tuple(row) for row in found]


@pytest.mark.rule("NU-5.1", "NU-5.2", "NU-5.3", "NU-5.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_events_account_for_every_amount(seats: int) -> None:
    for seed in range(80, 85):
        for state, seat, action in battery.walk(TITLE, seats, seed):
            before = holdings(state)
            after = state.clone()
            events = TITLE.apply(after, seat, action, check=False)
            change = [
                tuple(new - old for new, old in zip(now, then, strict=True))
                for now, then in zip(holdings(after), before, strict=True)
            ]
            assert change == told(events, seats), (seed, TITLE.text(action), events)
    count_matches(5)
