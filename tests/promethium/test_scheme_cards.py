"""Chapter 12: the scheme cards one by one. Industrial Theft and Persuasion are in test_bought_tile."""

from __future__ import annotations

import pytest

from machinehall.kernel.plain_state import put
from promethium.scene import TITLE, Scene, T, fair


def filed(tokens: str = "G2 R6 R5 B4", **things: int) -> Scene:
    """G has reserved the tile on b2 and is active."""
    scene = fair("b2", tokens, track="GBRRBGY").bought("Y", 5).player("G", **things)
    scene.s.reserved = put(scene.s.reserved, scene.seat("G"), T.cells.index("b2"))
    return scene.purchase()


@pytest.mark.rule("PR-EX-29", "PR-12.1", "PR-E-20", "A-19")
def test_a_reserved_tile_is_bought_whatever_the_ranking() -> None:
    scene = filed().play("G target b2", "G stock copper")
    assert scene.of("G").lost == [2] and scene.of("G").money == 15 and "T35" in scene.of("G").tiles
    assert scene.around("b2") == "- R6 R5 B4"  # revealed and in place
    assert scene.track == "BRRBGY" and scene.acting == "B" and scene.of("G").reserved is None
    assert (scene.of("R").money, scene.of("B").money) == (15, 15)


@pytest.mark.rule("PR-EX-29", "PR-12.1", "PR-4.8")
def test_a_reserved_tile_cannot_be_targeted_by_others() -> None:
    scene = fair("b2", "G2 R6 R5 B4", track="RBBRGGYY")
    scene.s.reserved = put(scene.s.reserved, scene.seat("G"), T.cells.index("b2"))
    scene.purchase()
    assert scene.refused("R target b2") == "PR-12.1" and scene.legal() == {"target d4"}


@pytest.mark.rule("PR-12.1", "A-19")
def test_a_reserved_tile_costs_the_normal_price_and_needs_the_money() -> None:
    scene = filed("G5 G4 R6 B3", money=4).play("G target b2")
    assert scene.of("G").money == 0 and scene.of("G").lost == [5]
    poor = filed("G5 G4 R6 B3", money=3)
    assert poor.refused("G target b2") == "PR-12.1" and poor.legal() == {"target d4"}


@pytest.mark.rule("PR-12.1", "PR-E-21")
def test_a_reserved_tile_without_an_own_token_cannot_be_bought() -> None:
    scene = filed("R6 R5 B4 -")
    assert scene.refused("G target b2") == "PR-4.8"
    moved = fair("b2", "G4 R6 - -", track="RGBBGRYY").laid(c3="T01").player("R", hand="espionage")
    moved.s.reserved = put(moved.s.reserved, moved.seat("G"), T.cells.index("b2"))
    moved.token("c-north", "R5").purchase().play("R play espionage", "R cell b2", "R cell c3")
    assert moved.of("G").reserved == "c3" and moved.cell("c3") == "T35"
    moved.play("R target b2", "R stock coal")
    assert moved.acting == "G" and "target c3" not in moved.legal() and moved.refused("G target c3") == "PR-4.8"


@pytest.mark.rule("PR-12.1")
def test_patent_filing_reserves_an_unreserved_tile() -> None:
    scene = Scene("YGBR").down(a1="coal").laid(b1="T02").player("Y", hand="patent_filing").bidding()
    scene.s.reserved = put(scene.s.reserved, scene.seat("R"), T.cells.index("b1"))
    scene.play("Y play patent_filing")
    assert scene.offered("cell") == {"a1"} and scene.refused("Y cell b1") == "PR-12.1"
    assert scene.refused("Y cell c1") == "PR-5.2"
    scene.play("Y cell a1")
    assert scene.of("Y").reserved == "a1" and scene.of("Y").influence == 4 and scene.cell("a1") == "?coal"


