"""Numbered rulebooks: rules, rulings, examples and edge cases, read from the Markdown file of a title.

The form, in short: chapters are headings with a number; a rule is a list item that opens with its id and owns all that
follows up to the next rule or heading; rulings are rows of a table; examples are headings, paragraphs or rows that open
with an id; edge cases are the numbered list, or the table, of the chapter of that name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from machinehall.kernel.values import MachineHallError, UnknownTitle

HOUSE = "house"
"""The rules that hold at every table, beside the titles'."""

_HEADING = re.compile(r"^(#{1,6}) +(.+)$")
_CHAPTER = re.compile(r"^(?:[A-Z]{2}-)?(\d+)\.? +(.+)$")
_RULE = re.compile(r"^- +(\*\*)?([A-Z]{2}-\d+\.\d+[a-z]?)\b[ .:]*(.*)$")
_RULE_ID = re.compile(r"^[A-Z]{2}-\d+\.\d+$")
_RULING = re.compile(r"^(A-\d+|Amb-\d+|[A-Z]{2}-D\d+)$")
_EXAMPLE = re.compile(r"^([A-Z]{2}-[ED]X-[A-Z]?\d+)\b *(?:\[([^\]]*)\])? *(.*)$")
_EDGE = re.compile(r"^[A-Z]{2}-E-?\d+$")
_NUMBERED = re.compile(r"^(\d+)\. +(.+)$")
_NOT_YET = re.compile(r"^<!-- not yet to be proved: (.+) -->$")
"""Chapters and ids that are written down but not yet played; one line near the top of a rulebook names them all."""


class BadRulebook(MachineHallError):
    """A rulebook that cannot be read, or that gives one id to two things."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A numbered chapter."""

    number: int
    heading: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, with the tables and lists that belong to it, as Markdown."""

    id: str
    chapter: int
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is played where the printed rules are silent, damaged or at odds."""

    id: str
    question: str
    ruling: str
    why: str

    @property
    def text(self) -> str:
        return " - ".join(part for part in (self.question, self.ruling, self.why) if part)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a position, what is done, what comes out."""

    id: str
    title: str
    tag: str
    text: str


@dataclass(frozen=True, slots=True)
class EdgeCase:
    """Something that is easily got wrong."""

    id: str
    text: str


Entry = Rule | Ruling | Example | EdgeCase


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """All of a title's rules, in the order of the book."""

    title: str
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...] = field(repr=False)
    rulings: tuple[Ruling, ...] = field(repr=False)
    examples: tuple[Example, ...] = field(repr=False)
    edge_cases: tuple[EdgeCase, ...] = field(repr=False)
    index: dict[str, Entry] = field(repr=False)
    """Everything by id, in order: rules, rulings, examples, edge cases."""
    not_yet: frozenset[str] = frozenset()
    """Numbers of chapters and single ids that no test has to cite yet."""

    def lookup(self, entry_id: str) -> Entry | None:
        """The rule, ruling, example or edge case with this id, however it is capitalised."""
        wanted = entry_id.strip()
        return self.index.get(wanted) or self._folded().get(wanted.casefold())

    def chapter(self, number: int) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.number == number), None)

    def to_prove(self) -> list[str]:
        """The ids that a test has to cite. Rulings speak through the rules that quote them."""
        return [i for i, entry in self.index.items() if not isinstance(entry, Ruling) and not self._waits(entry)]

    def _waits(self, entry: Entry) -> bool:
        return entry.id in self.not_yet or (isinstance(entry, Rule) and str(entry.chapter) in self.not_yet)

    def _folded(self) -> dict[str, Entry]:
        return {entry_id.casefold(): entry for entry_id, entry in self.index.items()}


def titles_with_rules() -> list[str]:
    """Titles that bring a numbered rulebook."""
    from .homes import homes

    return [name for name, home in homes().items() if home.rulebook.is_file()]


def books() -> list[str]:
    """All rulebooks whose rules are to be proved: the house's and those of the titles."""
    return [HOUSE, *titles_with_rules()]


