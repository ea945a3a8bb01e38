"""What can break: races, lost answers, a full disk, a database that is gone, clocks that jump, kill -9."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from soak_server import acknowledged, soak
from sqlalchemy import text
from sqlalchemy.engine import make_url

import machinehall as mh
from machinehall.server.errors import Down
from machinehall.server.store.audit import audit
from machinehall.server.store.engine import database_url
from machinehall.server.store.store import Store
from server.kit import Client, House, house, play_on, two_players


async def sound(made: House, match: str) -> None:
    assert await audit(made.site.store, mh.title, match) == []


async def same_person(made: House, who: Client) -> Client:
    client = await made.client()
    client.http.cookies.update(who.http.cookies)
    return client


def test_two_processes_race_for_the_same_moves(database: str) -> None:
    """Every move is made twice, through two servers at once: one wins, the other gets the fresh position."""

    async def run() -> None:
        rng = random.Random(15)
        async with house(database) as one, house(database) as two:
            ada, ben, match = await two_players(one)
            here = [ada, ben]
            there = [await same_person(two, who) for who in here]
            for _ in range(40):
                seat = (await ada.get(f"/matches/{match}"))["to_act"][0]
                sight = await here[seat].get(f"/matches/{match}/view")
                bodies = [{"action": rng.choice(sight["legal"]), "rev": sight["rev"], "seat": seat} for _ in range(2)]
                answers = await asyncio.gather(
                    here[seat].ask("POST", f"/matches/{match}/actions", bodies[0]),
                    there[seat].ask("POST", f"/matches/{match}/actions", bodies[1]),
                )
                assert sorted(a.status_code for a in answers) == [200, 409], [a.text for a in answers]
                won, lost = sorted((a.json() for a in answers), key=lambda a: "sight" in a)
                assert lost["sight"]["rev"] == won["rev"] == sight["rev"] + 1
            await sound(one, match)

    asyncio.run(run())


def test_an_answer_that_got_lost_is_not_played_twice(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit went through, but the connection broke before we knew."""

    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            seat = (await ada.get(f"/matches/{match}"))["to_act"][0]
            player = (ada, ben)[seat]
            sight = await player.get(f"/matches/{match}/view")
            real = made.site.store._commit

            async def breaks_after(writes: Any) -> None:
                await real(writes)
                raise OSError("connection reset")

            monkeypatch.setattr(made.site.store, "_commit", breaks_after)
            body = {"action": sight["legal"][0], "rev": sight["rev"]}
            lost = await player.post(f"/matches/{match}/actions", body, 503)
            assert lost["message"] == "storage.down"
            monkeypatch.setattr(made.site.store, "_commit", real)
            fresh = await player.post(f"/matches/{match}/actions", body, 409)
            assert fresh["sight"]["rev"] == sight["rev"] + 1
            await play_on([ada, ben], match, 5, random.Random(16))
            await sound(made, match)

    asyncio.run(run())


def test_one_bad_write_does_not_harm_the_others(database: str) -> None:
    """Writes that share a transaction: the loser of a race is told so, everybody else is committed."""

    async def run() -> None:
        async with house(database) as one, house(database) as two:
            tables = [await two_players(one) for _ in range(4)]
            moves = []
            for ada, ben, match in tables:
                sight = await ada.get(f"/matches/{match}/view")
                player = (ada, ben)[sight["to_act"][0]]
                sight = await player.get(f"/matches/{match}/view")
                moves.append((player, match, {"action": sight["legal"][0], "rev": sight["rev"]}))
            rival = await same_person(two, moves[2][0])
            await rival.post(f"/matches/{moves[2][1]}/actions", moves[2][2])
            answers = await asyncio.gather(*(p.ask("POST", f"/matches/{m}/actions", b) for p, m, b in moves))
            assert [a.status_code for a in answers] == [200, 200, 409, 200]
            for _, _, match in tables:
                await sound(one, match)

    asyncio.run(run())


