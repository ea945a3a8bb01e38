"""Chapter 23, sections b to d: the human's turns, the Logic deck, the Baron's turn."""

from __future__ import annotations

import random

import battery
import pytest

from machinehall.titles.nucleum.lookup import END_CONTRACTS, END_POINTS, END_TILES
from machinehall.titles.nucleum.rules.end_of_game import gain_vp, meet
from nucleum.baron_scene import OBSTACLE, Solo
from nucleum.scene import TITLE, T

# Human turns


@pytest.mark.rule("NU-23.10")
def test_human_turns_follow_the_base_rules_and_no_baron_is_ever_asked() -> None:
    kinds = set()
    for state, seat, _ in battery.walk(TITLE, 1, 3, {"barons": 2}):
        assert seat <= 0
        if seat == 0:
            kinds.add(state.stack[-1][0])
    assert {"turn", "tile", "lay", "marker"} <= kinds <= set(TITLE.decisions)


@pytest.mark.rule("NU-23.11", "NU-D76")
@pytest.mark.parametrize(("directive", "paid"), [(0, 1), (1, 0)])
def test_using_a_turbine_of_the_baron(directive: int, paid: int) -> None:
    """Two uranium need one foreign turbine: 1 T to the bank, 1 VP to the Baron, also if the Directive pays."""
    scene = Solo().nucleum("zittau").turbine("B", 1, "zittau-t1").link("H", "zittau-aussig").link("H", "bautzen-zittau")
    scene.mine("H", 1, "aussig-m1", uranium=2).neutral("n01", "bautzen-u2").gives("H", thaler=3, workers=2)
    piece = T.first_neutral + T.neutrals.index("n01")
    scene.ask("H", "energize", max(0, T.piece_need[piece] - 4), directive, 0).play("H energize zittau bautzen-u2")
    scene.play("H uranium row-1", "H uranium row-1")
    assert scene.told("turbine_rented") == [(0, 1)] and scene.told("building_powered")
    assert scene.of("B").vp == 1 and scene.of("B").thaler == 3
    assert scene.of("H").thaler == 3 - paid + T.piece_benefit[piece].get("thaler", 0)


@pytest.mark.rule("NU-23.12", "NU-D59", "NU-23.18")
def test_a_matched_tile_of_the_baron_is_resolved_in_the_humans_turn() -> None:
    """The human lays beside a wild end of the Baron: he urbanizes with a Logic card that is gone with the turn."""
    scene = Solo().built("B", "residence-1", "praha-u1").rail("B", "aussig-praha.2", "b01", flip=True)
    scene.gives("H", thaler=4, workers=2).turn("H").play("H rail a-2", "H lay aussig-praha.1 plain")
    assert scene.legal() == ["done", "match aussig-praha.1 second"], "the human first"
    scene.play("H done")
    assert scene.asked == ("*", "logic")
    scene.play("* draw-logic l02")
    assert scene.told("building_placed") == [(1, T.buildings.index("factory-1"), T.names.urban.index("praha-u3"))]
    assert scene.of("B").thaler == 2
    assert scene.told("logic_discarded") == [(T.solo.logic.index("l02"),)] and scene.s.logic == -1
    assert scene.s.active == 1 and scene.asked == ("*", "roll")


@pytest.mark.rule("NU-23.12")
def test_a_baron_without_thaler_forgoes_a_matched_action() -> None:
    scene = Solo().built("B", "residence-1", "praha-u1").rail("B", "aussig-praha.2", "b01", flip=True)
    scene.gives("B", thaler=0).gives("H", workers=2).turn("H")
    scene.play("H rail a-2", "H lay aussig-praha.1 plain", "H done")
    assert scene.reasons("baron_forgoes") == ["no_thaler"] and scene.of("B").built.bit_count() == 1


@pytest.mark.rule("NU-23.13")
def test_a_complete_link_gives_the_baron_points_and_the_human_income() -> None:
    scene = Solo().rail("B", "aussig-praha.2", "a26").gives("H", workers=2)
    scene.turn("H").play("H rail a-2", "H lay aussig-praha.1 flip")
    assert scene.of("B").vp == 2 and scene.of("H").income[2] == 3 and scene.of("B").income[2] == 1


@pytest.mark.rule("NU-23.14")
def test_end_conditions_of_human_and_baron() -> None:
    scene = Solo()
    gain_vp(T, scene.s, 1, 80, scene.events)
    assert scene.s.conditions[END_POINTS] == -1, "a Baron never reaches the flag"
    gain_vp(T, scene.s, 0, 70, scene.events)
    assert scene.s.conditions[END_POINTS] == 0 and scene.of("H").vp == 73
    meet(T, scene.s, 1, END_TILES, scene.events)
    assert scene.of("B").vp == 83 and scene.s.closing == 1
    meet(T, scene.s, 1, END_CONTRACTS, scene.events)
    assert scene.of("B").vp == 86


