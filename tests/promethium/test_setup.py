"""Chapter 2: set-up."""

from __future__ import annotations

import random

import pytest

from machinehall.titles.promethium.components.types import Project, Tile
from promethium.pieces import gained
from promethium.scene import TITLE, Scene, T

DRAWS = ("office-1", "sea-3", "air-3", "air-1", "sea-1", "rail-3", "gas-1", "light-3")


def draw(scene: Scene, *cards: str) -> Scene:
    return scene.play(*(f"* project {card}" for card in cards))


def dealt(order: str, seed: int = 3) -> Scene:
    """A match up to the first decision of a player."""
    scene = Scene.opening(order)
    TITLE.deal(scene.s, random.Random(seed))
    return scene


def with_grid(order: str, seed: int = 3) -> Scene:
    """A match up to the first line: everybody puts the first element of the starting tile into the Stock."""
    scene = dealt(order, seed)
    while TITLE.decision(scene.s, scene.s.stack[-1][1]) == ("start", ()):
        seat = scene.s.stack[-1][1]
        TITLE.apply(scene.s, seat, TITLE.legal(scene.s, seat)[0])
        TITLE.deal(scene.s, random.Random(seed))
    scene.check()
    return scene


@pytest.mark.rule("PR-2.1")
def test_blue_is_the_neutral_players_colour_with_two() -> None:
    assert T.colours[3] == "blue" and sorted(T.colours) == ["blue", "green", "red", "yellow"]
    for order in ("AB", "ABC", "ABCD"):
        scene = Scene.opening(order)
        starts = [next(iter(scene.of(letter).tiles)) for letter in order]
        assert starts == [f"S-{colour}" for colour in T.colours[: len(order)]]
    assert "S-blue" not in (Scene.opening("AB").of("A").tiles | Scene.opening("AB").of("B").tiles)


@pytest.mark.rule("PR-2.9")
def test_the_first_player_is_drawn_at_random() -> None:
    for order in ("AB", "ABC", "ABCD"):
        chances = TITLE.chance(Scene.opening(order).s)
        assert [(TITLE.text(a), w) for a, w in chances] == [(f"first {i}", 1) for i in range(len(order))]
    scene = Scene.opening("ABC").play("* first 2")
    assert scene.s.first == 2 and scene.seen("first_player") == [("C",)]


@pytest.mark.rule("PR-2.2", "PR-2.3", "PR-EX-33", "A-01")
def test_the_opening_display() -> None:
    scene = Scene.opening("ABCD").play("* first 0")
    draw(scene, DRAWS[0])
    assert scene.display == ["-", "-", "office-1", "-", "-", "-", "-", "-"]
    draw(scene, *DRAWS[1:4])
    assert scene.display == ["sea-3", "air-1", "office-1", "air-3", "-", "-", "-", "-"]
    draw(scene, *DRAWS[4:])
    assert scene.display == ["sea-3", "air-1", "office-1", "air-3", "sea-1", "rail-3", "gas-1", "light-3"]
    assert scene.offered("project") == set() and scene.s.deck.bit_count() == 28


@pytest.mark.rule("PR-2.3")
def test_an_excluded_card_goes_under_the_deck_when_only_the_exit_is_free() -> None:
    scene = Scene.opening("ABCD").play("* first 0")
    late = ["air-3", "rail-3", "telecom-2", "spectacle-1", "office-1", "building-1"]
    draw(scene, *late, "building-3", "gas-2")
    assert scene.display == ["-", "-", *late]
    assert [T.projects[c] for c in scene.s.deck_bottom] == ["building-3", "gas-2"]
    draw(scene, "sea-1", "gas-1")
    assert scene.display == ["sea-1", "gas-1", *late]


@pytest.mark.rule("PR-2.3", "A-01")
def test_which_cards_are_excluded_from_the_exit() -> None:
    rare = {"chemist", "financier", "iron", "aluminium"}
    for i, card in enumerate(T.pack.rows("projects", Project)):
        need = {card.requirement.country, card.requirement.expert, card.requirement.mineral}
        assert T.late[i] == bool(rare & need), card.id


@pytest.mark.rule("PR-2.4")
@pytest.mark.parametrize("order", ["AB", "ABC", "ABCD"])
def test_what_everybody_starts_with(order: str) -> None:
    scene = dealt(order)
    for letter in order:
        seat = scene.of(letter)
        assert (seat.money, seat.influence, seat.promethium, seat.lobby) == (15, 6, 0, 0)
        assert seat.tokens == [2, 3, 3, 4, 4, 5, 5, 6]
        assert (len(seat.hand), len(seat.pile), len(seat.used)) == (5, 6, 0)
        assert seat.hand | seat.pile == set(T.schemes)


