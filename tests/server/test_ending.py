"""A match that is over stays over: going back needs everybody, and nothing given out meanwhile (MH-1.5)."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from machinehall.server.store.audit import audit
from server.kit import Client, House, house, play_on, started, two_players


async def ended(made: House, **more: Any) -> tuple[Client, Client, str, int]:
    """Two people whose match has just ended; the first of them made the last decision, whose number comes last."""
    ada, ben, match = await two_players(made, **more)
    await play_on([ada, ben], match, 1_000, random.Random(1))
    rows = [row for row in await made.site.store.tail(match, 0) if row.kind == "play"]
    players = (ada, ben) if rows[-1].seat == 0 else (ben, ada)
    return *players, match, rows[-1].first


async def rev_of(client: Client, match: str) -> int:
    return int((await client.get(f"/matches/{match}"))["rev"])


@pytest.mark.rule("MH-1.5")
def test_the_last_mover_alone_cannot_go_back(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            last, _, match, number = await ended(made)
            before = await last.get(f"/matches/{match}")
            refused = await last.post(f"/matches/{match}/undo", {"rev": before["rev"]}, 422)
            assert (refused["rule"], refused["message"]) == ("MH-1.5", "undo.over")
            assert (await last.get(f"/matches/{match}/view"))["undo"] == "undo.over"
            await last.get(f"/matches/{match}/record")
            body = {"rev": await rev_of(last, match), "number": number}
            for path in ("undo", "undo-requests"):
                sent = body if path == "undo-requests" else {"rev": body["rev"]}
                refused = await last.post(f"/matches/{match}/{path}", sent, 422)
                assert (refused["rule"], refused["message"]) == ("MH-1.5", "undo.final")
            after = await last.get(f"/matches/{match}")
            assert after["outcome"] == before["outcome"] and (before["final"], after["final"]) == (False, True)
            assert await audit(made.site.store, made.site.tables.title, match) == []

    asyncio.run(run())


@pytest.mark.rule("MH-1.5")
def test_an_end_can_be_settled_or_left_after_a_restart(database: str) -> None:
    """The position of the end is kept already: what brings no decision does not write it once more."""

    async def run() -> None:
        async with house(database) as made:
            last, other, match, number = await ended(made)
            made.site.tables._tables.clear()  # as after a restart
            body = {"rev": await rev_of(last, match), "number": number}
            asked = await last.post(f"/matches/{match}/undo-requests", body)
            made.site.tables._tables.clear()
            no = {"kind": "undo", "rev": asked["rev"], "yes": False}
            await other.post(f"/matches/{match}/answers", no)
            made.site.tables._tables.clear()
            assert (await last.post(f"/matches/{match}/final"))["final"]
            assert await audit(made.site.store, made.site.tables.title, match) == []

    asyncio.run(run())


@pytest.mark.rule("MH-1.5")
def test_everybody_together_can_go_back_until_something_is_given_out(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            last, other, match, number = await ended(made)
            body = {"rev": await rev_of(last, match), "number": number}
            asked = await last.post(f"/matches/{match}/undo-requests", body)
            assert asked["status"] == "over" and len(asked["requests"][0]["needs"]) == 1
            yes = {"kind": "undo", "rev": asked["rev"], "yes": True}
            await last.post(f"/matches/{match}/answers", yes)  # the asker's own yes is no consent of the other
            assert (await last.get(f"/matches/{match}"))["status"] == "over"
            back = await other.post(f"/matches/{match}/answers", yes | {"rev": await rev_of(other, match)})
            assert back["status"] == "running" and back["outcome"] is None and back["number"] == number
            sight = await last.get(f"/matches/{match}/view")
            await last.post(f"/matches/{match}/actions", {"action": sight["legal"][0], "rev": sight["rev"]})
            over = await last.get(f"/matches/{match}")
            assert over["status"] == "over" and over["outcome"] is not None
            # A request is void as soon as somebody takes the record meanwhile.
            asked = await last.post(f"/matches/{match}/undo-requests", {"rev": over["rev"], "number": number})
            await other.get(f"/matches/{match}/record")
            now = await rev_of(other, match)
            await other.post(f"/matches/{match}/answers", {"kind": "undo", "rev": now, "yes": True}, 409)
            assert (await last.get(f"/matches/{match}"))["outcome"] == over["outcome"]
            assert await audit(made.site.store, made.site.tables.title, match) == []

    asyncio.run(run())


@pytest.mark.rule("MH-1.5")
def test_one_who_was_replaced_by_a_bot_has_to_agree_too(sqlite: str) -> None:
    """Otherwise whoever had the other replaced could choose the result alone."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await ben.post(f"/matches/{match}/leave", {"seat": 1})
            await ada.post(f"/matches/{match}/takeovers", {"seat": 1, "bot": "random"})
            rng = random.Random(4)
            async with made.site.tables.table(match) as table:
                while table.live.to_act:
                    seat = table.live.to_act[0]
                    await made.site.tables.play_at(table, seat, rng.choice(table.live.legal(seat)))
            rows = [row for row in await made.site.store.tail(match, 0) if row.kind == "play" and row.seat == 0]
            body = {"rev": await rev_of(ada, match), "number": rows[-1].first}
            asked = await ada.post(f"/matches/{match}/undo-requests", body)
            assert asked["status"] == "over" and asked["requests"][0]["needs"] == [1]
            yes = {"kind": "undo", "rev": asked["rev"], "yes": True}
            assert (await ben.post(f"/matches/{match}/answers", yes))["status"] == "running"

    asyncio.run(run())


