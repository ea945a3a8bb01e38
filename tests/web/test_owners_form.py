"""The form of an owner: what it offers, how it is drawn, and that every field has a word."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from server.kit import house

import machinehall as mh
from machinehall.kernel.own_packs import shape_of, standard
from machinehall.web.owners.fields import Control, controls
from machinehall.words import say
from web.owners_kit import begin, page, send


def test_what_is_no_piece_is_not_offered(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for name in mh.titles():
                text = await page(ada, await begin(ada, "box", name))
                assert "file=constants" not in text and "file=feats" not in text

    asyncio.run(run())


def test_a_record_with_a_fault_is_drawn_as_far_as_it_can_be(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            pack = await begin(ada)
            wrong = (await send(ada, f"{pack}/look", f__station_cost=35)).json()
            assert "<svg" in wrong["drawn"] and "until it is mended" in wrong["drawn"]
            assert wrong["mend"] == "1 field to mend"
            await send(ada, pack)
            for part in ("/differences", "/try"):
                text = await page(ada, pack + part)
                assert 'class="small"><svg' in re.sub(r"\s+<svg", "<svg", text)
            away = {"file": "city_tiles", "record": "T3-13", "standard": "1", "back": "try"}
            assert (await ada.http.post(pack, data=away)).headers["location"] == f"{pack}/try?taken=1"
            elsewhere = await ada.http.post(pack, data={**away, "back": "//example.org"})
            assert elsewhere.headers["location"].startswith(f"{pack}?")

    asyncio.run(run())


def within(made: Control) -> Iterator[Control]:
    yield made
    for part in made.parts:
        yield from within(part)


@pytest.mark.parametrize("title", mh.titles())
def test_every_field_of_a_form_has_a_word(title: str) -> None:
    """No field is called as in its file, nor a name in its pairs."""
    made, words, missing = mh.title(title), say("en").english.sentences, set[str]()
    for file, rows in standard(made.pack).items():
        forms = (controls(shape_of(made.pack).schema[file], row, rows.values()) for row in rows.values())
        for one in (one for form in forms for field in form for one in within(field)):
            pairs = [part for name, _ in one.pairs for part in name.split(".")]
            for name in (one.name.rpartition(".")[2], *pairs):
                known = (f"{title}.{kind}.{name}" for kind in ("field", "value", "name.good"))
                missing |= set() if not name or name.isdigit() or any(key in words for key in known) else {name}
    assert not missing
