"""Opening a table: remarks at the field, names that tell players apart, one link with its picture, a first match."""

from __future__ import annotations

import asyncio
import dataclasses
import re

import pytest
from server.kit import Client, house, seats

import machinehall as mh
from machinehall.kernel.parts import Fared, FirstMatch
from machinehall.kernel.values import BadOption
from machinehall.titles.nucleum import title as nucleum
from machinehall.web import qr
from machinehall.web.table.opening import true_here
from machinehall.words import languages, say

LINK = re.compile(r'id="table-link" readonly value="([^"]+)"')


async def opened(client: Client, status: int = 303, /, **fields: str) -> str:
    answer = await client.http.post("/new", data={"title": "promethium", **fields})
    assert answer.status_code == status, answer.text[:300]
    return str(answer.headers.get("location", answer.text))


async def names_at(client: Client, path: str) -> list[str]:
    table = await client.get(path.replace("/t/", "/matches/"))
    return [seat["name"] for seat in table["seats"]]


def test_what_does_not_fit_is_remarked_at_its_field(sqlite: str) -> None:
    wrong = {
        "seats": [
            {f"seat{i}": "closed" for i in range(4)},
            {f"seat{i}": "you" for i in range(6)},
            {"seat0": "you", "seat1": "bot", "bot1": "grandmaster"},
        ],
        "options": [{"option.no_such": "1"}, {"option.equal_tokens": "7"}, {"option.equal_tokens": "9" * 5_000}],
        "pace": [{"pace": "soon"}],
        "name1": [{"seat1": "you", "name1": "\u200b"}],
    }

    async def run() -> None:
        async with house(sqlite) as made:
            stranger = await made.client()
            for where, sent in wrong.items():
                for fields in sent:
                    page = await opened(stranger, 422, **{"seat0": "you", "seat1": "bot", "name0": "Ola", **fields})
                    assert f'id="remark-{where}"' in page and page.count('id="remark-') == 1, (where, fields)
                    assert 'value="Ola"' in page and 'id="open"' in page, "what was typed is still there"
            assert "machinehall" not in stranger.http.cookies, "nobody was made for a table that was not"
            for lang in languages():
                words = {"cookie": f"mh-lang={lang}"}
                page = (await stranger.http.post("/new", data={"title": "promethium"}, headers=words)).text
                assert say(lang)("web.new.no_seats") in page

    asyncio.run(run())


def test_bots_say_how_they_fared_only_where_they_play_so(sqlite: str) -> None:
    """With less time than was measured, or without the net that was, nothing is claimed."""
    plain, brief, net = Fared(7, 10), Fared(7, 10, brief=True), Fared(7, 10, learned=True)
    assert true_here(plain, False, True) and true_here(brief, False, False) and true_here(net, True, False)
    assert not true_here(plain, True, False) and not true_here(brief, False, True) and not true_here(net, False, False)

    async def run() -> None:
        for seconds, told in ((5.0, True), (0.1, False)):
            async with house(sqlite, bot_seconds=seconds) as made:
                ola = await made.client("Ola")
                page = (await ola.http.get("/new?title=promethium")).text
                assert ("won 34.5 of 40 matches against the level below" in page) is told
                assert "won 399 of 400 matches against the level below" in page
                page = (await ola.http.get("/new?title=nucleum")).text
                assert 'href="/rules/nucleum#NU-3.6"' in page and ">NU-3.6<" in page

    asyncio.run(run())


def test_a_table_too_many_is_remarked_beside_the_button(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, matches_a_day=1) as made:
            ada = await made.client("Ada")
            assert (await opened(ada, seat0="you", seat1="friend")).startswith("/t/")
            assert 'id="remark-form"' in await opened(ada, 429, seat0="you", seat1="friend")

    asyncio.run(run())


