"""Records: a match as a text that holds every decision and every outcome of chance, and plays again anywhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .match import Match
from .title import Title
from .values import CHANCE, BadRecord, MachineHallError

FORMAT = 1
KEYS = {
    "machinehall": int,
    "title": str,
    "rules": int,
    "data": str,
    "pack": str,
    "seats": int,
    "options": dict,
    "log": list,
    "digest": str,
}


def write_record(match: Match) -> str:
    """One JSON object; the log has a line for each decision: seat (* for chance, ! after it if forced) and action."""
    title = match.title
    body: dict[str, Any] = {
        "machinehall": FORMAT,
        "title": title.name,
        "rules": title.rules_version,
        "data": title.data_version,
        "pack": title.pack.name,
        "seats": match.seats,
        "options": match.options,
        "log": [
            f"{'*' if e.seat == CHANCE else e.seat}{'!' if e.forced else ''} {title.text(e.action)}" for e in match.log
        ],
    }
    return json.dumps(body | {"digest": digest(body)}, indent=0) + "\n"


def digest(body: dict[str, Any]) -> str:
    """A finger-print over everything but itself: a record that was cut or changed does not load."""
    text = json.dumps({k: v for k, v in body.items() if k != "digest"}, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def read_body(text: str) -> dict[str, Any]:
    """The checked head and log of a record."""
    try:
        body = json.loads(text)
    except ValueError as fault:
        raise BadRecord(f"not a record, or cut off: {fault}") from None
    if not isinstance(body, dict):
        raise BadRecord("not a record: a JSON object is expected")
    faults = [f"{key} is missing" for key in KEYS if key not in body]
    faults += [f"unknown field {key}" for key in body if key not in KEYS]
    faults += [f"{k} must be {t.__name__}" for k, t in KEYS.items() if k in body and type(body[k]) is not t]
    if not faults and not all(isinstance(line, str) for line in body["log"]):
        faults.append("log must hold texts")
    if faults:
        raise BadRecord("not a record: " + "; ".join(faults))
    if body["machinehall"] != FORMAT:
        raise BadRecord(f"record format {body['machinehall']}, this program reads {FORMAT}")
    if body["digest"] != digest(body):
        raise BadRecord("the record has been changed or damaged: its digest does not fit")
    return body


def load_match(text: str, find: Callable[[str, Path | None], Title], pack: Path | None = None) -> Match:
    """The match of a record, replayed and checked line by line."""
    body = read_body(text)
    title = find(body["title"], pack)
    if body["rules"] != title.rules_version:
        raise BadRecord(f"played with rules {body['rules']} of {title.name}, this program has {title.rules_version}")
    if body["data"] != title.data_version:
        raise BadRecord(
            f"played with the components {body['pack']!r} ({body['data']}), not with {title.pack.name!r}"
            f" ({title.data_version}); give the folder of that pack"
        )
    match = Match(title, body["seats"], options=body["options"], deal=False)
    for number, line in enumerate(body["log"], 1):
        try:
            seat, forced, action = read_line(title, line)
            match.replay(seat, action, forced=forced)
        except MachineHallError as fault:
            raise BadRecord(f"line {number} of the log, {line!r}: {fault}") from None
    return match


def read_line(title: Title, line: str) -> tuple[int, bool, Any]:
    who, _, text = line.partition(" ")
    forced = who.endswith("!")
    who = who.removesuffix("!")
    if who != "*" and not who.isdecimal():
        raise BadRecord(f"{who!r} is no seat")
    return CHANCE if who == "*" else int(who), forced, title.actions.parse(text)
