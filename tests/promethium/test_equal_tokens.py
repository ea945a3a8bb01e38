"""PR-4.12 with A-53: of several equal highest tokens their owner chooses which one leaves the grid."""

from __future__ import annotations

import random

import pytest
from proof_plugin import count_matches

import machinehall as mh
from promethium import oracle
from promethium.pieces import TITLE
from promethium.scene import Scene, fair


@pytest.mark.rule("PR-4.12", "PR-4.13", "A-53")
def test_a_buyer_chooses_between_equal_highest_tokens() -> None:
    scene = fair("b2", "Y5 R2 Y5 Y2").purchase().play("Y target b2")
    assert scene.acting == "Y" and scene.legal() == {"end 2-west", "end b-north"}
    assert scene.refused("Y end b-south") == "PR-4.12" and scene.reason("Y end b-south") == "refuse.lift.not_highest"
    assert scene.of("Y").money == 13 and scene.of("Y").lost == []
    west, north = scene.fork().play("Y end 2-west"), scene.fork().play("Y end b-north")
    assert west.around("b2") == "- R2 Y5 Y2" and north.around("b2") == "Y5 R2 - Y2"
    assert west.of("Y").lost == north.of("Y").lost == [5]
    assert north.seen("token_lifted") == [("Y", "Y", "b-north", 5)]
    assert west.acting == north.acting == "Y" and west.offered("stock") == {"germany", "engineer", "copper"}


@pytest.mark.rule("PR-4.12", "PR-4.5", "PR-EX-09", "A-53")
def test_nothing_is_asked_where_nothing_depends_on_it() -> None:
    one_line = fair("b2", "Y5 Y5 Y2 R2").purchase().play("Y target b2")
    assert one_line.offered("stock") and one_line.of("Y").lost == [5]
    lowest = fair("b2", "Y5 Y3 Y3 R2").purchase().play("Y target b2")
    assert lowest.offered("stock") and lowest.around("b2") == "- Y3 Y3 R2"


@pytest.mark.rule("PR-4.12", "PR-4.15", "A-53")
def test_the_buyer_chooses_before_the_seller() -> None:
    scene = fair("b2", "R5 Y4 R5 Y4").purchase().play("Y target b2", "R sell", "Y accept")
    assert scene.acting == "Y" and scene.legal() == {"end 2-east", "end b-south"}
    scene.play("Y end b-south")
    assert scene.acting == "R" and scene.legal() == {"end 2-west", "end b-north"}
    assert scene.refused("Y stock copper") == "MH-1.1"
    scene.play("R end b-north")
    assert scene.around("b2") == "R5 Y4 - -" and scene.of("R").tokens.count(5) == 1
    assert scene.of("Y").lost == [4] and scene.of("R").lost == [] and scene.acting == "Y" and scene.offered("stock")


@pytest.mark.rule("PR-4.12", "PR-4.16", "A-53")
def test_a_seller_to_the_bank_chooses_which_token_comes_back() -> None:
    scene = fair("b2", "R5 - R5 Y4").purchase().play("Y target b2", "R sell", "Y decline")
    assert scene.acting == "R" and scene.legal() == {"end 2-west", "end b-north"} and scene.of("R").money == 17
    scene.play("R end 2-west")
    assert scene.end("b-north") == "R5" and scene.end("2-west") == "-" and scene.gone == {"T35"}
    assert scene.seen("token_returned") == [("R", 5)] and scene.acting == "Y"


@pytest.mark.rule("PR-11.6", "PR-11.3", "A-53")
def test_who_named_the_tile_chooses_for_the_neutral_player() -> None:
    scene = Scene("YG").on_track("NGYN").bought("Y", 4).bought("G", 4).laid(b2="T35", c3="T43")
    scene.crossing("b2", "N3 Y2 N3 G2").token("3-west", "G6").token("c-north", "Y6").purchase().play("G target b2")
    assert scene.acting == "G" and scene.legal() == {"end 2-west", "end b-north"}
    assert scene.s.controller == scene.seat("Y")  # control has passed, but this is still the same action
    scene.play("G end b-north")
    assert scene.seen("token_lifted") == [("G", "N", "b-north", 3)]
    assert scene.around("b2") == "N3 Y2 - G2" and scene.gone == {"T35"}


