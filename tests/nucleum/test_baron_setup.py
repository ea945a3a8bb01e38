"""Chapter 23, section a, and what Frederik adds to the set-up."""

from __future__ import annotations

import random

import pytest

import machinehall as mh
from machinehall.kernel.values import CHANCE
from machinehall.titles.nucleum.baron_frames import BaronCard, BaronCity
from machinehall.titles.nucleum.lookup import GOLD, SILVER, bits
from machinehall.titles.nucleum.options import PRESETS
from nucleum.baron_scene import Solo
from nucleum.scene import TITLE, T


def dealt(barons: int = 1, seed: int = 1, **options: int) -> mh.Match:
    """A match alone whose human has chosen an Experiment."""
    match = mh.Match(TITLE, 1, seed, {"barons": barons, **options})
    assert match.to_act == (0,) and TITLE.decision(match.state, 0) == ("experiment", ())
    match.play(match.parse("experiment b"))
    return match


@pytest.mark.rule("NU-23.1", "NU-2.1")
def test_one_baron_has_the_set_up_of_two_players_two_barons_that_of_three() -> None:
    one, two = dealt(1).state, dealt(2).state
    assert (one.seats, one.players, two.seats, two.players) == (1, 2, 1, 3)
    assert T.board[one.players].side == "12" and T.board[two.players].side == "34"
    assert (one.tiles_left, one.silver_left, one.gold_left) == (25, 4, 8)
    assert (two.tiles_left, two.silver_left, two.gold_left) == (30, 7, 10)
    assert one.turbine_debris == 0 and two.turbine_debris.bit_count() == 3
    assert sum(two.wagons) < sum(region[4] for region in T.board[3].wagons)
    assert one.logic_deck.bit_count() == two.logic_deck.bit_count() == 15


@pytest.mark.rule("NU-23.2", "NU-23.4", "NU-23.5")
@pytest.mark.parametrize("barons", [1, 2])
def test_what_a_baron_begins_with(barons: int) -> None:
    seen = set()
    for seed in range(12):
        s = dealt(barons, seed).state
        for b in range(1, s.players):
            queue = s.queue[b - 1]
            seen.add(s.experiment[b])
            assert s.experiment[b] != s.experiment[0] and s.tech[b] == 0 and s.pool[b] == s.row[b] == 0
            assert len(queue) == 7 and [T.directive[tile] for tile in queue] == [False] * 6 + [True]
            own = [tile for tile in queue if T.starting_tiles[s.experiment[b]] >> tile & 1]
            new = [tile for tile in queue if T.advanced >> tile & 1]
            assert len(own) == 5 and len(new) == 2 and queue[-1] in own
            assert (s.thaler[b], s.supply[b], s.reserve[b], s.vp[b]) == (3, 3, 15, 0)
            assert s.markers[b] == 1 << 1 and s.recharges[b] == 0
            assert set(s.slots[4 * b : 4 * b + 4]) == {-1} and s.fulfilled[b] == 0
            assert s.built[b].bit_count() == 1
        assert s.track_nucleums == T.segment_nucleum
        assert len(set(s.experiment)) == s.players
        assert not any(s.tiles_unseen >> tile & 1 for queue in s.queue for tile in queue)
    assert len(seen) > 1


@pytest.mark.rule("NU-23.4")
def test_the_queue_is_shuffled_tile_by_tile() -> None:
    state = TITLE.start(1)
    rng = random.Random(1)
    counts = []
    TITLE.deal(state, rng)
    TITLE.apply(state, 0, TITLE.parse("experiment a"))
    while TITLE.to_act(state) == (CHANCE,):
        if state.stack[-1][0] == "queue":
            counts.append(len(TITLE.chance(state)))
        TITLE.apply(state, CHANCE, rng.choice(TITLE.chance(state))[0])
    assert counts == [6, 5, 4, 3, 2, 1]


@pytest.mark.rule("NU-23.3", "NU-E64")
def test_building_stacks() -> None:
    for kind, stack in zip(("residence", "factory", "laboratory"), T.solo.stacks, strict=True):
        assert [T.buildings[b] for b in stack] == [f"{kind}-{level}" for level in (1, 2, 4, 3)]


def at_the_card(purpose: int = 0, **options: int) -> Solo:
    scene = Solo(options=options)
    scene.s.stack = [("baron_card", CHANCE, BaronCard(1, purpose))]
    return scene


def card_of(city: str | None) -> str:
    return str(next(card.id for card in T.card if card.neutral_city == city))


@pytest.mark.rule("NU-23.6")
def test_the_first_building_needs_a_city_of_this_board() -> None:
    scene = at_the_card().play(f"* draw-card {card_of('karlsbad')}")
    assert scene.told("baron_card_void") and scene.asked == ("*", "baron_card")
    blank = next((card.id for card in T.card if card.neutral_city is None), None)
    if blank:
        scene.play(f"* draw-card {blank}")
        assert scene.told("baron_card_void")
    scene.play(f"* draw-card {card_of('freiberg')}")
    assert scene.s.built[1] == 1 << T.buildings.index("laboratory-1")
    assert scene.s.urban[T.names.urban.index("freiberg-u1")] >= 0, "the red site is ignored"


