"""Lessons and problems on the pages: where they are listed, what the panel says, what is kept."""

from __future__ import annotations

import asyncio
import html

from server.kit import house

import machinehall as mh
from machinehall.bots.lesson_bot import Guide
from machinehall.school.items import from_matches
from machinehall.school.problem_words import hint, task
from machinehall.words import say

PART = {"mh-part": "1"}


def test_lessons_stay_in_the_lists_and_problems_do_not(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            tables = {}
            for ident in ("first", "patent"):
                answer = await ada.http.post(f"/learn/promethium/{ident}")
                assert answer.status_code == 303
                tables[ident] = answer.headers["location"]
            page = (await ada.http.get("/")).text
            assert tables["first"] in page and tables["patent"] not in page
            table = (await ada.http.get(tables["patent"])).text
            assert 'id="lesson"' in table and say("en")("learn.promethium.patent.task") in table
            assert 'id="hint"' not in table  # the panel has a hint of its own

    asyncio.run(run())


def test_what_is_solved_is_kept_with_the_identity_and_in_the_browser(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            match = (await ada.http.post("/learn/promethium/machinist")).headers["location"]
            rev = (await ada.get(f"/matches/{match[3:]}"))["rev"]
            solved = await ada.http.post(f"{match}/act", data={"action": "machinist 1", "rev": str(rev)}, headers=PART)
            assert 'data-state="done"' in solved.text
            assert ada.http.cookies["mh-solved-promethium"] == "machinist"
            mark = 'class="task solved" id="problem-promethium-machinist"'
            assert mark in (await ada.http.get("/learn")).text
            # Another device of the same person has it too, and brings along what it had before.
            cookie = f"machinehall={ada.http.cookies['machinehall']}; mh-solved-promethium=cheap.nonsense"
            page = (await made.client()).http
            both = (await page.get("/learn", headers={"cookie": cookie})).text
            assert mark in both and 'class="task solved" id="problem-promethium-cheap"' in both
            caller = await made.site.identities.caller(ada.http.cookies["machinehall"])
            assert sorted(await made.site.teaching.solved(caller, "promethium")) == ["cheap", "machinist"]

    asyncio.run(run())


def test_a_problem_from_a_strong_match_is_missed_tried_again_and_solved(sqlite: str) -> None:
    name = "imperial-steam"
    problem = next(iter(from_matches(name).values()))
    title, w = mh.title(name), say("en")

    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            page = (await ada.http.get("/learn")).text
            assert w("learn.strong") in page and f'class="task" id="problem-{name}-{problem.id}"' in page
            path = (await ada.http.post(f"/learn/{name}/{problem.id}")).headers["location"]

            async def act(line: tuple[str, ...]) -> str:
                for action in line:
                    rev = (await ada.get(f"/matches/{path[3:]}"))["rev"]
                    answer = await ada.http.post(f"{path}/act", data={"action": action, "rev": str(rev)}, headers=PART)
                return html.unescape(answer.text)

            first = html.unescape((await ada.http.get(path)).text)
            assert task(w, title, problem) in first and hint(w, title, problem) in first and 'id="solution"' in first
            missed = await act(problem.wrong[0])
            assert 'data-state="again"' in missed and w("learn.missed") in missed
            rev = (await ada.get(f"/matches/{path[3:]}"))["rev"]
            again = await ada.http.post(f"{path}/again", data={"rev": str(rev)}, headers=PART)
            assert 'data-asked="1"' in again.text and 'data-state="now"' in again.text
            solved = await act(problem.solution)
            assert 'data-state="done"' in solved and 'id="solution"' not in solved
            assert hint(w, title, problem) in solved and w("learn.solved") in solved
            assert f'class="task solved" id="problem-{name}-{problem.id}"' in (await ada.http.get("/learn")).text
            assert path not in (await ada.http.get("/")).text

    asyncio.run(run())


def test_the_others_hold_still_until_it_is_taken_back(sqlite: str) -> None:
    """The same deviation with bots at work: they wait, and after the way back the lesson goes on."""
    steps = ["experiment a", "play a-3:urbanize/industrialize", "act first", "urbanize residence-1 leipzig-u1"]

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada = await made.client("Ada")
            path = (await ada.http.post("/learn/nucleum/first")).headers["location"]
            for action in steps:
                rev = (await ada.get(f"/matches/{path[3:]}"))["rev"]
                await ada.post(f"/matches/{path[3:]}/actions", {"action": action, "rev": rev, "seat": 0})
            async with made.site.tables.table(path[3:]) as table:
                assert table.live.to_act == (1,) and await made.site.teaching.waits(table)
            before = made.site.bots.decisions
            await made.site.bots._decide(path[3:], made.site.bots._workers[0])
            assert made.site.bots.decisions == before, "the others hold still"
            rev = (await ada.get(f"/matches/{path[3:]}"))["rev"]
            back = await ada.http.post(f"{path}/again", data={"rev": str(rev)}, headers=PART)
            assert 'data-asked="1"' in back.text and 'data-state="again"' not in back.text

    asyncio.run(run())


def test_what_must_be_taken_back_stays_said_when_the_others_have_gone_on(sqlite: str) -> None:
    """A question between the steps has words of its own; they may not hide the way back."""
    steps = ["experiment a", "play a-3:urbanize/industrialize", "act first", "urbanize residence-1 leipzig-u1"]

    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            path = (await ada.http.post("/learn/nucleum/first")).headers["location"]
            for action in steps:
                rev = (await ada.get(f"/matches/{path[3:]}"))["rev"]
                await ada.post(f"/matches/{path[3:]}/actions", {"action": action, "rev": rev, "seat": 0})
            guide = Guide(mh.title("nucleum"), "first")
            async with made.site.tables.table(path[3:]) as table:
                while 1 in table.live.to_act:
                    await made.site.tables.play_at(table, 1, guide.choose(table.live.view(1), table.live.legal(1)))
            page = (await ada.http.get(path)).text
            assert 'data-asked="1"' in page and 'data-state="again"' in page and "data-again" in page

    asyncio.run(run())
