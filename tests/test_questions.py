"""Questions with a single answer: what a title calls open can be worked out by everybody; the rest is asked."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import machinehall as mh
from machinehall.kernel.match import CannotUndo, Match
from machinehall.kernel.questions import hides_nothing, is_open, only_answer

TITLES = sorted(mh.titles())
HIDDEN = {"imperial-steam": {"hidden_money": 1}}


@pytest.mark.parametrize("title", TITLES)
def test_what_is_called_open_offers_the_same_in_every_world(title: str) -> None:
    """Whoever looks on, a seat or a spectator: all worlds that fit what they see offer the very same."""
    found, rng = mh.title(title), random.Random(19)
    opened = asked = 0
    for seed, options in enumerate(({}, HIDDEN.get(title, {}))):
        match = Match(found, found.seats[1], seed, options)
        while match.to_act:
            seat = rng.choice(match.to_act)
            legal, asked = match.legal(seat), asked + 1
            if is_open(found, match.state, seat):
                opened += 1
                viewer = rng.choice([other for other in (None, *range(match.seats)) if other != seat])
                world = found.sample(match.view(viewer), rng)
                assert is_open(found, world, seat) and found.legal(world, seat) == legal, match.state.stack[-1]
            match.play(rng.choice(legal), seat)
    assert opened == asked if hides_nothing(found) else 0 < opened < asked


def test_a_question_about_secrets_is_never_open() -> None:
    for title, kinds, options in (
        ("promethium", {"window", "theft", "persuasion", "token", "discard", "tiles", "keep", "top"}, {}),
        ("imperial-steam", {"bid", "turn", "recruit", "share", "sign"}, HIDDEN["imperial-steam"]),
    ):
        found, rng, seen = mh.title(title), random.Random(7), set()
        for seed in range(3):
            match = Match(found, 4, seed, options)
            while match.to_act:
                seat = match.to_act[0]
                asked = found.decision(match.state, seat)
                assert asked is not None
                if asked[0] in kinds and not (asked[0] == "turn" and title == "promethium"):
                    assert not is_open(found, match.state, seat)
                    seen.add(asked[0])
                match.play(rng.choice(match.legal(seat)), seat)
        assert seen == kinds


def test_what_is_settled_comes_to_the_same_in_any_order_and_tells_nothing() -> None:
    """The last token is known to be the last in every world; the tiles of a project are all open in the end."""
    found, rng, seen = mh.title("promethium"), random.Random(11), Counter[str]()
    for seed in range(6):
        match = Match(found, 2, seed)
        while match.to_act:
            seat = match.to_act[0]
            asked, legal = found.decision(match.state, seat), match.legal(seat)
            assert asked is not None and found.settled is not None
            if found.settled(found.lookup, match.state, seat, asked[0]):
                assert only_answer(found, match.state, seat) in legal
                seen[asked[0]] += 1
                for viewer in (None, 1 - seat) if asked[0] == "token" else ():
                    world = found.sample(match.view(viewer), rng)
                    assert only_answer(found, world, seat) == found.legal(world, seat)[0]
                if asked[0] == "tiles":
                    assert len({ended(match, seat, order) for order in (0, -1)}) == 1
            liked = [action for action in legal if action.kind == "realise"] or legal
            match.play(rng.choice(liked), seat)
    assert seen["token"] > 10 and seen["tiles"] > 10, seen


def ended(match: Match, seat: int, which: int) -> str:
    """The position when all tiles of a project have been chosen, the first or the last one each time."""
    title, state = match.title, match.state.clone()
    while state.stack[-1][0] == "tiles":
        title.apply(state, seat, title.legal(state, seat)[which])
    return json.dumps(title.view(state, seat), sort_keys=True)


def test_beforehand_names_decisions_and_actions_of_the_title() -> None:
    for title in TITLES:
        found = mh.title(title)
        if found.beforehand is None:
            continue
        for kind, answer in found.beforehand.answers.items():
            assert kind in found.decisions and answer in found.actions.texts


def test_an_answer_that_everybody_could_foretell_does_not_stand_in_the_way_of_undo() -> None:
    found, rng, tried = mh.title("nucleum"), random.Random(3), 0
    for seed in range(6):
        match = Match(found, 2, seed)
        while match.to_act and tried < 20:
            seat, before = match.to_act[0], match.state
            length = len(match.log)
            match.play(rng.choice(match.legal(seat)), seat)
            other = match.to_act[0] if match.to_act else seat
            only = only_answer(found, match.state, other) if match.to_act and other != seat else None
            if only is None or any(entry.seat < 0 for entry in match.log[length:]):
                continue
            match.play(only, other, forced=True)
            if any(entry.seat < 0 for entry in match.log[length:]):
                continue
            tried += 1
            match.undo(seat)
            assert match.state is before and len(match.log) == length
            match.play(rng.choice(match.legal(seat)), seat)
    assert tried


def test_what_another_decided_still_stands_in_the_way_of_undo() -> None:
    match, rng = Match(mh.title("nucleum"), 2, 4), random.Random(4)
    while match.to_act:
        seat = match.to_act[0]
        match.play(rng.choice(match.legal(seat)), seat)
        other = match.to_act[0]
        if other != seat and len(match.legal(other)) > 1 and match.log[-1].seat == seat:
            match.play(match.legal(other)[0], other)
            with pytest.raises(CannotUndo):
                match.undo(seat)
            return


def test_several_decisions_are_played_as_a_whole_or_not_at_all() -> None:
    match = Match(mh.title("nucleum"), 2, 1)
    seat = match.to_act[0]
    state, log = match.state, list(match.log)
    experiment = match.legal(seat)[0]
    with pytest.raises(mh.IllegalAction):
        match.play_all([experiment, experiment], seat)
    assert match.state is state and match.log == log and match.legal(seat)[0] == experiment
    match.play_all([experiment], seat)
    assert len(match.log) == len(log) + 1
