"""Chapter 6: the Design Office, its turns and the realising of projects."""

from __future__ import annotations

import pytest

from promethium.scene import Scene


@pytest.mark.rule("PR-6.1", "PR-4.19")
def test_plain_turn_order_from_the_first_player() -> None:
    scene = Scene("YGBR").on_track("").purchase()
    assert scene.s.phase == 2 and scene.seen("office_opened") == [()]
    turns = ""
    for letter in "YGBR":
        scene.player(letter, elements="machinist*2")
    for _ in range(8):
        turns += scene.acting
        scene.play(f"{scene.acting} machinist 1")
    assert turns == "YGBRYGBR"


@pytest.mark.rule("PR-6.1")
def test_exactly_one_action_a_turn() -> None:
    scene = Scene("YGBR").player("Y", elements="machinist*2").office("Y").play("Y machinist 1")
    assert scene.acting == "G"


@pytest.mark.rule("PR-EX-41", "PR-6.2", "PR-E-33", "A-22")
def test_the_phase_ends_after_as_many_passes_in_a_row_as_there_are_players() -> None:
    def office() -> Scene:
        scene = Scene("ABC")
        for letter in "ABC":
            scene.player(letter, elements="machinist*2")
        return scene.office("A")

    over = office().play("A machinist 1", "B pass", "C pass", "A pass")
    assert over.s.phase != 2 and over.seen("exposition_opened") == [()]
    on = office().play("A machinist 1", "B pass", "C machinist 1", "A pass", "B machinist 1")
    assert on.s.phase == 2 and on.acting == "C"
    on.play("C pass", "A pass", "B pass")
    assert on.s.phase != 2


@pytest.mark.rule("PR-6.2")
def test_passes_are_counted_from_the_opening_of_the_office() -> None:
    scene = Scene("YGBR").on_track("")
    scene.s.passes = 4  # of the round before
    scene.purchase().play("Y pass", "G pass", "B pass")
    assert scene.s.phase == 2 and scene.acting == "R"
    assert scene.play("R pass").s.phase != 2


@pytest.mark.rule("PR-6.2", "PR-7.1")
def test_activating_does_not_make_a_pass_an_action() -> None:
    scene = Scene("YG").player("G", realised="sea-1", promethium=1).office("Y")
    scene.play("Y pass", "G activate sea-1", "G pass")
    assert scene.s.phase != 2


@pytest.mark.rule("PR-6.4")
def test_the_actions() -> None:
    scene = Scene("YGBR").shown("rail-1").stocked("coal france").player("Y", hand="black_market subsidies sabotage")
    scene.player("Y", elements="chemist machinist engineer financier aluminium*2 france usa").office("Y")
    kinds = {text.split()[0] for text in scene.legal()}
    assert kinds == {
        "pass", "realise", "chemist", "expedition", "patent", "machinist", "engineer",
        "financier-stock", "financier-reserve", "play",
    }  # fmt: skip
    assert scene.offered("play") == {"black_market", "subsidies"}
    assert scene.refused("Y target a1") == "PR-6.1"


@pytest.mark.rule("PR-6.4", "PR-7.1")
def test_activation_is_free() -> None:
    scene = Scene("YGBR").player("Y", realised="sea-1 air-1", promethium=2, elements="machinist").office("Y")
    scene.play("Y activate sea-1", "Y activate air-1")
    assert scene.acting == "Y" and "machinist 1" in scene.legal()


@pytest.mark.rule("PR-6.3", "PR-E-34")
def test_what_is_not_spent_stays() -> None:
    scene = Scene("YG").player("Y", influence=5, promethium=2, elements="coal chemist", tiles="T01:1", private="sea-1")
    scene.player("Y", lobby=1).office("Y").play("Y pass", "G pass")
    y = scene.of("Y")
    assert (y.influence, y.promethium, y.lobby) == (9, 2, 1) and y.elements == {"coal": 1, "chemist": 1}
    assert y.tiles == {"S-yellow": 0, "T01": 1}
    assert y.private == {"sea-1"}


# Realise a project


def submarine(influence: int = 2) -> Scene:
    scene = Scene("YGBR").shown("sea-3 air-1").player("Y", tiles="T14 T02 T23:1", influence=influence)
    return scene.office("Y")


