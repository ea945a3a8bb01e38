"""Leak test through the wire: nobody receives a byte that depends on what their seat must not know.

For every client (each seat and a spectator) a twin of the match is made: a world that looks the same to this seat but
is drawn anew where the seat cannot see. Whatever the server sends about the true world must be, byte for byte, what it
sends about the twin. Marked secrets are searched for as well, in everything that a client has received.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

import machinehall as mh
from machinehall.server.play.table import Table
from machinehall.server.store.stored_match import LiveMatch
from server.kit import Client, House, house, seats

TITLES = sorted(mh.titles())
PATHS = ("/view", "", "/events?since={since}", "/messages")


async def open_table(made: House, title: str, people: int) -> tuple[list[Client], Client, str]:
    players = [await made.client(f"P{i}") for i in range(people)]
    spec = {"title": title, "seats": seats("you", *["person"] * (people - 1)), "visibility": "open"}
    match = (await players[0].post("/matches", spec, 201))["id"]
    for player in players[1:]:
        await player.post(f"/matches/{match}/join", {})
    await players[0].post(f"/matches/{match}/start")
    return players, await made.client(), match


async def answers(client: Client, match: str, seat: int | None, number: int, action: str) -> list[bytes]:
    """Everything that a client can learn now."""
    found = []
    for path in PATHS[:2]:
        found.append((await client.ask("GET", f"/matches/{match}{path}")).content)
    if seat is not None:
        found.append((await client.ask("POST", f"/matches/{match}/why-not", {"action": action})).content)
        imagined = await client.ask("POST", f"/matches/{match}/what-if", {"seed": 3, "actions": []})
        found.append(imagined.content)
        refused = await client.ask("POST", f"/matches/{match}/undo", {"rev": 0})
        found.append(refused.content)
    return found


def twin_of(table: Table, seat: int | None, rng: random.Random) -> LiveMatch:
    """The same match in another world that looks alike to a seat."""
    live = table.live
    world = live.title.sample(live.view(seat), rng)
    twin = LiveMatch(live.title, live.options, world, live.base, live.seats, live.decided)
    twin.log, twin.happened, twin._before = live.log, live.happened, live._before
    return twin


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("people", [2, pytest.param(3, marks=pytest.mark.long)])
def test_worlds_that_look_alike_give_the_same_bytes(sqlite: str, title: str, people: int) -> None:
    async def run() -> int:
        rng, compared = random.Random(24), 0
        async with house(sqlite) as made:
            players, spectator, match = await open_table(made, title, people)
            actions = mh.title(title).actions.texts
            for turn in range(2_000):
                info = await players[0].get(f"/matches/{match}")
                if info["status"] == "over":
                    break
                await players[rng.choice(info["to_act"])].play_random(match, rng)
                if turn % 12:
                    continue
                for seat, client in [*enumerate(players), (None, spectator)]:
                    action = rng.choice(actions)
                    true = await answers(client, match, seat, info["number"], action)
                    async with made.site.tables.table(match) as table:
                        kept, table.match, table.sights = table.match, twin_of(table, seat, rng), {}
                    assert await answers(client, match, seat, info["number"], action) == true, f"seat {seat}, {turn}"
                    async with made.site.tables.table(match) as table:
                        table.match, table.sights = kept, {}
                    compared += 1
        return compared

    assert asyncio.run(run()) > 20


def keeps_secrets(title: mh.Title) -> bool:
    from machinehall.kernel import fields

    declared = [f for f in fields.fields_of(title.state_class) if f.name != "stack"]
    return any(f.metadata.get("see", fields.nobody) is not fields.everybody for f in declared)


def hidden(state: Any, title: mh.Title, seat: int | None) -> dict[str, Any]:
    """Fields of the state that this seat sees otherwise than they are."""
    from machinehall.kernel import fields

    whole, view = fields.to_data(state, title.domains), title.view(state, seat)
    return {name: value for name, value in whole.items() if name != "stack" and view.get(name) != value}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("most", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_every_byte_is_searched(sqlite: str, title: str, most: int) -> None:
    """A marked secret: whatever hides in the state is never sent as it is to those who must not see it."""

    async def run() -> int:
        rng, searched = random.Random(25), 0
        async with house(sqlite) as made:
            players, spectator, match = await open_table(made, title, 3)
            clients = [*enumerate(players), (None, spectator)]
            for turn in range(most):
                info = await players[0].get(f"/matches/{match}")
                if info["status"] == "over":
                    break
                since = info["number"]
                await players[rng.choice(info["to_act"])].play_random(match, rng)
                for seat, client in clients:
                    client.heard.clear()
                    for path in PATHS:
                        await client.get(f"/matches/{match}{path.format(since=since)}")
                    if turn % 20 == 0:
                        await client.get(f"/matches/{match}/positions/{since}")
                    received = b"\n".join(client.heard)
                    async with made.site.tables.table(match) as table:
                        live = table.live
                        secrets = hidden(live.state, live.title, seat)
                        facts = [e for events in live.happened[since - live.base :] for e in events]
                    for name, value in secrets.items():
                        marked = f'"{name}":'.encode() + msgspec.json.encode(value)
                        assert marked not in received, f"seat {seat} got {name} at {since}"
                        searched += 1
                    for fact in facts:
                        told = fact.seen_from(seat)
                        if told is None or told.args != fact.args:
                            line = msgspec.json.encode(live.title.event_text(mh.Event(fact.kind, fact.args)))
                            assert line not in received, f"seat {seat} got {line!r}"
                            searched += 1
        return searched

    # A title that draws everything when it is needed keeps nothing hidden in its state.
    assert asyncio.run(run()) > 100 or not keeps_secrets(mh.title(title))
