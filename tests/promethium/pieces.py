"""Promethium's pieces by name: what tests read off a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from machinehall import title as title_of
from machinehall.titles.promethium.lookup import Lookup, bits
from machinehall.titles.promethium.state import SEATS, State

TITLE = title_of("promethium")
T: Lookup = TITLE.lookup
WIDTH = len(T.elements)
BIDS = len(T.bids)


class Seat:
    """What one player has, in names."""

    def __init__(self, s: State, i: int) -> None:
        self._s, self._i = s, i

    @property
    def money(self) -> int:
        return self._s.money[self._i]

    @property
    def influence(self) -> int:
        return self._s.influence[self._i]

    @property
    def promethium(self) -> int:
        return self._s.promethium[self._i]

    @property
    def lobby(self) -> int:
        return self._s.lobby[self._i]

    @property
    def bought(self) -> int:
        return self._s.bought[self._i]

    @property
    def elements(self) -> dict[str, int]:
        return row_of(self._s, SEATS + self._i)

    @property
    def tokens(self) -> list[int]:
        """Bid tokens behind the screen."""
        return _values(self._s.tokens, self._i)

    @property
    def lost(self) -> list[int]:
        return _values(list(self._s.lost), self._i)

    @property
    def tiles(self) -> dict[str, int]:
        """Own tiles with their uses."""
        return {T.tiles[k]: self._s.uses[k] for k in bits(self._s.tiles[self._i])}

    @property
    def realised(self) -> dict[str, int]:
        """Realised cards with their cubes."""
        return {T.projects[k]: self._s.cubes[k] for k in bits(self._s.realised[self._i])}

    @property
    def active(self) -> set[str]:
        return names_of(T.projects, self._s.active[self._i])

    @property
    def valued(self) -> set[str]:
        return names_of(T.projects, self._s.valued[self._i])

    @property
    def private(self) -> set[str]:
        return names_of(T.projects, self._s.private[self._i])

    @property
    def hand(self) -> set[str]:
        return names_of(T.schemes, self._s.hand[self._i])

    @property
    def pile(self) -> set[str]:
        return names_of(T.schemes, self._s.pile[self._i])

    @property
    def used(self) -> set[str]:
        return names_of(T.schemes, self._s.used[self._i])

    @property
    def improvements(self) -> set[str]:
        return {name for name, i in T.imp.items() if self._s.improvements[i] == self._i}

    @property
    def reserved(self) -> str | None:
        cell = self._s.reserved[self._i]
        return None if cell < 0 else T.cells[cell]


def row_of(s: State, place: int) -> dict[str, int]:
    """The elements in one place: Reserve, Stock or a seat."""
    return {T.elements[k]: n for k, n in enumerate(s.elements[place * WIDTH : (place + 1) * WIDTH]) if n}


def _values(row: list[int], seat: int) -> list[int]:
    return [v for v, n in zip(T.bids, row[seat * BIDS : (seat + 1) * BIDS], strict=True) for _ in range(n)]


def names_of(names: list[str], mask: int) -> set[str]:
    """A set of ids as names."""
    return {names[i] for i in bits(mask)}


def tile_named(name: str) -> int:
    """A tile by id, or by country/expert/mineral."""
    if "/" not in name:
        return T.tiles.index(name)
    kinds = tuple(T.elements.index(word) for word in name.split("/"))
    return T.tile_elements.index(kinds)


def gained(after: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """What a count has more (or, below 0, less) of than before."""
    change = Counter(after)
    change.subtract(before)
    return {name: n for name, n in change.items() if n}
