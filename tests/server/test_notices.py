"""Turn notices by e-mail, through a real SMTP conversation; the limits of event streams."""

from __future__ import annotations

import asyncio
import contextlib
import email
import email.policy
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from soak_server import Player, Server

from machinehall.server.config import Config, Smtp
from machinehall.server.people import mailboxes
from machinehall.server.people.mailboxes import base_url
from server.kit import BASE, PATIENCE, Client, House, house, seats

HERE = "https://tables.example.org"


class PostOffice(socketserver.StreamRequestHandler):
    """As much of SMTP as one letter needs."""

    letters: list[tuple[str, EmailMessage]] = []  # noqa: RUF012

    def handle(self) -> None:
        self.answer("220 ready")
        recipient = ""
        while line := self.rfile.readline().decode().strip():
            word = line.upper()
            if word.startswith("RCPT TO:"):
                recipient = line[8:].strip().strip("<>")
            if word == "DATA":
                self.answer("354 go on")
                PostOffice.letters.append((recipient, self.letter()))
            self.answer("221 bye" if word == "QUIT" else "250 ok")
            if word == "QUIT":
                return

    def answer(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def letter(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        return email.message_from_bytes(b"".join(lines), policy=email.policy.default)


@contextlib.contextmanager
def post_office() -> Iterator[int]:
    PostOffice.letters.clear()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), PostOffice) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


def smtp(port: int) -> dict[str, Any]:
    return {"smtp": Smtp(host="127.0.0.1", port=port, sender="Tables <tables@example.org>", starttls=False)}


SPEC = {"title": "promethium", "seats": seats("you", "you"), "pace": 3, "start": True}


async def letters(many: int) -> list[tuple[str, EmailMessage]]:
    """The first letters, as soon as so many are there."""
    async with asyncio.timeout(60):
        while len(PostOffice.letters) < many:
            await asyncio.sleep(0.02)
    return PostOffice.letters[:many]


async def quiet(made: House) -> None:
    """Until everything that is to be sent has been sent."""
    async with asyncio.timeout(60):
        while made.site.notices.waiting:
            await asyncio.sleep(0.02)


def code_in(letter: EmailMessage) -> str:
    found = re.search(r"/confirm#([\w-]{30,})", letter.get_content())
    assert found is not None, letter.get_content()
    return found[1]


async def confirmed(made: House, client: Client, address: str) -> None:
    """Somebody with an address that is theirs."""
    many = len(PostOffice.letters)
    assert (await client.ask("PUT", "/me/notify", {"email": address})).status_code == 204
    letter = (await letters(many + 1))[-1][1]
    await (await made.client()).post("/notify/confirm", {"code": code_in(letter)}, 204)


def test_turn_notices_go_by_mail_to_confirmed_addresses_only(database: str) -> None:
    async def run(port: int) -> None:
        async with house(database, public_url="https://tables.example.org", **smtp(port)) as made:
            ada = await made.client()
            ada.http.base_url, ada.http.headers["origin"] = HERE, HERE
            await ada.introduce("Buy now at https://evil.example")
            for bad in ("ada", "ada@home\nBcc: all@example.org", "ada@home\n", "ada\x1c@home", "@"):
                assert (await ada.ask("PUT", "/me/notify", {"email": bad})).status_code == 400
            assert (await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})).status_code == 204
            (recipient, first), *_ = await letters(1)
            assert recipient == "ada@example.org" and "evil" not in first.as_string()
            table = await ada.post("/matches", SPEC, 201)
            await quiet(made)
            assert len(PostOffice.letters) == 1 and not (await ada.get("/me/notify"))["confirmed"]
            code, stranger = {"code": code_in(first)}, await made.client()
            del stranger.http.headers["origin"]
            await stranger.post("/notify/confirm", {"code": "made up"}, 403)
            await stranger.post("/notify/confirm", code, 204)
            await stranger.post("/notify/confirm", code, 403)
            assert (await ada.get("/me/notify"))["confirmed"]
            table = await ada.post("/matches", SPEC, 201)
            recipient, letter = (await letters(2))[1]
            text = letter.get_content()
            assert recipient == "ada@example.org" and letter["From"] == "Tables <tables@example.org>"
            assert "evil" not in letter.as_string() and letter["Subject"] and letter["Auto-Submitted"]
            link = re.search(rf"{HERE}(/t/[\w-]+)", text)
            assert link is not None and link[1] == f"/t/{table['id']}"
            assert (await ada.http.get(link[1])).status_code == 200
            assert (await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})).status_code == 204
            await quiet(made)
            assert (await ada.get("/me/notify"))["confirmed"] and len(PostOffice.letters) == 2

    with post_office() as port:
        asyncio.run(run(port))


