"""Chapter 5: scheme cards in general."""

from __future__ import annotations

import pytest

from machinehall.titles.promethium.components.types import Scheme
from promethium.scene import FULL, TITLE, Scene, T, fair


@pytest.mark.rule("PR-5.1", "A-04")
def test_eleven_different_cards_each_once() -> None:
    cards = T.pack.rows("schemes", Scheme)
    assert len(cards) == len({card.id for card in cards}) == 11
    assert all(card.copies_per_player == 1 for card in cards)
    for order in ("AB", "ABC", "ABCD"):
        scene = Scene.opening(order)
        assert all(scene.of(letter).pile == {card.id for card in cards} for letter in order)


@pytest.mark.rule("PR-5.2")
def test_a_card_is_paid_takes_effect_and_is_discarded_face_up() -> None:
    scene = Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage planning", influence=3).bidding()
    scene.play("Y play sabotage", "Y cell a1")
    assert scene.of("Y").influence == 2 and scene.of("Y").used == {"sabotage"} and scene.of("Y").hand == {"planning"}
    assert scene.cell("a1") == "-" and scene.seen("scheme_played") == [("Y", "sabotage", 1)]


@pytest.mark.rule("PR-5.2")
def test_what_makes_a_card_unplayable() -> None:
    scene = Scene("YGBR").laid(a1="T01").player("Y", hand="bribes espionage opportunism persuasion", influence=1)
    scene.token("1-west", "G5").token("1-east", "B5").bidding()
    assert scene.offered("play") == set()
    assert scene.refused("Y play bribes") == "PR-5.2"  # not enough PI
    assert scene.refused("Y play espionage") == "PR-5.2"  # a single tile cannot be swapped
    assert scene.refused("Y play sabotage") == "PR-5.2"  # not in hand
    assert scene.refused("Y play opportunism") == "PR-5.2"  # not at the fair
    assert scene.refused("Y play persuasion") == "PR-5.2"  # not without a purchase
    office = Scene("YGBR").player("Y", hand="sabotage subsidies cooperation opportunism", elements="coal").office("Y")
    assert office.offered("play") == set()
    assert office.refused("Y play sabotage") == "PR-5.2"  # not in the Design Office
    for card in ("subsidies", "cooperation", "opportunism"):  # nothing in the Stock or on the grid
        assert office.refused(f"Y play {card}") == "PR-5.2"


@pytest.mark.rule("PR-5.3")
def test_one_card_a_turn_beside_the_normal_turn() -> None:
    scene = Scene("YGBR").laid(a1="T01", b1="T02", c1="T29").player("Y", hand="sabotage espionage planning").bidding()
    scene.play("Y play sabotage", "Y cell a1")
    assert scene.acting == "Y" and scene.offered("play") == set()
    assert scene.refused("Y play espionage") == "PR-5.3"
    scene.play("Y line row-4", "Y bid 2")
    assert scene.acting == "G"  # no second window after the token


@pytest.mark.rule("PR-5.3", "PR-E-41", "A-17")
def test_a_renewed_targeting_is_a_new_turn() -> None:
    scene = fair("b2", "Y2 R6 - -").laid(a1="T01", b1="T02").player("Y", hand="sabotage espionage").purchase()
    scene.play("Y play sabotage", "Y cell b1")
    assert scene.refused("Y play espionage") == "PR-5.3"
    scene.play("Y target b2", "R buy", "R stock copper")
    assert scene.acting == "Y" and scene.offered("play") == {"espionage"}


@pytest.mark.rule("PR-5.3")
def test_the_limit_counts_cards_at_purchases_too() -> None:
    scene = fair("b2", "Y6 - - -").laid(a1="T01").player("Y", hand="sabotage persuasion").purchase()
    scene.play("Y play sabotage", "Y cell a1", "Y target b2")
    assert scene.offered("stock") == {"germany", "engineer", "copper"}  # Persuasion would be a second card


@pytest.mark.rule("PR-5.4", "A-18")
def test_the_windows_of_a_placement_turn() -> None:
    def fresh() -> Scene:
        return Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage").bidding()

    before = fresh()
    assert before.offered("play") == {"sabotage"}
    between = fresh().play("Y line row-1")
    assert between.offered("play") == set() and between.refused("Y play sabotage") == "PR-4.4"
    after = between.play("Y bid 3")
    assert after.acting == "Y" and after.legal() == {"skip", "play sabotage"}
    after.play("Y play sabotage", "Y cell a1")
    assert after.acting == "G" and after.cell("a1") == "-"