@lru_cache(maxsize=32)
def load_rulebook(title: str) -> Rulebook:
    """The rulebook of a title; raise BadRulebook if there is none."""
    try:
        return parse_rulebook(title, book_path(title).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRulebook(f"no rulebook for {title!r}: {error.strerror}") from error


def book_path(title: str) -> Path:
    """Where a rulebook lies."""
    if title == HOUSE:
        return Path(__file__).with_name("rulebook.md")
    from .homes import home

    try:
        return home(title).rulebook
    except UnknownTitle as error:
        raise BadRulebook(f"no rulebook for {title!r}: {error}") from None


def parse_rulebook(title: str, text: str) -> Rulebook:
    reader = _Reader()
    for line in text.splitlines():
        reader.line(line.rstrip())
    reader.close()
    index: dict[str, Entry] = {}
    found: list[Entry] = [*reader.rules, *reader.rulings, *reader.examples, *reader.edge_cases]
    for entry in found:
        if entry.id in index:
            raise BadRulebook(f"{title}: {entry.id} is defined twice")
        index[entry.id] = entry
    return Rulebook(
        title,
        tuple(reader.chapters),
        tuple(reader.rules),
        tuple(reader.rulings),
        tuple(reader.examples),
        tuple(reader.edge_cases),
        index,
        frozenset(reader.not_yet),
    )


class _Reader:
    """Goes through the lines once; `open` is the rule, example or edge case whose text is still growing."""

    def __init__(self) -> None:
        self.chapters: list[Chapter] = []
        self.rules: list[Rule] = []
        self.rulings: list[Ruling] = []
        self.examples: list[Example] = []
        self.edge_cases: list[EdgeCase] = []
        self.tabled: set[str] = set()
        self.not_yet: list[str] = []
        self.prefix = ""
        self.in_edge_cases = False
        self.columns: list[str] = []
        self.open: Rule | Example | EdgeCase | None = None
        self.lines: list[str] = []

    def line(self, line: str) -> None:
        if not_yet := _NOT_YET.match(line):
            self.not_yet += not_yet[1].split()
        elif heading := _HEADING.match(line):
            self._heading(len(heading[1]), heading[2])
        elif line == "---":
            self.close()
        elif rule := _RULE.match(line):
            self._rule(rule)
        elif line.startswith("|") and self._row(_cells(line)):
            pass
        elif line.startswith("**") and (example := _EXAMPLE.match(line.removeprefix("**"))):
            title, _, rest = example[3].partition("**")
            self._start(Example(example[1], title.strip(), example[2] or "", ""), rest)
        elif self.in_edge_cases and (numbered := _NUMBERED.match(line)):
            self._start(EdgeCase(f"{self.prefix}-E-{int(numbered[1]):02d}", ""), numbered[2])
        elif self.open is not None:
            self.lines.append(line)

    def close(self) -> None:
        """File what was open, with all the lines that belong to it."""
        text = "\n".join(self.lines).strip()
        match self.open:
            case Rule(entry_id, chapter, _):
                self.rules.append(Rule(entry_id, chapter, text))
            case Example(entry_id, title, tag, _):
                self.examples.append(Example(entry_id, title, tag, text))
            case EdgeCase(entry_id, _):
                self.edge_cases.append(EdgeCase(entry_id, text))
            case None:
                pass
        self.open = None
        self.lines = []

    def _start(self, entry: Rule | Example | EdgeCase, text: str) -> None:
        self.close()
        self.open = entry
        self.lines = [text.strip()]

    def _heading(self, depth: int, heading: str) -> None:
        self.close()
        self.columns = []
        if example := _EXAMPLE.match(heading):
            self._start(Example(example[1], example[3], example[2] or "", ""), "")
            return
        chapter = _CHAPTER.match(heading)
        if chapter:
            self.chapters.append(Chapter(int(chapter[1]), chapter[2]))
        if depth <= 2:
            self.in_edge_cases = "edge cases" in heading.casefold()

    def _rule(self, found: re.Match[str]) -> None:
        bold, entry_id, text = found[1], found[2], found[3]
        if bold:
            # The bold part may go on with a short name: **NU-7.2 Special Directive** (...)
            name, _, rest = text.partition("**")
            text = f"**{name.strip()}** {rest.strip()}" if name.strip() else rest
        self.prefix = entry_id.partition("-")[0]
        if entry_id in self.tabled:
            self.tabled.remove(entry_id)
            self.rules = [rule for rule in self.rules if rule.id != entry_id]
        self._start(Rule(entry_id, _chapter_of(entry_id), ""), text)

    def _row(self, cells: list[str]) -> bool:
        """Take a row of a table if its first cell is an id of ours; otherwise it belongs to what is open."""
        first = cells[0]
        if first.casefold() == "id":
            self.columns = [cell.casefold() for cell in cells]
            # A list of rulings or examples has such a head, but so has the list of improvements inside a rule.
            return self.open is None
        if _RULING.match(first):
            self.close()
            self.rulings.append(_ruling(cells, self.columns))
        elif _RULE_ID.match(first):
            # A list of rules; where items below spell a rule out, they are the rule and the row was a summary.
            self.close()
            self.tabled.add(first)
            self.rules.append(Rule(first, _chapter_of(first), ": ".join(cells[1:])))
        elif _EXAMPLE.match(first):
            self.close()
            self.examples.append(Example(first, cells[1], "", " | ".join(cells[1:])))
        elif self.in_edge_cases and _EDGE.match(first):
            self.close()
            self.edge_cases.append(EdgeCase(first, ": ".join(cells[1:])))
        else:
            return False
        return True


def _chapter_of(rule_id: str) -> int:
    return int(rule_id.partition("-")[2].partition(".")[0])


def _cells(line: str) -> list[str]:
    """The cells of a table row; a bar inside a cell is written with a backslash."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _ruling(cells: list[str], columns: list[str]) -> Ruling:
    """Columns are found by their heads, since rulebooks compare different sources in between."""
    named = dict(zip(columns, cells, strict=False))

    def pick(*words: str) -> str:
        return next((cell for head, cell in named.items() if any(word in head for word in words)), "")

    question = pick("question", "problem", "item") or (cells[1] if len(cells) > 1 else "")
    return Ruling(cells[0], question, pick("ruling") or cells[-1], pick("why"))
