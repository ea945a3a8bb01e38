"""How levels of bots see a turn: which turn each takes, and how it weighs its first choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from machinehall.bots import Bot, Clock, make_bot
from machinehall.bots.greedy import judge_of
from machinehall.bots.levels import by_net
from machinehall.bots.luck import Luck
from machinehall.bots.turns import Turn
from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE

from .branch import before
from .judge import Judge, judge_for
from .lines import Effort, turn_of
from .net_lines import explorer_for

LEVELS = ("apprentice", "journeyman", "master")
PASSES = {"journeyman": 700, "master": 2000}
"""Where a title has no net to play by."""
SECONDS = 1.0
"""For each decision, at most."""
MOST_CHOICES = 8
"""Choices that are told."""
FOR_ALL = "journeyman"
"""Plays all seats where it is told how it may go on: it decides at once."""
ONWARD = 5
"""Turns that are told then."""


class Weighed(msgspec.Struct, frozen=True):
    """A first choice, as a level weighs it."""

    action: str
    value: float
    visits: int = 0
    """How often it was tried in thought; 0: looked at once."""


class Seen(msgspec.Struct, frozen=True):
    """A turn as a level sees it."""

    level: str
    line: list[str]
    """What it takes."""
    weighed: list[Weighed] = []
    """Its first choice, the best first; none if it decides without comparing."""


def seen_by(
    match: Match, first: int, seat: int, levels: Sequence[str] = LEVELS,
    judge: Judge | None = None, effort: Effort | None = None, seconds: float | None = SECONDS,
) -> list[Seen]:  # fmt: skip
    """What levels do at a turn, all in the same world that fits what the seat knew."""
    title = match.title
    explorer = explorer_for(title, judge or judge_for(title), f"seen/{first}", effort)
    world = explorer.worlds(before(match, first), seat, 1)[0]
    luck, found = Luck(explorer.rng), []
    for level in levels:
        bot = make_bot(named(title, level), title, f"seen/{level}")
        found.append(taken(title, bot, level, world, seat, luck.again(), seconds))
    return found


def named(title: Title, level: str) -> str:
    """A level that searches without a net has its passes counted: then it thinks in this process alone."""
    return f"{level}/{PASSES[level]}" if level in PASSES and not by_net(title) else level


def taken(title: Title, bot: Bot, level: str, world: Any, seat: int, luck: Luck, seconds: float | None) -> Seen:
    """The turn that a level takes from a position."""
    turn = Turn(title, judge_of(title), luck, world, seat, rivals=0.0)
    chosen: list[str] = []
    weighed: list[Weighed] = []
    for action in turn_of(bot, turn, world.clone(), Clock(seconds)):
        weighed = weighed if chosen else weighing(title, bot)
        chosen.append(title.text(action))
    return Seen(level, chosen, weighed)


class Onward(msgspec.Struct, frozen=True):
    """A turn that may follow."""

    seat: int
    line: list[str]


def onward(match: Match, first: int, seat: int, line: Sequence[str], turns: int = ONWARD) -> list[Onward]:
    """How it may go on after a turn: one way of many, in a world that fits what the seat knew, with one level in all
    seats."""
    title = match.title
    explorer = explorer_for(title, judge_for(title), f"onward/{first}")
    luck = Luck(explorer.rng)
    world = explorer.worlds(before(match, first), seat, 1)[0]
    state = explorer.carry_out(world, seat, [title.parse(text) for text in line], luck)
    bot = make_bot(FOR_ALL if by_net(title) else LEVELS[0], title, f"onward/{first}")
    found: list[Onward] = []
    while len(found) < turns and (to_act := title.to_act(state)):
        if to_act[0] == CHANCE:
            title.apply(state, CHANCE, luck.draw(title.chance(state)), check=False)
            continue
        turn = Turn(title, judge_of(title), luck, state, to_act[0], rivals=0.0)
        found.append(Onward(to_act[0], [title.text(action) for action in turn_of(bot, turn, state, Clock(SECONDS))]))
    return found


def weighing(title: Title, bot: Bot) -> list[Weighed]:
    """What a bot thought of its last choice: a search with visits, others without."""
    explain = getattr(bot, "explain", None)
    found = []
    for row in list(explain() if explain else ())[:MOST_CHOICES]:
        action, value, visits = (*row, 0) if isinstance(row, tuple) else (row.action, row.value, row.visits)
        found.append(Weighed(title.text(action), round(float(value), 2), int(visits)))
    return found
