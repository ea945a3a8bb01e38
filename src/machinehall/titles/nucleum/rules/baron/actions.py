"""Chapter 23, section f: Develop, Contract and the subsidies in the Baron's way (NU-23.44, NU-23.45, NU-23.49)."""

from __future__ import annotations

from collections import Counter

from machinehall.kernel.frames import Events, Step, step, then
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.action_frames import Display, Market
from machinehall.titles.nucleum.baron_frames import BaronAct, OfBaron
from machinehall.titles.nucleum.baron_lookup import CONTRACT, DEEDS, DEVELOP, ENERGIZE
from machinehall.titles.nucleum.lookup import GOLD, HALVES, SILVER, Lookup
from machinehall.titles.nucleum.options import CONTRACT_LEAVES, LAST_LEFTMOST, TILE_LEAVES
from machinehall.titles.nucleum.rules.end_of_game import gain_vp
from machinehall.titles.nucleum.rules.resources import gain_thaler
from machinehall.titles.nucleum.state import NONE, State

from .criteria import tell, weigh
from .turn import forgo, held, queue_of, set_queue

IN_QUEUE, IN_MARKET, RIGHTMOST = range(3)
TAKEN_AT_MOST = 2


# Develop


def main_deeds(t: Lookup, tile: int) -> list[int]:
    """The actions of a tile other than subsidies; one that it shows twice is there twice."""
    return [deed for k in range(HALVES) if (deed := t.solo.deed[HALVES * tile + k]) <= ENERGIZE]


def fitting(t: Lookup, s: State, b: int, how: int) -> list[int]:
    """NU-23.44: market tiles, from the right, that a step speaks of."""
    market = [tile for tile in reversed(s.market) if tile != NONE]
    if how == RIGHTMOST:
        return market
    shown = queue_of(s, b) if how == IN_QUEUE else market
    count = Counter(deed for tile in shown for deed in main_deeds(t, tile))
    return [tile for tile in market if any(count[deed] == 1 for deed in main_deeds(t, tile))]


def develop(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-23.44: two steps that yield a tile, or the third alone; new tiles go to the front, free of charge."""
    (b,) = args
    if max(s.market) == NONE:
        forgo(ev, b, DEVELOP, "empty_market")
        return
    taken: list[int] = []
    for how in (IN_QUEUE, IN_MARKET, RIGHTMOST):
        if len(taken) == TAKEN_AT_MOST:
            break
        found = fitting(t, s, b, how)
        if not found:
            ev.append(Event("baron_step_void", (b, how)))
            continue
        left, lost = weigh(found, ("rightmost", lambda tile: s.market.index(tile)))
        place = s.market.index(left[0])
        s.market[place] = NONE
        taken.append(left[0])
        ev.append(Event("baron_takes_tile", (b, left[0], how)))
        if how != RIGHTMOST:
            tell(ev, "baron_passed_tile", b, lost)
    front = taken[::-1] if s.options[LAST_LEFTMOST] else taken
    set_queue(s, b, [*front, *queue_of(s, b)])
    s.acted = 1
    after = [step("frederik_tile", OfBaron(b))] if s.options[TILE_LEAVES] else []
    then(s.stack, step("refill_market", Market(b)), *after)


# Contract


def worth(t: Lookup, contract: int) -> tuple[int, int]:
    """Printed VP and level of the technology."""
    reward = t.contract_reward[contract]
    return reward.get("vp", 0), reward.get("tech", 0)


def contract(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-23.45: the best silver contract, after a Recharge the best gold one; a thaler if he holds three."""
    (b,) = args
    after = [step("frederik_contract", OfBaron(b))] if s.options[CONTRACT_LEAVES] else []
    if len(held(s, b)) >= t.solo.n.baron_contracts:
        ev.append(Event("baron_contracts_full", (b,)))
        gain_thaler(s, b, t.solo.n.baron_contract_thaler, ev)
        s.acted = 1
        then(s.stack, *after)
        return
    kind = GOLD if s.recharges[b] else SILVER
    shown = [c for c in s.display if c != NONE]
    found = [c for c in shown if t.contract_kind[c] == kind] or shown  # NU-D58
    if not found:
        forgo(ev, b, CONTRACT, "no_contract")
        return
    left, lost = weigh(
        found,
        ("vp", lambda c: worth(t, c)[0]),
        ("technology", lambda c: worth(t, c)[1]),
        ("topmost", lambda c: -s.display.index(c)),
    )
    best = left[0]
    place = s.display.index(best)
    s.display = put(s.display, place, NONE)
    s.fulfilled = put(s.fulfilled, b, s.fulfilled[b] | 1 << best)
    s.acted = 1
    ev.append(Event("baron_takes_contract", (b, best)))
    tell(ev, "baron_passed_contract", b, lost)
    then(s.stack, step("refill_display", Display(b, place, colour=t.contract_kind[best])), *after)
    gain_vp(t, s, b, sum(worth(t, best)), ev)


# Subsidies


def gain_supply(s: State, b: int, amount: int, ev: Events) -> int:
    """Workers as far as there are any; how many are missing."""
    moved = min(amount, s.reserve[b])
    if moved:
        s.reserve[b] -= moved
        s.supply[b] += moved
        ev.append(Event("workers_gained", (b, moved)))
    return amount - moved


def subsidy(t: Lookup, s: State, args: BaronAct, ev: Events) -> None:
    """NU-23.49: per step or token; nothing is paid."""
    b, at = args
    name, times = DEEDS[t.solo.deed[at]], t.solo.amount[at]
    gives = t.solo.subsidies[name]
    s.acted = 1
    if name == "worker_or_thaler":
        if s.thaler[b] < s.supply[b] or not s.reserve[b]:
            gain_thaler(s, b, gives["thaler"], ev)
        else:
            gain_supply(s, b, gives["worker"], ev)
        return
    gain_thaler(s, b, gives.get("thaler", 0) * times, ev)
    missing = gain_supply(s, b, gives.get("worker", 0) * times, ev)
    gain_vp(t, s, b, gives.get("vp", 0) * times + missing * gives.get("vp_if_none", 0), ev)


STEPS: dict[str, Step[Lookup, State]] = {"baron_develop": develop, "baron_contract": contract, "baron_subsidy": subsidy}
