"""Tables: opening, sitting, playing, taking back, the past, what-if, loading again."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import machinehall as mh
from machinehall.server.store.audit import audit
from server.kit import Client, House, house, play_on, seats, started, two_players


async def reopened(database: str, match: str, look: Any) -> Any:
    async with house(database) as made:
        return await look(made, match)


def test_a_whole_match_of_two(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 2_000, random.Random(1))
            info = await ada.get(f"/matches/{match}")
            assert info["status"] == "over" and info["outcome"]["scores"]
            record = await ben.get(f"/matches/{match}/record")
            again = mh.load_match(json.dumps(record))
            assert again.outcome is not None and list(again.outcome.scores) == info["outcome"]["scores"]
            assert len(again.log) == info["number"]
            rematch = await ben.post(f"/matches/{match}/rematch")
            assert (await ada.post(f"/matches/{match}/rematch"))["id"] == rematch["id"]
            await ada.post(f"/matches/{rematch['id']}/start")

    asyncio.run(run())


def test_stale_requests_get_the_fresh_position(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            players = [ada, ben]
            await play_on(players, match, 5, random.Random(2))
            acting = players[(await ada.get(f"/matches/{match}"))["to_act"][0]]
            sight = await acting.get(f"/matches/{match}/view")
            body = {"action": sight["legal"][0], "rev": sight["rev"]}
            await acting.post(f"/matches/{match}/actions", body)
            stale = await acting.post(f"/matches/{match}/actions", body, 409)
            assert stale["sight"] == await acting.get(f"/matches/{match}/view")
            ahead = await acting.post(f"/matches/{match}/actions", body | {"rev": 9_999}, 409)
            assert ahead["sight"]["rev"] == sight["rev"] + 1

    asyncio.run(run())


async def at_turn(ada: Client, ben: Client, match: str) -> dict[str, Any]:
    """What the seat to act sees."""
    acting = [ada, ben][(await ada.get(f"/matches/{match}"))["to_act"][0]]
    sight: dict[str, Any] = await acting.get(f"/matches/{match}/view")
    return sight


def illegal_of_the_kind(sight: dict[str, Any]) -> str:
    """An action of the kind that is asked for and not among the choices, if there is one."""
    title = mh.title(sight["view"]["title"])
    row = title.actions.rows[sight["legal"][0].split()[0]]
    return next((text for text in map(title.text, row) if text not in sight["legal"]), "")


def test_refusals_name_the_rule_and_change_nothing(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 6, random.Random(3))
            while not illegal_of_the_kind(await at_turn(ada, ben, match)):
                await play_on([ada, ben], match, 1, random.Random(3))
            info = await ada.get(f"/matches/{match}")
            idle = [ada, ben][1 - info["to_act"][0]]
            acting = [ada, ben][info["to_act"][0]]
            before = await acting.get(f"/matches/{match}/view")
            legal = before["legal"][0]
            refused = await idle.post(f"/matches/{match}/actions", {"action": legal, "rev": info["rev"]}, 422)
            assert refused["rule"].startswith("MH-") and refused["detail"]
            reason = await idle.post(f"/matches/{match}/why-not", {"action": legal})
            assert not reason["allowed"] and reason["rule"] == refused["rule"]
            assert (await acting.post(f"/matches/{match}/why-not", {"action": legal}))["allowed"]
            assert reason["nearest"] is None, "an idle seat has nothing to choose"
            wrong = illegal_of_the_kind(before)
            asked = await acting.post(f"/matches/{match}/why-not", {"action": wrong})
            assert not asked["allowed"] and asked["nearest"] in before["legal"]
            nonsense = await acting.post(f"/matches/{match}/actions", {"action": "dance", "rev": info["rev"]}, 422)
            assert "dance" in nonsense["detail"]
            other = {"action": legal, "rev": info["rev"], "seat": before["seat"]}
            await idle.post(f"/matches/{match}/actions", other, 403)
            assert await acting.get(f"/matches/{match}/view") == before

    asyncio.run(run())


def test_loading_gives_the_same_position_undo_and_past(database: str) -> None:
    """A restart at any moment: same views, same undo, same past positions, however long the match is."""

    async def looks(made: House, match: str) -> list[Any]:
        async with made.site.tables.table(match) as table:
            live = table.live
            views = [live.view(seat) for seat in (None, 0, 1)]
            undo = [live.cannot_undo(seat) is None for seat in (0, 1)]
            past = [await made.site.store.position(match, n) for n in (0, live.number // 2)]
            return [views, undo, live.number, live.floor, past]

    async def run() -> None:
        rng = random.Random(4)
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            secrets = [dict(c.http.cookies) for c in (ada, ben)]
        for _ in range(5):
            async with house(database) as made:
                players = []
                for cookies in secrets:
                    client = await made.client()
                    client.http.cookies.update(cookies)
                    players.append(client)
                await play_on(players, match, 17, rng)
                before = await looks(made, match)
            assert before == await reopened(database, match, looks)

    asyncio.run(run())


def test_every_process_says_the_same_about_a_young_match(database: str) -> None:
    """A snapshot after the deal hides the past; who has never decided must still be told so, not that all is known."""

    async def run() -> None:
        async with house(database) as one:
            ada, ben, match = await two_players(one)
            rng = random.Random(23)
            for _ in range(25):
                here = [await player.get(f"/matches/{match}/view") for player in (ada, ben)]
                async with house(database) as two:
                    for player, seen in zip((ada, ben), here, strict=True):
                        there = await two.client()
                        there.http.cookies.update(player.http.cookies)
                        assert await there.get(f"/matches/{match}/view") == seen
                await play_on([ada, ben], match, 1, rng)

    asyncio.run(run())


def test_undo_after_a_restart_at_every_decision(sqlite: str) -> None:
    """Also where the whole position was kept: it is not written once more when nothing was decided."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada, match = await started(made, "you", "you")
            rng, undone = random.Random(7), 0
            for _ in range(90):
                await ada.play_random(match, rng)
                made.site.tables._tables.clear()
                sight = await ada.get(f"/matches/{match}/view")
                if sight["undo"] is None:
                    await ada.post(f"/matches/{match}/undo", {"rev": sight["rev"]})
                    made.site.tables._tables.clear()
                    await ada.play_random(match, rng)
                    undone += 1
            assert undone > 20
            assert await audit(made.site.store, made.site.tables.title, match) == []

    asyncio.run(run())