@pytest.mark.rule("PR-5.4", "A-18")
def test_the_windows_of_a_purchase_turn() -> None:
    scene = fair("b2", "Y4 R5 - -").laid(a1="T01").player("Y", hand="sabotage", lobby=1).purchase()
    assert scene.offered("play") == {"sabotage"}
    scene.play("Y target b2")
    assert scene.legal() == {"skip", "play sabotage"}  # after the reveal, before the lobby decision
    scene.play("Y play sabotage", "Y cell a1")
    assert scene.legal() == {"lobby", "no-lobby"} and scene.refused("Y play sabotage") == "PR-5.3"


@pytest.mark.rule("PR-5.4")
@pytest.mark.parametrize("card", ["sabotage", "espionage", "patent_filing"])
def test_after_the_reveal_the_targeted_tile_is_out_of_reach(card: str) -> None:
    scene = fair("b2", "Y4 R5 - -").laid(a1="T01").player("Y", hand=card).purchase()
    early = scene.fork().play(f"Y play {card}")
    assert "b2" in early.offered("cell")
    scene.play("Y target b2", f"Y play {card}")
    assert scene.offered("cell") == {"a1", "d4"} and scene.refused("Y cell b2") == "PR-5.4"


@pytest.mark.rule("PR-5.4", "PR-1.7")
def test_a_window_opens_whenever_the_others_must_reckon_with_a_card() -> None:
    scene = Scene("YGBR").laid(a1="T01").player("Y", hand="subsidies").bidding().play("Y line row-1", "Y bid 3")
    assert scene.acting == "Y" and scene.legal() == {"skip"}  # asked although nothing can be played
    empty = Scene("YGBR").laid(a1="T01").bidding().play("Y line row-1", "Y bid 3")
    assert empty.acting == "G"  # without a hand there is nothing to hide


@pytest.mark.rule("PR-5.4", "PR-4.18", "PR-4.8")
def test_a_player_without_a_target_may_still_play_a_card() -> None:
    scene = Scene("YGBR").laid(a1="T01", b1="T02").token("4-west", "Y3").token("1-west", "G5").token("1-east", "B5")
    scene.player("Y", hand="bribes").purchase()
    assert scene.acting == "Y" and scene.legal() == {"skip", "play bribes"}
    skipped = scene.fork().play("Y skip")
    assert skipped.seen("marker_forfeited") == [("Y",)] and skipped.acting == "G"
    scene.play("Y play bribes", "Y end 4-west", "Y end 1-west")
    assert scene.acting == "Y" and scene.legal() == {"target a1", "target b1"}


@pytest.mark.rule("PR-5.5", "PR-E-45")
def test_in_the_design_office_a_card_is_the_action() -> None:
    scene = Scene("YGBR").player("Y", hand="black_market", influence=4).office("Y")
    scene.play("Y play black_market", "Y amount 1")
    assert scene.of("Y").influence == 2 and scene.of("Y").promethium == 1 and scene.acting == "G"


@pytest.mark.rule("PR-E-45", "PR-12.11")
def test_planning_is_an_extra_in_the_fair_and_the_whole_turn_in_the_office() -> None:
    plan = ["Y play planning", "* project sea-1", "* project air-1", "* project gas-1", "Y keep air-1", "Y top sea-1"]
    extra = Scene("YGBR").player("Y", hand="planning").bidding().play(*plan)
    assert extra.acting == "Y" and "line row-1" in extra.legal()
    turn = Scene("YGBR").player("Y", hand="planning").office("Y").play(*plan)
    assert turn.acting == "G"