@pytest.mark.rule("NU-23.10")
def test_refusals_speak_of_the_baron() -> None:
    """What a Baron has is his, also on the larger board."""
    from machinehall.words import say
    from machinehall.words.titles import wording

    speech = wording(TITLE, say("en"), ("Ada",))
    scene = Solo(2).built("C", "residence-1", "leipzig-u1").fulfilled("B", "c05").queue("B", "b-1", "a26")
    scene.link("H", "freiberg-marienberg").neutral("n01", "freiberg-u1").gives("H", thaler=9, workers=2)
    scene.ask("H", "urbanize", 0, 0, 0)
    assert "Baron II" in speech.refusal(scene.refused("H urbanize residence-1 leipzig-u1"))
    scene.ask("H", "energize", 9, 0, 0)
    assert "Baron II" in speech.refusal(scene.refused("H energize grimma leipzig-u1"))
    scene.turn("H")
    assert "belongs to Baron" in speech.refusal(scene.refused("H play a26"))
    assert "has left this match" in speech.refusal(scene.refused("H play b-2"))
    scene.play("H play a-2")
    assert "Baron" in speech.refusal(scene.refused("H fulfil c05"))


# The Logic deck


@pytest.mark.rule("NU-23.18")
def test_one_card_a_turn_and_the_discards_come_back() -> None:
    scene = Solo().built("B", "residence-1", "dresden-u1").link("B", "dresden-glashuette")
    scene.queue("B", "b-1", "b14").gives("B", thaler=9)
    scene.s.logic_deck = 1 << T.solo.logic.index("l07")
    scene.baron().play("* roll 2")
    assert scene.legal() == ["draw-logic l07"]
    scene.play("* draw-logic l07")
    assert len(scene.told("logic_drawn")) == 1, "Urbanize and Industrialize share the card"
    assert scene.told("building_placed") and scene.told("turbine_placed")
    assert scene.s.logic == -1 and scene.s.logic_deck == 0
    scene.baron().play("* roll 2")
    assert len(scene.legal("draw-logic")) == 15
    scene.play("* draw-logic l07")
    assert scene.told("logic_reshuffled") and scene.s.logic_deck == T.solo.all_logic ^ 1 << T.solo.logic.index("l07")


@pytest.mark.rule("NU-23.18")
def test_no_card_is_drawn_when_none_is_needed() -> None:
    scene = Solo().built("B", "residence-1", "dresden-u1").display("c07", "c11", "c18", "c20")
    scene.queue("B", "b-2", "b18", "b-1").gives("B", workers=0).baron().play("* roll 1")
    assert scene.asked == ("*", "contract") and scene.s.logic == -1
    scene.play("* draw-contract c08")
    assert not scene.told("logic_drawn")


@pytest.mark.rule("NU-23.19")
def test_what_the_cards_say() -> None:
    at = T.solo.logic.index("l01")
    assert T.solo.highest[at] and T.solo.industry[at] == "least_built"
    assert [T.domains["type"][kind] for kind in T.solo.types[at]] == ["factory", "laboratory", "residence"]
    assert sum(T.solo.highest) == 8
    assert sorted(T.solo.industry) == ["least_built"] * 5 + ["mine"] * 5 + ["turbine"] * 5


@pytest.mark.rule("NU-23.20")
@pytest.mark.parametrize(
    ("card", "site", "other"), [("l01", "chemnitz-u1", "bautzen"), ("l02", "bautzen-u2", "chemnitz")]
)
def test_a_city_by_its_number(card: str, site: str, other: str) -> None:
    """A Factory in Bautzen, number 9, or in Chemnitz, number 13; neither is connected to anything."""
    scene = Solo().mine("B", 1, "chemnitz-m1").rail("B", "dresden-bautzen.1").debris("dresden-u3", "dresden-u4")
    scene.logic(card).does("urbanize")
    assert T.names.urban[scene.told("building_placed")[0][2] or 0] == site
    assert scene.lost("city") == [("highest" if card == "l01" else "lowest", other)]


@pytest.mark.rule("NU-23.20")
def test_a_link_at_the_highest_or_lowest_city_then_clockwise_from_the_top() -> None:
    board = T.board[2]
    dresden = T.names.cities.index("dresden")
    names = [T.names.links[link] for link in board.clockwise[dresden]]
    assert names == ["dresden-bautzen", "dresden-glashuette", "dresden-marienberg", "riesa-dresden"]


# The turn


@pytest.mark.rule("NU-23.24", "NU-D53")
def test_when_he_recharges() -> None:
    scene = Solo().queue("B", OBSTACLE, "b-1", "b-2").baron()
    assert scene.reasons("baron_recharged") == ["obstacle"] and not scene.told("baron_rolled")
    scene = Solo().gives("B", thaler=0, workers=0).baron()
    assert scene.reasons("baron_recharged") == ["broke"]
    for thaler, workers in ((1, 0), (0, 1)):
        assert Solo().gives("B", thaler=thaler, workers=workers).baron().asked == ("*", "roll")


