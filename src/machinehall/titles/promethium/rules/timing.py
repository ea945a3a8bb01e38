"""What rule keeps a seat from an action while another is asked; told from open information."""

from __future__ import annotations

from typing import Final

from machinehall.kernel.values import Action, Refusal
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import NEUTRAL, State

from .activation import refuse_activate
from .design_office import left_tiles
from .purchase import lobby_fault

OFFICE: Final = 2
"""The phase of the Design Office."""

OPEN = frozenset({"start", "lobby", "winner", "offer", "lift", "stock", "take", "closing", "exhibit"})
"""Decisions that depend on nothing behind a screen."""
BEFOREHAND = {"window": "skip", "persuasion": "skip", "theft": "skip", "turn": "pass"}
"""What goes on without playing a card or taking an action, for as long as the phase lasts."""


def open_question(t: Lookup, s: State, seat: int, kind: str) -> bool:
    """Whether everybody can tell what is offered. In the Design Office that is so without cards that are hidden; at the
    fair, for the neutral player, who plays none."""
    if kind in ("line", "target"):
        return bool(s.stack[-1][2].owner == NEUTRAL)
    return kind in OPEN or (kind == "turn" and not s.hand[seat] and not s.private[seat])


def settled(t: Lookup, s: State, seat: int, kind: str) -> bool:
    """PR-4.4, PR-11.4: the last token in a hand, all of which everybody has counted. PR-6.6: as many tiles as a project
    needs, in whatever order; it is done with them, so nobody sees it half chosen."""
    args = s.stack[-1][2]
    if kind == "token":
        hand, base = s.neutral if args.owner == NEUTRAL else s.tokens, seat * len(t.bids)
        return sum(hand[base : base + len(t.bids)]) == 1
    if kind == "tiles":
        left = left_tiles(t, s, seat, args.card, args.chosen)
        return bool(left.bit_count() == t.level[args.card] - args.chosen.bit_count())
    return False


def period(s: State) -> tuple[int, int]:
    """An answer given beforehand is good for one phase."""
    return s.round, s.phase


def out_of_turn(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    kind, who, args = s.stack[-1]
    if who < 0:
        return None
    if action.kind == "activate" and s.phase == OFFICE:
        return waits(t, s, seat, action.args[0], who)
    if action.kind == "lobby" and kind in ("winner", "offer") and args.active == seat:
        return lobby_fault(t, s, args.cell, seat)
    if action.kind == "steal" and kind in ("persuasion", "theft", "stock") and s.schemed >> seat & 1:
        return Refusal("PR-5.3", "refuse.play.one_a_turn", ("industrial_theft",))
    return None


def waits(t: Lookup, s: State, seat: int, card: int, who: int) -> Refusal | None:
    """PR-7.1, A-25: in the Design Office a card is activated on the own turn."""
    if s.realised[seat] >> card & 1 and not s.active[seat] >> card & 1:
        return Refusal("PR-7.1", "refuse.activate.own_turn", (t.projects[card], who))
    return refuse_activate(t, s, seat, card)
