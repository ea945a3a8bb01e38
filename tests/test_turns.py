"""The tree of an own turn: where it ends, what it learns, who counts as a rival, what it may cost."""

from __future__ import annotations

import random

import pytest
from nucleum.baron_scene import first_turn

import machinehall as mh
from machinehall.bots import levels
from machinehall.bots.greedy import judge_of
from machinehall.bots.lead import best_other
from machinehall.bots.luck import Luck
from machinehall.bots.planner import Planner
from machinehall.bots.search import Search
from machinehall.bots.turns import FEW_TRIES, Budget, Gains, Node, Turn

NUCLEUM = mh.title("nucleum")


def tree_of(match: mh.Match, passes: int) -> Turn:
    turn = Turn(NUCLEUM, judge_of(NUCLEUM), Luck(random.Random(1)), match.state.clone(), 0)
    turn.think_through(Budget(None, passes), match.legal(0))
    return turn


def test_a_turn_ends_before_anybody_else_acts() -> None:
    """What the Baron will do is not yet known when an own turn is judged."""
    match = first_turn()
    ended = [node for node in tree_of(match, 600).nodes if node.ended]
    assert len(ended) > 10
    for node in ended:
        assert node.state.active == 1 and node.state.queue == match.state.queue and not node.children


def test_no_position_is_followed_twice() -> None:
    turn = tree_of(first_turn(), 600)
    opened = [node.state for node in turn.nodes if node.children]
    assert len(opened) > 10
    assert not any(state == other for k, state in enumerate(opened) for other in opened[:k])


def test_the_best_lines_come_first() -> None:
    turn = tree_of(first_turn(), 600)
    ends = [node.value for node in turn.leaves() if node.ended]
    assert ends == sorted(ends, reverse=True)
    assert turn.leaves()[0].value > turn.root.value


class Asked:
    """A position of which only the open questions matter."""

    def __init__(self, *stack: tuple[str, int, tuple[int, ...]]) -> None:
        self.stack = list(stack)


def test_what_a_question_brought_is_hoped_for_where_it_is_asked_again() -> None:
    """By the whole question if that is known, otherwise by others of its kind."""
    gains, action = Gains(), NUCLEUM.actions.all[0]
    here = Node(Asked(("tile", 0, (5, 1))), 10.0, False)
    here.best = 14.0
    gains.learn(here)
    gains.learn_way(here, action, 13.0)
    elsewhere, alike = Node(Asked(("tile", 0, (5, 1))), 30.0, False), Node(Asked(("tile", 0, (6, 0))), 20.0, False)
    other = Node(Asked(("develop", 0, ())), 20.0, False)
    assert [gains.of(node) for node in (elsewhere, alike, other)] == [4.0, 4.0, 0.0]
    alike.best = 26.0
    gains.learn(alike)
    assert [gains.of(node) for node in (elsewhere, alike)] == [4.0, 6.0]
    known, few = gains.answers(elsewhere)
    assert known == {action: 3.0} and few == FEW_TRIES
    assert gains.answers(other) == ({}, None)


def test_where_a_good_answer_is_known_the_others_wait() -> None:
    """All first choices are looked at; later ones only as far as they promise something."""
    turn = tree_of(first_turn(), 600)
    assert turn.root.rest == []
    waiting = [node for node in turn.nodes if node.children and node.rest]
    assert waiting
    for node in waiting:
        assert node.rest is not None
        tried = {child.action for child in node.children}
        assert tried.isdisjoint(node.rest) and tried | set(node.rest) == set(NUCLEUM.legal(node.state, 0))


def test_the_best_end_is_known_to_all_that_leads_there() -> None:
    turn = tree_of(first_turn(), 600)
    ends = [node for node in turn.nodes if node.ended]
    assert turn.worth(turn.root) == turn.root.best == max(node.value for node in ends)
    for end in ends:
        assert all(node.best >= end.value for node in end.path())


