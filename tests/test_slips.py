"""Usual slips of somebody who writes a title: each is told in words, where it can be mended."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import machinehall as mh
from machinehall.kernel import fields
from machinehall.kernel.constants import numbers
from machinehall.kernel.fields import PlainState, everybody, owner, see
from machinehall.kernel.frames import Decision
from machinehall.kernel.plain.board import PlainBoard
from machinehall.kernel.plain.drawing import plain_rows
from machinehall.kernel.plain.knowledge import everything_seen
from machinehall.kernel.values import STEP, BadPack, Event, Frame
from machinehall.words import say
from machinehall.words.titles import wording

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(scope="module")
def small() -> Iterator[mh.Title]:
    """The title of the page for those who write one."""
    sys.path.insert(0, str(EXAMPLES / "kalah"))
    yield import_module("kalah").title()
    sys.path.remove(str(EXAMPLES / "kalah"))


@fields.state
class Hands(PlainState):
    """A row for each seat that only its owner sees, and a single number."""

    stack: list[Frame]
    seats: int = see(everybody)
    options: tuple[int, ...] = see(everybody, fields.SETTINGS)
    hands: list[int] = see(owner, fields.Counts("store"))
    highest_bid: int = see(everybody)


def opening(lookup: object, seats: int, options: tuple[int, ...]) -> Hands:
    return Hands([("turn", 0, ())], seats, options, [1, 2] * seats, 7)


def dealt(lookup: object, view: dict[str, Any], rng: object) -> dict[str, Any]:
    return view | {"hands": [{"a": 1, "b": 2} for _ in view["hands"]]}


def with_hands(title: mh.Title, **more: Any) -> mh.Title:
    return dataclasses.replace(title, state_class=Hands, opening=opening, **more)


def test_a_kind_that_is_not_declared_is_named_beside_those_that_are(small: mh.Title) -> None:
    state = small.start(2)
    state.stack[-1] = ("trun", 0, ())
    with pytest.raises(LookupError, match="no decision 'trun'; it has: turn"):
        small.legal(state)
    state.stack[-1] = ("deal", mh.CHANCE, ())
    with pytest.raises(LookupError, match="no chance 'deal'; it has: none"):
        small.chance(state)
    for frame, what in ((("trun", 0, ()), "decision 'trun'"), (("deal", mh.CHANCE, ()), "chance 'deal'")):
        state.stack.append(frame)
        with pytest.raises(LookupError, match=f"no {what}; it has"):
            small.apply(state, frame[1], small.actions.all[0], check=False)
    state.stack.append(("harvst", STEP, ()))
    with pytest.raises(LookupError, match="no step 'harvst'; it has"):
        small.engine.run(state, [])
    with pytest.raises(LookupError, match="no event 'sowed'; it has: sown, captured"):
        small.event_text(Event("sowed"))
    with pytest.raises(ValueError, match=r"should have the arguments \('seat',\)"):
        small.event_text(Event("again", (0, 1)))


def test_a_dead_end_is_told_with_its_frame(small: mh.Title) -> None:
    turn = small.decisions["turn"]
    nothing = Decision(turn.rule, lambda *_: [], turn.resolve, turn.refuse)
    match = mh.Match(dataclasses.replace(small, decisions={"turn": nothing}), 2, 1)
    assert match.legal(1) == []
    with pytest.raises(LookupError, match=r"dead end: \('turn', 0, \(\)\) offers nothing to seat 0"):
        match.legal()


def test_secrets_need_fill(small: mh.Title) -> None:
    assert small.fill is everything_seen
    with pytest.raises(TypeError, match="not everybody sees hands: give the title `fill`"):
        with_hands(small)
    assert with_hands(small, fill=dealt).start(2).hands == [1, 2, 1, 2]


def test_a_missing_constant_is_named(small: mh.Title) -> None:
    @dataclasses.dataclass
    class More:
        houses: int
        rounds: int

    with pytest.raises(BadPack, match=r"constants.json: rounds: -: this constant is missing"):
        numbers(small.pack, More)


def test_options_are_a_domain_by_themselves(small: mh.Title) -> None:
    without = {name: row for name, row in small.domains.items() if name != "option"}
    assert dataclasses.replace(small, domains=without).domains["option"] == []
    for name in mh.titles():
        assert list(mh.title(name).domains["option"]) == [option.name for option in mh.title(name).options]


def test_the_own_hand_can_be_read_on_the_plain_board(small: mh.Title) -> None:
    title = with_hands(small, fill=dealt)
    view = title.view(title.start(2), 0)
    own = [("hands-0-a", "a", "1"), ("hands-0-b", "b", "2")]
    single = [("", "highest bid", "7")]
    assert list(plain_rows(title, view)) == [("hands 1", own), ("hands 2", [("", "", "?")]), ("", single)]
    drawn = title.draw(view)
    assert "{" not in drawn and 'textLength="62" lengthAdjust="spacingAndGlyphs">highest bid<' in drawn
    assert len(PlainBoard(title)._tables(view)) == 3


def test_players_have_one_name_in_plain_words(small: mh.Title) -> None:
    events = [Event("sown", (1, 2, 4)), Event("again", (0,))]
    assert [str(line.text) for line in wording(small, say("en")).story(events)] == ["sown 2 a3 4", "again 1"]
    named = wording(small, say("en"), ("Ada", "Bo Li")).story(events)
    assert [str(line.text) for line in named] == ["sown Bo Li a3 4", "again Ada"]