def test_a_code_expires_and_another_letter_can_be_asked_for(sqlite: str) -> None:
    async def run(port: int) -> None:
        async with house(sqlite, **smtp(port)) as made:
            ada, boxes = await made.client("Ada"), made.site.notices.mailboxes
            assert (await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})).status_code == 204
            old = code_in((await letters(1))[0][1])
            boxes.now = lambda: time.time() + 86_401
            await ada.post("/notify/confirm", {"code": old}, 403)
            await ada.post("/me/notify/again", status=204)
            new = code_in((await letters(2))[1][1])
            await ada.post("/notify/confirm", {"code": old}, 403)
            await ada.post("/notify/confirm", {"code": new}, 204)
            assert (await ada.ask("PUT", "/me/notify", {"email": "other@example.org"})).status_code == 204
            assert not (await ada.get("/me/notify"))["confirmed"]

    with post_office() as port:
        asyncio.run(run(port))


def test_few_letters_go_to_one_address_and_for_one_person(database: str) -> None:
    async def run(port: int) -> None:
        async with house(database, **smtp(port)) as made:
            answers = []
            for spelled in ("Ada@example.org", "ada@example.org", "ada+1@Example.org", "ada+2@example.org"):
                stranger = await made.client("Stranger")
                answers.append((await stranger.ask("PUT", "/me/notify", {"email": spelled})).status_code)
            assert answers == [204, 204, 204, 429]
            assert (await stranger.get("/me/notify"))["email"] is None
            await letters(3)
            eve = await made.client("Eve")
            wishes = [eve.ask("PUT", "/me/notify", {"email": f"{n}@example.org"}) for n in range(7)]
            answers = [answer.status_code for answer in await asyncio.gather(*wishes)]
            assert sorted(answers) == [204] * 5 + [429] * 2
            await letters(8)
            await quiet(made)
            assert len(PostOffice.letters) == 8

    with post_office() as port:
        asyncio.run(run(port))


def test_turn_notices_are_not_many(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailboxes, "TURNS_HOUR", 3)

    async def run(port: int) -> None:
        async with house(sqlite, **smtp(port)) as made:
            ada = await made.client("Ada")
            await confirmed(made, ada, "ada@example.org")
            for _ in range(5):
                await ada.post("/matches", SPEC, 201)
            await quiet(made)
            assert len(PostOffice.letters) == 1 + 3
            made.site.notices.mailboxes.now = lambda: time.time() + 3_700
            await ada.post("/matches", SPEC, 201)
            await letters(5)

    with post_office() as port:
        asyncio.run(run(port))


