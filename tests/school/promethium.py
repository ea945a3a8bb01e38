"""The problems of Promethium, built from scenes; `scripts/make/problems.py` writes them into the title's folder."""

from __future__ import annotations

from typing import Any

from promethium.scene import Scene

from school.making import Made, gain, made, points, shown

DISPLAY = "air-2 gas-2 telecom-3 building-3 light-3 spectacle-3 sea-1 road-2"


def office(elements: str = "", display: str = "", **things: object) -> Scene:
    """Yellow's turn in the Design Office of the second round."""
    scene = Scene("YGBR", number=2).shown(display or DISPLAY)
    scene.stocked("usa germany coal iron chemist")
    scene.player("G", tiles="T16 T38").player("B", tiles="T25 T29").player("R", tiles="T20 T40")
    return scene.player("Y", elements=elements, **things).office("Y")


def yellow(order: int, ident: str, scene: Scene, *rest: Any, letter: str = "Y", **more: Any) -> Made:
    return made(ident, order, scene.s, scene.seat(letter), *rest, **more)


def patents() -> list[Made]:
    reaction = office("chemist aluminium iron*3 copper france", influence=3)
    trip = office("france*2 great_britain usa copper chemist", influence=4)
    submarine = office(
        display="sea-3 air-2 gas-2 telecom-3 building-3 light-3 spectacle-3 road-2",
        tiles="T14 T02 T23:1 T34", influence=2,
    )  # fmt: skip
    waiting = office("machinist", tiles="T02:1 T35", realised="sea-2", influence=2)
    return [
        yellow(1, "reaction", reaction, [gain("promethium", 3)], ["chemist iron*3"],
               [["chemist copper*1+iron*1+aluminium*1"], ["pass"]], decisions=1, rules=("PR-6.8", "PR-EX-16")),
        yellow(2, "expedition", trip, [gain("promethium", 2)], ["expedition copper france+usa+great_britain"],
               [["expedition copper france+usa"], ["pass"]], decisions=1, rules=("PR-6.9", "PR-EX-17")),
        yellow(4, "submarine", submarine, [shown("project_realised 1 sea-3 0", 1)],
               ["realise sea-3", "use T14", "use T02", "use T34"],
               [["realise sea-3", "use T14", "use T02", "use T23"], ["pass"]], decisions=4,
               rules=("PR-6.5", "PR-6.7", "PR-EX-15")),
        yellow(3, "patent", waiting, [gain("activated", 1)], ["patent T35", "activate sea-2"],
               [["patent T02"], ["machinist 1"]], rules=("PR-6.10", "PR-7.1", "PR-EX-18")),
    ]  # fmt: skip


def experts() -> list[Made]:
    cap = office("machinist*2 france usa", influence=7)
    engineers = office("engineer*2 france great_britain", influence=3)
    financier = office("financier great_britain france coal", influence=1)
    return [
        yellow(5, "machinist", cap, [gain("influence", 2), gain("machinist", -1)], ["machinist 1"],
               [["machinist 2"], ["pass"]], decisions=1, rules=("PR-6.11", "PR-6.3", "PR-EX-24")),
        yellow(6, "engineers", engineers, [gain("countries", 2), gain("gems", 1), gain("influence", -2)],
               ["engineer 2", "take usa", "take germany", "take coal"],
               [["engineer 1", "take usa"], ["engineer 2", "take usa", "take coal", "take iron"]],
               rules=("PR-6.12", "PR-EX-25")),
        yellow(7, "financier", financier, [gain("countries", 2), gain("influence", 0)],
               ["financier-stock", "take usa", "take germany"],
               [["financier-reserve germany"], ["pass"]], rules=("PR-6.13", "PR-EX-26")),
    ]  # fmt: skip


def fair(order: str = "YGBR") -> Scene:
    return Scene(order).on_track("YGBRRBGY")


def bids() -> list[Made]:
    cheap = fair().laid(b2="T35", d4="T16", a3="T43").crossing("b2", "Y5 G4 Y2 B2", up=True)
    cheap.crossing("d4", "Y3 R2 - -", up=True).purchase()
    heat = fair().laid(b2="T35", d4="T16").crossing("b2", "Y3 Y3 R6 G2", up=True)
    heat.crossing("d4", "Y5 Y2 R5 B2", up=True).purchase()
    lobby = Scene("YGBR").on_track("GBRRBGY").laid(b2="T29", d4="T16").crossing("b2", "R6 G3 G3 Y2")
    lobby.crossing("d4", "B5 B4 G2 -").bought("Y", 4).player("G", lobby=1).purchase()
    sale = fair().laid(b2="T35", d4="T43").crossing("b2", "Y4 Y2 R5 R2").crossing("d4", "Y3 B4 G5 R3")
    sale.purchase().play("Y target b2")
    others = {"1": ("accept", "skip"), "2": ("skip",), "3": ("skip",), "0": ("skip",)}
    return [
        yellow(8, "cheap", cheap, [shown("tile_bought 1 * 0 3", 1)], ["target d4"], [["target b2"]], decisions=1,
               rules=("PR-4.12", "PR-EX-08"), others=others),
        yellow(9, "dead-heat", heat, [shown("tile_bought 1 *", 1)], ["target d4"], [["target b2"]], decisions=1,
               rules=("PR-4.10", "PR-EX-10", "PR-EX-11"), others=others),
        yellow(10, "lobby", lobby, [shown("tile_bought 2 *", 1)], ["target b2", "lobby"], [["target b2", "no-lobby"]],
               letter="G", decisions=2, rules=("PR-4.11", "PR-EX-04"), others=others),
        yellow(11, "sale", sale, [gain("money", 2)], ["sell"], [["buy"]], letter="R", decisions=1,
               rules=("PR-4.14", "PR-4.15", "PR-EX-02"), others=others),
    ]  # fmt: skip


def last_exposition() -> list[Made]:
    scene = Scene("YGBR", number=3).player("Y", realised="sea-3 road-2 air-1", promethium=3)
    scene.player("G", active="gas-2").player("R", active="rail-1").exposition()
    return [
        yellow(12, "last-gems", scene, [points(scene.s, scene.seat("Y"), ["activate sea-3"])], ["activate sea-3"],
               [["activate road-2", "activate air-1"], ["done"]], decisions=3,
               rules=("PR-8.1", "PR-10.2", "PR-EX-19")),
    ]  # fmt: skip


def problems() -> list[Made]:
    return [*patents(), *experts(), *bids(), *last_exposition()]