@pytest.mark.rule("PR-12.1", "PR-12.2", "PR-E-22")
def test_sabotage_spares_what_others_have_reserved() -> None:
    scene = Scene("YGBR").laid(a1="T01", b1="T02", c1="T29").player("Y", hand="sabotage").bidding()
    scene.s.reserved = put(scene.s.reserved, scene.seat("R"), T.cells.index("b1"))
    scene.s.reserved = put(scene.s.reserved, scene.seat("Y"), T.cells.index("c1"))
    scene.play("Y play sabotage")
    assert scene.offered("cell") == {"a1", "c1"} and scene.refused("Y cell b1") == "PR-12.2"
    scene.play("Y cell c1")  # the own reserved tile: the meeple comes back
    assert scene.cell("c1") == "-" and scene.of("Y").reserved is None and "T29" in scene.gone


@pytest.mark.rule("PR-12.2", "PR-1.7")
def test_a_sabotaged_tile_leaves_the_game_and_the_gap_stays() -> None:
    scene = Scene("YGBR").down(a1="coal").player("Y", hand="sabotage").bidding()
    scene.play("Y play sabotage", "Y cell a1")
    assert scene.acting == "*" and scene.offered("tile") == {"T12", "T18", "T34", "T41"}  # discards are open
    scene.play("* tile T34")
    assert scene.gone == {"T34"} and scene.cell("a1") == "-" and scene.acting == "Y"
    scene.play("Y line row-1", "Y bid 3")
    assert scene.cell("a1") == "-"


@pytest.mark.rule("PR-EX-31", "PR-12.3")
def test_espionage() -> None:
    scene = Scene("YGBR").laid(a1="T01", b1="T02", c1="T29", d1="T35").down(a2="coal")
    scene.player("Y", hand="espionage").player("G", hand="espionage")
    scene.s.reserved = put(scene.s.reserved, scene.seat("B"), T.cells.index("d1"))
    scene.bidding().play("Y play espionage", "Y cell a1")
    assert scene.refused("Y cell a1") == "PR-12.3"
    scene.play("Y cell b1")
    assert (scene.cell("a1"), scene.cell("b1")) == ("T02", "T01")
    scene.play("Y line row-4", "Y bid 2", "G play espionage")
    assert scene.refused("G cell a1") == "PR-12.3" and scene.refused("G cell b1") == "PR-12.3"
    meeple = scene.fork().play("G cell c1", "G cell d1")
    assert meeple.of("B").reserved == "c1" and (meeple.cell("c1"), meeple.cell("d1")) == ("T35", "T29")
    side = scene.fork().play("G cell c1", "G cell a2")
    assert (side.cell("c1"), side.cell("a2")) == ("?coal", "T29")


@pytest.mark.rule("PR-12.3")
def test_tiles_may_be_swapped_again_in_a_later_round() -> None:
    scene = Scene("YGBR").laid(a1="T01", b1="T02").player("Y", hand="espionage").bidding()
    scene.play("Y play espionage", "Y cell a1", "Y cell b1")
    scene.s.stack, scene.s.track = [], []
    scene.begin("clean_up")
    assert scene.s.swapped == 0


@pytest.mark.rule("PR-EX-30", "PR-12.4", "PR-4.10")
def test_bribes_after_the_reveal() -> None:
    scene = fair("b2", "Y3 R5 G2 B4").token("1-west", "Y6").player("Y", influence=4, hand="bribes").purchase()
    scene.play("Y target b2", "Y play bribes", "Y end 2-east", "Y end 1-west")
    assert scene.seen("token_revealed")[-1] == ("2-east", "Y", 6)
    assert scene.of("Y").influence == 2 and scene.seen("tile_bought") == [("Y", "b2", 3, 6)]
    assert scene.of("Y").money == 12 and scene.end("1-west") == "R5" and scene.around("b2") == "Y3 - G2 B4"


