"""Chapter 24: the challenges of Frederik that are steps of their own; the others stand where they apply.

NU-24.3 `baron_rails`, NU-24.4 and NU-24.10 `baron_setup`, NU-24.5 and NU-24.9 `baron_power`, NU-24.6 `baron_end`,
NU-24.8 `baron_building`.
"""

from __future__ import annotations

from machinehall.kernel.frames import Events, Step, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.action_frames import Display, Market
from machinehall.titles.nucleum.baron_frames import BlindNucleum, OfBaron
from machinehall.titles.nucleum.lookup import SILVER, Lookup, bits
from machinehall.titles.nucleum.state import NONE, State

from .actions import worth
from .criteria import by_number, card_open, tell, weigh


def tile_leaves(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-24.1: after a Baron has developed, the rightmost market tile is removed and the market refilled."""
    (b,) = args
    found = [place for place, tile in enumerate(s.market) if tile != NONE]
    if found:
        tile = s.market[found[-1]]
        s.market[found[-1]] = NONE
        s.discarded_tiles |= 1 << tile
        ev.append(Event("frederik_tile", (tile,)))
        s.stack.append(step("refill_market", Market(b)))


def contract_leaves(t: Lookup, s: State, args: OfBaron, ev: Events) -> None:
    """NU-24.2: after a Baron's Contract action the silver contract with fewest VP is removed and replaced."""
    (b,) = args
    found = [c for c in s.display if c != NONE and t.contract_kind[c] == SILVER]
    if not found:
        return
    left, lost = weigh(
        found,
        ("fewest_vp", lambda c: -worth(t, c)[0]),
        ("least_technology", lambda c: -worth(t, c)[1]),
        ("topmost", lambda c: -s.display.index(c)),
    )
    place = s.display.index(left[0])
    s.display = put(s.display, place, NONE)
    s.discarded_contracts |= 1 << left[0]
    ev.append(Event("frederik_contract", (left[0],)))
    tell(ev, "baron_passed_contract", b, lost)
    s.stack.append(step("refill_display", Display(b, place, colour=SILVER)))


def blind_nucleum(t: Lookup, s: State, args: BlindNucleum, ev: Events) -> None:
    """NU-24.7: a Logic card places the Nucleum, without a bonus."""
    if not card_open(s, step("blind_nucleum", args)):
        return
    board = t.board[s.players]
    free = list(bits(board.takes_nucleum & ~s.nucleums))
    left, lost = weigh(free, by_number(t, s, lambda plant: board.plant_city[plant]))
    s.nucleums |= 1 << left[0]
    ev.append(Event("frederik_nucleum", (left[0],)))
    tell(ev, "baron_passed_plant", args.seat, lost)


STEPS: dict[str, Step[Lookup, State]] = {
    "frederik_tile": tile_leaves,
    "frederik_contract": contract_leaves,
    "blind_nucleum": blind_nucleum,
}
