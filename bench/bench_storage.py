"""What stored and live matches cost: bytes on disk, time to load, memory. In this process, without a network.

.venv/bin/python bench/bench_storage.py --matches 200
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import text

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import machinehall as mh
from machinehall.server.config import Config
from machinehall.server.shapes import Caller, MatchSpec, SeatSpec
from machinehall.server.site import Site, make_site
from machinehall.server.store.migrate import upgrade


def rss() -> float:
    """Megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


async def play(site: Site, caller: Caller, title: str, rng: random.Random, most: int) -> str:
    """One match of two, at random, to the end or `most` decisions."""
    spec = MatchSpec(title=title, seats=[SeatSpec(kind="you"), SeatSpec(kind="you")], start=True)
    match = (await site.seating.create(caller, spec)).id
    at = await site.tables.position(caller, match)
    rev, seat, legal = at.rev, at.seat, [at.title.text(action) for action in at.legal]
    for _ in range(most):
        done = await site.tables.play(caller, match, seat, rng.choice(legal), rev)
        rev, seat, legal = done.rev, done.seat, done.legal
        if done.status == "over":
            break
    return match


async def size(site: Site) -> int:
    async with site.store.read() as connection:
        if site.store.postgres:
            return int((await connection.execute(text("select pg_database_size(current_database())"))).scalar() or 0)
        await connection.execute(text("pragma wal_checkpoint(truncate)"))
        pages = (await connection.execute(text("pragma page_count"))).scalar() or 0
        return int(pages) * int((await connection.execute(text("pragma page_size"))).scalar() or 0)


async def loads(site: Site, matches: list[str]) -> list[float]:
    """Milliseconds to bring each match into an empty memory."""
    took = []
    for match in matches:
        site.tables._tables.clear()
        began = time.process_time()
        async with site.tables.table(match):
            took.append(1000 * (time.process_time() - began))
    return sorted(took)


async def measure(database: str, title: str, matches: int) -> dict[str, Any]:
    site = make_site(Config(database=database, bot_workers=0))
    await upgrade(site.store)
    await site.open()
    try:
        caller, _, _ = await site.identities.create("Bench")
        rng, before = random.Random(1), await size(site)
        early = [await play(site, caller, title, rng, 10) for _ in range(20)]
        small = await size(site)
        began = time.process_time()
        whole: list[str] = []
        for start in range(0, matches, 20):
            count = min(20, matches - start)
            whole += await asyncio.gather(*(play(site, caller, title, rng, 10_000) for _ in range(count)))
        cpu = time.process_time() - began
        stored = (await size(site) - small) / len(whole)
        site.tables._tables.clear()
        empty = rss()
        for match in whole:
            async with site.tables.table(match):
                pass
        late, soon = await loads(site, whole[:50]), await loads(site, early)
        return {
            "matches": len(whole),
            "cpu_ms_per_match_with_every_move_stored": round(1000 * cpu / len(whole), 1),
            "bytes_per_finished_match": round(stored),
            "bytes_of_an_empty_database": before,
            "load_cpu_ms_after_10_decisions": round(soon[len(soon) // 2], 2),
            "load_cpu_ms_after_the_end": round(late[len(late) // 2], 2),
            "live_memory_kb_per_match": round(1000 * (rss() - empty) / len(whole), 1),
        }
    finally:
        await site.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", choices=sorted(mh.titles()), default=next(iter(mh.titles())))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--databases", default="sqlite,postgres")
    args = parser.parse_args()
    from server.postgres import new_database

    for kind in args.databases.split(","):
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{folder}/bench.sqlite" if kind == "sqlite" else new_database()
            print(json.dumps({"database": kind} | asyncio.run(measure(database, args.title, args.matches))), flush=True)


if __name__ == "__main__":
    main()
