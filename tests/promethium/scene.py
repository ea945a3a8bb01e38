"""A position of Promethium in a few lines, and a match that goes on from it.

    scene = Scene("YGBR").laid(b2="T35").crossing("b2", "Y4 Y2 R5 R2").purchase()
    scene.play("Y target b2", "R sell", "Y accept", "Y stock coal")
    assert scene.of("Y").money == 11

A scene starts with the box unpacked and nothing dealt; pieces only ever move out of the place where they lie, and the
laws of the game are checked before and after every action. Players are letters in turn order, N is the neutral
player, `*` is chance: every outcome of chance has to be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from machinehall.kernel.frames import step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, STEP, Action, Event
from machinehall.titles.promethium.frames import FRAMES
from machinehall.titles.promethium.state import DOWN, EMPTY, NEUTRAL, RESERVE, SEATS, STOCK, State
from promethium.pieces import BIDS, TITLE, WIDTH, Seat, T, names_of, row_of, tile_named

__all__ = ["FULL", "TITLE", "Scene", "T", "fair"]

FULL = "YGBRRBGY"
"""The whole track of the order Y, G, B, R."""


def exact(text: str) -> Action:
    """The action with this very text, nothing shortened."""
    action = TITLE.parse(text)
    assert TITLE.text(action) == text
    return action


class Scene:
    """A position to be set up, then to be played on."""

    def __init__(
        self, order: str = "YGBR", first: int = 1, options: Mapping[str, int] | None = None, number: int = 1
    ) -> None:
        n = len(order)
        self.s: State = TITLE.start(n, options)
        self.s.stack = []
        self.s.first = first % n
        self.s.round, self.s.phase = number, 1
        self.letters = {letter: (first + i) % n for i, letter in enumerate(order)} | {"N": NEUTRAL}
        self.names = {seat: letter for letter, seat in self.letters.items()} | {CHANCE: "*"}
        self.events: list[Event] = []
        if n == 2:
            self.s.controller = self.letters[order[1]]
            self.s.neutral = T.neutral_count * n
        self.on_track(order + order[::-1] if n > 2 else f"{order}N{order[::-1]}N")

    @classmethod
    def opening(cls, order: str, options: Mapping[str, int] | None = None) -> Scene:
        """The first position of a match, chance to act. The letters are the seats in order, whoever will be first."""
        scene = cls(order, 0)
        scene.s = TITLE.start(len(order), options)
        return scene

    def seat(self, letter: str) -> int:
        return self.letters[letter]

    def of(self, letter: str) -> Seat:
        return Seat(self.s, self.letters[letter])

    # Setting up

    def on_track(self, letters: str) -> Scene:
        self.s.track = [self.letters[letter] for letter in letters.replace(" ", "")]
        return self

    def laid(self, **cells: str) -> Scene:
        """Tiles on the grid, face up."""
        for cell, name in cells.items():
            tile = tile_named(name)
            assert self.s.unseen >> tile & 1 and self.s.grid[T.cells.index(cell)] == EMPTY
            self.s.unseen ^= 1 << tile
            self.s.grid[T.cells.index(cell)] = tile
        return self

    def down(self, **cells: str) -> Scene:
        """Tiles on the grid, face down: the element on the back."""
        for cell, back in cells.items():
            self.s.grid[T.cells.index(cell)] = DOWN - T.elements.index(back)
        return self

    def token(self, end: str, text: str, up: bool = False) -> Scene:
        """One token on an end: "Y4". A neutral one comes from the first player who still has it."""
        s, e, owner, value = self.s, T.ends.index(end), self.letters[text[0]], int(text[1])
        i = T.bids.index(value)
        by = owner if owner != NEUTRAL else next(p for p in range(s.seats) if s.neutral[p * BIDS + i])
        hand = s.neutral if owner == NEUTRAL else s.tokens
        assert hand[by * BIDS + i] and s.end_owner[e] < 0
        hand[by * BIDS + i] -= 1
        s.end_owner[e], s.end_by[e], s.end_value[e] = owner, by, value
        s.end_up |= up << e
        return self

    def crossing(self, cell: str, tokens: str, up: bool = False) -> Scene:
        """Tokens on the four ends of a tile, west, east, north, south; `-` leaves an end empty."""
        for end, text in zip(T.crossing[T.cells.index(cell)], tokens.split(), strict=False):
            if text != "-":
                self.token(T.ends[end], text, up)
        return self

    def bought(self, letter: str, *lost: int) -> Scene:
        """A player has bought a tile this round with each of these tokens."""
        i = self.letters[letter]
        for value in lost:
            at = i * BIDS + T.bids.index(value)
            self.s.tokens[at] -= 1
            self.s.lost = put(self.s.lost, at, self.s.lost[at] + 1)
            self.s.bought = put(self.s.bought, i, self.s.bought[i] + 1)
        return self

    def lost(self, letter: str, *values: int) -> Scene:
        """Tokens lost in earlier rounds."""
        self.bought(letter, *values)
        self.s.bought = put(self.s.bought, self.letters[letter], self.s.bought[self.letters[letter]] - len(values))
        return self

    def player(self, letter: str, **things: Any) -> Scene:
        """money, influence, promethium, lobby: numbers. The rest are names: see the methods `_give_...`."""
        for name, value in things.items():
            if isinstance(value, int):
                row = getattr(self.s, name)
                setattr(self.s, name, type(row)(put(tuple(row), self.letters[letter], value)))
            else:
                getattr(self, f"_give_{name}")(self.letters[letter], value.split())
        return self

    def _give_elements(self, i: int, names: Iterable[str]) -> None:
        self._from_reserve(SEATS + i, names)

    def _from_reserve(self, place: int, names: Iterable[str]) -> None:
        """Elements by name; `coal*3` for several."""
        for name in names:
            kind, _, number = name.partition("*")
            k, n = T.elements.index(kind), int(number or 1)
            assert self.s.elements[RESERVE * WIDTH + k] >= n
            self.s.elements[RESERVE * WIDTH + k] -= n
            self.s.elements[place * WIDTH + k] += n

    def _give_tiles(self, i: int, names: Iterable[str]) -> None:
        """Tiles from the pile; `T23:1` has served once."""
        for name in names:
            text, _, uses = name.partition(":")
            tile = tile_named(text)
            assert self.s.unseen >> tile & 1
            self.s.unseen ^= 1 << tile
            self.s.tiles[i] |= 1 << tile
            self.s.uses = put(self.s.uses, tile, int(uses or 0))

    def _give_hand(self, i: int, names: Iterable[str]) -> None:
        self._schemes(self.s.hand, i, names)

    def _give_used(self, i: int, names: Iterable[str]) -> None:
        self._schemes(self.s.used, i, names)

    def _schemes(self, row: list[int], i: int, names: Iterable[str]) -> None:
        for name in names:
            card = 1 << T.sch[name]
            assert self.s.pile[i] & card
            self.s.pile[i] ^= card
            row[i] |= card

    def _give_improvements(self, i: int, names: Iterable[str]) -> None:
        for name in names:
            self.s.improvements = put(self.s.improvements, T.imp[name], i)

    def _give_private(self, i: int, names: Iterable[str]) -> None:
        for name in names:
            self.s.private = put(self.s.private, i, self.s.private[i] | 1 << self._from_deck(name))

    def _give_realised(self, i: int, names: Iterable[str]) -> None:
        """Cards from the deck; `sea-3:1` with a cube."""
        for name in names:
            text, _, cubes = name.partition(":")
            card = self._from_deck(text)
            self.s.realised = put(self.s.realised, i, self.s.realised[i] | 1 << card)
            self.s.cubes = put(self.s.cubes, card, int(cubes or 0))

    def _give_active(self, i: int, names: Iterable[str]) -> None:
        """Realised and activated cards."""
        cards = list(names)
        self._give_realised(i, cards)
        for name in cards:
            self.s.active = put(self.s.active, i, self.s.active[i] | 1 << T.projects.index(name.partition(":")[0]))

    def _from_deck(self, name: str) -> int:
        card = T.projects.index(name)
        assert self.s.deck >> card & 1
        self.s.deck ^= 1 << card
        return card

    def stocked(self, names: str) -> Scene:
        self._from_reserve(STOCK, names.split())
        return self

    def shown(self, names: str) -> Scene:
        """Cards in the display, slot by slot; `-` leaves one empty."""
        for slot, name in enumerate(names.split()):
            self.s.display = put(self.s.display, slot, -1 if name == "-" else self._from_deck(name))
        return self

    # Where to begin

    def begin(self, kind: str, *args: int, phase: int = 1) -> Scene:
        s = self.s
        s.phase = phase
        if phase != 1:
            s.track, s.neutral = [], [0] * len(s.neutral)
        s.stack = [step(kind, FRAMES.named(kind, STEP, args))]
        self.check()
        TITLE.engine.run(s, self.events)
        self.check()
        return self

    def bidding(self, placement: int = 0) -> Scene:
        return self.begin("bidding", placement)

    def purchase(self) -> Scene:
        return self.begin("purchase")

    def office(self, letter: str) -> Scene:
        return self.begin("office", self.letters[letter], phase=2)

    def exposition(self) -> Scene:
        return self.begin("exposition", phase=3)

    def round_over(self) -> Scene:
        return self.begin("round_over", phase=3)

    # Playing

    def check(self) -> None:
        assert TITLE.laws(T, self.s) == []

    def play(self, *lines: str) -> Scene:
        """Actions in notation, each with who takes it: "Y target b2", "* tile T07"."""
        self.events = []
        for line in lines:
            letter, _, text = line.partition(" ")
            seat = CHANCE if letter == "*" else self.letters[letter]
            assert seat in TITLE.to_act(self.s), f"{line}: {self.acting} is to act"
            self.events += TITLE.apply(self.s, seat, exact(text))
            self.check()
        return self

    def fork(self) -> Scene:
        """An independent copy, to play on in another way."""
        other = object.__new__(Scene)
        other.s, other.letters, other.names = self.s.clone(), self.letters, self.names
        other.events = list(self.events)
        return other

    def refused(self, line: str) -> str:
        """The rule that forbids an action; the position must stay as it is."""
        letter, _, text = line.partition(" ")
        before = self.s.clone()
        refusal = TITLE.why_not(self.s, self.letters[letter], exact(text))
        assert refusal is not None, f"{line} is allowed"
        assert before == self.s
        return refusal.rule

    def reason(self, line: str) -> str:
        """The message of a refusal."""
        letter, _, text = line.partition(" ")
        refusal = TITLE.why_not(self.s, self.letters[letter], exact(text))
        assert refusal is not None, f"{line} is allowed"
        return refusal.message

    # Looking

    @property
    def acting(self) -> str:
        return "".join(self.names[seat] for seat in TITLE.to_act(self.s))

    def legal(self, letter: str | None = None) -> set[str]:
        return {TITLE.text(a) for a in TITLE.legal(self.s, None if letter is None else self.letters[letter])}

    def offered(self, kind: str) -> set[str]:
        """What the legal actions of one kind name."""
        return {text.partition(" ")[2] for text in self.legal() if text.split()[0] == kind}

    @property
    def track(self) -> str:
        return "".join(self.names[owner] for owner in self.s.track)

    @property
    def stock(self) -> dict[str, int]:
        return row_of(self.s, STOCK)

    @property
    def reserve(self) -> dict[str, int]:
        return row_of(self.s, RESERVE)

    @property
    def gone(self) -> set[str]:
        return names_of(T.tiles, self.s.gone)

    @property
    def display(self) -> list[str]:
        return [T.projects[card] if card >= 0 else "-" for card in self.s.display]

    def cell(self, name: str) -> str:
        """A tile's id, the element on a back as `?coal`, or `-`."""
        v = self.s.grid[T.cells.index(name)]
        return "-" if v == EMPTY else T.tiles[v] if v >= 0 else f"?{T.elements[DOWN - v]}"

    def end(self, name: str) -> str:
        """A token, `Y4` when it lies face up and `(Y4)` when it does not, or `-`."""
        e = T.ends.index(name)
        if self.s.end_owner[e] < 0:
            return "-"
        text = f"{self.names[self.s.end_owner[e]]}{self.s.end_value[e]}"
        return text if self.s.end_up >> e & 1 else f"({text})"

    def around(self, cell: str) -> str:
        """The four ends of a tile's row and column."""
        return " ".join(self.end(T.ends[e]) for e in T.crossing[T.cells.index(cell)])

    def seen(self, kind: str) -> list[tuple[Any, ...]]:
        """The arguments, in names, of all events of a kind since the last `play`."""
        args = TITLE.events[kind].args
        found = [zip(args, event.args, strict=True) for event in self.events if event.kind == kind]
        return [tuple(self._name(domain, value) for domain, value in pairs) for pairs in found]

    def _name(self, domain: str, value: Any) -> Any:
        if domain in ("seat", "owner"):
            return self.names[value]
        if domain == "holder":
            return ("reserve", "stock")[value] if value < SEATS else self.names[value - SEATS]
        return TITLE.domains[domain][value] if domain in TITLE.domains and value is not None else value


def fair(cell: str, tokens: str, track: str = FULL, tile: str = "T35", order: str = "YGBR") -> Scene:
    """One tile with its crossing; far from it another one with everybody's lowest token, so that the fair goes on."""
    scene = Scene(order).on_track(track).laid(**{cell: tile}).crossing(cell, tokens)
    far = "d4" if len(order) == 4 else "c3"
    others = " ".join(f"{letter}{scene.of(letter).tokens[0]}" for letter in order)
    return scene.laid(**{far: "T43"}).crossing(far, others)
