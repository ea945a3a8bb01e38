"""The workshop of owners: packs typed, drawn, kept, taken along, read again, merged, tried; and what is refused."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from pathlib import Path

import pytest
from server.kit import Client, House, house

import machinehall as mh
from machinehall.kernel.own_packs import Entry, standard
from machinehall.kernel.pack_zip import opened, texts_of, zipped
from machinehall.server.security import CSP
from machinehall.server.store.audit import audit_all
from machinehall.words import languages
from web.owners_kit import TITLE, begin, page, send, take_in, zip_of


def test_a_tile_is_typed_drawn_kept_and_taken_along(sqlite: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            text = await page(ada, f"{pack}?file=city_tiles&record=T3-13")
            assert 'name="f.station_cost"' in text and "135 of 372" in text and 'class="drawn"' in text
            drawn = (await send(ada, f"{pack}/look")).json()
            assert drawn["faults"] == {} and "<svg" in drawn["drawn"]
            assert set(drawn["was"]) == {"influence", "station_cost", "demand"}
            wrong = (await send(ada, f"{pack}/look", f__station_cost=35)).json()
            assert "In steps of 10" in wrong["faults"]["station_cost"]
            assert "135 of 372" in await page(ada, pack)  # a look keeps nothing
            assert (await send(ada, pack)).status_code == 303
            assert "136 of 372" in await page(ada, pack)
            own = (await send(ada, f"{pack}/look", f__factory_sites="by the factory board")).json()
            assert "factory_sites" not in own["faults"]  # the reader's words are taken as those of the file
            again = await send(ada, pack, "T3-19", f__station_cost=35)
            assert "T3-19" in again.headers["location"]  # it stays there until it is mended
            text = await page(ada, f"{pack}/differences")
            assert "T3-19" in text and "left out" in text.lower() and "<s>40</s>" in text
            data = await zip_of(ada, pack)
            names = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
            assert names == {"city_tiles.json", "pack.json"}
            zipfile.ZipFile(io.BytesIO(data)).extractall(tmp_path / "mine")
            title = mh.title(TITLE, tmp_path / "mine")
            tile = next(row for row in title.pack.records["city_tiles"] if getattr(row, "id", "") == "T3-13")
            assert getattr(tile, "station_cost", 0) == 50 and getattr(tile, "source", "") == "owner"
            found = opened(mh.title(TITLE).pack, texts_of(data))
            assert found.untouched and found.own["city_tiles"]["T3-19"].body["station_cost"] == 35
            await send(ada, pack, standard=1)
            assert "135 of 372" in await page(ada, pack)

    asyncio.run(run())


def test_every_record_of_every_title_has_its_page(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for name, title in mh.titles().items():
                if title.pack.shape is None:
                    continue
                pack = await begin(ada, "box", name)
                for lang, file in zip(10 * languages(), standard(title.pack), strict=False):
                    text = await page(ada, f"{pack}?file={file}", lang)
                    assert 'class="panel typing"' in text
                for part in ("/differences", "/try", "/share"):
                    await page(ada, pack + part)
            for lang in languages():
                await page(ada, "/owners", lang)

    asyncio.run(run())


def test_two_owners_confirm_each_other(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            mine, theirs = await begin(ada), await begin(ben, "Ben's box")
            for tile in ("T3-13", "T3-19", "T3-02"):
                await send(ada, mine, tile)
            await send(ben, theirs, "T3-13")
            await send(ben, theirs, "T3-19", f__effort=4)
            await send(ben, theirs, "T3-20")
            await send(ben, theirs, "T3-02", f__effort=5, source="reconstructed")
            other = await take_in(ada, await zip_of(ben, theirs))
            share = await page(ada, f"{mine}/share")
            assert "Ben&#39;s box" in share
            text = await page(ada, f"{mine}/merge?with={other.rpartition('/')[2]}")
            assert "2 records differ" in text and "1 record is the same in both" in text
            fields = {"with": other.rpartition("/")[2], "take:city_tiles/T3-19": "theirs"}
            answer = await ada.http.post(f"{mine}/merge", data=fields)
            assert answer.status_code == 303, answer.text
            own = opened(mh.title(TITLE).pack, texts_of(await zip_of(ada, mine))).own["city_tiles"]
            assert len(own["T3-13"].hands) == 2 and len(own["T3-19"].hands) == 1
            assert own["T3-19"].body["effort"] == 4 and own["T3-20"].body["station_cost"] == 50
            assert own["T3-02"].body["effort"] == 3  # a guess of theirs does not count against what was read
            assert "confirmed" in await page(ada, f"{mine}?file=city_tiles&record=T3-13")
            for path in (mine, f"{mine}/zip", f"{mine}/share", f"{mine}/try"):
                await page(ben, path, status=404)
            assert (await send(ben, mine)).status_code == 404

    asyncio.run(run())


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("city_tiles.json", b" " * 40_000_000)
    return out.getvalue()


def packed(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/") + ".json", text)
    return out.getvalue()


def test_what_is_no_pack_is_refused_and_changes_nothing(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            game = '{"game": "imperial-steam", "file": "city_tiles.json", "schema_version": 1, "records": '
            bad = {
                "nonsense": b"PK nonsense",
                "bomb": bomb(),
                "empty": packed(),
                "other title": packed(city_tiles='{"game": "chess"}'),
                "deep": packed(city_tiles="[" * 40_000),
                "rows": packed(city_tiles=game + '[{"id": "T3-13"}]}'),
                "unknown": packed(city_tiles=game + "[]}", passwords="{}"),
                "manifest": packed(city_tiles=game + "[]}", pack='{"format": 9}'),
            }
            for name, data in bad.items():
                assert "not a pack" in await take_in(ada, data, 422) or name == "other title", name
            assert "Your packs" not in await page(ada, "/owners")
            kind = {"content-type": "application/zip"}
            assert (await ada.http.post("/owners/import", content=b"x" * 70_000, headers=kind)).status_code == 413

    asyncio.run(run())


def test_limits_and_what_belongs_to_nobody(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, packs_each=2) as made:
            ada = await made.client("Ada")
            game = '{"game": "imperial-steam", "file": "city_tiles.json", "schema_version": 1, "records": '
            climbs = await take_in(ada, packed(**{"..__..__city_tiles": game + "[]}"}))
            assert climbs.startswith("/owners/") and not Path("../../city_tiles.json").exists()
            pack = await begin(ada)
            for wish in ({"title": TITLE, "name": "third"}, {"title": "chess"}, {"title": TITLE, "name": "\u2800"}):
                assert (await ada.http.post("/owners", data=wish)).status_code in (409, 422)
            assert (await send(ada, pack, "T9-99")).status_code == 404
            assert (await send(ada, pack, f__demand="x" * 9_000)).status_code == 413
            for name, value in {
                "f.effort": "ten",
                "f.demand": "gold",
                "f.factory_sites": "35",
                "source": "public",
            }.items():
                found = (await send(ada, f"{pack}/look", **{name.replace(".", "__"): value})).json()
                assert found["faults"], name
            kept = await ada.http.post(f"{pack}/remove", data={"name": "other"})
            assert kept.status_code == 422
            assert (await ada.http.post(f"{pack}/rename", data={"name": "better"})).status_code == 303
            assert (await ada.http.post(f"{pack}/remove", data={"name": "better"})).status_code == 303
            await page(ada, pack, status=404)

    asyncio.run(run())


def test_bots_try_a_pack(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, trials_a_day=1) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            await send(ada, pack, "T2-01", f__players=2, f__number=1, f__effort=2)
            wish = {"matches": "10", "seats": "2", "bot": "random"}
            assert (await ada.http.post(f"{pack}/try", data={**wish, "matches": "5000"})).status_code == 422
            assert (await ada.http.post(f"{pack}/try", data=wish)).status_code == 303
            assert (await ada.http.post(f"{pack}/try", data=wish)).status_code == 429
            await until(made, ada, f"{pack}/try")
            text = await page(ada, f"{pack}/try")
            assert "no dead end" in text and re.search(r"Seat 2 wins", text) and "sha256:" in text
            assert (await ada.http.post(f"{pack}/try", data=wish)).status_code == 429  # enough for a day

    asyncio.run(run())


async def until(made: House, client: Client, path: str) -> None:
    """Wait for the end of the trial."""
    while "data-running" in await page(client, path):
        await asyncio.sleep(0.2)


def test_photos_are_allowed_where_owners_type_and_nowhere_else(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            policy = (await ada.http.get(pack)).headers["content-security-policy"]
            assert policy == CSP.replace("img-src 'self' data:", "img-src 'self' data: blob:")
            for path in ("/", "/owners", "/account"):
                assert (await ada.http.get(path)).headers["content-security-policy"] == CSP

    asyncio.run(run())


@pytest.mark.parametrize("title", sorted(mh.titles()))
def test_what_goes_with_a_person_goes_whole(title: str, sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            await begin(ada, title=title)
            me = (await ada.get("/me"))["id"]
            assert (await made.site.persons.export(me))["packs"][0]["title"] == title
            await made.site.persons.erase(me)
            assert await made.site.shelf.trial("any") is None

    asyncio.run(run())


def test_a_table_shows_which_pack_it_uses(sqlite: str, tmp_path: Path) -> None:
    tile = standard(mh.title(TITLE).pack)["city_tiles"]["T3-13"]
    own = {"city_tiles": {"T3-13": Entry({**tile, "station_cost": 50, "source": "owner"}, ("ada",))}}
    zipfile.ZipFile(io.BytesIO(zipped(mh.title(TITLE).pack, own, "my box"))).extractall(tmp_path / "my-box")

    async def run() -> None:
        async with house(sqlite, packs={TITLE: str(tmp_path / "my-box")}) as made:
            ada = await made.client("Ada")
            for title, shown in ((TITLE, True), ("promethium", False)):
                answer = await ada.http.post("/play", data={"title": title})
                text = await page(ada, str(answer.headers["location"]))
                assert ("Components: my-box (sha256:" in text) == shown

    asyncio.run(run())


def opening(pack: str) -> dict[str, str]:
    """The form of a new table of two at one device, with a pack."""
    return {"title": TITLE, "pack": pack.rpartition("/")[2], "pace": "0",
            "seat0": "you", "name0": "Ada", "seat1": "bot", "bot1": "random"}  # fmt: skip


async def by_program(ada: Client, eve: Client, pack: str) -> None:
    """The same through the API: own packs are listed, and a table is opened with one."""
    listed = (await ada.get("/me/packs"))["items"]
    assert [(each["id"], each["title"], each["tried"]) for each in listed] == [(pack, TITLE, True)]
    assert (await eve.get("/me/packs"))["items"] == []
    spec = {"title": TITLE, "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}], "pack": pack}
    made = await ada.http.post("/api/v1/matches", json=spec)
    assert made.status_code == 201 and made.json()["data"] != mh.title(TITLE).data_version, made.text
    assert (await eve.http.post("/api/v1/matches", json=spec)).status_code == 404
    assert (await ada.http.post("/api/v1/matches", json=spec | {"title": "promethium"})).status_code == 404


async def begun(made: House, ada: Client) -> tuple[str, str]:
    pack = await begin(ada)
    await send(ada, pack, "T2-01", f__station_cost=70, f__effort=2)
    assert "not tried by bots yet" in await page(ada, f"/new?title={TITLE}")
    assert (await ada.http.post("/new", data=opening(pack))).status_code == 409
    await ada.http.post(f"{pack}/try", data={"matches": "10", "seats": "2", "bot": "random"})
    await until(made, ada, f"{pack}/try")
    eve = await made.client("Eve")
    assert (await eve.http.post("/new", data=opening(pack))).status_code == 404, "of somebody else"
    assert (await ada.http.post("/new", data=opening(pack) | {"title": "promethium"})).status_code == 404
    answer = await ada.http.post("/new", data=opening(pack))
    assert answer.status_code == 303, answer.text
    await by_program(ada, eve, pack.rpartition("/")[2])
    return pack, str(answer.headers["location"])


def test_a_table_is_played_with_an_own_pack_and_keeps_it(sqlite: str) -> None:
    async def run() -> None:
        usual = mh.title(TITLE).data_version
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack, table = await begun(made, ada)
            match = table.rpartition("/")[2]
            await ada.http.post(f"/api/v1/matches/{match}/start")
            assert "Components: my box (sha256:" in await page(ada, table)
            data = (await ada.get(f"/matches/{match}"))["data"]
            assert data != usual
            # What is typed afterwards concerns neither the table nor the next one: that was not tried.
            await send(ada, pack, "T2-01", f__station_cost=80, f__effort=2)
            assert (await ada.http.post("/new", data=opening(pack))).status_code == 409
            key = ada.http.cookies
        async with house(sqlite) as made:
            ada = await made.client()
            ada.http.cookies = key
            assert "Components: my box (sha256:" in await page(ada, table)
            async with made.site.tables.table(match) as live:
                tiles = live.live.title.pack.records["city_tiles"]
                assert next(row.station_cost for row in tiles if row.id == "T2-01") == 70  # type: ignore[attr-defined]
            assert made.site.tables.title(TITLE).data_version == usual
        async with house(sqlite) as made:  # an audit brings the packs that are kept
            own = made.site.tables.boxes.brought
            found = [f async for f in audit_all(made.site.store, made.site.tables.title, own=own)]
            assert match in {f.match for f in found} and not any(f.flaws for f in found), found

    asyncio.run(run())
