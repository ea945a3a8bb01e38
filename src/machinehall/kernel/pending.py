"""What is asked and what waits behind it, as numbers: the stack of a position as a seat may know it, from the top."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Final

from .fields import Covers
from .observation import Block, block, category, coded, count, questions, seat_words
from .rows import BYTES, MOST_SEATS, shifted
from .shapes import Part, Shapes
from .values import CHANCE, STEP, TOGETHER, Frame

FRAMES_KEPT: Final = 20_000
"""Frames, and stacks of them, that are kept for each seat, before all are dropped."""
Told = tuple[bytes, bytes, bytes, bytes]
"""Of a frame: its kind, whose it is, its arguments; and what it asks the own seat when it is on top."""
SEAT_ARGUMENTS = frozenset({"seat", "owner", "active", "seller", "buyer", "acting", "baron"})
"""Arguments of these names are seats: told as seen from the own one."""


Question = Callable[[Frame | None], bytes]
"""Writes the frame that asks a seat."""


def nothing_more(frame: Frame | None) -> bytes:
    """Nothing is told of the frame that asks a seat but what is told of all."""
    return b""


class Known:
    """What was written before for one seat of a table: whole stacks, and single frames."""

    __slots__ = ("frames", "stacks")

    def __init__(self) -> None:
        self.stacks: dict[tuple[Frame, ...], tuple[bytes, bytes]] = {}
        self.frames: dict[Frame, Told] = {}


class Pending:
    """Writes the pending frames of a title. What was covered stays covered; whose they are, and arguments that are
    seats, are counted from the own seat. One is enough for all matches, and has more to go by."""

    def __init__(
        self,
        shapes: Shapes,
        covers: Covers,
        rows: int,
        slots: int,
        cut: Mapping[str, int],
        question: Question = nothing_more,
    ) -> None:
        """`rows` frames are told, with `slots` arguments each; of some kinds only the first arguments (`cut`).
        `question` writes in the title's own way what a seat is asked, None if nothing."""
        self.question, self.unasked = question, question(None)
        self.form = Struct(f"B{rows}s{rows}s{rows * slots}s")  # fills up with zeros, leaves out what has no room
        self.covers, self.rows, self.slots, self.cut = dict(covers), rows, slots, dict(cut)
        self.kinds = ["none", "together", *shapes.decisions]
        self.decision = {kind: i for i, kind in enumerate(self.kinds)}
        self.chance = {kind: len(self.kinds) + i for i, kind in enumerate(shapes.chances)}
        self.step = {kind: len(self.kinds) + len(self.chance) + i for i, kind in enumerate(shapes.steps)}
        self.kinds += [f"chance: {kind}" for kind in shapes.chances] + [f"step: {kind}" for kind in shapes.steps]
        every = [*shapes.decisions.items(), *shapes.chances.items(), *shapes.steps.items()]
        self.seats_of = {shape: seat_places(shape) for _, shape in every}
        self._known = [[Known() for _ in range(players)] for players in range(MOST_SEATS + 1)]

    def told(self, stack: list[Frame], seat: int, players: int) -> tuple[bytes, bytes]:
        """What this seat is asked; how many frames there are, the kinds of the topmost, whose they are, their
        arguments plus one."""
        known = self._known[players][seat]
        key = tuple(stack)
        rows = known.stacks.get(key)
        if rows is None:
            if len(known.stacks) >= FRAMES_KEPT:
                known.stacks.clear()
            rows = known.stacks[key] = self.written(known, stack, seat, players)
        return rows

    def written(self, known: Known, stack: list[Frame], seat: int, players: int) -> tuple[bytes, bytes]:
        """The same, worked out from the frames, most of which come again."""
        kinds = whose = arguments = b""
        told: Told = (b"", b"", b"", self.unasked)
        for frame in stack:
            told = known.frames.get(frame) or self._new(known, frame, seat, players)
            kinds, whose, arguments = told[0] + kinds, told[1] + whose, told[2] + arguments
        return told[3], self.form.pack(min(255, len(kinds)), kinds, whose, arguments)

    def _new(self, known: Known, frame: Frame, seat: int, players: int) -> Told:
        if len(known.frames) >= FRAMES_KEPT:
            known.frames.clear()
        told = known.frames[frame] = self.frame(frame, seat, players)
        return told

    def frame(self, frame: Frame, seat: int, players: int) -> Told:
        """A frame as this seat sees it; after one by which several seats are asked, what each of them is asked."""
        if frame[1] != TOGETHER:
            code, owner, row = self.numbers(frame, seat, players)
            return BYTES[code], BYTES[owner], row, self.question(frame) if frame[1] == seat else self.unasked
        each = [self.numbers(one, seat, players) for one in (frame, *frame[2])]
        kinds, whose = bytes([code for code, _, _ in each]), bytes([owner for _, owner, _ in each])
        mine = [one for one in frame[2] if one[1] == seat]
        question = self.question(mine[0]) if mine else self.unasked
        return kinds, whose, b"".join([row for _, _, row in each]), question

    def numbers(self, frame: Frame, seat: int, players: int) -> tuple[int, int, bytes]:
        """Kind, whose it is, arguments."""
        kind, who, args = frame
        if who != seat and who >= 0 and kind in self.covers:
            kind, args = self.covers[kind](who, args)
        if who >= 0:
            code, owner = self.decision[kind], (who - seat) % players + 1
        elif who == TOGETHER:
            code, owner, args = 1, 0, (len(args),)
        elif who == CHANCE:
            code, owner = self.chance[kind], 0
        else:
            assert who == STEP
            code, owner = self.step[kind], 0
        told = shifted(args[: self.cut.get(kind, self.slots)]).ljust(self.slots, b"\0")
        for place in self.seats_of.get(type(args), ()):
            if 0 <= args[place] < players:
                told = told[:place] + BYTES[(args[place] - seat) % players + 1] + told[place + 1 :]
        return code, owner, told


def seat_places(shape: Any) -> tuple[int, ...]:
    """Which arguments are seats."""
    names = getattr(shape, "_fields", None)
    if names is not None:
        return tuple(i for i, name in enumerate(names) if name in SEAT_ARGUMENTS)
    parts = vars(shape).items()
    return tuple(part.at for name, part in parts if isinstance(part, Part) and name in SEAT_ARGUMENTS)


def pending_blocks(pending: Pending, players: int, arguments: Mapping[str, str]) -> tuple[Block, ...]:
    """The blocks of these numbers; `arguments` says for some kinds of decision what theirs are."""
    rows = [f"from the top {i + 1}" for i in range(pending.rows)]
    slots = [f"{row}, argument {i + 1}" for row in rows for i in range(pending.slots)]
    whose = ("nobody, chance or several", *seat_words(players))
    return (
        block("open questions", count(255)),
        coded("open questions: what is asked, from the top", questions(pending.kinds[1:], arguments), rows),
        coded("open questions: who is asked", whose, rows),
        block("open questions: arguments, plus one", category(256), slots),
    )
