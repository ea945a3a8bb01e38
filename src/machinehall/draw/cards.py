"""A decision shown as cards: what a title tells of each choice when a list of names would be chosen from blindly."""

from __future__ import annotations

from dataclasses import dataclass

FEW_LINES = 4
"""Lines of a card that is small."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a card tells."""

    text: str
    sign: str = ""
    """Name of the sign before it."""
    mark: str = ""
    """A few letters before the sign, such as a level."""
    tag: str = ""
    """A word or two that are set off from the text, such as when it happens."""


@dataclass(frozen=True, slots=True)
class Block:
    """Things of a card under a heading of their own."""

    heading: str
    lines: tuple[Line, ...] = ()
    drawn: tuple[tuple[str, float, float], ...] = ()
    """Pieces as SVG with their width and height; signs come from the sprite of the page."""


@dataclass(frozen=True, slots=True)
class Card:
    """One choice, or a few that differ in an amount alone."""

    acts: tuple[tuple[str, str], ...]
    """The actions in their text form, with the words of their buttons; none where somebody else has taken the card."""
    name: str
    lead: str
    """For whom it is, in a sentence or two."""
    mark: str = ""
    """A letter before the name."""
    sign: str = ""
    """Or a sign, by its name."""
    badge: str = ""
    """What we say of it beside its name, such as that it is good to begin with."""
    blocks: tuple[Block, ...] = ()
    taken: int | None = None
    """The seat that has it."""


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a decision."""

    advice: str
    """A word of advice over the cards: ours, not the rulebook's."""
    cards: tuple[Card, ...]
    one_voice: bool = False
    """Whether our word of advice stands alone: a hint beside it would be another opinion of the very same figure."""

    @property
    def acts(self) -> frozenset[str]:
        """What can be chosen on the cards; no list repeats it."""
        return frozenset(act for card in self.cards for act, _ in card.acts)

    @property
    def small(self) -> bool:
        """Whether its cards tell so little that they need not fill a screen."""
        return all(sum(len(block.lines) for block in card.blocks) <= FEW_LINES for card in self.cards)
