"""Every event tells where on the table it lies, to each reader no more than that reader may know."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from often import now_and_then
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.look import SIZES, Look, PlainLook, look_of
from machinehall.kernel.values import Event
from machinehall.words import say

NOWHERE = {
    "imperial-steam": {"setup_card", "auction_began", "workers_trained", "mended"},
    "nucleum": {
        *("card_drawn", "last_turns", "logic_drawn", "logic_reshuffled", "logic_discarded", "barons_recharged"),
        "mended",
    },
    "promethium": {"round_began", "purchase_began", "fair_ended", "office_opened", "exposition_opened", "mended"},
}
"""Kinds of event that lie nowhere: a phase begins, a card is turned up that is only read, or people put
something right."""
NAMES = ("Ola", "Marek", "Ines", "Tove")
ID = re.compile(r'\bid="([^"]*)"')
LIKED = {"do lay": 30, "do build": 20, "do recruit": 10, "do pass": 0.01, "recharge": 0.2, "pass": 0.2, "done": 0.3}
"""How often a player of these matches likes what; without it one builds too little for some kinds of event."""

MATCHES: list[tuple[str, int, dict[str, int]]] = [
    (name, seats, {})
    for name in titles_from(Stage.DRAWN)
    for seats in range(mh.title(name).seats[0], mh.title(name).seats[1] + 1)
]
MATCHES.append(("nucleum", 1, {"barons": 2}))
HERE: list[tuple[str, int, dict[str, int]]] = [
    ("imperial-steam", 3, {}),
    ("nucleum", 1, {"barons": 2}),
    ("nucleum", 4, {}),
    ("promethium", 3, {}),
]


def drawn(look: Look, state: Any, viewer: int | None) -> dict[str, set[str]]:
    """The ids of the drawing that a seat sees, by size of screen."""
    title = look.title
    view = title.view(state, viewer)
    legal = [] if viewer is None or viewer not in title.to_act(state) else title.legal(state, viewer)
    found = {}
    for size in SIZES:
        panels = look.panels(view, theme="light", legal=legal, names=NAMES[: state.seats], say=say("en"), size=size)
        found[size] = {ident for panel in panels for ident in ID.findall(panel.body)}
    return found


def played(name: str, seats: int, options: dict[str, int], seed: int) -> Iterator[tuple[Any, Any, list[Event]]]:
    """The position before and after each decision and each outcome of chance, and what happened."""
    match, rng = mh.Match(mh.title(name), seats, seed, options=options), random.Random(seed)
    while match.to_act:
        legal = match.legal(match.to_act[0])
        if legal[0].kind == "bid" and name == "imperial-steam":
            legal = legal[:12]
        match.play(rng.choices(legal, [LIKED.get(match.text(action), 1) for action in legal])[0], match.to_act[0])
    again = mh.Match(mh.title(name), seats, options=match.options, deal=False)
    before = again.state.clone()
    for entry in match.log:
        events = again.replay(entry.seat, entry.action, forced=entry.forced)
        after = again.state.clone()
        yield before, after, events
        before = after


def goes_on(look: Look, event: Event, later: list[Event]) -> bool:
    """Whether something has come and gone again in one step, such as a tile that a Baron takes at once."""
    kinds = look.title.events
    named = set(zip(kinds[event.kind].args, event.args, strict=True))
    things = {row for row in named if row[0] in ("tile", "contract")}
    return any(things & set(zip(kinds[row.kind].args, row.args, strict=True)) for row in later)


CASES = now_and_then([*((*one, 2) for one in HERE), *((*one, 6) for one in MATCHES)], [(*one, 2) for one in HERE])
"""Matches, and so many facts of each kind that are looked for on the drawings of each reader: they take the time."""

Drawings = dict[tuple[int, int | None], dict[str, set[str]]]


class Readers:
    """What each reader finds on the drawing. What stands there at the beginning and at the end is taken as lasting."""

    def __init__(self, look: Look, first: Any, last: Any) -> None:
        self.look, self.kept = look, Drawings()
        self.lasting = {}
        for viewer in (*range(first.seats), None):
            begun, ended = drawn(look, first, viewer), drawn(look, last, viewer)
            self.lasting[viewer] = {size: begun[size] & ended[size] for size in SIZES}

    def lacks(self, viewer: int | None, place: str, *states: Any) -> list[str]:
        """The sizes of screen on which a place is missing in all of these positions."""
        found = [size for size in SIZES if place not in self.lasting[viewer][size]]
        for state in states if found else ():
            ids = self.kept.get((id(state), viewer)) or drawn(self.look, state, viewer)
            self.kept[id(state), viewer] = ids
            found = [size for size in found if place not in ids[size]]
        return found


@pytest.mark.parametrize(("name", "seats", "options", "often"), CASES)
def test_every_event_has_its_places(name: str, seats: int, options: dict[str, int], often: int) -> None:
    look, faults = look_of(mh.title(name)), set()
    looked = Counter[tuple[str, int | None]]()
    steps = list(played(name, seats, options, 3))
    readers = Readers(look, steps[0][0], steps[-1][1])
    for before, after, events in steps:
        for number, event in enumerate(events):
            for viewer in (*range(seats), None):
                seen = event.seen_from(viewer)
                if seen is None:
                    continue  # no word of it to this seat
                places = look.event_places(seen)
                if not places and event.kind not in NOWHERE[name]:
                    faults.add(f"{event.kind} {seen.args} lies nowhere for {viewer}")
                looked[event.kind, viewer] += 1
                for place in places if looked[event.kind, viewer] <= often else ():
                    lacks = readers.lacks(viewer, place, after, before)
                    if lacks and goes_on(look, event, events[number + 1 :]):
                        continue
                    faults |= {f"{event.kind} {seen.args}: no {place} for {viewer}, {size}" for size in lacks}
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize("name", titles_from(Stage.DRAWN))
def test_the_list_of_kinds_is_whole(name: str) -> None:
    """A kind of event lies somewhere, or is written down as one that does not."""
    title = mh.title(name)
    look = look_of(title)
    assert isinstance(look, PlainLook)
    placed = set(look.happened)
    assert placed | NOWHERE[name] == set(title.events)
    assert not placed & NOWHERE[name]
