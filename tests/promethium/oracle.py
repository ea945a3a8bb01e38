"""Rules written down a second time, slowly and word by word from the printed components, to check the engine by."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from machinehall.titles.promethium.components.types import Mineral, Project, StartTile, Tile
from machinehall.titles.promethium.state import NEUTRAL, SEATS, State
from promethium.pieces import TITLE, WIDTH, T

PRINTED: dict[str, Tile | StartTile] = {tile.id: tile for tile in T.pack.rows("tiles", Tile)}
PRINTED.update({tile.id: tile for tile in T.pack.rows("start_tiles", StartTile)})
CARDS = {card.id: card for card in T.pack.rows("projects", Project)}
MINERALS = T.pack.rows("minerals", Mineral)


def positions(seats: int, seed: int, kind: str) -> Iterator[tuple[State, int]]:
    """Copies of all positions of a random match in which a seat is asked a kind of decision."""
    rng = random.Random(seed)
    state: Any = TITLE.start(seats, rng=rng)
    while state.stack:
        top, seat, _ = state.stack[-1]
        if top == kind and seat >= 0:
            yield state.clone(), seat
        seat = TITLE.to_act(state)[0]
        TITLE.apply(state, seat, rng.choice(TITLE.legal(state, seat)), check=False)


# Realising a project (PR-6.6, PR-6.7)


def satisfies(card: str, tiles: tuple[str, ...]) -> bool:
    """Whether these tiles satisfy a card: each slot is tested on its own."""
    for slot in ("country", "expert", "mineral"):
        need = getattr(CARDS[card].requirement, slot)
        shown = [getattr(PRINTED[tile], slot) for tile in tiles]
        if need == "any":
            continue
        if need == "different":
            if len(set(shown)) < len(shown):
                return False
        elif any(element != need for element in shown):
            return False
    return len(tiles) == CARDS[card].level


def realisable(state: State, seat: int) -> dict[str, set[frozenset[str]]]:
    """For every card that a seat can realise, the sets of own tiles that do it: all subsets are tried."""
    if state.influence[seat] < 1:
        return {}
    own = [name for i, name in enumerate(T.tiles) if state.tiles[seat] >> i & 1]
    cards = [T.projects[c] for c in state.display if c >= 0]
    cards += [name for i, name in enumerate(T.projects) if state.private[seat] >> i & 1]
    found = {}
    for card in cards:
        sets = {frozenset(s) for n in (1, 2, 3) for s in combinations(own, n) if satisfies(card, s)}
        if sets:
            found[card] = sets
    return found


def worn(state: State, tiles: frozenset[str]) -> tuple[int, dict[str, int]]:
    """The cubes that a set of tiles puts on a card, and the uses of the tiles that stay (PR-6.7)."""
    cubes, left = 0, {}
    for name in tiles:
        earlier = state.uses[T.tiles.index(name)]
        if earlier >= 1:
            cubes += 1
        if earlier + 1 < PRINTED[name].value:
            left[name] = earlier + 1
    return cubes, left


# Chemist (PR-6.8)


def reactions(state: State, seat: int) -> dict[tuple[int, ...], int]:
    """Every set of own gems with enough content and none to leave out, with its yield."""
    row = state.elements[(SEATS + seat) * WIDTH : (SEATS + seat + 1) * WIDTH]
    if state.influence[seat] < 1 or row[T.elements.index("chemist")] < 1:
        return {}
    content = [
        mineral.promethium_content + 2 * (state.improvements[T.improvement_ids.index(f"lab_{mineral.id}")] == seat)
        for mineral in MINERALS
    ]
    gems = [row[T.elements.index(mineral.id)] for mineral in MINERALS]
    found = {}
    for used in product(*(range(n + 1) for n in gems)):
        total = sum(n * c for n, c in zip(used, content, strict=True))
        needless = [c for n, c in zip(used, content, strict=True) if n and total - c >= 12]
        if total >= 12 and not needless:
            found[used] = 3 if sum(n > 0 for n in used) == 1 else 2
    return found


# Ranking and lobby (PR-4.10, PR-4.11)


def tokens_at(state: State, cell: int) -> dict[int, list[int]]:
    """The bids at a crossing: by owner, the tokens on the ends of the tile's row and column."""
    row, column = divmod(cell, 4)
    ends = [f"{row + 1}-west", f"{row + 1}-east", f"{'abcd'[column]}-north", f"{'abcd'[column]}-south"]
    bids: dict[int, list[int]] = {}
    for end in (T.ends.index(name) for name in ends):
        if state.end_owner[end] != -1:
            bids.setdefault(state.end_owner[end], []).append(state.end_value[end])
    return bids


def equal_highest(state: State, cell: int, owner: int) -> set[str]:
    """The ends that an owner chooses between when the highest token leaves (PR-4.12, A-53); none: no choice."""
    row, column = divmod(cell, 4)
    lines = [[f"{row + 1}-west", f"{row + 1}-east"], [f"{'abcd'[column]}-north", f"{'abcd'[column]}-south"]]
    own = {end: state.end_value[i] for i, end in enumerate(T.ends) if state.end_owner[i] == owner}
    here = {end: own[end] for line in lines for end in line if end in own}
    highest = {end for end, value in here.items() if value == max(here.values())}
    return highest if all(any(end in highest for end in line) for line in lines) else set()


def beats(state: State, a: tuple[int, int, int], b: tuple[int, int, int]) -> bool:
    """Whether one bid (owner, sum, highest token) ranks before another."""
    if a[1] != b[1]:
        return a[1] > b[1]
    if a[2] != b[2]:
        return a[2] > b[2]
    for marker in state.track:
        if marker in (a[0], b[0]):
            return marker == a[0]
    for i in range(state.seats):
        seat = (state.first + i) % state.seats
        if seat in (a[0], b[0]):
            return seat == a[0]
    return a[0] == NEUTRAL


def ranked(state: State, cell: int, helped: int = -1, lobby: int = 0) -> list[int]:
    """The bidders, the best first: each stands behind all who beat it."""
    bids = [
        (owner, sum(values) + (2 * lobby if owner == helped else 0), max(values))
        for owner, values in tokens_at(state, cell).items()
    ]
    order = {bid[0]: sum(beats(state, other, bid) for other in bids if other != bid) for bid in bids}
    assert sorted(order.values()) == list(range(len(bids)))
    return sorted(order, key=lambda owner: order[owner])


def lobby_that_wins(state: State, cell: int, active: int) -> int:
    """The smallest number of own lobby tokens that makes the active player first; 0: none are needed, or none help."""
    own = tokens_at(state, cell).get(active)
    if own is None or (len(own) > 1 and min(own) > state.money[active]):
        return 0
    winning = [k for k in range(state.lobby[active] + 1) if ranked(state, cell, active, k)[0] == active]
    return min(winning, default=0)
