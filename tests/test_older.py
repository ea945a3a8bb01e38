"""Matches of older rules: written down by the program of that time, and played again to the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import machinehall as mh
from machinehall.kernel.fields import from_data, to_data
from machinehall.kernel.options import Option, as_played
from machinehall.kernel.record_text import digest

OLDER = Path(__file__).parent / "recorded" / "older"
ENDS = json.loads((OLDER / "outcomes.json").read_text(encoding="utf-8"))
"""How each of them ended then."""


@pytest.mark.parametrize("file", sorted(ENDS))
def test_a_match_of_rules_1_ends_as_it_ended(file: str) -> None:
    """Equal tokens left without a question (A-53), and passing could be refused (Amb-3); chosen so that both matter."""
    text = (OLDER / file).read_text(encoding="utf-8")
    assert json.loads(text)["rules"] == 1
    match = mh.load_match(text)
    assert match.outcome is not None
    found = {"scores": list(match.outcome.scores), "places": list(match.outcome.places), "decisions": len(match.log)}
    assert found == ENDS[file]
    again = mh.load_match(match.record())  # with the present version and all switches
    assert again.state == match.state and json.loads(match.record())["rules"] == match.title.rules_version


@pytest.mark.parametrize("file", sorted(ENDS))
def test_without_the_older_reading_it_could_not_be_played(file: str) -> None:
    """So the records prove something: with the present defaults they stop or go another way."""
    body = json.loads((OLDER / file).read_text(encoding="utf-8"))
    now = mh.new_match(body["title"], body["seats"], seed=1)
    body |= {"options": now.options, "digest": ""}
    body["digest"] = digest(body)
    if body["title"] == "promethium":
        with pytest.raises(mh.BadRecord, match="line"):
            mh.load_match(json.dumps(body))
    else:
        assert mh.load_match(json.dumps(body)).outcome is not None  # more may be done now, nothing less


def test_rules_that_are_too_old_or_too_new_are_refused() -> None:
    for rules in (0, 99):
        body = json.loads((OLDER / "promethium-2.json").read_text(encoding="utf-8")) | {"rules": rules}
        body["digest"] = digest(body)
        with pytest.raises(mh.BadRecord, match=f"played with rules {rules}"):
            mh.load_match(json.dumps(body))


def test_a_switch_that_came_later_stands_as_it_was_played_before() -> None:
    options = (
        Option("old", 1, (0, 1), "A-1", ""),
        Option("new", 1, (0, 1), "A-2", "", before=0),
        Option("plain", 2, (1, 2), "A-3", ""),
    )
    assert as_played(options, {"old": 0}) == {"old": 0, "new": 0, "plain": 2}
    assert as_played(options, {"old": 0, "new": 1, "plain": 1}) == {"old": 0, "new": 1, "plain": 1}


def test_positions_are_stored_as_before_the_switch() -> None:
    """So positions that were stored without it can still be read, and their digests fit."""
    for name, switch in (("promethium", "equal_tokens"), ("imperial-steam", "pass_always")):
        title = mh.title(name)
        old, new = title.start(2, {switch: 0}), title.start(2)
        assert switch not in to_data(old, title.domains)["options"]
        assert to_data(new, title.domains)["options"][switch] == 1
        for state in (old, new):
            assert from_data(title.state_class, to_data(state, title.domains), title.domains) == state
