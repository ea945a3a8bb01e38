"""Every sentence that people meet in twenty matches of a title, in one language, for a reader with a pencil.

python scripts/check/sentences.py de                 all titles, to out/sentences/de-<title>.txt
python scripts/check/sentences.py de TITLE           one of them
python scripts/check/sentences.py de --cache FOLDER  the matches that lie there, or are played and put there

The matches are played once, by random and apprentice seats at every number of players, some of them with other options
of the table, and are kept; a language only words them. Log, prompts, choices and a sample of refusals are grouped by
message id, each with few instances: the shortest, the longest, and others in other plural forms.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import machinehall
from machinehall.bots import decide, make_bots
from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.kernel.wording import Wording
from machinehall.words import ENGLISH, Words, catalogues, load, say
from machinehall.words.titles import wording

OUT = Path("out/sentences")
MATCHES, REFUSALS, INSTANCES = 20, 500, 4
"""Of each title; of each title; of each message id."""
OTHER_OPTION = 0.4
"""How likely an option differs from its default, in the matches that have other options."""
TRIES = 60
"""So many actions are tried at a position before it is left without a refusal."""
NAMES = ("Anna", "Émile", "Hans", "Ольга")
"""Of the people at half of the tables: with and without a vowel at the beginning. At the others they are colours."""
SECTIONS = ("log", "prompts", "headings", "choices", "terms", "phases", "refusals")

Kept = dict[str, Any]
"""A match: how it was set up, and for each decision what was asked, what it brought, and what was refused before it."""


# Playing


def setting(title: Title, number: int) -> tuple[int, list[str], dict[str, int]]:
    """Seats, bots and options of a match."""
    rng = random.Random(f"{title.name}/{number}")
    low, high = title.seats
    seats = low + number % (high - low + 1)
    alone = title.alone(seats)
    bots = [rng.choice(("random", "apprentice")) for _ in range(seats)]
    if alone and title.presets:
        return seats, bots, dict(list(title.presets.values())[number // (high - low + 1) % len(title.presets)])
    apart = title.automata.options if title.automata and not alone else ()
    changed = [o for o in title.options if o.name not in apart and rng.random() < OTHER_OPTION] if number % 2 else []
    return seats, bots, {o.name: rng.choice([c for c in o.choices if c != o.default]) for o in changed}


def played(title: Title, number: int) -> Kept:
    """One match, with all that has to be put into words."""
    seats, names, options = setting(title, number)
    match = Match(title, seats, number, options)
    bots, rng = make_bots(names, title, seats, number), random.Random(number)
    steps: list[dict[str, Any]] = [{"events": [event.plain() for events in match.happened for event in events]}]
    while match.to_act:
        seat = rng.choice(match.to_act)
        legal = match.legal(seat)
        step: dict[str, Any] = {"seat": seat, "view": match.view(seat), "legal": legal}
        step["refused"] = refused(match, rng.choice([seat, seat, rng.randrange(seats)]), legal, rng)
        step["events"] = [event.plain() for event in match.play(decide(match, seat, bots[seat]), seat)]
        steps.append(step)
    tried = [step for step in steps if step.get("refused")]
    for step in rng.sample(tried, max(0, len(tried) - REFUSALS // MATCHES)):
        del step["refused"]
    return {"number": number, "seats": seats, "bots": names, "options": options, "steps": steps}


def refused(match: Match, seat: int, legal: Sequence[Action], rng: random.Random) -> Refusal | None:
    """Why something is not allowed: more often something of a kind that is asked for, which has more to say."""
    rows = match.title.actions.rows
    for _ in range(TRIES):
        kind = rng.choice(legal).kind if rng.random() < 0.75 else rng.choice(list(rows))
        reason = match.why_not(rng.choice(rows[kind]), seat)
        if reason is not None:
            return reason
    return None


def matches(title: Title, cache: Path) -> list[Kept]:
    """The matches of a title from the cache; those that are not there yet are played."""
    path = cache / f"{title.name}-{title.rules_version}-{title.data_version}.jsonl.gz"
    kept = []
    if path.is_file():
        with gzip.open(path, "rt", encoding="utf-8") as file:
            kept = [json.loads(line) for line in file]
    cache.mkdir(parents=True, exist_ok=True)
    for number in range(len(kept), MATCHES):
        line = json.dumps(played(title, number), separators=(",", ":"))
        with gzip.open(path, "at", encoding="utf-8") as file:
            file.write(line + "\n")
        kept.append(json.loads(line))
        print(f"{title.name}: match {number + 1} of {MATCHES}, {len(kept[-1]['steps'])} steps", flush=True)
    return kept


# Wording


@dataclass(frozen=True, slots=True, eq=False)
class Listening:
    """A language that remembers what it was asked to say."""

    words: Words
    said: list[tuple[str, str, int]] = field(default_factory=list)
    """Message id, sentence, plural form; the parts of a sentence stand before it."""

    @property
    def lang(self) -> str:
        return self.words.lang

    def __call__(self, message_id: str, *args: object, **named: object) -> str:
        told = self.words(message_id, *args, **named)
        n = named.get("n")
        self.said.append((message_id, told, self.words.own.plural(abs(n)) if isinstance(n, int) else 0))
        return told

    def has(self, message_id: str) -> bool:
        return self.words.has(message_id)

    def together(self, words: Sequence[str]) -> str:
        return self.words.together(words)

    def source(self, sentence: str) -> tuple[str, str]:
        """The id that said most of a sentence, and which plural forms are in it."""
        low = sentence.casefold()
        inside = [row for row in self.said if row[1] and row[1].casefold() in low]
        head = max(reversed(inside), key=lambda row: len(row[1]), default=("", "", 0))
        return head[0], " ".join(sorted({str(form) for _, _, form in inside}))


@dataclass(slots=True)
class Found:
    """What one message id has said."""

    times: Counter[str] = field(default_factory=Counter)
    by_form: dict[str, str] = field(default_factory=dict)

    def add(self, sentence: str, forms: str) -> None:
        self.times[sentence] += 1
        self.by_form.setdefault(forms, sentence)

    def instances(self) -> list[str]:
        """Few of them: the shortest, the longest, then what has other plural forms, then any."""
        ordered = sorted(self.times, key=lambda text: (len(text), text))
        middle = ordered[1:-1]
        spread = [middle[len(middle) * part // 3] for part in (1, 2)] if middle else []
        first = dict.fromkeys([ordered[0], ordered[-1], *self.by_form.values(), *spread])
        return sorted(list(first)[:INSTANCES], key=len)


class Reading:
    """Everything that was said in one language, by section and message id."""

    def __init__(self, title: Title, words: Words) -> None:
        self.title, self.ear = title, Listening(words)
        self.found: dict[str, dict[str, Found]] = {name: defaultdict(Found) for name in SECTIONS}

    def hear(self, **sections: Iterable[str]) -> None:
        """Note sentences and who said them; what was said until now is forgotten then."""
        for name, sentences in sections.items():
            for sentence in filter(None, sentences):
                key, forms = self.ear.source(sentence)
                self.found[name][key].add(sentence, forms)
        self.ear.said.clear()

    def match(self, kept: Kept) -> None:
        """Word one match."""
        called = NAMES[: kept["seats"]] if kept["number"] // 4 % 2 else ()
        speech = wording(self.title, self.ear, called, kept["seats"])
        for step in kept["steps"]:
            if "view" in step:
                self.question(speech, step["seat"], step["view"], [Action(k, tuple(a)) for k, a in step["legal"]])
            if reason := step.get("refused"):
                rule, message, args = reason
                told = Refusal(rule, message, tuple(tuple(a) if isinstance(a, list) else a for a in args))
                self.hear(refusals=[speech.refusal(told)])
            self.story(speech, step)

    def question(self, speech: Wording, seat: int, view: dict[str, Any], legal: list[Action]) -> None:
        """What a seat is asked, and what it can answer."""
        state = self.title.read(view)
        self.ear.said.clear()
        self.hear(phases=[speech.phase(view)])
        self.hear(prompts=[speech.asked(view, seat, state)])
        # One by one: among hundreds of labels nobody can tell who said which.
        for action in legal:
            for choice in speech.choices(view, seat, [action], state):
                told = [choice.pays, choice.gains, choice.note]
                self.hear(headings=[choice.group], choices=[choice.text], terms=told)
        for plan in speech.plans(view, seat, state):
            self.hear(choices=[plan.text], terms=[plan.pays])

    def story(self, speech: Wording, step: dict[str, Any]) -> None:
        """What happened, as who did it and as a spectator is told."""
        facts = [Event(kind, tuple(args), by and tuple(by), tuple(secret)) for kind, args, by, secret in step["events"]]
        told = []
        for viewer in dict.fromkeys((step.get("seat"), None)):
            seen = [fact for event in facts if (fact := event.seen_from(viewer))]
            if seen not in told:
                told.append(seen)
                self.hear(log=map(str, speech.story(seen)))

    # The text

    def text(self, played: int) -> str:
        counts = {
            name: (len(rows), sum(row.times.total() for row in rows.values())) for name, rows in self.found.items()
        }
        head = [f"{self.title.full_name}, language {self.ear.lang}: what is said in {played} matches", ""]
        head += [f"{name}: {ids} ids, {times} times" for name, (ids, times) in counts.items()]
        body = [line for name in SECTIONS for line in self.section(name)]
        return "\n".join(head + body) + "\n"

    def section(self, name: str) -> Iterator[str]:
        yield from ("", "", f"== {name} ==")
        english = load(ENGLISH).sentences
        for key, row in sorted(self.found[name].items()):
            mark = "" if not key or self.ear.has(key) else "  (not translated)"
            yield from (
                "",
                f"{key or '(no id: from the component files)'}  {row.times.total()}x, {len(row.times)} different{mark}",
            )
            if key in english and self.ear.lang != ENGLISH:  # some names stand in English in the component files alone
                yield f"    en: {' | '.join(english[key])}"
            yield from (f"  - {sentence}" for sentence in row.instances())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lang", choices=catalogues())
    parser.add_argument("title", nargs="?", choices=machinehall.titles(), help="all of them, if none is named")
    parser.add_argument("--cache", type=Path, default=OUT / "matches", help="where the matches are kept")
    parser.add_argument("--to", type=Path, default=OUT, help="where the texts are written")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    for name in [args.title] if args.title else machinehall.titles():
        title = machinehall.title(name)
        reading = Reading(title, say(args.lang))
        kept = matches(title, args.cache)
        for match in kept:
            reading.match(match)
        path = args.to / f"{args.lang}-{name}.txt"
        path.write_text(reading.text(len(kept)), encoding="utf-8")
        print(f"{path}: {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
