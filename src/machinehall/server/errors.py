"""What can go wrong at a table. A fault has a status for the wire and a message id for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from machinehall.kernel.values import Action, MachineHallError, Refusal

if TYPE_CHECKING:
    from machinehall.kernel.title import Title

    from .shapes import Sight


class Fault(MachineHallError):
    """A request that cannot be met. Nothing has changed."""

    status = 400
    rule: str | None = None

    def __init__(self, message: str, *args: int | str) -> None:
        super().__init__(message, *args)
        self.message = message
        self.figures = args

    def __str__(self) -> str:
        return " ".join(map(str, (self.message, *self.figures)))


class Misshapen(Fault):
    """The request does not fit its description."""

    status = 400


class Malformed(Fault):
    """The request has the right form, but means nothing here."""

    status = 422


class Unknown(Fault):
    """Not there, or not for this caller to know of."""

    status = 404


class NoName(Fault):
    """Only for callers who have said who they are."""

    status = 401


class Forbidden(Fault):
    """Not for this caller."""

    status = 403


class Conflict(Fault):
    """Not in the state that the table is in."""

    status = 409


class TooMany(Fault):
    """Slower, please."""

    status = 429


class TooLarge(Fault):
    """More bytes than anything here needs."""

    status = 413


class Down(Fault):
    """The database does not answer or is full; what was asked has not been acknowledged. Ask again."""

    status = 503


class NoAnswer(Fault):
    """A bot said nothing that can be used. Ask again."""

    status = 503


class Refused(Fault):
    """The rules say no."""

    status = 422

    def __init__(self, refusal: Refusal, title: Title, nearest: Action | None = None) -> None:
        super().__init__(refusal.message, *refusal.args)
        self.rule = refusal.rule
        self.refusal = refusal
        self.title = title
        """Its wording knows how to say it."""
        self.nearest = nearest
        """What is allowed and comes closest."""


class Stale(Fault):
    """Made against an older revision; carries the fresh position."""

    status = 409

    def __init__(self, sight: Sight) -> None:
        super().__init__("table.stale", sight.rev)
        self.sight = sight


class LostRevision(Exception):
    """Another process wrote this revision first; the answer is the fresh position."""
