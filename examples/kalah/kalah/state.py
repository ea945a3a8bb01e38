"""What lies on the board, and what the rules read."""

from __future__ import annotations

from dataclasses import dataclass

from machinehall.kernel import fields
from machinehall.kernel.actions import ActionTable
from machinehall.kernel.constants import numbers
from machinehall.kernel.fields import PlainState, everybody, see
from machinehall.kernel.packs import Pack
from machinehall.kernel.values import Frame


@fields.state
class State(PlainState):
    """A position. Everybody sees everything. Every title has the first three."""

    stack: list[Frame]
    seats: int = see(everybody)
    options: tuple[int, ...] = see(everybody, fields.SETTINGS)
    houses: list[int] = see(everybody, fields.Counts("house"))
    """Seeds in the houses of seat 0, then of seat 1, each from left to right as their owner sits."""
    stores: list[int] = see(everybody, fields.Counts("store"))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, as the component file has them."""

    houses: int
    seeds: int


class Lookup:
    """What never changes in a match."""

    def __init__(self, pack: Pack) -> None:
        self.n = numbers(pack, Numbers)
        row = range(1, self.n.houses + 1)
        self.domains = {"house": [f"{side}{i}" for side in "ab" for i in row], "store": ["a", "b"]}
        self.actions = ActionTable([("sow", ("house",))], self.domains)
        self.sow = self.actions.rows["sow"]

    def own(self, seat: int) -> range:
        """The houses of a seat."""
        return range(seat * self.n.houses, (seat + 1) * self.n.houses)

    def opposite(self, house: int) -> int:
        return 2 * self.n.houses - 1 - house
