"""Chapter 23, section f: Energize and the subsidies in the Baron's way."""

from __future__ import annotations

import pytest

from machinehall.kernel.frames import step
from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.baron_frames import BaronAct
from machinehall.titles.nucleum.baron_lookup import DEEDS
from nucleum.baron_scene import Solo
from nucleum.scene import T


@pytest.mark.rule("NU-EX-20", "NU-23.46", "NU-23.48", "NU-E66")
def test_printed_energize() -> None:
    scene = Solo().neutral("n01", "praha-u1").link("BB", "aussig-praha").link("B", "zittau-aussig").nucleum("zittau")
    scene.mine("B", 1, "aussig-m1").does("energize", 0)
    assert scene.of("B").thaler == 2 and scene.of("B").vp == 1 and scene.told("baron_no_coal")
    assert scene.s.powered >> T.names.urban.index("praha-u1") & 1 and sum(scene.s.wagons[1::2]) == 0
    assert scene.of("B").achievement == 0


@pytest.mark.rule("NU-23.46")
def test_nothing_connected_nothing_paid() -> None:
    scene = Solo().built("B", "residence-1", "praha-u1").does("energize", 0)
    assert scene.reasons("baron_forgoes") == ["no_target"] and scene.of("B").thaler == 3
    scene = Solo().neutral("n01", "praha-u1").link("BB", "aussig-praha").link("B", "zittau-aussig").nucleum("zittau")
    scene.does("energize", 0)
    assert scene.reasons("baron_forgoes") == ["no_target"], "Zittau has neither coal nor a mine of his"


@pytest.mark.rule("NU-23.46", "NU-D54")
def test_government_then_lowest_need_then_neutral() -> None:
    scene = Solo().neutral("n01", "riesa-u1").built("B", "residence-1", "dresden-u1").link("H", "riesa-dresden")
    scene.built("B", "residence-2", "dresden-u2").built("B", "factory-1", "dresden-u3").built(
        "B", "residence-4", "dresden-u4"
    )
    order = []
    for _ in range(5):
        scene.gives("B", thaler=3).does("energize", 0)
        if scene.asked == ("*", "logic"):
            scene.play("* draw-logic l01")
        if scene.asked == ("*", "coal_area"):
            scene.play(f"* {scene.legal()[0]}")
        order.append(scene.s.powered)
        scene.s.logic = -1
    lit = [T.names.urban[(now & ~before).bit_length() - 1] for before, now in zip([0, *order], order, strict=False)]
    assert lit[0] == "dresden-u4" and lit[-1] == "riesa-u1"
    needs = [T.piece_need[scene.s.urban[T.names.urban.index(site)]] for site in lit[1:4]]
    assert needs == sorted(needs)


@pytest.mark.rule("NU-23.46", "NU-D82", "NU-D83")
@pytest.mark.parametrize(("card", "first"), [("l01", "riesa-u1"), ("l02", "dresden-u1")])
def test_equal_buildings_by_the_logic_card(card: str, first: str) -> None:
    scene = Solo().neutral("n01", "riesa-u1").neutral("n02", "dresden-u1").link("H", "riesa-dresden")
    scene.does("energize", 0)
    assert scene.asked == ("*", "logic")
    scene.play(f"* draw-logic {card}")
    assert scene.s.powered == 1 << T.names.urban.index(first)


@pytest.mark.rule("NU-23.46", "NU-D83")
def test_a_plant_in_his_own_network_if_possible() -> None:
    scene = Solo().built("B", "residence-1", "dresden-u1").link("H", "riesa-dresden").link("B", "dresden-glashuette")
    scene.does("energize", 0)
    assert scene.told("baron_powered") == [(1, T.names.plants.index("glashuette"), T.names.urban.index("dresden-u1"))]
    assert scene.lost("plant") == [("own_network", "riesa")]
    scene = Solo().neutral("n01", "dresden-u1").link("H", "riesa-dresden").link("H", "dresden-glashuette")
    scene.logic("l01").does("energize", 0)
    assert scene.lost("plant") == [("highest", "glashuette")], "Riesa is number 15"


@pytest.mark.rule("NU-23.47", "NU-D84", "NU-E66")
def test_coal_by_level_and_always_the_cheapest() -> None:
    for building, units in (("residence-1", 1), ("residence-2", 2), ("residence-3", 3), ("residence-4", 4)):
        scene = Solo().wagons("silesia", 2, 0)
        for level in {"3": ("1", "2", "4"), "4": ("1", "2"), "2": ("1",), "1": ()}[building[-1]]:
            scene.built("B", f"residence-{level}", f"leipzig-u{level}", powered=True)
        scene.built("B", building, "dresden-u4").link("H", "riesa-dresden").link("B", "dresden-glashuette")
        scene.does("energize", 0)
        prices = [price for _, _, price in scene.told("baron_coal")]
        assert prices == [1, 1, 2, 2][:units] and scene.of("B").thaler == 2
    scene = Solo().neutral("n01", "dresden-u1").link("H", "riesa-dresden").logic("l01").does("energize", 0)
    assert len(scene.told("baron_coal")) == 1


