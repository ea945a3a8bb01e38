"""The pages of those who share a table: ends that stand, seats that wait for their players, invitations, mutes."""

from __future__ import annotations

import asyncio
import logging
import random
import re

import pytest
from server.kit import Client, House, finish, house, play_on, seats, two_players

from machinehall.words import languages


async def page(client: Client, path: str, lang: str = "en", status: int = 200) -> str:
    answer = await client.http.get(path, headers={"accept-language": lang})
    assert answer.status_code == status, answer.text[:300]
    return answer.text


async def send(client: Client, path: str, status: int = 303, **fields: object) -> str:
    answer = await client.http.post(path, data={key: str(value) for key, value in fields.items()})
    assert answer.status_code == status, answer.text[:300]
    return str(answer.headers.get("location", answer.text))


@pytest.mark.rule("MH-1.5")
def test_the_end_shows_who_asks_to_go_back_and_how_to_answer(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 1_000, random.Random(1))
            rows = [row for row in await made.site.store.tail(match, 0) if row.kind == "play"]
            last, other = (ada, ben) if rows[-1].seat == 0 else (ben, ada)
            text = await page(last, f"/t/{match}")
            assert 'id="ask-back"' in text and 'class="chart"' not in text and "record.json" not in text
            rev = re.search(r'data-rev="(\d+)"', text)
            assert rev is not None
            await send(last, f"/t/{match}/ask-undo", rev=rev[1], seat=rows[-1].seat, number=rows[-1].first)
            for lang in languages():
                asked = await page(other, f"/t/{match}", lang)
                assert 'id="request-undo"' in asked and last.name in asked, lang
            now = (await ada.get(f"/matches/{match}"))["rev"]
            await send(other, f"/t/{match}/answer", kind="undo", yes=1, rev=now)
            assert (await ada.get(f"/matches/{match}"))["status"] == "running"
            await finish(made, match)
            await send(other, f"/t/{match}/final")
            told = await page(last, f"/t/{match}")
            assert 'class="chart"' in told and "record.json" in told and 'id="settle"' not in told
            assert 'id="ask-back"' not in told

    asyncio.run(run())


