"""New rules under running matches: played again, sorted, carried over."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import zlib
from typing import Any

from sqlalchemy import update

import machinehall as mh
from machinehall.kernel.title import Title
from machinehall.server import schema
from machinehall.server.revalidate import Verdict, revalidate, summary
from server.kit import House, house, play_on, two_players


def changed(kind: str) -> Title:
    """Promethium with version 2 of its rules: `same`, `more` to choose from, or another `effect`."""
    title = mh.title("promethium")
    decisions = dict(title.decisions)
    target = "line"
    old = decisions[target]

    def fewer(tables: Any, state: Any, seat: int, args: Any) -> Any:
        offers = old.offers(tables, state, seat, args)
        return offers[1:] if len(offers) > 1 else offers

    def reversed_offers(tables: Any, state: Any, seat: int, args: Any) -> Any:
        return list(reversed(old.offers(tables, state, seat, args)))

    if kind == "choices":
        decisions[target] = dataclasses.replace(old, offers=reversed_offers)
    if kind == "effect":
        decisions[target] = dataclasses.replace(old, offers=fewer)
    return dataclasses.replace(title, rules_version=title.rules_version + 1, decisions=decisions)


async def judged(made: House, title: Title, apply: bool = True) -> list[Verdict]:
    return [v async for v in revalidate(made.site.store, lambda name: title, apply=apply)]


async def several(made: House, count: int, rng: random.Random) -> list[tuple[Any, Any, str]]:
    tables = []
    for _ in range(count):
        ada, ben, match = await two_players(made)
        await play_on([ada, ben], match, 45, rng)
        tables.append((ada, ben, match))
    return tables


def carry(database: str, kind: str) -> tuple[list[Verdict], list[dict[str, Any]]]:
    """Some matches under old rules, judged by changed ones, then played on under these."""

    async def run() -> tuple[list[Verdict], list[dict[str, Any]]]:
        rng, title = random.Random(8), changed(kind)
        async with house(database) as made:
            tables = await several(made, 3, rng)
            assert await judged(made, mh.title("promethium")) == []
            assert len(await judged(made, title, apply=False)) == 3
            made.site.tables.title = lambda name: title
            for ada, _, match in tables:
                async with made.site.tables.table(match) as table:
                    table.forget()
                waiting = await ada.get(f"/matches/{match}/view", 409)
                assert waiting["message"] == "table.other_rules"
            verdicts = await judged(made, title)
            assert await judged(made, title) == []
            infos = []
            for ada, ben, match in tables:
                infos.append(await ada.get(f"/matches/{match}"))
                assert infos[-1]["rules"] == title.rules_version
                await play_on([ada, ben], match, 10, rng)
                async with made.site.tables.table(match) as table:
                    table.forget()
                await ben.get(f"/matches/{match}/view")
            return verdicts, infos

    return asyncio.run(run())


def test_unchanged_matches_take_the_new_version(database: str) -> None:
    verdicts, infos = carry(database, "same")
    assert summary(verdicts) == {"same": 3}
    assert not any(info["told"] for info in infos)


def test_other_choices_are_noticed(database: str) -> None:
    verdicts, infos = carry(database, "choices")
    assert summary(verdicts) == {"new choices": 3}
    assert not any(info["told"] for info in infos)


def test_a_match_that_differs_goes_on_and_the_table_is_told(database: str) -> None:
    verdicts, infos = carry(database, "effect")
    found = summary(verdicts)
    assert found.get("differs", 0) >= 1
    for verdict, info in zip(
        sorted(verdicts, key=lambda v: v.match), sorted(infos, key=lambda i: i["id"]), strict=True
    ):
        assert bool(info["told"]) == (verdict.sort == "differs")
        if verdict.sort == "differs":
            assert verdict.at is not None and verdict.kept is not None
            assert info["number"] >= verdict.kept
            assert info["told"][-1]["message"] == "told.rules_changed"


def test_a_position_that_new_rules_cannot_read_is_made_again_from_the_journal(database: str) -> None:
    """With a new field in the state no old snapshot fits; the decisions still do."""

    async def run() -> None:
        rng, title = random.Random(9), changed("effect")
        async with house(database) as made:
            tables = await several(made, 3, rng)
            async with made.site.store.write() as connection:
                await connection.execute(update(schema.snapshots).values(state=zlib.compress(b'{"of":"older rules"}')))
            made.site.tables.title = lambda name: title
            verdicts = await judged(made, title)
            assert summary(verdicts).get("differs", 0) >= 1
            for verdict in verdicts:
                assert verdict.sort != "differs" or (verdict.kept or 0) > 0
            for ada, ben, match in tables:
                async with made.site.tables.table(match) as table:
                    table.forget()
                await play_on([ada, ben], match, 5, rng)
                await ben.get(f"/matches/{match}/view")

    asyncio.run(run())
