"""Titles are found, not named: nothing outside a title's folder knows that it is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.kernel import homes, registry
from machinehall.kernel.plain.knowledge import Parted, Total, hold

SOURCE = Path(mh.__file__).parent
OWN = SOURCE / "titles"
KINDS = {".py", ".html", ".js", ".css", ".json", ".md", ".po", ".svg", ".toml", ".txt", ".mako"}
NAMES = re.compile("|".join(name.replace("-", "[-_ ]?") for name in registry.names()), re.IGNORECASE)
ROOT = Path(__file__).parents[1]
TOOLS = {
    "scripts/make/guide_pictures.py": "the pictures of guides that tell of pieces of two titles",
    "scripts/train/trieste.py": "a yardstick for the reconstructed numbers of one title",
}
"""Programs that name a title, and why."""
PIECES = {SOURCE / "draw" / "tokens.json", SOURCE / "draw" / "icons.svg"}
"""Two titles are called like one of their pieces, whose colour or sign stands among those of the other things."""


def test_no_place_outside_a_title_names_it() -> None:
    files = [
        path for path in SOURCE.rglob("*") if path.suffix in KINDS and OWN not in path.parents and path not in PIECES
    ]
    assert len(files) > 150
    named = {
        f"{path.relative_to(SOURCE)}: {found[0]}"
        for path in files
        for found in NAMES.finditer(path.read_text(encoding="utf-8"))
    }
    assert named == set()


def test_what_pieces_are_called_is_the_only_exception() -> None:
    signs = set(re.findall(r'id="([^"]+)"', (SOURCE / "draw" / "icons.svg").read_text(encoding="utf-8")))
    assert {name for name in signs if NAMES.search(name)} == {"i-nucleum", "i-promethium"}
    assert len(NAMES.findall((SOURCE / "draw" / "tokens.json").read_text(encoding="utf-8"))) <= 2, "light and dark"


def test_scripts_and_benches_take_any_title() -> None:
    paths = sorted(path for folder in ("scripts", "bench") for path in (ROOT / folder).rglob("*.py"))
    assert len(paths) > 15
    paths.append(ROOT / "Makefile")
    naming = {path.relative_to(ROOT).as_posix() for path in paths if NAMES.search(path.read_text(encoding="utf-8"))}
    assert naming == set(TOOLS)


def test_no_common_message_belongs_to_one_title() -> None:
    ids = [
        found
        for path in (SOURCE / "words").rglob("*.po")
        for found in re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(ids) > 1000
    assert [i for i in ids if NAMES.search(i)] == []


def test_each_title_carries_its_folder() -> None:
    for name, title in mh.titles().items():
        assert title.home == homes.home(name) and title.home.rulebook.is_file()
    assert titles_from(Stage.TAUGHT), "ours promise everything"


@pytest.mark.parametrize("name", titles_from(Stage.WORDED))
def test_what_a_stage_promises_is_there(name: str) -> None:
    title = mh.title(name)
    assert title.words.wording and title.words.effects and title.looks.board
    assert title.stage < Stage.DRAWN or (title.looks.draw and title.looks.look)
    if title.stage >= Stage.TAUGHT:
        assert title.home.coverage.is_file() and title.minds.facts
        assert any(title.home.lessons.glob("*.json")) and any(title.home.problems.glob("*.json"))


class Piles:
    """Something that is in a bag, in hands or on a table."""

    def __init__(self, bag: int, hands: list[int], coins: list[int]) -> None:
        self.bag, self.hands, self.coins = bag, hands, coins


def test_laws_by_declaration() -> None:
    laws = hold(Parted(4, ("bag", "hands")), Total(5, ("coins",)))
    assert laws(None, Piles(0b0001, [0b0110, 0b1000], [2, 3])) == []
    assert len(laws(None, Piles(0b0001, [0b0110, 0b1100], [2, 3]))) == 1, "an id in two hands"
    assert len(laws(None, Piles(0b0001, [0b0110, 0], [2, 3]))) == 1, "an id that is lost"
    assert len(laws(None, Piles(0b0001, [0b0110, 0b1000], [2, 2]))) == 1
