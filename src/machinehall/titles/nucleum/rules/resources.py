"""Chapter 5: resources, conversions, income steps."""

from __future__ import annotations

from collections.abc import Mapping

from machinehall.kernel.frames import Decision, Events, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.nucleum.action_frames import TechnologyReward
from machinehall.titles.nucleum.components.types import TRACKS as TRACK_NAMES
from machinehall.titles.nucleum.frames import Owe, Steps, Uranium
from machinehall.titles.nucleum.lookup import WORKER_SOURCE, Lookup
from machinehall.titles.nucleum.state import ROWS, TRACKS, State

from .end_of_game import gain_vp

VP_TRACK = TRACK_NAMES.index("vp")
STEPS_OF = {"thaler_income": 0, "worker_income": 1, "vp_income": VP_TRACK}


def uranium_of(s: State, seat: int) -> int:
    """All uranium on a seat's mines."""
    return sum(s.uranium[ROWS * seat : ROWS * seat + ROWS])


def wealth(s: State, seat: int) -> int:
    """NU-5.2: the thalers a seat could have after converting everything."""
    return s.thaler[seat] + s.supply[seat] + sum(s.uranium[ROWS * seat : ROWS * seat + ROWS])


# Gains


def gain_thaler(s: State, seat: int, amount: int, ev: Events) -> None:
    if amount:
        s.thaler[seat] += amount
        ev.append(Event("thaler_gained", (seat, amount)))


def gain_workers(s: State, seat: int, amount: int, ev: Events) -> None:
    """NU-5.3: from the reserve to the supply; each that is missing is worth a thaler."""
    moved = min(amount, s.reserve[seat])
    if moved:
        s.reserve[seat] -= moved
        s.supply[seat] += moved
        ev.append(Event("workers_gained", (seat, moved)))
    gain_thaler(s, seat, amount - moved, ev)


def gain_achievement(s: State, seat: int, amount: int, ev: Events) -> None:
    if amount:
        s.achievement = put(s.achievement, seat, s.achievement[seat] + amount)
        ev.append(Event("achievement_gained", (seat, amount)))


def income_steps(t: Lookup, s: State, seat: int, track: int, steps: int, ev: Events) -> None:
    """NU-5.5: markers move right; each step beyond the last space gives VP instead."""
    at = TRACKS * seat + track
    moved = min(steps, t.last_space - s.income[at])
    if moved:
        s.income = put(s.income, at, s.income[at] + moved)
        ev.append(Event("income_raised", (seat, track, moved)))
    gain_vp(t, s, seat, (steps - moved) * t.n.income_overflow_vp, ev)


def room(t: Lookup, s: State, seat: int) -> list[int]:
    """Rows of a seat's mines on the map with a free space for uranium."""
    base = ROWS * seat
    capacity, sites, uranium = t.capacity, s.mine_site, s.uranium
    return [row for row in range(ROWS) if sites[base + row] >= 0 and uranium[base + row] < capacity[row]]


def gain_uranium(t: Lookup, s: State, seat: int, amount: int, ev: Events) -> None:
    """NU-5.4: to a free space of any own mine, or turned into a worker at once; without space it must be."""
    if not amount:
        return
    if room(t, s, seat):
        s.stack.append(("uranium", seat, Uranium(amount)))
    else:
        gain_workers(s, seat, amount, ev)


def gain(t: Lookup, s: State, seat: int, reward: Mapping[str, int], ev: Events) -> None:
    """Take every listed reward. What needs a choice is asked afterwards: technology, any income, uranium."""
    frames: list[Frame] = []
    for kind, amount in reward.items():
        if kind == "thaler":
            gain_thaler(s, seat, amount, ev)
        elif kind == "worker":
            gain_workers(s, seat, amount, ev)
        elif kind == "vp":
            gain_vp(t, s, seat, amount, ev)
        elif kind == "achievement":
            gain_achievement(s, seat, amount, ev)
        elif kind == "tech":
            frames.append(step("technology", TechnologyReward(seat, level=amount)))
        elif kind == "any_income":
            frames.append(("income_any", seat, Steps(amount)))
        elif kind == "uranium":
            gain_uranium(t, s, seat, amount, ev)
        else:
            income_steps(t, s, seat, STEPS_OF[kind], amount, ev)
    s.stack.extend(reversed(frames))


def uranium_offers(t: Lookup, s: State, seat: int, args: Uranium) -> list[Action]:
    row = t.a["store"]
    return [row[k] for k in room(t, s, seat)] + [t.one["worker"]]


def uranium_resolve(t: Lookup, s: State, seat: int, args: Uranium, action: Action, ev: Events) -> None:
    if action.kind == "store":
        s.uranium = put(s.uranium, ROWS * seat + action.args[0], s.uranium[ROWS * seat + action.args[0]] + 1)
        ev.append(Event("uranium_stored", (seat, action.args[0])))
    else:
        gain_workers(s, seat, 1, ev)
    gain_uranium(t, s, seat, args.amount - 1, ev)


