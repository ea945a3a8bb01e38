"""Bots with a character: named, honest about their strength, and moved by what they like."""

from __future__ import annotations

import json
import random
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import machinehall as mh
from machinehall.bots import Clock, UnknownBot, make_bot
from machinehall.bots.characters import NAMES, Leaning, LeaningNet, parse, with_character
from machinehall.bots.greedy import Greedy, judge_of
from machinehall.bots.insight import sources
from machinehall.server.thinking.runner import bot_names
from machinehall.words import languages, say

ROOT = Path(__file__).parents[1]
TITLES = list(mh.titles())


def positions(name: str, seed: int = 3, count: int = 12) -> Any:
    """Some positions of a match by chance."""
    title, rng = mh.title(name), random.Random(seed)
    state = title.start(2, {}, rng)
    number = 0
    while count and title.to_act(state):
        seat = title.to_act(state)[0]
        legal = title.legal(state, seat)
        number += len(legal) > 3
        if len(legal) > 3 and number % 5 == 4:
            count -= 1
            yield state.clone(), seat, legal
        title.apply(state, seat, rng.choice(legal), check=False)
        title.deal(state, rng)


def test_names_are_read() -> None:
    assert parse("apprentice:builder") == ("apprentice", "builder", None)
    assert parse("journeyman/100:racer") == ("journeyman", "racer", 100)
    for name in ("apprentice", "mine:Miser", "apprentice:cook", "apprentice/9:builder", "journeyman/x:racer", "net:a"):
        assert parse(name) is None
    with pytest.raises(UnknownBot):
        make_bot("apprentice:cook", mh.title("promethium"))
    assert {f"apprentice:{name}" for name in NAMES} < bot_names()


@pytest.mark.parametrize("name", TITLES)
def test_what_is_liked_is_there_and_said(name: str) -> None:
    title = mh.title(name)
    assert [one.name for one in title.minds.characters] == list(NAMES)
    assert title.minds.reasons is not None
    found = [set(title.minds.reasons(title.lookup, state, seat)) for state, seat, _ in positions(name)]
    parts = set[str]().union(*found)
    for one in title.minds.characters:
        assert set(one.parts) <= parts and set(one.sources) <= set(sources(title)), one.name
        assert one.of > 0 and 0 <= one.won <= one.of, "measured"
        for lang in languages():
            assert say(lang)(f"{name}.web.bot.{one.name}.is") and say(lang)(f"web.bot.{one.name}")


@pytest.mark.parametrize("name", TITLES)
def test_likes_weigh_the_parts_of_the_evaluation(name: str) -> None:
    title, judge = mh.title(name), judge_of(mh.title(name))
    assert title.minds.reasons is not None
    fair, keen = Leaning(title, {}), Leaning(title, title.minds.characters[0].parts)
    for state, seat, _ in positions(name, count=6):
        worth = judge(title.lookup, state, seat)
        assert fair(title.lookup, state, seat) == pytest.approx(worth, abs=1e-6)
        parts = title.minds.reasons(title.lookup, state, seat)
        more = sum((weight - 1) * parts.get(part, 0) for part, weight in title.minds.characters[0].parts.items())
        assert keen(title.lookup, state, seat) == pytest.approx(worth + more, abs=1e-6)


@pytest.mark.parametrize("name", TITLES)
def test_a_character_chooses_otherwise_now_and_then_and_always_what_is_legal(name: str) -> None:
    title, other = mh.title(name), 0
    for state, seat, legal in chain(positions(name, 3, 8), positions(name, 4, 12)):
        view = title.view(state, seat)
        plain = Greedy(title, "x").choose(view, legal)
        for character in NAMES:
            mine = make_bot(f"apprentice:{character}", title, "x").choose(view, legal, Clock())
            assert mine in legal
            other += mine != plain
        if other:
            return
    raise AssertionError("nobody would notice them")


def test_levels_with_a_character() -> None:
    title = mh.title("imperial-steam")
    bot = make_bot("journeyman:trader", title, "x")
    assert isinstance(bot, LeaningNet)
    state, seat, legal = next(iter(positions("imperial-steam")))
    assert bot.choose(title.view(state, seat), legal, Clock()) in legal
    rows = bot.explain()
    assert rows and [value for _, value in rows] == sorted((value for _, value in rows), reverse=True)
    assert bot.liked([5.0, *[0.0] * len(bot.ahead.sources)]) == 5.0
    searching: Any = with_character(mh.title("nucleum"), "x", "journeyman/5:builder")
    assert isinstance(searching.judge, Leaning) and searching.limits.passes == 5


@pytest.mark.parametrize("name", TITLES)
def test_levels_claim_what_was_measured(name: str) -> None:
    """As the table of strength has it; of the apprentice also the published results of the benchmark."""
    told = (ROOT / "docs" / "bots-results.md").read_text(encoding="utf-8")
    whole = mh.title(name).full_name
    rows = re.findall(r"^\|([^|]*)\| `\w+[^`]*`, `(\w+)[^`]*`[^|]*\| 2 \| (\d+) \| ([\d.]+) %", told, re.M)
    ours: set[tuple[str, int, float]] = set()
    here = ""
    for title, level, of, share in rows:
        here = title.strip() or here
        if here == whole:
            ours.add((level, int(of), round(float(share) * int(of) / 100)))
    file = json.loads((ROOT / "benchmark" / "results" / "apprentice.json").read_bytes())
    table = file["figures"]["tables"][f"{name}/2"]["against"]["random"]
    ours.add(("apprentice", table["matches"], round(table["points"]["mean"] * table["matches"])))
    assert "6 of 6, 974 to 256 points" in told  # the journeyman of Imperial Steam by its net
    ours.add(("journeyman", 6, 6))
    assert "| `classic-apprentice`, second net | 2 | 8000 | 40 | 92 % (" in told  # likewise of Nucleum, and its master
    assert "| second net, its search with 600 passes | 2 | 5000 | 12 | 83 % (" in told
    assert "| `classic-apprentice`, by advice, 100 passes | 8000 | 40 | 86 % (" in told  # of Promethium's
    ours |= {("journeyman", 40, 37), ("master", 12, 10), ("journeyman", 40, 34.5)}
    for level, fared in mh.title(name).minds.fared.items():
        assert (level, fared.of, fared.won) in ours, level
