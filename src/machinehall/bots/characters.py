"""Bots with a character: they like some sources of points better than others, and play towards them.

A title says what its characters like (`TitleMinds.characters`). At the level of the apprentice, and where a journeyman
searches, the parts of the evaluation are weighed; where it follows a net, the final points by source that the net
foretells. What is liked too much costs strength: how much was measured stands beside each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from machinehall.kernel.parts import Character
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action

from . import levels
from .greedy import Greedy, judge_of

NAMES = ("builder", "racer", "trader")
"""Those that our titles have."""
OFFERED = "apprentice"
"""The level at which they sit down at tables: it decides at once."""
CANDIDATES = 4
"""Choices of a net that are weighed."""


class Leaning:
    """A judge that counts some parts of a title's evaluation more, others less."""

    def __init__(self, title: Title, likes: Mapping[str, float]) -> None:
        self.likes, self.plain, self.reasons = likes, judge_of(title), title.minds.reasons

    def __call__(self, tables: Any, state: Any, seat: int) -> float:
        if not state.stack or self.reasons is None:
            return self.plain(tables, state, seat)  # when it is over points are points
        likes = self.likes
        return sum(worth * likes.get(part, 1.0) for part, worth in self.reasons(tables, state, seat).items())


class LeaningNet:
    """Of what a net does most readily, what brings most of the points that are liked."""

    def __init__(self, title: Title, seed: int | str | None, likes: Mapping[str, float]) -> None:
        from .net_ahead import NetAhead  # with numpy, which takes its time to load
        from .net_bot import NetBot

        self.bot, self.likes = NetBot(title, seed), likes
        self.ahead = NetAhead(title, self.bot.net)
        self.thoughts: list[tuple[Action, float]] = []

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        from .luck import Luck

        seat, title = int(view["seat"]), self.bot.title
        world, luck = title.sample(view, self.bot.rng), Luck(self.bot.rng)
        some = self.ahead.likely(world, seat, legal, CANDIDATES)
        liked = map(self.liked, self.ahead.ends(world, seat, some, luck))
        self.thoughts = sorted(zip(some, liked, strict=True), key=lambda row: -row[1])
        return self.thoughts[0][0]

    def explain(self) -> list[tuple[Action, float]]:
        """The candidates of the last choice with their values, the best first."""
        return self.thoughts

    def liked(self, end: Sequence[float]) -> float:
        """The lead, and what of the own points counts more or less than usual."""
        lead, *points = end
        rows = zip(self.ahead.sources, points, strict=True)
        return lead + sum((self.likes.get(source, 1.0) - 1) * value for source, value in rows)


def parse(name: str) -> tuple[str, str, int | None] | None:
    """Level, character and passes of a name such as "journeyman/100:builder"; None for other bots."""
    before, colon, character = name.partition(":")
    level, slash, passes = before.partition("/")
    if not colon or level not in ("apprentice", "journeyman") or character not in NAMES:
        return None
    if slash and (level == "apprentice" or not passes.isdecimal()):
        return None
    return level, character, int(passes) if slash else None


def character_of(title: Title, name: str) -> Character | None:
    return next((one for one in title.minds.characters if one.name == name), None)


def with_character(title: Title, seed: int | str | None, name: str) -> Any:
    """A bot by its name. A title that has no such character, as one from outside may, is played as the level does."""
    found = parse(name)
    assert found is not None
    level, character, passes = found
    one = character_of(title, character)
    judge = Leaning(title, one.parts) if one else None
    if level == "apprentice":
        return Greedy(title, seed, judge)
    if passes is None and levels.by_net(title):
        return LeaningNet(title, seed, one.sources if one else {})
    return levels.thinker(title, seed, levels.JOURNEYMAN, passes, judge)
