"""Chapter 6: obtaining promethium, and the other experts."""

from __future__ import annotations

import pytest

from promethium.pieces import gained
from promethium.scene import TITLE, Scene


def office(elements: str = "", **things: object) -> Scene:
    return Scene("YGBR").player("Y", elements=elements, **things).office("Y")


# Chemist


@pytest.mark.rule("PR-EX-16", "PR-6.8", "PR-1.5", "A-26", "A-47")
def test_the_chemist() -> None:
    scene = office("chemist aluminium iron*3 copper", influence=3)
    mixed = scene.fork().play("Y chemist copper*1+iron*1+aluminium*1")
    assert (mixed.of("Y").influence, mixed.of("Y").promethium) == (2, 2) and mixed.of("Y").elements == {"iron": 2}
    single = scene.fork().play("Y chemist iron*3")
    assert (single.of("Y").influence, single.of("Y").promethium) == (2, 3)
    assert single.of("Y").elements == {"aluminium": 1, "copper": 1}
    assert single.reserve["chemist"] == 8 and single.reserve["iron"] == 8
    assert scene.refused("Y chemist iron*1+aluminium*1") == "PR-6.8"  # content 10


@pytest.mark.rule("PR-6.8")
def test_what_the_chemist_needs() -> None:
    assert office("aluminium*2").refused("Y chemist aluminium*2") == "PR-6.8"
    assert office("chemist aluminium*2", influence=0).refused("Y chemist aluminium*2") == "PR-6.8"
    assert office("chemist aluminium").refused("Y chemist aluminium*2") == "PR-6.8"
    assert office("chemist aluminium*2", influence=1).play("Y chemist aluminium*2").of("Y").promethium == 3


@pytest.mark.rule("A-47")
def test_only_sets_without_a_needless_gem_are_listed() -> None:
    scene = office("chemist aluminium*2 iron*2 coal*2")
    assert scene.offered("chemist") == {
        "aluminium*2", "iron*2+aluminium*1", "coal*1+iron*1+aluminium*1", "coal*2+iron*2"
    }  # fmt: skip
    assert office("chemist aluminium*2", improvements="lab_iron").offered("chemist") == {"aluminium*2"}


@pytest.mark.rule("A-47")
def test_a_set_with_a_needless_gem_is_refused() -> None:
    scene = office("chemist coal*6", improvements="lab_coal")
    assert scene.offered("chemist") == {"coal*3"} and scene.refused("Y chemist coal*6") == "A-47"


@pytest.mark.rule("PR-EX-22", "PR-7.6", "PR-6.8", "PR-E-30", "A-02")
def test_laboratories() -> None:
    def yields(elements: str, gems: str, lab: str = "") -> int:
        return office(f"chemist {elements}", improvements=lab).play(f"Y chemist {gems}").of("Y").promethium

    assert yields("coal*3", "coal*3", "lab_coal") == 3
    assert yields("aluminium iron", "iron*1+aluminium*1", "lab_aluminium") == 2
    assert yields("aluminium*2", "aluminium*2", "lab_aluminium") == 3
    assert yields("aluminium*2", "aluminium*2") == 3
    assert yields("coal*6", "coal*6") == 3
    assert office("chemist coal*5").offered("chemist") == set()
    assert "chemist coal*5" not in TITLE.actions.texts  # never a set, with or without a laboratory
    assert yields("copper*3", "copper*3", "lab_copper") == 3  # 15
    assert yields("iron*2", "iron*2", "lab_iron") == 3
    assert office("chemist copper*3", improvements="lab_iron").offered("chemist") == set()  # one mineral only


@pytest.mark.rule("PR-6.8")
def test_excess_is_lost_and_one_reaction_an_action() -> None:
    scene = office("chemist*2 aluminium*4", improvements="lab_aluminium").play("Y chemist aluminium*2")
    assert scene.of("Y").promethium == 3 and scene.of("Y").elements == {"chemist": 1, "aluminium": 2}
    assert scene.acting == "G"


# Expedition


@pytest.mark.rule("PR-EX-17", "PR-6.9", "PR-1.5")
def test_an_expedition() -> None:
    scene = office("france*2 great_britain usa copper", influence=4)
    scene.play("Y expedition copper france+usa+great_britain")
    assert scene.of("Y").promethium == 2 and scene.of("Y").influence == 3
    assert scene.of("Y").elements == {"france": 1} and scene.reserve["copper"] == 8 and scene.stock == {}


