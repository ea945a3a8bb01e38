"""The engine against slow oracles, on positions from random play and on richer ones made from them."""

from __future__ import annotations

import random

import pytest
from proof_plugin import count_matches

from machinehall.kernel.plain_state import put
from machinehall.titles.promethium.rules.crossing import ranking
from machinehall.titles.promethium.rules.purchase import lobby_needed
from machinehall.titles.promethium.state import RESERVE, SEATS, State
from promethium import oracle
from promethium.pieces import TITLE, WIDTH, Seat, T, names_of
from promethium.scene import exact


def enriched(state: State, seat: int, rng: random.Random) -> State:
    """The same position with more tiles, gems, a Chemist and laboratories for one seat."""
    rich = state.clone()
    rich.influence[seat] = rng.randint(0, 9)
    down = sum(v <= -2 for v in rich.grid)
    for name in rng.sample(sorted(names_of(T.tiles, rich.unseen)), max(0, min(7, rich.unseen.bit_count() - down))):
        tile = T.tiles.index(name)
        rich.unseen ^= 1 << tile
        rich.tiles[seat] |= 1 << tile
        rich.uses = put(rich.uses, tile, rng.randrange(T.tile_value[tile]))
    for kind in (*T.minerals, T.chemist):
        number = rng.randint(0, rich.elements[RESERVE * WIDTH + kind])
        rich.elements[RESERVE * WIDTH + kind] -= number
        rich.elements[(SEATS + seat) * WIDTH + kind] += number
    for i in T.labs:
        rich.improvements = put(rich.improvements, i, rng.choice((-1, seat, (seat + 1) % rich.seats)))
    return rich


def office_positions(seats: int, seed: int) -> list[tuple[State, int]]:
    """Those of three matches, each as it is and enriched."""
    rng = random.Random(seed)
    found = []
    for match in range(3):
        for state, seat in oracle.positions(seats, 100 * match + seed, "turn"):
            found += [(state, seat), (enriched(state, seat, rng), seat)]
    count_matches(3)
    return found


def engine_sets(state: State, seat: int, card: str) -> dict[frozenset[str], State]:
    """All sets of tiles with which the engine lets a seat realise a card, with the position afterwards."""
    start = state.clone()
    TITLE.apply(start, seat, exact(f"realise {card}"))
    found: dict[frozenset[str], State] = {}
    open_ends: list[tuple[State, frozenset[str]]] = [(start, frozenset())]
    while open_ends:
        now, used = open_ends.pop()
        for action in TITLE.legal(now, seat):
            after, tiles = now.clone(), used | {T.tiles[action.args[0]]}
            TITLE.apply(after, seat, action)
            if len(tiles) == oracle.CARDS[card].level:
                found[tiles] = after
            else:
                open_ends.append((after, tiles))
    return found


@pytest.mark.rule("PR-6.5", "PR-6.6", "PR-6.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_realising_against_all_subsets_of_own_tiles(seats: int) -> None:
    compared = 0
    for state, seat in office_positions(seats, seats):
        expected = oracle.realisable(state, seat)
        offered = {T.projects[a.args[0]] for a in TITLE.legal(state, seat) if a.kind == "realise"}
        assert offered == set(expected)
        for card, sets in expected.items():
            found = engine_sets(state, seat, card)
            assert set(found) == sets
            compared += len(sets)
            tiles, after = max(found.items(), key=lambda item: sorted(item[0]))
            cubes, left = oracle.worn(state, tiles)
            mine = Seat(after, seat)
            assert mine.realised[card] == cubes and mine.influence == state.influence[seat] - 1
            assert {name: uses for name, uses in mine.tiles.items() if name in tiles} == left
    assert compared > 100


@pytest.mark.rule("PR-6.8", "PR-7.6", "A-47")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chemist_against_all_sets_of_gems(seats: int) -> None:
    compared = 0
    for state, seat in office_positions(seats, 10 + seats):
        expected = oracle.reactions(state, seat)
        offers = {T.gem_sets[a.args[0]]: a for a in TITLE.legal(state, seat) if a.kind == "chemist"}
        assert set(offers) == set(expected)
        compared += len(expected)
        for used, action in list(offers.items())[:2]:
            after = state.clone()
            TITLE.apply(after, seat, action)
            assert after.promethium[seat] - state.promethium[seat] == expected[used]
            assert TITLE.laws(T, after) == TITLE.laws(T, state)
    assert compared > 100


@pytest.mark.rule("PR-4.10", "PR-4.11", "PR-3.3", "A-10", "A-14", "A-15")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ranking_and_lobby_against_pairwise_comparison(seats: int) -> None:
    rng = random.Random(seats)
    crossings = lobbied = 0
    for seed in range(3):
        for state, _ in oracle.positions(seats, seed, "target"):
            active = state.track[0]
            for cell in T.used_cells[seats]:
                if not oracle.tokens_at(state, cell):
                    continue
                ranks = oracle.ranked(state, cell)
                assert ranking(T, state, cell) == ranks
                crossings += 1
                if active >= seats:
                    continue
                state.lobby = put(state.lobby, active, rng.randint(0, 6))
                state.money[active] = rng.randint(0, 8)
                expected = oracle.lobby_that_wins(state, cell, active)
                assert lobby_needed(T, state, cell, active, ranks) == expected
                lobbied += expected > 0
        count_matches(1)
    assert crossings > 100 and lobbied > 20


@pytest.mark.rule("PR-3.3", "PR-4.10", "A-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ranking_with_a_shortened_track(seats: int) -> None:
    """Ties between players with and without markers, which random play seldom brings."""
    rng = random.Random(7)
    for state, _ in oracle.positions(seats, 20 + seats, "target"):
        for _ in range(6):
            state.track = rng.sample(state.track, rng.randint(0, len(state.track)))
            state.end_value = [rng.choice((3, 4)) if owner >= 0 else 0 for owner in state.end_owner]
            for cell in T.used_cells[seats]:
                if oracle.tokens_at(state, cell):
                    assert ranking(T, state, cell) == oracle.ranked(state, cell)
    count_matches(1)
