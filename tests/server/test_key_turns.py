"""The page of a key turn: both turns on the board, nothing of the better one before it is asked for."""

from __future__ import annotations

import asyncio
import dataclasses
import html
import re
from collections.abc import AsyncIterator

import pytest
from often import now_and_then
from reviewed import small_review

import machinehall as mh
from machinehall.kernel.values import CHANCE
from machinehall.review.branch import before, better, played
from machinehall.review.candidates import Candidate
from machinehall.review.many import faults, habits
from machinehall.review.seen import Seen, Weighed, seen_by
from machinehall.review.shapes import Figure, Review
from machinehall.review.words import Speaker
from machinehall.server.shapes import Caller
from machinehall.server.thinking import candidates as thinking
from machinehall.server.thinking import reviews
from machinehall.server.thinking.review_worker import Growth, Job, Saw
from machinehall.web.table.automata import automata_turns
from machinehall.words import say
from machinehall.words.titles import wording
from server.kit import Client, House, finish, house, started


async def reviewed(made: House, title: str = "promethium") -> tuple[Client, str, Review]:
    """A match of Ada's that is over, with its review."""
    ada, match = await started(made, "you", "you", title=title)
    await finish(made, match, 3)
    await ada.post(f"/matches/{match}/final")
    found = small_review((await ada.http.get(f"/t/{match}/export/record.json")).text)
    await made.site.reviews._keep(match, found)
    return ada, match, found


@pytest.mark.parametrize("title", now_and_then(["promethium", "nucleum", "imperial-steam"], ["promethium"]))
def test_both_turns_stand_side_by_side(sqlite: str, title: str) -> None:
    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made, title)
            turn = next(turn for turn in found.turns if turn.fault)
            path = f"/t/{match}/review/{turn.number}"
            assert f'href="{path}"' in (await ada.http.get(f"/t/{match}/review?seat={turn.seat}")).text
            covered = (await ada.http.get(path)).text
            assert 'id="side-played"' in covered and "side-better" not in covered and "rv-why" not in covered
            whole = await ada.http.get(f"{path}?better=1")
            assert whole.status_code == 200, whole.text[:500]
            assert 'id="side-better"' in whole.text and 'class="rule"' in whole.text
            ids = re.findall(r' id="([^"]+)"', whole.text.partition("<main")[2])
            assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)
            good = next(turn for turn in found.turns if not turn.fault)
            assert (await ada.http.get(f"/t/{match}/review/{good.number}")).status_code == 404
            assert (await ada.http.get(f"/t/{match}/review/9999")).status_code == 404
            assert (await ada.http.get(f"/t/{match}/review/x")).status_code == 404
            stranger = await made.client("Zoe")
            assert (await stranger.http.get(path)).status_code == 404
            for bots in (f"/t/{match}/review/{good.number}/bots", f"/t/{match}/review/x/bots"):
                assert (await ada.http.get(bots)).status_code == 404
            assert (await stranger.http.get(f"{path}/bots")).status_code == 404
            # The end shows small pictures of what was done; no id stands twice, and nothing of a better turn is sent.
            end = (await ada.http.get(f"/t/{match}")).text
            assert end.count('class="excerpt"') >= 1 and 'class="key-list"' in end and "better--" not in end
            lost = re.findall(r'class="(?:lost|rv-up|rv-down)"[^>]*>([^<]+)<', end)
            unit = {"promethium": "£", "nucleum": "VP", "imperial-steam": "fl."}[title]
            assert lost and all(unit in one for one in lost), "an amount without its unit"
            ids = re.findall(r' id="([^"]+)"', end.partition("<main")[2])
            assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)

    asyncio.run(run())


