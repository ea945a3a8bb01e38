"""The proof battery: written once, run for every title and player count, in the suite briefly and in `make soak` long.

Each function plays whole random matches and raises AssertionError with the seed in its message. As a program it proves
a title that is installed, also one from elsewhere:

python tests/battery.py NAME [how many seeds]
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

from machinehall import CHANCE, Action, Event, Title, load_match
from machinehall import title as find
from machinehall.kernel.actions import draw
from machinehall.kernel.match import Match
from machinehall.kernel.refusals import ASKED, NUMBER, SEAT, TEXT, WHEN, Amount, Domain, Either, Several
from machinehall.kernel.refusals import HOUSE as HOUSE_REFUSALS
from machinehall.kernel.rulebook import HOUSE, load_rulebook
from machinehall.kernel.values import Argument, Refusal

LONGEST_MATCH = 5_000
"""Decisions after which a match must be over."""

Turn = tuple[Any, int, Action]
"""A position, the seat that decides (CHANCE among them) and its choice, before it is played."""


def options_of(title: Title, rng: random.Random) -> dict[str, int]:
    """A random setting of every option, so that no variant goes unplayed."""
    return {option.name: rng.choice(option.choices) for option in title.options}


def choose(title: Title, state: Any, rng: random.Random) -> tuple[int, Action]:
    """A random seat that owes a decision and a random choice for it."""
    seats = title.to_act(state)
    seat = seats[int(rng.random() * len(seats))]
    if seat == CHANCE:
        return seat, draw(title.chance(state), rng)
    legal = title.legal(state, seat)
    assert legal, f"dead end for seat {seat}: {state.stack[-1]}"
    return seat, legal[int(rng.random() * len(legal))]


def walk(title: Title, seats: int, seed: int, fixed: dict[str, int] | None = None) -> Iterator[Turn]:
    """A random match from the very first outcome of chance; the position is changed after each turn handed out.

    The options are random too, except the fixed ones.
    """
    rng = random.Random(seed)
    state = title.start(seats, options_of(title, rng) | (fixed or {}))
    for _ in range(LONGEST_MATCH):
        if not title.to_act(state):
            outcome = title.outcome(state)
            assert outcome is not None
            assert len(outcome.scores) == len(outcome.places) == len(outcome.breakdown) == seats
            added = [sum(steps.values()) for steps in outcome.breakdown]
            assert added == list(outcome.scores), f"seed {seed}: {outcome.scores} scored, breakdown {outcome.breakdown}"
            assert all(sum(a.breakdown.values()) == a.score for a in outcome.automata)
            # Somebody wins; if no seat does, an automaton has at least as many points as the best seat.
            best = max((a.score for a in outcome.automata), default=None)
            won = best is None or best < max(outcome.scores)
            assert (min(outcome.places) == 1) == won, f"seed {seed}: nobody or the wrong one wins: {outcome}"
            return
        assert title.outcome(state) is None
        seat, action = choose(title, state, rng)
        yield state, seat, action
        title.apply(state, seat, action, check=False)
    raise AssertionError(f"seed {seed}: no end after {LONGEST_MATCH} decisions")


def laws_hold(title: Title, seats: int, seed: int, fixed: dict[str, int] | None = None) -> int:
    """Conservation laws after every action; no dead end; bounded length. Returns the number of decisions."""
    count = 0
    for state, _, _ in walk(title, seats, seed, fixed):
        broken = title.laws(title.lookup, state)
        assert not broken, f"seed {seed}, decision {count}: {broken}"
        count += 1
    return count


def copies_agree(title: Title, seats: int, seed: int) -> None:
    """Save, load and clone at each step: same state, views, events and legal actions; earlier copies never change."""
    kept: list[tuple[Any, str]] = []
    watchers = [None, *range(seats)]
    for number, (state, seat, action) in enumerate(walk(title, seats, seed)):
        text = title.to_json(state)
        loaded, cloned = title.from_json(text), state.clone()
        assert loaded == state == cloned
        assert title.to_json(loaded) == text
        assert title.legal(loaded, seat) == title.legal(state, seat)
        for viewer in watchers:
            assert title.view(loaded, viewer) == title.view(state, viewer) == title.view(cloned, viewer)
        events = title.apply(loaded, seat, action)
        assert events == title.apply(cloned, seat, action, check=False)
        assert loaded == cloned
        assert title.to_json(state) == text, f"seed {seed}, decision {number}: a copy changed its origin"
        if number % 7 == 0:
            kept.append((state.clone(), text))
    for copy, text in kept:
        assert title.to_json(copy) == text, f"seed {seed}: an earlier copy has changed"


def texts_parse(title: Title, seats: int, seed: int) -> None:
    """The text of every legal action parses back, among all actions and among the legal ones."""
    table = title.actions
    for state, seat, _ in walk(title, seats, seed):
        legal = title.legal(state, seat)
        assert len(set(legal)) == len(legal), f"seed {seed}: an action is offered twice"
        for action in legal:
            text = title.text(action)
            assert table.parse(text) is action
            assert table.parse(text.upper(), legal) is action
            assert title.action_at(title.action_index(action)) is action


def refusals_explain(title: Title, seats: int, seed: int, every: int = 11) -> None:
    """Each action of the table that is not legal now has a refusal that names an existing rule, for every seat.

    What stands in it is of the domains that the title declares.
    """
    told: set[Refusal] = set()
    rules = {*load_rulebook(title.name).index, *load_rulebook(HOUSE).index}
    for number, (state, _, _) in enumerate(walk(title, seats, seed)):
        if number % every:
            continue
        before = title.to_json(state)
        to_act = title.to_act(state)
        for seat in range(seats):
            legal = set(title.legal(state, seat)) if seat in to_act else set()
            some = title.actions.all if seat in to_act else title.actions.all[:: len(title.actions.rows)]
            for action in some:
                refusal = title.why_not(state, seat, action)
                assert (refusal is None) == (action in legal), f"seed {seed}: {title.text(action)}: {refusal}"
                if refusal is not None and refusal not in told:
                    told.add(refusal)
                    assert refusal.rule in rules, f"{refusal} names no rule"
                    arguments_fit(title, refusal)
        assert title.to_json(state) == before, "asking for a reason changed the state"


def arguments_fit(title: Title, refusal: Refusal) -> None:
    """A title that declares its refusals declares all of them; one that does not gets them said by their types."""
    declared = {**HOUSE_REFUSALS, **title.refusals}
    if refusal.message not in declared:
        assert not title.refusals, f"{refusal} is not declared"
        return
    domains = declared[refusal.message]
    assert len(domains) == len(refusal.args), f"{refusal}: {domains}"
    for domain, arg in zip(domains, refusal.args, strict=True):
        assert is_of(title, domain, arg), f"{refusal}: {arg!r} is not of {domain}"


def is_of(title: Title, domain: Domain, arg: Argument) -> bool:
    if isinstance(domain, Several):
        return isinstance(arg, tuple) and all(is_of(title, domain.of, one) for one in arg)
    if isinstance(domain, Either):
        return any(is_of(title, one, arg) for one in domain.domains)
    if isinstance(domain, Amount) or domain == NUMBER:
        return type(arg) is int
    if domain == SEAT or domain not in title.domains:
        plain = {TEXT: type(arg) is str, WHEN: arg in title.actions.kinds, ASKED: arg in title.decisions}
        return plain.get(domain, type(arg) is int and arg >= 0)
    return arg in title.domains[domain]


def seen(events: list[Event], seat: int | None) -> list[Event]:
    return [fact for fact in (event.seen_from(seat) for event in events) if fact is not None]


def worlds_stay_alike(title: Title, seats: int, seed: int) -> int:
    """Two worlds that look alike to a seat stay alike to it: views, events, offers, refusals, observation.

    The second world is sampled from the seat's view; it goes along as long as the same things can happen in it, and is
    sampled anew otherwise. Returns how many decisions were compared.
    """
    rng = random.Random(seed + 1)
    watcher: int | None = rng.choice([None, *range(seats)])
    other: Any = None
    compared = 0
    for state, seat, action in walk(title, seats, seed):
        view = title.view(state, watcher)
        assert json.loads(json.dumps(view)) == view, "a view is plain JSON"
        if other is None:
            other = title.sample(view, rng)
            assert not title.laws(title.lookup, other), title.laws(title.lookup, other)
        assert title.view(other, watcher) == view, f"seed {seed}: the worlds look different to {watcher}"
        same_answers(title, state, other, watcher, rng)
        if action not in title.legal(other, seat):
            other = None
            continue
        told = seen(title.apply(other, seat, action), watcher)
        assert told == seen(title.apply(state.clone(), seat, action), watcher), f"seed {seed}: {title.text(action)}"
        compared += 1
    return compared


def same_answers(title: Title, one: Any, two: Any, watcher: int | None, rng: random.Random) -> None:
    """What the table answers to a seat does not depend on what it cannot know."""
    assert title.to_act(one) == title.to_act(two)
    if watcher is None:
        return
    assert (title.encode(one, watcher) == title.encode(two, watcher)).all()
    assert title.legal(one, watcher) == title.legal(two, watcher)
    for action in rng.sample(title.actions.all, min(12, len(title.actions.all))):
        assert title.why_not(one, watcher, action) == title.why_not(two, watcher, action), title.text(action)


def samples_give_the_view_back(title: Title, seats: int, seed: int) -> None:
    """`sample(view)` is a lawful state whose view is that view, for every seat and a spectator."""
    rng = random.Random(seed + 2)
    for state, _, _ in walk(title, seats, seed):
        for watcher in (None, *range(seats)):
            view = title.view(state, watcher)
            world = title.sample(view, rng)
            assert title.view(world, watcher) == view, f"seed {seed}: not the view of {watcher}"
            assert not title.laws(title.lookup, world)


def observations_fit(title: Title, seats: int, seed: int) -> None:
    """Observations have the announced length; the mask of the action table is the list of legal actions."""
    length = title.observation_size
    for state, seat, _ in walk(title, seats, seed):
        for watcher in range(seats):
            assert title.encode(state, watcher).shape == (length,)
        if seat != CHANCE:
            mask = title.mask(state, seat)
            assert [title.action_at(int(i)) for i in mask.nonzero()[0]] == sorted(
                title.legal(state, seat), key=title.action_index
            )


def undo_goes_back(title: Title, seats: int, seed: int) -> int:
    """Undo restores the very state; what can be undone has taught no other seat anything. Returns undone decisions."""
    rng = random.Random(seed)
    match = Match(title, seats, seed, options_of(title, rng))
    undone = 0
    while match.to_act:
        seat, action = choose(title, match.state, rng)
        before, lines = title.to_json(match.state), len(match.log)
        worlds = {i: title.sample(match.view(i), rng) for i in range(seats) if i != seat}
        match.play(action, seat)
        if match.cannot_undo(seat) is not None:
            continue
        nobody_learned(title, match, seat, action, worlds)
        match.undo(seat)
        assert title.to_json(match.state) == before, f"seed {seed}: {title.text(action)} was not taken back"
        assert len(match.log) == lines == len(match.happened)
        match.play(action, seat)
        undone += 1
    return undone


def nobody_learned(title: Title, match: Match, seat: int, action: Action, worlds: dict[int, Any]) -> None:
    """A world that looked like this one to another seat still does."""
    for watcher, world in worlds.items():
        if action in title.legal(world, seat):
            title.apply(world, seat, action)
            assert title.view(world, watcher) == match.view(watcher), f"{title.text(action)} taught {watcher} something"


def records_replay(title: Title, seats: int, seed: int, load: Callable[[str], Match]) -> None:
    """A record plays again to the same bytes, from any point of the match."""
    rng = random.Random(seed)
    match = Match(title, seats, seed, options_of(title, rng))
    while match.to_act:
        if rng.random() < 0.01:
            again = load(match.record())
            assert again.state == match.state and again.happened == match.happened and again.log == match.log
        seat, action = choose(title, match.state, rng)
        match.play(action, seat)
    again = load(match.record())
    assert again.record() == match.record()
    assert again.happened == match.happened
    assert title.to_json(again.state) == title.to_json(match.state)
    assert [again.events(i) for i in range(seats)] == [match.events(i) for i in range(seats)]


def events_are_declared(title: Title, seats: int, seed: int) -> None:
    """Every event has the arguments its title announces, and each is a name of its domain, -1 or hidden."""
    for state, seat, action in walk(title, seats, seed):
        for event in title.apply(state.clone(), seat, action):
            domains = title.events[event.kind].args
            assert len(domains) == len(event.args), f"seed {seed}: {event}"
            for domain, value in zip(domains, event.args, strict=True):
                names = title.domains.get(domain)
                assert value is None or names is None or -1 <= value < len(names), f"seed {seed}: {event}: {domain}"


PROOFS = (
    laws_hold, copies_agree, texts_parse, refusals_explain, worlds_stay_alike, samples_give_the_view_back,
    observations_fit, undo_goes_back, events_are_declared,
)  # fmt: skip


def prove(title: Title, seats: int, seed: int) -> None:
    """Everything that must be true of a title, in random matches of one seed."""
    for proof in PROOFS:
        proof(title, seats, seed)
    records_replay(title, seats, seed, load_match)


def main(name: str, seeds: int = 5) -> None:
    title = find(name)
    low, high = title.seats
    for seats in range(low, high + 1):
        for seed in range(seeds):
            prove(title, seats, seed)
        print(f"{name}, {seats} seats: {len(PROOFS) + 1} proofs hold for {seeds} seeds")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
