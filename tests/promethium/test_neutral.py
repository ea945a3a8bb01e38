"""Chapter 11: two players and the neutral player."""

from __future__ import annotations

import pytest

from machinehall.titles.promethium.rules.initiative import lay_out
from promethium.scene import TITLE, Scene, T

TRACK = "YGNGYN"


def duel(cell: str, tokens: str, track: str = TRACK, controller: str = "G", spare: bool = True) -> Scene:
    """One tile with its crossing; in the far corner another one, so that the fair goes on."""
    scene = Scene("YG").on_track(track).laid(**{cell: "T35"}).crossing(cell, tokens)
    if spare:
        far = "Y2 G2 N3" if "Y2" not in tokens and "G2" not in tokens else "Y5 G6 N3"
        scene.laid(c3="T43").crossing("c3", far)
    scene.s.controller = scene.seat(controller)
    return scene


@pytest.mark.rule("PR-11.4", "PR-EX-36", "PR-3.1")
def test_the_track() -> None:
    scene = Scene("YG").on_track("")
    lay_out(T, scene.s)
    assert scene.track == TRACK


def placements(first: int, options: dict[str, int] | None = None) -> list[tuple[str, str]]:
    """Who lays whose token in the whole bidding of a round."""
    scene = Scene("YG", first, options).laid(a1="T35")
    scene.s.round, scene.s.track = 0, []
    scene.begin("new_round")
    laid = []
    for k in range(12):
        letter = scene.acting
        scene.play(f"{letter} line {T.lines[T.used_lines[2][k // 2]]}")
        scene.play(f"{letter} {min(scene.legal())}")
        laid.append(tuple(scene.seen("token_laid")[0][:2]))
    assert scene.offered("line") == set()
    return laid


@pytest.mark.rule("PR-EX-36", "PR-11.3", "PR-11.4", "A-35", "A-34", "PR-E-40")
def test_placements_of_two_players() -> None:
    laid = placements(1)
    assert [owner for _, owner in laid] == list(TRACK * 2)
    assert [who for who, owner in laid if owner == "N"] == ["G", "Y", "G", "Y"]
    assert all(who == owner for who, owner in laid if owner != "N")


@pytest.mark.rule("A-35", "PR-EX-36")
def test_the_caption_gives_control_to_the_first_player() -> None:
    laid = placements(0, {"neutral_first_controller": 1})
    assert [who for who, owner in laid if owner == "N"] == ["Y", "G", "Y", "G"]


@pytest.mark.rule("PR-11.2", "PR-11.4", "A-37")
def test_each_player_lays_the_neutral_tokens_of_the_own_hand() -> None:
    scene = Scene("YG").on_track("NYGNGY").bidding()
    assert scene.acting == "G" and "play" not in {text.split()[0] for text in scene.legal()}
    scene.play("G line row-1")
    assert scene.legal() == {"bid 3", "bid 4"} and scene.refused("G bid 6") == "PR-11.2"
    scene.play("G bid 4")
    assert scene.end("1-west") == "(N4)" and scene.of("G").tokens == [2, 3, 3, 4, 4, 5, 5, 6]
    values = [TITLE.view(scene.s, scene.seat(letter))["end_value"][0] for letter in "GY"]
    assert values == [4, None]


@pytest.mark.rule("PR-11.2")
def test_neutral_tokens_come_back_every_round() -> None:
    scene = duel("b2", "N4 Y3 G2 -", track="N", spare=False).bought("Y", 6, 5).bought("G", 6, 5).purchase()
    scene.play("G target b2")
    assert scene.s.phase == 2 and sum(scene.s.neutral) == sum(scene.s.neutral_out) == 0
    scene.s.stack = []
    scene.s.first = scene.seat("G")
    scene.begin("new_round", phase=4)
    assert scene.s.neutral == T.neutral_count * 2 and sum(T.neutral_count) == 2
    assert scene.s.controller == scene.seat("Y")  # p2 of the new round


@pytest.mark.rule("PR-EX-37", "PR-11.6", "PR-11.3", "PR-11.5")
def test_neutral_active_and_first() -> None:
    scene = duel("b2", "N4 Y3 G2 -", track="NGYN").bought("Y", 4).bought("G", 4).purchase()
    elements = list(scene.s.elements)
    assert scene.acting == "G"
    scene.play("G target b2")
    assert "T35" in scene.gone and scene.around("b2") == "- Y3 G2 -" and scene.track == "GYN"
    assert scene.s.elements == elements and scene.s.controller == scene.seat("Y")
    assert scene.s.money == [15, 15]


@pytest.mark.rule("PR-EX-38", "PR-11.8", "PR-E-09")
def test_neutral_first_while_a_player_is_active() -> None:
    scene = duel("b2", "N4 N3 Y5 G2").purchase().play("Y target b2")
    assert scene.acting == "Y" and scene.legal() == {"accept", "decline"}
    first = scene.fork().play("Y accept", "Y stock copper")
    assert first.of("Y").lost == [5] and first.of("Y").money == 13 and first.of("G").money == 15
    assert first.track == "GNGYN" and first.around("b2") == "- N3 - G2" and first.acting == "G"
    second = scene.fork().play("Y decline", "G accept", "G stock copper")
    assert second.of("G").lost == [2] and second.of("G").money == 13
    assert second.track == "YNGYN" and second.acting == "Y" and second.around("b2") == "- N3 Y5 -"


