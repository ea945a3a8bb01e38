"""The search of single decisions: what it tries, what it drops, when it stops."""

from __future__ import annotations

from typing import Any

import pytest

import machinehall as mh
from machinehall.bots.search import MctsConfig, Node, Search

TITLE = mh.title("promethium")


@pytest.fixture
def asked() -> tuple[dict[str, Any], list[mh.Action]]:
    """A question with many answers."""
    match = mh.Match(TITLE, 2, seed=5)
    while len(match.legal()) < 5:
        match.play(match.legal()[0])
    return match.view(match.to_act[0]), match.legal()


class Later(Search):
    """All that lies ahead is judged higher than it looked at first, as when a round ends in between."""

    def value(self, state: Any) -> float:
        return super().value(state) + 1000


class Knowing(Search):
    """Its passes bring what it is told to expect of each choice, give or take a point."""

    expected: dict[mh.Action, float]

    def one_pass(self, root: Node, action: mh.Action, state: Any) -> None:
        value = self.expected[action] + self.luck.choice((-1, 1))
        for node in (root, root.children[action]):
            node.visits += 1
            node.total += value
            node.squares += value * value


def test_each_choice_is_tried_however_it_looked_at_first(asked: tuple[dict[str, Any], list[mh.Action]]) -> None:
    view, legal = asked
    bot = Later(TITLE, 1, MctsConfig(passes=10 * len(legal)))
    bot.choose(view, legal)
    assert all(candidate.visits for candidate in bot.explain())


def test_what_is_clearly_worse_is_dropped_and_thinking_stops(asked: tuple[dict[str, Any], list[mh.Action]]) -> None:
    view, legal = asked
    bot = Knowing(TITLE, 1, MctsConfig(passes=100_000))
    bot.expected = dict.fromkeys(legal, 0.0) | {legal[2]: 3.0}
    assert bot.choose(view, legal) is legal[2]
    visits = {candidate.action: candidate.visits for candidate in bot.explain()}
    assert set(visits.values()) == {bot.plan.least}, "as soon as anybody can be sure, and not before"


def test_what_is_as_good_is_thought_about_to_the_end(asked: tuple[dict[str, Any], list[mh.Action]]) -> None:
    """Two choices that are alike: the worse ones are dropped by halves, and all passes are made."""
    view, legal = asked
    bot = Knowing(TITLE, 1, MctsConfig(passes=3000, trust=0.0))
    bot.expected = {action: -0.1 * i for i, action in enumerate(legal)} | {legal[1]: 0.0}
    bot.choose(view, legal)
    rows = bot.explain()
    assert {row.action for row in rows[:2]} == set(legal[:2])
    assert sum(row.visits for row in rows) == 3000
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
    assert rows[1].visits > rows[2].visits > rows[-1].visits
