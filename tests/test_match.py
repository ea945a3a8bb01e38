"""Matches: playing, refusing, undoing, recording; bad input changes nothing."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest

import machinehall as mh
from machinehall.kernel.record import load_match as load_record
from machinehall.kernel.record_text import digest
from machinehall.kernel.values import CHANCE


def some_match(seats: int = 3, decisions: int = 60, seed: int = 4) -> mh.Match:
    match, rng = mh.new_match("promethium", seats, seed=seed), random.Random(seed)
    for _ in range(decisions):
        match.play(rng.choice(match.legal()))
    return match


def body(match: mh.Match) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(match.record())
    return loaded


def sealed(changed: dict[str, Any]) -> str:
    return json.dumps(changed | {"digest": digest(changed)})


def test_the_same_seed_deals_the_same_match() -> None:
    assert some_match().record() == some_match().record()
    assert some_match(seed=5).record() != some_match(seed=6).record()


@pytest.mark.rule("MH-1.1", "MH-1.4")
def test_illegal_wrong_seat_and_foreign_actions_change_nothing() -> None:
    match = some_match()
    (seat,) = match.to_act
    before, lines = match.title.to_json(match.state), len(match.log)
    legal = match.legal()
    illegal = match.title.parse("take coal")
    assert illegal not in legal
    with pytest.raises(mh.IllegalAction) as fault:
        match.play(illegal)
    assert fault.value.refusal == match.why_not(illegal) and fault.value.refusal.rule.startswith("PR-")
    with pytest.raises(mh.IllegalAction) as fault:
        match.play(legal[0], seat=(seat + 1) % 3)
    assert fault.value.refusal.rule == "MH-1.1"
    with pytest.raises(mh.IllegalAction) as fault:
        match.play(legal[0], seat=77)
    assert fault.value.refusal.rule == "MH-1.1"
    with pytest.raises(mh.IllegalAction) as fault:
        match.play(match.title.parse("tile T07"), seat=mh.CHANCE)
    assert fault.value.refusal.rule == "MH-1.4"
    for nonsense in (mh.Action("target", (99,)), mh.Action("dance"), "target b2", None, ("target", (1,), 3)):
        with pytest.raises(mh.BadAction):
            match.play(nonsense)  # type: ignore[arg-type]
    assert match.title.to_json(match.state) == before and len(match.log) == lines


def test_an_equal_action_is_as_good_as_the_tables_own() -> None:
    match = some_match()
    action = match.legal()[0]
    assert match.why_not(mh.Action(action.kind, tuple(action.args))) is None


@pytest.mark.rule("MH-1.2")
def test_nothing_can_be_played_after_the_end() -> None:
    match, rng = mh.new_match("promethium", 2, seed=3), random.Random(3)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    assert match.outcome is not None and match.outcome.reason == "end.rounds_played"
    assert match.legal() == [] and match.legal(0) == []
    refusal = match.why_not(match.title.parse("pass"), 0)
    assert refusal is not None and refusal.rule == "MH-1.2"


def test_views_are_for_seats_of_this_table() -> None:
    match = some_match()
    for seat in (3, -1, "0", True):
        with pytest.raises(mh.MachineHallError):
            match.view(seat)  # type: ignore[arg-type]
        with pytest.raises(mh.MachineHallError):
            match.events(seat)  # type: ignore[arg-type]
    assert match.view()["seat"] is None


@pytest.mark.rule("MH-1.3")
def test_undo_reaches_back_until_somebody_has_learned_something() -> None:
    match = mh.new_match("promethium", 3, seed=2)
    first = match.to_act[0]
    with pytest.raises(mh.CannotUndo) as fault:
        match.undo(first)
    assert fault.value.refusal == mh.Refusal("MH-1.3", "undo.nothing")
    start = match.title.to_json(match.state)
    match.play(match.legal()[0])
    match.undo(first)
    assert match.title.to_json(match.state) == start
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    assert match.cannot_undo(first) == mh.Refusal("MH-1.3", "undo.others_acted")
    match.play(match.legal()[0])  # the third choice lays the grid: chance has decided
    assert match.cannot_undo((first + 2) % 3) == mh.Refusal("MH-1.3", "undo.learned")


@pytest.mark.rule("MH-1.3")
def test_a_simultaneous_answer_can_be_taken_back_while_the_others_stay() -> None:
    match, rng = mh.new_match("promethium", 3, seed=9), random.Random(9)
    while len(match.to_act) < 2:
        match.play(rng.choice(match.legal()))
    one, two = match.to_act[:2]
    mine, theirs = match.legal(one)[1], match.legal(two)[1]
    match.play(mine, one)
    match.play(theirs, two)
    match.undo(one)
    assert mine in match.legal(one) and theirs not in match.legal(two)
    assert [(e.seat, e.action) for e in match.log[-1:]] == [(two, theirs)]


@pytest.mark.rule("MH-1.3")
def test_own_forced_decisions_go_back_with_the_one_before_them() -> None:
    """They are nobody else's doing, so nothing speaks against it, and nobody is told that others have acted."""
    found = 0
    for name in ("nucleum", "promethium"):
        match, rng = mh.new_match(name, 2, seed=4), random.Random(4)
        while match.to_act:
            (seat, *_), before, length = match.to_act, match.title.to_json(match.state), len(match.log)
            match.play(rng.choice(match.legal(seat)), seat)
            match.autopilot(seat)
            later = match.log[length + 1 :]
            if later and all(entry.seat == seat and entry.forced for entry in later):
                refusal = match.cannot_undo(seat)
                assert refusal is None or refusal.message == "undo.learned"
                if refusal is None:
                    action = match.log[length].action
                    match.undo(seat)
                    assert match.title.to_json(match.state) == before and len(match.log) == length
                    match.play(action, seat)
                    match.autopilot(seat)
                    found += 1
    assert found > 10


