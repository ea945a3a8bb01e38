"""A worker that makes one review: reads a job, writes the review each time it has grown, and ends. Or it judges one
turn that somebody tries again, or compares it with others.

It steps back behind everything else on the machine: nobody's turn depends on it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from queue import SimpleQueue

import msgspec

import machinehall as mh
from machinehall.kernel.values import MachineHallError
from machinehall.review.candidates import Candidate, candidates
from machinehall.review.review import Plan, reviews
from machinehall.review.seen import Onward, Seen, onward, seen_by
from machinehall.review.shapes import Review
from machinehall.review.trial import Verdict, tried

from .worker import listen

BEHIND = 15
"""How far it steps back."""


class Tried(msgspec.Struct):
    """A turn that somebody tries again."""

    first: int
    seat: int
    line: list[str]
    better: list[str]
    ended: bool = False
    """It is judged by how worlds end, as the review did."""


class Job(msgspec.Struct):
    """What is to be reviewed."""

    record: str
    pack: str | None
    seconds: float
    """After so long no more turns are searched."""

    tried: Tried | None = None
    """Instead of a review: a turn that is to be judged."""
    beside: bool = False
    """That turn is to be compared with all others that were worth a thought."""
    begun: Review | None = None
    """A review that stopped, to go on from."""


class Saw(msgspec.Struct, frozen=True):
    """What bots saw at a turn."""

    candidates: list[Candidate]
    seen: list[Seen]
    """By level."""
    onward: list[Onward] = []
    """How it may go on after the best of them."""


class Growth(msgspec.Struct, omit_defaults=True):
    """A line of the answer."""

    review: msgspec.Raw = msgspec.Raw(b"null")
    verdict: Verdict | None = None
    saw: Saw | None = None
    done: bool = False
    fault: str = ""


def saw(match: mh.Match, turn: Tried) -> Saw:
    """The turns that were worth a thought, those among them that levels of bots take."""
    seen = seen_by(match, turn.first, turn.seat)
    others = [one.line for one in seen]
    found = candidates(match, turn.first, turn.seat, turn.line, turn.better, others=others, ended=turn.ended)
    return Saw(found, seen, onward(match, turn.first, turn.seat, found[0].line))


def growing(job: Job) -> None:
    """Write the review as it grows, at last that it is done."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a title prints must not end up among the answers

    def tell(growth: Growth) -> None:
        out.write(msgspec.json.encode(growth) + b"\n")
        out.flush()

    try:
        match = mh.load_match(job.record, job.pack)
        if (turn := job.tried) is not None and job.beside:
            tell(Growth(saw=saw(match, turn)))
        elif turn is not None:
            tell(Growth(verdict=tried(match, turn.first, turn.seat, turn.line, turn.better, ended=turn.ended)))
        else:
            for found in reviews(match, plan=Plan(seconds=job.seconds, begun=job.begun)):
                tell(Growth(msgspec.Raw(msgspec.json.encode(found))))
        tell(Growth(done=True))
    except MachineHallError as fault:
        tell(Growth(fault=str(fault)))


def main() -> None:
    with contextlib.suppress(OSError, AttributeError):  # not everywhere, not for everybody
        os.nice(BEHIND)
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(asked,), daemon=True).start()
    growing(msgspec.json.decode(asked.get(), type=Job))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
