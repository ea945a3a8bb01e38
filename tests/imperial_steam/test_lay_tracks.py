"""Chapter 8A: laying tracks, benefits of cities, improvement tokens, Semmering, Trieste."""

from __future__ import annotations

import random
from typing import Any

import battery
import pytest

from imperial_steam.scene import TITLE, Scene, T, link
from machinehall.kernel.plain_state import put
from machinehall.titles.imperial_steam.rules.lay_tracks import payable
from machinehall.titles.imperial_steam.state import GOODS, ROWS, ZONES


@pytest.mark.rule("IS-8.1", "IS-8.2")
def test_the_first_track_starts_in_wien_the_second_may_go_on_from_it() -> None:
    scene = Scene().player("R", workers=(0, 0, 2)).turn("R").play("R do lay")
    assert scene.offered("track") == {link("wien", x) for x in ("bratislava", "wr_neustadt", "lilienfeld")}
    assert scene.refused(f"R track {link('sopron', 'szombathely')}") == "IS-8.2"
    assert scene.refused("R done") == "IS-8.1", "at least one track"
    scene.play("R track wien--bratislava", "R mobilise 1xIII")
    assert "bratislava--sopron" in scene.offered("track")
    scene.play("R track bratislava--sopron", "R mobilise 1xIII", "R done")
    assert scene.network("R") == {"wien", "bratislava", "sopron"}
    assert not scene.offered("track"), "two tracks at most"


@pytest.mark.rule("IS-8.3")
def test_one_own_track_on_a_link() -> None:
    scene = Scene().player("R", tracks="wien>bratislava").player("V", tracks="wien>wr_neustadt").turn("R")
    scene.player("R", workers=(0, 0, 3)).play("R do lay")
    assert scene.refused("R track wien--bratislava") == "IS-8.3"
    assert "wien--wr_neustadt" in scene.offered("track"), "others' tracks do not block"


@pytest.mark.rule("IS-8.4", "IS-E-07")
def test_a_crowned_link_is_never_laid() -> None:
    scene = Scene().crowned("bratislava--sopron").player("R", tracks="wien>bratislava", workers=(0, 0, 3))
    scene.player("V", tracks="wien>bratislava>sopron").turn("R").play("R do lay")
    assert scene.refused("R track bratislava--sopron") == "IS-8.4", "not even after somebody has bought it"


@pytest.mark.rule("IS-8.5", "IS-EX-06", "IS-E-04")
def test_two_tracks_in_a_city_without_a_station() -> None:
    scene = Scene().player("Y", tracks="wien>bratislava wien>wr_neustadt", workers=(0, 0, 4)).turn("Y")
    scene.player("Y", money=100).play("Y do lay", "Y track wr_neustadt--sopron", "Y mobilise 1xIII", "Y done")
    assert scene.refused("Y track wr_neustadt--gloggnitz") == "IS-8.5"
    assert "wien--lilienfeld" in scene.offered("track"), "the station in Wien lifts the limit"
    assert "bratislava--wr_neustadt" not in scene.offered("track")


@pytest.mark.rule("IS-8.5", "IS-E-05", "IS-8.22")
def test_the_limit_holds_at_the_far_end_and_falls_with_a_station() -> None:
    road = "wien>bratislava>sopron wien>wr_neustadt>gloggnitz"
    scene = Scene().player("R", tracks=road, workers=(0, 0, 4)).turn("R").play("R do lay")
    assert scene.refused("R track wr_neustadt--sopron") == "IS-8.5"
    scene = Scene().player("R", tracks=road, workers=(0, 0, 4), stations="wr_neustadt").turn("R").play("R do lay")
    assert "wr_neustadt--sopron" in scene.offered("track")
    assert scene.refused("R track bratislava--wr_neustadt") == "IS-8.5", "Bratislava is still full"


