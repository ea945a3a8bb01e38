"""How a title looks at a table in the browser: panels that pages lay out, and where things lie on them.

A title brings its own `Look` in `Title.looks`; one without gets the whole drawing as a single panel. Nothing outside a
title's own modules asks which title it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from machinehall.kernel.plain.drawing import plain_places
from machinehall.kernel.values import Action, Event
from machinehall.kernel.wording import Say

from .cards import Deck
from .drawn import Drawn, Layer, finger_print, heard, parts_of
from .groups import Group, Groups, groups, without
from .kit import BRACKETS, esc, n, symbols
from .theme import tokens

if TYPE_CHECKING:
    from machinehall.kernel.title import Title

SIZES = ("wide", "medium", "narrow")
"""Large screens show everything at once, medium ones a board and tabs, phones one tab at a time."""
COMPACT = "compact"
"""A wide screen without much room, such as that of a laptop; for looks that have panels of their own for it."""
COLOURS = ("red", "blue", "gold", "teal", "violet")

_ARGUMENT = re.compile(r"\{(\d)\}")


@dataclass(frozen=True)
class _Known:
    """A part of a panel that is no layer, as pages hold it."""

    heard: str

    @cached_property
    def print(self) -> str:
        return finger_print(self.heard)

    @property
    def groups(self) -> tuple[Group, ...]:
        return groups(self.heard)

    def sent(self, had: Groups) -> str:
        return without(self.heard, self.groups, had) if had else self.heard


@lru_cache(maxsize=512)
def _known(part: str) -> _Known:
    """Worked out once: most parts of a drawing are the same texts as before the last click."""
    return _Known(heard(part))


@dataclass(frozen=True, slots=True)
class Panel:
    """One part of the table as SVG. Its signs come from the sprite of the page."""

    id: str
    tab: str
    """Small screens show the panels of one tab at a time: board, you, market, players."""
    word: str
    """Message id of its name."""
    width: float
    height: float
    drawn: str | Drawn
    targets: tuple[tuple[str, ...], ...]
    """For each place on it that can be chosen: the actions, in their text form."""

    @property
    def body(self) -> str:
        """All of it as text."""
        return str(self.drawn)

    @property
    def asks(self) -> bool:
        """Whether it shows what is being decided."""
        parts = parts_of(self.drawn)
        return any(BRACKETS in (part if isinstance(part, str) else part.body) for part in parts)

    def svg(self, label: str) -> str:
        return f"{self._root(label)}{self.body}</svg>"

    def print(self, label: str) -> str:
        """The finger-print of all of it as a page holds it."""
        parts = parts_of(self.drawn)
        known = (_known(part).print if isinstance(part, str) else f"{part.ident}={part.print}" for part in parts)
        return finger_print(f"{self._root(label)}{','.join(known)}")

    def sent(self, label: str, have: Mapping[str, str], had: Groups = MappingProxyType({})) -> str:
        """The panel as a page holds it, without the layers that the page has, and without the groups that it had."""
        thin = [
            part.sent(have, had) if isinstance(part, Layer) else _known(part).sent(had) for part in parts_of(self.drawn)
        ]
        return f"{self._root(label)}{''.join(thin)}</svg>"

    def groups(self) -> Groups:
        """Its groups that have an id."""
        found = (part.groups if isinstance(part, Layer) else _known(part).groups for part in parts_of(self.drawn))
        return {group.ident: group.figure for some in found for group in some}

    def _root(self, label: str) -> str:
        kinds = tokens()["type"]
        return (
            f'<svg id="panel-{self.id}" class="sheet" viewBox="0 0 {n(self.width)} {n(self.height)}" role="group" '
            f'aria-label="{esc(label)}" font-family="{esc(kinds["ui"])}">'
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands now: its points, and where they came from as message ids and amounts."""

    points: int | None
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """How one component is drawn by itself: pictures of `Look.figure`, from the first position of a match."""

    figures: tuple[str, ...]
    """The piece large, then in its place if it has one."""
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    small: str = ""
    """The figure for a list of many, in which nothing but the piece is drawn."""


