"""Chapter 3: the initiative track."""

from __future__ import annotations

import pytest

from machinehall.titles.promethium.rules.initiative import lay_out, rank
from promethium.scene import Scene, T


def laid_out(order: str, first: int) -> str:
    scene = Scene(order, first).on_track("")
    lay_out(T, scene.s)
    return scene.track


@pytest.mark.rule("PR-3.1", "PR-EX-01")
def test_the_snake() -> None:
    assert laid_out("YGBR", 1) == "YGBRRBGY"
    assert laid_out("YGB", 2) == "YGBBGY"


@pytest.mark.rule("PR-EX-01", "PR-4.2", "PR-3.2", "PR-E-03")
def test_bidding_walks_the_track_twice_and_leaves_it() -> None:
    scene = Scene("YGBR").laid(a1="T35").bidding()
    owners = ""
    for k in range(16):
        owners += scene.acting
        letter, line = scene.acting, T.lines[k // 2]
        scene.play(f"{letter} line {line}", f"{letter} bid {[2, 3, 3, 4][owners.count(letter) - 1]}")
        assert scene.track == "YGBRRBGY"
    assert owners == "YGBRRBGY" * 2 and not scene.offered("line")


@pytest.mark.rule("PR-3.2")
def test_purchases_remove_markers() -> None:
    scene = Scene("YGBR").laid(b2="T35").crossing("b2", "Y6 Y5 - -").purchase()
    scene.play("Y target b2")
    assert scene.track == "GBRRBGY" and scene.of("Y").bought == 1


@pytest.mark.rule("PR-3.3", "A-10")
def test_initiative_rank() -> None:
    scene = Scene("YGBR").on_track("BRBR")
    ranks = {letter: rank(scene.s, scene.seat(letter)) for letter in "YGBR"}
    assert ranks["B"] == 0 and ranks["R"] == 1
    assert sorted("YGBR", key=lambda letter: ranks[letter]) == ["B", "R", "Y", "G"]
    empty = Scene("YGBR", first=3).on_track("")
    assert sorted("RYGB", key=lambda letter: rank(empty.s, empty.seat(letter))) == ["Y", "G", "B", "R"]


@pytest.mark.rule("PR-3.3", "A-10", "PR-4.10")
def test_a_tie_goes_to_the_player_with_a_marker_then_by_turn_order() -> None:
    def winner(track: str) -> str:
        scene = Scene("YGBR").on_track(track).laid(b2="T35").crossing("b2", "B5 G5 R5 Y2")
        for letter in "GBR":
            if letter not in track:
                scene.bought(letter, 4, 4)
        scene.purchase().play("Y target b2")
        return str(scene.seen("bids_ranked")[0][1])

    assert winner("YR") == "R"
    assert winner("Y") == "G"
    assert winner("YBG") == "B"
