"""Chapter 8B: recruiting workers and engineers."""

from __future__ import annotations

import pytest

from imperial_steam.scene import Scene, T
from machinehall.kernel.plain_state import put


def yellow() -> Scene:
    scene = Scene().metropolises(30, 50, 70, 90).player("Y", money=230, influence=50, investors=0)
    scene.s.hiring = put(scene.s.hiring, T.hire_columns.index("white-1"), 1)
    s = scene.s
    s.engineers_left = (1, 1, 2, 0, 1, 1, 0, 2)
    return scene.turn("Y").play("Y do recruit")


@pytest.mark.rule("IS-8.18", "IS-8.19", "IS-EX-10", "IS-E-20")
def test_five_workers_from_one_column() -> None:
    scene = yellow()
    assert scene.offered("hire") == {"brown-1", "brown-2", "white-1", "white-2"}
    assert scene.refused("Y hire green-1") == "IS-8.18" and scene.refused("Y hire blue-2") == "IS-8.18"
    scene.play(*["Y hire white-1"] * 5)
    assert scene.money("Y") == 40 and T.hiring_prices[scene.s.hiring[2]] == 50
    assert scene.workers("Y") == [7, 0, 0, 0, 0, 0]
    assert scene.refused("Y hire brown-1") == "IS-8.18", "one column in an action (Amb-24)"


@pytest.mark.rule("IS-8.21", "IS-EX-11", "IS-E-19")
def test_an_engineer_in_the_same_action() -> None:
    scene = yellow().play(*["Y hire white-1"] * 5)
    assert scene.offered("engineer") == {"brown bridge", "brown tunnel", "white bridge"}
    scene.play("Y engineer brown tunnel")
    assert scene.money("Y") == 10 and scene.s.engineers[3] == 2
    fresh = yellow().play("Y engineer brown tunnel")
    assert fresh.refused("Y engineer brown tunnel") == "IS-8.21", "never a second one"
    assert fresh.refused("Y engineer white tunnel") == "IS-8.21"
    fresh.play("Y engineer brown bridge")
    assert fresh.s.engineers[3] == 3 and fresh.money("Y") == 170
    assert "hire white-1" in fresh.legal(), "workers may follow"


@pytest.mark.rule("IS-8.17")
def test_at_least_one() -> None:
    """Amb-22."""
    scene = yellow()
    assert scene.refused("Y done") == "IS-8.17"
    scene.play("Y hire brown-2")
    assert "done" in scene.legal()
    scene.play("Y done")
    assert scene.workers("Y")[0] == 3


@pytest.mark.rule("IS-8.18")
def test_equal_columns_are_enough() -> None:
    scene = Scene("RV").metropolises(30, 50, 70, 90).player("R", influence=30, money=100).turn("R").play("R do recruit")
    assert scene.offered("hire") == {"brown-1"}
    assert scene.refused("R hire brown-2") == "IS-2.17", "one column for each metropolis at two players"


@pytest.mark.rule("IS-8.19", "IS-E-20")
def test_the_cube_never_comes_down() -> None:
    scene = Scene().player("R", influence=30, money=500, investors=0).player("V", influence=30, money=100, investors=0)
    scene.turn("R").play("R do recruit", *["R hire brown-1"] * 6, "R done")
    assert scene.money("R") == 500 - (10 + 20 + 30 + 40 + 50 + 50) and scene.s.hiring[0] == 4
    scene.play("V do recruit", "V hire brown-1")
    assert scene.money("V") == 50


@pytest.mark.rule("IS-8.20", "IS-E-21")
def test_fifteen_workers_and_no_more() -> None:
    scene = Scene().player("R", influence=30, money=500, workers=(5, 3, 3, 1, 1, 0), tracks="wien>bratislava")
    scene.factory("R", "bratislava-1", "wood").turn("R").play("R do recruit", "R hire brown-1")
    assert scene.refused("R hire brown-1") == "IS-8.20", "the worker at the factory is the fifteenth"
    assert "engineer" in {text.split()[0] for text in scene.legal()} or "done" in scene.legal()


@pytest.mark.rule("IS-8.19")
def test_no_money_no_worker() -> None:
    scene = Scene().player("R", influence=30, money=20, investors=1).turn("R").play("R do recruit", "R hire brown-1")
    assert scene.refused("R hire brown-1") == "IS-8.19"
    scene.play("R sell", "R hire brown-1", "R done")
    assert scene.money("R") == 30, "a share sold during the action pays for the next worker (Amb-55)"


@pytest.mark.rule("IS-8.21")
def test_engineers_of_a_metropolis_out_of_reach() -> None:
    scene = yellow()
    assert scene.refused("Y engineer green bridge") == "IS-8.21"
    assert scene.refused("Y engineer blue bridge") == "IS-8.21", "none is there"