@pytest.mark.rule("PR-6.9")
def test_countries_and_yield() -> None:
    scene = office("france*2 great_britain usa germany coal")
    for countries, yielded in (("france+usa", 1), ("france+usa+germany", 2), ("france+usa+great_britain+germany", 3)):
        assert scene.fork().play(f"Y expedition coal {countries}").of("Y").promethium == yielded
    assert office("france*2 coal").offered("expedition") == set()  # one pawn per country
    assert office("france*2 coal").refused("Y expedition coal france+usa") == "PR-6.9"
    assert office("france usa").refused("Y expedition coal france+usa") == "PR-6.9"
    assert office("france usa").refused("Y expedition no-mineral france+usa") == "PR-6.9"
    assert office("france usa coal", influence=0).refused("Y expedition coal france+usa") == "PR-6.9"


@pytest.mark.rule("PR-EX-23", "PR-7.3", "PR-7.4", "PR-E-29")
def test_all_three_expedition_improvements() -> None:
    every = "expedition_plus_one expedition_no_mineral expedition_no_influence"
    scene = office("france great_britain usa germany", influence=0, improvements=every)
    four = scene.fork().play("Y expedition no-mineral france+usa+great_britain+germany")
    assert (four.of("Y").promethium, four.of("Y").influence) == (4, 0)
    two = scene.fork().play("Y expedition no-mineral france+germany")
    assert two.of("Y").promethium == 2
    assert scene.refused("Y expedition coal france+usa") == "PR-7.3"


@pytest.mark.rule("PR-7.3")
@pytest.mark.parametrize(
    ("improvement", "gem", "promethium", "influence", "left"),
    [
        ("expedition_plus_one", "coal", 2, 5, {}),
        ("expedition_no_mineral", "no-mineral", 1, 5, {"coal": 1}),
        ("expedition_no_influence", "coal", 1, 6, {}),
    ],
)
def test_each_expedition_improvement(
    improvement: str, gem: str, promethium: int, influence: int, left: dict[str, int]
) -> None:
    scene = office("france usa coal", improvements=improvement).play(f"Y expedition {gem} france+usa")
    y = scene.of("Y")
    assert (y.promethium, y.influence, y.elements) == (promethium, influence, left)


# Patent


@pytest.mark.rule("PR-EX-18", "PR-6.10", "PR-E-26")
@pytest.mark.parametrize(("improvements", "yielded"), [("", 1), ("patent_plus_one", 2)])
def test_patents_of_worn_tiles(improvements: str, yielded: int) -> None:
    scene = office(tiles="T02:1 T23:2", influence=2, improvements=improvements)
    scene.play("Y patent T02")
    assert scene.of("Y").promethium == yielded and scene.of("Y").influence == 1
    scene.play("G pass", "B pass", "R pass", "Y patent T23")
    assert scene.of("Y").promethium == 2 * yielded and scene.of("Y").influence == 0
    assert {"T02", "T23"} <= scene.gone and scene.of("Y").tiles == {"S-yellow": 0}


@pytest.mark.rule("PR-6.10", "PR-1.3", "PR-EX-14")
def test_an_unused_patent_is_worth_its_value() -> None:
    for tile, value in (("T36", 1), ("germany/machinist/iron", 2), ("T34", 3)):
        scene = office(tiles=tile)
        name = next(iter(set(scene.of("Y").tiles) - {"S-yellow"}))
        assert scene.play(f"Y patent {name}").of("Y").promethium == value


@pytest.mark.rule("PR-6.10")
def test_what_a_patent_needs() -> None:
    assert office(tiles="T01", influence=0).refused("Y patent T01") == "PR-6.10"
    assert office(tiles="T01").refused("Y patent T02") == "PR-6.10"


# Machinist


@pytest.mark.rule("PR-EX-24", "PR-6.11", "PR-6.3", "PR-7.3")
@pytest.mark.parametrize(
    ("influence", "pawns", "improvements", "result"),
    [(8, 1, "", 9), (3, 2, "", 8), (3, 2, "machinist_plus_one", 9), (0, 1, "", 2), (0, 1, "machinist_plus_one", 3)],
)
def test_the_machinist(influence: int, pawns: int, improvements: str, result: int) -> None:
    scene = office("machinist*2", influence=influence, improvements=improvements).play(f"Y machinist {pawns}")
    assert scene.of("Y").influence == result
    assert scene.of("Y").elements == ({"machinist": 1} if pawns == 1 else {}) and scene.stock == {}


@pytest.mark.rule("PR-6.11", "PR-E-29")
def test_machinists_cost_no_influence_but_must_be_there() -> None:
    scene = office("machinist", influence=0)
    assert "machinist 1" in scene.legal() and scene.refused("Y machinist 2") == "PR-6.11"


# Engineer


