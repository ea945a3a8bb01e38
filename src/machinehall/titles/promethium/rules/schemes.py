"""Chapter 5: scheme cards in general. The single cards are in `scheme_cards`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from machinehall.kernel.frames import NOTHING, Args, Events, step
from machinehall.kernel.values import Action, Event, Frame, Refusal
from machinehall.titles.promethium.frames import OfOwner, Plan, Scheme, Window
from machinehall.titles.promethium.lookup import Lookup
from machinehall.titles.promethium.state import EMPTY, SEATS, STOCK, State

# The moments at which a card may be played (PR-5.4, PR-5.5).
BEFORE_LINE: Final = 0
AFTER_TOKEN: Final = 1
BEFORE_TARGET: Final = 2
NO_TARGET: Final = 3
AFTER_REVEAL: Final = 4
OFFICE: Final = 5


# What a card could be used on. Only open information decides, so that asking gives nothing away.


def apart_from(t: Lookup, s: State, target: int, apart: tuple[int, ...], only_one: bool) -> list[int]:
    """Grid tiles that are neither targeted nor among some others; `only_one`: to know whether there is any."""
    grid, found = s.grid, list[int]()
    for cell in t.used_cells[s.seats]:
        if grid[cell] != EMPTY and cell != target and cell not in apart:
            found.append(cell)
            if only_one:
                break
    return found


def free_tiles(t: Lookup, s: State, seat: int, target: int, only_one: bool = False) -> list[int]:
    """Patent Filing: a grid tile that nobody has reserved."""
    return apart_from(t, s, target, s.reserved, only_one) if s.reserved[seat] < 0 else []


def sabotable(t: Lookup, s: State, seat: int, target: int, only_one: bool = False) -> list[int]:
    """Sabotage: a grid tile that no other player has reserved."""
    return apart_from(t, s, target, s.reserved[:seat] + s.reserved[seat + 1 :], only_one)


def swappable(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Espionage: two grid tiles that have not been swapped this round."""
    grid, swapped = s.grid, s.swapped
    cells = [c for c in t.used_cells[s.seats] if grid[c] != EMPTY and c != target and not swapped >> c & 1]
    return cells if len(cells) > 1 else []


