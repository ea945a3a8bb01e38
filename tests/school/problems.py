"""The problems of all titles."""

from __future__ import annotations

from school import imperial_steam, nucleum, promethium
from school.making import Made


def all_problems() -> list[Made]:
    return [*promethium.problems(), *imperial_steam.problems(), *nucleum.problems()]
