"""A match at one keyboard: people and bots, prompts, narration, commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from machinehall.bots import decide
from machinehall.bots.levels import adviser
from machinehall.kernel.actions import shortens
from machinehall.kernel.match import CannotUndo, Match
from machinehall.kernel.values import Action, BadAction, Event, Refusal
from machinehall.kernel.wording import Choice
from machinehall.server.speech import hints_in_words
from machinehall.words import Titled, Words
from machinehall.words.boards import board
from machinehall.words.titles import wording

from .rulebooks import rule_text, search
from .screen import Screen
from .seats import read_seats

HITS = 5
"""Rules that a search in the middle of a game shows."""
LOG_LINES = 30


class Quit(Exception):
    """The player leaves the table."""


class Session:
    """One sitting."""

    def __init__(
        self, match: Match, players: Sequence[str], say: Words, seed: int | None, saved: Path | None = None
    ) -> None:
        self.match = match
        self.say = say
        self.players = players
        self.bots = read_seats(players, match.title, seed)
        self.humans = [seat for seat in range(match.seats) if seat not in self.bots]
        self.wording = wording(match.title, say, seats=match.seats)
        self.board = board(match.title, self.wording, say)
        self.screen = Screen(self.wording, Titled(match.title.name, say), match.seats)
        self.told = dict.fromkeys(self.humans, self._opening())
        """How much of the log each person has been told."""
        self.saved = saved
        self.saved_at = len(match.log) if saved else -1
        self.sitting: int | None = self.humans[0] if len(self.humans) == 1 else None
        """The person at the keyboard, if there are several."""
        self.commands: dict[str, Callable[[int, str], None]] = {
            "help": lambda seat, rest: self.screen.howto(self.match.title.full_name),
            "?": self._explain,
            "rule": self._rule,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "log": self._log,
            "board": self._board,
            "choices": lambda seat, rest: self._ask(seat, self._view(seat), self._choices(seat)),
            "quit": self._quit,
        }

    def _opening(self) -> int:
        """Nobody wants to be told the whole set-up: begin with the first decision, or with what a file leaves off."""
        return len(self.match.log)

    # The loop

    def run(self) -> None:
        self.screen.welcome(self.match, [p.strip() for p in self.players])
        try:
            while self.match.to_act:
                self._step()
        except (Quit, EOFError, KeyboardInterrupt):
            self._leave()
            return
        self._close()

    def _close(self) -> None:
        """The match is over."""
        self._tell(self.sitting)
        self.screen.result(self.match)
        for seat in self.humans:
            self.screen.feats(self.match, seat)

    def _step(self) -> None:
        acting = self.match.to_act
        seat = next((s for s in acting if s in self.bots), acting[0])
        legal = self.match.legal(seat)
        if len(legal) == 1:
            self.match.autopilot(seat)
        elif seat in self.bots:
            self.match.play(decide(self.match, seat, self.bots[seat]), seat)
        else:
            self._turn(seat)
        if len(self.humans) == 1:
            self._tell(self.humans[0])

    def _turn(self, seat: int) -> None:
        """A person decides: ask until something has been played or taken back."""
        if self.sitting != seat:
            self.screen.hand_over(seat, len(self.humans) > 1)
            self._read()
            self.screen.clear()
            self.sitting = seat
        self._tell(seat)
        view = self._view(seat)
        self.screen.show_new(self.board.overview(view, seat, self.screen.width, self.screen.height))
        choices = self._choices(seat)
        self._ask(seat, view, choices)
        before = self._mark()
        while self._mark() == before:
            line = self._read().strip()
            if line:
                self._obey(seat, line, choices)

    def _mark(self) -> tuple[int, int]:
        """Changes whenever something has been decided or taken back."""
        return len(self.match.log), id(self.match.state)

    def _view(self, seat: int) -> dict[str, Any]:
        return self.match.view(seat)

    def _choices(self, seat: int) -> list[Choice]:
        return self.wording.choices(self._view(seat), seat, self.match.legal(seat))

    def _ask(self, seat: int, view: dict[str, Any], choices: list[Choice]) -> None:
        self.screen.ask(seat, self.wording.phase(view), self.wording.asked(view, seat), choices)

    def _read(self) -> str:
        """A line from the keyboard or a pipe."""
        self.screen.prompt()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.screen.echo(line.rstrip("\n"))
        return line

    # What a line means

    def _obey(self, seat: int, line: str, choices: list[Choice]) -> None:
        first, _, rest = line.partition(" ")
        if line.startswith("?"):
            first, rest = "?", line[1:]
        command = self.commands.get(first.lower())
        part = self.board.part(line.lower(), self._view(seat), seat)
        if command is not None:
            command(seat, rest.strip())
        elif part is not None:
            self.screen.show(part)
        else:
            self._try(seat, line, choices)

    def _try(self, seat: int, line: str, choices: list[Choice]) -> None:
        """Play what a number or a notation means, or say why not."""
        action = self._meant(seat, line, choices)
        if action is None:
            return
        refusal = self.match.why_not(action, seat)
        if refusal is not None:
            self._refuse(seat, action, refusal)
            return
        self.match.play(action, seat)

    def _refuse(self, seat: int, action: Action, refusal: Refusal) -> None:
        """The reason, and the allowed choice that comes closest."""
        self.screen.refused(self.wording.refusal(refusal), refusal.rule)
        near = self.match.nearest(action, seat)
        if near is not None:
            self.screen.note(self.say("cli.play.could", self.wording.label(near), self.match.text(near)))

    def _meant(self, seat: int, line: str, choices: list[Choice]) -> Action | None:
        if line.isdecimal():
            if 1 <= int(line) <= len(choices):
                return choices[int(line) - 1].action
            self.screen.warn(self.say("cli.play.no_number", line, len(choices)))
            return None
        try:
            return self.match.parse(line, seat)
        except BadAction:
            self._not_understood(line, choices)
            return None

    def _not_understood(self, line: str, choices: list[Choice]) -> None:
        """What it could mean; else what of its kind there is to choose; else what can be typed at all."""
        fits = [c.notation for c in choices if _begins(c.notation, line)]
        kind = self.match.title.actions.kind_of(line.lower().split()[0])
        same = [c.notation for c in choices if c.action.kind == kind]
        key = "cli.play.ambiguous" if len(fits) > 1 else "cli.play.same_kind" if same else "cli.play.unknown"
        some = (fits if len(fits) > 1 else same)[:HITS]
        self.screen.warn(self.say(key, line, self.say("list.separator").join(some)))

    # Commands

    def _explain(self, seat: int, rest: str) -> None:
        """`?` alone helps; with a number or a notation it explains a choice, with other words it searches the rules."""
        choices = self._choices(seat)
        if not rest:
            rule = self.wording.asked_rule(self._view(seat), seat)
            self.screen.commands(self.board.parts, choices[0].notation, rule)
            self._ask_rule(rule)
            return
        if rest.isdecimal() and not 1 <= int(rest) <= len(choices):
            self.screen.warn(self.say("cli.play.no_number", rest, len(choices)))
            return
        try:
            action = choices[int(rest) - 1].action if rest.isdecimal() else self.match.parse(rest, seat)
        except BadAction:
            self._search(rest)
            return
        refusal = self.match.why_not(action, seat)
        if refusal is not None:
            self._refuse(seat, action, refusal)
            self._ask_rule(refusal.rule)
            return
        choice = next(c for c in choices if c.action == action)
        self.screen.explain(choice)
        self._ask_rule(choice.rule)

    def _ask_rule(self, rule_id: str) -> None:
        found = rule_text(self.match.title.name, rule_id, self.say.lang)
        if found:
            self.screen.rule(*found)

    def _search(self, wanted: str) -> None:
        hits = search(self.match.title.name, wanted, HITS, self.say.lang)
        if not hits:
            self.screen.warn(self.say("cli.play.nothing_found", wanted))
        for hit in hits:
            self.screen.rule(*hit)

    def _rule(self, seat: int, rest: str) -> None:
        found = rule_text(self.match.title.name, rest, self.say.lang) if rest else None
        if found:
            self.screen.rule(*found)
        else:
            self.screen.warn(self.say("cli.play.no_rule", rest))

    def _hint(self, seat: int, rest: str) -> None:
        """Two or three sensible moves, thought out from what this seat may see."""
        found = adviser(self.match.title).suggest(self._view(seat), self.match.legal(seat))
        numbers = {choice.action: str(n) for n, choice in enumerate(self._choices(seat), 1)}
        told = hints_in_words(self.match.title, [(h.value, h.reasons) for h in found], self.say.lang)
        labels = [(numbers[h.action], self.wording.label(h.action)) for h in found]
        self.screen.hints([(*label, why) for label, why in zip(labels, told, strict=True)])

    def _undo(self, seat: int, rest: str) -> None:
        try:
            self.match.undo(seat)
        except CannotUndo as fault:
            self.screen.refused(self.wording.refusal(fault.refusal), fault.refusal.rule)
            return
        for person in self.told:
            self.told[person] = min(self.told[person], len(self.match.log))
        self.screen.note(self.say("cli.play.undone"))

    def _save(self, seat: int, rest: str) -> None:
        if not rest and self.saved is None:
            self.screen.warn(self.say("cli.play.save_where"))
            return
        path = Path(rest).expanduser() if rest else self.saved
        assert path is not None
        try:
            path.write_text(self.match.record(), encoding="utf-8")
        except OSError as fault:
            self.screen.warn(self.say("cli.error.file", path, fault.strerror or fault))
            return
        self.saved, self.saved_at = path, len(self.match.log)
        self.screen.note(self.say("cli.play.saved", path))

    def _log(self, seat: int, rest: str) -> None:
        lines = self.wording.story(self.match.events(seat))
        self.screen.story(lines[-(int(rest) if rest.isdecimal() else LOG_LINES) :])

    def _board(self, seat: int, rest: str) -> None:
        self.screen.show(self.board.everything(self._view(seat), seat, self.screen.width))

    def _quit(self, seat: int, rest: str) -> None:
        raise Quit

    def _leave(self) -> None:
        self.screen.note("")
        if self.saved is None:
            self.screen.note(self.say("cli.play.left_unsaved"))
            return
        key = "cli.play.left" if self.saved_at == len(self.match.log) else "cli.play.left_behind"
        self.screen.note(self.say(key, self.match.title.name, self.saved, ",".join(self.players)))

    # Telling

    def _tell(self, seat: int | None) -> None:
        """Tell a person what has happened since, forced decisions of the own seat among it."""
        begin = self.told[seat] if seat is not None else min(self.told.values(), default=0)
        pending: list[Event] = []
        for entry, events in zip(self.match.log[begin:], self.match.happened[begin:], strict=True):
            if entry.forced and entry.seat == seat:
                self.screen.story(self.wording.story(pending))
                pending = []
                self.screen.forced(self.wording.label(entry.action))
            pending += [fact for event in events if (fact := event.seen_from(seat)) is not None]
        self.screen.story(self.wording.story(pending))
        if seat is not None:
            self.told[seat] = len(self.match.log)


def _begins(notation: str, line: str) -> bool:
    """Whether a line shortens a notation."""
    parts, words = notation.split(), line.lower().split()
    return len(words) <= len(parts) and all(shortens(w, p) for p, w in zip(parts, words, strict=False))