def test_what_the_bots_saw_by_level(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All turns with those who take them, or what one level makes of the first choice."""
    asked: list[Job] = []

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            turn = next(turn for turn in found.turns if turn.fault)
            seen = [
                Seen("apprentice", turn.actions, [Weighed(turn.actions[0], 3.5)]),
                Seen("journeyman", turn.better),
                Seen("master", turn.better, [Weighed(turn.better[0], 2.0, 3), Weighed(turn.actions[0], 1.0, 1)]),
            ]
            lines = [Candidate(turn.better, Figure(2.0, 0.5), 0.6), Candidate(turn.actions, Figure(-1.0, 0.5), 0.4)]

            async def grown(job: Job) -> AsyncIterator[Growth]:
                asked.append(job)
                yield Growth(saw=Saw(lines, seen))

            monkeypatch.setattr(thinking, "grown", grown)
            path = f"/t/{match}/review/{turn.number}/bots"
            pages = {
                level: (await ada.http.get(f"{path}?level={level}")).text for level in ("", "master", "journeyman")
            }
            assert len(asked) == 1 and asked[0].beside
            assert "Journeyman, Master" in pages[""] and pages[""].count("data-drawer") == 4
            assert "75 %" in pages["master"] and 'id="saw-master" data-drawer aria-current="true"' in pages["master"]
            assert "decides at once" in pages["journeyman"] and "<table" not in pages["journeyman"]
            assert 'id="saw-all" data-drawer aria-current="true"' in (await ada.http.get(f"{path}?level=nobody")).text

    asyncio.run(run())


def test_levels_take_turns_that_the_rules_allow() -> None:
    from test_review import SMALL, found
    from test_review import played as matches

    for name in sorted(mh.titles()):
        match, turn = matches(name), next(turn for turn in found(name)[-1].turns if turn.fault)
        seen = seen_by(match, turn.first, turn.seat, ("random", "apprentice"), effort=SMALL.effort, seconds=None)
        assert [one.level for one in seen] == ["random", "apprentice"] and not seen[0].weighed
        first = match.title.legal(before(match, turn.first), turn.seat)
        assert {one.line[0] for one in seen} <= {match.title.text(action) for action in first}
        weighed = seen[1].weighed
        assert weighed[0].action == seen[1].line[0]
        assert [row.value for row in weighed] == sorted((row.value for row in weighed), reverse=True)
        assert seen == seen_by(
            match, turn.first, turn.seat, ("random", "apprentice"), effort=SMALL.effort, seconds=None
        )


def test_branches_are_what_the_rules_make_of_them() -> None:
    """The turn played ends where the match went on; the better one is legal step by step."""
    from test_review import found
    from test_review import played as matches

    for name in sorted(mh.titles()):
        match = matches(name)
        for turn in (turn for turn in found(name)[-1].turns if turn.fault):
            here = played(match, turn)
            assert match.title.to_json(here.state) == match.title.to_json(before(match, turn.last))
            assert [step.number for step in here.steps] == list(range(turn.first, turn.last))
            there = better(match, turn)
            own = [step for step in there.steps if step.seat != CHANCE]
            assert own and all(step.seat == turn.seat for step in own) and len(own) <= len(turn.better)
            assert match.title.to_json(there.state) == match.title.to_json(better(match, turn).state)


def test_what_somebody_gives_away(sqlite: str) -> None:
    """By source and part of the match; the sums are those of the faults. Nobody sees another's."""

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            rows = await made.site.reviews.mine(Caller(identity=(await ada.get("/me"))["id"]))
            assert [(row.match, row.seat) for row in rows] == [(match, 0), (match, 1)]
            page = (await ada.http.get("/given")).text
            turn = next(turn for turn in found.turns if turn.fault)
            assert f"/t/{match}/review/{turn.number}/retry" in page and "<table" in page
            stranger = await made.client("Zoe")
            assert match not in (await stranger.http.get("/given")).text
            nobody = await made.client()
            assert (await nobody.http.get("/given")).status_code == 200

    asyncio.run(run())


def test_turns_of_older_rules_are_not_offered_to_be_tried_again(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would be refused. Every page that has offered them says why."""

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            turn = next(turn for turn in found.turns if turn.fault and turn.number in found.seats[turn.seat].keys)
            pages = [f"/t/{match}/review/{turn.number}", f"/t/{match}/review?seat={turn.seat}", "/given"]
            why, past = say("en")("review.retry.older"), f"/t/{match}/at/{turn.last}"
            for path in pages:
                page = (await ada.http.get(path)).text
                assert "/retry" in page and why not in page
            assert f'href="{past}/continue"' in (await ada.http.get(past)).text
            title = made.site.tables.title("promethium")
            later = dataclasses.replace(title, rules_version=title.rules_version + 1)
            monkeypatch.setattr(reviews, "wanted", lambda title: reviews.made_by(found))
            monkeypatch.setattr(made.site.tables.boxes, "title", lambda *given: later)
            monkeypatch.setattr(made.site.tables, "title", lambda *given: later)
            for path in pages:
                page = (await ada.http.get(path)).text
                assert "/retry" not in page and f"/at/{turn.first}/continue" not in page and why in page
            page = (await ada.http.get(past)).text
            assert f"{past}/continue" not in page and why in page
            refused = await ada.http.post(f"/t/{match}/review/{turn.number}/retry")
            assert refused.status_code == 409

    asyncio.run(run())


def test_a_row_of_why_opens_its_events(sqlite: str) -> None:
    """With their figures; and the account tells luck by what was drawn."""

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match, found = await reviewed(made)
            turn = next(turn for turn in found.turns if turn.fault and turn.causes)
            page = (await ada.http.get(f"/t/{match}/review/{turn.number}?better=1")).text
            assert "<details><summary" in page and 'class="rv-event"' in page
            assert "rv-event" not in (await ada.http.get(f"/t/{match}/review/{turn.number}")).text
            speaks = Speaker(
                title := made.site.tables.title(found.title), say("en"), wording(title, say("en"), ["", ""])
            )
            for row, events in zip(speaks.rows(turn), speaks.because(turn), strict=True):
                if abs(row.differs) >= 0.05:
                    assert all(f">{speaks.figure(event.adds)}</td>" in re.sub(r">\s+", ">", page) for event in events)
            review = (await ada.http.get(f"/t/{match}/review?seat=0")).text
            assert speaks.lucks(found.seats[0].account) in html.unescape(review)

    asyncio.run(run())


def test_habits_add_up_to_what_the_faults_gave_away() -> None:
    from test_review import found as reviews_of

    for name in sorted(mh.titles()):
        whole = reviews_of(name)[-1]
        for seat in range(len(whole.seats)):
            lost = [turn.loss.value for turn in faults(whole, seat) if turn.loss is not None]
            shown = habits([(whole, seat), (whole, seat)])
            assert sum(habit.total for habit in shown) == pytest.approx(sum(lost), abs=0.5)
            assert all(sum(habit.parts) == pytest.approx(habit.total) for habit in shown)
            assert [habit.total for habit in shown] == sorted((habit.total for habit in shown), reverse=True)


def test_the_turns_of_the_baron_are_explained(sqlite: str) -> None:
    """Alone against him: every turn of his with its steps, their criteria and rules."""

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada, match = await started(made, "you", "automaton", title="nucleum")
            await finish(made, match, 3)
            await ada.post(f"/matches/{match}/final")
            record = (await ada.http.get(f"/t/{match}/export/record.json")).text
            found = small_review(record)
            await made.site.reviews._keep(match, found)
            page = (await ada.http.get(f"/t/{match}/review")).text
            again = mh.load_match(record)
            told = automata_turns(again, found, wording(again.title, say("en"), seats=1))
            assert len(told) >= len(found.turns) // 2
            # Whatever a rule made him do after the first turn is told, in the order in which it happened.
            facts = [fact for events in again.happened[found.turns[0].last - 1 :] for fact in events]
            his = [fact for fact in facts if again.title.events[fact.kind].args[:1] == ("seat",) and fact.args[0] == 1]
            ruled = [text for text, rule in wording(again.title, say("en"), seats=1).story(his) if rule]
            assert [step.text for turn in told for step in turn.steps if step.rule] == ruled
            assert page.count('<details id="other-') == len(told)
            assert "nobody chooses for Baron: what comes of the draw counts as luck" in page
            rule = next(step.rule for step in told[1].steps if step.rule)
            assert f'href="/rules/nucleum#{rule}"' in page

    asyncio.run(run())
