"""Chapter 8B: recruit."""

from __future__ import annotations

from machinehall.kernel.frames import Decision, Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.frames import Recruit
from machinehall.titles.imperial_steam.lookup import ENGINEERS, Lookup
from machinehall.titles.imperial_steam.state import GOODS, ZONES, State

from .free_actions import KINDS, any_free, free_offers, free_refuse, free_resolve
from .refusals import nearest
from .storage import pay, short

BOTH = (1 << len(ENGINEERS)) - 1
"""One engineer of each type."""


def idle(t: Lookup, s: State, seat: int) -> int:
    """IS-8.20: workers of the player's colour that are not in use; those standing as factories are."""
    wood, stone, iron, coal = s.factories[GOODS * seat : GOODS * seat + GOODS]
    standing = (wood | stone | iron | coal).bit_count()
    return t.n.workers - sum(s.workers[ZONES * seat : ZONES * seat + ZONES]) - standing


def hires(t: Lookup, s: State, seat: int, column: int, chosen: int) -> list[int]:
    """IS-8.18, IS-8.19: hiring columns within reach and means; only one of them in an action (Amb-24)."""
    money, prices = s.money[seat], t.hiring_prices
    found = [
        c
        for c in ([chosen] if chosen >= 0 else t.hire_open[s.seats])
        if column >= s.metropolises[t.hire_hub[c]] and prices[s.hiring[c]] <= money
    ]
    return found if found and idle(t, s, seat) else []


def engineers(t: Lookup, s: State, seat: int, column: int) -> list[int]:
    """IS-8.21: engineers within reach and means, one of each type for the whole game."""
    if s.money[seat] < t.n.engineer_price:
        return []
    have, left = s.engineers[seat], s.engineers_left
    if have == BOTH:
        return []
    return [
        2 * hub + kind
        for hub, at in enumerate(s.metropolises)
        if column >= at
        for kind in range(len(ENGINEERS))
        if left[2 * hub + kind] and not have >> kind & 1
    ]


def can_recruit(t: Lookup, s: State, seat: int, column: int) -> bool:
    """The price of repeating the action may take a metropolis out of reach."""
    if column < min(s.metropolises):
        return False
    return bool(hires(t, s, seat, column, -1) or engineers(t, s, seat, column))


NOBODY_YET = Recruit(column=-1, hired=0)


def begin(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("recruit", seat, NOBODY_YET))


def recruit_offers(t: Lookup, s: State, seat: int, args: Recruit) -> list[Action]:
    """IS-8.17: workers and engineers in any order; at least one of them."""
    chosen, hired = args.column, args.hired
    column = s.influence[seat]
    row, tokens = t.a["hire"], t.a["engineer"]
    found = [row[c] for c in hires(t, s, seat, column, chosen)]
    found += [tokens[i] for i in engineers(t, s, seat, column)]
    if hired:
        found += free_offers(t, s, seat)
        found.append(t.one["done"])
    return found


def recruit_resolve(t: Lookup, s: State, seat: int, args: Recruit, action: Action, ev: Events) -> None:
    chosen, hired = args.column, args.hired
    if action.kind == "done":
        return
    if action.kind in KINDS:
        free_resolve(t, s, seat, ("recruit", seat, args), action, ev)
        return
    if action.kind == "hire":
        (chosen,) = action.args
        hire(t, s, seat, chosen, ev)
    else:
        hub, kind = action.args
        pay(s, seat, t.n.engineer_price, ev)
        s.engineers_left = put(s.engineers_left, 2 * hub + kind, s.engineers_left[2 * hub + kind] - 1)
        s.engineers = put(s.engineers, seat, s.engineers[seat] | 1 << kind)
        ev.append(Event("engineer_hired", (seat, hub, kind)))
    if more(t, s, seat, chosen):
        s.stack.append(("recruit", seat, Recruit(chosen, hired + 1)))


def hire(t: Lookup, s: State, seat: int, column: int, ev: Events) -> None:
    """IS-8.19: pay, move the cube up if it can, put a worker in training zone I."""
    row = s.hiring[column]
    pay(s, seat, t.hiring_prices[row], ev)
    s.hiring = put(s.hiring, column, min(row + 1, len(t.hiring_prices) - 1))
    s.workers[ZONES * seat] += 1
    ev.append(Event("worker_hired", (seat, column)))


def more(t: Lookup, s: State, seat: int, chosen: int) -> bool:
    """Whether anybody else could be hired now, or after a free action has brought money."""
    column = s.influence[seat]
    if not idle(t, s, seat) and s.engineers[seat] == BOTH:
        return False
    return bool(hires(t, s, seat, column, chosen) or engineers(t, s, seat, column) or any_free(t, s, seat))


def recruit_refuse(t: Lookup, s: State, seat: int, args: Recruit, action: Action) -> Refusal | None:
    chosen, hired = args.column, args.hired
    if action.kind in KINDS:
        return free_refuse(t, s, seat, action) if hired else Refusal("Amb-55", "refuse.free.begin_first", ())
    if action.kind == "done":
        return None if hired else Refusal("IS-8.17", "refuse.done.nobody_hired", ())
    if action.kind == "hire":
        return hire_refuse(t, s, seat, chosen, action.args[0])
    if action.kind == "engineer":
        return engineer_refuse(t, s, seat, *action.args)
    return None


def hire_refuse(t: Lookup, s: State, seat: int, chosen: int, column: int) -> Refusal | None:
    name = t.hire_columns[column]
    if column not in t.hire_open[s.seats]:
        return Refusal("IS-2.17", "refuse.hire.no_column", (name,))
    if chosen not in (-1, column):
        return Refusal("IS-8.18", "refuse.hire.one_column", (t.hire_columns[chosen],))
    if not idle(t, s, seat):
        return Refusal("IS-8.20", "refuse.hire.none_left", (t.n.workers,))
    away = out_of_reach(t, s, seat, t.hire_hub[column], "IS-8.18")
    return away or short("IS-8.19", s, seat, t.hiring_prices[s.hiring[column]])


def out_of_reach(t: Lookup, s: State, seat: int, hub: int, rule: str) -> Refusal | None:
    mine, needed = t.columns[s.influence[seat]], t.columns[s.metropolises[hub]]
    return Refusal(rule, "refuse.metropolis.out_of_reach", (t.hubs[hub], needed, mine)) if mine < needed else None


def engineer_refuse(t: Lookup, s: State, seat: int, hub: int, kind: int) -> Refusal | None:
    if s.engineers[seat] >> kind & 1:
        return Refusal("IS-8.21", "refuse.engineer.have_one", (ENGINEERS[kind],))
    if not s.engineers_left[2 * hub + kind]:
        return Refusal("IS-8.21", "refuse.engineer.none_there", (ENGINEERS[kind], t.hubs[hub]))
    return out_of_reach(t, s, seat, hub, "IS-8.21") or short("IS-8.21", s, seat, t.n.engineer_price)


def lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """Why nobody can be recruited at all: what comes nearest; None: somebody can."""
    found = [hire_refuse(t, s, seat, -1, column) for column in t.hire_open[s.seats]]
    hubs = range(len(t.hubs))
    return nearest(found + [engineer_refuse(t, s, seat, hub, kind) for hub in hubs for kind in range(len(ENGINEERS))])


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "recruit": Decision("IS-8.17", recruit_offers, recruit_resolve, recruit_refuse)
}