@pytest.mark.rule("PR-5.6", "PR-EX-32", "PR-7.3", "PR-12.10")
def test_the_discount() -> None:
    cheap = Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage", improvements="scheme_discount", influence=0)
    cheap.bidding().play("Y play sabotage", "Y cell a1")
    assert cheap.of("Y").influence == 0 and cheap.cell("a1") == "-"
    dear = Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage", influence=0)
    assert dear.player("G", improvements="scheme_discount").bidding().refused("Y play sabotage") == "PR-5.2"
    theft = fair("b2", "Y6 - - -").player("R", hand="industrial_theft", improvements="scheme_discount", influence=2)
    theft.purchase().play("Y target b2", "R steal copper")
    assert theft.of("R").influence == 0
    market = Scene("YGBR").player("Y", hand="black_market", improvements="scheme_discount", influence=3).office("Y")
    one = market.fork().play("Y play black_market", "Y amount 1")
    assert (one.of("Y").influence, one.of("Y").promethium) == (2, 1)
    two = market.fork().play("Y play black_market", "Y amount 2")
    assert (two.of("Y").influence, two.of("Y").promethium) == (0, 2)


@pytest.mark.rule("PR-5.6")
def test_every_cost_is_reduced_by_one() -> None:
    costs = {"planning": (1, 0), "espionage": (1, 0), "patent_filing": (2, 1), "bribes": (2, 1)}
    for card, (full, less) in costs.items():
        for improvements, price in (("", full), ("scheme_discount", less)):
            scene = Scene("YGBR").laid(a1="T01", b1="T02").token("1-west", "G5").token("1-east", "B5")
            scene.player("Y", hand=card, influence=price, improvements=improvements).bidding()
            assert scene.offered("play") == {card}
            poor = scene.fork()
            poor.s.influence[scene.seat("Y")] = price - 1
            assert price == 0 or poor.offered("play") == set()


@pytest.mark.rule("PR-5.7")
def test_used_cards_stay_on_the_discard_pile_while_the_draw_pile_lasts() -> None:
    scene = Scene("YGBR").player("Y", used="sabotage bribes", hand="planning").round_over()
    scene.play("Y done")
    for card in ("espionage", "persuasion", "opportunism", "subsidies"):
        scene.play(f"* deal {card}")
    assert scene.of("Y").used == {"sabotage", "bribes"} and len(scene.of("Y").hand) == 5


@pytest.mark.rule("PR-5.3", "PR-5.4")
@pytest.mark.parametrize("letter", list("YGBR"))
def test_the_limit_is_lifted_with_every_placement_turn(letter: str) -> None:
    track = letter * 2 + FULL.replace(letter, "")
    scene = Scene("YGBR").laid(a1="T01", b1="T02", c1="T29").player(letter, hand="sabotage espionage").on_track(track)
    scene.bidding().play(f"{letter} play sabotage", f"{letter} cell a1", f"{letter} line row-4", f"{letter} bid 3")
    assert scene.acting == letter and scene.offered("play") == {"espionage"}


@pytest.mark.rule("PR-5.2", "PR-5.4")
def test_no_window_when_no_card_could_be_paid_or_used() -> None:
    poor = Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage", influence=0).bidding()
    assert poor.play("Y line row-1", "Y bid 3").acting == "G"
    useless = Scene("YGBR").player("Y", hand="sabotage", used="planning").bidding()
    assert useless.play("Y line row-1", "Y bid 3").acting == "G"  # no tile, one token, no Planning left


@pytest.mark.rule("PR-1.7")
def test_a_card_is_hidden_until_it_is_played() -> None:
    """While its arguments are being chosen, the others see only the decision in which it was taken up."""

    def seen(scene: Scene) -> list[str]:
        return [TITLE.view(scene.s, scene.seat(letter))["stack"][-1][0] for letter in "YG"]

    line = Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage").bidding().play("Y play sabotage")
    assert seen(line) == ["sabotage", "line"]
    window = Scene("YGBR").laid(a1="T01").player("Y", hand="sabotage").bidding()
    assert seen(window.play("Y line row-1", "Y bid 3", "Y play sabotage")) == ["sabotage", "window"]
    target = fair("b2", "Y6 - - -").player("Y", hand="sabotage").purchase().play("Y play sabotage")
    assert seen(target) == ["sabotage", "target"]
    office = Scene("YGBR").player("Y", hand="black_market").office("Y").play("Y play black_market")
    assert seen(office) == ["black_market", "turn"]
    project = Scene("YGBR").player("Y", private="air-1", tiles="T35").office("Y").play("Y realise air-1")
    assert seen(project) == ["tiles", "turn"]
