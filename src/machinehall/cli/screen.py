"""What a sitting looks like, apart from the board: headings, choices, narration, rules, results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from machinehall.kernel.match import Match
from machinehall.kernel.wording import Choice, Say, Sentence, Wording, minus

READABLE = 100
"""Running text is not set wider than this."""
NUMBER = 6
"""Characters for the number of a choice and the gaps in its line."""
SHORTEST_NOTE = 16
"""A note cut shorter than this says nothing."""


class Screen:
    """Writes to the terminal. Names of seats are shown in their colours."""

    def __init__(self, wording: Wording, say: Say, seats: int) -> None:
        self.wording = wording
        self.say = say
        self.console = Console(highlight=False)
        self.seen: dict[int, str] = {}
        """The parts of the table as they were shown last."""
        self.hinted = False
        self.styles = {wording.seat(seat): f"bold {wording.seat_style(seat)}" for seat in range(seats)}

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height

    def show(self, what: RenderableType) -> None:
        self.console.print(what)

    def show_new(self, parts: Sequence[RenderableType]) -> None:
        """Those parts of the table that look different from what was shown last."""
        for i, part in enumerate(parts):
            with self.console.capture() as capture:
                self.console.print(part)
            if self.seen.get(i) != capture.get():
                self.seen[i] = capture.get()
                self.console.print(part)

    def clear(self) -> None:
        self.seen = {}
        if sys.stdout.isatty():
            self.console.clear()
            # The lines above the screen too: another person's hand may be among them.
            sys.stdout.write("\x1b[3J")

    def coloured(self, line: str, style: str = "") -> Text:
        text = Text(line, style=style)
        for name, colour in self.styles.items():
            text.highlight_words([name], colour)
        return text

    def note(self, line: str) -> None:
        self.show(self.coloured(line, "dim"))

    def warn(self, line: str) -> None:
        self.show(Text("✗ ", style="bold red") + self.coloured(line))

    def refused(self, sentence: str, rule: str) -> None:
        self.warn(self.say("cli.play.refused", sentence, rule))

    def story(self, lines: Sequence[Sentence]) -> None:
        table = Table.grid()
        for line in lines:
            table.add_row(Text("  · ", style="dim"), self.coloured(str(line)))
        if lines:
            self.show(table)

    def forced(self, label: str) -> None:
        self.show(Text(f"  · {self.say('cli.play.forced', label)}", style="dim italic"))

    def prompt(self) -> None:
        self.console.print(Text("> ", style="bold"), end="")
        sys.stdout.flush()

    def echo(self, line: str) -> None:
        """Show what came through a pipe, so that the transcript can be read."""
        self.console.print(Text(line))

    # Occasions

    def welcome(self, match: Match, players: Sequence[str]) -> None:
        seats = Text(" · ").join(
            self.coloured(f"{self.wording.seat(seat)}: {player}") for seat, player in enumerate(players)
        )
        body = Text(self.say("cli.play.welcome")) + Text("\n") + seats
        self.show(Panel(body, title=match.title.full_name, title_align="left", box=box.HEAVY, expand=False))

    def hand_over(self, seat: int, several: bool) -> None:
        self.clear()
        if several:
            self.show(self.coloured(self.say("cli.play.hand_over", self.wording.seat(seat)), "bold"))

    def ask(self, seat: int, phase: str, question: str, choices: list[Choice]) -> None:
        """The question with its numbered choices, under their headings."""
        head = self.coloured(f"{self.wording.seat(seat)} – {phase}" if phase else self.wording.seat(seat))
        self.show(Rule(head, align="left", style="dim"))
        self.show(Text(question, style="bold"))
        numbered = list(enumerate(choices, 1))
        groups = [(head, list(group)) for head, group in groupby(numbered, key=lambda pair: pair[1].group)]
        for heading, group in groups:
            if len(groups) > 1:
                self.show(Text(heading, style="underline"))
            self.show(self._listed(group))
        self.show(Text(self.say("cli.play.hint_short" if self.hinted else "cli.play.hint"), style="dim"))
        self.hinted = True

    def _listed(self, group: list[tuple[int, Choice]]) -> Table:
        """Numbered choices: short ones side by side, long ones in a line each."""
        terms = [self._terms(choice) for _, choice in group]
        # A title without words of its own has nothing but the notation; once is enough.
        notations = ["" if choice.notation == choice.text else choice.notation for _, choice in group]
        aside = max(t.cell_len for t in terms) + NUMBER
        longest = max(len(choice.text) + (3 + len(choice.note) if choice.note else 0) for _, choice in group)
        if longest + aside + max(map(len, notations)) > self.width:
            # The words that can be typed are in `? 5` as well; what a choice is about comes first.
            notations = [""] * len(group)
        room = self.width - aside - max(map(len, notations))
        across = max(1, min(3, len(group), self.width // (longest + self.width - room)))
        table = Table.grid(padding=(0, 1, 0, 0), expand=across == 1)
        for _ in range(across):
            table.add_column(no_wrap=True)
            table.add_column(ratio=1)
            table.add_column(no_wrap=True)
            table.add_column(no_wrap=True, style="dim")
        rows = [
            (Text(f"{number:2}", style="bold"), self._what(choice, room), term, notation)
            for (number, choice), term, notation in zip(group, terms, notations, strict=True)
        ]
        down = -(-len(rows) // across)
        for i in range(down):
            table.add_row(*(part for row in rows[i::down] for part in row))
        return table

    def _what(self, choice: Choice, room: int) -> Text:
        """The label, and as much of the note as there is room for."""
        text = Text(choice.text)
        left = room - text.cell_len - 3
        if choice.note and left >= min(len(choice.note), SHORTEST_NOTE):
            note = self.coloured(choice.note.replace("\n", " "), "dim")
            note.truncate(left, overflow="ellipsis")
            text += Text(" – ", style="dim") + note
        return text

    def _terms(self, choice: Choice) -> Text:
        text = Text("")
        if choice.pays:
            text += Text(f"−{choice.pays}", style="red")
        if choice.gains:
            text += Text(" " if choice.pays else "") + Text(f"+{choice.gains}", style="green")
        return text

    def explain(self, choice: Choice) -> None:
        self.show(Text(choice.text, style="bold"))
        for key in ("notation", "pays", "gains", "note"):
            value = getattr(choice, key)
            if value:
                self.show(self.coloured(self.say(f"cli.play.{key}", value)))

    def rule(self, rule_id: str, text: str) -> None:
        width = min(self.width, READABLE)
        legend = None if rule_id.startswith("MH-") else Text(self.wording.legend(), style="dim")
        from rich.markdown import Markdown  # with colours for code of any language, which take their time to load

        panel = Panel(Markdown(text), title=rule_id, title_align="left", box=box.ROUNDED, width=width)
        panel.subtitle, panel.subtitle_align = legend, "right"
        self.show(panel)

    def commands(self, parts: Sequence[str], notation: str, rule: str) -> None:
        """All that can be typed, with a choice and a rule of this very moment as examples."""
        table = Table.grid(padding=(0, 2))
        names = ("number", "notation", "?", "rule", "help", "board", "choices", "log", "hint", "undo", "save", "quit")
        for name in names:
            typed = self.say(f"cli.command.{name}", notation, rule)
            table.add_row(Text(typed, style="bold"), self.say(f"cli.command.{name}.help"))
        if parts:
            table.add_row(Text(", ".join(parts), style="bold"), self.say("cli.command.parts.help"))
        self.show(table)

    def lesson(self, heading: str, text: str, rules: Sequence[str], lit: str = "") -> None:
        """What a teacher says before a question."""
        body = Text(text)
        if lit:
            body += Text("\n→ ", style="bold") + Text(lit, style="bold")
        subtitle = Text(" ".join(rules), style="dim") if rules else None
        panel = Panel(body, title=heading, title_align="left", box=box.ROUNDED, width=min(self.width, READABLE))
        panel.subtitle, panel.subtitle_align = subtitle, "right"
        self.show(panel)

    def hints(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Suggested moves: number, label, reasons."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for number, label, why in rows:
            table.add_row(Text(number, style="bold"), label, Text(why, style="dim"))
        self.show(table)

    def howto(self, name: str) -> None:
        width = min(self.width, READABLE)
        for heading, paragraph in self.wording.howto():
            self.console.print(Text(heading, style="bold underline"), width=width)
            self.console.print(Text(paragraph), width=width)

    def feats(self, match: Match, seat: int) -> None:
        """What a person has done to be proud of, if the title counts such things within one match."""
        names = match.found(seat)
        done = [feat for feat in match.title.feats.all if feat.name in names] if match.title.feats else []
        if done:
            self.show(self.coloured(self.say("cli.play.feats", self.wording.seat(seat))))
        for feat in done:
            self.show(Text(f"  {self.say(f'feat.{feat.name}', feat.figure)} ({feat.rule})"))

    def result(self, match: Match) -> None:
        """The ranking with the points of every scoring step."""
        outcome = match.outcome
        assert outcome is not None
        self.show(Rule(style="dim"))
        self.show(Text(self.say(outcome.reason), style="bold"))
        ranked = sorted(range(match.seats), key=lambda s: outcome.places[s])
        table = Table(box=box.SIMPLE_HEAD, show_footer=True)
        table.add_column("", footer=self.say("cli.result.total"))
        for seat in ranked:
            head = Text(f"{outcome.places[seat]}. ") + self.coloured(self.wording.seat(seat))
            table.add_column(head, footer=minus(outcome.scores[seat]), justify="right")
        for automaton in outcome.automata:
            table.add_column(self.say(automaton.name), footer=minus(automaton.score), justify="right")
        columns = [*(outcome.breakdown[seat] for seat in ranked), *(a.breakdown for a in outcome.automata)]
        for step in outcome.breakdown[0]:
            table.add_row(self.say(step), *(minus(column.get(step, "–")) for column in columns))
        self.show(table)
        if 1 not in outcome.places:
            best = max(outcome.scores)
            ahead = [self.say(a.name) for a in outcome.automata if a.score >= best]
            self.show(Text(self.say("cli.play.lost", self.say("list.separator").join(ahead))))
            return
        winners = [self.wording.seat(s) for s in range(match.seats) if outcome.places[s] == 1]
        names = self.say("list.separator").join(winners)
        self.show(self.coloured(self.say("cli.result.winner", names, n=len(winners))))
