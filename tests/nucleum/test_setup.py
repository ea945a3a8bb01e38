"""Chapters 1 to 3: components and set-up."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import machinehall as mh
from machinehall.kernel.values import CHANCE, BadPack
from machinehall.titles.nucleum import components
from machinehall.titles.nucleum.components.types import ActionTile, Contract, Site
from machinehall.titles.nucleum.frames import Card
from machinehall.titles.nucleum.lookup import bits
from machinehall.titles.nucleum.rules.setup import urban_debris
from machinehall.titles.nucleum.state import SLOTS
from nucleum.scene import TITLE, Scene, T

SEEDS = range(12)


def dealt(seats: int, seed: int, **options: int) -> Any:
    """The position after chance has dealt, before the draft."""
    return TITLE.start(seats, options, random.Random(seed))


def with_first_card(seats: int, card: str, later: tuple[str, ...] = (), seed: int = 3) -> Any:
    """Chance deals at random, except that these set-up cards come."""
    rng = random.Random(seed)
    state = TITLE.start(seats)
    wanted = [card, *later]
    while TITLE.to_act(state) == (CHANCE,):
        outcomes = TITLE.legal(state, CHANCE)
        if outcomes[0].kind == "draw-card" and wanted:
            action = TITLE.parse(f"draw-card {wanted.pop(0)}")
        else:
            action = rng.choice(outcomes)
        TITLE.apply(state, CHANCE, action)
    return state


def urban(mask: int) -> list[str]:
    return [T.names.urban[site] for site in bits(mask)]


@pytest.mark.rule("NU-1.1", "NU-1.2", "NU-1.3", "NU-19.6")
def test_the_box_holds_what_the_rulebook_counts() -> None:
    pack = T.pack
    tiles = Counter(row.set for row in pack.rows("action_tiles", ActionTile))
    assert tiles == {"basic": 20, "advanced": 30, "starting": 20, "special": 2}
    contracts = pack.rows("contracts", Contract)
    assert Counter(row.kind for row in contracts) == {"initial": 4, "silver": 13, "gold": 18, "violet": 15}
    assert [row.id for row in contracts] == [f"c{i:02d}" for i in range(1, 51)]
    assert len(T.neutrals) == 10 and len(T.milestones) == 8 and len(T.cards) == 13
    assert (T.n.urban_debris, T.n.mine_debris, T.n.turbine_debris, T.constants["nucleums"]) == (5, 3, 3, 4)
    assert T.constants["coal_wagons"] == 13 == sum(region[4] for region in T.board[4].wagons)
    assert len(T.experiments) == 4 and len(T.technologies) == 32
    assert all(mask.bit_count() == 5 for mask in T.starting_tiles)
    assert all(mask.bit_count() == 8 for mask in T.board_techs)
    assert len(T.buildings) == 12 and sorted(T.capacity) == [2, 2, 3, 3] and T.n.workers == 18


@pytest.mark.rule("NU-1.1", "NU-2.1")
def test_faults_of_a_pack_are_all_named(tmp_path: Any) -> None:
    text = (components.DATA / "contracts.json").read_text(encoding="utf-8")
    text = text.replace('"kind": "silver"', '"kind": "gold"', 1).replace('"type": "mines"', '"type": "wells"', 1)
    (tmp_path / "contracts.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadPack) as fault:
        mh.title("nucleum", tmp_path)
    said = str(fault.value)
    assert "expected 13 silver, found 12" in said and "no condition 'wells'" in said


@pytest.mark.rule("NU-1.5")
def test_what_never_runs_out_has_no_limit_and_the_rest_has() -> None:
    scene = Scene("RB").gives("R", thaler=500, achievement=500)
    assert scene.lawful()
    scene.s.reserve[0] += 1
    assert TITLE.laws(T, scene.s) == ["seat 0: workers"]


@pytest.mark.rule("NU-2.1", "NU-2.3", "NU-2.4", "NU-EX-D01")
@pytest.mark.parametrize(("seats", "tiles", "silver", "gold"), [(2, 25, 4, 8), (3, 30, 7, 10), (4, 40, 10, 14)])
def test_stacks_after_set_up(seats: int, tiles: int, silver: int, gold: int) -> None:
    for seed in SEEDS:
        s = dealt(seats, seed)
        assert (s.tiles_left, s.silver_left, s.gold_left) == (tiles, silver, gold)
        assert all(tile >= 0 for tile in s.market) and len(s.market) == 5
        kinds = [T.contract_kind[c] for c in s.display]
        assert kinds == [1, 1, 2, 2]
        assert [next(k for k, mask in enumerate(T.back_mask) if mask >> c & 1) for c in s.violet] == [0, 1, 2]
        initial = [s.slots[SLOTS * seat + 3] for seat in range(seats)]
        assert len(set(initial)) == seats and all(T.contract_kind[c] == 0 for c in initial)


@pytest.mark.rule("NU-2.3")
def test_never_a_starting_or_special_tile_in_the_market() -> None:
    seen = 0
    for seed in range(40):
        s = dealt(2, seed)
        for tile in s.market:
            seen |= 1 << tile
    assert not seen & ~(T.basic | T.advanced)
    assert seen & T.basic and seen & T.advanced


@pytest.mark.rule("NU-2.1", "NU-2.2")
def test_coal_wagons() -> None:
    assert dealt(2, 1).wagons == (4, 0, 4, 0)
    assert dealt(3, 1).wagons == (6, 0, 5, 0)
    assert dealt(4, 1).wagons == (7, 0, 6, 0)


@pytest.mark.rule("NU-2.5", "NU-2.6", "NU-2.14", "NU-2.15")
def test_milestones_nucleums_plants_and_first_player() -> None:
    firsts = set()
    for seed in SEEDS:
        s = dealt(3, seed)
        assert len(set(s.milestone)) == 4 and min(s.milestone) >= 0
        assert s.track_nucleums == 0b111 and s.nucleums.bit_count() == 1
        assert s.conditions == (-1,) * 5
        firsts.add(s.first)
    assert firsts == {0, 1, 2}
    assert set(T.names.plants) == {"riesa", "zittau", "glashuette", "grimma", "plauen"}


@pytest.mark.rule("NU-2.7", "NU-2.8")
def test_neutral_building_goes_to_a_red_site_first() -> None:
    s = with_first_card(4, "s1")  # Leipzig, whose first red site is u3
    assert "leipzig-u3" in urban(s.neutral_urban)
    s = with_first_card(4, "s7")  # Bautzen: no red site; u1 shows a factory, u2 factory or laboratory
    piece = s.urban[T.names.urban.index("bautzen-u1")]
    other = s.urban[T.names.urban.index("bautzen-u2")]
    placed = max(piece, other)
    kind = T.piece_type[placed]
    assert kind in (1, 2) and (piece >= 0) == (kind == 1)


@pytest.mark.rule("NU-2.8", "NU-2.13")
def test_blank_rows_and_rows_for_three_place_nothing() -> None:
    two = with_first_card(2, "s13", ("s11", "s1", "s3"))
    three = with_first_card(3, "s13", ("s11", "s1", "s3"))
    assert two.neutral_urban.bit_count() == 2 and three.neutral_urban.bit_count() == 3
    assert any(name.startswith("karlsbad") for name in urban(three.neutral_urban))


@pytest.mark.rule("NU-2.13")
def test_a_city_without_a_fitting_site_is_skipped() -> None:
    scene = Scene("RBY")
    for name in ("freiberg-u1", "freiberg-u2", "freiberg-u3"):
        scene.debris(name)
    scene.run(("neutral", -2, Card(T.cards.index("s5"))))
    assert scene.asked is None and scene.s.neutral_urban == 0


@pytest.mark.rule("NU-2.9")
def test_the_fourth_nucleum_pays_no_bonus() -> None:
    s = with_first_card(2, "s1")
    assert [T.names.plants[k] for k in bits(s.nucleums)] == ["grimma"]
    assert s.supply == [2, 2] and s.thaler == [4, 4]


@pytest.mark.rule("NU-2.1", "NU-2.10")
def test_turbine_debris_with_three_players_only() -> None:
    marked = {"zittau-t4", "glashuette-t5", "grimma-t3"}
    found = {T.names.turbines[k] for k in bits(dealt(3, 2).turbine_debris)}
    assert found == marked
    assert dealt(4, 2).turbine_debris == 0 == dealt(2, 2).turbine_debris


@pytest.mark.rule("NU-2.11")
def test_urban_debris() -> None:
    """Card s2 on the 3/4 side: Marienberg and Leipzig red sites, Bautzen a one-icon site; Praha red, topmost first."""
    s = with_first_card(3, "s2")
    assert urban(s.urban_debris) == ["leipzig-u4", "marienberg-u2", "praha-u1", "bautzen-u1"]
    assert with_first_card(4, "s2").urban_debris == 0
    twice = with_first_card(2, "s1")  # Praha is listed twice: both red sites
    assert {"praha-u3", "praha-u4"} <= set(urban(twice.urban_debris))
    scene = Scene("RBY").debris("zittau-t1")
    scene.s.open_urban = 1 << T.names.urban.index("marienberg-u1")
    urban_debris(scene.s, T.board[3], "marienberg", [])
    assert urban(scene.s.urban_debris) == ["marienberg-u1"]  # two icons, nothing better left (NU-D30)


@pytest.mark.rule("NU-2.11", "NU-2.12")
def test_no_more_debris_than_the_box_holds() -> None:
    s = with_first_card(3, "s6")
    assert s.urban_debris.bit_count() == 5 and s.mine_debris.bit_count() == 3
    assert with_first_card(2, "s6").mine_debris.bit_count() == 2  # the third carries a 3


@pytest.mark.rule("NU-2.12")
def test_mine_debris_goes_to_the_smallest_bonus_red_first() -> None:
    names = {T.names.mines[k] for k in bits(with_first_card(3, "s2").mine_debris)}
    assert {"aussig-m3", "bruex-m4"} < names  # smallest bonus, red
    rest = set()
    for seed in range(12):
        s = with_first_card(3, "s2", seed=seed)
        rest |= {T.names.mines[k] for k in bits(s.mine_debris)} - {"aussig-m3", "bruex-m4"}
    assert rest == {"joachimsthal-m1", "joachimsthal-m3"}  # two black sites without bonus: random


@pytest.mark.rule("NU-3.1", "NU-3.2", "NU-3.3", "NU-3.4", "NU-3.5", "NU-3.6", "NU-3.7", "NU-3.8", "NU-3.9")
def test_player_set_up() -> None:
    s = dealt(4, 5)
    assert s.thaler == [4] * 4 and s.vp == [0] * 4
    assert s.income == (1,) * 12
    assert [T.income[track][0] for track in range(3)] == [(4, 0), (2, 0), (0, 0)]
    assert s.built == (0,) * 4 and s.turbine_site == (-1,) * 16 == s.mine_site
    assert T.capacity == [3, 2, 3, 2]
    assert s.supply == [2] * 4 and s.reserve == [16] * 4
    assert s.recharges == [0] * 4 and s.markers == (0,) * 4 and T.n.milestone_slots == 3
    assert s.slots[3] >= 0 and s.slots[:3] == (-1,) * 3 and s.achievement == (0,) * 4
    beginners = dealt(4, 5, first_game_workers=1)
    assert beginners.supply == [3] * 4 and beginners.reserve == [15] * 4


@pytest.mark.rule("NU-3.10", "NU-3.11")
def test_draft_from_the_last_player_backwards() -> None:
    s = dealt(3, 4)
    order = [(s.first - 1 - k) % 3 for k in range(3)]
    for number, name in zip(order, "bda", strict=True):
        assert TITLE.to_act(s) == (number,)
        TITLE.apply(s, number, TITLE.parse(f"experiment {name}"))
        refusal = TITLE.why_not(s, TITLE.to_act(s)[0], TITLE.parse(f"experiment {name}"))
        assert refusal is not None and refusal.rule in ("NU-3.10", "NU-4.2")
    assert TITLE.to_act(s) == (s.first,) and s.stack[-1][0] == "turn"
    assert [T.experiments[s.experiment[seat]] for seat in order] == ["b", "d", "a"]
    assert s.pool[order[0]] == T.starting_tiles[1] and not s.pool[order[0]] & T.special
    assert s.tech == (0, 0, 0)


@pytest.mark.rule("NU-2.4")
def test_weights_of_the_market_draw() -> None:
    """Every unseen basic tile is in the stacks; an advanced one only by chance."""
    scene = Scene("RB")
    outcomes = dict(TITLE.chances["tile"].outcomes(T, scene.s, (0,)))
    basic = outcomes[TITLE.parse("draw-tile b01:urbanize-1/urbanize")]
    advanced = outcomes[TITLE.parse("draw-tile a01:urbanize/income-thaler2")]
    assert basic * 5 == advanced * 30  # 5 of 30 advanced tiles are in the stacks
    scene.s.tiles_left = 20
    assert len(TITLE.chances["tile"].outcomes(T, scene.s, (0,))) == 20


@pytest.mark.rule("NU-6.1", "NU-6.8")
def test_sites_of_the_two_sides() -> None:
    for side, urban_sites, mines, turbines in (("12", 30, 10, 10), ("34", 44, 16, 14)):
        count = Counter(row.kind for row in T.pack.rows(f"sites_{side}", Site))
        assert count == {"urban": urban_sites, "mine": mines, "turbine": turbines}
    for seats in (2, 4):
        b = T.board[seats]
        riesa = T.names.cities.index("riesa")
        assert b.city_turbines[riesa] == 0
        assert not b.takes_nucleum >> T.names.plants.index("riesa") & 1 and b.takes_nucleum.bit_count() == 4
        assert max(mask.bit_count() for mask in b.city_turbines) <= 5
