"""What the frames of actions carry, by name (chapters 9 to 15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self

from machinehall.kernel.frames import Part, Rest, Several


class Urbanize(NamedTuple):
    """NU-9.1: thaler discount, whether networks are ignored, whether the action may be forgone."""

    discount: int = 0
    ignore: int = 0
    optional: int = 0


class Urbanized(NamedTuple):
    """NU-9.1: a building that is paid for."""

    seat: int
    building: int
    site: int


class Industrialize(NamedTuple):
    """NU-10.1: discounts (of thalers only by the Special Directive), uranium icons of the tile still to be taken."""

    less_workers: int = 0
    less_thaler: int = 0
    icons: int = 0
    ignore: int = 0
    optional: int = 0


class Industrialized(NamedTuple):
    """NU-10.5: a mine or a turbine that is paid for, and uranium that comes with it."""

    seat: int
    mine: int
    row: int
    site: int
    uranium: int


class Row(NamedTuple):
    """NU-10.9: a row with both pieces built."""

    seat: int
    row: int


class Develop(NamedTuple):
    """NU-11.1: discount left, and whether it is the second tile (NU-11.2)."""

    discount: int = 0
    second: int = 0


class SecondTile(NamedTuple):
    """NU-11.2: what is left of the discount."""

    seat: int
    discount: int


class FreeTile(NamedTuple):
    """NU-D11: a single tile at a discount, whether it may be laid as a rail, whether it may be forgone."""

    discount: int
    rail: int = 0
    optional: int = 0


class PowerBonus(NamedTuple):
    """NU-13.5: workers, or a tile at a discount (A4, C4)."""

    workers: int
    discount: int


class Market(NamedTuple):
    """NU-11.3: the seat that made the gap, -1 in the set-up."""

    seat: int


class Contract(NamedTuple):
    """NU-12.1: whether the slot's reward is received twice."""

    double: int = 0


class ContractGained(NamedTuple):
    """NU-21.4: the slot that was rewarded, -1 for none (B4, D2)."""

    seat: int
    slot: int


class OtherSlot(NamedTuple):
    """NU-21.4: the slot whose reward cannot be taken again (B4)."""

    slot: int


class Display(NamedTuple):
    """NU-12.4: a gap, who made it (-1 in the set-up), and the colour that is drawn first."""

    seat: int
    place: int
    colour: int


class Level(NamedTuple):
    """NU-13.1: the level of a reward."""

    level: int


class TechnologyReward(NamedTuple):
    """NU-13.1: the same with its seat."""

    seat: int
    level: int


class Unlocked(NamedTuple):
    """NU-13.4: a technology that takes effect now."""

    seat: int
    tech: int


class GrantUrbanize(NamedTuple):
    """NU-13.4: `Urbanize` by a technology."""

    seat: int
    discount: int
    ignore: int
    optional: int


class GrantIndustrialize(NamedTuple):
    """NU-13.4: `Industrialize` by a technology."""

    seat: int
    less_workers: int
    less_thaler: int
    icons: int
    ignore: int
    optional: int


class GrantEnergize(NamedTuple):
    """NU-13.4: `Energize` by a technology."""

    seat: int
    electricity: int
    directive: int
    optional: int


class GrantFreeTile(NamedTuple):
    """NU-13.4, NU-16.8: `FreeTile` by a technology or a Nucleum."""

    seat: int
    discount: int
    rail: int
    optional: int


Grant = GrantUrbanize | GrantIndustrialize | GrantEnergize | GrantFreeTile


# Energy


class Energize(NamedTuple):
    """NU-14.1: electricity of the tile, thaler discount of the Special Directive, whether it may be forgone."""

    electricity: int = 0
    directive: int = 0
    optional: int = 0


class Fuel(NamedTuple):
    """NU-14.3: plant and building; electricity, coal bill and uranium so far; discount of the Directive."""

    plant: int
    site: int
    electricity: int
    bill: int
    burnt: int
    directive: int


class Rent(Several):
    """NU-14.7: foreign turbines still to be paid, then how many of each player can be."""

    __slots__ = ()
    fees = Part(0)
    owned = Rest(1)

    @classmethod
    def of(cls, fees: int, owned: Iterable[int]) -> Self:
        return cls((fees, *owned))


class Rents(Several):
    """NU-14.7: the same with the seat that pays."""

    __slots__ = ()
    seat = Part(0)
    fees = Part(1)
    owned = Rest(2)

    @classmethod
    def of(cls, seat: int, fees: int, owned: Iterable[int]) -> Self:
        return cls((seat, fees, *owned))


class Powered(NamedTuple):
    """NU-14.1 (5): a building that gets its electricity from a plant."""

    seat: int
    plant: int
    site: int


class AfterEnergize(NamedTuple):
    """NU-22.1: what turbines give after the action."""

    seat: int
    tokens: int
    workers: int


# Subsidies. Only the first is ever asked; the others happen at once and say what a half of a tile gives.


class WorkerOrThaler(NamedTuple):
    """NU-15.1: one of both."""

    thaler: int
    workers: int


class Income(NamedTuple):
    """NU-15.2 to NU-15.4: steps on a track."""

    track: int
    steps: int


class Achievement(NamedTuple):
    """NU-15.5: tokens."""

    amount: int


class PaidIncome(NamedTuple):
    """NU-15.6, NU-15.7: steps of any income, and what they cost."""

    steps: int
    cost: int


Half = Urbanize | Industrialize | Develop | Contract | Energize | WorkerOrThaler | Income | Achievement | PaidIncome
"""What the half of a tile asks for."""
