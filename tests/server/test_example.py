"""The example client plays a whole match through the API."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from soak_server import Player, Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"


@pytest.mark.slow
def test_two_example_bots_play_to_the_end(sqlite: str) -> None:
    async def run() -> list[str]:
        server = Server(sqlite)
        await server.start()
        player = Player(server, 0)
        while not player.acknowledged:
            await player.step()
        path = f"/matches/{player.match}/tokens"
        tokens = [(await player.ask("POST", path, {"seat": seat}))["code"] for seat in (0, 1)]
        bots = [
            await asyncio.create_subprocess_exec(
                sys.executable, str(EXAMPLE), server.base, player.match, token, stdout=asyncio.subprocess.PIPE
            )
            for token in tokens
        ]
        said = [(await bot.communicate())[0].decode() for bot in bots]
        await player.http.aclose()
        await server.kill()
        return said

    one, two = asyncio.run(run())
    assert one == two and one.startswith("[")
