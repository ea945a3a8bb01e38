"""The problems of Nucleum, built from scenes."""

from __future__ import annotations

from typing import Any

from nucleum.scene import Scene

from school.making import Made, fact, gain, made, shown

NOTHING = ["recharge", "marker 0"]


def scene(order: str, boards: str = "abcd", market: tuple[str, ...] = ("b13", "b02", "b03", "b04", "b05")) -> Scene:
    """A table with everything laid out."""
    made = Scene(order, boards=boards).market(*market).violet("c36", "c41", "c48")
    return made.milestones("m1", "m8", "m3", "m4").display("c05", "c06", "c18", "c19")


def problem(order: int, ident: str, at: Scene, letter: str, *rest: Any, **more: Any) -> Made:
    at.turn(letter)
    return made(ident, order, at.s, at.seat(letter), *rest, **more)


def building() -> list[Made]:
    place = scene("BRY").gives("B", thaler=4).link("B", "chemnitz-zwickau").debris("chemnitz-u1", "chemnitz-u3")
    mine = scene("BRY", boards="bacd").gives("B", workers=9, thaler=9).mine("B", 1, "bruex-m1").mine("B", 2, "bruex-m2")
    sums = scene("BRY").tech("B", "a7").gives("B", thaler=2, workers=0).pool("B", "b11").link("B", "chemnitz-zwickau")
    return [
        problem(1, "residence", place, "B", [shown("building_placed 0 residence-1 *", 1), fact("thaler", 2)],
                ["play a-3", "act first", "urbanize residence-1 zwickau-u1"],
                [["play a-3", "act first", "urbanize residence-1 zwickau-u4"], NOTHING],
                rules=("NU-9.5", "NU-9.6", "NU-EX-02")),
        problem(3, "third-mine", mine, "B", [gain("uranium", 4)],
                ["play b-3", "act first", "mine row-3 bruex-m3", "store row-1", "store row-1", "store row-1",
                 "store row-2"],
                [["play b-3", "act first", "mine row-3 bruex-m4", "store row-1", "store row-1", "store row-1",
                  "act second"], NOTHING], rules=("NU-10.5", "NU-EX-03", "NU-EX-D06")),
        problem(8, "discounts", sums, "B", [shown("building_placed 0 factory-2 *", 1)],
                ["play b11", "act first", "urbanize factory-2 zwickau-u4"],
                [["play a-3", "act first", "urbanize residence-1 zwickau-u1", "done"], NOTHING],
                rules=("NU-9.8", "NU-9.5", "NU-EX-D10")),
    ]  # fmt: skip


def markets() -> list[Made]:
    develop = scene("RBY").gives("R", thaler=4, workers=0)
    contract = scene("YB", boards="ab").mine("Y", 1, "chemnitz-m1")
    contract.built("Y", "laboratory-1", "freiberg-u1").built("Y", "laboratory-2", "grimma-u2")
    return [
        problem(2, "two-tiles", develop, "R", [gain("tiles", 1), shown("tile_bought 0 b13*", 1)],
                ["play a-1", "act first", "buy b13", "buy b05"],
                [["play a-1", "act first", "buy b13", "done", "act second", "thaler"], NOTHING],
                rules=("NU-11.1", "NU-11.2", "NU-EX-04")),
        problem(4, "at-once", contract, "Y", [gain("vp", 3)],
                ["play a-2", "act first", "sign c05 slot-3", "store row-1", "fulfil c05"],
                [["play a-2", "act first", "sign c06 slot-3", "store row-1", "act second"], NOTHING],
                rules=("NU-7.6", "NU-12.2", "NU-EX-05", "NU-EX-06")),
    ]  # fmt: skip


def rented(thaler: int) -> Scene:
    """A building of need 4 beside Zittau, two uranium, one turbine of Blue."""
    made = scene("RBY").gives("R", thaler=thaler, workers=0).gives("B", thaler=0).nucleum("zittau")
    made.turbine("B", 1, "zittau-t1").mine("R", 1, "aussig-m1", uranium=2).link("Y", "zittau-aussig")
    return made.link("Y", "goerlitz-zittau").neutral("n10", "goerlitz-u1").wagons("silesia", 0, 0)


