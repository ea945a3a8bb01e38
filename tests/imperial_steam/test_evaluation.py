"""What a position is worth to the bots of Imperial Steam."""

from __future__ import annotations

import random

import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.frames import NOTHING, step
from machinehall.kernel.plain_state import put
from machinehall.titles.imperial_steam.frames import Turns
from machinehall.titles.imperial_steam.judge.evaluation import evaluate


def test_a_bid_is_weighed_before_it_is_revealed() -> None:
    """IS-3.1: a bid changes nothing on the table yet; whoever takes that for a gift bids at random."""
    s = TITLE.start(2, {"setup": 0}, random.Random(5))
    low, high = min(s.metropolises), max(s.metropolises)
    worth = {}
    for steps in (0, low, high):
        s.bids = put(s.bids, 0, steps)
        worth[steps] = evaluate(T, s, 0)
    assert worth[low] > worth[0], "influence that opens a metropolis is worth its price"
    assert worth[low] > worth[high], "all metropolises at once are not"


def test_room_for_a_set_of_materials_is_not_given_away() -> None:
    """IS-8.7: without three places nothing can be laid, whatever the passengers pay."""
    free, full = (Scene("RV", number=3).player("R", money=40).turn("R") for _ in range(2))
    full.s.passengers = put(full.s.passengers, 0, 3)
    assert evaluate(T, free.s, 0) > evaluate(T, full.s, 0)


@pytest.mark.parametrize(("price", "better"), [(0, False), (3, True)])
def test_at_the_end_a_share_is_sold_if_it_brings_more_than_it_costs(price: int, better: bool) -> None:
    """IS-11.10: in the last turn of the match only money counts, so a share is worth its price less a tenth of all."""
    kept, sold = (Scene("RV", number=T.rounds).player("R", money=500).turn("R") for _ in range(2))
    for scene in (kept, sold):
        scene.s.share = put(scene.s.share, 0, price)
        scene.s.investors[0] = price + 1
        scene.s.stack = [step("turns", Turns(2 * T.actions_of_round[-1])), ("after", 1, NOTHING)]
    sold.s.investors[0] -= 1
    sold.s.dividends[0] += 1
    sold.s.money[0] += T.share_price[price]
    assert (evaluate(T, sold.s, 0) > evaluate(T, kept.s, 0)) is better
