"""What pages and API have in common at the door: numbers, caches, cookies, errors, names, pictures."""

from __future__ import annotations

import asyncio
import csv
import inspect
import io
import random
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from server.kit import Client, House, finish, house, play_on, seats, two_players

import machinehall as mh
from machinehall.server.api import API as CALLS
from machinehall.server.app import BASE as API
from machinehall.server.errors import Fault, Malformed
from machinehall.server.numbers import LARGEST, whole, whole_if
from machinehall.server.people import identity
from machinehall.server.replies import problem_of
from machinehall.web import forms, pictures, shell
from machinehall.web.pages import PAGES
from machinehall.web.table import end, moves
from machinehall.web.table import lobby as opening
from machinehall.web.table import page as table
from machinehall.words import languages, say

ABSURD = ("9" * 5_000, "9" * 11, str(LARGEST + 1), "-1", "1.5", "٣", "1_0", "x", "\x00")


# Numbers


def test_numbers_are_digits_within_bounds() -> None:
    assert [whole("0"), whole("007"), whole(str(LARGEST)), whole_if(None), whole_if("")] == [0, 7, LARGEST, None, None]
    for text in (*ABSURD, " 1", "1 ", "+1", "1\n"):
        with pytest.raises(Malformed) as caught:
            whole(text)
        assert len(str(caught.value)) < 60


def fields_that_are_numbers() -> set[str]:
    """As the pages' own sources name them."""
    sources = "".join(inspect.getsource(module) for module in (forms, moves, opening, shell, table))
    found = set(re.findall(r'(?:whole\(fields, |whole_if\(fields\.get\(|number\()"(\w+)"', sources))
    return found | {"pace"}


def absurd_ways(match: str) -> list[tuple[str, str, dict[str, Any], bool]]:
    """Method, path, more, and whether the number is read there for certain."""
    ways: list[tuple[str, str, dict[str, Any], bool]] = []
    for text in ABSURD:
        safe = "%00" if text == "\x00" else text
        for path, methods, _ in PAGES:
            here = path.replace("{match:match}", match).replace("{title:str}", "nucleum")
            numbered = "{number:str}" in here
            here = re.sub(r"{\w+:\w+}", safe if numbered else "board.svg", here)
            for method in methods:
                for name in sorted(fields_that_are_numbers()) if method == "POST" else ["seat"]:
                    more = {"data": {"rev": "1", name: text}} if method == "POST" else {"params": {name: text}}
                    sure = numbered or (name == "seat" and path.endswith(("/view", "/act", "/undo", "/leave", "/join")))
                    ways.append((method, here, more, sure and (method == "POST" or "/join" not in path)))
        # An invitation of an earlier version is led over to what stands behind #, where no number is read.
        lobby = [("GET", f"/t/{match}-open", {"params": {"invite": f"{text}:code"}}, False)]
        live = f"{API}/matches/{match}/live"
        ways += [*lobby, ("GET", live, {"params": {"since": text}}, True)]
        if text.isascii() and text.isprintable():
            ways.append(("GET", live, {"headers": {"last-event-id": text}}, True))
        for call in CALLS.calls:
            at = API + call.path.replace("{match}", match).replace("{title}", "nucleum").replace("{number}", safe)
            for name in call.query.__struct_fields__ if call.query else ():
                if name != "before":
                    ways.append((call.method, at, {"params": {name: text}}, True))
            if "{number}" in call.path:
                ways.append((call.method, at, {}, True))
    return ways


