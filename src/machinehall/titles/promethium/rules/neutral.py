"""Chapter 11: the neutral player, run in turn by the two players. What it bends of chapter 4 asks here."""

from __future__ import annotations

from machinehall.kernel.frames import Events, step
from machinehall.kernel.values import Event, Frame
from machinehall.titles.promethium.frames import Sale
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import NEUTRAL, State

from .crossing import OUT, give_up
from .initiative import order
from .scheme_cards import remove_tile


def present(s: State) -> bool:
    """PR-11.1: only two players have a third one beside them."""
    return s.controller >= 0


def begin_round(t: Lookup, s: State) -> None:
    """PR-11.2: each player takes neutral tokens. PR-11.3: the meeple starts with p2 (A-35)."""
    s.controller = order(s)[s.options[t.option["neutral_first_controller"]] - 1]
    s.neutral = t.neutral_count * s.seats


def pass_control(s: State, ev: Events) -> None:
    """PR-11.3: control changes hands after each neutral placement and each neutral targeting."""
    s.controller = 1 - s.controller
    ev.append(Event("control_passed", (s.controller,)))


def wins(t: Lookup, s: State, cell: int, active: int, ev: Events) -> None:
    """PR-11.6: on its own turn the tile leaves the game. PR-11.8: otherwise the players are offered it."""
    if active != NEUTRAL:
        s.stack.append(step("sale", Sale(cell, active, seller=NEUTRAL, bidder=0)))
        return
    s.track.remove(NEUTRAL)
    ev.append(Event("neutral_took", (cell,)))
    loses_tile(t, s, cell, 1 - s.controller, ev)


def gives_up(t: Lookup, s: State, cell: int, decider: int, ev: Events) -> list[Frame]:
    """PR-11.6, PR-11.8: its highest token there leaves the grid until the next round."""
    return give_up(t, s, cell, NEUTRAL, decider, OUT, ev)


def loses_tile(t: Lookup, s: State, cell: int, decider: int, ev: Events) -> None:
    """Nobody gets the tile (PR-11.6, PR-11.8, A-36): its highest token there leaves the grid, the tile the game.

    A-53: who named the tile for the neutral player says which of equal tokens; on another's turn who is in charge.
    """
    asked = gives_up(t, s, cell, decider, ev)
    remove_tile(s, cell, ev)
    s.stack += asked
