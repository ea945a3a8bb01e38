"""A position of Nucleum in a few lines, and a match that goes on from it.

    scene = Scene("RB").gives("B", thaler=5).built("B", "residence-2", "zwickau-u1").turn("B")
    scene.play("B play a-3", "B act first", "B urbanize residence-1 zwickau-u2", "B done")
    assert scene.of("B").thaler == 3

A scene starts with the box unpacked and nothing dealt, with three contracts of either colour in the stacks. Pieces only
ever move out of the place where they lie, and the laws of the game are checked before and after every action. Players
are letters, the first one is the first player; `*` is chance: every outcome of chance has to be named. Words of
actions may be shortened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from machinehall.kernel.frames import NOTHING, step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, STEP, Action, Event, Frame, Refusal
from machinehall.titles.nucleum import title as nucleum
from machinehall.titles.nucleum.frames import FRAMES
from machinehall.titles.nucleum.lookup import Lookup, bits
from machinehall.titles.nucleum.rules.networks import cover_space
from machinehall.titles.nucleum.state import BUILDINGS, ROWS, SLOTS, TRACKS, State

TITLE = nucleum(None)
T: Lookup = TITLE.lookup


def tile_id(name: str) -> int:
    return T.tile_ids.index(name)


class Seat:
    """What a player has."""

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.i = s, seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self.s, name)[self.i]

    @property
    def uranium(self) -> list[int]:
        return list(self.s.uranium[ROWS * self.i : ROWS * self.i + ROWS])

    @property
    def income(self) -> list[int]:
        return list(self.s.income[TRACKS * self.i : TRACKS * self.i + TRACKS])

    @property
    def slots(self) -> list[str]:
        row = self.s.slots[SLOTS * self.i : SLOTS * self.i + SLOTS]
        return ["-" if c < 0 else T.contracts[c] for c in row]

    @property
    def techs(self) -> list[str]:
        return [T.technologies[k] for k in bits(self.s.tech[self.i])]

    @property
    def tiles(self) -> list[str]:
        """The pool."""
        return [T.tile_ids[k] for k in bits(self.s.pool[self.i])]

    @property
    def rails(self) -> int:
        return self.s.rail_owner.count(self.i)


class Scene:
    """A position to be set up, then to be played on."""

    def __init__(self, order: str = "RBY", options: Mapping[str, int] | None = None, boards: str = "abcd") -> None:
        n = len(order)
        self.s: State = TITLE.start(n, options)
        self.s.stack = []
        self.s.silver_left = self.s.gold_left = 3
        self.s.tiles_left = T.basic.bit_count() + 5
        self.letters = {letter: i for i, letter in enumerate(order)}
        self.events: list[Event] = []
        for seat in range(n):
            which = T.experiments.index(boards[seat])
            self.s.experiment = put(self.s.experiment, seat, which)
            self.s.pool[seat] = T.starting_tiles[which]

    def seat(self, letter: str) -> int:
        return self.letters[letter]

    def of(self, letter: str) -> Seat:
        return Seat(self.s, self.letters[letter])

    # Setting up

    def gives(self, letter: str, **amounts: Any) -> Self:
        """thaler, workers, achievement, vp; income as three spaces."""
        i = self.letters[letter]
        for name, amount in amounts.items():
            if name == "workers":
                self.s.supply[i] = amount
                self.s.reserve[i] = T.n.workers - amount - self.s.rail_owner.count(i)
            elif name == "income":
                self.s.income = (*self.s.income[: TRACKS * i], *amount, *self.s.income[TRACKS * i + TRACKS :])
            else:
                row = getattr(self.s, name)
                setattr(self.s, name, type(row)(put(tuple(row), i, amount)))
        return self

    def reserve(self, letter: str, left: int) -> Self:
        """Only so many workers left in the reserve: the others are in supply."""
        i = self.letters[letter]
        total = self.s.supply[i] + self.s.reserve[i]
        self.s.reserve[i], self.s.supply[i] = left, total - left
        return self

    def built(self, letter: str, building: str, site: str, powered: bool = False) -> Self:
        s, i = self.s, self.letters[letter]
        b, at = T.buildings.index(building), T.names.urban.index(site)
        assert s.open_urban >> at & 1 and not s.built[i] >> b & 1
        s.open_urban ^= 1 << at
        s.own_urban = put(s.own_urban, i, s.own_urban[i] | 1 << at)
        s.built = put(s.built, i, s.built[i] | 1 << b)
        s.urban = put(s.urban, at, BUILDINGS * i + b)
        s.powered |= powered << at
        s.presence = put(s.presence, i, s.presence[i] | 1 << T.board[s.players].urban_city[at])
        return self

    def neutral(self, tile: str, site: str, powered: bool = False) -> Self:
        s, k, at = self.s, T.neutrals.index(tile), T.names.urban.index(site)
        assert s.open_urban >> at & 1
        s.open_urban ^= 1 << at
        s.neutral_urban |= 1 << at
        s.neutrals ^= 1 << k
        s.urban = put(s.urban, at, T.first_neutral + k)
        s.powered |= powered << at
        return self

    def mine(self, letter: str, row: int, site: str, uranium: int = 0) -> Self:
        s, i, at = self.s, self.letters[letter], T.names.mines.index(site)
        assert s.open_mines >> at & 1
        s.open_mines ^= 1 << at
        s.mine_site = put(s.mine_site, ROWS * i + row - 1, at)
        s.uranium = put(s.uranium, ROWS * i + row - 1, uranium)
        s.presence = put(s.presence, i, s.presence[i] | 1 << T.board[s.players].mine_city[at])
        return self

    def turbine(self, letter: str, row: int, slot: str) -> Self:
        s, i, at = self.s, self.letters[letter], T.names.turbines.index(slot)
        assert s.open_turbines >> at & 1
        s.open_turbines ^= 1 << at
        s.turbine_site = put(s.turbine_site, ROWS * i + row - 1, at)
        s.presence = put(s.presence, i, s.presence[i] | 1 << T.board[s.players].turbine_city[at])
        return self

    def rail(self, letter: str, space: str, tile: str = "", flip: bool = False) -> Self:
        """A tile on a rail space; without a name some advanced tile that nobody has seen."""
        s, i, at = self.s, self.letters[letter], T.names.spaces.index(space)
        k = tile_id(tile) if tile else bits(s.tiles_unseen & T.advanced)[-1]
        self._take(k)
        s.rail_tile = put(s.rail_tile, at, k)
        s.rail_owner = put(s.rail_owner, at, i)
        s.rail_flipped |= flip << at
        s.reserve[i] -= 1
        cover_space(T, s, i, at)
        return self

    def link(self, letters: str, name: str) -> Self:
        """A complete link, one letter for each of its spaces."""
        for k, letter in enumerate(letters):
            self.rail(letter, f"{name}.{k + 1}")
        assert self.s.complete >> T.names.links.index(name) & 1
        return self

    def debris(self, *sites: str) -> Self:
        for name in sites:
            if name in T.names.urban:
                at = 1 << T.names.urban.index(name)
                self.s.open_urban, self.s.urban_debris = self.s.open_urban ^ at, self.s.urban_debris | at
            elif name in T.names.mines:
                at = 1 << T.names.mines.index(name)
                self.s.open_mines, self.s.mine_debris = self.s.open_mines ^ at, self.s.mine_debris | at
            else:
                at = 1 << T.names.turbines.index(name)
                self.s.open_turbines, self.s.turbine_debris = self.s.open_turbines ^ at, self.s.turbine_debris | at
        return self

    def _take(self, tile: int) -> None:
        """A tile leaves the place where it lies."""
        s, bit = self.s, 1 << tile
        if s.tiles_unseen & bit:
            s.tiles_unseen ^= bit
            if T.basic & bit:
                s.tiles_left -= 1
        elif tile in s.market:
            s.market[s.market.index(tile)] = -1
        else:
            holder = next((i for i in range(s.players) if s.pool[i] & bit), None)
            assert holder is not None or T.special & bit, f"tile {T.tiles[tile]} is out of the game"
            if holder is not None:
                s.pool[holder] ^= bit

    def pool(self, letter: str, *tiles: str) -> Self:
        for name in tiles:
            self._take(tile_id(name))
            self.s.pool[self.letters[letter]] |= 1 << tile_id(name)
        return self

    def row(self, letter: str, *tiles: str) -> Self:
        for name in tiles:
            self._take(tile_id(name))
            self.s.row[self.letters[letter]] |= 1 << tile_id(name)
        return self

    def market(self, *tiles: str, left: int | None = None) -> Self:
        """The market from left to right; `left`: tiles in the stacks."""
        for place, name in enumerate(tiles):
            if name != "-":
                self._take(tile_id(name))
                self.s.market[place] = tile_id(name)
        if left is not None:
            # All unseen basic tiles are in the stacks, so those beyond the count go to the last player.
            self.s.tiles_left = left
            for k in bits(self.s.tiles_unseen & T.basic)[left:]:
                self.s.tiles_unseen ^= 1 << k
                self.s.pool[-1] |= 1 << k
        return self

    def tech(self, letter: str, *names: str) -> Self:
        for name in names:
            self.s.tech = put(
                self.s.tech, self.letters[letter], self.s.tech[self.letters[letter]] | 1 << T.technologies.index(name)
            )
        return self

    def nucleum(self, *plants: str) -> Self:
        for name in plants:
            self.s.nucleums |= 1 << T.names.plants.index(name)
        return self

    def slot(self, letter: str, slot: int, contract: str) -> Self:
        self.s.slots = put(self.s.slots, SLOTS * self.letters[letter] + slot - 1, self._show(contract))
        return self

    def fulfilled(self, letter: str, *contracts: str) -> Self:
        for name in contracts:
            self.s.fulfilled = put(
                self.s.fulfilled, self.letters[letter], self.s.fulfilled[self.letters[letter]] | 1 << self._show(name)
            )
        return self

    def _show(self, name: str) -> int:
        k = T.contracts.index(name)
        assert self.s.contracts_unseen >> k & 1
        self.s.contracts_unseen ^= 1 << k
        return k

    def display(self, *contracts: str, silver: int | None = None, gold: int | None = None) -> Self:
        for place, name in enumerate(contracts):
            self.s.display = put(self.s.display, place, -1 if name == "-" else self._show(name))
        if silver is not None:
            self.s.silver_left = silver
        if gold is not None:
            self.s.gold_left = gold
        return self

    def violet(self, *contracts: str) -> Self:
        for place, name in enumerate(contracts):
            self.s.violet = put(self.s.violet, place, self._show(name))
        return self

    def milestones(self, *tiles: str) -> Self:
        self.s.milestone = tuple([T.milestones.index(name) for name in tiles])
        return self

    def markers(self, letter: str, *values: int, recharges: int | None = None) -> Self:
        """Markers on spaces; without more each was placed by a Recharge."""
        i = self.letters[letter]
        for value in values:
            if value:
                self.s.markers = put(self.s.markers, i, self.s.markers[i] | 1 << T.space_value.index(value))
            else:
                self.s.zeros[i] += 1
        self.s.recharges[i] = len(values) if recharges is None else recharges
        return self

    def wagons(self, region: str, cheap: int, dear: int) -> Self:
        at = 2 * T.names.regions.index(region)
        self.s.wagons = put(put(self.s.wagons, at, cheap), at + 1, dear)
        return self

    # Playing

    def turn(self, letter: str) -> Self:
        """That player's turn begins."""
        self.s.active = self.letters[letter]
        self.s.fulfilled_now = 0
        self.s.stack = [step("next_turn"), ("turn", self.s.active, NOTHING)]
        return self.lawful()

    def ask(self, letter: str, kind: str, *args: int, active: str = "") -> Self:
        """That player is asked something right now; nothing follows."""
        self.s.active = self.letters[active or letter]
        self.s.stack = [(kind, self.letters[letter], FRAMES.decisions[kind]._make(args))]
        return self.lawful()

    def run(self, *frames: Frame) -> Self:
        """Steps to be done now, in reading order."""
        self.s.stack = list(reversed(frames))
        self.events = []
        TITLE.engine.run(self.s, self.events)
        return self.lawful()

    def lawful(self) -> Self:
        broken = TITLE.laws(T, self.s)
        assert not broken, broken
        return self

    @property
    def asked(self) -> tuple[str, str] | None:
        """Who is asked what."""
        if not self.s.stack:
            return None
        kind, seat, _ = self.s.stack[-1]
        names = {i: letter for letter, i in self.letters.items()} | {CHANCE: "*", STEP: "-"}
        return names[seat], kind

    def legal(self, kind: str = "") -> list[str]:
        """Texts of the legal actions, of one kind without the kind's name."""
        texts = [TITLE.text(action) for action in TITLE.legal(self.s)]
        if not kind:
            return texts
        return [text.removeprefix(kind + " ") for text in texts if text == kind or text.startswith(kind + " ")]

    def parse(self, text: str) -> tuple[int, Action]:
        letter, _, words = text.partition(" ")
        seat = CHANCE if letter == "*" else self.letters[letter]
        return seat, TITLE.actions.parse(words, TITLE.legal(self.s, seat))

    def play(self, *texts: str) -> Self:
        """Actions one after the other, each with the letter of the player; legality and laws are checked."""
        self.events = []
        for text in texts:
            seat, action = self.parse(text)
            assert seat in TITLE.to_act(self.s), f"{text}: {self.asked} is to act"
            self.events += TITLE.apply(self.s, seat, action)
            self.lawful()
        return self

    def refused(self, text: str) -> Refusal:
        """Why an action is not allowed."""
        letter, _, words = text.partition(" ")
        found = TITLE.why_not(self.s, self.letters[letter], TITLE.parse(words))
        assert found is not None, f"{text} is allowed"
        return found

    def told(self, kind: str) -> list[tuple[int | None, ...]]:
        """Arguments of the events of a kind since the last `play`."""
        return [event.args for event in self.events if event.kind == kind]
