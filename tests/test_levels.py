"""Bots: fair, obedient to their clock, repeatable, and able to say why."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

import machinehall as mh
from machinehall.bots import Clock, UnknownBot, make_bot, run_match
from machinehall.bots.greedy import AsIfEnded, judge_of
from machinehall.bots.habits import Habits, habits
from machinehall.bots.levels import thinker
from machinehall.bots.search import Search

JUDGED = list(mh.titles())
TABLES = [(name, seats) for name in JUDGED for seats in range(mh.title(name).seats[0], mh.title(name).seats[1] + 1)]
QUICK = ["random", "apprentice", "journeyman/8", "master/3"]


def to_a_real_choice(match: mh.Match) -> int:
    while len(match.legal()) < 4:
        match.play(match.legal()[0])
    return match.to_act[0]


class Strict:
    """Hands a bot on what it is given, and sees to it that this is a view and nothing more."""

    def __init__(self, bot: Any, title: mh.Title) -> None:
        self.bot, self.title = bot, title

    def choose(self, view: dict[str, Any], legal: Any, clock: Clock) -> mh.Action:
        import json

        assert json.loads(json.dumps(view)) == view, "a view is plain data: no state hides in it"
        before = json.dumps(view)
        action = self.bot.choose(view, legal, clock)
        assert json.dumps(view) == before, "a bot leaves its view as it is"
        assert action in legal
        return action  # type: ignore[no-any-return]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_level_plays_to_the_end_from_views_alone(name: str, seats: int) -> None:
    """Each level takes some of the decisions of a match; chance takes the others, so that the match is soon over."""
    title, rng = mh.title(name), random.Random(seats)
    match = mh.Match(title, seats, seed=3)
    bots = [Strict(make_bot(level, title, str(i)), title) for i, level in enumerate(QUICK)]
    asked = 0
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        if len(legal) > 1 and rng.random() < 0.15:
            action = bots[asked % len(bots)].choose(match.view(seat), legal, Clock())
            asked += 1
        else:
            action = rng.choice(legal)
        match.play(action, seat)
    assert match.outcome is not None and asked > len(bots)


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("level", QUICK)
def test_a_seeded_bot_repeats_itself(name: str, level: str) -> None:
    title = mh.title(name)
    match = mh.Match(title, title.seats[1], seed=5)
    seat = to_a_real_choice(match)
    twice = [make_bot(level, title, "7").choose(match.view(seat), match.legal(seat), Clock()) for _ in range(2)]
    assert twice[0] is twice[1]


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("level", QUICK[1:])
def test_what_a_bot_cannot_see_does_not_change_its_choice(name: str, level: str) -> None:
    """Two worlds that look the same to a seat: the same choice in both."""
    title = mh.title(name)
    match = mh.Match(title, title.seats[1], seed=6)
    seat = to_a_real_choice(match)
    other = title.sample(match.view(seat), random.Random(9))
    views = match.view(seat), title.view(other, seat)
    chosen = [make_bot(level, title, "7").choose(view, match.legal(seat), Clock()) for view in views]
    assert chosen[0] is chosen[1]


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("level", ["apprentice", "journeyman/30", "master/15"])
def test_a_bot_can_say_why(name: str, level: str) -> None:
    title = mh.title(name)
    match = mh.Match(title, title.seats[1], seed=5)
    seat = to_a_real_choice(match)
    bot: Any = make_bot(level, title, "7")
    action = bot.choose(match.view(seat), match.legal(seat), Clock())
    reasons = bot.explain()
    first = reasons[0][0] if level == "apprentice" else reasons[0].action
    assert first is action
    assert len(reasons) == len(match.legal(seat))
    if isinstance(getattr(bot, "own", bot), Search):
        assert sum(candidate.visits for candidate in reasons) == 30
    elif level != "apprentice":
        assert all(candidate.visits for candidate in reasons), "each choice has been looked at"
        assert reasons[0].value == max(candidate.value for candidate in reasons)


@pytest.mark.parametrize("name", JUDGED)
def test_a_search_stops_when_its_clock_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock of our own that goes on a millisecond at each look: no timing of the machine comes in."""
    title = mh.title(name)
    match = mh.Match(title, title.seats[1], seed=5)
    seat = to_a_real_choice(match)
    ticks = [0.0]

    def tick() -> float:
        ticks[0] += 0.001
        return ticks[0]

    monkeypatch.setattr(time, "perf_counter", tick)
    bot = thinker(title, 1, 0.2, None)
    for given, most in ((None, 0.2), (0.05, 0.05), (9.0, 0.2)):
        started = ticks[0]
        bot.choose(match.view(seat), match.legal(seat), Clock(given))
        assert ticks[0] - started <= most + 0.002


def test_habits_cover_the_action_table() -> None:
    for name in JUDGED:
        title = mh.title(name)
        ways = habits(title)
        assert set(ways.weight) == set(title.actions.all)
        assert sum(ways.shares(title.actions.all[:5])) == pytest.approx(1)


def test_a_bot_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "class Last:\n    def __init__(self, title, seed): pass\n"
    text += "    def choose(self, view, legal, clock): return legal[-1]\n"
    (tmp_path / "own_bot.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    match = mh.new_match("promethium", 2, seed=1)
    run_match(match, [make_bot("own_bot:Last", match.title), make_bot("random", match.title, "1")])
    assert match.outcome is not None
    for wrong in ("nobody", "own_bot:First", "no_such_module:Bot", "journeyman/many"):
        with pytest.raises(UnknownBot):
            make_bot(wrong, match.title)


def test_a_title_without_evaluation_is_judged_by_its_score() -> None:
    """The points of a match that ended here; at the true end, the true score."""
    import dataclasses

    ours = mh.title("promethium")
    title = dataclasses.replace(ours, minds=dataclasses.replace(ours.minds, evaluate=None))
    judge = judge_of(title)
    assert isinstance(judge, AsIfEnded)
    match = mh.Match(title, 3, seed=1)
    rng = random.Random(1)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    assert match.outcome is not None
    assert tuple(judge(title.lookup, match.state, i) for i in range(3)) == match.outcome.scores


def test_habits_of_a_stage() -> None:
    """What is usual in one stage need not be in another; without a position it is what is usual in all of them."""
    title = mh.title("promethium")
    match = mh.Match(title, 2, seed=1)
    now = title.minds.phase(match.state) if title.minds.phase else ""
    one, other = match.legal()[:2]
    ways = Habits(title, {title.text(one): 9.0}, {now: {title.text(other): 99.0}})
    rng = random.Random(1)
    assert ways.pick([one, other], rng) is one
    assert ways.pick([one, other], rng, match.state) is other
    match.state.round = 3
    assert title.minds.phase and title.minds.phase(match.state) != now
    assert ways.pick([one, other], rng, match.state) is one