def test_those_at_one_device_can_be_told_apart(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            four = {f"seat{i}": "you" for i in range(4)}
            stranger, ola = await made.client(), await made.client("Ola")
            path = await opened(stranger, **four)
            assert await names_at(stranger, path) == ["Guest 1", "Guest 2", "Guest 3", "Guest 4"]
            path = await opened(stranger, **four, name1="Marek")
            assert await names_at(stranger, path) == ["Guest 1", "Marek", "Guest 3", "Guest 4"]
            path = await opened(ola, **four, name2="Ines")
            assert await names_at(ola, path) == ["Ola", "Guest 2", "Ines", "Guest 4"]
            named = await made.client()
            path = await opened(named, seat0="you", seat1="bot", name0="Jan")
            assert (await named.get("/me"))["name"] == "Jan" and await names_at(named, path) == ["Jan", ""]

    asyncio.run(run())


def test_bots_of_one_level_have_first_names(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ola = await made.client("Ola")
            alike = {f"seat{i}": "bot" for i in range(1, 4)}
            page = (await ola.http.get(await opened(ola, seat0="you", **alike, bot3="master"))).text
            assert "Apprentice Emil" in page and "Apprentice Lotte" in page and "Apprentice 2" not in page
            assert "Master" in page and "Master Konrad" not in page, "the only one of its level needs none"

    asyncio.run(run())


def test_bots_alone_are_watched_by_whoever_opened_the_table(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, eve = await made.client("Ada"), await made.client("Eve")
            path = await opened(ada, seat0="bot", seat1="bot")
            page = await ada.http.get(path)
            assert page.status_code == 200 and 'data-status="running"' in page.text and 'data-act="' not in page.text
            assert "Latest turns" in page.text and "Since your turn" not in page.text
            assert (await eve.http.get(path)).status_code == 404
            match = path.removeprefix("/t/")
            sight = await ada.get(f"/matches/{match}/view")
            assert sight["seat"] is None and sight["legal"] == []
            await eve.get(f"/matches/{match}/view", 404)
            # Where people play, whoever opened the table without sitting down sees no more than before.
            spec = {"title": "promethium", "seats": seats("invited", "bot:random")}
            table = await ada.post("/matches", spec, 201)
            await eve.post(f"/matches/{table['id']}/join", {"code": table["invites"]["0"]})
            await eve.post(f"/matches/{table['id']}/start")
            await ada.get(f"/matches/{table['id']}/view", 404)

    asyncio.run(run())


def test_visitors_of_a_listed_table_sit_down_also_after_a_new_link(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, cy = [await made.client(name) for name in ("Ada", "Ben", "Cy")]
            path = await opened(ada, seat0="you", seat1="anyone", seat2="anyone", seat3="friend")
            match = path.removeprefix("/t/")
            code = (await ada.post(f"/matches/{match}/invite", {"seat": 1}))["code"]
            await ada.http.post(f"{path}/invite")
            page = (await ben.http.get(path)).text
            assert 'id="sit"' in page and f'href="{path}/join"' in (await ben.http.get("/")).text
            kept = await opened(ada, seat0="you", seat1="friend", watch="1")
            assert kept not in (await ben.http.get("/")).text, "nobody but the friend can sit there, nor watch yet"
            assert (await ben.http.post(f"{path}/join")).headers["location"] == path
            link = LINK.search((await ada.http.get(path)).text)
            assert link is not None and "#" in link[1], "the seat of the friend is kept for the link"
            await cy.post(f"/matches/{match}/join", {"code": code}, 403)
            await cy.http.post(f"{path}/join", data={"code": link[1].partition("#")[2]})
            seated = (await ada.get(f"/matches/{match}"))["seats"]
            assert [seat["name"] for seat in seated] == ["Ada", "Ben", "", "Cy"]

    asyncio.run(run())


def test_a_guest_sits_down_with_one_tap(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            path = await opened(ada, seat0="you", seat1="friend", seat2="friend", seat3="bot")
            link = LINK.search((await ada.http.get(path)).text)
            assert link is not None
            code = link[1].partition("#")[2]
            for _ in range(2):
                guest = await made.client()
                page = (await guest.http.get(f"{path}/join")).text
                assert "Ada is waiting for you" in page and "required" not in page and "/learn/promethium/first" in page
                assert (await guest.http.post(f"{path}/join", data={"code": code})).headers["location"] == path
            assert await names_at(ada, path) == ["Ada", "Guest", "Guest 2", ""]
            late = await made.client("Late")
            assert say("en")("web.join.full") in (await late.http.get(f"{path}/join")).text
            refused = await late.http.post(f"{path}/join", data={"code": code})
            assert refused.status_code == 403 and 'role="alert"' in refused.text

    asyncio.run(run())


def test_the_link_is_a_picture_too(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(link: str) -> str:
        drawn.append(link)
        return qr.qr_code(link)

    monkeypatch.setattr("machinehall.web.table.lobby.qr_code", draw)

    async def run() -> None:
        async with house(sqlite) as made:
            ada, eve = await made.client("Ada"), await made.client("Eve")
            path = await opened(ada, seat0="you", seat1="friend")
            page = (await ada.http.get(path)).text
            link = LINK.search(page)
            assert link is not None and f'data-qr="{path}/qr"' in page and not drawn
            picture = (await ada.http.post(f"{path}/qr")).text
            assert picture.startswith("<svg") and drawn == [f"http://table.test{link[1]}"]
            assert (await eve.http.post(f"{path}/qr")).status_code == 204, "nobody else is told the code"
        async with house(sqlite, public_url="http://table.test") as made:
            ada = await made.client("Ada")
            page = (await ada.http.get(await opened(ada, seat0="you", seat1="friend"))).text
            assert drawn[-1] in page and 'class="qr"' in page and "data-qr" not in page

    asyncio.run(run())
    assert qr.qr_code("x" * 1_000) == ""
    for here in ("http://localhost:8000", "http://127.0.0.1", "http://[::1]:80", "http://hall.localhost", ""):
        assert not qr.opens_elsewhere(here), here
    for there in ("http://192.168.1.7:8000", "https://hall.example", "http://hall"):
        assert qr.opens_elsewhere(there), there


def test_every_title_has_a_first_match(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ola = await made.client("Ola")
            home = (await ola.http.get("/")).text
            for name, title in mh.titles().items():
                assert f'id="first-{name}"' in home and f'action="/learn/{name}/' in home
                answer = await ola.http.post("/first", data={"title": name})
                path = answer.headers["location"]
                assert ola.http.cookies["mh-pace"] == "slow", "the others' turns are told calmly"
                page, again = [(await ola.http.get(way)).text for way in (path, path.partition("?")[0])]
                assert " data-first" in page and " data-first" not in again, "what it is about is said once"
                assert page.count("<li>", page.index('class="brief"'), page.index("</ol>", page.index('"brief"'))) >= 3
                table = await ola.get(path.replace("/t/", "/matches/"))
                assert table["status"] == "running" and not table["automata"] and table["pace"] == 0
                assert [seat["bot"] for seat in table["seats"][1:]] == [title.first.bot] * (title.first.seats - 1)
                usual = {option.name: int(option.default) for option in title.options}
                assert table["options"] == usual | dict(title.first.options)
            assert (await ola.http.post("/first", data={"title": "whist"})).status_code == 422

    asyncio.run(run())


def test_a_title_that_recommends_what_it_does_not_have_is_told_so() -> None:
    title = nucleum(None)
    given = {f.name: getattr(title, f.name) for f in dataclasses.fields(title) if f.init}
    with pytest.raises(BadOption, match="no_such"):
        type(title)(**{**given, "first": FirstMatch(options={"no_such": 1})})


def test_a_table_can_have_a_name(sqlite: str) -> None:
    """It stands in the lists, in the lobby, at the door and at the table, and goes on in a rematch; never as markup."""

    async def run() -> None:
        async with house(sqlite) as made:
            ada, bob = await made.client("Ada"), await made.client("Bob")
            seats = {"seat0": "you", "seat1": "anyone"}
            wrong = await opened(ada, 422, **seats, called="\u200b")
            assert 'aria-invalid="true"' in wrong and not (await ada.get("/matches"))["items"]
            path = await opened(ada, **seats, called=" Friday <b>night</b> ")
            shown, place = "Friday &lt;b&gt;night&lt;/b&gt;", path.replace("/t/", "/matches/")
            assert (await ada.get(place))["name"] == "Friday <b>night</b>" and not (await ada.get(place))["told"]
            for who, where in ((ada, "/"), (bob, "/"), (ada, path), (bob, f"{path}/join")):
                page = (await who.http.get(where)).text
                assert shown in page and "<b>night" not in page, where
            await bob.http.post(f"{path}/join")
            await ada.http.post(f"{path}/start")
            assert shown in (await ada.http.get(path)).text
            plain = await opened(ada, **seats)
            assert (await ada.get(plain.replace("/t/", "/matches/")))["name"] == ""

    asyncio.run(run())


def test_cards_with_a_word_of_advice_have_no_second_voice(sqlite: str) -> None:
    """No hint names one bid where our advice says that none did clearly better."""

    async def run() -> None:
        async with house(sqlite, bot_workers=1) as made:
            ada = await made.client("Ada")
            path = await opened(ada, title="imperial-steam", seat0="you", seat1="you", seat2="closed", seat3="closed")
            api, advised = path.replace("/t/", "/matches/"), []
            assert (await ada.http.post(f"{path}/hints", data={"on": "1"})).status_code < 400
            for _ in range(3):
                sight = await ada.get(f"{api}/view")
                page = (await ada.http.get(f"{path}?seat={sight['seat']}")).text
                advised.append('class="advice"' in page)
                assert ('id="hint"' in page) != advised[-1]
                body = {"action": sight["legal"][0], "rev": sight["rev"], "seat": sight["seat"]}
                await ada.post(f"{api}/actions", body)
            assert advised == [True, True, False]

    asyncio.run(run())
