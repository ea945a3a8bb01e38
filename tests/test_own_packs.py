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
from machinehall.kernel.own_packs import (
    Entry,
    compare,
    is_confirmed,
    merge,
    progress,
    settle,
    shape_of,
    standard,
    whole,
)
from machinehall.kernel.pack_zip import MOST_BYTES, opened, texts_of, zipped
from machinehall.kernel.packs import WHOLE_FILE
from machinehall.kernel.values import BadPack
from machinehall.server.workshop.questions import FaultSeen
from machinehall.web.owners.fields import Control, controls, record
from machinehall.web.owners.told import Telling, flat
from machinehall.words import languages, say
from machinehall.words.titles import effects, heard

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
    assert (before.true, before.total) == (135, 372) and after.typed == 2 and after.to_go == before.to_go - 2


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
        if one.kind == "group":
            found |= sent(list(one.parts)) | ({f"{one.name}?": ["0", *one.values]} if one.optional else {})
        elif one.kind == "pairs":
            found[f"{one.name}#name"] = [*(name for name, _ in one.pairs), ""]
            found[f"{one.name}#value"] = [*(value for _, value in one.pairs), ""]
        elif one.values:
            found[one.name] = list(one.values)
    return found


def test_what_stands_by_a_name_is_typed_name_by_name() -> None:
    pack = mh.title("nucleum").pack
    kind, rows = shape_of(pack).schema["contracts"], standard(pack)["contracts"]
    row = next(row for row in rows.values() if len(row["rewards"]) == 1)
    (made,) = [one for one in controls(kind, row, rows.values()) if one.name == "rewards"]
    assert made.kind == "pairs" and {"vp", "thaler", "worker", "tech"} <= set(made.choices)
    form = sent(controls(kind, row))
    form |= {"rewards#name": ["vp", "tech", "", "worker"], "rewards#value": ["7", " 2 ", "9", "x"]}
    assert record(kind, row, form)["rewards"] == {"vp": 7, "tech": 2, "worker": "x"}, "what is no number stays as typed"
    form |= {"rewards#name": ["a." * 500 + "b"], "rewards#value": ["1"]}
    assert len(str(record(kind, row, form)["rewards"])) < 3000, "no tower of parts"


def test_a_part_that_may_be_missing_is_put_there_and_taken_away() -> None:
    pack = mh.title("nucleum").pack
    kind, rows = shape_of(pack).schema["action_tiles"], standard(pack)["action_tiles"]
    row = next(row for row in rows.values() if row.get("directive"))
    form = sent(controls(kind, row))
    assert record(kind, row, form | {"directive?": ["0"]})["directive"] is None
    bare = {**row, "directive": None}
    assert record(kind, bare, form)["directive"] == row["directive"]
    assert record(kind, bare, {})["directive"] is None, "a form that does not speak of it changes nothing"


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_nearly_nothing_is_typed_as_text_of_files(name: str) -> None:
    pack = mh.title(name).pack
    made = [one for file, rows in standard(pack).items() for row in rows.values()
            for one in flat(controls(shape_of(pack).schema[file], row)).values()]  # fmt: skip
    assert [one.name for one in made if one.kind == "raw" and one.value != "null"] == []


@pytest.mark.parametrize("lang", languages())
def test_faults_across_records_say_where_they_are_in_every_language(lang: str) -> None:
    title = mh.title("nucleum")
    said = Telling(title, say(lang), heard(title, say(lang)), effects(title, say(lang)))
    known = said.misfit(FaultSeen("contracts.json", "C05", "rewards", "'wood' is none of tech, vp"))
    assert "C05" in known.told and "wood" in known.told and not known.english
    other = said.misfit(FaultSeen("cities_12.json", WHOLE_FILE, "number", "the cities are not numbered from 1 on"))
    assert said.heading("cities_12") in other.told and (lang == "en") == (not other.english)


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


def test_a_match_depends_on_the_side_it_is_played_on() -> None:
    title = mh.title("nucleum")
    used = json.loads((title.home.folder / "components" / "use.json").read_text(encoding="utf-8"))["used"]
    both = [key for key in used["links_12"] if key in used["links_34"]]
    assert both and all(used["links_12"][key] + used["links_34"][key] <= 1.001 for key in both)


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
