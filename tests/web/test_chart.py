"""How a match went, as lines over time."""

from __future__ import annotations

import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.web.shell import scored
from machinehall.web.table.chart import _spread, chart, curves_of
from machinehall.words import say

CASES: list[tuple[str, dict[str, int]]] = [(name, {}) for name in titles_from(Stage.DRAWN)]
CASES += [("imperial-steam", {"hidden_money": 1})]


@pytest.mark.parametrize(("title", "options"), CASES)
def test_every_course_of_a_title_is_known_when_a_match_is_over(title: str, options: dict[str, int]) -> None:
    match, rng = mh.new_match(title, seats=2, seed=3, options=options), random.Random(3)
    while match.to_act:
        match.play(rng.choice(match.legal(match.to_act[0])), match.to_act[0])
    look = look_of(match.title)
    curves = curves_of(match, look, 2)
    assert len(curves) == len(look.courses)
    for curve in curves:
        numbers = [number for number, _ in curve]
        assert len(curve) > 3 and numbers == sorted(numbers) and all(len(row) == 2 for _, row in curve)


def test_figures_at_the_ends_of_lines_do_not_cover_each_other() -> None:
    found = _spread([390, 100, 390, 385], 390)
    assert found[1] == 100 and max(found) <= 390
    heights = sorted(found)
    assert all(low - high >= 17 for high, low in pairwise(heights))


@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_what_is_below_zero_has_the_sign_of_print_where_it_is_only_read_aloud_too(title: str) -> None:
    look, ctx = look_of(mh.title(title)), cast("Any", SimpleNamespace(theme="light"))
    drawn = chart(ctx, look, ["Score", "Ola", "Ines"], [(0, [0, 0]), (9, [-7, 3])], ([-7, 3], "£", 9, (600, 300), True))
    assert 'aria-label="Score: Ola: −£7; Ines: £3"' in drawn


def test_a_score_that_is_money_is_written_as_its_language_writes_money() -> None:
    """In the header as in the log."""
    money, points = look_of(mh.title("promethium")), look_of(mh.title("nucleum"))
    told = [scored(say(lang), money, -5) for lang in ("en", "de", "fr", "pl", "ru")]
    assert [one.replace("\u202f", " ").replace("\xa0", " ") for one in told] == ["−£5", "−5 £", "−5 £", "−£5", "−£5"]
    assert scored(say("de"), points, 7) == "7"
