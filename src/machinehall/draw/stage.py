"""One drawing in the making, as far as no title is needed: the view, the theme, the words, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from machinehall.kernel.values import Action

from .theme import Theme

MANY = 6


@dataclass(frozen=True)
class Stage:
    """Parts read it and return text; nothing is written to it."""

    view: Mapping[str, Any]
    th: Theme
    words: Mapping[str, str]
    names: Sequence[str]
    legal: Sequence[Action]
    can: Mapping[str, list[str]]
    """For each place that can be chosen: the choices there, in their text form."""

    def word(self, key: str, *args: object) -> str:
        return self.words.get(key, key.rsplit(".", 1)[-1]).format(*args)

    def called(self, key: str) -> str:
        """The name of a component or a place by its id, if `words` has it."""
        return self.words.get(f"called.{key}", key)

    @property
    def lang(self) -> str:
        return self.words.get("lang", "en")

    @property
    def me(self) -> int | None:
        seat: int | None = self.view["seat"]
        return seat

    def act(self, place: str) -> str:
        """Attributes of a place: the choice that it stands for, if any, and all of them if there are several."""
        texts = self.can.get(place)
        if not texts:
            return ""
        more = f' data-acts="{"|".join(texts)}"' if len(texts) > 1 else ""
        return f' class="mh-legal" data-act="{texts[0]}"{more}'

    def quiet(self, prefix: str) -> bool:
        """Whether so many places of a sort can be chosen that they should glow quietly."""
        return sum(place.startswith(prefix) for place in self.can) > MANY
