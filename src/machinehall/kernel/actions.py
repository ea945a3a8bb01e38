"""The fixed table of a title's actions, their text form and its parser."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from .values import Action, AmbiguousAction, BadAction

Kinds = Sequence[tuple[str, tuple[str, ...]]]
"""Each kind of action with the domains of its arguments, in the order of the table."""


class ActionTable:
    """Every action that a title knows, once. Rules hand out these very objects, learners use their positions."""

    def __init__(self, kinds: Kinds, domains: Mapping[str, Sequence[str]]) -> None:
        self.kinds = dict(kinds)
        self.domains = {name: list(values) for name, values in domains.items()}
        self.rows: dict[str, list[Action]] = {}
        for kind, args in kinds:
            ids = itertools.product(*(range(len(domains[d])) for d in args))
            self.rows[kind] = [Action(kind, values) for values in ids]
        self.all = [action for row in self.rows.values() for action in row]
        self.index = {action: i for i, action in enumerate(self.all)}
        self.texts = [self._text(action) for action in self.all]
        self._by_text = dict(zip(self.texts, self.all, strict=True))
        self._by_folded = {text.lower(): action for text, action in self._by_text.items()}

    def _text(self, action: Action) -> str:
        names = (self.domains[d][i] for d, i in zip(self.kinds[action.kind], action.args, strict=True))
        return " ".join((action.kind, *names))

    def known(self, action: object) -> Action:
        """The table's own object for an equal action."""
        try:
            return self.all[self.index[action]]  # type: ignore[index]
        except (KeyError, TypeError):
            raise BadAction(f"{action!r} is no action of this title") from None

    def named(self, action: Action) -> list[tuple[str, str]]:
        """Domain and id of each argument."""
        return [(d, self.domains[d][i]) for d, i in zip(self.kinds[action.kind], action.args, strict=True)]

    def text(self, action: Action) -> str:
        """The stable text form."""
        return self.texts[self.index[self.known(action)]]

    def parse(self, text: str, among: Sequence[Action] | None = None) -> Action:
        """The action that a text means. Words may be shortened as long as one action of `among` (all, if None) fits."""
        found = self._by_text.get(text)
        if found is not None:
            return found
        words = text.lower().split()
        if not words:
            raise BadAction("an empty text is no action")
        exact = self._by_folded.get(" ".join(words))
        if exact is not None:
            return exact
        fits = [a for a in (self.all if among is None else among) if self._fits(a, words)]
        if len(fits) == 1:
            return fits[0]
        if fits:
            some = ", ".join(self.text(a) for a in fits[:4])
            raise AmbiguousAction(f"{text!r} could mean {len(fits)} actions: {some}{' ...' if len(fits) > 4 else ''}")
        if among is not None:
            return self.parse(text)
        raise BadAction(f"{text!r} is no action of this title; known kinds: {', '.join(self.kinds)}")

    def _fits(self, action: Action, words: list[str]) -> bool:
        parts = self.texts[self.index[action]].lower().split()
        return len(parts) == len(words) and all(shortens(w, p) for p, w in zip(parts, words, strict=True))


def shortens(word: str, name: str) -> bool:
    """Whether a word may stand for a name. A sum such as coal*3+iron*1 is never cut short, only its parts are."""
    pieces, wholes = word.split("+"), name.split("+")
    return len(pieces) == len(wholes) and all(w.startswith(p) for p, w in zip(pieces, wholes, strict=True))
