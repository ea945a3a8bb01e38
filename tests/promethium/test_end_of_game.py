"""Chapter 10: end of game."""

from __future__ import annotations

import pytest

from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Outcome
from promethium.scene import TITLE, Scene


def over(scene: Scene) -> Outcome:
    """The outcome after the Exposition of the last round."""
    outcome = TITLE.outcome(scene.round_over().s)
    assert outcome is not None
    return outcome


def last_round(order: str = "YG") -> Scene:
    return Scene(order, number=3)


@pytest.mark.rule("PR-EX-44", "PR-10.1", "PR-10.2", "PR-E-37", "A-32")
def test_final_scoring() -> None:
    scene = last_round().player("Y", money=61, lobby=3, promethium=2, realised="road-2:1")
    scene.player("Y", elements="aluminium iron*2 copper coal*3")
    outcome = over(scene)
    y = scene.seat("Y")
    assert outcome.scores[y] == 89
    assert list(outcome.breakdown[y].values()) == [61, 6, 6, 10, 6]
    assert scene.seen("project_half_valued") == [("Y", "road-2", 6)]
    assert ("Y", 89) in scene.seen("final_score")


@pytest.mark.rule("PR-10.2", "PR-E-38")
def test_what_is_worth_nothing() -> None:
    scene = last_round().player("Y", money=20, tiles="T23 T01", elements="chemist*2 france*3 engineer", influence=9)
    scene.player("Y", hand="bribes sabotage", private="air-3 sea-3", improvements="lab_coal")
    assert over(scene).scores[scene.seat("Y")] == 20


@pytest.mark.rule("PR-10.2")
@pytest.mark.parametrize(
    ("thing", "worth"),
    [
        ({"elements": "aluminium"}, 2),
        ({"elements": "iron"}, 2),
        ({"elements": "copper"}, 1),
        ({"elements": "coal"}, 1),
        ({"lobby": 1}, 2),
        ({"promethium": 1}, 3),
        ({"realised": "sea-3"}, 14),
        ({"realised": "sea-3:1"}, 12),
        ({"realised": "building-2"}, 6),
        ({"realised": "building-2:1", "improvements": "corruption_halved"}, 5),
    ],
)
def test_what_each_thing_is_worth(thing: dict[str, str | int], worth: int) -> None:
    scene = last_round().player("Y", money=0, **thing)
    assert over(scene).scores[scene.seat("Y")] == worth


@pytest.mark.rule("PR-10.1", "PR-10.3", "PR-1.1")
def test_most_money_wins() -> None:
    scene = last_round("YGB").player("Y", money=30).player("G", money=50).player("B", money=30, lobby=1)
    outcome = over(scene)
    places = {letter: outcome.places[scene.seat(letter)] for letter in "YGB"}
    assert places == {"Y": 3, "G": 1, "B": 2}


def tie(a: str, b: str, best: tuple[int, int] = (0, 0)) -> dict[str, int]:
    """Places of two players with £80 each, with these activated and valued cards (a trailing `-`: not activated)."""
    scene = last_round("AB")
    for letter, cards, top in (("A", a, best[0]), ("B", b, best[1])):
        money = 80
        for card in cards.split():
            if card.endswith("-"):
                scene.player(letter, realised=card[:-1])
                money -= 8  # half of a card worth 16
            else:
                scene.player(letter, active=card)
        scene.player(letter, money=money)
        i = scene.seat(letter)
        scene.s.valued = put(scene.s.valued, i, scene.s.active[i])
        scene.s.best = put(scene.s.best, i, top)
    outcome = over(scene)
    assert set(outcome.scores) == {80}
    return {letter: outcome.places[scene.seat(letter)] for letter in "AB"}


@pytest.mark.rule("PR-EX-45", "PR-10.3", "A-33")
def test_tie_breaks() -> None:
    assert tie("sea-1 air-1 gas-1 sea-2-", "rail-1 rail-2 rail-3") == {"A": 1, "B": 2}
    assert tie("sea-3 air-1 gas-1 sea-1", "rail-1 rail-2 office-1 road-3", (28, 24)) == {"A": 1, "B": 2}
    assert tie("sea-3 air-1 gas-1 sea-1", "rail-1 rail-2 office-1 road-3", (28, 28)) == {"A": 1, "B": 1}


@pytest.mark.rule("PR-E-38", "PR-10.3")
def test_private_projects_do_not_count_in_the_tie_break() -> None:
    scene = last_round("AB").player("A", private="sea-1 sea-2 sea-3", money=50).player("B", money=50)
    assert over(scene).places == (1, 1)


@pytest.mark.rule("PR-10.3", "A-33")
def test_the_amount_actually_credited_breaks_the_tie() -> None:
    """A's Submarine with two cubes earned 20, B's Loom 26; a card that was never activated counts with its half."""
    scene = last_round("AB").player("A", active="sea-3:2", money=28).player("B", active="workshop-3", money=20)
    outcome = TITLE.outcome(scene.exposition().s)
    assert outcome is not None and outcome.scores == (50, 50)  # with one lobby token, and with two
    assert [outcome.places[scene.seat(letter)] for letter in "AB"] == [2, 1]
    half = last_round("AB").player("A", realised="sea-3", money=40).player("B", active="air-1", money=54)
    i = half.seat("B")
    half.s.valued = put(half.s.valued, i, half.s.active[i])
    half.s.best = put(half.s.best, i, 7)
    outcome = over(half)
    assert outcome.scores == (54, 54) and [outcome.places[half.seat(letter)] for letter in "AB"] == [1, 2]
