"""Reviews by a net: what is judged where, worlds that are played on side by side, and an account that closes."""

from __future__ import annotations

import dataclasses
import random
from functools import cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec
import pytest
from nets import some_net
from often import now_and_then

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.bots.judgement import Judgement
from machinehall.bots.luck import Luck
from machinehall.kernel.home import Home as Home
from machinehall.kernel.values import CHANCE
from machinehall.review.account import accounts
from machinehall.review.course import Course, course_of, stretches, way
from machinehall.review.judge import FittedJudge, judge_for
from machinehall.review.lines import Effort, Pair
from machinehall.review.net_judge import NetJudge, net_judge, ready, to_choice
from machinehall.review.net_lines import CONTESTED, MORE, NEAR, NetExplorer, parting
from machinehall.review.playout import Playouts, Throws, Track
from machinehall.review.review import Plan, review, reviews

TITLES = sorted(mh.titles())
SMALL = Plan(Effort(worlds=2, lines=2, rounds=2, fresh=4, least=0.5, ends=3), searches=1, levels=("random",))


@cache
def played(name: str, seed: int = 3) -> mh.Match:
    title = mh.title(name)
    match = mh.Match(title, max(2, title.seats[0]), seed)
    run_match(match, make_bots(["random"], title, match.seats, seed))
    return match


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nets")


def judge_of(name: str, folder: Path) -> NetJudge:
    path = folder / f"{name}.npz"
    title = mh.title(name)
    return NetJudge(title, path if path.exists() else some_net(title, path))


