"""A piece at a real table that is in no pack is typed there, and the match goes on with it."""

from __future__ import annotations

import asyncio
import html
import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from often import now_and_then

import machinehall as mh
from machinehall.kernel.pack_zip import opened, texts_of
from machinehall.server.errors import Unknown
from machinehall.server.store.audit import audit
from machinehall.server.workshop import bench
from machinehall.server.workshop.at_table import features, rows_of, worded
from machinehall.words import say
from server.kit import House, easy_feats, house
from server.test_by_hand import Device, seated

Told = tuple[tuple[str, ...], ...]


class Form(HTMLParser):
    """What the form of a record would send as it stands."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self._inside = False
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            self._inside = has.get("id") == "typing"
        name, value = has.get("name") or "", has.get("value") or ""
        if not self._inside:
            return
        if tag == "input" and name and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self.fields.append((name, value))
        if tag == "select":
            self._select = name
        if tag == "option" and "selected" in has:
            self.fields.append((self._select, value))


async def at_a_card(made: House) -> Device:
    """A match at the moment at which the Baron's first Logic card turns up."""
    device = await seated(made)
    await device.send("draw", how="all")
    while True:
        async with made.site.tables.table(device.match) as table:
            live = table.live
            asked = live.state.stack[-1][0]
            line = "" if live.to_act == (-1,) else f"0 {live.text(live.legal(0)[-1])}"
        if asked == "logic":
            return device
        await (device.says(line) if line else device.send("draw", how="one"))


async def new_card(made: House, device: Device) -> tuple[str, Told]:
    """Three plates, as the page numbers them, that no card of ours shows together."""
    async with made.site.tables.table(device.match) as table:
        title = table.live.title
    by = title.looks.told_by["logic"]
    plates = features(title, by)
    ours = {tuple(worded(row[f]) for f in by.fields) for row in rows_of(title, by.file).values()}
    told = next(told for told in product(*plates) if told not in ours)
    return " ".join(str(row.index(one)) for row, one in zip(plates, told, strict=True)), told


async def drawn(made: House, device: Device) -> tuple[str, Told, mh.Title]:
    """The last Logic card that was told, what it shows, and the components it is one of."""
    async with made.site.tables.table(device.match) as table:
        live = table.live
        lines = [line for line in live.lines(live.base) if "draw-logic" in line]
    by, key = live.title.looks.told_by["logic"], lines[-1].split()[-1]
    row = rows_of(live.title, by.file)[key]
    return key, tuple(worded(row[field]) for field in by.fields), live.title


async def typed_in(device: Device) -> tuple[str, Any]:
    """The owner's one pack with anything in it, opened: its only record, and what stands there."""
    [info] = [kept for kept in (await device.client.get("/me/packs"))["items"] if kept["records"]]
    zipped = await device.client.http.get(f"/owners/{info['id']}/zip")
    own = opened(mh.title("nucleum").pack, texts_of(zipped.content)).own
    [(key, entry)] = own["logic_cards"].items()
    assert [*own] == ["logic_cards"]
    return key, entry.body


async def lies_in_the_pack(made: House, device: Device, key: str, title: Any) -> None:
    """The card lies in the owner's pack, and the match stands with the finger-print that has it."""
    assert (await typed_in(device))[0] == key
    loaded = await made.site.store.load(device.match)
    assert loaded is not None and loaded.head.data == title.data_version
    assert await audit(made.site.store, made.site.tables.title, device.match) == []


async def a_slip(made: House, device: Device, key: str, number: int) -> Told:
    """What was told wrongly is taken back, and told rightly the card takes the same place."""
    assert (await device.send("undo")).status_code == 200
    assert (await device.client.get(f"/matches/{device.match}"))["number"] == number
    other, told = await new_card(made, device)
    assert (await device.send("shows", told=other)).status_code == 200
    assert (await drawn(made, device))[:2] == (key, told)
    there, body = await typed_in(device)
    assert there == key and tuple(worded(body[f]) for f in ("tie_break", "urbanize", "industrialize")) == told
    assert body["source"] == "owner" and await audit(made.site.store, made.site.tables.title, device.match) == []
    return told


