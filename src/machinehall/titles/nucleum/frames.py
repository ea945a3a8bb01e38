"""What each frame of Nucleum carries, by name. Steps name the seat they are about; a decision's seat is in its frame.

Where as many numbers follow as there are actions or players, the class is a plain tuple that names its parts.
The frames of actions stand in `action_frames`, those of the Barons in `baron_frames`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from machinehall.kernel.frames import Nothing, Part, Rest, Several, Shapes

from .action_frames import (
    AfterEnergize,
    Contract,
    ContractGained,
    Develop,
    Display,
    Energize,
    FreeTile,
    Fuel,
    GrantEnergize,
    GrantFreeTile,
    GrantIndustrialize,
    GrantUrbanize,
    Industrialize,
    Industrialized,
    Level,
    Market,
    OtherSlot,
    PowerBonus,
    Powered,
    Rent,
    Rents,
    Row,
    SecondTile,
    TechnologyReward,
    Unlocked,
    Urbanize,
    Urbanized,
    WorkerOrThaler,
)
from .baron_frames import BARON_CHANCES, BARON_STEPS


class OfSeat(NamedTuple):
    """Only whose it is: `initial` (NU-2.4), `draft` (NU-3.10), `recharge`, `kings_day`, `recover` (NU-16.1)."""

    seat: int


# Set-up


class Place(NamedTuple):
    """NU-2.4: a place for a violet contract."""

    place: int


class Segment(NamedTuple):
    """NU-2.5: a segment of the milestone track."""

    segment: int


class Draw(NamedTuple):
    """NU-2.7: whether it is the first set-up card."""

    first: int


class Card(NamedTuple):
    """NU-2.8: the set-up card that names a city for a neutral building."""

    card: int


class City(NamedTuple):
    """NU-2.8: where a neutral building goes; NU-2.12: where a mine site is blocked."""

    city: int


# Turns and tiles


class Tile(NamedTuple):
    """NU-7.1: a played tile and its halves already resolved, as bits; a Directive has one."""

    tile: int
    used: int


class Played(NamedTuple):
    """NU-7.1: the same between two of its actions."""

    seat: int
    tile: int
    used: int


# Resources


class Uranium(NamedTuple):
    """NU-5.4: units still to be stored."""

    amount: int


class Steps(NamedTuple):
    """NU-5.5: steps of any income."""

    steps: int


class Owe(NamedTuple):
    """NU-5.2: what is still to be paid by converting."""

    thaler: int
    workers: int


# Rails


class Lay(NamedTuple):
    """NU-8.2: the tile, and whether laying it may be forgone (C5, D5)."""

    tile: int
    optional: int


class MayLay(NamedTuple):
    """NU-13.4: a tile just taken that may be laid (C5, D5)."""

    seat: int
    tile: int


class Laid(NamedTuple):
    """NU-8.1: a tile that is paid for, and which way round it comes to lie."""

    seat: int
    tile: int
    space: int
    way: int


class Link(NamedTuple):
    """NU-8.12: a completed link."""

    link: int


class Matched(Several):
    """NU-8.8: the matched actions that are left, as space * 2 + half each."""

    __slots__ = ()

    @property
    def left(self) -> Self:
        return self


class MatchedOf(Several):
    """NU-8.9: the same with the seat or Baron they belong to."""

    __slots__ = ()
    seat = Part(0)
    left = Rest(1)

    @classmethod
    def of(cls, seat: int, left: Iterable[int]) -> Self:
        return cls((seat, *left))


FRAMES = Shapes(
    decisions={
        "experiment": Nothing,
        "turn": Nothing,
        "tile": Tile,
        "uranium": Uranium,
        "income_any": Steps,
        "owe": Owe,
        "lay": Lay,
        "matched": Matched,
        "urbanize": Urbanize,
        "industrialize": Industrialize,
        "develop": Develop,
        "free_tile": FreeTile,
        "power_bonus": PowerBonus,
        "contract": Contract,
        "other_slot": OtherSlot,
        "technology": Level,
        "energize": Energize,
        "fuel": Fuel,
        "rent": Rent,
        "worker_or_thaler": WorkerOrThaler,
        "marker": Nothing,
        "nucleum": Nothing,
        "last_marker": Nothing,
    },
    chances={
        "first": Nothing,
        "initial": OfSeat,
        "violet": Place,
        "milestone": Segment,
        "card": Draw,
        "neutral": City,
        "debris": City,
        "tile": Market,
        "contract": Display,
        **BARON_CHANCES,
    },
    steps={
        "neutral": Card,
        "first_card": Nothing,
        "mine_debris": City,
        "draft": OfSeat,
        "next_turn": Nothing,
        "begin_turn": Nothing,
        "tile": Played,
        "grant_urbanize": GrantUrbanize,
        "grant_industrialize": GrantIndustrialize,
        "grant_energize": GrantEnergize,
        "grant_free_tile": GrantFreeTile,
        "may_lay": MayLay,
        "laid": Laid,
        "inaugurate": Link,
        "matched": MatchedOf,
        "baron_matched": MatchedOf,
        "urbanized": Urbanized,
        "industrialized": Industrialized,
        "paired": Row,
        "second_tile": SecondTile,
        "refill_market": Market,
        "contract_gained": ContractGained,
        "refill_display": Display,
        "technology": TechnologyReward,
        "immediate": Unlocked,
        "rents": Rents,
        "powered": Powered,
        "after_energize": AfterEnergize,
        "recharge": OfSeat,
        "kings_day": OfSeat,
        "recover": OfSeat,
        "final_scoring": Nothing,
        "final_scores": Nothing,
        **BARON_STEPS,
    },
)
