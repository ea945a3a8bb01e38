"""What can go wrong at a table. A fault has a status for the wire and a message id for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from machinehall.kernel.refusals import Refusals
from machinehall.kernel.values import Action, Argument, MachineHallError, Refusal

if TYPE_CHECKING:
    from machinehall.kernel.title import Title

    from .shapes import Sight

LONGEST_TEXT = 200
"""Characters of a text in a fault."""


class Fault(MachineHallError):
    """A request that cannot be met. Nothing has changed."""

    status = 400
    rule: str | None = None

    def __init__(self, message: str, *args: Argument) -> None:
        # What somebody sent may stand in the answer, but an answer is no longer for it.
        args = tuple(
            arg[:LONGEST_TEXT] + "…" if isinstance(arg, str) and len(arg) > LONGEST_TEXT else arg for arg in args
        )
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


class NotTaken(Fault):
    """In a form that nothing here reads."""

    status = 415


class Down(Fault):
    """The database does not answer or is full; what was asked has not been acknowledged. Ask again."""

    status = 503


class Damaged(Fault):
    """What is stored of this table has been changed or damaged, and cannot be mended from the rest."""

    status = 500


class NoAnswer(Fault):
    """A bot said nothing that can be used. Ask again."""

    status = 503


class StillThinking(Fault):
    """Not yet: the answer is being thought out and will be there. Ask again."""

    status = 202

    def __init__(self, ahead: int) -> None:
        super().__init__("thinking.queued" if ahead else "thinking.still", *([ahead] if ahead else []))
        self.ahead = ahead


REFUSALS: Refusals = {
    "undo.final": (),
    "undo.over": (),
    "undo.not_yours": (),
    "undo.begins_here": (),
    "refuse.lies_elsewhere": (),
}
"""What a table refuses beside what the kernel and the title do."""


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
