"""Is everything there? The whole journal of a match against its head, its hashes and its snapshots."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import select

from machinehall.kernel.match import Match
from machinehall.kernel.record import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import MachineHallError

from . import schema as s
from .live import digest_of, link, unpack_events, unpack_state
from .rows import CommitRow, MatchRow, Snapshot
from .storage import Store


async def audit(store: Store, title_of: Callable[[str], Title], match: str) -> list[str]:
    """The faults of a stored match; none: nothing is lost, doubled or changed."""
    async with store.read() as connection:
        if store.postgres:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        head = MatchRow(**(await connection.execute(select(s.matches).where(s.matches.c.id == match))).mappings().one())
        seats = len((await connection.execute(select(s.seats.c.seat).where(s.seats.c.match == match))).all())
        query = select(s.commits).where(s.commits.c.match == match).order_by(s.commits.c.rev)
        rows = [CommitRow(**row) for row in (await connection.execute(query)).mappings()]
        query = select(s.snapshots).where(s.snapshots.c.match == match).order_by(s.snapshots.c.number)
        shots = [Snapshot(**row) for row in (await connection.execute(query)).mappings()]
    faults = chain_faults(head, rows)
    if head.status != "open":
        faults += replay_faults(title_of(head.title), head, seats, rows, shots)
    return [f"{match}: {fault}" for fault in faults]


def chain_faults(head: MatchRow, rows: list[CommitRow]) -> list[str]:
    """Every revision is there once, and the running hash over all of them fits."""
    if [row.rev for row in rows] != list(range(head.rev + 1)):
        return [f"revisions {[row.rev for row in rows][-5:]}, the head says {head.rev}"]
    chain, faults = "", []
    voided = {row.void for row in rows if row.void}
    for row in rows:
        undo = [f"undo {row.first}"] if row.rev in voided or row.kind == "undo" else []
        chain = link(chain, [row.kind, *undo, *row.log()])
        if chain != row.chain:
            faults.append(f"the journal was changed at revision {row.rev}")
            chain = row.chain
    if chain != head.chain:
        faults.append("the head has another hash than the journal")
    return faults


def replay_faults(title: Title, head: MatchRow, seats: int, rows: list[CommitRow], shots: list[Snapshot]) -> list[str]:
    """The decisions that stand give the stored events, positions and end."""
    match = Match(title, seats, options=msgspec.json.decode(head.options), deal=False)
    wanted, faults = {shot.number: shot.digest for shot in shots}, []
    if shots and shots[0].number == 0:
        match.state = unpack_state(title, shots[0].state)
        if wanted.pop(0) != digest_of(title, match.state):
            faults.append("the first position is not the stored one")
    for row in rows:
        if row.void or not row.lines:
            continue
        if row.first != len(match.log):
            return [f"revision {row.rev} begins at {row.first}, not at {len(match.log)}"]
        for line, events in zip(row.log(), unpack_events(row.events), strict=True):
            try:
                seat, forced, action = read_line(title, line)
                if match.replay(seat, action, forced=forced) != events:
                    faults.append(f"decision {len(match.log) - 1} has other events")
            except MachineHallError as fault:
                return [*faults, f"decision {len(match.log)}: {fault}"]
            digest = wanted.pop(len(match.log), None)
            if digest is not None and digest != digest_of(title, match.state):
                faults.append(f"position {len(match.log)} is not the stored one")
    if len(match.log) != head.number:
        faults.append(f"{len(match.log)} decisions, the head says {head.number}")
    faults += [f"a position {number} beyond the end" for number in wanted]
    if bool(match.to_act) == (head.status == "over"):
        faults.append(f"the head says {head.status}, to act: {match.to_act}")
    return faults
