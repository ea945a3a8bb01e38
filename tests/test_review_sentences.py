"""Every kind of sentence that a review says, in every language: its figures once more, from the data they stand for."""

from __future__ import annotations

import math
import random

import msgspec
import pytest
from test_in_common import faulty
from test_review import played, speaker

import machinehall as mh
from machinehall.draw.kit import esc
from machinehall.draw.look import look_of
from machinehall.draw.theme import theme
from machinehall.review.many import thirds
from machinehall.review.pictures import Brush, curve, waterfall
from machinehall.review.scale import scale
from machinehall.review.shapes import REAL, Cause, Change, Drawn, Figure, Review
from machinehall.review.words import Speaker
from machinehall.words import languages
from machinehall.words.figures import number as written

TITLES = sorted(mh.titles())
SEEDS = range(12)


def shaken(name: str, seed: int) -> Review:
    """A review with faults as they come, and with luck, leads and losses that lie anywhere."""
    review, rng = faulty(name, seed), random.Random(f"{seed}/shaken")
    for own in review.seats:
        luck = Figure(rng.gauss(0, 3 * review.bands[0]), rng.uniform(0, review.bands[0]))
        own.account = msgspec.structs.replace(own.account, luck=luck)
        own.given = Figure(rng.uniform(0, 4), rng.uniform(0, 0.4))
        own.percent = 50
    review.points = [
        msgspec.structs.replace(point, leads=[side * rng.gauss(1, 1) for side in (1, -1)][: len(point.leads)])
        for point in review.points
    ]
    return review


def told_again(review: Review, names: list[str], speaks: Speaker) -> list[str]:
    """The story, worked out a second time."""
    say, amount, told = speaks.say, speaks.amount, []
    first = next((seat for seat, lead in enumerate(review.points[-1].leads) if lead > 0), None)
    if first is not None:
        behind = [point.number for point in review.points if point.leads[first] <= 0]
        later = [turn.number for turn in review.turns if not behind or turn.last > behind[-1]]
        since = later[0] if later else review.turns[-1].number
        led = say("review.story.led", names[first], since) if behind else say("review.story.throughout", names[first])
        told.append(led)
    losses = {turn.number: turn.loss.value for turn in review.turns if turn.fault and turn.loss is not None}
    if not losses:
        return [*told, say("review.story.close")]
    worst = max(losses, key=losses.__getitem__)
    told.append(say("review.story.swing", worst, names[review.turns[worst - 1].seat], amount(-losses[worst])))
    luck = [own.account.luck for own in review.seats]
    most = max(range(len(luck)), key=lambda seat: luck[seat].value)
    given = sorted((own.given.value, own.given.error, seat) for seat, own in enumerate(review.seats))
    if luck[most].value > max(2 * luck[most].error, review.bands[0]):
        told.append(say("review.story.luck", names[most], amount(luck[most].value)))
    elif given[1][0] - given[0][0] > 2 * math.hypot(given[0][1], given[1][1]):
        told.append(say("review.story.least", names[given[0][2]], amount(given[0][0], False)))
    return told


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_the_story_is_true(name: str, lang: str) -> None:
    speaks = speaker(name, lang)
    for seed in SEEDS:
        review = shaken(name, seed)
        names = [f"<{seat}>" for seat in range(len(review.seats))]
        assert speaks.story(review, names) == told_again(review, names, speaks)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_the_story_speaks_to_its_reader(name: str, lang: str) -> None:
    """Told to somebody it names only the others; each sentence about them is another one then."""
    plain, review = speaker(name, lang), shaken(name, SEEDS[0])
    names = [f"<{seat}>" for seat in range(len(review.seats))]
    before = plain.story(review, names)
    for reader, called in enumerate(names):
        told = Speaker(plain.title, plain.say.words, plain.wording, reader).story(review, names)
        same = [here == there for here, there in zip(told, before, strict=True)]
        assert same == [called not in row for row in before]
        assert not any(called in row for row in told)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_what_key_turns_have_in_common_is_true(name: str, lang: str) -> None:
    speaks = speaker(name, lang)
    say, figure = speaks.say, speaks.figure
    for seed in SEEDS:
        review = shaken(name, seed)
        for seat, own in enumerate(review.seats):
            turns = [review.turns[k - 1] for k in own.keys]
            lines = speaks.common(review, seat)
            if len(turns) < 2:
                assert not lines
                continue
            losses = [turn.loss.value if turn.loss is not None else 0.0 for turn in turns]
            assert lines.pop(0) == say("review.common.lost", speaks.amount(sum(losses), signed=False), n=len(turns))
            begun = {turn.actions[0]: sum(turn.actions[0] == t.actions[0] for t in turns) for turn in turns}
            starts = [say("review.common.begun", n, len(turns), speaks.action(text)) for text, n in begun.items()]
            true = [text for text, n in zip(starts, begun.values(), strict=True) if 2 * n > len(turns)]
            for third, (first, last) in zip(("begin", "middle", "end"), thirds(len(review.turns)), strict=True):
                here = sum(loss for loss, turn in zip(losses, turns, strict=True) if first <= turn.number <= last)
                if 2 * here > sum(losses):
                    part = say("review.common.part", figure(here, False), say(f"given.{third}"), first, last)
                    true.append(part)
            gains = dict.fromkeys(review.sources, 0.0)
            for turn in turns:
                for change in turn.changes:
                    gains[change.source] += change.better - change.played
            gains["review.best_other"] = sum(turn.other[0] - turn.other[1] for turn in turns if turn.other is not None)
            best = max(gains, key=gains.__getitem__)
            true.append(say("review.common.source", say(best), figure(gains[best])))
            assert set(lines) <= set(true)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_what_stands_alone_has_its_unit(name: str, lang: str) -> None:
    """In lists of turns nothing else says what a number counts."""
    speech = speaker(name, lang)
    lost, gained = speech.amount(-147.9), speech.amount(3)
    bare = speech.figure(147.9, signed=False)
    unit = lost.replace(bare, "").strip("\N{MINUS SIGN}\N{NO-BREAK SPACE} ")
    assert lost[0] == "\N{MINUS SIGN}" and bare in lost and unit and not any(letter.isdigit() for letter in unit)
    assert gained[0] == "+" and unit in gained
    assert speech.amount(-0.01)[0] not in "+\N{MINUS SIGN}"
    if lang == "en":
        said = {"imperial-steam": "147.9 fl.", "nucleum": "147.9 VP", "promethium": "£147.9"}
        assert lost == f"\N{MINUS SIGN}{said[name]}"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_the_largest_slip_is_the_largest(name: str, lang: str) -> None:
    """Where nothing counts as a fault, what was searched says how much it was at most; else nothing is claimed."""
    speaks, rng = speaker(name, lang), random.Random(name)
    review = faulty(name, 1)
    own = [turn for turn in review.turns if turn.seat == 0 and turn.kind == REAL]
    for turn in own:
        turn.fault, turn.searched, turn.loss = False, turn is own[3] or rng.random() < 0.4, Figure(rng.random(), 0.4)
    worst = max((turn for turn in own if turn.searched), key=lambda turn: turn.loss.value if turn.loss else 0.0)
    assert worst.loss is not None
    figures = speaks.figure(worst.loss.value, False), speaks.figure(worst.loss.error, False)
    assert speaks.slip(review, 0) == speaks.say("review.keys.slip", *figures, worst.number)
    for turn in own:
        turn.searched = False
    assert speaks.slip(review, 0) == speaks.say("review.keys.none")


