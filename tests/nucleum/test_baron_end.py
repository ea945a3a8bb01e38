"""Chapter 23, section g: the Baron's Recharge, the end of a match alone, his score."""

from __future__ import annotations

import random

import pytest

import machinehall as mh
from machinehall.kernel.fields import to_data
from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.baron_lookup import reason
from machinehall.titles.nucleum.lookup import END_CONTRACTS, END_RECHARGES, END_TILES, bits
from machinehall.titles.nucleum.rules.baron.end import baron_steps, outcome
from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS, TRIGGERED, meet
from nucleum.baron_scene import OBSTACLE, Solo
from nucleum.scene import TITLE, T


def recharging(scene: Solo, letter: str = "B") -> Solo:
    return scene.does("recharge", reason("obstacle"), 0, letter=letter)


def markers(scene: Solo, letter: str = "B") -> list[int]:
    return [T.space_value[space] for space in bits(scene.of(letter).markers)]


@pytest.mark.rule("NU-EX-21", "NU-23.55", "NU-23.56")
def test_printed_recharge() -> None:
    scene = Solo().markers("H", 4).gives("B", thaler=1, workers=0).fulfilled("B", "c05", "c06")
    scene.queue("B", OBSTACLE, "b-1", "b-2", "b-3").baron()
    assert scene.of("B").thaler == 5 and scene.of("B").supply == 3 and markers(scene) == [1, 7]
    assert scene.told("kings_day") == [(1,)] and scene.of("B").vp == 6 and scene.of("H").vp == 2
    assert scene.of("B").fulfilled == 0 and scene.s.discarded_contracts.bit_count() == 2
    assert scene.tiles_of("B") == ["b-1", "b-2", "b-3", OBSTACLE]
    assert scene.asked == ("H", "turn"), "and nothing else in this turn"


@pytest.mark.rule("NU-23.55", "NU-EX-D17", "NU-E65", "NU-E66")
def test_six_spaces_further_each_time_without_nucleum_or_technology() -> None:
    scene = Solo(2)
    for number in range(3):
        recharging(scene)
        assert scene.of("B").recharges == number + 1
    assert markers(scene) == [1, 7, 13, 24]
    assert scene.s.track_nucleums == T.segment_nucleum and scene.of("B").vp == 0 and scene.of("B").tech == 0


@pytest.mark.rule("NU-D75")
def test_a_fourth_recharge_takes_a_substitute_and_stops_at_the_top() -> None:
    scene = Solo(2)
    for _ in range(6):
        recharging(scene)
    assert markers(scene) == [1, 7, 13, 24, 40] and scene.s.closing == 0, "the other Baron has not recharged"


@pytest.mark.rule("NU-23.55")
def test_missing_workers_are_lost() -> None:
    scene = recharging(Solo().reserve("B", 1))
    assert scene.of("B").reserve == 0 and scene.of("B").thaler == 7 and scene.of("B").vp == 0


@pytest.mark.rule("NU-23.56", "NU-23.60")
def test_kings_day_waits_for_all_and_is_no_condition() -> None:
    scene = recharging(Solo(2).markers("H", 9, 12, 3, recharges=3))
    assert not scene.told("kings_day")
    recharging(scene, "C")
    assert scene.told("kings_day") == [(1,)] and scene.of("H").vp == 8, "9 and 12 are both ahead of 7"
    for letter in "BCBC":
        recharging(scene, letter)
    assert scene.s.conditions[END_RECHARGES] == -1


@pytest.mark.rule("NU-23.60", "NU-D56")
def test_two_conditions_or_the_third_recharge_of_every_baron() -> None:
    scene = Solo()
    meet(T, scene.s, 0, END_TILES, scene.events)
    assert scene.s.closing == 0
    meet(T, scene.s, 1, END_CONTRACTS, scene.events)
    assert scene.s.closing == TRIGGERED
    scene = Solo()
    for _ in range(2):
        recharging(scene)
    assert scene.s.closing == 0
    before = scene.of("B").vp
    recharging(scene)
    assert scene.s.closing == TRIGGERED and scene.of("B").vp == before, "it pays nothing"
    scene = Solo(2)
    for letter in "BBBCC":
        recharging(scene, letter)
    assert scene.s.closing == 0
    assert recharging(scene, "C").s.closing == TRIGGERED


@pytest.mark.rule("NU-23.60")
def test_the_reason_told_is_what_called_the_end() -> None:
    """Two conditions call it; that the Baron then recharges a third time changes nothing."""
    scene = Solo().milestones("m2", "m1", "m3", "m4")
    for _ in range(2):
        recharging(scene)
    for condition in (END_TILES, END_CONTRACTS):
        meet(T, scene.s, 0, condition, scene.events)
    assert recharging(scene).of("B").recharges == 3 and outcome(T, scene.s).reason == "end.conditions_met"
    scene = Solo().milestones("m2", "m1", "m3", "m4")
    assert "recharged_out" not in to_data(scene.s, T.domains), "positions of rules 1 are stored without it, and fit"
    for _ in range(3):
        recharging(scene)
    assert outcome(T, scene.s).reason == "end.barons_recharged" and to_data(scene.s, T.domains)["recharged_out"] == 1
    for condition in (END_TILES, END_CONTRACTS):
        meet(T, scene.s, 0, condition, scene.events)
    assert outcome(T, scene.s).reason == "end.barons_recharged"


