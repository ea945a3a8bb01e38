"""What a newcomer is told at a decision: what a purchase takes, what becomes of a sale, and why nothing can be done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from machinehall.kernel.wording import END, SKIP, Choice
from machinehall.titles.promethium.state import DOWN, NEUTRAL, State
from machinehall.words import ENGLISH, say
from machinehall.words.titles import effects, wording
from promethium.oracle import positions
from promethium.pieces import TITLE, T

SPEECH = wording(TITLE, say(ENGLISH))


def asked(state: State, seat: int) -> tuple[str, dict[str, Choice]]:
    """The question, and the choices by their text form."""
    view = TITLE.view(state, seat)
    choices = SPEECH.choices(view, seat, TITLE.legal(state, seat))
    return SPEECH.asked(view, seat), {choice.action.kind: choice for choice in choices}


def questions(seats: int, kind: str, seeds: int = 4) -> Iterator[tuple[State, int]]:
    for seed in range(seeds):
        yield from positions(seats, seed, kind)


@pytest.mark.rule("PR-4.14", "PR-4.15", "PR-11.7")
def test_buying_on_the_turn_of_another_costs_an_own_turn_and_a_sale_says_what_comes_of_it() -> None:
    seen = set()
    for seats in (2, 3):
        for state, seat in questions(seats, "winner"):
            contest: Any = state.stack[-1][2]
            neutral = contest.active == NEUTRAL
            _, choices = asked(state, seat)
            if "buy" in choices:
                assert choices["buy"].pays.endswith("one of your turns")
            assert ("the other bidders" in choices["sell"].note) is not neutral
            assert choices["sell"].note.endswith("leaves the game")
            seen.add(neutral)
    assert seen == {True, False}


def test_who_is_offered_a_tile_on_the_turn_of_another_is_told_that_it_costs_an_own_turn() -> None:
    seen = set()
    for seats in (2, 3):
        for state, seat in questions(seats, "offer", 12):
            sale: Any = state.stack[-1][2]
            _, choices = asked(state, seat)
            assert choices["accept"].pays.endswith("one of your turns") is (sale.active != seat)
            seen.add(sale.active == seat)
    assert seen == {True, False}


def test_both_answers_to_a_question_that_knows_only_two_stand_in_the_prompt_bar() -> None:
    """To decline stood there alone, and lit; what one mostly wants was a line of the list."""
    places = {kind: SPEECH.closes(TITLE.parse(kind)) for kind in ("accept", "decline", "buy", "sell")}
    assert places == {"accept": END, "decline": SKIP, "buy": END, "sell": SKIP}
    assert (SPEECH.closes(TITLE.parse("lobby")), SPEECH.closes(TITLE.parse("no-lobby"))) == (END, SKIP)


@pytest.mark.rule("PR-5.4")
def test_who_is_asked_for_a_card_without_a_playable_one_is_told_so() -> None:
    seen = set()
    for state, seat in questions(3, "window"):
        ask, choices = asked(state, seat)
        assert ("None of your scheme cards" in ask) is ("play" not in choices), ask
        seen.add("play" in choices)
    assert seen == {True, False}


@pytest.mark.rule("PR-6.1", "PR-7.1")
def test_who_can_only_pass_in_the_office_is_told_so() -> None:
    seen = set()
    for state, seat in questions(3, "turn"):
        ask, choices = asked(state, seat)
        assert ("only pass" in ask) is (set(choices) == {"pass"}), ask
        assert ("costs promethium" in ask) is (len(choices) > 1)
        seen.add(len(choices) > 1)
    assert seen == {True, False}


@pytest.mark.rule("PR-6.7")
def test_a_tile_says_what_is_left_of_it_after_its_use() -> None:
    seen = set()
    for state, seat in questions(3, "tiles"):
        view = TITLE.view(state, seat)
        for choice in SPEECH.choices(view, seat, TITLE.legal(state, seat)):
            (tile,) = choice.action.args
            left = T.tile_value[tile] - state.uses[tile] - 1
            assert (f"uses left after this: {left}" if left else "used up") in choice.note
            seen.add(bool(left))
    assert seen == {True, False}


def test_a_tile_face_down_and_an_improvement_say_what_they_are() -> None:
    told, seen = effects(TITLE, say(ENGLISH)), set()
    for state, seat in questions(3, "line", 1):
        view = TITLE.view(state, seat)
        for cell, name in enumerate(T.cells):
            if state.grid[cell] >= 0 or state.grid[cell] <= DOWN:
                down = state.grid[cell] <= DOWN
                assert told.at(view, f"cell-{name}")[0].lines[0].startswith("The back of a tile") is down
                seen.add(down)
    assert seen == {True, False}
    text = SPEECH.names.component("improvement", "expedition_plus_one", "text")  # type: ignore[attr-defined]
    assert any(text in effect.text for effect in told if effect.file == "projects")


def test_what_a_project_needs_is_said_without_the_signs_of_its_card() -> None:
    """The note was: needs France · ≠ · –. That says nothing to whoever sees the signs for the first time."""
    seen = set()
    for state, seat in questions(2, "keep", 6):
        for choice in SPEECH.choices(TITLE.view(state, seat), seat, TITLE.legal(state, seat)):
            assert choice.note.startswith("needs ") and not set("≠–·") & set(choice.note)
            seen |= {word for word in ("different", "France", "Coal") if word in choice.note}
    assert {"different", "Coal"} <= seen