@pytest.mark.parametrize("lang", languages())
def test_marks_say_what_they_stand_for(lang: str, name: str = TITLES[0]) -> None:
    """On the curve, in the cut column of own turns, and on the scale of tries."""
    speaks, review = speaker(name, lang), faulty(name, 5)
    say, figure = speaks.say, speaks.figure
    names = ["Ada", "Ben"]
    good = next(turn for turn in review.turns if turn.kind == REAL and not turn.fault)
    good.good = Figure(4.25, 0.5)
    brush = Brush(
        theme("light"), speaks, names, look_of(played(name).title).paint, 888.0,
        lambda number: f"#turn-{number}", lambda position: f"#at-{position}",
    )  # fmt: skip
    drawn = curve(brush, review, 0)
    levels = say("list.separator").join(say(f"web.bot.{level}") for level in ("apprentice", "journeyman"))
    ahead = say("review.good", figure(4.25, False), levels)
    praised = f"{say('review.turn', good.number)}, {names[good.seat]}, {ahead}"
    assert f'href="#at-{good.last}" aria-label="{esc(praised)}"' in drawn
    for seat, own in enumerate(review.seats):
        keys = [review.turns[number - 1] for number in own.keys]
        column = waterfall(brush, own.account, keys=keys)
        for turn in keys:
            assert turn.loss is not None
            lost = f"{say('review.lost')}: {figure(turn.loss.value, False)}"
            which = say("review.turn", turn.number)
            assert f'href="#turn-{turn.number}" aria-label="{esc(f"{which}, {names[seat]}, {lost}")}' in drawn
            assert esc(f"{which}, {lost}") in column
        rest = own.account.own.value + sum(turn.loss.value for turn in keys if turn.loss is not None)
        assert not keys or esc(f"{say('review.rest')}: {figure(rest)}") in column
    tried = scale(brush, 0, 9.4, 1.0, [6.1, 0.6])
    both = say("list.separator").join((figure(-6.1), figure(-0.6)))
    assert esc(say("review.retry.scale", figure(-9.4), both, figure(-1.0))) in tried
    for points in (0, -1, -10):  # steps of whole points, as the language writes them
        assert f">{written(lang, points, signed=points != 0)}</text>" in tried
    assert f">{figure(-0.5)}</text>" in scale(brush, 0, 0.9, 0.3, [])