def test_absurd_numbers_are_refused_everywhere(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match = await two_players(made)
            spec = {"title": "nucleum", "seats": seats("you", "invited")}
            lobby = (await ada.post("/matches", spec, 201))["id"]
            for method, path, more, sure in absurd_ways(match):
                if not sure and ABSURD[0] not in str(more):
                    continue  # one absurd number is enough where none is read
                path = path.replace(f"{match}-open", lobby)
                answer = await ada.http.request(method, path, **more)
                told = (method, path[:80], str(more)[:80], answer.status_code, answer.text[:200])
                assert answer.status_code < 500, told
                assert not sure or 400 <= answer.status_code < 500, told
            for field in ("pace", *(f"option.{option.name}" for option in mh.title("nucleum").options)):
                form = {"title": "nucleum", "seat0": "you", "seat1": "here", field: "9" * 5_000}
                assert (await ada.http.post("/new", data=form)).status_code == 422, field

    asyncio.run(run())


# Caches


async def everything(made: House) -> list[tuple[Client, str, str]]:
    """A caller, a method and a path for every route that there is, of a match that runs and of one that is over."""
    ada, ben, match = await two_players(made, visibility="open")
    await play_on([ada, ben], match, 6, random.Random(4))
    _, _, over = await two_players(made, visibility="open")
    await finish(made, over)
    stranger = await made.client()
    ways = [("GET", "/healthz"), ("GET", "/metrics"), ("GET", API + "/openapi.json"), ("GET", API + "/nothing")]
    ways += [("GET", "/nothing"), ("POST", "/account/recovery"), ("GET", "/static/old/nothing.js")]
    for name in (match, over):
        for path, methods, _ in PAGES:
            here = path.replace("{match:match}", name).replace("{number:str}", "2").replace("{title:str}", "promethium")
            kinds = ("record.json", "log.txt", "scoring.csv", "board.svg", "board.png", "nothing")
            for kind in kinds if "{kind" in here else ("x",):
                ways += [(method, re.sub(r"{\w+:\w+}", kind, here)) for method in methods]
        for call in CALLS.calls:
            at = call.path.replace("{match}", name).replace("{number}", "2").replace("{title}", "promethium")
            ways.append((call.method, API + at))
    kept_apart = ("/sign-out", "/sessions", "/leave")
    return [(who, *way) for way in ways if not way[1].endswith(kept_apart) for who in (ada, stranger)]


def test_nothing_that_may_differ_by_seat_is_kept_by_anybody(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            statuses = set()
            for who, method, path in await everything(made):
                answer = await who.http.request(method, path)
                statuses.add(answer.status_code)
                kept = answer.headers.get_list("cache-control")
                assert (
                    kept == ["no-cache"] if path.startswith("/static/") and answer.is_success else ["private, no-store"]
                ), (method, path, kept)
            assert {200, 303, 404, 401, 422} <= statuses

    asyncio.run(run())


def test_pictures_are_painted_elsewhere_once_and_kept(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_go = asyncio.Event(), asyncio.Event()
    real = pictures.paint

    async def slow(svg: str) -> bytes:
        begun.set()
        await may_go.wait()
        return await real(svg)

    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben, match = await two_players(made)
            painter, path = pictures.painter(made.site.tables), f"/t/{match}/export/board.png"
            monkeypatch.setattr(pictures, "paint", slow)
            two = [asyncio.create_task(ada.http.get(path)) for _ in range(2)]
            await begun.wait()
            assert (await ben.http.get("/healthz")).status_code == 200  # while the picture is being painted
            may_go.set()
            first, second = await asyncio.gather(*two)
            assert first.content == second.content and first.content.startswith(b"\x89PNG")
            assert painter.painted == 1
            assert (await ada.http.get(path)).content == first.content and painter.painted == 1
            for n, (who, headers) in enumerate(
                [(ben, {}), (ada, {"accept-language": "pl"}), (ada, {"cookie": f"mh-theme=dark; {cookies(ada)}"})], 2
            ):
                assert (await who.http.get(path, headers=headers)).status_code == 200
                assert painter.painted == n
            painter.kept = painter.size
            await play_on([ada, ben], match, 1, random.Random(5))
            await ada.http.get(path)
            assert painter.painted == 5 and painter.size <= painter.kept

    asyncio.run(run())


def test_too_many_pictures_and_one_that_fails_are_told(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match = await two_players(made)
            path = f"/t/{match}/export/board.png"
            monkeypatch.setattr(pictures, "PROGRAM", "raise SystemExit('no')")
            assert (await ada.http.get(path)).status_code == 503
            monkeypatch.setattr(pictures, "QUEUE", 0)
            assert (await ada.http.get(path)).status_code == 429

    asyncio.run(run())


def cookies(who: Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in who.http.cookies.items())


# Addresses, cookies, https


def test_no_link_believes_what_a_request_calls_this_server(sqlite: str) -> None:
    async def run(public: str | None) -> None:
        async with house(sqlite, public_url=public) as made:
            ada = await made.client()
            ada.http.headers.update({"host": "evil.example", "origin": public or "http://evil.example"})
            await ada.introduce("Ada")
            spec = {"title": "promethium", "seats": seats("you", "person"), "visibility": "listed"}
            lobby = (await ada.post("/matches", spec, 201))["id"]
            for method, path in (("POST", "/account/recovery"), ("GET", f"/t/{lobby}")):
                text = (await ada.http.request(method, path)).text
                assert "evil.example" not in text
                link = f"{public or ''}/recover#" if method == "POST" else f'{public or ""}/t/{lobby}/join"'
                assert f'value="{link}' in text, path

    for public in (None, "http://tables.example.org"):
        asyncio.run(run(public))


def test_under_https_the_cookie_is_bound_to_the_host(sqlite: str) -> None:
    async def old() -> str:
        async with house(sqlite) as made:
            return str((await made.client("Ada")).http.cookies["machinehall"])

    async def run(secret: str) -> None:
        site = "https://tables.example.org"
        async with house(sqlite, public_url=site) as made:
            ada = await made.client()
            ada.http.headers["origin"] = site
            first = await ada.ask("GET", "/me", headers={"cookie": f"machinehall={secret}"})
            assert first.json()["name"] == "Ada"
            assert first.headers["strict-transport-security"].startswith("max-age=")
            new, gone = first.headers.get_list("set-cookie")
            assert new.startswith(f"__Host-machinehall={secret}; Path=/; ") and "Secure" in new and "Domain" not in new
            assert gone.startswith("machinehall=; ") and "Max-Age=0" in gone
            cookie = {"cookie": f"__Host-machinehall={secret}; machinehall=planted"}
            again = await ada.ask("GET", "/me", headers=cookie)
            assert again.json()["name"] == "Ada" and not again.headers.get_list("set-cookie")
            await ada.post("/me/recovery", None, 403, headers={**cookie, "origin": "https://evil.example"})
            out = await ada.ask("DELETE", "/sessions", headers={"cookie": f"machinehall={secret}"})
            assert [c.partition(";")[0] for c in out.headers.get_list("set-cookie")] == [
                "__Host-machinehall=", "machinehall="
            ]  # fmt: skip
            assert (await ada.ask("GET", "/me", headers=cookie)).status_code == 401

    asyncio.run(run(asyncio.run(old())))


def test_without_https_nothing_promises_it(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            cookie = f"__Host-machinehall={ada.http.cookies['machinehall']}"
            answer = await ada.ask("GET", "/me", headers={"cookie": cookie})
            assert answer.status_code == 401 and "strict-transport-security" not in answer.headers

    asyncio.run(run())


def test_an_origin_that_is_no_address_is_foreign(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            await ada.post("/me/recovery", None, 403, headers={"origin": "http://[::1"})

    asyncio.run(run())


# Forms, errors, names, exports


def test_forms_take_no_files_and_few_fields(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada = await made.client("Ada")
            for path in ("/settings", API + "/matches"):
                answer = await ada.http.post(path, files={"name": ("a.txt", b"Eve")})
                assert answer.status_code == 415
                form = {"content-type": forms.FORM}
                large = await ada.http.post(path, content=b"name=" + b"x" * 70_000, headers=form)
                assert large.status_code in (400, 413), path
            many = "&".join(f"a{i}=1" for i in range(300)).encode()
            sent = (("text/plain", b"x", 415), (forms.FORM, many, 422), (forms.FORM, b"name=\xff\xfe", 422))
            for kind, body, status in sent:
                answer = await ada.http.post("/settings", content=body, headers={"content-type": kind})
                assert answer.status_code == status
            assert (await ada.get("/me"))["name"] == "Ada"

    asyncio.run(run())


def test_no_error_is_long(sqlite: str) -> None:
    long = "\x01" * 60_000

    async def run() -> None:
        async with house(sqlite) as made:
            ada, _, match = await two_players(made)
            spec = {"title": "promethium", "seats": seats("you", "you")}
            ways: list[tuple[str, str, dict[str, Any]]] = [
                ("POST", API + "/matches", {"json": {**spec, "options": {long[:9_000]: 1}}}),
                ("POST", API + "/matches", {"json": {**spec, long[:9_000]: 1}}),
                ("POST", API + f"/matches/{match}/bots", {"json": {"seat": 0, "bot": long[:9_000]}}),
                ("GET", API + "/matches", {"params": {"before": long[:9_000]}}),
                ("POST", f"/t/{match}/act", {"data": {"rev": "1", "action": "x" * 60_000}}),
                ("POST", f"/t/{match}/takeover", {"data": {"who": "1", "bot": "x" * 60_000}}),
                ("POST", "/play", {"data": {"title": "x" * 60_000}}),
            ]
            for method, path, more in ways:
                answer = await ada.http.request(method, path, headers={"mh-part": "1"}, **more)
                assert 400 <= answer.status_code < 500, (path, answer.status_code)
                if path.startswith(API) or "/act" not in path:
                    assert len(answer.content) < 8_000, (path, len(answer.content))

    asyncio.run(run())
    fault = Fault("table.no_such_title", "x" * 60_000)
    assert len(str(fault)) < 400 and len(problem_of(fault, "y" * 60_000).detail) <= 2_000


def test_a_name_shows_something() -> None:
    for name in ("\u200b", "\u3164", "\u2800\u115f", "\ufe0f\u034f", "\u0301", "\U000e0100", "", " \u00a0 ", "x" * 41):
        with pytest.raises(Malformed):
            identity.clean_name(name)
    for name in ("Ada", "Żółć", "Ёж", "名", "👍", "ㅎ", "é", "1", "?"):
        assert identity.clean_name(name) == name


def test_a_name_is_no_formula_in_a_spreadsheet(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            ada, ben = await made.client("=1+1"), await made.client("@SUM(A1)")
            spec = {"title": "promethium", "seats": seats("you", "invited")}
            info = await ada.post("/matches", spec, 201)
            await ben.post(f"/matches/{info['id']}/join", {"code": info["invites"]["1"]})
            await ada.post(f"/matches/{info['id']}/start")
            await finish(made, info["id"])
            sheet = (await ada.http.get(f"/t/{info['id']}/export/scoring.csv")).text
            names = [row[0] for row in csv.reader(io.StringIO(sheet))][1:]
            assert names == ["'=1+1", "'@SUM(A1)"]

    asyncio.run(run())
    assert end.cell("Ada") == "Ada"


def test_a_new_database_file_is_its_owners_alone(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite, migrate=True) as made:
            await made.client("Ada")
            path = Path(sqlite.removeprefix("sqlite:///"))
            files = list(path.parent.glob(path.name + "*"))
            assert len(files) >= 2
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}

    asyncio.run(run())


# How much


def test_names_sign_ins_messages_and_tables_have_limits(sqlite: str) -> None:
    quick = {"rate": 10_000.0, "burst": 10_000}

    async def run() -> None:
        limits = {"names_an_hour": 6, "sign_ins_an_hour": 18, "messages_an_hour": 60, "matches_a_day": 2}
        async with house(sqlite, **quick, **limits) as made:
            ada, ben, match = await two_players(made)
            stranger = await made.client()
            await stranger.post("/identities", {"name": "Cy"}, 201)
            stranger.http.cookies.clear()
            refused = await stranger.post("/identities", {"name": "Dy"}, 429)
            assert refused["message"] == "security.too_many"
            page = await stranger.http.post("/play", data={"title": "promethium"})
            assert page.status_code == 429 and page.headers["content-type"].startswith("text/plain")
            codes = [await status(stranger, "/sessions", {"login": "ada", "password": "x" * 10}) for _ in range(4)]
            assert codes == [403, 403, 403, 429]
            assert (await stranger.http.post("/account/sign-in", data={"login": "a"})).status_code == 429
            path = f"/matches/{match}/messages"
            codes = [await status(ada, path, {"text": "hello"}) for _ in range(4)]
            assert codes == [201, 201, 201, 429]
            assert await status(ben, path, {"text": "hello"}) == 201
            spec = {"title": "promethium", "seats": seats("you", "you")}
            await ada.post("/matches", spec, 201)
            told = await ada.post("/matches", spec, 429)
            assert told["message"] == "table.too_many"
            await finish(made, match)
            await ada.post(f"/matches/{match}/rematch", None, 429)
            assert (await ada.http.post("/learn/promethium/machinist")).status_code == 429
            await ben.post("/matches", spec, 201)
            tomorrow = made.site.tables.now() + 90_000
            made.site.tables.now = lambda: tomorrow
            await ada.post("/matches", spec, 201)

    asyncio.run(run())


async def status(who: Client, path: str, body: dict[str, str]) -> int:
    return (await who.ask("POST", path, body)).status_code


def test_what_is_said_at_the_door_is_said_in_every_language() -> None:
    for lang in languages():
        for message in ("api.bad_number", "security.no_files", "table.too_many", "web.end.png_busy"):
            assert say(lang)(message, 3) != message and (lang == "en" or say(lang)(message, 3) != say("en")(message, 3))