def test_undo_and_journal(database: str) -> None:
    """Random play with as much undo as allowed: the journal always loads to the position in memory."""

    async def run() -> None:
        rng = random.Random(5)
        async with house(database) as made:
            players = [await made.client(name) for name in ("Ada", "Ben", "Cy")]
            spec = {"title": "promethium", "seats": seats("you", "invited", "invited")}
            table = await players[0].post("/matches", spec, 201)
            match = table["id"]
            for seat in (1, 2):
                await players[seat].post(f"/matches/{match}/join", {"code": table["invites"][str(seat)]})
            await players[0].post(f"/matches/{match}/start")
            undone = 0
            for _ in range(150):
                player = rng.choice(players)
                sight = await player.get(f"/matches/{match}/view")
                if sight["undo"] is None and rng.random() < 0.4:
                    await player.post(f"/matches/{match}/undo", {"rev": sight["rev"]})
                    undone += 1
                elif sight["undo"] is not None and rng.random() < 0.1:
                    refused = await player.post(f"/matches/{match}/undo", {"rev": sight["rev"]}, 422)
                    assert refused["rule"] == "MH-1.3"
                else:
                    await player.play_random(match, rng)
                if rng.random() < 0.2:
                    await same_when_loaded(made, match)
            assert undone > 2
            await same_when_loaded(made, match)

    asyncio.run(run())


async def same_when_loaded(made: House, match: str) -> None:
    async def look() -> tuple[Any, ...]:
        async with made.site.tables.table(match) as table:
            live = table.live
            undo = [live.cannot_undo(seat) is None for seat in range(live.seats)]
            state = live.title.to_json(live.state)
            table.forget()
            return state, live.number, live.floor, undo

    assert await look() == await look()


def test_past_positions_are_as_they_were_seen(database: str) -> None:
    async def run() -> None:
        rng = random.Random(6)
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            seen: dict[tuple[int, int], Any] = {}
            for _ in range(70):
                for seat, player in enumerate((ada, ben)):
                    sight = await player.get(f"/matches/{match}/view")
                    seen[sight["number"], seat] = sight["view"]
                await play_on([ada, ben], match, 1, rng)
            for (number, seat), view in seen.items():
                past = await (ada, ben)[seat].get(f"/matches/{match}/positions/{number}")
                assert past["view"] == view
            await ada.get(f"/matches/{match}/positions/100000", 404)
            stranger = await made.client("Eve")
            await stranger.get(f"/matches/{match}/positions/3", 404)

    asyncio.run(run())


def test_what_if_leaves_no_trace(database: str) -> None:
    async def run() -> None:
        rng = random.Random(7)
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 30, rng)
            before = await ada.get(f"/matches/{match}/view"), await ada.get(f"/matches/{match}")
            actions: list[str] = []
            for _ in range(20):
                body = {"seed": 5, "actions": actions, "seat": 0}
                world = await ada.post(f"/matches/{match}/what-if", body)
                assert world == await ada.post(f"/matches/{match}/what-if", body)
                actions.append(world["legal"][0])
            assert (await ada.get(f"/matches/{match}/view"), await ada.get(f"/matches/{match}")) == before
            await ada.post(f"/matches/{match}/what-if", {"actions": ["dance"]}, 422)
            eve = await made.client("Eve")
            await eve.post(f"/matches/{match}/what-if", {}, 404)

    asyncio.run(run())