def test_letters_are_ended_with_one_click_and_without_signing_in(database: str) -> None:
    async def run(port: int) -> None:
        async with house(database, **smtp(port)) as made:
            ada = await made.client("Ada")
            await confirmed(made, ada, "ada@example.org")
            await ada.post("/matches", SPEC, 201)
            letter = (await letters(2))[1][1]
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            link = letter["List-Unsubscribe"].strip("<>")
            assert link in letter.get_content().replace("\n", "")
            path = link.partition("8120")[2]
            # A mail provider sends neither cookie nor origin.
            transport = httpx.ASGITransport(app=made.app)
            async with httpx.AsyncClient(transport=transport, base_url=BASE) as provider:
                assert (await provider.get(path)).status_code == 200
                assert (await ada.get("/me/notify"))["confirmed"]  # looking changes nothing: scanners follow links
                for _ in range(2):
                    done = await provider.post(path, data={"List-Unsubscribe": "One-Click"})
                    assert done.status_code == 200
                assert (await provider.post("/stop?t=made-up")).status_code == 200
            assert (await ada.get("/me/notify"))["email"] is None
            await ada.post("/matches", SPEC, 201)
            await quiet(made)
            assert len(PostOffice.letters) == 2
            assert (await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})).status_code == 204

    with post_office() as port:
        asyncio.run(run(port))


def test_who_does_not_want_to_be_asked_is_not_asked_again(sqlite: str) -> None:
    async def run(port: int) -> None:
        async with house(sqlite, **smtp(port)) as made:
            eve, mallory = await made.client("Eve"), await made.client("Mallory")
            assert (await eve.ask("PUT", "/me/notify", {"email": "victim@example.org"})).status_code == 204
            link = (await letters(1))[0][1]["List-Unsubscribe"].strip("<>").partition("8120")[2]
            assert (await (await made.client()).http.post(link)).status_code == 200
            for who in (eve, mallory):
                answer = await who.ask("PUT", "/me/notify", {"email": "Victim+x@example.org"})
                assert (answer.status_code, answer.json()["message"]) == (422, "notify.stopped")
            made.site.notices.mailboxes.now = lambda: time.time() + 91 * 86_400
            assert (await mallory.ask("PUT", "/me/notify", {"email": "victim@example.org"})).status_code == 204

    with post_office() as port:
        asyncio.run(run(port))


def test_where_people_find_the_server() -> None:
    assert base_url(Config(public_url="https://tables.example.org/")) == "https://tables.example.org"
    assert base_url(Config(host="0.0.0.0", port=9000)) == "http://localhost:9000"
    assert base_url(Config(host="::1", port=9000)) == "http://[::1]:9000"


def test_a_dead_mail_server_disturbs_nobody(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, **smtp(1)) as made:
            ada = await made.client("Ada")
            assert (await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})).status_code == 204
            info = await ada.post("/matches", SPEC, 201)
            sight = await ada.get(f"/matches/{info['id']}/view")
            body = {"action": sight["legal"][0], "rev": sight["rev"], "seat": sight["seat"]}
            await ada.post(f"/matches/{info['id']}/actions", body)
            assert made.site.notices.sent == 0

    asyncio.run(run())


def test_without_a_mail_server_nobody_is_promised_mail(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            answer = await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})
            assert answer.status_code == 422 and answer.json()["message"] == "notify.no_mail"

    asyncio.run(run())


def test_one_caller_may_hold_so_many_streams(sqlite: str) -> None:
    async def run() -> None:
        server = Server(sqlite)
        server.environment["MACHINEHALL_STREAMS"] = "3"
        await server.start()
        player = Player(server, 0)
        while len(player.acknowledged) < 1:
            await player.step()
        path = f"/matches/{player.match}/live"
        async with contextlib.AsyncExitStack() as open_streams:
            for _ in range(3):
                answer = await open_streams.enter_async_context(player.http.stream("GET", path))
                assert answer.status_code == 200
            refused = await player.http.get(path)
            assert refused.status_code == 429 and refused.json()["message"] == "security.too_many_streams"
        async with asyncio.timeout(PATIENCE):
            while (await status(player.http, path)) == 429:  # the server notices closed streams a moment later
                await asyncio.sleep(0.05)
        await player.http.aclose()
        await server.kill()

    asyncio.run(run())


async def status(http: httpx.AsyncClient, path: str) -> int:
    async with http.stream("GET", path) as answer:
        return answer.status_code
