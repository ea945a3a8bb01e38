"""One match of a league: played, and played again from what was decided."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from machinehall.benchmark.play import BotFailed, NoEnd, choice, kept_title, packed, recorded, through, unpacked
from machinehall.bots import GROUP, NET, Bot, characters, find_factory, make_bot
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, BadRecord, MachineHallError

from .folder import Deal, League, Row


class Task(NamedTuple):
    """One match: all that it depends on."""

    head: dict[str, Any]
    deal: Deal
    seat: int
    bots: dict[str, str]
    """What the entrants are, by name."""

    @property
    def seed(self) -> int:
        return int(self.head["seed"]) + self.deal.number

    @property
    def names(self) -> list[str]:
        return self.deal.bots(self.seat, self.head["seats"])

    def luck(self, seat: int) -> str:
        """The seed of the bot of a seat. It does not give away that of the deal."""
        told = f"league/{self.head['title']}/{self.seed}/{self.deal.pair}/{self.seat}/{seat}"
        return hashlib.sha256(told.encode()).hexdigest()


class Seats:
    """The bots at a table, who failed of them, and what all have decided."""

    def __init__(self, title: Title, task: Task) -> None:
        self.title, self.task = title, task
        count = len(task.names)
        self.made: dict[int, Bot] = {}
        self.chosen: list[int] = []
        self.seconds, self.asked = [0.0] * count, [0] * count
        self.last: tuple[Any, int] | None = None
        """Where somebody was asked last, and who."""

    def answer(self, state: Any, seat: int, legal: list[Action]) -> Action:
        self.last = state, seat
        task, name = self.task, self.task.names[seat]
        began = time.perf_counter()
        if seat not in self.made:
            self.made[seat] = self.make(name, seat)
        action = choice(self.made[seat], self.title.view(state, seat), legal, name, task.head["clock"])
        self.seconds[seat] += time.perf_counter() - began
        self.asked[seat] += 1
        self.chosen.append(self.title.action_index(action))
        return action

    def make(self, name: str, seat: int) -> Bot:
        try:
            return make_bot(self.task.bots[name], self.title, self.task.luck(seat))
        except Exception as fault:  # it is a program of somebody else's
            raise BotFailed(f"the bot {name} does not start: {fault}") from fault


def play(task: Task, paths: Sequence[str] = ()) -> Row:
    """A match and all that is kept of it. A bot that fails loses it, and the league goes on."""
    sys.path.extend(path for path in paths if path not in sys.path)
    title = kept_title(task.head["title"])
    seats = Seats(title, task)
    fault: Row = {}
    try:
        outcome, _ = through(title, task.head["seats"], task.head["options"], task.seed, seats.answer)
        ended: Row = {"scores": list(outcome.scores), "places": list(outcome.places)}
    except (BotFailed, NoEnd) as broken:
        assert seats.last is not None
        state, seat = seats.last
        failed = None if isinstance(broken, NoEnd) else seat
        ended, fault = given_up(title, state, failed), {"fault": str(broken)[:300], "failed": failed}
    return {
        "deal": task.deal.number,
        "seat": task.seat,
        "seed": task.seed,
        "pair": list(task.deal.pair),
        "bots": task.names,
        **ended,
        **fault,
        "asked": seats.asked,
        "seconds": [round(one, 3) for one in seats.seconds],
        "moves": packed(seats.chosen),
    }


def given_up(title: Title, state: Any, failed: int | None) -> Row:
    """The scores as they stood; who failed is last, and all others share the first place."""
    scores = list(title.score(title.lookup, state).scores)
    return {"scores": scores, "places": [len(scores) if seat == failed else 1 for seat in range(len(scores))]}


class Broken(MachineHallError):
    """Here the decisions of a match that was given up end."""


def replay(league: League, row: Row) -> Row:
    """Scores and places to which the decisions of a row lead, with the deal of its seed."""
    title, moves = kept_title(league.head["title"]), iter(unpacked(row.get("moves", "")))
    written, asked = len(unpacked(row.get("moves", ""))), 0
    last: Any = None

    def answer(state: Any, seat: int, legal: list[Action]) -> Action:
        nonlocal last, asked
        last = state
        if "fault" in row and asked == written:
            raise Broken(str(seat))
        asked += 1
        return recorded(title, moves, legal)

    head = league.head
    try:
        outcome, _ = through(title, head["seats"], head["options"], row["seed"], answer)
    except (Broken, NoEnd) as end:
        if "fault" not in row:
            raise BadRecord(str(end)) from None
        return given_up(title, last, int(str(end)) if isinstance(end, Broken) else None)
    if left_over(moves):
        raise BadRecord("there are decisions after the end")
    return {"scores": list(outcome.scores), "places": list(outcome.places)}


def left_over(moves: Iterator[int]) -> bool:
    return next(moves, None) is not None


def mark_of(bot: str) -> str:
    """A finger-print of the file that a bot is made of: who changes it has another bot. None for those of the house."""
    if characters.parse(bot):
        return ""
    if bot.startswith(NET):
        return hashed(Path(bot.removeprefix(NET)))
    entry = next(iter(entry_points(group=GROUP, name=bot)), None)
    name = entry.value if entry else bot
    module = name.partition(":")[0]
    if ":" not in name or module == "learn":
        return ""
    find_factory(name)  # which finds it in the present folder, too, and says so where it is gone
    file = getattr(sys.modules[module], "__file__", None)
    return hashed(Path(file)) if file else ""


def hashed(path: Path) -> str:
    return "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()[:16]
