"""Two answers with one tap: what stands beside a choice is legal as a whole, and saves taps in a usual turn."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import machinehall as mh
from machinehall.bots import Clock, answer, make_bot
from machinehall.kernel.questions import only_answer
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.web.table.prompt import closing, headings
from machinehall.web.table.ways import LONG_WAYS, MOST_WAYS, ways
from machinehall.words import say
from machinehall.words.titles import speech

TURNS = 20
USUAL = 5
"""Taps of a usual turn."""


def played(seed: int, turns: int) -> tuple[list[str], list[int]]:
    """All that happens in a match that a bot plays, chance too, and the number with which each of its turns begins."""
    match, begins = mh.new_match("nucleum", 1, seed=seed), list[int]()
    bot = make_bot("apprentice", match.title, f"taps/{seed}")
    while match.to_act and len(begins) <= turns:
        events = match.play(answer(bot, match.title, match.state, match.legal(), match.to_act[0], Clock()))
        if any(event.kind == "turn_began" and event.args[0] == 0 for event in events):
            begins.append(len(match.log))
    return [match.title.text(entry.action) for entry in match.log[: begins[-1]]], begins


def told_at_once(title: Title, state: Any) -> list[tuple[Action, ...]]:
    """All that can be told with one tap where more than one thing can be: plans, or ways beside the choices."""
    words, view = speech(title, say("en")), title.view(state, 0)
    choices = words.choices(view, 0, title.legal(state, 0), state)
    if plans := words.plans(view, 0, state):
        return [plan.actions for plan in plans]
    bar = closing(words, choices).acts
    found = ways(title, words, state, 0, [choice for choice in choices if choice.notation not in bar])
    for on in found.values():
        assert len(on) <= MOST_WAYS and all(len(way.actions) > 1 for way in on)
        assert len(on) == 1 or sum(len(way.text) for way in on) <= LONG_WAYS
    return [way.actions for on in found.values() for way in on]


def tap(title: Title, state: Any, ahead: list[Action]) -> int:
    """How many of the decisions to come the best tap tells. What is offered is legal from the first to the last."""
    best = 1
    for path in told_at_once(title, state):
        tried = state.clone()
        for action in path:
            title.apply(tried, 0, action)
        best = max(best, len(path) if sorted(path) == sorted(ahead[: len(path)]) else 1)
    return best


def test_a_usual_turn_takes_five_taps_at_most() -> None:
    title, (lines, begins) = mh.title("nucleum"), played(5, TURNS)
    done = [title.parse(line) for line in lines]
    state, taps, told = title.start(1), Counter[int](), 0
    for at, action in enumerate(done):
        seat = title.to_act(state)[0]
        if seat == 0 and at >= told and only_answer(title, state, 0) is None:
            told = at + tap(title, state, done[at:])
            taps[sum(begin <= at for begin in begins)] += 1
        title.apply(state, seat, action)
    own = [taps[number] for number in range(1, TURNS + 1)]
    print(own, sum(own) / TURNS)
    assert sum(own) <= USUAL * TURNS and sorted(own)[TURNS // 2] < USUAL, own


def test_nothing_is_tried_out_where_something_is_hidden() -> None:
    match = mh.new_match("promethium", 3, seed=1)
    words, seat = speech(match.title, say("en")), match.to_act[0]
    view = match.title.view(match.state, seat)
    choices = words.choices(view, seat, match.legal(seat))
    assert choices and not ways(match.title, words, match.state, seat, choices)


def test_a_step_is_called_by_all_that_is_asked() -> None:
    """In Imperial Steam a station or a factory is built."""
    for seed in range(20):
        match, rng = mh.new_match("imperial-steam", 2, seed=seed), random.Random(seed)
        while match.to_act and match.number < 200:
            seat = match.to_act[0]
            legal = match.legal(seat)
            if seat >= 0 and {"station", "factory"} <= {action.kind for action in legal}:
                words = speech(match.title, say("en"))
                choices = words.choices(match.view(seat), seat, legal)
                bar = closing(words, choices).acts
                assert headings(choices, bar) == ["Stations", "Factories"]
                assert headings(choices[:1], {choices[0].notation}) == ["Stations"]
                return
            match.play(rng.choice(legal), seat)
    pytest.fail("nobody ever builds")
