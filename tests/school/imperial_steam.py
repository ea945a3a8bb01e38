"""The problems of Imperial Steam, built from scenes."""

from __future__ import annotations

from typing import Any

from imperial_steam.scene import Scene, T

from machinehall.kernel.plain_state import put
from school.making import Made, fact, gain, made, shown

IDLE = ("do pass", "end-turn")


def problem(order: int, ident: str, scene: Scene, letter: str, *rest: Any, **more: Any) -> Made:
    return made(ident, order, scene.s, scene.seat(letter), *rest, **more)


def railway() -> list[Made]:
    crew = Scene().player("B", tracks="wien>bratislava", workers=(3, 2, 1), investors=0).turn("B")
    branch = Scene().player("Y", tracks="wien>bratislava wien>wr_neustadt", workers=(0, 0, 4), money=100).turn("Y")
    alpine = Scene().player("R", tracks="wien>wr_neustadt>gloggnitz", engineers="bridge tunnel", trains="IS-4")
    alpine.player("R", goods="wood stone*2 iron*2 coal", stations="gloggnitz", workers=(0, 0, 4)).turn("R")
    crowned = Scene("YRBV").crowned("bratislava--wr_neustadt")
    crowned.player("Y", tracks="wien>bratislava", goods="", workers=(0,), money=100, investors=0).turn("Y")
    return [
        problem(1, "crew", crew, "B", [gain("tracks", 1), gain("experience", -3)],
                ["do lay", "track bratislava--wr_neustadt", "mobilise 1xI+1xII"],
                [["do lay", "track bratislava--wr_neustadt", "mobilise 2xII", "done", "end-turn"],
                 list(IDLE)], rules=("IS-8.9", "IS-EX-08")),
        problem(2, "branch", branch, "Y", [gain("cities", 2)],
                ["do lay", "track wr_neustadt--sopron", "mobilise 1xIII", "done", "track wien--lilienfeld",
                 "mobilise 1xIII"],
                [["do lay", "track wr_neustadt--sopron", "mobilise 1xIII", "done", "done", "end-turn"], list(IDLE)],
                rules=("IS-8.2", "IS-8.5", "IS-EX-06")),
        problem(7, "alpine", alpine, "R", [gain("tracks", 2)],
                ["do lay", "track gloggnitz--hartberg", "mobilise 1xIII", "done", "track gloggnitz--muerzzuschlag",
                 "mobilise 1xIII"],
                [["do lay", "track gloggnitz--hartberg", "mobilise 1xIII", "done", "done", "end-turn"], list(IDLE)],
                rules=("IS-8.8", "IS-DX-02")),
        problem(8, "crown", crowned, "Y", [gain("cities", 1)], ["buy-out bratislava--wr_neustadt"],
                [list(IDLE), ["do funds", "end-turn"]], rules=("IS-9.11", "IS-9.12", "IS-DX-08")),
    ]  # fmt: skip


def hiring() -> list[Made]:
    hire = Scene().metropolises(30, 50, 70, 90).player("Y", money=230, influence=50, investors=0)
    hire.s.hiring = put(hire.s.hiring, T.hire_columns.index("white-1"), 1)
    hire.turn("Y")
    first = Scene().track("R60 B40 V0 Y0").player("B", money=40, investors=0).turn("B")
    upgrade = Scene(number=5).player("R", trains="IS-4", passengers=1, contracts="C1-01", goods="coal", money=50)
    upgrade.player("R", influence=20, investors=0).turn("R")
    return [
        problem(3, "hire", hire, "Y", [gain("workers", 5), gain("money", -150)],
                ["do recruit", *["hire brown-1"] * 5],
                [["do recruit", *["hire white-1"] * 5, "done", "end-turn"], list(IDLE)],
                rules=("IS-8.18", "IS-8.19", "IS-EX-10")),
        problem(4, "first-in-line", first, "B", [fact("rank", most=1)], ["do influence", "influence 3"],
                [["do influence", "influence 2", "end-turn"], list(IDLE)], rules=("IS-8.39", "IS-4.5", "IS-EX-17")),
        problem(9, "upgrade", upgrade, "R", [shown("train_upgraded 0 *", 1), gain("influence", 20), fact("money", 20)],
                ["do train", "upgrade IS-4 IS-7"],
                [["do train", "buy IS-4", "end-turn"], ["do influence", "influence 2"]],
                rules=("IS-8.34", "IS-DX-06")),
    ]  # fmt: skip


def shares() -> list[Made]:
    often = Scene().player("R", contracts="C3-01 C3-02", trains="IS-8", goods="", investors=7, share=130, money=0)
    often.turn("R")
    lower = Scene().player("R", influence=60, share=130, investors=2, goods="coal", contracts="C2-01", money=0)
    lower.turn("R")
    return [
        problem(5, "shares", often, "R", [gain("money", 520)], ["sell"] * 4, [["sell", "sell", *IDLE], list(IDLE)],
                rules=("IS-9.1", "IS-9.2", "IS-EX-20")),
        problem(6, "lower-price", lower, "R", [gain("money", 60), gain("investors", -1)],
                ["do share", "price 60", "sell"], [["do share", "price 40", "sell", "end-turn"], list(IDLE)],
                rules=("IS-8.40", "IS-9.1", "IS-EX-18", "IS-EX-19")),
    ]  # fmt: skip


def goods() -> list[Made]:
    road = "wien>bratislava wien>wr_neustadt"
    iron = Scene("YR").crowned().player("Y", tracks=road, workers=(0, 0, 3), money=0, investors=0)
    iron.factory("Y", "bratislava-1", "iron", 3).factory("R", "F-wien-1", "iron", 2)
    iron.factory("R", "F-wien-2", "iron", 2).turn("Y")
    key = Scene("YR").crowned().player("Y", tracks=road, workers=(0, 0, 2), money=0, investors=0)
    key.player("Y", tracks="wr_neustadt>gloggnitz wr_neustadt>sopron", stations="wr_neustadt", goods="coal")
    key.factory("Y", "bratislava-1", "coal", 3).factory("Y", "sopron-1", "iron", 2).turn("Y")
    line = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>maribor"
    mill = Scene("RV").player("R", tracks=line, money=100, investors=0).turn("R")
    return [
        problem(10, "first-delivery", iron, "Y", [gain("money", 90)],
                ["do lay", "track wr_neustadt--gloggnitz", "mobilise 1xIII", "deliver bratislava-1 gloggnitz"],
                [["do lay", "track wr_neustadt--gloggnitz", "mobilise 1xIII", "done", "end-turn"], list(IDLE)],
                rules=("IS-9.3", "IS-9.10", "IS-EX-21")),
        problem(11, "golden-key", key, "Y", [fact("keys", 1)], ["deliver bratislava-1 gloggnitz"],
                [["deliver sopron-1 gloggnitz", *IDLE], list(IDLE)], rules=("IS-9.7", "IS-9.3", "IS-DX-14")),
        problem(12, "coal-mill", mill, "R", [shown("factory_built 0 * coal*", 1), gain("money", -30)],
                ["do build", "factory F-maribor-1 coal", "staff training-I"],
                [["do build", "factory muerzzuschlag-1 coal", "staff training-I", "end-turn"], list(IDLE)],
                rules=("IS-8.24", "IS-EX-14", "IS-EX-15")),
    ]  # fmt: skip


def problems() -> list[Made]:
    return [*railway(), *hiring(), *shares(), *goods()]
