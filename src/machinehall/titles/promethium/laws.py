"""What must hold after every action (chapter 16): nothing is lost, nothing is made from nothing."""

from __future__ import annotations

from collections.abc import Iterator

from .lookup import Lookup, bits
from .state import DOWN, NEUTRAL, State


def broken(t: Lookup, s: State) -> list[str]:
    """The laws that do not hold, in words; empty if all is well."""
    return [text for law in (elements, tiles, cards, schemes, tokens, markers, limits) for text in law(t, s)]


def elements(t: Lookup, s: State) -> Iterator[str]:
    """PR-1.5: Reserve, Stock and players hold all pieces of each kind."""
    width = len(t.elements)
    if min(s.elements) < 0:
        yield "a negative number of elements"
    for kind, supply in enumerate(t.element_supply):
        if sum(s.elements[kind::width]) != supply:
            yield f"{t.elements[kind]}: {s.elements[kind::width]} do not make {supply}"


def parts(name: str, whole: int, pieces: list[int]) -> Iterator[str]:
    """Sets that must make up a whole without sharing anything."""
    union = 0
    for piece in pieces:
        if union & piece:
            yield f"{name}: {bits(union & piece)} in two places"
        union |= piece
    if union != whole:
        yield f"{name}: {bits(union ^ whole)} lost or added"


def tiles(t: Lookup, s: State) -> Iterator[str]:
    """Pile, grid, players and removed tiles make all tiles; a face-down tile is one of those nobody has seen."""
    whole = t.pool[s.seats]
    for seat in range(s.seats):
        whole |= 1 << t.start_tile[seat]
    yield from parts("tiles", whole, [s.unseen, s.gone, *s.tiles, *(1 << v for v in s.grid if v >= 0)])
    down = [DOWN - v for v in s.grid if v <= DOWN]
    for kind in set(down):
        if down.count(kind) > (s.unseen & t.back_mask[kind]).bit_count():
            yield f"more backs with {t.elements[kind]} than such tiles"
    owned = 0
    for mask in s.tiles:
        owned |= mask
    for tile, uses in enumerate(s.uses):
        if not 0 <= uses < t.tile_value[tile] or (uses and not owned >> tile & 1):
            yield f"{t.tiles[tile]}: {uses} uses"


def cards(t: Lookup, s: State) -> Iterator[str]:
    """Deck, display, players and removed cards make all project cards."""
    lying = [1 << c for c in (*s.display, *s.deck_top, *s.deck_bottom) if c >= 0]
    yield from parts("projects", (1 << len(t.projects)) - 1, [s.deck, s.discarded, *lying, *s.private, *s.realised])
    for seat in range(s.seats):
        if s.active[seat] & ~s.realised[seat] or s.valued[seat] & ~s.active[seat]:
            yield f"seat {seat}: cards activated or valued out of order"
    waiting = 0
    for realised, valued in zip(s.realised, s.valued, strict=True):
        waiting |= realised & ~valued
    for card, cubes in enumerate(s.cubes):
        if not 0 <= cubes <= t.level[card] or (cubes and not waiting >> card & 1):
            yield f"{t.projects[card]}: {cubes} cubes"
    if len(s.deck_top) != len(s.deck_known):
        yield "known cards of the deck and their knowers differ in number"


def schemes(t: Lookup, s: State) -> Iterator[str]:
    """Each player's hand, pile and discard make the own eleven cards."""
    for seat in range(s.seats):
        yield from parts(f"schemes of {seat}", t.all_schemes, [s.hand[seat], s.pile[seat], s.used[seat]])
        if s.aside[seat] & ~s.hand[seat]:
            yield f"seat {seat}: discards that are not in hand"


def tokens(t: Lookup, s: State) -> Iterator[str]:
    """Each player's tokens: behind the screen, on the grid, or lost. Neutral tokens: in hands, on the grid, or out."""
    width = len(t.bids)
    own = [a + b for a, b in zip(s.tokens, s.lost, strict=True)]
    neutral = [a + b for a, b in zip(s.neutral, s.neutral_out, strict=True)]
    for end, owner in enumerate(s.end_owner):
        value = s.end_value[end]
        if (owner < 0) != (value == 0) or (owner < 0 and s.end_up >> end & 1):
            yield f"end {t.ends[end]}: token without owner"
        elif owner >= 0 and value not in t.bids:
            yield f"end {t.ends[end]}: no token shows {value}"
        elif owner == NEUTRAL:
            neutral[s.end_by[end] * width + t.bids.index(value)] += 1
        elif owner >= 0:
            own[owner * width + t.bids.index(value)] += 1
    if min(s.tokens) < 0 or min(s.neutral) < 0:
        yield "a negative number of bid tokens"
    if own != t.bid_count * s.seats:
        yield f"bid tokens: {own}"
    dealt = s.controller >= 0 and s.phase == 1
    if neutral != (t.neutral_count * s.seats if dealt else [0] * len(neutral)):
        yield f"neutral tokens: {neutral}"
    if any(back > held for back, held in zip(s.returned, s.tokens, strict=True)):
        yield "a returned token is not behind its screen"


def markers(t: Lookup, s: State) -> Iterator[str]:
    """PR-4.7: at most two markers and purchases for each player in a round."""
    most = t.n.initiative_markers_per_player
    if any(kind == "target" and args.owner not in s.track for kind, _, args in s.stack):
        yield "who is to buy has no marker left"
    for seat in range(s.seats):
        if s.bought[seat] + s.track.count(seat) > most:
            yield f"seat {seat}: too many markers"
        if s.reserved[seat] >= 0 and s.grid[s.reserved[seat]] == -1:
            yield f"seat {seat}: a meeple without a tile"


def limits(t: Lookup, s: State) -> Iterator[str]:
    """PR-4.17, PR-6.3, A-31: money, influence, promethium and lobby tokens stay within bounds."""
    if min(s.money) < 0:
        yield "money below 0"
    if min(s.influence) < 0 or max(s.influence) > t.n.influence_max:
        yield "influence off the dial"
    if min(s.promethium) < 0 or min(s.lobby) < 0:
        yield "promethium or lobby tokens below 0"
    if s.options[t.option["lobby_supply_limited"]] and sum(s.lobby) > t.n.lobby_supply:
        yield "more lobby tokens than there are"
