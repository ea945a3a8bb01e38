"""Hints: sensible moves with reasons, from a view alone."""

from __future__ import annotations

import random

import pytest

import machinehall as mh
from machinehall.bots.greedy import Greedy
from machinehall.bots.habits import habits
from machinehall.bots.hints import COUNT, Adviser, parts
from machinehall.kernel.match import Match
from machinehall.server.speech import reasons_in_words
from machinehall.words import languages, load

TITLES = list(mh.titles())


def some_way_in(name: str, seed: int, decisions: int = 90) -> Match:
    match, rng = mh.new_match(name, 3, seed=seed), random.Random(seed)
    for _ in range(decisions):
        match.play(rng.choice(match.legal()))
    while len(match.legal()) < 2:
        match.play(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("name", TITLES)
def test_the_parts_add_up_to_the_evaluation(name: str) -> None:
    title = mh.title(name)
    assert title.minds.evaluate is not None and title.minds.reasons is not None
    for seed in range(3):
        match, rng = mh.new_match(name, 3, seed=seed), random.Random(seed)
        for _ in range(150):
            for seat in range(3):
                whole = title.minds.evaluate(title.lookup, match.state, seat)
                assert sum(title.minds.reasons(title.lookup, match.state, seat).values()) == pytest.approx(whole)
            match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", TITLES)
def test_hints_are_legal_and_ordered(name: str, seed: int) -> None:
    match = some_way_in(name, seed)
    seat = match.to_act[0]
    legal = match.legal(seat)
    found = Adviser(match.title).suggest(match.view(seat), legal, 1.0)
    assert 1 <= len(found) <= COUNT and len({hint.action for hint in found}) == len(found)
    assert all(hint.action in legal for hint in found)
    assert [hint.value for hint in found] == sorted((hint.value for hint in found), reverse=True)


def test_a_hint_looks_as_far_as_the_apprentice() -> None:
    """Alone with the Baron a seat is asked again and again: what the next turn brings is no reason for this choice."""
    title, seen = mh.title("nucleum"), 0
    for seed in range(4):
        match, rng = mh.new_match("nucleum", 1, seed=seed), random.Random(seed)
        for _ in range(40):
            match.play(rng.choice(match.legal()))
        view, legal = match.view(0), match.legal(0)
        legal = sorted(legal, key=habits(title).weight.__getitem__, reverse=True)[:8]
        found = Adviser(title, seed).suggest(view, legal, 60.0)
        greedy = Greedy(title, seed)
        worlds = [title.sample(view, greedy.rng) for _ in range(greedy.worlds)]
        values = sorted(greedy.values(worlds, 0, legal), reverse=True)[:COUNT]
        before = sum(greedy.judge(title.lookup, world, 0) for world in worlds) / len(worlds)
        assert [hint.value for hint in found] == pytest.approx([value - before for value in values])
        seen += len(found)
    assert seen


@pytest.mark.parametrize("name", TITLES)
def test_a_hint_knows_only_the_view(name: str) -> None:
    """Two worlds with the same view get the same hints."""
    match = some_way_in(name, 3)
    seat = match.to_act[0]
    view = match.view(seat)
    other = match.title.sample(view, random.Random(9))
    assert match.title.view(other, seat) == view
    once = Adviser(match.title, 5).suggest(view, match.legal(seat), 30.0)
    again = Adviser(match.title, 5).suggest(match.title.view(other, seat), match.title.legal(other, seat), 30.0)
    assert once == again


@pytest.mark.parametrize("name", TITLES)
def test_a_choice_that_ends_the_match_is_told_by_the_score(name: str) -> None:
    match, rng = mh.new_match(name, 2, seed=7), random.Random(1)
    while match.to_act:
        last, seat = match.state.clone(), match.to_act[0]
        match.play(rng.choice(match.legal()))
    title = match.title
    adviser, (final, before) = Adviser(title), (title.score(title.lookup, state) for state in (match.state, last))
    told = dict(adviser.reasons([last], [match.state], seat))
    assert all(part.startswith(f"{name}.score.") for part in told)
    gained = {part: final.breakdown[seat][part] - before.breakdown[seat][part] for part in final.breakdown[seat]}
    assert all(gained[part.removeprefix(f"{name}.")] == pytest.approx(value, abs=0.06) for part, value in told.items())
    for lang in languages():
        assert [part for part in parts(title, last, seat, ended=True) if part not in load(lang).sentences] == []
    hints = adviser.suggest(title.view(last, seat), title.legal(last, seat))
    assert all(reasons_in_words(hint.reasons) for hint in hints)


def test_reasons_say_what_there_will_be_more_and_less_of() -> None:
    """Not one row of figures with signs, which a newcomer cannot read."""
    reasons = [("hint.nucleum.turbines", 5.0), ("hint.nucleum.workers", -2.0), ("hint.nucleum.rails", 1.6)]
    assert reasons_in_words(reasons).replace("−", "-") == "More: turbines +5, rails +2. Less: workers -2."
    assert reasons_in_words(reasons[1:2]).replace("−", "-") == "Less: workers -2."
    assert reasons_in_words([]) == "The bot sees no difference."


@pytest.mark.parametrize("name", TITLES)
def test_every_reason_has_a_word(name: str) -> None:
    match = some_way_in(name, 4)
    known = parts(match.title, match.state, match.to_act[0])
    for lang in languages():
        assert [part for part in known if part not in load(lang).sentences] == []
    assert reasons_in_words([(part, 2.6) for part in list(known)[:2]]).count("+3") == 2
    assert "−4" in reasons_in_words([(next(iter(known)), -4.2)], "ru")