async def health(who: Client) -> tuple[int, str]:
    answer = await who.http.get("/healthz")
    return answer.status_code, answer.text


async def healthy(who: Client) -> None:
    """Wait until the server says so: a try of before may still be under way."""
    while (await health(who))[0] != 200:
        await asyncio.sleep(0.05)


async def pragma(made: House, statement: str) -> None:
    """For both connections that write a SQLite file."""
    store = made.site.store

    def lite() -> None:
        assert store._lite is not None
        raw = store._lite.raw_connection()  # without a transaction, which a read-only database does not begin
        raw.cursor().execute(f"pragma {statement}")
        raw.close()

    await asyncio.get_running_loop().run_in_executor(store._thread, lite)
    async with store.writing.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await (await driver.execute(f"pragma {statement}")).close()


def test_a_full_disk_is_said_and_loses_nothing(sqlite: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        rng = random.Random(17)
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 5, rng)
            assert await health(ada) == (200, "ok\n")
            await pragma(made, "max_page_count=1")  # not below what is in use: no page more
            refused = 0
            for _ in range(200):
                seat = (await ada.get(f"/matches/{match}"))["to_act"][0]
                sight = await (ada, ben)[seat].get(f"/matches/{match}/view")
                body = {"action": rng.choice(sight["legal"]), "rev": sight["rev"]}
                answer = await (ada, ben)[seat].ask("POST", f"/matches/{match}/actions", body)
                if answer.status_code != 200:
                    assert answer.status_code == 503 and answer.headers["retry-after"]
                    assert (await (ada, ben)[seat].get(f"/matches/{match}/view")) == sight
                    refused += 1
                    if refused == 3:
                        break
            assert refused == 3
            for _ in range(3):
                assert await health(ada) == (503, "nothing can be written: the disk is full\n")
            assert "machinehall_writing 0" in (await ada.http.get("/metrics")).text
            said = [r.getMessage() for r in caplog.records if r.name == "machinehall.health"]
            assert said == ["nothing can be written"]  # not once for each request
            await pragma(made, "max_page_count=1000000")
            assert await health(ada) == (200, "ok\n")
            await play_on([ada, ben], match, 20, rng)
            await sound(made, match)
            said = [r.getMessage() for r in caplog.records if r.name == "machinehall.health"]
            assert said == ["nothing can be written", "writing works again"]

    asyncio.run(run())


def test_a_database_that_is_read_only_is_said(database: str) -> None:
    async def read_only(made: House, on: bool) -> None:
        if not made.site.store.postgres:
            await pragma(made, f"query_only={int(on)}")
            return
        name = make_url(database).database
        async with made.site.store.read() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(text("set default_transaction_read_only = off"))
            await connection.execute(text(f"alter database {name} set default_transaction_read_only = {on}"))
        await made.site.store.writing.dispose()

    async def run() -> None:
        async with house(database) as made:
            ada, ben, match = await two_players(made)
            seat = (await ada.get(f"/matches/{match}"))["to_act"][0]
            sight = await (ada, ben)[seat].get(f"/matches/{match}/view")
            await read_only(made, True)
            body = {"action": sight["legal"][0], "rev": sight["rev"]}
            await (ada, ben)[seat].post(f"/matches/{match}/actions", body, 503)
            assert await health(ada) == (503, "nothing can be written: the database is read-only\n")
            await read_only(made, False)
            await healthy(ada)
            await (ada, ben)[seat].post(f"/matches/{match}/actions", body)

    asyncio.run(run())


def test_a_database_that_is_locked_is_said(database: str) -> None:
    """Nobody has to play for it: `/healthz` tries to write by itself."""

    async def run() -> None:
        async with house(database) as made, contextlib.AsyncExitStack() as stack:
            ada = await made.client("Ada")
            other = Store(database_url(database))
            stack.push_async_callback(other.close)
            async with other.write() as connection:
                if other.postgres:
                    await connection.execute(text("lock table pulse in exclusive mode"))
                status, said = await health(ada)
                assert status == 503 and said.startswith("nothing can be written: ")
            await healthy(ada)

    asyncio.run(run())


