"""The fast enumerations against the slow ones, in positions of random play that are shaken up."""

from __future__ import annotations

import random
from typing import Any

import battery
import pytest
from proof_plugin import count_matches

from machinehall.kernel.plain_state import put
from machinehall.titles.nucleum.action_frames import Energize, Urbanize
from machinehall.titles.nucleum.components.types import Building
from machinehall.titles.nucleum.lookup import bits
from machinehall.titles.nucleum.rules import urbanize
from machinehall.titles.nucleum.rules.energize import offers, possible
from machinehall.titles.nucleum.rules.networks import network_sizes, own_components
from machinehall.titles.nucleum.state import ROWS, State
from nucleum.oracle import Map, Power, next_units
from nucleum.scene import TITLE, T


def positions(seats: int, seed: int, every: int) -> list[State]:
    """Every so many decisions of a random match by the usual rulings, after the set-up."""
    found = []
    usual = {option.name: option.default for option in TITLE.options}
    for number, (state, _, _) in enumerate(battery.walk(TITLE, seats, seed, usual)):
        if number % every == 0 and min(state.experiment) >= 0:
            found.append(state.clone())
    count_matches(1)
    return found


def shake(s: State, rng: random.Random) -> None:
    """Other amounts, Nucleums, technologies and wagons, so that Energize becomes rich."""
    for seat in range(s.players):
        s.thaler[seat] = rng.randrange(5)
        move = rng.randrange(s.supply[seat] + 1)
        s.supply[seat], s.reserve[seat] = s.supply[seat] - move, s.reserve[seat] + move
        for row in range(ROWS):
            if s.mine_site[ROWS * seat + row] >= 0:
                s.uranium = put(s.uranium, ROWS * seat + row, rng.randrange(T.capacity[row] + 1))
        for tech in bits(T.board_techs[s.experiment[seat]]):
            if rng.random() < 0.3:
                s.tech = put(s.tech, seat, s.tech[seat] | 1 << tech)
    for plant in bits(T.board[s.players].takes_nucleum):
        if rng.random() < 0.7:
            s.nucleums |= 1 << plant
    for at in range(0, len(s.wagons), 2):
        total = sum(s.wagons[at : at + 2])
        s.wagons = put(s.wagons, at, rng.randrange(total + 1))
        s.wagons = put(s.wagons, at + 1, rng.randrange(total - s.wagons[at] + 1))