def uranium_refuse(t: Lookup, s: State, seat: int, args: Uranium, action: Action) -> Refusal | None:
    if action.kind != "store":
        return None
    (row,) = action.args
    if s.mine_site[ROWS * seat + row] < 0:
        return Refusal("NU-5.4", "refuse.mine.not_built", (t.rows[row],))
    if s.uranium[ROWS * seat + row] >= t.capacity[row]:
        return Refusal("NU-5.4", "refuse.mine.full", (t.rows[row], t.capacity[row]))
    return None


def any_offers(t: Lookup, s: State, seat: int, args: Steps) -> list[Action]:
    """NU-5.5: any income may be split between the tracks, step by step."""
    return t.a["income"]


def any_resolve(t: Lookup, s: State, seat: int, args: Steps, action: Action, ev: Events) -> None:
    if args.steps > 1:
        s.stack.append(("income_any", seat, Steps(args.steps - 1)))
    income_steps(t, s, seat, action.args[0], 1, ev)


# Payments


def can_pay(s: State, seat: int, thaler: int, workers: int) -> bool:
    """NU-5.2: with conversions in the middle of paying; a worker needs a pawn that is not on a rail."""
    if s.thaler[seat] >= thaler and s.supply[seat] >= workers:
        return True
    return enough(s.thaler[seat], s.supply[seat], s.reserve[seat], uranium_of(s, seat), thaler, workers)


def enough(coins: int, ready: int, reserve: int, uranium: int, thaler: int, workers: int) -> bool:
    """The same of means that somebody would have."""
    spare = ready + uranium - workers
    if spare < 0 or coins + spare < thaler:
        return False
    return ready >= workers or ready + reserve > 0


def pay(t: Lookup, s: State, seat: int, thaler: int, workers: int, ev: Events) -> None:
    """Pay what is at hand; what is missing must be converted, and the seat is asked only if there is a choice."""
    if thaler or workers:
        ev.append(Event("paid", (seat, thaler, workers)))
    spent = min(workers, s.supply[seat])
    s.supply[seat] -= spent
    s.reserve[seat] += spent
    coins = min(thaler, s.thaler[seat])
    s.thaler[seat] -= coins
    if spent < workers or coins < thaler:
        owe(t, s, seat, thaler - coins, workers - spent, ev)


def sources(s: State, seat: int, workers: int) -> list[int]:
    """What can be turned into the missing worker or thaler."""
    base = ROWS * seat
    found = [k + 1 for k in range(ROWS) if s.uranium[base + k]]
    return [WORKER_SOURCE, *found] if not workers and s.supply[seat] else found


def owe(t: Lookup, s: State, seat: int, thaler: int, workers: int, ev: Events) -> None:
    while thaler or workers:
        found = sources(s, seat, workers)
        if len(found) > 1:
            s.stack.append(("owe", seat, Owe(thaler, workers)))
            return
        thaler, workers = convert(s, seat, found[0], thaler, workers, ev)


def convert(s: State, seat: int, source: int, thaler: int, workers: int, ev: Events) -> tuple[int, int]:
    """NU-5.2: 1 U becomes 1 W, 1 W becomes 1 T, spent at once. What is still owed."""
    ev.append(Event("converted", (seat, source)))
    if source == WORKER_SOURCE:
        s.supply[seat] -= 1
        s.reserve[seat] += 1
        return thaler - 1, workers
    s.uranium = put(s.uranium, ROWS * seat + source - 1, s.uranium[ROWS * seat + source - 1] - 1)
    return (thaler, workers - 1) if workers else (thaler - 1, workers)


def owe_offers(t: Lookup, s: State, seat: int, args: Owe) -> list[Action]:
    row = t.a["convert"]
    return [row[k] for k in sources(s, seat, args.workers)]


def owe_resolve(t: Lookup, s: State, seat: int, args: Owe, action: Action, ev: Events) -> None:
    thaler, workers = convert(s, seat, action.args[0], args.thaler, args.workers, ev)
    owe(t, s, seat, thaler, workers, ev)


def owe_refuse(t: Lookup, s: State, seat: int, args: Owe, action: Action) -> Refusal | None:
    if action.kind != "convert":
        return None
    (source,) = action.args
    if source == WORKER_SOURCE:
        if args.workers:
            return Refusal("NU-5.2", "refuse.convert.worker_owed", (args.workers,))
        return None if s.supply[seat] else Refusal("NU-5.2", "refuse.convert.no_worker")
    if not s.uranium[ROWS * seat + source - 1]:
        return Refusal("NU-5.2", "refuse.convert.no_uranium", (t.rows[source - 1],))
    return None


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "uranium": Decision("NU-5.4", uranium_offers, uranium_resolve, uranium_refuse),
    "income_any": Decision("NU-5.5", any_offers, any_resolve, lambda *_: None),
    "owe": Decision("NU-5.2", owe_offers, owe_resolve, owe_refuse),
}
