"""Chapters 17, 18 and 20: end of the game and final scoring."""

from __future__ import annotations

from itertools import product

import pytest

from machinehall.kernel.frames import step
from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.lookup import END_CONDITIONS
from machinehall.titles.nucleum.rules import final_scoring as scoring
from machinehall.titles.nucleum.rules.end_of_game import gain_vp, meet
from nucleum.oracle import best_of_resources
from nucleum.scene import TITLE, Scene, T

TILES, CONTRACTS, RECHARGES, TECHNOLOGIES, POINTS = range(5)


def scene(order: str = "RBY", **kw: object) -> Scene:
    return Scene(order, **kw).milestones("m2", "m1", "m3", "m4").nucleum("zittau")  # type: ignore[arg-type]


# The end


@pytest.mark.rule("NU-17.1", "NU-17.2", "NU-2.1", "NU-E56")
@pytest.mark.parametrize(("order", "needed"), [("RB", 3), ("RBY", 2), ("RBYT", 2)])
def test_conditions_needed(order: str, needed: int) -> None:
    assert len(END_CONDITIONS) == 5
    s = scene(order)
    for number, condition in enumerate((TILES, CONTRACTS, TECHNOLOGIES), 1):
        meet(T, s.s, 0, condition, [])
        assert (s.s.closing > 0) == (number >= needed)


@pytest.mark.rule("NU-17.3", "NU-E55")
def test_each_condition_pays_once_and_may_chain() -> None:
    s = scene().gives("R", vp=66)
    meet(T, s.s, 0, TILES, [])
    assert s.of("R").vp == 69 and s.s.closing == 0
    meet(T, s.s, 1, TILES, [])
    assert s.of("B").vp == 0 and s.s.conditions[TILES] == 0
    gain_vp(T, s.s, 0, 1, [])
    assert s.of("R").vp == 73 and s.s.conditions[POINTS] == 0 and s.s.closing == 1
    gain_vp(T, s.s, 1, 90, [])
    assert s.of("B").vp == 90  # the second to reach 70 gets nothing
    meet(T, s.s, 2, CONTRACTS, [])
    assert s.of("Y").vp == 3 and s.s.closing == 1  # still paid after the trigger
    chain = scene().gives("R", vp=67)
    meet(T, chain.s, 0, TILES, [])
    assert chain.of("R").vp == 73 and chain.s.closing == 1  # 67 + 3 reaches 70: 3 more


@pytest.mark.rule("NU-17.4", "NU-17.5", "NU-EX-D16")
@pytest.mark.parametrize(("trigger", "turns"), [("B", "BYTRBYT"), ("T", "TRBYT"), ("R", "RBYTRBYT")])
def test_last_turns(trigger: str, turns: str) -> None:
    s = scene("RBYT").turn(trigger)
    meet(T, s.s, s.seat(trigger), TILES, [])
    meet(T, s.s, s.seat(trigger), CONTRACTS, [])
    for letter in turns:
        assert s.asked == (letter, "turn")
        s.play(f"{letter} recharge", f"{letter} marker 0")
    assert s.asked is None and TITLE.outcome(s.s) is not None


@pytest.mark.rule("NU-17.4", "NU-E55")
def test_a_condition_met_in_the_last_turns_changes_nothing() -> None:
    s = scene("RB").turn("B")
    for condition in (TILES, CONTRACTS, TECHNOLOGIES):
        meet(T, s.s, 1, condition, [])
    s.play("B recharge", "B marker 0")
    assert s.s.closing == 2
    meet(T, s.s, 0, RECHARGES, [])
    assert s.of("R").vp == 3 and s.s.closing == 2
    s.play("R recharge", "R marker 0", "B recharge", "B marker 0")
    assert TITLE.outcome(s.s) is not None


# Final scoring


@pytest.mark.rule("NU-18.1", "NU-E57")
def test_a_last_marker_without_effects() -> None:
    s = scene().gives("R", achievement=40).gives("B", achievement=5).markers("B", 2, 4)
    s.s.closing = 3
    s.run(step("final_scoring"))
    assert s.asked == ("R", "last_marker") and s.legal()[0] == "skip" and "marker 0" not in s.legal()
    assert s.refused("R marker 0").rule == "NU-18.1"
    s.play("R marker 40")
    assert s.of("R").vp == 0 and not s.s.stack  # Blue has no free tier, Yellow no achievements
    assert s.s.track_nucleums == 0b111 and s.told("kings_day") == []
    tech = Scene("RB", boards="ba").tech("R", "b8").markers("R", 40, 12)
    assert scoring.ultimate_points(T, tech.s, 0) == 10  # it counts for B8