@pytest.mark.parametrize("lang", languages())
def test_the_axis_of_a_curve_is_written_by_the_language(lang: str, name: str = TITLES[0]) -> None:
    """Minus and decimals as the language has them, on the axis, at the ends of the lines and for readers of screens."""
    speaks, names = speaker(name, lang), ["Ada", "Ben"]
    brush = Brush(theme("light"), speaks, names, look_of(mh.title(name)).paint, 888.0)
    review = flat(faulty(name, 3), [-0.5, 1.0])
    drawn = curve(brush, review, 0)
    for value in (-0.5, 0.5):
        assert f">{written(lang, value, 1)}</text>" in drawn
    far = flat(review, [-4.0, -1.0])
    said = "; ".join(f"{who}: {written(lang, score)}" for who, score in zip(names, (-4, -1), strict=True))
    drawn = curve(brush, far, 0)
    label = f"{speaks.say('review.expected')}: {said}"
    assert f'aria-label="{esc(label)}"' in drawn
    assert f">{written(lang, -4)}</text>" in drawn


def flat(review: Review, scores: list[float]) -> Review:
    """The same review, expecting the same of all positions, with hardly a doubt."""
    spread = [0.01] * len(scores)
    points = [msgspec.structs.replace(point, scores=scores, deviation=spread) for point in review.points]
    return msgspec.structs.replace(review, points=points)


def test_of_what_is_hidden_nothing_is_said(name: str = TITLES[0]) -> None:
    """Whoever hides their key turns leaves the curve, and no sentence that would be untrue without them."""
    review = next(found for seed in SEEDS if (found := shaken(name, seed)).seats[0].keys)
    shown, speaks, names = review.without({0}), speaker(name), ["Ada", "Ben"]
    assert review.without(()) is review and review.seats[0].keys
    assert shown.points == review.points and shown.seats[0].account == review.seats[0].account
    assert shown.seats[0].hidden and not shown.seats[0].keys and shown.seats[1] == review.seats[1]
    for turn, before in zip(shown.turns, review.turns, strict=True):
        assert turn.actions == before.actions and (turn == before) is (turn.seat == 1 or before.loss is None)
        assert turn.seat == 1 or (turn.loss is None and not turn.better and not turn.changes and not turn.fault)
    assert len(speaks.story(shown, names)) <= 1
    assert not speaks.common(shown, 0) and not speaks.costs(shown, 0)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_what_makes_a_difference_is_true(name: str, lang: str) -> None:
    """The three largest events of each source, their figures and the rest, from the review once more."""
    speaks, rng = speaker(name, lang), random.Random(f"{name}{lang}")
    review = faulty(name, 2)
    turn, count, nothing = review.turns[5], len(review.sources) + 1, [0.0] * (len(review.sources) + 1)
    first, second, third = list(dict.fromkeys(text for other in review.turns for text in other.actions))[:3]

    def some() -> list[float]:
        return [rng.gauss(0, 2) for _ in range(count)]

    turn.causes = [Cause(first, some()), Cause(second, some(), some()), Cause("", some(), some())]
    turn.causes.append(Cause(third, None, some()))

    def adds(k: int) -> list[float]:
        return [(cause.better or nothing)[k] - (cause.played or nothing)[k] for cause in turn.causes]

    turn.changes = [Change(source, 20.0, 20.0 + sum(adds(k))) for k, source in enumerate(review.sources)]
    turn.other = 30.0, 30.0 - sum(adds(count - 1))
    rows, told = speaks.rows(turn), speaks.because(turn)
    assert len(rows) == len(told) == count
    done = {speaks.say("review.because.onward"), *map(speaks.action, (first, second, third))}
    for k, (row, events) in enumerate(zip(rows, told, strict=True)):
        shown = [size for size in sorted(map(abs, adds(k)))[::-1][:3] if size >= 0.05]
        assert [abs(event.adds) for event in events[: len(shown)]] == pytest.approx(shown)
        assert not shown or sum(event.adds for event in events) == pytest.approx(row.differs, abs=0.05)
        assert shown or not events
        assert all(event.text == speaks.say("review.because.rest") for event in events[len(shown) :])
        for event in events[: len(shown)]:
            assert event.text in done
            assert event.adds == pytest.approx((event.better or 0.0) - (event.played or 0.0))
            both = None not in (event.played, event.better)
            side = "both" if both else "played" if event.better is None else "better"
            assert speaks.whose(event).startswith(f"{speaks.say(f'review.{side}')}: ")


@pytest.mark.parametrize("lang", languages())
def test_luck_by_what_was_drawn_is_true(lang: str, name: str = "promethium") -> None:
    """Kinds with the same name are told together; a kind without a name is told as other draws."""
    speaks = speaker(name, lang)
    account = shaken(name, 1).seats[0].account
    assert speaks.lucks(account) == "" or account.lucks
    kinds = [Drawn("project", Figure(1.25, 0.1)), Drawn("peek", Figure(1.5, 0.1)), Drawn("strange", Figure(-3.0, 0.2))]
    said = speaks.lucks(msgspec.structs.replace(account, lucks=kinds))
    for text, value in ((speaks.say("luck.project"), 2.75), (speaks.say("review.luck.rest"), -3.0)):
        assert said.count(speaks.say("review.why.term", text, speaks.figure(value))) == 1
