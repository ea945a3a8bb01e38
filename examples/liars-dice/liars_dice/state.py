"""What lies on the table, and what the rules read."""

from __future__ import annotations

from dataclasses import dataclass

from machinehall.kernel import fields
from machinehall.kernel.actions import ActionTable
from machinehall.kernel.constants import numbers
from machinehall.kernel.fields import PlainState, everybody, owner, see
from machinehall.kernel.packs import Pack
from machinehall.kernel.values import Frame

MOST_SEATS = 4


@fields.state
class State(PlainState):
    """A position. Every title has the first three."""

    stack: list[Frame]
    seats: int = see(everybody)
    options: tuple[int, ...] = see(everybody, fields.SETTINGS)
    cups: list[int] = see(owner, fields.Counts("face"))
    """How often each face lies under each cup: a row of six for each seat, one after the other."""
    rolled: list[int] = see(everybody)
    """How many dice lie under each cup."""
    dice: list[int] = see(everybody)
    points: list[int] = see(everybody)
    bid_count: int = see(everybody)
    bid_face: int = see(everybody, fields.Name("face"))
    bidder: int = see(everybody)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules, as the component file has them."""

    dice: int
    faces: int


class Lookup:
    """What never changes in a match."""

    def __init__(self, pack: Pack) -> None:
        self.n = numbers(pack, Numbers)
        self.domains = {
            "count": [str(i) for i in range(1, MOST_SEATS * self.n.dice + 1)],
            "face": [str(i) for i in range(1, self.n.faces + 1)],
        }
        self.actions = ActionTable([("bid", ("count", "face")), ("doubt", ()), ("roll", ("face",))], self.domains)
        self.bids = self.actions.rows["bid"]
        self.doubt = self.actions.rows["doubt"][0]
        self.rolls = self.actions.rows["roll"]

    def bid(self, count: int, face: int) -> int:
        """The place of a bid in `bids`, which go from low to high."""
        return (count - 1) * self.n.faces + face
