"""Chapter 8: the Universal Exposition."""

from __future__ import annotations

import pytest

from machinehall.kernel.plain_state import put
from machinehall.titles.promethium.rules.activation import card_income
from machinehall.titles.promethium.rules.exposition import lobby_bonus
from promethium.scene import Scene, T


@pytest.mark.rule("PR-8.1", "PR-E-31")
def test_in_turn_order_everybody_may_activate() -> None:
    scene = Scene("YGBR").player("G", realised="air-1", promethium=1).player("R", realised="sea-1 gas-1", promethium=2)
    scene.player("B", realised="sea-3", promethium=2).exposition()
    assert scene.acting == "G" and scene.legal() == {"activate air-1", "done"}
    scene.play("G activate air-1")
    assert scene.acting == "R"  # Y has no card, B too little promethium
    scene.play("R activate gas-1", "R done")
    assert scene.seen("improvement_gained") == [("R", "lab_coal")]
    assert scene.seen("project_valued") == [("R", "gas-1", 6), ("G", "air-1", 7)]
    assert scene.of("G").money == 22 and scene.of("R").money == 21 and scene.of("R").active == {"gas-1"}


@pytest.mark.rule("PR-8.2", "PR-8.4", "PR-E-37")
def test_every_activated_card_is_valued_and_the_others_wait() -> None:
    scene = Scene("YG").player("Y", active="sea-1 air-1", realised="sea-3:2").player("G", active="gas-1").exposition()
    assert scene.of("Y").money == 15 + 10 + 7 and scene.of("G").money == 15 + 6
    assert scene.of("Y").valued == {"sea-1", "air-1"} and scene.of("Y").realised["sea-3"] == 2


@pytest.mark.rule("PR-EX-19", "PR-8.3", "PR-7.2")
@pytest.mark.parametrize(("improvements", "income"), [("", 24), ("corruption_halved", 26)])
def test_the_submarine_valued(improvements: str, income: int) -> None:
    scene = Scene("YG").player("Y", realised="sea-3:1", promethium=3, improvements=improvements).exposition()
    scene.play("Y activate sea-3")
    y = scene.of("Y")
    assert scene.seen("improvement_gained") == [("Y", "engineer_plus_one")]
    assert scene.seen("project_valued") == [("Y", "sea-3", income)] and y.money == 15 + income
    assert y.promethium == 0 and y.realised == {"sea-3": 0} and y.valued == {"sea-3"}


@pytest.mark.rule("PR-8.3")
def test_a_card_never_scores_twice() -> None:
    scene = Scene("YG").player("Y", active="gas-1:1 road-1:1").player("G", active="building-2:2 steel-2:2").exposition()
    assert scene.of("Y").money == 15 + 2 + 2 and scene.of("G").money == 15 + 5 + 9
    scene.s.stack, scene.events = [], []
    scene.begin("exposition", phase=3)
    assert scene.seen("exposition_opened") == [()] and scene.seen("project_valued") == []
    assert scene.of("Y").money == 19 and scene.of("G").money == 29


@pytest.mark.rule("PR-8.3")
def test_income_is_at_least_zero() -> None:
    """No printed card can fall below 0, so the penalty is tried on a state with more cubes than a level allows."""
    scene = Scene("YG").player("Y", active="gas-1")
    scene.s.cubes = put(scene.s.cubes, T.projects.index("gas-1"), 2)
    assert card_income(T, scene.s, scene.seat("Y"), T.projects.index("gas-1")) == 0


@pytest.mark.rule("PR-EX-46", "PR-7.5", "PR-E-31")
def test_halved_corruption_gained_at_the_last_moment() -> None:
    scene = Scene("YG").player("Y", active="sea-3:1", realised="building-2:2", promethium=2).exposition()
    scene.play("Y activate building-2")
    assert scene.of("Y").money == 15 + 35
    assert scene.seen("project_valued") == [("Y", "sea-3", 26), ("Y", "building-2", 9)]


INCOMES = [
    ((24, 16, 16, 0), (2, 0, 0, 0)),
    ((20, 20, 8, 5), (1, 1, 0, 0)),
    ((20, 20, 20, 5), (1, 1, 1, 0)),
    ((12, 9, 0, 0), (2, 1, 0, 0)),
    ((12, 0, 0, 0), (2, 0, 0, 0)),
    ((0, 0, 0, 0), (0, 0, 0, 0)),
    ((14, 0), (2, 0)),
]


@pytest.mark.rule("PR-EX-35", "PR-8.5", "PR-8.6", "A-27")
@pytest.mark.parametrize(("incomes", "tokens"), INCOMES)
def test_the_lobby_bonus(incomes: tuple[int, ...], tokens: tuple[int, ...]) -> None:
    assert tuple(lobby_bonus(T, list(incomes))) == tokens


@pytest.mark.rule("PR-8.5", "A-45")
def test_only_card_income_counts_for_the_bonus() -> None:
    scene = Scene("YGB").player("Y", active="gas-1").player("G", active="air-1").player("B", money=90, promethium=5)
    scene.exposition()
    assert [scene.of(letter).lobby for letter in "YGB"] == [1, 2, 0]
    assert scene.seen("lobby_gained") == [("Y", 1), ("G", 2)]


@pytest.mark.rule("PR-8.5", "A-31")
@pytest.mark.parametrize(("limited", "tokens"), [(1, (1, 1)), (0, (1, 2))])
def test_the_bonus_with_a_small_supply(limited: int, tokens: tuple[int, int]) -> None:
    """Y comes first in turn order, G has the best income; ten of twelve tokens are out."""
    scene = Scene("YGBR", options={"lobby_supply_limited": limited}).player("B", lobby=10)
    scene.player("Y", active="gas-1").player("G", active="air-1").exposition()
    assert (scene.of("Y").lobby, scene.of("G").lobby) == tokens


@pytest.mark.rule("PR-8.7", "PR-E-36", "PR-9.1")
def test_the_bonus_is_given_in_the_last_round_but_phase_4_is_not_played() -> None:
    scene = Scene("YG", number=3).player("Y", active="gas-1", influence=1).exposition()
    assert scene.of("Y").lobby == 2 and scene.acting == ""
    assert scene.of("Y").influence == 1 and scene.s.round == 3