class Look(Protocol):
    """What pages need to know about a title's looks. Everything comes from views, so it can tell nobody too much."""

    title: Title
    unit: str
    """Before a number of points, such as a currency sign; may be empty."""
    scored: str
    """Message id of a number of points in a sentence, with its unit; empty: the number alone."""
    courses: tuple[str, ...]
    """Message ids of what is drawn over time when a match has ended; the first is what becomes the final score."""
    aside: frozenset[str]
    """Kinds of event that only follow from what was done, such as payments; a short tale leaves them out."""
    heads: frozenset[str]
    """Kinds that announce what comes; a short tale has them only if nothing came."""
    fruits: frozenset[str]
    """Kinds of what somebody gains; a short tale has them where nothing else came of what was announced."""
    incomes: frozenset[str]
    """Kinds of a deed that is done for what it brings; a short tale has its fruits in any case."""
    given: Mapping[str, frozenset[str]]
    """For kinds of a gain: the kinds of what was given for it, without which a short tale would not say how it came."""
    spelled: tuple[str, ...]
    """Component files whose pieces on the own board are told in words as well, where there is room for that."""
    rounds: str
    """Kind of the event that begins a round, its number first, which a view has as `round`; empty: there are none."""
    brings: frozenset[str]
    """Kinds of event by which a round is made ready before it begins; they are told with it."""
    compact: bool
    """Whether there are panels for the size `compact`; if not, such a screen gets those of a wide one."""
    moments: frozenset[str]
    """Kinds of event that whoever watches a match again is led to, beside rounds, such as a scoring."""

    pieces: frozenset[str]
    """Domains whose things `figure` draws singly, as `domain/name`: a box is searched by such pictures."""
    lies: Mapping[str, str]
    """For kinds of event: the picture of a piece as it lies then, with the number of an argument in braces. It stands
    in place of the piece alone."""

    def panels(
        self,
        view: dict[str, Any],
        *,
        theme: str,
        legal: Sequence[Action],
        names: Sequence[str],
        say: Say,
        size: str,
        labels: Mapping[str, str] | None = None,
        state: Any = None,
    ) -> list[Panel]:
        """The parts of the table, the main board first. What can be done has class `mh-legal` and `data-act`.

        With `labels`, the words of each choice by its text form, it is a link. `state`: the view as a position, if it
        has been read already.
        """
        ...

    def cards(
        self, view: dict[str, Any], *, theme: str, legal: Sequence[Action], names: Sequence[str], say: Say
    ) -> Deck | None:
        """What the seat is asked as cards that explain each choice; None: the board and a list are enough."""
        ...

    def words(self, say: Say) -> dict[str, str]:
        """All words of the drawing in one language, by id; `lang` names it."""
        ...

    def sprite(self, theme: str) -> dict[str, str]:
        """Symbols beside the common signs, by id."""
        ...

    def paint(self, seat: int) -> str:
        """The seat colour of the tokens: red, blue, gold, teal or violet."""
        ...

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        """Ids of the drawing and the actions (text form) that lie there."""
        ...

    def event_places(self, event: Event) -> list[str]:
        """Ids of the drawing that an event concerns."""
        ...

    def event_rule(self, kind: str) -> str:
        """The rule behind a kind of event, or nothing."""
        ...

    def ahead(self, view: dict[str, Any]) -> list[tuple[int, str]]:
        """Of opponents that nobody plays: who, and the figure of what they do next, as far as that lies openly."""
        ...

    def stops(self, view: dict[str, Any]) -> tuple[tuple[str, ...], int]:
        """The steps of what is going on, as message ids, and which of them is now."""
        ...

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        """Points of a seat as far as the viewer knows them."""
        ...

    def course(self, view: dict[str, Any], seat: int) -> tuple[int | None, ...]:
        """What a seat has of each of `courses`, as far as the viewer knows."""
        ...

    def vignette(self, theme: str) -> str:
        """A small picture for the home page, or nothing."""
        ...

    def figure(
        self, name: str, view: dict[str, Any], *, theme: str, say: Say, legal: Sequence[Action] = ()
    ) -> Panel | None:
        """A picture for books and lessons by its name: a part of the table, or pieces as `kind/id,id`.

        `legal`: what the viewer may do, where a picture shows that.
        """
        ...

    def piece(self, file: str, key: str) -> Piece | None:
        """How a record of a component file is drawn; None: it is told in words only."""
        ...


def translated(say: Say, prefix: str, words: Mapping[str, str]) -> dict[str, str]:
    """The fixed words of a drawing in a language; the figures stay to be filled in."""
    return {key: say(prefix + key, *(f"{{{i}}}" for i in range(4))) for key in words}


