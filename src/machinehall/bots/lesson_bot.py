"""The other seats of a lesson: they do what its script wants most, and what is usual where it says nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.school.items import item
from machinehall.school.progress import fits

from .habits import habits


class Guide:
    """Plays by the script of a lesson; the same question gets the same answer."""

    def __init__(self, title: Title, ident: str) -> None:
        self.title = title
        self.item = item(title.name, ident)
        self.ways = habits(title)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        """The most wanted action that is legal."""
        texts = [self.title.text(action) for action in legal]
        for wish in self.item.others.get(str(view["seat"]), ()):
            wanted = [action for action, text in zip(legal, texts, strict=True) if fits(text, (wish,))]
            if wanted:
                return wanted[0]
        return self.ways.pick(list(legal), random.Random("|".join(texts)))
