"""What is asked and what waits behind it, as numbers: the stack of a position as a seat may know it, from the top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .fields import Covers
from .observation import Block, block, category, coded, count, questions, seat_words
from .shapes import Part, Shapes
from .values import CHANCE, STEP, TOGETHER, Frame

MANY = 50_000
"""Rows that are kept, before all are dropped."""
SEAT_ARGUMENTS = frozenset({"seat", "owner", "active", "seller", "buyer", "acting", "baron"})
"""Arguments of these names are seats: told as seen from the own one."""


class Pending:
    """Writes the pending frames of a title. What was covered stays covered; whose they are, and arguments that are
    seats, are counted from the own seat."""

    def __init__(self, shapes: Shapes, covers: Covers, rows: int, slots: int, cut: Mapping[str, int]) -> None:
        """`rows` frames are told, with `slots` arguments each; of some kinds only the first arguments (`cut`)."""
        self.covers, self.rows, self.slots, self.cut = dict(covers), rows, slots, dict(cut)
        self.kinds = ["none", "together", *shapes.decisions]
        self.decision = {kind: i for i, kind in enumerate(self.kinds)}
        self.chance = {kind: len(self.kinds) + i for i, kind in enumerate(shapes.chances)}
        self.step = {kind: len(self.kinds) + len(self.chance) + i for i, kind in enumerate(shapes.steps)}
        self.kinds += [f"chance: {kind}" for kind in shapes.chances] + [f"step: {kind}" for kind in shapes.steps]
        every = [*shapes.decisions.items(), *shapes.chances.items(), *shapes.steps.items()]
        self.seats_of = {shape: seat_places(shape) for _, shape in every}
        self._kept: dict[tuple[int, int, tuple[Frame, ...]], bytes] = {}

    def __call__(self, stack: list[Frame], seat: int, players: int) -> bytes:
        """How many frames there are; the kinds of the topmost, whose they are, their arguments plus one."""
        key = (seat, players, tuple(stack))
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MANY:
                self._kept = {}
            found = self._kept[key] = self.written(stack, seat, players)
        return found

    def written(self, stack: list[Frame], seat: int, players: int) -> bytes:
        """The same, worked out."""
        kinds, whose, arguments = bytearray(), bytearray(), bytearray()
        total = 0
        for frame in self.seen(stack, seat):
            total += 1
            if total <= self.rows:
                kind, who, args = self.numbers(frame, seat, players)
                kinds.append(kind)
                whose.append(who)
                arguments += args
        rows = self.rows
        return b"".join(
            (
                bytes((min(255, total),)),
                kinds.ljust(rows, b"\0"),
                whose.ljust(rows, b"\0"),
                arguments.ljust(rows * self.slots, b"\0"),
            )
        )

    def seen(self, stack: list[Frame], seat: int) -> list[Frame]:
        """From the top, what is asked of several seats one after the other, as this seat sees them."""
        found: list[Frame] = []
        for frame in reversed(stack):
            inner: Iterable[Frame] = frame[2] if frame[1] == TOGETHER else ()
            for kind, who, args in (frame, *inner):
                cover = self.covers.get(kind) if who >= 0 and who != seat else None
                if cover is not None:
                    kind, args = cover(who, args)
                found.append((kind, who, args))
        return found

    def numbers(self, frame: Frame, seat: int, players: int) -> tuple[int, int, bytes]:
        """Kind, whose it is, arguments."""
        kind, who, args = frame
        if who >= 0:
            code, owner = self.decision[kind], (who - seat) % players + 1
        elif who == TOGETHER:
            code, owner, args = 1, 0, (len(args),)
        elif who == CHANCE:
            code, owner = self.chance[kind], 0
        else:
            assert who == STEP
            code, owner = self.step[kind], 0
        told = [min(255, max(0, a + 1)) for a in args[: self.cut.get(kind, self.slots)]]
        for place in self.seats_of.get(type(args), ()):
            if 0 <= args[place] < players:
                told[place] = (args[place] - seat) % players + 1
        return code, owner, bytes(told).ljust(self.slots, b"\0")


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