@pytest.mark.rule("NU-23.18", "NU-23.19")
@pytest.mark.parametrize("database", now_and_then(["sqlite", "postgres"], ["sqlite"]), indirect=True)
def test_a_logic_card_of_no_pack_is_typed_and_played_on_with(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            device = await at_a_card(made)
            wished, told = await new_card(made, device)
            number = (await device.client.get(f"/matches/{device.match}"))["number"]
            answer = await device.send("shows", told=wished)
            assert answer.status_code == 200, answer.text[:500]
            key, shows, title = await drawn(made, device)
            assert shows == told and title.data_version != mh.title("nucleum").data_version
            assert "it from now on" in answer.text and title.pack.name in answer.text
            assert f"Components: {title.pack.name}" in await device.page()
            await lies_in_the_pack(made, device, key, title)
            told = await a_slip(made, device, key, number)
            left = await device.client.http.get(f"/t/{device.match}")
        async with house(database) as made:  # the same after a restart
            again_there = Device(await made.client(), device.match)
            again_there.client.http.cookies.update(device.client.http.cookies)
            assert (await drawn(made, device))[:2] == (key, told)
            page = await again_there.page()
            assert re.findall('class="pack-used"\\s+title="[^"]+"', page) == re.findall(
                'class="pack-used"\\s+title="[^"]+"', left.text
            )

    asyncio.run(run())


def test_two_owners_type_the_same_and_each_sees_the_own_name(sqlite: str) -> None:
    """The same components are kept once; what the bar calls them is what their owner does."""

    async def run() -> None:
        async with house(sqlite) as made:
            for name in ("Box of Ada", "Box of Ben"):
                device = await at_a_card(made)
                await device.client.http.post("/owners", data={"title": "nucleum", "name": name})
                wished, _ = await new_card(made, device)
                assert (await device.send("shows", told=wished)).status_code == 200
                assert f'data-name="{name}"' in await device.page()

    asyncio.run(run())


def test_what_a_card_of_the_deck_shows_is_that_card(sqlite: str) -> None:
    """Told by the same plates, one of ours is taken as it is, and no pack is begun; nonsense changes nothing."""

    async def run() -> None:
        async with house(sqlite) as made:
            device = await at_a_card(made)
            async with made.site.tables.table(device.match) as table:
                title = table.live.title
            by = title.looks.told_by["logic"]
            plates, row = features(title, by), rows_of(title, by.file)["l06"]
            wished = [plate.index(worded(row[f])) for plate, f in zip(plates, by.fields, strict=True)]
            for bad in ("", "0", "0 0 9", "0 0 x", "0 0 0 0"):
                assert (await device.send("shows", told=bad)).status_code == 422, bad
            assert (await device.send("shows", told=" ".join(map(str, wished)))).status_code == 200
            key, _, after = await drawn(made, device)
            assert key == "l06" and after.data_version == title.data_version
            assert not [kept for kept in (await device.client.get("/me/packs"))["items"] if kept["records"]]
            assert (await device.send("shows", told="0 0 0")).status_code in (409, 422)  # nothing of the kind is asked

    asyncio.run(run())


def test_any_piece_is_typed_in_its_form_and_played_on_with(sqlite: str) -> None:
    """A contract that none of ours is: which of our guesses it stands in for, what it shows, and on with the match."""

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            while "contracts/" not in (page := await device.page()):
                assert (await device.send("draw", how="one")).status_code == 200
            http = device.client.http
            record = re.findall('<option value="(contracts/[^"]+)"', page)[-1]
            key = record.partition("/")[2]
            nothing = await http.post(f"/t/{device.match}/type", data={"record": "contracts/none"})
            assert nothing.status_code == 404
            form = await http.post(f"/t/{device.match}/type", data={"record": record})
            assert form.status_code == 303 and f"table={device.match}" in form.headers["location"]
            path = form.headers["location"]
            typing = (await http.get(path)).text
            assert "your match goes on with it" in typing and f'name="table" value="{device.match}"' in typing
            sent = Form(typing).fields
            number = next(i for i, (name, value) in enumerate(sent) if name.endswith("#value") and value.isdecimal())
            sent[number] = sent[number][0], str(int(sent[number][1]) + 1)
            body = urlencode(sent)
            as_form = {"content-type": "application/x-www-form-urlencoded"}
            with pytest.MonkeyPatch.context() as hurry:
                hurry.setattr(bench, "MOMENT", 0.001)
                late = await http.post(path.partition("?")[0], content=body, headers=as_form)
            assert late.status_code == 503 and say("en")("packs.not_tried") in html.unescape(late.text)
            saved = await http.post(path.partition("?")[0], content=body, headers=as_form)
            assert saved.status_code == 303 and saved.headers["location"] == f"/t/{device.match}", saved.text[:900]
            async with made.site.tables.table(device.match) as table:
                title = table.live.title
            assert title.data_version != mh.title("nucleum").data_version
            assert rows_of(title, "contracts")[key]["source"] == "owner"
            assert f"Components: {title.pack.name}" in await device.page()
            await device.says(f"* draw-contract {key}")
            assert await audit(made.site.store, made.site.tables.title, device.match) == []
            again = await http.post(path.partition("?")[0], content=body, headers=as_form)
            assert again.status_code == 409, "it has turned up, so it is no guess any more"

    asyncio.run(run())


def test_a_card_that_cannot_be_kept_changes_nothing(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack is thrown away elsewhere at that moment: the match is played on with the components that it had."""

    async def run() -> None:
        async with house(sqlite) as made:
            device = await at_a_card(made)
            plates, _ = await new_card(made, device)

            async def gone(*given: object) -> None:
                raise Unknown("packs.unknown")

            monkeypatch.setattr(made.site.shelf, "save", gone)
            assert (await device.send("shows", told=plates)).status_code == 404
            async with made.site.tables.table(device.match) as table:
                assert table.live.title.data_version == table.known.data
            assert (await device.send("draw", how="one")).status_code == 200
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


def test_where_the_host_has_other_components_that_is_said(sqlite: str, tmp_path: Path) -> None:
    """A pack of the caller's is laid over the standard one, so nothing of it fits; the card itself is not at fault."""

    async def run() -> None:
        async with house(sqlite, packs={"nucleum": easy_feats(tmp_path)}) as made:
            device = await at_a_card(made)
            wished, _ = await new_card(made, device)
            answer = await device.send("shows", told=wished)
            assert answer.status_code == 409 and "components of its own" in answer.text, answer.text[:300]
            assert not [kept for kept in (await device.client.get("/me/packs"))["items"] if kept["records"]]

    asyncio.run(run())
