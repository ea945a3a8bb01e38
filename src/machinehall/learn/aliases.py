"""Looks for aliases: positions that a seat may tell apart, by its view or by what it is offered, but whose observations
are the same. There should be none.

Near pairs are the richest source: what follows from one position by different choices, own ones, those of others and
those of chance. They come from matches in which seats play at random or hurry along like a bot, at tables with every
option; the same match is played on with single options changed, as long as its choices are legal there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from machinehall.kernel.actions import draw
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action

NEIGHBOURS = 8
"""So many positions that follow from one are compared with each other."""
OFTEN = 0.3
"""At so many positions of a match neighbours are looked at: that takes the search through more matches."""
LONGEST_MATCH = 5_000
Observe = Callable[[Any, int], bytes]
"""(state, seat): what stands for the observation; a test leaves a part of it out."""


@dataclass
class Alias:
    """Two positions with the same observation of a seat that are not the same to it."""

    seat: int
    differs: tuple[str, ...]
    """The fields of the view that differ; "offers" too."""
    first: dict[str, str] = field(repr=False)
    second: dict[str, str] = field(repr=False)

    def __str__(self) -> str:
        lines = [f"seat {self.seat}: {', '.join(self.differs)}"]
        lines += [f"  {name}: {self.first[name][:300]}\n  not {self.second[name][:300]}" for name in self.differs]
        return "\n".join(lines)


@dataclass
class Found:
    """What a search has come upon."""

    positions: int = 0
    """Positions looked at, by each seat."""
    pairs: int = 0
    """Neighbours that were compared, by each seat."""
    met_again: int = 0
    """Positions whose observation had been seen before in the same match and its variants."""
    aliases: list[Alias] = field(default_factory=list)
    kinds: dict[tuple[str, ...], int] = field(default_factory=dict)
    """How often the same fields differ; of each sort three examples are kept."""

    def add(self, alias: Alias) -> None:
        count = self.kinds[alias.differs] = self.kinds.get(alias.differs, 0) + 1
        if count <= 3:
            self.aliases.append(alias)


def facts(title: Title, state: Any, seat: int) -> dict[str, str]:
    """All that a seat may know of a position, and what it may do, each thing as text."""
    view = title.view(state, seat)
    told = {name: json.dumps(value, sort_keys=True) for name, value in view.items()}
    told["offers"] = json.dumps([title.text(action) for action in title.legal(state, seat)])
    return told


class Search:
    """One search; `observe` stands for the title's own observer."""

    def __init__(self, title: Title, seats: int, observe: Observe | None = None) -> None:
        own = title.observer()
        self.title, self.seats = title, seats
        self.observe: Observe = observe or (lambda state, seat: bytes(own(state, seat)))
        self.found = Found()
        self._seen: dict[tuple[int, bytes], Any] = {}

    def look(self, state: Any) -> None:
        """Compare a position with all others of this match that look the same to a seat. Where chance is to act nobody
        is shown anything: environments deal first."""
        if self.title.to_act(state) == (CHANCE,):
            return
        self.found.positions += self.seats
        for seat in range(self.seats):
            key = (seat, self.observe(state, seat))
            other = self._seen.get(key)
            if other is None:
                self._seen[key] = state
                continue
            self.found.met_again += 1
            if other != state:
                self._compare(seat, other, state)

    def _compare(self, seat: int, first: Any, second: Any) -> None:
        one, two = facts(self.title, first, seat), facts(self.title, second, seat)
        if one != two:
            differs = tuple(sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name)))
            self.found.add(Alias(seat, differs, one, two))

    def neighbours(self, state: Any, rng: random.Random) -> None:
        """Look at what follows from a position by some of its choices; chance is let decide twice after each."""
        title, count = self.title, 0
        for seat in title.to_act(state):
            choices = [a for a, _ in title.chance(state)] if seat == CHANCE else title.legal(state, seat)
            for action in rng.sample(choices, min(len(choices), NEIGHBOURS)):
                after = state.clone()
                title.apply(after, seat, action, check=False)
                for world in (after.clone(), after) if title.to_act(after) == (CHANCE,) else (after,):
                    title.deal(world, rng)
                    self.look(world)
                    count += 1
        self.found.pairs += self.seats * count * (count - 1) // 2

    def match(self, seed: int, pairs: int) -> None:
        """A match and its variants, until so many pairs have been compared."""
        rng = random.Random(f"aliases {seed}")
        options = some_options(self.title, rng)
        self._seen = {}
        played: list[tuple[int, Action]] = []
        for state, seat, action in walk(self.title, self.seats, options, rng):
            self.look(state.clone())
            if seat != CHANCE and rng.random() < OFTEN:
                self.neighbours(state, rng)
            played.append((seat, action))
            if self.found.pairs >= pairs:
                break
        option = rng.choice(self.title.options) if self.title.options else None
        for value in option.choices if option else ():
            assert option is not None
            if value != options[option.name]:
                self._variant({**options, option.name: value}, played)

    def _variant(self, options: Mapping[str, int], played: list[tuple[int, Action]]) -> None:
        """The same match at another table, as far as its choices are legal there."""
        title = self.title
        state = title.start(self.seats, options)
        for seat, action in played:
            self.look(state.clone())
            if seat not in title.to_act(state) or action not in title.legal(state, seat):
                break
            title.apply(state, seat, action, check=False)

    def run(self, pairs: int, seed: int = 0, tell: Callable[[Found], None] | None = None) -> Found:
        """Matches from a seed on, until so many pairs have been compared."""
        while self.found.pairs < pairs:
            self.match(seed, pairs)
            seed += 1
            if tell is not None:
                tell(self.found)
        return self.found


def some_options(title: Title, rng: random.Random) -> dict[str, int]:
    """Half of the tables are played as recommended, the others with anything."""
    usual = rng.random() < 0.5
    return {o.name: o.default if usual else rng.choice(o.choices) for o in title.options}


def walk(title: Title, seats: int, options: Mapping[str, int], rng: random.Random) -> Iterator[tuple[Any, int, Action]]:
    """Positions of a match, chance's too, each with who decides and what; the position is changed afterwards."""
    state = title.start(seats, options)
    eager = [rng.random() < 0.5 for _ in range(seats)]
    for _ in range(LONGEST_MATCH):
        to_act = title.to_act(state)
        if not to_act:
            return
        seat = rng.choice(to_act)
        action = chosen(title, state, seat, eager[seat] if seat >= 0 else False, rng)
        yield state, seat, action
        title.apply(state, seat, action, check=False)


def chosen(title: Title, state: Any, seat: int, eager: bool, rng: random.Random) -> Action:
    """Random, or the best by the title's evaluation of some choices, which brings a match further."""
    if seat == CHANCE:
        return draw(title.chance(state), rng)
    legal = title.legal(state, seat)
    evaluate = title.minds.evaluate
    if not eager or evaluate is None or rng.random() < 0.3:
        return rng.choice(legal)
    worth = []
    for action in rng.sample(legal, min(len(legal), 4)):
        after = state.clone()
        title.apply(after, seat, action, check=False)
        worth.append((evaluate(title.lookup, after, seat), title.action_index(action), action))
    return max(worth)[2]
