"""Kept matches: a folder that survives anything, steps as the seats saw them, exports that others can read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall.bots import make_bots, run_match
from machinehall.cli.main import app
from machinehall.kept.steps import matches
from machinehall.kept.store import OPEN, Keeper, chunks, head_of, rows
from machinehall.learn import exports
from machinehall.learn.table import Table

TITLES = list(mh.titles())
PLAYED = ["simulate", "promethium", "--seats", "2", "--seed", "3"]


def run(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def row(number: int) -> dict[str, Any]:
    return {"number": number, "record": {"log": ["0 x"] * number}}


def played(name: str, seats: int, seed: int = 3) -> mh.Match:
    match = mh.new_match(name, seats, seed)
    run_match(match, make_bots(["random"], match.title, seats, seed))
    return match


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = run(*PLAYED, "--games", "2", "--record", str(tmp_path / "kept"))
    assert made.exit_code == 0, made.output
    return tmp_path / "kept"


def test_simulations_are_kept_and_continued(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(rows(folder))
    assert [r["number"] for r in before] == [0, 1] and before[1]["seed"] == 4 and before[0]["bots"] == ["random"] * 2
    more = run(*PLAYED, "--games", "3", "--record", str(folder), "--json")
    assert list(rows(folder))[:2] == before and len(list(rows(folder))) == 3
    same = json.loads(run(*PLAYED, "--games", "3", "--json").output)["results"]
    assert json.loads(more.output)["results"] == same, "kept or not, the same matches"
    from machinehall.cli import simulate

    monkeypatch.setattr(simulate, "one_game", None)  # nothing is left to play
    assert json.loads(run(*PLAYED, "--games", "3", "--record", str(folder), "--json").output)["results"] == same
    other = run("simulate", "promethium", "--seats", "2", "--seed", "4", "--record", str(folder))
    assert other.exit_code == 1 and "seed differ" in other.output


class First:
    """A quick bot: takes what is offered first."""

    def __init__(self, title: Any, seed: Any) -> None:
        pass

    def choose(self, view: Any, legal: Any, clock: Any) -> Any:
        return legal[0]


def test_arenas_are_kept_with_and_without_a_file(tmp_path: Path) -> None:
    folder, file = tmp_path / "kept", tmp_path / "arena.jsonl"
    call = ["arena", "promethium", "--bots", "random,test_kept:First", "--workers", "0", "--json"]
    kept = json.loads(run(*call, "--games", "2", "--record", str(folder)).output)
    both = json.loads(run(*call, "--games", "4", "--record", str(folder), "--file", str(file)).output)
    assert both["results"][:2] == kept["results"], "what was played is not played again"
    assert "record" not in file.read_text() and len(file.read_text().splitlines()) == 5
    assert run("kept", str(folder), "--check").exit_code == 0
    assert [m.facts["bots"] for m in matches(folder)] == [r["bots"] for r in both["results"]]
    lost = run(*call, "--games", "4", "--record", str(tmp_path / "new"), "--file", str(file))
    assert lost.exit_code == 1 and "4;" in lost.output


def test_a_folder_can_be_cut_anywhere(tmp_path: Path) -> None:
    """Ended at any byte, the folder is continued: nothing is lost but the line cut short."""
    folder, head = tmp_path / "kept", {"kept": 1, "title": "x", "seats": 2}
    keeper = Keeper(folder, head, chunk=3)
    for number in range(5):
        keeper.add(row(number))
    for file in (keeper._file, keeper._lock):
        file.close()  # as when the program is ended
    text = (folder / OPEN).read_bytes()
    assert len(chunks(folder)) == 1 and text.count(b"\n") == 2
    for length in range(len(text)):
        (folder / OPEN).write_bytes(text[:length])
        there = [r["number"] for r in rows(folder)]
        assert there == list(range(len(there))) and len(there) >= 3 + text[:length].count(b"\n")
    # between the new chunk and the empty file
    (folder / OPEN).write_bytes(gzip.decompress(chunks(folder)[0].read_bytes()) + text[:-4])
    with Keeper(folder, head, chunk=3) as again:
        assert again.numbers == {0, 1, 2, 3}
        again.add(row(4))
        again.add(row(1))
    assert list(rows(folder)) == [row(i) for i in range(5)] and not (folder / OPEN).exists()


def test_one_writer_at_a_time_and_clear_words_for_what_is_wrong(tmp_path: Path) -> None:
    head = {"kept": 1, "title": "x", "seats": 2}
    with Keeper(tmp_path / "kept", head), pytest.raises(mh.BadRecord, match="another program"):
        Keeper(tmp_path / "kept", head)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "diary.txt").write_text("mine")
    with pytest.raises(mh.BadRecord, match="holds other things"):
        Keeper(tmp_path / "other", head)
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["diary.txt"]
    with pytest.raises(mh.BadRecord, match=r"no head\.json"):
        list(rows(tmp_path / "other"))
    (tmp_path / "kept" / "chunk-00000.jsonl.gz").write_bytes(b"no gzip")
    assert "damaged" in run("kept", str(tmp_path / "kept")).output
    for wrong in (
        ["--record", str(tmp_path / "a"), "--bots", "nobody"],
        ["--record", str(tmp_path / "a"), "-o", "x=1"],
    ):
        assert run(*PLAYED, *wrong).exit_code == 1
    assert not (tmp_path / "a").exists(), "a mistake leaves nothing behind"


@pytest.mark.parametrize("name", TITLES)
def test_steps_are_what_the_seats_saw(name: str, tmp_path: Path) -> None:
    """Step by step as a table for learners shows the same match; all of it, in order, and in turns."""
    match = played(name, 2)
    with Keeper(tmp_path / "kept", head_of(match.title, 2)) as keeper:
        keeper.add_match(match, bots=["random"] * 2)
    (found,) = matches(tmp_path / "kept")
    table = Table(name, 2)
    table.reset(3)
    steps = list(found.steps())
    for step in steps:
        assert (table.observation(step.seat) == step.observation).all() and (table.mask(step.seat) == step.mask).all()
        assert step.mask[step.action] and step.forced == (step.mask.sum() == 1) and step.observation.flags.writeable
        table.step(step.action, step.seat)
    assert table.over and found.outcome() == match.outcome
    assert [s.action for s in steps] == [match.title.action_index(e.action) for e in match.log if e.seat >= 0]
    turns = list(found.turns())
    assert [s.number for turn in turns for s in turn.steps] == [s.number for s in steps]
    assert all(s.seat == turn.seat for turn in turns for s in turn.steps) and len(turns) > 10
    assert 0 < len(list(found.steps(forced=False))) < len(steps)
    assert found.match().record() == match.record() == found.record


def test_a_changed_record_is_refused(folder: Path) -> None:
    path = chunks(folder)[0]
    kept = list(rows(folder))
    kept[1]["record"]["log"].pop()
    path.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in kept).encode()))
    said = run("kept", str(folder), "--check")
    assert said.exit_code == 1 and "match 1" in said.output and "digest" in said.output
    kept = kept[:1]
    kept[0]["scores"][0] += 1
    path.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in kept).encode()))
    assert "does not end as it is written" in run("kept", str(folder), "--check").output


def test_the_command_tells_and_hands_out(folder: Path, tmp_path: Path) -> None:
    told = run("kept", str(folder))
    assert "promethium, 2 seats" in told.output and "random" in told.output
    assert json.loads(run("kept", str(folder), "--json").output)["matches"] == 2
    record = tmp_path / "one.json"
    record.write_text(run("kept", str(folder), "--match", "1").output, encoding="utf-8")
    assert run("replay", str(record)).exit_code == 0
    assert "no match 7" in run("kept", str(folder), "--match", "7").output
    assert run("kept", str(folder), "--check", "--match", "1").exit_code == 1
    assert "holds no kept matches" in run("kept", str(tmp_path)).output


def test_exports_say_what_is_missing(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    for wish in (["--parquet", str(tmp_path / "a.parquet")], ["--minari", "hall/first-v0"]):
        said = run("kept", str(folder), *wish)
        assert said.exit_code == 1 and "machinehall[data]" in said.output
    assert not list(tmp_path.glob("*.parquet*"))


def test_episodes_are_those_of_each_seat(folder: Path) -> None:
    for match in matches(folder):
        outcome = match.outcome()
        assert outcome is not None
        found = list(exports.episodes(match))
        assert sum(len(one["actions"]) for one in found) == len(list(match.steps()))
        for place, one in zip(outcome.places, found, strict=True):
            seen, count = one["observations"], len(one["actions"])
            assert len(seen["observation"]) == len(seen["action_mask"]) == count + 1
            assert seen["action_mask"][np.arange(count), one["actions"]].all() and not seen["action_mask"][-1].any()
            assert one["rewards"][-1] == (1 if place == 1 else -1) and not one["rewards"][:-1].any()
            assert one["terminations"].tolist() == [False] * (count - 1) + [True] and not one["truncations"].any()


def test_parquet_where_it_is_installed(folder: Path, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "steps.parquet"
    assert run("kept", str(folder), "--parquet", str(path)).exit_code == 0
    table = pq.read_table(path)
    steps = [step for match in matches(folder) for step in match.steps()]
    assert table.column("action").to_pylist() == [step.action for step in steps]
    assert table.column("observation")[5].as_py() == steps[5].observation.tolist()
    assert table.column("legal")[5].as_py() == np.flatnonzero(steps[5].mask).tolist()
    assert table.schema.metadata[b"title"] == b"promethium"


def test_minari_where_it_is_installed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    made = run("kept", str(folder), "--minari", "hall/first-v0")
    assert made.exit_code == 0, made.output
    data = minari.load_dataset("hall/first-v0")
    assert data.total_episodes == 4
    assert data.total_steps == sum(len(list(match.steps())) for match in matches(folder))
    first = next(iter(data.iterate_episodes()))
    assert first.observations["action_mask"][0][first.actions[0]] == 1
    assert "already" in run("kept", str(folder), "--minari", "hall/first-v0").output
