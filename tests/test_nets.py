"""Nets for all tables of a title: what they are told, what they answer, and what training is shown."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import machinehall as mh
from machinehall.bots import Clock, levels, make_bot, make_bots, run_match
from machinehall.bots.insight import SLOTS, Insight, sources, turned
from machinehall.bots.net import Net, WrongNet, made_for, write
from machinehall.bots.net_bot import NetBot
from machinehall.bots.net_search import NetSearch
from machinehall.bots.policy_search import PolicySearchConfig
from machinehall.learn.batch import Batch
from machinehall.server.speech import reasons_in_words

TITLES = ("imperial-steam", "nucleum", "promethium")
WIDE = 16


def positions(title: mh.Title, seats: int, seed: int, every: int = 7) -> list[tuple[Any, int]]:
    """Some positions of a match that goes at random, with a seat that decides."""
    rng, found = random.Random(seed), []
    state = title.start(seats, {}, rng)
    while state.stack:
        seat = min(title.to_act(state))
        if rng.randrange(every) == 0:
            found.append((state.clone(), seat))
        title.apply(state, seat, rng.choice(title.legal(state, seat)))
        title.deal(state, rng)
    return found


def some_net(title: mh.Title, path: Path, **other: Any) -> Path:
    """A net whose numbers were never learned."""
    rng = np.random.default_rng(1)
    insight, seen = Insight(title), title.observation_size
    told, _, kinds = insight.widths
    columns, amounts = np.arange(0, seen, 3), np.array([5, 8])
    most = np.full(len(columns), 3, np.uint8)
    sizes = {"told": (told + len(amounts), WIDE), "first": (4 * len(columns), WIDE), "first_bias": (WIDE,)}
    sizes |= {"action": (len(title.actions.all), WIDE), "action_bias": (len(title.actions.all),)}
    sizes |= {"judge": (WIDE, 8), "judge_bias": (8,), "worth": (8, 1), "worth_bias": (1,)}
    sizes |= {"end": (8, (3 + kinds) * SLOTS + 1), "end_bias": ((3 + kinds) * SLOTS + 1,)}
    sizes |= {
        f"{part}_0{more}": (WIDE, WIDE)[: 1 + (more == "")] for part in ("wide", "back") for more in ("", "_bias")
    }
    layers = {name: rng.normal(size=size, scale=0.1).astype(np.float32) for name, size in sizes.items()}
    layers |= {"mean": np.zeros(told + 2, np.float32), "scale": np.full(told + 2, 0.01, np.float32)}
    shape = {"columns": columns, "most": most, "start": np.arange(len(columns)) * 4, "amounts": amounts}
    write(path, made_for(title) | {"unit": 10.0, "blocks": 1} | other, shape, layers)
    return path


@pytest.mark.parametrize("name", TITLES)
def test_what_a_net_is_told_is_what_the_seat_may_know(name: str) -> None:
    title = mh.title(name)
    insight, rng = Insight(title), random.Random(5)
    for seats in (2, 4):
        for state, seat in positions(title, seats, seed=seats):
            standing = insight.standing(state)
            told = insight.told(state, seat, standing)
            assert len(told) == insight.widths[0]
            world = title.sample(title.view(state, seat), rng)
            assert insight.told(world, seat, insight.standing(world)) == told, state.stack[-1]


def test_the_own_seat_comes_first_and_automata_last() -> None:
    assert turned([1.0, 2.0, 3.0, 9.0], 3, 1) == [2.0, 3.0, 1.0, 9.0]
    title = mh.title("nucleum")
    state = title.start(1, {"barons": 1}, random.Random(1))
    standing = Insight(title).standing(state)
    assert len(standing) == SLOTS and standing[2:] == [0.0, 0.0]
    assert set(sources(title)) >= {"score.track", "score.milestones"}


@pytest.mark.parametrize("name", TITLES)
def test_a_net_answers_for_every_seat(name: str, tmp_path: Path) -> None:
    title = mh.title(name)
    net = Net(title, some_net(title, tmp_path / "net.npz"))
    fresh = Net(title, tmp_path / "net.npz")
    for state, seat in positions(title, 3, seed=3, every=15):
        legal = title.legal(state, seat)
        body = net.body(state, seat)
        assert np.exp(net.readiness(body, legal)).sum() == pytest.approx(1, abs=1e-4)
        found = net.judge(body)
        assert found.win.sum() == pytest.approx(1, abs=1e-4) and found.by_source.shape == (SLOTS, len(net.sources))
        assert (found.spread > 0).all()
        # What was kept of the position before changes nothing.
        fresh.rows = fresh.data["start"].copy()
        fresh.first = fresh.data["first"][fresh.rows].sum(axis=0)
        assert fresh.body(state, seat) == pytest.approx(body, abs=1e-3)


def test_a_bot_by_the_file_of_a_net(tmp_path: Path) -> None:
    title = mh.title("promethium")
    path = some_net(title, tmp_path / "net.npz")
    scores = []
    for _ in range(2):
        match = mh.Match(title, 2, 4)
        run_match(match, [make_bot(f"net:{path}", title, "a"), make_bot("random", title, "b")])
        assert match.outcome is not None
        scores.append(match.outcome.scores)
    assert scores[0] == scores[1]


def test_a_net_for_other_observations_is_refused(tmp_path: Path) -> None:
    title = mh.title("promethium")
    path = some_net(title, tmp_path / "net.npz", features=1)
    with pytest.raises(WrongNet, match="other observations or actions of promethium"):
        Net(title, path)


def test_what_is_decided_once_a_match_is_judged_by_its_end(tmp_path: Path) -> None:
    title = mh.title("nucleum")
    bot = make_bot(f"net:{some_net(title, tmp_path / 'net.npz')}", title, "a")
    match = mh.Match(title, 2, 1)
    seat = min(match.to_act)
    assert match.state.stack[-1][0] in title.minds.once
    assert bot.choose(match.view(seat), match.legal(seat), Clock()) in match.legal(seat)


@pytest.mark.parametrize(("name", "seats", "options"), [("promethium", 3, {}), ("nucleum", 1, {"barons": 1})])
def test_training_is_shown_how_all_stand(name: str, seats: int, options: dict[str, Any]) -> None:
    batch = Batch(name, seats, 4, seed=2, options=options, insight=True)
    assert batch.insight is not None
    rng, ended = random.Random(1), 0
    for _ in range(600):
        assert (batch.mask.sum(axis=1) > 1).all(), "a forced decision was asked"
        assert all(state.stack[-1][0] not in batch.insight.once for state in batch._states)
        state, seat = batch._states[0], int(batch.seat[0])
        assert batch.arrays.standing[0].tolist() == batch.insight.standing(state)
        assert batch.arrays.told[0, -SLOTS] == batch.arrays.standing[0, seat]
        batch.step([rng.choice(np.flatnonzero(row).tolist()) for row in batch.mask])
        for i in np.flatnonzero(batch.terminated):
            ended += 1
            total = batch.arrays.points[i].sum(axis=1)[:seats]
            assert total.tolist() == batch.arrays.ended[i, :seats].tolist() == batch.score[i].tolist()
    assert ended


def test_without_insight_nothing_of_it_is_kept() -> None:
    batch = Batch("promethium", 2, 2)
    assert batch.arrays.told.shape == (2, 0) and batch.insight is None


TAUGHT = [name for name in mh.titles() if levels.by_net(mh.title(name))]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_shipped_net_is_played_by_its_levels(name: str) -> None:
    title = mh.title(name)
    assert title.home.net.stat().st_size <= 8_000_000
    assert levels.seconds(title, "journeyman") == 0 < levels.seconds(title, "master") <= 2
    assert isinstance(make_bot("journeyman", title), NetBot)
    assert not isinstance(make_bot("classic-journeyman", title), NetBot)
    for seats in range(max(2, title.seats[0]), title.seats[1] + 1):
        match = mh.new_match(name, seats=seats, seed=seats)
        run_match(match, make_bots(["journeyman", *["random"] * (seats - 1)], title, seats, 1))
        assert match.outcome is not None
        assert match.outcome.places[0] == 1


@pytest.mark.parametrize("name", TAUGHT)
def test_hints_and_searches_of_a_net(name: str) -> None:
    title, match = mh.title(name), mh.new_match(name, seats=2, seed=5)
    while len(match.legal(seat := match.to_act[0])) < 3:
        match.play(match.legal(seat)[0], seat)
    view, legal = match.view(seat), match.legal(seat)
    hints = levels.adviser(title, 1).suggest(view, legal, 60.0)
    assert 1 < len(hints) <= 3
    assert hints == levels.adviser(title, 1).suggest(view, legal, 60.0)
    assert {hint.action for hint in hints} <= set(legal)
    assert all(reasons_in_words(hint.reasons, lang) for hint in hints for lang in ("en", "de", "fr", "pl", "ru"))
    bot = NetSearch(title, 3, PolicySearchConfig(passes=60))
    assert bot.choose(view, legal) == bot.explain()[0].action
    assert {row.action for row in bot.explain()} == set(legal)
