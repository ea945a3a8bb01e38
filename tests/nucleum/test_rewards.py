"""The rewards of links stand clear of towns, of the spaces for rails and of each other, on both sides of the board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pytest

from machinehall.titles.nucleum.drawing.places import REWARD, TILE_H, TILE_W, geography, reward_at
from nucleum.scene import T

Corners = list[tuple[float, float]]


def corners(cx: float, cy: float, w: float, h: float, angle: float = 0) -> Corners:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    around = ((-w, -h), (w, -h), (w, h), (-w, h))
    return [(cx + (x * c - y * s) / 2, cy + (x * s + y * c) / 2) for x, y in around]


def meet(p: Corners, q: Corners) -> bool:
    """Whether two rectangles overlap: no side of either keeps them apart."""
    for shape in (p, q):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            first, second = ([x * (ay - by) + y * (bx - ax) for x, y in one] for one in (p, q))
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


def rewards(side: str) -> Iterator[Corners]:
    board = next(board for board in T.board if board.side == side)
    for link, way in geography(T, side).ways.items():
        if board.link_reward[link][1]:
            yield corners(*reward_at(T.names.links[link], way), *REWARD)


@pytest.mark.parametrize("side", ["12", "34"])
def test_rewards_are_not_printed_over(side: str) -> None:
    place, found = geography(T, side), list(rewards(side))
    assert len(found) > 5
    others = [corners(x + w / 2, y + h / 2, w, h) for x, y, w, h in place.frames.values()]
    others += [corners(x, y, TILE_W, TILE_H, angle) for way in place.ways.values() for x, y, angle in way.spaces]
    assert not any(meet(reward, other) for reward in found for other in others)
    assert not any(meet(a, b) for a, b in combinations(found, 2))
