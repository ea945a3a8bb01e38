"""Chapter 11: the neutral player, run in turn by the two players. What it bends of chapter 4 asks here."""

from __future__ import annotations

from machinehall.kernel.rules import Events, step
from machinehall.kernel.values import Event

from .crossing import take_off
from .initiative import order
from .scheme_cards import remove_tile
from .state import NEUTRAL, State
from .tables import Tables


def present(s: State) -> bool:
    """PR-11.1: only two players have a third one beside them."""
    return s.controller >= 0


def begin_round(t: Tables, s: State) -> None:
    """PR-11.2: each player takes neutral tokens. PR-11.3: the meeple starts with p2 (A-35)."""
    s.controller = order(s)[s.options[t.option["neutral_first_controller"]] - 1]
    s.neutral = t.neutral_count * s.seats


def pass_control(s: State, ev: Events) -> None:
    """PR-11.3: control changes hands after each neutral placement and each neutral targeting."""
    s.controller = 1 - s.controller
    ev.append(Event("control_passed", (s.controller,)))


def wins(t: Tables, s: State, cell: int, active: int, ev: Events) -> None:
    """PR-11.6: on its own turn the tile leaves the game. PR-11.8: otherwise the players are offered it."""
    if active != NEUTRAL:
        s.stack.append(step("sale", cell, active, NEUTRAL, 0))
        return
    s.track.remove(NEUTRAL)
    ev.append(Event("neutral_took", (cell,)))
    loses_tile(t, s, cell, ev)


def loses_tile(t: Tables, s: State, cell: int, ev: Events) -> None:
    """Nobody gets the tile (PR-11.6, PR-11.8, A-36): its highest token there leaves the grid, the tile the game."""
    take_off(t, s, cell, NEUTRAL)
    remove_tile(s, cell, ev)
