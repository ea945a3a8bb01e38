"""Lines of a turn that are played on: which, how far, in what time, what counts, and what is kept of a plan."""

from __future__ import annotations

import gc
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from nucleum.baron_scene import first_turn

import machinehall as mh
from machinehall.bots import Clock, levels
from machinehall.bots.greedy import Greedy, judge_of
from machinehall.bots.luck import Luck
from machinehall.bots.planner import ENOUGH_ROUNDS, Planner, PlannerConfig
from machinehall.bots.thinker import gc_paused, subtract_baseline
from machinehall.bots.turns import Budget, Gains, Node, Turn

NUCLEUM = mh.title("nucleum")


class Loose(Planner):
    """A planner of which single methods can be replaced: those of a compiled object cannot."""

    def __init__(self, passes: int) -> None:
        self.instead: dict[str, Callable[..., Any]] = {}
        super().__init__(NUCLEUM, 3, PlannerConfig(passes=passes))

    def think(self, *args: Any) -> Any:
        usual: Callable[..., Any] = super().think
        return self.instead.get("think", usual)(*args)

    def value(self, *args: Any) -> float:
        usual: Callable[..., Any] = super().value
        return float(self.instead.get("value", usual)(*args))

    def follow(self, *args: Any) -> float:
        usual: Callable[..., Any] = super().follow
        return float(self.instead.get("follow", usual)(*args))


def no_thought(*args: object) -> Any:
    raise AssertionError("thought again")


def to_a_plan(bot: Planner, match: mh.Match) -> None:
    """Play until the bot has begun a turn whose next question it has foreseen."""
    for _ in range(60):
        legal = match.legal(0)
        match.play(bot.choose(match.view(0), legal, Clock()) if len(legal) > 1 else legal[0])
        if len(match.legal(0)) > 1 and any(NUCLEUM.view(node.state, 0) == match.view(0) for node in bot.kept[:-1]):
            return
    raise AssertionError("no plan in sixty decisions")


def test_what_was_planned_is_played_without_another_thought() -> None:
    match, bot = first_turn(), Loose(600)
    to_a_plan(bot, match)
    planned = next(
        after.action
        for node, after in zip(bot.kept, bot.kept[1:], strict=False)
        if NUCLEUM.view(node.state, 0) == match.view(0)
    )
    bot.instead["think"] = no_thought
    assert bot.choose(match.view(0), match.legal(0), Clock()) is planned
    reasons = bot.explain()
    assert reasons[0].action is planned and {row.action for row in reasons} == set(match.legal(0))


def test_a_plan_is_dropped_when_things_are_not_as_foreseen() -> None:
    match, bot = first_turn(), Loose(600)
    to_a_plan(bot, match)
    view = match.view(0)
    view["thaler"][0] += 1
    bot.instead["think"] = no_thought
    with pytest.raises(AssertionError, match="thought again"):
        bot.choose(view, match.legal(0), Clock())
    assert bot.kept == []


def a_turn_with_one_favourite() -> tuple[mh.Match, Planner]:
    """Imperial Steam at a turn whose best ends nearly all begin with the same choice."""
    title = mh.title("imperial-steam")
    match, bot = mh.new_match("imperial-steam", 2, seed=1), Planner(title, 3, PlannerConfig(passes=900))
    others = Greedy(title, 1)
    for _ in range(200):
        seat, legal = match.to_act[0], match.legal()
        if seat == 0 and match.state.stack[-1][0] == "turn":
            bot.seat = 0
            (tree,) = bot.own_turn(match.view(0), legal, Budget(None, 600))
            ends = [node for node in tree.leaves() if node.ended]
            best = [node.path()[0].action for node in ends[:20]]
            if len(set(best)) == 1 and len({node.path()[0].action for node in ends}) > 1:
                return match, bot
        match.play(others.choose(match.view(seat), legal) if len(legal) > 1 else legal[0], seat)
    raise AssertionError("no such turn in two hundred decisions")


