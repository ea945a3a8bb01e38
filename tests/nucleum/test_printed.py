"""What chapters 19 to 21 print in tables is what the component files hold."""

from __future__ import annotations

import re

import pytest

from machinehall.kernel.rulebook import book_path
from machinehall.titles.nucleum.components.types import Contract, Milestone, Technology
from nucleum.scene import T

BOOK = book_path("nucleum").read_text(encoding="utf-8")
ICONS = {"T": "thaler", "W": "worker", "U": "uranium"}
WORDS = {
    "structures_in_colour": "structures in {colour} cities", "action_tiles": "tiles", "achievements": "ACH",
    "railway_tiles": "rails", "turbines": "turbines", "mines": "mines", "powered_buildings": "powered",
    "government_buildings": "Government building", "network_size": "a network of {count} cities",
    "building_colours": "buildings in cities of {count} different colours", "uranium_on_map": "U on the map",
    "contracts_fulfilled": "contracts already fulfilled", "buildings_in_city": "building in Praha",
    "powered_buildings_in_city": "powered building in Praha",
}  # fmt: skip
TYPES = {"residence": "Residences", "factory": "Factories", "laboratory": "Laboratories"}


def rewards(text: str) -> dict[str, int]:
    """Rewards such as "2 T, TECH-1" or "1 U (or 1 W)" as figures."""
    found: dict[str, int] = {}
    for part in re.sub(r"\([^)]*\)", "", text).split(","):
        part = part.strip()
        if tech := re.fullmatch(r"TECH-(\d)", part):
            found["tech"] = int(tech[1])
        elif income := re.fullmatch(r"INC-V \+(\d)", part):
            found["vp_income"] = int(income[1])
        elif icon := re.fullmatch(r"(\d) ([TWU])", part):
            found[ICONS[icon[2]]] = int(icon[1])
        else:
            assert part in ("-", ""), part
    return found


@pytest.mark.rule("NU-19.6", "NU-19.3")
def test_contracts_are_those_of_the_table() -> None:
    table = re.findall(r"^\| (C\d\d) \| (\w+) \| (.+?) \| (\d+) \| (.+?) \|$", BOOK, re.MULTILINE)
    assert len(table) == 50
    for row, (name, kind, condition, vp, other) in zip(T.pack.rows("contracts", Contract), table, strict=True):
        assert (row.id, row.kind) == (name.lower(), kind)
        wanted = rewards(other) | ({"vp": int(vp)} if int(vp) else {})
        assert row.rewards == wanted, name
        asked = row.condition
        colour = {"purple": "violet"}.get(asked.colour or "", asked.colour)
        words = TYPES[asked.building] if asked.building else WORDS[asked.type].format(colour=colour, count=asked.count)
        assert words in condition and str(asked.count) in condition, (name, condition)


@pytest.mark.rule("NU-20.1")
def test_milestones_are_those_of_the_table() -> None:
    table = re.findall(r"^\| (M\d) \| (.+?) \|$", BOOK, re.MULTILINE)
    words = ["pair of urban buildings", "Residence", "Factory", "Laboratory", "mine", "turbine"]
    words += ["pair of rails", "city"]
    rows = T.pack.rows("milestones", Milestone)
    assert [row.id for row in rows] == [name.lower() for name, _ in table]
    for row, (_, text), word in zip(rows, table, words, strict=True):
        assert word in text and (row.per == 2) == ("pair" in text)


@pytest.mark.rule("NU-21.1", "NU-13.2")
def test_technologies_are_those_of_the_table() -> None:
    kinds = {"permanent": "ongoing", "immediate": "immediate", "ultimate": "end_goal"}
    table = re.findall(r"^\| ([A-D]\d(?:, [A-D]\d)?) \| (\d) \| (\w+) \| [A-D, ]+ \| (.+?) \|$", BOOK, re.MULTILINE)
    printed = {
        code.lower(): (int(level), kinds[kind], text)
        for codes, level, kind, text in table
        for code in codes.split(", ")
    }
    rows = T.pack.rows("technologies", Technology)
    assert len(printed) == 32 == len(rows)
    for row in rows:
        level, kind, text = printed[row.id]
        assert (row.level, row.kind) == (level, kind), row.id
        if "steps" in row.effect:
            least = " / ".join(str(step[0]) for step in row.effect["steps"])
            points = " / ".join(str(step[1]) for step in row.effect["steps"])
            assert least in text and f"{points} VP" in text
        for key in ("electricity", "achievement", "thaler", "discount_thaler"):
            if key in row.effect:
                assert str(row.effect[key]) in text, row.id
