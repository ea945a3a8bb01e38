"""The pages of feats: all of them for anybody, the earned ones for who earned them, and the end of a match."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server.kit import easy_feats, finish, house, seats

from machinehall.words import languages, say


def test_all_feats_in_every_language(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            stranger = await made.client()
            for lang in languages():
                page = (await stranger.http.get("/feats", headers={"accept-language": lang})).text
                words = say(lang)
                assert page.count('<li class="feat">') == 20 and "feat done" not in page
                assert words("web.feats") in page and words("nucleum.feats.lightning") in page
                assert words("web.feats.count", 0, 20) in page and words("web.feats.count", 0, 4) in page
                assert "/rules/nucleum#NU-25.20" in page

    asyncio.run(run())


@pytest.mark.rule("MH-2.2")
def test_earned_feats_on_their_pages(sqlite: str, tmp_path: Path) -> None:
    """With components of the owner's: the end page plays the match again with the same ones."""

    async def run() -> None:
        async with house(sqlite, packs={"nucleum": easy_feats(tmp_path)}) as made:
            ola, eve = await made.client("Ola"), await made.client("Eve")
            spec = {"title": "nucleum", "seats": seats("you", "bot:random"), "start": True, "visibility": "open"}
            match = (await ola.post("/matches", spec, 201))["id"]
            for seed in range(9):  # the deal is left to chance: until Ola has built something
                await finish(made, match, seed)
                if (await ola.get(f"/matches/{match}/feats"))["items"]:
                    break
                match = (await ola.post("/matches", spec, 201))["id"]
            for reader in (ola, eve):
                end = await reader.http.get(f"/t/{match}")
                assert end.status_code == 200
                assert "Feats of this match" in end.text and "Build all 1 of your urban buildings." in end.text
                assert "for the first time" in end.text and "Score track" in end.text
                assert (await reader.http.get(f"/t/{match}/export/log.txt")).status_code == 200
            mine = (await ola.http.get("/feats")).text
            assert "feat done" in mine and f'href="/t/{match}"' in mine
            assert "feat done" not in (await eve.http.get("/feats")).text

    asyncio.run(run())
