"""Recorded whole matches, line by line, and perft counts on file."""

from __future__ import annotations

import json

import pytest
from recorded import playthrough as recorded

RENEW = "if the rules were changed on purpose: python tests/recorded/playthrough.py"


@pytest.mark.parametrize(("name", "seats"), recorded.tables())
def test_recorded_match_is_played_the_same_way(name: str, seats: int) -> None:
    on_file = recorded.path_of(name, seats).read_text(encoding="utf-8").splitlines()
    played = list(recorded.playthrough(name, seats))
    for number, (old, new) in enumerate(zip(on_file, played, strict=False), 1):
        assert new == old, f"line {number} of {recorded.path_of(name, seats).name}; {RENEW}"
    assert len(played) == len(on_file), RENEW


@pytest.mark.parametrize("file", recorded.VARIANTS)
def test_recorded_variants(file: str) -> None:
    on_file = (recorded.HERE / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    assert list(recorded.playthrough(*recorded.VARIANTS[file])) == on_file, RENEW


def test_perft_counts_are_those_on_file() -> None:
    assert recorded.perft_counts() == json.loads(recorded.PERFT.read_text(encoding="utf-8")), RENEW


def test_perft_is_the_number_of_leaves() -> None:
    """Depth 2 counted by hand: the sum of the choices after each choice."""
    import random

    import machinehall as mh
    from machinehall.kernel.perft import perft

    title = mh.title("promethium")
    state = title.start(2, rng=random.Random(4))
    (seat,) = title.to_act(state)
    leaves = 0
    for action in title.legal(state, seat):
        after = state.clone()
        title.apply(after, seat, action)
        leaves += len(title.legal(after))
    assert perft(title, state, 2) == leaves > 1
    assert perft(title, state, 0) == 1
