"""The kernel by itself: fields, actions, options, events, titles."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import machinehall as mh
from machinehall.kernel.actions import draw
from machinehall.kernel.fields import (
    PLAIN,
    NameSets,
    PlainState,
    everybody,
    fields_of,
    from_data,
    owner_count,
    see,
    state,
    to_data,
)
from machinehall.kernel.fields import view_data as view_of
from machinehall.kernel.options import Option, resolve_options
from machinehall.kernel.values import TOGETHER, Event, Frame

NAMES = {"card": ["ace", "king", "queen"]}


@state
class Little(PlainState):
    """A small state with every kind of field."""

    open: list[int] = see(everybody)
    hand: list[int] = see(owner_count, NameSets("card"))
    forgotten: list[int]
    stack: list[Frame] = see(everybody)


def little() -> Little:
    return Little(open=[1, 2], hand=[0b011, 0b100], forgotten=[7], stack=[("turn", 0, (1,))])


def test_a_field_that_says_nothing_is_seen_by_nobody() -> None:
    seen = view_of(little(), 0, NAMES, {})
    assert "forgotten" not in seen
    assert seen["open"] == [1, 2]


def test_an_owner_sees_the_cards_and_the_others_their_number() -> None:
    assert view_of(little(), 0, NAMES, {})["hand"] == [["ace", "king"], 1]
    assert view_of(little(), 1, NAMES, {})["hand"] == [2, ["queen"]]
    assert view_of(little(), None, NAMES, {})["hand"] == [2, 1]


def test_clone_copies_every_list_of_every_title() -> None:
    for title in mh.titles().values():
        one = title.start(title.seats[1], rng=random.Random(1))
        two = one.clone()
        assert one == two and one is not two
        for field in fields_of(type(one)):
            value = getattr(one, field.name)
            assert not isinstance(value, list) or value is not getattr(two, field.name), field.name
            assert all(isinstance(v, int | tuple) for v in value) if isinstance(value, list) else True


def test_the_border_form_holds_every_field() -> None:
    data = to_data(little(), NAMES)
    assert set(data) == {f.name for f in fields_of(Little)}
    assert from_data(Little, data, NAMES) == little()


def test_a_state_may_hold_plain_fields_only() -> None:
    with pytest.raises(TypeError, match="no plain field"):

        @state
        class Wrong(PlainState):
            players: list[list[int]] = see(everybody, PLAIN)
            stack: list[Frame] = see(everybody)


def test_every_field_of_a_title_declares_who_sees_it() -> None:
    for title in mh.titles().values():
        for field in fields_of(title.state_class):
            assert "see" in field.metadata, f"{title.name}: {field.name}"


def test_events_are_told_to_their_audience() -> None:
    drawn = Event("drew", (0, 5), (0,), (1,))
    assert drawn.seen_from(0) == Event("drew", (0, 5))
    assert drawn.seen_from(1) == drawn.seen_from(None) == Event("drew", (0, None))
    assert Event("thought", (0,), (0,)).seen_from(1) is None
    assert Event("passed", (1,)).seen_from(None) == Event("passed", (1,))


def test_options_are_settled_or_all_faults_named() -> None:
    options = (Option("fog", 0, (0, 1), "A-1", ""), Option("size", 3, (3, 4), "A-2", ""))
    assert resolve_options(options, {"size": 4}) == (0, 4)
    assert resolve_options(options, {"fog": True}) == (1, 3)
    with pytest.raises(mh.BadOption) as fault:
        resolve_options(options, {"size": 9, "rain": 1, "fog": "yes"})
    for word in ("size", "9", "rain", "fog", "'yes'"):
        assert word in str(fault.value)


def test_unknown_titles_seats_and_options_are_refused() -> None:
    with pytest.raises(mh.UnknownTitle, match="promethium"):
        mh.new_match("monopoly", 2)
    for seats in (1, 5, "3", None, 2.0, True):
        with pytest.raises(mh.BadOption):
            mh.new_match("promethium", seats)  # type: ignore[arg-type]
    with pytest.raises(mh.BadOption, match="unknown option 'speed'"):
        mh.new_match("promethium", 2, options={"speed": 1})


def test_texts_may_be_shortened_as_long_as_one_legal_action_fits() -> None:
    match = mh.new_match("promethium", 2, seed=1)
    (seat,) = match.to_act
    text = match.text(match.legal()[0])
    kind, element = text.split()
    assert match.parse(f"{kind[:3]} {element[:2]}") == match.legal()[0]
    assert match.parse(f"  {text.upper()} ") == match.legal()[0]
    with pytest.raises(mh.AmbiguousAction, match="could mean 2 actions: give coal, give copper"):
        match.parse("giv co")
    assert match.title.text(match.title.parse("chem coal*6")) == "chemist coal*6"
    with pytest.raises(mh.BadAction, match="is no action"):
        match.title.parse("chemist coal*5")  # not a short form of coal*5+copper*1
    assert match.title.text(match.title.parse("chemist coal*5+cop")) == "chemist coal*5+copper*1"
    with pytest.raises(mh.BadAction, match="empty"):
        match.parse("   ")
    with pytest.raises(mh.BadAction, match="is no action"):
        match.parse("dance b2")
    assert seat in match.to_act


def test_actions_have_a_repr_that_can_be_typed() -> None:
    action = mh.title("promethium").parse("target b2")
    assert repr(action) == "Action(kind='target', args=(5,))"
    assert eval(repr(action), {"Action": mh.Action}) == action
    assert mh.title("promethium").text(action) == "target b2"


def test_the_action_table_is_fixed_and_versioned() -> None:
    title = mh.title("promethium")
    assert len({title.text(a) for a in title.actions.all}) == len(title.actions.all)
    assert str(len(title.actions.all)) in title.action_version and title.data_version in title.action_version
    for i in range(0, len(title.actions.all), 37):
        assert title.action_index(title.action_at(i)) == i


def test_chance_draws_by_weight() -> None:
    one, two = mh.Action("a"), mh.Action("b")
    rng = random.Random(2)
    drawn = [draw([(one, 1), (two, 3)], rng) for _ in range(4000)]
    assert 0.7 < drawn.count(two) / 4000 < 0.8


def test_chance_weights_are_all_that_may_come() -> None:
    """The weights of face-down tiles are the tiles left with that back."""
    title = mh.title("promethium")
    position = title.start(3)
    rng = random.Random(6)
    while position.stack[-1][0] != "back":
        (seat,) = title.to_act(position)
        action = draw(title.chance(position), rng) if seat == mh.CHANCE else title.legal(position, seat)[0]
        title.apply(position, seat, action)
    assert sum(weight for _, weight in title.chance(position)) == title.lookup.pool[3].bit_count()


@pytest.mark.rule("MH-1.1")
def test_simultaneous_answers_come_in_any_order_and_stay_hidden() -> None:
    title, rng = mh.title("promethium"), random.Random(8)
    position = title.start(3, rng=rng)
    while position.stack[-1][1] != TOGETHER:
        seat = title.to_act(position)[0]
        title.apply(position, seat, rng.choice(title.legal(position, seat)))
        title.deal(position, rng)
    seats = title.to_act(position)
    assert len(seats) > 1
    ends = []
    for order in (seats, seats[::-1]):
        after = position.clone()
        for seat in order:
            before = {other: title.view(after, other) for other in seats if other != seat}
            for text in (title.text(title.legal(after, seat)[-1]), "done"):
                events = title.apply(after, seat, title.parse(text))
                if seat != order[-1]:
                    assert all(event.seen_from(other) is None for event in events for other in before)
            if seat != order[-1]:
                for other, view in before.items():
                    now = title.view(after, other)
                    assert {k for k in now if now[k] != view[k]} == {"to_act", "stack"}
        ends.append(title.to_json(after))
    assert ends[0] == ends[1]


def test_a_field_that_was_added_later_is_read_from_older_positions() -> None:
    @state
    class Later(PlainState):
        score: int = see(everybody)
        bonus: int = see(everybody, before=7)
        stack: list[Frame] = see(everybody, PLAIN)

    assert from_data(Later, {"score": 3, "stack": []}, NAMES) == Later(score=3, bonus=7, stack=[])
    assert from_data(Later, {"score": 3, "bonus": 0, "stack": []}, NAMES).bonus == 0
    assert to_data(Later(score=3, bonus=7, stack=[]), NAMES) == {"score": 3, "stack": []}, "as it was stored"
    assert to_data(Later(score=3, bonus=0, stack=[]), NAMES) == {"score": 3, "bonus": 0, "stack": []}
    with pytest.raises(KeyError, match="score"):
        from_data(Later, {"bonus": 0, "stack": []}, NAMES)


def test_numbers_of_the_notation_are_whole() -> None:
    """A number never stands for a longer one, whatever else of the text is shortened."""
    title = mh.title("nucleum")
    markers = [title.parse(f"marker {space}") for space in (0, 1, 10, 12, 40)]
    assert title.actions.parse("m 1", markers) == title.parse("marker 1")
    assert title.actions.parse("mark 4", markers) == title.parse("marker 4"), "not 40, which alone is legal"
    assert title.actions.parse("ra a-1", [title.parse("rail a-1"), title.parse("rail a14")]) == title.parse("rail a-1")


def test_a_text_with_one_wrong_word_is_told_what_could_stand_there() -> None:
    title = mh.title("nucleum")
    with pytest.raises(mh.BadAction, match="marker knows no '15', only: 0, 1, 2, 3, "):
        title.parse("marker 15")
    with pytest.raises(mh.BadAction, match="lay <space> <way> is expected"):
        title.parse("lay leipzig-riesa.1")
    with pytest.raises(mh.BadAction, match="known kinds: "):
        title.parse("dance b2")


def test_seats_of_the_notation_are_counted_as_everywhere_else_from_0() -> None:
    """Lines of a record begin with the seat, and `rent 2` means the seat whose lines begin with 2."""
    for title in mh.titles().values():
        assert title.domains["seat"] == [str(seat) for seat in range(title.seats[1])]


def test_the_package_of_the_titles_can_be_imported_and_called() -> None:
    code = (
        "import machinehall.titles.nucleum as x, machinehall.titles.nucleum.board as y, machinehall.titles as z\n"
        "import machinehall as mh\n"
        "assert x.title(None) is mh.titles()['nucleum'] is mh.title('nucleum') and y.Board and z() == mh.titles()\n"
        "from machinehall import titles\n"
        "assert titles.nucleum is x and list(titles()) == ['imperial-steam', 'nucleum', 'promethium']\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
