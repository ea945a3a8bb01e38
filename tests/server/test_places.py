"""A seat belongs to its player: takeovers with time to come back, removal before the start, rematches that invite."""

from __future__ import annotations

import asyncio
import random

import pytest

from machinehall.server.thinking.runner import acting_bot
from server.kit import Client, House, house, play_on, seats, two_players

MINUTE = 60.0


class Clock:
    """The time of a house, moved by hand."""

    def __init__(self, made: House) -> None:
        self.at = made.site.tables.now()
        made.site.tables.now = lambda: self.at

    def minutes(self, count: float) -> None:
        self.at += count * MINUTE


async def idle_pair(made: House) -> tuple[Client, Client, str, int, Clock]:
    """Somebody who waits, somebody who does not move, the match, the idle seat."""
    clock = Clock(made)
    ada, ben, match = await two_players(made)
    idle = (await ada.get(f"/matches/{match}"))["to_act"][0]
    return (ada, ben)[1 - idle], (ada, ben)[idle], match, idle, clock


def test_one_person_alone_waits_longer_and_everybody_sees_it(database: str) -> None:
    async def run() -> None:
        async with house(database, takeover_minutes=10, takeover_alone_minutes=60) as made:
            waits, slow, match, idle, clock = await idle_pair(made)
            body = {"seat": idle, "bot": "random"}
            clock.minutes(9)
            await waits.post(f"/matches/{match}/takeovers", body, 409)
            clock.minutes(2)
            asked = await waits.post(f"/matches/{match}/takeovers", body)
            assert asked["seats"][idle]["kind"] == "person", "not at once"
            seen = (await slow.get(f"/matches/{match}"))["requests"][0]
            assert (seen["kind"], seen["seat"], seen["asked_by"]) == ("takeover", idle, 1 - idle)
            assert seen["due"] == pytest.approx(clock.at + 60 * MINUTE)
            await waits.post(f"/matches/{match}/takeovers", body, 409)  # asking again does not shorten it
            yes = {"kind": "takeover", "rev": asked["rev"], "yes": True}
            clock.minutes(59)
            refused = await waits.post(f"/matches/{match}/answers", yes, 409)
            assert refused["message"] == "ask.not_yet" and refused["args"] == [1]
            clock.minutes(2)
            done = await waits.post(f"/matches/{match}/answers", yes)
            assert done["seats"][idle]["kind"] == "bot" and done["seats"][idle]["away"]

    asyncio.run(run())


