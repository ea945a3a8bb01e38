"""News: revisions only, over server-sent events, and a server that stops although streams are open."""

from __future__ import annotations

import asyncio
import random
import signal

import httpx
from soak_server import Player, Server

from machinehall.server.play.hub import Hub
from server.kit import PATIENCE, house, play_on, two_players


async def next_event(lines: object) -> dict[str, str]:
    found: dict[str, str] = {}
    async for line in lines:  # type: ignore[attr-defined]
        if not line and found.get("event"):
            return found
        key, _, value = line.partition(": ")
        found[key] = value
    return {"event": "closed"}


def test_streams_carry_revisions_and_end_with_the_server(sqlite: str) -> None:
    async def run() -> None:
        server = Server(sqlite)
        await server.start()
        player = Player(server, 0)
        while len(player.acknowledged) < 3:
            await player.step()
        rev = (await player.ask("GET", f"/matches/{player.match}"))["rev"]
        path = f"/matches/{player.match}/live"
        async with player.http.stream("GET", path) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            lines = answer.aiter_lines()
            assert await next_event(lines) == {
                "retry": "1000",
                "": "",
                "event": "rev",
                "id": str(rev),
                "data": str(rev),
            }
            await player.step()
            assert int((await next_event(lines))["data"]) > rev
            async with player.http.stream("GET", path, headers={"last-event-id": str(rev)}) as again:
                assert int((await next_event(again.aiter_lines()))["id"]) > rev
            await player.ask("POST", f"/matches/{player.match}/messages", {"text": "hello"})
            assert (await next_event(lines))["event"] == "chat"
            async with httpx.AsyncClient(base_url=server.base + "/api/v1", timeout=PATIENCE) as stranger:
                assert (await stranger.get(path)).status_code == 401
            assert (await player.http.get(path, headers={"last-event-id": "x"})).status_code == 422
            stopping = asyncio.create_task(server.kill(signal.SIGTERM))
            while (event := await next_event(lines))["event"] not in ("end", "closed"):
                pass
            assert event["event"] == "end"
            await stopping
        await player.http.aclose()
        assert server.process is not None and server.process.returncode in (0, -signal.SIGTERM)

    asyncio.run(run())


def test_news_travels_between_processes(postgres: str) -> None:
    async def run() -> None:
        async with house(postgres) as one, house(postgres) as two:
            ada, ben, match = await two_players(one)
            with two.site.hub.listening(match) as listener:
                await play_on([ada, ben], match, 1, random.Random(23))
                rev = (await ada.get(f"/matches/{match}"))["rev"]
                while listener.rev < rev:  # news of the start may still be on its way
                    await asyncio.wait_for(listener.wake.wait(), PATIENCE)
                    listener.wake.clear()
                assert listener.rev == rev
                there = await two.client()
                there.http.cookies.update(ada.http.cookies)
                assert await there.get(f"/matches/{match}/view") == await ada.get(f"/matches/{match}/view")

    asyncio.run(run())


def test_a_heartbeat_keeps_a_quiet_stream_open() -> None:
    async def run() -> None:
        hub = Hub()
        stream = hub.stream("m", 3, 3, heartbeat=0.01)
        assert [await anext(stream), await anext(stream)] == [b"retry: 1000\n\n", b": still here\n\n"]
        assert hub.streams == 1
        hub.publish("m", 5)
        hub.publish("m", 6)
        assert await anext(stream) == b"event: rev\nid: 6\ndata: 6\n\n"
        hub.close()
        assert [part async for part in stream] == [b"event: end\ndata: \n\n"]
        assert hub.streams == 0

    asyncio.run(run())
