"""What key turns have in common, figures by part of the match, and the two scales: nothing is said that is not so."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import msgspec
import pytest
from test_review import found, played, speaker

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.draw.theme import theme
from machinehall.review.common import common
from machinehall.review.many import PARTS, part_of, thirds
from machinehall.review.pictures import WIN, Brush, bars, curve, values_by_turn
from machinehall.review.shapes import REAL, Change, Figure, Review
from machinehall.words import languages
from machinehall.words.figures import number


def faulty(name: str, seed: int) -> Review:
    """The review of a match with key turns, losses and reasons as they come."""
    whole, rng = found(name)[-1], random.Random(seed)
    review = msgspec.convert(msgspec.to_builtins(whole), Review)
    for turn in review.turns:
        turn.fault = False
    for seat, own in enumerate(review.seats):
        turns = [turn for turn in review.turns if turn.seat == seat and turn.kind == REAL]
        own.keys = sorted(turn.number for turn in rng.sample(turns, rng.randint(0, 5)))
        for k in own.keys:
            turn = review.turns[k - 1]
            turn.changes = [Change(source, 0.0, rng.gauss(1, 3)) for source in review.sources]
            turn.other = (rng.gauss(0, 2), 0.0)
            turn.fault, turn.loss = True, Figure(sum(c.better for c in turn.changes) + turn.other[0], 0.3)
            turn.win = (rng.random(), rng.random())
            if rng.random() < 0.5:
                turn.actions = [review.turns[own.keys[0] - 1].actions[0], *turn.actions[1:]]
    return review


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_what_key_turns_have_in_common_is_so(name: str) -> None:
    """Every sentence again, from the turns themselves."""
    say, said = speaker(name).say, set()
    figure = speaker(name).figure
    for seed in range(40):
        review = faulty(name, seed)
        for seat, own in enumerate(review.seats):
            turns = [review.turns[k - 1] for k in own.keys]
            lines = speaker(name).common(review, seat)
            if len(turns) < 2:
                assert not lines and common(review, seat) is None
                continue
            losses = [turn.loss.value for turn in turns if turn.loss is not None]
            rest = lines[1:]
            assert lines[0] == say("review.common.lost", speaker(name).amount(sum(losses), False), n=len(turns))
            for line in rest:
                if count := re.fullmatch(r"(\d) of (\d) begin alike: (.*)\.", line):
                    label = speaker(name).action
                    alike = sum(label(turn.actions[0]) == count[3] for turn in turns)
                    assert int(count[2]) == len(turns) and alike >= int(count[1]) > len(turns) / 2
                    said.add("begun")
                elif part := re.fullmatch(r"Most of it, (.*), falls .* \(turns (\d+) to (\d+)\)\.", line):
                    first, last = int(part[2]), int(part[3])
                    here = sum(loss for loss, turn in zip(losses, turns, strict=True) if first <= turn.number <= last)
                    assert (first, last) in thirds(len(review.turns))
                    assert part[1] == figure(here, False) and 2 * here > sum(losses)
                    said.add("part")
                else:
                    gains = {
                        say(source): sum(c.better for turn in turns for c in turn.changes if c.source == source)
                        for source in review.sources
                    }
                    gains[say("review.best_other")] = sum(turn.other[0] for turn in turns if turn.other is not None)
                    best = max(gains, key=gains.__getitem__)
                    assert line == say("review.common.source", best, figure(gains[best]))
                    said.add("source")
    assert said == {"begun", "part", "source"}


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_parts_and_sources_add_up_to_the_faults(name: str) -> None:
    review = faulty(name, 7)
    speaks = speaker(name)
    for seat, own in enumerate(review.seats):
        costs = speaks.costs(review, seat)
        assert bool(costs) == bool(own.keys)
        for k in range(len(PARTS)):
            turns = [review.turns[n - 1] for n in own.keys if part_of(review, review.turns[n - 1]) == k]
            lost = sum(turn.loss.value for turn in turns if turn.loss is not None)
            shown = costs[-1].cells[k] if costs else "0.0"
            assert float(shown.replace("−", "-")) == pytest.approx(-lost, abs=0.15)
    whole = found(name)[-1]
    for own in whole.seats:
        assert [(part.first, part.last) for part in own.parts] == thirds(len(whole.turns))
        assert sum(part.real for part in own.parts) == own.real
        together = sum(part.real * part.given.value for part in own.parts)
        assert together == pytest.approx(own.real * own.given.value)


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_the_chance_to_win_is_a_scale_of_its_own(name: str) -> None:
    review, match = faulty(name, 3), played(name)
    rows = values_by_turn(review, WIN)
    assert [values for _, values, _ in rows][-1] == [100 * win for win in review.points[-1].win]
    assert all(0 <= value <= 100 for _, values, _ in rows for value in values)
    names = [f"<{k}>" for k in range(match.seats)]
    for lang in languages():
        brush = Brush(theme("dark"), speaker(name, lang), names, look_of(match.title).paint, 888.0)
        for drawn in (curve(brush, review, 0, scale=WIN), bars(brush, review, 0, scale=WIN)):
            ElementTree.fromstring(drawn)
        assert f"{number(lang, 100)} %" in curve(brush, review, 0, scale=WIN)
        assert speaker(name, lang).common(review, 0) is not None