@pytest.mark.rule("IS-8.6", "IS-DX-03", "IS-E-06")
def test_transit_fee_to_every_other_owner() -> None:
    scene = Scene().player("R", tracks="wien>bratislava").player("B", tracks="wien>bratislava")
    scene.player("Y", money=20, workers=(0, 0, 2), investors=0).turn("Y")
    before = scene.money("R"), scene.money("B")
    scene.play("Y do lay", "Y track wien--bratislava", "Y mobilise 1xIII")
    assert (scene.money("R"), scene.money("B"), scene.money("Y")) == (before[0] + 10, before[1] + 10, 0)
    scene = Scene().player("R", tracks="wien>bratislava").player("B", tracks="wien>bratislava")
    scene.player("Y", money=10, workers=(0, 0, 2)).turn("Y").play("Y do lay")
    assert scene.refused("Y track wien--bratislava") == "IS-8.6", "no money, no track"


@pytest.mark.rule("IS-8.7", "IS-E-01")
def test_two_tracks_need_the_materials_of_one() -> None:
    scene = Scene().player("R", goods="wood stone iron coal", workers=(0, 0, 2)).turn("R")
    scene.play("R do lay", "R track wien--bratislava", "R mobilise 1xIII")
    assert scene.goods("R") == {"coal": 1}
    scene.play("R track wien--lilienfeld", "R mobilise 1xIII")
    assert scene.goods("R") == {"coal": 1}


@pytest.mark.rule("IS-8.8", "IS-DX-02", "IS-E-01")
def test_bridge_and_tunnel_need_engineers_and_more_material() -> None:
    assert T.bridges >> T.link["gloggnitz--hartberg"] & 1 and T.tunnels >> T.link["wr_neustadt--lilienfeld"] & 1
    road = "wien>wr_neustadt>gloggnitz"

    def start(engineers: str, goods: str = "wood stone*2 iron*2 coal") -> Scene:
        scene = Scene().player("R", tracks=road, engineers=engineers, goods=goods, trains="IS-4", stations="gloggnitz")
        return scene.player("R", workers=(0, 0, 4)).turn("R").play("R do lay")

    scene = start("bridge tunnel").play("R track gloggnitz--hartberg", "R mobilise 1xIII")
    scene.play("R done", "R track gloggnitz--muerzzuschlag", "R mobilise 1xIII")
    assert scene.goods("R") == {"coal": 1}
    scene = start("bridge")
    assert scene.refused("R track gloggnitz--muerzzuschlag") == "IS-8.8"
    scene = start("bridge tunnel", "wood stone iron coal")
    assert scene.refused("R track gloggnitz--muerzzuschlag") == "IS-8.7", "no second iron"
    scene = start("bridge tunnel", "wood stone*2 iron coal").play("R track gloggnitz--hartberg", "R mobilise 1xIII")
    scene.play("R done")
    assert scene.refused("R track gloggnitz--muerzzuschlag") == "IS-8.8"


@pytest.mark.rule("IS-8.9", "IS-EX-07", "IS-E-02")
def test_effort_is_pooled() -> None:
    scene = Scene().player("B", tracks="wien>bratislava", workers=(0, 2)).turn("B").play("B do lay")
    scene.play("B track bratislava--wr_neustadt", "B mobilise 2xII")
    assert scene.refused("B track bratislava--sopron") == "IS-8.5", "a third track in Bratislava"
    scene = Scene().player("B", tracks="wien>bratislava", stations="bratislava", workers=(0, 2)).turn("B")
    scene.play("B do lay", "B track bratislava--wr_neustadt", "B mobilise 2xII")
    assert scene.refused("B track bratislava--sopron") == "IS-8.9", "3 + 2 is more than 4"
    scene = Scene().player("B", tracks="wien>bratislava", stations="bratislava", workers=(1, 2)).turn("B")
    scene.play("B do lay", "B track bratislava--wr_neustadt", "B mobilise 2xII", "B track bratislava--sopron")
    assert scene.legal() == {"mobilise 1xI"}, "one experience is left over from the first track"


@pytest.mark.rule("IS-EX-08", "IS-8.9", "IS-8.11")
def test_crews() -> None:
    scene = Scene().player("B", tracks="wien>bratislava", workers=(0, 2)).turn("B")
    scene.play("B do lay", "B track bratislava--wr_neustadt")
    assert scene.legal() == {"mobilise 2xII"}
    scene.play("B mobilise 2xII")
    assert scene.workers("B") == [0, 0, 0, 0, 2, 0]
    scene = Scene().player("B", tracks="wien>bratislava", workers=(3, 2, 1)).turn("B")
    scene.play("B do lay", "B track bratislava--wr_neustadt")
    assert scene.offered("mobilise") == {"1xIII", "1xI+1xII", "3xI", "2xII"}
    assert scene.refused("B mobilise 1xII") == "IS-8.9" and scene.refused("B mobilise 1xI+1xIII") == "IS-8.9"
    scene.play("B mobilise 1xI+1xII")
    assert scene.workers("B") == [2, 1, 1, 1, 1, 0]


