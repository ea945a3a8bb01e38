"""The three kinds of frames a title is written in: a seat decides, chance decides, a step runs by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from typing_extensions import TypeVar

from .native import mypyc_attr
from .plain_state import PlainState
from .shapes import NOTHING, Args, Nothing, Part, Rest, Several, Shapes
from .values import STEP, TOGETHER, Action, Event, Frame, Refusal

__all__ = [
    "NOTHING", "Args", "Chance", "Decision", "Events", "L", "Nothing", "Part", "Rest", "S", "Several", "Shapes", "Step",
    "gathered", "step", "then", "together",
]  # fmt: skip

Events = list[Event]
L = TypeVar("L", default=Any)
"""A title's look-ups. Code that serves every title leaves both out: `Title` is a title of any kind."""
S = TypeVar("S", bound=PlainState, default=Any)
"""A title's state."""
K = TypeVar("K")
"""Decisions, chances or steps of one title."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class Decision(Generic[L, S]):
    """What a seat may choose, what follows, and why the rest is not allowed.

    `args` are of the class that the title's `Shapes` have for this kind; each function names it in its signature.
    """

    rule: str
    """The rule that asks for this decision: the reason why other kinds of action must wait."""
    offers: Callable[[L, S, int, Any], list[Action]]
    """(lookup, state, seat, args): the complete list, never empty."""
    resolve: Callable[[L, S, int, Any, Action, Events], None]
    """(lookup, state, seat, args, action, events): changes the state; the frame has been popped."""
    refuse: Callable[[L, S, int, Any, Action], Refusal | None]
    """(lookup, state, seat, args, action): the first reason why an action is not offered.

    None: there is none, so it is offered, or actions of its kind are not asked for now.
    """
    cover: Callable[[int, Any], tuple[str, Args]] | None = None
    """(seat, args): the frame that the others see meanwhile, because the choice is not yet made."""


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class Chance(Generic[L, S]):
    """What luck may bring, with weights, and what follows."""

    outcomes: Callable[[L, S, Any], list[tuple[Action, int]]]
    resolve: Callable[[L, S, Any, Action, Events], None]


Step = Callable[[L, S, Any, Events], None]
"""(lookup, state, args, events): a piece of procedure that nobody decides."""


def then(stack: list[Frame], *frames: Frame) -> None:
    """Push work so that it is done in reading order."""
    stack.extend(reversed(frames))


def step(kind: str, args: Args = NOTHING) -> Frame:
    """A piece of procedure; `args`: an object of the class that the title's shapes have for this kind."""
    return kind, STEP, args


def together(frames: list[Frame]) -> Frame:
    """One frame for several seats that decide at the same time; their answers must stay hidden until all are in."""
    return "together", TOGETHER, tuple(frames)


def gathered(*chapters: Mapping[str, K]) -> dict[str, K]:
    """What the chapters of a rulebook bring of one sort, in their order; each kind of frame belongs to one chapter."""
    kinds: dict[str, K] = {}
    for chapter in chapters:
        if twice := kinds.keys() & chapter.keys():
            raise ValueError(f"frames that two chapters have: {sorted(twice)}")
        kinds |= chapter
    return kinds
