"""A position of a match alone: H is the human, B the Baron, C a second Baron; otherwise as `scene`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import machinehall as mh
from machinehall.kernel.frames import step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.baron_lookup import CRITERIA, REASONS
from machinehall.titles.nucleum.frames import FRAMES
from nucleum.scene import TITLE, Scene, T, tile_id

OBSTACLE = "!"


class Solo(Scene):
    """The Barons have their tiles in order, 3 T, 3 W, and nothing on the map."""

    def __init__(self, barons: int = 1, options: Mapping[str, int] | None = None, boards: str = "abc") -> None:
        self.s = s = TITLE.start(1, {"barons": barons, **(options or {})})
        s.stack = []
        s.silver_left = s.gold_left = 3
        s.tiles_left = T.basic.bit_count() + 5
        self.letters = {letter: i for i, letter in enumerate("HBC"[: 1 + barons])}
        self.events: list[Event] = []
        for player in range(1 + barons):
            s.experiment = put(s.experiment, player, T.experiments.index(boards[player]))
        s.pool[0] = T.starting_tiles[s.experiment[0]]
        for letter in "BC"[:barons]:
            i = self.letters[letter]
            s.thaler[i] = s.supply[i] = 3
            s.reserve[i] = T.n.workers - 3
            s.markers = put(s.markers, i, 1 << 1)
            own = [f"{boards[i]}-{k}" for k in range(1, 5)]
            self.s.queue = (*s.queue[: i - 1], tuple(map(tile_id, [*own, f"{boards[i]}-5"])), *s.queue[i:])

    def queue(self, letter: str, *tiles: str) -> Self:
        """The tiles from the front, `!` for the Obstacle (at the end if not named); what is not named leaves."""
        s, i = self.s, self.letters[letter]
        directive = next(tile for tile in s.queue[i - 1] if T.directive[tile])
        had = set(s.queue[i - 1])
        names = tiles if OBSTACLE in tiles else (*tiles, OBSTACLE)
        now = tuple(directive if name == OBSTACLE else tile_id(name) for name in names)
        for tile in now:
            if tile not in had:
                self._take(tile)
        for tile in had - set(now):
            s.discarded_tiles |= 1 << tile
        s.queue = (*s.queue[: i - 1], now, *s.queue[i:])
        return self

    def tiles_of(self, letter: str) -> list[str]:
        row = self.s.queue[self.letters[letter] - 1]
        return [OBSTACLE if T.directive[tile] else T.tile_ids[tile] for tile in row]

    def logic(self, card: str) -> Self:
        """The Logic card of this turn."""
        self.s.logic = T.solo.logic.index(card)
        self.s.logic_deck = T.solo.all_logic ^ 1 << self.s.logic
        return self

    def baron(self, letter: str = "B") -> Self:
        """That Baron's turn, up to the first outcome of chance."""
        self.s.active = self.letters[letter]
        self.run(step("begin_turn"))
        return self

    def does(self, kind: str, *args: int, letter: str = "B") -> Self:
        """One step of a Baron."""
        self.s.active = self.letters[letter]
        name = f"baron_{kind}"
        self.run(step(name, FRAMES.steps[name]._make((self.letters[letter], *args))))
        return self

    def lost(self, kind: str) -> list[tuple[str, str]]:
        """What was passed over: criterion and name."""
        found = []
        for event in self.events:
            if event.kind == f"baron_passed_{kind}":
                _, why, what = event.args
                assert why is not None and what is not None
                found.append((CRITERIA[why], T.domains[kind][what]))
        return found

    def reasons(self, kind: str) -> list[str]:
        """The reasons of the events of a kind."""
        at = TITLE.events[kind].args.index("reason")
        return [REASONS[event.args[at] or 0] for event in self.events if event.kind == kind]

    def texts(self) -> list[str]:
        return [TITLE.event_text(event) for event in self.events]


def first_turn(seed: int = 2) -> mh.Match:
    """A match against the Baron at its first turn."""
    match = mh.new_match("nucleum", 1, seed=seed)
    match.play(match.parse("experiment b"))
    return match
