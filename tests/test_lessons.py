"""Lessons for nets: what a teacher thought, kept on disk, put together, and played again to be learned from."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nets import some_net

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.bots.greedy import Greedy
from machinehall.bots.net_search import NetSearch
from machinehall.bots.thinker import Candidate

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "train"))

import go_on
import lesson_files
from bar import Bar
from lesson_files import KEPT_CHOICES, Lesson, Played, WrongLessons
from net_lessons import FAR, Course, Notes, collect, kept_lessons, noted, play, teacher, thought, together
from net_tables import dealt, tables

SCRIPTS = Path(__file__).parents[1] / "scripts" / "train"
TITLE = mh.title("promethium")
COURSE = Course("promethium", ((2, {}),), "apprentice", share=0.4, player="random")


def some_match(seed: str, decisions: int = 12) -> Played:
    """The begin of a match."""
    left = iter(range(decisions))
    return play(TITLE, COURSE, 0, seed, lambda: next(left, None) is None)


@pytest.fixture(scope="module")
def match() -> Played:
    return some_match("1/0/0", 40)


def test_a_match_is_played_again_from_its_decisions(match: Played) -> None:
    assert len(match.taken) == 40 and not match.over and 5 < len(match.lessons) < 30
    arrays, strange = noted("promethium", [match])
    assert arrays is not None and strange == 0
    assert len(arrays["seen"]) == 40 and not arrays["over"].any() and len(set(arrays["match"].tolist())) == 1
    asked = {lesson.at: lesson for lesson in match.lessons}
    for at, (choices, behind) in enumerate(zip(arrays["choices"], arrays["behind"], strict=True)):
        mask = np.unpackbits(arrays["mask"][at])
        there = behind < FAR
        assert there.any() == (at in asked), "who was not asked teaches no choice"
        assert mask[choices[there]].all() and mask[match.taken[at]]
        if at in asked:
            assert choices[there].tolist() == asked[at].choices and behind[there].tolist() == asked[at].behind


def test_what_is_thought_begins_with_the_choice_and_never_rises() -> None:
    state = TITLE.start(2, {}, random.Random(1))
    first, second, third, fourth = TITLE.actions.all[:4]

    class Bot:
        def explain(self) -> list[Any]:
            return [
                Candidate(second, 5.0, 30, 0.0),
                Candidate(first, 4.0, 40, 0.0),
                Candidate(third, 4.0, 0, 0.0),
                Candidate(fourth, 1.0, 2, 0.0),
            ]

    assert thought(Bot(), first) == [(first, 4.0), (second, 4.0), (fourth, 1.0)], "what was never tried is not told of"
    assert thought(object(), third) == [(third, 0.0)]
    bot = Greedy(TITLE, 1)
    seat = min(TITLE.to_act(state))
    view, legal = TITLE.view(state, seat), TITLE.legal(state, seat)
    chosen = bot.choose(view, legal)
    rows = thought(bot, chosen)
    assert rows[0][0] == chosen and len(rows) == len(legal)


def test_lessons_of_two_runs_are_put_together(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, seeds in ((one, "ab"), (other, "bc")):
        for seed in seeds:
            lesson_files.add(TITLE, folder, some_match(seed))
    assert len(lesson_files.files(one)) == 2
    assert lesson_files.gather(TITLE, one, [other]) == 3, "what is there twice counts once"
    assert len(lesson_files.files(one)) == 1
    assert lesson_files.gather(TITLE, one, [other]) == 3 and len(lesson_files.files(one)) == 1
    assert sorted(match.seed for match in lesson_files.read(TITLE, one)) == ["a", "b", "c"]
    assert lesson_files.read(TITLE, one)[0].lessons


def test_files_are_cut_where_they_grow_too_large_to_travel() -> None:
    rows = [np.random.default_rng(i).bytes(3000).hex().encode() for i in range(60)]
    parcels = list(lesson_files.parcels(rows, most=40_000))
    assert len(parcels) > 2 and [row for parcel in parcels for row in parcel] == rows


def test_lessons_of_something_else_are_refused_in_a_sentence(tmp_path: Path) -> None:
    lesson_files.add(TITLE, tmp_path, some_match("a", 3))
    with pytest.raises(WrongLessons, match="lessons of promethium with other rules or components than nucleum"):
        lesson_files.read(mh.title("nucleum"), tmp_path)
    path = lesson_files.files(tmp_path)[0]
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(WrongLessons, match="holds no lessons"):
        lesson_files.read(TITLE, tmp_path)


def test_a_match_that_goes_otherwise_now_is_left_out(match: Played) -> None:
    notes = Notes(TITLE)
    notes.match(match)
    wrong = Played(match.seed, 2, {}, "apprentice", match.taken, [], [99.0, 0.0, 0.0, 0.0], False)
    illegal = Played(match.seed, 2, {}, "apprentice", [*match.taken[:5], 588, 588, 588], [], [], False)
    notes.match(wrong)
    notes.match(illegal)
    assert notes.strange == 2 and len(notes.rows) == len(notes.ends) == 40


def test_collecting_goes_on_where_it_was(tmp_path: Path) -> None:
    course = Course("promethium", ((2, {}),), "random", stray=0.0)

    def more(known: int) -> list[Played]:
        seconds, found = 0.3, list[Played]()
        while len(found) <= known:  # on a slow machine the time may be up before anything is played
            collect(course, tmp_path, 1, seconds, "s")
            seconds, found = 2 * seconds, lesson_files.read(TITLE, tmp_path)
        return found

    first = more(0)
    again = more(len(first))
    assert len({match.seed for match in again}) == len(again) > len(first) > 0
    notes = kept_lessons(TITLE, [tmp_path], 1)
    assert len(notes["seen"]) == sum(len(match.taken) for match in again)
    assert len(together([notes, notes])["gain"]) == 2 * len(notes["gain"])


def test_a_search_with_a_net_is_a_teacher(tmp_path: Path) -> None:
    path = some_net(TITLE, tmp_path / "net.npz")
    bot = teacher(f"net-search:{path}/30", TITLE, "1")
    assert isinstance(bot, NetSearch)
    state = TITLE.start(2, {}, random.Random(1))
    seat = min(TITLE.to_act(state))
    chosen = bot.choose(TITLE.view(state, seat), TITLE.legal(state, seat))
    rows = thought(bot, chosen)
    assert rows[0][0] == chosen and len(rows) <= KEPT_CHOICES
    with pytest.raises(mh.MachineHallError, match="names no file and passes"):
        teacher("net-search:net.npz", TITLE, "1")


def test_tables_are_those_of_the_title() -> None:
    assert [kind.seats for kind in tables(TITLE)] == [2, 3, 4] and [kind.seats for kind in tables(TITLE, 3)] == [3]
    nucleum = tables(mh.title("nucleum"))
    assert [kind.name for kind in nucleum] == ["2", "3", "4", "1 barons=1", "1 barons=2"]
    assert [seats for seats, _ in dealt(nucleum)[:6]] == [2, 3, 4, 1, 1, 2]


def test_a_lesson_is_small() -> None:
    row = lesson_files.WRITE.encode(Lesson(3, [1, 2], [0, 50]))
    assert row == b"[3,[1,2],[0,50]]"


def test_to_go_on_by_search_a_round_begins_with_the_net_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["go_on.py", "promethium", str(tmp_path), "--start", "net.npz", "--workers", "2", "--", "--each", "8"]
    monkeypatch.setattr(sys, "argv", given)
    args = go_on.read_arguments()
    (_, script, *collecting), (_, training, *learning) = go_on.commands(args, 1)
    assert Path(script).name == "lessons.py" and "net-search:net.npz/300" in collecting
    assert Path(training).name == "train.py" and learning[-2:] == ["--each", "8"]
    collecting, learning = (command[2:] for command in go_on.commands(args, 3))
    assert f"net-search:{tmp_path / 'net-2.npz'}/300" in collecting
    first = learning.index("--lessons")
    assert learning[first + 1 : first + 3] == [str(tmp_path / "lessons-2"), str(tmp_path / "lessons-3")]


def test_softly_copied_choices_as_good_as_the_best_are_as_likely() -> None:
    torch = pytest.importorskip("torch")
    from net_learner import held_out, wanted

    behind = torch.tensor([[0, 0, 100, FAR], [0, FAR, FAR, FAR], [FAR, FAR, FAR, FAR]], dtype=torch.int32)
    assert wanted(behind, 0.0, 0.25)[:, 0].tolist() == [1, 1, 1]
    soft = wanted(behind, 1.0, 0.0)
    assert soft.sum(1).tolist() == pytest.approx([1, 1, 1]) and soft[1].tolist() == [1, 0, 0, 0]
    assert soft[0, 0] == soft[0, 1] and soft[0, 2] / soft[0, 0] == pytest.approx(np.exp(-1), abs=1e-4)
    assert wanted(behind, 1.0, 0.5)[0, 0] == pytest.approx(0.5 + 0.5 * soft[0, 0].item())
    matches = np.arange(2000, dtype=np.uint32)
    assert held_out({"match": matches}).sum() == 100 and not held_out({"match": matches[:3] + 100}).any()


def test_a_learner_learns_what_the_teacher_would_do(match: Played) -> None:
    torch = pytest.importorskip("torch")
    from argparse import Namespace

    from net_learner import Learner
    from net_model import Model, Shape

    notes, _ = noted("promethium", [match])
    assert notes is not None
    torch.manual_seed(1)
    sources = notes["points"].shape[2]
    net = Model(TITLE, Shape(TITLE, notes["seen"], notes["told"]), sources, 16, 1, "cpu")
    learner = Learner(Namespace(rate=1e-3, firm=0.25, lesson_rate=3e-3, lesson_batch=40, soft=0.1), net, 20.0)
    before = learner.asked(notes, np.arange(40), 0.1)
    learner.imitate(notes, 60, 0.1)
    after = learner.asked(notes, np.arange(40), 0.1)
    assert after["copied"] < before["copied"] and after["guessed"] > before["guessed"]
    assert after["points lost"] <= before["points lost"] and "points off" not in after, "nobody saw the end"
    learner.keep(notes)
    assert learner.lessons is not None and len(learner.lessons["seen"]) == len(match.lessons)
    assert 0 < learner.recalled(8).item() < 10


@pytest.mark.long
def test_from_lessons_of_two_runs_to_a_net_that_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")

    def run(script: str, *more: str) -> str:
        given = [sys.executable, str(SCRIPTS / script), "promethium", *more, "--seats", "2", "--workers", "1"]
        return subprocess.run(given, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    for seed in "ab":
        run("lessons.py", seed, "--teacher", "apprentice", "--minutes", "0.1", "--seed", seed)
    assert "2 seats, apprentice" in run("lessons.py", "both", "--from", "a", "b")
    small = ["--hidden", "16", "--blocks", "1", "--steps", "4", "--each", "6", "--batch", "16", "--rivals", "1"]
    small += ["--lesson-minutes", "0.01", "--lesson-epochs", "1", "--kept-epochs", "1", "--recall", "0.5"]
    run("train.py", "net.npz", "--lessons", "both", "--minutes", "0.02", *small)
    told = json.loads((tmp_path / "net.jsonl").read_text().splitlines()[-1])
    assert told["decisions"] > 0 and "copied" in told and "explained" in told
    match = mh.Match(TITLE, 2, 4)
    run_match(match, make_bots([f"net:{tmp_path / 'net.npz'}", "random"], TITLE, 2, 1))
    assert match.outcome is not None


class Screen(io.StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("screen", [Screen(), io.StringIO()])
def test_minutes_that_are_set_have_a_bar_for_whoever_looks(
    screen: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with Bar("Own play", 60, spent=30) as bar:
        bar.show("12 decisions")
        assert bar.drawn.tasks[0].percentage >= 50
    assert ("Own play: 12 decisions" in screen.getvalue()) == screen.isatty()


def test_settings_with_a_name_are_trained_for() -> None:
    """People choose all of Frederik's challenges at once; drawn one by one they never come together."""
    title = mh.title("nucleum")
    alone = next(kind for kind in tables(title) if kind.options == {"barons": 1})
    dealt_rows = [dict(row) for row in alone.variants]
    assert all(dict(title.presets[name]) in dealt_rows for name in ("novice", "standard", "hard", "merciless"))
    assert all(row["barons"] == 1 for row in dealt_rows)
