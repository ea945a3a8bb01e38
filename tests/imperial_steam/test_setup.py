"""Chapters 2 and 12: set-up."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from imperial_steam.scene import TITLE, T
from machinehall.kernel.values import CHANCE
from machinehall.titles.imperial_steam.lookup import bits
from machinehall.titles.imperial_steam.options import BEGINNER, NORMAL, RANDOM
from machinehall.titles.imperial_steam.state import GOODS, ROWS, State

COUNTS = (2, 3, 4)


def dealt(seats: int, setup: int, seed: int = 1) -> State:
    state: State = TITLE.start(seats, {"setup": setup}, random.Random(seed))
    assert TITLE.laws(T, state) == []
    return state


def chosen(seats: int, setup: int, picks: dict[str, list[str]]) -> State:
    """Chance decides as told, else at random."""
    state: State = TITLE.start(seats, {"setup": setup})
    rng = random.Random(3)
    picks = {kind: list(names) for kind, names in picks.items()}
    while TITLE.to_act(state) == (CHANCE,):
        legal = TITLE.legal(state)
        row = picks.get(legal[0].kind, [])
        action = TITLE.parse(f"{legal[0].kind} {row.pop(0)}") if row else rng.choice(legal)
        TITLE.apply(state, CHANCE, action)
    return state


def where(s: State, tile: str) -> str:
    return str(T.cities[s.tile.index(T.tiles.index(tile))])


@pytest.mark.rule("IS-2.1", "IS-2.2", "IS-2.7")
@pytest.mark.parametrize("seats", COUNTS)
@pytest.mark.parametrize("setup", (BEGINNER, NORMAL, RANDOM))
def test_all_sites_have_a_tile_and_wien_the_stations(seats: int, setup: int) -> None:
    s = dealt(seats, setup)
    city_tiles = [tile for tile in s.tile if tile < T.first_hub]
    assert len(city_tiles) == 23 and all(T.pool[seats] >> tile & 1 for tile in city_tiles)
    assert sum(T.tile_hub[tile] >= 0 for tile in s.tile) == 4
    assert [T.tiles[s.tile[T.city[c]]] for c in ("wien", "bruck", "trieste")] == ["P-wien", "P-bruck", "P-trieste"]
    assert s.stations[::ROWS] == (T.start,) * seats and s.stations.count(-1) == 2 * seats
    assert s.semmering == -1 and T.links[T.semmering] == "gloggnitz--muerzzuschlag"
    assert sorted(s.order) == list(range(seats))


@pytest.mark.rule("IS-2.7")
def test_turn_order_is_random() -> None:
    assert len({tuple(dealt(3, BEGINNER, seed).order) for seed in range(60)}) == 6


@pytest.mark.rule("IS-2.3", "IS-2.14")
@pytest.mark.parametrize("seats", COUNTS)
def test_normal_card_fixes_metropolises_special_tiles_and_crowns(seats: int) -> None:
    name = f"N{seats}-3"
    card = T.normal.index(name)
    s = chosen(seats, NORMAL, {"setup-card": [name]})
    hubs = {city for city, tile in enumerate(s.tile) if T.tile_hub[tile] >= 0}
    assert hubs == set(T.normal_hubs[card])
    assert {s.tile[c] for c in T.normal_cities[card]} == set(bits(T.normal_tiles[card]))
    assert len(T.normal_cities[card]) == (0 if seats == 2 else 3)
    assert s.crowns == T.normal_crowns[card] and s.crowns.bit_count() in (2, 3)
    legal = TITLE.legal(TITLE.start(seats, {"setup": NORMAL}))
    assert {T.normal[a.args[0]] for a in legal} == {f"N{seats}-{k}" for k in range(1, 6)}


@pytest.mark.rule("IS-2.3")
def test_normal_tiles_lie_at_random() -> None:
    seen = {where(dealt(3, NORMAL, seed), "T3-01") for seed in range(40)}
    assert len(seen) > 8
    hubs = {tuple(s.tile.index(T.first_hub + h) for h in range(4)) for s in (dealt(2, NORMAL, k) for k in range(40))}
    assert len(hubs) > 8


@pytest.mark.rule("IS-2.4", "IS-2.14")
@pytest.mark.parametrize("seats", COUNTS)
def test_beginner_set_up_is_fixed(seats: int) -> None:
    one, two = dealt(seats, BEGINNER, 1), dealt(seats, BEGINNER, 2)
    assert one.tile == two.tile and one.crowns == two.crowns
    assert where(one, f"T{seats}-01") == "bratislava" and where(one, f"T{seats}-24") == "udine"
    assert where(one, "M-brown") == "gloggnitz"
    assert where(one, "M-blue") == {2: "villach", 3: "celje", 4: "celje"}[seats]
    assert [T.columns[c] for c in one.metropolises] == [30, 50, 70, 90]
    assert one.crowns.bit_count() == seats
    assert [T.growth[g] for g in one.growth] == ["G1", "G3", "G4", "G2"]


@pytest.mark.rule("IS-2.5", "IS-12.1")
@pytest.mark.parametrize("seats", COUNTS)
def test_random_tiles_have_one_metropolis_in_each_region(seats: int) -> None:
    spots: set[tuple[int, ...]] = set()
    for seed in range(20):
        s = dealt(seats, RANDOM, seed)
        at = [[c for c in sites if T.tile_hub[s.tile[c]] >= 0] for sites in T.region_sites]
        assert [len(found) for found in at] == [1, 1, 1, 1]
        spots.add(tuple(found[0] for found in at))
        assert all(T.tile_hub[s.tile[c]] < 0 for c in range(30) if not any(c in r for r in T.region_sites))
    assert len(spots) > 10


@pytest.mark.rule("IS-12.2")
def test_random_crowns_follow_a_card() -> None:
    """NL10 has number 4: four more cards, one crown each; cards are drawn from one deck (Amb-56)."""
    cards = ["NL01", "NL04", "NL07", "NL02", "NL10", "NL12", "NL20", "NL31", "NL27"]
    s = chosen(4, RANDOM, {"card": cards, "marker": ["brown", "white", "green", "blue"]})
    assert [T.links[link] for link in bits(s.crowns)] == sorted(
        (T.links[T.card_link[T.cards.index(c)]] for c in cards[5:]), key=T.link.__getitem__
    )
    assert [T.columns[c] for c in s.metropolises] == [10, 30, 60, 70]
    counts = {dealt(2, RANDOM, seed).crowns.bit_count() for seed in range(40)}
    assert counts == {1, 2, 3, 4}


@pytest.mark.rule("IS-2.6", "IS-DX-16", "IS-E-50")
@pytest.mark.parametrize(("seats", "third"), [(2, [2, 3]), (3, [1, 2, 3]), (4, [1, 2, 3])])
def test_improvement_stacks(seats: int, third: list[int]) -> None:
    s = dealt(seats, BEGINNER)
    assert T.stacks[seats] == [[], [1], [1, 2], third]
    kranj, lilienfeld, wien = (T.city[c] for c in ("kranj", "lilienfeld", "wien"))
    assert (s.improvements[kranj], s.improvements[lilienfeld], s.improvements[wien]) == (len(third), 1, 0)


@pytest.mark.rule("IS-2.8")
@pytest.mark.parametrize("seats", COUNTS)
def test_expedition_tiles(seats: int) -> None:
    s = dealt(seats, BEGINNER)
    assert [T.expedition_value[e] for e in s.expeditions[:7]] == [2, 3, 4, 3, 2, 2, 3] and s.expeditions[7] == -1
    rows = [tuple(dealt(seats, NORMAL, seed).expeditions) for seed in range(10)]
    assert len(set(rows)) > 5 and all(len(set(r[:7])) == 7 and r[7] == -1 for r in rows)


@pytest.mark.rule("IS-2.9")
def test_pawns_by_round() -> None:
    assert T.actions_of_round == [2, 3, 4, 5, 5, 5, 5, 5]


@pytest.mark.rule("IS-2.10", "IS-2.11", "IS-2.16", "IS-2.17", "IS-2.18", "IS-2.21", "IS-EX-27")
@pytest.mark.parametrize(
    ("seats", "money", "cubes", "factories", "shown"), [(2, 120, 1, 6, 3), (3, 130, 2, 9, 4), (4, 140, 3, 12, 5)]
)
def test_counts_by_players(seats: int, money: int, cubes: int, factories: int, shown: int) -> None:
    for setup in (BEGINNER, NORMAL, RANDOM):
        s = dealt(seats, setup)
        assert s.money == [money] * seats
        assert [len(row) for row in T.build_cost[seats]] == [factories] * GOODS and s.built == (0,) * GOODS
        assert s.locos == (0, *[seats] * 5)
        waiting = [sum(s.refill[GOODS * r : GOODS * r + GOODS]) for r in range(8)]
        assert waiting == [0, 0, 0, *[cubes] * 5]
        assert [sum(s.engineers_left[k::2]) for k in (0, 1)] == [seats, seats]
        by_hub = [sum(s.engineers_left[2 * h : 2 * h + 2]) for h in range(4)]
        assert by_hub == T.engineer_slots[seats]
        assert all(row == 0 for row in s.hiring) and T.hiring_prices[0] == 10
        assert [(s.offer & deck).bit_count() for deck in T.decks] == [shown] * 3


@pytest.mark.rule("IS-2.11")
def test_refill_cubes_come_from_five_of_each() -> None:
    s: Any = TITLE.start(4, {"setup": BEGINNER})
    drawn: Counter[str] = Counter()
    rng = random.Random(2)
    while TITLE.to_act(s) == (CHANCE,):
        outcomes = TITLE.chance(s)
        if outcomes[0][0].kind == "cube":
            assert {T.goods[a.args[0]]: w for a, w in outcomes} == {g: 5 - drawn[g] for g in T.goods if 5 - drawn[g]}
            drawn[T.goods[outcomes[0][0].args[0]]] += 1
            TITLE.apply(s, CHANCE, outcomes[0][0])
        else:
            TITLE.apply(s, CHANCE, rng.choice(outcomes)[0])
    assert drawn == {"wood": 5, "stone": 5, "iron": 5}


@pytest.mark.rule("IS-2.12")
def test_markers_start_in_column_0_in_turn_order() -> None:
    s = dealt(4, NORMAL)
    assert s.influence == [0] * 4 and s.standing == list(s.order)


@pytest.mark.rule("IS-2.13", "IS-EX-01")
def test_metropolis_pile() -> None:
    cards = ["NL07", "NL04", "NL01", "NL10"]
    assert [T.card_number[T.cards.index(c)] for c in cards] == [3, 2, 1, 4]
    s = chosen(3, NORMAL, {"card": cards, "marker": ["brown", "green", "blue", "white"]})
    columns = dict(zip(T.hubs, (T.columns[c] for c in s.metropolises), strict=True))
    assert columns == {"brown": 30, "green": 50, "blue": 60, "white": 100}
    for seed in range(20):
        spread = dealt(2, NORMAL, seed).metropolises
        assert len(set(spread)) == 4 and 0 not in spread


@pytest.mark.rule("IS-2.15")
def test_market_is_full() -> None:
    assert dealt(2, NORMAL).market == [10, 10, 10, 10]


@pytest.mark.rule("IS-2.17")
def test_growth_tiles_are_dealt_at_random() -> None:
    rows = {tuple(dealt(2, NORMAL, seed).growth) for seed in range(30)}
    assert len(rows) > 10 and all(sorted(row) == [0, 1, 2, 3] for row in rows)


@pytest.mark.rule("IS-2.19", "IS-2.20", "IS-2.22")
def test_player_boards() -> None:
    s = dealt(3, NORMAL)
    assert s.workers[:6] == [2, 0, 0, 0, 0, 0] and s.trains[:3] == (T.locos.index("IS-3"), -1, -1)
    assert s.goods[:4] == [1, 1, 1, 1] and (s.passengers[0], s.reserved[0]) == (0, 0)
    assert (T.share_price[s.share[0]], s.investors[0], s.dividends[0]) == (40, 1, 0)


@pytest.mark.rule("IS-2.18")
def test_contracts_are_never_refilled() -> None:
    s = dealt(2, NORMAL)
    assert s.offer.bit_count() == 9
    assert "deck" not in TITLE.view(s, 0)
