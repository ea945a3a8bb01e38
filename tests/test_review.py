"""The review of a match: its account closes, luck is fair, nobody is judged by what they could not know, no sentence is
untrue."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from reviewed import made_once
from typer.testing import CliRunner

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.bots.judgement import Judgement
from machinehall.cli.main import app
from machinehall.draw.look import look_of
from machinehall.draw.theme import theme
from machinehall.kernel.rulebook import load_rulebook
from machinehall.kernel.values import CHANCE
from machinehall.review import judge as judging
from machinehall.review.account import Weighing, percent
from machinehall.review.candidates import candidates
from machinehall.review.course import course_of, luck_of, otherwise
from machinehall.review.judge import FittedJudge, PlainJudge, judge_for
from machinehall.review.lines import Effort, Explorer
from machinehall.review.net_judge import NetJudge
from machinehall.review.pictures import Brush, bars, curve, ribbon, waterfall
from machinehall.review.plots import Plots
from machinehall.review.poster import poster
from machinehall.review.review import FEWEST, NotOver, Plan, review, reviews
from machinehall.review.seen import ONWARD, onward
from machinehall.review.shapes import NAMED, REAL, Change, Figure, Review, TurnReview
from machinehall.review.words import Speaker
from machinehall.words import languages, say
from machinehall.words.titles import wording

TITLES = sorted(mh.titles())
SMALL = Plan(Effort(passes=5, deep=10, worlds=2, lines=2, glance=5, rounds=2, fresh=3), searches=1, levels=("random",))


@cache
def played(name: str) -> mh.Match:
    """A match of random bots: quick, and full of faults."""
    title = mh.title(name)
    match = mh.Match(title, max(2, title.seats[0]), 3)
    run_match(match, make_bots(["random"], title, match.seats, 3))
    return match


@cache
def found(name: str) -> list[Review]:
    def grown() -> list[Review]:
        return [msgspec.convert(msgspec.to_builtins(step), Review) for step in reviews(played(name), plan=SMALL)]

    return made_once(f"found-{name}", grown)


def speaker(name: str, lang: str = "en") -> Speaker:
    title = mh.title(name)
    return Speaker(title, say(lang), wording(title, say(lang), seats=played(name).seats))


@pytest.mark.parametrize("name", TITLES)
def test_the_account_closes_at_every_stage(name: str) -> None:
    outcome = played(name).outcome
    assert outcome is not None
    for step in found(name):
        for seat in step.seats:
            account = seat.account
            terms = (account.start, account.own, account.luck, account.others, account.residual)
            assert sum(term.value for term in terms) == pytest.approx(account.final, abs=1e-6)
            others = [score for other, score in enumerate(outcome.scores) if other != account.seat]
            assert account.final == outcome.scores[account.seat] - max(others)
            assert all(term.error >= 0 for term in terms)
    whole = found(name)[-1]
    assert whole.whole and whole.searched and [turn.searched for turn in whole.turns].count(True) == whole.searched


@pytest.mark.parametrize("name", TITLES)
def test_who_would_have_found_a_turn_is_said_of_those_who_were_asked(name: str) -> None:
    """Levels are asked when the search is over, and about key turns alone: the review is not whole before."""
    *growing, last = found(name)
    assert not any(step.whole for step in growing) and growing[-1].searched == growing[-1].to_search
    assert growing[-1].stopped().whole
    for step in found(name):
        asked = {number for seat in last.seats for number in seat.keys} if step is last else set()
        assert {turn.number for turn in step.turns if speaker(name).found_by(turn)} == asked


@pytest.mark.parametrize("name", TITLES)
def test_what_turns_usually_change_is_known_for_the_net_that_judges(name: str) -> None:
    """A new net needs `scripts/train/usual_turns.py` again: measured with another it would be no zero."""
    title = mh.title(name)
    judge = judge_for(title)
    for seats in range(2, title.seats[1] + 1):
        usual = judge.usual(seats)
        assert usual is not None and usual.value > 0 and 0 < usual.error < usual.value / 5


def test_own_turns_and_those_of_the_other_are_told_apart_at_two(name: str = TITLES[0]) -> None:
    """What one wins the other loses; yet each term has a zero that does not come from the other."""
    match = mh.new_match(name, seats=2, seed=4)
    run_match(match, make_bots(["apprentice", "random"], match.title, 2, 4))
    *_, whole = reviews(match, plan=Plan(searches=0))
    strong, weak = (seat.account for seat in whole.seats)
    assert strong.own.value == pytest.approx(-weak.others.value) and weak.own.value == pytest.approx(
        -strong.others.value
    )
    assert abs(strong.own.value - strong.others.value) > 1
    assert weak.own.value < strong.own.value
    assert abs(strong.residual.value) < 1e-6, "every change is somebody's turn, or chance"


@pytest.mark.parametrize("name", TITLES)
def test_the_outcomes_of_chance_balance(name: str) -> None:
    """Whatever chance may bring, weighed by how likely it is, the luck of each seat adds up to nothing."""
    title, course, judge = mh.title(name), course_of(played(name)), judge_for(mh.title(name))
    places = [k for k, (seat, _) in enumerate(course.lines) if seat == CHANCE]
    found = [otherwise(title, course.states[k], random.Random(1)) for k in places]
    few = [other for other in found if other.exact and len(other.worlds) > 1][:3]
    assert few
    for other in few:
        judged = [judge.judge(world) for world in other.worlds]
        total = [0.0] * course.seats
        for weight, after in zip(other.weights, judged, strict=True):
            gains = luck_of(0, [after.lead(seat) for seat in range(course.seats)], other, judged).gains
            total = [had + weight * gain.value for had, gain in zip(total, gains, strict=True)]
        assert total == pytest.approx([0.0] * course.seats, abs=1e-6)


@pytest.mark.parametrize("name", TITLES)
def test_a_turn_is_judged_by_what_the_seat_knew(name: str) -> None:
    """Two worlds that look alike to a seat give the same judgement of its turn."""
    title, course = mh.title(name), course_of(played(name))
    turn = next(turn for turn in course.turns[len(course.turns) // 2 :] if turn.choices > 1)
    state = course.states[turn.first]
    other = title.sample(title.view(state, turn.seat), random.Random(9))
    judge, line = judge_for(title), tuple(turn.actions)
    pairs = [Explorer(title, judge, 5, SMALL.effort).look(world, turn.seat, line) for world in (state, other)]
    assert pairs[0] == pairs[1]


@pytest.mark.parametrize("name", TITLES)
def test_the_end_is_known_and_before_it_sources_add_up(name: str) -> None:
    title, course, judge = mh.title(name), course_of(played(name)), judge_for(mh.title(name))
    outcome = played(name).outcome
    assert outcome is not None
    end = judge.judge(course.states[-1])
    assert [end.score(seat) for seat in range(course.seats)] == list(outcome.scores)
    assert sum(end.win) == 1 and not any(end.deviation)
    middle = judge.judge(course.states[len(course.states) // 2])
    assert sum(middle.win) == pytest.approx(1) and all(spread > 0 for spread in middle.deviation)
    assert middle.score(0) == pytest.approx(sum(middle.points[0]))
    assert isinstance(judge, FittedJudge | NetJudge), f"{title.name} has no fitted judge"
    assert judge.sources == tuple(outcome.breakdown[0])


def test_faults_lie_beyond_two_errors() -> None:
    for name in TITLES:
        for turn in found(name)[-1].turns:
            if turn.fault:
                assert turn.searched and turn.loss is not None and turn.kind == REAL
                assert turn.loss.value > 2 * turn.loss.error
                assert turn.loss.value >= NAMED * judge_for(mh.title(name)).bands[0]
                assert turn.better and turn.grade in (1, 2, 3) and turn.punished is not None
            else:
                assert not turn.grade


def turn_with(changes: list[Change], other: tuple[float, float]) -> TurnReview:
    lost = sum(change.differs for change in changes) + other[0] - other[1]
    return TurnReview(7, 0, 10, 12, REAL, [], Figure(lost, 0.5), changes=changes, other=other, worlds=16)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_the_sentence_of_a_better_turn_is_true(name: str, lang: str) -> None:
    """Its figures are recomputed from the expected points: the two largest gains, the largest price, the whole."""
    speech = speaker(name, lang)
    rng = random.Random(f"{name}{lang}")
    sources = judge_for(mh.title(name)).sources
    for _ in range(20):
        changes = [Change(source, rng.uniform(0, 30), rng.uniform(0, 40)) for source in sources]
        turn = turn_with(changes, (rng.uniform(60, 90), rng.uniform(60, 90)))
        said = speech.why(turn)
        differs = {speech.say(c.source): c.better - c.played for c in changes}
        differs[speech.say("review.best_other")] = turn.other[0] - turn.other[1] if turn.other else 0.0
        ups = sorted((v for v in differs.values() if v >= 0.05), reverse=True)[:2]
        if sum(differs.values()) < 0.05 or not ups:
            assert said == ""
            continue
        assert speech.figure(sum(differs.values()), signed=False) in said
        assert turn.loss is not None and sum(differs.values()) == pytest.approx(turn.loss.value)
        down = min(differs.values())
        for value in [*ups, *([down] if down <= -0.05 else [])]:
            source = next(key for key, other in differs.items() if other == value)
            assert f"{source} {speech.figure(value)}" in said


@pytest.mark.parametrize("name", TITLES)
def test_what_was_reckoned_is_what_is_said(name: str) -> None:
    """Rows of a searched turn add up to the points that it gave away."""
    for turn in found(name)[-1].turns:
        if turn.loss is not None:
            rows = speaker(name).rows(turn)
            assert sum(row.differs for row in rows) == pytest.approx(turn.loss.value, abs=1e-6)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_words_and_pictures_in_every_language(name: str, lang: str) -> None:
    whole, speech = found(name)[-1], speaker(name, lang)
    names = [f"<{seat}>" for seat in range(len(whole.seats))]
    assert speech.story(whole, names)
    brush = Brush(theme("dark"), speech, names, look_of(mh.title(name)).paint, 360.0, lambda number: f"#t{number}")
    for drawn in (curve(brush, whole, 1), bars(brush, whole, 0), waterfall(brush, whole.seats[0].account)):
        assert ElementTree.fromstring(drawn).get("aria-label")
    assert ElementTree.fromstring(ribbon(brush, whole, whole.points[-1].number)).tag
    sent = poster(brush, whole, 1, "Title", fonts=True)
    assert ElementTree.fromstring(str(sent)).get("width") == "1200" and "@font-face" in str(sent)
    assert all(f"&lt;{seat}&gt;" in str(sent) for seat in range(len(names)))  # whose the lines are


@pytest.mark.parametrize("name", TITLES)
def test_the_story_says_what_was_reckoned(name: str) -> None:
    """Each sentence once more from the figures: who led, the largest loss, luck or the least that was given away."""
    whole, speech = found(name)[-1], speaker(name)
    names = [f"P{seat}" for seat in range(len(whole.seats))]
    told = speech.story(whole, names)
    assert 1 <= len(told) <= 3
    faults = [turn for turn in whole.turns if turn.fault and turn.loss is not None]
    if not faults:
        assert told[-1] == "A match without a turning point."
        return
    worst = max(faults, key=lambda turn: turn.loss.value if turn.loss else 0.0)
    assert worst.loss is not None
    most = speech.amount(-worst.loss.value).removesuffix(".")
    assert told.count(f"The most was given away on turn {worst.number}: P{worst.seat}, {most}.") == 1
    for line in told:
        if "gave away least" in line:
            given = [seat.given.value for seat in whole.seats]
            assert line == f"P{given.index(min(given))} gave away least: {speech.amount(min(given), False)} a turn."
        if line.startswith("Luck"):
            luck = [seat.account.luck.value for seat in whole.seats]
            assert line == f"Luck did most for P{luck.index(max(luck))}: {speech.amount(max(luck)).removesuffix('.')}."


class Flat:
    """A judge of somebody else: nobody will score anything."""

    name, sources, bands = "flat", ("review.to_come",), (1.0, 2.0, 4.0)

    def usual(self, seats: int) -> None:
        return None

    def judge(self, state: Any) -> Judgement:
        seats = range(state.seats)
        return Judgement(tuple((0.0,) for _ in seats), tuple(1.0 for _ in seats), tuple(0.5 for _ in seats))


@pytest.mark.parametrize("name", TITLES)
def test_what_the_bots_saw_holds_both_turns(name: str) -> None:
    """The turn played and the better one are compared with others in the same worlds; the best comes first."""
    turn = next(turn for turn in found(name)[-1].turns if turn.fault)
    seen = candidates(played(name), turn.first, turn.seat, turn.actions, turn.better, effort=SMALL.effort)
    lines = [one.line for one in seen]
    assert turn.actions in lines and turn.better in lines and len(lines) == len({tuple(line) for line in lines})
    leads = [one.lead.value for one in seen]
    assert leads == sorted(leads, reverse=True) and all(0 <= one.win <= 1 for one in seen)
    assert seen == candidates(played(name), turn.first, turn.seat, turn.actions, turn.better, effort=SMALL.effort)


@pytest.mark.parametrize("name", TITLES)
def test_how_it_may_go_on_is_told_turn_by_turn(name: str) -> None:
    """After the better turn others follow, each with what its seat does; the same each time one asks."""
    match = played(name)
    turn = next(turn for turn in found(name)[-1].turns if turn.fault)
    told = onward(match, turn.first, turn.seat, turn.better)
    assert 1 <= len(told) <= ONWARD and all(one.line and 0 <= one.seat < match.seats for one in told)
    assert all(match.title.text(match.title.parse(text)) == text for one in told for text in one.line)
    assert {one.seat for one in told} - {turn.seat}
    assert told == onward(match, turn.first, turn.seat, turn.better)
    last = max(turn.first for turn in found(name)[-1].turns)
    assert len(onward(match, last, found(name)[-1].turns[-1].seat, [])) <= ONWARD


def test_another_judge_takes_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    title = mh.title("promethium")
    monkeypatch.setattr(judging, "MAKERS", [lambda title: None, lambda title: Flat()])
    assert judge_for(title).name == "flat"
    flat = review(played("promethium"), plan=SMALL)
    assert flat.judge == "flat" and not any(turn.fault for turn in flat.turns)
    assert all(not seat.account.own.value and not seat.keys for seat in flat.seats)


def test_a_title_without_a_fitted_judge_is_judged_by_its_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    title = mh.title("promethium")
    plain = PlainJudge(title)
    state = course_of(played("promethium")).states[-40]
    seen = plain.judge(state)
    assert title.minds.evaluate is not None
    assert seen.score(1) == pytest.approx(title.minds.evaluate(title.lookup, state, 1))


def test_only_matches_that_are_over_and_known_from_the_start() -> None:
    match = mh.new_match("promethium", 2, seed=1)
    with pytest.raises(NotOver, match="not over"):
        next(reviews(match))
    late = mh.Match(match.title, 2, options=match.options, state=played("promethium").state, base=3)
    with pytest.raises(NotOver, match="set up"):
        next(reviews(late))


def test_the_same_seed_gives_the_same_review() -> None:
    one, two = (replace(SMALL, seed=4) for _ in range(2))
    first, second = (review(played("promethium"), plan=plan) for plan in (one, two))
    first.seconds = second.seconds = 0
    assert msgspec.json.encode(first) == msgspec.json.encode(second)


def test_percent_and_weighing() -> None:
    assert percent(0, 1.5) == 100 and percent(0.76, 1.5) == 80 and percent(1.02, 1.5) == 75
    assert Weighing([], [], 0.4).share == 1.0
    assert Weighing([4.0, 6.0], [2.0, 3.0], 0.1).share == 0.5
    assert FEWEST > 1


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, page = tmp_path / "match.json", tmp_path / "review.html"
    file.write_text(played("promethium").record(), encoding="utf-8")
    run = CliRunner().invoke
    told = run(app, ["review", str(file), "--json", "--searches", "0"])
    assert told.exit_code == 0, told.output
    body = json.loads(told.stdout)
    assert body["title"] == "promethium" and len(body["seats"]) == 2 and body["to_search"] == 0
    whole = msgspec.convert(body, Review)
    assert whole.whole
    monkeypatch.setattr("machinehall.cli.review.made", lambda *_: whole)  # once is enough
    assert run(app, ["review", str(file), "--html", str(page), "--searches", "0", "--lang", "de"]).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text and 'lang="de"' in text and "Vorsprung" in text
    said = run(app, ["review", str(file), "--searches", "0", "--lang", "fr"])
    assert said.exit_code == 0 and "Avance finale" in said.stdout


def test_the_command_refuses_what_is_not_over(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(mh.new_match("promethium", 2, seed=1).record(), encoding="utf-8")
    refused = CliRunner().invoke(app, ["review", str(file)])
    assert refused.exit_code == 1 and "over" in refused.stderr


@pytest.mark.parametrize("name", TITLES)
def test_every_source_has_its_rule(name: str) -> None:
    title = mh.title(name)
    assert set(title.minds.sources) == set(judge_for(title).sources)
    for rule in title.minds.sources.values():
        assert load_rulebook(name).lookup(rule) is not None, rule


def test_alone_against_automata_every_position_is_judged() -> None:
    """Also those in which chance has dealt only part of the queue of an opponent that nobody plays."""
    title = mh.title("nucleum")
    match = mh.Match(title, 1, 3)
    run_match(match, make_bots(["random"], title, 1, 3))
    assert match.outcome is not None
    first = next(reviews(match, plan=SMALL))
    account = first.seats[0].account
    assert account.final == match.outcome.scores[0] - match.outcome.automata[0].score
    assert not account.others.value and all(len(point.automata) == 1 for point in first.points)
    names = ["Ola", "Baron"]
    behind = match.outcome.scores[0] <= match.outcome.automata[0].score
    assert speaker("nucleum").story(first, names)[0].startswith("Baron" if behind else "Ola")
    brush = Brush(theme("light"), speaker("nucleum"), names, look_of(title).paint, 888.0)
    assert ElementTree.fromstring(curve(brush, first, 0)).get("aria-label")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", TITLES)
def test_plots_draw_themselves(name: str, lang: str) -> None:
    """Each is a whole picture, with the figures of the review in the words of the language."""
    whole = found(name)[-1]
    names = [f"Player {seat}" for seat in range(len(whole.seats))]
    for theme_name in ("light", "dark"):
        plots = Plots(whole, names, lang, theme_name)
        for seat in range(len(whole.seats)):
            for picture in (plots.curve(seat), plots.curve(seat, "win"), plots.losses(seat), plots.account(seat)):
                root = ElementTree.fromstring(picture._repr_svg_())
                assert root.tag.endswith("svg") and any("svg" in part.tag for part in root)
            final = speaker(name, lang).figure(whole.seats[seat].account.final)
            assert final in plots.account(seat)
    assert names[0] in plots.curve(0) and plots.names == names
    assert Plots(whole).names != names