@pytest.mark.rule("PR-2.4")
def test_scheme_cards_are_dealt_by_chance_one_by_one() -> None:
    scene = draw(Scene.opening("ABC").play("* first 1"), *DRAWS)
    assert scene.acting == "*" and scene.offered("deal") == set(T.schemes)
    scene.play("* deal sabotage")
    assert scene.of("B").hand == {"sabotage"} and scene.offered("deal") == set(T.schemes) - {"sabotage"}
    assert [e.seen_by for e in scene.events if e.kind == "scheme_drawn"] == [(scene.seat("B"),)]


@pytest.mark.rule("PR-2.6", "PR-2.7", "PR-1.5")
def test_two_of_three_elements_of_the_starting_tile() -> None:
    scene = dealt("RYGB")
    order = [(scene.s.first + i) % 4 for i in range(4)]
    assert scene.acting == scene.names[order[0]]
    assert scene.refused(f"{scene.acting} stock usa" if scene.acting != "Y" else "Y stock france") == "PR-2.6"
    stock = {"R": "france", "Y": "machinist", "G": "coal", "B": "copper"}
    for seat in order:
        letter = scene.names[seat]
        scene.play(f"{letter} stock {stock[letter]}")
    assert scene.of("R").elements == {"engineer": 1, "iron": 1}
    assert scene.of("Y").elements == {"usa": 1, "aluminium": 1}
    assert scene.of("G").elements == {"great_britain": 1, "chemist": 1}
    assert scene.of("B").elements == {"germany": 1, "financier": 1}
    assert scene.stock == {"france": 1, "machinist": 1, "coal": 1, "copper": 1}
    assert gained(scene.reserve, dict.fromkeys(T.elements, 8)) == dict.fromkeys(T.elements, -1)


@pytest.mark.rule("PR-2.8")
def test_four_players_have_a_grid_of_sixteen_backs() -> None:
    scene = with_grid("ABCD")
    assert all(scene.cell(name).startswith("?") for name in T.cells)
    assert scene.s.unseen.bit_count() == 44
    assert scene.acting == scene.names[scene.s.first] and len(scene.offered("line")) == 8


@pytest.mark.rule("PR-2.10", "PR-E-43")
def test_three_players_have_fewer_tiles_and_a_smaller_grid() -> None:
    scene = with_grid("ABC")
    small = {f"{c}{r}" for c in "abc" for r in "123"}
    assert {name for name in T.cells if scene.cell(name) != "-"} == small
    four = {tile.id for tile in T.pack.rows("tiles", Tile) if tile.four_player_only}
    assert len(four) == 12 and scene.s.unseen.bit_count() == 32
    assert not {T.tiles[i] for i in range(48) if scene.s.unseen >> i & 1} & four
    assert scene.offered("line") == {"row-1", "row-2", "row-3", "col-a", "col-b", "col-c"}
    assert scene.refused(f"{scene.acting} line row-4") == "PR-2.10"
    assert scene.refused(f"{scene.acting} line col-d") == "PR-2.10"
    assert scene.of("A").money == 15 and len(scene.of("A").tokens) == 8 and len(scene.of("A").hand) == 5


@pytest.mark.rule("PR-E-43")
def test_starting_tiles_are_not_part_of_the_44() -> None:
    assert len(T.pack.rows("tiles", Tile)) == 44
    assert all(not T.pool[n] >> tile & 1 for n in (2, 3, 4) for tile in T.start_tile)


@pytest.mark.rule("PR-2.11", "PR-11.1")
def test_two_players_play_on_the_small_grid_with_a_neutral_player() -> None:
    scene = with_grid("AB")
    assert sum(scene.cell(name) != "-" for name in T.cells) == 9 and scene.s.unseen.bit_count() == 32
    assert scene.track.count("N") == 2 and len(scene.s.money) == 2


@pytest.mark.rule("PR-2.5", "A-06")
def test_the_starting_tile_is_an_ordinary_tile() -> None:
    scene = Scene("YGBR").shown("rail-1").player("Y", influence=2).office("Y")
    tile = "S-red"
    owner = next(letter for letter in "YGBR" if tile in scene.of(letter).tiles)
    assert owner == "R" and scene.of("Y").tiles == {"S-yellow": 0}
    sold = scene.fork().play("Y patent S-yellow")
    assert sold.of("Y").promethium == 1 and sold.of("Y").tiles == {} and "S-yellow" in sold.gone
    used = scene.fork().play("Y realise rail-1", "Y use S-yellow")
    assert used.of("Y").realised == {"rail-1": 0} and used.of("Y").tiles == {}


@pytest.mark.rule("A-07")
def test_a_starting_tile_has_no_back() -> None:
    assert len(T.tile_back) == 44 and len(T.tiles) == 48
    assert all(not mask >> tile & 1 for mask in T.back_mask for tile in T.start_tile)
