"""A step of the line of steps, and what Undo says it takes back."""

from __future__ import annotations

import machinehall as mh
from machinehall.draw.letters import crowded
from machinehall.words import say
from machinehall.words.titles import wording


def test_steps_tell_each_tile_and_what_was_done() -> None:
    title = mh.title("promethium")
    kinds: dict[str, list[mh.Action]] = {}
    for action in title.actions.all:
        kinds.setdefault(action.kind, []).append(action)
    speech, (first, second, *_), (done, *_) = wording(title, say("en")), kinds["use"], kinds["done"]
    told = speech.steps([kinds["realise"][0], first, second, done])
    assert told[1].startswith("Tile 1: ") and told[2].startswith("Tile 2: ") and told[3] == "End of the turn"
    assert speech.steps([second], [first])[0].startswith("Tile 2: ")
    assert speech.steps([done], [kinds["discard"][0]]) == ["End of the discards"]
    assert speech.steps([done]) == ["Done"]


def test_short_names_of_steps_stand_side_by_side() -> None:
    window = ["Target", "Schemes", "Lobby", "Outcome", "Elements"]
    assert not crowded(["No card", *window], 3, 6) and crowded(window, 2, 0)
    assert crowded([*window, "Lobby", "Lobby"], 3, 6) and crowded([*window[:4], "Telecommunications"], 3, 6)
    assert not crowded(["Telecommunications"] * 3, 3, 6)