def test_not_all_lines_that_are_played_on_begin_alike() -> None:
    match, bot = a_turn_with_one_favourite()
    bot.choose(match.view(0), match.legal(0), Clock())
    begun = Counter(line.action for line in bot.lines)
    assert len(bot.lines) == bot.plan.lines
    assert max(begun.values()) == bot.plan.lines // 2


def test_what_was_not_played_on_ranks_no_higher() -> None:
    match, bot = a_turn_with_one_favourite()
    bot.choose(match.view(0), match.legal(0), Clock())
    rows, tried = bot.explain(), {line.action for line in bot.lines}
    assert {row.action for row in rows[: len(tried)]} == tried and len(tried) < len(rows)
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)


def test_few_passes_all_go_to_the_own_turn() -> None:
    """Where four lines cannot be played on, none is; with more, a part is kept for it."""
    match = first_turn()
    for passes, played_on in ((600, False), (2400, True)):
        bot = Planner(NUCLEUM, 3, PlannerConfig(passes=passes))
        bot.choose(match.view(0), match.legal(0), Clock())
        assert any(line.rounds for line in bot.lines) == played_on
        assert bot.part() == (bot.plan.least / passes if played_on else 1.0)
    assert Planner(NUCLEUM, 3, PlannerConfig(passes=20_000)).part() == PlannerConfig().first


def test_the_more_passes_are_left_the_further_lines_are_played_on() -> None:
    bot = Planner(NUCLEUM, 3)
    far = [bot.far(Budget(None, passes)) for passes in (200, 3000, 6000, 60_000)]
    assert far == sorted(far) and far[0] == 1 < far[1] < far[2] < far[3] == bot.onward.turns


def test_where_the_others_are_not_known_it_does_not_look_far() -> None:
    """Imperial Steam has no habits: the others would act at random for turns on end."""
    known, unknown = (levels.planner_config(mh.title(name), 1.0, None) for name in ("nucleum", "imperial-steam"))
    assert known.onward.turns > unknown.onward.turns == 1 and unknown.first > known.first


def played(passes: int) -> tuple[mh.Match, Loose]:
    match, bot = first_turn(), Loose(passes)
    bot.choose(match.view(0), match.legal(0), Clock())
    return match, bot


def test_alone_lines_are_played_on_to_the_end() -> None:
    """Where nobody's habits need be guessed: what counts is the lead of a match that is over."""
    match, bot = played(1200)
    bot.turns, bot.onward = bot.plan.alone.turns, replace(bot.plan.alone, way=0.0)
    seen: list[Any] = []

    def value(state: Any) -> float:
        seen.append(state)
        return Planner.value(bot, state)

    bot.instead["value"] = value
    got = bot.follow(match.state.clone(), bot.lines[0], Luck(random.Random(9)), random.Random(2), Budget(None, 10**6))
    outcome = NUCLEUM.score(NUCLEUM.lookup, seen[-1])
    assert not seen[-1].stack and got == outcome.scores[0] - outcome.automata[0].score
    others = Planner(NUCLEUM, 3, PlannerConfig(passes=1200))
    table = mh.new_match("nucleum", 2, seed=1)
    others.choose(table.view(table.to_act[0]), table.legal(), Clock())
    assert others.onward is others.plan.onward and others.onward.turns < bot.onward.turns


@pytest.mark.parametrize("way", [0.0, 0.5, 1.0])
def test_the_next_turns_and_where_they_lead_count_by_their_shares(way: float) -> None:
    match, bot = played(1200)
    bot.turns, bot.onward = 3, replace(bot.plan.alone, way=way)
    seen: list[float] = []

    def value(state: Any) -> float:
        seen.append(Planner.value(bot, state))
        return seen[-1]

    bot.instead["value"] = value
    got = bot.follow(match.state.clone(), bot.lines[0], Luck(random.Random(9)), random.Random(2), Budget(None, 10**6))
    *turns, last = seen
    assert len(turns) == 3 and len(set(turns)) > 1
    assert got == pytest.approx(way * sum(turns) / 3 + (1 - way) * last)


