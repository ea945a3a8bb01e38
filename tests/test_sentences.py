"""The reader's list of all that is said in matches: complete, by id, few instances of each."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.words import load, say

SCRIPT = Path(__file__).parents[1] / "scripts" / "check" / "sentences.py"


@pytest.fixture(scope="module")
def sentences() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sentences", SCRIPT)
    assert spec is not None and spec.loader is not None
    made = sys.modules["sentences"] = importlib.util.module_from_spec(spec)  # dataclasses look themselves up there
    spec.loader.exec_module(made)
    return made


def test_a_match_is_kept_and_read_in_two_languages(
    sentences: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentences, "MATCHES", 1)
    title = mh.title(titles_from(Stage.WORDED)[0])
    kept = sentences.matches(title, tmp_path)
    assert sentences.matches(title, tmp_path) == kept, "the second time they come from the cache"
    for lang in ("en", "de"):
        reading = sentences.Reading(title, say(lang))
        reading.match(kept[0])
        for name in ("log", "prompts", "choices", "terms", "refusals"):
            found = reading.found[name]
            assert found, name
            assert all(key in load(lang).sentences for key in found if key), "said by messages of this language"
            assert all(1 <= len(row.instances()) <= sentences.INSTANCES for row in found.values())
        text = cast(str, reading.text(1))
        assert f"language {lang}" in text and "== refusals ==" in text and "(not translated)" not in text
        assert ("    en: " in text) == (lang != "en")


def test_settings_cover_every_table(sentences: ModuleType) -> None:
    for name in titles_from(Stage.WORDED):
        title = mh.title(name)
        settings = [sentences.setting(title, number) for number in range(sentences.MATCHES)]
        assert {seats for seats, _, _ in settings} == set(range(title.seats[0], title.seats[1] + 1))
        assert {bot for _, bots, _ in settings for bot in bots} == {"random", "apprentice"}
        assert len({frozenset(options) for _, _, options in settings}) > 3, "with several options"
        for seats, _, options in settings:
            title.start(seats, options)
