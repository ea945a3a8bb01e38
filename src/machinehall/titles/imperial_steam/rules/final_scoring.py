"""Chapter 11: final scoring, step by step, with the routes over other people's tracks."""

from __future__ import annotations

from functools import lru_cache

from machinehall.kernel.frames import Events
from machinehall.kernel.parts import Worth
from machinehall.kernel.values import Event, Outcome
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.state import GOLD, GOODS, ROWS, SILVER, State


def income(t: Lookup, s: State, seat: int) -> int:
    """IS-6.4: for passenger wagons and built stations, the one in Wien among them."""
    stations = sum(city >= 0 for city in s.stations[ROWS * seat : ROWS * seat + ROWS])
    return t.n.passenger_income * s.passengers[seat] + t.n.station_income * stations


def reached(t: Lookup, s: State) -> bool:
    """IS-10.1: whether any network contains Trieste."""
    return any(t.network(tracks) & t.goal_bit for tracks in s.tracks)


def key_value(t: Lookup, s: State, seat: int) -> int:
    """IS-11.3: gold by the column of its metropolis, silver by the flag beside it."""
    total = 0
    for hub, column in enumerate(s.metropolises):
        if s.keys[2 * hub + GOLD] == seat:
            total += t.gold[column]
        if s.keys[2 * hub + SILVER] == seat:
            total += t.silver[column]
    return total


def matched(t: Lookup, s: State, seat: int) -> int:
    """IS-11.4: florins for metropolises whose column the player has reached; not cumulative."""
    return t.metropolis_bonus[sum(s.influence[seat] >= column for column in s.metropolises)]


# Contracts


def contract_money(t: Lookup, s: State, seat: int) -> int:
    """IS-11.6: filled contracts pay, the others cost. Tokens are laid as is best for their owner (Amb-54)."""
    tokens = tuple(mask.bit_count() for mask in s.factories[GOODS * seat : GOODS * seat + GOODS])
    cards = bits(s.contracts[seat])
    whole = sum(t.contract_value[card] for card in cards)
    return 2 * best_filled(t, cards, tokens) - whole


def best_filled(t: Lookup, cards: tuple[int, ...], tokens: tuple[int, ...]) -> int:
    """The highest value of contracts that can be filled at once: one token fills one slot."""
    return _best(t, cards, 0, tokens)


@lru_cache(maxsize=20_000)
def _best(t: Lookup, cards: tuple[int, ...], i: int, left: tuple[int, ...]) -> int:
    """Of the contracts from the i-th on, with the tokens that are left."""
    if i == len(cards):
        return 0
    skip = _best(t, cards, i + 1, left)
    rest = tuple([have - need for have, need in zip(left, t.contract_needs[cards[i]], strict=True)])
    return max(skip, t.contract_value[cards[i]] + _best(t, cards, i + 1, rest)) if min(rest) >= 0 else skip


# Routes


def route(t: Lookup, s: State, seat: int) -> list[tuple[int, int]]:
    """IS-11.8: the links to Trieste that a player has to pay for, each with its payee; empty if none.

    Breadth first from Trieste, then from the nearest own cities inwards: at each link only those with the most
    influential payee are followed, which is the lexicographic choice.
    """
    payee = payees(s)
    depth = distances(t, payee)
    own = [city for city in bits(t.network(s.tracks[seat])) if city in depth]
    if not own:
        return []
    far = min(depth[city] for city in own)
    front = {city for city in own if depth[city] == far}
    rank = {other: i for i, other in enumerate(s.standing)}
    layers: list[list[tuple[int, int, int]]] = []
    for _ in range(far):
        steps = [
            (rank[payee[link]], link, other)
            for city in front
            for link in bits(t.city_links[city])
            if link in payee and depth.get(other := sum(t.ends[link]) - city, -1) == depth[city] - 1
        ]
        best = min(steps)[0]
        layers.append([way for way in steps if way[0] == best])
        front = {other for _, _, other in layers[-1]}
    found: list[tuple[int, int]] = []
    city = t.goal
    for layer in reversed(layers):
        link = min(link for _, link, other in layer if other == city)
        found.append((link, payee[link]))
        city = sum(t.ends[link]) - city
    return found[::-1]