@pytest.mark.rule("MH-1.5")
@pytest.mark.parametrize("given", ["record", "final", "thinking"])
def test_whatever_is_told_only_after_the_end_makes_it_final(sqlite: str, given: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await started(made, "you", "you", "bot:random")
            await made.site.ending.sweep()
            rng = random.Random(3)
            async with made.site.tables.table(match) as table:
                while table.live.to_act:
                    seat = table.live.to_act[0]
                    await made.site.tables.play_at(table, seat, rng.choice(table.live.legal(seat)))
            assert not (await ada.get(f"/matches/{match}"))["final"]
            if given == "thinking":
                await ada.get(f"/matches/{match}/positions/0/thinking", 404)  # chance decided there; but it was asked
            else:
                await ada.ask("GET" if given == "record" else "POST", f"/matches/{match}/{given}")
            assert (await ada.get(f"/matches/{match}"))["final"]

    asyncio.run(run())


@pytest.mark.rule("MH-1.5")
def test_a_stranger_who_watches_cannot_make_an_end_final(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            last, _, match, _ = await ended(made, visibility="open")
            eve = await made.client("Eve")
            refused = await eve.get(f"/matches/{match}/record", 409)
            assert refused["message"] == "table.not_final"
            await eve.post(f"/matches/{match}/final", status=409)
            assert not (await last.get(f"/matches/{match}"))["final"]
            await last.post(f"/matches/{match}/final")
            assert (await eve.get(f"/matches/{match}/record"))["log"]

    asyncio.run(run())


@pytest.mark.rule("MH-1.5")
def test_an_end_becomes_final_by_itself(database: str) -> None:
    async def run() -> None:
        async with house(database, final_hours=2) as made:
            last, _, match, number = await ended(made)
            real = made.site.tables.now
            made.site.tables.now = lambda: real() + 3_600
            await made.site.ending.sweep()
            assert not (await last.get(f"/matches/{match}"))["final"]
            made.site.tables.now = lambda: real() + 2 * 3_600 + 60
            await made.site.ending.sweep()
            assert (await last.get(f"/matches/{match}"))["final"]
            body = {"rev": await rev_of(last, match), "number": number}
            await last.post(f"/matches/{match}/undo-requests", body, 422)

    asyncio.run(run())
