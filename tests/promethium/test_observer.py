"""What a seat sees of bid tokens in the observation (PR-1.7)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from machinehall.titles.promethium.observe.fair import VEIL
from machinehall.titles.promethium.observe.observer import Observer
from promethium.scene import TITLE, T


def shown_values(state: Any, seat: int) -> list[int]:
    """The block of the ends' values."""
    at = 0
    for name, size in TITLE.minds.feature_names:
        if name == "ends: value if known":
            return list(map(int, TITLE.encode(state, seat)[at : at + size]))
        at += size
    raise AssertionError("no such block")


def test_face_down_tokens_are_shown_to_who_laid_them_alone() -> None:
    rng, down, up = random.Random(2), 0, 0
    state = TITLE.start(3, rng=rng)
    while state.stack:
        for seat in range(3):
            known = [
                v if state.end_up >> e & 1 or state.end_by[e] == seat else 0 for e, v in enumerate(state.end_value)
            ]
            assert shown_values(state, seat) == known
        down += any(v and not state.end_up >> e & 1 for e, v in enumerate(state.end_value))
        up += bool(state.end_up)
        seat = min(TITLE.to_act(state))
        TITLE.apply(state, seat, rng.choice(TITLE.legal(state, seat)), check=False)
        TITLE.deal(state, rng)
    assert down and up


def test_tokens_that_observations_have_no_room_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(T, "bids", [*T.bids, VEIL])
    with pytest.raises(ValueError, match="up to 31, not 32"):
        Observer(T)
