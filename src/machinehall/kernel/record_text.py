"""The text of a record: what stands in it, how it is written, and how a text is checked before it is played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .mending import MEND, mend_of
from .title import Title
from .values import CHANCE, Action, BadRecord

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


class Entry(NamedTuple):
    """One line of the past: who decided what."""

    seat: int
    action: Action
    forced: bool = False
    """Taken by the autopilot, because there was no other choice."""
    together: bool = False
    """One of several simultaneous answers."""

    def line(self, title: Title) -> str:
        """As records and journals write it: the seat (* for chance, ! after it if forced) and the action."""
        who = "*" if self.seat == CHANCE else str(self.seat)
        if self.action.kind == MEND:
            return f"{who} {MEND} {self.action.args[0]}"
        return f"{who}{'!' if self.forced else ''} {title.text(self.action)}"


def write_record(title: Title, rules: int, seats: int, options: Mapping[str, Any], log: Sequence[Entry]) -> str:
    """One JSON object; the log has a line for each decision: seat (* for chance, ! after it if forced) and action."""
    body: dict[str, Any] = {
        "machinehall": FORMAT,
        "title": title.name,
        "rules": rules,
        "data": title.data_version,
        "pack": title.pack.name,
        "seats": seats,
        "options": dict(options),
        "log": [entry.line(title) for entry in log],
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


def read_line(title: Title, line: str) -> tuple[int, bool, Any]:
    who, _, text = line.partition(" ")
    forced = who.endswith("!")
    who = who.removesuffix("!")
    if who != "*" and not who.isdecimal():
        raise BadRecord(f"{who!r} is no seat")
    if text.startswith(f"{MEND} ") and who == "*":
        return CHANCE, False, mend_of(text.removeprefix(f"{MEND} "))
    return CHANCE if who == "*" else int(who), forced, title.actions.parse(text)
