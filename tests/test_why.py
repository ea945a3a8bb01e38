"""Why not: each refusal says what is asked or what is missing, in every language, and what could be done instead."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from stages import Stage, own_id, titles_from

import machinehall as mh
from machinehall.kernel.rulebook import load_rulebook
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Action, Refusal
from machinehall.kernel.wording import Wording
from machinehall.words import ENGLISH, languages, load, say
from machinehall.words.titles import wording

TITLES = titles_from(Stage.WORDED)
LANGUAGES = languages()
"""What stands before the ids of a title's own sentences."""

RAW = re.compile(r"[{}|_]|\('|\b[a-z]+-[a-z]?\d\b")
"""Traces of an id or of a figure that was not put in."""

SAMPLE = 5
"""Actions of each kind that are asked about at a position."""


def positions(title: Title, seats: int, seed: int, every: int) -> Iterator[tuple[Any, random.Random]]:
    """Positions of a random match, some of them."""
    rng = random.Random(seed)
    state, number = title.start(seats, {}, rng), 0
    while state.stack:
        if number % every == 0:
            yield state, rng
        seat = rng.choice(title.to_act(state))
        title.apply(state, seat, rng.choice(title.legal(state, seat)), check=False)
        title.deal(state, rng)
        number += 1
    yield state, rng


def refusals(
    title: Title, state: Any, seat: int, rng: random.Random, sample: int = SAMPLE
) -> Iterator[tuple[Action, Refusal]]:
    for row in title.actions.rows.values():
        for action in rng.sample(row, min(len(row), sample)):
            refusal = title.why_not(state, seat, action)
            if refusal is not None:
                yield action, refusal


def check_sentence(speech: Wording, refusal: Refusal, lang: str) -> str:
    sentence = speech.refusal(refusal)
    assert sentence.strip() and not RAW.search(sentence), f"{lang}: {sentence} {refusal}"
    assert len(sentence.split()) > 2, f"{lang}: {sentence}"
    assert not (sentence[0].islower() and sentence[1].isalpha()), f"{lang}: {sentence}"
    return sentence


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_every_refusal_is_a_sentence_with_its_reason(name: str, seed: int) -> None:
    title = mh.title(name)
    low, high = title.seats
    speeches = {lang: wording(title, say(lang)) for lang in LANGUAGES}
    offered: dict[str, set[str]] = {}
    waiting: dict[str, set[str]] = {}
    told: set[Refusal] = set()
    for seats in range(low, high + 1):
        for number, (state, rng) in enumerate(positions(title, seats, seed, every=5)):
            to_act = title.to_act(state)
            sample = SAMPLE if number % 12 else len(title.actions.all)
            for seat in range(seats):
                asked = title.decision(state, seat)
                if asked and seat in to_act:
                    offered.setdefault(asked[0], set()).update(a.kind for a in title.legal(state, seat))
                for action, refusal in refusals(title, state, seat, rng, sample):
                    if refusal.message == "refuse.not_now" and asked:
                        waiting.setdefault(asked[0], set()).add(action.kind)
                    if refusal not in told:
                        told.add(refusal)
                        for lang, speech in speeches.items():
                            check_sentence(speech, refusal, lang)
    for kind, kinds in waiting.items():
        assert not kinds & offered[kind], f"{kind} offers {kinds & offered[kind]} but does not say why not"


@pytest.mark.parametrize("name", TITLES)
def test_what_is_offered_has_no_reason_and_the_rest_has_one(name: str) -> None:
    """The predicate itself is asked, past the list of offers: both must follow from the same conditions."""
    title = mh.title(name)
    rules, (low, high) = load_rulebook(name).index, title.seats
    for seats in range(low, high + 1):
        for state, rng in positions(title, seats, seats, every=3):
            for seat in title.to_act(state):
                asked = title.decision(state, seat)
                assert asked is not None
                refuse, legal = title.decisions[asked[0]].refuse, set(title.legal(state, seat))
                for kind in sorted({action.kind for action in legal}):
                    row = title.actions.rows[kind]
                    rest = (action for action in rng.sample(row, min(len(row), SAMPLE)) if action not in legal)
                    for action in rest:
                        reason = refuse(title.lookup, state, seat, asked[1], action)
                        assert reason and reason.rule in rules, f"{asked}: {action}: {reason}"
                for action in legal:
                    reason = refuse(title.lookup, state, seat, asked[1], action)
                    assert reason is None, f"{asked}: {action}: {reason}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TITLES)
