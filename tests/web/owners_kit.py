"""What tests of the workshop of owners share: a pack begun, a tile typed, zips out and in."""

from __future__ import annotations

from urllib.parse import urlencode

import httpx
from server.kit import Client

TITLE = "imperial-steam"
FORM = {"content-type": "application/x-www-form-urlencoded"}
TILE = {"players": 3, "number": 13, "effort": 3, "influence": 1, "station_slots": 2, "station_cost": 50}


async def page(client: Client, path: str, lang: str = "en", status: int = 200) -> str:
    answer = await client.http.get(path, headers={"accept-language": lang})
    assert answer.status_code == status, answer.text[:500]
    return answer.text


async def begin(client: Client, name: str = "my box", title: str = TITLE) -> str:
    answer = await client.http.post("/owners", data={"title": title, "name": name})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def send(client: Client, path: str, record: str = "T3-13", **more: object) -> httpx.Response:
    """The form of a city tile, with some fields otherwise."""
    fields: list[tuple[str, object]] = [("file", "city_tiles"), ("record", record), ("next", "")]
    tile = {**TILE, "number": int(record[3:]), "players": int(record[1])}
    fields += [(f"f.{name}", value) for name, value in tile.items()]
    fields += [
        ("f.factory_sites", "factory_board"),
        ("f.factory_sites", ""),
        ("f.demand", "wood"),
        ("f.demand", "iron"),
    ]
    fields += [("f.improvement_stack", 0), ("source", "owner")]
    names = {name.replace("__", ".") for name in more}
    fields = [(name, value) for name, value in fields if name not in names]
    fields += [(name.replace("__", "."), value) for name, value in more.items()]
    return await client.http.post(path, content=urlencode(fields), headers=FORM)


async def zip_of(client: Client, pack: str) -> bytes:
    answer = await client.http.get(f"{pack}/zip")
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/zip"
    return answer.content


async def take_in(client: Client, data: bytes, status: int = 200) -> str:
    headers = {"content-type": "application/zip", "mh-part": "1"}
    answer = await client.http.post("/owners/import", content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return str(answer.json()["path"]).partition("/differences")[0] if status == 200 else answer.text
