"""The description of the API, made from the same type hints that check the requests."""

from __future__ import annotations

from typing import Any

import msgspec

import machinehall as mh
from machinehall.server.replies import Problem
from machinehall.server.shapes import Waiting

from .rest import Api, Call

REF = "#/components/schemas/{name}"
TITLES = {
    400: "Does not fit this description",
    401: "Nobody knows who asks",
    403: "Not for this caller",
    404: "Not there, or not for this caller to know of",
    409: "Not in the state that the table is in; a stale request gets the fresh position as `sight`",
    413: "Too large",
    415: "Not taken",
    422: "Means nothing here, or is against the rules (`rule` names it)",
    429: "Too many requests",
    503: "The database does not answer; nothing was acknowledged",
}
ALWAYS = (429, 503)


def describe(api: Api) -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    kinds: list[Any] = [Problem, Waiting]
    for call in api.calls:
        kinds += [t for t in (call.body, call.result, call.query, *call.params.values()) if t not in (None, type(None))]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    by_kind = {_key(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    components["Problem"]["properties"]["sight"] = {"anyOf": [{"$ref": REF.format(name="Sight")}, {"type": "null"}]}
    paths: dict[str, Any] = {}
    for call in api.calls:
        paths.setdefault("/api/v1" + call.path, {})[call.method.lower()] = _operation(call, by_kind, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Machine Hall", "version": mh.__version__, "description": INTRODUCTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "machinehall"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


INTRODUCTION = (
    "Tables, seats and moves. Every change carries the revision it was made against. Integers are written without a "
    "fraction: `9.0` is refused where `9` is asked for."
)


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(call: Call, by_kind: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    what: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.summary.split("\n")[0],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": by_kind[_key(kind)]}
            for name, kind in call.params.items()
        ]
        + _query(call, components),
        "responses": _responses(call, by_kind),
    }
    if not call.open:
        what["security"] = [{"cookie": []}, {"token": []}]
    else:
        what["security"] = [{}, {"cookie": []}, {"token": []}]
    if call.body is not None:
        what["requestBody"] = {"required": True, "content": {"application/json": {"schema": by_kind[_key(call.body)]}}}
    return what


def _query(call: Call, components: dict[str, Any]) -> list[dict[str, Any]]:
    if call.query is None:
        return []
    shape = components[call.query.__name__]["properties"]
    found = []
    for name, schema in shape.items():
        # Absent means the default; an explicit null cannot be written in a query.
        if "anyOf" in schema:
            schema = next(s for s in schema["anyOf"] if s != {"type": "null"})
        plain = {key: value for key, value in schema.items() if key != "default" or value is not None}
        found.append({"name": name, "in": "query", "required": False, "schema": plain})
    return found


def _responses(call: Call, by_kind: dict[str, Any]) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "Done"}
    if call.status != 204:
        done["content"] = {"application/json": {"schema": by_kind[_key(call.result)]}}
    answers: dict[str, Any] = {str(call.status): done}
    if call.waits:
        later = {"application/json": {"schema": {"$ref": REF.format(name="Waiting")}}}
        answers["202"] = {"description": "Still being thought out; ask again", "content": later}
    faults = {*call.faults, *ALWAYS}
    if call.body is not None:
        faults |= {400, 403, 413, 415}
    if call.query is not None:
        faults.add(400)
    for status in sorted(faults):
        problem = {"application/problem+json": {"schema": {"$ref": REF.format(name="Problem")}}}
        answers[str(status)] = {"description": TITLES[status], "content": problem}
    return answers
