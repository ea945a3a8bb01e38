"""Chapters 8F and 8G: trains and contracts."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T
from machinehall.titles.imperial_steam.rules.storage import freight


@pytest.mark.rule("IS-8.32")
def test_locomotives_left_of_the_round_marker() -> None:
    for number, levels in ((1, []), (2, [4]), (4, [4, 5, 6]), (6, [4, 5, 6, 7, 8])):
        scene = Scene(number=number).player("R", money=300).turn("R")
        if not levels:
            assert scene.refused("R do train") == "IS-8.32"
            continue
        scene.play("R do train")
        assert scene.offered("buy") == {f"IS-{k}" for k in levels}
        if number == 2:
            assert scene.refused("R buy IS-5") == "IS-8.32" and scene.refused("R buy IS-3") == "IS-8.32"


@pytest.mark.rule("IS-8.33", "IS-2.10", "IS-E-36")
def test_a_new_train() -> None:
    scene = Scene(number=5).player("R", money=100, influence=10, goods="coal", investors=0).turn("R")
    scene.play("R do train", "R buy IS-7")
    assert scene.money("R") == 30 and scene.trains("R") == ["IS-3", "IS-7"] and scene.column("R") == 30
    assert freight(T, scene.s, 0) == 10 and scene.goods("R") == {"coal": 2} and scene.s.locos[4] == 3


@pytest.mark.rule("IS-8.33")
def test_three_trains_at_most() -> None:
    scene = Scene(number=5).player("R", money=300, trains="IS-3 IS-4 IS-4").turn("R").play("R do train")
    assert not scene.offered("buy") and scene.refused("R buy IS-5") == "IS-8.33"
    scene = Scene(number=5).player("R", money=30).turn("R").play("R do train")
    assert scene.refused("R buy IS-4") == "IS-8.33", "40 florins"


@pytest.mark.rule("IS-1.6", "IS-8.32")
def test_locomotives_run_out() -> None:
    scene = Scene("RV", number=3).player("V", trains="IS-4 IS-4").player("R", money=300).turn("R").play("R do train")
    assert scene.refused("R buy IS-4") == "IS-8.32"


@pytest.mark.rule("IS-8.34", "IS-DX-06", "IS-E-36")
def test_an_upgrade() -> None:
    scene = Scene(number=5).player("R", trains="IS-4", passengers=1, contracts="C1-01", goods="coal", money=50)
    scene.player("R", influence=20, investors=0).turn("R").play("R do train", "R upgrade IS-4 IS-7")
    assert scene.money("R") == 20 and scene.trains("R") == ["IS-7"] and scene.column("R") == 40
    assert freight(T, scene.s, 0) == 5 and (scene.s.passengers[0], scene.s.reserved[0]) == (1, 1)
    assert scene.goods("R") == {"coal": 1}, "no new coal"
    assert scene.s.scrapped[T.locos.index("IS-4")] == 1


@pytest.mark.rule("IS-8.34")
def test_upgrades_that_are_none() -> None:
    """Amb-27."""
    scene = Scene(number=6).player("R", trains="IS-5", money=300).turn("R").play("R do train")
    assert scene.refused("R upgrade IS-5 IS-4") == "IS-8.34" and scene.refused("R upgrade IS-5 IS-5") == "IS-8.34"
    assert scene.refused("R upgrade IS-3 IS-5") == "IS-8.34"
    scene = Scene(number=6).player("R", trains="IS-5", money=20).turn("R").play("R do train")
    assert scene.refused("R upgrade IS-5 IS-8") == "IS-8.34" and scene.offered("upgrade") == {"IS-5 IS-6", "IS-5 IS-7"}


@pytest.mark.rule("IS-8.34")
def test_the_difference_of_influence_as_an_option() -> None:
    """Amb-26."""
    scene = Scene(number=6, options={"upgrade_influence": 0}).player("R", trains="IS-6", money=20, investors=0)
    scene.turn("R").play("R do train", "R upgrade IS-6 IS-8")
    assert scene.column("R") == 20


@pytest.mark.rule("IS-EX-28", "IS-E-37")
def test_an_is_6_has_six_wagons() -> None:
    scene = Scene(number=4).player("R", money=100, investors=0).turn("R").play("R do train", "R upgrade IS-3 IS-6")
    assert freight(T, scene.s, 0) == 6
    assert scene.s.locos[T.locos.index("IS-3")] == 0, "an IS-3 never goes back on sale"


# Contracts


@pytest.mark.rule("IS-8.35", "IS-8.36", "IS-8.37", "IS-E-38")
def test_signing() -> None:
    scene = (
        Scene().shown("C2-03", "C3-07").player("R", goods="wood coal").turn("R").play("R do contract", "R sign C2-03")
    )
    assert scene.s.reserved[0] == 2 and freight(T, scene.s, 0) == 1 and scene.s.investors[0] == 3
    assert scene.acting == "R" and "sell" in scene.legal()
    scene.play("R end-turn", "V do contract")
    assert scene.refused("V sign C2-03") == "IS-8.35"
    scene.play("V sign C3-07", "V give-up wood", "V give-up stone", "V end-turn")
    assert scene.s.investors[1] == 4 and freight(T, scene.s, 1) == 0


@pytest.mark.rule("IS-8.36")
def test_not_enough_wagons() -> None:
    scene = Scene().shown("C3-07", "C1-01").player("R", passengers=1, goods="wood").turn("R").play("R do contract")
    assert scene.refused("R sign C3-07") == "IS-8.36" and "sign C1-01" in scene.legal()


@pytest.mark.rule("IS-8.36")
def test_a_good_on_a_reserved_wagon_is_moved_or_given_up() -> None:
    scene = Scene().shown("C1-01").player("R", goods="wood*4 coal").turn("R").play("R do contract", "R sign C1-01")
    assert scene.legal() == {"give-up wood"}
    scene = Scene().shown("C1-01").player("R", goods="wood*3 coal").turn("R").play("R do contract", "R sign C1-01")
    assert not scene.offered("give-up")


@pytest.mark.rule("IS-8.37", "IS-DX-15")
def test_investors_that_do_not_fit_are_not_taken() -> None:
    scene = Scene().shown("C3-07").player("R", investors=8, contracts="C3-01 C3-02 C1-01", goods="", trains="IS-8 IS-8")
    scene.turn("R").play("R do contract", "R sign C3-07")
    assert scene.s.investors[0] == 9 and scene.s.reserved[0] == 10


@pytest.mark.rule("IS-8.38")
def test_no_factory_is_needed_to_sign() -> None:
    scene = Scene().shown("C1-07").turn("R").play("R do contract", "R sign C1-07")
    assert scene.s.contracts[0] == 1 << T.contracts.index("C1-07") and sum(scene.s.factories) == 0
