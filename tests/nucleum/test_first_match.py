"""What a first match asks of somebody who has not read the rules: each question says what its answers depend on."""

from __future__ import annotations

import pytest

from machinehall.titles.nucleum.rules.end_of_game import LAST_TURNS
from machinehall.words import languages
from nucleum.baron_scene import Solo
from nucleum.scene import Scene, T
from nucleum.test_newcomers import TITLE, asked, offered, words


@pytest.mark.rule("NU-23.60")
def test_alone_the_recharges_of_the_barons_are_told_beside_the_four_conditions() -> None:
    scene = Solo()
    scene.s.recharges[1] = 2
    told = words().phase(TITLE.view(scene.s, 0))
    assert told == "End conditions met: 0 of 4; with 2, or the Baron's Recharges (2 of 3), the last turns come"
    both = Solo(barons=2)
    both.s.recharges[1:] = [2, 1]
    assert "the Barons' Recharges (3 of 6)" in words().phase(TITLE.view(both.s, 0))
    others = words().phase(TITLE.view(Scene("RB").s, 0))
    assert others.startswith("End conditions met: 0 of 5; with 3 the last turns come")
    for lang in languages():
        assert words(lang).phase(TITLE.view(scene.s, 0)).count("3") == 1


@pytest.mark.rule("NU-16.11")
def test_a_marker_is_asked_for_with_what_a_high_space_brings() -> None:
    """Spaces of one tier count alike at the end: King's Day is what tells them apart, as long as one is to come."""
    scene = Scene("RB").gives("R", achievement=5).ask("R", "marker")
    told = f"King's Day: {T.n.kings_day_first} VP for the highest."
    assert asked(scene).endswith(f"You have 5 achievement tokens. {told}")
    scene.s.recharges[:] = [T.n.milestone_slots] * 2
    assert asked(scene).endswith("You have 5 achievement tokens.")
    scene.s.closing = LAST_TURNS
    assert asked(scene).startswith("Recharge, your last turn: where")


@pytest.mark.rule("NU-9.3")
@pytest.mark.rule("NU-10.3")
@pytest.mark.parametrize("kind", ["urbanize", "industrialize"])
def test_the_first_piece_is_said_to_bind_the_later_ones(kind: str) -> None:
    first = Scene("RB").gives("R", thaler=9, workers=9)
    args = (0, 0, 0) if kind == "urbanize" else (0, 0, 0, 0, 0)
    first.ask("R", kind, *args)
    assert asked(first).endswith("later ones must join your networks.")
    first.built("R", "factory-1", "riesa-u1").ask("R", kind, *args)
    for lang in languages():
        assert asked(first, lang).endswith("?"), "there is a network to build in"


@pytest.mark.rule("NU-8.7")
def test_which_end_of_a_rail_gives_its_action_is_said() -> None:
    scene = Scene("RB").gives("R", workers=3).pool("R", "b01").ask("R", "lay", T.tile_ids.index("b01"), 0)
    assert asked(scene).endswith("An end gives its action where its colour matches.")


@pytest.mark.rule("NU-10.9")
def test_mines_of_different_rows_are_told_apart() -> None:
    """They bring the same uranium at once: what they hold and what their pair brings is why one pays more."""
    scene = Scene("RB").gives("R", thaler=9, workers=9).ask("R", "industrialize", 0, 0, 0, 0, 0)
    mines = {notation: choice.note for notation, choice in offered(scene).items() if "aussig-m1" in notation}
    assert mines["mine row-1 aussig-m1"] == (
        "The mine holds up to 3 uranium. When both pieces of the row are built: 1 VP."
    )
    assert len(set(mines.values())) == len(mines)
    turbine = offered(scene)["turbine row-1 zittau-t1"].note
    assert turbine.endswith("When both pieces of the row are built: 1 VP.")
    scene.turbine("R", 1, "zittau-t1").link("R", "zittau-aussig").ask("R", "industrialize", 0, 0, 0, 0, 0)
    choice = next(c for notation, c in offered(scene).items() if notation.startswith("mine row-1"))
    assert "1 VP" in choice.gains and choice.note == "The mine holds up to 3 uranium."


def test_the_last_step_of_an_income_is_not_counted() -> None:
    scene = Scene("RB")
    assert asked(scene.ask("R", "income_any", 2)).endswith("2 left.")
    assert asked(scene.ask("R", "income_any", 1)) == "Which income do you raise?"
