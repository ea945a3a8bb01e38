"""Chapters 8F and 8G: buy or upgrade a train, sign a contract."""

from __future__ import annotations

from machinehall.kernel.frames import NOTHING, Decision, Events, Nothing
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.imperial_steam.lookup import Lookup, bits
from machinehall.titles.imperial_steam.options import UPGRADE_INFLUENCE
from machinehall.titles.imperial_steam.state import GOODS, ROWS, State

from .influence import gain
from .refusals import nearest
from .storage import freight, pay, short, tidy


def on_sale(t: Lookup, s: State) -> list[int]:
    """IS-8.32: locomotives left of the round marker."""
    return [loco for loco, left in enumerate(s.locos) if left and t.first_round[loco] <= s.round]


def rows(s: State, seat: int) -> tuple[int, ...]:
    return s.trains[ROWS * seat : ROWS * seat + ROWS]


def upgrade_price(t: Lookup, old: int, new: int) -> int:
    return t.loco_price[new] - t.loco_price[old]


def can_train(t: Lookup, s: State, seat: int, column: int) -> bool:
    own, money, prices, level = rows(s, seat), s.money[seat], t.loco_price, t.level
    free = -1 in own
    for new in on_sale(t, s):
        price = prices[new]
        if free and price <= money:
            return True
        for old in own:
            if old >= 0 and level[old] < level[new] and price - prices[old] <= money:
                return True
    return False


def begin_train(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("train", seat, NOTHING))


def train_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    """IS-8.33: a new train, if there is a free row. IS-8.34: a better locomotive for an old one."""
    sale = on_sale(t, s)
    if not sale:
        return []
    own, money = rows(s, seat), s.money[seat]
    row, swaps, width = t.a["buy"], t.a["upgrade"], len(t.locos)
    found = [row[loco] for loco in sale if t.loco_price[loco] <= money] if -1 in own else []
    for old in sorted(set(own)):
        if old >= 0:
            found += [
                swaps[old * width + new]
                for new in sale
                if t.level[new] > t.level[old] and upgrade_price(t, old, new) <= money
            ]
    return found


def train_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    at = ROWS * seat
    if action.kind == "buy":
        (new,) = action.args
        pay(s, seat, t.loco_price[new], ev)
        s.trains = put(s.trains, at + rows(s, seat).index(-1), new)
        s.goods[GOODS * seat + t.coal] += 1
        s.supply[t.coal] -= 1
        steps = t.loco_influence[new]
        ev.append(Event("train_bought", (seat, new)))
    else:
        old, new = action.args
        pay(s, seat, upgrade_price(t, old, new), ev)
        s.trains = put(s.trains, at + rows(s, seat).index(old), new)
        s.scrapped = put(s.scrapped, old, s.scrapped[old] + 1)
        steps = t.loco_influence[new]
        if not s.options[UPGRADE_INFLUENCE]:
            steps -= t.loco_influence[old]
        ev.append(Event("train_upgraded", (seat, old, new)))
    s.locos = put(s.locos, new, s.locos[new] - 1)
    gain(t, s, seat, steps, ev)


def train_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind not in ("buy", "upgrade"):
        return None
    if action.kind == "buy":
        return buy_fault(t, s, seat, action.args[0])
    return upgrade_fault(t, s, seat, *action.args)


def sale_fault(t: Lookup, s: State, new: int) -> Refusal | None:
    if new == t.start_loco:
        return Refusal("IS-8.32", "refuse.train.never_sold", (t.locos[new],))
    if not s.locos[new]:
        return Refusal("IS-8.32", "refuse.train.none_left", (t.locos[new],))
    if t.first_round[new] > s.round:
        return Refusal("IS-8.32", "refuse.train.not_yet", (t.locos[new], t.first_round[new]))
    return None


def buy_fault(t: Lookup, s: State, seat: int, new: int) -> Refusal | None:
    """IS-8.33."""
    if (gone := sale_fault(t, s, new)) is not None:
        return gone
    if -1 not in rows(s, seat):
        return Refusal("IS-8.33", "refuse.train.no_row", (t.n.train_rows,))
    return short("IS-8.33", s, seat, t.loco_price[new])


