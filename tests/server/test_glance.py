"""A page of a table is put together under one lock, so that all of it is of one revision."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import pytest

from machinehall.server.play.table import reveals
from server.kit import Client, House, house, play_on, seats, two_players

PART = {"mh-part": "1"}


class Counted(asyncio.Lock):
    """A lock that knows how often it was taken."""

    taken = 0

    async def acquire(self) -> Any:
        self.taken += 1
        return await super().acquire()


class Counter:
    """Counts what each click costs: locks of the table, and questions to the database for its revision."""

    def __init__(self, made: House, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made, self.match, self.asked = made, match, 0
        made.site.tables._tables[match].lock = self.lock = Counted()
        ask = made.site.store.rev

        async def rev(match: str) -> int | None:
            self.asked += 1
            return await ask(match)

        monkeypatch.setattr(made.site.store, "rev", rev)

    async def click(self, client: Client, path: str, fields: dict[str, Any] | None = None, status: int = 200) -> Any:
        """One request; the table is locked once for it, and its revision asked for at most once."""
        locks, asked = self.lock.taken, self.asked
        where = f"/t/{self.match}{path}"
        if fields is None:
            answer = await client.http.get(where, headers=PART)
        else:
            answer = await client.http.post(where, data=fields, headers=PART)
        assert answer.status_code == status, (path, answer.status_code, answer.text[:300])
        assert self.lock.taken - locks == 1, (path, self.lock.taken - locks)
        assert self.asked - asked <= (1 if self.made.site.store.postgres else 0), (path, self.asked - asked)
        return answer

    async def rev(self) -> int:
        async with self.made.site.tables.table(self.match) as table:
            return table.known.rev

    async def seat(self) -> tuple[int, str]:
        """Who is to act, and something that they may do and that can be taken back."""
        async with self.made.site.tables.table(self.match) as table:
            live = table.live
            return live.to_act[0], live.text(live.legal(live.to_act[0])[0])


def test_a_click_takes_the_lock_of_the_table_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(database) as made:
            *players, match = await two_players(made)
            await play_on(list(players), match, 6, random.Random(5))
            counter = Counter(made, match, monkeypatch)
            seat, action = await counter.seat()
            me, other = players[seat], players[1 - seat]
            page = (await counter.click(me, "/view")).text
            assert f'data-rev="{await counter.rev()}"' in page
            rev, asked = await counter.rev(), counter.asked
            answer = await counter.click(me, "/act", {"action": action, "rev": rev, "seat": seat, "sure": "1"})
            assert counter.asked == asked  # the guard of the write is enough
            assert f'data-rev="{rev + 1}"' in answer.text
            await counter.click(me, "/act", {"action": action, "rev": rev, "seat": seat}, 409)
            await counter.click(other, "/act", {"action": "pass", "rev": rev + 1, "seat": 1 - seat}, 422)
            for path in ("", "/view", "/at/3", "/what?act=pass", "/talk", "/bots", "/why?place=board"):
                await counter.click(me, path, status=204 if path in ("/bots", "/why?place=board") else 200)
            number = re.search(r'data-number="(\d+)"', answer.text)
            assert number
            tried = {"seat": seat, "number": number[1], "seed": "1", "actions": ""}
            await counter.click(me, "/try", tried)
            last = re.search(r'data-last="(\d+)"', (await counter.click(me, "/view")).text)
            assert last
            undone = await counter.click(me, "/undo", {"seat": seat, "rev": rev + 1}, 200)
            assert f'data-rev="{rev + 2}"' in undone.text

    asyncio.run(run())


def test_programs_are_warned_of_what_cannot_be_taken_back(database: str) -> None:
    """The warning comes true: what it is said of cannot be taken back, and all else can."""

    async def run() -> None:
        async with house(database) as made:
            *players, match = await two_players(made)
            rng, said = random.Random(3), set()
            for _ in range(40):
                to_act = (await players[0].get(f"/matches/{match}"))["to_act"]
                me = players[to_act[0]]
                sight = await me.get(f"/matches/{match}/view")
                body = {"action": rng.choice(sight["legal"]), "seat": to_act[0]}
                answer = await me.post(f"/matches/{match}/why-not", body)
                assert answer["allowed"]
                await me.post(f"/matches/{match}/actions", body | {"rev": sight["rev"]})
                after = await me.get(f"/matches/{match}/view?seat={to_act[0]}")
                assert answer["reveals"] == (after["undo"] == "undo.learned"), (body, after["undo"])
                said.add(answer["reveals"])
            assert said == {True, False}
            spec = {"title": "promethium", "seats": seats("you", "bot:random"), "start": True}
            alone = (await players[0].post("/matches", spec, 201))["id"]
            async with made.site.tables.table(alone) as table:
                live, first, action = table.live, table.live.number, None
                while action is None:
                    live.play(rng.choice(live.legal()))
                    texts = [live.text(legal) for legal in live.legal(0)]
                    action = next((text for text in texts if reveals(live, 0, text)), None)
                await made.site.tables.commit(table, "play", 0, first)
            assert not (await players[0].post(f"/matches/{alone}/why-not", {"action": action}))["reveals"]

    asyncio.run(run())


def test_lessons_and_hints_too(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada = await made.client("Ada")
            opened = await ada.http.post("/learn/promethium/patent")
            match = opened.headers["location"].removeprefix("/t/")
            counter = Counter(made, match, monkeypatch)
            assert 'id="lesson"' in (await counter.click(ada, "/view")).text
            rev = await counter.rev()
            answer = await counter.click(ada, "/act", {"action": "patent T02", "rev": rev})
            assert 'id="lesson"' in answer.text
            await counter.click(ada, "/again", {"rev": await counter.rev()})
            spec = {"title": "promethium", "seats": seats("you", "bot:random"), "start": True}
            other = (await ada.post("/matches", spec, 201))["id"]
            await Counter(made, other, monkeypatch).click(ada, "/hints", {"on": "1"})

    asyncio.run(run())
