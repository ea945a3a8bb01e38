"""Component packs: loading, overlays, faults with their place, fingerprints, provenance."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from machinehall.kernel.constants import constants
from machinehall.kernel.packs import Standard, provenance
from machinehall.kernel.values import BadPack, PackFault
from machinehall.titles.promethium import components
from machinehall.titles.promethium.components import types

Json = dict[str, Any]


def read(stem: str) -> Json:
    data: Json = json.loads((components.DATA / f"{stem}.json").read_text(encoding="utf-8"))
    return data


def write(folder: Path, stem: str, data: Any) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{stem}.json").write_text(json.dumps(data), encoding="utf-8")
    return folder


def faults(overlay: Path) -> list[PackFault]:
    with pytest.raises(BadPack) as caught:
        components.pack(overlay)
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    return caught.value.problems


def places(problems: list[PackFault]) -> set[tuple[str, str, str]]:
    return {(p.file, p.record, p.field) for p in problems}


def changed(tmp_path: Path, stem: str, change: Callable[[list[Json]], object]) -> set[tuple[str, str, str]]:
    """The places of the faults after one change to the records of one file."""
    data = read(stem)
    change(data["records"])
    return places(faults(write(tmp_path / "mine", stem, data)))


@pytest.mark.rule("PR-1.2", "PR-5.1")
def test_the_standard_pack_loads_once() -> None:
    pack = components.pack()
    assert pack is components.pack()
    assert (pack.title, pack.name) == ("promethium", "standard")
    assert {stem: len(rows) for stem, rows in pack.records.items()} == {
        "tiles": 44, "start_tiles": 4, "projects": 36, "families": 13, "improvements": 13, "schemes": 11,
        "bid_tokens": 7, "minerals": 4, "elements": 12, "constants": 61,
    }  # fmt: skip
    tile = pack.rows("tiles", types.Tile)[1]
    assert (tile.id, tile.back.element, tile.value) == ("T02", "copper", 2)
    assert constants(pack)["grid_side"] == {"2": 3, "3": 3, "4": 4}


def test_an_overlay_replaces_the_file_of_the_same_name(tmp_path: Path) -> None:
    data = read("projects")
    data["records"][0]["value"] += 1
    folder = write(tmp_path / "mine", "projects", data)
    (folder / "README.md").write_text("my own copy")
    ours, theirs = components.pack(), components.pack(folder)
    assert theirs.name == "mine"
    assert theirs is components.pack(folder)
    assert theirs.rows("projects", types.Project)[0].value == data["records"][0]["value"]
    assert theirs.records["tiles"] == ours.records["tiles"]
    assert theirs.version != ours.version


def test_the_fingerprint_counts_content_not_writing(tmp_path: Path) -> None:
    data = read("tiles")
    data["description"] = "other words"
    data["records"] = [dict(reversed(row.items())) for row in data["records"]]
    folder = tmp_path / "same"
    folder.mkdir()
    (folder / "tiles.json").write_text(json.dumps(dict(reversed(data.items())), indent=7), encoding="utf-8-sig")
    version = components.pack(folder).version
    assert version == components.pack().version
    assert version.startswith("sha256:") and len(version) == len("sha256:") + 16
    data["records"][0]["value"] = 1
    assert components.pack(write(tmp_path / "other", "tiles", data)).version != version


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda row: row.pop("expert"), "expert"),
        (lambda row: row.update(colour="red"), "colour"),
        (lambda row: row.update(value="2"), "value"),
        (lambda row: row.update(value=4), "value"),
        (lambda row: row.update(value=True), "value"),
        (lambda row: row.update(source="hearsay"), "source"),
        (lambda row: row.pop("source"), "source"),
        (lambda row: row.update(source="public"), "ref"),
        (lambda row: row.update(reconstructed_fields=["price"]), "reconstructed_fields"),
        (lambda row: row.update(reconstructed_fields=[["value"]]), "reconstructed_fields"),
        (lambda row: row.update(back={"slot": "country"}), "back.element"),
        (lambda row: row.update(back="country"), "back"),
        (lambda row: row["back"].update(element="usa"), "back.element"),
        (lambda row: row.update(mineral="gold", back={"slot": "expert", "element": row["expert"]}), "mineral"),
    ],
)
def test_a_fault_in_a_record_is_named(tmp_path: Path, change: Callable[[Json], object], where: str) -> None:
    assert changed(tmp_path, "tiles", lambda rows: change(rows[0])) == {("tiles.json", "T01", where)}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data.update(game="nucleum"), "game"),
        (lambda data: data.update(file="tile.json"), "file"),
        (lambda data: data.update(schema_version=2), "schema_version"),
        (lambda data: data.update(schema_version=True), "schema_version"),
        (lambda data: data.pop("schema_version"), "schema_version"),
        (lambda data: data.pop("records"), "records"),
        (lambda data: data["records"].pop(), "records"),
    ],
)
def test_a_fault_of_the_file_is_named(tmp_path: Path, change: Callable[[Json], object], where: str) -> None:
    data = read("projects")
    change(data)
    assert ("projects.json", "-", where) in places(faults(write(tmp_path / "mine", "projects", data)))


@pytest.mark.parametrize("text", ["{", "[]", '{"game": NaN}', '{"game": "promethium", "game": "x"}', "\udcff"])
def test_a_file_that_is_no_json_object_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "tiles.json").write_bytes(text.encode(errors="surrogateescape"))
    assert places(faults(tmp_path)) == {("tiles.json", "-", "-")}


def test_unreadable_and_misplaced_files_are_named(tmp_path: Path) -> None:
    assert places(faults(tmp_path / "nowhere")) == {(str(tmp_path / "nowhere"), "-", "-")}
    assert places(faults(tmp_path)) == {(str(tmp_path), "-", "-")}
    (tmp_path / "tiles.json").mkdir()
    (tmp_path / "tile.json").write_text("{}")
    assert places(faults(tmp_path)) == {("tile.json", "-", "-"), ("tiles.json", "-", "-")}


def test_a_missing_file_of_the_title_itself_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "mine", "tiles", read("tiles"))
    gone = Standard("promethium", tmp_path / "gone", types.SCHEMA, ())
    monkeypatch.setattr(components, "pack", gone)
    problems = faults(folder)
    assert ("projects.json", "-", "-") in places(problems)
    assert ("tiles.json", "-", "-") not in places(problems)


def test_records_that_share_an_id_or_are_no_records(tmp_path: Path) -> None:
    def change(rows: list[Any]) -> None:
        rows[1]["id"] = "T01"
        rows[2] = "T03"
        rows[3].pop("id")

    assert changed(tmp_path, "tiles", change) == {
        ("tiles.json", "T01", "id"),
        ("tiles.json", "#3", "-"),
        ("tiles.json", "#4", "id"),
    }


def test_all_faults_of_all_files_are_listed_together(tmp_path: Path) -> None:
    tiles, projects, tokens = read("tiles"), read("projects"), read("bid_tokens")
    tiles["records"][4].update(value="many", colour="red")
    tiles["records"][7].pop("country")
    projects["records"][0]["family"] = "circus"
    tokens["records"][0]["count"] = 2
    for stem, data in (("tiles", tiles), ("projects", projects), ("bid_tokens", tokens)):
        write(tmp_path / "mine", stem, data)
    assert places(faults(tmp_path / "mine")) == {
        ("tiles.json", "T05", "value"),
        ("tiles.json", "T05", "colour"),
        ("tiles.json", "T08", "country"),
        ("projects.json", "sea-1", "family"),
        ("families.json", "sea", "cards"),
        ("families.json", "sea", "levels"),
        ("bid_tokens.json", "-", "count"),
    }


def index(rows: list[Json], name: str) -> Json:
    return next(row for row in rows if row.get("id", row.get("key")) == name)


@pytest.mark.parametrize(
    ("stem", "change", "expected"),
    [
        ("tiles", lambda rows: rows[0].update(four_player_only=True), ("-", "four_player_only")),
        ("start_tiles", lambda rows: rows[0].update(color="yellow"), ("S-yellow", "color")),
        ("start_tiles", lambda rows: rows[0].update(color="pink"), ("S-red", "color")),
        ("start_tiles", lambda rows: rows[0].update(expert="poet"), ("S-red", "expert")),
        ("projects", lambda rows: rows[0]["requirement"].update(expert="coal"), ("sea-1", "requirement.expert")),
        ("projects", lambda rows: rows[0].update(opening_slot_allowed=False), ("sea-1", "opening_slot_allowed")),
        ("projects", lambda rows: rows[0].update(improvement="lab_coal"), ("sea-1", "improvement")),
        ("families", lambda rows: rows[0].update(improvement="lab_coal"), ("sea", "improvement")),
        ("families", lambda rows: rows[0].update(improvement="magic"), ("sea", "improvement")),
        ("improvements", lambda rows: rows[0].update(family="sea"), ("expedition_plus_one", "family")),
        ("improvements", lambda rows: rows[0].update(family="circus"), ("expedition_plus_one", "family")),
        ("improvements", lambda rows: rows[0].update(category="laboratory"), ("expedition_plus_one", "category")),
        ("improvements", lambda rows: rows[0]["effect"].pop("on"), ("expedition_plus_one", "effect.on")),
        ("improvements", lambda rows: rows[1]["effect"].clear(), ("expedition_no_mineral", "effect.mineral_cost")),
        ("improvements", lambda rows: rows[0].update(copies=2), ("expedition_plus_one", "copies")),
        (
            "improvements",
            lambda rows: index(rows, "lab_coal")["effect"].update(mineral="iron"),
            ("lab_coal", "effect.mineral"),
        ),
        ("schemes", lambda rows: rows[0].update(copies_per_player=2), ("patent_filing", "copies_per_player")),
        ("schemes", lambda rows: rows[0].update(cost=[1, 2]), ("patent_filing", "cost")),
        ("schemes", lambda rows: rows[0].update(id="bluff"), ("bluff", "id")),
        ("bid_tokens", lambda rows: rows[5].update(count_per_player_hand=2), ("neutral-3", "count_per_player_hand")),
        ("minerals", lambda rows: rows[0].update(laboratory_content=9), ("coal", "laboratory_content")),
        ("minerals", lambda rows: rows.pop(), ("aluminium", "-")),
        ("elements", lambda rows: rows[0].update(supply=9), ("france", "supply")),
        ("elements", lambda rows: rows[0].update(supply=9), ("-", "supply")),
        ("elements", lambda rows: rows[0].update(slot="expert"), ("france", "slot")),
        ("constants", lambda rows: rows.pop(0), ("players_min", "-")),
        ("constants", lambda rows: rows[0].update(key="players_least"), ("players_least", "key")),
        ("constants", lambda rows: rows[0].update(value="two"), ("players_min", "value")),
        ("constants", lambda rows: rows[0].update(rule="PR-99.1"), ("players_min", "rule")),
        ("constants", lambda rows: index(rows, "tile_count").update(value=40), ("tile_count", "value")),
        ("constants", lambda rows: index(rows, "grid_side")["value"].pop("2"), ("grid_side", "value")),
        ("constants", lambda rows: index(rows, "grid_side")["value"].update({"2": 4}), ("grid_side", "value")),
        ("constants", lambda rows: index(rows, "neutral_color").update(value="pink"), ("neutral_color", "value")),
        ("constants", lambda rows: index(rows, "player_colors")["value"].pop(), ("player_colors", "value")),
        (
            "constants",
            lambda rows: index(rows, "opening_excluded_elements")["value"].append("gold"),
            ("opening_excluded_elements", "value"),
        ),
    ],
)
def test_what_the_rulebook_states_is_checked(
    tmp_path: Path, stem: str, change: Callable[[list[Json]], object], expected: tuple[str, str]
) -> None:
    assert (f"{stem}.json", *expected) in changed(tmp_path, stem, change)


def test_provenance_counts_what_is_printed_and_what_is_ours() -> None:
    origins = {origin.file: origin for origin in provenance(components.pack())}
    assert sum(origin.total for origin in origins.values()) == 205
    tiles = origins["tiles.json"]
    assert (tiles.rulebook, tiles.public, tiles.reconstructed) == (5, 0, 39)
    assert tiles.reconstructed_fields == {"back": 5, "four_player_only": 5, "value": 2}
    assert tiles.records[1].record == "T02"
    assert tiles.records[1].reconstructed_fields == ("back", "four_player_only")
