"""Chapters 3 and 4: the hidden auction and the influence track."""

from __future__ import annotations

import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.match import Match
from machinehall.kernel.values import Event


def auction(letters: str = "VBYR") -> Scene:
    scene = Scene(letters, number=0)
    return scene.begin("auction")


@pytest.mark.rule("IS-3.1")
def test_everybody_bids_at_once_and_in_secret() -> None:
    scene = auction()
    assert scene.acting == "VBYR"
    assert scene.offered("bid") == {str(k) for k in range(0, 150, 10)}
    scene.play("Y bid 50")
    assert scene.acting == "VBR"
    y, b = scene.seat("Y"), scene.seat("B")
    assert TITLE.view(scene.s, y)["bids"][y] == 5
    assert TITLE.view(scene.s, b)["bids"] == [None, -1, None, None]
    assert scene.events[0].seen_from(b) == Event("bid_chosen", (y, None))
    assert scene.money("Y") == 140, "nothing is paid before all bids are in"
    assert scene.refused("R bid 150") == "IS-3.1"


@pytest.mark.rule("IS-3.2", "IS-3.3", "IS-EX-02", "IS-4.5", "IS-4.7")
def test_bids_are_revealed_in_turn_order() -> None:
    scene = auction().play("R bid 70", "B bid 70", "V bid 70", "Y bid 50")
    assert scene.ranks == "V70 B70 R70 Y50"
    assert [scene.money(x) for x in "VBYR"] == [70, 70, 90, 70]
    assert scene.order == "VBRY" and scene.acting == "V"
    assert scene.s.round == 1 and scene.s.bids == (-1,) * 4


@pytest.mark.rule("IS-3.2")
def test_a_bid_of_nothing_ends_in_turn_order() -> None:
    """Amb-6: whoever bids 0 enters column 0 anew."""
    scene = auction().play("V bid 0", "B bid 10", "Y bid 0", "R bid 0")
    assert scene.ranks == "B10 V0 Y0 R0" and scene.money("V") == 140


@pytest.mark.rule("IS-4.3", "IS-4.4", "IS-EX-03", "IS-4.2")
def test_leaving_and_arriving() -> None:
    scene = Scene("VBYR", number=3).track("V70 B70 R70 Y50").pawns("V", "pass", 2).turn("V")
    scene.play("V do pass")
    assert scene.ranks == "B70 R70 Y50 V50"


@pytest.mark.rule("IS-4.4", "IS-E-17")
def test_losing_and_regaining_a_step_drops_to_the_bottom() -> None:
    scene = Scene("VBYR").track("V70 B70 R70 Y50").pawns("V", "influence", 1).turn("V")
    scene.play("V do influence", "V influence 1")
    assert scene.ranks == "B70 R70 V70 Y50"


@pytest.mark.rule("IS-4.4")
def test_columns_passed_are_not_touched() -> None:
    scene = Scene("VBYR").track("B70 Y60 R50 V50").player("V", money=50).turn("V")
    scene.play("V do influence", "V influence 3")
    assert scene.ranks == "V80 B70 Y60 R50"


@pytest.mark.rule("IS-4.5", "IS-EX-04", "IS-6.6")
def test_turn_order_from_the_track() -> None:
    scene = Scene("RVBY", number=1).track("Y90 V70 R70 B40").begin("new_round")
    assert scene.order == "YVRB" and scene.s.round == 2


@pytest.mark.rule("IS-4.7", "IS-E-16")
def test_influence_in_phase_7_does_not_change_the_running_round() -> None:
    scene = Scene("RVBY").player("V", money=200).turn("V").play("V do influence", "V influence 9", "V end-turn")
    assert scene.ranks.startswith("V90") and scene.order == "RVBY" and scene.acting == "B"


@pytest.mark.rule("IS-4.1", "IS-4.6", "IS-E-18")
def test_metropolis_markers_take_no_space_and_equal_is_enough() -> None:
    scene = Scene("RVBY").track("R30 V30 B30 Y20").metropolises(30, 30, 70, 90).player("B", money=300).turn("B")
    assert scene.order == "RVBY", "four markers and two metropolises share columns without trouble"
    scene.play("B do recruit")
    assert scene.offered("hire") == {"brown-1", "brown-2", "white-1", "white-2"}


@pytest.mark.rule("IS-4.8", "IS-4.1")
def test_the_track_has_two_ends() -> None:
    """Amb-3, Amb-4."""
    scene = Scene("RVBY").track("R190 V0 B0 Y0").player("R", money=300).turn("R")
    scene.play("R do influence")
    assert scene.offered("influence") == {"1"} and scene.refused("R influence 2") == "IS-4.8"
    scene.play("R influence 1", "R end-turn")
    assert scene.column("R") == T.columns[-1] == 200
    scene = Scene("RVBY", number=6).player("R", influence=190, money=80).turn("R")
    scene.play("R do train", "R buy IS-8")
    assert scene.column("R") == 200, "the excess is lost"


def test_a_whole_auction_can_be_undone_by_each_bidder() -> None:
    match = Match(TITLE, 3, seed=4, options={"setup": 0})
    match.play(TITLE.parse("bid 40"), 1)
    match.play(TITLE.parse("bid 30"), 0)
    match.undo(1)
    assert match.to_act == (1, 2)
    match.play(TITLE.parse("bid 0"), 1)
    match.play(TITLE.parse("bid 10"), 2)
    assert match.cannot_undo(1) is not None
    assert match.state.money == [100, 130, 120]
