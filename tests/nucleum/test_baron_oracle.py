"""Every choice of the Baron against a slow reading of the solo rules, in positions of random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import battery
import pytest
from proof_plugin import count_matches

from machinehall.kernel.frames import step
from machinehall.kernel.values import Event
from machinehall.titles.nucleum.baron_lookup import CONDITIONS
from machinehall.titles.nucleum.frames import FRAMES
from machinehall.titles.nucleum.state import State
from nucleum.baron_oracle import TILES, Baron
from nucleum.scene import TITLE, T

USUAL = {option.name: option.default for option in TITLE.options}


def positions(barons: int, seed: int) -> Iterator[tuple[State, int, str]]:
    """Positions between turns, a Baron and a Logic card that lies open."""
    rng = random.Random(seed)
    for state, seat, _ in battery.walk(TITLE, 1, seed, USUAL | {"barons": barons}):
        if seat == 0 and state.stack[-1][0] == "turn" and rng.random() < 0.4:
            s = state.clone()
            card = rng.choice(T.solo.logic)
            s.stack, s.logic = [], T.solo.logic.index(card)
            yield s, rng.randrange(1, 1 + barons), card
    count_matches(1)


def done(s: State, kind: str, *args: int) -> tuple[State, list[Event]]:
    """What a step brings about, up to the next outcome of chance."""
    after = s.clone()
    events: list[Event] = []
    after.stack = [step(kind, FRAMES.steps[kind]._make(args))]
    TITLE.engine.run(after, events)
    return after, events


def only(events: list[Event], kind: str) -> tuple[int, ...] | None:
    found = [event.args for event in events if event.kind == kind]
    assert len(found) < 2
    return tuple(a or 0 for a in found[0]) if found else None


@pytest.mark.rule("NU-23.30", "NU-23.31", "NU-23.32", "NU-23.33", "NU-23.34", "NU-23.35", "NU-23.36", "NU-23.20")
@pytest.mark.parametrize("barons", [1, 2])
def test_rails(barons: int) -> None:
    seen = set()
    for seed in range(5):
        for s, b, card in positions(barons, seed):
            oracle = Baron(s, b, card)
            queue = [TILES[tile] for tile in s.queue[b - 1]]
            for tile in s.queue[b - 1]:
                if T.directive[tile]:
                    continue
                wanted = oracle.rail(TILES[tile], queue)
                _, events = done(s, "baron_rail", b, tile, 0)
                by, placed = only(events, "baron_rail_by"), only(events, "rail_placed")
                found = (CONDITIONS[by[1]], T.names.spaces[placed[2]], placed[3]) if by and placed else None
                assert found == wanted, (seed, T.tiles[tile])
                seen.add(found and found[0])
    assert {None, "one", "two", "four"} <= seen and ("three" in seen) == (barons == 2)


@pytest.mark.rule("NU-23.42", "NU-23.43", "NU-23.44", "NU-23.46", "NU-23.48")
@pytest.mark.parametrize("barons", [1, 2])
def test_actions(barons: int) -> None:
    seen: dict[str, int] = {}
    for seed in range(10, 16):
        for s, b, card in positions(barons, seed):
            s.thaler[b] = max(1, s.thaler[b])
            oracle = Baron(s, b, card)
            _, events = done(s, "baron_urbanize", b)
            built = only(events, "building_placed")
            assert (built and (T.buildings[built[1]], T.names.urban[built[2]])) == oracle.urbanize(), seed
            _, events = done(s, "baron_industrialize", b)
            mine, turbine = only(events, "mine_placed"), only(events, "turbine_placed")
            found = ("mine", T.names.mines[mine[2]]) if mine else None
            found = ("turbine", T.names.turbines[turbine[2]]) if turbine else found
            assert found == oracle.industrialize(), seed
            after, events = done(s, "baron_energize", b, 0)
            rng = random.Random(seed)
            while after.stack:
                events += TITLE.apply(after, -1, rng.choice(TITLE.chance(after))[0])
            power = only(events, "baron_powered")
            points = after.vp[b] - s.vp[b]
            assert (power and (T.names.plants[power[1]], T.names.urban[power[2]], points)) == oracle.energize(), seed
            _, events = done(s, "baron_develop", b)
            taken = [T.tile_ids[event.args[1] or 0] for event in events if event.kind == "baron_takes_tile"]
            assert taken == oracle.develop(), seed
            for kind, what in (("urbanize", built), ("industrialize", found), ("energize", power), ("develop", taken)):
                seen[kind] = seen.get(kind, 0) + bool(what)
    assert min(seen.values()) > 20
