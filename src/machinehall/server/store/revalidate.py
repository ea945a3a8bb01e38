"""New rules and stored matches: every match is played again on the new rules and sorted.

    same                the same events, the same choices at every decision
    new choices         the same events, but somewhere there was more or less to choose from
    differs at move n   from that decision on the new rules say something else
    damaged             what is stored of it was changed, and the rest does not say what it was: it is left alone

A match that is the same takes the new version; a running one goes on. A running one that differs goes on from its last
snapshot: the decisions after it are kept as long as the new rules allow them, the rest is taken back, and the table is
told. One that is over and differs stays as it is, with its version and its result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Literal

import msgspec
from sqlalchemy import and_, or_, select

import machinehall as mh
from machinehall.kernel.match import Match
from machinehall.kernel.options import as_played
from machinehall.kernel.record_text import read_line
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, MachineHallError

from . import schema as s
from .audit import audit_match, sentences
from .replay import READING, events_of
from .rows import CommitRow, Loaded, MatchRow, Snapshot, Write, add_told
from .seals import facts_text, read_facts, seal, snapshot_of
from .store import Store
from .stored_match import LiveMatch, pack_events, print_of, unpack_state

Sort = Literal["same", "new choices", "differs", "damaged"]
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
    damage: list[str] = []
    """What is wrong with it apart from the rules; `apply` mends what can be."""


async def revalidate(
    store: Store,
    title_of: Callable[[str], Title],
    *,
    apply: bool,
    everything: bool = False,
    own: Callable[[str], Awaitable[Callable[[str], Title]]] | None = None,
) -> AsyncIterator[Verdict]:
    """Judge all matches whose version is not the present one (`everything`: all); `apply`: write the outcome. `own`:
    titles as a match has them; those that were opened with components of their own keep them."""
    last, c = "", s.matches.c
    current = [title_of(name) for name in mh.titles()]
    kept, v = select(s.pack_versions.c.version), s.pack_versions.c
    behind = [
        and_(c.title == t.name, or_(c.rules != t.rules_version,
             and_(c.data != t.data_version, c.data.not_in(kept.where(v.title == t.name)))))
        for t in current
    ]  # fmt: skip
    while True:
        async with store.read() as connection:
            query = select(c.id).where(c.id > last, c.status.in_(("running", "over"))).order_by(c.id)
            if not everything:
                query = query.where(or_(*behind))
            ids = [row.id for row in await connection.execute(query.limit(PAGE))]
        if not ids:
            return
        for match in ids:
            titles = title_of if own is None else await own(match)
            verdict = await _one(store, titles, match, apply, everything)
            if verdict is not None:
                yield verdict
        last = ids[-1]


async def _one(
    store: Store, title_of: Callable[[str], Title], match: str, apply: bool, everything: bool
) -> Verdict | None:
    finding = await audit_match(store, title_of, match)
    if finding is not None and finding.damaged and apply:
        finding = await audit_match(store, title_of, match, mend=True)
    if finding is None:
        return None
    damage = sentences(finding)
    try:
        verdict = await _judged(store, title_of, match, apply and not finding.has("lost"), everything)
    except READING as fault:
        if not damage:
            raise
        return Verdict(match, finding.title, "", "damaged", reason=str(fault), damage=damage)
    if verdict is not None and damage:
        verdict.damage = damage
        if finding.has("lost"):
            verdict.sort, verdict.at, verdict.reason = "damaged", None, damage[0]
    return verdict


async def _judged(
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
    if apply and not current and (head.status == "running" or verdict.sort != "differs"):
        await carry_over(store, title, loaded, verdict, rows, first)
    return verdict


def judge(title: Title, head: MatchRow, seats: int, rows: list[CommitRow], first: Snapshot | None = None) -> Verdict:
    """Play a stored match on a title's rules; `first`: the position that it began with, if it was set up."""
    verdict = Verdict(head.id, head.title, head.status, "same")
    try:
        state = None if first is None else unpack_state(title, first.state)
        match = Match(title, seats, options=options_of(title, head), deal=False, state=state)
    except (MachineHallError, LookupError, TypeError, ValueError, AttributeError) as fault:
        return msgspec.structs.replace(verdict, sort="differs", at=0, reason=str(fault))
    for row in rows:
        happened = events_of(row)  # damaged ones do not tell whether the rules are others
        last = max((i for i, line in enumerate(row.log()) if not line.startswith("*")), default=-1)
        for i, line in enumerate(row.log()):
            number = row.first + i
            try:
                seat, forced, action = read_line(title, line)
                if i == last and row.kind == "play" and verdict.sort == "same" and _offers(match, seat) != row.offers:
                    verdict.sort, verdict.at = "new choices", number
                now = match.replay(seat, action, forced=forced)
            except (MachineHallError, LookupError) as fault:
                return msgspec.structs.replace(verdict, sort="differs", at=number, reason=str(fault))
            if happened is not None and now != happened[i]:
                return msgspec.structs.replace(verdict, sort="differs", at=number, reason="other events")
    over = not match.to_act
    if (head.status == "over") != over:
        return msgspec.structs.replace(verdict, sort="differs", at=len(match.log), reason="another end")
    return verdict


