"""Alone at the table: the page that opens it, the shortest way to a first move, the table and its end."""

from __future__ import annotations

import asyncio
import re

import pytest
from server.kit import finish, house

from machinehall.titles.nucleum import title as nucleum
from machinehall.web.table.opening import MEANT
from machinehall.words import languages, say


def test_the_new_table_page_offers_automata_and_presets(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            http = (await made.client("Ola")).http
            for lang in languages():
                words, asked = say(lang), {"accept-language": lang}
                page = (await http.get("/new?title=nucleum&alone=1&preset=hard", headers=asked)).text
                for preset in nucleum(None).presets:
                    assert words(f"preset.nucleum.{preset}").replace("'", "&#39;") in page
                checked = set(re.findall(r'name="option\.(\w+)" value="1" checked', page))
                assert {f"frederik_{k}" for k in (3, 4, 5, 6, 8)} | {"barons"} <= checked
                assert "frederik_1" not in checked and page.count("option.frederik_") == 20
            shared = (await http.get("/new?title=nucleum")).text
            assert "frederik" not in shared and "option.barons" not in shared and "alone=1" in shared
            assert 'name="alone"' not in (await http.get("/new?title=promethium&alone=1")).text

    asyncio.run(run())


def test_the_log_names_rules_sentence_by_sentence(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ola = await made.client("Ola")
            path = (await ola.http.post("/play", data={"title": "nucleum"})).headers["location"]
            for choice in ("experiment a", "recharge"):  # the marker has but one place to go
                sight = await ola.get(f"/matches/{path[3:]}/view")
                await ola.post(f"/matches/{path[3:]}/actions", {"action": choice, "rev": sight["rev"]})
            page = (await ola.http.get(path)).text
            assert 'class="steps"' in page and 'href="/rules/nucleum#NU-23.25"' in page and "[NU-23.25]" not in page

    asyncio.run(run())


def test_a_switch_stands_for_what_its_sentence_says(sqlite: str) -> None:
    assert MEANT.match("1 : a ; b; 0 : c.") is not None
    assert (found := MEANT.match("0: no more.")) is not None and found.groups() == ("0", "no more.")
    assert (found := MEANT.match("1: all is open; 0: nothing is.")) is not None and found[2] == "all is open"
    assert MEANT.match("Influence: 1 in full, 0 the difference.") is None

    async def run() -> None:
        async with house(sqlite) as made:
            ola = await made.client("Ola")
            page = (await ola.http.get("/new?title=nucleum&alone=1")).text
            assert "Government buildings in Praha are not doubled." in page
            fields = {"title": "nucleum", "alone": "1", "option.barons": "2"}
            hidden = dict(re.findall(r'type="hidden" name="(option\.\w+)" value="(\d)"', page))
            answer = await ola.http.post("/new", data={**hidden, **fields, "option.praha_doubles_government": "0"})
            table = await ola.get(f"/matches/{answer.headers['location'].removeprefix('/t/')}")
            assert table["status"] == "running" and [a["name"] for a in table["automata"]] == ["Baron", "Baron II"]
            usual = {option.name: int(option.default) for option in nucleum(None).options}
            assert table["options"] == usual | {"barons": 2, "praha_doubles_government": 0}

    asyncio.run(run())


@pytest.mark.rule("NU-23.1", "NU-23.63")
def test_play_now_meets_the_baron(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ola = await made.client("Ola")
            answer = await ola.http.post("/play", data={"title": "nucleum"})
            path = answer.headers["location"]
            match = path.removeprefix("/t/")
            page = (await ola.http.get(path)).text
            assert "Choose your Experiment" in page and 'data-act="experiment' in page
            assert '<span class="who">Baron</span>' in page and 'id="seat-1"' in page
            await finish(made, match)
            info = await ola.get(f"/matches/{match}")
            baron, mine = info["automata"][0]["score"], info["outcome"]["scores"][0]
            end = (await ola.http.get(path)).text
            winner = "Ola" if mine > baron else "Baron"
            assert f"<h1>{winner} wins by {abs(mine - baron)} VP</h1>" in end
            assert (f"<b>You: place 2 of 2, with {mine} VP</b>".replace("-", "−") in end) == (winner == "Baron")
            assert f"<b>{baron}</b>" in end and f"<b>{mine}</b>".replace("-", "−") in end
            sheet = (await ola.http.get(f"{path}/export/scoring.csv")).text.splitlines()
            assert sheet[2].startswith("Baron,") and sheet[2].endswith(f",{baron},{1 if baron >= mine else 2}")
            home = (await ola.http.get("/")).text
            assert f"Baron {baron}" in home
            told = (await ola.http.get(f"{path}/export/log.txt")).text
            assert "Baron" in told and "[NU-23.25]" in told
            board = (await ola.http.get(f"{path}?board=1")).text
            assert 'id="points-1"' in board, "the Baron is on the score track"
            again = await ola.http.post(f"{path}/rematch")
            rematch = await ola.get(f"/matches/{again.headers['location'].removeprefix('/t/')}")
            assert rematch["status"] == "running" and len(rematch["automata"]) == 1

    asyncio.run(run())
