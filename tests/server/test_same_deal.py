"""The same deal again after a match: the same set-up, later the same cards in the same order, and everybody is told."""

from __future__ import annotations

import asyncio
import random

import pytest

import machinehall as mh
from machinehall.kernel.values import CHANCE
from machinehall.server.shapes import Caller
from machinehall.server.store.same_deal import Deal, deal_told, dealt, told_deal
from machinehall.server.store.stored_match import LiveMatch
from server.kit import Client, finish, house, seats, two_players


def over(name: str, seed: int) -> mh.Match:
    title = mh.title(name)
    match, rng = mh.Match(title, max(2, title.seats[0]), seed), random.Random(seed)
    while match.to_act:
        match.play(rng.choice(match.legal()))
    return match


def chance(match: mh.Match) -> list[str]:
    return [match.text(entry.action) for entry in match.log if entry.seat == CHANCE]


@pytest.mark.parametrize("name", sorted(mh.titles()))
def test_set_up_and_stacks_come_again(name: str) -> None:
    first = over(name, 5)
    deal = dealt("first", first.lines())
    assert told_deal(deal_told(deal)) == deal and told_deal(None) is None
    options = first.options
    again = [LiveMatch.fresh(first.title, first.seats, options, same=deal) for _ in range(2)]
    begun = [first.text(entry.action) for entry in first.log[: again[0].number]]
    assert chance(again[0]) == begun == list(deal.set_up)
    # Others decide otherwise; of what can still be turned up, that comes which came first in the first match.
    for seed, match in enumerate(again):
        rng, state = random.Random(seed), first.title.start(first.seats, options)
        while match.to_act:
            match.play(rng.choice(match.legal()))
        for number, entry in enumerate(match.log):
            if entry.seat == CHANCE and number >= len(deal.set_up):
                possible = [match.text(action) for action, _ in first.title.chance(state)]
                wanted = [text for text in deal.later if text in possible]
                assert not wanted or match.text(entry.action) == wanted[0]
            first.title.apply(state, entry.seat, entry.action, check=False)
    twin, rng = LiveMatch.fresh(first.title, first.seats, options, same=deal), random.Random(0)
    while twin.to_act:
        twin.play(rng.choice(twin.legal()))
    assert twin.lines() == again[0].lines()


def test_what_cannot_come_any_more_is_drawn() -> None:
    title = mh.title("promethium")
    state = title.start(2)
    while len(title.chance(state)) < 2:
        title.apply(state, CHANCE, title.chance(state)[0][0])
    outcomes = title.chance(state)
    nothing = Deal("x", (), ("nothing of the kind",))
    assert nothing.pick(title, outcomes, 7) == nothing.pick(title, outcomes, 7)
    assert nothing.pick(title, outcomes, 7) in [action for action, _ in outcomes]


async def caller(client: Client) -> Caller:
    return Caller(identity=(await client.get("/me"))["id"])


def test_a_table_with_the_same_deal(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            spec = {"seats": seats("you", "bot:random"), "start": True}
            await ada.post(f"/matches/{match}/deal", spec, 409)
            assert (await ada.http.get(f"/t/{match}/deal")).status_code == 409
            await finish(made, match)
            stranger = await made.client("Zoe")
            await stranger.post(f"/matches/{match}/deal", spec, 404)
            await ada.post(f"/matches/{match}/deal", {"seats": seats("you")}, 422)
            assert not (await ben.get(f"/matches/{match}"))["final"]
            page = (await ada.http.get(f"/t/{match}/deal")).text
            assert f'action="/t/{match}/deal"' in page
            own = (await ada.post(f"/matches/{match}/deal", spec, 201))["id"]
            info = await ada.get(f"/matches/{own}")
            assert [row["message"] for row in info["told"]] == ["told.same_deal"]
            assert "deal" not in info["told"][0] and "later" not in info["told"][0] and match not in str(info)
            assert (await ben.get(f"/matches/{match}"))["final"]
            one, two = [
                [line for row in await made.site.store.tail(which, 0) for line in row.log()] for which in (match, own)
            ]
            assert two and two == one[: len(two)]
            # Once it is over, those who may see both find it beside the review of the first.
            assert not await made.site.dealing.played(await caller(ada), match)
            await finish(made, own)
            await ada.post(f"/matches/{own}/final")
            assert [one.id for one in await made.site.dealing.played(await caller(ada), match)] == [own]
            for somebody in (ben, stranger):  # the table with the same deal is private
                assert not await made.site.dealing.played(await caller(somebody), match)
            answer = await ada.http.post(f"/t/{match}/deal", data={"seat0": "you", "seat1": "friend"})
            assert answer.status_code == 303
        async with house(sqlite) as made, made.site.tables.table(own) as table:  # after a restart too
            assert table.live.same is not None

    asyncio.run(run())