@pytest.mark.rule("NU-6.3", "NU-6.4", "NU-6.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_networks_and_reach(seats: int) -> None:
    for s in positions(seats, seats, 60):
        m = Map(s)
        reach = T.board[seats].components(s.complete)
        for row in m.cities:
            city = T.names.cities.index(row.id)
            assert {T.names.cities[k] for k in bits(reach[city])} == m.reach(row.id, None)
        for seat in range(seats):
            for row in m.cities:
                assert bool(s.presence[seat] >> T.names.cities.index(row.id) & 1) == m.present(seat, row.id)
            fast = own_components(T, s, seat)
            found = {frozenset(T.names.cities[k] for k in bits(fast[city])) for city in bits(s.presence[seat])}
            assert found == m.networks(seat)
            assert network_sizes(T, s, seat) == sorted(len(net) for net in m.networks(seat))


def powered_pairs(s: State, seat: int, args: Energize) -> set[tuple[str, str]]:
    texts = [TITLE.text(action).split() for action in offers(T, s, seat, args)]
    return {(words[1], words[2]) for words in texts}


@pytest.mark.rule("NU-14.1", "NU-14.3", "NU-14.4", "NU-14.5", "NU-14.6", "NU-14.7", "NU-14.8", "NU-14.10", "NU-14.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plants_and_buildings(seats: int) -> None:
    rng = random.Random(seats)
    compared = 0
    for seed in range(3):
        for s in positions(seats, 10 * seats + seed, 40)[4:]:
            shake(s, rng)
            seat = rng.randrange(seats)
            args = Energize(rng.randrange(4), rng.randrange(2))
            slow = Power(s, seat, args.electricity, args.directive).pairs()
            assert powered_pairs(s, seat, args) == slow
            assert possible(T, s, seat, args) == bool(slow)
            compared += len(slow)
    assert compared > 50


@pytest.mark.rule("NU-14.3", "NU-14.4", "NU-14.6", "NU-14.7", "NU-14.8", "NU-14.9")
@pytest.mark.parametrize("seats", [2, 4])
def test_fuel_unit_by_unit(seats: int) -> None:
    rng = random.Random(seats + 5)
    frames = 0
    for seed in range(3):
        for s in positions(seats, 20 * seats + seed, 50)[4:]:
            shake(s, rng)
            seat, directive = rng.randrange(seats), rng.randrange(2)
            s.active = seat
            choices = offers(T, s, seat, Energize(directive=directive))
            if not choices:
                continue
            frames += burn(s, seat, directive, rng.choice(choices), rng)
    assert frames > 40


def burn(s: State, seat: int, directive: int, choice: Any, rng: random.Random) -> int:
    """Follow one Energize action to its end; how many fuel decisions were compared."""
    power = Power(s.clone(), seat, 0, directive)
    plant, site = TITLE.text(choice).split()[1:]
    s.stack = [("energize", seat, Energize(directive=directive))]
    TITLE.apply(s, seat, choice)
    coal, uranium = [0] * len(T.names.regions), [0] * ROWS
    frames = 0
    while s.stack and s.stack[-1][0] == "fuel" and frames < 8:
        legal = TITLE.legal(s, seat)
        slow = next_units(power, plant, site, (tuple(coal), tuple(uranium)))
        assert slow["done"] == any(action.kind == "done" for action in legal)
        for kind in ("coal", "uranium"):
            assert slow[kind] == [action.args[0] for action in legal if action.kind == kind], (kind, coal, uranium)
        action = rng.choice(legal)
        if action.kind == "done":
            break
        (coal if action.kind == "coal" else uranium)[action.args[0]] += 1
        TITLE.apply(s, seat, action)
        frames += 1
    return frames


@pytest.mark.rule("NU-9.1", "NU-9.4", "NU-9.6", "NU-9.7", "NU-9.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_urbanize_site_by_site(seats: int) -> None:
    """Every building on every site, judged by the sentences of chapter 9."""
    rng = random.Random(seats)
    for s in positions(seats, 30 + seats, 50):
        seat, discount = rng.randrange(seats), rng.randrange(3)
        shake(s, rng)
        m = Map(s)
        tech = {T.technologies[k] for k in bits(s.tech[seat])}
        off = discount + (2 if "a7" in tech else 0)
        empty = not m.pieces(seat) and seat not in s.rail_owner
        funds = s.thaler[seat] + s.supply[seat] + sum(s.uranium[ROWS * seat : ROWS * seat + ROWS])
        slow = set()
        for i, record in enumerate(T.pack.rows("buildings", Building)):
            for site in m.sites.values():
                if site.kind != "urban" or s.built[seat] >> i & 1 or not free(s, site.id):
                    continue
                if not (empty or "a7" in tech or m.present(seat, site.city)):
                    continue
                if not site.red and not fits(m, s, site, record):
                    continue
                if max(0, record.build_cost_thaler + (2 if site.red else 0) - off) <= funds:
                    slow.add(f"urbanize {record.id} {site.id}")
        assert {TITLE.text(a) for a in urbanize.offers(T, s, seat, Urbanize(discount))} == slow
        assert urbanize.possible(T, s, seat, Urbanize(discount)) == bool(slow)


def free(s: State, site: str) -> bool:
    i = T.names.urban.index(site)
    return s.urban[i] < 0 and not s.urban_debris >> i & 1


def fits(m: Map, s: State, site: Any, record: Any) -> bool:
    """NU-9.4, NU-9.7 and the friendly placement of NU-9.6."""
    if not set(site.symbols) & set(record.symbols):
        return False
    legal = [
        other
        for other in m.sites.values()
        if other.kind == "urban" and other.city == site.city and not other.red
        and free(s, other.id) and set(other.symbols) & set(record.symbols)
    ]  # fmt: skip
    return len(site.symbols) == 1 or all(len(other.symbols) > 1 for other in legal)