@pytest.mark.rule("IS-8.11")
def test_only_workers_in_training() -> None:
    scene = Scene().player("R", workers=(0, 0, 0, 2, 2, 2)).turn("R")
    assert scene.refused("R do lay") == "IS-8.9"
    scene = Scene().player("R", workers=(2, 0, 0, 0, 0, 2)).turn("R").play("R do lay", "R track wien--bratislava")
    assert scene.legal() == {"mobilise 2xI"} and scene.refused("R mobilise 1xIII") == "IS-8.11"


@pytest.mark.rule("IS-8.10", "IS-8.14", "IS-DX-04", "IS-E-03")
def test_a_loop_costs_the_lower_effort_and_gives_nothing() -> None:
    road = "wien>wr_neustadt>sopron>szombathely wien>lilienfeld"
    scene = Scene().player("R", tracks=road, workers=(2,), engineers="tunnel", stations="wr_neustadt").turn("R")
    scene.player("R", goods="wood stone iron*2", investors=0).play("R do lay", "R track wr_neustadt--lilienfeld")
    assert scene.legal() == {"mobilise 2xI"}, "Wr. Neustadt 3, Lilienfeld 2"
    before = scene.column("R"), scene.s.improvements[:]
    scene.play("R mobilise 2xI")
    assert (scene.column("R"), scene.s.improvements) == before
    assert T.effort[scene.s.tile[T.city["st_veit"]]] == 4


@pytest.mark.rule("IS-8.10")
def test_the_second_track_to_the_city_just_connected_is_a_loop() -> None:
    """Amb-12, Amb-13: Wien's own effort counts for loops."""
    scene = Scene().player("R", tracks="wien>bratislava", workers=(0, 0, 2)).turn("R")
    scene.play("R do lay", "R track wien--wr_neustadt", "R mobilise 1xIII", "R track bratislava--wr_neustadt")
    assert scene.legal() == {"mobilise 1xIII"} and scene.s.stack[-1][2].need == 2


@pytest.mark.rule("IS-8.12", "IS-E-10")
def test_benefits_of_a_new_city() -> None:
    scene = Scene().player("R", workers=(2,)).turn("R").play("R do lay", "R track wien--lilienfeld", "R mobilise 2xI")
    assert scene.column("R") == 10 and scene.offered("improve") == {"influence", "share", "wagon"}
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>judenburg"
    scene = Scene().crowned().player("R", tracks=road, workers=(0, 0, 2), engineers="tunnel", goods="wood stone iron*2")
    scene.turn("R").play("R do lay", "R track judenburg--feldkirchen", "R mobilise 2xIII")
    assert scene.column("R") == 10 * (3 + T.tile_influence[scene.s.tile[T.city["feldkirchen"]]]) == 40
    assert scene.network("R") >= {"feldkirchen"}


@pytest.mark.rule("IS-8.12", "IS-8.22", "IS-8.23", "IS-9.3")
def test_a_new_city_opens_its_spaces() -> None:
    scene = Scene("RVBY", number=4).crowned().player("R", tracks="wien>bratislava>sopron", workers=(0, 0, 3), money=200)
    scene.factory("R", "bratislava-1", "wood", 2).turn("R")
    assert scene.refused("R deliver bratislava-1 szombathely") == "IS-9.3"
    scene.play("R do lay", "R track sopron--szombathely", "R mobilise 1xIII")
    assert "deliver bratislava-1 szombathely" in scene.legal(), "its demand"
    scene.play("R done", "R end-turn")
    scene.turn("R").play("R do build")
    assert {"station szombathely", "factory szombathely-1 iron", "factory F-szombathely-1 iron"} <= scene.legal()