@pytest.mark.rule("NU-18.2", "NU-EX-12", "NU-20.1")
def test_milestones_of_the_example() -> None:
    s = scene().markers("B", 12).markers("Y", 8, 11)
    for letter in "BY":
        for kind, site in (
            ("residence-1", ("leipzig-u1", "praha-u2")),
            ("residence-2", ("leipzig-u2", "dresden-u1")),
            ("factory-1", ("leipzig-u5", "riesa-u2")),
            ("factory-2", ("zwickau-u3", "chemnitz-u1")),
            ("laboratory-1", ("grimma-u1", "freiberg-u1")),
        ):
            s.built(letter, kind, site["BY".index(letter)])
    s.lawful()
    assert scoring.milestone_points(T, s.s, 1) == 8 and scoring.milestone_points(T, s.s, 2) == 14


@pytest.mark.rule("NU-20.1", "NU-E47")
def test_what_the_milestone_tiles_count() -> None:
    s = scene().built("R", "residence-1", "praha-u2", powered=True).built("R", "factory-4", "praha-u3", powered=True)
    s.built("R", "laboratory-1", "freiberg-u1", powered=True).neutral("n01", "grimma-u3", powered=True)
    s.mine("R", 1, "bruex-m1").mine("R", 2, "bruex-m2").turbine("R", 1, "zittau-t1")
    for space in ("leipzig-riesa.1", "leipzig-riesa.3", "bautzen-zittau.1"):
        s.rail("R", space)
    found = [scoring.milestone_count(T, s.s, 0, k) for k in range(8)]
    assert found == [1, 1, 1, 1, 2, 1, 1, 2]  # three buildings make one pair; Praha counts as a city


@pytest.mark.rule("NU-18.3", "NU-EX-D13", "NU-E52")
def test_markers_on_zero_cost_three() -> None:
    s = scene().markers("R", 0, 0, 1)
    assert scoring.score_steps(T, s.s, 0)["score.zero_markers"] == -6


@pytest.mark.rule("NU-18.4", "NU-21.2", "NU-13.6")
def test_ultimate_technologies() -> None:
    rails = scene(boards="dabc").gives("R", workers=0)
    assert T.tech_effect[T.technologies.index("d8")]["steps"] == [[6, 4], [8, 10], [10, 21]]
    spaces = [f"leipzig-riesa.{k}" for k in (1, 2, 3)] + [f"grimma-chemnitz.{k}" for k in (1, 2)]
    for k, space in enumerate([*spaces, "riesa-dresden.1", "riesa-dresden.2", "riesa-freiberg.1"], 1):
        rails.rail("R", space)
        rails.s.tech = put(rails.s.tech, 0, 1 << T.technologies.index("d8"))
        assert scoring.ultimate_points(T, rails.s, 0) == (0 if k < 6 else 4 if k < 8 else 10)
        rails.s.tech = put(rails.s.tech, 0, 0)
        assert scoring.ultimate_points(T, rails.s, 0) == 0  # only if unlocked
    cities = scene().tech("R", "a8")
    for row, site in enumerate(("bruex-m1", "aussig-m1", "pressnitz-m1", "joachimsthal-m1"), 1):
        cities.mine("R", row, site)
    assert scoring.ultimate_points(T, cities.s, 0) == 0
    cities.turbine("R", 1, "zittau-t1")
    assert scoring.ultimate_points(T, cities.s, 0) == 4
    powered = scene(boards="cabd").tech("R", "c8").built("R", "residence-1", "praha-u2", powered=True)
    assert scoring.ultimate_points(T, powered.s, 0) == 0


@pytest.mark.rule("NU-18.5", "NU-EX-D07", "NU-E58", "NU-5.2")
@pytest.mark.parametrize(
    ("uranium", "workers", "thaler", "points"),
    [(1, 1, 0, 1), (1, 0, 4, 1), (0, 1, 4, 1), (0, 3, 4, 2), (3, 2, 4, 3), (5, 5, 9, 6), (2, 2, 5, 3)],
)
def test_resources_after_the_best_conversions(uranium: int, workers: int, thaler: int, points: int) -> None:
    s = scene().gives("R", workers=workers, thaler=thaler).mine("R", 1, "bruex-m1").mine("R", 3, "bruex-m2")
    s.s.uranium = put(s.s.uranium, 0, min(3, uranium))
    s.s.uranium = put(s.s.uranium, 2, max(0, uranium - 3))
    s.rail("R", "leipzig-riesa.1").lawful()  # a worker on a rail does not count
    assert scoring.resource_points(T, s.s, 0) == points