def upgrade_fault(t: Lookup, s: State, seat: int, old: int, new: int) -> Refusal | None:
    """IS-8.34."""
    if (gone := sale_fault(t, s, new)) is not None:
        return gone
    own = rows(s, seat)
    if old not in own:
        mine = tuple(t.locos[loco] for loco in own if loco >= 0)
        return Refusal("IS-8.34", "refuse.train.not_owned", (t.locos[old], mine))
    if t.level[new] <= t.level[old]:
        return Refusal("IS-8.34", "refuse.train.not_better", (t.locos[old], t.locos[new]))
    return short("IS-8.34", s, seat, upgrade_price(t, old, new))


def train_lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """Why no locomotive can be had: what comes nearest; None: one can."""
    own = [loco for loco in rows(s, seat) if loco >= 0]
    found = [buy_fault(t, s, seat, new) for new in range(len(t.locos))]
    return nearest(found + [upgrade_fault(t, s, seat, old, new) for new in range(len(t.locos)) for old in own])


# Contracts


def signable(t: Lookup, s: State, seat: int) -> list[int]:
    """IS-8.36: face-up contracts for which there are enough freight wagons without a reserve token."""
    wagons = freight(t, s, seat)
    return [card for card in bits(s.offer) if t.contract_size[card] <= wagons]


def can_sign(t: Lookup, s: State, seat: int, column: int) -> bool:
    """A contract of the smallest deck that is left."""
    for size, deck in enumerate(t.decks, 1):
        if s.offer & deck:
            return size <= freight(t, s, seat)
    return False


def begin_sign(t: Lookup, s: State, seat: int, ev: Events) -> None:
    s.stack.append(("sign", seat, NOTHING))


def sign_offers(t: Lookup, s: State, seat: int, args: Nothing) -> list[Action]:
    row = t.a["sign"]
    return [row[card] for card in signable(t, s, seat)]


def sign_resolve(t: Lookup, s: State, seat: int, args: Nothing, action: Action, ev: Events) -> None:
    """IS-8.36, IS-8.37: reserve wagons, take the investors for whom there is space."""
    (card,) = action.args
    size = t.contract_size[card]
    s.offer ^= 1 << card
    s.contracts = put(s.contracts, seat, s.contracts[seat] | 1 << card)
    s.reserved = put(s.reserved, seat, s.reserved[seat] + size)
    new = min(size, t.n.investor_spaces - s.investors[seat])
    s.investors[seat] += new
    ev.append(Event("contract_signed", (seat, card, new)))
    tidy(t, s, seat)


def sign_refuse(t: Lookup, s: State, seat: int, args: Nothing, action: Action) -> Refusal | None:
    if action.kind != "sign":
        return None
    (card,) = action.args
    if not s.offer >> card & 1:
        owner = next((other for other in range(s.seats) if s.contracts[other] >> card & 1), None)
        if owner is not None:
            return Refusal("IS-8.35", "refuse.sign.signed", (t.contracts[card], owner))
        return Refusal("IS-8.35", "refuse.sign.not_offered", (t.contracts[card],))
    return too_few_wagons(t, s, seat, t.contract_size[card])


def sign_lacks(t: Lookup, s: State, seat: int) -> Refusal | None:
    """Why no contract can be signed; None: one can."""
    sizes = [t.contract_size[card] for card in bits(s.offer)]
    return too_few_wagons(t, s, seat, min(sizes)) if sizes else Refusal("IS-8.35", "refuse.sign.none_offered", ())


def too_few_wagons(t: Lookup, s: State, seat: int, size: int) -> Refusal | None:
    """IS-8.36: not enough freight wagons without a reserve token; None: there are."""
    if size <= freight(t, s, seat):
        return None
    return Refusal("IS-8.36", "refuse.sign.wagons", (size, freight(t, s, seat)))


DECISIONS: dict[str, Decision[Lookup, State]] = {
    "train": Decision("IS-8.33", train_offers, train_resolve, train_refuse),
    "sign": Decision("IS-8.35", sign_offers, sign_resolve, sign_refuse),
}
