"""The proof battery on every title, at every player count: here a few matches each, more in `make test-long`."""

from __future__ import annotations

import battery
import pytest
from proof_plugin import count_matches

import machinehall as mh

TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, title in mh.titles().items()
    for seats in range(title.seats[0], title.seats[1] + 1)
]
on_every_table = pytest.mark.parametrize(("name", "seats"), TABLES)
SOME = {"imperial-steam-3", "nucleum-1", "nucleum-4", "promethium-3"}
on_some_tables = pytest.mark.parametrize(
    ("name", "seats"),
    [pytest.param(*one.values, id=one.id, marks=() if one.id in SOME else pytest.mark.long) for one in TABLES],
)
"""For what hardly depends on how many play; on every table in `make test-long`."""


def matches(few: int, many: int) -> pytest.MarkDecorator:
    """The seeds of the matches that are played in every run, and of all that are played now and then."""
    more = pytest.param(range(few, many), marks=pytest.mark.long, id="more")
    return pytest.mark.parametrize("seeds", [pytest.param(range(few), id="few"), more])


@on_every_table
@matches(5, 50)
def test_laws_hold_after_every_action(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        assert battery.laws_hold(mh.title(name), seats, seed) > 50
    count_matches(len(seeds))


@on_some_tables
@matches(1, 3)
def test_save_load_and_clone_agree_at_each_step(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        battery.copies_agree(mh.title(name), seats, seed)
    count_matches(len(seeds))


@on_every_table
@matches(1, 5)
def test_texts_of_legal_actions_parse_back(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        battery.texts_parse(mh.title(name), seats, seed)
    count_matches(len(seeds))


@on_every_table
@matches(1, 3)
@pytest.mark.rule("MH-1.1", "MH-1.4")
def test_every_refusal_names_a_rule(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        battery.refusals_explain(mh.title(name), seats, seed)
    count_matches(len(seeds))


@on_every_table
@matches(2, 12)
def test_worlds_that_look_alike_stay_alike(name: str, seats: int, seeds: range) -> None:
    compared = sum(battery.worlds_stay_alike(mh.title(name), seats, seed) for seed in seeds)
    assert compared > 60 * len(seeds)
    count_matches(len(seeds))


@on_some_tables
def test_samples_give_the_view_back(name: str, seats: int) -> None:
    battery.samples_give_the_view_back(mh.title(name), seats, 5)
    count_matches(1)


@on_every_table
def test_observations_and_masks_fit(name: str, seats: int) -> None:
    battery.observations_fit(mh.title(name), seats, 9)
    count_matches(1)


@on_every_table
@matches(1, 5)
@pytest.mark.rule("MH-1.3")
def test_undo_goes_back_and_nobody_has_learned(name: str, seats: int, seeds: range) -> None:
    assert sum(battery.undo_goes_back(mh.title(name), seats, seed) for seed in seeds) > 15 * len(seeds)
    count_matches(len(seeds))


@on_every_table
@matches(1, 3)
def test_records_replay_to_the_same_bytes(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        battery.records_replay(mh.title(name), seats, seed, mh.load_match)
    count_matches(len(seeds))


@on_every_table
@matches(1, 5)
def test_events_are_what_the_title_announces(name: str, seats: int, seeds: range) -> None:
    for seed in seeds:
        battery.events_are_declared(mh.title(name), seats, seed)
    count_matches(len(seeds))