@pytest.mark.rule("PR-12.4")
def test_bribes_swap_any_two_tokens_and_each_keeps_its_side() -> None:
    scene = Scene("YGBR").token("1-west", "G5", up=True).token("2-west", "B4").token("3-west", "B3")
    scene.player("Y", hand="bribes").bidding().play("Y play bribes")
    assert scene.offered("end") == {"1-west", "2-west", "3-west"} and scene.refused("Y end 4-west") == "PR-12.4"
    scene.play("Y end 1-west")
    assert scene.refused("Y end 1-west") == "PR-12.4"
    scene.play("Y end 2-west")
    assert (scene.end("1-west"), scene.end("2-west"), scene.end("3-west")) == ("(B4)", "G5", "(B3)")
    assert TITLE.view(scene.s, scene.seat("B"))["end_value"][0] == 4  # the owner still knows it
    assert TITLE.view(scene.s, scene.seat("Y"))["end_value"][0] is None


@pytest.mark.rule("PR-12.4", "PR-4.10")
def test_bribes_may_leave_the_active_player_without_a_bid() -> None:
    scene = fair("b2", "Y3 R5 - -").token("1-west", "B6").player("Y", hand="bribes").purchase()
    scene.play("Y target b2", "Y play bribes", "Y end 2-west", "Y end 1-west")
    assert scene.acting == "B" and scene.around("b2") == "B6 R5 - -"
    scene.play("B sell")
    assert scene.acting == "R"  # Y is no bidder any more
    scene.play("R decline")
    assert scene.acting == "Y" and "T35" in scene.gone


@pytest.mark.rule("PR-EX-47", "PR-12.7", "A-41")
def test_opportunism() -> None:
    scene = Scene("YGBR").down(a1="coal", b1="iron").player("Y", influence=3, hand="opportunism")
    scene.player("Y", improvements="lobby_on_purchase").shown("sea-1").office("Y")
    elements, tokens = list(scene.s.elements), scene.of("Y").tokens
    scene.play("Y play opportunism")
    assert scene.offered("cell") == {"a1", "b1"} and scene.refused("Y cell c1") == "PR-5.2"
    scene.play("Y cell a1", "* tile T12")
    assert scene.of("Y").influence == 0 and scene.of("Y").tiles == {"S-yellow": 0, "T12": 0}
    assert scene.s.elements == elements and scene.of("Y").tokens == tokens and scene.of("Y").lobby == 0
    assert scene.of("Y").money == 15 and scene.of("Y").bought == 0
    assert scene.cell("a1") == "-" and scene.acting == "G"


@pytest.mark.rule("PR-12.7")
def test_opportunism_is_not_limited_to_two_tiles() -> None:
    scene = Scene("YGBR").laid(a1="T01").bought("Y", 6, 5).player("Y", hand="opportunism").office("Y")
    scene.play("Y play opportunism", "Y cell a1")
    assert "T01" in scene.of("Y").tiles and scene.of("Y").bought == 2


@pytest.mark.rule("PR-12.8")
def test_subsidies() -> None:
    scene = Scene("YGBR").stocked("coal chemist").player("Y", hand="subsidies", influence=2).office("Y")
    scene.play("Y play subsidies")
    assert scene.legal() == {"take coal", "take chemist"} and scene.refused("Y take iron") == "PR-12.8"
    scene.play("Y take chemist")
    assert scene.of("Y").elements == {"chemist": 1} and scene.stock == {"coal": 1} and scene.of("Y").influence == 0


@pytest.mark.rule("PR-12.9", "PR-E-28", "PR-1.5")
def test_cooperation() -> None:
    scene = Scene("YGBR").stocked("france chemist").player("Y", hand="cooperation", elements="coal iron").office("Y")
    scene.play("Y play cooperation")
    assert scene.legal() == {"give coal", "give iron"} and scene.refused("Y give copper") == "PR-12.9"
    scene.play("Y give coal")
    assert scene.legal() == {"take france", "take chemist"} and scene.refused("Y take coal") == "PR-12.9"
    scene.play("Y take france", "Y take chemist")
    assert scene.of("Y").elements == {"iron": 1, "france": 1, "chemist": 1} and scene.stock == {"coal": 1}
    assert scene.of("Y").influence == 4 and scene.acting == "G"


