"""The languages on the pages: all that are offered can be chosen, and what is in another one says so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from server.kit import house, seats

from machinehall.kernel import handbook
from machinehall.web.books import effects as effects_page
from machinehall.web.table import moves
from machinehall.words import ENGLISH, say, titles, tongues

PAGE = {"accept-language": "fr-CH, de;q=0.5"}


@pytest.fixture
def without_french(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No title has French words or a French sheet."""
    for module in (titles, moves, effects_page):
        monkeypatch.setattr(module, "spoken", lambda title, lang: ENGLISH)
    monkeypatch.setattr(handbook, "sheet_language", lambda title, kind, lang: ENGLISH)
    known = (titles.speech, titles.effects, handbook.sheet)
    for kept in known:
        kept.cache_clear()
    yield
    for kept in known:
        kept.cache_clear()


def test_what_a_title_cannot_say_is_marked_as_english(sqlite: str, without_french: None) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            spec = {"title": "promethium", "seats": seats("you", "you"), "start": True}
            match = (await ada.post("/matches", spec, 201))["id"]
            seat = (await ada.get(f"/matches/{match}"))["to_act"][0]
            page = (await ada.http.get(f"/t/{match}/view?seat={seat}", headers=PAGE | {"mh-part": "1"})).text
            assert say("fr")("web.log") in page
            question = re.search(r'<h1 id="question"([^>]*)>([^<]+)<', page)
            assert question is not None and 'lang="en"' in question[1], page[:3000]
            for part in ('<span class="phase" title="[^"]+" lang="en">', 'data-print="[^"]*" lang="en"'):
                assert re.search(part, page), part
            assert (
                'class="sheet summary" lang="en"'
                in (await ada.http.get("/rules/promethium/summary", headers=PAGE)).text
            )
            assert (
                '<dl class="rules-list" lang="en">' in (await ada.http.get("/components/promethium", headers=PAGE)).text
            )

    asyncio.run(run())


def test_every_language_can_be_chosen_on_every_screen(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for screen in ("wide", "narrow"):
                page = (await ada.http.get("/", headers={"cookie": f"mh-seen=light.{screen}", **PAGE})).text
                assert ('<details class="lang-menu">' in page) == (screen == "narrow")
                offered = re.findall(r'<button name="lang" value="([^"]+)" lang="\1"', page)
                assert offered == [own.code for own in tongues()]
                assert ("Deutsch</button>" in page) == (screen == "narrow") and page.count('aria-pressed="true"') == 1
            for own in tongues():
                assert (await ada.http.post("/settings", data={"lang": own.code, "back": "/"})).status_code == 303
                page = (await ada.http.get("/settings")).text
                assert f'<html lang="{own.code}" dir="{own.direction}"' in page and own.name in page
            await ada.http.post("/settings", data={"lang": "xx", "back": "/"})
            assert f'<html lang="{tongues()[-1].code}"' in (await ada.http.get("/settings")).text

    asyncio.run(run())
