"""Chapter 4, second half: the purchase sequence."""

from __future__ import annotations

import random

import pytest
from proof_plugin import count_matches

from machinehall.kernel.plain_state import put
from machinehall.titles.promethium.rules.crossing import LOST
from promethium.scene import FULL, TITLE, Scene, fair


@pytest.mark.rule("PR-EX-02", "PR-4.15", "PR-4.12", "PR-E-09", "PR-E-05", "A-11", "A-38", "A-39", "A-40")
def test_the_winner_sells_to_the_active_player() -> None:
    scene = fair("b2", "Y4 Y2 R5 R2", tile="germany/engineer/copper").purchase()
    scene.play("Y target b2")
    assert scene.seen("bids_ranked") == [("b2", "R")]
    assert scene.acting == "R" and scene.legal() == {"buy", "sell"}
    scene.play("R sell")
    assert scene.acting == "Y" and scene.legal() == {"accept", "decline"}
    scene.play("Y accept", "Y stock germany")
    assert scene.of("Y").money == 11 and scene.of("R").money == 17
    assert scene.of("Y").lost == [4] and scene.of("R").lost == []
    assert scene.of("R").tokens == [3, 4, 4, 5, 5, 6]
    assert scene.around("b2") == "- Y2 - R2"
    assert scene.track == "GBRRBGY" and scene.acting == "G"
    assert "T35" in scene.of("Y").tiles and scene.cell("b2") == "-"


def ex_03() -> Scene:
    scene = Scene("YGBR").on_track("GBRRBGY").bought("Y", 6).laid(c3="T29", a1="T01").token("1-west", "G4")
    return scene.crossing("c3", "R6 G3 G3 Y2")


@pytest.mark.rule("PR-EX-03", "PR-4.10", "PR-4.14", "PR-E-04", "PR-E-07")
def test_a_tie_is_broken_by_the_highest_token() -> None:
    scene = ex_03().purchase().play("G target c3", "R buy", "R stock coal")
    assert scene.of("R").lost == [6] and scene.of("R").money == 15
    assert scene.track == "GBRBGY" and scene.acting == "G"
    assert scene.of("G").tokens == [2, 4, 5, 5, 6]
    assert "T29" in scene.of("R").tiles


@pytest.mark.rule("PR-EX-04", "PR-4.11", "PR-4.13", "PR-E-13")
def test_a_lobby_token_turns_the_bid() -> None:
    scene = ex_03().player("G", lobby=1).laid(b4="T02").token("b-north", "B5").purchase()
    scene.play("G target c3")
    assert scene.acting == "G" and scene.legal() == {"lobby", "no-lobby"}
    scene.play("G lobby", "G end c-north", "G stock coal")
    assert scene.end("3-east") == "G3"
    assert scene.of("G").lost == [3] and scene.of("G").money == 12 and scene.of("G").lobby == 0
    assert scene.track == "BRRBGY" and scene.acting == "B"
    assert scene.around("c3").count("G3") == 1 and scene.end("3-west") == "R6"


@pytest.mark.rule("PR-4.11")
def test_the_lobby_may_be_left_out() -> None:
    scene = ex_03().player("G", lobby=1).purchase().play("G target c3", "G no-lobby")
    assert scene.acting == "R" and scene.of("G").lobby == 1


@pytest.mark.rule("PR-4.11", "PR-E-13", "A-14")
def test_exactly_the_smallest_number_of_lobby_tokens() -> None:
    def needed(tokens: str, lobby: int) -> int:
        """How many lobby tokens are spent; 0 if it is not asked."""
        scene = fair("b2", tokens).player("Y", lobby=lobby).purchase().play("Y target b2")
        if "lobby" not in scene.legal():
            return 0
        scene.play("Y lobby", "Y stock copper")
        assert scene.of("Y").bought == 1
        return lobby - scene.of("Y").lobby

    assert needed("Y2 R6 - -", 3) == 3  # 8 against 6
    assert needed("Y2 R6 - -", 2) == 0  # 6 against 6: the highest token decides, and lobby tokens are none
    assert needed("Y5 Y2 R6 R3", 3) == 2  # 9 and 9: R has the 6, so one token is not enough
    assert needed("Y5 Y3 R5 R4", 1) == 1
    assert needed("Y4 R6 - -", 5) == 2
    assert needed("Y2 R6 R5 R5", 5) == 0
    assert needed("Y6 R2 - -", 5) == 0  # first without


