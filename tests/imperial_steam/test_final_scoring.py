"""Chapter 11: final scoring."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations
from typing import Any

import battery
import pytest

from imperial_steam.scene import TITLE, Scene, T
from machinehall.kernel.plain_state import put
from machinehall.titles.imperial_steam.lookup import bits
from machinehall.titles.imperial_steam.rules.final_scoring import (
    best_filled,
    contract_money,
    dividend,
    payees,
    route,
    route_money,
)
from machinehall.titles.imperial_steam.state import GOODS

WEST = "bruck>graz>st_veit>ljubljana>trieste"
EAST = "fuerstenfeld>maribor>celje>ljubljana>trieste"
TO_BRUCK = "wien>wr_neustadt>gloggnitz>muerzzuschlag>bruck"
TO_FUERSTENFELD = "wien>bratislava>sopron>szombathely>fuerstenfeld"


def finished(scene: Scene) -> Scene:
    return scene.begin("round_over")


@pytest.mark.rule("IS-11.1", "IS-DX-10", "IS-E-46")
def test_income_doubled_for_semmering() -> None:
    road = "wien>wr_neustadt>gloggnitz>muerzzuschlag"
    scene = Scene("RV", number=8).player("R", tracks=road, stations="wr_neustadt", goods="", passengers=3)
    assert finished(scene).scores()["R"]["score.income"] == 100
    scene = Scene("RV", number=7).player("R", tracks=road, stations="wr_neustadt", goods="", passengers=3, money=0)
    scene.begin("new_round")
    assert scene.money("R") == 50, "not in phase 4"


@pytest.mark.rule("IS-11.2", "IS-E-34")
def test_goods_in_storage_only() -> None:
    """Amb-39."""
    scene = Scene("RV", number=7).player("R", goods="wood*2 coal*2", ordered="iron", tracks="wien>bratislava")
    scene.factory("R", "bratislava-1", "wood", 3)
    assert scene.scores()["R"]["score.goods"] == 40


@pytest.mark.rule("IS-11.3", "IS-EX-22")
def test_keys() -> None:
    scene = Scene("RVBY", number=8).metropolises(100, 110, 100, 120)
    s = scene.s
    for city, tile in enumerate(s.tile):
        if T.tile_hub[tile] >= 0:
            s.wanted = put(s.wanted, T.coal, s.wanted[T.coal] & ~(1 << city))
            s.wanted = put(s.wanted, 4, s.wanted[4] & ~(1 << city))
    s.supply[T.coal] -= 8
    s.keys = (0, 1) * 4
    scores = finished(scene).scores()
    assert scores["R"]["score.keys"] == 120 + 110 + 100 + 100
    assert scores["V"]["score.keys"] == 60 + 60 + 50 + 50
    gold = {c: g for c, g in zip(T.columns, T.gold, strict=True) if c in (100, 110, 120)}
    assert gold == {100: 100, 110: 110, 120: 120}


@pytest.mark.rule("IS-11.4", "IS-DX-11", "IS-E-18", "IS-E-47")
def test_metropolises_matched() -> None:
    scene = Scene("RVBY", number=8).metropolises(30, 60, 70, 90).track("B90 R60 V20 Y0")
    scores = finished(scene).scores()
    assert [scores[x]["score.metropolises"] for x in "RVBY"] == [30, 0, 100, 0]
    assert T.metropolis_bonus == [0, 10, 30, 60, 100]


@pytest.mark.rule("IS-11.5", "IS-E-42")
def test_without_trieste_contracts_are_worth_nothing() -> None:
    scene = Scene("RV", number=8).player("R", contracts="C1-01 C1-03", goods="", tracks="wien>bratislava")
    scene.factory("R", "bratislava-1", "wood")
    steps = finished(scene).scores()["R"]
    assert steps["score.contracts"] == 0 and steps["score.routes"] == 0


@pytest.mark.rule("IS-11.6", "IS-E-42", "IS-E-38")
def test_contracts_pay_or_cost_once_somebody_reached_trieste() -> None:
    scene = Scene("RV", number=6).player("V", tracks=f"{TO_BRUCK} {WEST}")
    scene.player("R", contracts="C1-01 C1-03", goods="", tracks="wien>bratislava").factory("R", "bratislava-1", "wood")
    steps = finished(scene).scores()["R"]
    assert steps["score.contracts"] == 0, "30 gained for wood, 30 paid for stone"
    scene = Scene("RV", number=6).player("V", tracks=f"{TO_BRUCK} {WEST}")
    scene.player("R", contracts="C2-05", goods="", tracks="wien>bratislava").factory("R", "bratislava-1", "wood")
    assert finished(scene).scores()["R"]["score.contracts"] == -90, "one token of two is not enough"


def positions(*more: tuple[str, str]) -> Scene:
    """Examples 23 to 25; everybody's tracks hang together from Wien, without touching the routes."""
    scene = Scene("VBRY", number=8).track("V60 B50 R40 Y30").crowned()
    scene.player("R", tracks=f"{TO_BRUCK} {WEST}").player("B", tracks=f"{TO_FUERSTENFELD} {EAST}")
    scene.player("V", tracks=f"{TO_BRUCK}>graz")
    scene.player("Y", tracks=f"{TO_BRUCK} {TO_FUERSTENFELD}", contracts="C1-01", goods="")
    for letter, tracks in more:
        scene.player(letter, tracks=tracks)
    return scene


