"""Chapters 23 and 24: the solo opponent, in the order of the book.

23 his part of the set-up `setup`, his turn `turn`, which thing he takes `criteria`, his rails `rails`, his buildings
`building`, develop, contracts and subsidies `actions`, energizing `power`, his scoring and how it ends `end`;
24 the second Baron `frederik`.
"""

from __future__ import annotations

from . import actions, building, criteria, end, frederik, power, rails, setup, turn

CHAPTERS = (setup, turn, criteria, rails, building, actions, power, end, frederik)
