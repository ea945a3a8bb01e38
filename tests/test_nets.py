"""Nets for all tables of a title: what they are told, what they answer, and what training is shown."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nets import some_net

import machinehall as mh
from machinehall.bots import Clock, levels, make_bot, make_bots, net_bot, policy, run_match
from machinehall.bots.ahead import REPLIES, Ahead, Way
from machinehall.bots.guided import Guided
from machinehall.bots.hints import Adviser
from machinehall.bots.insight import SLOTS, Insight, sources, turned
from machinehall.bots.judgement import expected_best
from machinehall.bots.luck import Luck
from machinehall.bots.net import Net, WrongNet
from machinehall.bots.net_bot import NetBot
from machinehall.bots.net_hints import NetAdviser
from machinehall.bots.net_search import NetSearch
from machinehall.bots.policy_search import PolicySearchConfig
from machinehall.bots.search import Search
from machinehall.learn.batch import Batch
from machinehall.server.speech import hints_in_words

TITLES = ("imperial-steam", "nucleum", "promethium")


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


@pytest.mark.parametrize("name", TITLES)
def test_what_a_net_is_told_is_what_the_seat_may_know(name: str) -> None:
    title = mh.title(name)
    insight, rng, observe = Insight(title), random.Random(5), title.observer()
    for seats in (2, 4):
        for state, seat in positions(title, seats, seed=seats):
            standing = insight.standing(state)
            assert insight.standing(state, observe) == standing, "an observer reckons otherwise than the rules"
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
        found = net.judge(body, state, seat)
        assert sum(found.win) == pytest.approx(1, abs=1e-4)
        assert [len(row) for row in found.points] == [len(net.sources)] * 3 and all(x > 0 for x in found.deviation)
        # What was kept of the position before changes nothing.
        fresh.kept = fresh.blank.copy()
        assert fresh.body(state, seat) == pytest.approx(body, abs=1e-3)


@pytest.mark.parametrize("name", TITLES)
def test_many_positions_at_once_are_answered_as_each_alone(name: str, tmp_path: Path) -> None:
    title = mh.title(name)
    net = Net(title, some_net(title, tmp_path / "net.npz"))
    asked = positions(title, 4, seed=6, every=15)
    bodies = net.bodies(asked, [net.blank.copy() for _ in asked])
    together = net.judge_rows(bodies, asked)
    for row, (state, seat), found in zip(bodies, asked, together, strict=True):
        assert net.body(state, seat) == pytest.approx(row, abs=1e-3)
        alone = net.judge(net.body(state, seat), state, seat)
        assert found.win == pytest.approx(alone.win, abs=1e-3)
    assert net.judge_rows(bodies[:0], []) == []


def test_answers_of_a_net_begin_with_the_seat_that_looks(tmp_path: Path) -> None:
    title = mh.title("promethium")
    net = Net(title, some_net(title, tmp_path / "net.npz"))
    state, kinds = title.start(3, {}, random.Random(1)), len(net.sources)
    out = np.zeros((3 + kinds) * SLOTS + 1, np.float32)
    out[:3], out[3 * SLOTS : (3 + kinds) * SLOTS : kinds] = (5, 0, 0), (1, 2, 3, 9)
    for seat in range(3):
        found = net.judgement(out, state, seat)
        assert [found.score((seat + k) % 3) / net.unit for k in range(3)] == pytest.approx([1, 2, 3])
        assert max(range(3), key=found.win.__getitem__) == seat and not found.automata
    state = mh.title("nucleum").start(1, {"barons": 1}, random.Random(1))
    alone = Net(mh.title("nucleum"), some_net(mh.title("nucleum"), tmp_path / "alone.npz"))
    seen = alone.judge(alone.body(state, 0), state, 0)
    assert len(seen.points) == 1 and len(seen.automata) == 1 and 0 < seen.win[0] < 1


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


def test_a_file_that_is_no_net_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Such as somebody's own net, which plays as a bot of their own."""
    title, path = mh.title("promethium"), tmp_path / "mine.npz"
    np.savez(path, table=np.zeros(3))
    np.save(tmp_path / "row.npy", np.zeros(3))
    (tmp_path / "results.json").write_text("{}")
    (tmp_path / "cut.npz").write_bytes(path.read_bytes()[:40])
    (tmp_path / "empty.npz").write_bytes(b"")
    for name in ("mine.npz", "row.npy", "results.json", "cut.npz", "empty.npz"):
        with pytest.raises(WrongNet, match=rf"{name} is no net of scripts/train/train.py"):
            make_bot(f"net:{tmp_path / name}", title)


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
        assert batch.legal[0] == batch.title.legal(state, seat)
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


def test_the_best_of_several_is_expected_to_end_higher_than_each() -> None:
    rng = random.Random(1)
    scores = [(90.0, 8.0), (85.0, 12.0), (80.0, 5.0)]
    thrown = [max(rng.gauss(*score) for score in scores) for _ in range(20_000)]
    assert expected_best(scores) == pytest.approx(sum(thrown) / len(thrown), abs=0.3)
    assert expected_best([(90.0, 0.0), (95.0, 0.0)]) == 95 and expected_best([(7.0, 3.0)]) == 7
    assert expected_best([]) == 0