@pytest.mark.rule("NU-23.61", "NU-E68")
def test_the_last_turn_is_two_free_energize_actions() -> None:
    scene = (
        Solo().built("B", "residence-1", "dresden-u1").link("B", "riesa-dresden").built("B", "factory-1", "riesa-u1")
    )
    scene.queue("B", OBSTACLE, "b-1", "b-2").gives("B", thaler=0)
    scene.s.closing = LAST_TURNS
    scene.baron()
    assert scene.told("baron_last_turn") and not scene.told("baron_recharged") and len(scene.told("baron_powered")) == 2
    assert scene.of("B").thaler == 0 and scene.s.closing == LAST_TURNS + 1


@pytest.mark.rule("NU-23.61", "NU-17.4")
def test_equal_turns_and_one_more() -> None:
    """The Baron triggers the end in his turn: the human has one more turn, then he has his last one."""
    scene = Solo().markers("B", 1, 7, 13, recharges=2).queue("B", OBSTACLE, "b-1", "b-2").baron()
    assert scene.s.closing == LAST_TURNS and scene.asked == ("H", "turn")
    scene.play("H recharge", "H marker 0")
    assert scene.told("baron_last_turn") and not scene.s.stack
    assert TITLE.outcome(scene.s) is not None


# The score


def printed_score() -> Solo:
    """32 points of powered buildings, most of them in Praha; three Factories in the network."""
    scene = Solo().link("BB", "praha-joachimsthal").link("B", "joachimsthal-zwickau")
    scene.built("B", "factory-4", "praha-u2", True).built("B", "factory-2", "praha-u3", True)
    scene.built("B", "residence-2", "praha-u1", True).built("B", "laboratory-1", "praha-u4", True)
    scene.built("B", "factory-1", "zwickau-u3", True).built("B", "residence-1", "dresden-u1")
    scene.gives("B", vp=85, thaler=5, workers=6)
    scene.s.milestone = tuple([T.milestones.index(name) for name in ("m4", "m1", "m3", "m2")])
    return scene


@pytest.mark.rule("NU-EX-22", "NU-23.62", "NU-D71")
def test_printed_final_score() -> None:
    scene = printed_score()
    steps = baron_steps(T, scene.s, 1)
    assert steps == {
        "score.track": 85,
        "score.powered": 32,
        "score.milestones": 2 + 12 + 18 + 16,
        "score.resources": 11,
    }
    assert sum(steps.values()) == 176
    (automaton,) = outcome(T, scene.s).automata
    assert (automaton.name, automaton.score, automaton.breakdown) == ("name.baron.1", 176, steps)


@pytest.mark.rule("NU-23.62")
def test_milestones_by_marker_as_the_other_reading() -> None:
    scene = printed_score()
    scene.s.options = tuple(1 if option.name == "baron_marker_scoring" else option.default for option in TITLE.options)
    scene.s.markers = put(scene.s.markers, 1, sum(1 << T.space_value.index(value) for value in (1, 13, 16)))
    assert baron_steps(T, scene.s, 1)["score.milestones"] == 2 + 18 + 18


@pytest.mark.rule("NU-23.63", "NU-E67")
@pytest.mark.parametrize(("points", "place"), [(177, 1), (176, 2), (100, 2)])
def test_only_strictly_more_points_win(points: int, place: int) -> None:
    scene = printed_score()
    scene.s.vp[0] = points - sum(outcome(T, scene.s).scores) + scene.s.vp[0]
    end = outcome(T, scene.s)
    assert end.scores == (points,) and end.places == (place,)


@pytest.mark.rule("NU-23.63")
def test_against_two_barons_both_must_be_beaten() -> None:
    scene = Solo(2).gives("B", vp=50).gives("C", vp=90)
    scene.s.milestone = tuple([T.milestones.index(name) for name in ("m4", "m1", "m3", "m2")])
    for vp, place in ((10, 3), (80, 2), (200, 1)):
        scene.s.vp[0] = vp
        end = outcome(T, scene.s)
        assert end.places == (place,) and [a.name for a in end.automata] == ["name.baron.1", "name.baron.2"]


def test_a_whole_match_ends_with_the_scores_of_all() -> None:
    match, rng = mh.new_match("nucleum", 1, seed=8, options={"barons": 2}), random.Random(8)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    end = match.outcome
    assert end is not None and end.reason == "end.barons_recharged" and len(end.automata) == 2
    told = [event.args for event in match.events() if event.kind == "final_score"]
    assert told == [(0, end.scores[0]), *((b, a.score) for b, a in enumerate(end.automata, 1))]
