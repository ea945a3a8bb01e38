"""One match of the benchmark: played, and played again from what was decided."""

from __future__ import annotations

import base64
import binascii
import hashlib
import random
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import machinehall
from machinehall.bots import Bot, Clock, make_bot
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, BadRecord, MachineHallError, Outcome

from .tables import ALONE, NAME, Table, Task, table_of

LONGEST_MATCH = 20_000
"""Decisions after which a match is broken off: somebody does not want it to end."""
LOOKS = 6
"""Positions in which an opponent is asked for its finger-print."""

Row = dict[str, Any]
"""A match as results keep it."""
Answer = Callable[[Any, int, list[Action]], Action]
"""(state, seat, legal): what the seat does."""


class BotFailed(MachineHallError):
    """A bot has done something that is not allowed, or nothing at all."""


class NoEnd(MachineHallError):
    """A match takes more decisions than any does that somebody wants to end."""


@lru_cache(maxsize=8)
def kept_title(name: str) -> Title:
    return machinehall.title(name)


def walk(title: Title, table: Table, task: Task, answer: Answer) -> tuple[Outcome, int]:
    """The match from the deal to its end, and how many decisions it took."""
    try:
        return through(title, task.seats, table.options, task.seed, answer)
    except NoEnd as fault:
        raise BotFailed(f"{'/'.join(map(str, task))} {fault}") from None


def through(title: Title, seats: int, options: Mapping[str, int], seed: int, answer: Answer) -> tuple[Outcome, int]:
    """A match from the deal of a seed to its end, and how many decisions it took. Nobody is asked where there is no
    choice."""
    rng = random.Random(seed)
    state = title.start(seats, options, rng)
    decisions = 0
    while asked := title.to_act(state):
        seat = asked[0]
        legal = title.legal(state, seat)
        action = legal[0] if len(legal) == 1 else answer(state, seat, legal)
        title.apply(state, seat, action, check=False)
        title.deal(state, rng)
        decisions += 1
        if decisions > LONGEST_MATCH:
            raise NoEnd(f"does not end: broken off after {LONGEST_MATCH} decisions")
    outcome = title.outcome(state)
    assert outcome is not None
    return outcome, decisions


def play(bot: str, task: Task) -> Row:
    """A match and all that is kept of it: how it ended, and what was decided where there was a choice."""
    table, title = table_of(task), kept_title(task.title)
    bots = [make_bot(name, title, task.luck(seat)) for seat, name in enumerate(task.bots(bot))]
    chosen: list[int] = []
    seconds, asked = 0.0, 0

    def answer(state: Any, seat: int, legal: list[Action]) -> Action:
        nonlocal seconds, asked
        began = time.perf_counter()
        action = choice(bots[seat], title.view(state, seat), legal, bot if seat == task.seat else task.opponent)
        if seat == task.seat:
            seconds += time.perf_counter() - began
            asked += 1
        chosen.append(title.action_index(action))
        return action

    outcome, decisions = walk(title, table, task, answer)
    return {
        **task._asdict(),
        **ended(outcome),
        "decisions": decisions,
        "asked": asked,
        "seconds": round(seconds, 3),
        "moves": packed(chosen),
    }


def ended(outcome: Outcome) -> Row:
    told: Row = {"scores": list(outcome.scores), "places": list(outcome.places)}
    return told | ({"automata": [one.score for one in outcome.automata]} if outcome.automata else {})


def choice(bot: Bot, view: dict[str, Any], legal: Sequence[Action], name: str, seconds: float | None = None) -> Action:
    """What a bot does; whatever goes wrong in it is told in one sentence."""
    try:
        action = bot.choose(view, list(legal), Clock(seconds))
    except MachineHallError as fault:
        raise BotFailed(f"the bot {name} has failed: {fault}") from None
    except Exception as fault:  # it is a program of somebody else's
        raise BotFailed(f"the bot {name} has failed: {type(fault).__name__}: {fault}") from fault
    if action not in legal:
        raise BotFailed(f"the bot {name} chose {action!r}, which is not legal")
    return action


def replay(row: Row, thinking: bool = False, bot: str = "") -> Row:
    """What the decisions of a row lead to, on the deal of the benchmark; chance is drawn anew from its seed.

    `thinking`: the opponents think again, too, and must decide as they did; so must the bot, if it is named.
    """
    task = task_of(row)
    table, title = table_of(task), kept_title(task.title)
    moves = iter(unpacked(row.get("moves", "")))
    names = dict(enumerate(task.bots(bot))) if thinking else {}
    if not bot:
        names.pop(task.seat, None)
    again = {seat: make_bot(name, title, task.luck(seat)) for seat, name in names.items()}

    def answer(state: Any, seat: int, legal: list[Action]) -> Action:
        action = recorded(title, moves, legal)
        if seat in again and choice(again[seat], title.view(state, seat), legal, names[seat]) != action:
            raise BadRecord(f"{names[seat]} at seat {seat} decides otherwise: not {title.text(action)}")
        return action

    outcome, decisions = walk(title, table, task, answer)
    if next(moves, None) is not None:
        raise BadRecord("there are decisions after the end")
    return {**task._asdict(), **ended(outcome), "decisions": decisions}


def recorded(title: Title, moves: Iterator[int], legal: Sequence[Action]) -> Action:
    """The next of the decisions that were written down."""
    number = next(moves, None)
    action = title.action_at(number) if number is not None and number < len(title.actions.all) else None
    if action is None or action not in legal:
        raise BadRecord("a decision is not legal" if action else "a decision is missing")
    return action


def task_of(row: Row) -> Task:
    kinds: list[type] = [str, int, str, int, int]
    found: list[Any] = [row.get(key) for key in Task._fields] if isinstance(row, dict) else []
    if [type(value) for value in found] != kinds:
        raise BadRecord(f"no match: {str(row)[:80]}")
    return Task(*found)


def packed(numbers: Iterable[int]) -> str:
    """Numbers of actions as text: two bytes each, compressed."""
    row = b"".join(number.to_bytes(2, "little") for number in numbers)
    return base64.b64encode(zlib.compress(row, 9)).decode()


def unpacked(text: str) -> list[int]:
    try:
        plain = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), 2 * LONGEST_MATCH)
    except (binascii.Error, zlib.error, TypeError, ValueError):
        raise BadRecord("the decisions are damaged") from None
    return [int.from_bytes(plain[i : i + 2], "little") for i in range(0, len(plain), 2)]


def fingerprint(title: Title, name: str) -> str:
    """How an opponent decides in a few positions of a random match: the same as long as its play is the same."""
    if name == ALONE:
        return ALONE
    rng = random.Random(f"{NAME}/{title.name}")
    state, seats = None, max(2, title.seats[0])
    told: list[str] = []
    number = 0
    while len(told) < LOOKS:
        if state is None or not title.to_act(state):
            state = title.start(seats, {}, rng)
        seat = title.to_act(state)[0]
        legal = title.legal(state, seat)
        number += len(legal) > 1
        if len(legal) > 2 and number % 11 == 0:
            bot = make_bot(name, title, f"{NAME}/{len(told)}")
            told.append(title.text(choice(bot, title.view(state, seat), legal, name)))
        title.apply(state, seat, rng.choice(legal), check=False)
        title.deal(state, rng)
    return "sha256:" + hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
