"""What each frame of Imperial Steam carries, by name. A step says whom it is about; a decision's seat is in its frame.

Where as many numbers follow as there are places or cards, the class is a plain tuple that names its parts.
"""

from __future__ import annotations

from typing import NamedTuple

from machinehall.kernel.frames import Nothing, Part, Several, Shapes

# Set-up


class Region(Several):
    """IS-12.1: the sites of a region, of which one gets a metropolis."""

    __slots__ = ()


class Tile(NamedTuple):
    """IS-2.3: a city that gets a tile: a metropolis (-1), one that a set-up card marks, or any other (-2)."""

    city: int
    group: int


class Round(NamedTuple):
    """IS-2.8, IS-2.11: the round, counted from 0, that gets an expedition tile or a cube."""

    round: int


class Pile(NamedTuple):
    """IS-2.13: the column that the pile of markers has come to, and the cards drawn, as bits."""

    column: int
    drawn: int


class Card(Several):
    """IS-2.13: as the pile, and the metropolis whose marker is at the bottom once that is known."""

    __slots__ = ()
    column = Part(0)
    drawn = Part(1)
    hub = Part(2)


class CrownNumber(NamedTuple):
    """IS-12.2: the cards drawn, as bits, before the one that says how many crowns there are."""

    drawn: int


class Crowns(NamedTuple):
    """IS-12.2: the cards drawn, as bits, and the crowns still to set."""

    drawn: int
    left: int


class Hub(NamedTuple):
    """IS-2.17: the metropolis that gets a growth tile or an engineer."""

    hub: int


class Deck(NamedTuple):
    """IS-2.18: the deck of contracts that is shown from."""

    deck: int


# Rounds and turns


class OfSeat(NamedTuple):
    """Only whose it is: `tidy` (IS-5.3), `after_action` (IS-7.2)."""

    seat: int


class Turns(NamedTuple):
    """IS-7.1: how many turns of the round have begun."""

    begun: int


# Actions


class Track(NamedTuple):
    """IS-8.1: whether it is the second track of the action, and the experience left over from the first (IS-8.11)."""

    second: int
    spare: int


class Mobilise(NamedTuple):
    """IS-8.9: the link, whether it is the second track of the action, and the effort still needed."""

    link: int
    second: int
    need: int


class SecondTrack(NamedTuple):
    """IS-8.1: who has laid a track, and the experience left over."""

    seat: int
    spare: int


class Improve(NamedTuple):
    """IS-8.13: the points of an improvement token that are left."""

    points: int


class Recruit(NamedTuple):
    """IS-8.17: the hiring column used in this action, or -1, and how many have been hired."""

    column: int
    hired: int


class Staff(NamedTuple):
    """IS-8.26: the factory that needs a worker."""

    site: int
    good: int


class Collect(Several):
    """IS-8.28: the factories that have been collected from in this action."""

    __slots__ = ()


FRAMES = Shapes(
    decisions={
        "bid": Nothing,
        "give_up": Nothing,
        "turn": Nothing,
        "after": Nothing,
        "track": Track,
        "mobilise": Mobilise,
        "improve": Improve,
        "recruit": Recruit,
        "build": Nothing,
        "staff": Staff,
        "collect": Collect,
        "import": Nothing,
        "order": Nothing,
        "train": Nothing,
        "sign": Nothing,
        "influence": Nothing,
        "share": Nothing,
    },
    chances={
        "setup_card": Nothing,
        "spot": Region,
        "tile": Tile,
        "next": Nothing,
        "expedition": Round,
        "cube": Round,
        "marker": Nothing,
        "card": Card,
        "crown_number": CrownNumber,
        "crown": Crowns,
        "growth": Hub,
        "engineer_token": Hub,
        "reveal": Deck,
    },
    steps={
        "set_up": Nothing,
        "region": Region,
        "tiles_left": Nothing,
        "pile": Pile,
        "more_crowns": Crowns,
        "auction": Nothing,
        "reveal_bids": Nothing,
        "new_round": Nothing,
        "tidy": OfSeat,
        "morning": Nothing,
        "turns": Turns,
        "after_action": OfSeat,
        "second_track": SecondTrack,
        "round_over": Nothing,
    },
)
