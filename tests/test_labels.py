"""No label of a drawing is cut, sticks out of its panel or runs into its neighbour, in any language on any screen."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.letters import width
from machinehall.draw.look import SIZES, look_of
from machinehall.words import languages, say

NAMES = ("Ola", "Marek", "Ines", "Tove")
EVERY = 60
"""Decisions between two positions that are looked at."""
TAG = re.compile(r"<(/?)(g|a|text)\b([^>]*?)(/?)>([^<]*)")
CUT = re.compile(r"<text[^>]*><title>([^<]*)</title>")
SHIFT = re.compile(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)")
SCALE = re.compile(r"scale\(([-\d.]+)\)")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
SLACK = 1.5


class Label(NamedTuple):
    """A printed text: its line, from where to where it reaches, and its baseline."""

    words: str
    left: float
    right: float
    y: float
    size: float


class Spot(NamedTuple):
    """A position to look at."""

    seats: int
    view: dict[str, Any]
    legal: list[Any]


@cache
def spots(name: str) -> list[Spot]:
    """Positions of random matches, as a player and as a spectator sees them."""
    found = []
    low, high = mh.title(name).seats
    for seats in range(low, high + 1):
        match, rng = mh.Match(mh.title(name), seats, 7), random.Random(1)
        for number in range(700):
            if not match.to_act:
                break
            seat = match.to_act[0]
            if number % EVERY == 0:
                found.append(Spot(seats, match.view(seat), match.legal(seat)))
            match.play(rng.choice(match.legal(seat)), seat)
        found.append(Spot(seats, match.view(None), []))
    return found


def labels(body: str) -> Iterator[Label]:
    """The texts that stand upright, where they stand on the panel."""
    frames: list[tuple[float, float, float] | None] = [(0.0, 0.0, 1.0)]
    for close, tag, attributes, alone, words in TAG.findall(body):
        if tag in "ga":
            if close:
                frames.pop()
            elif not alone:
                frames.append(moved(frames[-1], attributes))
            continue
        here = frames[-1]
        words = html.unescape(words)
        if tag == "text" and not close and here is not None and words.strip():
            at, (x, y, k) = dict(ATTRIBUTE.findall(attributes)), here
            size = float(at["font-size"])
            long = width(words.strip(), size, int(at["font-weight"]), "display" if "class" in at else "ui") * k
            left = x + float(at["x"]) * k - {"middle": long / 2, "end": long}.get(at.get("text-anchor", ""), 0)
            yield Label(words.strip(), left, left + long, y + float(at["y"]) * k, size * k)


def moved(frame: tuple[float, float, float] | None, attributes: str) -> tuple[float, float, float] | None:
    """The frame inside a group; None where things are turned."""
    if frame is None or "rotate" in attributes or "matrix" in attributes:
        return None
    (x, y, k), shift, scale = frame, SHIFT.search(attributes), SCALE.search(attributes)
    dx, dy = (float(shift[1]), float(shift[2])) if shift else (0.0, 0.0)
    return x + dx * k, y + dy * k, k * (float(scale[1]) if scale else 1.0)


def collisions(found: list[Label]) -> Iterator[tuple[str, str]]:
    """Labels of one line that overlap."""
    rows = sorted(found, key=lambda label: (round(label.y), label.left))
    for a, b in pairwise(rows):
        if abs(a.y - b.y) < 3 and a.left < b.left < a.right - SLACK and a.words != b.words:
            yield a.words, b.words


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_every_label_has_its_room(name: str, lang: str) -> None:
    title, faults = mh.title(name), set()
    for spot in spots(name):
        for size in SIZES:
            for panel in look_of(title).panels(
                spot.view, theme="light", legal=spot.legal, names=NAMES[: spot.seats], say=say(lang), size=size
            ):
                where = f"{panel.id}, {size}"
                # A text that was cut says the whole in a title; one that was broken into lines ends with dots.
                faults |= {(where, "cut", words) for words in CUT.findall(panel.body)}
                found = list(labels(panel.body))
                faults |= {(where, "cut", label.words) for label in found if label.words.endswith("…")}
                outside = (a for a in found if a.left < -SLACK or a.right > panel.width + SLACK)
                faults |= {(where, "outside", label.words) for label in outside}
                faults |= {(where, "overlap", f"{a} / {b}") for a, b in collisions(found)}
    assert not faults, "\n".join(map(str, sorted(faults)))


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_letters_of_a_board_can_be_read_when_it_shrinks(name: str) -> None:
    """A board is shown at 0.83 at least, so that 12 units are 10 px; other panels are never shrunk."""
    title, faults = mh.title(name), set()
    for spot in spots(name)[::2]:
        for size in SIZES:
            for panel in look_of(title).panels(
                spot.view, theme="light", legal=spot.legal, names=NAMES[: spot.seats], say=say("en"), size=size
            ):
                least = 12 if panel.id == "board" else 10
                small = (label for label in labels(panel.body) if label.size < least - 0.01)
                faults |= {(panel.id, label.words, label.size) for label in small}
    assert not faults, sorted(faults)


CARD = re.compile(r'<rect x="([-\d.]+)" y="[-\d.]+" width="([\d.]+)"')


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_no_figure_touches_the_edge_of_a_card(name: str) -> None:
    """What the others hold keeps six units from the right edge of their cards."""
    faults, seen = set(), 0
    for spot in spots(name):
        panels = look_of(mh.title(name)).panels(
            spot.view, theme="light", legal=[], names=NAMES[: spot.seats], say=say("en"), size="wide"
        )
        others = next((panel.body for panel in panels if panel.id == "others"), "")
        for card in re.split(r'(?=<g id="seat-)', others)[1:]:
            frame = CARD.search(card)
            assert frame is not None
            edge = float(frame[1]) + float(frame[2])
            found = [label for label in labels("<g>" * 3 + card) if label.words.isdigit()]
            close = [label for label in found if edge - 6 < label.right < edge + 6]
            faults |= {(label.words, round(edge - label.right, 1)) for label in close}
            seen += len(found)
    assert seen > 50 and not faults, sorted(faults)


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_who_only_watches_has_no_other_players(name: str) -> None:
    """Their panel shows everybody, and says so; nobody is told to be left out of it."""
    title = mh.title(name)
    match, look = mh.new_match(name, 3, seed=1), look_of(title)
    for size in SIZES:
        words = [
            {
                panel.id: panel.word
                for panel in look.panels(
                    title.view(match.state, seat), theme="light", legal=(), names=NAMES[:3], say=say(), size=size
                )
            }["others"]
            for seat in (None, 0)
        ]
        assert say()(words[0]) == "Players", (size, words)