@pytest.mark.rule("IS-11.7", "IS-11.8", "IS-11.9", "IS-EX-23", "IS-E-45", "IS-E-44")
def test_the_route_over_graz() -> None:
    scene = positions()
    y = scene.seat("Y")
    found = route(T, scene.s, y)
    assert [T.links[link] for link, _ in found] == [
        "bruck--graz",
        "graz--st_veit",
        "st_veit--ljubljana",
        "ljubljana--trieste",
    ]
    assert dict(zip("VBRY", route_money(T, scene.s), strict=True)) == {"V": 20, "B": 20, "R": 40, "Y": -80}
    scores = finished(scene).scores()
    assert [scores[x]["score.routes"] for x in "VBRY"] == [20, 20, 40, -80]


@pytest.mark.rule("IS-11.8", "IS-EX-24", "IS-E-45")
def test_the_second_link_decides() -> None:
    scene = positions(("V", f"{TO_FUERSTENFELD}>maribor"))
    assert T.links[route(T, scene.s, scene.seat("Y"))[0][0]] == "fuerstenfeld--maribor"
    assert dict(zip("VBRY", route_money(T, scene.s), strict=True)) == {"V": 20, "B": 60, "R": 0, "Y": -80}


@pytest.mark.rule("IS-11.7", "IS-EX-25", "IS-E-43")
def test_without_a_contract_nobody_pays() -> None:
    scene = positions()
    v = scene.seat("V")
    assert [scene.names[payee] for _, payee in route(T, scene.s, v)] == ["R", "R", "B"]
    assert route_money(T, scene.s)[v] == 20, "Violet gains from Yellow and pays nothing"
    scene.player("V", contracts="C1-02", goods="")
    assert route_money(T, scene.s)[v] == 20 - 60


@pytest.mark.rule("IS-E-43", "IS-11.7")
def test_who_reached_trieste_pays_no_route() -> None:
    scene = positions().player("R", contracts="C1-02", goods="")
    assert route_money(T, scene.s)[scene.seat("R")] == 40


@pytest.mark.rule("IS-11.10", "IS-EX-26", "IS-DX-12", "IS-E-48")
def test_dividends() -> None:
    """Amb-37, Amb-38."""
    assert [1000 - dividend(T, 1000, k) for k in (0, 1, 2, 3, 10, 11)] == [1000, 900, 800, 700, 0, 0]
    assert 870 - dividend(T, 870, 3) == 609 and dividend(T, -50, 5) == 0
    scene = Scene("RV", number=8).player("R", money=870 - 10, goods="", contracts="C3-01", trains="IS-4", dividends=3)
    scene.player("R", influence=0, investors=1).metropolises(30, 50, 70, 90)
    steps = finished(scene).scores()["R"]
    assert sum(steps.values()) == 609 and steps["score.dividends"] == -261


@pytest.mark.rule("IS-11.10", "IS-E-48", "IS-11.6")
def test_a_debt_pays_no_dividend() -> None:
    scene = Scene("RV", number=6).player("V", tracks=f"{TO_BRUCK} {WEST}")
    scene.player("R", contracts="C3-07", goods="", money=0, trains="IS-4", investors=1, dividends=3)
    steps = finished(scene).scores()["R"]
    assert sum(steps.values()) == 10 - 180 - 160 and steps["score.dividends"] == 0


