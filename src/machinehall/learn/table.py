"""One match for learners: a seat's observation, its mask, a number for the action, payoffs at the end."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from machinehall.kernel.observation import as_array, as_truths
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, MachineHallError, Outcome

from .recall import Recall

if TYPE_CHECKING:
    import numpy as np

    Bytes = np.ndarray[Any, np.dtype[np.uint8]]
    Truths = np.ndarray[Any, np.dtype[np.bool_]]


class NotLegal(MachineHallError):
    """A number that the mask does not allow."""


def find_title(title: Title | str) -> Title:
    """A title, by its name too; "name:setting" is one of its small forms."""
    from .small import named

    return named(title) if isinstance(title, str) else title


def observation_size(title: Title) -> int:
    return title.observation_size


def payoffs(places: Sequence[int]) -> tuple[float, ...]:
    """For each seat the mean over the others of 1 (beaten), 0 (tied), -1 (lost to). Alone: 1 for a win, else -1."""
    if len(places) == 1:
        return (1.0 if places[0] == 1 else -1.0,)
    return tuple(sum((q > p) - (q < p) for q in places) / (len(places) - 1) for p in places)


class Table:
    """A match that deals by itself. Seats that decide at the same time are asked in seat order; no answer is shown
    before all are in, so the order gives nothing away."""

    def __init__(self, title: Title | str, seats: int, options: Mapping[str, Any] | None = None) -> None:
        self.title = find_title(title)
        self.seats = seats
        self.options = dict(options or {})
        self.title.start(seats, self.options)  # a wrong table is told at once
        self._observe = self.title.observer()
        self.rng = random.Random()
        self.state: Any = None
        self.seat = -1
        """Who decides now; -1 when the match is over."""
        self.remember = False
        """Whether all that happens is kept, from the next match on: for `memory`."""
        self.recall: Recall | None = None
        self._legal: dict[int, list[Action]] = {}
        """What seats may do in this position, as far as it has been asked."""

    def reset(self, seed: int | None = None) -> None:
        """A new match; the same seed gives the same deals."""
        self.rng = random.Random(seed)
        self.state = self.title.start(self.seats, self.options)
        self.recall = Recall() if self.remember else None
        self._deal()
        self._next()

    def _deal(self) -> None:
        """Let chance decide, until a seat is to act."""
        dealt = self.title.deal(self.state, self.rng)
        if self.recall is not None:
            for action, events in dealt:
                self.recall = self.recall.after(CHANCE, self.title.text(action), events)

    def _next(self) -> None:
        self._legal = {}
        self.seat = min(self.title.to_act(self.state), default=-1)

    @property
    def over(self) -> bool:
        return self.seat < 0

    def observation(self, seat: int) -> Bytes:
        return as_array(self._observe(self.state, seat))

    def legal(self, seat: int) -> list[Action]:
        """Listed once for each position, though mask and step both need it."""
        if seat not in self._legal:
            self._legal[seat] = self.title.legal(self.state, seat)
        return self._legal[seat]

    def mask(self, seat: int) -> Truths:
        """What a seat may do now: nothing when it is not asked."""
        return self.title.mask_of(self.legal(seat))

    def allows(self, index: int, seat: int) -> bool:
        """Whether a seat may take the action of this number."""
        table = self.title.actions.all
        return 0 <= index < len(table) and table[index] in self.legal(seat)

    def step(self, index: int, seat: int | None = None) -> None:
        """The seat that decides (or another one that is asked at the same time) takes the action of this number."""
        title = self.title
        seat = self.seat if seat is None else seat
        action = title.action_at(int(index))
        if action not in self.legal(seat):
            raise NotLegal(f"action {index} ({title.text(action)}) is not legal now for seat {seat}; see the mask")
        self.take(action, seat)

    def take(self, action: Action, seat: int) -> None:
        """The same for an action that is known to be legal."""
        title = self.title
        events = title.apply(self.state, seat, action, check=False)
        if self.recall is not None:
            self.recall = self.recall.after(seat, title.text(action), events)
        self._deal()
        self._next()

    def memory(self, seat: int) -> Any:
        """All that a seat has done and been told in this match, as rows of numbers; see `memories`."""
        if self.recall is None:
            raise MachineHallError("nothing was kept: set `remember` before the match is dealt")
        from .memories import Memories

        return Memories(self.title, self.seats).rows(self.recall, seat)

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return self.title.outcome(self.state)

    def payoffs(self) -> tuple[float, ...]:
        """All zeros before the end."""
        outcome = self.outcome()
        return payoffs(outcome.places) if outcome else (0.0,) * self.seats


def open_mask(title: Title) -> Truths:
    """The mask of a match that has ended: nothing is asked, so any answer will do. Zeros would make the probabilities
    of a policy a division by zero where matches are dealt anew by the next step."""
    return as_truths(bytearray(b"\1" * len(title.actions.all)))


def ends(table: Table) -> dict[str, Any]:
    """What infos tell of a match that is over: points and places of all seats; nothing before."""
    import numpy as np

    outcome = table.outcome()
    if outcome is None:
        return {}
    return {"scores": np.array(outcome.scores, np.int32), "places": np.array(outcome.places, np.int32)}


def versions(title: Title) -> dict[str, str]:
    """For the metadata: what was learned with other ones does not fit."""
    return {"observation_version": title.observation_version, "action_version": title.action_version}
