"""Every kind of row changed behind the server's back: noticed, told, and mended where the journal says how."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from typing import Any

import msgspec
import pytest
from often import now_and_then
from sqlalchemy import text
from typer.testing import CliRunner

import machinehall as mh
from machinehall.cli.main import app
from machinehall.server.store.audit import audit, audit_all, audit_match
from machinehall.server.store.revalidate import revalidate
from server.kit import Client, House, easy_feats, finish, house, play_on, two_players
from server.tamper import TAMPERS, Tamper, as_before, dump, restore


async def forget(made: House, match: str) -> None:
    made.site.tables._tables.pop(match, None)


async def change(made: House, match: str, tamper: Tamper) -> None:
    await forget(made, match)
    async with made.site.store.write() as connection:
        await tamper.do(connection, match)


async def tables(made: House) -> tuple[Client, list[str]]:
    """A match that runs, with something taken back, and one that is over."""
    ada, ben, running = await two_players(made)
    await play_on([ada, ben], running, 45, random.Random(31))
    for _ in range(30):
        for who in (ada, ben):
            sight = await who.get(f"/matches/{running}/view")
            if sight["undo"] is None:
                await who.post(f"/matches/{running}/undo", {"rev": sight["rev"], "seat": sight["seat"]})
                break
        else:
            await play_on([ada, ben], running, 1, random.Random(32))
            continue
        break
    await play_on([ada, ben], running, 3, random.Random(33))
    spec = {"title": "promethium", "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}], "start": True}
    over = (await ada.post("/matches", spec, 201))["id"]
    await finish(made, over)
    return ada, [running, over]


@pytest.mark.parametrize("database", now_and_then(["sqlite", "postgres"], ["sqlite"]), indirect=True)
def test_tampering_with_any_row_is_noticed_and_mended(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            store = made.site.store
            _, matches = await tables(made)
            for match in matches:
                kept = await dump(store, match)
                assert await audit(store, mh.title, match) == []
                assert any(row["void"] for row in kept["commits"]) == (match == matches[0])
                for tamper in TAMPERS:
                    await change(made, match, tamper)
                    finding = await audit_match(store, mh.title, match, mend=True)
                    assert finding is not None and finding.damaged, tamper.name
                    assert finding.has("lost") == (not tamper.mend), (tamper.name, finding.flaws)
                    assert finding.mended == tamper.mend, (tamper.name, finding.flaws)
                    if tamper.mend:
                        now = await dump(store, match)
                        assert now == kept | _otherwise(tamper, now, kept), (tamper.name, finding.flaws)
                        assert await audit(store, mh.title, match) == [], tamper.name
                    await restore(store, match, kept)
            assert await audit(store, mh.title, matches[0]) == []

    asyncio.run(run())


def _otherwise(tamper: Tamper, now: Any, kept: Any) -> dict[str, Any]:
    """What need not be as it was: a position too few does no harm, nor that less can be taken back."""
    if tamper.name == "snapshots.number":
        return {"snapshots": [shot for shot in kept["snapshots"] if shot in now["snapshots"]]}
    if tamper.name == "matches.floor":
        return {"matches": [kept["matches"][0] | {"floor": now["matches"][0]["number"]}]}
    return {}


def test_a_table_heals_when_it_is_brought_into_memory(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "machinehall.damage")

    async def run() -> None:
        async with house(database) as made:
            store, healer = made.site.store, made.site.tables.healer
            ada, (match, _) = await tables(made)
            kept = await dump(store, match)
            before = await ada.get(f"/matches/{match}/view")
            for tamper in (t for t in TAMPERS if t.load):
                caplog.clear()
                found, mended = healer.found, healer.mended
                healer._hopeless.clear()
                await change(made, match, tamper)
                answer = await ada.ask("GET", f"/matches/{match}/view")
                if tamper.mend:
                    assert answer.status_code == 200, (tamper.name, answer.text)
                    assert answer.json() == before, tamper.name
                    await asyncio.gather(*healer._tasks.values())
                    assert healer.mended > mended, tamper.name
                    assert await dump(store, match) == kept, tamper.name
                else:
                    assert answer.status_code == 500 and answer.json()["message"] == "table.damaged", tamper.name
                    assert "damage cannot be mended" in caplog.text, tamper.name
                    await restore(store, match, kept)
                assert healer.found > found, tamper.name
                assert match in [getattr(record, "match", "") for record in caplog.records], tamper.name
            healer._hopeless.clear()
            assert await ada.get(f"/matches/{match}/view") == before
            metrics = (await ada.http.get("/metrics")).text
            assert f"machinehall_damage_found {healer.found}" in metrics

    asyncio.run(run())


def test_a_past_position_does_without_a_damaged_snapshot(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, (match, _) = await tables(made)
            before = await ada.get(f"/matches/{match}/positions/40")
            await change(made, match, next(t for t in TAMPERS if t.name == "snapshots.state: rich"))
            assert await ada.get(f"/matches/{match}/positions/40") == before
            await asyncio.gather(*made.site.tables.healer._tasks.values())
            assert await audit(made.site.store, mh.title, match) == []

    asyncio.run(run())


def test_feats_are_made_anew(sqlite: str, tmp_path: Any) -> None:
    pack = easy_feats(tmp_path)

    async def run() -> None:
        async with house(sqlite, packs={"nucleum": pack}) as made:
            store, title_of = made.site.store, made.site.tables.title
            _, _, match = await two_players(made, title="nucleum")
            await finish(made, match)
            await made.site.feats.reckon(match)
            kept = await dump(store, match)
            assert kept["feats"]
            for statement in (
                "update feats set what = 'nonsense' where rowid = (select min(rowid) from feats)",
                "update feats set at = 5",
                "update feats set seat = seat + 7",
                "insert into feats select match, seat, 'more', identity, at from feats limit 1",
            ):
                async with store.write() as connection:
                    await connection.execute(text(statement))
                assert await audit(store, title_of, match), statement
                await audit_match(store, title_of, match, mend=True)
                assert await dump(store, match) == kept, statement
            async with store.write() as connection:
                await connection.execute(text("delete from feats"))
            finding = await audit_match(store, title_of, match, mend=True)
            assert finding is not None and [f.what for f in finding.flaws] == ["feats_missing"]
            assert await dump(store, match) == kept

    asyncio.run(run())


def test_the_first_position_of_a_problem_is_made_again(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            caller = await made.site.identities.caller(ada.http.cookies["machinehall"])
            ident = next(iter(mh_problems()))
            match = await made.site.teaching.open(caller, "promethium", ident)
            before = await ada.get(f"/matches/{match}/view")
            for statement in ("delete from snapshots", "update snapshots set state = x'00'"):
                await forget(made, match)
                async with made.site.store.write() as connection:
                    await connection.execute(text(statement))
                assert await audit(made.site.store, mh.title, match), statement
                assert await ada.get(f"/matches/{match}/view") == before, statement
                assert await audit(made.site.store, mh.title, match) == []

    asyncio.run(run())


def mh_problems() -> Any:
    from machinehall.school.items import problems

    return problems("promethium")


def test_matches_of_an_older_version_go_on_and_get_their_seals(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            store = made.site.store
            ada, (running, over) = await tables(made)
            for match in (running, over):
                before = await ada.get(f"/matches/{match}/view")
                await as_before(store, match)
                await forget(made, match)
                assert await ada.get(f"/matches/{match}/view") == before
                finding = await audit_match(store, mh.title, match)
                assert finding is not None and not finding.damaged
                assert {flaw.what for flaw in finding.flaws} >= {"unsealed", "position_old"}
            # The next change of a table says who sits there.
            await made.site.tables.healer.bring(running, lambda loaded: None)
            async with made.site.tables.table(running) as table:
                await made.site.tables.commit(table, "ask", 0)
            assert "unsealed" not in [f.what for f in (await audit_match(store, mh.title, running)).flaws]  # type: ignore[union-attr]
            for match in (running, over):
                await audit_match(store, mh.title, match, mend=True)
                finding = await audit_match(store, mh.title, match)
                assert finding is not None and finding.flaws == []
                async with store.write() as connection:
                    mallory = text("update seats set name = 'Mallory' where seat = 0 and match = :m")
                    await connection.execute(mallory, {"m": match})
                assert await audit(store, mh.title, match)
                await audit_match(store, mh.title, match, mend=True)

    asyncio.run(run())


def test_somebody_can_be_forgotten_without_breaking_the_chain(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada, _, match = await two_players(made)
            me = (await ada.get("/me"))["id"]
            async with made.site.tables.table(match) as table:
                seats = [msgspec.structs.replace(row, name="", identity=None) for row in table.seats]
                await made.site.tables.commit(table, "seat", 0, seats=seats)
            assert any("Ada" in (row["facts"] or "") for row in (await dump(made.site.store, match))["commits"])
            async with made.site.store.write() as connection:
                await made.site.store.erase_facts(connection, me)
            assert "Ada" not in str(await dump(made.site.store, match))
            assert await audit(made.site.store, mh.title, match) == []

    asyncio.run(run())


def test_audit_and_revalidate_as_commands(database: str) -> None:
    def run(*words: str, code: int = 0) -> Any:
        done = CliRunner().invoke(app, [*words, "--database", database, "--json"])
        assert done.exit_code == code, done.output
        return json.loads(done.output)

    async def with_house(work: Any) -> Any:
        async with house(database) as made:
            return await work(made)

    old = CliRunner().invoke(app, ["audit", "--database", database])
    assert old.exit_code == 1 and "migrate" in old.output
    _, (running, over) = asyncio.run(with_house(tables))
    assert run("audit")["summary"] == {"matches": 2, "older": 0}

    async def harm(made: House) -> None:
        by_name = {tamper.name: tamper for tamper in TAMPERS}
        for name in ("snapshots.state: rich", "commits.events: junk", "seats.name", "matches.outcome"):
            await change(made, over, by_name[name])

    asyncio.run(with_house(harm))
    judged = run("revalidate", "--all", code=3)
    assert sum(bool(m["damage"]) for m in judged["matches"]) == 1
    found = run("audit", code=3)
    assert found["summary"]["can be mended"] == 1
    assert {flaw["what"] for flaw in found["matches"][0]["flaws"]} == {"position", "events", "seats", "head"}
    said = CliRunner().invoke(app, ["audit", "--database", database])
    assert said.exit_code == 3 and over in said.output and "can be mended: the seats" in said.output
    assert run("audit", "--mend")["summary"]["mended"] == 1
    assert run("audit")["summary"]["matches"] == 2

    async def break_it(made: House) -> None:
        await change(made, running, next(t for t in TAMPERS if t.name == "commits.lines"))
        await change(made, running, next(t for t in TAMPERS if t.name == "seats.name"))

    asyncio.run(with_house(break_it))
    left = run("audit", "--mend", code=4)
    assert left["summary"]["cannot"] == 1
    assert {flaw["how"] for flaw in left["matches"][0]["flaws"]} <= {"lost", "waits"}
    assert "damaged" in run("revalidate", "--all", "--apply", code=4)["summary"]


def test_revalidate_leaves_a_changed_journal_alone(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            _, (running, _) = await tables(made)
            await change(made, running, next(t for t in TAMPERS if t.name == "commits.lines"))
            kept = await dump(made.site.store, running)
            found = [v async for v in revalidate(made.site.store, mh.title, apply=True, everything=True)]
            assert [v.sort for v in found if v.match == running] == ["damaged"]
            assert await dump(made.site.store, running) == kept

    asyncio.run(run())


FREE = ("visibility", "pace", "deadline", "created", "changed")
"""What nothing else tells: a value of the right kind is as good as another."""


def test_junk_of_any_type_is_told(sqlite: str) -> None:
    """SQLite keeps whatever is put into a column; nothing of it may stop the audit."""

    async def run() -> None:
        async with house(sqlite) as made:
            store = made.site.store
            _, (match, other) = await tables(made)
            kept = await dump(store, match)
            await forget(made, match)
            for table, rows in kept.items():
                for column in rows[0] if rows else ():
                    if column in ("id", "match", "rematch") or (table, column) == ("commits", "rev"):
                        continue
                    for junk in ("'junk'", "x'ff00'", "1e999"):
                        where = "id" if table == "matches" else '"match"'
                        rowid = f"select min(rowid) from {table} where {where} = '{match}'"
                        async with store.write() as connection:
                            await connection.execute(
                                text(f'update {table} set "{column}" = {junk} where rowid = ({rowid})')
                            )
                        finding = await audit_match(store, mh.title, match)
                        assert finding is not None, (table, column, junk)
                        assert finding.flaws or column in FREE, (table, column, junk)
                        await restore(store, match, kept)
            assert [f.match async for f in audit_all(store, mh.title) if not f.flaws] == sorted((match, other))

    asyncio.run(run())
