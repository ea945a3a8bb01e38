"""A reason names players as the table calls them."""

from __future__ import annotations

import asyncio

import pytest
from server.kit import house, seats

import machinehall as mh
from machinehall.kernel.values import Refusal
from machinehall.server.errors import Refused
from machinehall.web.table import moves


def test_a_bot_that_would_have_to_be_paid_is_named(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fee = Refused(Refusal("IS-8.6", "refuse.fee", (10, 0, (1,))), mh.title("imperial-steam"))
    monkeypatch.setattr(moves, "best_refusal", lambda *_: (fee, ""))

    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            body = {"title": "imperial-steam", "seats": seats("you", "bot:apprentice"), "start": True}
            match = (await ada.post("/matches", body, 201))["id"]
            told = await ada.http.get(f"/t/{match}/why?place=tile-lay", headers={"mh-part": "1"})
            assert "must be paid 10 fl. in all: Apprentice." in told.text

    asyncio.run(run())
