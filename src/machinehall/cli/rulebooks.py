"""Rules by id for the reader, in the words of players: those of a title and those of the house."""

from __future__ import annotations

from machinehall.kernel import handbook


def rule_text(title: str, rule_id: str, lang: str) -> tuple[str, str] | None:
    """Id and text of a rule, ruling, example or edge case, however it is capitalised."""
    found = handbook.entry(title, lang, rule_id)
    return (found.id, handbook.plain(found)) if found else None


def search(title: str, wanted: str, most: int | None, lang: str) -> list[tuple[str, str]]:
    """Rules that hold all the words."""
    return [(entry.id, handbook.plain(entry)) for entry in handbook.search(title, lang, wanted)[:most]]