@pytest.mark.rule("NU-18.5", "NU-5.3", "NU-EX-D07")
def test_uranium_makes_no_more_workers_than_there_are() -> None:
    s = scene("RB").gives("R", thaler=0).mine("R", 1, "bruex-m1", uranium=1)
    spaces = [space for space in T.names.spaces if s.s.open_spaces >> T.names.spaces.index(space) & 1]
    for space in spaces[:13]:
        s.rail("R", space)
    s.reserve("R", 0).lawful()
    assert (s.of("R").supply, s.of("R").reserve, s.of("R").rails) == (5, 0, 13)
    assert scoring.resource_points(T, s.s, 0) == 2, "the sixth worker is a thaler"


@pytest.mark.rule("NU-18.5", "NU-5.2", "NU-5.3")
def test_resources_against_every_order_of_conversions() -> None:
    s = scene("RB").mine("R", 1, "bruex-m1")
    for uranium, workers, reserve, thaler in product(range(6), range(6), range(4), range(6)):
        s.s.uranium = put(s.s.uranium, 0, uranium)
        s.s.supply[0] = workers
        s.s.reserve[0] = reserve
        s.s.thaler[0] = thaler
        assert scoring.resource_points(T, s.s, 0) == best_of_resources(uranium, workers, reserve, thaler)


def praha(**kw: object) -> Scene:
    """NU-EX-13: Blue's Government building and Factory in Praha, three Factories of Teal in the network."""
    s = scene("BTR", **kw).built("B", "laboratory-1", "freiberg-u1", powered=True)
    s.built("B", "factory-2", "praha-u1", powered=True).built("B", "factory-4", "praha-u3", powered=True)
    s.built("B", "factory-1", "karlsbad-u1").rail("B", "karlsbad-praha.1").rail("B", "karlsbad-praha.2")
    s.link("BT", "aussig-praha").link("B", "zittau-aussig").link("BT", "bautzen-zittau").link("B", "dresden-bautzen")
    s.built("T", "factory-1", "bautzen-u1", powered=True).built("T", "factory-2", "bautzen-u2")
    return s.built("T", "factory-3", "dresden-u4").built("R", "factory-1", "zwickau-u3")


@pytest.mark.rule("NU-18.6", "NU-14.13", "NU-EX-13", "NU-E60")
def test_powered_buildings_of_the_example() -> None:
    s = praha().lawful()
    assert scoring.powered_points(T, s.s, 0) == 2 + 8 + 20
    s.rail("B", "karlsbad-praha.3")
    assert scoring.powered_points(T, s.s, 0) == 2 + 8 + 24
    # Joined to Zwickau by links that Blue does not co-own: unchanged.
    s.link("RT", "pressnitz-praha").link("RT", "marienberg-pressnitz").link("R", "chemnitz-marienberg")
    s.link("R", "chemnitz-zwickau")
    assert scoring.powered_points(T, s.s, 0) == 2 + 8 + 24


@pytest.mark.rule("NU-18.6", "NU-14.14")
def test_switches_of_government_scoring() -> None:
    assert scoring.powered_points(T, praha(options={"praha_doubles_government": 0}).s, 0) == 2 + 8 + 10
    for option, total in ((1, 34), (0, 30)):
        s = praha(options={"government_counts_neutrals": option}).neutral("n04", "praha-u4")
        assert scoring.powered_points(T, s.s, 0) == total


@pytest.mark.rule("NU-18.7", "NU-EX-14", "NU-16.3")
def test_income_bonus_of_the_example() -> None:
    s = scene().gives("R", income=(13, 15, 12)).gives("B", income=(14, 1, 1))
    assert scoring.income_points(T, s.s, 0) == 13 and scoring.income_points(T, s.s, 1) == 6


@pytest.mark.rule("NU-18.8", "NU-17.5")
def test_most_points_win_and_ties_share() -> None:
    s = scene().gives("R", vp=50, thaler=0, workers=0).gives("B", vp=50, thaler=0, workers=0).gives("Y", vp=40)
    outcome = scoring.outcome(T, s.s)
    assert outcome.places == (1, 1, 3) and outcome.scores[:2] == (50, 50)
    assert list(outcome.breakdown[0]) == [
        "score.track", "score.milestones", "score.zero_markers", "score.ultimate", "score.resources", "score.powered",
        "score.income",
    ]  # fmt: skip
