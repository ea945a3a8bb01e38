"""A match that is watched again: where its buttons lead, what its pages tell, and to whom."""

from __future__ import annotations

import asyncio
import random
import re
from functools import cache

import pytest
from server.kit import finish, house, play_on, seats, two_players

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.values import CHANCE
from machinehall.server.glance import Past
from machinehall.server.play.table import told
from machinehall.web.table.chart import curves_of
from machinehall.web.table.replay import Course, course, gains, past_turns, turn_at, ways

PART = {"mh-part": "1"}


@cache
def played(name: str) -> mh.Match:
    match, rng = mh.new_match(name, seats=2, seed=5), random.Random(5)
    while match.to_act:
        seat = match.to_act[0]
        match.play(rng.choice(match.legal(seat)), seat)
    return match


@cache
def way_of(name: str) -> Course:
    match = played(name)
    deciders = {number: entry.seat for number, entry in enumerate(match.log) if entry.seat != CHANCE}
    past = Past(told(match.title, 0, match.happened, None), deciders, {0: 0.0})
    return course(look_of(match.title), past, len(match.log))


@pytest.mark.parametrize("name", mh.titles())
def test_every_button_leads_through_the_whole_match_and_back(name: str) -> None:
    way = way_of(name)
    assert way.total == len(played(name).log) == way.ends[-1] and len(way.ends) == len(way.turns)
    for stops, on, back in (
        (way.ends, "turn_on", "turn_back"),
        (way.steps, "step_on", "step_back"),
        (way.chapters, "chapter_on", "chapter_back"),
    ):
        assert list(stops) == sorted(set(stops)) and stops
        there, at = [], 0
        while (following := getattr(ways(way, at), on)) is not None:
            assert following > at
            there.append(at := following)
        assert there == sorted({*stops, way.total})
        while (before := getattr(ways(way, at), back)) is not None:
            there.remove(at)
            at = before
        assert at == 0 and not there
    assert ways(way, 0)[:4] == (None,) * 4 and ways(way, way.total)[4:] == (None,) * 4


@pytest.mark.parametrize("name", mh.titles())
def test_a_position_shows_the_turn_that_led_to_it(name: str) -> None:
    """After each decision its own turn, never what comes; the log ends there too."""
    way = way_of(name)
    assert turn_at(way, 0) == (None, [])
    for seen, number in enumerate(way.steps, 1):
        turn, done = turn_at(way, number)
        assert turn is not None and done[-1].number == number - 1
        assert [entry.number for entry in done] == sorted(entry.number for entry in done)
        log = past_turns(way, 0, number)
        assert sum(len(one.entries) for one in log) == seen
    assert all(turn_at(way, end)[1] == list(turn.entries) for end, turn in zip(way.ends, way.turns, strict=True))


@pytest.mark.parametrize("name", mh.titles())
def test_the_largest_gains_are_what_a_turn_brought(name: str) -> None:
    match, way = played(name), way_of(name)
    curve = curves_of(match, look_of(match.title), match.seats)[0]
    found, values = gains(way, curve), dict(curve)
    assert found and [row[2] for row in found] == sorted((row[2] for row in found), reverse=True)
    for end, player, gain in found:
        assert gain > 0 and end in way.ends
        begin = max((e for e in way.ends if e < end), default=0)
        after = next(values[n] for n in range(end, -1, -1) if n in values)
        before = next(values[n] for n in range(begin, -1, -1) if n in values)
        assert after[player] - before[player] == gain
    assert gains(way, []) == []


