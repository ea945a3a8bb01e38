"""Records: a match as a text that holds every decision and every outcome of chance, and plays again anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .match import Match
from .options import as_played
from .record_text import read_body, read_line
from .title import Title
from .values import BadRecord, MachineHallError


def load_match(text: str, find: Callable[[str, Path | None], Title], pack: Path | None = None) -> Match:
    """The match of a record, replayed and checked line by line.

    One of older rules is played by the present ones: it loads if they allow every decision, and is then one of theirs.
    """
    body = read_body(text)
    title = title_of(body, find, pack)
    match = Match(title, body["seats"], options=as_played(title.options, body["options"]), deal=False)
    for number, line in enumerate(body["log"], 1):
        try:
            seat, forced, action = read_line(title, line)
            match.replay(seat, action, forced=forced)
        except MachineHallError as fault:
            older = f" ({played_with(body, title)})" if body["rules"] != title.rules_version else ""
            raise BadRecord(f"line {number} of the log, {line!r}: {fault}{older}") from None
    return match


def title_of(body: Mapping[str, Any], find: Callable[[str, Path | None], Title], pack: Path | None = None) -> Title:
    """The title of a checked record, if this program can play it."""
    title = find(body["title"], pack)
    if not 1 <= body["rules"] <= title.rules_version:
        raise BadRecord(played_with(body, title))
    if body["data"] != title.data_version:
        raise BadRecord(
            f"played with the components {body['pack']!r} ({body['data']}), not with {title.pack.name!r}"
            f" ({title.data_version}); give the folder of that pack"
        )
    return title


def played_with(body: Mapping[str, Any], title: Title) -> str:
    return f"played with rules {body['rules']} of {title.name}, this program has {title.rules_version}"
