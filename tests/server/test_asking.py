"""Consent to undo, takeover of abandoned seats, talk and notes, turn notices."""

from __future__ import annotations

import asyncio
import http.server
import json
import random
import threading
from typing import Any

import pytest

from machinehall.server.people.outward import public
from server.kit import Client, House, house, play_on, seats, two_players


async def own_decision(made: House, match: str, seat: int) -> int:
    """The number of a decision of this seat some way back, after which others have decided too."""
    rows = [row for row in await made.site.store.tail(match, 0) if row.kind == "play"]
    last_of_others = max(row.first for row in rows if row.seat != seat)
    mine = [row.first for row in rows if row.seat == seat and row.first < last_of_others]
    return mine[len(mine) // 2]


def test_undo_by_consent(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 40, random.Random(9))
            number = await own_decision(made, match, 0)
            view = await ada.get(f"/matches/{match}/positions/{number}")
            info = await ada.get(f"/matches/{match}")
            await ben.post(f"/matches/{match}/undo-requests", {"rev": info["rev"], "number": number}, 422)
            asked = await ada.post(f"/matches/{match}/undo-requests", {"rev": info["rev"], "number": number})
            assert asked["requests"][0]["needs"] == [1] and asked["number"] == info["number"]
            no = await ben.post(f"/matches/{match}/answers", {"kind": "undo", "rev": asked["rev"], "yes": False})
            assert not no["requests"] and no["number"] == info["number"]
            asked = await ada.post(f"/matches/{match}/undo-requests", {"rev": no["rev"], "number": number})
            done = await ben.post(f"/matches/{match}/answers", {"kind": "undo", "rev": asked["rev"], "yes": True})
            assert done["number"] == number and not done["requests"]
            assert (await ada.get(f"/matches/{match}/view"))["view"] == view["view"]
            await play_on([ada, ben], match, 40, random.Random(10))
            async with made.site.tables.table(match) as table:
                table.forget()
            await play_on([ada, ben], match, 5, random.Random(10))

    asyncio.run(run())


def test_a_move_ends_a_pending_undo(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 20, random.Random(9))
            rev = (await ada.get(f"/matches/{match}"))["rev"]
            number = await own_decision(made, match, 0)
            asked = await ada.post(f"/matches/{match}/undo-requests", {"rev": rev, "number": number})
            assert asked["requests"]
            await play_on([ada, ben], match, 1, random.Random(9))
            assert not (await ada.get(f"/matches/{match}"))["requests"]
            body = {"kind": "undo", "rev": asked["rev"] + 1, "yes": True}
            await ben.post(f"/matches/{match}/answers", body, 409)

    asyncio.run(run())


def test_a_bot_takes_over_an_abandoned_seat_by_vote(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            people = [await made.client(name) for name in ("Ada", "Ben", "Cy", "Di")]
            spec = {"title": "promethium", "seats": seats("you", *["person"] * 3), "visibility": "listed"}
            match = (await people[0].post("/matches", spec, 201))["id"]
            for person in people[1:]:
                await person.post(f"/matches/{match}/join", {})
            await people[0].post(f"/matches/{match}/start")
            takeover = {"seat": 3, "bot": "random"}
            await people[0].post(f"/matches/{match}/takeovers", takeover, 409)
            await people[3].post(f"/matches/{match}/leave", {"seat": 3})
            asked = await people[0].post(f"/matches/{match}/takeovers", takeover)
            assert asked["requests"][0]["needs"] == [1, 2]
            assert (await people[3].get(f"/matches/{match}/view"))["legal"] == []  # looks on, and may come back
            body = {"kind": "takeover", "rev": asked["rev"], "yes": True}
            done = await people[1].post(f"/matches/{match}/answers", body)
            assert done["seats"][3]["kind"] == "bot" and done["told"][0]["message"] == "told.takeover"

    asyncio.run(run())


def test_an_idle_seat_counts_as_abandoned(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            people = [await made.client(name) for name in ("Ada", "Ben", "Cy")]
            spec = {"title": "promethium", "seats": seats("you", "person", "person"), "visibility": "listed"}
            match = (await people[0].post("/matches", spec, 201))["id"]
            for person in people[1:]:
                await person.post(f"/matches/{match}/join", {})
            await people[0].post(f"/matches/{match}/start")
            idle = (await people[0].get(f"/matches/{match}"))["to_act"][0]
            one, two = people[idle - 1], people[idle - 2]
            await one.post(f"/matches/{match}/takeovers", {"seat": idle, "bot": "random"}, 409)
            real = made.site.tables.now
            made.site.tables.now = lambda: real() + 660
            asked = await one.post(f"/matches/{match}/takeovers", {"seat": idle, "bot": "random"})
            assert asked["seats"][idle]["kind"] == "person" and asked["requests"][0]["due"] is None
            yes = {"kind": "takeover", "rev": asked["rev"], "yes": True}
            assert (await two.post(f"/matches/{match}/answers", yes))["seats"][idle]["kind"] == "bot"

    asyncio.run(run())


def test_talk_and_notes(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            eve = await made.client("Eve")
            said = await asyncio.gather(
                *(
                    who.post(f"/matches/{match}/messages", {"text": f"<b>{i}&"}, 201)
                    for i in range(4)
                    for who in (ada, ben)
                )
            )
            assert sorted(m["number"] for m in said) == list(range(1, 9))
            heard = await ben.get(f"/matches/{match}/messages?since=3")
            assert [m["number"] for m in heard["items"]] == [4, 5, 6, 7, 8]
            assert heard["items"][0]["text"].startswith("<b>")
            await eve.post(f"/matches/{match}/messages", {"text": "hello"}, 403)
            await eve.get(f"/matches/{match}/messages", 404)
            await ada.ask("PUT", f"/matches/{match}/note", {"text": "watch Ben"})
            assert (await ada.get(f"/matches/{match}/note"))["text"] == "watch Ben"
            assert (await ben.get(f"/matches/{match}/note"))["text"] == ""

    asyncio.run(run())


class Hook(http.server.BaseHTTPRequestHandler):
    """A webhook that writes down what it hears."""

    heard: list[dict[str, Any]] = []  # noqa: RUF012

    def do_POST(self) -> None:
        Hook.heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        pass


@pytest.mark.parametrize(
    "inside",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1",
        "::1", "::", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "ff0e::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2002:a01:203::1",
        "2001:0:4136:e378:8000:63bf:80ff:fffe", "::ffff:0:127.0.0.1",
    ],
)  # fmt: skip
def test_no_form_of_an_inner_address_is_public(inside: str) -> None:
    assert not public(inside)


def test_public_addresses_are_public_in_every_form() -> None:
    for outside in ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"):
        assert public(outside)


async def choose(client: Client, address: str | None, status: int) -> None:
    answer = await client.ask("PUT", "/me/notify", {"webhook": address})
    assert answer.status_code == status, answer.text


def test_turn_notices_go_to_a_webhook(sqlite: str) -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    async def run() -> None:
        async with house(sqlite, webhook_hosts=[f"127.0.0.1:{server.server_port}", "127.0.0.3"]) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            await choose(ada, f"http://127.0.0.1:{server.server_port}/hook", 204)
            await choose(ben, "http://127.0.0.2/", 422)
            await choose(ben, "https://127.0.0.3/x", 204)
            await choose(ben, "https://127.0.0.3:8443/x", 422)
            await choose(ben, "https://127.0.0.1/x", 422)
            spec = {"title": "promethium", "seats": seats("you", "you"), "pace": 3, "start": True}
            info = await ada.post("/matches", spec, 201)
            assert info["deadline"] > info["changed"] + 2 * 86_400
            while not Hook.heard:
                await asyncio.sleep(0.02)
            assert info["id"] in Hook.heard[0]["text"] and Hook.heard[0]["text"] == Hook.heard[0]["content"]
            assert (await ada.get("/me/notify"))["webhook"].endswith("/hook")
        async with house(sqlite) as made:
            cy = await made.client("Cy")
            for inside in ("https://127.0.0.1/x", "https://localhost/x", "http://example.org/", "file:///etc/passwd"):
                await choose(cy, inside, 422)
            for odd in (
                "https://8.8.8.8:22/x",
                f"https://8.8.8.8:{'9' * 400}/x",
                "https://[::1/x",
                "https://8.8.8.8:x/",
            ):
                await choose(cy, odd, 422)
            await choose(cy, "https://8.8.8.8/x", 204)

    try:
        asyncio.run(run())
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
