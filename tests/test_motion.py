"""What lies on the boards and what seats have is known by keys that stay, so that a page can let it glide and count."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.kit import counted, movable
from machinehall.draw.look import SIZES, look_of
from machinehall.words import say

NAMES = ("Ola", "Marek", "Ines", "Tove")
PIECE = re.compile(r'<g data-piece="([^"]*)"(?: data-by="(\d+)")?>')
FIGURE = re.compile(r'<g data-figure="([^"]*)">')
ALONE = re.compile(r'<g data-figure="[^"]*"><text [^>]*>[^<]*</text></g>')
EVERY = 9
"""Decisions from one drawing to the next."""
DRAWN = titles_from(Stage.DRAWN)


def bodies(name: str, state: Any, viewer: int | None, size: str) -> str:
    """All panels that a reader sees."""
    title = mh.title(name)
    legal = title.legal(state, viewer) if viewer in title.to_act(state) and viewer is not None else []
    names = NAMES[: state.seats]
    view = title.view(state, viewer)
    found = look_of(title).panels(view, theme="light", legal=legal, names=names, say=say("en"), size=size)
    return "".join(panel.body for panel in found)


@cache
def positions(name: str) -> list[Any]:
    """Some positions of a match in which passing is rare."""
    rng, found = random.Random(5), []
    match = mh.Match(mh.title(name), 3, 5)
    while match.to_act:
        if len(match.log) % EVERY == 0:
            found.append(match.state.clone())
        legal = match.legal(match.to_act[0])
        weights = [0.1 if action.kind in ("pass", "done", "skip", "recharge") else 1 for action in legal]
        match.play(rng.choices(legal, weights)[0], match.to_act[0])
    return [*found[:: max(1, len(found) // 16)], match.state]


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("size", SIZES)
def test_each_piece_has_one_key_and_lies_once(name: str, size: str) -> None:
    for i, state in enumerate(positions(name)):
        for viewer in (i % state.seats, None):
            body = bodies(name, state, viewer, size)
            for found in ([key for key, _ in PIECE.findall(body)], FIGURE.findall(body)):
                assert not [key for key, times in Counter(found).items() if times > 1]
            assert all(0 <= int(by) < 6 for _, by in PIECE.findall(body) if by)
            assert len(FIGURE.findall(body)) == len(ALONE.findall(body)), "what is counted is one text"


@pytest.mark.parametrize("name", DRAWN)
def test_keys_stay_while_pieces_come_and_go(name: str) -> None:
    """A piece that is drawn somewhere else is still the same piece: it keeps its key."""
    places: dict[str, set[str]] = {}
    owners: set[str] = set()
    for state in positions(name):
        body = bodies(name, state, 0, "wide")
        for found in PIECE.finditer(body):
            places.setdefault(found[1], set()).add(body[found.end() : found.end() + 60])
            owners.add(found[2])
    assert len(places) > 25
    assert sum(len(seen) > 1 for seen in places.values()) > 5
    assert {f"{seat}" for seat in range(3)} <= {
        by for s in positions(name) for _, by in PIECE.findall(bodies(name, s, 0, "wide"))
    }


@pytest.mark.parametrize("name", DRAWN)
def test_every_seat_has_figures_that_count(name: str) -> None:
    body = bodies(name, positions(name)[-1], 0, "wide")
    for seat in range(3):
        assert sum(key.startswith(f"{seat}-") for key in FIGURE.findall(body)) >= 3


def test_what_is_said_of_a_piece() -> None:
    assert movable("<path/>", 'a"b', 2) == '<g data-piece="a&quot;b" data-by="2"><path/></g>'
    assert movable("<path/>", "a", -1) == '<g data-piece="a"><path/></g>', "nobody is no seat"
    assert counted("<text/>", "money", 1) == '<g data-figure="1-money"><text/></g>'
