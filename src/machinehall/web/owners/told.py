"""What the workshop says: fields, values and faults in the reader's words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from machinehall.draw.kit import symbols
from machinehall.kernel.descriptions import Effects
from machinehall.kernel.packs import WHOLE_FILE
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, listed
from machinehall.server.workshop.questions import FaultSeen
from machinehall.web.shell import Ctx
from machinehall.words import ENGLISH, Words
from machinehall.words.titles import effects, heard

from .fields import Control

USUAL = (
    (re.compile(r"the rulebook counts ([\d']+)(?: records)?, found ([\w' .-]+)$"), "counts"),
    (re.compile(r"expected ([\d'][\w'-]*), found ([\w' .-]+)$"), "expected"),
    (re.compile(r"'(\w+)' is none of ([\w, -]+)$"), "none_of"),
    (re.compile(r"no \w+ '([^']+)'(?: on this side)?$"), "no_such"),
)
"""What checks of titles say again and again, and the words for it."""
SHORT = 60
"""Characters of a value in a table."""


@lru_cache(maxsize=16)
def use_of(title: Title) -> dict[str, dict[str, float]]:
    """In what share of matches by bots each record was part of a decision: see `scripts/make/use.py`."""
    path = title.home.folder / "components" / "use.json"
    if not path.is_file():
        return {}
    found: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))["used"]
    return found


@dataclass(frozen=True, slots=True)
class Telling:
    """The words for one title."""

    title: Title
    say: Words
    own: Say
    """In which the title speaks: English, where it lacks the reader's language."""
    effects: Effects

    def heading(self, file: str) -> str:
        """What the records of a file are called together."""
        if file in self.effects.records:
            return self.effects.heading(file)
        return self.say("web.owners.constants") if file == "constants" else file

    def name(self, file: str, key: str) -> str:
        """What a record is called."""
        return self.effects.describe(file, key).name if file in self.effects.records else key

    def label(self, name: str) -> str:
        """What a field is called; one without a word is called as in its file."""
        last = name.rpartition(".")[2]
        return self._own(f"field.{last}") or self.value(last)

    def path(self, name: str) -> str:
        """A name in pairs; what stands inside something else comes behind it."""
        return " · ".join(self.label(part) for part in name.split("."))

    def value(self, text: str) -> str:
        """A word of a file, such as a good or a colour."""
        return next(filter(None, (self._own(key) for key in (f"value.{text}", f"name.good.{text}"))), None) or text

    def sign(self, text: str) -> str:
        """The name of the sign that stands for a word of a file; empty, if none does."""
        return text if f"i-{text}" in symbols() else ""

    def unsaid(self, made: Iterable[Control], sent: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """What was typed, with the words of the files where a field was filled with the reader's."""
        found = dict(sent)
        for name, one in flat(made).items():
            if name in found and "words" in (one.kind, *(part.kind for part in one.parts)):
                words = {self.value(word): word for word in one.choices}
                found[name] = [words.get(text.strip(), text) for text in found[name]]
        return found

    def shown(self, value: Any) -> str:
        """A value in a sentence."""
        if value is None or value == []:
            return self.say("web.owners.nothing")
        if isinstance(value, bool):
            return self.say("web.owners.yes" if value else "web.owners.no")
        if isinstance(value, list | tuple) and all(isinstance(each, str | int) for each in value):
            return self.say("list.separator").join(self.value(str(each)) for each in value)
        text = self.value(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        return text if len(text) <= SHORT else text[:SHORT] + "…"

    def _own(self, key: str) -> str:
        found = f"{self.title.name}.{key}"
        return self.own(found) if found in self.say.english.sentences else ""

    def wanted(self, made: Control) -> str:
        """What a field takes, for somebody who has typed something else."""
        said = []
        if made.choices:
            said.append(
                self.say("web.owners.fault.choice", self.say("list.separator").join(map(self.value, made.choices)))
            )
        kind = made.parts[0].kind if made.kind == "list" else made.kind
        if kind == "number" and not made.choices:
            said.append(self.number(made))
        elif kind == "words":
            said.append(self.say("web.owners.fault.or_number"))
        key = made.kind if made.kind in ("text", "pairs") else "raw"
        return " ".join(said) or self.say(f"web.owners.fault.{key}")

    def number(self, made: Control) -> str:
        if made.low is None:
            said = self.say("web.owners.fault.whole")
        elif made.high is None:
            said = self.say("web.owners.fault.from", made.low)
        else:
            said = self.say("web.owners.fault.range", made.low, made.high)
        return f"{said} {self.say('web.owners.fault.steps', made.step)}" if made.step else said

    def misfit(self, fault: FaultSeen) -> Misfit:
        """A fault of a title's checks: in the reader's words where they say the usual, otherwise as they say it."""
        stem = fault.file.removesuffix(".json")
        place = [self.heading(stem), "" if fault.record == WHOLE_FILE else fault.record]
        place += [self.label(fault.field)] if fault.field not in (WHOLE_FILE, "records") else []
        where = listed(self.say, place)
        for form, key in USUAL:
            if usual := form.match(fault.message):
                parts = [self.say("list.separator").join(map(self.value, each.split(", "))) for each in usual.groups()]
                return Misfit(self.say("web.owners.fault.where", where, self.say(f"web.owners.fault.{key}", *parts)))
        if self.say.lang == ENGLISH:
            return Misfit(self.say("web.owners.fault.where", where, fault.message))
        return Misfit(self.say("web.owners.fault.where", where, self.say("web.owners.fault.together")), fault.message)


def telling(ctx: Ctx, title: Title) -> Telling:
    return Telling(title, ctx.say, heard(title, ctx.say), effects(title, ctx.say))


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not go together with other records."""

    told: str
    """Where it is, and as far as we have words for it, what; in the reader's language."""
    english: str = ""
    """What the title's checks say besides, in English; nothing, if that has been told."""


@dataclass(slots=True)
class Faults:
    """What is wrong with a record, by field, and with the pack besides."""

    fields: dict[str, str] = field(default_factory=dict)
    together: list[Misfit] = field(default_factory=list)
    """What does not go together with other records."""
    elsewhere: list[tuple[str, str]] = field(default_factory=list)
    """Other records of the pack that are left out: file and id."""


def flat(made: Iterable[Control]) -> dict[str, Control]:
    """All controls of a form by their names."""
    found: dict[str, Control] = {}
    for one in made:
        found |= {one.name: one} | flat(one.parts if one.kind == "group" else ())
    return found


def sorted_out(
    said: Telling, made: list[Control], by_itself: set[str], seen: Iterable[FaultSeen], at: tuple[str, str]
) -> Faults:
    """Faults where they belong. `by_itself`: fields that are wrong whatever the other records say."""
    found, known = Faults(), flat(made)
    for name in by_itself:
        place = name
        while place not in known and "." in place:
            place = place.rpartition(".")[0]
        if place == "ref":
            found.fields["ref"] = said.say("web.owners.fault.ref")
        else:
            found.fields[place] = said.wanted(known[place]) if place in known else said.say("web.owners.fault.raw")
    for fault in seen:
        place_of = (fault.file.removesuffix(".json"), fault.record)
        if place_of == at and fault.field not in by_itself:
            if fault.field in known:
                found.fields.setdefault(fault.field, said.say("web.owners.fault.together"))
            found.together.append(said.misfit(fault))
        elif place_of != at and place_of not in found.elsewhere and fault.record != "-":
            found.elsewhere.append(place_of)
        elif place_of != at:
            found.together.append(said.misfit(fault))
    return found