@pytest.mark.rule("NU-23.47", "NU-D84")
def test_coal_from_the_area_with_more_at_the_lowest_price() -> None:
    """Leipzig is a coal city of the west, Dresden one of the east."""

    def after(west: tuple[int, int], east: tuple[int, int]) -> Solo:
        """A building of level III takes three coal."""
        scene = Solo().wagons("ruhr", *west).wagons("silesia", *east).link("HH", "leipzig-riesa")
        scene.link("H", "riesa-dresden")
        for level, site in ((1, "zwickau-u1"), (2, "zwickau-u2"), (4, "zwickau-u4")):
            scene.built("B", f"residence-{level}", site, powered=True)
        return scene.built("B", "residence-3", "leipzig-u1").does("energize", 0)

    def areas(scene: Solo) -> list[str]:
        return [T.names.regions[region or 0] for _, region, _ in scene.told("baron_coal")]

    assert areas(after((1, 0), (3, 0))) == ["silesia"] * 3
    assert areas(after((2, 0), (1, 0))) == ["ruhr", "ruhr", "silesia"], "then the east is cheaper"
    assert areas(after((1, 0), (0, 4))) == ["ruhr", "ruhr", "silesia"], "on with the west while it is no dearer"
    assert areas(after((0, 0), (0, 0))) == ["ruhr"] * 3, "without wagons it does not matter"
    scene = after((2, 0), (2, 0))
    assert scene.asked == ("*", "coal_area") and scene.legal() == ["draw-region ruhr", "draw-region silesia"]
    scene.play("* draw-region silesia")
    assert areas(scene) == ["silesia", "silesia", "ruhr"]


@pytest.mark.rule("NU-23.48")
def test_points_for_own_pieces_in_the_network_of_the_plant() -> None:
    def scene(nucleum: bool, owner: str = "B") -> Solo:
        made = (
            Solo()
            .built("B", "residence-1", "dresden-u1")
            .link("B", "dresden-glashuette")
            .link("HH", "glashuette-bruex")
        )
        made.turbine("B", 1, "glashuette-t1").turbine("H", 1, "glashuette-t2").turbine("B", 2, "grimma-t1")
        made.mine("B", 1, "bruex-m2")
        made.link(owner, "freiberg-marienberg")
        return made.nucleum("glashuette") if nucleum else made

    assert scene(False).does("energize", 0).of("B").vp == 1, "one turbine there; Grimma is another network"
    assert scene(True).does("energize", 0).of("B").vp == 1, "the mine is joined by a link of the human only"
    made = scene(True)
    made.s.links = put(made.s.links, 1, made.s.links[1] | 1 << T.names.links.index("glashuette-bruex"))
    at = T.names.spaces.index("glashuette-bruex.1")
    made.s.rail_owner = put(made.s.rail_owner, at, 1)
    made.s.reserve[1] -= 1
    made.s.reserve[0] += 1
    made.does("energize", 0)
    assert made.of("B").vp == 2 and made.told("baron_counts") == [(1, 1, 1)]


# Subsidies


@pytest.mark.rule("NU-23.49", "NU-EX-D21", "NU-E66")
@pytest.mark.parametrize(
    ("half", "thaler", "workers", "gained"),
    [
        ("worker_or_thaler", 2, 2, (0, 1, 0)),
        ("worker_or_thaler", 2, 3, (1, 0, 0)),
        ("worker_or_thaler", 3, 2, (0, 1, 0)),
        ("income_thaler1", 2, 2, (1, 0, 1)),
        ("income_thaler2", 2, 2, (2, 0, 2)),
        ("income_worker1", 2, 2, (0, 1, 0)),
        ("income_worker2", 2, 2, (0, 2, 0)),
        ("income_vp1", 2, 2, (0, 0, 3)),
        ("income_vp2", 2, 2, (0, 0, 6)),
        ("achievement1", 2, 2, (0, 0, 1)),
        ("achievement2", 2, 2, (0, 0, 2)),
        ("income_any1", 2, 2, (0, 0, 3)),
        ("pay_income_any1", 0, 2, (0, 0, 3)),
    ],
)
def test_subsidies(half: str, thaler: int, workers: int, gained: tuple[int, int, int]) -> None:
    at = half_of(half)
    scene = Solo().gives("B", thaler=thaler, workers=workers)
    scene.run(step("baron_subsidy", BaronAct(1, half=at)))
    b = scene.of("B")
    assert (b.thaler - thaler, b.supply - workers, b.vp) == gained


def half_of(name: str) -> int:
    kind, amount = (name[:-1], int(name[-1])) if name[-1].isdigit() else (name, 1)
    wanted = DEEDS.index(kind)
    return next(at for at, deed in enumerate(T.solo.deed) if deed == wanted and T.solo.amount[at] == amount)


@pytest.mark.rule("NU-23.49")
def test_workers_that_are_not_there() -> None:
    scene = Solo().reserve("B", 1)
    scene.run(step("baron_subsidy", BaronAct(1, half=half_of("income_worker2"))))
    assert scene.of("B").reserve == 0 and scene.of("B").vp == 3
    scene.gives("B", thaler=50).run(step("baron_subsidy", BaronAct(1, half=half_of("worker_or_thaler"))))
    assert scene.of("B").thaler == 51, "no worker in the reserve"
