"""The first page: what waits for its reader, with the place where something happened; and the tables of others."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import pytest
from server.kit import Client, House, house, play_on, seats, two_players

import machinehall as mh
from machinehall.draw.excerpt import Box
from machinehall.draw.look import Panel
from machinehall.server.play.table import Position
from machinehall.web.table import glimpse
from machinehall.web.table.acts import Act, Line


def test_the_last_deed_with_a_place_is_shown() -> None:
    """On the main board, if it has one there; all that a seat has is no place."""

    def panel(ident: str, body: str) -> Panel:
        return Panel(ident, "board", "web.tab.board", 900, 600, body, ())

    board = panel("board", '<rect id="a" x="10" y="10" width="20" height="20"/><g id="c"><circle r="5"/></g>')
    others = panel("others", '<rect id="seat" width="800" height="90"/><rect id="b" width="9" height="9"/>')
    deeds = [
        Line(0, "Ola", [Act(4, 1, "x", "", "a"), Act(7, 2, "x", "", "seat")]),
        Line(1, "Marek", [Act(9, 3, "x", "", "b seat"), Act(5, 4, "x", "", "nowhere")]),
    ]
    found = glimpse.latest([board, others], deeds)
    assert found is not None and (found.panel.id, found.seat, found.marked) == ("board", 0, [Box(10, 10, 30, 30)])
    found = glimpse.latest([board, others], deeds[1:])
    assert found is not None and (found.panel.id, found.seat, found.marked) == ("others", 1, [Box(0, 0, 9, 9)])
    assert glimpse.latest([board, others], [Line(0, "Ola", [Act(7, 1, "x", "", "seat")])]) is None
    assert glimpse.latest([board], []) is None


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_the_picture_is_made_of_what_the_seat_may_see(sqlite: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One for each seat, from its view; once for a revision; none for anybody else."""
    drawn: list[Position] = []
    plain = glimpse.panels_of

    def spied(ctx: Any, look: Any, at: Position, names: Any) -> list[Panel]:
        drawn.append(at)
        return plain(ctx, look, at, names)

    monkeypatch.setattr(glimpse, "panels_of", spied)

    async def run() -> None:
        async with house(sqlite) as made:
            ada, bob, match = await two_players(made, title=name)
            await play_on([ada, bob], match, 40, random.Random(3))
            for seat, reader in enumerate((ada, bob, ada, bob)):
                answer = await reader.http.get(f"/t/{match}/glimpse")
                assert answer.status_code == 200 and 'class="spot"' in answer.text
                assert ("excerpt" in answer.text) is ("vignette" not in answer.text), seat
            async with made.site.tables.table(match) as table:
                views = [table.live.title.view(table.live.state, seat) for seat in (0, 1)]
            assert [at.seat for at in drawn] == [0, 1] and [at.view for at in drawn] == views
            assert (await (await made.client("Eve")).http.get(f"/t/{match}/glimpse")).status_code == 404
            assert len(drawn) == 2

    asyncio.run(run())


def test_nothing_is_shown_before_the_device_is_handed_over_nor_to_onlookers(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ola = await made.client("Ola")
            here = [{"kind": "you", "name": "Ola"}, {"kind": "you", "name": "Marek"}]
            spec = {"title": "promethium", "seats": here, "start": True, "visibility": "open"}
            match = (await ola.post("/matches", spec, 201))["id"]
            for reader in (ola, await made.client("Eve")):
                answer = await reader.http.get(f"/t/{match}/glimpse")
                assert (answer.status_code, answer.text) == (204, "")

    asyncio.run(run())


def test_tables_that_wait_come_first_and_the_most_urgent_of_them(sqlite: str) -> None:
    """Two with a picture, the others as rows; each with its clock, if it has one."""

    async def run() -> None:
        async with house(sqlite) as made:
            ola, eve = await made.client("Ola"), await made.client("Eve")
            waiting = [await begun(made, ola, pace) for pace in (0, 7, 1)]
            page = (await ola.http.get("/", headers={"accept-language": "en"})).text
            assert "3 tables wait for you" in page
            cards = re.findall(r'<li class="turn-card.*?</li>', page, re.S)
            assert [re.findall(r"data-glimpse=\"/t/([^/]+)/", card) for card in cards] == [[waiting[2]], [waiting[1]]]
            assert "24 hours left" in cards[0] and "7 days left" in cards[1] and page.count('class="btn go"') == 2
            assert page.index('class="turn-card') < page.index(f'<li class="you"><a href="/t/{waiting[0]}"')
            now = made.site.tables.now
            for on, said in ((86_400 - 7_300, "2 hours left"), (86_900, "time is up")):
                made.site.tables.now = lambda on=on: now() + on  # type: ignore[misc]
                page = (await ola.http.get("/")).text
                assert said in page and 'class="clock hurry"' in page
            assert "Your turn" not in (await eve.http.get("/")).text

    asyncio.run(run())


def test_open_tables_tell_who_how_fast_and_what_is_unusual(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ola, eve = await made.client("Ola"), await made.client("Eve")
            option = next(o for o in mh.title("nucleum").options if o.name not in ("barons",) and len(o.choices) > 1)
            other = next(int(choice) for choice in option.choices if int(choice) != int(option.default))
            spec = {"title": "nucleum", "seats": seats("you", "person"), "visibility": "listed", "pace": 3}
            await ola.post("/matches", spec, 201)
            page = (await eve.http.get("/")).text
            row = page[page.index('id="open"') :].partition("</section>")[0]
            assert "Ola" in row and "3 days a move" in row and "Sit down" in row and "unusual" not in row
            await ola.post("/matches", {**spec, "pace": 0, "options": {option.name: other}}, 201)
            page = (await eve.http.get("/")).text
            assert page.count('class="unusual">1 changed<') == 1 and ">Live<" in page

    asyncio.run(run())


async def begun(made: House, who: Client, pace: int) -> str:
    """A match in which somebody is to move."""
    spec = {"title": "imperial-steam", "seats": seats("you", "bot"), "pace": pace, "start": True}
    match: str = (await who.post("/matches", spec, 201))["id"]
    while 0 not in (await who.get(f"/matches/{match}"))["to_act"]:
        await asyncio.sleep(0.05)
    return match
