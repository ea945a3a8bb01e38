"""What the kernel has for a title that brings nothing but rules, tried on ours with everything else taken away."""

from __future__ import annotations

import dataclasses
import random
import re
from functools import cache

import battery
import pytest
from rich.console import Console

import machinehall as mh
from machinehall.draw.look import PlainLook, look_of
from machinehall.kernel.parts import Stage, TitleLooks, TitleMinds, TitleWords
from machinehall.words import say
from machinehall.words.boards import board
from machinehall.words.titles import effects, wording

NAMES = sorted(mh.titles())


@cache
def bare(name: str) -> mh.Title:
    """A title with its rules alone."""
    parts = {"words": TitleWords(), "looks": TitleLooks(), "minds": TitleMinds(), "stage": Stage.PLAYABLE}
    return dataclasses.replace(mh.title(name), **parts)  # type: ignore[arg-type]  # parts of any title


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_observation_fits_and_gives_nothing_away(name: str) -> None:
    title = bare(name)
    battery.observations_fit(title, title.seats[1], 5)
    assert battery.worlds_stay_alike(title, 2, 1) > 30
    state = title.start(2, {}, random.Random(1))
    before = title.encode(state, 0).tolist()
    seat = title.to_act(state)[0]
    title.apply(state, seat, title.legal(state, seat)[0])
    assert title.encode(state, 0).tolist() != before, "it tells what has happened"


@pytest.mark.parametrize("name", NAMES)
def test_everything_can_be_clicked_on_the_plain_drawing(name: str) -> None:
    title = bare(name)
    look = look_of(title)
    assert type(look) is PlainLook
    for number, (state, seat, _) in enumerate(battery.walk(title, 2, 4)):
        if number % 40 or seat < 0:
            continue
        view, legal = title.view(state, seat), title.legal(state, seat)
        sheet = title.sheet(view, theme="dark", legal=legal)
        drawn = str(sheet)
        acts = [found.split("|") for found in re.findall(r'data-act="([^"]+)"', drawn)]
        assert sorted(act for found in acts for act in found) == sorted(map(title.text, legal))
        assert sorted(sheet.targets) == sorted(map(tuple, acts))
        ids = re.findall(r' id="([^"]+)"', drawn)
        assert len(ids) == len(set(ids)) and not [i for i in ids if " " in i]
        assert set(look.places(view, legal)) <= set(ids)


@pytest.mark.parametrize("name", NAMES)
def test_plain_words_and_boards(name: str) -> None:
    title = bare(name)
    words, match = wording(title, say("en")), mh.Match(title, 2, 3)
    seat = match.to_act[0]
    view, legal = match.view(seat), match.legal(seat)
    assert [choice.notation for choice in words.choices(view, seat, legal)] == [title.text(a) for a in legal]
    assert words.asked(view, seat) and words.asked_rule(view, seat) and words.story(match.events(seat))
    console = Console(width=400, record=True, quiet=True)
    console.print(board(title, words, say("en")).everything(view, seat, 400))
    assert len(list(effects(title, say("en")))) == sum(len(rows) for rows in title.pack.records.values())
    assert all(effect.text for effect in effects(title, say("en")))
