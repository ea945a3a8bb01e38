"""The panel beside a learner's table: it speaks while a lesson or a problem is played."""

from __future__ import annotations

from dataclasses import dataclass, field

from machinehall.school.items import Item, Lesson, following, said
from machinehall.school.progress import Progress

from .shell import Ctx

SOLVED = "solved"
"""The cookie that keeps what is done: title and ids, joined by dots."""


@dataclass(slots=True)
class Panel:
    """What is said beside the table."""

    item: Item
    name: str
    """Of the title."""
    heading: str
    state: str
    """now, wait, again, done."""
    at: int
    of: int
    text: str = ""
    remark: str = ""
    hint: str = ""
    rules: tuple[str, ...] = ()
    lit: list[str] = field(default_factory=list)
    next: str | None = None
    lesson: bool = False


# What is done is kept with the identity, and in the browser, which may have had another one before


async def solved(ctx: Ctx, name: str, *more: str) -> list[str]:
    """All that the reader has done, here or on another device; what only one of both knew, both know then."""
    here = [part for part in ctx.prefs.get(f"{SOLVED}-{name}", "").split(".") if part]
    done = await ctx.site.teaching.keep(ctx.caller, name, [*here, *more])
    if set(done) != set(here):
        ctx.pref(f"{SOLVED}-{name}", ".".join(done))
    return done


# The panel


async def panel(ctx: Ctx, name: str, found: tuple[Item, Progress]) -> Panel:
    """The panel of a learner's table."""
    item, now = found
    if now.done:
        await solved(ctx, name, item.id)
    speak = lesson_panel if isinstance(item, Lesson) else problem_panel
    made = speak(ctx, name, item, now)
    made.next = following(name, item.id)
    return made


def state_of(now: Progress) -> str:
    return "done" if now.done else "again" if now.again else "wait" if now.waits else "now"


def lesson_panel(ctx: Ctx, name: str, item: Item, now: Progress) -> Panel:
    say = ctx.say
    made = Panel(item, name, say(said(name, item.id, "title")), state_of(now), now.at, now.of, lesson=True)
    made.rules, made.lit = now.rules, now.lit
    if now.remark in ("instead", "must"):
        made.remark = say(said(name, item.id, now.about, "instead"))
    elif now.remark == "well":
        made.remark = say("learn.well")
    if now.done:
        made.text = say(said(name, item.id, "end"))
    elif now.say:
        made.text = say(said(name, item.id, now.say))
    elif now.aside:
        made.text = say(said(name, "aside", now.aside))
        # What must be taken back stays said until it is, also when the others have gone on meanwhile.
        made.state = "again" if now.again else "now"
    else:
        made.text = say("learn.free" if now.asked else "learn.wait")
    return made


def problem_panel(ctx: Ctx, name: str, item: Item, now: Progress) -> Panel:
    say = ctx.say
    made = Panel(item, name, say(said(name, item.id, "title")), state_of(now), now.at, now.of)
    made.text, made.hint = say(said(name, item.id, "task")), say(said(name, item.id, "hint"))
    if now.done:
        made.remark, made.text = say("learn.solved"), say(said(name, item.id, "why"))
        made.rules = getattr(item, "rules", ())
    elif now.again:
        made.remark = say("learn.missed")
    return made
