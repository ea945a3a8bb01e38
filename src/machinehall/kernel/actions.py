"""The fixed table of a title's actions, their text form and its parser."""

from __future__ import annotations

import itertools
import random
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from operator import itemgetter

from .native import COMPILED
from .values import Action, AmbiguousAction, BadAction

Kinds = Sequence[tuple[str, tuple[str, ...]]]
"""Each kind of action with the domains of its arguments, in the order of the table."""


SOME = 40
"""Names that a message lists at most."""


class ActionTable:
    """Every action that a title knows, once. Rules hand out these very objects, learners use their positions.

    Seats in the notation are counted from 0, as in records, views and the API: `rent 2` and a line `2 rent 0` of a
    record mean the same seat 2.
    """

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

    def canonical(self, action: object) -> Action:
        """The table's own object for an equal action."""
        try:
            return self.all[self.index[action]]  # type: ignore[index]
        except (KeyError, TypeError):
            raise BadAction(f"{action!r} is no action of this title") from None

    def named(self, action: Action) -> list[tuple[str, str]]:
        """Domain and id of each argument."""
        return [(d, self.domains[d][i]) for d, i in zip(self.kinds[action.kind], action.args, strict=True)]

    def alike(self, action: Action, other: Action) -> bool:
        """Whether another action of the same kind has something of this one; a single number is like any other."""
        if len(action.args) == 1:
            return all(name.lstrip("-").isdigit() for name in self.domains[self.kinds[action.kind][0]])
        return any(a == b for a, b in zip(action.args, other.args, strict=True))

    def text(self, action: Action) -> str:
        """The stable text form."""
        return self.texts[self.index[self.canonical(action)]]

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
        raise BadAction(f"{text!r} is no action of this title; {self._expected(words)}")

    def kind_of(self, word: str) -> str | None:
        """The one kind of action that a word means."""
        fits = [kind for kind in self.kinds if begins(kind, word)]
        return word if word in fits else fits[0] if len(fits) == 1 else None

    def _expected(self, words: list[str]) -> str:
        """What should have stood there: a kind, its arguments, or names instead of the first that is none."""
        kind = self.kind_of(words[0])
        if kind is None:
            return f"known kinds: {', '.join(self.kinds)}"
        domains = self.kinds[kind]
        if len(domains) != len(words) - 1:
            return f"{' '.join((kind, *(f'<{domain}>' for domain in domains)))} is expected"
        rows = [(word, self.domains[domain]) for word, domain in zip(words[1:], domains, strict=True)]
        word, names = next((w, row) for w, row in rows if not any(shortens(w, name.lower()) for name in row))
        some = ", ".join(names[:SOME])
        return f"{kind} knows no {word!r}, only: {some}{' ...' if len(names) > SOME else ''}"

    def _fits(self, action: Action, words: list[str]) -> bool:
        parts = self.texts[self.index[action]].lower().split()
        return len(parts) == len(words) and all(shortens(w, p) for p, w in zip(parts, words, strict=True))


def shortens(word: str, name: str) -> bool:
    """Whether a word may stand for a name. A sum such as coal*3+iron*1 is never cut short, only its parts are."""
    pieces, wholes = word.split("+"), name.split("+")
    return len(pieces) == len(wholes) and all(begins(w, p) for p, w in zip(pieces, wholes, strict=True))


def begins(whole: str, piece: str) -> bool:
    """Whether a name begins with a piece. Numbers are whole: 4 does not stand for 40, nor a-1 for a-12."""
    cut = piece[-1:].isdecimal() and whole[len(piece) : len(piece) + 1].isdecimal()
    return whole.startswith(piece) and not cut


def far(action: Action, other: Action) -> tuple[int, int]:
    """How far another action of the same kind is: in how many arguments, and by how much."""
    steps = [abs(a - b) for a, b in zip(action.args, other.args, strict=True)]
    return sum(map(bool, steps)), sum(steps)


weight_of = itemgetter(1)


def draw(outcomes: Sequence[tuple[Action, int]], rng: random.Random) -> Action:
    """One outcome by weight."""
    if not COMPILED:
        sums = list(itertools.accumulate(map(weight_of, outcomes)))
        return outcomes[bisect_right(sums, rng.random() * sums[-1], 0, len(sums) - 1)][0]
    whole = passed = 0  # the same: compiled, two loops take a third of the instructions
    for _, weight in outcomes:
        whole += weight
    point = rng.random() * whole
    for action, weight in outcomes:
        passed += weight
        if passed > point:
            return action
    return outcomes[-1][0]
