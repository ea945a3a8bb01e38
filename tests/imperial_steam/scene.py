"""A position of Imperial Steam in a few lines, and a match that goes on from it.

    scene = Scene("RVBY").player("Y", money=230, influence=50).turn("Y")
    scene.play("Y do recruit", "Y hire white-1")

A scene starts from the beginner set-up of the player count. Money and goods come from bank and supply, and the laws of
the game are checked before and after every action. Players are letters, in turn order, for the seats 0, 1, 2, 3.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import machinehall as mh
from machinehall.kernel.frames import step
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import CHANCE, STEP, Argument, Event
from machinehall.titles.imperial_steam.frames import FRAMES
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOODS, ROWS, ZONES, State

TITLE = mh.title("imperial-steam")
T: Lookup = TITLE.lookup
BEGINNER = {"setup": 0}


def links(text: str) -> int:
    """Links as bits: names, or cities joined by `>`: "wien>bratislava>sopron"."""
    found = 0
    for word in text.split():
        cities = [T.city[name] for name in word.split(">")]
        for pair in itertools.pairwise(cities):
            found |= 1 << next(i for i, ends in enumerate(T.ends) if set(ends) == set(pair))
    return found


def link(a: str, b: str) -> str:
    """The id of the link between two cities."""
    return str(T.links[bits(links(f"{a}>{b}"))[0]])


def counts(text: str) -> list[int]:
    """Goods as counts: "wood*2 coal"."""
    found = [0] * GOODS
    for word in text.split():
        name, _, number = word.partition("*")
        found[T.goods.index(name)] += int(number or 1)
    return found


class Scene:
    """A position to be set up, then to be played on."""

    def __init__(self, letters: str = "RVBY", number: int = 1, options: Mapping[str, int] | None = None) -> None:
        self.letters = {letter: seat for seat, letter in enumerate(letters)}
        self.names = dict(enumerate(letters)) | {CHANCE: "*"}
        self.s: State = TITLE.start(len(letters), BEGINNER | dict(options or {}), random.Random(5))
        s = self.s
        s.stack, s.round = [], number
        s.order = tuple(range(s.seats))
        s.standing = list(range(s.seats))
        self.events: list[Event] = []

    # Setting up

    def seat(self, letter: str) -> int:
        return self.letters[letter]

    def player(self, letter: str, **things: Any) -> Scene:
        """Things of a player; see the methods `_give_...`, or a number for a field of the state."""
        for name, value in things.items():
            give = getattr(self, f"_give_{name}", None)
            if give is not None:
                give(self.letters[letter], value)
            else:
                row = getattr(self.s, name)
                setattr(self.s, name, type(row)(put(tuple(row), self.letters[letter], value)))
        return self

    def _give_money(self, i: int, amount: int) -> None:
        self.s.bank += self.s.money[i] - amount
        self.s.money[i] = amount

    def _give_influence(self, i: int, column: int) -> None:
        s = self.s
        s.influence[i] = T.columns.index(column)
        s.standing.sort(key=lambda seat: -s.influence[seat])

    def _give_goods(self, i: int, text: str) -> None:
        for good, number in enumerate(counts(text)):
            at = GOODS * i + good
            self.s.supply[good] += self.s.goods[at] - number
            self.s.goods[at] = number

    def _give_ordered(self, i: int, text: str) -> None:
        for good, number in enumerate(counts(text)):
            self.s.supply[good] -= number
            self.s.ordered = put(self.s.ordered, GOODS * i + good, self.s.ordered[GOODS * i + good] + number)

    def _give_workers(self, i: int, zones: tuple[int, ...]) -> None:
        """Training I, II, III, working I, II, III."""
        self.s.workers[ZONES * i : ZONES * i + ZONES] = [*zones, *[0] * (ZONES - len(zones))]

    def _give_tracks(self, i: int, text: str) -> None:
        self.s.tracks = put(self.s.tracks, i, self.s.tracks[i] | links(text))
        if self.s.tracks[i] >> T.semmering & 1 and self.s.semmering < 0:
            self.s.semmering = i

    def _give_stations(self, i: int, text: str) -> None:
        for name in text.split():
            row = self.s.stations[ROWS * i : ROWS * i + ROWS]
            self.s.stations = put(self.s.stations, ROWS * i + row.index(-1), T.city[name])

    def _give_engineers(self, i: int, text: str) -> None:
        for name in text.split():
            kind = ("bridge", "tunnel").index(name)
            hub = next(h for h in range(len(T.hubs)) if self.s.engineers_left[2 * h + kind])
            self.s.engineers_left = put(
                self.s.engineers_left, 2 * hub + kind, self.s.engineers_left[2 * hub + kind] - 1
            )
            self.s.engineers = put(self.s.engineers, i, self.s.engineers[i] | 1 << kind)

    def _give_share(self, i: int, price: int) -> None:
        self.s.share = put(self.s.share, i, T.share_price.index(price))

    def _give_trains(self, i: int, text: str) -> None:
        """All trains of a player, the first in place of the IS-3."""
        old = self.s.trains[ROWS * i]
        new = [T.locos.index(name) for name in text.split()]
        self.s.scrapped = put(self.s.scrapped, old, self.s.scrapped[old] + (new[0] != old))
        for loco in new[new[0] == old :]:
            self.s.locos = put(self.s.locos, loco, self.s.locos[loco] - 1)
        before, after = self.s.trains[: ROWS * i], self.s.trains[ROWS * i + ROWS :]
        self.s.trains = (*before, *new, *[-1] * (ROWS - len(new)), *after)

    def _give_contracts(self, i: int, text: str) -> None:
        """Contracts that the player has signed: on the board anyway, or in place of one of the same deck."""
        s = self.s
        for name in text.split():
            card = T.contracts.index(name)
            self._show(card)
            s.offer ^= 1 << card
            s.contracts = put(s.contracts, i, s.contracts[i] | 1 << card)
            s.reserved = put(s.reserved, i, s.reserved[i] + T.contract_size[card])

    def _show(self, card: int) -> None:
        s = self.s
        if not s.offer >> card & 1:
            deck = T.decks[T.contract_size[card] - 1]
            s.offer ^= 1 << bits(s.offer & deck)[-1] | 1 << card

    def shown(self, *names: str) -> Scene:
        """Contracts that lie face up."""
        for name in names:
            self._show(T.contracts.index(name))
        return self

    def factory(self, letter: str, site: str, good: str, cubes: int = 0) -> Scene:
        """A factory that stands already."""
        i, g = T.sites.index(site), T.goods.index(good)
        at = GOODS * self.letters[letter] + g
        self.s.factories = put(self.s.factories, at, self.s.factories[at] | 1 << i)
        self.s.built = put(self.s.built, g, self.s.built[g] + 1)
        self.s.cubes = put(self.s.cubes, i, cubes)
        self.s.supply[g] -= cubes
        return self

    def track(self, text: str) -> Scene:
        """The influence track from the top: "Y90 V70 R70 B40"."""
        s = self.s
        s.standing = [self.letters[word[0]] for word in text.split()]
        for word in text.split():
            s.influence[self.letters[word[0]]] = T.columns.index(int(word[1:]))
        return self

    def metropolises(self, *columns: int) -> Scene:
        """Brown, white, green, blue."""
        self.s.metropolises = tuple([T.columns.index(c) for c in columns])
        return self

    def crowned(self, *names: str) -> Scene:
        """Crowns on exactly these links."""
        self.s.crowns = sum(1 << T.link[name] for name in names)
        return self

    def pawns(self, letter: str, tile: str, number: int = 1) -> Scene:
        self.s.pawns[len(T.action_tiles) * self.letters[letter] + T.action_tiles.index(tile)] = number
        return self

    def market(self, **cubes: int) -> Scene:
        for name, number in cubes.items():
            good = T.goods.index(name)
            self.s.supply[good] += self.s.market[good] - number
            self.s.market[good] = number
        return self

    # Where to begin

    def begin(self, kind: str, *args: int) -> Scene:
        self.s.stack = [step(kind, FRAMES.named(kind, STEP, args))]
        self.check()
        TITLE.engine.run(self.s, self.events)
        self.check()
        return self

    def turn(self, letter: str) -> Scene:
        """The first turn of this player in the round."""
        return self.begin("turns", self.s.order.index(self.letters[letter]))

    # Playing

    def check(self) -> None:
        assert TITLE.laws(T, self.s) == []

    def play(self, *lines: str) -> Scene:
        """Actions in notation, each with who takes it: "Y track wien--bratislava"."""
        self.events = []
        for line in lines:
            letter, _, text = line.partition(" ")
            seat = CHANCE if letter == "*" else self.letters[letter]
            assert seat in TITLE.to_act(self.s), f"{line}: {self.acting} is to act"
            self.events += TITLE.apply(self.s, seat, TITLE.parse(text))
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
        refusal = TITLE.why_not(self.s, self.letters[letter], TITLE.parse(text))
        assert refusal is not None, f"{line} is allowed"
        assert before == self.s
        return refusal.rule

    def refusal(self, line: str) -> tuple[str, str, tuple[Argument, ...]]:
        """Rule, message and figures of a refusal."""
        letter, _, text = line.partition(" ")
        found = TITLE.why_not(self.s, self.letters[letter], TITLE.parse(text))
        assert found is not None, f"{line} is allowed"
        return found.rule, found.message, found.args

    # Looking

    @property
    def acting(self) -> str:
        return "".join(self.names[seat] for seat in TITLE.to_act(self.s))

    def legal(self) -> set[str]:
        return {TITLE.text(a) for a in TITLE.legal(self.s)}

    def offered(self, kind: str) -> set[str]:
        """What the legal actions of one kind name."""
        return {text.partition(" ")[2] for text in self.legal() if text.split()[0] == kind}

    def money(self, letter: str) -> int:
        return self.s.money[self.letters[letter]]

    def column(self, letter: str) -> int:
        return T.columns[self.s.influence[self.letters[letter]]]

    @property
    def ranks(self) -> str:
        """The influence track from the top, as `track` takes it."""
        return " ".join(f"{self.names[i]}{T.columns[self.s.influence[i]]}" for i in self.s.standing)

    @property
    def order(self) -> str:
        return "".join(self.names[i] for i in self.s.order)

    def goods(self, letter: str) -> dict[str, int]:
        at = GOODS * self.letters[letter]
        return {name: k for name, k in zip(T.goods, self.s.goods[at : at + GOODS], strict=True) if k}

    def ordered(self, letter: str) -> dict[str, int]:
        at = GOODS * self.letters[letter]
        return {name: k for name, k in zip(T.goods, self.s.ordered[at : at + GOODS], strict=True) if k}

    def workers(self, letter: str) -> list[int]:
        at = ZONES * self.letters[letter]
        return self.s.workers[at : at + ZONES]

    def network(self, letter: str) -> set[str]:
        return {T.cities[c] for c in bits(T.network(self.s.tracks[self.letters[letter]]))}

    def hub(self, colour: str) -> int:
        """The column of a metropolis."""
        return T.columns[self.s.metropolises[T.hubs.index(colour)]]

    def trains(self, letter: str) -> list[str]:
        at = ROWS * self.letters[letter]
        return [T.locos[loco] for loco in self.s.trains[at : at + ROWS] if loco >= 0]

    def seen(self, kind: str) -> list[tuple[int | None, ...]]:
        """The arguments of all events of a kind since the last `play`."""
        return [event.args for event in self.events if event.kind == kind]

    def scores(self) -> dict[str, dict[str, int]]:
        """The steps of final scoring, whether or not the match is over."""
        outcome = TITLE.score(T, self.s)
        return {letter: outcome.breakdown[i] for letter, i in self.letters.items()}
