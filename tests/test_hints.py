"""Hints: sensible moves with reasons, from a view alone."""

from __future__ import annotations

import random

import pytest

import machinehall as mh
from machinehall.bots.greedy import Greedy
from machinehall.bots.habits import habits
from machinehall.bots.hints import COUNT, WEIGHED, Adviser, beside, parts, told
from machinehall.kernel.match import Match
from machinehall.server.speech import about, hints_in_words
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
    reasons = dict(told(adviser.changes([last], [match.state], seat)))
    assert all(part.startswith(f"{name}.score.") for part in reasons)
    gained = {part: final.breakdown[seat][part] - before.breakdown[seat][part] for part in final.breakdown[seat]}
    assert all(
        gained[part.removeprefix(f"{name}.")] == pytest.approx(value, abs=0.06) for part, value in reasons.items()
    )
    for lang in languages():
        assert [part for part in parts(title, last, seat, ended=True) if part not in load(lang).sentences] == []
    hints = adviser.suggest(title.view(last, seat), title.legal(last, seat))
    assert all(hints_in_words(title, [(hint.value, hint.reasons) for hint in hints]))


def test_a_hint_says_how_far_it_is_behind_and_why_without_figures_of_the_judgement() -> None:
    """Action tiles at hand "+47" are no 47 tiles, and nobody gains 64 fl. by an action that costs money. What a step of
    the scoring is expected to bring can be counted in the end."""
    reasons = [("hint.nucleum.tiles", 47.0), ("hint.nucleum.workers", -2.0), ("hint.nucleum.rails", 1.6)]
    rows = [(20.2, reasons), (20.0, []), (19.1, reasons[1:2]), (7.9, [])]
    assert hints_in_words(mh.title("nucleum"), rows) == [
        "The bot's choice. In its favour: action tiles at hand, rails. Against it: workers.",
        "As good as the first.",
        "About 1 point worse than the first. Against it: workers.",
        "About 10 points worse than the first.",
    ]
    steam = [(60.0, [("imperial-steam.score.keys", 11.0), ("imperial-steam.score.dividends", -36.0)])]
    steam += [(17.0, [("imperial-steam.score.dividends", 9.0)])]
    assert hints_in_words(mh.title("imperial-steam"), steam) == [
        "The bot's choice. In its favour: keys (for coal delivered) +10. Against it: higher dividends to pay −35.",
        "About 45 fl. worse than the first. In its favour: lower dividends to pay +9.",
    ]
    nucleum = [(5.0, [("nucleum.score.zero_markers", -3.0), ("nucleum.score.powered", 0.2)])]
    assert hints_in_words(mh.title("nucleum"), nucleum) == [
        "The bot's choice. In its favour: powered buildings. Against it: more markers on 0 −3."
    ]
    assert hints_in_words(mh.title("promethium"), [(3.6, []), (0.9, [])])[1] == "About £3 worse than the first."
    assert hints_in_words(mh.title("nucleum"), [(9.0, []), (1.0, [])], "ru")[1] == "Хуже первого примерно на 8 очков."


def test_an_estimate_is_said_roundly() -> None:
    assert [about(figure) for figure in (0.4, 1.4, 9.4, 12.4, 43, 49.9, 116.0)] == [0, 1, 9, 10, 45, 50, 120]


def test_what_all_choices_bring_speaks_for_none() -> None:
    """Beside the other choices: "tiles" were the reason for each tile that could be taken."""
    changes = [{"money": -3.0, "tiles": 5.0}, {"money": -1.0, "tiles": 5.0}, {"score": 7.0}]
    assert beside(changes) == [{"money": -2.0, "tiles": 0.0}, {"money": 2.0, "tiles": 0.0}, {"score": 7.0}]
    assert told({"money": -2.0, "tiles": 0.0, "workers": 3.04}) == (("workers", 3.0), ("money", -2.0))
    assert told({"money": -2.0, "workers": 30.0}) == (("workers", 30.0),)


def test_what_can_be_counted_speaks_for_a_choice_only_where_there_is_more_of_it() -> None:
    """An Engineer given away was "in its favour: experts": the judgement likes to have fewer of them at first."""
    change = {"experts": 2.0, "money": -1.0, "bids": 3.0}
    assert told(change, {"experts": -1.0, "money": -2.0}) == (("bids", 3.0), ("money", -1.0))
    assert told(change, {"experts": 1.0, "money": 0.0}) == (("bids", 3.0), ("experts", 2.0))
    title, match = mh.title("promethium"), mh.new_match("promethium", 2, seed=4)
    while match.state.stack[-1][0] not in ("start", "stock"):
        match.play(match.legal()[0])
    seat = match.to_act[0]
    hints = Adviser(title).suggest(match.view(seat), match.legal(seat), 60.0)
    given = {hint.action: title.text(hint.action).split()[1] for hint in hints}
    experts = {"engineer", "machinist", "chemist", "financier"}
    assert experts & set(given.values())
    for hint in hints:
        assert dict(hint.reasons).get("hint.promethium.experts", -1.0) < 0 or given[hint.action] not in experts


@pytest.mark.parametrize("name", ["nucleum", "promethium"])
def test_reasons_of_a_choice_are_those_beside_the_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_way_in(name, 6)
    while not 2 <= len(match.legal()) <= WEIGHED:
        match.play(match.legal()[0])
    seat, adviser = match.to_act[0], Adviser(match.title, 1)
    kept: list[dict[str, float]] = []
    counted: list[dict[str, float]] = []
    for name, to in (("changes", kept), ("counts", counted)):
        usual = getattr(adviser, name)
        monkeypatch.setattr(adviser, name, lambda *asked, usual=usual, to=to: to.append(usual(*asked)) or to[-1])
    found = adviser.suggest(match.view(seat), match.legal(seat), 60.0)
    assert (
        len(kept) == len(match.legal(seat))
        and [hint.reasons for hint in found]
        == [told(change, count) for change, count in zip(beside(kept), beside(counted), strict=True)][: len(found)]
    )


@pytest.mark.parametrize("name", TITLES)
def test_every_reason_has_a_word(name: str) -> None:
    match = some_way_in(name, 4)
    known = parts(match.title, match.state, match.to_act[0])
    for lang in languages():
        assert [part for part in known if part not in load(lang).sentences] == []
    words = load("ru").sentences
    assert all(words[part][0] in hints_in_words(match.title, [(0.0, [(part, -4.2)])], "ru")[0] for part in known)
