"""A learned policy: what it was made for, what it says, and how it is tried out before it is followed."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import machinehall as mh
from machinehall.bots import Clock, make_bot
from machinehall.bots.ahead import Way
from machinehall.bots.levels import Ensemble, MasterByNet, PolicyOrSearch
from machinehall.bots.net_search import NetSearch
from machinehall.bots.planner import Planner
from machinehall.bots.policy import Policy, holds, made_for, packed, policy_file, read
from machinehall.bots.policy_search import PolicySearch, PolicySearchConfig, Try
from machinehall.bots.thinker import subtract_baseline
from machinehall.learn.document import observation_rows

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "train"))

from policy_hall import GROUPS, Hall, Table, lessons, replay, teach
from refit_policy import moved, refit

TITLE = mh.title("nucleum")
ALONE = {"barons": 1}
FILE = policy_file(TITLE)


def alone(seed: int, options: dict[str, int] | None = None) -> mh.Match:
    return mh.Match(TITLE, 1, seed, options or ALONE)


def lead(match: mh.Match) -> int:
    assert match.outcome is not None
    return match.outcome.scores[0] - match.outcome.automata[0].score


def followed(policy: Policy, match: mh.Match, decisions: int = 1000) -> mh.Match:
    for _ in range(decisions):
        if not match.to_act:
            break
        match.play(policy.best(match.state, 0, match.legal(0)), 0)
    return match


# What it is for


@pytest.mark.parametrize(
    ("seats", "options", "expected"),
    [
        (1, ALONE, True),
        (1, {"barons": 1, "frederik_4": 1, "frederik_8": 1}, True),
        (1, {"barons": 2}, False),
        (2, {}, False),
    ],
)
def test_a_policy_holds_where_it_was_made_for(seats: int, options: dict[str, int], expected: bool) -> None:
    assert holds(TITLE, mh.Match(TITLE, seats, 1, options).view(0)) is expected


@pytest.mark.parametrize("name", ["promethium", "imperial-steam"])
def test_a_title_without_a_policy_has_none(name: str) -> None:
    assert not holds(mh.title(name), mh.Match(mh.title(name), 2, 1).view(0))


def test_the_file_fits_the_title() -> None:
    """Otherwise a master alone would fall back to the search without a word."""
    made = read(FILE)["made"]
    assert made["data"] == TITLE.data_version
    assert {name: made[name] for name in made_for(TITLE)} == made_for(TITLE)


def changed(tmp_path: Path, **made: Any) -> Path:
    with np.load(FILE) as file:
        data = {name: file[name] for name in file.files}
    data["made"] = np.array(json.dumps(json.loads(str(data["made"])) | made))
    np.savez(tmp_path / "policy.npz", **data)
    return tmp_path / "policy.npz"


@pytest.mark.parametrize("made", [{"features": 0}, {"actions": 7}, {"names": ["thalers"]}])
def test_a_policy_for_other_observations_is_refused(tmp_path: Path, made: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="made for other observations or actions of nucleum"):
        Policy(TITLE, changed(tmp_path, **made))


# What it says


@pytest.mark.parametrize("deals", [4, pytest.param(20, marks=pytest.mark.long)])
def test_it_beats_the_baron_without_any_search(deals: int) -> None:
    """NU-23.63, without challenges and without a thought ahead: nearly always, and by far."""
    policy = Policy(TITLE)
    leads = [lead(followed(policy, alone(800 + deal))) for deal in range(deals)]
    assert sum(found > 0 for found in leads) >= 0.75 * deals
    assert sum(leads) / deals > 60


def test_it_says_the_same_whatever_it_was_asked_before() -> None:
    policy = Policy(TITLE)
    for seed, decisions in ((1, 30), (2, 120), (1, 31)):
        state = followed(Policy(TITLE), alone(seed), decisions).state
        body, fresh = policy.body(state, 0), Policy(TITLE).body(state, 0)
        assert np.allclose(body, fresh, atol=1e-3)
        assert policy.worth(body) == pytest.approx(policy.worth(fresh), abs=0.05)


def test_readiness_is_a_logarithm_of_shares() -> None:
    policy, match = Policy(TITLE), followed(Policy(TITLE), alone(5), 40)
    legal = match.legal(0)
    ready = policy.readiness(policy.body(match.state, 0), legal)
    assert np.exp(ready).sum() == pytest.approx(1, abs=1e-5)
    assert legal[int(np.argmax(ready))] is policy.best(match.state, 0, legal)


def test_the_worth_goes_with_what_becomes_of_it() -> None:
    """Half-way through a match it foretells the final lead, better than the lead of the moment does."""
    policy = Policy(TITLE)
    said, now, became = [], [], []
    for seed in range(24):
        match = followed(policy, alone(900 + seed), 90)
        worth = policy.worth(policy.body(match.state, 0))
        score = TITLE.score(TITLE.lookup, match.state)
        now.append(score.scores[0] - score.automata[0].score)
        said.append(now[-1] + worth)
        became.append(lead(followed(policy, match)))
    assert np.corrcoef(said, became)[0, 1] > max(0.3, np.corrcoef(now, became)[0, 1])
    assert abs(np.mean(said) - np.mean(became)) < 25


def test_numbers_are_packed_closely_and_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    arrays = {"large": rng.normal(size=(1000, 200)).astype(np.float32), "small": np.array([0.5, -2.0])}
    kept = packed(arrays)
    assert kept["large"].dtype == np.int8 and kept["small"].dtype == np.float16
    plain: dict[str, Any] = {name: np.zeros(1, np.int64) for name in ("columns", "most", "start")}
    np.savez(tmp_path / "numbers.npz", made=np.array("{}"), **plain, **kept)
    found = read(tmp_path / "numbers.npz")
    assert np.abs(found["large"] - arrays["large"]).max() < np.abs(arrays["large"]).max() / 200
    assert found["small"].tolist() == [0.5, -2.0]


# Tried out


def test_a_master_alone_rehearses_and_elsewhere_plans() -> None:
    either = PolicyOrSearch(TITLE, "1", 5.0, 10)
    assert isinstance(either.at(alone(1).view(0)), PolicySearch)
    assert either.at(alone(1).view(0)) is either.at(alone(2).view(0))
    assert isinstance(either.at(mh.Match(TITLE, 2, 1).view(0)), Planner)
    assert isinstance(either.at(alone(1, {"barons": 2}).view(0)), Planner)


def test_a_master_with_a_net_for_all_tables_leaves_one_player_to_their_policy() -> None:
    assert isinstance(make_bot("master", TITLE, "1"), MasterByNet)
    bot = MasterByNet(TITLE, "1", passes=12)
    for match, search in (
        (alone(1), PolicySearch),
        (alone(1, {"barons": 2}), NetSearch),
        (mh.Match(TITLE, 2, 1), NetSearch),
    ):
        seat = match.to_act[0]
        assert bot.choose(match.view(seat), match.legal(seat), Clock()) in match.legal(seat)
        assert type(bot.own) is search
        assert {row.action for row in bot.explain()} == set(match.legal(seat))


def test_a_master_goes_on_when_the_table_is_another() -> None:
    bot = make_bot("master/40", TITLE, "1")
    assert isinstance(bot, Ensemble)
    for match in (alone(1), mh.Match(TITLE, 2, 1)):
        seat = match.to_act[0]
        assert bot.choose(match.view(seat), match.legal(seat), Clock()) in match.legal(seat)
    assert isinstance(bot.own, Planner)


def test_a_rehearsal_tells_of_all_choices_and_can_be_repeated() -> None:
    match = followed(Policy(TITLE), alone(3), 33)
    while len(match.legal(0)) < 5:
        match.play(match.legal(0)[0], 0)
    legal = match.legal(0)
    bots = [PolicySearch(TITLE, "x", PolicySearchConfig(passes=200)) for _ in range(2)]
    first, again = (bot.choose(match.view(0), legal) for bot in bots)
    rows = bots[0].explain()
    assert first is again is rows[0].action
    assert rows == bots[1].explain()
    assert {row.action for row in rows} == set(legal)
    tried = [row for row in rows if row.visits]
    assert len(tried) > 1 and rows[: len(tried)] == tried, "what was not tried comes after what was"
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)


def test_what_is_clear_needs_no_thought() -> None:
    bot = PolicySearch(TITLE, "x", PolicySearchConfig(passes=500, unlikely=0.99))
    match = alone(4)
    bot.choose(match.view(0), match.legal(0))
    assert not any(row.visits for row in bot.explain())


def test_few_rounds_leave_more_to_the_policy() -> None:
    """What is taken e times as readily is two points better until something else was seen."""
    config = PolicySearchConfig()
    usual, rare = Try(TITLE.actions.all[0], -0.1), Try(TITLE.actions.all[1], -1.6)
    for rounds in (1, 8):
        usual.seen, rare.seen = dict.fromkeys(range(rounds), 10.0), dict.fromkeys(range(rounds), 12.0)
        subtract_baseline([usual, rare])
        assert (usual.worth(config) > rare.worth(config)) is (rounds == 1)


class Foretold(PolicySearch):
    """Each choice brings the more the later it stands in the list, and luck brings the same to all."""

    worths: list[mh.Action]

    def follow(self, ways: Sequence[Way], actions: Sequence[mh.Action], late: Callable[[], bool]) -> list[float]:
        lucky = {id(way.luck.arrivals): 0.1 * i for i, way in enumerate(ways)}
        assert not any(late() for _ in ways)
        return [
            3.0 * self.worths.index(action) + lucky[id(way.luck.arrivals)]
            for way, action in zip(ways, actions, strict=True)
        ]


def test_the_best_choice_is_found_and_the_worse_half_dropped() -> None:
    match = followed(Policy(TITLE), alone(3), 33)
    while len(match.legal(0)) < 6:
        match.play(match.legal(0)[0], 0)
    legal = match.legal(0)[:6]
    bot = Foretold(TITLE, "x", PolicySearchConfig(passes=200, unlikely=1e-30))
    bot.worths = list(legal)
    assert bot.choose(match.view(0), legal) is legal[-1]
    visits = {row.action: row.visits for row in bot.explain()}
    assert visits[legal[0]] < visits[legal[-3]] < visits[legal[-1]]
    assert visits[legal[-1]] <= 3 * PolicySearchConfig().enough


# What it is trained with


def test_gains_add_up_to_the_final_lead() -> None:
    table, policy, total, ended = Table(TITLE, "1", [0, 0, 1, 0]), Policy(TITLE), 0.0, 0
    while ended < 2:
        number = TITLE.actions.index[policy.best(table.state, 0, table.legal)]
        gain, final = table.play(number)
        total += gain
        if final:
            assert total == pytest.approx(final[0] - final[1])
            assert final[2] == 2
            total, ended = 0.0, ended + 1


def test_lessons_can_be_replayed(tmp_path: Path) -> None:
    line = teach(("nucleum", 5, 3))
    notes = replay(("nucleum", [line]))
    chosen = np.unpackbits(notes["mask"], axis=1)[np.arange(len(notes["action"])), notes["action"]]
    assert chosen.all(), "what was chosen was allowed"
    (tmp_path / "lessons.jsonl").write_text(line)
    again = lessons("nucleum", tmp_path / "lessons.jsonl", 1, 0, 0)
    assert (again["gain"] == notes["gain"]).all() and len(again["seen"]) == len(notes["seen"])


def test_workers_play_what_they_are_told() -> None:
    hall = Hall(TITLE, workers=1, each=2, seed=1, first=None)
    hall.ready()
    for _ in range(3):
        for group in range(GROUPS):
            rows = slice(group * 2, group * 2 + 2)
            before = hall.shared.seen[rows].copy()
            hall.shared.action[rows] = hall.shared.mask[rows].argmax(axis=1)
            hall.go(group)
            hall.ready()
            assert (hall.shared.seen[rows] != before).any(axis=1).all()
    hall.close()


# Kept from an older observation


def test_it_chooses_as_it_did_with_the_observation_it_was_trained_on() -> None:
    """Version 2 of the observation had other places for its numbers; these are choices made with it."""
    policy = Policy(TITLE)
    for kept in json.loads((Path(__file__).parent / "recorded" / "policy.json").read_text(encoding="utf-8")):
        match, rng, chosen = alone(kept["seed"], kept["options"]), random.Random(kept["seed"]), []
        while match.to_act:
            best = policy.best(match.state, 0, match.legal(0))
            if len(match.legal(0)) > 1:
                chosen.append(TITLE.text(best))
            match.play(best if rng.random() < 0.8 else rng.choice(match.legal(0)), 0)
        assert chosen == kept["choices"]


def test_a_policy_finds_its_numbers_by_their_words(tmp_path: Path) -> None:
    now = observation_rows(TITLE)
    before = [{"index": i, "block": row["block"], "part": row["part"]} for i, row in enumerate(reversed(now))]
    assert moved(before, now, [0, 5, len(now) - 1]) == [len(now) - 1, len(now) - 6, 0]
    before[5]["part"] = "of old"
    with pytest.raises(ValueError, match=r"not found, or not once: .*of old"):
        moved(before, now, [5])
    text = {"observation_version": "nucleum-1-x", "observation": before}
    with pytest.raises(ValueError, match="the policy was made for nucleum-3-"):
        refit(TITLE, text, FILE, tmp_path / "policy.npz")
    assert not (tmp_path / "policy.npz").exists()