def test_what_somebody_writes_is_no_trouble_of_the_database(postgres: str) -> None:
    async def run() -> None:
        async with house(postgres) as made:
            with pytest.raises(Down):
                async with made.site.store.write() as connection:
                    await connection.execute(text("insert into notes values ('a', 'b', :t)"), {"t": "\0"})
            assert made.site.store.health.trouble is None

    asyncio.run(run())


class Cable:
    """Stands between the server and PostgreSQL and can be cut."""

    def __init__(self, real: Path) -> None:
        self.real = real
        self.cut = False
        self.open: set[asyncio.StreamWriter] = set()

    async def plug(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut:
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(str(self.real))
        self.open |= {writer, far_writer}
        await asyncio.gather(self._copy(reader, far_writer), self._copy(far_reader, writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()
        self.open.discard(writer)

    def pull(self) -> None:
        self.cut = True
        for writer in list(self.open):
            writer.transport.abort()


@contextlib.asynccontextmanager
async def cable(database: str, folder: Path) -> AsyncIterator[tuple[str, Cable]]:
    url = make_url(database)
    made = Cable(Path(str(url.query["host"])) / ".s.PGSQL.5432")
    server = await asyncio.start_unix_server(made.plug, folder / ".s.PGSQL.5432")
    try:
        yield url.set(query={"host": str(folder)}).render_as_string(hide_password=False), made
    finally:
        made.pull()
        server.close()


def test_the_database_is_gone_for_a_while(postgres: str, tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(18)
        async with cable(postgres, tmp_path) as (database, wire), house(database) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 5, rng)
            seat = (await ada.get(f"/matches/{match}"))["to_act"][0]
            before = await (ada, ben)[seat].get(f"/matches/{match}/view")
            wire.pull()
            for _ in range(3):
                body = {"action": before["legal"][0], "rev": before["rev"]}
                gone = await (ada, ben)[seat].post(f"/matches/{match}/actions", body, 503)
                assert gone["message"] == "storage.down"
            assert (await ada.http.get("/healthz")).status_code == 503
            wire.cut = False
            assert (await ada.http.get("/healthz")).status_code == 200
            assert await (ada, ben)[seat].get(f"/matches/{match}/view") == before
            await play_on([ada, ben], match, 10, rng)
            await sound(made, match)

    asyncio.run(run())


def test_clocks_that_jump_do_no_harm(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            times = itertools.cycle([2e9, 1e9, 0.0, 3e9])
            made.site.tables.now = lambda: next(times)
            ada, ben, match = await two_players(made, pace=2)
            await play_on([ada, ben], match, 30, random.Random(19))
            assert (await ada.get("/me/matches"))["items"][0]["id"] == match
            await sound(made, match)

    asyncio.run(run())


def test_matches_go_out_of_memory_and_come_back(database: str) -> None:
    async def run() -> None:
        rng = random.Random(20)
        async with house(database, live_matches=2) as made:
            tables = [await two_players(made) for _ in range(5)]
            for _ in range(15):
                for ada, ben, match in tables:
                    await play_on([ada, ben], match, 1, rng)
            assert made.site.tables.in_memory <= 2
            for _, _, match in tables:
                await sound(made, match)

    asyncio.run(run())


def test_a_changed_journal_is_noticed(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 40, random.Random(21))
            await sound(made, match)
            async with made.site.store.write() as connection:
                await connection.execute(text("delete from commits where rev = 10"))
            assert await audit(made.site.store, mh.title, match)

    asyncio.run(run())


def test_kill_under_load(database: str) -> None:
    kills, people, faults = asyncio.run(soak(database, kills=2, players=3, seed=22))
    assert not faults and kills == 2
    assert acknowledged(people)
