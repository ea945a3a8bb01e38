"""A league goes on: what was begun is finished, then those meet whose matches tell most."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from machinehall.arena.backends import stream, stream_on_ray
from machinehall.benchmark.play import kept_title
from machinehall.bots import make_bot
from machinehall.kernel.values import MachineHallError

from .folder import BadEntrant, Deal, Entrant, League, Row, same_program
from .pairing import next_pair
from .play import Task, mark_of, play

FAILURES = 3
"""After so many matches that a bot has failed in, it plays no more until somebody lets it."""


class BotDied(MachineHallError):
    """A bot has ended the process that it was played in."""


def enter(league: League, bot: str, name: str = "", about: str = "") -> Entrant:
    """A bot enters, if it can be made."""
    title = kept_title(league.head["title"])
    same_program(league, title)
    make_bot(bot, title, "entrant")
    entrant = Entrant(name or bot, bot, mark_of(bot), about)
    league.add(entrant)
    return entrant


def unchanged(league: League) -> None:
    """A bot that is another than the one that entered must enter by another name."""
    for name in league.active():
        one = league.entrants[name]
        if one.mark and mark_of(one.bot) != one.mark:
            raise BadEntrant(
                f"{name} has changed since it entered ({one.bot}): let it leave, and enter it by another name"
            )


class Season:
    """Chooses matches as long as more are wanted, and keeps what they bring."""

    def __init__(self, league: League, matches: int | None = None, minutes: float | None = None) -> None:
        same_program(league, kept_title(league.head["title"]))
        unchanged(league)
        self.league, self.matches = league, matches
        self.deadline = None if minutes is None else time.monotonic() + 60 * minutes
        self.begun = 0

    def enough(self) -> bool:
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return True
        return self.matches is not None and self.begun >= self.matches

    def tasks(self) -> Iterator[Task]:
        """What is to be played, each when somebody is about to be free for it. A deal that was begun is finished even
        if that is more than was asked for; only the clock ends it."""
        league = self.league
        gone = {name for name, one in league.entrants.items() if one.gone}
        left = [(deal, seat) for deal, seat in league.unfinished() if not gone & set(deal.pair)]
        while True:
            for deal, seat in left:
                if self.late():
                    return
                self.begun += 1
                yield self.task(deal, seat)
            if self.enough() or len(league.active()) < 2:
                return
            rows = list(league.rows.values())
            pair = next_pair(list(league.entrants), league.active(), league.deals, rows, league.seats)
            deal = league.open(pair)
            left = [(deal, seat) for seat in range(league.seats)]

    def late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def task(self, deal: Deal, seat: int) -> Task:
        bots = {name: self.league.entrants[name].bot for name in deal.pair}
        return Task(self.league.head, deal, seat, bots)

    def run(self, workers: int | None = None, ray: str | None = None, paths: tuple[str, ...] = ()) -> Iterator[Row]:
        """The matches as they come, each kept before it is told of."""
        if len(self.league.active()) < 2:
            raise BadEntrant("a league needs at least two entrants")
        calls = ((task, (str(Path.cwd()), *paths)) for task in self.tasks())
        rows = stream_on_ray(play, calls, ray) if ray is not None else stream(play, calls, workers)
        try:
            for row in rows:
                self.league.keep(row)
                self.rest(row)
                yield row
        except BrokenProcessPool:
            raise BotDied(
                "a process that played has died: one of the bots has ended it, or memory ran out; with --workers 0"
                " it is seen which. What was played is kept."
            ) from None

    def rest(self, row: Row) -> None:
        """A bot that keeps failing costs the others time."""
        seat = row.get("failed")
        if seat is None:
            return
        name, rows = row["bots"][seat], self.league.rows.values()
        failures = sum(one.get("failed") is not None and one["bots"][one["failed"]] == name for one in rows)
        if failures >= FAILURES and not self.league.entrants[name].gone:
            self.league.leave(name)
