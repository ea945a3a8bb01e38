"""machinehall learn: lessons and problems in the terminal."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

import typer

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Choice
from machinehall.school import problem_words
from machinehall.school.items import PREFIX, Item, Lesson, item, items, said
from machinehall.school.lesson_match import LessonMatch
from machinehall.school.spoken import end_said, instead_said, step_said
from machinehall.words import Words

from .common import JSON, LANG, TITLE, find_title, out_json, tidy, words
from .play import HUMAN
from .session import Quit, Session

_w = words()
ITEM = typer.Argument(help=_w("cli.learn.item"), show_default=False)


@tidy
def command(
    title: Annotated[str, TITLE],
    name: Annotated[str | None, ITEM] = None,
    lang: Annotated[str | None, LANG] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List what there is to learn, or play one of it."""
    w = words(lang)
    found = find_title(title, None)
    if name is None:
        listed(found, w, json)
        return
    Class(LessonMatch(found, item(found.name, name)), w).run()


def listed(title: Title, w: Words, as_json: bool) -> None:
    rows = [
        {"name": each.id, "kind": "lesson" if isinstance(each, Lesson) else "problem", "title": heading(title, each, w)}
        for each in items(title.name).values()
    ]
    if as_json:
        out_json({"title": title.name, "items": rows})
        return
    for row in rows:
        typer.echo(f"{row['name']:16} {row['title']}")
    if rows:
        typer.echo(w("cli.learn.how", title.name, rows[0]["name"]))


def heading(title: Title, each: Item, w: Words) -> str:
    found = problem_words.heading(w, title, each)
    return found if isinstance(each, Lesson) else f"{found}: {problem_words.task(w, title, each)}"


class Class(Session):
    """A sitting with a teacher beside it."""

    match: LessonMatch

    def __init__(self, match: LessonMatch, say: Words) -> None:
        item = match.item
        players = [HUMAN if seat == item.seat else f"bot:{PREFIX}{item.id}" for seat in range(item.seats)]
        super().__init__(match, players, say, None)
        self.item = item
        self.taught = False
        """The lesson is over and the match goes on without it."""
        if isinstance(item, Lesson):
            self.commands |= {"back": self._back, "free": self._freely}
        else:
            del self.commands["save"]  # a position that was set up has no record

    def _step(self) -> None:
        if not self.taught:
            now = self.match.progress
            if now.done:
                self._finish()
                return
            if now.again and not isinstance(self.item, Lesson):
                self.screen.warn(self.say("learn.missed"))
                self.match = LessonMatch(self.match.title, self.item)
                self.told = dict.fromkeys(self.humans, 0)
        super()._step()

    def _finish(self) -> None:
        """The last word; a lesson can be gone on with against bots, a problem is over."""
        self._tell(self.sitting)
        self.taught = True
        if not isinstance(self.item, Lesson):
            self.screen.note(self.say("learn.solved"))
            reason = problem_words.why(self.say, self.match.title, self.item, self.wording)
            self.screen.lesson(self._heading, reason, self.item.rules)
            raise Quit
        name = self.match.title.name
        self.screen.lesson(self._heading, end_said(self.say, name, self.item.id, self.match.progress), ())
        self.screen.note(self.say("learn.go_on"))
        self._against_bots()

    def _back(self, seat: int, rest: str) -> None:
        """To the step that was answered otherwise; the same decisions meet the same luck there."""
        number = self.match.progress.strayed
        if self.taught or number is None:
            self.screen.warn(self.say("cli.learn.not_strayed"))
            return
        self.match = self.match.before(number)
        self.told = {person: min(known, number) for person, known in self.told.items()}

    def _freely(self, seat: int, rest: str) -> None:
        """On without the lesson."""
        if self.taught:
            return
        self.taught = True
        self._against_bots()
        self.screen.note(self.say("learn.go_on"))

    def _against_bots(self) -> None:
        from machinehall.bots import make_bot

        self.bots = {seat: make_bot("apprentice", self.match.title) for seat in self.bots}

    def _close(self) -> None:
        if not self.taught and self.match.progress.done:
            with contextlib.suppress(Quit):
                self._finish()
        super()._close()

    def _leave(self) -> None:
        if isinstance(self.item, Lesson):
            super()._leave()

    def _ask(self, seat: int, view: dict[str, Any], choices: list[Choice]) -> None:
        if not self.taught:
            self._speak()
        super()._ask(seat, view, choices)

    def _speak(self) -> None:
        now, item = self.match.progress, self.item
        if not isinstance(item, Lesson):
            self.screen.lesson(self._heading, problem_words.task(self.say, self.match.title, item), ())
            return
        name = self.match.title.name
        remark = instead_said(self.say, self.wording, name, item.id, now)
        if remark:
            self.screen.note(remark)
        if now.strayed is not None:
            self.screen.note(self.say("cli.learn.strayed"))
        text = step_said(self.say, name, item.id, now) if now.say else self.say("learn.free")
        if now.aside:
            text = self.say(said(name, "aside", now.aside))
        lit = self.say("list.separator").join(now.lit[:3])
        self.screen.lesson(self.say("learn.step", min(now.at + 1, now.of), now.of), text, now.rules, lit)

    @property
    def _heading(self) -> str:
        return problem_words.heading(self.say, self.match.title, self.item)
