"""Chapter 4, first half: the bidding sequence."""

from __future__ import annotations

import random

import pytest

from promethium.scene import TITLE, Scene, T


@pytest.mark.rule("PR-4.1")
def test_lines_and_ends() -> None:
    assert len(T.used_lines[4]) == 8 and len(T.used_lines[3]) == len(T.used_lines[2]) == 6
    assert len(T.ends) == 16
    assert [T.ends[e] for e in T.crossing[T.cells.index("b3")]] == ["3-west", "3-east", "b-north", "b-south"]
    row = [T.cells[c] for c in T.line_cells[4][T.lines.index("row-2")]]
    column = [T.cells[c] for c in T.line_cells[3][T.lines.index("col-c")]]
    assert row == ["a2", "b2", "c2", "d2"] and column == ["c1", "c2", "c3"]


@pytest.mark.rule("PR-4.2", "PR-4.3", "PR-4.4", "A-13")
@pytest.mark.parametrize(("order", "ends"), [("YG", 12), ("YGB", 12), ("YGBR", 16)])
def test_all_ends_are_full_after_the_bidding(order: str, ends: int) -> None:
    rng = random.Random(len(order))
    scene = Scene(order).laid(b2="T35").bidding()
    placed = 0
    while scene.offered("line"):
        for _ in ("line", "token"):
            seat = scene.s.stack[-1][1]
            TITLE.apply(scene.s, seat, rng.choice(TITLE.legal(scene.s, seat)))
        placed += 1
    assert placed == ends
    used = [e for line in T.used_lines[len(order)] for e in (2 * line, 2 * line + 1)]
    for letter in order:
        assert len(scene.of(letter).tokens) == 4
    assert len(used) == ends and sum(owner >= 0 for owner in scene.s.end_owner) == ends


@pytest.mark.rule("PR-4.4", "PR-E-01", "PR-1.7")
def test_the_line_is_shown_before_the_token_is_chosen() -> None:
    scene = Scene("YGBR").down(a1="france", b1="chemist", a2="coal").laid(c1="T35").bidding()
    assert scene.acting == "Y" and scene.refused("Y bid 6") == "PR-4.4"
    scene.play("Y line row-1")
    assert scene.acting == "*" and scene.offered("tile") == {"T01", "T03", "T04", "T08"}
    scene.play("* tile T03", "* tile T31")
    assert (scene.cell("a1"), scene.cell("b1"), scene.cell("c1"), scene.cell("a2")) == ("T03", "T31", "T35", "?coal")
    assert scene.acting == "Y" and scene.legal() == {"bid 2", "bid 3", "bid 4", "bid 5", "bid 6"}
    assert scene.refused("Y line row-2") == "PR-4.4"
    scene.play("Y bid 6")
    assert scene.end("1-west") == "(Y6)" and scene.of("Y").tokens == [2, 3, 3, 4, 4, 5, 5]
    assert scene.acting == "G"


@pytest.mark.rule("PR-4.4")
def test_only_an_own_token_can_be_laid() -> None:
    scene = Scene("YGBR").lost("Y", 6).bidding().play("Y line row-1")
    assert scene.refused("Y bid 6") == "PR-4.4" and "bid 5" in scene.legal()


@pytest.mark.rule("PR-4.5")
def test_a_full_line_cannot_be_named() -> None:
    scene = Scene("YGBR").down(a1="coal").token("1-west", "Y6").token("1-east", "Y5").token("b-north", "G2").bidding()
    assert scene.refused("Y line row-1") == "PR-4.5"
    assert scene.offered("line") == {"row-2", "row-3", "row-4", "col-a", "col-b", "col-c", "col-d"}


@pytest.mark.rule("PR-4.5", "A-13")
def test_one_player_may_hold_both_ends_and_a_line_without_tiles_may_be_named() -> None:
    scene = Scene("YGBR").on_track("YYGBRRBG").bidding()
    scene.play("Y line col-d", "Y bid 3", "Y line col-d", "Y bid 3")
    assert (scene.end("d-north"), scene.end("d-south")) == ("(Y3)", "(Y3)")


@pytest.mark.rule("PR-E-02", "PR-4.24")
def test_a_tile_once_turned_stays_face_up() -> None:
    scene = Scene("YGBR").down(a1="france").on_track("YG").bidding()
    scene.play("Y line row-1", "* tile T01", "Y bid 6", "G line row-1", "G bid 2")
    assert scene.cell("a1") == "T01" and not scene.offered("tile")
    rounds = Scene("YGBR").laid(a1="T01").down(b1="coal").on_track("").purchase()
    assert rounds.s.phase == 2 and (rounds.cell("a1"), rounds.cell("b1")) == ("T01", "?coal")
    rounds.s.stack = []
    rounds.begin("next_round", phase=4)
    assert (rounds.cell("a1"), rounds.cell("b1")) == ("T01", "?coal")


@pytest.mark.rule("PR-1.7")
def test_a_token_face_down_is_known_to_its_owner_alone() -> None:
    scene = Scene("YGBR").token("1-west", "Y6").token("1-east", "R2", up=True)
    west, east = T.ends.index("1-west"), T.ends.index("1-east")
    for letter in "YGBR":
        value = TITLE.view(scene.s, scene.seat(letter))["end_value"]
        assert value[west] == (6 if letter == "Y" else None) and value[east] == 2
    assert TITLE.view(scene.s, None)["end_value"][west] is None
