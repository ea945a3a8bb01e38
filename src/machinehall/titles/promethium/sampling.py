"""Fill in what a seat does not know: other people's tokens, hands, private projects, and the order of the deck."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from machinehall.kernel import fields
from machinehall.kernel.values import TOGETHER

from .lookup import Lookup
from .state import NEUTRAL, State


def fill(t: Lookup, view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The border form of a full state that fits a view. Every free choice is uniform."""
    data = dict(view)
    seats = range(view["seats"])
    data["end_value"] = list(view["end_value"])
    data["tokens"] = [view["tokens"][i] or hidden_tokens(t, data, i, rng) for i in seats]
    data["neutral"] = [view["neutral"][i] or hidden_neutral(t, data, i, rng) for i in seats]
    hands = [hidden_schemes(t, view, i, rng) for i in seats]
    data["hand"] = [hand for hand, _ in hands]
    data["pile"] = [pile for _, pile in hands]
    data["aside"] = [hidden_aside(t, view, data, i, rng) for i in seats]
    hidden_cards(t, view, data, rng)
    return data


def hidden_tokens(t: Lookup, data: dict[str, Any], seat: int, rng: random.Random) -> dict[str, int]:
    """A seat's own tokens: those not lost are either on ends or behind the screen."""
    left = {str(v): n - data["lost"][seat][str(v)] for v, n in zip(t.bids, t.bid_count, strict=True)}
    return lay_hidden(data, left, data["returned"][seat], rng, seat, seat)


def hidden_neutral(t: Lookup, data: dict[str, Any], seat: int, rng: random.Random) -> dict[str, int]:
    """The neutral tokens that a seat was given this round."""
    playing = data["controller"] >= 0 and data["phase"] == 1
    out = data["neutral_out"][seat]
    left = {str(v): (n - out[str(v)]) if playing else 0 for v, n in zip(t.bids, t.neutral_count, strict=True)}
    return lay_hidden(data, left, {}, rng, NEUTRAL, seat)


def lay_hidden(
    data: dict[str, Any], left: dict[str, int], behind: dict[str, int], rng: random.Random, owner: int, by: int
) -> dict[str, int]:
    """Spread an owner's tokens over the ends where one lies face down; what is left stays behind the screen."""
    ends = [e for e, o in enumerate(data["end_owner"]) if o == owner and data["end_by"][e] == by]
    for end in ends:
        if data["end_value"][end] is not None:
            left[str(data["end_value"][end])] -= 1
    dark = [end for end in ends if data["end_value"][end] is None]
    free = [v for v, n in left.items() for _ in range(n - behind.get(v, 0))]
    for end, value in zip(dark, rng.sample(free, len(dark)), strict=True):
        data["end_value"][end] = int(value)
        left[value] -= 1
    return left


def hidden_schemes(t: Lookup, view: dict[str, Any], seat: int, rng: random.Random) -> tuple[list[str], list[str]]:
    hand, pile = view["hand"][seat], view["pile"][seat]
    if isinstance(hand, list):
        return hand, pile
    free = [name for name in t.schemes if name not in view["used"][seat]]
    drawn = rng.sample(free, hand)
    return drawn, [name for name in free if name not in drawn]


def hidden_aside(t: Lookup, view: dict[str, Any], data: dict[str, Any], seat: int, rng: random.Random) -> list[str]:
    """Cards that a seat may have chosen to discard: known only to it, and only while the others still choose."""
    if view["aside"][seat] is not None:
        chosen: list[str] = view["aside"][seat]
        return chosen
    choosing = bool(view["stack"]) and view["stack"][-1][1] == TOGETHER
    if not choosing or seat in view["to_act"]:
        return []
    most = min(t.n.scheme_discard_max_per_round, len(data["hand"][seat]))
    return rng.sample(data["hand"][seat], rng.randint(0, most))


def hidden_cards(t: Lookup, view: dict[str, Any], data: dict[str, Any], rng: random.Random) -> None:
    """Private projects of others, unknown cards on top of the deck, and the deck itself."""
    known = {*view["display"], *view["discarded"], *view["deck_bottom"], *view["deck_top"]}
    known.update(card for row in view["realised"] for card in row)
    known.update(card for row in view["private"] if isinstance(row, list) for card in row)
    free = [card for card in t.projects if card not in known]
    rng.shuffle(free)
    data["private"] = [row if isinstance(row, list) else [free.pop() for _ in range(row)] for row in view["private"]]
    data["deck_top"] = [free.pop() if card is None else card for card in view["deck_top"]]
    data["deck"] = free


def read(t: Lookup, view: Mapping[str, Any]) -> State:
    """A view as a position, for words and drawings: what it hides is made up, the same each time."""
    return fields.from_data(State, fill(t, dict(view), random.Random(0)), t.domains)