@pytest.mark.rule("IS-11.11")
def test_most_money_wins_and_a_tie_is_shared() -> None:
    """Amb-40."""
    scene = finished(Scene("RVB", number=8).player("R", money=200).player("V", money=200).player("B", money=50))
    outcome = TITLE.outcome(scene.s)
    assert outcome is not None and outcome.places == (1, 1, 3) and outcome.scores[0] == outcome.scores[1]


# Slow readings


def every_route(s: Any, seat: int) -> list[int]:
    """IS-11.8 by trying every way without turning back: the payees of the best route."""
    payee = payees(s)
    rank = {other: i for i, other in enumerate(s.standing)}
    best: tuple[int, list[int]] | None = None

    def walk(city: int, seen: tuple[int, ...], ranks: list[int]) -> None:
        nonlocal best
        if best is not None and len(ranks) > best[0]:
            return
        if city == T.goal:
            if best is None or (len(ranks), ranks) < best:
                best = len(ranks), ranks
            return
        for i, (a, b) in enumerate(T.ends):
            other = b if a == city else a
            if i in payee and city in (a, b) and other not in seen:
                walk(other, (*seen, other), [*ranks, rank[payee[i]]])

    for city in bits(T.network(s.tracks[seat])):
        walk(city, (city,), [])
    return [] if best is None else [s.standing[r] for r in best[1]]


def grown(rng: random.Random, seats: int) -> Any:
    """Networks that grow at random from Wien until somebody is in Trieste."""
    scene = Scene("RVBY"[:seats])
    s = scene.s
    rng.shuffle(s.standing)
    while not any(T.network(tracks) & T.goal_bit for tracks in s.tracks):
        seat = rng.randrange(seats)
        options = bits(T.touching(T.network(s.tracks[seat])) & ~s.tracks[seat])
        s.tracks = put(s.tracks, seat, s.tracks[seat] | 1 << rng.choice(options))
    return s


@pytest.mark.rule("IS-11.8", "IS-E-44", "IS-E-45")
@pytest.mark.parametrize("boards", [5, pytest.param(14, marks=pytest.mark.long)])
def test_routes_are_those_of_the_slow_reading(boards: int) -> None:
    rng = random.Random(11)
    compared = 0
    for _ in range(boards):
        s = grown(rng, rng.choice((2, 3, 4)))
        for seat in range(s.seats):
            found = route(T, s, seat)
            assert [payee for _, payee in found] == every_route(s, seat)
            compared += bool(found)
            ends = [set(T.ends[link]) for link, _ in found]
            assert all(a & b for a, b in pairwise(ends)), "one way without a gap"
            assert not any(s.tracks[seat] >> link & 1 for link, _ in found), "never over own links"
    assert compared > boards // 2


def test_contracts_are_filled_as_by_trying_every_way() -> None:
    rng = random.Random(12)
    for _ in range(200):
        cards = tuple(rng.sample(range(len(T.contracts)), rng.randint(0, 5)))
        tokens = tuple(rng.randint(0, 3) for _ in range(GOODS))
        best = 0
        for k in range(len(cards) + 1):
            for some in combinations(cards, k):
                need = [sum(T.contract_needs[card][g] for card in some) for g in range(GOODS)]
                if all(n <= h for n, h in zip(need, tokens, strict=True)):
                    best = max(best, sum(T.contract_value[card] for card in some))
        assert best_filled(T, cards, tokens) == best
        assert all(best_filled(T, order, tokens) == best for order in list(permutations(cards))[:3])


def test_scores_add_up_in_random_matches(count_matches: Any) -> None:
    for seed in range(4):
        last: Any = None
        for state, _, _ in battery.walk(TITLE, 3, 40 + seed):
            last = state
        outcome = TITLE.outcome(last)
        assert outcome is not None
        for seat in range(3):
            steps = outcome.breakdown[seat]
            assert steps["score.cash"] == last.money[seat]
            worth = contract_money(T, last, seat) if outcome.reason == "end.trieste" else 0
            assert steps["score.contracts"] == worth
    count_matches(4)
