"""The benchmark: fair tasks, frozen opponents, figures that can be checked by hand, files that prove themselves."""

from __future__ import annotations

import json
import sys
from collections import Counter
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall import bots
from machinehall.benchmark import figures, play, results, tables
from machinehall.benchmark.check import fault_of, faults, sample
from machinehall.benchmark.tables import ALONE, Table, Task
from machinehall.cli.main import app

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "make"))

import leaderboard

CHEAP = ["--title", "promethium", "--seats", "2", "--deals", "1", "--workers", "0"]


def run(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> dict[str, tables.Entry]:
    """The same titles, at one table each, against those who decide at once."""
    every = tables.entries()
    titles = {name: one for name, one in every.items() if name == "promethium"}
    small = {
        name: tables.Entry(one.rules, one.data, {"random": one.frozen["random"]}, (Table(name, 2, ("random",)),))
        for name, one in titles.items()
    }
    monkeypatch.setattr(tables, "entries", lambda: small)
    monkeypatch.setattr(results, "entries", lambda: small)
    return small


@pytest.fixture
def file(cheap: object, tmp_path: Path) -> Path:
    made = run("benchmark", "random", *CHEAP[:4], "--deals", "3", "--workers", "0", "--out", str(tmp_path / "r.json"))
    assert made.exit_code == 0, made.output
    return tmp_path / "r.json"


def row(seat: int, places: list[int], scores: list[int], deal: int = 0, opponent: str = "a") -> dict[str, Any]:
    head = {"title": "x", "seats": len(places), "opponent": opponent, "deal": deal, "seat": seat}
    return head | {"places": places, "scores": scores}


def test_all_of_ours_take_part_at_all_player_counts() -> None:
    found = tables.tables()
    assert {table.title for table in found} == set(mh.titles())
    for name, title in mh.titles().items():
        assert {table.seats for table in found if table.title == name} == {*range(title.seats[0], 5)}
    assert tables.DEALS == 200
    for table in found:
        mine = list(tables.tasks([table], 2))
        assert len(mine) == 2 * table.seats * len(table.opponents)
        assert set(Counter((t.deal, t.opponent) for t in mine).values()) == {table.seats}, "each deal from every seat"


@pytest.mark.parametrize("name", list(mh.titles()))
def test_the_opponents_are_frozen(name: str) -> None:
    """Whoever changes rules, components or the play of a level must not change Benchmark 1 with it: raise `VERSION` in
    benchmark/tables.py, write the titles' `judge/benchmark.json` anew, and empty benchmark/results."""
    one, title = tables.entries()[name], mh.title(name)
    assert (one.rules, one.data) == (title.rules_version, title.data_version)
    used = {opponent for table in one.tables for opponent in table.opponents} - {ALONE}
    assert used == set(one.frozen)
    assert {opponent: play.fingerprint(title, opponent) for opponent in one.frozen} == one.frozen


def test_a_bot_cannot_read_the_deal_from_its_seed() -> None:
    task = Task("promethium", 2, "random", 7, 1)
    assert str(task.seed) not in task.luck(0) and task.luck(0) != task.luck(1)
    assert task.bots("mine") == ["random", "mine"]


def test_points_by_hand() -> None:
    assert figures.points(row(0, [1, 2], [9, 5])) == 1
    assert figures.points(row(1, [1, 2, 2, 4], [9, 5, 5, 1])) == pytest.approx((0 + 0.5 + 1) / 3)
    assert figures.points(row(0, [2], [9])) == 0 and figures.lead(row(0, [2], [9]) | {"automata": [12]}) == -3
    assert figures.win(row(1, [1, 1, 3], [9, 9, 1])) == 0.5 and figures.lead(row(2, [1, 1, 3], [9, 9, 1])) == -8
    table = Table("x", 2, ("a", "b"))
    won = [row(s, [1 + (s == 1), 1 + (s == 0)], [3, 2], deal, o) for deal in range(4) for s in (0, 1) for o in "ab"]
    made = figures.figures([table], won)
    against = made["tables"]["x/2"]["against"]["a"]
    assert against["points"]["mean"] == 1 and against["points"]["interval"] == [pytest.approx(0.3976, abs=1e-4), 1]
    assert against["lead"] == {"mean": 0.0, "interval": [0.0, 0.0]}
    half = [r | {"places": [2, 1]} if r["deal"] % 2 and r["seat"] == 0 else r for r in won]
    made = figures.figures([table], half)
    assert made["tables"]["x/2"]["points"]["mean"] == 0.75 and not made["complete"]
    low, high = made["points"]["interval"]
    assert 0.5 <= low < 0.75 < high <= 1
    assert figures.figures([table], half[:-1])["tables"]["x/2"]["deals"] == 3, "a deal counts when it is whole"
    left_out = [r for r in won if r["deal"] != 1]
    assert figures.figures([table], left_out)["tables"]["x/2"]["deals"] == 1, "nor are those after a gap"
    assert figures.figures([table], [])["tables"] == {}
    assert figures.differences(made, made) == []
    assert figures.differences({"a": [1.0, 2]}, {"a": [1.0, 2.5]}) == ["a/1: 2, not 2.5"]


def test_results_are_continued_and_the_same_again(file: Path, tmp_path: Path) -> None:
    whole = json.loads(file.read_text())
    assert len(whole["matches"]) == 6 and whole["figures"]["tables"]["promethium/2"]["deals"] == 3
    part = results.part_of(tmp_path / "cut.json")
    lines = [json.dumps({k: v for k, v in whole.items() if k not in ("matches", "figures")})]
    lines += [json.dumps(one) for one in whole["matches"][:2]]
    part.write_text("\n".join(lines) + '\n{"title": "prom')
    more = run("benchmark", "random", *CHEAP[:4], "--deals", "3", "--workers", "0", "--out", str(tmp_path / "cut.json"))
    assert more.exit_code == 0, more.output
    assert not part.exists()
    again = json.loads((tmp_path / "cut.json").read_text())
    for one in (*again["matches"], *whole["matches"]):
        one.pop("seconds")
    assert again == whole
    other = run("benchmark", "play:x", *CHEAP, "--out", str(file))
    assert other.exit_code == 1
    assert "bot differ" in run("benchmark", "apprentice", *CHEAP, "--out", str(file)).output


def test_a_file_is_proved_by_replaying(file: Path) -> None:
    good = run("benchmark", "--check", str(file), "--workers", "0", "--again", "1")
    assert good.exit_code == 0 and "6 matches played again" in good.output, good.output
    told = json.loads(run("benchmark", "--check", str(file), "--workers", "0", "--json").output)
    assert told["matches"] == 6 and told["faults"] == []


def test_the_bot_itself_repeats_its_result(file: Path) -> None:
    """In every match, or in some of each table and opponent; a bot that is another by now, or is not here, is told."""

    def again(*more: str) -> Result:
        return run("benchmark", "--check", str(file), "--workers", "0", "--repeat", *more)

    for more in ((), ("--again", "1")):
        assert again(*more).exit_code == 0 and "6 matches played again" in again(*more).output
    was = file.read_text()
    file.write_text(was.replace('"bot": "random"', '"bot": "apprentice"'))
    assert again().output.count("decides otherwise") == 6 and again("--again", "1").output.count("otherwise") == 1
    assert run("benchmark", "--check", str(file), "--workers", "0", "--again", "3").exit_code == 0
    file.write_text(was.replace('"bot": "random"', '"bot": "elsewhere:Bot"'))
    told = again()
    assert told.exit_code == 1 and told.output.count("no bot") == 1, told.output


def test_a_forged_file_is_found_out(file: Path) -> None:
    body = results.read(file)

    def wrong(at: int = 0, **change: Any) -> str:
        forged = [dict(one) for one in body["matches"]]
        forged[at] |= change
        return "\n".join(faults({**body, "matches": forged}, workers=0))

    first = body["matches"][0]
    assert faults(body, workers=0) == []
    assert "scores" in wrong(scores=[first["scores"][0] + 1, first["scores"][1]])
    assert "places" in wrong(places=first["places"][::-1])
    assert "damaged" in wrong(moves="no base64!") and "missing" in wrong(moves=play.packed([]))
    moves = play.unpacked(first["moves"])
    assert "after the end" in wrong(moves=play.packed([*moves, 0]))
    assert "not legal" in wrong(moves=play.packed([65000, *moves])) or "missing" in wrong(moves=play.packed([65000]))
    assert "twice" in wrong(**{key: body["matches"][1][key] for key in Task._fields})
    assert "has no match" in wrong(deal=200) and "has no match" in wrong(seat=2)
    assert "has no match" in wrong(opponent="apprentice") and "deal" not in first["moves"]
    better = json.loads(json.dumps(body["figures"]))
    better["points"]["mean"] += 0.1
    assert faults({**body, "figures": better}, workers=0)[0].startswith("figures: points/mean")
    assert "does not play" in faults({**body, "opponents": {}}, workers=0)[0]
    other = {**body, "titles": {"promethium": {"rules": 0}}, "machinehall": "0.0.1"}
    with pytest.raises(mh.BadRecord, match=r"machinehall 0\.0\.1"):
        faults(other, workers=0)


def test_an_opponent_that_was_helped_to_lose_is_found_out(file: Path) -> None:
    """Legal decisions, a true score: but the opponent would not have decided so."""
    task = Task("promethium", 2, "random", 0, 0)
    title = mh.title("promethium")
    chosen: list[int] = []

    def first(state: Any, seat: int, legal: list[Any]) -> Any:
        chosen.append(title.action_index(legal[0]))
        return legal[0]

    outcome, decisions = play.walk(title, tables.table_of(task), task, first)
    forged = {**task._asdict(), **play.ended(outcome), "decisions": decisions, "moves": play.packed(chosen)}
    assert fault_of(forged, thinking=False) == ""
    assert "decides otherwise" in fault_of(forged, thinking=True)
    rows = [dict(forged) for _ in range(10)]
    assert len(sample(rows, 3)) == 3 and sample(rows, 0) == set() and len(sample(rows, 99)) == 10


class Broken:
    """A bot with a fault."""

    def __init__(self, title: Any, seed: Any) -> None:
        self.legal = seed is None

    def choose(self, view: Any, legal: Any, clock: Any) -> Any:
        raise ZeroDivisionError("of mine")


class Liar(Broken):
    """A bot that does what it may not."""

    def choose(self, view: Any, legal: Any, clock: Any) -> Any:
        return "everything"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["test_benchmark:Broken"], "ZeroDivisionError: of mine"),
        (["test_benchmark:Liar"], "not legal"),
        (["journeyman"], "journeyman/100"),
        (["nobody"], "no bot 'nobody'"),
        (["random", "--deals", "0"], "1 to 200"),
        (["random", "--deals", "201"], "1 to 200"),
        (["random", "--title", "chess"], "no title 'chess'"),
        (["random", "--seats", "9"], "no such table"),
        ([], "Name a bot"),
        (["random", "--check", "x.json"], "Name a bot"),
        (["random", "--repeat"], "Name a bot"),
        (["--check", "none.json"], "none.json"),
    ],
)
def test_mistakes_are_sentences(
    cheap: object, wrong: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("benchmark", *wrong, *([] if "--deals" in wrong else ["--deals", "1"]), "--workers", "0")
    assert result.exit_code == 1 and said in result.output and "Traceback" not in result.output, result.output
    assert not list(tmp_path.iterdir()), "a mistake leaves nothing behind"


def test_the_list_is_made_from_the_files() -> None:
    """`make leaderboard` after a new file; and every file is of this benchmark, with its own opponents."""
    files = sorted(leaderboard.RESULTS.glob("*.json"))
    bodies = [results.read(file) for file in files]
    assert leaderboard.PAGE.read_text(encoding="utf-8") == leaderboard.page(bodies)
    assert files and not [fault for body in bodies for fault in results.not_frozen(body)]
    for body in bodies:
        assert figures.differences(body["figures"], figures.figures(tables.tables(), body["matches"])) == []
        assert fault_of(body["matches"][0], thinking=False) == fault_of(body["matches"][-1], thinking=False) == ""


def test_a_file_is_shown_among_those_of_the_list(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before it is sent: on a page of its own, that of the list stays as it is. Few deals have no interval, here as on
    the command line."""
    monkeypatch.setattr(leaderboard, "RESULTS", tmp_path / "none")
    kept, page = leaderboard.PAGE.read_bytes(), tmp_path / "page.md"
    monkeypatch.setattr(sys, "argv", ["leaderboard.py", str(file), "--out", str(page)])
    assert leaderboard.main() == 0 and leaderboard.PAGE.read_bytes() == kept
    assert "| `random` | 3 | " in page.read_text() and " to " not in page.read_text().partition("| `random`")[2]
    told = run("benchmark", "--check", str(file), "--workers", "0").output
    assert "promethium/2" in told and "…" not in told, told
    monkeypatch.setattr(sys, "argv", ["leaderboard.py", str(tmp_path / "nothing.json")])
    assert leaderboard.main() == 1 and "nothing.json" in capsys.readouterr().err
    assert leaderboard.PAGE.read_bytes() == kept


def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    for text, said in (("x", "no file of results"), ("[]", "no file of results"), ("{}", "no file of results")):
        (tmp_path / "r.json").write_text(text)
        assert said in run("benchmark", "--check", str(tmp_path / "r.json")).output
    (tmp_path / "r.json").write_text(json.dumps({"benchmark": "Machine Hall Benchmark 0", "version": 0}))
    assert "this program has Machine Hall Benchmark 1" in run("benchmark", "--check", str(tmp_path / "r.json")).output
    (tmp_path / "r.json").write_text(json.dumps({"benchmark": tables.NAME, "version": 1, "titles": 3}))
    assert "missing or of another form" in run("benchmark", "--check", str(tmp_path / "r.json")).output


def test_a_package_may_bring_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("liar", "test_benchmark:Liar", bots.GROUP)
    monkeypatch.setattr(bots, "entry_points", lambda group, name: [entry] if name == "liar" else [])
    assert type(bots.make_bot("liar", mh.title("promethium"))).__name__ == "Liar"
