"""What can be refused, and how it is said: each message id has the domains of its arguments, as an event has.

A refusal is plain data: numbers, ids, and tuples of them. Which of them is a seat, an amount of something or the id
of a city stands in `Title.refusals`, and here for what the kernel itself refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .french import APOSTROPHE
from .values import Argument, Refusal
from .wording import Say, listed

NUMBER, TEXT, SEAT = "number", "text", "seat"
"""A number and a text are said as they stand."""
WHEN, ASKED = "when", "asked"
"""A kind of action, told by when it comes; a decision, told by what is asked."""


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of a unit: 3 of Amount("thaler") is said "3 thaler"."""

    unit: str


@dataclass(frozen=True, slots=True)
class Either:
    """An id of one of these domains, of the first that has it."""

    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Things of a domain, as many as there are."""

    of: str


Domain = str | Amount | Either | Several
"""A name is one of those above, or a domain that the title has names for."""
Refusals = Mapping[str, tuple[Domain, ...]]

HOUSE: Refusals = {
    "refuse.over": (),
    "refuse.not_your_turn": (SEAT, ASKED, Several(SEAT)),
    "refuse.chance_first": (SEAT,),
    "refuse.left_to_chance": (WHEN,),
    "refuse.not_an_outcome": (WHEN,),
    "refuse.not_now": (WHEN, ASKED),
    "undo.nothing": (),
    "undo.learned": (),
    "undo.others_acted": (),
}
"""What the kernel refuses in any title."""


class Teller:
    """Refusals in the words of one title and one language."""

    def __init__(
        self,
        say: Say,
        names: Callable[[str, int], str],
        domains: Mapping[str, Sequence[str]],
        refusals: Refusals,
    ) -> None:
        self.say = say
        self.names = names
        self.domains = domains
        self.refusals = {**HOUSE, **refusals}

    def __call__(self, refusal: Refusal) -> str:
        _, message, args = refusal
        domains = self.refusals[message] if message in self.refusals else tuple(map(by_type, args))
        pairs = list(zip(domains, args, strict=True))
        n = next((arg for domain, arg in pairs if domain == NUMBER), 0)
        sentence = self.say(message, *(self.spoken(domain, arg) for domain, arg in pairs), n=n)
        # The house's begin with the name of a player, which is written as the player writes it.
        return sentence if message in HOUSE else begun(sentence)

    def spoken(self, domain: Domain, arg: Argument) -> str:
        """One argument of a refusal."""
        if isinstance(arg, tuple):
            of = domain.of if isinstance(domain, Several) else TEXT
            names = dict.fromkeys(self.spoken(of, one) for one in arg)
            return listed(self.say, names) or self.say("list.none")
        if isinstance(domain, Amount):
            return self.say(f"figure.{domain.unit}", n=arg)
        if isinstance(domain, Either):
            domain = next(one for one in domain.domains if arg in self.domains[one])
        return self._named(str(domain), arg)

    def _named(self, domain: str, arg: int | str) -> str:
        if domain == WHEN:
            return self.when(str(arg))
        if domain == ASKED:
            return self.asked(str(arg))
        if domain in (NUMBER, TEXT):
            return str(arg)
        return self.names(domain, arg if isinstance(arg, int) else list(self.domains[domain]).index(arg))

    def when(self, kind: str) -> str:
        """When an action of a kind comes."""
        return self.say(f"when.{kind}")

    def asked(self, decision: str) -> str:
        """What is asked in a decision."""
        return self.say(f"asked.{decision}")


def by_type(arg: Argument) -> Domain:
    """For a refusal that its title has not declared."""
    return NUMBER if isinstance(arg, int) else TEXT


def begun(sentence: str) -> str:
    """With a capital at its beginning, also where the name of a thing stands there; "a4" is a place and stays so."""
    return sentence[0].upper() + sentence[1:] if sentence[:2].replace(APOSTROPHE, "").isalpha() else sentence
