"""A piece at a real table that is in no pack is typed there, and the match goes on with it."""

from __future__ import annotations

import asyncio
import re
from itertools import product
from typing import Any

import pytest
from often import now_and_then

import machinehall as mh
from machinehall.kernel.pack_zip import opened, texts_of
from machinehall.server.store.audit import audit
from machinehall.server.workshop.at_table import features, rows_of, worded
from server.kit import House, house
from server.test_by_hand import Device, seated

Told = tuple[tuple[str, ...], ...]


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
