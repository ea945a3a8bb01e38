"""Nucleum alone in the browser's pages: the Baron has a panel, tells his turns, and is on the page of the end."""

from __future__ import annotations

import asyncio
import random

from server.kit import house, seats

PART = {"mh-part": "1"}


def test_help_says_who_the_rival_is_and_what_gives_up_is_not_the_first_button(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for told, whom in ((True, ("you",)), (False, ("you", "bot:random"))):
                body = {"title": "nucleum", "seats": seats(*whom), "start": True}
                match = (await ada.post("/matches", body, 201))["id"]
                page = (await ada.http.get(f"/t/{match}")).text
                assert ("Alone, your rival is the Baron" in page) == told
            body = {"title": "nucleum", "seats": seats("you"), "start": True}
            match = (await ada.post("/matches", body, 201))["id"]
            rng = random.Random(4)
            while "gives up the rest" not in (page := (await ada.http.get(f"/t/{match}")).text):
                await ada.play_random(match, rng)
            assert 'class="btn act closes" id="close-end"' in " ".join(page.split())

    asyncio.run(run())


def test_a_match_alone_from_the_preset_to_the_end(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            titles = {row["name"]: row for row in (await ada.get("/titles"))["items"]}
            assert titles["nucleum"]["seats"] == [1, 4] and titles["nucleum"]["presets"]["two-barons"] == {"barons": 2}
            page = await ada.http.get("/new?title=nucleum&preset=hard")
            assert page.status_code == 200 and 'aria-current="true">One Baron with five challenges' in page.text
            assert 'name="option.frederik_6" value="1" checked' in page.text
            body = {"title": "nucleum", "seats": seats("you"), "options": {"barons": 2}, "start": True}
            match = (await ada.post("/matches", body, 201))["id"]
            rng = random.Random(4)
            for number in range(400):
                if number % 40 == 3:
                    page = await ada.http.get(f"/t/{match}")
                    assert page.status_code == 200 and 'id="queue-1"' in page.text and 'id="queue-2"' in page.text
                    assert "Baron II" in page.text
                if not await ada.play_random(match, rng):
                    break
            page = await ada.http.get(f"/t/{match}?seat=0")
            assert page.status_code == 200 and 'class="chart"' in page.text and "Baron II" in page.text
            sheet = (await ada.http.get(f"/t/{match}/export/scoring.csv")).text.splitlines()
            assert [row.split(",")[0] for row in sheet] == ["Player", "Ada", "Baron", "Baron II"]
            assert "." not in sheet[0], "the heads are words, not ids"
            for kind in ("record.json", "log.txt", "board.svg"):
                answer = await ada.http.get(f"/t/{match}/export/{kind}")
                assert answer.status_code == 200 and len(answer.content) > 100, kind
            assert "[NU-23.25]" in (await ada.http.get(f"/t/{match}/export/log.txt")).text

    asyncio.run(run())