def payees(s: State) -> dict[int, int]:
    """The most influential owner of each link that carries a track (Amb-41)."""
    found: dict[int, int] = {}
    for seat in reversed(s.standing):
        for link in bits(s.tracks[seat]):
            found[link] = seat
    return found


def distances(t: Lookup, payee: dict[int, int]) -> dict[int, int]:
    """Links from Trieste over tracks of anybody, by city."""
    depth = {t.goal: 0}
    queue = [t.goal]
    for city in queue:
        for link in bits(t.city_links[city]):
            other = sum(t.ends[link]) - city
            if link in payee and other not in depth:
                depth[other] = depth[city] + 1
                queue.append(other)
    return depth


def route_money(t: Lookup, s: State) -> list[int]:
    """IS-11.7, IS-11.9: who has a contract but no way to Trieste pays for each link; what each seat gains or loses."""
    change = [0] * s.seats
    for seat in range(s.seats):
        if s.contracts[seat] and not t.network(s.tracks[seat]) & t.goal_bit:
            for _, payee in route(t, s, seat):
                change[seat] -= t.n.route_fee
                change[payee] += t.n.route_fee
    return change


# The sum


SCORED_BY = {
    "score.cash": "IS-11.11",
    "score.income": "IS-11.1",
    "score.goods": "IS-11.2",
    "score.keys": "IS-11.3",
    "score.metropolises": "IS-11.4",
    "score.contracts": "IS-11.6",
    "score.routes": "IS-11.9",
    "score.dividends": "IS-11.10",
}
"""The rule of each step."""


def worth(t: Lookup, automaton: bool) -> dict[str, tuple[Worth, ...]]:
    """What people count of it at a real table (IS-11.2); what else is counted hangs on more than its number."""
    return {"score.goods": (Worth("score.goods", t.n.good_value),)}


def accounts(t: Lookup, s: State) -> list[dict[str, int]]:
    """IS-11.1 to IS-11.10 for every seat, in order."""
    done = reached(t, s)
    fees = route_money(t, s) if done else [0] * s.seats
    found = []
    for seat in range(s.seats):
        factor = t.n.semmering_factor if s.semmering == seat else 1
        steps = {
            "score.cash": s.money[seat],
            "score.income": factor * income(t, s, seat),
            "score.goods": t.n.good_value * sum(s.goods[GOODS * seat : GOODS * seat + GOODS]),
            "score.keys": key_value(t, s, seat),
            "score.metropolises": matched(t, s, seat),
            "score.contracts": contract_money(t, s, seat) if done else 0,
            "score.routes": fees[seat],
        }
        steps["score.dividends"] = -dividend(t, sum(steps.values()), s.dividends[seat])
        found.append(steps)
    return found


def dividend(t: Lookup, total: int, holders: int) -> int:
    """IS-11.10: what the shareholders take; nothing of a debt (Amb-37)."""
    kept = t.dividend_tenths[min(holders, len(t.dividend_tenths) - 1)]
    return total - total * kept // 10 if total > 0 else 0


def close_accounts(t: Lookup, s: State, ev: Events) -> None:
    for seat, steps in enumerate(accounts(t, s)):
        ev.append(Event("final_score", (seat, sum(steps.values()))))


def outcome(t: Lookup, s: State) -> Outcome:
    """IS-11.11: most money wins; a tie is shared (Amb-40)."""
    breakdown = tuple(accounts(t, s))
    scores = tuple(sum(steps.values()) for steps in breakdown)
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(scores, places, breakdown, "end.trieste" if reached(t, s) else "end.rounds_played")