@pytest.mark.rule("PR-EX-15", "PR-6.5", "PR-6.6", "PR-6.7")
def test_realise_the_submarine() -> None:
    scene = submarine()
    scene.play("Y realise sea-3")
    assert scene.offered("use") == {"T14", "T02", "T23"}
    scene.play("Y use T14", "Y use T02", "Y use T23")
    y = scene.of("Y")
    assert y.influence == 1 and y.money == 15 and y.improvements == set()
    assert y.tiles == {"S-yellow": 0, "T02": 1, "T23": 2} and "T14" in scene.gone
    assert y.realised == {"sea-3": 1} and y.active == set()
    assert scene.display == ["-", "air-1", *"------"] and scene.acting == "G"
    assert scene.seen("project_realised") == [("Y", "sea-3", 1)]


@pytest.mark.rule("PR-6.5")
def test_realising_costs_influence_and_the_card_must_be_open() -> None:
    assert submarine(0).refused("Y realise sea-3") == "PR-6.5"
    assert submarine().refused("Y realise gas-1") == "PR-6.5"
    other = Scene("YGBR").player("G", private="gas-1").player("Y", tiles="T01").office("Y")
    assert other.refused("Y realise gas-1") == "PR-6.5"


@pytest.mark.rule("PR-6.5", "PR-6.6")
def test_which_tiles_may_be_used() -> None:
    scene = submarine().play("Y realise sea-3", "Y use T02")
    assert scene.refused("Y use T02") == "PR-6.5"  # L different tiles
    assert scene.refused("Y use T01") == "PR-6.5"  # not an own one
    assert scene.refused("Y use S-yellow") == "PR-6.6" and scene.reason("Y use S-yellow") == "refuse.use.does_not_fit"
    clash = Scene("YGBR").shown("sea-3").player("Y", tiles="T14 T12 T02 T23").office("Y")
    clash.play("Y realise sea-3", "Y use T14")
    assert clash.offered("use") == {"T02", "T23"} and clash.refused("Y use T12") == "PR-6.6"  # USA twice
    assert clash.reason("Y use T12") == "refuse.use.clash"


@pytest.mark.rule("PR-6.6")
@pytest.mark.parametrize(
    ("card", "tiles", "legal"),
    [
        ("rail-1", "T38", True),  # any, Machinist, any
        ("rail-1", "T35", False),
        ("telecom-1", "T13", True),  # USA, any, Copper
        ("telecom-1", "T14", False),  # USA but Iron
        ("sea-2", "T23 T27", True),  # Great Britain, different, any
        ("sea-2", "T23 T24", False),  # both Engineers
        ("sea-2", "T23 T38", False),  # Germany
        ("building-2", "T01 T16", True),  # different in all slots
        ("building-2", "T01 T15", False),  # Coal twice
        ("road-3", "T01 T10 T04", True),  # any, any, Coal
        ("road-3", "T01 T10", False),  # one tile short
        ("electricity-3", "T01 T16 T33", True),
        ("electricity-3", "T01 T16 T30", False),  # Copper twice
    ],
)
def test_requirements(card: str, tiles: str, legal: bool) -> None:
    scene = Scene("YGBR").shown(card).player("Y", tiles=tiles)
    start = 1 << scene.s.tiles[scene.seat("Y")].bit_length() - 1
    scene.s.tiles[scene.seat("Y")] ^= start
    scene.s.gone |= start
    scene.office("Y")
    assert (f"realise {card}" in scene.legal()) == legal
    if not legal:
        assert scene.refused(f"Y realise {card}") == "PR-6.6"


@pytest.mark.rule("PR-E-27", "PR-6.6")
def test_elements_never_satisfy_a_project_and_tiles_never_pay() -> None:
    scene = Scene("YGBR").shown("sea-1").player("Y", elements="engineer copper", tiles="T01 T12 T23 T35").office("Y")
    assert scene.offered("realise") == {"sea-1"}  # with T35
    scene = Scene("YGBR").shown("sea-1").player("Y", elements="engineer copper").office("Y")
    assert scene.refused("Y realise sea-1") == "PR-6.6"
    tiles = Scene("YGBR").player("Y", tiles="T09 T19 T43 T42", elements="coal").office("Y")
    assert tiles.offered("expedition") == set() and tiles.offered("chemist") == set()
    assert tiles.refused("Y expedition coal france+usa") == "PR-6.9"
    assert tiles.refused("Y chemist aluminium*2") == "PR-6.8"