def test_who_was_replaced_sees_the_table_and_the_way_back(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await send(ben, f"/t/{match}/leave", seat=1)
            await ada.post(f"/matches/{match}/takeovers", {"seat": 1, "bot": "random"})
            for lang in languages():
                assert 'id="come-back"' in await page(ben, f"/t/{match}", lang)
                assert 'id="come-back"' not in await page(ada, f"/t/{match}", lang)
            await send(ben, f"/t/{match}/back", seat=1)
            assert 'id="come-back"' not in await page(ben, f"/t/{match}")
            assert (await ben.get(f"/matches/{match}"))["seats"][1]["yours"]

    asyncio.run(run())


def test_a_countdown_with_who_asked_is_shown_to_both(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, takeover_alone_minutes=30) as made:
            at = made.site.tables.now()
            made.site.tables.now = lambda: at
            ada, ben, match = await two_players(made)
            idle = (await ada.get(f"/matches/{match}"))["to_act"][0]
            slow, waits = ((ada, ben), (ben, ada))[idle]
            assert 'data-after="600" hidden' in await page(waits, f"/t/{match}")
            made.site.tables.now = lambda: at + 601
            assert f'data-takeover="{idle}"' in await page(waits, f"/t/{match}")
            assert "data-takeover" not in await page(slow, f"/t/{match}")
            await waits.post(f"/matches/{match}/takeovers", {"seat": idle, "bot": "random"})
            for reader in (slow, waits):
                for lang in languages():
                    text = await page(reader, f"/t/{match}", lang)
                    assert 'data-left="1800"' in text and waits.name in text
            rev = (await slow.get(f"/matches/{match}"))["rev"]
            await send(slow, f"/t/{match}/answer", kind="takeover", yes=0, rev=rev)
            assert "data-left" not in await page(waits, f"/t/{match}")

    asyncio.run(run())


LINK = re.compile(r'id="table-link" readonly value="([^"]+)"')


async def link_in(client: Client, path: str) -> str:
    """The link that a lobby shows, or nothing."""
    found = LINK.search(await page(client, path))
    return found[1] if found else ""


async def one_link(made: House) -> list[str]:
    """A private table from its opening to its last seat; all links that it had."""
    ada, ben, cy, eve = [await made.client(name) for name in ("Ada", "Ben", "Cy", "Eve")]
    path = await send(ada, "/new", title="promethium", seat0="you", seat1="friend", seat2="friend")
    assert re.fullmatch(r"/t/[\w-]+", path), "the address of whoever opened it carries no code"
    link = await link_in(ada, path)
    where, _, code = link.partition("#")
    assert where == f"{path}/join" and len(code) > 40 and await link_in(ada, path) == link, "one link, kept"
    assert code not in await page(eve, f"{path}/join")
    joining = await page(ben, f"{path}/join")
    assert 'name="code"' in joining and "recover.js" in joining
    await send(ben, f"{path}/join", code=code, name="Ben")
    assert code not in await page(ben, path), "a guest does not hand it on"
    assert (await ben.http.get(f"{path}/join")).headers["location"] == path
    assert await send(ben, f"{path}/join", code=code) == path, "one seat is enough"
    # Links of earlier versions are led over, and nothing of them is logged.
    old = await cy.http.get(f"{path}/join?code={code}")
    assert (old.status_code, old.headers["location"]) == (303, f"{path}/join#{code}")
    old = await ada.http.get(f"{path}?invite=2:{code}&invite={'9' * 5000}:x")
    assert (old.status_code, old.headers["location"]) == (303, path)
    await send(cy, f"{path}/join", code=f"http://table.test{path}/join#{code}", name="Cy")
    assert await link_in(ada, path) == ""
    # Who was sent away knows the link: it is worth nothing any more, and the new one is in no address either.
    assert await send(ada, f"{path}/remove", seat=2) == path
    fresh = await link_in(ada, path)
    assert 'role="alert"' in await send(cy, f"{path}/join", 403, code=code)
    assert await send(ada, f"{path}/invite") == path
    newest = await link_in(ada, path)
    await send(eve, f"{path}/join", 403, code=fresh.partition("#")[2])
    await send(eve, f"{path}/join", code=newest.partition("#")[2])
    return [link, fresh, newest]


def test_codes_of_invitations_stay_out_of_addresses(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    async def inside() -> list[str]:
        async with house(sqlite) as made:
            return await one_link(made)

    with caplog.at_level(logging.INFO):
        links = asyncio.run(inside())
    codes = [link.partition("#")[2] for link in links]
    assert all(codes) and len(set(codes)) == 3
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("machinehall")]
    assert any("POST /t/" in line for line in ours), "the log does tell of requests"
    assert not any(code in line for line in ours for code in codes)


def test_the_lobby_removes_invites_and_declines(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            spec = {"title": "promethium", "seats": seats("you", "person"), "visibility": "listed"}
            match = (await ada.post("/matches", spec, 201))["id"]
            await send(ben, f"/t/{match}/join", name="Ben")
            assert f"/t/{match}/remove" in await page(ada, f"/t/{match}")
            assert f"/t/{match}/remove" not in await page(ben, f"/t/{match}")
            await send(ada, f"/t/{match}/remove", seat=1)
            for lang in languages():
                told = await page(ben, f"/t/{match}", lang)
                assert 'role="alert"' in told and f"/t/{match}/join" not in told
            await send(ben, f"/t/{match}/join", 403, name="Ben")
            await send(ada, f"/t/{match}/bot", seat=1, bot="random")
            await send(ada, f"/t/{match}/start")

            old = await over(made, ada, ben)
            again = await send(ada, f"/t/{old}/rematch")
            assert (await ada.get(again.replace("/t/", "/matches/")))["status"] == "open"
            for lang in languages():
                assert f"{again}/decline" in await page(ben, again, lang)
            assert again in await page(ben, "/")
            await send(ben, f"{again}/decline", seat=1)
            assert again not in await page(ben, "/")

    asyncio.run(run())


async def over(made: House, owner: Client, guest: Client) -> str:
    table = await owner.post("/matches", {"title": "promethium", "seats": seats("you", "invited")}, 201)
    await guest.post(f"/matches/{table['id']}/join", {"code": table["invites"]["1"]})
    await owner.post(f"/matches/{table['id']}/start")
    await finish(made, table["id"])
    return str(table["id"])


def test_mutes_are_made_at_the_table_and_undone_on_the_account_page(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, contact="tables@example.org") as made:
            ada, ben, match = await two_players(made)
            await ben.post(f"/matches/{match}/messages", {"text": "rude"}, 201)
            assert 'data-hush="1"' in await page(ada, f"/t/{match}/talk")
            assert "data-hush" not in await page(ben, f"/t/{match}/talk")
            for lang in languages():
                asked = await page(ada, f"/t/{match}/mute?number=1", lang)
                assert "Ben" in asked and "tables@example.org" in asked and 'data-block="1"' in asked
            assert "rude" not in await send(ada, f"/t/{match}/mute", 200, number=1, block=1)
            text = await page(ada, "/account")
            assert "Ben" in text and "tables@example.org" in text
            entry = (await ada.get("/me/muted"))["items"][0]["id"]
            await send(ada, "/account/hear-again", entry=entry)
            await send(ada, "/account/hear-again", 404, entry=entry)
            assert "Ben" not in await page(ada, "/account") and "rude" in await page(ada, f"/t/{match}/talk")

    asyncio.run(run())
