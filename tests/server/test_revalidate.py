"""New rules under running matches: played again, sorted, carried over."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import zlib
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

import machinehall as mh
from machinehall.kernel.title import Title
from machinehall.server.store import schema
from machinehall.server.store.audit import audit
from machinehall.server.store.revalidate import Verdict, revalidate, summary
from server.kit import House, finish, house, play_on, two_players
from server.tamper import as_before


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


@pytest.mark.parametrize("kind", ["same", "effect"])
def test_a_match_that_is_over_can_be_looked_at_under_new_rules_and_keeps_its_result(database: str, kind: str) -> None:
    """Where nothing differs it takes the new version; otherwise it stays one of the old rules."""

    async def run() -> None:
        title = changed(kind)
        async with house(database) as made:
            ada, _, match = await two_players(made)
            await finish(made, match)
            before, sight = await ada.get(f"/matches/{match}"), await ada.get(f"/matches/{match}/view")
            assert before["status"] == "over" and before["rules"] == title.rules_version - 1
            made.site.tables.title = lambda name: title
            async with made.site.tables.table(match) as table:
                table.forget()
            assert (await ada.get(f"/matches/{match}/view"))["outcome"] == sight["outcome"]
            for expected in ([False], []) if kind == "same" else ([True], [True]):
                assert [verdict.sort == "differs" for verdict in await judged(made, title)] == expected
                async with made.site.tables.table(match) as table:
                    table.forget()
            after = await ada.get(f"/matches/{match}")
            assert after["rules"] == title.rules_version - (kind != "same")
            assert (after["status"], after["outcome"]) == ("over", before["outcome"])
            assert (await ada.get(f"/matches/{match}/view"))["view"] == sight["view"]
            assert (await ada.get(f"/matches/{match}/record"))["rules"] == after["rules"]

    asyncio.run(run())


# Rules 1 of Promethium and Imperial Steam had no switch for what version 2 plays otherwise.
SWITCH = {"promethium": "equal_tokens", "imperial-steam": "pass_always"}


async def of_rules_1(made: House, name: str) -> None:
    """Write all matches down as the program of rules 1 left them: another version, and not a word of the switches."""

    def older(text: str) -> str:
        stored, unknown = msgspec.json.decode(text), (SWITCH[name], "activation_any_time")
        return msgspec.json.encode({k: v for k, v in stored.items() if k not in unknown}).decode()

    async with made.site.store.read() as connection:
        every = list((await connection.execute(select(schema.matches.c.id))).scalars())
    for match in every:
        await as_before(made.site.store, match)
    async with made.site.store.write() as connection:
        for row in (await connection.execute(select(schema.matches))).all():
            # Positions need no change: there a switch that stands as before is not written.
            values = {"rules": 1, "options": older(row.options)}
            await connection.execute(update(schema.matches).where(schema.matches.c.id == row.id).values(**values))
        for row in (await connection.execute(select(schema.snapshots))).all():
            assert SWITCH[name] not in msgspec.json.decode(zlib.decompress(row.state))["options"]
        await connection.execute(update(schema.snapshots).values(rules=1))


@pytest.mark.parametrize("name", sorted(SWITCH))
def test_matches_of_older_rules_are_played_on_and_shown_as_they_were_begun(database: str, name: str) -> None:
    """Running ones lose nothing and keep the reading that they began with; finished ones can be looked at as before."""

    async def run() -> None:
        rng, options = random.Random(5), {SWITCH[name]: 0}
        async with house(database) as made:
            running = [await two_players(made, title=name, options=options) for _ in range(2)]
            for ada, ben, match in running:
                await play_on([ada, ben], match, 60, rng)
            ada, _, over = await two_players(made, title=name, options=options)
            await finish(made, over)
            matches = [over, *(match for _, _, match in running)]
            before = {match: await ada.get(f"/matches/{match}") for match in matches}
            record = await ada.get(f"/matches/{over}/record")
            await of_rules_1(made, name)
            for match in matches:
                async with made.site.tables.table(match) as table:
                    table.forget()
            verdicts = [v async for v in revalidate(made.site.store, made.site.tables.title, apply=True)]
            assert {v.match: v.sort for v in verdicts if v.match != over} == dict.fromkeys(matches[1:], "same")
            assert len(verdicts) == 3 and "differs" not in summary(verdicts)  # the end was played in one line
            for match in matches:
                info = await ada.get(f"/matches/{match}")
                assert info["rules"] == mh.title(name).rules_version and info["options"][SWITCH[name]] == 0
                for key in ("number", "status", "outcome", "told", "to_act"):
                    assert info.get(key) == before[match].get(key)
                assert await audit(made.site.store, made.site.tables.title, match) == []
            assert (await ada.get(f"/matches/{over}/view"))["status"] == "over"
            assert await ada.get(f"/matches/{over}/record") == record
            for ada, ben, match in running:
                await play_on([ada, ben], match, 10, rng)

    asyncio.run(run())


def test_a_table_that_waited_for_players_begins_with_the_present_rules(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, ben = await made.client("Ada"), await made.client("Ben")
            spec = {"title": "promethium", "seats": [{"kind": "you"}, {"kind": "invited"}]}
            table = await ada.post("/matches", spec, 201)
            await of_rules_1(made, "promethium")
            async with made.site.tables.table(table["id"]) as known:
                known.forget()
            await ben.post(f"/matches/{table['id']}/join", {"code": table["invites"]["1"]})
            await ada.post(f"/matches/{table['id']}/start")
            info = await ada.get(f"/matches/{table['id']}")
            assert info["options"]["equal_tokens"] == 1 and info["rules"] == mh.title("promethium").rules_version

    asyncio.run(run())
