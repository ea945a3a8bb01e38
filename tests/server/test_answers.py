"""What the table answers itself: single answers that everybody can foretell, and those that were given beforehand."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import machinehall as mh
from machinehall.kernel.questions import is_open, only_answer
from machinehall.server.play.answers import ready
from machinehall.server.store.audit import audit
from machinehall.words import say
from machinehall.words.titles import speech
from server.kit import Client, House, house, two_players


async def legal_of(client: Client, match: str) -> list[str]:
    found: list[str] = (await client.get(f"/matches/{match}/view"))["legal"]
    return found


async def asked(made: House, match: str) -> tuple[int, str]:
    """Who is asked what."""
    async with made.site.tables.table(match) as table:
        live = table.live
        seat = live.to_act[0]
        decision = live.title.decision(live.state, seat)
        assert decision is not None
        return seat, decision[0]


def test_nobody_is_asked_what_everybody_can_foretell(sqlite: str) -> None:
    """Nothing is hidden in Nucleum: a single answer is given at once, in the line of the decision before it."""

    async def run() -> None:
        rng = random.Random(8)
        async with house(sqlite) as made:
            players = (await two_players(made, title="nucleum"))[:2]
            match = (await players[0].get("/me/matches"))["items"][0]["id"]
            for turn in range(120):
                info = await players[0].get(f"/matches/{match}")
                if info["status"] == "over":
                    break
                client = players[info["to_act"][0]]
                sight = await client.get(f"/matches/{match}/view")
                assert len(sight["legal"]) > 1
                body = {"action": rng.choice(sight["legal"]), "rev": sight["rev"]}
                if turn % 10 == 3:  # it can be taken back, with all that followed by itself
                    done = await client.post(f"/matches/{match}/actions", body)
                    undone = await client.ask("POST", f"/matches/{match}/undo", {"rev": done["rev"]})
                    assert undone.status_code in (200, 422)
                    if undone.status_code == 200:
                        assert await legal_of(client, match) == sight["legal"]
                    continue
                await client.post(f"/matches/{match}/actions", body)
            async with made.site.tables.table(match) as table:
                forced = [entry for entry in table.live.log if entry.forced]
                assert forced and table.live.number > table.known.rev
            assert await audit(made.site.tables.store, made.site.tables.title, match) == []

    asyncio.run(run())


def test_the_last_token_is_laid_and_the_only_tiles_are_taken_without_asking(sqlite: str) -> None:
    """And taken back with the decision that they follow."""

    async def run() -> None:
        rng, given, undone = random.Random(9), Counter[str](), 0
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            players = (ada, ben)
            for _ in range(260):
                info = await ada.get(f"/matches/{match}")
                if info["status"] == "over":
                    break
                seat, client = info["to_act"][0], players[info["to_act"][0]]
                sight = await client.get(f"/matches/{match}/view")
                async with made.site.tables.table(match) as table:
                    assert only_answer(table.live.title, table.live.state, seat) is None
                    length = len(table.live.log)
                liked = [text for text in sight["legal"] if text.startswith("realise")] or sight["legal"]
                body = {"action": rng.choice(liked), "rev": sight["rev"]}
                done = await client.post(f"/matches/{match}/actions", body)
                async with made.site.tables.table(match) as table:
                    live = table.live
                    forced = [entry for entry in live.log[length:] if entry.forced]
                    given.update(entry.action.kind for entry in forced)
                if any(entry.action.kind in ("bid", "use") and entry.seat == seat for entry in forced):
                    taken = await client.ask("POST", f"/matches/{match}/undo", {"rev": done["rev"]})
                    if taken.status_code == 200:
                        assert await legal_of(client, match) == sight["legal"]
                        undone += 1
                        again = await client.get(f"/matches/{match}")
                        await client.post(f"/matches/{match}/actions", {**body, "rev": again["rev"]})
            assert {"line", "bid", "use"} <= set(given) and undone
            assert await audit(made.site.tables.store, made.site.tables.title, match) == []

    asyncio.run(run())


def test_a_single_answer_that_tells_a_secret_is_asked_for(sqlite: str) -> None:
    async def run() -> None:
        rng, single = random.Random(2), 0
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            players = (ada, ben)
            for _ in range(150):
                info = await ada.get(f"/matches/{match}")
                if info["status"] == "over":
                    break
                seat, _ = await asked(made, match)
                legal = await legal_of(players[seat], match)
                if len(legal) == 1:
                    async with made.site.tables.table(match) as table:
                        assert not is_open(table.live.title, table.live.state, seat)
                    single += 1
                await players[seat].play_random(match, rng)
            assert single > 5

    asyncio.run(run())


def test_an_answer_beforehand_is_the_same_whatever_is_held() -> None:
    """The time that it takes tells nothing: in every world that the others can imagine it comes just so."""
    title, rng, seen = mh.title("promethium"), random.Random(5), set()
    assert title.beforehand is not None
    for seed in range(2):
        match = mh.new_match("promethium", seats=3, seed=seed)
        while match.to_act:
            seat = match.to_act[0]
            decision = title.decision(match.state, seat)
            assert decision is not None
            answer = ready(match, seat, decision[0]) if decision[0] in title.beforehand.answers else None
            if answer is not None:
                seen.add(decision[0])
                for other in (None, (seat + 1) % 3):
                    world = mh.Match(title, 3, state=title.sample(match.view(other), rng), deal=False)
                    assert ready(world, seat, decision[0]) == answer
            match.play(rng.choice(match.legal(seat)), seat)
    assert seen == set(title.beforehand.answers)


async def reach(made: House, players: tuple[Client, Client], match: str, kind: str, who: int) -> None:
    """Random play until a seat is asked such a question, and has more to choose from than the one answer."""
    rng = random.Random(6)
    for _ in range(600):
        seat, found = await asked(made, match)
        if (seat, found) == (who, kind) and len(await legal_of(players[seat], match)) > 1:
            return
        await players[seat].play_random(match, rng)
    raise AssertionError(f"never asked: {kind}")


async def ahead(client: Client, match: str, seat: int, kind: str) -> tuple[int, str]:
    """Say that all such questions are answered, or, without a kind, be asked again."""
    rev = (await client.get(f"/matches/{match}"))["rev"]
    answer = await client.http.post(f"/t/{match}/ahead", data={"seat": str(seat), "rev": str(rev), "kind": kind})
    return answer.status_code, answer.text


async def period(made: House, match: str) -> object:
    async with made.site.tables.table(match) as table:
        rule = table.live.title.beforehand
        assert rule is not None
        return rule.until(table.live.state)


def test_answered_once_for_the_whole_phase(sqlite: str) -> None:
    async def run() -> None:
        rng = random.Random(3)
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            players = (ada, ben)
            await reach(made, players, match, "turn", 0)
            page = (await ada.http.get(f"/t/{match}")).text
            assert 'data-ahead="turn"' in page and "Always: Pass" in page
            # A question of another kind is not answered, and nobody answers for another seat.
            rev = (await ada.get(f"/matches/{match}"))["rev"]
            assert (await ahead(ada, match, 0, "window"))[0] == 409 and (await ahead(ben, match, 0, "turn"))[0] == 403
            assert (await ada.get(f"/matches/{match}"))["rev"] == rev
            status, page = await ahead(ada, match, 0, "turn")
            assert status == 200 and "ask me again" in page
            assert "ask me again" not in (await ben.http.get(f"/t/{match}")).text  # the others are not told
            phase = await period(made, match)
            while await period(made, match) == phase:
                seat, kind = await asked(made, match)
                assert (seat, kind) != (0, "turn")
                await players[seat].play_random(match, rng)
            async with made.site.tables.table(match) as table:
                assert made.site.tables.answers.of(table, 0) == ()
            assert await audit(made.site.tables.store, made.site.tables.title, match) == []

    asyncio.run(run())


def test_an_answer_beforehand_is_taken_back_by_a_click_or_by_undo(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            await reach(made, (ada, ben), match, "turn", 1)
            assert (await ahead(ben, match, 1, "turn"))[0] == 200
            rev = (await ada.get(f"/matches/{match}"))["rev"]
            status, page = await ahead(ben, match, 1, "")
            assert status == 200 and "ask me again" not in page  # and nothing was played by it
            assert (await ada.get(f"/matches/{match}"))["rev"] == rev
            await reach(made, (ada, ben), match, "turn", 1)
            before = await legal_of(ben, match)
            assert (await ahead(ben, match, 1, "turn"))[0] == 200
            rev = (await ada.get(f"/matches/{match}"))["rev"]
            undone = await ben.ask("POST", f"/matches/{match}/undo", {"rev": rev})
            assert undone.status_code == 422 or await legal_of(ben, match) == before
            if undone.status_code == 200:
                async with made.site.tables.table(match) as table:
                    assert made.site.tables.answers.of(table, 1) == ()

    asyncio.run(run())


def test_as_much_coal_as_needed_in_one_request(sqlite: str) -> None:
    async def run() -> None:
        rng = random.Random(1)
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made, title="nucleum")
            players = (ada, ben)
            words = speech(made.site.tables.title("nucleum"), say("en"))
            for _ in range(3_000):
                seat, kind = await asked(made, match)
                view = await players[seat].get(f"/matches/{match}/view")
                plans = words.plans(view["view"], seat) if kind == "fuel" else []
                if plans:
                    break
                liked = [text for text in view["legal"] if text.split()[0] in ("energize", "urbanize", "act")]
                body = {"action": rng.choice(liked or view["legal"]), "rev": view["rev"]}
                await players[seat].post(f"/matches/{match}/actions", body)
            (plan,) = plans
            http, here = players[seat].http, f"/t/{match}"
            texts = [made.site.tables.title("nucleum").text(action) for action in plan.actions]
            page = (await http.get(here)).text
            assert "As much coal as needed" in page and f'data-plan="{"|".join(texts)}"' in page
            fields = {"seat": str(seat), "rev": str(view["rev"])}
            # All or nothing: one act too many, and none is played.
            many = await http.post(f"{here}/acts", data={**fields, "actions": "|".join([*texts, texts[0]])})
            assert many.status_code == 422
            assert (await players[seat].get(f"/matches/{match}/view")) == view
            junk = await http.post(f"{here}/acts", data={**fields, "actions": "coal nowhere|"})
            assert junk.status_code == 422
            thaler = view["view"]["thaler"][seat]
            done = await http.post(f"{here}/acts", data={**fields, "actions": "|".join(texts)})
            assert done.status_code == 200
            after = (await players[seat].get(f"/matches/{match}/view"))["view"]
            info = await ada.get(f"/matches/{match}")
            assert info["rev"] == view["rev"] + 1
            assert after["thaler"][seat] != thaler or plan.pays.startswith("0")
            assert await audit(made.site.tables.store, made.site.tables.title, match) == []

    asyncio.run(run())


def test_a_question_of_another_kind_can_be_answered_for_the_phase_as_well(sqlite: str) -> None:
    """The bar offers it instead of saying that it is answered already; both are answered from then on."""

    async def run() -> None:
        rng = random.Random(5)
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            players, kinds = (ada, ben), {"window"}
            await reach(made, players, match, "window", 0)
            assert (await ahead(ada, match, 0, "window"))[0] == 200
            phase = await period(made, match)
            while await period(made, match) == phase:
                seat, kind = await asked(made, match)
                assert seat or kind not in kinds
                page = (await ada.http.get(f"/t/{match}")).text
                if not seat and kind in ("persuasion", "theft"):
                    assert f'data-ahead="{kind}"' in page and "ask me again" not in page
                    assert (await ahead(ada, match, 0, kind))[0] == 200
                    kinds.add(kind)
                    continue
                assert "ask me again" in page
                await players[seat].play_random(match, rng)
            assert len(kinds) > 1

    asyncio.run(run())