def test_each_kind_of_action_says_when_it_comes(name: str, lang: str) -> None:
    """So "not now" always names what is asked now and when the other thing comes."""
    title, words = mh.title(name), load(lang).sentences
    assert [kind for kind in title.actions.kinds if own_id(name, f"when.{kind}") not in words] == []
    assert [kind for kind in title.decisions if own_id(name, f"asked.{kind}") not in words] == []


@pytest.mark.parametrize("name", TITLES)
def test_not_now_tells_what_is_asked_and_when_the_other_comes(name: str) -> None:
    title = mh.title(name)
    speech, words = wording(title, say(ENGLISH)), load(ENGLISH).sentences
    for kind in title.decisions:
        for action in title.actions.kinds:
            sentence = speech.refusal(Refusal("MH-1.1", "refuse.not_now", (action, kind)))
            assert words[own_id(name, f"asked.{kind}")][0] in sentence
            assert words[own_id(name, f"when.{action}")][0] in sentence


@pytest.mark.rule("MH-1.1", "MH-1.4")
@pytest.mark.parametrize("name", TITLES)
def test_who_is_asked_instead(name: str) -> None:
    title = mh.title(name)
    speech = wording(title, say(ENGLISH))
    state = title.start(3, {})
    assert title.to_act(state) == (CHANCE,)
    idle = title.why_not(state, 0, title.actions.all[-1])
    assert idle is not None and "chance decides first" in speech.refusal(idle)
    drawn = {action.kind for action, _ in title.chance(state)}
    other = next(a for a in title.actions.all if a.kind in title.chance_kinds - drawn)
    wrong = title.why_not(state, CHANCE, other)
    assert wrong is not None and "Chance cannot bring that now" in speech.refusal(wrong)
    for state, _ in positions(title, 3, 3, every=1):
        to_act = title.to_act(state)
        if len(to_act) == 1:
            break
    (acting,) = to_act
    seat = (acting + 1) % 3
    refusal = title.why_not(state, seat, title.legal(state, acting)[0])
    assert refusal is not None and refusal.rule == "MH-1.1"
    sentence = speech.refusal(refusal)
    assert speech.seat(seat) in sentence and speech.seat(acting) in sentence


@pytest.mark.parametrize("name", TITLES)
def test_the_nearest_allowed_action_is_allowed_and_of_the_same_kind(name: str) -> None:
    title, found = mh.title(name), 0
    for state, rng in positions(title, 3, 4, every=7):
        for seat in title.to_act(state):
            legal = title.legal(state, seat)
            for action, _ in refusals(title, state, seat, rng):
                near = title.nearest(state, seat, action)
                same = [a for a in legal if a.kind == action.kind]
                assert (near in same) if same else near is None
                if near is not None and len(action.args) > 1:
                    shared = max(sum(map(int.__eq__, a.args, action.args)) for a in same)
                    assert sum(map(int.__eq__, near.args, action.args)) == shared
                found += near is not None
            for action in legal[:3]:
                assert title.nearest(state, seat, action) == action
    assert found > 20


def test_instead_only_what_has_something_of_what_was_meant_is_named() -> None:
    """Another action tile is no help to whoever wanted a certain one; another amount or a neighbour is."""
    steam, nucleum = mh.title("imperial-steam").actions, mh.title("nucleum").actions
    do, bid = steam.rows["do"], steam.rows["bid"]
    assert not steam.alike(do[0], do[3]) and steam.alike(bid[7], bid[6])
    sites = nucleum.rows["urbanize"]
    same = next(other for other in sites[1:] if other.args[0] == sites[0].args[0])
    far = next(o for o in sites if all(a != b for a, b in zip(o.args, sites[0].args, strict=True)))
    assert nucleum.alike(sites[0], same) and not nucleum.alike(sites[0], far)