@pytest.mark.parametrize("seeds", [range(2, 3), pytest.param(range(2, 8), marks=pytest.mark.long)])
def test_a_short_look_finds_nearly_what_a_long_one_finds(seeds: range) -> None:
    """Lines are followed in a good order: a twentieth of the passes misses little."""
    short, long = ([tree_of(first_turn(seed), passes).root.best for seed in seeds] for passes in (300, 6000))
    missed = [far - near for near, far in zip(short, long, strict=True)]
    assert max(missed) < 6 and sum(missed) < 18


def test_passes_are_what_it_costs() -> None:
    """A position that is being opened is opened to the end, no more."""
    match = first_turn()
    budget = Budget(None, 200)
    part = budget.share(0.5)
    turn = Turn(NUCLEUM, judge_of(NUCLEUM), Luck(random.Random(1)), match.state.clone(), 0)
    turn.think_through(part, match.legal(0))
    assert part.spent() and not budget.spent()
    assert part.passes is not None and budget.passes == 100 + part.passes
    widest = max(len(NUCLEUM.legal(node.state, 0)) for node in turn.nodes if node.children)
    assert -widest < part.passes <= 0


def test_what_is_left_is_counted_or_guessed_from_the_speed_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr("machinehall.bots.turns.time.perf_counter", lambda: now[0])
    counted, timed = Budget(None, 50), Budget(14.0)
    for budget in (counted, timed):
        for _ in range(20):
            budget.count()
    now[0] = 11.0
    assert counted.left() == 30 and timed.left() == 60


def test_the_baron_is_a_rival() -> None:
    """Alone the lead is that over the Baron; among seats it is that over the best of them."""
    match, judge = first_turn(), judge_of(NUCLEUM)
    rng = random.Random(4)
    while sum(match.state.recharges) < 2:
        match.play(rng.choice(match.legal()))
    (baron,) = NUCLEUM.score(NUCLEUM.lookup, match.state).automata
    assert NUCLEUM.automata and NUCLEUM.automata.worth
    (worth,) = NUCLEUM.automata.worth(NUCLEUM.lookup, match.state)
    assert worth > baron.score > 0, "he has turns left"
    lead = judge(NUCLEUM.lookup, match.state, 0) - worth
    assert Planner(NUCLEUM).value(match.state) == Search(NUCLEUM).value(match.state) == lead
    state = mh.new_match("nucleum", 3, seed=1).state
    assert best_other(NUCLEUM, judge, state, 0) == max(judge(NUCLEUM.lookup, state, seat) for seat in (1, 2))


def test_what_the_end_takes_from_the_best_other_counts() -> None:
    """A turn that brings the end is not only a loss."""
    match = mh.new_match("nucleum", 2, seed=3)
    while min(match.state.experiment) < 0:
        match.play(match.legal()[0])
    turn = Turn(NUCLEUM, judge_of(NUCLEUM), Luck(random.Random(1)), match.state.clone(), 0)
    state = match.state.clone()
    assert turn.to_others(state) == 0
    state.closing = 1
    lost = judge_of(NUCLEUM)(NUCLEUM.lookup, state, 1) - judge_of(NUCLEUM)(NUCLEUM.lookup, match.state, 1)
    assert turn.to_others(state) == lost < -15


def test_turns_are_planned_where_a_title_marks_them() -> None:
    made = {name: type(levels.classic_journeyman(mh.title(name))) for name in mh.titles()}
    assert made == {"nucleum": Planner, "imperial-steam": Planner, "promethium": Search}


def test_two_searches_put_together() -> None:
    """Means by how long was looked; what is worth most comes first, of equals what a Search looked at more."""
    first, second = NUCLEUM.actions.all[:2]
    rows = [[(first, 4.0, 9, 1.0), (second, 5.0, 0, 2.0)], [(first, 6.0, 9, 3.0), (second, 8.0, 2, 2.0)]]
    found = {row.action: (row.value, row.visits, row.first) for row in levels.merged(rows, Planner.order)}
    assert found == {first: (5.0, 18, 2.0), second: (7.25, 2, 2.0)}
    assert [row.action for row in levels.merged(rows, Planner.order)] == [second, first]
    assert [row.action for row in levels.merged(rows, Search.order)] == [second, first]
    alike = [[(second, 5.0, 2, 1.0), (first, 5.0, 9, 1.0)]]
    assert [row.action for row in levels.merged(alike, Search.order)] == [first, second]
