"""The laboratory of balance: figures by hand, what is ours is marked, a page from matches that were played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import machinehall as mh
from machinehall.arena.lab import Played, by_seat, by_table, by_thing, provenance
from machinehall.kernel.parts import Counted

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "lab"))

import balance

TILE, CARD = Counted("tile_taken", "tile", ("tiles",)), Counted("card_drawn", "card")


def played(number: int) -> Played:
    """Who has tile 1 scores 10 more and wins; tile 2 goes to each seat in turn and says nothing."""
    good = number // 2 % 2
    scores = [50 + number % 3 + 10 * (seat == good) for seat in (0, 1)]
    seats = [{(TILE, 1)} if seat == good else set() for seat in (0, 1)]
    seats[number % 2] = seats[number % 2] | {(TILE, 2)}
    places = [1 if seat == good else 2 for seat in (0, 1)]
    return Played({"bots": ["a", "a"], "scores": scores, "places": places}, seats, {(CARD, number % 2)}, [{"x"}] * 2, 9)


def test_figures_by_hand() -> None:
    rows = [played(number) for number in range(48)]
    best, other = by_thing(rows)
    assert best.thing == (TILE, 1) and best.had == 48 and best.taken == 0.5 and best.wins is not None
    assert best.points == pytest.approx(5) and best.wins[0] == 1 and best.remarkable
    assert other.points == pytest.approx(0, abs=0.5) and not other.remarkable
    assert other.wins is not None and other.wins[1] < 0.5 < other.wins[2]
    assert [one.wins[0] for one in by_seat(rows)] == [0.5, 0.5]
    assert {one.had for one in by_table(rows)} == {24} and not any(one.remarkable for one in by_table(rows))
    assert by_thing(rows, least=49) == []
    few = [one for one in by_thing(rows[:4], least=2) if one.thing == (TILE, 1)]
    assert not few[0].remarkable, "four that lie close together prove nothing"


@pytest.mark.parametrize("name", list(mh.titles()))
def test_what_a_title_counts_is_there(name: str) -> None:
    title = mh.title(name)
    assert title.minds.counted
    marks = set()
    for one in title.minds.counted:
        assert one.domain in title.events[one.event].args and one.domain in title.domains
        marks |= {provenance(title, (one, number)) for number in range(len(title.domains[one.domain]))}
        known = {getattr(row, "id", "") for file in one.files for row in title.pack.records[file]}
        named = {key.partition(":")[0] for key in title.domains[one.domain]}
        assert not one.files or named & known, one
    assert "ours" in marks


def test_a_page_from_play_to_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(*more: str) -> None:
        args = ["balance.py", "promethium", "--bots", "random", "--workers", "0", "--least", "2", *more]
        monkeypatch.setattr(sys, "argv", args)
        balance.main()

    run("--matches", "3")
    first = Path("balance.md").read_text(encoding="utf-8")
    assert "3 matches of random" in first and "### Tile taken" in first and "| ours |" in first
    run("--matches", "4")
    assert "4 matches of random" in Path("balance.md").read_text(encoding="utf-8"), "it goes on where it stopped"
    run("--matches", "0", "--out", "again.md")
    assert Path("again.md").read_text() == Path("balance.md").read_text()
    with pytest.raises(SystemExit):
        run("--matches", "0", "--folder", "nowhere")
    assert "holds no kept matches" in capsys.readouterr().err