def test_the_worse_half_is_dropped_and_the_rest_played_on_longer() -> None:
    bot = played(8000)[1]
    rounds = sorted((line.rounds for line in bot.lines), reverse=True)
    assert len(rounds) >= 4 and rounds[-1] >= 1 and rounds[0] == rounds[1] > rounds[len(rounds) // 2]


def test_rounds_that_cost_nothing_come_to_an_end() -> None:
    """In the last turn nothing is left to be played on."""
    match, bot = played(1200)
    for line in bot.lines:
        line.seen.clear()
    bot.instead["follow"] = lambda *args: 1.0
    bot.play_on(match.view(0), Budget(None, 10**9))
    assert ENOUGH_ROUNDS <= max(line.rounds for line in bot.lines) <= 4 * ENOUGH_ROUNDS


def test_what_a_round_brings_to_all_is_not_a_merit_of_a_line() -> None:
    """A line that was dropped after a lucky round does not look better than those that went on through poor ones."""
    lines = played(1200)[1].lines[:3]
    merit, luck = (5.0, 3.0, -4.0), (20.0, -7.0, -13.0)
    for line, own, last in zip(lines, merit, (3, 3, 1), strict=True):
        line.seen = {k: own + luck[k] for k in range(last)}
    subtract_baseline(lines)
    gains = [line.gain for line in lines]
    assert [gain - gains[0] for gain in gains] == pytest.approx([0.0, -2.0, -9.0], abs=0.1)


def test_what_is_not_finished_in_time_does_not_count() -> None:
    match, bot = played(1200)
    assert len(bot.lines) >= 3
    before = [line.rounds for line in bot.lines]
    budget = Budget(time.perf_counter() + 1000)
    calls = []

    def slow(*args: object) -> float:
        calls.append(args)
        budget.over = len(calls) == 3
        return 50.0

    bot.instead["follow"] = slow
    assert not bot.round(match.view(0), bot.lines, budget.share(0.5))
    after = [line.rounds for line in bot.lines]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1] + [0] * (len(before) - 2)
    assert len({max(line.seen) for line in bot.lines[:2]}) == 1, "both in the same round"


def test_a_short_look_does_not_try_what_is_known_to_be_worse() -> None:
    match, bot = played(1200)
    legal, fewer = (
        len(match.legal(0)),
        Turn(NUCLEUM, judge_of(NUCLEUM), Luck(random.Random(1)), match.state, 0, bot.gains),
    )
    found = fewer.glance(Budget(None, legal))
    assert found.ended and len(fewer.root.children) < legal


def test_what_was_looked_at_in_short_goes_at_once() -> None:
    """Points and what led to them hold each other; nobody collects them while a bot thinks."""
    match, bot = played(1200)
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(thing, Node) for thing in gc.get_objects())
        bot.glance(match.state.clone(), Luck(random.Random(1)), Budget(None, 200), Gains())
        assert sum(isinstance(thing, Node) for thing in gc.get_objects()) == before
    finally:
        gc.enable()


def test_nothing_of_a_turn_waits_for_the_collector() -> None:
    """Or it would come after the thinking, and take longer than the time that is given."""
    bot = played(1200)[1]
    assert bot.lines and all(node.parent is None for line in bot.lines for node in line.path)


def test_thinking_is_not_disturbed_by_the_collector() -> None:
    seen = []

    @gc_paused()
    def think(fails: bool) -> None:
        seen.append(gc.isenabled())
        if fails:
            raise ValueError

    think(False)
    with pytest.raises(ValueError):
        think(True)
    assert seen == [False, False] and gc.isenabled()


def test_lines_that_are_played_on_have_the_same_luck() -> None:
    """The same line twice in one round leads to the same value: whatever differs between lines is their own."""
    match, bot = first_turn(), Planner(NUCLEUM, 3, PlannerConfig(passes=1200))
    bot.choose(match.view(0), match.legal(0), Clock())
    line, luck, bot.turns = bot.lines[0], Luck(random.Random(9)), 3
    values = []
    for _ in range(2):  # the second time nothing is known that was not known the first time
        values.append(bot.follow(match.state.clone(), line, luck.again(), random.Random(2), Budget(None, 10_000)))
    assert values[0] == values[1]
