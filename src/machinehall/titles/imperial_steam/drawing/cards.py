"""The influence auction as cards: what a low, a middling and a high bid are good for (IS-3.1)."""

from __future__ import annotations

from collections.abc import Sequence

from machinehall.draw.cards import Block, Card, Deck, Line
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Say
from machinehall.titles.imperial_steam.lookup import Lookup

SPANS = (("low", 0, 3, "florin"), ("middle", 3, 7, "influence"), ("high", 7, 100, "crown"))
"""Which bids, by their step, lie on which card, and its sign."""
LIKED = "low"


def bids(t: Lookup, say: Say, kind: str, money: int, legal: Sequence[Action]) -> Deck | None:
    """The cards, if this is what is asked."""
    if kind != "bid":
        return None
    cards = tuple(_card(t, say, span, money, legal) for span in SPANS)
    return Deck(say("card.bid.advice"), tuple(card for card in cards if card.acts), one_voice=True)


def _card(t: Lookup, say: Say, span: tuple[str, int, int, str], money: int, legal: Sequence[Action]) -> Card:
    name, first, end, sign = span
    step, offered = t.n.bid_step, [action for action in legal if first <= action.args[0] < end]
    amounts = [action.args[0] * step for action in offered]
    lines: tuple[Line, ...] = ()
    if amounts:
        left = say("card.bid.left", money - amounts[-1], money - amounts[0])
        lines = (
            Line(left, "florin"),
            Line(say("card.bid.influence", amounts[0], amounts[-1]), "influence"),
            Line(say(f"card.bid.{name}.order"), "players"),
        )
    return Card(
        acts=tuple(
            (t.actions.text(action), say("card.bid.take", amount))
            for action, amount in zip(offered, amounts, strict=True)
        ),
        name=say(f"card.bid.{name}.name"),
        lead=say(f"card.bid.{name}"),
        sign=sign,
        badge=say("card.first") if name == LIKED else "",
        blocks=(Block(say("card.bid.brings"), lines),),
    )