@pytest.mark.rule("PR-EX-25", "PR-6.12", "PR-6.14", "PR-7.3", "A-24")
@pytest.mark.parametrize(("stock", "taken"), [("coal iron copper france usa", 4), ("coal iron copper", 3)])
def test_two_engineers_with_the_improvement(stock: str, taken: int) -> None:
    scene = Scene("YGBR").stocked(stock).player("Y", elements="engineer*2", influence=2)
    scene.player("Y", improvements="engineer_plus_one").office("Y").play("Y engineer 2")
    for name in stock.split()[:taken]:
        assert scene.acting == "Y"
        scene.play(f"Y take {name}")
    assert scene.acting == "G" and scene.of("Y").influence == 0
    assert scene.of("Y").elements == dict.fromkeys(stock.split()[:taken], 1) and scene.reserve["engineer"] == 8


@pytest.mark.rule("PR-6.12")
def test_one_or_two_engineers() -> None:
    scene = Scene("YGBR").stocked("coal*2 iron copper").player("Y", elements="engineer*2", influence=2).office("Y")
    one = scene.fork().play("Y engineer 1", "Y take coal")
    assert one.of("Y").influence == 1 and one.of("Y").elements == {"engineer": 1, "coal": 1} and one.acting == "G"
    two = scene.fork().play("Y engineer 2", "Y take coal", "Y take coal", "Y take iron")
    assert two.of("Y").influence == 0 and two.of("Y").elements == {"coal": 2, "iron": 1} and two.acting == "G"
    assert gained(two.stock, scene.stock) == {"coal": -2, "iron": -1}


@pytest.mark.rule("PR-6.12", "PR-6.14", "A-24")
def test_what_engineers_need() -> None:
    assert office("engineer").refused("Y engineer 1") == "PR-6.14"  # the Stock is empty
    scene = Scene("YGBR").stocked("coal").player("Y", elements="engineer*2", influence=1).office("Y")
    assert scene.refused("Y engineer 2") == "PR-6.12"
    few = Scene("YGBR").stocked("coal").player("Y", elements="engineer").office("Y")
    assert few.refused("Y engineer 2") == "PR-6.12"
    few.play("Y engineer 1")
    assert few.refused("Y take iron") == "PR-6.14"


# Financier


@pytest.mark.rule("PR-EX-26", "PR-6.13", "PR-E-28", "PR-1.5")
def test_the_financier() -> None:
    scene = Scene("YGBR").stocked("france germany coal").player("Y", elements="financier", influence=3).office("Y")
    swap = scene.fork().play("Y financier-stock")
    assert swap.refused("Y take coal") == "PR-6.13"
    swap.play("Y take france", "Y take germany")
    assert swap.stock == {"financier": 1, "coal": 1} and swap.of("Y").influence == 3
    assert swap.of("Y").elements == {"france": 1, "germany": 1}
    reserve = scene.fork().play("Y financier-reserve usa")
    assert reserve.of("Y").influence == 2 and reserve.of("Y").elements == {"usa": 1}
    assert reserve.reserve["financier"] == 8 and reserve.stock == scene.stock


@pytest.mark.rule("PR-6.13", "PR-6.14", "PR-E-29", "A-24")
def test_what_the_financier_needs() -> None:
    scene = Scene("YGBR").stocked("france coal").player("Y", elements="financier", influence=0).office("Y")
    assert scene.refused("Y financier-reserve usa") == "PR-6.13"
    scene.play("Y financier-stock", "Y take france")  # legal with 0 PI; one funding is there
    assert scene.acting == "G" and scene.of("Y").elements == {"france": 1}
    empty = Scene("YGBR").stocked("coal").player("Y", elements="financier").office("Y")
    assert empty.refused("Y financier-stock") == "PR-6.14"
    assert office("coal").refused("Y financier-stock") == "PR-6.13"
    taken = Scene("YGBR").player("G", elements="usa*8").player("Y", elements="financier").office("Y")
    assert taken.refused("Y financier-reserve usa") == "PR-6.14" and "financier-reserve france" in taken.legal()


@pytest.mark.rule("A-23", "PR-6.13")
@pytest.mark.parametrize(("cost", "left"), [(0, 6), (1, 5)])
def test_the_cost_of_the_swap(cost: int, left: int) -> None:
    def table(influence: int) -> Scene:
        scene = Scene("YGBR", options={"financier_swap_cost": cost}).stocked("france germany")
        return scene.player("Y", elements="financier", influence=influence).office("Y")

    scene = table(6).play("Y financier-stock", "Y take france", "Y take germany")
    assert scene.of("Y").influence == left
    assert ("financier-stock" in table(0).legal()) == (cost == 0)
    if cost:
        assert table(0).refused("Y financier-stock") == "A-23"
