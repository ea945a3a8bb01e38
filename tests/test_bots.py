"""Bots: the protocol, the runner, and that a bot sees no more than its seat may."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

import machinehall as mh
from machinehall.bots import BOTS, Clock, RandomBot, UnknownBot, make_bot, make_bots, run_match
from machinehall.bots.greedy import Greedy

TITLE = mh.title("promethium")


class Spy:
    """Plays at random and checks what it is given."""

    def __init__(self, match: mh.Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.inner = RandomBot(seat)
        self.asked = 0

    def choose(self, view: dict[str, Any], legal: Sequence[mh.Action], clock: Clock) -> mh.Action:
        self.asked += 1
        assert view == self.match.view(self.seat)
        assert view["seat"] == self.seat
        assert json.loads(json.dumps(view)) == view, "only plain data"
        others = [i for i in range(view["seats"]) if i != self.seat]
        assert all(isinstance(view["hand"][i], int) and view["tokens"][i] is None for i in others)
        assert type(legal) is list and legal == self.match.legal(self.seat)
        assert len(legal) > 1
        view.clear()
        legal.clear() if self.asked % 7 == 0 else None
        return self.inner.choose(view, legal or self.match.legal(self.seat), clock)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_gets_a_view_and_cannot_spoil_the_match(seats: int) -> None:
    match = mh.new_match("promethium", seats, seed=seats)
    spies = [Spy(match, seat) for seat in range(seats)]
    run_match(match, spies)
    assert match.outcome is not None
    assert all(spy.asked for spy in spies)


QUICK = ["random", "apprentice", "journeyman/3", "master/1"]


def test_no_level_is_left_out() -> None:
    assert [name.partition("/")[0] for name in QUICK] == list(BOTS)


@pytest.mark.parametrize("name", QUICK)
def test_every_bot_plays_to_the_end_and_repeats_itself(name: str) -> None:
    records = []
    for _ in range(2):
        match = mh.new_match("promethium", 3, seed=11)
        decisions = run_match(match, make_bots([name], TITLE, 3, 11))
        assert decisions == sum(entry.seat >= 0 for entry in match.log)
        records.append(match.record())
    assert records[0] == records[1]


def test_the_runner_stops_where_a_person_is_to_act() -> None:
    match = mh.new_match("promethium", 3, seed=1)
    run_match(match, {0: RandomBot(0), 2: RandomBot(2)})
    assert match.to_act == (1,)


def test_unknown_bots_are_named() -> None:
    with pytest.raises(UnknownBot, match="no bot 'deep-blue'; there are: random"):
        make_bot("deep-blue", TITLE)
    with pytest.raises(UnknownBot):
        make_bots(["random"] * 4, TITLE, 3, 1)


def test_alone_the_apprentice_does_not_count_the_next_turn() -> None:
    """To leave a tile's actions undone is worth what it leaves, not what the next turn may bring."""
    title = mh.title("nucleum")
    match = mh.new_match("nucleum", 1, seed=2)
    for text in ("experiment b", "play b-2"):
        match.play(match.parse(text))
    done = match.parse("done")
    bot = Greedy(title, seed=5)
    found = bot.value(match.state, 0, done, 0, title.decision(match.state, 0))
    after = match.state.clone()
    title.apply(after, 0, done)
    title.deal(after, random.Random(5))
    assert title.decision(after, 0) == ("turn", ())
    assert found == bot.judge(title.lookup, after, 0)