@pytest.mark.rule("IS-8.13", "IS-EX-09", "IS-E-12", "IS-8.40")
def test_spending_an_improvement_token() -> None:
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>st_veit>ljubljana"
    scene = Scene("RVB").crowned().player("R", tracks=road, workers=(0, 0, 3), money=200).turn("R")
    assert scene.s.improvements[T.city["kranj"]] == 3
    scene.play("R do lay", "R track kranj--ljubljana", "R mobilise 2xIII")
    column = scene.column("R")
    scene.play("R improve share", "R improve share", "R improve wagon")
    assert T.share_price[scene.s.share[0]] == 90 and scene.column("R") == column
    assert scene.s.passengers[0] == 1 and scene.s.improvements[T.city["kranj"]] == 2


@pytest.mark.rule("IS-8.13")
def test_a_flipped_wagon_drops_its_good() -> None:
    scene = Scene().player("R", goods="wood*5 stone*2 iron coal*2", trains="IS-8", workers=(2,)).turn("R")
    scene.play("R do lay", "R track wien--lilienfeld", "R mobilise 2xI", "R improve wagon")
    assert scene.s.passengers[0] == 1 and not scene.offered("give-up"), "goods are moved to where there is room"
    scene = Scene().player("R", goods="wood*2 stone*2 iron coal", trains="IS-4", workers=(2,)).turn("R")
    scene.play("R do lay", "R track wien--lilienfeld", "R mobilise 2xI")
    scene.player("R", goods="wood*2 stone*2 coal*2").play("R improve wagon")
    assert scene.offered("give-up") == {"wood", "stone", "coal"}


@pytest.mark.rule("IS-8.13", "IS-8.12", "IS-E-11", "IS-DX-16")
def test_later_visitors_get_smaller_tokens() -> None:
    """Two players, symbol 3: first 3, then 2, then nothing."""
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>st_veit>ljubljana"
    got = []
    scene = Scene("RV").crowned()
    for letter in "RV":
        scene.player(letter, tracks=road, workers=(0, 0, 3), money=200, investors=0, goods="wood stone iron coal")
        scene.turn(letter).play(f"{letter} do lay", f"{letter} track kranj--ljubljana", f"{letter} mobilise 2xIII")
        got.append(scene.seen("improvement_taken")[0][2])
        scene.play(f"{letter} done")
    assert got == [3, 2] and scene.s.improvements[T.city["kranj"]] == 0


@pytest.mark.rule("IS-8.12")
def test_an_empty_stack_gives_nothing() -> None:
    scene = Scene().player("R", workers=(2,), investors=0).turn("R")
    scene.s.improvements = put(scene.s.improvements, T.city["lilienfeld"], 0)
    scene.play("R do lay", "R track wien--lilienfeld", "R mobilise 2xI")
    assert scene.acting == "V"


@pytest.mark.rule("IS-8.13")
def test_points_that_cannot_be_spent() -> None:
    """Amb-31, Amb-32: the share price stops at 240; what is not spent is lost."""
    scene = Scene().track("R200 V0 B0 Y0").player("R", share=240, workers=(2,), goods="wood stone iron", passengers=0)
    scene.turn("R").play("R do lay", "R track wien--lilienfeld", "R mobilise 2xI")
    assert scene.legal() == {"improve wagon", "done"}
    assert scene.refused("R improve share") == "IS-8.40" and scene.refused("R improve influence") == "IS-4.8"
    scene.play("R done")


@pytest.mark.rule("IS-8.15", "IS-2.1")
def test_the_first_on_the_semmering_takes_the_token() -> None:
    road = "wien>wr_neustadt>gloggnitz"
    scene = Scene("RV").player("R", tracks=road, workers=(0, 0, 1), engineers="tunnel", goods="wood stone iron*2")
    scene.turn("R").play("R do lay", "R track gloggnitz--muerzzuschlag", "R mobilise 1xIII")
    assert scene.s.semmering == 0
    scene = Scene("RV").player("V", tracks=f"{road}>muerzzuschlag").player("R", tracks=road, workers=(0, 0, 1))
    scene.player("R", engineers="tunnel", goods="wood stone iron*2").turn("R")
    scene.play("R do lay", "R track gloggnitz--muerzzuschlag", "R mobilise 1xIII")
    assert scene.s.semmering == 1


