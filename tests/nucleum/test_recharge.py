"""Chapter 16: Recharge, milestones, King's Day."""

from __future__ import annotations

import pytest

from machinehall.kernel.frames import step
from machinehall.titles.nucleum.frames import OfSeat
from machinehall.titles.nucleum.rules.recharge import entry
from nucleum.scene import Scene, T

SIX = ("b06", "b07", "b08", "b09", "b10", "b11")


def scene(order: str = "RBY", **kw: object) -> Scene:
    return Scene(order, **kw).milestones("m1", "m8", "m3", "m4").nucleum("zittau")  # type: ignore[arg-type]


def spaces(s: Scene) -> list[int]:
    return [int(text) for text in s.legal("marker")]


@pytest.mark.rule("NU-16.1", "NU-E49", "NU-16.13")
def test_order_of_a_recharge() -> None:
    s = scene().gives("R", achievement=9, thaler=0, workers=0).row("R", *SIX[:2]).turn("R").play("R recharge")
    assert s.of("R").thaler == 4 and s.of("R").supply == 2  # income first
    assert s.of("R").achievement == 9 and s.of("R").row.bit_count() == 2
    s.play("R marker 7")
    assert s.asked == ("R", "nucleum") and s.of("R").achievement == 9
    s.play("R nucleum grimma")
    assert s.of("R").supply == 3  # Grimma's bonus
    assert s.of("R").achievement == 0 and s.of("R").row == 0 and "b06" in s.of("R").tiles
    kinds = [event.kind for event in s.events]
    assert kinds.index("achievement_discarded") < kinds.index("tiles_recovered")


@pytest.mark.rule("NU-16.2", "NU-EX-09", "NU-E48")
def test_income_needs_marker_and_tiles() -> None:
    s = scene().gives("B", thaler=0, workers=0, income=(15, 7, 1)).row("B", *SIX[:4]).turn("B").play("B recharge")
    assert (s.of("B").thaler, s.of("B").supply, s.of("B").vp) == (10, 4, 3)
    few = scene().gives("B", income=(15, 15, 15)).row("B", "b06")
    assert [entry(T, few.s, 1, track) for track in range(3)] == [(5, 0), (2, 0), (1, 0)]
    none = scene().gives("B", thaler=0, workers=0, income=(15, 15, 15)).turn("B").play("B recharge")
    assert (none.of("B").thaler, none.of("B").supply, none.of("B").vp) == (0, 0, 0)
    always = scene(options={"start_income_always": 1}).gives("B", thaler=0, workers=0, income=(15, 15, 15)).turn("B")
    always.play("B recharge")
    assert (always.of("B").thaler, always.of("B").supply, always.of("B").vp) == (4, 2, 0)


@pytest.mark.rule("NU-16.3")
def test_the_last_spaces_are_no_income() -> None:
    s = scene().gives("B", income=(1, 1, 15)).row("B", *SIX, "b12", "b13")
    assert entry(T, s.s, 1, 2) == (21, 0)  # the entry left of the marker, not 10 VP


@pytest.mark.rule("NU-16.4", "NU-E50")
def test_tiers_and_segments() -> None:
    def bounds(of: list[int]) -> list[tuple[int, int]]:
        values: dict[int, list[int]] = {}
        for value, part in zip(T.space_value[1:], of[1:], strict=True):
            values.setdefault(part, []).append(value)
        return [(min(v), max(v)) for v in values.values()]

    assert bounds(T.space_tier) == [(1, 2), (3, 6), (7, 9), (10, 14), (16, 26), (28, 40)]
    assert bounds(T.space_segment) == [(1, 6), (7, 12), (13, 22), (24, 40)]
    assert (T.space_tier[0], T.space_segment[0]) == (-1, -1) and T.multiplier == [1, 2, 3, 4, 5, 6]
    top = {T.space_tier[k] for k in range(1, 26) if T.space_segment[k] == 3}
    assert top == {4, 5}


@pytest.mark.rule("NU-16.5", "NU-16.7", "NU-EX-10", "NU-E50")
def test_milestone_placement_of_the_example() -> None:
    s = scene("TBR").gives("T", achievement=17).markers("T", 12, 18).turn("T").play("T recharge")
    assert spaces(s) == [0, *range(1, 10)]
    assert s.refused("T marker 10").message == "refuse.marker.tier_taken"
    assert s.refused("T marker 18").message == "refuse.marker.too_high"
    s.play("T marker 9")
    assert s.legal("nucleum") == [plant for plant in T.names.plants if plant not in ("riesa", "zittau")]
    assert s.refused("T nucleum riesa").rule == "NU-6.8" and s.refused("T nucleum zittau").rule == "NU-16.7"
    s.play("T nucleum glashuette")
    assert s.of("T").achievement == 0 and s.s.track_nucleums == 0b101
    # The next marker of the segment, of another player on the same space, finds no Nucleum.
    s.gives("B", achievement=9).turn("B").play("B recharge", "B marker 9")
    assert s.asked == ("R", "turn")


