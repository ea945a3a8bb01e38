"""Chapter 1: components, and the checks of an owner's files."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import machinehall as mh
from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.packs import provenance
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import BadPack
from machinehall.titles.imperial_steam import components

RECORDS: dict[str, list[Any]] = components.pack().records


@pytest.mark.rule("IS-1.1")
def test_shared_boards_and_action_tiles() -> None:
    assert len(T.action_tiles) == 11
    assert sorted(b.players for b in RECORDS["worker_boards"]) == [2, 3, 4]
    assert {r.players for r in RECORDS["factory_rows"]} == {2, 3, 4}


@pytest.mark.rule("IS-1.2")
def test_cards() -> None:
    assert (len(T.cards), len(T.normal), len(T.contracts)) == (35, 15, 28)
    assert T.florins == 4650 and sum(f.count for f in RECORDS["florins"]) == 87


@pytest.mark.rule("IS-1.3")
def test_tiles_and_tokens() -> None:
    assert len(RECORDS["city_tiles"]) == 69
    assert [T.pool[n].bit_count() for n in (2, 3, 4)] == [23, 23, 23]
    assert T.hubs == ["brown", "white", "green", "blue"]
    assert (len(T.expeditions), min(T.expedition_value), max(T.expedition_value)) == (9, 2, 5)
    assert len(T.growth) == 4 and T.level == [3, 4, 5, 6, 7, 8] and T.loco_price == [30, 40, 50, 60, 70, 80]
    assert sum(x.copies for x in RECORDS["locomotives"]) == 24
    assert len(RECORDS["keys"]) == 8 and T.n.reserve_tokens == 35
    assert {x.value: x.count for x in RECORDS["improvement_tokens"]} == {1: 13, 2: 8, 3: 3}


@pytest.mark.rule("IS-1.4", "IS-1.5")
def test_wood_and_player_sets() -> None:
    assert T.cube_count == [40, 40, 40, 40] and [g.factory_tokens for g in RECORDS["goods"]] == [12] * 4
    assert T.n.investors == 34 and T.constants["crowns"] == 4 and T.constants["hiring_cubes"] == 8
    assert (T.constants["bridge_engineers"], T.constants["tunnel_engineers"]) == (4, 4)
    assert T.colours == ["red", "violet", "blue", "yellow"]
    assert (T.constants["action_pawns"], T.n.workers, T.n.tracks, T.n.stations) == (5, 15, 18, 3)


@pytest.mark.rule("IS-1.6")
def test_hard_limits() -> None:
    """Tracks, stations, workers, locomotives and factory tokens run out; cubes and florins do not (Amb-30)."""
    path = "wien>bratislava>sopron>szombathely>hartberg>muerzzuschlag>bruck>graz>fuerstenfeld>murska_sobota"
    more = "murska_sobota>nagykanizsa>varazdin>celje>ljubljana>kranj>udine wien>wr_neustadt wien>lilienfeld"
    scene = Scene(number=6).crowned().player("R", tracks=f"{path} {more}", engineers="bridge tunnel", workers=(9, 3, 3))
    assert scene.s.tracks[0].bit_count() == 17
    scene.turn("R").play("R do lay", "R track wr_neustadt--gloggnitz", "R mobilise 1xIII")
    assert scene.s.tracks[0].bit_count() == 18
    assert scene.refused("R track udine--trieste") == "IS-1.6"
    scene = Scene().player("R", money=5000).player("V", money=60).market(wood=0)
    scene.s.supply[0] = scene.s.supply[0] - 40
    scene.s.cubes = put(scene.s.cubes, 0, 40)
    scene.s.factories = put(scene.s.factories, 0, 1)
    scene.s.built = put(scene.s.built, 0, 1)
    assert scene.s.bank < 0 and scene.s.supply[0] < 0, "neither florins nor cubes are limited"
    scene.turn("V").play("V do import", "V import wood")
    assert scene.goods("V")["wood"] == 2


def write(folder: Path, stem: str, change: Any) -> Path:
    data = json.loads((components.DATA / f"{stem}.json").read_text(encoding="utf-8"))
    change(data["records"])
    folder.mkdir(exist_ok=True)
    (folder / f"{stem}.json").write_text(json.dumps(data), encoding="utf-8")
    return folder


FAULTS = [
    ("cities", lambda r: r.pop(), "cities.json"),
    ("cities", lambda r: r[3].update(site_no=4), "cities.json"),
    ("links", lambda r: r[0].update(a="nowhere"), "links.json"),
    ("links", lambda r: r[0].update(semmering=True), "links.json"),
    ("city_tiles", lambda r: r[0].update(number=27), "city_tiles.json"),
    ("city_tiles", lambda r: r[0].update(players=3), "city_tiles.json"),
    ("city_tiles", lambda r: r[0].update(demand=["coal"]), "city_tiles.json"),
    ("metropolis_tiles", lambda r: r[0].update(demand=["wood"]), "metropolis_tiles.json"),
    ("contracts", lambda r: r[0].update(deck=2), "contracts.json"),
    ("factory_rows", lambda r: r[0].update(build_cost=[10]), "factory_rows.json"),
    ("factory_sites", lambda r: r[0].update(cost_rule="station_cost"), "factory_sites.json"),
    ("worker_boards", lambda r: r[0].update(columns=["brown"]), "worker_boards.json"),
    ("locomotives", lambda r: r[0].update(wagons=9), "locomotives.json"),
    ("normal_cards", lambda r: r[0].update(metropolis_cities=["graz"]), "normal_cards.json"),
    ("nationalised_links", lambda r: r[0].update(link="wien--bratislava"), "nationalised_links.json"),
    ("beginner_setups", lambda r: r[0].update(expeditions=[5, 5, 5, 5, 5, 5, 5]), "beginner_setups.json"),
    ("improvement_tokens", lambda r: r[0].update(count=1), "improvement_tokens.json"),
    ("florins", lambda r: r[0].update(count=1), "florins.json"),
    ("market_rows", lambda r: r.reverse(), "market_rows.json"),
    ("growth_tiles", lambda r: r[0].update(steps=[1]), "growth_tiles.json"),
    ("goods", lambda r: r[0].update(count=41), "goods.json"),
    ("influence_columns", lambda r: r[1].update(column=0), "influence_columns.json"),
    ("action_tiles", lambda r: r.reverse(), "action_tiles.json"),
    ("constants", lambda r: r.pop(), "constants.json"),
    ("constants", lambda r: r[0].update(rule="IS-99.1"), "constants.json"),
]


@pytest.mark.parametrize(("stem", "change", "file"), FAULTS)
def test_a_fault_in_an_owners_file_is_named(tmp_path: Path, stem: str, change: Any, file: str) -> None:
    with pytest.raises(BadPack) as caught:
        components.pack(write(tmp_path / "own", stem, change))
    assert file in {problem.file for problem in caught.value.problems}


def test_an_owners_numbers_are_played_by(tmp_path: Path) -> None:
    """Prices, efforts and ladders come from the files alone."""

    def dearer(rows: Any) -> None:
        for row in rows:
            row["price"] += 10

    folder = write(tmp_path / "own", "market_rows", dearer)
    write(folder, "constants", lambda rows: next(r for r in rows if r["key"] == "funds").update(value=30))
    write(folder, "share_rows", lambda rows: rows[0].update(price=50))
    title = mh.title("imperial-steam", folder)
    state = title.start(2, {"setup": 0}, random.Random(1))
    for seat in (0, 1):
        title.apply(state, seat, title.parse("bid 0"))
    (seat,) = title.to_act(state)
    for text, gain in (("sell", 50), ("do funds", 30)):
        before = state.money[seat]
        title.apply(state, seat, title.parse(text))
        assert state.money[seat] == before + gain
    (seat,) = title.to_act(state)
    before = state.money[seat]
    for text in ("do import", "import wood"):
        title.apply(state, seat, title.parse(text))
    assert state.money[seat] == before - 20
    assert title.data_version != TITLE.data_version


def test_where_the_records_come_from() -> None:
    origins = {o.file: o for o in provenance(components.pack())}
    assert origins["contracts.json"].reconstructed == 28
    assert Counter(o.source for o in origins["cities.json"].records)["public"] == 2
    assert origins["goods.json"].rulebook == 4
