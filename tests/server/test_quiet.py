"""Mute and block: listed, undone, and never told with anybody's id."""

from __future__ import annotations

import asyncio

from server.kit import Client, House, house, seats, two_players


async def texts(client: Client, match: str) -> list[str]:
    return [item["text"] for item in (await client.get(f"/matches/{match}/messages"))["items"]]


async def listed_table(made: House, owner: Client) -> str:
    spec = {"title": "promethium", "seats": seats("you", "person"), "visibility": "listed"}
    return str((await owner.post("/matches", spec, 201))["id"])


def test_who_is_muted_is_not_heard_at_any_table(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            said = await ben.post(f"/matches/{match}/messages", {"text": "rude"}, 201)
            await ada.post(f"/matches/{match}/messages", {"text": "kind"}, 201)
            listed = await ada.post(f"/matches/{match}/mute", {"message": said["number"]})
            assert [(entry["name"], entry["block"]) for entry in listed["items"]] == [("Ben", False)]
            assert await texts(ada, match) == ["kind"] and await texts(ben, match) == ["rude", "kind"]
            other = await listed_table(made, ada)
            await ben.post(f"/matches/{other}/join", {})  # muted, not blocked
            await ben.post(f"/matches/{other}/messages", {"text": "rude again"}, 201)
            assert await texts(ada, other) == []
            entry = listed["items"][0]["id"]
            assert (await ben.ask("DELETE", f"/me/muted/{entry}")).status_code == 404, "the list is the caller's own"
            assert (await ada.ask("DELETE", f"/me/muted/{entry}")).status_code == 204
            assert await texts(ada, other) == ["rude again"] and (await ada.get("/me/muted"))["items"] == []

    asyncio.run(run())


def test_who_is_blocked_neither_sits_down_nor_invites(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            listed = await ada.post(f"/matches/{match}/mute", {"seat": 1, "block": True})
            assert listed["items"][0]["block"]
            own = await listed_table(made, ada)
            assert (await ben.post(f"/matches/{own}/join", {}, 403))["message"] == "table.blocked"
            async with made.site.tables.table(match) as table:
                while table.live.to_act:
                    seat = table.live.to_act[0]
                    await made.site.tables.play_at(table, seat, table.live.legal(seat)[0])
            again = await ben.post(f"/matches/{match}/rematch")
            assert [seat["kind"] for seat in again["seats"]] == ["person", "person"]
            assert not again["seats"][0]["taken"], "no invitation from somebody who is blocked"
            muted = await ada.post(f"/matches/{match}/mute", {"seat": 1})
            assert len(muted["items"]) == 1 and not muted["items"][0]["block"], "one entry for each person"
            await ben.post(f"/matches/{own}/join", {})

    asyncio.run(run())


def test_bad_wishes_change_nothing(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match = await two_players(made)
            eve = await made.client("Eve")
            await ada.post(f"/matches/{match}/mute", {}, 422)
            await ada.post(f"/matches/{match}/mute", {"seat": 0}, 422)
            await ada.post(f"/matches/{match}/mute", {"seat": 1, "message": 1}, 422)
            await ada.post(f"/matches/{match}/mute", {"seat": 5}, 404)
            await ada.post(f"/matches/{match}/mute", {"message": 9}, 404)
            await eve.post(f"/matches/{match}/mute", {"seat": 1}, 403)
            await eve.post(f"/matches/{match}/mute", {"message": 1}, 404)
            await (await made.client()).get("/me/muted", 401)
            assert (await ada.get("/me/muted"))["items"] == []

    asyncio.run(run())