@pytest.mark.rule("NU-23.6", "NU-D78")
def test_several_types_fit_the_lowest_need_is_taken_and_government_sites_are_not() -> None:
    """Zwickau takes all three types; Dresden shows a Government icon beside one Residence."""
    scene = at_the_card()
    scene.s.stack = [("baron_card", CHANCE, BaronCard(1, purpose=0))]
    needs = {kind: T.piece_need[stack[0]] for kind, stack in zip("rfl", T.solo.stacks, strict=True)}
    lowest = [stack[0] for stack in T.solo.stacks if T.piece_need[stack[0]] == min(needs.values())]
    from machinehall.titles.nucleum.rules.baron.setup import buildings, site_for

    zwickau, dresden = (T.names.cities.index(name) for name in ("zwickau", "dresden"))
    assert buildings(T, scene.s, 1, zwickau) == lowest
    scene.debris("dresden-u1")
    assert site_for(T, scene.s, T.buildings.index("residence-1"), dresden) == -1
    assert T.names.urban[site_for(T, scene.s, T.buildings.index("residence-1"), zwickau)] == "zwickau-u1"


@pytest.mark.rule("NU-23.6", "NU-D78")
def test_equal_needs_are_drawn_and_cards_are_shuffled_again() -> None:
    scene = at_the_card()
    scene.s.cards = 0
    assert len(scene.legal("draw-card")) == len(T.cards)
    from machinehall.titles.nucleum.rules.baron import setup

    city = T.names.cities.index("zwickau")
    found = setup.building_outcomes(T, scene.s, BaronCity(1, city))
    assert [action.args[0] for action, _ in found] == setup.buildings(T, scene.s, 1, city)


@pytest.mark.rule("NU-23.7")
def test_the_human_begins_and_the_logic_deck_is_whole() -> None:
    for seed in range(4):
        match = dealt(2, seed)
        assert match.state.first == match.state.active == 0 and match.to_act == (0,)
        assert TITLE.decision(match.state, 0) == ("turn", ())
        assert match.state.logic == -1


@pytest.mark.rule("NU-1.4")
def test_die_and_logic_cards() -> None:
    scene = Solo().baron()
    assert scene.asked == ("*", "roll")
    weights = {TITLE.text(action): weight for action, weight in TITLE.chance(scene.s)}
    assert weights == {"roll 1": 2, "roll 2": 2, "roll 3": 1, "roll 4": 1}
    assert len(T.solo.logic) == 15


@pytest.mark.rule("NU-24.4", "NU-23.8")
def test_a_second_starting_building() -> None:
    for seed in range(5):
        s = dealt(2, seed, frederik_4=1).state
        assert [s.built[b].bit_count() for b in (1, 2)] == [2, 2]


@pytest.mark.rule("NU-24.10", "NU-23.8", "NU-D89")
def test_a_rail_at_the_start_with_an_additional_worker() -> None:
    for seed in range(8):
        s = dealt(1, seed, frederik_10=1).state
        (space,) = [i for i, owner in enumerate(s.rail_owner) if owner == 1]
        assert T.advanced >> s.rail_tile[space] & 1
        assert (s.supply[1], s.reserve[1]) == (3, 14) and s.vp[1] == 0
    scene = at_the_card(1, frederik_10=1).play(f"* draw-card {card_of('leipzig')}")
    assert scene.asked == ("*", "baron_first_tile")
    scene.play("* draw-tile a26")
    assert scene.legal() == [f"draw-rail leipzig-grimma.1 {way}" for way in ("plain", "flip")], "one space if possible"
    scene.play("* draw-rail leipzig-grimma.1 flip")
    assert scene.s.complete == 1 << T.names.links.index("leipzig-grimma") and not scene.s.stack
    scene = at_the_card(1, frederik_10=1).rail("H", "leipzig-grimma.1").play(f"* draw-card {card_of('leipzig')}")
    scene.play("* draw-tile a26")
    assert {text.split()[1] for text in scene.legal()} == {"leipzig-riesa.1"}


def test_presets_are_settings_of_the_title() -> None:
    names = {option.name for option in TITLE.options}
    assert TITLE.presets == PRESETS and all(set(values) <= names for values in PRESETS.values())
    for values in PRESETS.values():
        assert TITLE.start(1, values).players == 1 + values["barons"]
    assert sum(PRESETS["merciless"].values()) == 11


def test_stacks_of_contracts_are_those_of_the_table() -> None:
    s = dealt(2).state
    assert (s.silver_left + 2, s.gold_left + 2) == (T.supply[SILVER][3], T.supply[GOLD][3])
    assert len(bits(s.contracts_unseen & T.kind_mask[SILVER])) >= s.silver_left
