"""Chapter 9: end of round."""

from __future__ import annotations

import random

import pytest

from promethium.pieces import TITLE
from promethium.scene import Scene, T

EIGHT = "sea-1 - sea-3 air-1 - air-3 rail-1 rail-2"


def hands(scene: Scene, order: str) -> Scene:
    """Everybody holds five cards already, so that nothing is dealt."""
    for letter in order:
        scene.player(letter, hand=" ".join(T.schemes[:5]))
    return scene


def all_done(scene: Scene, order: str) -> Scene:
    return scene.play(*(f"{letter} done" for letter in order))


@pytest.mark.rule("PR-9.1", "PR-1.1")
def test_three_rounds() -> None:
    for number, over in ((1, False), (2, False), (3, True)):
        scene = Scene("YG", number=number).round_over()
        assert (scene.acting == "") == over and (TITLE.outcome(scene.s) is not None) == over


@pytest.mark.rule("PR-EX-43", "PR-9.2", "PR-6.3", "PR-E-34")
def test_influence() -> None:
    scene = Scene("YGB").player("Y", influence=5).player("G", influence=2).player("B", influence=0).round_over()
    assert [scene.of(letter).influence for letter in "YGB"] == [9, 8, 6]


@pytest.mark.rule("PR-9.3", "A-52")
def test_up_to_three_cards_may_be_discarded_by_all_at_once() -> None:
    scene = hands(Scene("YGB"), "YGB").round_over()
    assert set(scene.acting) == set("YGB")
    assert scene.legal("G") == {"done"} | {f"discard {name}" for name in T.schemes[:5]}
    assert scene.refused("G discard planning") == "PR-9.3"
    scene.play("B discard sabotage", "Y done", "B discard bribes", "G discard patent_filing", "B discard espionage")
    assert scene.legal("B") == {"done"} and scene.refused("B discard industrial_theft") == "PR-9.3"  # three are enough
    scene.play("B done")
    assert scene.acting == "G" and scene.of("B").used == set()  # nothing is open yet
    view = TITLE.view(scene.s, scene.seat("G"))
    assert view["aside"][scene.seat("B")] is None and view["hand"][scene.seat("B")] == 5
    scene.play("G done")
    assert scene.of("B").used == {"sabotage", "bribes", "espionage"} and scene.of("Y").used == set()
    assert scene.of("G").used == {"patent_filing"}


@pytest.mark.rule("PR-9.3")
def test_a_small_hand_is_soon_discarded() -> None:
    scene = Scene("YG").player("Y", hand="sabotage").round_over()
    assert scene.acting == "Y"  # G has no card to discard
    scene.play("Y discard sabotage")
    assert scene.legal("Y") == {"done"}
    scene.play("Y done")
    assert scene.acting == "*" and scene.of("Y").used == {"sabotage"}


@pytest.mark.rule("PR-EX-42", "PR-9.4", "PR-5.7")
def test_the_hand_is_refilled() -> None:
    scene = hands(Scene("YG"), "G").player("Y", hand=" ".join(T.schemes[:3]), used=" ".join(T.schemes[6:])).round_over()
    assert (len(scene.of("Y").hand), len(scene.of("Y").pile), len(scene.of("Y").used)) == (3, 3, 5)
    scene.play("Y discard patent_filing", "Y discard sabotage", "Y done", "G done")
    assert scene.of("Y").hand == {"espionage"} and len(scene.of("Y").used) == 7
    for card in T.schemes[3:6]:
        scene.play(f"* deal {card}")
    assert scene.seen("pile_reshuffled") == [("Y",)]
    assert len(scene.offered("deal")) == 7 and "patent_filing" in scene.offered("deal")
    scene.play("* deal sabotage")
    y = scene.of("Y")
    assert (len(y.hand), len(y.pile), len(y.used)) == (5, 6, 0) and "sabotage" in y.hand


@pytest.mark.rule("PR-9.5", "PR-3.1")
def test_the_first_player_pawn_moves_left() -> None:
    scene = hands(Scene("YGBR"), "YGBR").round_over()
    all_done(scene, "YGBR")
    TITLE.deal(scene.s, random.Random(1))
    assert scene.s.first == scene.seat("G") and scene.track == "GBRYYRBG" and scene.acting == "G"
    assert scene.s.round == 2 and scene.s.phase == 1


