"""The first choice as cards: which two elements of the starting tile a player keeps, and what they are good for."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.draw.cards import Block, Card, Deck, Line
from machinehall.kernel.handbook import entry, plain
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.words.names import Names

RULES = {"chemist": "PR-6.8", "machinist": "PR-6.11", "engineer": "PR-6.12", "financier": "PR-6.13"}
"""What each expert does."""
FUNDING = "PR-6.9"
BRITAIN = "great_britain"


def sign(t: Lookup, kind: int) -> str:
    """The sign of an element among those of the page."""
    key = t.elements[kind]
    if kind in t.countries:
        return "flag-britain" if key == BRITAIN else f"flag-{key}"
    return f"expert-{key}" if key in RULES else key


def starts(t: Lookup, title: str, say: Say, kind: str, legal: Sequence[Action]) -> Deck | None:
    """The cards, if this is what is asked (PR-2.6)."""
    if kind != "start":
        return None
    names, given = Names(t, say), [action.args[0] for action in legal]
    cards = []
    for action in legal:
        (gone,) = action.args
        kept = [element for element in given if element != gone]
        called = [names("element", element) for element in kept]
        cards.append(
            Card(
                acts=((t.actions.text(action), say("action.stock", names("element", gone))),),
                name=say("card.start.keep", *called),
                lead=say("card.start.lead", names("element", gone)),
                badge=say("card.first") if gone in t.countries else "",
                blocks=(Block(say("card.start.use"), tuple(_use(t, title, say, names, one) for one in kept)),),
            )
        )
    return Deck(say("card.start.advice"), tuple(cards))


def _use(t: Lookup, title: str, say: Say, names: Names, kind: int) -> Line:
    """What an element is good for: the rule of an expert or of expeditions, or where a mineral goes."""
    key = t.elements[kind]
    rule = RULES.get(key, FUNDING if kind in t.countries else "")
    if not rule:
        content = t.content[t.minerals.index(kind)]
        told = say("card.start.mineral", names("element", kind), content, t.n.chemist_content_required)
        return Line(told, sign(t, kind))
    found = entry(title, say.lang, rule)
    return Line("" if found is None else plain(found).replace("**", ""), sign(t, kind))
