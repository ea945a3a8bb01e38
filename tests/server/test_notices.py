"""Turn notices by e-mail, through a real SMTP conversation; the limits of event streams."""

from __future__ import annotations

import asyncio
import contextlib
import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import httpx
from soak_server import Player, Server

from machinehall.server.config import Smtp
from server.kit import house, seats


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


def test_turn_notices_go_by_mail(sqlite: str) -> None:
    async def run(port: int) -> None:
        async with house(sqlite, **smtp(port)) as made:
            ada = await made.client("Ada")
            for bad in ("ada", "ada@home\nBcc: all@example.org", "ada@home\n", "ada\x1c@home", "@"):
                assert (await ada.ask("PUT", "/me/notify", {"email": bad})).status_code == 400
            assert (await ada.ask("PUT", "/me/notify", {"email": "ada@example.org"})).status_code == 204
            info = await ada.post("/matches", SPEC, 201)
            async with asyncio.timeout(20):
                while not PostOffice.letters:
                    await asyncio.sleep(0.02)
            recipient, letter = PostOffice.letters[0]
            assert recipient == "ada@example.org" and letter["From"] == "Tables <tables@example.org>"
            assert f"/m/{info['id']}" in letter.get_content() and letter["Subject"]

    with post_office() as port:
        asyncio.run(run(port))


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
        async with asyncio.timeout(20):
            while (await status(player.http, path)) == 429:  # the server notices closed streams a moment later
                await asyncio.sleep(0.05)
        await player.http.aclose()
        await server.kill()

    asyncio.run(run())


async def status(http: httpx.AsyncClient, path: str) -> int:
    async with http.stream("GET", path) as answer:
        return answer.status_code
