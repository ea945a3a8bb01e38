"""The three kinds of frames a title is written in: a seat decides, chance decides, a step runs by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .values import STEP, TOGETHER, Action, Event, Frame, Refusal

Events = list[Event]
Args = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat may choose, what follows, and why the rest is not allowed."""

    rule: str
    """The rule that asks for this decision: the reason why other kinds of action must wait."""
    offers: Callable[[Any, Any, int, Args], list[Action]]
    """(tables, state, seat, args): the complete list, never empty."""
    resolve: Callable[[Any, Any, int, Args, Action, Events], None]
    """(tables, state, seat, args, action, events): changes the state; the frame has been popped."""
    refuse: Callable[[Any, Any, int, Args, Action], Refusal | None]
    """(tables, state, seat, args, action): why an action is not offered; None: it is not asked for now."""
    cover: Callable[[int, Args], tuple[str, Args]] | None = None
    """(seat, args): the frame that the others see meanwhile, because the choice is not yet made."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What luck may bring, with weights, and what follows."""

    outcomes: Callable[[Any, Any, Args], list[tuple[Action, int]]]
    resolve: Callable[[Any, Any, Args, Action, Events], None]


Step = Callable[[Any, Any, Args, Events], None]
"""(tables, state, args, events): a piece of procedure that nobody decides."""


def then(stack: list[Frame], *frames: Frame) -> None:
    """Push work so that it is done in reading order."""
    stack.extend(reversed(frames))


def step(kind: str, *args: int) -> Frame:
    return kind, STEP, args


def together(frames: list[Frame]) -> Frame:
    """One frame for several seats that decide at the same time; their answers must stay hidden until all are in."""
    return "together", TOGETHER, tuple(frames)
