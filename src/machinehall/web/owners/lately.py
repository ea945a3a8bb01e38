"""What has become of a pack: day by day, and of one record what is not as standard, since when and by whom."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from machinehall.kernel.own_packs import Entry, differences, standard
from machinehall.kernel.title import Title
from machinehall.server.workshop.shelf import Kept, hand_of
from machinehall.web.shell import Ctx
from machinehall.words import figures

from .told import Telling

MOST_DAYS = 6


@dataclass(frozen=True, slots=True)
class Story:
    """How one record came to be as it is."""

    kept: str
    """When, and by whom; empty, if it is as in the standard pack."""
    source: str
    ref: str
    note: str
    fields: tuple[tuple[str, str, str, str], ...]
    """What is not as standard: name in the file, name in words, standard, own."""


@dataclass(frozen=True, slots=True)
class Day:
    """What was written on one day by the same hands."""

    day: str
    by: str
    files: tuple[tuple[str, str, int], ...]
    """File, its name in words, how many records."""
    apart: int
    """How many of the records are not as standard."""


def who(ctx: Ctx, entry: Entry) -> str:
    """By whom: the caller, others, or both; nobody has read a guess off a piece."""
    mine = hand_of(ctx.caller) in entry.hands
    others = len(entry.hands) - mine
    key = "guess" if not entry.hands else "both" if mine and others else "you" if mine else "other"
    return ctx.say(f"web.owners.history.by.{key}")


def story(ctx: Ctx, said: Telling, kept: Kept, file: str, key: str) -> Story:
    """Of one record."""
    ours, entry = standard(said.title.pack)[file][key], kept.own.get(file, {}).get(key)
    body = entry.body if entry else ours
    told = ""
    if entry is not None:
        since = figures.ago(ctx.say.lang, time.time() - kept.at[file][key])
        told = ctx.say("web.owners.history.kept", since, who(ctx, entry))
    rows = tuple((name, said.label(name), said.shown(a), said.shown(b)) for name, a, b in differences(ours, body))
    return Story(told, str(body.get("source", "")), str(body.get("ref", "")), str(body.get("note", "")), rows)


def days(ctx: Ctx, said: Telling, title: Title, kept: Kept) -> list[Day]:
    """Of the whole pack, the last day first."""
    rows = [(at, file, key) for file, found in kept.at.items() for key, at in found.items()]
    counts: dict[tuple[str, str], Counter[str]] = {}
    apart = Counter[tuple[str, str]]()
    for at, file, key in sorted(rows, reverse=True):
        entry = kept.own[file][key]
        when = figures.day(ctx.say.lang, at), who(ctx, entry)
        counts.setdefault(when, Counter())[file] += 1
        apart[when] += any(differences(standard(title.pack)[file][key], entry.body))
    return [
        Day(*when, tuple((file, said.heading(file), many) for file, many in found.items()), apart[when])
        for when, found in list(counts.items())[:MOST_DAYS]
    ]