def bribable(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Bribes: two tokens on ends."""
    ends = [e for e, owner in enumerate(s.end_owner) if owner >= 0]
    return ends if len(ends) > 1 else []


def plannable(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Planning: at least one card in the project deck."""
    return [1] if s.deck or s.deck_top or s.deck_bottom else []


def takeable(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Opportunism: any tile still on the grid."""
    return [c for c in t.used_cells[s.seats] if s.grid[c] != EMPTY]


def stocked(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Subsidies: kinds of element in the Stock."""
    width = len(t.elements)
    return [k for k, n in enumerate(s.elements[STOCK * width : (STOCK + 1) * width]) if n]


def givable(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Cooperation: own kinds of mineral, if the Stock has anything to give."""
    base = (SEATS + seat) * len(t.elements)
    return [k for k in t.minerals if s.elements[base + k]] if stocked(t, s, seat, -1) else []


def affordable(t: Lookup, s: State, seat: int, target: int) -> list[int]:
    """Black Market: the amounts that can be paid, as positions in the list of prices."""
    card = t.sch["black_market"]
    return [i for i in range(len(t.scheme_cost[card])) if cost(t, s, seat, card, i) <= s.influence[seat]]


CHOICES: dict[str, Callable[[Lookup, State, int, int], list[int]]] = {
    "patent_filing": free_tiles,
    "sabotage": sabotable,
    "espionage": swappable,
    "bribes": bribable,
    "planning": plannable,
    "opportunism": takeable,
    "subsidies": stocked,
    "cooperation": givable,
    "black_market": affordable,
}


def cost(t: Lookup, s: State, seat: int, card: int, i: int = 0) -> int:
    """PR-5.6: the holder of `scheme_discount` pays less, but never below 0."""
    price = t.scheme_cost[card][i]
    if s.improvements[t.discount_at] == seat:
        price = max(0, price + t.discount)
    return price


def reach(t: Lookup, s: State, seat: int) -> int:
    """The highest printed cost of a card that a seat can pay: `cost` of all cards in one."""
    return s.influence[seat] - (t.discount if s.improvements[t.discount_at] == seat else 0)


ANY_WILL_DO: dict[str, Callable[[Lookup, State, int, int, bool], list[int]]] = {
    "patent_filing": free_tiles,
    "sabotage": sabotable,
}
"""Of these the first choice is found sooner than all."""


def open_cards(t: Lookup, s: State, seat: int, cards: list[int], target: int) -> list[int]:
    """PR-5.2: of some cards those whose cost can be paid and whose effect is possible."""
    means = reach(t, s, seat)
    return [card for card in cards if t.scheme_cost[card][0] <= means and possible(t, s, seat, card, target)]


def possible(t: Lookup, s: State, seat: int, card: int, target: int) -> bool:
    """Whether a card has an effect, whatever it costs."""
    name = t.schemes[card]
    any_of = ANY_WILL_DO.get(name)
    return bool(any_of(t, s, seat, target, True) if any_of else CHOICES[name](t, s, seat, target))


def playable(t: Lookup, s: State, seat: int, target: int) -> list[Action]:
    """PR-5.3: cards for the own turn of the fair, at most one in a turn."""
    hand = s.hand[seat]
    if not hand or s.schemed >> seat & 1:
        return []
    row = t.a["play"]
    return [row[card] for card in open_cards(t, s, seat, [c for c in t.fair_own if hand >> c & 1], target)]


def could_play(t: Lookup, s: State, seat: int, target: int) -> bool:
    """Whether the others must reckon with a card: it is asked then, so that asking tells nothing about the hand."""
    if not s.hand[seat] or s.schemed >> seat & 1:
        return False
    used = s.used[seat]
    means = reach(t, s, seat)
    for card in t.fair_own:
        if not used >> card & 1 and t.scheme_cost[card][0] <= means and possible(t, s, seat, card, target):
            return True
    return False


def may_react(t: Lookup, s: State, seat: int, name: str) -> bool:
    """The same for a card that answers a purchase: a hand, the influence, no card yet, and not in the open discard."""
    card = t.sch[name]
    return bool(
        s.hand[seat]
        and not s.schemed >> seat & 1
        and not s.used[seat] >> card & 1
        and cost(t, s, seat, card) <= s.influence[seat]
    )


@cache
def window_at(seat: int, place: int, target: int) -> Frame:
    return "window", seat, Window(place, target)


def ask(t: Lookup, s: State, seat: int, place: int, target: int) -> None:
    """PR-5.4: open a window in which a card may be played."""
    if could_play(t, s, seat, target):
        s.stack.append(window_at(seat, place, target))


def window_offers(t: Lookup, s: State, seat: int, args: Window) -> list[Action]:
    return [t.one["skip"], *playable(t, s, seat, args.target)]


def window_resolve(t: Lookup, s: State, seat: int, args: Window, action: Action, ev: Events) -> None:
    if action.kind == "play":
        begin(t, s, seat, action.args[0], args.place, args.target)


def begin(t: Lookup, s: State, seat: int, card: int, place: int, target: int) -> None:
    """Start to play a card: its own frame asks for what it needs, and only then it is shown and paid."""
    name = t.schemes[card]
    if name == "planning":
        s.stack.append(step("plan", Plan(seat, place)))
    else:
        s.stack.append((name, seat, Scheme(place, target, -1)))


def cover(seat: int, args: Scheme) -> tuple[str, Args]:
    """What the others see while a card is being prepared: the decision in which it was taken up."""
    place = args.place
    if place == BEFORE_LINE:
        return "line", OfOwner(seat)
    if place == BEFORE_TARGET:
        return "target", OfOwner(seat)
    return ("turn", NOTHING) if place == OFFICE else ("window", Window(place, args.target))


def pay(t: Lookup, s: State, seat: int, card: int, price: int, place: int, ev: Events) -> None:
    """PR-5.2: pay the influence, lay the card on the own discard pile; then go on where it was taken up."""
    s.influence[seat] -= price
    s.hand[seat] ^= 1 << card
    s.used[seat] |= 1 << card
    ev.append(Event("scheme_played", (seat, card, price)))
    if place == OFFICE:
        return
    s.schemed |= 1 << seat
    if place == BEFORE_LINE:
        s.stack.append(("line", seat, OfOwner(seat)))
    elif place == BEFORE_TARGET:
        s.stack.append(step("aim", OfOwner(seat)))


def refuse_play(
    t: Lookup, s: State, seat: int, card: int, target: int, neutral: bool = False, office: bool = False
) -> Refusal | None:
    """PR-5.2, PR-5.3: why a scheme card cannot be played now; None: it can."""
    name = t.schemes[card]
    if neutral:
        return Refusal("PR-11.5", "refuse.play.neutral_turn", (name,))
    if card not in (t.office_own if office else t.fair_own):
        return wrong_moment(t, card)
    if not s.hand[seat] >> card & 1:
        return not_in_hand(t, s, seat, card)
    if not office and s.schemed >> seat & 1:
        return Refusal("PR-5.3", "refuse.play.one_a_turn", (name,))
    price = cost(t, s, seat, card)
    if price > s.influence[seat]:
        return Refusal("PR-5.2", "refuse.influence", (price, s.influence[seat]))
    return without_effect(t, s, seat, card, target)


def second_card(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    """PR-5.3: why a card of the fair is out of the question for the rest of this turn."""
    if action.kind != "play" or not s.schemed >> seat & 1:
        return None
    return Refusal("PR-5.3", "refuse.play.one_a_turn", (t.schemes[action.args[0]],))


MOMENTS = {
    "own_turn": "refuse.play.fair_turn",
    "reaction_opponent_purchase": "refuse.play.reaction",
    "own_purchase": "refuse.play.own_purchase",
    "action": "refuse.play.office",
    "own_turn_or_action": "refuse.play.turn_or_office",
}
"""For each timing of a card: the sentence that says when it is played."""

LACKING = {
    "patent_filing": "refuse.scheme.all_reserved",
    "sabotage": "refuse.scheme.no_tile",
    "espionage": "refuse.scheme.two_tiles",
    "bribes": "refuse.scheme.two_tokens",
    "planning": "refuse.scheme.no_card",
    "opportunism": "refuse.scheme.no_tile",
    "subsidies": "refuse.scheme.stock_empty",
    "cooperation": "refuse.scheme.no_swap",
}
"""For each card: what there is not, when it could be paid but would do nothing."""


def wrong_moment(t: Lookup, card: int) -> Refusal:
    """PR-5.2: each card has its moments."""
    record: Any = t.pack.records["schemes"][card]
    return Refusal("PR-5.2", MOMENTS[record.timing], (t.schemes[card],))


def not_in_hand(t: Lookup, s: State, seat: int, card: int, rule: str = "PR-5.2") -> Refusal:
    """A player knows the own pile and the own discards."""
    where = "refuse.play.spent" if s.used[seat] >> card & 1 else "refuse.play.not_in_hand"
    return Refusal(rule, where, (t.schemes[card],))


def without_effect(t: Lookup, s: State, seat: int, card: int, target: int) -> Refusal | None:
    """PR-5.2: why a card would do nothing; None: there is something to use it on."""
    name = t.schemes[card]
    if CHOICES[name](t, s, seat, target):
        return None
    if target >= 0 and CHOICES[name](t, s, seat, -1):
        return Refusal("PR-5.4", "refuse.scheme.only_target", (name, t.cells[target]))
    if name == "patent_filing" and s.reserved[seat] >= 0:
        return Refusal("PR-5.2", "refuse.scheme.meeple_out", (name, t.cells[s.reserved[seat]]))
    return Refusal("PR-5.2", LACKING[name], (name,))