@pytest.mark.rule("PR-9.6")
def test_empty_places_are_filled_in_reading_order_verso_up() -> None:
    scene = hands(Scene("YGB"), "YGB").laid(a1="T01", c1="T02").down(b2="coal").round_over()
    all_done(scene, "YGB")
    order = []
    while scene.offered("back"):
        before = [scene.cell(name) for name in T.cells]
        back = sorted(scene.offered("back"))[0]
        scene.play(f"* back {back}")
        (place,) = [name for name, old in zip(T.cells, before, strict=True) if scene.cell(name) != old]
        assert scene.cell(place) == f"?{back}"
        order.append(place)
    assert order == ["b1", "a2", "c2", "a3", "b3", "c3"]
    assert (scene.cell("a1"), scene.cell("b2"), scene.cell("c1")) == ("T01", "?coal", "T02")


@pytest.mark.rule("PR-9.6", "PR-E-02")
def test_backs_come_by_the_number_of_unseen_tiles() -> None:
    scene = hands(Scene("YGB"), "YGB").down(b2="coal").round_over()
    all_done(scene, "YGB")
    weights = {TITLE.text(a): w for a, w in TITLE.chance(scene.s)}
    assert weights["back coal"] == 1 and weights["back usa"] == 4  # of T12, T41 one lies there already
    assert sum(weights.values()) == 31


@pytest.mark.rule("PR-9.6", "A-28")
@pytest.mark.parametrize(("lying", "next_one"), [("copper", "france"), ("france", "copper")])
def test_places_stay_empty_when_the_pile_runs_out(lying: str, next_one: str) -> None:
    """Two tiles are left, T01 and T02: one lies face down, the other is the pile."""
    scene = hands(Scene("YGB"), "YGB")
    scene.s.gone, scene.s.unseen = scene.s.unseen & ~0b11, scene.s.unseen & 0b11
    all_done(scene.down(c3=lying).round_over(), "YGB")
    assert scene.legal() == {f"back {next_one}"}
    scene.play(f"* back {next_one}")
    assert scene.cell("a1") == f"?{next_one}" and scene.cell("b1") == "-" and scene.offered("back") == set()


@pytest.mark.rule("PR-EX-34", "PR-9.7", "PR-E-35", "A-44")
def test_the_display_moves_on() -> None:
    scene = hands(Scene("YGB"), "YGB").shown(EIGHT)
    scene.s.gone, scene.s.unseen = scene.s.unseen, 0
    all_done(scene.round_over(), "YGB")
    assert scene.seen("project_left") == [("sea-1",)]
    assert scene.display == ["sea-3", "air-1", "air-3", "rail-1", "rail-2", "-", "-", "-"]
    scene.play("* project office-1", "* project gas-2", "* project light-3")
    assert scene.display[5:] == ["office-1", "gas-2", "light-3"]
    assert [T.projects[c] for c in range(36) if scene.s.discarded >> c & 1] == ["sea-1"]


@pytest.mark.rule("PR-9.7")
def test_the_restriction_of_the_set_up_is_not_applied_again() -> None:
    scene = hands(Scene("YGB"), "YGB")
    scene.s.gone, scene.s.unseen = scene.s.unseen, 0
    all_done(scene.round_over(), "YGB").play("* project office-1")
    assert scene.display[0] == "office-1"


@pytest.mark.rule("PR-9.7", "PR-12.11")
def test_cards_laid_on_top_of_the_deck_come_first() -> None:
    scene = hands(Scene("YGB"), "YGB").shown("- - sea-1 sea-2 sea-3 air-1 air-2")
    scene.s.gone, scene.s.unseen = scene.s.unseen, 0
    scene.s.deck_top, scene.s.deck_known = [scene._from_deck("gas-1"), scene._from_deck("gas-2")], [1, 1]
    all_done(scene.round_over(), "YGB")
    assert scene.display[5:7] == ["gas-1", "gas-2"] and scene.acting == "*"


@pytest.mark.rule("PR-12.2", "PR-E-02", "PR-9.6")
def test_the_gap_of_a_sabotaged_tile_is_filled_in_phase_4() -> None:
    scene = hands(Scene("YGB"), "YGB")
    scene.down(a1="usa", b1="usa", c1="usa", a2="usa", c2="france", a3="france", b3="coal", c3="coal")
    all_done(scene.round_over(), "YGB")
    scene.play("* back iron")
    assert scene.cell("b2") == "?iron" and scene.offered("back") == set()
