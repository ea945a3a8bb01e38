"""A server for translators tells which message a sentence comes from; no other server does."""

from __future__ import annotations

import asyncio

from server.kit import house

from machinehall.server.config import Config
from machinehall.serving import doubts
from machinehall.words import load, say
from machinehall.words.finding import place


def test_only_a_server_that_was_started_for_it_answers(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            client = await made.client("Ada")
            assert (await client.http.get("/translating?text=x")).status_code == 404
            assert "translating" not in (await client.http.get("/")).text
        async with house(sqlite, translating=True) as made:
            client = await made.client("Ada")
            page = await client.http.get("/", headers={"accept-language": "de"})
            assert 'id="translating"' in page.text and say("de")("web.translating.pick") in page.text
            texts = [load("de").sentences["web.nav.learn"][0], "<b>qqq</b>", "x" * 5000, "", "a", "nicht mehr"]
            found = await client.http.get("/translating", params={"text": texts}, headers={"accept-language": "de"})
            assert found.status_code == 200 and "<code>web.nav.learn</code>" in found.text
            assert place("de", "web.nav.learn") in found.text and load("en").sentences["web.nav.learn"][0] in found.text
            assert "&lt;b&gt;qqq" in found.text and say("de")("web.translating.none") in found.text
            assert "x" * 500 not in found.text and "nicht mehr" not in found.text, (
                "long ones are cut, few are looked up"
            )
            assert (await client.http.get("/translating")).status_code == 200

    asyncio.run(run())


def test_the_operator_is_warned_where_others_can_come() -> None:
    assert not any("translating" in doubt for doubt in doubts(Config(translating=True)))
    for public in (
        Config(translating=True, host="0.0.0.0"),
        Config(translating=True, public_url="https://example.org"),
    ):
        assert any("translating is on" in doubt for doubt in doubts(public))