@pytest.mark.rule("PR-4.11", "A-15")
def test_no_lobby_for_a_price_that_cannot_be_paid() -> None:
    poor = fair("b2", "Y4 Y4 R6 R3").player("Y", lobby=2, money=3).purchase().play("Y target b2")
    assert poor.acting == "R" and poor.legal() == {"buy", "sell"}
    able = fair("b2", "Y4 Y4 R6 R3").player("Y", lobby=2, money=4).purchase().play("Y target b2")
    assert able.legal() == {"lobby", "no-lobby"}


@pytest.mark.rule("PR-E-13")
def test_only_the_active_player_has_lobby_tokens_to_use() -> None:
    scene = fair("b2", "Y5 R4 - -").player("R", lobby=5).purchase().play("Y target b2")
    assert scene.of("Y").bought == 1 and scene.of("R").lobby == 5


@pytest.mark.rule("PR-4.11", "A-31")
def test_spent_lobby_tokens_return_to_the_supply() -> None:
    scene = fair("b2", "Y4 R5 - -").player("Y", lobby=2).player("B", lobby=10).purchase()
    scene.play("Y target b2", "Y lobby")
    assert sum(scene.s.lobby) == 12  # they lie with the bid until the purchase is complete
    scene.play("Y stock copper")
    assert sum(scene.s.lobby) == 11


@pytest.mark.rule("PR-4.11", "PR-4.21", "A-31")
def test_spent_lobby_tokens_are_not_gained_again_at_the_same_purchase() -> None:
    scene = fair("b2", "Y4 R5 - -").player("Y", lobby=2, improvements="lobby_on_purchase").player("B", lobby=10)
    scene.purchase().play("Y target b2", "Y lobby", "Y stock copper")
    assert scene.of("Y").lobby == 1 and sum(scene.s.lobby) == 11


@pytest.mark.rule("PR-EX-06", "PR-4.16", "PR-4.7", "PR-E-12", "PR-E-15", "PR-E-09", "A-46")
def test_a_tile_nobody_wants_goes_to_the_bank() -> None:
    scene = fair("b2", "R6 R3 B4 G2", track="BG").bought("R", 5, 5).bought("B", 3).bought("G", 3).bought("Y", 3, 3)
    scene.laid(c2="T01").purchase().play("B target b2")
    assert scene.acting == "R" and scene.legal() == {"sell"} and scene.refused("R buy") == "PR-4.7"
    scene.play("R sell", "B decline", "G decline")
    assert scene.of("R").money == 17 and scene.of("R").tokens == [3, 4, 4, 6]
    assert scene.around("b2") == "- R3 B4 G2" and "T35" in scene.gone
    assert scene.track == "BG" and scene.acting == "B"
    assert sum(scene.s.money) == 4 * 15 + 2


@pytest.mark.rule("PR-EX-07", "PR-4.15", "PR-E-11")
def test_a_third_player_buys() -> None:
    scene = fair("b2", "R5 R4 B6 Y3").laid(b3="T01").purchase()
    scene.play("Y target b2", "R sell")
    assert scene.acting == "B"
    scene.play("B accept", "B stock copper")
    assert scene.of("B").lost == [6] and scene.of("B").money == 13
    assert scene.of("R").money == 17 and 5 in scene.of("R").tokens and scene.around("b2") == "- R4 - Y3"
    assert scene.track == "YGRRBGY" and scene.acting == "Y"


@pytest.mark.rule("PR-4.15", "PR-E-11")
def test_the_active_player_is_asked_at_the_own_rank_and_may_decline() -> None:
    scene = fair("b2", "R5 R4 Y6 B3").laid(b3="T01").purchase()
    scene.play("Y target b2", "R sell", "Y decline")
    assert scene.acting == "B" and scene.track == FULL
    scene.play("B decline")
    assert scene.acting == "Y" and scene.of("R").money == 17 and "T35" in scene.gone


@pytest.mark.rule("PR-4.15")
def test_bidders_who_cannot_buy_are_skipped_and_others_are_never_asked() -> None:
    scene = fair("b2", "R6 B5 Y3 G2", track="YGR").bought("B", 4, 4).bought("R", 3).player("Y", money=1)
    scene.purchase().play("Y target b2", "R sell")
    assert scene.acting == "G"  # B has two tiles, Y cannot pay £2
    alone = fair("b2", "R6 Y2 - -").laid(b3="T01").purchase().play("Y target b2", "R sell", "Y decline")
    assert alone.seen("offer_declined") == [("Y", "b2")] and alone.acting == "Y"


