"""Log and strip for their reader: who sits at a table is told of themselves in the second person, nobody else is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.match import Match
from machinehall.kernel.title import Title
from machinehall.kernel.values import CHANCE, Event
from machinehall.server.play.table import told
from machinehall.web.table.acts import entries, lines
from machinehall.web.table.log import Teller, log_parts
from machinehall.web.table.reader import called
from machinehall.web.table.since import since
from machinehall.web.table.turns import turns
from machinehall.words import languages, say
from machinehall.words.titles import speech

NAMES = ("Xq0Ola", "Xq1Marek", "Xq2Ines", "Xq3Tove", "Xq4Ada")
FIRST_HOLDER = 2
"""Who holds an element of Promethium is the Reserve, the Stock, or a seat."""
NAMELESS = {"kings_day", "element_moved"}
"""Kinds of which some sentences, or all, name nobody."""
AUTOMATA = ("baron", "frederik", "obstacle", "logic")
"""What kinds of opponents that nobody plays begin with."""
RARE = {"owner": 5, "holder": 6, "number": 9, "slot": 5}


def names_of(title: Title) -> tuple[str, ...]:
    return NAMES[: title.seats[1]]


def about(title: Title, event: Event) -> list[int]:
    """The seats that an event names."""
    found = []
    for domain, value in zip(title.events[event.kind].args, event.args, strict=True):
        value = -1 if value is None else value - FIRST_HOLDER if domain == "holder" else value
        if domain in ("seat", "owner", "holder") and 0 <= value < title.seats[1]:
            found.append(value)
    return found


def made_up(title: Title, rng: random.Random) -> Iterator[Event]:
    """Every kind that can be about somebody, with values from all over their ranges."""
    for kind, kinds in title.events.items():
        if not {"seat", "owner", "holder"} & set(kinds.args) or kind.startswith(AUTOMATA):
            continue
        for _ in range(30):
            sizes = RARE | {"seat": title.seats[1]}
            args = tuple(rng.randrange(sizes.get(d) or len(title.domains[d])) for d in kinds.args)
            if kind == "element_moved" and args[1] == args[2]:
                continue
            seats = about(title, Event(kind, args))
            if kinds.args[:2] == ("seat", "owner") and len(set(seats)) > 1:
                continue  # one acts with what is one's own, or the neutral player's
            if kinds.args[:2] != ("seat", "owner") and len(set(seats)) < len(seats):
                continue  # nobody sells to themselves
            yield Event(kind, args)


@lru_cache(maxsize=8)
def played(name: str, seed: int) -> Match:
    match, rng = mh.new_match(name, 3, seed), random.Random(seed)
    while match.to_act:
        match.play(rng.choice(match.legal(match.to_act[0])), match.to_act[0])
    return match


def tell(title: Title, lang: str, events: Sequence[Event], reader: int | None) -> str:
    return " ".join(str(line.text) for line in speech(title, say(lang), names_of(title), reader).story(events))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_every_kind_of_event_speaks_to_whom_it_is_about(name: str, lang: str) -> None:
    title, seen = mh.title(name), set()
    for event in made_up(title, random.Random(1)):
        for seat in about(title, event):
            told_so = tell(title, lang, [event], seat)
            assert names_of(title)[seat] not in told_so, event
            others = [other for other in range(title.seats[1]) if other not in about(title, event)]
            for reader in (None, others[0]):
                named = tell(title, lang, [event], reader)
                assert event.kind in NAMELESS or names_of(title)[seat] in named, event
                assert event.kind in NAMELESS or named != told_so
            seen.add(event.kind)
    assert len(seen) > 20


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_no_sentence_of_a_match_names_its_reader(name: str, lang: str) -> None:
    """Nor does it speak to somebody whom it is not about."""
    title, match = mh.title(name), played(name, 5)
    for facts in match.happened:
        for reader in range(match.seats):
            seen = [fact for event in facts if (fact := event.seen_from(reader)) is not None]
            text = tell(title, lang, seen, reader)
            assert NAMES[reader] not in text, seen
            if not any(reader in about(title, fact) for fact in seen):
                assert text == tell(title, lang, seen, None)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_log_strip_and_replay_do_not_name_their_reader(name: str, lang: str) -> None:
    match, look = played(name, 5), look_of(mh.title(name))
    names, title = NAMES[: match.seats], look.title
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    for reader in (0, 2, None):
        words = speech(title, say(lang), names, reader)
        past = entries(title, told(title, 0, match.happened, reader), by)
        teller = Teller(title, look, words, say(lang), "light", "m", len(names))
        parts = log_parts(teller, names, turns(look, match.view(reader), past, {}), {}, reader)
        log = "".join(str(part.drawn) for part in parts)
        over = called(say(lang), names, reader)
        strip = "".join(
            f"{found.lines} {found.began}"
            for end in range(20, len(past), 20)
            for found in [since(look, words, names, reader, past[max(0, end - 60) : end])]
        )
        again = "".join(str(lines(look, words, over, past[at : at + 9], None, reader)) for at in range(0, len(past), 9))
        for seat, text in ((seat, text) for seat in range(len(names)) for text in (log, strip, again)):
            assert (NAMES[seat] in text) == (seat != reader), (seat, reader)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_the_readers_own_line_reads_as_a_sentence(name: str, lang: str) -> None:
    """Either the word for the reader stands before all that it tells, or none does."""
    match, look = played(name, 5), look_of(mh.title(name))
    names, title = NAMES[: match.seats], look.title
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    past = entries(title, told(title, 0, match.happened, 0), by)
    words, over = speech(title, say(lang), names, 0), called(say(lang), names, 0)
    seen = set()
    for entry in [entry for entry in past if entry.by(0)]:
        for line in lines(look, words, over, [entry], None, 0):
            if line.seat == 0:
                seen.add(line.name)
                text = line.acts[0].text
                assert line.name in ("", over[0])
                assert text[:1].isupper() or not text[:1].isalpha() if not line.name else not text.startswith(over[0])
    assert seen


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_what_follows_a_sentence_begins_as_one(name: str) -> None:
    """No "opens a mine. pays 2 thalers": the name is taken off only where it has just been said."""
    match, look = played(name, 5), look_of(mh.title(name))
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    names, past = NAMES[: match.seats], entries(look.title, told(look.title, 0, match.happened, 0), by)
    words = speech(look.title, say("en"), names)
    for at in range(0, len(past), 7):
        for line in lines(look, words, names, past[at : at + 7], None):
            for number, act in enumerate(line.acts):
                assert not re.search(r"[a-z]{3}\. [a-z]", f"{act.text} {act.rest}"), act
                assert act.mark or not number or not act.text[:1].islower(), act


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_a_round_that_begins_stands_in_nobodys_turn(name: str) -> None:
    match, look, seen = played(name, 5), look_of(mh.title(name)), 0
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    names, past = NAMES[: match.seats], entries(look.title, told(look.title, 0, match.happened, 0), by)
    teller = Teller(look.title, look, speech(look.title, say("en"), names), say("en"), "light", "m", len(names))
    # A log may begin in the middle of the set-up.
    for begin in (0, 32):
        parts = log_parts(teller, names, turns(look, match.view(0), past[begin:], {}), {})
        assert len({part.id for part in parts}) == len(parts)
        lines_of = re.findall(r'id="(log-[^"]*)"', "".join(part.drawn for part in parts))
        assert len(set(lines_of)) == len(lines_of)
        for part in parts:
            head, _, told_there = part.drawn.partition("</h2>")
            begun = re.search(r"<span>Round (\d+) begins", told_there)
            if begun and "Set-up" not in head:
                assert re.sub(r"<[^>]+>", "", head).strip() == f"Round {begun[1]}", head
                seen += 1
    assert bool(seen) == bool(look.rounds)


def test_promethium_tells_by_what_somebody_gains() -> None:
    """That somebody gains 3 promethium would leave open by which expert."""
    look, match = look_of(mh.title("promethium")), played("promethium", 5)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    names, words = NAMES[: match.seats], speech(look.title, say("en"), NAMES[: match.seats])
    past = [entry for entry in entries(look.title, told(look.title, 0, match.happened, None), by) if entry.decided]
    found = [line for entry in past for line in since(look, words, names, None, [entry]).lines]
    gains = [act.text for line in found for act in line.acts if "ains " in act.text and "promethium" in act.text]
    assert gains
    assert [text for text in gains if not re.search(r"to the Reserve|leaves the game|plays ", text)] == []
