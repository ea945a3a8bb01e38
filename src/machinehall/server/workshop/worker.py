"""A helper of the workshop: a program of its own with a low priority, so that a pack which takes for ever, or
whatever else an owner may type, hurts nobody's match. Reads one JSON object a line and answers with lines of JSON.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

import machinehall as mh
from machinehall.arena.trial import trial
from machinehall.draw.figures import drawn_by, picture
from machinehall.draw.look import Piece, look_of
from machinehall.kernel.match import Match
from machinehall.kernel.own_packs import Own, Settled, settle
from machinehall.kernel.pack_zip import written
from machinehall.kernel.title import Title
from machinehall.kernel.values import MachineHallError
from machinehall.words import say
from machinehall.words.titles import effects, heard

from .questions import FaultSeen, LookAt, Seen, Tried, TryOut

EVERY = 1.0
"""Seconds between two lines that say how far a trial is."""
FOLDERS_KEPT = 4
"""Folders of packs that are kept for the next question: each key typed asks again."""


class Folders:
    """Packs laid down as folders, which is how titles take them."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="machinehall-workshop-"))
        self.made: dict[str, Path] = {}

    def title(self, name: str, settled: Settled, own: Own) -> Title:
        """A title with an owner's pack."""
        if not any(own.values()):
            return mh.title(name)
        key = f"{name} {settled.pack.version}"
        if key not in self.made:
            while len(self.made) >= FOLDERS_KEPT:
                shutil.rmtree(self.made.pop(next(iter(self.made))), ignore_errors=True)
            folder = self.made[key] = Path(tempfile.mkdtemp(dir=self.root))
            for file, text in written(settled, own).items():
                (folder / file).write_text(text, encoding="utf-8")
        if not any(self.made[key].iterdir()):
            return mh.title(name)  # all was left out
        return mh.title(name, self.made[key])

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)


def look(asked: LookAt, folders: Folders) -> Seen:
    """One record as it stands in its pack."""
    settled = settle(mh.title(asked.title).pack, asked.own)
    seen = Seen(
        faults=[FaultSeen(f.file, f.record, f.field, f.message) for f in settled.faults],
        left_out=sorted(settled.left_out),
        version=settled.pack.version,
    )
    try:
        title = folders.title(asked.title, settled, asked.own)
        told = effects(title, say(asked.lang))
        if asked.file in told.records and (asked.file, asked.record) not in settled.left_out:
            found = told.describe(asked.file, asked.record)
            seen.name, seen.lines = found.name, list(found.lines)
        piece = look_of(title).piece(asked.file, asked.record)
        if piece is not None and (asked.file, asked.record) not in settled.left_out:
            seen.pictures = drawings(title, piece, seen.name, asked)
        seen.beside = small_ones(title, asked)
    except (MachineHallError, LookupError, ValueError, TypeError, AssertionError, StopIteration) as fault:
        seen.fault = f"{type(fault).__name__}: {fault}"
    return seen


def drawings(title: Title, piece: Piece, name: str, asked: LookAt) -> list[str]:
    """A piece as the table shows it, from the first position of a match in which it lies there."""
    match = Match(title, piece.seats, piece.seed, piece.options)
    view = match.view(match.to_act[0] if match.to_act else 0)
    words = heard(title, say(asked.lang))
    look = look_of(title)
    return [picture(drawn_by(look, figure, view, asked.theme, words), name) for figure in piece.figures]


def small_ones(title: Title, asked: LookAt) -> dict[str, str]:
    """Pictures for a list, each as its own record says; one that cannot be drawn is not there."""
    look, words = look_of(title), heard(title, say(asked.lang))
    views: dict[tuple[int, str, int], dict[str, Any]] = {}
    found = {}
    for file, key in asked.beside:
        piece = look.piece(file, key)
        if piece is None or not piece.small:
            continue
        deal = (piece.seats, repr(piece.options), piece.seed)
        with contextlib.suppress(MachineHallError, LookupError, ValueError):
            if deal not in views:
                views[deal] = Match(title, piece.seats, piece.seed, piece.options).view(0)
            found[f"{file}/{key}"] = picture(drawn_by(look, piece.small, views[deal], asked.theme, words), "")
    return found


def try_out(asked: TryOut, folders: Folders, out: BinaryIO) -> Tried:
    """Both packs on the same deals, the standard one first. Nobody waits in front of it: everybody else goes first."""
    yield_to_others(19)
    usual = mh.title(asked.title)
    settled = settle(usual.pack, asked.own)
    title = folders.title(asked.title, settled, asked.own)
    total, last = 2 * asked.matches, 0.0
    said = Tried("running", 0, total, settled.pack.version, asked.seats, asked.bot, left_out=len(settled.left_out))

    def tell_done(done: int) -> None:
        nonlocal last
        said.done = done
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            tell(out, said)

    found = trial(usual, asked.seats, asked.matches, asked.bot, tell=tell_done)
    mine = trial(title, asked.seats, asked.matches, asked.bot, tell=lambda n: tell_done(asked.matches + n))
    said.state, said.done, said.usual, said.own = "done", total, found, mine
    return said


def yield_to_others(steps: int) -> None:
    """Lower the priority of this process, where there is such a thing."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(steps)


def tell(out: BinaryIO, said: Seen | Tried) -> None:
    out.write(msgspec.json.encode(said) + b"\n")
    out.flush()


def listen(asked: SimpleQueue[bytes], folders: Folders) -> None:
    """The pipe ends when the server does: then there is nobody left to work for."""
    for line in sys.stdin.buffer:
        asked.put(line)
    folders.close()
    os._exit(0)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield_to_others(5)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    folders, asked = Folders(), SimpleQueue[bytes]()
    threading.Thread(target=listen, args=(asked, folders), daemon=True).start()
    while True:
        try:
            question = msgspec.json.decode(asked.get(), type=LookAt | TryOut)
            reply = look(question, folders) if isinstance(question, LookAt) else try_out(question, folders, out)
        except Exception as fault:  # whatever it is, whoever asked must hear of it
            tell(out, Seen(fault=f"{type(fault).__name__}: {fault}"))
            continue
        tell(out, reply)


if __name__ == "__main__":
    main()
