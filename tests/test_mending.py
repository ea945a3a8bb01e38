"""Positions are put right by hand: what follows is worked out, the laws are asked, and the record plays again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.match import Match
from machinehall.kernel.mendable import BadMend, Part
from machinehall.kernel.mending import (
    Change,
    Slot,
    as_action,
    choices,
    drafted,
    held,
    inside_of,
    mend_of,
    mended,
    places,
    read_changes,
    shown,
)
from machinehall.kernel.values import Event
from machinehall.review.course import course_of
from machinehall.web.table.chart import curves_of
from machinehall.words import Titled, say
from machinehall.words.titles import speech

TABLES = [("nucleum", 1), ("nucleum", 3), ("imperial-steam", 2), ("promethium", 2)]


def positions(title: str, seats: int, seed: int, decisions: int = 250) -> Iterator[Match]:
    rng, match = random.Random(seed), mh.new_match(title, seats, seed=seed)
    while match.to_act and match.number < decisions:
        yield match
        match.play(rng.choice(match.legal()))


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_what_follows_is_what_the_rules_keep(title: str, seats: int) -> None:
    """In every position of a match all that follows from the pieces is there already: settling changes nothing."""
    for match in positions(title, seats, 4):
        assert mended(match.title, match.state, []) == match.state, match.number


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_a_correction_holds_the_laws_or_is_refused(title: str, seats: int) -> None:
    """Any single change of anything: either the laws hold and the match goes on from there, or a fault is told."""
    rng, good, parts = random.Random(5), set[str](), set[str]()
    for match in positions(title, seats, 6):
        for part in shown(match.title, match.state) if match.number % 7 == 0 else ():
            parts.add(part.field)
            change = anything(rng, match, part)
            if change is None or held(match.state, part, change.slot) == change.value:
                continue
            assert read_changes(match.title, match.state, str(change)) == [change]
            after, faults = drafted(match.title, match.state, [change])
            assert bool(match.title.laws(match.title.lookup, after)) <= bool(faults)
            if not faults and (action := as_action(match.title, match.state, after)) is not None:
                again = Match(match.title, seats, options=match.options, deal=False, state=match.state.clone())
                events = again.replay(-1, action)
                assert again.state == after and [event.kind for event in events] != []
                good.add(part.field)
    assert len(good) > len(parts) / 2, sorted(parts - good)


def anything(rng: random.Random, match: Match, part: Part) -> Change | None:
    at = rng.choice(places(match.title, match.state, part) or [-1])
    if at < 0:
        return None
    if part.kind == "number":
        there = held(match.state, part, Slot(part.field, at))
        return Change(Slot(part.field, at), max(part.least, there + rng.choice((-1, 1))))
    found = choices(match.title, match.state, part)
    if not found:
        return None
    if part.kind == "set":
        item = rng.choice(found)
        return Change(Slot(part.field, at, item), 1 - held(match.state, part, Slot(part.field, at, item)))
    item = rng.randrange(len(inside_of(match.state, part, at)) + 1) if part.kind == "row" else -1
    return Change(Slot(part.field, at, item), rng.choice(found))


def test_a_record_with_a_correction_plays_again_and_a_false_one_does_not() -> None:
    match = mh.new_match("nucleum", 1, seed=3)
    after, faults = drafted(match.title, match.state, read_changes(match.title, match.state, "thaler.0=9 vp.1=4"))
    action = as_action(match.title, match.state, after)
    assert not faults and action is not None
    match.replay(-1, action)
    match.play(match.legal()[0])
    again = mh.load_match(match.record())
    assert again.state == match.state and again.happened == match.happened and again.lines() == match.lines()
    assert len(course_of(again).states) == again.number + 1
    assert curves_of(again, look_of(again.title), 2)[0][-1][1] == [again.state.vp[0], 4]
    assert any(line.startswith('* = {"thaler":[9,') for line in match.lines())
    for text in ('{"thaler":[-1,3]}', '{"thaler":[9]}', '{"thaler":9}', '{"stack":[]}', "{", "[]", '{"options":{}}'):
        before = match.state.clone()
        with pytest.raises(BadMend):
            match.replay(-1, mend_of(text))
        assert match.state == before


@pytest.mark.parametrize(
    "text", ["thaler.9=1", "thaler.0=-1", "urban.4", "stack.0=1", "vp.0.1=2", "market.0=9999", "x"]
)
def test_what_is_no_place_is_refused(text: str) -> None:
    match = mh.new_match("nucleum", 1, seed=3)
    with pytest.raises(BadMend):
        read_changes(match.title, match.state, text)


def test_a_tile_that_lies_elsewhere_comes_from_there() -> None:
    match = mh.new_match("nucleum", 1, seed=3)
    one, two = match.state.market[0], match.state.market[1]
    after, faults = drafted(match.title, match.state, [Change(Slot("market", 0), two)])
    assert not faults and (after.market[0], after.market[1]) == (two, one)
    unseen = next(
        i
        for i in choices(match.title, match.state, Part("market", "thing", "", "tile"))
        if match.state.tiles_unseen >> i & 1 and match.title.lookup.basic >> i & 1
    )
    after, faults = drafted(match.title, match.state, [Change(Slot("market", 0), unseen)])
    assert not faults and after.tiles_unseen >> one & 1 and after.tiles_left == match.state.tiles_left


@pytest.mark.parametrize("title", mh.titles())
def test_all_that_can_be_put_right_is_counted_and_called(title: str) -> None:
    made = mh.title(title)
    words = speech(made, say("en"))
    assert tuple(made.domains["field"]) == made.looks.fields
    told = {words.story([Event("mended", (i,))])[0].text for i in range(len(made.looks.fields))}
    assert len(told) == len(made.looks.fields) > 0
    assert made.looks.mending is not None
    assert all(Titled(title, say("en")).has(f"mend.law.{law.__name__}") for law in made.looks.mending.laws)


def test_a_key_comes_for_coal_and_coal_out_of_the_supply() -> None:
    """IS-9.7: whoever has a key has delivered; a free space has no key, and coal without one is refused."""
    match = list(positions("imperial-steam", 2, 6))[-1]
    t, s = match.title.lookup, match.state
    hub, city = next((t.tile_hub[tile], city) for city, tile in enumerate(s.tile) if t.tile_hub[tile] >= 0)
    assert s.keys[2 * hub] < 0 and s.wanted[t.coal] >> city & 1
    after, faults = drafted(match.title, s, [Change(Slot("keys", 2 * hub), 1)])
    assert not faults and not after.wanted[t.coal] >> city & 1 and after.supply[t.coal] == s.supply[t.coal] - 1
    again, faults = drafted(match.title, after, [Change(Slot("wanted", t.coal, city), 1)])
    assert not faults and again == s
    assert drafted(match.title, s, [Change(Slot("wanted", t.coal, city), 0)])[1] == ["mend.law.demand"]
    good, none = next((g, c) for g in range(4) for c, tile in enumerate(s.tile) if g not in t.demand[tile])
    assert drafted(match.title, s, [Change(Slot("wanted", good, none), 1)])[1] == ["mend.law.demand"]


def test_tokens_and_markers_of_promethium_change_only_in_the_open() -> None:
    """Face-down tokens stay out of it; all else holds the laws."""
    fields, tried = set[str](), set[str]()
    for match in positions("promethium", 2, 6, 500):
        s, parts = match.state, {part.field: part for part in shown(match.title, match.state)}
        fields |= {*parts}
        hidden = any(owner >= 0 and not s.end_up >> end & 1 for end, owner in enumerate(s.end_owner))
        assert not hidden or not parts.keys() & {"end_owner", "end_value", "lost"}
        if "track" in parts and len(s.track) > 1 and "track" not in tried:
            tried.add("track")
            after, faults = drafted(match.title, s, read_changes(match.title, s, f"track.0.{len(s.track) - 1}=-1"))
            assert after.track == s.track[:-1] and (not faults or faults == ["mend.law.markers"])
            none = [Change(Slot("track", 0, 0), -1)] * len(s.track)
            assert drafted(match.title, s, none)[1] == ["mend.law.markers"]
    assert {"track", "first", "reserved", "display", "realised", "cubes"} <= fields and tried


def things(*masks: int) -> list[int]:
    return [i for mask in masks for i in range(mask.bit_length()) if mask >> i & 1]


def lying_unseen(s: Any) -> dict[str, list[int]]:
    """The project cards that not everybody sees, by where they are."""
    return {
        "deck": things(s.deck),
        "deck_top": [*s.deck_top],
        "deck_bottom": [*s.deck_bottom],
        "private": things(*s.private),
    }


def test_a_card_from_the_deck_or_a_hand_is_exchanged_and_nobody_learns_from_where() -> None:
    """What lies openly can be any card: one that was unseen changes places with it, and the log does not say where."""
    tried = set[str]()
    for match in positions("promethium", 2, 6, 500):
        s, parts = match.state, {part.field: part for part in shown(match.title, match.state)}
        at = next((i for i, card in enumerate(s.display) if card >= 0), -1)
        if "display" not in parts or at < 0:
            continue
        assert choices(match.title, s, parts["display"]) == [*range(len(match.title.domains["project"]))]
        for field, cards in lying_unseen(s).items():
            for card in cards[:1] if field not in tried or match.number % 20 == 0 else ():
                tried.add(field)
                after, faults = drafted(match.title, s, [Change(Slot("display", at), card)])
                assert not faults and after.display[at] == card and s.display[at] in lying_unseen(after)[field]
                assert {k: len(v) for k, v in lying_unseen(after).items()} == {
                    k: len(v) for k, v in lying_unseen(s).items()
                }
                plays_again(match, after, {*lying_unseen(s)})
    assert {"deck", "private"} <= tried


def plays_again(match: Match, after: Any, secret: set[str]) -> None:
    """A correction as a line of the log: it names nothing that is secret, and plays to the same position."""
    action = as_action(match.title, match.state, after)
    assert action is not None and not json.loads(str(action.args[0])).keys() & secret
    again = Match(match.title, match.seats, options=match.options, deal=False, state=match.state.clone())
    events = again.replay(-1, action)
    assert again.state == after
    assert not {match.title.looks.fields[event.args[0] or 0] for event in events} & secret


def test_a_scheme_card_that_was_used_is_exchanged_for_another_of_the_same_player() -> None:
    tried = set[str]()
    for match in positions("promethium", 2, 6, 500):
        s, parts = match.state, {part.field: part for part in shown(match.title, match.state)}
        for seat in range(2) if "used" in parts and len(tried) < 2 else ():
            for field in ("hand", "pile"):
                mine, used = things(getattr(s, field)[seat]), things(s.used[seat])
                if not mine or not used:
                    continue
                tried.add(field)
                added = Change(Slot("used", seat, mine[0]), 1)
                assert drafted(match.title, s, [added])[1] == ["mend.law.schemes"]
                after, faults = drafted(match.title, s, [added, Change(Slot("used", seat, used[0]), 0)])
                assert not faults and used[0] in things(getattr(after, field)[seat])
                assert after.hand[1 - seat] == s.hand[1 - seat] and after.pile[1 - seat] == s.pile[1 - seat]
                plays_again(match, after, {"hand", "pile", "aside"})
    assert tried == {"hand", "pile"}


def test_a_realised_card_that_is_another_one_is_as_far_as_it() -> None:
    match = next(m for m in positions("promethium", 2, 6, 900) if any(m.state.active) and "realised" in fields_of(m))
    s = match.state
    seat = next(i for i in range(2) if s.active[i])
    old, new = things(s.active[seat])[0], things(s.deck)[0]
    changes = [Change(Slot("realised", seat, new), 1), Change(Slot("realised", seat, old), 0)]
    after, faults = drafted(match.title, s, changes)
    assert not faults and after.active[seat] >> new & 1 and not after.active[seat] >> old & 1
    assert after.deck >> old & 1 and after.cubes[new] == s.cubes[old] and not after.cubes[old]


def fields_of(match: Match) -> set[str]:
    return {part.field for part in shown(match.title, match.state)}


def test_a_tile_of_the_grid_lies_face_down_or_up() -> None:
    """Its back is all that is known of a tile that is turned down; only backs that there are can be chosen."""
    match = next(m for m in positions("promethium", 2, 6) if max(m.state.grid) >= 0 and "grid" in fields_of(m))
    t, s = match.title.lookup, match.state
    cell = next(i for i, v in enumerate(s.grid) if v >= 0)
    back = next(k for k, mask in enumerate(t.back_mask) if mask >> s.grid[cell] & 1)
    after, faults = drafted(match.title, s, read_changes(match.title, s, f"grid.{cell}={-2 - back}"))
    assert not faults and after.unseen == s.unseen | 1 << s.grid[cell]
    assert drafted(match.title, after, read_changes(match.title, after, f"grid.{cell}={s.grid[cell]}"))[0] == s
    with pytest.raises(BadMend):
        read_changes(match.title, s, f"grid.{cell}={-2 - len(t.back_mask)}")


def test_city_tiles_change_places_with_all_that_is_on_them() -> None:
    """Sites, spaces, tokens and coal go with the tile; where a factory stands a tile without its site is refused."""
    good = refused = 0
    for match in positions("imperial-steam", 2, 15):
        t, s, mending = match.title.lookup, match.state, match.title.looks.mending
        if match.number % 49 or not s.round or mending is None:
            continue
        cities = places(match.title, s, mending.part("tile"))
        assert len(cities) == 27 and not {*cities} & {*t.printed_tile}
        for city in cities:
            other = cities[(cities.index(city) + 5) % len(cities)]
            after, faults = drafted(match.title, s, [Change(Slot("tile", city), s.tile[other])])
            assert (after.tile[city], after.tile[other]) == (s.tile[other], s.tile[city])
            refused, good = refused + bool(faults), good + (not faults)
            assert not faults or {*faults} <= {"mend.law.stations", "mend.law.factories", "mend.law.tiles"}
            if not faults:
                plays_again(match, after, set())
    assert good > 20 and refused


def test_tiles_and_goods_of_the_round_track_are_put_right() -> None:
    match = list(positions("imperial-steam", 2, 6, 120))[-1]
    s, spare = match.state, next(i for i in range(9) if i not in match.state.expeditions)
    assert s.round < 4
    text = f"expeditions.6={spare} growth.0={s.growth[1]} refill.16={s.refill[16] + 1}"
    after, faults = drafted(match.title, s, read_changes(match.title, s, text))
    assert not faults and after.expeditions[6] == spare and after.growth[:2] == (s.growth[1], s.growth[0])
    assert after.refill[16] == s.refill[16] + 1 and after.supply[0] == s.supply[0] - 1
    plays_again(match, after, set())
    for wrong in ("expeditions.7=0", "refill.0=1", "growth.0=-1", "tile.0=30"):
        with pytest.raises(BadMend):
            read_changes(match.title, s, wrong)
