"""What is to be done at a real table, told from what happened; and what the box may have shown."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest
from markupsafe import Markup

import machinehall as mh
from machinehall.draw.look import look_of
from machinehall.kernel.mendable import MENDED
from machinehall.kernel.values import CHANCE, Event
from machinehall.server.play.by_hand import UNTOLD, course
from machinehall.server.store.stored_match import LiveMatch
from machinehall.titles.nucleum.components.types import LogicCard
from machinehall.web.owners.told import Telling
from machinehall.web.table.acts import Entry
from machinehall.web.table.hand import Hand, Shown, Teller, compared, hand_of, queues, tasks
from machinehall.web.table.told_by import told_apart
from machinehall.words import Titled, languages, say
from machinehall.words.titles import effects, speech


@cache
def played(title: str, seats: int, decisions: int) -> mh.Match:
    rng, match = random.Random(3), mh.new_match(title, seats, seed=5)
    while match.to_act and match.number < decisions:
        match.play(rng.choice(match.legal()))
    return match


def teller(match: mh.Match, lang: str = "en") -> Teller:
    title, words = match.title, speech(match.title, say(lang), ("Ada", "Ben", "Cem", "Dora")[: match.seats])
    return Teller(title, look_of(title), words, say(lang), "light", match.view(0))


def told(match: mh.Match, start: int, end: int) -> list[Entry]:
    return [Entry(number, None, match.happened[number]) for number in range(start, end)]


def turns(match: mh.Match) -> list[tuple[int, int]]:
    """From the player's last decision of each turn to the next one."""
    mine = [i for i, entry in enumerate(match.log) if entry.seat == 0]
    return [(one, two) for one, two in pairwise(mine) if two - one > 1]


@pytest.mark.parametrize("lang", languages())
def test_every_turn_of_the_baron_is_told_as_things_to_do(lang: str) -> None:
    match = played("nucleum", 1, 220)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    for start, end in turns(match):
        found = tasks(teller(match, lang), told(match, start, end), by, [0], frozenset(range(start + 1, end)))
        kinds = {event.kind for events in match.happened[start:end] for event in events if event.args[:1] == (1,)}
        done = kinds & {"rail_placed", "building_placed", "mine_placed", "baron_powered", "baron_takes_tile"}
        assert len(found) >= len(done)
        assert all(task.text and "{" not in task.text for task in found)


@pytest.mark.rule("NU-23.44", "NU-23.36")
def test_a_step_has_its_reasons_its_pieces_and_its_place() -> None:
    match = played("nucleum", 1, 220)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    found = [
        task
        for start, end in turns(match)
        for task in tasks(teller(match), told(match, start, end), by, [0], frozenset(range(start + 1, end)))
    ]
    rail = next(task for task in found if " as a rail: " in task.text)
    assert rail.places and rail.places[0].startswith("space-") and len(rail.pictures) == 1
    cities = rail.text.partition("rail: ")[2].partition(",")[0].split("–")
    assert [city in rail.pictures[0] for city in cities] == [True, True]  # it lies between the names of both
    assert any(line.rule in ("NU-23.31", "NU-23.32", "NU-23.33", "NU-23.34") for line in rail.why)
    taken = next(task for task in found if "from the market" in task.text)
    assert {line.rule for line in taken.why} >= {"NU-23.44"}


def test_a_step_is_named_and_the_queue_stands_beside_it() -> None:
    """What kind of step each is, in a word, and what the Baron does next: his tiles from the front."""
    match = played("nucleum", 1, 220)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    found = [
        task.stop
        for start, end in turns(match)
        for task in tasks(teller(match), told(match, start, end), by, [0], frozenset(range(start + 1, end)))
    ]
    assert {"Tile", "Rail", "Building", "Develop"} <= set(found)
    [(line, drawn)] = queues(teller(match))
    places = [drawn.index(f"{at}. ") for at in range(1, len(match.state.queue[0])) if f"{at}. " in drawn]
    assert "Baron" in line and len(places) >= len(match.state.queue[0]) - 2 and places == sorted(places)
    assert queues(teller(played("nucleum", 2, 40))) == []
    assert queues(teller(played("promethium", 2, 40))) == []


def test_buildings_are_chosen_by_their_pictures() -> None:
    """Each owner's buildings look otherwise, and a neutral one again."""
    match = played("nucleum", 1, 220)
    names = match.title.domains["piece"]
    mine, his, neutral = (
        teller(match).pictures(["piece"], [names.index(name)]) for name in ("0.factory-2", "1.factory-2", "n01")
    )
    assert len({*mine, *his, *neutral}) == 3


def asked(match: mh.Match, seats: int, seed: int, lang: str = "en") -> list[Hand]:
    """Every question that a box is asked for the set-up and some turns."""
    title, rng = match.title, random.Random(seed)
    state, found, speaker = title.start(seats), list[Hand](), teller(match, lang)
    for _ in range(120):
        kind, seat, args = state.stack[-1]
        legal = title.legal(state)
        if seat == CHANCE:
            found.append(hand_of(speaker, legal, kind, args, 1, UNTOLD))
        title.apply(state, title.to_act(state)[0], rng.choice(legal))
    return found


@pytest.mark.parametrize(("title", "seats"), [("nucleum", 1), ("nucleum", 3), ("imperial-steam", 2), ("promethium", 2)])
def test_every_title_asks_for_what_its_box_shows(title: str, seats: int) -> None:
    general = say("en")("hand.asked")
    for hand in asked(played(title, seats, 20), seats, 4):
        assert hand.question != general and "{" not in hand.question and "  " not in hand.question, hand.question
        assert all(row.text for row in hand.rows)
    assert all(
        "ziehen" not in row.text for hand in asked(played(title, seats, 20), seats, 4, "de") for row in hand.rows
    )


