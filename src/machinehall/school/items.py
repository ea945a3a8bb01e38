"""Lessons and problems as data: `titles/<title>/school/lessons/*.json`, `titles/<title>/school/problems/*.json`.

A lesson is a match that begins with a known log; its steps wait for decisions of the learner's seat. A problem is a
position with a goal. Their sentences are words with ids made from title, item and step, see `said`. Problems from
matches of strong bots lie in one file, `school/from_matches.json`, and share their sentences, see `problem_words`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any, Literal

import msgspec

from machinehall.kernel import fields
from machinehall.kernel.homes import home
from machinehall.kernel.title import Title
from machinehall.kernel.values import MachineHallError

PREFIX = "learn:"
"""A seat of a learner's table is held by the bot of this name and the item's id."""


class UnknownItem(MachineHallError):
    """No lesson or problem of this name."""


class Condition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One condition, within bounds: a fact, its gain since the beginning, how many events fit a pattern, whether the
    latest event of its kind fits (1 or 0), whether the learner's last decision does, how many offers do, or whether the
    position is where the solution of the problem leads."""

    of: Literal["fact", "gain", "events", "latest", "acted", "offered", "reached"]
    what: str = ""
    least: int | None = None
    most: int | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One thing to do. It waits for a decision of one of the kinds `at` (none: any), and until something is offered
    that it expects."""

    id: str
    at: tuple[str, ...] = ()
    expect: tuple[str, ...] = ("*",)
    """Patterns of the actions that the step is about; what else is legal is accepted with a remark."""
    light: tuple[str, ...] = ()
    """Patterns of what is lit rather than all that is expected."""
    when: tuple[Condition, ...] = ()
    """Without these the step makes no sense and is not said."""
    claims: tuple[Condition, ...] = ()
    """What its sentence says about the position; where it is not so, the sentence `<id>.plain` is said."""
    must: bool = False
    """Another action would break the lesson: the learner is asked to take it back."""
    optional: bool = False
    """The match may never ask this; then the next step takes over."""
    rules: tuple[str, ...] = ()
    draw: str = ""
    """A small picture beside its sentence, as in a book; `{0}` is what the first action that is lit names first."""

    @property
    def lit(self) -> tuple[str, ...]:
        """Patterns, the most wanted first."""
        return (*self.light, *(p for p in self.expect if p != "*"))


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A guided match."""

    id: str
    seats: int
    seat: int
    opening: tuple[str, ...]
    """The log before the learner's first decision, as in a record."""
    steps: tuple[Step, ...]
    others: dict[str, tuple[str, ...]] = {}
    """For each other seat patterns of actions, the most wanted first; habit decides where none of them is legal."""
    options: dict[str, int] = {}
    asides: dict[str, tuple[str, ...]] = {}
    """Kinds of decision between the steps that have a sentence of their own, with what is lit then."""
    until: tuple[Condition, ...] = ()
    """Facts that end the lesson, whatever steps are left."""
    proud: tuple[Condition, ...] = ()
    """What its last sentence says was done; where it was not, `end.plain` is said."""
    minutes: int = 12


class Measured(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Why the solution of a problem from a match is the one: what it gains against the next best turn."""

    gain: float
    """Points of lead that may be expected."""
    error: float
    """The standard error of it."""
    worlds: int
    """Worlds in which both were played on."""
    next: tuple[str, ...]
    """The next best turn."""
    ends: float
    """What matches that were played on to their end ended better by, on the whole."""
    ends_error: float
    sources: dict[str, float]
    """The gain by where it comes from: message ids of the seat's own sources of points, and of the best other."""


class Puzzle(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A position with a goal."""

    id: str
    seats: int
    seat: int
    position: dict[str, Any]
    """Where it differs from the opening of a match, in border form."""
    goal: tuple[Condition, ...]
    """All of them must hold after one and the same decision of the seat."""
    solution: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...]
    """Tempting lines that miss the goal; tests play them."""
    decisions: int | None = None
    """So many decisions of the seat at most; None: until somebody else decides."""
    others: dict[str, tuple[str, ...]] = {}
    """What the other seats do if they are asked, as in a lesson."""
    options: dict[str, int] = {}
    rules: tuple[str, ...] = ()
    order: int = 0
    also: tuple[tuple[str, ...], ...] = ()
    """The solution in other orders, or with other details that hardly count: they reach the goal, too."""
    measured: Measured | None = None
    """Of a problem from a match."""


Item = Lesson | Puzzle


@lru_cache(maxsize=16)
def lessons(name: str) -> dict[str, Lesson]:
    """The lessons of a title by id."""
    files = sorted(home(name).lessons.glob("*.json"))
    found = [msgspec.json.decode(p.read_bytes(), type=Lesson) for p in files]
    return {lesson.id: lesson for lesson in found}


@lru_cache(maxsize=16)
def problems(name: str) -> dict[str, Puzzle]:
    """The problems of a title by id, the easiest first."""
    files = sorted(home(name).problems.glob("*.json"))
    found = [msgspec.json.decode(p.read_bytes(), type=Puzzle) for p in files]
    return {problem.id: problem for problem in sorted(found, key=lambda p: (p.order, p.id))}


@lru_cache(maxsize=16)
def from_matches(name: str) -> dict[str, Puzzle]:
    """The problems from matches of strong bots by id, the easiest first."""
    path = home(name).from_matches
    found = msgspec.json.decode(path.read_bytes(), type=list[Puzzle]) if path.exists() else []
    return {problem.id: problem for problem in sorted(found, key=lambda p: (p.order, p.id))}


def puzzles(name: str) -> dict[str, Puzzle]:
    """All problems of a title by id."""
    return {**problems(name), **from_matches(name)}


def items(name: str) -> dict[str, Item]:
    return {**lessons(name), **puzzles(name)}


def item(name: str, ident: str) -> Item:
    found = items(name).get(ident)
    if found is None:
        raise UnknownItem(f"no lesson or problem {ident!r} of {name}; there are: {', '.join(items(name))}")
    return found


def following(name: str, ident: str) -> str | None:
    """The item after this one."""
    ids = list(items(name))
    at = ids.index(ident) + 1
    return ids[at] if at < len(ids) else None


def said(name: str, *parts: str) -> str:
    """The id of a sentence."""
    return ".".join(("learn", name, *parts))


# Positions


def differences(title: Title, state: Any, seats: int, options: dict[str, int]) -> dict[str, Any]:
    """A position as a problem stores it: the fields that are not as in the opening, so that new fields do no harm."""
    first = fields.to_data(title.start(seats, options), title.domains)
    return {k: v for k, v in fields.to_data(state, title.domains).items() if first.get(k) != v}


def set_up(title: Title, problem: Puzzle) -> Any:
    """The position of a problem."""
    first = fields.to_data(title.start(problem.seats, problem.options), title.domains)
    return fields.from_data(title.state_class, first | problem.position, title.domains)


def ends(title: Title, problem: Puzzle) -> list[Any]:
    """Where the solution of a problem leads, and others that are as good; what is no longer legal leads nowhere."""
    found = []
    for line in (problem.solution, *problem.also):
        state = set_up(title, problem)
        with suppress(MachineHallError):
            for text in line:
                title.apply(state, problem.seat, title.parse(text))
            found.append(fields.to_data(state, title.domains))
    return found


def begin(title: Title, found: Item) -> Any:
    """The state that the log of a learner's match starts from."""
    return set_up(title, found) if isinstance(found, Puzzle) else title.start(found.seats, found.options)