@pytest.mark.rule("PR-EX-20", "PR-6.7", "PR-E-23", "PR-E-25")
def test_a_triple_tile_to_the_end() -> None:
    scene = Scene("YGBR").shown("rail-1 air-1 electricity-1").player("Y", tiles="T39", influence=3).office("Y")
    rest = ["G pass", "B pass", "R pass"]
    scene.play("Y realise rail-1", "Y use T39", *rest)
    assert scene.of("Y").tiles == {"S-yellow": 0, "T39": 1} and scene.of("Y").realised == {"rail-1": 0}
    scene.play("Y realise air-1", "Y use T39", *rest)
    assert scene.of("Y").tiles == {"S-yellow": 0, "T39": 2} and scene.of("Y").realised["air-1"] == 1
    scene.play("Y realise electricity-1", "Y use T39")
    assert scene.of("Y").tiles == {"S-yellow": 0} and scene.of("Y").realised["electricity-1"] == 1
    assert "T39" in scene.gone
    show = Scene("YG").player("Y", active="rail-1 air-1:1 sea-1:1").exposition()  # worth 6, 7 and 10
    assert show.seen("project_valued") == [("Y", "sea-1", 6), ("Y", "air-1", 3), ("Y", "rail-1", 6)]


@pytest.mark.rule("PR-6.7")
@pytest.mark.parametrize(
    ("tile", "cubes", "stays"),
    [
        ("T36", 0, False),
        ("T35", 0, True),
        ("T35:1", 1, False),
        ("T34", 0, True),
        ("T34:1", 1, True),
        ("T34:2", 1, False),
    ],
)
def test_the_table_of_wear(tile: str, cubes: int, stays: bool) -> None:
    scene = Scene("YGBR").shown("air-1").player("Y", tiles=tile).office("Y")
    name, _, uses = tile.partition(":")
    scene.play("Y realise air-1", f"Y use {name}")
    assert scene.of("Y").realised == {"air-1": cubes}
    assert scene.of("Y").tiles.get(name) == (int(uses or 0) + 1 if stays else None)
    assert (name in scene.gone) != stays


@pytest.mark.rule("PR-EX-21", "PR-6.7", "PR-8.3")
@pytest.mark.parametrize(("improvements", "income"), [("", 8), ("corruption_halved", 12)])
def test_two_worn_tiles(improvements: str, income: int) -> None:
    scene = Scene("YG").shown("sea-2").player("Y", tiles="T23:1 T27:1", promethium=2, improvements=improvements)
    scene.office("Y").play("Y realise sea-2", "Y use T23", "Y use T27")
    assert scene.of("Y").realised == {"sea-2": 2}
    scene.play("Y activate sea-2", "G pass", "Y pass")
    assert scene.seen("project_valued") == [("Y", "sea-2", income)] and scene.of("Y").money == 15 + income


@pytest.mark.rule("PR-E-24", "PR-6.7")
def test_each_worn_tile_adds_its_own_cube() -> None:
    scene = Scene("YGBR").shown("sea-3").player("Y", tiles="T02:1 T12:1 T23:2").office("Y")
    scene.play("Y realise sea-3", "Y use T02", "Y use T12", "Y use T23")
    assert scene.of("Y").realised == {"sea-3": 3} and scene.of("Y").tiles == {"S-yellow": 0}


@pytest.mark.rule("PR-6.5", "PR-E-35")
def test_an_emptied_slot_stays_empty_during_the_round() -> None:
    scene = Scene("YG").shown("gas-1 air-1 sea-1 road-1 rail-1 telecom-1 workshop-1 electricity-1")
    scene.player("Y", tiles="T35").office("Y").play("Y realise air-1", "Y use T35", "G pass")
    assert scene.display[1] == "-" and scene.display[2] == "sea-1" and scene.acting == "Y"