@pytest.mark.rule("PR-EX-08", "PR-4.12", "PR-E-08", "A-08")
def test_three_own_tokens() -> None:
    scene = fair("b2", "Y5 Y4 Y2 G6").purchase().play("Y target b2", "Y stock copper")
    assert scene.of("Y").lost == [5] and scene.of("Y").money == 13
    assert scene.around("b2") == "- Y4 Y2 G6"


@pytest.mark.rule("PR-EX-09", "PR-4.12")
def test_an_equal_pair() -> None:
    scene = fair("b2", "Y3 Y3 G2 B2").purchase().play("Y target b2", "Y stock copper")
    assert scene.of("Y").lost == [3] and scene.of("Y").money == 12
    assert scene.around("b2").split().count("Y3") == 1


@pytest.mark.rule("PR-E-07", "PR-4.12")
def test_a_single_token_costs_nothing_but_itself() -> None:
    scene = fair("b2", "Y6 G2 - -").purchase().play("Y target b2")
    assert scene.of("Y").money == 15 and scene.of("Y").lost == [6]
    assert scene.seen("tile_bought") == [("Y", "b2", 0, 6)]


@pytest.mark.rule("PR-EX-10", "PR-4.10", "PR-3.3")
def test_a_full_tie_goes_by_initiative() -> None:
    scene = fair("b2", "B3 B2 R5 G5", track="BGRRGB", order="BGR").purchase().play("B target b2")
    assert scene.acting == "G"
    scene.play("G sell")
    assert scene.acting == "R"
    scene.play("R decline")
    assert scene.acting == "B"


@pytest.mark.rule("PR-EX-11", "PR-4.13", "PR-E-14", "PR-E-10", "A-11")
def test_the_active_player_wins_a_dead_heat_and_must_buy() -> None:
    scene = fair("b2", "Y5 Y2 R5 R2").purchase().play("Y target b2")
    assert scene.seen("tile_bought") == [("Y", "b2", 2, 5)]
    assert scene.of("Y").money == 13 and scene.of("Y").lost == [5] and scene.track == "GBRRBGY"
    assert scene.acting == "Y" and scene.offered("stock") == {"germany", "engineer", "copper"}


@pytest.mark.rule("PR-EX-12", "PR-4.18", "PR-4.19", "PR-4.23", "A-12", "A-28")
def test_no_target() -> None:
    scene = Scene("YGBR").on_track("YR").bought("Y", 6).bought("G", 5, 5).bought("B", 5, 5).bought("R", 5)
    scene.laid(a1="T01").token("4-west", "Y3").token("1-west", "R3").purchase()
    assert scene.seen("marker_forfeited") == [("Y",)]
    assert scene.track == "R" and scene.acting == "R" and scene.end("4-west") == "(Y3)"
    assert (scene.of("Y").bought, scene.of("Y").money, scene.of("Y").lost) == (1, 15, [6])
    scene.play("R target a1", "R stock coal")
    assert scene.s.phase == 2 and scene.of("Y").tokens == [2, 3, 3, 4, 4, 5, 5] and scene.end("4-west") == "-"


@pytest.mark.rule("PR-4.8", "A-12")
def test_targets_lie_in_an_own_line_and_naming_one_is_mandatory() -> None:
    scene = Scene("YGBR").laid(a1="T01", b1="T02", a2="T35", b2="T29", d4="T05").token("1-west", "Y3")
    scene.token("b-south", "Y2").token("4-east", "G6").purchase()
    assert scene.legal() == {"target a1", "target b1", "target b2"}
    assert scene.refused("Y target a2") == "PR-4.8"  # no own token
    assert scene.refused("Y target d4") == "PR-4.8"
    assert scene.refused("Y target c1") == "PR-4.8"  # no tile
    assert scene.refused("Y pass") == "PR-4.8" and scene.refused("Y skip") == "PR-4.8"
    small = fair("b2", "Y3 - - -", order="YGB", track="YGBBGY").purchase()
    assert small.refused("Y target d4") == "PR-2.10"