TAUGHT = [name for name in mh.titles() if levels.by_net(mh.title(name))]


def test_whether_a_title_has_learned_is_told_without_unpacking_its_net(monkeypatch: pytest.MonkeyPatch) -> None:
    net_bot.learned.cache_clear()
    monkeypatch.setattr(policy, "read", None)
    monkeypatch.setattr(net_bot, "read", None)
    assert [name for name in mh.titles() if levels.by_net(mh.title(name))] == TAUGHT


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


def test_hints_come_from_a_net_that_knows_the_table_however_well_it_plays() -> None:
    for name in mh.titles():
        assert isinstance(levels.adviser(mh.title(name)), NetAdviser)
    other = mh.title("promethium")
    net_bot.known.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(net_bot, "made_for", lambda title: {"seen": -1})
        assert not levels.has_net(other) and type(levels.adviser(other)) is Adviser
    net_bot.known.cache_clear()


def test_where_nobody_says_when_a_turn_begins_some_replies_make_one() -> None:
    """What a net foretells between two replies errs by more than the choices differ."""
    title = mh.title("promethium")
    match = mh.new_match("promethium", seats=2, seed=4)
    while len(match.legal(seat := match.to_act[0])) < 3 or len(match.log) < 30:
        match.play(match.legal(seat)[0], seat)
    way, asked = Way(match.state.clone(), Luck(random.Random(1))), list[int]()

    def noted() -> bool:
        asked.append(min(title.to_act(way.state)))
        return False

    Ahead(title, Net(title)).reach([way], seat, match.legal(seat)[:1], late=noted)
    changes = sum(a != b and b == seat for a, b in pairwise([seat, *asked]))
    assert changes >= REPLIES - 1


@pytest.mark.parametrize("name", list(mh.titles()))
def test_choices_that_are_played_on_side_by_side_come_to_the_same_as_each_alone(name: str) -> None:
    title, net = mh.title(name), Net(mh.title(name))
    match = mh.new_match(name, seats=3, seed=4)
    while len(match.legal(seat := match.to_act[0])) < 4 or len(match.log) < 30:
        match.play(match.legal(seat)[0], seat)
    actions, luck = match.legal(seat)[:4], Luck(random.Random(1))
    together = [Way(match.state.clone(), luck.again()) for _ in actions]
    Ahead(title, net).reach(together, seat, actions)
    for way, action in zip(together, actions, strict=True):
        alone = Way(match.state.clone(), luck.again())
        Ahead(title, net).reach([alone], seat, [action])
        assert title.to_json(alone.state) == title.to_json(way.state)
    hopes = Ahead(title, net).hopes(together, seat)
    assert len(set(hopes)) > 1 and all(
        abs(hope - Ahead(title, net).hopes([way], seat)[0]) < 0.01 for hope, way in zip(hopes, together, strict=True)
    )


def test_a_guided_search_looks_at_what_the_net_takes_readily_and_tells_of_all() -> None:
    title, match = mh.title("promethium"), mh.new_match("promethium", seats=2, seed=5)
    looked = []
    for _ in range(60):
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        bot = make_bot("guided/24", title, "1")
        assert isinstance(bot, Guided)
        action = bot.choose(view, legal, Clock())
        if len(legal) > 1:
            rows = bot.explain()
            assert {row.action for row in rows} == set(legal) and rows[0].action is action
            assert set(bot.ready) == {row.action for row in rows[: len(bot.ready)]}, "what was left out comes last"
            assert not any(row.visits for row in rows[len(bot.ready) :])
            looked.append(len(bot.ready) / len(legal))
        match.play(action, seat)
    assert 0 < sum(looked) / len(looked) < 0.7
    assert type(make_bot("classic-journeyman/24", title, "1")) is Search
    assert isinstance(make_bot("journeyman", title, "1"), Guided)
    master = make_bot("master", title, "1")
    assert isinstance(master, levels.Ensemble) and isinstance(master.own, Guided)


@pytest.mark.parametrize("name", list(mh.titles()))
def test_hints_and_searches_of_a_net(name: str) -> None:
    title, match = mh.title(name), mh.new_match(name, seats=2, seed=5)
    while len(match.legal(seat := match.to_act[0])) < 3:
        match.play(match.legal(seat)[0], seat)
    view, legal = match.view(seat), match.legal(seat)
    hints = levels.adviser(title, 1).suggest(view, legal, 60.0)
    assert 1 < len(hints) <= 3
    assert hints == levels.adviser(title, 1).suggest(view, legal, 60.0)
    assert {hint.action for hint in hints} <= set(legal)
    rows = [(hint.value, hint.reasons) for hint in hints]
    assert all(all(hints_in_words(title, rows, lang)) for lang in ("en", "de", "fr", "pl", "ru"))
    bot = NetSearch(title, 3, PolicySearchConfig(passes=60))
    assert bot.choose(view, legal) == bot.explain()[0].action
    assert {row.action for row in bot.explain()} == set(legal)
