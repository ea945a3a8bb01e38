"""Promethium: the rulebook as code, a module for each chapter, in the order of the book.

2 set-up `setup`; 3 initiative track `initiative`; 4 Industry Fair `bidding`, `purchase`, `bought_tile`, `crossing`;
5 scheme cards in general `schemes`; 6 Design Office `design_office`, `experts`; 7 activation and improvements
`activation`; 8 Universal Exposition `exposition`; 9 end of round `end_of_round`; 10 end of game `end_of_game`;
11 the neutral player `neutral`; 12 the scheme cards `scheme_cards`. `refusals` and `timing` say why something is not
allowed.
"""

from __future__ import annotations

from machinehall.kernel.frames import gathered

from . import (
    activation,
    bidding,
    bought_tile,
    crossing,
    design_office,
    end_of_round,
    experts,
    exposition,
    purchase,
    scheme_cards,
    setup,
)

DECISIONS = gathered(
    setup.DECISIONS,
    bidding.DECISIONS,
    purchase.DECISIONS,
    bought_tile.DECISIONS,
    crossing.DECISIONS,
    design_office.DECISIONS,
    experts.DECISIONS,
    activation.DECISIONS,
    exposition.DECISIONS,
    end_of_round.DECISIONS,
    scheme_cards.DECISIONS,
)
CHANCES = gathered(setup.CHANCES, scheme_cards.CHANCES)
STEPS = gathered(
    setup.STEPS,
    bidding.STEPS,
    purchase.STEPS,
    bought_tile.STEPS,
    design_office.STEPS,
    activation.STEPS,
    exposition.STEPS,
    end_of_round.STEPS,
    scheme_cards.STEPS,
)
