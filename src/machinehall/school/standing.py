"""Where a learner stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from machinehall.kernel.values import Action, Event


@dataclass(slots=True)
class Progress:
    """Where a learner stands."""

    at: int = 0
    """Steps, or decisions, that are done."""
    of: int = 0
    say: str = ""
    """Id of the step that speaks now; empty: none."""
    plain: bool = False
    """What the sentence would say about the position is not true: its plain one is said, which says nothing of it."""
    remark: str = ""
    """What is said about the last decision: well, instead, or must."""
    about: str = ""
    """The step that the remark is about."""
    did: Action | None = None
    """What was decided instead."""
    came: list[Event] = field(default_factory=list)
    """What it brought about, as far as the learner may know it."""
    strayed: int | None = None
    """The number of the last decision that a step did not expect, until one is answered as expected."""
    lit: list[str] = field(default_factory=list)
    """Notations of what is lit."""
    rules: tuple[str, ...] = ()
    draw: str = ""
    """What is drawn beside the sentence."""
    waits: bool = False
    """Somebody else decides, or the question is none of the lesson's."""
    asked: bool = False
    """Whether the learner has to decide now."""
    aside: str = ""
    """The kind of a question between the steps that has a sentence of its own."""
    again: bool = False
    """The lesson cannot go on unless the last decision is taken back; a problem is missed."""
    done: bool = False
    """The lesson is over; the problem is solved."""