def _offers(match: Match, seat: int) -> int:
    return 0 if seat == CHANCE else print_of(match.title, match.legal(seat))


async def carry_over(
    store: Store, title: Title, loaded: Loaded, verdict: Verdict, rows: list[CommitRow], first: Snapshot | None = None
) -> None:
    """Let a running match go on with the new rules."""
    old = loaded.head
    if verdict.sort != "differs":
        live = _replayed(title, loaded, rows, first)
        await _write(store, title, loaded, live, None, None, live.number)
        return
    live, kept = goes_on(title, loaded, rows)
    verdict.kept, lost = kept, old.number - kept
    told = add_told(old, "told.rules_changed", old.rules, title.rules_version, lost)
    await _write(store, title, loaded, live, kept if lost else None, told, kept)


def options_of(title: Title, head: MatchRow) -> dict[str, Any]:
    """What a stored match is played by; switches that came later stand as it was played before."""
    return as_played(title.options, msgspec.json.decode(head.options))


def _replayed(title: Title, loaded: Loaded, rows: list[CommitRow], first: Snapshot | None) -> LiveMatch:
    options = options_of(title, loaded.head)
    state = title.start(len(loaded.seats), options) if first is None else unpack_state(title, first.state)
    live = LiveMatch(title, options, state, 0, len(loaded.seats))
    for row in rows:
        for line in row.log():
            live.redo(line)
    return live


def _from_snapshot(title: Title, loaded: Loaded, rows: list[CommitRow]) -> tuple[LiveMatch, list[CommitRow]]:
    """The last snapshot and what follows; everything from the start if the new rules cannot read it."""
    options, seats = options_of(title, loaded.head), len(loaded.seats)
    if loaded.snapshot is not None:
        try:
            shot = loaded.snapshot
            state = unpack_state(title, shot.state)
            return LiveMatch(title, options, state, shot.number, seats, shot.decided), loaded.tail
        except (LookupError, TypeError, ValueError, AttributeError):
            pass
    return LiveMatch(title, options, title.start(seats, options), 0, seats), rows


def goes_on(title: Title, loaded: Loaded, rows: list[CommitRow]) -> tuple[LiveMatch, int]:
    """From the last snapshot, as far as the new rules allow; how many decisions were kept."""
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
    kept = live.number
    live.deal()  # the new rules may want an outcome of chance where the old ones did not
    return live, kept


async def _write(
    store: Store, title: Title, loaded: Loaded, live: LiveMatch, void_from: int | None, told: str | None, first: int
) -> None:
    old = loaded.head
    lines, happened = live.lines(first), live.happened[first - live.base :]
    head = msgspec.structs.replace(
        old, rev=old.rev + 1, rules=title.rules_version, data=title.data_version, number=live.number, floor=live.number,
        to_act=f",{','.join(map(str, live.to_act))}," if live.to_act else "", told=told or old.told, pending="{}",
        status="running" if live.to_act else "over",
        options=msgspec.json.encode(live.options).decode(),
        outcome=None if live.to_act else old.outcome or msgspec.json.encode(live.outcome).decode(),
    )  # fmt: skip
    facts = read_facts(loaded.facts)
    commit = CommitRow(
        head.id, head.rev, "rules", None, first, "\n".join(lines), pack_events(happened), 0, "", head.changed,
        facts=facts_text(head, loaded.seats, facts.begins if facts is not None else ""),
    )  # fmt: skip
    commit.chain = head.chain = seal(old.chain, commit, void_from)
    shot = snapshot_of(title, head, live.number, live.state, live.deciders())
    # False: another process that started at the same time has just done the same.
    await store.append(Write(head, commit, shot, void_from, drop_snapshot=live.number))


def summary(verdicts: list[Verdict]) -> dict[str, int]:
    return dict(Counter(verdict.sort for verdict in verdicts))
