"""The position as a class. Written by scripts/make/states.py from the fields in state.py."""

from __future__ import annotations

from typing import ClassVar

from machinehall.kernel.native import COMPILED, mypyc_attr
from machinehall.kernel.plain_state import PlainState
from machinehall.kernel.values import Frame

# fmt: off


@mypyc_attr(native_class=True)
class State(PlainState):
    """All that changes in a match of Promethium."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "seats", "options", "round", "phase", "first", "money", "influence", "promethium", "lobby", "elements",
        "tiles", "uses", "grid", "unseen", "gone", "swapped", "reserved", "track", "controller", "tokens", "neutral",
        "lost", "returned", "neutral_out", "end_owner", "end_by", "end_value", "end_up", "bought", "schemed",
        "display", "deck_top", "deck_known", "deck", "deck_bottom", "discarded", "private", "realised", "active",
        "valued", "cubes", "improvements", "income", "best", "hand", "pile", "used", "aside", "passes", "stack",
    )
    __slots__ = NAMES

    def __init__(
        self, seats: int, options: tuple[int, ...], round: int, phase: int, first: int, money: list[int],
        influence: list[int], promethium: list[int], lobby: tuple[int, ...], elements: list[int], tiles: list[int],
        uses: tuple[int, ...], grid: list[int], unseen: int, gone: int, swapped: int, reserved: tuple[int, ...],
        track: list[int], controller: int, tokens: list[int], neutral: list[int], lost: tuple[int, ...],
        returned: tuple[int, ...], neutral_out: tuple[int, ...], end_owner: list[int], end_by: list[int],
        end_value: list[int], end_up: int, bought: tuple[int, ...], schemed: int, display: tuple[int, ...],
        deck_top: list[int], deck_known: list[int], deck: int, deck_bottom: tuple[int, ...], discarded: int,
        private: tuple[int, ...], realised: tuple[int, ...], active: tuple[int, ...], valued: tuple[int, ...],
        cubes: tuple[int, ...], improvements: tuple[int, ...], income: tuple[int, ...], best: tuple[int, ...],
        hand: list[int], pile: list[int], used: list[int], aside: tuple[int, ...], passes: int, stack: list[Frame],
    ) -> None:
        self.seats = seats
        self.options = options
        self.round = round
        self.phase = phase
        self.first = first
        self.money = money
        self.influence = influence
        self.promethium = promethium
        self.lobby = lobby
        self.elements = elements
        self.tiles = tiles
        self.uses = uses
        self.grid = grid
        self.unseen = unseen
        self.gone = gone
        self.swapped = swapped
        self.reserved = reserved
        self.track = track
        self.controller = controller
        self.tokens = tokens
        self.neutral = neutral
        self.lost = lost
        self.returned = returned
        self.neutral_out = neutral_out
        self.end_owner = end_owner
        self.end_by = end_by
        self.end_value = end_value
        self.end_up = end_up
        self.bought = bought
        self.schemed = schemed
        self.display = display
        self.deck_top = deck_top
        self.deck_known = deck_known
        self.deck = deck
        self.deck_bottom = deck_bottom
        self.discarded = discarded
        self.private = private
        self.realised = realised
        self.active = active
        self.valued = valued
        self.cubes = cubes
        self.improvements = improvements
        self.income = income
        self.best = best
        self.hand = hand
        self.pile = pile
        self.used = used
        self.aside = aside
        self.passes = passes
        self.stack = stack

    def clone(self) -> State:
        if COMPILED:
            return State(
                self.seats, self.options, self.round, self.phase, self.first, self.money.copy(), self.influence.copy(),
                self.promethium.copy(), self.lobby, self.elements.copy(), self.tiles.copy(), self.uses,
                self.grid.copy(), self.unseen, self.gone, self.swapped, self.reserved, self.track.copy(),
                self.controller, self.tokens.copy(), self.neutral.copy(), self.lost, self.returned, self.neutral_out,
                self.end_owner.copy(), self.end_by.copy(), self.end_value.copy(), self.end_up, self.bought,
                self.schemed, self.display, self.deck_top.copy(), self.deck_known.copy(), self.deck, self.deck_bottom,
                self.discarded, self.private, self.realised, self.active, self.valued, self.cubes, self.improvements,
                self.income, self.best, self.hand.copy(), self.pile.copy(), self.used.copy(), self.aside, self.passes,
                self.stack.copy(),
            )
        new = object.__new__(State)  # to the interpreter, arguments cost a fifth more
        new.seats = self.seats
        new.options = self.options
        new.round = self.round
        new.phase = self.phase
        new.first = self.first
        new.money = self.money.copy()
        new.influence = self.influence.copy()
        new.promethium = self.promethium.copy()
        new.lobby = self.lobby
        new.elements = self.elements.copy()
        new.tiles = self.tiles.copy()
        new.uses = self.uses
        new.grid = self.grid.copy()
        new.unseen = self.unseen
        new.gone = self.gone
        new.swapped = self.swapped
        new.reserved = self.reserved
        new.track = self.track.copy()
        new.controller = self.controller
        new.tokens = self.tokens.copy()
        new.neutral = self.neutral.copy()
        new.lost = self.lost
        new.returned = self.returned
        new.neutral_out = self.neutral_out
        new.end_owner = self.end_owner.copy()
        new.end_by = self.end_by.copy()
        new.end_value = self.end_value.copy()
        new.end_up = self.end_up
        new.bought = self.bought
        new.schemed = self.schemed
        new.display = self.display
        new.deck_top = self.deck_top.copy()
        new.deck_known = self.deck_known.copy()
        new.deck = self.deck
        new.deck_bottom = self.deck_bottom
        new.discarded = self.discarded
        new.private = self.private
        new.realised = self.realised
        new.active = self.active
        new.valued = self.valued
        new.cubes = self.cubes
        new.improvements = self.improvements
        new.income = self.income
        new.best = self.best
        new.hand = self.hand.copy()
        new.pile = self.pile.copy()
        new.used = self.used.copy()
        new.aside = self.aside
        new.passes = self.passes
        new.stack = self.stack.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.stack == other.stack
            and self.seats == other.seats
            and self.options == other.options
            and self.round == other.round
            and self.phase == other.phase
            and self.first == other.first
            and self.money == other.money
            and self.influence == other.influence
            and self.promethium == other.promethium
            and self.lobby == other.lobby
            and self.elements == other.elements
            and self.tiles == other.tiles
            and self.uses == other.uses
            and self.grid == other.grid
            and self.unseen == other.unseen
            and self.gone == other.gone
            and self.swapped == other.swapped
            and self.reserved == other.reserved
            and self.track == other.track
            and self.controller == other.controller
            and self.tokens == other.tokens
            and self.neutral == other.neutral
            and self.lost == other.lost
            and self.returned == other.returned
            and self.neutral_out == other.neutral_out
            and self.end_owner == other.end_owner
            and self.end_by == other.end_by
            and self.end_value == other.end_value
            and self.end_up == other.end_up
            and self.bought == other.bought
            and self.schemed == other.schemed
            and self.display == other.display
            and self.deck_top == other.deck_top
            and self.deck_known == other.deck_known
            and self.deck == other.deck
            and self.deck_bottom == other.deck_bottom
            and self.discarded == other.discarded
            and self.private == other.private
            and self.realised == other.realised
            and self.active == other.active
            and self.valued == other.valued
            and self.cubes == other.cubes
            and self.improvements == other.improvements
            and self.income == other.income
            and self.best == other.best
            and self.hand == other.hand
            and self.pile == other.pile
            and self.used == other.used
            and self.aside == other.aside
            and self.passes == other.passes
        )