@pytest.mark.rule("PR-4.6", "PR-4.13")
def test_the_first_marker_makes_the_active_player() -> None:
    scene = fair("b2", "Y6 B2 - -").purchase()
    assert scene.acting == "Y"
    scene.play("Y target b2", "Y stock copper")
    assert scene.acting == "G" and scene.track == "GBRRBGY"


@pytest.mark.rule("PR-4.9", "PR-1.7")
def test_the_four_ends_are_revealed_and_stay_up() -> None:
    scene = fair("b2", "Y6 G2 R3 -").laid(c2="T01").token("c-north", "B5").token("1-west", "B4")
    scene.purchase().play("Y target b2", "Y stock copper")
    assert scene.seen("token_revealed") == [("2-west", "Y", 6), ("2-east", "G", 2), ("b-north", "R", 3)]
    assert scene.around("b2") == "- G2 R3 -"
    assert (scene.end("c-north"), scene.end("1-west")) == ("(B5)", "(B4)")
    scene.play("G target c2")
    assert scene.seen("token_revealed") == [("c-north", "B", 5)]


@pytest.mark.rule("PR-4.10", "PR-4.12")
def test_only_tokens_of_the_crossing_count() -> None:
    scene = fair("b2", "Y3 R4 - -").token("c-north", "Y6").token("1-west", "Y5").purchase().play("Y target b2")
    assert scene.seen("bids_ranked") == [("b2", "R")]
    scene.play("R buy")
    assert scene.seen("tile_bought") == [("R", "b2", 0, 4)]


@pytest.mark.rule("PR-4.14")
def test_a_winner_who_cannot_pay_can_only_sell() -> None:
    scene = fair("b2", "Y2 R6 R5 -").player("R", money=4).purchase().play("Y target b2")
    assert scene.legal() == {"sell"} and scene.refused("R buy") == "PR-4.17"


@pytest.mark.rule("PR-EX-13", "PR-4.17", "PR-E-42", "A-16", "A-09")
def test_an_active_winner_who_cannot_pay_sells() -> None:
    scene = fair("b2", "Y5 Y4 G3 B2").laid(b3="T01").player("Y", money=2).purchase().play("Y target b2")
    assert scene.acting == "G" and scene.legal() == {"accept", "decline"}
    scene.play("G accept", "G stock copper")
    assert scene.of("G").lost == [3] and scene.of("G").money == 13
    assert scene.of("Y").money == 4 and 5 in scene.of("Y").tokens and scene.around("b2") == "- Y4 - B2"
    assert scene.track == "YBRRBGY" and scene.acting == "Y"


@pytest.mark.rule("PR-4.17", "PR-4.16", "PR-E-42")
def test_an_active_winner_who_cannot_pay_gives_it_to_the_bank_if_nobody_buys() -> None:
    scene = fair("b2", "Y5 Y4 G3 -").laid(b3="T01").player("Y", money=2).purchase()
    scene.play("Y target b2", "G decline")
    assert scene.of("Y").money == 4 and "T35" in scene.gone and scene.track == FULL and scene.acting == "Y"


@pytest.mark.rule("PR-4.17")
def test_the_full_amount_must_be_paid() -> None:
    def asked(money: int) -> bool:
        scene = fair("b2", "R6 R5 G4 G3").player("G", money=money)
        scene.on_track("GYBRRBYG").purchase().play("G target b2", "R sell")
        return scene.seen("sold_to_bank") == []

    assert asked(5) and not asked(4)  # price 3 and £2


@pytest.mark.rule("PR-4.7", "PR-E-12")
def test_at_most_two_tiles_a_round() -> None:
    scene = fair("b2", "Y6 Y2 R5 R4", track="YGRG").bought("Y", 5).bought("R", 6).bought("B", 5, 5)
    scene.purchase().play("Y target b2", "R sell", "Y accept", "Y stock copper")
    assert scene.of("Y").bought == 2 and "Y" not in scene.track


@pytest.mark.rule("PR-4.7", "PR-4.18", "A-50")
def test_a_player_without_a_marker_cannot_buy() -> None:
    """R bought one tile and forfeited the other marker: no marker, no purchase."""
    scene = fair("b2", "Y2 R6 - -", track="YGBBGY").bought("R", 5).purchase().play("Y target b2")
    assert scene.legal() == {"sell"} and scene.refused("R buy") == "PR-4.7"
    offered = fair("b2", "Y2 B6 R5 -", track="YGBBGY").bought("R", 4).purchase().play("Y target b2", "B sell")
    assert offered.acting == "Y"