@pytest.mark.rule("NU-16.7")
def test_bonuses_of_the_plants() -> None:
    def placed(plant: str) -> Scene:
        s = Scene("RB").milestones("m1", "m2", "m3", "m4").market("b01", "b02", "b03", "b04", "b05")
        s.gives("R", thaler=0, workers=0, achievement=1).mine("R", 1, "bruex-m1").turn("R")
        return s.play("R recharge", "R marker 1", f"R nucleum {plant}")

    assert placed("grimma").of("R").supply == 1 and placed("zittau").of("R").thaler == 2
    assert placed("glashuette").asked == ("R", "uranium")
    tile = placed("plauen")
    assert tile.asked == ("R", "free_tile") and len(tile.legal("buy")) == 5 == len(tile.legal())


@pytest.mark.rule("NU-16.6", "NU-EX-D13", "NU-E52")
def test_space_zero() -> None:
    s = scene().gives("R", achievement=6, thaler=0, workers=0).markers("R", 1, 4).turn("R").play("R recharge")
    assert spaces(s) == [0]
    s.play("R marker 0")
    assert (s.of("R").thaler, s.of("R").supply, s.of("R").zeros) == (2, 1, 1)
    free = scene().gives("R", achievement=6, thaler=0, workers=0).markers("R", 0, 0).turn("R").play("R recharge")
    assert spaces(free) == list(range(7))
    free.play("R marker 0")
    assert free.of("R").zeros == 3 and free.of("R").thaler == 2  # bailout each time, voluntary too


@pytest.mark.rule("NU-16.8", "NU-16.9", "NU-EX-D14", "NU-E51")
def test_top_segment_and_top_space() -> None:
    s = scene().gives("R", achievement=40).turn("R").play("R recharge", "R marker 40")
    assert s.of("R").vp == 9 and s.asked == ("R", "technology") and s.s.stack[-1][2] == (3,)
    s.play("R points")
    assert s.of("R").vp == 12
    s.gives("R", achievement=24).turn("R").play("R recharge", "R marker 24")
    assert s.asked == ("R", "technology")  # every time
    s.play("R points").gives("B", achievement=26).turn("B").play("B recharge", "B marker 26")
    assert s.asked == ("B", "technology") and s.of("B").vp == 0


@pytest.mark.rule("NU-16.10", "NU-16.11", "NU-16.12", "NU-3.7", "NU-E54", "NU-17.2")
def test_kings_day_when_a_slot_loses_its_last_marker() -> None:
    s = scene("RB")
    for number in (1, 2, 3):
        s.gives("R", achievement=0).turn("R").play("R recharge", "R marker 0")
        assert s.told("kings_day") == []
        s.turn("B").play("B recharge", "B marker 0")
        assert s.told("kings_day") == [(number,)]
        assert (s.s.conditions[2] == 1) == (number == 3)
    assert s.of("B").vp == 3  # the third slot meets the condition
    s.turn("R").play("R recharge", "R marker 0").turn("B").play("B recharge", "B marker 0")
    assert s.told("kings_day") == [] and s.of("B").recharges == 4  # spare markers


@pytest.mark.rule("NU-16.11", "NU-EX-11", "NU-E53")
def test_kings_day_of_the_example() -> None:
    s = scene("RTY").markers("R", 5, 22).markers("T", 14, 22).markers("Y", 3, 8).run(step("kings_day", OfSeat(0)))
    assert (s.of("T").vp, s.of("R").vp, s.of("Y").vp) == (8, 6, 0)


@pytest.mark.rule("NU-16.11", "NU-EX-D15", "NU-E52", "NU-E53")
def test_kings_day_of_the_vector() -> None:
    s = scene().markers("R", 20, 12).markers("B", 12, 2).markers("Y", 0, 0).run(step("kings_day", OfSeat(0)))
    assert (s.of("R").vp, s.of("B").vp, s.of("Y").vp) == (8, 2, 0)


@pytest.mark.rule("NU-E49", "NU-E55", "NU-17.3")
def test_seventy_points_in_kings_day_go_to_the_active_player_first() -> None:
    s = scene().markers("R", 7).markers("B", 7).markers("Y", 1).gives("R", vp=65).gives("B", vp=66)
    s.run(step("kings_day", OfSeat(1)))
    assert s.s.conditions[4] == 1 and (s.of("B").vp, s.of("R").vp) == (75, 71)