def test_nothing_can_be_chosen_in_the_past(sqlite: str) -> None:
    """What was legal there would be played now. And nobody thinks there any more."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await play_on([ada, ben], match, 12, random.Random(1))
            now = (await ada.get(f"/matches/{match}/view"))["number"]
            asked = []
            for number in range(now):
                if 0 in (await ada.get(f"/matches/{match}/positions/{number}"))["to_act"]:
                    asked.append(number)
            assert asked
            for number in asked[-3:]:
                page = (await ada.http.get(f"/t/{match}/at/{number}")).text
                assert "data-act=" not in page and "mh-legal" not in page and 'data-asked=""' in page
                assert "Waiting for" not in page and "thinking" not in page

    asyncio.run(run())


def test_a_finished_match_is_watched_from_the_start(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made, visibility="open")
            await play_on([ada, ben], match, 8, random.Random(1))
            eve, path = await made.client(), f"/t/{match}"
            assert "/continue" not in (await ada.http.get(f"{path}/at/9")).text
            assert (await ada.http.get(f"{path}/at/4/continue")).status_code == 409
            await finish(made, match)
            # Home says that none goes on, not that there was none yet.
            home, first_visit = (await ada.http.get("/")).text, (await eve.http.get("/")).text
            assert "None going on." in home and "None yet." not in home and "None yet." in first_visit
            end = (await ada.http.get(path)).text
            assert f'href="{path}/at/0"' in end
            total = int((await ada.get(f"/matches/{match}"))["number"])
            first = (await eve.http.get(f"{path}/at/0")).text
            last = (await eve.http.get(f"{path}/at/{total}")).text
            for page, leads in ((first, "turn-on"), (last, "turn-back")):
                assert re.search(rf'id="way-{leads}" data-go\s+href="{path}/at/\d+"', page), leads
            assert 'id="way-turn-on" role="link" aria-disabled="true"' in last and 'id="way-first" role' in first
            # How points grew is told once the end is final, to everybody.
            assert 'class="is-gain"' not in first
            await ada.post(f"/matches/{match}/final")
            assert (await eve.http.get(f"{path}/at/0")).text.count('class="is-gain"') >= 1
            # Stepping brings only what has changed.
            number = re.search(rf'id="way-turn-on" data-go\s+href="({path}/at/\d+)"', first)
            assert number and (await eve.http.get(number[1], headers=PART)).text.startswith('<div id="state"')
            for wrong in (f"{path}/at/{total + 1}", f"{path}/at/x", f"{path}/at/-1"):
                assert (await eve.http.get(wrong)).status_code == 404

    asyncio.run(run())


def test_strangers_see_no_moment_of_a_private_match(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match = await two_players(made)
            await finish(made, match)
            eve = await made.client("Eve")
            for path in (f"/t/{match}/at/20", f"/t/{match}/at/20/continue"):
                assert (await ada.http.get(path)).status_code == 200
                assert (await eve.http.get(path)).status_code == 404
            asked = await eve.http.post(f"/t/{match}/at/20/continue", data={"seat0": "you", "seat1": "bot"})
            assert asked.status_code == 404

    asyncio.run(run())


@pytest.mark.rule("MH-1.6")
def test_going_on_by_the_form(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match = await two_players(made, visibility="open")
            await finish(made, match)
            path = f"/t/{match}/at/40/continue"
            form = (await ada.http.get(path)).text
            assert "becomes final" in form and form.count('value="you" checked') == 1
            assert not (await ada.get(f"/matches/{match}"))["final"]
            for wrong in ({}, {"seat0": "you", "seat1": "nobody"}):
                assert (await ada.http.post(path, data=wrong)).status_code in (400, 422)
            fields = {"seat0": "bot", "bot0": "random", "seat1": "you"}
            began = await ada.http.post(path, data=fields)
            assert began.status_code == 303
            new = await ada.get(f"/matches/{began.headers['location'].removeprefix('/t/')}")
            assert new["status"] == "running" and [seat["yours"] for seat in new["seats"]] == [False, True]
            page = (await ada.http.get(began.headers["location"])).text
            assert "This match goes on from an earlier one, after 40 of its decisions" in page
            # A stranger who only watched gets a name, and a table where a friend may come.
            eve = await made.client()
            asked = await eve.http.post(path, data={"seat0": "you", "seat1": "friend"})
            assert asked.status_code == 303
            lobby = (await eve.http.get(asked.headers["location"])).text
            assert "This match goes on from an earlier one" in lobby
            assert "/join#" in lobby, "one link for the friend"

    asyncio.run(run())


def test_lessons_do_not_go_on_elsewhere(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            shelf = (await ada.http.get("/learn")).text
            place = re.findall(r'action="(/learn/[\w-]+/[\w-]+)"', shelf)[-1]
            match = (await ada.http.post(place)).headers["location"].removeprefix("/t/")
            assert (await ada.http.get(f"/t/{match}/at/0")).status_code == 200
            body = {"number": 0, "seats": seats("you", "bot:random")}
            assert (await ada.ask("POST", f"/matches/{match}/continue", body)).status_code == 409

    asyncio.run(run())
