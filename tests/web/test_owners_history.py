"""What an owner has changed, since when and by whom; one field is taken back, and put back."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from copy import copy

import pytest
from server.kit import Client, house

import machinehall as mh
from machinehall.kernel.own_packs import progress, whole
from web.owners_kit import begin, page, send, take_in, zip_of

FILE = "city_tiles"
BACK = {"file": FILE, "record": "T3-13", "back": "differences"}


async def differing(client: Client, pack: str) -> list[str]:
    """The fields that the list of differences offers to take back."""
    return re.findall(r'name="take" value="(\w+)"', await page(client, f"{pack}/differences"))


async def back(client: Client, pack: str, status: int = 303, **fields: str) -> str:
    answer = await client.http.post(f"{pack}/back", data={**BACK, **fields})
    assert answer.status_code == status, answer.text[:300]
    return str(answer.headers.get("location", answer.text))


def test_one_field_is_taken_back_and_put_back(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            await send(ada, pack)
            fields = await differing(ada, pack)
            assert len(fields) > 1
            place = await back(ada, pack, take=fields[0])
            assert place == f"{pack}/differences?taken=1"
            told = await page(ada, place)
            assert "is as standard again" in told and await differing(ada, pack) == fields[1:]
            assert "Put it back" not in await page(ada, f"{pack}/differences")
            await back(ada, pack, take=fields[0])  # twice does nothing more
            assert await differing(ada, pack) == fields[1:]
            assert await back(ada, pack, put="1") == f"{pack}/differences"
            assert await differing(ada, pack) == fields
            assert "nothing to put back" in await back(ada, pack, 409, put="1")

    asyncio.run(run())


def test_the_last_field_takes_the_record_along(sqlite: str) -> None:
    """Nobody has said that the rest of it was read off the piece."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            await send(ada, pack)
            for field in await differing(ada, pack):
                await back(ada, pack, take=field)
            assert "Right already: 0" in await page(ada, f"{pack}/differences")
            await back(ada, pack, put="1")
            assert len(await differing(ada, pack)) == 1
            await ada.http.post(pack, data={"file": FILE, "record": "T3-13", "standard": "1"})
            assert await differing(ada, pack) == []
            await back(ada, pack, put="1")
            assert len(await differing(ada, pack)) == 1

    asyncio.run(run())


def test_what_is_typed_since_is_not_written_over(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, eve = await made.client("Ada"), await made.client("Eve")
            pack = await begin(ada)
            await send(ada, pack)
            await back(ada, pack, 404, take="no_such_field")
            await back(ada, pack, 404, take="source")
            await back(ada, pack, 404, take="effort", record="T3-02")
            await back(eve, pack, 404, take="effort")
            fields = await differing(ada, pack)
            await back(ada, pack, take=fields[0])
            await send(ada, pack, f__station_cost=70)
            assert "nothing to put back" in await back(ada, pack, 409, put="1")

    asyncio.run(run())


def test_to_put_back_is_not_to_stand_for(sqlite: str) -> None:
    """Or two clicks would make a record one that two owners have typed."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada, eve = await made.client("Ada"), await made.client("Eve")
            pack = await begin(ada)
            await send(ada, pack)
            taken = await take_in(eve, await zip_of(ada, pack))
            await back(eve, taken, take=(await differing(eve, taken))[0])
            await back(eve, taken, put="1")
            text = await page(eve, f"{taken}?file={FILE}&record=T3-13")
            assert "typed by another owner" in text and "by you" not in text

    asyncio.run(run())


def test_what_another_process_has_written_since_is_not_written_over(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            await send(ada, pack)
            here, other = made.site.shelf, copy(made.site.shelf)
            other._aside = OrderedDict()
            fields = await differing(ada, pack)
            place = await back(ada, pack, take=fields[0])
            made.site.shelf = other
            await send(ada, pack, f__station_cost=70)
            made.site.shelf = here
            assert "Put it back" not in await page(ada, place)
            assert "nothing to put back" in await back(ada, pack, 409, put="1")

    asyncio.run(run())


def test_what_stands_in_the_form_is_kept_when_a_field_is_taken_back(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            await send(ada, pack)
            answer = await send(ada, f"{pack}/back", f__station_cost=70, take="demand")
            assert answer.headers["location"] == f"{pack}?file={FILE}&record=T3-13&taken=1"
            text = await page(ada, str(answer.headers["location"]))
            assert re.search(r'name="f.station_cost"[^>]*value="70"', text)
            assert "demand" not in await differing(ada, pack)

    asyncio.run(run())


def test_the_history_says_when_and_by_whom(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, eve = await made.client("Ada"), await made.client("Eve")
            pack = await begin(ada)
            text = await page(ada, f"{pack}?file={FILE}&record=T3-13")
            assert "nothing of this record is saved yet" in text
            await send(ada, pack)
            await send(ada, pack, "T3-02", source="reconstructed")
            text = await page(ada, f"{pack}?file={FILE}&record=T3-13")
            assert re.search(r"Saved \d+ \w+ ago; typed by you\.", text)
            assert "a guess" in await page(ada, f"{pack}/try")
            taken = await take_in(eve, await zip_of(ada, pack))
            text = await page(eve, f"{taken}?file={FILE}&record=T3-13")
            assert "typed by another owner" in text and "1 not as standard" in text
            await send(eve, taken)
            assert "typed by you and by another owner" in await page(eve, f"{taken}?file={FILE}&record=T3-13")
            for lang in ("de", "fr", "pl", "ru"):
                assert "web.owners" not in await page(eve, f"{taken}?file={FILE}&record=T3-13", lang)

    asyncio.run(run())


@pytest.mark.parametrize("title", mh.titles())
def test_one_count_of_true_records(sqlite: str, title: str) -> None:
    """The page of components counts what the workshop counts: pieces."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            sums = whole(progress(mh.title(title).pack, {}))
            text = await page(ada, f"/rules/{title}/components")
            assert f"{sums.true} of {sums.total} records are printed or public" in text
            assert f"{sums.to_go} are reconstructed" in text and "counted neither" in text
            assert f"{sums.true} of {sums.total} records are true" in await page(ada, "/owners")

    asyncio.run(run())
