"""The arena: fair schedules, figures that can be checked by hand, files that can be continued."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from orphans import ends_with
from typer.testing import CliRunner

import machinehall as mh
from machinehall.arena.backends import Work, processes, serial
from machinehall.arena.balance import balance, held
from machinehall.arena.ratings import bradley_terry, ratings, shares, wilson
from machinehall.arena.schedule import schedule
from machinehall.arena.store import keep, read
from machinehall.cli.main import app
from machinehall.words import languages, load, say
from machinehall.words.titles import wording

BOTS = ["random", "apprentice"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_has_every_deal_from_every_seat(seats: int) -> None:
    tasks = schedule(["a", "b", "c"], seats, 8, seed=100)
    assert [task.number for task in tasks] == list(range(len(tasks)))
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        mine = [task for task in tasks if task.pair == pair]
        assert len(mine) >= 8
        alone = Counter((task.seed, task.bots.index(pair[1])) for task in mine)
        assert set(alone.values()) == {1}
        assert Counter(seat for _, seat in alone) == dict.fromkeys(range(seats), len(mine) // seats)
        assert {task.seed for task in mine} == {task.seed for task in tasks}, "all pairs play the same deals"


def test_a_ladder_has_neighbours_only() -> None:
    tasks = schedule(["a", "b", "c", "d"], 2, 4, seed=1, ladder=True)
    assert {task.pair for task in tasks} == {("a", "b"), ("b", "c"), ("c", "d")}
    assert tasks == schedule(["a", "b", "c", "d"], 2, 8, seed=1, ladder=True)[: len(tasks)], "more games come after"


def result(number: int, places: list[int], scores: list[int]) -> dict[str, Any]:
    bots = ["b", "a"] if number % 2 else ["a", "b"]
    head = {"number": number, "pair": ["a", "b"], "bots": bots, "seed": number // 2, "decisions": 10}
    return head | {"scores": scores, "places": places, "chosen": [[1], [2]]}


def test_shares_and_ratings_by_hand() -> None:
    rows = [result(0, [2, 1], [10, 20]), result(1, [1, 2], [20, 10])] * 15 + [result(0, [1, 2], [20, 10])] * 10
    (share,) = shares(rows)
    assert share.share == pytest.approx(0.75) and share.games == 40
    assert share.lead == pytest.approx(5.0)
    assert share.low == pytest.approx(0.598, abs=0.001) and share.high == pytest.approx(0.858, abs=0.001)
    assert wilson(0.0, 0) == (0.0, 1.0)
    best, other = ratings(rows, ["a", "b"])
    assert best.bot == "b" and other.elo == 0
    assert best.elo == pytest.approx(186, abs=12) and best.low <= best.elo <= best.high
    assert bradley_terry([], ["a", "b"]) == {"a": 0.0, "b": 0.0}


def test_a_bot_that_always_wins_has_an_interval_all_the_same() -> None:
    rows = [result(0, [2, 1], [10, 20]), result(1, [1, 2], [20, 10])] * 10
    best, _ = ratings(rows, ["a", "b"])
    assert best.bot == "b" and best.low < best.elo - 100 and best.high > best.elo + 100
    more, _ = ratings(rows * 4, ["a", "b"])
    assert more.low > best.low, "more matches, more certainty"


def test_back_ends_agree() -> None:
    """A match is a function of its task: wherever it is played, the same comes out."""
    tasks = schedule(["random", "journeyman/2"], 2, 2, seed=4)
    work = Work("promethium")

    def of(results: Any) -> Any:
        rows = sorted(results, key=lambda r: int(r["number"]))
        return [{k: v for k, v in r.items() if k != "seconds"} for r in rows]

    assert of(serial(work, tasks)) == of(processes(work, tasks, workers=1))


def test_an_arena_can_be_continued(tmp_path: Path) -> None:
    file, page = tmp_path / "arena.jsonl", tmp_path / "report.html"
    call = ["arena", "promethium", "--bots", "random,apprentice", "--workers", "0", "--file", str(file), "--json"]
    first = CliRunner().invoke(app, [*call, "--games", "2"])
    assert first.exit_code == 0, first.output
    with file.open("a") as out:
        out.write('{"number": 2, "broken')
    second = CliRunner().invoke(app, [*call, "--games", "4", "--report", str(page)])
    assert second.exit_code == 0, second.output
    body = json.loads(second.output)
    assert [r["number"] for r in body["results"]] == [0, 1, 2, 3]
    before, after = json.loads(first.output)["results"], body["results"][:2]
    assert before == after, "what was played is not played again"
    assert body["pairs"][0]["games"] == 4
    html = page.read_text()
    assert html.count("<svg") >= 4 and "http" not in html, "plots are drawn, and nothing is loaded"
    assert "<h2>What winners have</h2>" in html
    other = CliRunner().invoke(app, [*call, "--games", "4", "--seed", "9"])
    assert other.exit_code == 1 and "another arena" in other.output


def test_a_file_can_be_cut_anywhere(tmp_path: Path) -> None:
    """Ended at any byte (kill -9, a full disk), the file is continued: nothing is lost but the line cut short."""
    path, head = tmp_path / "arena.jsonl", {"arena": 1, "title": "x"}
    played = [result(i, [1, 2], [20, 10]) | {"held": [{"tile": [i]}, {}]} for i in range(3)]
    assert list(keep(path, head, played)) == played
    whole = path.read_bytes()
    for length in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:length])
        there = read(path, head)[1]
        assert there == played[: len(there)] and len(there) >= whole[:length].count(b"\n") - 1
        list(keep(path, head, played[len(there) :]))
        assert read(path, head) == (head, played)


def test_what_goes_with_winning() -> None:
    """Of two seats the one with tile 7 wins three times out of four; both bots win half of all matches."""
    rows = []
    for i in range(40):
        winner, lucky = i % 2, i % 2 if i < 30 else 1 - i % 2
        had = [{"tile": [7 if seat == lucky else 8]} for seat in range(2)]
        places = [1 + (seat != winner) for seat in range(2)]
        rows.append(result(i // 2 * 2, places, [2 - p for p in places]) | {"held": had})
    seven, eight = balance(rows, held)
    assert seven.thing == ("tile", 7) and seven.seats == 40 and seven.gain == pytest.approx(0.25)
    assert seven.points == pytest.approx(0.25) and eight.points == pytest.approx(-0.25)
    assert eight.gain == pytest.approx(-0.25)
    assert {b.thing for b in balance(rows)} == {("action", 1), ("action", 2)}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", list(mh.titles()))
def test_every_component_of_a_report_has_a_name(name: str, lang: str) -> None:
    title, w = mh.title(name), say(lang)
    speech = wording(title, w)
    match, rng = mh.new_match(name, 2, seed=3), random.Random(3)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    assert title.minds.held is not None
    had = [title.minds.held(title.lookup, match.state, seat) for seat in range(2)]
    assert any(ids for row in had for ids in row.values())
    for domain in had[0]:
        assert load(lang).sentences[f"arena.held.{domain}"]
        names = [speech.names(domain, i) for i in range(len(title.domains[domain]))]
        assert all(names)


def test_mistakes_are_sentences() -> None:
    for wrong in (["--bots", "random"], ["--bots", "random,random"], ["--bots", "random,nobody"], ["--games", "0"]):
        said = CliRunner().invoke(app, ["arena", "promethium", *wrong])
        assert said.exit_code == 1 and "Traceback" not in said.output


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_terminated_arena_leaves_nobody_playing_on(tmp_path: Path, how: signal.Signals) -> None:
    arena = ["arena", "promethium", "--bots", "random,slow:Slow", "--games", "2", "--workers", "1"]
    ends_with(tmp_path, [sys.executable, "-c", "from machinehall.cli.main import main; main()", *arena], how)