def power() -> list[Made]:
    nine = scene("TBRY").gives("T", thaler=2, workers=0).built("T", "laboratory-3", "marienberg-u1")
    nine.turbine("T", 3, "glashuette-t1").turbine("T", 4, "glashuette-t2").nucleum("glashuette")
    nine.mine("T", 1, "bruex-m1", uranium=2).link("B", "glashuette-bruex").link("BR", "marienberg-bruex")
    nine.link("RB", "dresden-glashuette").link("BB", "riesa-dresden")
    cheap = scene("RBY").gives("R", thaler=4, workers=0).neutral("n08", "riesa-u1").link("BBB", "leipzig-riesa")
    cheap.wagons("silesia", 0, 3)
    fuel = ["uranium row-1", "uranium row-1"]
    return [
        problem(5, "cheap-coal", cheap, "R", [gain("achievement", 2), fact("thaler", 2)],
                ["play a-4", "act first", "energize riesa riesa-u1", "coal ruhr", "coal ruhr", "done"],
                [["play a-4", "act first", "energize riesa riesa-u1", "coal silesia", "coal ruhr", "done", "points",
                  "done"], NOTHING],
                rules=("NU-14.3", "NU-14.4", "NU-EX-D02")),
        problem(6, "rent", rented(1), "R", [gain("achievement", 4)],
                ["play a-4", "act first", "energize zittau goerlitz-u1", *fuel],
                [["play a-4", "act second", "income thaler", "done"], NOTHING],
                rules=("NU-14.6", "NU-14.7", "NU-EX-D04")),
        problem(7, "directive", rented(0), "R", [gain("achievement", 4)],
                ["play a-5", "directive energize", "energize zittau goerlitz-u1", *fuel],
                [["play a-4", "done"], NOTHING], rules=("NU-14.8", "NU-7.2", "NU-EX-D05")),
        problem(9, "nine", nine, "T", [gain("powered", 1)],
                ["play a-4", "act first", "energize glashuette marienberg-u1", *fuel, "coal silesia", "coal silesia"],
                [["play a-4", "done"], NOTHING], rules=("NU-14.1", "NU-14.10", "NU-EX-08")),
    ]  # fmt: skip


def recharging() -> list[Made]:
    row = ("b06", "b07", "b08", "b09")
    income = scene("BRY").gives("B", thaler=0, workers=0, income=(15, 7, 1)).row("B", *row)
    tiers = scene("TBR").gives("T", achievement=17).markers("T", 12, 18).nucleum("zittau")
    rail = scene("RBY").gives("R", workers=2, thaler=2)
    return [
        problem(10, "income", income, "B", [gain("thaler", 10), gain("workers", 4), gain("vp", 3)],
                ["recharge"], [["play a-2", "act second", "done"], ["play a-1", "done"]],
                rules=("NU-16.2", "NU-EX-09")),
        problem(11, "free-tier", tiers, "T", [shown("marker_placed 0 9", 1)], ["recharge", "marker 9"],
                [["recharge", "marker 6", "nucleum glashuette"], ["recharge", "marker 0"]],
                rules=("NU-16.5", "NU-16.7", "NU-EX-10")),
        problem(12, "matched", rail, "R", [gain("rails", 1), gain("mines", 1)],
                ["rail a-3", "lay chemnitz-zwickau.1 plain", "match chemnitz-zwickau.1 second",
                 "mine row-1 chemnitz-m1"],
                [["rail a-3", "lay chemnitz-zwickau.1 flip"], NOTHING], rules=("NU-8.1", "NU-8.3", "NU-8.7")),
    ]  # fmt: skip


def problems() -> list[Made]:
    return [*building(), *markets(), *power(), *recharging()]
