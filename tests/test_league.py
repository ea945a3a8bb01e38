"""The league: pairings that tell most, files that only grow and can be proved, bots that fail and spoil nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import machinehall as mh
from machinehall.arena import backends
from machinehall.cli.main import app
from machinehall.league import season
from machinehall.league.check import faults
from machinehall.league.folder import BadEntrant, Deal, Entrant, League, append, found, head_of, read, writing
from machinehall.league.pairing import Strengths, next_pair
from machinehall.league.season import Season
from machinehall.league.standing import pairs, table

BROKEN = '''
class Late:
    """Fails at its third decision."""

    def __init__(self, title, seed):
        self.left = 2

    def choose(self, view, legal, clock):
        self.left -= 1
        return legal[0] if self.left >= 0 else None
'''


def run(*args: str) -> Result:
    return CliRunner().invoke(app, ["league", *args])


def row(deal: int, seat: int, winner: str, pair: tuple[str, str] = ("a", "b")) -> dict[str, Any]:
    bots = Deal(deal, pair).bots(seat, 2)
    places = [1 if bot == winner else 2 for bot in bots]
    more = {"asked": [1, 1], "seconds": [0.1, 0.2], "moves": "", "scores": [3 - p for p in places]}
    return {"deal": deal, "seat": seat, "seed": deal, "pair": list(pair), "bots": bots, "places": places} | more


@pytest.fixture
def league(tmp_path: Path) -> League:
    folder = tmp_path / "ours"
    found(folder, head_of(mh.title("promethium"), 2, {}))
    with writing(folder) as made:
        for name in ("a", "b", "c"):
            made.add(Entrant(name, "random"))
    return read(folder)


def test_strengths_by_hand() -> None:
    rows = [row(i, i % 2, "a" if i % 4 else "b") for i in range(400)]
    known = Strengths(["a", "b"], rows)
    assert known.chance()[0, 1] == pytest.approx(0.75, abs=0.01)
    less = Strengths(["a", "b"], rows[:40])
    assert less.tells()[0, 1] > known.tells()[0, 1], "what is known well has less to tell"


def test_pairs_that_tell_most_meet() -> None:
    even = [row(i, i % 2, "ab"[i // 2 % 2]) for i in range(40)]
    assert "c" in next_pair(["a", "b", "c"], ["a", "b", "c"], [], even, 2), "a newcomer is least known"
    far = [row(i, i % 2, "b", ("a", "b")) for i in range(60)] + [row(i, i % 2, "a", ("a", "c")) for i in range(60)]
    far += [row(i, i % 2, "bd"[i // 2 % 2], ("b", "d")) for i in range(60)]
    pair = next_pair(list("abcd"), list("abcd"), [], far, 2)
    assert set(pair) != {"b", "c"}, "the outcome between the best and the worst is known beforehand"
    first = next_pair(list("abcd"), list("abcd"), [], [], 2)
    begun = [Deal(0, first)]
    assert set(next_pair(list("abcd"), list("abcd"), begun, [], 2)) != set(first), "what is under way counts"
    again = next_pair(["a", "b"], ["a", "b"], [Deal(0, ("a", "b"))], [], 2)
    assert again == ("b", "a"), "each of a pair is the one among others in turn"
    assert set(next_pair(list("abc"), ["a", "c"], [], even, 2)) == {"a", "c"}, "who has left does not play"


def test_files_only_grow_and_may_be_cut_anywhere(league: League) -> None:
    path = league.folder / "results.jsonl"
    league.open(("a", "b"))
    league.keep(row(0, 0, "a"))
    league.keep(row(0, 1, "a"))
    league.open(("a", "c"))
    league.keep(row(1, 0, "a", ("a", "c")))
    text = path.read_bytes()
    for cut in range(len(text) + 1):
        path.write_bytes(text[:cut])
        now = read(league.folder)
        assert now.odd == [] and len(now.rows) <= 3
    path.write_bytes(text[:-9])
    cut_short = read(league.folder)
    assert [(deal.number, seat) for deal, seat in cut_short.unfinished()] == [(1, 0), (1, 1)]
    assert len(cut_short.whole()) == 2, "a deal counts when it is whole"
    cut_short.keep(row(1, 0, "a", ("a", "c")))
    assert path.read_bytes().startswith(text[:-9]) and read(league.folder).rows == league.rows


def test_what_does_not_belong_there_is_told(league: League) -> None:
    league.open(("a", "b"))
    good = row(0, 0, "a")
    changes: list[dict[str, Any]] = [{"seed": 5}, {"bots": ["a", "a"]}, {"scores": ["x", 1]}, {"deal": 7}]
    forged: list[Any] = [good | change for change in changes]
    forged += [{"deal": 4, "pair": ["a", "b"]}, {"deal": 1, "pair": ["a", "z"]}, [1]]
    for body in forged:
        append(league.folder / "results.jsonl", body)
    append(league.folder / "results.jsonl", good)
    append(league.folder / "results.jsonl", good)
    append(league.folder / "entrants.jsonl", {"name": "[red]", "bot": "random"})
    now = read(league.folder)
    assert len(now.odd) == len(forged) + 2 and list(now.rows) == [(0, 0)], now.odd
    assert len(faults(now, workers=0)) == len(forged) + 3, "the match itself has no decisions"


def test_one_program_writes_at_a_time(league: League) -> None:
    with writing(league.folder), pytest.raises(mh.BadRecord, match="another program"), writing(league.folder):
        pass


def test_entrants(league: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadEntrant, match="already"):
        league.add(Entrant("a", "random"))
    with pytest.raises(BadEntrant, match="no name"):
        league.add(Entrant("a b|c", "random"))
    with pytest.raises(BadEntrant, match="not in the league"):
        league.leave("z")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "changing.py").write_text(BROKEN)
    season.enter(league, "changing:Late", "late")
    assert league.entrants["late"].mark.startswith("sha256:") and not league.entrants["a"].mark
    (tmp_path / "changing.py").write_text(BROKEN + "# better\n")
    with pytest.raises(BadEntrant, match="late has changed"):
        Season(league, 2)
    league.leave("late")
    Season(league, 2)
    assert read(league.folder).entrants["late"].gone


def test_the_table_by_hand(league: League) -> None:
    assert [place.elo for place in table(league)] == [None] * 3
    for deal in range(8):
        league.open(("a", "b") if deal % 2 else ("b", "a"))
        for seat in (0, 1):
            pair = league.deals[deal].pair
            league.keep(row(deal, seat, "b" if deal else "a", pair))
    best, other, last = table(league)
    assert (best.name, other.name, last.name) == ("b", "a", "c") and last.elo is None
    assert other.elo == 0 and best.elo is not None and best.low is not None and best.high is not None
    assert best.low <= best.elo <= best.high and best.matches == 16 and best.score == pytest.approx(30 / 16)
    (share,) = pairs(league)
    assert share.pair == ("a", "b") and share.games == 16 and share.share == 14 / 16


def test_a_league_from_the_first_bot_to_the_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that fails loses its matches and is set aside; all of it can be replayed, and what is forged is found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "failing.py").write_text(BROKEN)
    assert run("begin", "ours", "promethium", "--seed", "7").exit_code == 0
    assert "two entrants" in run("run", "ours", "--matches", "2").output
    entered = run("add", "ours", "random", "failing:Late")
    assert entered.exit_code == 0 and "failing:Late has entered" in entered.output
    assert "how long" in run("run", "ours").output
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "Ray is not installed" in run("run", "ours", "--matches", "2", "--ray", "auto").output
    played = run("run", "ours", "--matches", "9", "--workers", "0")
    assert played.exit_code == 0 and "chose None" in played.output, played.output
    now = read(Path("ours"))
    assert len(now.rows) in (3, 4) and now.entrants["failing:Late"].gone, "three faults are enough"
    assert run("check", "ours", "--workers", "0").exit_code == 0
    assert run("leave", "ours", "failing:Late").exit_code == 0
    assert run("add", "ours", "random", "--name", "mirror").exit_code == 0
    assert run("run", "ours", "--matches", "2", "--workers", "0").exit_code == 0
    shown = json.loads(run("table", "ours", "--json").output)
    assert {one["name"]: one["failed"] for one in shown["table"]}["failing:Late"] >= 2
    assert run("table", "ours", "--page", "page.md").exit_code == 0
    assert "| random |" in Path("page.md").read_text() and "(has left)" in Path("page.md").read_text()
    lines = Path("ours/results.jsonl").read_text().splitlines()
    last = json.loads(lines[-1])
    last["scores"][0] += 1
    Path("ours/results.jsonl").write_text("\n".join([*lines[:-1], json.dumps(last)]) + "\n")
    wrong = run("check", "ours", "--workers", "0")
    assert wrong.exit_code == 1 and "scores" in wrong.output


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    folder = str(tmp_path / "ours")
    assert "holds no league" in run("table", folder).output
    assert "two seats" in run("begin", folder, "nucleum", "--seats", "1").output
    assert run("begin", folder, "promethium").exit_code == 0
    assert "already" in run("begin", folder, "promethium").output
    assert "no bot" in run("add", folder, "nobody").output
    assert "one bot" in run("add", folder, "random", "apprentice", "--name", "x").output
    head = json.loads((tmp_path / "ours" / "league.json").read_text())
    (tmp_path / "ours" / "league.json").write_text(json.dumps(head | {"rules": 0}))
    assert "other rules" in run("add", folder, "random").output


def test_a_stream_asks_for_the_next_call_when_somebody_is_free() -> None:
    """Here, in processes, and on what looks like Ray."""
    asked: list[int] = []

    def calls() -> Any:
        for number in range(5):
            asked.append(number)
            yield (number,)

    seen = backends.stream(abs, calls(), workers=0)
    assert next(seen) == 0 and asked == [0] and [*seen] == [1, 2, 3, 4]
    asked.clear()
    begun: list[int] = []

    def begin(call: tuple[Any, ...]) -> int:
        begun.append(call[0])
        return int(call[0])

    def done(waiting: list[int]) -> tuple[list[int], list[int]]:
        assert len(waiting) <= 2
        return waiting[:1], waiting[1:]

    found = backends.refilled(begin, done, calls(), 2)
    assert next(found) == 0 and asked == [0, 1] and [*found] == [1, 2, 3, 4] and begun == [0, 1, 2, 3, 4]
    assert sorted(backends.stream(abs, iter([(-3,), (2,)]), workers=1)) == [2, 3]
