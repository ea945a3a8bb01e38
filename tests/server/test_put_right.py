"""At a real table a position that differs is put right: by the laws, in the record, and never what is hidden."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

import machinehall as mh
from machinehall.kernel.mending import shown
from machinehall.server.store.audit import audit
from server.kit import House, house, seats
from server.test_by_hand import ALONE, Device, log, played, seated, told


async def mends(device: Device, sets: str) -> httpx.Response:
    """Something of the position put right."""
    rev = (await device.client.get(f"/matches/{device.match}"))["rev"]
    return await device.client.http.post(f"/t/{device.match}/mend", data={"rev": str(rev), "sets": sets})


@pytest.mark.rule("MH-1.7")
def test_what_is_believed_already_is_no_change(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            await told(made, device, played("nucleum", 1, 7, 60).lines())
            chosen = await device.client.http.get(f"/t/{device.match}/mend?at=urban.0")
            there = re.findall(r'class="act on" href="([^"]*)"', chosen.text)
            assert there and not any("sets" in link for link in there)

    asyncio.run(run())


@pytest.mark.rule("MH-1.7")
def test_a_position_is_put_right_and_stays_so(database: str) -> None:
    """A correction outlives restarts and audits, is told, replayed and taken back; a position that cannot be is not."""
    dealt = played("nucleum", 1, 7, 60)

    async def run() -> None:
        async with house(database) as made:
            device = await seated(made)
            await told(made, device, dealt.lines())
            async with made.site.tables.table(device.match) as table:
                before, number = table.live.state.clone(), table.live.number
                empty = next(site for site in range(len(before.urban)) if before.open_urban >> site & 1)
            page = await device.client.http.get(f"/t/{device.match}/mend?sets=thaler.0%3D11+urban.{empty}%3D3")
            assert page.status_code == 200 and "put-right" in page.text, page.text[:3000]
            assert (await mends(device, f"thaler.0=11 urban.{empty}=3")).status_code == 303
            for wrong in (
                "thaler.0=-1",
                "nothing",
                "stack.0=1",
                "",
                "thaler.0=11",
                "supply.0=18",
            ):
                assert (await mends(device, wrong)).status_code == 422, wrong
            async with made.site.tables.table(device.match) as table:
                after = table.live.state.clone()
                assert table.live.number == number + 1
            assert after.thaler[0] == 11 and after.urban[empty] == 3 and after.own_urban[0] >> empty & 1
            assert "Put right at the real table" in await device.page()
            past = await device.client.http.get(f"/t/{device.match}/at/{number}")
            assert past.status_code == 200
            assert await audit(made.site.store, made.site.tables.title, device.match) == []
        async with house(database) as made:
            again = Device(await made.client(), device.match)
            again.client.http.cookies.update(device.client.http.cookies)
            async with made.site.tables.table(device.match) as table:
                assert table.live.state == after
            assert (await again.send("undo")).status_code == 200
            async with made.site.tables.table(device.match) as table:
                assert table.live.state == before and table.live.number == number
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


@pytest.mark.rule("MH-1.7")
def test_only_a_real_table_is_put_right_and_only_by_who_plays_there(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            await device.send("draw", how="all")
            other = Device(await made.client("Eve"), device.match)
            sent = await other.client.http.post(f"/t/{device.match}/mend", data={"rev": "2", "sets": "thaler.0=9"})
            assert sent.status_code in (401, 403, 404)
            plain = (await device.client.post("/matches", {**ALONE, "by_hand": False}, 201))["id"]
            assert (await mends(Device(device.client, plain), "thaler.0=9")).status_code == 409
            assert (await device.client.http.get(f"/t/{plain}/mend")).status_code == 409
            old = await device.client.http.post(f"/t/{device.match}/mend", data={"rev": "1", "sets": "thaler.0=9"})
            assert old.status_code == 303 and "sets=thaler" in old.headers["location"]
            there, _ = await log(made, device.match)
            assert not any(line.startswith("* =") for line in there)

    asyncio.run(run())


@pytest.mark.rule("MH-1.7")
def test_what_is_hidden_is_not_put_right(sqlite: str) -> None:
    """Hands, bids and hidden money are no places; of them a refusal would tell something."""
    for title, options, hidden in (
        ("promethium", {}, ("hand", "private", "tokens", "end_value", "deck", "display")),
        ("imperial-steam", {"hidden_money": 1}, ("money", "bids", "bank")),
    ):
        match = mh.new_match(title, 2, seed=3, options=options)
        fields = {part.field for part in shown(match.title, match.state)}
        assert fields and not fields & set(hidden)


@pytest.mark.rule("MH-1.7")
def test_a_card_of_the_deck_turns_up_in_the_open(sqlite: str) -> None:
    """It changes places with what was believed there; the page tells what waits, what cannot be, and the way out."""
    dealt = played("promethium", 2, 6, 90)
    while dealt.state.stack[-1][0] != "turn":
        dealt.play(dealt.legal()[0])
    s = dealt.state
    at, card = next(i for i, card in enumerate(s.display) if card >= 0), s.deck.bit_length() - 1
    spec = {"title": "promethium", "seats": seats("you", "you"), "start": True, "by_hand": True}

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made, spec)
            await told(made, device, dealt.lines())
            page = await device.client.http.get(f"/t/{device.match}/mend?at=display.{at}")
            assert (
                'id="way-out"' in page.text and "Patent meeples" in page.text and f"display.{at}%3D{card}" in page.text
            )
            assert (await mends(device, f"display.{at}={card}")).status_code == 303
            async with made.site.tables.table(device.match) as table:
                after = table.live.state.clone()
            assert after.display[at] == card and after.deck == s.deck ^ 1 << card ^ 1 << s.display[at]
            there, _ = await log(made, device.match)
            assert there[-1].startswith("* =") and "deck" not in there[-1]
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


BUILDINGS = {
    "praha-u2": "factory-4",
    "praha-u3": "factory-2",
    "praha-u1": "residence-2",
    "praha-u4": "laboratory-1",
    "zwickau-u3": "factory-1",
    "dresden-u1": "residence-1",
}
RAILS = ("praha-joachimsthal.1", "praha-joachimsthal.2", "joachimsthal-zwickau.1")


def printed(match: mh.Match) -> str:
    """The Baron's buildings, network and milestone tiles of the printed example, and his third Recharge next.

    The print gives what he scores at the end and not his moves, so its position is set up by hand.
    """
    t, s, names = match.title.lookup, match.state, match.title.domains
    at = {domain: {name: i for i, name in enumerate(names[domain])} for domain in names}
    unseen = [tile for tile in range(len(names["tile"])) if s.tiles_unseen & t.basic & 1 << tile]
    found = [f"urban.{site}=-1" for site, piece in enumerate(s.urban) if piece >= t.first_neutral]
    for tile, space in zip(unseen, RAILS, strict=False):
        found += [f"rail_tile.{at['space'][space]}={tile}", f"rail_owner.{at['space'][space]}=1"]
    found += [f"urban.{at['urban'][site]}={at['piece'][f'1.{piece}']}" for site, piece in BUILDINGS.items()]
    found += [f"powered.0.{at['urban'][site]}=1" for site, piece in BUILDINGS.items() if piece != "residence-1"]
    tiles = enumerate(("m4", "m1", "m3", "m2"))
    found += [f"milestone.{segment}={at['milestone'][tile]}" for segment, tile in tiles]
    obstacle = next(tile for tile in s.queue[0] if t.directive[tile])
    return " ".join([*found, f"queue.0.0={obstacle}", "recharges.1=2"])


async def wished(made: House, device: Device, *kinds: str) -> str:
    """The first action of these kinds that is offered; nothing when the match is over."""
    async with made.site.tables.table(device.match) as table:
        live = table.live
        found = [live.text(action) for kind in kinds for action in live.legal(0) if action.kind == kind]
        return found[0] if live.to_act else ""


@pytest.mark.rule("NU-EX-22", "NU-23.62", "MH-1.7")
def test_the_printed_example_is_played_to_its_176_points(sqlite: str) -> None:
    """Set-up told by hand, the printed position put right, the end played: the engine scores what the print says."""
    dealt = played("nucleum", 1, 7, 1)
    while dealt.state.stack[-1][0] != "turn":
        dealt.play(dealt.legal()[0])

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            await told(made, device, dealt.lines())
            assert (await mends(device, printed(dealt))).status_code == 303
            await device.says("0 recharge")  # the Baron Recharges for the third time: the last turns begin
            assert (await mends(device, "vp.1=85 thaler.1=5 supply.1=6")).status_code == 303
            while wish := await wished(made, device, "done", "play"):
                await device.says(f"0 {wish}")
            async with made.site.tables.table(device.match) as table:
                outcome = table.live.outcome
            assert outcome is not None and [baron.score for baron in outcome.automata] == [176]
            assert list(outcome.automata[0].breakdown.values()) == [85, 32, 2 + 12 + 18 + 16, 11]
            pad = await device.client.http.get(f"/t/{device.match}/pad")
            assert "176" in await device.page() and 'value="85"' in pad.text and 'value="48"' in pad.text
            record = await device.client.http.get(f"/api/v1/matches/{device.match}/record")
            assert mh.load_match(record.text).outcome == outcome
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


def test_what_is_seen_at_the_table_goes_into_the_owners_pack(sqlite: str) -> None:
    """A contract that we only rebuilt is told: the table asks, and a yes makes it true in a pack of the owner's."""

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            text, asks = "", False
            while not asks:
                assert (await device.send("draw", how="one")).status_code == 200
                text = await device.page()
                asks = 'id="guess-yes"' in text
            found = {name: re.findall(f'name="{name}"\\s+value="([^"]+)"', text)[0] for name in ("file", "record")}
            sent = {"title": "nucleum", **found, "match": device.match}
            form = await device.client.http.post("/owners/seen", data={**sent, "how": "no"})
            assert form.status_code == 303 and found["record"] in form.headers["location"]
            assert (await device.client.http.get(form.headers["location"])).status_code == 200
            back = await device.client.http.post("/owners/seen", data={**sent, "how": "yes"})
            assert back.headers["location"] == f"/t/{device.match}"
            assert 'id="guess-yes"' not in await device.page()
            bad = await device.client.http.post("/owners/seen", data={**sent, "record": "nothing", "how": "yes"})
            assert bad.status_code == 404

    asyncio.run(run())
