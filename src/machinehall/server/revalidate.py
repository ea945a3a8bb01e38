"""New rules and stored matches: every match is played again on the new rules and sorted.

    same                the same events, the same choices at every decision
    new choices         the same events, but somewhere there was more or less to choose from
    differs at move n   from that decision on the new rules say something else

A running match that is the same takes the new version and goes on. One that differs goes on from its last snapshot: the
decisions after it are kept as long as the new rules allow them, the rest is taken back, and the table is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Literal

import msgspec
from sqlalchemy import and_, or_, select

import machinehall as mh
from machinehall.kernel.match import Match
from machinehall.kernel.record import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, MachineHallError

from . import schema as s
from .asking import add_told
from .live import LiveMatch, digest_of, link, pack_events, pack_state, unpack_events, unpack_state
from .rows import CommitRow, Loaded, MatchRow, Snapshot, Write
from .storage import Store

Sort = Literal["same", "new choices", "differs"]
PAGE = 200


class Verdict(msgspec.Struct):
    """What the new rules make of a match."""

    match: str
    title: str
    status: str
    sort: Sort
    at: int | None = None
    """The number of the first decision that differs, or where the choices do."""
    reason: str = ""
    kept: int | None = None
    """A running match that differs: how many of its decisions stand."""


async def revalidate(
    store: Store, title_of: Callable[[str], Title], *, apply: bool, everything: bool = False
) -> AsyncIterator[Verdict]:
    """Judge all matches whose version is not the present one (`everything`: all); `apply`: write the outcome."""
    last, c = "", s.matches.c
    current = [title_of(name) for name in mh.titles()]
    behind = [and_(c.title == t.name, or_(c.rules != t.rules_version, c.data != t.data_version)) for t in current]
    while True:
        async with store.read() as connection:
            query = select(c.id).where(c.id > last, c.status.in_(("running", "over"))).order_by(c.id)
            if not everything:
                query = query.where(or_(*behind))
            ids = [row.id for row in await connection.execute(query.limit(PAGE))]
        if not ids:
            return
        for match in ids:
            verdict = await _one(store, title_of, match, apply, everything)
            if verdict is not None:
                yield verdict
        last = ids[-1]


async def _one(
    store: Store, title_of: Callable[[str], Title], match: str, apply: bool, everything: bool
) -> Verdict | None:
    loaded = await store.load(match)
    if loaded is None:
        return None
    head, title = loaded.head, title_of(loaded.head.title)
    current = (head.rules, head.data) == (title.rules_version, title.data_version)
    if current and not everything:
        return None
    rows = await store.tail(match, 0)
    first, _ = await store.position(match, 0)
    verdict = judge(title, head, len(loaded.seats), rows, first)
    if head.data != title.data_version and verdict.sort == "same":
        verdict.reason = "other components"
    if apply and not current and head.status == "running":
        await carry_over(store, title, loaded, verdict, rows, first)
    return verdict


def judge(
    title: Title, head: MatchRow, seats: int, rows: list[CommitRow], first: Snapshot | None = None
) -> Verdict:
    """Play a stored match on a title's rules; `first`: the position that it began with, if it was set up."""
    verdict = Verdict(head.id, head.title, head.status, "same")
    try:
        match = Match(title, seats, options=msgspec.json.decode(head.options), deal=False)
        if first is not None:
            match.state = unpack_state(title, first.state)
    except (MachineHallError, LookupError, TypeError, ValueError, AttributeError) as fault:
        return msgspec.structs.replace(verdict, sort="differs", at=0, reason=str(fault))
    for row in rows:
        happened = unpack_events(row.events)
        for i, (line, events) in enumerate(zip(row.log(), happened, strict=True)):
            number = row.first + i
            try:
                seat, forced, action = read_line(title, line)
                if i == 0 and row.kind == "play" and verdict.sort == "same" and _offers(match, seat) != row.offers:
                    verdict.sort, verdict.at = "new choices", number
                now = match.replay(seat, action, forced=forced)
            except (MachineHallError, LookupError) as fault:
                return msgspec.structs.replace(verdict, sort="differs", at=number, reason=str(fault))
            if now != events:
                return msgspec.structs.replace(verdict, sort="differs", at=number, reason="other events")
    over = not match.to_act
    if (head.status == "over") != over:
        return msgspec.structs.replace(verdict, sort="differs", at=len(match.log), reason="another end")
    return verdict