@pytest.mark.rule("NU-23.25")
def test_the_die_counts_from_the_left_and_the_obstacle_stops_it() -> None:
    def chosen(face: int, *queue: str) -> tuple[str, int | None]:
        scene = Solo().queue("B", *queue).gives("B", workers=0).market("b01", "b02", "b03", "b04", "b05")
        scene.display("c07", "c11", "c18", "c20").baron().play(f"* roll {face}")
        _, tile, place = scene.told("baron_tile_chosen")[0]
        return T.tile_ids[tile or 0], place

    four = ("b-1", "b-2", "b-3", "b-4", OBSTACLE)
    assert [chosen(face, *four)[0] for face in (1, 2, 3, 4)] == ["b-1", "b-2", "b-3", "b-4"]
    two = ("b-1", "b-2", OBSTACLE, "b-3", "b-4")
    assert [chosen(face, *two) for face in (2, 3, 4)] == [("b-2", 2)] * 3


@pytest.mark.rule("NU-23.26")
def test_a_rail_turn_comes_before_a_normal_turn() -> None:
    scene = Solo().built("B", "residence-1", "praha-u1").queue("B", "a26", "b-1")
    scene.rail("H", "aussig-praha.1", "a04").baron().play("* roll 1")
    assert scene.told("rail_placed") and not scene.told("baron_normal_turn")
    scene = Solo().built("B", "residence-1", "praha-u1").queue("B", "a26", "b-1").gives("B", workers=0)
    scene.baron().play("* roll 1")
    assert scene.told("baron_normal_turn") and not scene.told("rail_placed")


@pytest.mark.rule("NU-23.27", "NU-D77")
def test_the_tile_goes_behind_the_obstacle_and_he_tries_again_if_nothing_was_done() -> None:
    scene = Solo().queue("B", "a27", "b-1", OBSTACLE, "b-2").gives("B", workers=0).baron().play("* roll 1")
    assert scene.tiles_of("B") == ["b-1", OBSTACLE, "b-2", "a27"] and scene.s.active == 0
    assert scene.asked == ("H", "turn")
    scene = Solo().queue("B", "b14", "b12", "b-2", OBSTACLE).gives("B", thaler=0, workers=1)
    scene.baron().play("* roll 1")
    assert scene.reasons("baron_forgoes") == ["no_thaler", "no_thaler"] and scene.told("baron_tries_again")
    assert scene.tiles_of("B") == ["b12", "b-2", OBSTACLE, "b14"] and scene.asked == ("*", "roll")
    scene.play("* roll 1")
    assert scene.told("baron_tries_again") and scene.asked == ("*", "roll")
    scene.play("* roll 1")
    assert not scene.told("baron_tries_again"), "a subsidy is an action"
    assert scene.asked == ("H", "turn")


@pytest.mark.rule("NU-23.27")
def test_a_thaler_instead_of_a_contract_is_an_action() -> None:
    scene = Solo().fulfilled("B", "c05", "c06", "c08").queue("B", "b04", "b-1").gives("B", workers=0, thaler=1)
    scene.baron().play("* roll 1")
    assert scene.of("B").thaler == 3 and not scene.told("baron_tries_again")


@pytest.mark.rule("NU-23.28")
def test_after_a_rail_turn_the_tile_has_left_the_queue() -> None:
    scene = Solo().built("B", "residence-1", "praha-u1").queue("B", "b-1", "a26", "b-2")
    scene.rail("H", "aussig-praha.1", "a04").baron().play("* roll 2")
    assert scene.tiles_of("B") == ["b-1", "b-2", OBSTACLE]
    assert scene.of("B").supply == 2 and scene.of("B").rails == 1, "a worker lies on the rail"


def test_a_turn_can_be_told_in_every_language() -> None:
    from machinehall.words import languages, say
    from machinehall.words.titles import wording

    for lang in languages():
        speech = wording(TITLE, say(lang), ("Ada",))
        for seed, barons in ((5, 1), (6, 2)):
            rng = random.Random(seed)
            state = TITLE.start(1, {"barons": barons, **{f"frederik_{k}": 1 for k in range(1, 11)}}, rng)
            told = []
            while TITLE.to_act(state):
                seat = TITLE.to_act(state)[0]
                action = battery.choose(TITLE, state, rng)[1]
                told += TITLE.apply(state, seat, action)
            lines = speech.story(told)
            assert all(line.text and "{" not in line.text and "NU-" not in line.text for line in lines)
            assert sum(line.rule.startswith("NU-23.") for line in lines) > 100