def middle(course: Course) -> tuple[Any, int, tuple[Any, ...]]:
    turn = next(turn for turn in course.turns[len(course.turns) // 2 :] if turn.choices > 1)
    return course.states[turn.first], turn.seat, tuple(turn.actions)


@pytest.mark.parametrize("name", TITLES)
def test_positions_are_judged_where_somebody_decides(name: str, folder: Path) -> None:
    course, judge = course_of(played(name)), judge_of(name, folder)
    title = course.title
    for state in course.states[course.begin :: 9]:
        reached = to_choice(title, state.clone(), random.Random(0))
        assert ready(title, reached)
        assert judge.judge(state).points == judge.judge(reached).points
    end, outcome = judge.judge(course.states[-1]), played(name).outcome
    assert outcome is not None and [end.score(seat) for seat in range(course.seats)] == list(outcome.scores)


@pytest.mark.parametrize("name", now_and_then(TITLES, ["promethium"]))
def test_a_review_by_a_net_closes_and_names_what_it_measured(name: str, folder: Path) -> None:
    judge = judge_of(name, folder)
    found = review(played(name), judge, SMALL)
    assert found.judge == judge.name and found.whole
    for seat in found.seats:
        account = seat.account
        terms = (account.start, account.own, account.luck, account.others, account.residual)
        assert sum(term.value for term in terms) == pytest.approx(account.final, abs=1e-6)
    for turn in found.turns:
        if turn.searched:
            assert turn.loss is not None and turn.other is not None
            told = sum(change.differs for change in turn.changes) + turn.other[0] - turn.other[1]
            assert told == pytest.approx(turn.loss.value, abs=1e-6)
        assert not turn.fault or turn.worlds in ((3, 3 * MORE) if turn.ended else (4,))
    if name == TITLES[-1]:
        again = review(played(name), judge, SMALL)
        found.seconds = again.seconds = 0
        assert msgspec.json.encode(found) == msgspec.json.encode(again)


@pytest.mark.parametrize("name", TITLES)
def test_chance_in_a_row_is_one_piece_of_luck_and_its_mean_is_expected_before(name: str, folder: Path) -> None:
    course, judge = course_of(played(name)), judge_of(name, folder)
    points, lucks = way(course, judge, random.Random(1))
    ranges = stretches(course)
    assert [luck.number for luck in lucks] == [first for first, _ in ranges] and len(points) == len(course.states)
    for (first, last), luck in zip(ranges, lucks, strict=True):
        assert all(seat == CHANCE for seat, _ in course.lines[first:last])
        for seat, gain in enumerate(luck.gains):
            assert points[first].leads[seat] + gain.value == pytest.approx(points[last].leads[seat])
    for before, after in zip(points[course.begin :], points[course.begin + 1 :], strict=False):
        seat, state = course.lines[before.number][0], course.states[before.number]
        if seat != CHANCE and not ready(course.title, state):
            assert before.leads == after.leads


def test_luck_has_a_mean_of_nought_over_many_matches(folder: Path) -> None:
    judge = judge_of("promethium", folder)
    found = [
        sum(luck.gains[0].value for luck in way(course_of(played("promethium", seed)), judge, random.Random(seed))[1])
        for seed in range(12)
    ]
    assert abs(fmean(found)) < 3 * stdev(found) / len(found) ** 0.5 and stdev(found) > 0


@pytest.mark.parametrize("name", TITLES)
def test_worlds_are_played_on_until_the_turn_comes_back(name: str, folder: Path) -> None:
    course, judge = course_of(played(name)), judge_of(name, folder)
    state, seat, line = middle(course)
    playouts, rng = Playouts(judge), random.Random(1)
    luck, throws = Luck(rng), Throws(rng)
    tracks = [Track(state.clone(), seat, line, luck.again(), throws, rounds) for rounds in (0, 1, 1, 3)]
    playouts.run(tracks)
    short, one, same, three = tracks
    assert all(track.over and tuple(track.taken[: len(line)]) == line for track in tracks)
    assert one.seen == same.seen, "the same luck and the same throws lead to the same end"
    assert [len(track.seen) for track in tracks] == [1, 1, 1, 3] or not three.state.stack
    assert three.seen[:1] == one.seen
    for track in (one, three):
        assert not track.state.stack or seat in course.title.to_act(track.state)
    assert short.state != one.state


def test_a_line_that_cannot_be_followed_is_carried_on_by_the_net(folder: Path) -> None:
    course, judge = course_of(played("promethium")), judge_of("promethium", folder)
    state, seat, _ = middle(course)
    legal = course.title.legal(state, seat)
    strange = next(action for action in course.title.actions.all if action not in legal)
    track = Track(state.clone(), seat, (strange,), Luck(random.Random(1)), Throws(random.Random(1)), 1)
    Playouts(judge).run([track])
    assert track.taken[0] in legal and len(track.seen) == 1


def test_a_turn_of_many_decisions_is_preferred_where_it_parts_from_a_short_one(folder: Path) -> None:
    course = course_of(played("promethium"))
    state, seat, _ = middle(course)
    some = course.title.actions.all[:4]

    def track(taken: list[int], ready: list[float]) -> Track:
        found = Track(state, seat, (), Luck(random.Random(1)), Throws(random.Random(1)), 0)
        found.taken, found.ready = [some[k] for k in taken], ready
        return found

    passed, long, same = track([0, 1], [0.0, -1.5]), track([0, 2, 3, 1], [0.0, -0.5, -0.9, -0.9]), track([0, 1], [0, 0])
    assert sum(long.ready) < sum(passed.ready), "as a whole it is less likely"
    assert parting(long, passed) == 1.0 and parting(passed, long) == -1.0 and parting(same, passed) == 0.0


def test_a_review_is_whole_only_once_turns_were_looked_at_and_tells_what_time_left_out(folder: Path) -> None:
    match, judge = played("promethium"), judge_of("promethium", folder)
    grown = list(reviews(match, judge, Plan(SMALL.effort, searches=1, seconds=0.0, levels=())))
    assert [found.whole for found in grown] == [False, not grown[1].to_search, True]
    assert grown[-1].searched == 0 and grown[-1].left == grown[1].to_search


def test_what_is_open_is_measured_in_more_worlds_and_only_those_count(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course, judge = course_of(played("promethium")), judge_of("promethium", folder)
    explorer, measured = NetExplorer(course.title, judge, 5, SMALL.effort), NetExplorer.measured
    asked: list[int] = []

    def counting(self: NetExplorer, *args: Any) -> Pair:
        asked.append(args[4])
        return measured(self, *args)

    monkeypatch.setattr(NetExplorer, "measured", counting)
    for is_open in (False, True):
        monkeypatch.setattr(NetExplorer, "open", lambda *_, answer=is_open: answer)
        found = next(
            pair
            for turn in course.turns
            if turn.choices > 1
            for pair in [explorer.search(course.states[turn.first], turn.seat, tuple(turn.actions))]
            if pair.better != tuple(turn.actions)
        )
        fresh = explorer.effort.fresh
        assert asked == ([fresh, MORE * fresh] if is_open else [fresh]) and len(found.played_at) == asked[-1]
        asked.clear()


def test_worlds_are_played_to_their_end_where_that_is_near(folder: Path) -> None:
    """What counts there is how they end; further away the judge is asked as before."""
    course, judge = course_of(played("promethium")), judge_of("promethium", folder)
    explorer = NetExplorer(course.title, judge, 5, Effort(worlds=2, lines=2, rounds=2, fresh=4, ends=3))
    turn = next(turn for turn in reversed(course.turns) if turn.choices > 1)
    state, line = course.states[turn.first], tuple(turn.actions)
    legal = [action for action in course.title.legal(state, turn.seat) if action != line[0]]
    left = len(course.states) - 1 - turn.first
    found = explorer.search(state, turn.seat, line, [(legal[0],)], left)
    assert found.ended and len(found.played_at) == len(found.better_at) in (3, 3 * MORE)
    for judgement in (*found.played_at, *found.better_at):
        assert not any(judgement.deviation) and judgement.score(turn.seat) == int(judgement.score(turn.seat))
    for far in (0, NEAR + 1):  # it is not known how near the end is, or it is too far
        assert not explorer.search(state, turn.seat, line, [(legal[0],)], far).ended
    explorer.title = dataclasses.replace(course.title, minds=dataclasses.replace(course.title.minds, played_out=False))
    assert not explorer.search(state, turn.seat, line, [(legal[0],)], left).ended


def raised(found: Judgement, seat: int, by: float) -> Judgement:
    """So many points more for a seat."""
    rows = [(row[0] + by, *row[1:]) if k == seat else row for k, row in enumerate(found.points)]
    return dataclasses.replace(found, points=tuple(rows))


def test_a_turn_that_the_net_would_not_take_is_asked_about_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By how worlds end, and it counts only beyond two and a half errors."""
    course, judge = course_of(played("promethium")), judge_of("promethium", folder)
    state, seat, line = middle(course)
    explorer = NetExplorer(course.title, judge, 5, Effort(ends=4))
    end = judge.judge(course.states[-1])
    gaps = [8.0, 10.0]

    def ended(self: NetExplorer, *args: Any) -> Pair:
        assert args[4:] == (explorer.effort.ends, True)
        return Pair(args[3], (end, end), tuple(raised(end, seat, gap) for gap in gaps), ended=True)

    monkeypatch.setattr(NetExplorer, "measured", ended)
    judged = Pair(line, (end, end), (end, end), dislike=CONTESTED, instead=line[:1])
    again = explorer.in_the_end(state, seat, line, judged)
    assert again is not None and again.ended and again.better == line[:1]
    gaps[:] = 0.5, 8.0
    assert explorer.in_the_end(state, seat, line, judged) is None, "beyond one error, not beyond two and a half"
    gaps[:] = 8.0, 10.0
    for other in (dataclasses.replace(judged, dislike=CONTESTED / 2), dataclasses.replace(judged, ended=True)):
        assert explorer.in_the_end(state, seat, line, other) is None


@pytest.mark.parametrize("name", TITLES)
def test_a_turn_is_judged_by_what_the_seat_knew(name: str, folder: Path) -> None:
    course, judge = course_of(played(name)), judge_of(name, folder)
    state, seat, line = middle(course)
    other = course.title.sample(course.title.view(state, seat), random.Random(9))
    looks = [NetExplorer(course.title, judge, 5, SMALL.effort).look(world, seat, line) for world in (state, other)]
    assert looks[0] == looks[1] and judge.bands[0] >= 0.5


def test_the_net_of_a_title_judges_its_reviews_if_it_fits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = mh.title("promethium")
    paths = [some_net(title, folder / "own.npz"), some_net(title, folder / "old.npz", features=1)]
    paths.append(some_net(title, folder / "other.npz", data="of other components"))
    lies_at = {"net": paths[0]}
    monkeypatch.setattr(Home, "net", property(lambda _: lies_at["net"]))
    for path, kind in zip(paths, (NetJudge, FittedJudge, FittedJudge), strict=True):
        net_judge.cache_clear()
        lies_at["net"] = path
        assert type(judge_for(title)) is kind
    net_judge.cache_clear()


@pytest.mark.parametrize("name", TITLES)
def test_the_events_of_a_fault_add_up_to_its_differences(name: str, folder: Path) -> None:
    """Worked out once more, world by world: what each decision changed, source by source."""
    course, judge = course_of(played(name)), judge_of(name, folder)
    explorer = NetExplorer(course.title, judge, 5, SMALL.effort)
    found = 0
    for turn in [turn for turn in course.turns if turn.choices > 1]:
        pair = explorer.search(course.states[turn.first], turn.seat, tuple(turn.actions))
        if pair.ways is None:
            assert not explorer.causes(pair, turn.seat)
            continue
        causes = explorer.causes(pair, turn.seat)
        ends = [[[*one.points[turn.seat], -one.best_other(turn.seat)] for one in side] for side in
                (pair.played_at, pair.better_at)]  # fmt: skip
        for source in range(len(judge.sources) + 1):
            played_end, better_end = (fmean(row[source] for row in side) for side in ends)
            assert sum(cause.adds(source) for cause in causes) == pytest.approx(better_end - played_end, abs=1e-3)
        for side, tracks in zip(("played", "better"), pair.ways, strict=True):
            taken = {course.title.text(action) for track in tracks for action in track.taken}
            assert {cause.action for cause in causes if getattr(cause, side) is not None} == {*taken, ""}
            first = course.title.text(tracks[0].taken[0])
            alike = [track for track in tracks if course.title.text(track.taken[0]) == first]
            if len(alike) == len(tracks) and not any(
                course.title.text(action) == first for track in tracks for action in track.taken[1:]
            ):
                steps = [
                    judge.judge(track.way[1]).points[turn.seat][0] - judge.judge(track.way[0]).points[turn.seat][0]
                    for track in tracks
                ]
                cause = next(cause for cause in causes if cause.action == first)
                assert getattr(cause, side)[0] == pytest.approx(fmean(steps), abs=1e-3)
        found += 1
        if found == 3:
            return
    raise AssertionError("no turn had another line")


def test_luck_is_told_by_what_was_drawn(folder: Path) -> None:
    """Draws of another kind in a row are told apart; together they are the luck of the account, and no less sure."""
    kinds = set()
    for name, seats in (("nucleum", 1), ("promethium", 2)):
        title = mh.title(name)
        match = mh.Match(title, seats, 3)
        run_match(match, make_bots(["random"], title, seats, 3))
        course, judge = course_of(match), judge_of(name, folder)
        points, lucks = way(course, judge, random.Random(1))
        assert any(luck.goes_on for luck in lucks)
        for luck in lucks:
            assert luck.kind == course.states[luck.number].stack[-1][0]
        for account in accounts(course, points, lucks, []):
            split = {drawn.kind: drawn.gain for drawn in account.lucks}
            kinds |= {(name, kind) for kind in split}
            assert sum(gain.value for gain in split.values()) == pytest.approx(account.luck.value)
            for kind, gain in split.items():
                own = sum(luck.gains[account.seat].value for luck in lucks if luck.kind == kind)
                assert gain.value == pytest.approx(own)
            assert account.luck.error <= sum(gain.error**2 for gain in split.values()) ** 0.5 + 1e-9
    assert {("nucleum", "roll"), ("nucleum", "logic"), ("promethium", "turn")} <= kinds
