"""Collections: matches for research with a manifest, continued, read, and proved whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall.cli.main import app
from machinehall.kept.collection import Collection, write_manifest
from machinehall.kept.store import OPEN


def run(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def test_a_collection_from_play_to_proof(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    args = ("collect", "promethium", str(folder), "--bot", "random", "--workers", "0", "--about", "a trial")
    made = run(*args, "--matches", "2")
    assert made.exit_code == 0 and "2 matches and their manifest" in made.output, made.output
    more = run(*args, "--matches", "3", "--json")
    body = json.loads(more.output)
    found = Collection(folder)
    assert found.manifest == body and len(found) == 3 and found.faults() == []
    assert (body["title"], body["bots"], body["seats"], body["about"]) == ("promethium", ["random"] * 2, 2, "a trial")
    assert sum(row["matches"] for row in body["files"]) == 3 and sum(body["wins"]) == 3
    matches = list(found)
    assert sorted(match.facts["seed"] for match in matches) == [700_000, 700_001, 700_002]
    outcome = matches[0].outcome()
    assert outcome is not None and list(outcome.scores) == matches[0].facts["scores"]
    assert body["decisions"] == sum(sum(1 for _ in match.steps()) for match in matches)
    assert run("kept", str(folder), "--check").exit_code == 0
    chunk = next(folder.glob("chunk-*"))
    content = chunk.read_bytes()
    chunk.write_bytes(content + b"x")
    wrong = run("kept", str(folder), "--check")
    assert wrong.exit_code == 1 and "not the file of the manifest" in wrong.output
    chunk.unlink()
    (folder / "chunk-00009.jsonl.gz").write_bytes(content)
    assert Collection(folder).faults() == [f"{chunk.name} is missing", "chunk-00009.jsonl.gz is not in the manifest"]


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(mh.BadRecord, match="no collection"):
        Collection(tmp_path)
    for text in ("[]", "{", '{"files": 3}'):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(mh.BadRecord, match="no manifest"):
            Collection(tmp_path)
    (tmp_path / "manifest.json").write_text('{"files": [], "collection": 9}')
    with pytest.raises(mh.BadRecord, match="format 9"):
        Collection(tmp_path)
    folder = tmp_path / "set"
    assert "no bot" in run("collect", "promethium", str(folder), "--bot", "nobody").output
    assert not folder.exists()
    assert run("collect", "promethium", str(folder), "--matches", "0").exit_code == 1
    made = run("collect", "promethium", str(folder), "--matches", "1", "--bot", "random", "--workers", "0")
    assert made.exit_code == 0
    other = run("collect", "promethium", str(folder), "--matches", "1", "--bot", "apprentice", "--workers", "0")
    assert other.exit_code == 1 and "keeps other matches" in other.output
    (folder / OPEN).touch()
    with pytest.raises(mh.BadRecord, match="broken off"):
        write_manifest(folder, mh.title("promethium"))