@pytest.mark.rule("PR-12.9", "PR-6.14", "A-24")
def test_cooperation_with_a_small_stock() -> None:
    scene = Scene("YGBR").stocked("coal").player("Y", hand="cooperation", elements="coal").office("Y")
    scene.play("Y play cooperation", "Y give coal")
    assert scene.legal() == {"take coal"}  # one was there before
    scene.play("Y take coal")
    assert scene.of("Y").elements == {"coal": 1} and scene.stock == {"coal": 1} and scene.acting == "G"


@pytest.mark.rule("PR-12.10")
def test_black_market() -> None:
    scene = Scene("YGBR").player("Y", hand="black_market", influence=4).office("Y")
    one = scene.fork().play("Y play black_market", "Y amount 1")
    assert (one.of("Y").influence, one.of("Y").promethium) == (2, 1)
    two = scene.fork().play("Y play black_market", "Y amount 2")
    assert (two.of("Y").influence, two.of("Y").promethium) == (0, 2)
    poor = Scene("YGBR").player("Y", hand="black_market", influence=3).office("Y").play("Y play black_market")
    assert poor.legal() == {"amount 1"} and poor.refused("Y amount 2") == "PR-12.10"


@pytest.mark.rule("PR-EX-48", "PR-12.11", "PR-6.5")
def test_planning_and_realising() -> None:
    scene = Scene("YG").player("Y", hand="planning", tiles="T35").shown("rail-3").office("Y")
    scene.play("Y play planning", "* project sea-2", "* project air-1", "* project gas-2")
    assert scene.legal() == {"keep sea-2", "keep air-1", "keep gas-2"} and scene.refused("Y keep sea-1") == "PR-12.11"
    scene.play("Y keep air-1")
    assert scene.legal() == {"top sea-2", "top gas-2"} and scene.refused("Y top air-1") == "PR-12.11"
    scene.play("Y top gas-2")
    assert [T.projects[c] for c in scene.s.deck_top] == ["gas-2", "sea-2"]
    assert scene.of("Y").private == {"air-1"} and scene.of("Y").influence == 5
    assert scene.refused("G realise air-1") == "PR-6.5"  # only the owner
    scene.play("G pass", "Y realise air-1", "Y use T35")
    assert scene.of("Y").realised == {"air-1": 0} and scene.of("Y").private == set()
    assert scene.of("Y").influence == 4 and scene.display == ["rail-3"] + ["-"] * 7


@pytest.mark.rule("PR-12.11", "PR-1.7")
def test_what_planning_shows_is_seen_by_one_player() -> None:
    scene = Scene("YG").player("Y", hand="planning").office("Y")
    scene.play("Y play planning", "* project sea-2", "* project air-1", "* project gas-2")
    scene.play("Y keep air-1", "Y top gas-2")
    mine, theirs = (TITLE.view(scene.s, scene.seat(letter)) for letter in "YG")
    assert mine["deck_top"] == ["gas-2", "sea-2"] and theirs["deck_top"] == [None, None]
    seat = scene.seat("Y")
    assert mine["private"][seat] == ["air-1"] and theirs["private"][seat] == 1


@pytest.mark.rule("PR-12.11")
@pytest.mark.parametrize("left", [2, 1])
def test_planning_with_a_short_deck(left: int) -> None:
    scene = Scene("YG").player("Y", hand="planning")
    names = ["sea-2", "air-1"][:left]
    deck = sum(1 << T.projects.index(name) for name in names)
    scene.s.discarded, scene.s.deck = scene.s.deck & ~deck, deck
    scene.office("Y").play("Y play planning", *(f"* project {name}" for name in names))
    assert scene.offered("keep") == set(names)
    scene.play("Y keep sea-2")
    assert scene.acting == "G" and [T.projects[c] for c in scene.s.deck_top] == names[1:]


