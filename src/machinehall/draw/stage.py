"""One drawing in the making, as far as no title is needed: the view, the theme, the words, and what can be done now."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import Any, Self, TypeVar

import msgspec

from machinehall.kernel.values import Action

from .drawn import Drawn, Target
from .look import Panel
from .redrawn import Readable, Unread, ask, kept
from .theme import Theme

MANY_PLACES = 6
KEPT_PARTS = 512
"""So many parts of drawings are kept, the latest."""

B = TypeVar("B", str, Drawn)
_kept: OrderedDict[Hashable, Any] = OrderedDict()
NO_ROWS: Mapping[str, range] = {}


@dataclass(frozen=True)
class Stage:
    """Parts read it and return text; nothing is written to it but which places have been drawn as targets."""

    view: Mapping[str, Any]
    th: Theme
    words: Mapping[str, str]
    names: Sequence[str]
    legal: Sequence[Action]
    can: Mapping[str, list[str]]
    """For each place that can be chosen: the choices there, in their text form."""
    t: Any
    """What never changes in a match of the title."""
    _: KW_ONLY
    labels: Mapping[str, str] | None = None
    """The words of each choice by its text form, on a page; none in a drawing that stands alone."""
    state: Any = None
    """The view as a position, if it has been read already."""
    targets: list[tuple[str, ...]] = field(default_factory=list)
    """The choices of each place that was drawn since the last panel and can be chosen."""

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

    def of_others(self, word: str) -> str:
        """The name of the panel of the other seats: who only watches sees all players there."""
        return word if self.me is not None else "web.tab.players"

    def act(self, place: str) -> str | Target:
        """The choices that a place stands for, if there are any, for `group`."""
        texts = self.can.get(place)
        return self.target(texts) if texts else ""

    def target(self, texts: Sequence[str]) -> Target:
        """For a place that is drawn now."""
        found = Target(tuple(texts), self.labels)
        self.targets.append(found.acts)
        return found

    def panel(self, ident: str, tab: str, word: str, width: float, height: float, drawn: str | Drawn) -> Panel:
        """A panel of what was drawn last: it knows what can be chosen on it."""
        found = Panel(ident, tab, word, width, height, drawn, tuple(self.targets))
        self.targets.clear()
        return found

    def part(
        self,
        draw: Callable[..., B],
        fields: Sequence[str],
        places: tuple[str, ...] = (),
        args: tuple[float, ...] = (),
        rows: Mapping[str, range] = NO_ROWS,
    ) -> B:
        """A part that is made from some fields and some places alone, and kept for as long as these stay the same.

        The part sees nothing else, so it cannot depend on what its name in memory leaves out. Of the lists in `rows` it
        sees those places alone.
        """
        view = {name: self.view[name] for name in fields}
        for name, seen in rows.items():
            row = view[name] = [None] * len(self.view[name])
            row[seen.start : seen.stop] = self.view[name][seen.start : seen.stop]
        can = {place: texts for place, texts in self.can.items() if place.startswith(places)} if places else {}
        labels = self.labels and {text: self.labels.get(text, text) for texts in can.values() for text in texts}
        made_of = msgspec.json.encode([self.th.name, self.lang, self.names, view, can, labels])
        key = (draw, args, self.t, made_of)
        drawn = _kept.pop(key, None)  # in one go: threads may come here together
        if drawn is None:
            seen_by = replace(self, view=view, can=can, legal=(), labels=labels, state=None, targets=[])
            drawn = draw(seen_by, *args), tuple(seen_by.targets)
        _kept[key] = drawn
        while len(_kept) > KEPT_PARTS:
            _kept.popitem(last=False)
        found: B
        found, targets = drawn
        self.targets.extend(targets)
        return found

    @property
    def position(self) -> Any:
        """What parts read beside the view."""
        return None

    def seeing(self, sight: Readable) -> Self:
        """The same for a part that is kept, which reads nothing but a sight."""
        view, can, labels, _ = sight
        return replace(self, view=view, can=can, labels=labels, legal=Unread(), state=None, targets=[])

    def kept(self, draw: Callable[..., B], *args: Hashable) -> B:
        """A part that is drawn anew when something that it reads has become different."""

        def drawn(sight: Readable) -> tuple[B, tuple[tuple[str, ...], ...]]:
            stage = self.seeing(sight)
            return draw(stage, *args), tuple(stage.targets)

        # The words of a language are those of its title; a drawing that stands alone has fewer.
        key = (draw, args, self.t, self.th.name, self.lang, len(self.words), tuple(self.names))
        found: B
        found, targets = kept(key, Readable(self.view, self.can, self.labels, self.position), drawn)
        self.targets.extend(targets)
        return found

    def quiet(self, prefix: str) -> bool:
        """Whether so many places of a sort can be chosen that they should glow quietly."""
        return ask(self.can, partial(_many, prefix))


def _many(prefix: str, can: Mapping[str, list[str]]) -> bool:
    return sum(place.startswith(prefix) for place in can) > MANY_PLACES