@pytest.mark.rule("NU-2.7")
@pytest.mark.parametrize(("title", "players"), [("nucleum", 1), ("nucleum", 3), ("imperial-steam", 3)])
def test_a_piece_without_a_name_on_it_is_found_by_what_is_printed(title: str, players: int) -> None:
    """A set-up card bears no number of ours: what lies before people is told by its cities, a building by its gain."""
    found = [hand for hand in asked(played(title, players, 20), players, 4) if any(row.printed for row in hand.rows)]
    assert found
    for hand in found:
        assert len({row.printed for row in hand.rows}) == len(hand.rows), [row.text for row in hand.rows]
        assert not set(hand.words) & {"With", "Needs", "Debris"}
    if title == "nucleum":
        assert any("Grimma" in hand.words for hand in found)


def test_a_card_to_be_found_in_the_box_is_told_by_its_print() -> None:
    match = played("nucleum", 3, 30)
    found = tasks(teller(match), told(match, 0, match.number), {}, [], frozenset())
    cards = [task for task in found if task.text.startswith("Take set-up card")]
    assert cards and all(any("Debris" in line for line in task.then) for task in cards)


def test_a_set_up_says_how_far_it_is_and_what_lies_beside() -> None:
    """The tiles of the market lie side by side: what was told, the one that is asked, and those to come."""
    match = LiveMatch.fresh(mh.title("nucleum"), 1, {}, by_hand=frozenset())
    for told_so_far in range(3):
        now = course(match)
        assert (len(now.lying), now.places) == (told_so_far, 5) and 15 < now.left + told_so_far < 40
        match.shown(match.legal(CHANCE)[0])
    hand = hand_of(teller(match), match.legal(CHANCE), "tile", (), match.number + 1, course(match))
    assert hand.side_by_side and hand.told == 4 < hand.about
    assert [one is not None and bool(one.picture) for one in hand.lying] == [True] * 3
    while match.state.stack[-1][0] != "violet":
        match.shown(match.legal(CHANCE)[0])
    assert (len(course(match).lying), course(match).places) == (
        0,
        3,
    )  # the contract before it was dealt, not laid there


@pytest.mark.rule("NU-23.19")
def test_a_logic_card_is_told_by_its_features() -> None:
    """Rows of plates as the title names them, and every card by one plate of each: whatever is alike is told alike."""
    title = played("nucleum", 1, 20).title
    chance = title.lookup.one_each("draw-logic", title.lookup.solo.all_logic)
    blank = Hand("?", [Shown(title.text(action), "", Markup("")) for action in chance], False)
    said = Telling(title, say("en"), say("en"), effects(title, say("en")))
    hand = told_apart(said, "logic", chance, blank)
    assert [feature.name for feature in hand.features] == ["Tie-break", "Urbanize", "Industrialize"]
    assert [len(feature.plates) for feature in hand.features] == [2, 6, 3]
    for row, card in zip(hand.rows, title.pack.rows("logic_cards", LogicCard), strict=True):
        told = [f.plates[int(at)] for f, at in zip(hand.features, row.told.split(), strict=True)]
        assert told[0].text == f"{card.tie_break} number" and not told[0].signs
        assert told[1].signs == card.urbanize and told[1].text.count("›") == 2
        assert told[2].signs == ((card.industrialize,) if card.industrialize in ("mine", "turbine") else ())
    assert hand.rows[8].told == hand.rows[14].told  # printed alike
    assert told_apart(said, "tile", chance, blank) is blank


def test_what_was_dealt_in_secret_is_not_shown_beside() -> None:
    match = LiveMatch.fresh(mh.title("promethium"), 2, {}, by_hand=frozenset())
    for _ in range(12):
        assert match.to_act == (CHANCE,) and not any(course(match).lying)
        match.shown(match.legal(CHANCE)[0])


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("title", "seats"), [("imperial-steam", 2), ("promethium", 3)])
def test_set_up_and_turns_of_others_are_things_to_do(title: str, seats: int, lang: str) -> None:
    """Where others play, or the app draws, each thing that needs hands is an imperative of its own."""
    match = played(title, seats, 160)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    found = tasks(teller(match, lang), told(match, 0, match.number), by, [], frozenset())
    facts = [event for events in match.happened for event in events]
    wanted = sum(Titled(title, say(lang)).has(f"do.{event.kind}") and None not in event.args for event in facts)
    assert wanted > len(facts) / 3 and len(found) >= wanted
    assert all(task.text.strip() and "{" not in task.text for task in found)


@pytest.mark.parametrize(("title", "seats"), [("nucleum", 1), ("imperial-steam", 2), ("promethium", 2)])
def test_comparing_is_offered_when_a_round_is_over_and_not_amid_a_turn(title: str, seats: int) -> None:
    match = played(title, seats, 220)
    by = {i: entry.seat for i, entry in enumerate(match.log) if entry.seat != CHANCE}
    people, mending = range(seats), match.title.looks.mending
    assert mending is not None
    offered: dict[int, list[int]] = {}
    for end in range(1, match.number + 1):
        after = compared(match.title, told(match, max(0, end - 40), end), by, people)
        if after is not None and end in by:
            offered.setdefault(after, []).append(end)
            late = [event for number in range(after, end) for event in match.happened[number]]
            assert any(event.kind in mending.compare for event in late)
            put_right = [*told(match, max(0, end - 40), end), Entry(end, None, [Event(MENDED, (0,))])]
            assert compared(match.title, put_right, by, people) is None
    assert len(offered) >= 2
    assert title != "nucleum" or all(len(ends) == 1 for ends in offered.values()), offered
