"""Bots: one method, `choose(view, legal, clock) -> action`. A bot sees what its seat may see and nothing else."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Protocol

from machinehall.bots import characters, levels
from machinehall.bots.greedy import Greedy
from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, MachineHallError
from machinehall.school.items import PREFIX

from .lesson_bot import Guide


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think."""

    seconds: float | None = None
    """For this decision; None: as long as it likes."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Clock) -> Action:
        """One of the legal actions."""
        ...


class UnknownBot(MachineHallError):
    """No bot of this name."""


class RandomBot:
    """Takes any legal action, each as likely as the next. The same seed gives the same play."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: Clock) -> Action:
        return self.rng.choice(legal)


def answer(bot: Bot, title: Title, state: Any, legal: Sequence[Action], seat: int, clock: Clock) -> Action:
    """What a bot decides: it gets a view, as always. Where it has no choice it is not asked, and who never looks is
    spared the view, which takes longer than all the rest."""
    if len(legal) == 1:
        return legal[0]
    return bot.choose({} if type(bot) is RandomBot else title.view(state, seat), legal, clock)


def _random(title: Title, seed: str | None) -> Bot:
    return RandomBot(seed)


Factory = Callable[[Title, str | None], Bot]
"""(title, seed): a bot for a match of this title."""

NET = "net:"
"""Before the file of a net of the reader's own."""
GROUP = "machinehall.bots"
"""Entry points by which packages bring bots."""
BOTS: dict[str, Factory] = {
    "random": _random,
    "apprentice": Greedy,
    "journeyman": levels.journeyman,
    "master": levels.master,
}
"""The levels, weakest first."""
CLASSIC: dict[str, Factory] = {
    f"{levels.CLASSIC}apprentice": Greedy,
    f"{levels.CLASSIC}journeyman": levels.classic_journeyman,
    f"{levels.CLASSIC}master": levels.classic_master,
}
"""The levels as they were before nets were learned: for arenas, not offered at tables."""


def make_bot(name: str, title: Title, seed: str | None = None) -> Bot:
    """A bot by its name: a level, one as it was before nets ("classic-journeyman"), such a search with its passes
    counted ("classic-journeyman/100", or "journeyman/100" for short), a level with a character ("apprentice:builder"),
    the others of a lesson ("learn:first"), a net in a file ("net:mine.npz"), "module:factory", or what an installed
    package calls it (entry point group `GROUP`)."""
    level, slash, passes = name.partition("/")
    if slash and level in levels.SEARCHING and passes.isdecimal():
        bot: Bot = levels.SEARCHING[level](title, seed, passes=int(passes))
        return bot
    if factory := BOTS.get(name) or CLASSIC.get(name):
        return factory(title, seed)
    if characters.parse(name):
        found: Bot = characters.with_character(title, seed, name)
        return found
    if name.startswith(NET):
        from .net_bot import from_file  # with numpy, which takes its time to load

        return from_file(title, seed, name)
    if name.startswith(PREFIX):
        return Guide(title, name.removeprefix(PREFIX))
    if ":" in name:
        return find_factory(name)(title, seed)
    if entry := next(iter(entry_points(group=GROUP, name=name)), None):
        return find_factory(entry.value)(title, seed)
    raise UnknownBot(f"no bot {name!r}; there are: {', '.join(BOTS)}, and your own as module:factory")


def find_factory(name: str) -> Factory:
    """A bot of the reader's own: a class or function in a module of the present folder or an installed package."""
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        factory: Factory = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as fault:
        raise UnknownBot(f"no bot {name!r}: {fault}") from None
    return factory


def make_bots(names: Sequence[str], title: Title, seats: int, seed: int | None) -> list[Bot]:
    """A bot for each seat; fewer names than seats are used again from the first."""
    if not names or len(names) > seats:
        raise UnknownBot(f"{len(names)} bots for {seats} seats")
    return [
        make_bot(names[seat % len(names)], title, None if seed is None else f"{seed}/{seat}") for seat in range(seats)
    ]


def decide(match: Match, seat: int, bot: Bot, clock: Clock | None = None) -> Action:
    """What a bot does at a seat. It is given the view and the legal actions, never the match."""
    return bot.choose(match.view(seat), match.legal(seat), clock or Clock())


def run_match(match: Match, bots: Mapping[int, Bot] | Sequence[Bot]) -> int:
    """Let bots play until the match is over or a seat without a bot is to act; the number of decisions taken.

    Where there is only one thing to do the bot is not asked.
    """
    players = bots if isinstance(bots, Mapping) else dict(enumerate(bots))
    before = len(match.log)
    while seat := next(([s] for s in match.to_act if s in players), None):
        legal = match.legal(seat[0])
        if len(legal) == 1:
            match.play(legal[0], seat[0], forced=True)
        else:
            match.play(decide(match, seat[0], players[seat[0]]), seat[0])
    return sum(entry.seat >= 0 for entry in match.log[before:])