def _offers(match: Match, seat: int) -> int:
    if seat == CHANCE:
        return 0
    return LiveMatch(match.title, match.options, match.state, 0, match.seats).offers(seat)


async def carry_over(
    store: Store, title: Title, loaded: Loaded, verdict: Verdict, rows: list[CommitRow], first: Snapshot | None = None
) -> None:
    """Let a running match go on with the new rules."""
    old = loaded.head
    if verdict.sort != "differs":
        live = _replayed(title, loaded, rows, first)
        await _write(store, title, loaded, live, None, None)
        return
    live, lost = goes_on(title, loaded, rows)
    verdict.kept = live.number
    told = add_told(old, "told.rules_changed", old.rules, title.rules_version, lost)
    await _write(store, title, loaded, live, live.number if lost else None, told)


def _replayed(title: Title, loaded: Loaded, rows: list[CommitRow], first: Snapshot | None) -> LiveMatch:
    options = msgspec.json.decode(loaded.head.options)
    state = title.start(len(loaded.seats), options) if first is None else unpack_state(title, first.state)
    live = LiveMatch(title, options, state, 0, len(loaded.seats))
    for row in rows:
        for line in row.log():
            live.redo(line)
    return live


def _from_snapshot(title: Title, loaded: Loaded, rows: list[CommitRow]) -> tuple[LiveMatch, list[CommitRow]]:
    """The last snapshot and what follows; everything from the start if the new rules cannot read it."""
    options, seats = msgspec.json.decode(loaded.head.options), len(loaded.seats)
    if loaded.snapshot is not None:
        try:
            state = unpack_state(title, loaded.snapshot.state)
            shot = loaded.snapshot
            return LiveMatch(title, options, state, shot.number, seats, shot.decided), loaded.tail
        except (LookupError, TypeError, ValueError, AttributeError):
            pass
    return LiveMatch(title, options, title.start(seats, options), 0, seats), rows


def goes_on(title: Title, loaded: Loaded, rows: list[CommitRow]) -> tuple[LiveMatch, int]:
    """From the last snapshot, as far as the new rules allow; how many decisions are lost."""
    head = loaded.head
    live, rows = _from_snapshot(title, loaded, rows)
    for row in rows:
        before, lines = live.state.clone(), len(live.log)
        try:
            for line in row.log():
                live.redo(line, check=True)
        except (MachineHallError, LookupError):
            live.state = before
            del live.log[lines:], live.happened[lines:]
            break
    dealt = live.number
    live._deal()  # the new rules may want an outcome of chance where the old ones did not
    return live, head.number - dealt


async def _write(
    store: Store, title: Title, loaded: Loaded, live: LiveMatch, void_from: int | None, told: str | None
) -> None:
    old = loaded.head
    state, _ = pack_state(title, live.state)
    first = live.number if void_from is None else void_from
    lines, happened = live.lines(first), live.happened[first - live.base :]
    head = msgspec.structs.replace(
        old, rev=old.rev + 1, rules=title.rules_version, data=title.data_version, number=live.number, floor=live.number,
        to_act=f",{','.join(map(str, live.to_act))}," if live.to_act else "", told=told or old.told, pending="{}",
        status="running" if live.to_act else "over",
        outcome=None if live.to_act else msgspec.json.encode(live.outcome).decode(),
    )  # fmt: skip
    head.chain = link(old.chain, ["rules", *([] if void_from is None else [f"undo {void_from}"]), *lines])
    commit = CommitRow(
        head.id, head.rev, "rules", None, first, "\n".join(lines), pack_events(happened), 0, head.chain, head.changed
    )
    digest = digest_of(title, live.state)
    shot = Snapshot(head.id, live.number, head.rules, head.data, state, digest, live.deciders())
    # False: another process that started at the same time has just done the same.
    await store.append(Write(head, commit, shot, void_from, drop_snapshot=live.number))


def summary(verdicts: list[Verdict]) -> dict[str, int]:
    return dict(Counter(verdict.sort for verdict in verdicts))