@pytest.mark.rule("PR-12.11")
def test_planning_looks_at_known_cards_first() -> None:
    """Two cards were laid on top by another player: only the third is unknown."""
    scene = Scene("YG").player("Y", hand="planning")
    scene.s.deck_top = [scene._from_deck("sea-2"), scene._from_deck("gas-2")]
    scene.s.deck_known = [1 << scene.seat("G")] * 2
    scene.office("Y").play("Y play planning", "* project air-1")
    assert scene.legal() == {"keep sea-2", "keep gas-2", "keep air-1"}
    scene.play("Y keep sea-2", "Y top air-1")
    assert [T.projects[c] for c in scene.s.deck_top] == ["air-1", "gas-2"]
    assert TITLE.view(scene.s, scene.seat("G"))["deck_top"] == [None, None]  # G no longer knows the order


@pytest.mark.rule("PR-12.11", "PR-2.3")
@pytest.mark.parametrize("place", ["deck_top", "deck_bottom"])
def test_planning_when_only_known_cards_are_left(place: str) -> None:
    scene = Scene("YG").player("Y", hand="planning")
    cards = [scene._from_deck("building-3"), scene._from_deck("gas-2")]
    scene.s.discarded, scene.s.deck = scene.s.deck, 0
    setattr(scene.s, place, type(getattr(scene.s, place))(cards))
    scene.s.deck_known = [1 << scene.seat("G")] * len(scene.s.deck_top)
    scene.office("Y").play("Y play planning")
    assert scene.legal() == {"keep building-3", "keep gas-2"}
    scene.play("Y keep gas-2")
    assert scene.acting == "G" and [T.projects[c] for c in scene.s.deck_top] == ["building-3"]


@pytest.mark.rule("PR-12.4")
def test_bribes_reveal_at_the_first_place_too() -> None:
    scene = Scene("YGBR").laid(a1="T35").crossing("a1", "Y3 R5").token("2-west", "Y6").player("Y", hand="bribes")
    scene.purchase().play("Y target a1", "Y play bribes", "Y end 1-east", "Y end 2-west")
    assert scene.seen("tile_bought") == [("Y", "a1", 3, 6)] and scene.end("2-west") == "R5"
    assert scene.end("1-west") == "Y3"


@pytest.mark.rule("PR-12.3", "PR-12.4", "PR-12.8", "PR-12.9", "PR-12.10", "PR-12.11")
def test_refusals_say_why() -> None:
    bribes = Scene("YGBR").token("1-west", "G5").token("2-west", "B4").player("Y", hand="bribes").bidding()
    bribes.play("Y play bribes", "Y end 1-west")
    assert bribes.reason("Y end 1-west") == "refuse.end.same" and bribes.reason("Y end 3-west") == "refuse.end.empty"
    spy = Scene("YGBR").laid(a1="T01", b1="T02").player("Y", hand="espionage").bidding()
    spy.play("Y play espionage", "Y cell a1")
    assert spy.reason("Y cell a1") == "refuse.cell.same" and spy.reason("Y line row-1") == "refuse.not_now"
    office = Scene("YGBR").stocked("coal").player("Y", hand="subsidies cooperation black_market planning", influence=3)
    office.player("Y", elements="iron").office("Y")
    assert office.fork().play("Y play subsidies").reason("Y take iron") == "refuse.take.not_in_stock"
    assert office.fork().play("Y play cooperation").reason("Y give coal") == "refuse.give.none"
    assert office.fork().play("Y play black_market").reason("Y amount 2") == "refuse.influence"
    plan = office.fork().play("Y play planning", "* project sea-1", "* project sea-2", "* project sea-3")
    assert plan.reason("Y keep air-1") == "refuse.keep.not_seen"
    assert plan.play("Y keep sea-1").reason("Y top sea-1") == "refuse.keep.not_seen"
