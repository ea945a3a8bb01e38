"""A player alone against the automata of a title, on both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from machinehall.titles.nucleum import title as nucleum
from server.kit import finish, house, seats

ONE, TWO = seats("you", "automaton"), seats("automaton", "you", "automaton")


@pytest.mark.rule("NU-23.1", "NU-23.63")
def test_a_match_against_two_barons(database: str) -> None:
    async def run() -> None:
        async with house(database) as made:
            ada = await made.client("Ada")
            spec = {"title": "nucleum", "seats": TWO, "options": {"frederik_8": 1}, "start": True}
            table = await ada.post("/matches", spec, 201)
            assert [seat["kind"] for seat in table["seats"]] == ["person"] and table["to_act"] == [0]
            assert table["options"]["barons"] == 2 and table["options"]["frederik_8"] == 1
            assert [(a["name"], a["score"]) for a in table["automata"]] == [("Baron", None), ("Baron II", None)]
            await finish(made, table["id"])
            over = await ada.get(f"/matches/{table['id']}")
            assert over["status"] == "over"
            assert [a["score"] for a in over["automata"]] == [a["score"] for a in over["outcome"]["automata"]]
            better = max(a["score"] for a in over["automata"]) < over["outcome"]["scores"][0]
            assert (over["outcome"]["places"][0] == 1) == better
            listed = (await ada.get("/me/matches"))["items"][0]
            assert listed["automata"] == over["automata"]
            again = await ada.post(f"/matches/{table['id']}/rematch")
            assert again["options"] == table["options"] and again["automata"] == table["automata"]
            started = await ada.post(f"/matches/{again['id']}/start")
            assert started["status"] == "running" and len(started["seats"]) == 1
        async with house(database) as made:
            there = await made.client()
            there.http.cookies.update(ada.http.cookies)
            assert (await there.get(f"/matches/{table['id']}"))["automata"] == over["automata"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"title": "promethium", "seats": seats("you", "bot:random", "automaton")}, "table.no_automata"),
        ({"title": "nucleum", "seats": seats("you", "bot:random", "automaton")}, "table.automata_seats"),
        ({"title": "nucleum", "seats": seats("you", *["automaton"] * 3)}, "table.automata_count"),
        ({"title": "nucleum", "seats": ONE, "options": {"barons": 2}}, "table.automata_option"),
        ({"title": "nucleum", "seats": seats("automaton")}, "table.seats"),
    ],
)
def test_automata_that_do_not_fit_are_refused(sqlite: str, spec: dict[str, Any], message: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            said = await ada.post("/matches", spec, 422)
            assert said["message"] == message and said["detail"]

    asyncio.run(run())


def test_titles_tell_their_automata_and_presets(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            found = {item["name"]: item for item in (await (await made.client()).get("/titles"))["items"]}
            assert found["promethium"]["automata"] is None and found["promethium"]["presets"] == {}
            rule = found["nucleum"]["automata"]
            assert (rule["seats"], rule["option"], rule["names"]) == (1, "barons", ["Baron", "Baron II"])
            assert {"frederik_1", "frederik_10"} <= set(rule["options"])
            assert set(found["nucleum"]["presets"]) == set(nucleum(None).presets)

    asyncio.run(run())


@pytest.mark.rule("NU-25.3", "NU-D105")
def test_a_match_alone_counts_for_one_player(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            table = await ada.post("/matches", {"title": "nucleum", "seats": ONE, "start": True}, 201)
            await finish(made, table["id"])
            await made.site.feats.reckon(table["id"])
            await ada.post(f"/matches/{table['id']}/final")
            items = {item["name"]: item for item in (await ada.get("/me/feats"))["items"]}
            assert items["every_count"]["gathered"] == 1
            won = (await ada.get(f"/matches/{table['id']}"))["outcome"]["places"] == [1]
            assert items["every_experiment"]["gathered"] == won

    asyncio.run(run())
