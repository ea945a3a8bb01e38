"""Chapter 7: activation and improvements."""

from __future__ import annotations

import pytest

from machinehall.titles.promethium.components.types import Improvement, Project
from promethium.scene import Scene, T, fair


@pytest.mark.rule("PR-7.1")
def test_a_card_takes_exactly_its_level_at_once() -> None:
    scene = Scene("YGBR").player("Y", realised="sea-1 sea-2 sea-3", promethium=2).office("Y")
    assert scene.offered("activate") == {"sea-1", "sea-2"} and scene.refused("Y activate sea-3") == "PR-7.1"
    assert scene.refused("Y activate air-1") == "PR-7.1"
    scene.play("Y activate sea-2")
    assert scene.of("Y").promethium == 0 and scene.of("Y").active == {"sea-2"}
    assert scene.refused("Y activate sea-2") == "PR-7.1"


@pytest.mark.rule("PR-7.1", "A-25")
def test_cards_are_activated_before_or_after_the_action() -> None:
    scene = Scene("YGBR").player("Y", realised="sea-1 air-1", promethium=1, hand="black_market", influence=4)
    scene.office("Y").play("Y activate sea-1", "Y play black_market", "Y amount 2")
    assert scene.acting == "Y" and scene.legal() == {"activate air-1", "done"}
    assert scene.fork().play("Y done").acting == "G"
    scene.play("Y activate air-1")
    assert scene.of("Y").active == {"sea-1", "air-1"} and scene.of("Y").promethium == 1 and scene.acting == "G"


@pytest.mark.rule("PR-7.1", "A-25")
def test_nobody_activates_out_of_turn() -> None:
    scene = Scene("YG").player("G", realised="sea-1", promethium=1).office("Y")
    assert scene.acting == "Y" and scene.refused("Y activate sea-1") == "PR-7.1"
    assert scene.refused("G activate sea-1") == "PR-7.1"
    assert scene.reason("G activate sea-1") == "refuse.activate.own_turn"
    assert scene.reason("G activate sea-2") == "refuse.project.hidden" and scene.refused("G pass") == "MH-1.1"
    fairs = fair("b2", "Y6 - - -").player("Y", realised="sea-1", promethium=1).purchase()
    assert fairs.refused("Y activate sea-1") == "PR-4.8"


def rivals(**options: int) -> Scene:
    """Y realises a card of the family of which B and G hold one with the promethium for it."""
    scene = Scene("YGBR", options=options).shown("air-1").player("Y", tiles="T35", promethium=1)
    scene.player("B", realised="air-2 sea-1", promethium=3).player("G", realised="air-3", promethium=3)
    return scene.player("R", realised="sea-2", promethium=2).office("Y").play("Y realise air-1", "Y use T35")


@pytest.mark.rule("PR-7.1", "A-25")
def test_who_waits_can_be_overtaken() -> None:
    scene = rivals()
    assert scene.acting == "Y" and scene.refused("B activate air-2") == "PR-7.1"
    assert scene.play("Y activate air-1").of("Y").improvements == {"expedition_plus_one"}


@pytest.mark.rule("PR-7.1", "PR-7.2", "A-25")
def test_with_the_switch_holders_of_the_same_family_come_first_in_the_order_of_the_table() -> None:
    scene = rivals(activation_any_time=1)
    assert scene.acting == "G" and scene.legal() == {"activate air-3", "done"}
    scene.play("G done")
    assert scene.acting == "B" and scene.legal() == {"activate air-2", "done"}
    assert scene.refused("B activate sea-1") == "A-25" and scene.refused("B activate air-3") == "PR-7.1"
    kept = scene.fork().play("B done")
    assert kept.acting == "Y" and kept.play("Y activate air-1").of("Y").improvements == {"expedition_plus_one"}
    scene.play("B activate air-2")
    assert scene.of("B").improvements == {"expedition_plus_one"} and scene.of("B").promethium == 1
    assert scene.acting == "Y" and scene.legal() == {"activate air-1", "done"}
    assert scene.play("Y activate air-1").of("Y").improvements == set()


@pytest.mark.rule("A-25")
def test_the_switch_asks_nobody_when_the_improvement_is_taken() -> None:
    scene = rivals(activation_any_time=1).play("G activate air-3")
    assert scene.acting == "Y" and scene.of("G").improvements == {"expedition_plus_one"}  # B is not asked any more
    alone = Scene("YG", options={"activation_any_time": 1}).shown("air-1").player("Y", tiles="T35", promethium=1)
    alone.player("G", realised="sea-1", promethium=1).office("Y").play("Y realise air-1", "Y use T35")
    assert alone.acting == "Y"


@pytest.mark.rule("PR-7.1")
def test_a_project_just_realised_can_be_activated_after_the_action() -> None:
    scene = Scene("YGBR").shown("air-1").player("Y", tiles="T35", promethium=1).office("Y")
    scene.play("Y realise air-1", "Y use T35", "Y activate air-1")
    assert scene.of("Y").active == {"air-1"} and scene.of("Y").improvements == {"expedition_plus_one"}