@pytest.mark.rule("PR-E-05", "PR-E-06", "A-40")
def test_a_sellers_token_no_longer_counts_for_the_line() -> None:
    scene = fair("b2", "Y2 R6 R3 -").laid(c2="T01").purchase().play("Y target b2", "R sell", "Y decline")
    assert scene.acting == "Y" and scene.around("c2") == "Y2 - - -" and 6 in scene.of("R").tokens
    assert scene.offered("bid") == set() and scene.refused("Y bid 6") == "PR-4.8"
    scene.play("Y target c2")
    assert scene.seen("tile_bought") == [("Y", "c2", 0, 2)]


@pytest.mark.rule("PR-4.19", "PR-4.23", "PR-4.24")
def test_the_fair_ends_without_markers() -> None:
    scene = Scene("YGBR").on_track("Y").laid(b2="T35", d4="T01").down(d3="coal").crossing("b2", "Y6 G2 B3 R4")
    scene.bought("Y", 5).bought("G", 5, 4).bought("B", 5, 4).bought("R", 5, 5).token("4-west", "G5").purchase()
    scene.play("Y target b2", "Y stock copper")
    assert scene.track == "" and scene.s.phase == 2 and scene.seen("fair_ended") == [()]
    assert all(owner < 0 for owner in scene.s.end_owner)
    assert {letter: len(scene.of(letter).tokens) for letter in "YGBR"} == dict.fromkeys("YGBR", 6)
    assert (scene.cell("d4"), scene.cell("d3")) == ("T01", "?coal")


@pytest.mark.rule("PR-4.23")
def test_patent_meeples_come_back() -> None:
    scene = fair("b2", "Y6 G2 - -", track="Y").bought("Y", 5)
    scene.s.reserved = put(scene.s.reserved, scene.seat("G"), 15)
    scene.purchase().play("Y target b2", "Y stock copper")
    assert scene.s.phase == 2 and scene.of("G").reserved is None and scene.cell("d4") == "T43"


@pytest.mark.rule("PR-4.15")
def test_the_seller_is_paid_by_the_buyer_and_the_price_goes_to_the_bank() -> None:
    scene = fair("b2", "Y4 Y3 R5 R6").purchase().play("Y target b2", "R sell", "Y accept")
    assert scene.of("Y").money == 15 - 3 - 2 and scene.of("R").money == 17
    assert scene.seen("tile_sold") == [("R", "Y", "b2", 2)]
    assert TITLE.laws(TITLE.lookup, scene.s) == []


@pytest.mark.rule("PR-4.13", "PR-4.16", "PR-1.7", "A-51")
def test_a_face_down_tile_is_turned_when_it_leaves_the_grid() -> None:
    """Espionage can bring a face-down tile into a line that has been named before."""
    scene = Scene("YGBR").down(b2="coal").laid(d4="T43").crossing("b2", "Y3 R6 - -").crossing("d4", "Y2 G2 B2 R2")
    scene.purchase().play("Y target b2")
    bought = scene.fork().play("R buy")
    assert bought.acting == "*" and bought.offered("tile") == {"T12", "T18", "T34", "T41"}
    bought.play("* tile T18")
    assert bought.acting == "R" and bought.offered("stock") == {"usa", "chemist", "coal"}
    sold = scene.fork().play("R sell", "Y decline", "* tile T18")
    assert sold.gone == {"T18"} and sold.cell("b2") == "-" and sold.of("R").money == 17


@pytest.mark.rule("PR-4.23", "PR-4.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_tile_bought_has_cost_one_token_for_good(seats: int) -> None:
    rng = random.Random(seats)
    state = TITLE.start(seats, rng=rng)
    bought = [0] * seats
    while state.stack:
        seat = TITLE.to_act(state)[0]
        for event in TITLE.apply(state, seat, rng.choice(TITLE.legal(state, seat)), check=False):
            if event.kind == "tile_bought":
                bought[event.args[0] or 0] += 1
        for i in range(seats):
            left = sum(state.tokens[i * 5 : i * 5 + 5]) + state.end_owner.count(i)
            # While a buyer chooses between equal tokens both still lie on the grid.
            left -= sum(kind == "lift" and args[1:] == (i, LOST) for kind, _, args in state.stack)
            assert left == 8 - bought[i] >= 2
    count_matches(1)
    assert max(bought) == 6