def test_whose_seat_it_is_objects_or_moves(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            waits, slow, match, idle, clock = await idle_pair(made)
            for way in ("objects", "moves"):
                clock.minutes(11)
                asked = await waits.post(f"/matches/{match}/takeovers", {"seat": idle, "bot": "random"})
                no = {"kind": "takeover", "rev": asked["rev"], "yes": False}
                if way == "objects":
                    assert not (await slow.post(f"/matches/{match}/answers", no))["requests"]
                else:
                    await slow.play_random(match, random.Random(1))
                    assert not (await slow.get(f"/matches/{match}"))["requests"]
            clock.minutes(300)
            await waits.post(f"/matches/{match}/answers", no | {"yes": True, "rev": asked["rev"] + 1}, 409)
            assert (await waits.get(f"/matches/{match}"))["seats"][idle]["kind"] == "person"

    asyncio.run(run())


def test_the_owner_of_a_seat_always_comes_back(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            waits, slow, match, idle, clock = await idle_pair(made)
            clock.minutes(11)
            asked = await waits.post(f"/matches/{match}/takeovers", {"seat": idle, "bot": "random"})
            clock.minutes(61)
            await waits.post(f"/matches/{match}/answers", {"kind": "takeover", "rev": asked["rev"], "yes": True})
            sight = await slow.get(f"/matches/{match}/view")  # still sees the table, from the own seat
            assert (sight["seat"], sight["legal"]) == (idle, [])
            stream = await slow.get(f"/matches/{match}/messages")
            assert stream["items"] == []
            refused = await slow.post(f"/matches/{match}/actions", {"action": "pass", "rev": sight["rev"]}, 403)
            assert refused["message"] == "table.come_back"
            await waits.post(f"/matches/{match}/come-back", {"seat": idle}, 403)
            async with made.site.tables.table(match) as table:
                assert acting_bot(table) == idle
            back = await slow.post(f"/matches/{match}/come-back", {})
            assert back["seats"][idle] | {"kind": "person", "yours": True, "away": False} == back["seats"][idle]
            async with made.site.tables.table(match) as table:
                assert acting_bot(table) is None, "the bot yields"
            assert back["told"][-1]["message"] == "told.came_back"
            assert await slow.play_random(match, random.Random(1))
            await slow.post(f"/matches/{match}/come-back", {}, 409)

    asyncio.run(run())


def test_who_left_comes_back_too(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await ben.post(f"/matches/{match}/leave", {"seat": 1})
            assert (await ben.get(f"/matches/{match}/view"))["seat"] == 1
            done = await ada.post(f"/matches/{match}/takeovers", {"seat": 1, "bot": "random"})
            assert done["seats"][1]["kind"] == "bot", "who stands up by themselves is not waited for"
            back = await ben.post(f"/matches/{match}/come-back", {"seat": 1})
            assert back["seats"][1]["yours"] and not back["seats"][1]["left"]
            await play_on([ada, ben], match, 5, random.Random(2))

    asyncio.run(run())


@pytest.mark.rule("MH-2.1")
def test_a_bot_that_decided_leaves_its_mark(sqlite: str) -> None:
    """Nobody lets a strong bot play and comes back for the feats; but being replaced for a moment costs nothing."""
    from machinehall.server.store.deeds import earning

    async def run() -> None:
        async with house(sqlite) as made:
            for decides in (False, True):
                ada, ben, match = await two_players(made)
                await ben.post(f"/matches/{match}/leave", {"seat": 1})
                await ada.post(f"/matches/{match}/takeovers", {"seat": 1, "bot": "random"})
                async with made.site.tables.table(match) as table:
                    while decides and acting_bot(table) != 1:
                        await made.site.tables.play_at(table, 0, table.live.legal(0)[0])
                    if decides:
                        await made.site.tables.play_at(table, 1, table.live.legal(1)[0])
                await ben.post(f"/matches/{match}/come-back", {})
                async with made.site.tables.table(match) as table:
                    assert [row.seat for row in earning(table.seats)] == ([0] if decides else [0, 1])

    asyncio.run(run())


def test_two_hands_of_one_person_are_one_voice(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            clock = Clock(made)
            ada, ben, cy = [await made.client(name) for name in ("Ada", "Ben", "Cy")]
            spec = {"title": "promethium", "seats": seats("you", "you", "person", "person"), "visibility": "listed"}
            match = (await ada.post("/matches", spec, 201))["id"]
            for person in (ben, cy):
                await person.post(f"/matches/{match}/join", {})
            await ada.post(f"/matches/{match}/start")
            await cy.post(f"/matches/{match}/leave", {"seat": 3})
            clock.minutes(1)
            asked = await ada.post(f"/matches/{match}/takeovers", {"seat": 3, "bot": "random"})
            assert asked["seats"][3]["kind"] == "person" and asked["requests"][0]["needs"] == [2]

    asyncio.run(run())


def test_the_owner_frees_a_seat_before_the_start(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, cy = [await made.client(name) for name in ("Ada", "Ben", "Cy")]
            spec = {"title": "promethium", "seats": seats("you", "person"), "visibility": "listed"}
            match = (await ada.post("/matches", spec, 201))["id"]
            await ben.post(f"/matches/{match}/join", {})
            await ben.post(f"/matches/{match}/remove", {"seat": 0}, 403)
            done = await ada.post(f"/matches/{match}/remove", {"seat": 1})
            assert not done["seats"][1]["taken"] and done["told"][-1]["args"] == ["Ben"]
            assert set(done["told"][-1]) == {"message", "args", "rev"}, "nobody's id is told"
            assert (await ben.get(f"/matches/{match}"))["removed"] and not done["removed"]
            assert (await ben.post(f"/matches/{match}/join", {}, 403))["message"] == "table.removed"
            await ada.post(f"/matches/{match}/remove", {"seat": 1}, 409)
            await cy.post(f"/matches/{match}/join", {})  # the open seat works again
            await ada.post(f"/matches/{match}/remove", {"seat": 1})
            code = (await ada.post(f"/matches/{match}/invite", {"seat": 1}))["code"]
            again = await ben.post(f"/matches/{match}/join", {"code": code})
            assert again["seats"][1]["yours"] and not again["removed"]
            await ada.post(f"/matches/{match}/start")
            await ada.post(f"/matches/{match}/remove", {"seat": 1}, 409)

    asyncio.run(run())


def test_a_rematch_invites_and_seats_nobody_else(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            spec = {"title": "promethium", "seats": seats("you", "invited", "bot:random")}
            table = await ada.post("/matches", spec, 201)
            await ben.post(f"/matches/{table['id']}/join", {"code": table["invites"]["1"]})
            await ada.post(f"/matches/{table['id']}/start")
            async with made.site.tables.table(table["id"]) as kept:
                while kept.live.to_act:
                    seat = kept.live.to_act[0]
                    await made.site.tables.play_at(kept, seat, kept.live.legal(seat)[0])
            made_new = await ada.post(f"/matches/{table['id']}/rematch")
            match = made_new["id"]
            assert [seat["kind"] for seat in made_new["seats"]] == ["person", "asked", "bot"]
            await ada.post(f"/matches/{match}/start", status=409)
            await ben.get(f"/matches/{match}/view", 404)
            invited = {item["id"]: item for item in (await ben.get("/me/matches"))["items"]}[match]
            assert invited["seats"][1]["asked"] and not invited["seats"][1]["yours"]
            declined = await ben.post(f"/matches/{match}/decline", {"seat": 1})
            assert declined["seats"][1]["kind"] == "person" and not declined["seats"][1]["taken"]
            await ben.post(f"/matches/{match}/decline", {"seat": 1}, 404)
            assert match not in [item["id"] for item in (await ben.get("/me/matches"))["items"]]

    asyncio.run(run())


def test_who_asks_for_the_rematch_too_has_accepted(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 1_000, random.Random(3))
            first = await ada.post(f"/matches/{match}/rematch")
            second = await ben.post(f"/matches/{match}/rematch")
            assert second["id"] == first["id"] and all(seat["taken"] for seat in second["seats"])
            await ben.post(f"/matches/{second['id']}/start")

    asyncio.run(run())