def test_the_autopilot_takes_forced_decisions_and_says_so() -> None:
    match, rng = mh.new_match("promethium", 4, seed=1), random.Random(1)
    while match.to_act:
        seat = match.to_act[0]
        match.autopilot(seat)
        if seat in match.to_act:
            assert len(match.legal(seat)) > 1
            match.play(rng.choice(match.legal(seat)), seat)
    assert any(entry.forced for entry in match.log)
    again = mh.load_match(match.record())
    assert [e.forced for e in again.log] == [e.forced for e in match.log]


def test_a_failure_inside_a_rule_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_match()
    before = match.title.to_json(match.state)

    def broken(_: object, state: Any, *__: object, **___: object) -> None:
        state.money[0] = 10**6
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(type(match.title), "apply", broken)
    with pytest.raises(RuntimeError):
        match.play(match.legal()[0])
    assert match.title.to_json(match.state) == before


def test_so_does_a_failure_of_chance_after_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rng, tried = some_match(), random.Random(1), 0

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    while match.to_act and tried < 3:
        action, undo = rng.choice(match.legal()), match.cannot_undo(match.to_act[0])
        seat, before, log, number = match.to_act[0], match.title.to_json(match.state), list(match.log), match.number
        with monkeypatch.context() as patch:
            patch.setattr(type(match.title), "chance", broken)
            try:
                match.play(action)
            except RuntimeError:
                tried += 1
                assert match.title.to_json(match.state) == before and match.log == log
                assert len(match.happened) == len(log) and match.cannot_undo(seat) == undo
        if match.number == number:
            match.play(action)
    assert tried == 3


def test_outcomes_of_chance_are_listed_once_each() -> None:
    match, rng, asked = some_match(), random.Random(2), 0
    kinds = match.title.chances

    def counted(outcomes: Any) -> Any:
        def listed(*args: Any) -> Any:
            nonlocal asked
            asked += 1
            return outcomes(*args)

        return listed

    chances = {name: dataclasses.replace(kind, outcomes=counted(kind.outcomes)) for name, kind in kinds.items()}
    match.title = dataclasses.replace(match.title, chances=chances)
    before = len(match.log)
    while match.to_act and asked < 20:
        match.play(rng.choice(match.legal()))
    assert asked == sum(entry.seat == CHANCE for entry in match.log[before:]) >= 20


def test_a_match_goes_on_from_a_position() -> None:
    match = some_match()
    later = mh.Match(match.title, match.seats, options=match.options, deal=False, state=match.state, base=match.number)
    assert later.number == match.number and later.lines() == [] and later.legal() == match.legal()
    action = later.legal()[0]
    later.play(action)
    assert later.lines(match.number) == later.lines() and later.log[0].action == action


def test_a_running_match_goes_on_after_loading() -> None:
    match = some_match()
    again = mh.load_match(match.record())
    assert again.to_act == match.to_act and again.legal() == match.legal()
    again.play(again.legal()[0])
    assert len(again.log) > len(match.log)


