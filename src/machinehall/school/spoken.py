"""The sentences of a lesson, for pages and for the terminal: only what is true of the position is said."""

from __future__ import annotations

from machinehall.kernel.wording import Say, Wording

from .items import said
from .standing import Progress


def step_said(say: Say, name: str, item: str, now: Progress) -> str:
    """What the step that speaks now says."""
    return say(said(name, item, now.say, *(("plain",) if now.plain else ())))


def end_said(say: Say, name: str, item: str, now: Progress) -> str:
    """The last words of a lesson."""
    return say(said(name, item, "end", *(("plain",) if now.plain else ())))


def instead_said(say: Say, words: Wording, name: str, item: str, now: Progress) -> str:
    """What was done instead of what a step said, in words, and what the lesson has to say about it; else nothing."""
    if now.did is None:
        return ""
    story = [str(sentence) for sentence in words.story(now.came)] or [f"{words.label(now.did)}."]
    remark = said(name, item, now.about, "instead")
    return " ".join([say("learn.instead", " ".join(story)), *([say(remark)] if say.has(remark) else [])])
