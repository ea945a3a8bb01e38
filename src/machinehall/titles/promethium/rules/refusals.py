"""Where a tile, a card or an element is that a player cannot use now, from open information: figures of refusals."""

from __future__ import annotations

from machinehall.kernel.values import Refusal
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import SEATS, STOCK, State


def kinds_held(t: Lookup, s: State, row: int, kinds: list[int] | None = None) -> tuple[str, ...]:
    """The kinds of element of a row of the state, by name."""
    base = row * len(t.elements)
    there = range(len(t.elements)) if kinds is None else kinds
    return tuple(t.elements[kind] for kind in there if s.elements[base + kind])


def in_stock_now(t: Lookup, s: State) -> tuple[str, ...]:
    return kinds_held(t, s, STOCK)


def own_kinds(t: Lookup, s: State, seat: int, kinds: list[int]) -> tuple[str, ...]:
    return kinds_held(t, s, SEATS + seat, kinds)


def tile_elsewhere(t: Lookup, s: State, tile: int, rule: str) -> Refusal:
    """Where a tile is that the player does not have."""
    name = t.tiles[tile]
    for other in range(s.seats):
        if s.tiles[other] >> tile & 1:
            return Refusal(rule, "refuse.use.of_other", (name, other))
    if tile in s.grid:
        return Refusal(rule, "refuse.use.on_grid", (name, t.cells[s.grid.index(tile)]))
    if s.gone >> tile & 1:
        return Refusal(rule, "refuse.use.gone", (name,))
    if s.unseen >> tile & 1:
        return Refusal(rule, "refuse.use.unseen", (name,))
    return Refusal(rule, "refuse.use.not_in_play", (name, s.seats))


def project_elsewhere(t: Lookup, s: State, seat: int, card: int, rule: str) -> Refusal:
    """What is open about a project that the player cannot use."""
    name = t.projects[card]
    for other in range(s.seats):
        if s.realised[other] >> card & 1:
            return Refusal(rule, "refuse.project.realised", (name, other))
    if card in s.display or s.private[seat] >> card & 1:
        return Refusal(rule, "refuse.project.open", (name,))
    if s.discarded >> card & 1:
        return Refusal(rule, "refuse.project.discarded", (name,))
    return Refusal(rule, "refuse.project.hidden", (name,))


def reserved_by(s: State, cell: int) -> int:
    return s.reserved.index(cell)
