"""Refusals that name the true reason, and stories that cite the rule by which a Baron gains."""

from __future__ import annotations

import pytest

from machinehall.kernel.wording import Sentence
from machinehall.titles.nucleum.action_frames import Level
from machinehall.titles.nucleum.baron_lookup import reason
from machinehall.titles.nucleum.frames import Played
from machinehall.words import ENGLISH, say
from machinehall.words.titles import wording
from nucleum.baron_scene import OBSTACLE, Solo
from nucleum.scene import TITLE, Scene

SPEECH = wording(TITLE, say(ENGLISH), seats=1)


def told(scene: Scene, text: str) -> tuple[str, str, str]:
    """Rule, message and sentence of a refusal."""
    found = scene.refused(text)
    return found.rule, found.message, SPEECH.refusal(found)


@pytest.mark.rule("NU-8.9", "NU-E27")
def test_a_contract_on_the_turn_of_another() -> None:
    """Red does not lay anything: it is Blue's turn."""
    scene = Scene("RB", boards="ba").gives("R", achievement=6).gives("B", workers=3).slot("R", 1, "c07")
    scene.rail("R", "leipzig-riesa.1", "b-2").turn("B").play("B rail a-2", "B lay leipzig-riesa.2 plain")
    assert scene.asked == ("R", "matched")
    assert told(scene, "R fulfil c07")[:2] == ("NU-8.9", "refuse.fulfil.not_your_turn")


@pytest.mark.rule("NU-8.8", "NU-8.7")
def test_a_matched_action_of_an_own_neighbour_has_to_wait() -> None:
    scene = Scene("RBY", boards="dabc").gives("R", thaler=9, workers=3).tech("R", "d7").pool("R", "b08", "b10", "a27")
    scene.rail("R", "leipzig-riesa.1", "b08").rail("R", "leipzig-riesa.3", "b10").turn("R")
    scene.play("R rail a27", "R lay leipzig-riesa.2 plain")
    rule, message, sentence = told(scene, "R match leipzig-riesa.3 first")
    assert (rule, message) == ("NU-8.8", "refuse.match.waits") and "has to wait" in sentence
    assert told(scene, "R match leipzig-riesa.3 second")[1] == "refuse.match.not_matched"
    scene.play("R done")
    assert "leipzig-riesa.3 first" in scene.legal("match")


@pytest.mark.rule("NU-7.4", "NU-8.14", "NU-13.8")
def test_a_contract_after_a_rail_that_a_technology_brings() -> None:
    """D5 lays a rail in the middle of a tile's turn: the contract waits until the matched actions are done."""
    scene = Scene("RB", boards="da").market("b03", "b05", "b06", "b07", "b11").gives("R", thaler=9, workers=3)
    scene.slot("R", 1, "c07").slot("R", 2, "c27").gives("R", achievement=6).violet("c37", "c41", "c48")
    scene.turn("R").play("R play d-1")
    tile = scene.s.stack.pop()
    scene.s.stack += [("tile", -2, Played(0, *tile[2])), ("technology", 0, Level(2))]
    scene.play("R unlock d5", "R buy b03", "* draw-tile b19")
    assert scene.asked == ("R", "lay")
    scene.play("R lay dresden-bautzen.1 plain")
    assert scene.asked == ("R", "matched") and not scene.legal("fulfil")
    rule, message, sentence = told(scene, "R fulfil c07")
    assert (rule, message) == ("NU-7.4", "refuse.fulfil.after_matched") and "this turn" in sentence
    assert told(scene, "R fulfil c27")[:2] == ("NU-7.5", "refuse.fulfil.condition")
    scene.play("R done")
    assert scene.legal("fulfil") == ["c07"]
    rail = Scene("RB").gives("R", workers=3, achievement=6).slot("R", 1, "c07").turn("R")
    rail.play("R rail a-2", "R lay dresden-bautzen.1 plain")
    assert told(rail, "R fulfil c07")[:2] == ("NU-8.14", "refuse.fulfil.rail_turn")


@pytest.mark.rule("NU-21.4", "NU-E42")
def test_the_other_slot_of_b4() -> None:
    scene = Scene("RB", boards="ba").tech("R", "b4").ask("R", "other_slot", 0)
    assert told(scene, "R slot slot-1")[:2] == ("NU-21.4", "refuse.slot.same")
    assert scene.legal("slot") == ["slot-2", "slot-3", "slot-4"]


@pytest.mark.rule("NU-10.2")
def test_a_price_without_thalers_names_none() -> None:
    scene = Scene("RBY").gives("R", workers=1, thaler=4).mine("R", 1, "bruex-m1").built("R", "factory-1", "praha-u3")
    scene.turbine("R", 1, "zittau-t1").gives("R", workers=1).turn("R").play("R play a-3")
    rule, message, sentence = told(scene, "R act second")
    assert (rule, message) == ("NU-10.2", "refuse.workers.alone")
    assert sentence == "That costs 2 workers. You have 1 worker and 0 uranium (each can become a worker)."


def story(scene: Solo) -> list[Sentence]:
    return SPEECH.story(scene.events)


@pytest.mark.rule("NU-23.55", "NU-23.4")
def test_the_obstacle_of_a_recharge_cites_the_recharge() -> None:
    scene = Solo().queue("B", OBSTACLE, "b-1", "b-2").does("recharge", reason("obstacle"), 0)
    assert scene.told("obstacle_laid") == [(1,)]
    assert story(scene)[-1].rule == "NU-23.55"
    state = TITLE.start(1, {"barons": 1})
    events = []
    while TITLE.to_act(state):
        events += TITLE.apply(state, TITLE.to_act(state)[0], TITLE.legal(state)[0])
        if any(event.kind == "obstacle_laid" for event in events):
            break
    lines = SPEECH.story(events)
    assert lines[[event.kind for event in events].index("obstacle_laid")].rule == "NU-23.4"


@pytest.mark.rule("NU-24.8")
def test_the_points_of_a_pair_cite_their_rule() -> None:
    scene = Solo(options={"frederik_8": 1}).mine("B", 1, "bruex-m2").link("B", "zittau-aussig").logic("l02")
    assert scene.does("industrialize").told("pair_completed")
    assert [str(line) for line in story(scene) if line.rule == "NU-24.8"] == ["Baron gains 5 VP. [NU-24.8]"]
