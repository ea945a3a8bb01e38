"""Luck that lines share: each outcome with its own chance, and the same for all, whatever they do in between."""

from __future__ import annotations

import random
from collections import Counter

from machinehall.bots.luck import Luck
from machinehall.kernel.values import Action

CARDS = [Action("draw", (k,)) for k in range(6)]
FACES = [Action("roll", (k,)) for k in range(3)]


def dealt(luck: Luck, left: list[Action], count: int) -> list[Action]:
    """Draw from a pile without putting back."""
    found = []
    for _ in range(count):
        card = luck.draw([(card, 1) for card in left])
        left.remove(card)
        found.append(card)
    return found


def test_a_pile_lies_in_one_order() -> None:
    """Whoever takes a card out of the middle first finds the others as they lay."""
    luck = Luck(random.Random(5))
    whole = dealt(luck.again(), list(CARDS), len(CARDS))
    assert sorted(whole, key=CARDS.index) == CARDS
    without = [card for card in CARDS if card is not whole[2]]
    assert dealt(luck.again(), without, 5) == [card for card in whole if card is not whole[2]]


def test_a_die_shows_the_same_faces_whatever_is_drawn_between() -> None:
    luck = Luck(random.Random(6))
    roll = [(face, weight) for face, weight in zip(FACES, (1, 2, 3), strict=True)]
    plain = luck.again()
    faces = [plain.draw(roll) for _ in range(20)]
    other, left, seen = luck.again(), list(CARDS), []
    for number in range(20):
        if number % 4 == 0:
            dealt(other, left, 1)
        seen.append(other.draw(roll))
    assert seen == faces and len(set(faces)) == 3


def test_to_look_changes_nothing() -> None:
    luck = Luck(random.Random(7))
    outcomes = [(card, 1) for card in CARDS]
    assert {luck.look(outcomes) for _ in range(10)} == {luck.draw(outcomes)}


def test_every_outcome_has_its_own_chance() -> None:
    """First cards of many piles, second cards, and faces of one die rolled often."""
    rng = random.Random(8)
    piles = [dealt(Luck(rng), list(CARDS), 2) for _ in range(6000)]
    for place in range(2):
        counts = Counter(pile[place] for pile in piles)
        assert all(850 < counts[card] < 1150 for card in CARDS)
    luck = Luck(rng)
    faces = Counter(
        luck.draw([(face, weight) for face, weight in zip(FACES, (1, 2, 3), strict=True)]) for _ in range(6000)
    )
    assert [round(faces[face] / 1000) for face in FACES] == [1, 2, 3]