@pytest.mark.rule("IS-8.16", "IS-DX-09")
def test_the_trieste_bonus_counts_every_own_track() -> None:
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck>graz>maribor>celje>ljubljana wien>bratislava"
    scene = Scene("RV").player("R", tracks=road, workers=(0, 0, 2), engineers="bridge", goods="wood stone*2 iron")
    assert scene.s.tracks[0].bit_count() == 9
    scene.player("R", money=0, investors=0).turn("R")
    scene.play("R do lay", "R track ljubljana--trieste", "R mobilise 2xIII")
    assert scene.money("R") == 100 and scene.column("R") == 20


@pytest.mark.rule("IS-9.10", "IS-7.2", "IS-E-08", "IS-9.11")
def test_free_actions_between_two_tracks() -> None:
    """Amb-21: the first track reaches a crowned link; a buy-out and a sale come before the second."""
    scene = Scene("RV").crowned("bratislava--sopron").player("R", workers=(0, 0, 3), money=100).turn("R")
    scene.play("R do lay", "R track wien--bratislava", "R mobilise 1xIII")
    assert {"sell", "buy-out bratislava--sopron", "done"} <= scene.legal()
    scene.play("R buy-out bratislava--sopron", "R sell", "R track sopron--szombathely", "R mobilise 1xIII")
    assert scene.network("R") == {"wien", "bratislava", "sopron", "szombathely"}


# A slow reading of the rules beside the fast one


def oracle(s: Any, seat: int, spare: int, second: bool) -> set[int]:
    """IS-8.1 to IS-8.10, link by link, with sets and loops."""
    mine = {i for i in range(len(T.links)) if s.tracks[seat] >> i & 1}
    cities = {T.start} | {c for i in mine for c in T.ends[i]}
    stations = set(s.stations[ROWS * seat : ROWS * seat + ROWS])
    stock = dict(zip(T.goods, s.goods[GOODS * seat : GOODS * seat + GOODS], strict=True))
    strength = spare + sum(s.workers[ZONES * seat + k] * (k + 1) for k in range(3))
    found = set()
    for i, (a, b) in enumerate(T.ends):
        if i in mine or s.crowns >> i & 1 or len(mine) >= 18 or not {a, b} & cities:
            continue
        if any(c not in stations and sum(c in T.ends[k] for k in mine) >= 2 for c in (a, b)):
            continue
        need = {"wood": 0, "stone": 0, "iron": 0} if second else {"wood": 1, "stone": 1, "iron": 1}
        if T.bridges >> i & 1:
            need["stone"] += 1
            if not s.engineers[seat] & 1:
                continue
        if T.tunnels >> i & 1:
            need["iron"] += 1
            if not s.engineers[seat] & 2:
                continue
        efforts = [T.effort[s.tile[c]] for c in (a, b)]
        new = [e for c, e in zip((a, b), efforts, strict=True) if c not in cities]
        fee = 10 * sum(s.tracks[o] >> i & 1 for o in range(s.seats) if o != seat)
        strong = (new[0] if new else min(efforts)) <= strength
        if strong and fee <= s.money[seat] and all(stock[g] >= k for g, k in need.items()):
            found.add(i)
    return found


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_links_on_offer_are_those_of_the_slow_reading(seats: int, count_matches: Any) -> None:
    rng = random.Random(seats)
    compared = 0
    for seed in range(6):
        for state, _, _ in battery.walk(TITLE, seats, 100 + seed):
            if not state.round:
                continue
            s = state.clone()
            seat = rng.randrange(seats)
            # Rich players see more of the map.
            s.goods[GOODS * seat : GOODS * seat + GOODS] = [rng.randint(0, 3) for _ in range(GOODS)]
            s.workers[ZONES * seat + 2] += rng.randint(0, 3)
            s.engineers = put(s.engineers, seat, rng.randint(0, 3))
            for _ in range(rng.randint(0, 4)):
                options = payable(T, s, seat, 9, True)
                if options:
                    s.tracks = put(s.tracks, seat, s.tracks[seat] | 1 << rng.choice(options))
            for second in (False, True):
                spare = rng.randint(0, 2)
                assert set(payable(T, s, seat, spare, second)) == oracle(s, seat, spare, second)
                compared += 1
    assert compared > 1000
    count_matches(6)
