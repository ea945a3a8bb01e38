"""Whole random matches of every set-up variant on all laws; hidden money; sizes of lists."""

from __future__ import annotations

import random
from typing import Any

import battery
import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.values import CHANCE
from machinehall.titles.imperial_steam.options import BEGINNER, NORMAL, RANDOM


@pytest.mark.rule("IS-2.5")
@pytest.mark.parametrize("setup", (BEGINNER, NORMAL, RANDOM))
@pytest.mark.parametrize("seats", (2, 3, 4))
def test_every_variant_holds_all_laws(seats: int, setup: int, count_matches: Any) -> None:
    longest = 0
    for seed in range(10):
        for state, seat, _ in battery.walk(TITLE, seats, 1000 + seed, {"setup": setup}):
            assert TITLE.laws(T, state) == []
            if seat != CHANCE:
                longest = max(longest, len(TITLE.legal(state, seat)))
    assert longest < 200
    count_matches(10)


@pytest.mark.rule("IS-2.21")
def test_hidden_money() -> None:
    hidden, openly = Scene("RV", options={"hidden_money": 1}), Scene("RV")
    assert TITLE.view(hidden.s, 0)["money"] == [120, None] and TITLE.view(hidden.s, 0)["bank"] is None
    assert TITLE.view(openly.s, 0)["money"] == [120, 120]
    assert TITLE.view(hidden.s, None)["money"] == [None, None]
    world = TITLE.sample(TITLE.view(hidden.s, 1), random.Random(1))
    assert world.money[1] == 120 and TITLE.laws(T, world) == []


def test_rich_play_reaches_every_corner(count_matches: Any) -> None:
    """Players with much money, workers and influence do what random beginners hardly ever do."""
    kinds: set[str] = set()
    for seed in range(12):
        rng = random.Random(seed)
        letters = "RVBY"[: 2 + seed % 3]
        scene = Scene(letters, number=4)
        for letter in letters:
            scene.player(letter, money=2000, influence=100, workers=(4, 4, 4), goods="wood*3 stone*4 iron*4 coal*3")
            scene.player(letter, trains="IS-8 IS-7", engineers="bridge tunnel")
        scene.begin("turns", 0)
        while scene.s.stack:
            seat = TITLE.to_act(scene.s)[0]
            legal = TITLE.legal(scene.s, seat)
            groups = sorted({a.kind for a in legal})
            kind = rng.choice([g for g in groups if g not in ("done", "end-turn", "sell")] or groups)
            action = rng.choice([a for a in legal if a.kind == kind])
            kinds.update(event.kind for event in TITLE.apply(scene.s, seat, action))
            assert TITLE.laws(T, scene.s) == []
    wanted = {"good_delivered", "key_taken", "link_bought", "improvement_taken", "semmering_taken", "train_upgraded"}
    assert wanted <= kinds
    count_matches(12)
