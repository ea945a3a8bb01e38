"""The example client plays a whole match through the API."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from soak_server import Player, Server

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "bot_client.py"
GUIDE = ROOT / "docs" / "bots.md"


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


def test_the_bot_of_the_guide_follows_an_invitation(sqlite: str, tmp_path: Path) -> None:
    """It comes to a served table by the link that people get, and plays to the end."""
    (tmp_path / "mine.py").write_text(GUIDE.read_text().split("```python file=mine.py\n")[1].split("```")[0])

    async def run() -> str:
        server = Server(sqlite)
        await server.start()
        host = Player(server, 0)
        await host.ask("POST", "/identities", {"name": "Host"})
        seats = [{"kind": "bot"}, {"kind": "invited"}]
        info = await host.ask("POST", "/matches", {"title": "promethium", "seats": seats})
        link = f"{server.base}/t/{info['id']}/join#{info['invites']['1']}"
        guest = await asyncio.create_subprocess_exec(
            sys.executable, str(ROOT / "examples" / "seat_bot.py"), link, "mine:Miser",
            cwd=tmp_path, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        while await host.ask("POST", f"/matches/{info['id']}/start") is None:
            assert guest.returncode is None, "the bot has gone before the match"
            await asyncio.sleep(0.05)
        said = (await guest.communicate())[0].decode()
        await host.http.aclose()
        await server.kill()
        return said

    assert asyncio.run(run()).startswith("[")