def test_seats_hot_seat_and_who_may_see(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, eve, nobody = await made.client("Ada"), await made.client("Eve"), await made.client()
            spec: dict[str, Any] = {"title": "promethium", "seats": seats("you", "person", "bot:random")}
            table = await ada.post("/matches", spec, 201)
            match = table["id"]
            await eve.post(f"/matches/{match}/join", {}, 404)
            await ada.post(f"/matches/{match}/start", status=409)
            await ada.post(f"/matches/{match}/join", {"seat": 1, "name": "Ada's brother"})
            await eve.post(f"/matches/{match}/start", status=404)
            await ada.post(f"/matches/{match}/start")
            assert [await ada.get(f"/matches/{match}/view?seat={s}", c) for s, c in ((0, 200), (1, 200), (2, 403))]
            await eve.get(f"/matches/{match}/view", 404)
            await nobody.get(f"/matches/{match}/view", 401)
            more = {"visibility": "open", "seats": seats("you", "you"), "start": True}
            shown = await ada.post("/matches", spec | more, 201)
            watched = await nobody.get(f"/matches/{shown['id']}/view")
            assert watched["seat"] is None and not watched["legal"]
            await eve.post(f"/matches/{shown['id']}/actions", {"action": "x", "rev": 1}, 403)
            assert shown["id"] in [m["id"] for m in (await nobody.get("/matches"))["items"]]
            assert match not in [m["id"] for m in (await nobody.get("/matches"))["items"]]
            assert {match, shown["id"]} == {m["id"] for m in (await ada.get("/me/matches"))["items"]}

    asyncio.run(run())


def test_lists_come_in_pages(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada = await made.client("Ada")
            spec = {"title": "promethium", "seats": seats("you", "person"), "visibility": "listed"}
            made_ids = [(await ada.post("/matches", spec, 201))["id"] for _ in range(7)]
            found: list[str] = []
            before = ""
            while True:
                page = await ada.get(f"/matches?limit=3{before}")
                found += [m["id"] for m in page["items"]]
                if page["next"] is None:
                    break
                before = f"&before={page['next']}"
            assert sorted(found) == sorted(made_ids)
            await ada.get("/matches?before=nonsense", 422)

    asyncio.run(run())


def test_simultaneous_answers_are_not_stale(database: str) -> None:
    """Who is asked at the same time as another may answer to the revision of the question."""

    async def run() -> None:
        rng, both = random.Random(14), 0
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            while (info := await ada.get(f"/matches/{match}"))["status"] == "running" and both < 3:
                if len(info["to_act"]) < 2:
                    await play_on([ada, ben], match, 1, rng)
                    continue
                sights = [await player.get(f"/matches/{match}/view") for player in (ada, ben)]
                for player, sight in zip((ada, ben), sights, strict=True):
                    body = {"action": sight["legal"][0], "rev": sight["rev"]}
                    await player.post(f"/matches/{match}/actions", body)
                again = {"action": sights[0]["legal"][0], "rev": sights[0]["rev"]}
                await ada.post(f"/matches/{match}/actions", again, 409)
                both += 1
            assert both

    asyncio.run(run())


def test_components_say_what_they_do_in_the_language_of_the_request(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            client = await made.client("Ada")
            answer = await client.get("/titles/nucleum/components")
            tech = next(item for item in answer["items"] if item["id"] == "a1")
            assert answer["lang"] == "en" and "gain 1 uranium" in tech["lines"][1] and "rulebook" in tech["origin"]
            french = await client.http.get("/api/v1/titles/nucleum/components", headers={"accept-language": "fr-CH"})
            assert french.json()["lang"] == "fr" and "livre de règles" in french.text
            await client.get("/titles/whist/components", 404)

    asyncio.run(run())


def test_the_older_past_is_read_once_and_is_what_the_journal_says(database: str, monkeypatch: Any) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 130, random.Random(5))
            made.site.tables._tables.clear()  # as after a restart: the log in memory begins late
            await at_turn(ada, ben, match)
            reads: list[int] = []
            tail = made.site.tables.store.tail

            async def counted(match: str, first: int, *more: Any, **named: Any) -> Any:
                reads.append(first)
                return await tail(match, first, *more, **named)

            monkeypatch.setattr(made.site.tables.store, "tail", counted)
            number = (await ada.get(f"/matches/{match}"))["number"]
            whole = {}
            for player in (ada, ben):
                found = await player.get(f"/matches/{match}/events?since=0&limit=500")
                whole[player] = found["items"]
                assert found["next"] == number
            assert reads == [0], "the second page needs no database"
            for player in (ada, ben):
                paged: list[Any] = []
                since = 0
                while since < number:
                    page = await player.get(f"/matches/{match}/events?since={since}&limit=7")
                    paged, since = paged + page["items"], page["next"]
                assert paged == whole[player]

    asyncio.run(run())