class PlainLook:
    """A title without a look of its own: its drawing is the only panel."""

    unit = ""
    scored = ""
    courses: tuple[str, ...] = ("web.end.chart",)
    happened: Mapping[str, tuple[str, ...]] = {}
    """Where each kind of event lies: ids of the drawing, with the number of an argument in braces."""
    aside: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    fruits: frozenset[str] = frozenset()
    incomes: frozenset[str] = frozenset()
    given: Mapping[str, frozenset[str]] = MappingProxyType({})
    spelled: tuple[str, ...] = ()
    rounds = ""
    brings: frozenset[str] = frozenset()
    compact = False
    moments: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()
    lies: Mapping[str, str] = {}

    def __init__(self, title: Title) -> None:
        self.title = title
        self._words: dict[str, dict[str, str]] = {}

    def words(self, say: Say) -> dict[str, str]:
        """Worked out once for each language."""
        if say.lang not in self._words:
            self._words[say.lang] = self.in_words(say) | {"lang": say.lang}
        return self._words[say.lang]

    def in_words(self, say: Say) -> dict[str, str]:
        """What the title's drawing says, for `words`."""
        return {}

    def panels(
        self,
        view: dict[str, Any],
        *,
        theme: str,
        legal: Sequence[Action],
        names: Sequence[str],
        say: Say,
        size: str,
        labels: Mapping[str, str] | None = None,
        state: Any = None,
    ) -> list[Panel]:
        drawn = self.title.sheet(view, theme=theme, legal=legal, names=names, fonts=False, labels=labels)
        wide, high = float(drawn.width), float(drawn.height)
        return [Panel("board", "board", "web.tab.board", wide, high, drawn.inside, drawn.targets)]

    def cards(
        self, view: dict[str, Any], *, theme: str, legal: Sequence[Action], names: Sequence[str], say: Say
    ) -> Deck | None:
        return None

    def sprite(self, theme: str) -> dict[str, str]:
        return {}

    def paint(self, seat: int) -> str:
        return COLOURS[seat % len(COLOURS)]

    def places(self, view: dict[str, Any], actions: Sequence[Action]) -> dict[str, list[str]]:
        return plain_places(self.title, view, actions) if self.title.looks.draw is None else {}

    def event_places(self, event: Event) -> list[str]:
        """What the reader may not know of an event is missing in it, and so is every id that would tell it."""
        domains = self.title.events[event.kind].args
        names = [self.place_names(domain, value) for domain, value in zip(domains, event.args, strict=True)]
        found = (id_ for pattern in self.happened.get(event.kind, ()) for id_ in _filled(pattern, names))
        return list(dict.fromkeys(found))

    def place_names(self, domain: str, value: int | None) -> list[str]:
        """What an argument of an event is called in the ids of the drawing; none where it is hidden or nowhere."""
        if value is None or value < 0:
            return []
        known = self.title.domains.get(domain)
        return [str(value)] if known is None else [known[value]] if value < len(known) else []

    def event_rule(self, kind: str) -> str:
        return ""

    def ahead(self, view: dict[str, Any]) -> list[tuple[int, str]]:
        return []

    def stops(self, view: dict[str, Any]) -> tuple[tuple[str, ...], int]:
        return (), 0

    def standing(self, view: dict[str, Any], seat: int) -> Standing:
        return Standing(None)

    def course(self, view: dict[str, Any], seat: int) -> tuple[int | None, ...]:
        return (self.standing(view, seat).points,)

    def vignette(self, theme: str) -> str:
        return ""

    def figure(
        self, name: str, view: dict[str, Any], *, theme: str, say: Say, legal: Sequence[Action] = ()
    ) -> Panel | None:
        """A panel of the table by its id."""
        names = [str(seat + 1) for seat in range(len(COLOURS))]
        found = self.panels(view, theme=theme, legal=(), names=names, say=say, size="wide")
        return next((panel for panel in found if panel.id == name), None)

    def piece(self, file: str, key: str) -> Piece | None:
        """Told in words only."""
        return None


def _filled(pattern: str, names: Sequence[Sequence[str]]) -> Iterator[str]:
    """An id for each combination of names that it asks for."""
    asked = [int(number) for number in _ARGUMENT.findall(pattern)]
    for chosen in product(*(names[number] for number in asked)):
        named = dict(zip(asked, chosen, strict=True))
        yield _ARGUMENT.sub(lambda found, named=named: named[int(found[1])], pattern)  # type: ignore[misc]


@lru_cache(maxsize=16)
def look_of(title: Title) -> Look:
    """The look of a title; made once."""
    made: Look = title.looks.look(title) if title.looks.look is not None else PlainLook(title)
    return made


def sprite(look: Look, theme: str) -> str:
    """All symbols that the panels of a title may use, for a page to hold once."""
    found = {**symbols(), **look.sprite(theme)}
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{"".join(found.values())}</svg>'
