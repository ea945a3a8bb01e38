"""Rules by id for the reader: those of a title and those of the house."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from machinehall.kernel import rulebook

_HOUSE = Path(rulebook.__file__).with_name("rulebook.md")
_RULE = re.compile(r"^- \*\*(MH-\d+)\*\* (.+)$", re.MULTILINE)


@lru_cache(maxsize=1)
def house_rules() -> dict[str, str]:
    """The rules that hold at every table."""
    return dict(_RULE.findall(_HOUSE.read_text(encoding="utf-8")))


def rule_text(title: str, rule_id: str) -> tuple[str, str] | None:
    """Id and text of a rule, ruling, example or edge case, however it is capitalised."""
    house = house_rules().get(rule_id.strip().upper())
    if house:
        return rule_id.strip().upper(), house
    found = rulebook.load_rulebook(title).lookup(rule_id)
    return (found.id, found.text) if found else None


def search(title: str, wanted: str, most: int) -> list[tuple[str, str]]:
    """Rules that hold all the words."""
    return [(entry.id, entry.text) for entry in rulebook.load_rulebook(title).search(wanted)[:most]]
