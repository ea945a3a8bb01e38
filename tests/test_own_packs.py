"""Owners' packs: laid over ours, left out where they do not fit, compared, merged, zipped; the commands about them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import machinehall as mh
from machinehall.arena.trial import figures, trial
from machinehall.cli.main import app
from machinehall.kernel.own_packs import Entry, compare, is_confirmed, merge, progress, settle, standard, whole
from machinehall.kernel.pack_zip import MOST_BYTES, opened, texts_of, zipped
from machinehall.kernel.values import BadPack
from machinehall.web.owners.fields import Control, controls, record

PACK = mh.title("imperial-steam").pack
TILES = standard(PACK)["city_tiles"]


def typed(key: str, hand: str = "ada", source: str = "owner", **fields: Any) -> dict[str, Entry]:
    return {key: Entry({**TILES[key], "source": source, **fields}, (hand,) if source == "owner" else ())}


def test_what_does_not_fit_is_left_out_and_nothing_else() -> None:
    tiles = {**typed("T3-13", station_cost=50), **typed("T3-19", station_cost=35), **typed("T3-20", number=13)}
    settled = settle(PACK, {"city_tiles": tiles}, "mine")
    assert settled.left_out == {("city_tiles", "T3-19"), ("city_tiles", "T3-20")}
    assert {fault.record for fault in settled.faults} == {"T3-19", "-"}  # two tiles for one site: no single record
    rows: list[Any] = settled.pack.records["city_tiles"]
    now = {row.id: row for row in rows}
    assert now["T3-13"].station_cost == 50 and now["T3-19"].station_cost == TILES["T3-19"]["station_cost"]
    assert settled.pack.version != PACK.version and settle(PACK, {}).pack.version == PACK.version
    before, after = whole(progress(PACK, {})), whole(progress(PACK, {"city_tiles": tiles}))
    assert (before.true, before.total) == (185, 423) and after.typed == 2 and after.to_go == before.to_go - 2


def test_hands_are_counted_and_guesses_give_way() -> None:
    mine = {"city_tiles": {**typed("T3-13"), **typed("T3-19", effort=4), **typed("T3-20", source="reconstructed")}}
    theirs = {
        "city_tiles": {**typed("T3-13", "ben"), **typed("T3-19", "ben", effort=5), **typed("T3-20", "ben", effort=4)},
        "contracts": {"C1-01": Entry({**standard(PACK)["contracts"]["C1-01"], "source": "owner"}, ("ben",))},
    }
    assert [(row.id, row.state) for row in compare(PACK, mine, theirs)] == [
        ("T3-13", "same"), ("T3-19", "differs"), ("T3-20", "differs"), ("C1-01", "theirs"),
    ]  # fmt: skip
    both = merge(PACK, mine, theirs)
    assert is_confirmed(both["city_tiles"]["T3-13"]) and not is_confirmed(both["contracts"]["C1-01"])
    assert both["city_tiles"]["T3-19"].body["effort"] == 4 and both["city_tiles"]["T3-20"].body["effort"] == 4
    taken = merge(PACK, mine, theirs, {("city_tiles", "T3-19"): True, ("contracts", "C1-01"): False})
    assert taken["city_tiles"]["T3-19"].hands == ("ben",) and "contracts" not in taken
    assert merge(PACK, both, theirs)["city_tiles"]["T3-13"].hands == ("ada", "ben")  # again changes nothing


def test_a_zip_gives_the_same_pack_again() -> None:
    own = {"city_tiles": {**typed("T3-13", station_cost=50), **typed("T3-19", station_cost=35)}}
    data = zipped(PACK, own, "my box")
    assert data == zipped(PACK, own, "my box")
    found = opened(PACK, texts_of(data))
    assert found.own == own and found.untouched and found.name == "my box" and not found.unknown
    texts = texts_of(data)
    texts["city_tiles.json"] = texts["city_tiles.json"].replace('"station_cost": 50', '"station_cost": 60')
    assert not opened(PACK, texts).untouched
    texts.pop("pack.json")
    assert opened(PACK, texts).own["city_tiles"]["T3-13"].hands == ()  # nobody stands for what a file alone says


def archive(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, body in files.items():
            made.writestr(f"{name}.json", body)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\3\4", archive(tiles=b" " * (MOST_BYTES + 1)), archive(**{f"f{i}": b"{}" for i in range(99)})],
    ids=["nothing", "broken", "bomb", "many"],
)
def test_a_zip_that_is_none_or_too_large_is_refused(data: bytes) -> None:
    with pytest.raises(BadPack):
        texts_of(data)


def sent(made: list[Control]) -> dict[str, list[str]]:
    """What a browser sends of an untouched form."""
    found: dict[str, list[str]] = {}
    for one in made:
        found |= sent(list(one.parts)) if one.kind == "group" else {one.name: list(one.values)} if one.values else {}
    return found


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_a_form_that_says_nothing_new_gives_the_same_record(name: str) -> None:
    pack = mh.title(name).pack
    assert pack.shape is not None
    for file, rows in standard(pack).items():
        kind = pack.shape.schema[file]
        for row in rows.values():
            about = ("source", "ref", "note", "reconstructed_fields")
            told = {field: value for field, value in row.items() if field not in about}
            assert record(kind, row, sent(controls(kind, row))) == told


def test_a_trial_counts_ends_wins_and_use() -> None:
    found = trial(mh.title("imperial-steam"), 2, 3, "random")
    assert found.matches == 3 and found.dead_ends == 0 and sum(found.wins) == pytest.approx(1)
    assert any(place.startswith(("city_tiles/", "contracts/")) for place in found.used)
    assert set(found.points) == set(found.used) and max(found.used.values()) <= 3
    assert figures([], 2).best == 0


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_how_much_play_depends_on_a_record_is_known(name: str) -> None:
    title = mh.title(name)
    kept = json.loads((title.home.folder / "components" / "use.json").read_text(encoding="utf-8"))
    rows = standard(title.pack)
    assert kept["used"] and all(key in rows[file] for file, found in kept["used"].items() for key in found)


def test_two_packs_in_the_terminal(tmp_path: Path) -> None:
    run = CliRunner().invoke
    for name, hand, effort in (("mine", "ada", 3), ("theirs", "ben", 4)):
        own = {"city_tiles": {**typed("T3-13", hand), **typed("T3-19", hand, effort=effort)}}
        (tmp_path / f"{name}.zip").write_bytes(zipped(PACK, own, name))
    both = [str(tmp_path / "mine.zip"), str(tmp_path / "theirs.zip")]
    told = run(app, ["components", "imperial-steam", "--compare", *both])
    assert told.exit_code == 0 and "T3-19" in told.output and "The same: 1. Different: 1." in told.output
    listed = json.loads(run(app, ["components", "imperial-steam", "--compare", *both, "--json"]).stdout)
    assert [row["state"] for row in listed["records"]] == ["same", "differs"]
    assert run(app, ["components", "imperial-steam", "--merge", *both]).exit_code == 1
    folder = tmp_path / "both"
    told = run(app, ["components", "imperial-steam", "--merge", *both, "--to", str(folder), "--theirs"])
    assert told.exit_code == 0 and "confirmed by two owners: 1" in told.output, told.output
    assert run(app, ["components", "imperial-steam", "--check", str(folder)]).exit_code == 0
    again = run(app, ["components", "imperial-steam", "--compare", str(folder), both[1], "--json"])
    assert {row["state"] for row in json.loads(again.stdout)["records"]} == {"same"}
    assert run(app, ["components", "imperial-steam", "--compare", both[0], str(tmp_path / "none")]).exit_code == 1
