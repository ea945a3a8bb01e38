"""Lessons and problems at a served table: ordinary matches that can be audited, undone and gone on with."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.school.items import PREFIX, Item
from machinehall.school.progress import Progress
from machinehall.server.errors import Unknown
from machinehall.server.shapes import Caller
from machinehall.server.store.audit import audit
from machinehall.server.store.deeds import earning
from machinehall.server.store.revalidate import revalidate
from machinehall.server.store.rows import SeatRow
from server.kit import Client, House, house


async def caller_of(made: House, client: Client) -> Caller:
    me = await client.get("/me")
    return Caller(me["id"], me["name"])


async def progress(made: House, caller: Caller, match: str) -> tuple[Item, Progress] | None:
    """How far a page says that its reader is."""
    async with made.site.tables.table(match) as table:
        if caller.identity not in {row.identity for row in table.seats}:
            with pytest.raises(Unknown):
                made.site.glances.sitting_at(table, caller, None)
            return None
        return (await made.site.glances.glance(table, caller, None, lambda number: number)).learning


async def move(made: House, client: Client, match: str, wanted: list[str]) -> None:
    """One decision: the learner's next wish, or what the lesson's bot does."""
    tables = made.site.tables
    async with tables.table(match) as table:
        seat, live, ident = table.live.to_act[0], table.live, table.lesson
        if table.seats[seat].kind == "bot":
            bot = Guide(live.title, ident)
            await tables.play_at(table, seat, bot.choose(live.view(seat), live.legal(seat)))
            return
        rev = table.known.rev
    await client.post(f"/matches/{match}/actions", {"action": wanted.pop(0), "rev": rev, "seat": seat})


def test_a_problem_is_missed_tried_again_and_solved(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada = await made.client("Ada")
            caller, teaching = await caller_of(made, ada), made.site.teaching
            match = await teaching.open(caller, "promethium", "patent")
            found = await progress(made, caller, match)
            assert found is not None and not found[1].done and not found[1].again
            await move(made, ada, match, ["patent T02"])
            await move(made, ada, match, ["done"])
            now = await progress(made, caller, match)
            assert now is not None and now[1].again
            info = await ada.get(f"/matches/{match}")
            async with made.site.tables.table(match) as table:
                await teaching.again(table, caller, info["rev"])
            assert await audit(made.site.store, mh.title, match) == []
            wanted = ["patent T35", "activate sea-2"]
            while wanted:
                await move(made, ada, match, wanted)
            now = await progress(made, caller, match)
            assert now is not None and now[1].done
            assert await audit(made.site.store, mh.title, match) == []
            verdicts = [v async for v in revalidate(made.site.store, mh.title, apply=False, everything=True)]
            assert [v.sort for v in verdicts] == ["same"]

    asyncio.run(run())


def test_a_problem_survives_a_restart(database: str) -> None:
    async def first() -> str:
        async with house(database) as made:
            ada = await made.client("Ada")
            match = await made.site.teaching.open(await caller_of(made, ada), "promethium", "submarine")
            await move(made, ada, match, ["realise sea-3"])
            return match

    match = asyncio.run(first())

    async def second() -> None:
        async with house(database) as made, made.site.tables.table(match) as table:
            assert table.lesson == "submarine"
            texts = {table.live.text(action) for action in table.live.legal()}
            assert {"use T14", "use T34"} <= texts

    asyncio.run(second())


def test_a_lesson_has_known_luck_and_goes_on_against_bots(sqlite: str) -> None:
    async def run() -> list[str]:
        async with house(sqlite) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            caller, teaching = await caller_of(made, ada), made.site.teaching
            match = await teaching.open(caller, "promethium", "first")
            assert await progress(made, await caller_of(made, ben), match) is None
            for _ in range(60):
                now = await progress(made, caller, match)
                assert now is not None
                lit = now[1].lit
                sight = await ada.get(f"/matches/{match}/view")
                await move(made, ada, match, [lit[0] if lit else (sight["legal"] or [""])[0]])
            rows = await made.site.store.tail(match, 0)
            assert await audit(made.site.store, mh.title, match) == []
            async with made.site.tables.table(match) as table:
                await teaching.go_on(table, caller)
            assert await progress(made, caller, match) is None
            info = await ada.get(f"/matches/{match}")
            assert {seat["bot"] for seat in info["seats"] if seat["kind"] == "bot"} == {"apprentice"}
            return [line for row in rows for line in row.log()]

    once, again = asyncio.run(run()), asyncio.run(run())
    assert once == again and len(once) > 80


def test_only_the_learners_own_table(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            match = await made.site.teaching.open(await caller_of(made, ada), "promethium", "patent")
            await ben.get(f"/matches/{match}/view", 404)
            spec = {"title": "promethium", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "learn:patent"}]}
            await ben.post("/matches", spec, 422)
            answer = await ben.http.post("/learn/promethium/nothing", headers={"origin": "http://table.test"})
            assert answer.status_code == 404

    asyncio.run(run())


def test_a_lesson_that_is_no_longer_there_leaves_an_ordinary_match(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            caller, tables = await caller_of(made, ada), made.site.tables
            match = await made.site.teaching.open(caller, "promethium", "patent")
            async with tables.table(match) as table:
                gone = [msgspec.structs.replace(r, bot=r.bot and "learn:gone") for r in table.seats]
                await tables.commit(table, "seat", None, seats=gone)
            assert await progress(made, caller, match) is None
            page = await ada.http.get(f"/t/{match}")
            assert page.status_code == 200 and 'id="lesson"' not in page.text

    asyncio.run(run())


@pytest.mark.rule("MH-2.1")
def test_lessons_and_problems_earn_no_feats() -> None:
    learner, other = SeatRow(0, "person", "ada"), SeatRow(1, "bot", bot="apprentice")
    assert earning([learner, other]) == [learner]
    other.bot = f"{PREFIX}first"
    assert earning([learner, other]) == []