@pytest.mark.rule("PR-11.8", "A-53")
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_on_a_players_turn_the_holder_of_the_meeple_chooses_for_the_neutral_player(answer: str) -> None:
    scene = Scene("YG").on_track("YGNGYN").laid(b2="T35", c3="T43").crossing("b2", "N4 Y5 N4 -").token("3-west", "Y2")
    scene.purchase().play("Y target b2", f"Y {answer}")
    assert scene.acting == "G" and scene.legal() == {"end 2-west", "end b-north"}
    scene.play("G end b-north")
    assert scene.end("2-west") == "N4" and scene.end("b-north") == "-" and scene.acting == "Y"


@pytest.mark.rule("PR-4.12", "A-53")
def test_the_choice_decides_what_can_be_targeted_later() -> None:
    def left(end: str) -> set[str]:
        scene = Scene("YG").on_track("YYGG").laid(b2="T35", b1="T01", a2="T02").crossing("b2", "Y5 G2 Y5 -")
        return scene.purchase().play("Y target b2", f"Y end {end}", "Y stock copper").offered("target")

    assert left("2-west") == {"b1"} and left("b-north") == {"a2"}


@pytest.mark.rule("A-53")
def test_the_switch_takes_the_first_as_before() -> None:
    scene = Scene("YGBR", options={"equal_tokens": 0}).laid(b2="T35", d4="T43").crossing("b2", "R2 Y5 Y5 Y2")
    scene.token("4-west", "Y3").purchase().play("Y target b2")
    assert scene.offered("stock") and scene.around("b2") == "R2 - Y5 Y2"


@pytest.mark.rule("PR-4.12", "A-53")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_asked_exactly_when_there_is_a_choice(seats: int) -> None:
    """Against a slow reading: what is offered, and that a token never leaves unasked where there was a choice."""
    asked = unasked = 0
    for seed in range(4):
        match = mh.new_match("promethium", seats, seed=seed)
        rng = random.Random(seed)
        while match.to_act:
            (seat, *_), before = match.to_act, match.state
            kind, args = TITLE.decision(before, seat) or ("", ())
            legal = match.legal(seat)
            if kind == "lift":
                asked += 1
                assert {TITLE.text(a) for a in legal} == {f"end {e}" for e in oracle.equal_highest(before, *args[:2])}
            events = match.play(rng.choice(legal), seat)
            for event in events:
                if event.kind == "tile_bought" and kind != "lift":
                    buyer, cell = event.args[0] or 0, event.args[1] or 0
                    waiting = any(f[0] == "lift" and f[2][:2] == (cell, buyer) for f in match.state.stack)
                    assert waiting == bool(oracle.equal_highest(before, cell, buyer))
                    unasked += not waiting
        count_matches(1)
    assert asked > 1 and unasked > 20


@pytest.mark.rule("PR-4.12", "A-53")
def test_the_prompt_says_whose_token_and_why() -> None:
    from machinehall.words import languages, say
    from machinehall.words.titles import wording

    for lang in languages():
        speech = wording(TITLE, say(lang))
        bought = fair("b2", "Y5 R2 Y5 Y2").purchase().play("Y target b2")
        sold = fair("b2", "R5 - R5 Y4").purchase().play("Y target b2", "R sell", "Y decline")
        told = set()
        for scene in (bought, sold):
            (seat,) = TITLE.to_act(scene.s)
            view = TITLE.view(scene.s, seat)
            told.add(speech.asked(view, seat))
            choices = speech.choices(view, seat, TITLE.legal(scene.s, seat))
            assert len({choice.text for choice in choices}) == 2 and {c.rule for c in choices} == {"PR-4.12"}
        assert len(told) == 2