def test_truncated_and_tampered_records_do_not_load() -> None:
    text = some_match().record()
    for cut in (0, 10, len(text) // 2, len(text) - 3):
        with pytest.raises(mh.BadRecord):
            mh.load_match(text[:cut])
    with pytest.raises(mh.BadRecord, match="digest"):
        mh.load_match(text.replace('"seats": 3', '"seats": 4'))
    for nonsense in ("[]", "null", "{}", '{"machinehall": 1}', "\x00", '"record"'):
        with pytest.raises(mh.BadRecord):
            mh.load_match(nonsense)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"machinehall": 9}, "format 9"),
        ({"rules": 999}, "rules 999"),
        ({"data": "sha256:0"}, "sha256:0"),
        ({"title": "monopoly"}, "monopoly"),
        ({"seats": 7}, "seats"),
        ({"seats": "3"}, "seats must be int"),
        ({"options": {"speed": 1}}, "speed"),
        ({"log": ["* first 0", "0 target b2"]}, "line 2"),
        ({"log": ["x first 0"]}, "no seat"),
        ({"log": ["* dance"]}, "line 1"),
        ({"log": ["* first 9"]}, "line 1"),
        ({"log": [7]}, "texts"),
        ({"more": 1}, "unknown field more"),
    ],
)
def test_records_of_other_versions_or_with_impossible_lines_do_not_load(change: dict[str, Any], words: str) -> None:
    with pytest.raises(mh.MachineHallError, match=words):
        mh.load_match(sealed({**{k: v for k, v in body(some_match()).items() if k != "digest"}, **change}))


def test_a_record_of_older_rules_loads_as_long_as_the_present_ones_allow_every_decision() -> None:
    match = some_match()
    newer = dataclasses.replace(match.title, rules_version=match.title.rules_version + 1)
    assert match.rules == match.title.rules_version
    again = load_record(match.record(), lambda name, pack: newer)
    assert again.state == match.state and again.log == match.log and again.rules == newer.rules_version
    decisions = dict(newer.decisions)
    for kind, decision in newer.decisions.items():
        decisions[kind] = dataclasses.replace(decision, offers=lambda *_: [])
    strict = dataclasses.replace(newer, decisions=decisions)
    with pytest.raises(mh.BadRecord, match=r"line \d+ of the log.*played with rules \d+ of promethium"):
        load_record(match.record(), lambda name, pack: strict)


def test_a_record_of_nucleum_from_before_its_second_rules_loads() -> None:
    """It names its options, so the coal line that was the default then is still there."""
    match, rng = mh.new_match("nucleum", 2, seed=3, options={"disputed_coal_lines": 1}), random.Random(3)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    old = {**{k: v for k, v in body(match).items() if k != "digest"}, "rules": 1}
    again = mh.load_match(sealed(old))
    assert again.outcome == match.outcome and again.options["disputed_coal_lines"] == 1
    assert body(again)["rules"] == 2


def test_a_match_remembers_the_data_it_was_played_with(tmp_path: Path) -> None:
    source = Path(mh.__file__).parent / "titles" / "promethium" / "data" / "projects.json"
    (tmp_path / "projects.json").write_text(source.read_text(encoding="utf-8").replace('"value": 28', '"value": 30'))
    match = mh.new_match("promethium", 2, seed=1, pack=tmp_path)
    assert match.title.data_version != mh.title("promethium").data_version
    record = match.record()
    with pytest.raises(mh.BadRecord, match="give the folder of that pack"):
        mh.load_match(record)
    assert mh.load_match(record, pack=tmp_path).state == match.state


def test_states_of_other_titles_or_broken_ones_do_not_load() -> None:
    title = mh.title("promethium")
    text = title.to_json(some_match().state)
    other = text.replace(f'"rules":{title.rules_version}', '"rules":99')
    assert other != text
    for broken in ("", "[]", text[:-9], other, text.replace('"money"', '"honey"')):
        with pytest.raises(mh.BadRecord):
            title.from_json(broken)


def test_a_view_of_another_title_cannot_be_sampled() -> None:
    match = some_match()
    with pytest.raises(mh.MachineHallError):
        match.title.sample(match.view(0) | {"data": "sha256:other"}, random.Random(1))


def test_laying_a_token_looks_the_same_whatever_its_value() -> None:
    """The others learn where a token was laid, never which."""
    match, rng = mh.new_match("promethium", 3, seed=12), random.Random(12)
    while (
        match.title.decision(match.state, match.to_act[0]) is None
        or len(match.legal()) < 3
        or match.legal()[0].kind != "bid"
    ):
        match.play(rng.choice(match.legal()))
    (seat,) = match.to_act
    seen = []
    for action in match.legal():
        after = match.state.clone()
        events = match.title.apply(after, seat, action)
        others = [i for i in (None, 0, 1, 2) if i != seat]
        seen.append([(match.title.view(after, i), [e.seen_from(i) for e in events]) for i in others])
    assert len(seen) >= 3 and all(look == seen[0] for look in seen)
