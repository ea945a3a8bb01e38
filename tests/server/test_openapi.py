"""The description of the API is true: what it promises is accepted and answered, what it excludes is refused."""

from __future__ import annotations

import asyncio
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth
from soak_server import Player, Server

from machinehall.server.api import API
from server.kit import PATIENCE, house
from server.postgres import drop_database, new_database

EXAMPLES = 10


class Served(NamedTuple):
    """A running server: its address, what it says of itself, a secret, and a match under way."""

    base: str
    schema: Any
    secret: str
    match: str


def described(base: str) -> Any:
    """The description that the server gives, as it is to be tried."""
    schema = schemathesis.openapi.from_url(f"{base}/api/v1/openapi.json")
    schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
    # 400 says that a request does not fit the description, 422 that it does but the table or the rules say no.
    schema.config.checks.positive_data_acceptance.expected_statuses = ["2xx", "401", "403", "404", "409", "422", "5xx"]
    return schema


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('api') / 'tables.sqlite'}"
    else:
        database = new_database()
    server, box = Server(database), dict[str, str]()

    async def start() -> None:
        await server.start()
        player = Player(server, 1)
        while len(player.acknowledged) < 5:
            await player.step()
        box["secret"], box["match"] = player.http.cookies["machinehall"], player.match
        await player.http.aclose()

    with asyncio.Runner() as runner:
        runner.run(start())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            schema = described(server.base)
        yield Served(server.base, schema, box["secret"], box["match"])
        runner.run(server.kill())
    if request.param == "postgres":
        drop_database(database)


def test_the_document_is_sound(sqlite: str) -> None:
    async def run() -> dict[str, Any]:
        async with house(sqlite) as made:
            answer = await (await made.client()).http.get("/api/v1/openapi.json")
            document: dict[str, Any] = answer.json()
            return document

    document = asyncio.run(run())
    assert document["openapi"] == "3.1.0"
    described = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    assert described == {("/api/v1" + call.path, call.method) for call in API.calls}
    assert len({call.name for call in API.calls}) == len(API.calls)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(len(API.calls)), ids=[call.name for call in API.calls])
def test_every_call_is_as_described(served: Served, number: int) -> None:
    base, schema, secret, match = served
    call = API.calls[number]
    operation = schema["/api/v1" + call.path][call.method]
    flags = random.Random(number)

    @seed(20_26)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), real=st.booleans())
    def check(case: Any, real: bool) -> None:
        if real and "match" in call.params:
            case.path_parameters["match"] = match
        if not whole_numbers(case.body):
            return  # JSON Schema calls 9.0 an integer; we do not, and the guide says so
        if call.name == "sign_out":
            case.headers = {**(case.headers or {}), "x-probe": str(flags.random())}
        # Our secret goes along with every request, so this check would only find that it is valid; see test_who.py.
        headers = {"authorization": f"Bearer {secret}"}
        case.call_and_validate(headers=headers, excluded_checks=[ignored_auth], timeout=PATIENCE)

    if call.name == "sign_out":
        secret = another_secret(base)
    check()


def another_secret(base: str) -> str:
    with httpx.Client(timeout=PATIENCE) as client:
        return client.post(f"{base}/api/v1/identities", json={"name": "Out"}).cookies["machinehall"]


def whole_numbers(value: Any) -> bool:
    if isinstance(value, float):
        return not value.is_integer()
    if isinstance(value, dict):
        return all(map(whole_numbers, value.values()))
    if isinstance(value, list):
        return all(map(whole_numbers, value))
    return True


def test_paths_of_files_are_no_calls(sqlite: str) -> None:
    async def run() -> None:
        async with house(sqlite) as made:
            client = await made.client()
            for path in ("/api/v1", "/api/v1/", "/api/v1//", "/api/v1/matches/", "/api/v1/matches//view", "/../etc"):
                assert (await client.http.get(path)).status_code == 404, path

    asyncio.run(run())
    assert Path(__file__).exists()