@pytest.mark.rule("PR-11.8", "A-36")
def test_nobody_takes_the_neutral_players_tile() -> None:
    scene = duel("b2", "N4 N3 Y5 G2").purchase().play("Y target b2", "Y decline", "G decline")
    assert "T35" in scene.gone and scene.around("b2") == "- N3 Y5 G2" and scene.track == TRACK
    assert scene.acting == "Y" and scene.s.money == [15, 15]


@pytest.mark.rule("PR-EX-39", "PR-11.7", "PR-E-40")
def test_neutral_active_while_a_player_is_first() -> None:
    scene = duel("b2", "N3 Y6 G5 G2", track="NGYN").bought("Y", 4).bought("G", 4).purchase()
    scene.play("G target b2")
    assert scene.acting == "G" and scene.legal() == {"buy", "sell"}
    sold = scene.fork().play("G sell")
    assert sold.of("G").money == 17 and 5 in sold.of("G").tokens and "T35" in sold.gone
    assert sold.track == "NGYN" and sold.acting == "Y" and sold.around("b2") == "N3 Y6 - G2"
    assert sold.seen("offer_declined") == []
    bought = scene.fork().play("G buy", "G stock copper")
    assert bought.of("G").money == 13 and bought.of("G").lost == [4, 5]
    assert bought.track == "NYN" and bought.acting == "Y"


@pytest.mark.rule("PR-11.9", "PR-E-39")
def test_the_neutral_player_is_skipped_as_a_buyer() -> None:
    scene = duel("b2", "Y2 N4 G5 -").purchase().play("Y target b2", "G sell")
    assert scene.acting == "Y"
    scene.play("Y decline")
    assert "T35" in scene.gone and scene.of("G").money == 17 and scene.end("2-east") == "N4"


@pytest.mark.rule("PR-11.9", "PR-E-39", "PR-4.10")
def test_the_neutral_player_wins_ties_when_active() -> None:
    scene = duel("b2", "N4 Y4 - -", track="NGYN").bought("Y", 3).bought("G", 4).purchase().play("G target b2")
    assert scene.seen("neutral_took") == [("b2",)] and scene.of("Y").bought == 1


@pytest.mark.rule("PR-E-39", "PR-4.5")
def test_neutral_tokens_block_ends() -> None:
    scene = Scene("YG").token("1-west", "N4").token("1-east", "N3").bidding()
    assert scene.refused("Y line row-1") == "PR-4.5"


@pytest.mark.rule("PR-11.5")
def test_no_scheme_and_no_lobby_on_the_neutral_players_turn() -> None:
    scene = duel("b2", "N3 Y6 G4 -", track="NGYN").bought("Y", 4).bought("G", 5).player("G", lobby=3)
    scene.player("G", hand="sabotage planning").player("Y", hand="industrial_theft persuasion").purchase()
    assert scene.refused("G play sabotage") == "PR-11.5" and scene.offered("play") == set()
    scene.play("G target b2")
    assert scene.acting == "Y" and scene.legal() == {"buy", "sell"}
    scene.play("Y buy")
    assert scene.acting == "Y" and "play persuasion" in scene.legal()  # a purchase card is allowed
    scene.play("Y skip")
    assert scene.acting == "G" and scene.legal() == {"skip"}


@pytest.mark.rule("PR-11.5", "PR-12.5")
def test_theft_on_the_neutral_players_turn() -> None:
    scene = duel("b2", "N3 Y6 G4 -", track="NGYN").bought("Y", 4).bought("G", 5).player("G", hand="industrial_theft")
    scene.purchase().play("G target b2", "Y buy", "G steal copper")
    assert scene.of("G").elements == {"copper": 1} and scene.of("Y").elements == {"germany": 1, "engineer": 1}


@pytest.mark.rule("PR-12.5", "PR-11.6")
def test_theft_is_not_possible_against_the_neutral_player() -> None:
    scene = duel("b2", "N4 Y3 G2 -", track="NGYN").bought("Y", 4).bought("G", 4)
    scene.player("Y", hand="industrial_theft").player("G", hand="industrial_theft").purchase().play("G target b2")
    assert scene.seen("neutral_took") == [("b2",)] and scene.offered("steal") == set()
    assert scene.of("Y").influence == 6


@pytest.mark.rule("PR-11.5", "PR-4.8")
def test_the_neutral_player_targets_in_a_line_with_a_neutral_token() -> None:
    scene = Scene("YG").on_track("NGYN").bought("Y", 4).bought("G", 4).laid(a1="T35", b2="T01", c3="T43")
    scene.token("1-west", "N3").token("2-west", "Y6").purchase()
    assert scene.acting == "G" and scene.legal() == {"target a1"} and scene.refused("G target b2") == "PR-11.5"
    assert scene.reason("G target b2") == "refuse.target.neutral_no_token"


@pytest.mark.rule("PR-11.5", "PR-4.18")
def test_the_neutral_player_without_a_target_loses_the_marker() -> None:
    scene = Scene("YG").on_track("NGYN").bought("Y", 4).bought("G", 4).laid(a1="T35").token("1-west", "G3")
    scene.token("3-west", "N3").purchase()
    assert scene.seen("marker_forfeited") == [("N",)] and scene.acting == "G" and scene.track == "GYN"


@pytest.mark.rule("PR-11.1", "A-34")
def test_the_neutral_player_takes_no_part_in_the_office() -> None:
    scene = Scene("YG").office("Y")
    assert scene.acting == "Y"
    scene.play("Y pass")
    assert scene.acting == "G"
    scene.play("G pass")
    assert scene.s.phase != 2
    assert len(scene.s.influence) == len(scene.s.tiles) == 2
