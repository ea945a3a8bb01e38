"""Rules by id for the reader: those of a title and those of the house."""

from __future__ import annotations

from machinehall.kernel.rulebook import HOUSE, load_rulebook


def rule_text(title: str, rule_id: str) -> tuple[str, str] | None:
    """Id and text of a rule, ruling, example or edge case, however it is capitalised."""
    found = load_rulebook(title).lookup(rule_id) or load_rulebook(HOUSE).lookup(rule_id)
    return (found.id, found.text) if found else None


def search(title: str, wanted: str, most: int) -> list[tuple[str, str]]:
    """Rules that hold all the words."""
    return [(entry.id, entry.text) for entry in load_rulebook(title).search(wanted)[:most]]