@pytest.mark.rule("PR-7.2", "PR-E-31", "PR-E-32")
def test_the_first_to_activate_in_a_family_takes_its_improvement() -> None:
    scene = Scene("YG").player("Y", realised="workshop-1", elements="machinist*2", influence=0, promethium=1)
    scene.player("G", realised="workshop-2", promethium=2).office("G")
    assert scene.of("Y").improvements == scene.of("G").improvements == set()  # realised, not activated
    scene.play("G activate workshop-2", "G pass")
    assert scene.of("G").improvements == {"machinist_plus_one"} and scene.of("G").money == 15
    scene.play("Y activate workshop-1")
    assert scene.seen("improvement_gained") == [] and scene.of("Y").improvements == set()
    scene.play("Y machinist 1")
    assert scene.of("Y").influence == 2  # only the holder benefits


@pytest.mark.rule("PR-7.2", "PR-E-31")
def test_an_improvement_works_from_that_instant() -> None:
    scene = Scene("YG").player("Y", realised="workshop-1", elements="machinist", influence=0, promethium=1).office("Y")
    scene.play("Y activate workshop-1", "Y machinist 1")
    assert scene.of("Y").influence == 3


@pytest.mark.rule("PR-7.2")
def test_an_improvement_lasts() -> None:
    scene = Scene("YG", number=1).player("Y", active="workshop-1", improvements="machinist_plus_one").exposition()
    assert scene.of("Y").valued == {"workshop-1"} and scene.of("Y").improvements == {"machinist_plus_one"}


@pytest.mark.rule("PR-7.3", "PR-1.6", "A-02")
def test_thirteen_improvements_one_for_each_family() -> None:
    tokens = T.pack.rows("improvements", Improvement)
    labs = {"lab_coal", "lab_copper", "lab_iron", "lab_aluminium"}
    assert len(tokens) == 13 and labs < {token.id for token in tokens}
    assert all(token.copies == 1 for token in tokens)
    families = {card.family: card.improvement for card in T.pack.rows("projects", Project)}
    assert sorted(families.values()) == sorted(token.id for token in tokens)


@pytest.mark.rule("PR-7.4")
def test_others_do_not_benefit() -> None:
    every = " ".join(T.improvement_ids)
    scene = Scene("YGBR").player("G", improvements=every).stocked("coal*3").player("Y", influence=3)
    scene.player("Y", elements="machinist engineer chemist coal*3 france usa", tiles="T34", lobby=0).office("Y")
    assert scene.offered("chemist") == set() and "expedition no-mineral france+usa" not in scene.legal()
    assert scene.fork().play("Y machinist 1").of("Y").influence == 5
    assert scene.fork().play("Y patent T34").of("Y").promethium == 3
    assert scene.fork().play("Y engineer 1", "Y take coal").acting == "G"
    trip = scene.fork().play("Y expedition coal france+usa")
    assert (trip.of("Y").promethium, trip.of("Y").influence) == (1, 2)
    buyer = fair("b2", "Y6 - - -").player("G", improvements="lobby_on_purchase").purchase()
    assert buyer.play("Y target b2", "Y stock copper").of("Y").lobby == 0


@pytest.mark.rule("PR-7.4", "PR-7.6")
def test_improvements_of_one_player_add_up() -> None:
    scene = Scene("YGBR").player("Y", elements="chemist coal copper iron", improvements="lab_coal lab_copper")
    scene.office("Y")
    assert scene.offered("chemist") == {"coal*1+copper*1+iron*1"}  # 4 + 5 + 4


@pytest.mark.rule("PR-7.6")
@pytest.mark.parametrize(
    ("lab", "content"),
    [("coal", [4, 3, 4, 6]), ("copper", [2, 5, 4, 6]), ("iron", [2, 3, 6, 6]), ("aluminium", [2, 3, 4, 8])],
)
def test_a_laboratory_concerns_one_mineral(lab: str, content: list[int]) -> None:
    scene = Scene("YGBR").player("Y", improvements=f"lab_{lab}", elements="chemist coal*8 copper*8 iron*8 aluminium*8")
    scene.office("Y")
    for mineral, each in zip(("coal", "copper", "iron", "aluminium"), content, strict=True):
        assert f"chemist {mineral}*{-(-12 // each)}" in scene.legal()


@pytest.mark.rule("PR-7.5", "PR-8.3")
def test_halved_corruption_works_on_cards_realised_before() -> None:
    scene = Scene("YG").player("Y", realised="building-1", active="sea-3:2", promethium=1).office("Y")
    scene.play("Y activate building-1", "Y pass", "G pass")
    assert ("Y", "sea-3", 24) in scene.seen("project_valued") and scene.of("Y").money == 15 + 24 + 7
