"""Chapter 6, the actions that spend pieces: Chemist, expedition, patent, Machinist, Engineer, Financier."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel.frames import Decision, Events
from machinehall.kernel.plain_state import put
from machinehall.kernel.values import Action, Event, Refusal
from machinehall.titles.promethium.frames import Take
from machinehall.titles.promethium.lookup import ENGINEERS, Lookup, bits
from machinehall.titles.promethium.state import RESERVE, SEATS, STOCK, State

from .activation import holds
from .refusals import in_stock_now, kinds_held, own_kinds, tile_elsewhere
from .setup import give

ANY_KIND, ONLY_COUNTRIES = 0, 1
"""What may be taken from the Stock."""


def own(t: Lookup, s: State, seat: int, kind: int) -> int:
    return s.elements[(SEATS + seat) * len(t.elements) + kind]


def in_stock(t: Lookup, s: State, kinds: list[int] | range) -> int:
    stock = s.elements[STOCK * len(t.elements) :]
    return sum([stock[k] for k in kinds])


def spend(t: Lookup, s: State, seat: int, kind: int, ev: Events, amount: int = 1) -> None:
    """PR-1.5: a discarded element goes back to the Reserve."""
    for _ in range(amount):
        give(t, s, SEATS + seat, RESERVE, kind, ev)


def pay(s: State, seat: int, amount: int, ev: Events) -> None:
    if amount:
        s.influence[seat] -= amount
        ev.append(Event("influence_spent", (seat, amount)))


def gain_promethium(s: State, seat: int, amount: int, ev: Events) -> None:
    s.promethium[seat] += amount
    ev.append(Event("promethium_gained", (seat, amount)))


def gain_influence(t: Lookup, s: State, seat: int, amount: int, ev: Events) -> None:
    """PR-6.3: never above the dial's maximum."""
    amount = min(amount, t.n.influence_max - s.influence[seat])
    s.influence[seat] += amount
    ev.append(Event("influence_gained", (seat, amount)))


def offers(t: Lookup, s: State, seat: int) -> list[Action]:
    """All actions of this module that are open to a seat."""
    base = (SEATS + seat) * len(t.elements)
    row, influence = s.elements[base : base + len(t.elements)], s.influence[seat]
    found: list[Action] = []
    if row[t.chemist] and influence >= t.n.chemist_cost:
        found += t.reactions(gems(t, row), labs(t, s, seat))
    if influence >= expedition_cost(t, s, seat):
        found += t.expeditions(held(row, t.minerals), held(row, t.countries), free_baggage(t, s, seat))
    if influence >= t.n.patent_cost:
        patents = t.a["patent"]
        found += [patents[tile] for tile in bits(s.tiles[seat])]
    if row[t.machinist]:
        found += t.a["machinist"][: row[t.machinist]]
    if row[t.engineer] and in_stock(t, s, range(len(t.elements))):
        engineers = t.a["engineer"][: row[t.engineer]]
        found += [a for a, price in zip(engineers, t.engineer_prices, strict=False) if price <= influence]
    if row[t.financier]:
        found += financier_offers(t, s, influence)
    return found


def financier_offers(t: Lookup, s: State, influence: int) -> list[Action]:
    """PR-6.13: what a Financier can do; `refuse_swap` and `refuse_funding` say why not."""
    found: list[Action] = []
    if s.options[t.option["financier_swap_cost"]] <= influence and in_stock(t, s, t.countries):
        found.append(t.one["financier-stock"])
    if t.funding_price <= influence:
        row, left, base = t.a["financier-reserve"], s.elements, RESERVE * len(t.elements)
        found += [a for a, country in zip(row, t.countries, strict=True) if left[base + country]]
    return found


def resolve(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    RESOLVE[action.kind](t, s, seat, action, ev)


def refuse(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    reason = REFUSE.get(action.kind)
    return reason(t, s, seat, action) if reason else None


# Chemist (PR-6.8)


def gems(t: Lookup, row: list[int]) -> tuple[int, ...]:
    return tuple([row[k] for k in t.minerals])


def labs(t: Lookup, s: State, seat: int) -> tuple[bool, ...]:
    """PR-7.6: each laboratory concerns one mineral."""
    return tuple([s.improvements[i] == seat for i in t.labs])


def chemist(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    used = t.gem_sets[action.args[0]]
    pay(s, seat, t.n.chemist_cost, ev)
    spend(t, s, seat, t.chemist, ev)
    for kind, amount in zip(t.minerals, used, strict=True):
        spend(t, s, seat, kind, ev, amount)
    bonus = t.n.chemist_single_mineral_bonus if sum(1 for u in used if u) == 1 else 0
    gain_promethium(s, seat, t.n.chemist_yield + bonus, ev)


def refuse_chemist(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    """PR-6.8: why the Chemist cannot use some gems; None: that can be done."""
    used = t.gem_sets[action.args[0]]
    if not own(t, s, seat, t.chemist):
        return Refusal("PR-6.8", "refuse.no_expert", ("chemist",))
    if s.influence[seat] < t.n.chemist_cost:
        return Refusal("PR-6.8", "refuse.influence", (t.n.chemist_cost, s.influence[seat]))
    for kind, amount in zip(t.minerals, used, strict=True):
        if own(t, s, seat, kind) < amount:
            return Refusal("PR-6.8", "refuse.gems", (t.elements[kind], amount, own(t, s, seat, kind)))
    kinds = zip(used, t.content, t.lab_content, labs(t, s, seat), strict=True)
    values = [b if lab else a for u, a, b, lab in kinds for _ in range(u)]
    content, need = sum(values), t.n.chemist_content_required
    if content < need:
        return Refusal("PR-6.8", "refuse.content", (need, content))
    wasted = spare(values, content, need)
    return Refusal("A-47", "refuse.content_wasted", (wasted, need, content)) if wasted else None


def spare(values: list[int], content: int, need: int) -> int:
    """How many of some gems can go at most: the poorest first."""
    gone = 0
    for value in sorted(values):
        if content - value < need:
            break
        gone, content = gone + 1, content - value
    return gone


# Antarctic expedition (PR-6.9)


def held(row: list[int], kinds: list[int]) -> int:
    """Which of some kinds a player has, as bits."""
    found = 0
    for i, kind in enumerate(kinds):
        if row[kind]:
            found |= 1 << i
    return found


def expedition_cost(t: Lookup, s: State, seat: int) -> int:
    saved = t.effect["expedition_no_influence"]["influence_cost"] if holds(t, s, seat, "expedition_no_influence") else 0
    return t.n.expedition_cost + saved


def free_baggage(t: Lookup, s: State, seat: int) -> bool:
    saved = t.effect["expedition_no_mineral"]["mineral_cost"] if holds(t, s, seat, "expedition_no_mineral") else 0
    return t.n.expedition_mineral_cost + saved <= 0


def expedition(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    baggage, countries = action.args
    pay(s, seat, expedition_cost(t, s, seat), ev)
    if baggage:
        spend(t, s, seat, t.minerals[baggage - 1], ev)
    for i in t.country_sets[countries]:
        spend(t, s, seat, t.countries[i], ev)
    bonus = t.effect["expedition_plus_one"]["promethium"] if holds(t, s, seat, "expedition_plus_one") else 0
    gain_promethium(s, seat, t.expedition_yield[len(t.country_sets[countries])] + bonus, ev)


def refuse_expedition(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    """PR-6.9, PR-7.3: why an expedition cannot set out; None: it can."""
    baggage, countries = action.args
    price = expedition_cost(t, s, seat)
    if s.influence[seat] < price:
        return Refusal("PR-6.9", "refuse.influence", (price, s.influence[seat]))
    for i in t.country_sets[countries]:
        if not own(t, s, seat, t.countries[i]):
            return Refusal(
                "PR-6.9", "refuse.no_funding", (t.elements[t.countries[i]], own_kinds(t, s, seat, t.countries))
            )
    if free_baggage(t, s, seat):
        return Refusal("PR-7.3", "refuse.baggage_free") if baggage else None
    if not baggage:
        return Refusal("PR-6.9", "refuse.baggage_needed", (own_kinds(t, s, seat, t.minerals),))
    kind = t.minerals[baggage - 1]
    if not own(t, s, seat, kind):
        return Refusal("PR-6.9", "refuse.gems", (t.elements[kind], t.n.expedition_mineral_cost, 0))
    return None


# Patent (PR-6.10)


def patent(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    (tile,) = action.args
    pay(s, seat, t.n.patent_cost, ev)
    bonus = t.effect["patent_plus_one"]["promethium"] if holds(t, s, seat, "patent_plus_one") else 0
    gain_promethium(s, seat, t.tile_value[tile] - s.uses[tile] + bonus, ev)
    s.tiles[seat] ^= 1 << tile
    s.gone |= 1 << tile
    s.uses = put(s.uses, tile, 0)
    ev.append(Event("tile_discarded", (seat, tile)))


def refuse_patent(t: Lookup, s: State, seat: int, action: Action) -> Refusal | None:
    """PR-6.10: why a tile cannot be patented; None: it can."""
    if not s.tiles[seat] >> action.args[0] & 1:
        return tile_elsewhere(t, s, action.args[0], "PR-6.10")
    if s.influence[seat] < t.n.patent_cost:
        return Refusal("PR-6.10", "refuse.influence", (t.n.patent_cost, s.influence[seat]))
    return None


# Machinist (PR-6.11)


def machinist(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    (i,) = action.args
    spend(t, s, seat, t.machinist, ev, i + 1)
    bonus = t.effect["machinist_plus_one"]["influence"] if holds(t, s, seat, "machinist_plus_one") else 0
    gain_influence(t, s, seat, (t.n.machinist_one_gain, t.n.machinist_two_gain)[i] + bonus, ev)


def refuse_pawns(t: Lookup, s: State, seat: int, kind: int, pawns: int, rule: str) -> Refusal | None:
    have = own(t, s, seat, kind)
    return Refusal(rule, "refuse.pawns", (t.elements[kind], pawns, have)) if have < pawns else None


# Engineer (PR-6.12)


def engineer_terms(t: Lookup, i: int) -> tuple[int, int]:
    """Influence and number of elements for one or two Engineers."""
    return t.engineer_prices[i], t.constants[ENGINEERS[i]]["elements"]


def engineer(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    (i,) = action.args
    price, amount = engineer_terms(t, i)
    if holds(t, s, seat, "engineer_plus_one"):
        amount += t.effect["engineer_plus_one"]["stock_elements"]
    pay(s, seat, price, ev)
    spend(t, s, seat, t.engineer, ev, i + 1)
    ask_take(t, s, seat, amount, ANY_KIND, -1)


def refuse_engineer(t: Lookup, s: State, seat: int, i: int) -> Refusal | None:
    short = refuse_pawns(t, s, seat, t.engineer, i + 1, "PR-6.12")
    if short:
        return short
    price, _ = engineer_terms(t, i)
    if s.influence[seat] < price:
        return Refusal("PR-6.12", "refuse.influence", (price, s.influence[seat]))
    if not in_stock(t, s, range(len(t.elements))):
        return Refusal("PR-6.14", "refuse.stock_empty")
    return None


# Financier (PR-6.13)


def financier_stock(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    """(a) The Financier goes to the Stock, two fundings come from there."""
    pay(s, seat, s.options[t.option["financier_swap_cost"]], ev)
    give(t, s, SEATS + seat, STOCK, t.financier, ev)
    ask_take(t, s, seat, t.constants["financier_stock"]["fundings"], ONLY_COUNTRIES, -1)


def refuse_swap(t: Lookup, s: State, seat: int) -> Refusal | None:
    short = refuse_pawns(t, s, seat, t.financier, 1, "PR-6.13")
    if short:
        return short
    price = s.options[t.option["financier_swap_cost"]]
    if s.influence[seat] < price:
        return Refusal("A-23", "refuse.influence", (price, s.influence[seat]))
    if not in_stock(t, s, t.countries):
        return Refusal("PR-6.14", "refuse.stock_no_funding", (in_stock_now(t, s),))
    return None


def financier_reserve(t: Lookup, s: State, seat: int, action: Action, ev: Events) -> None:
    """(b) The Financier goes to the Reserve, one funding comes from there."""
    pay(s, seat, t.funding_price, ev)
    spend(t, s, seat, t.financier, ev)
    give(t, s, RESERVE, SEATS + seat, t.countries[action.args[0]], ev)


def refuse_funding(t: Lookup, s: State, seat: int, country: int) -> Refusal | None:
    short = refuse_pawns(t, s, seat, t.financier, 1, "PR-6.13")
    if short:
        return short
    price = t.funding_price
    if s.influence[seat] < price:
        return Refusal("PR-6.13", "refuse.influence", (price, s.influence[seat]))
    kind = t.countries[country]
    if not s.elements[RESERVE * len(t.elements) + kind]:
        return Refusal("PR-6.14", "refuse.stock.not_in_reserve", (t.elements[kind],))
    return None


# Taking from the Stock


def ask_take(t: Lookup, s: State, seat: int, amount: int, limit: int, brought: int) -> None:
    """PR-6.14: as many as there are (A-24)."""
    there = in_stock(t, s, t.countries if limit == ONLY_COUNTRIES else range(len(t.elements)))
    s.stack.append(("take", seat, Take(min(amount, there), limit, brought)))


def take_offers(t: Lookup, s: State, seat: int, args: Take) -> list[Action]:
    """One element after the other; never the very gem that Cooperation has just brought (PR-12.9)."""
    row, kinds = t.a["take"], t.countries if args.limit == ONLY_COUNTRIES else range(len(t.elements))
    stock, brought = s.elements[STOCK * len(t.elements) :], args.brought
    return [row[kind] for kind in kinds if stock[kind] > (kind == brought)]


def takeable(t: Lookup, s: State, args: Take, kind: int) -> bool:
    """Whether the Stock has one that has not just been brought."""
    return s.elements[STOCK * len(t.elements) + kind] > (kind == args.brought)


def take_resolve(t: Lookup, s: State, seat: int, args: Take, action: Action, ev: Events) -> None:
    give(t, s, STOCK, SEATS + seat, action.args[0], ev)
    if args.left > 1:
        s.stack.append(("take", seat, Take(args.left - 1, args.limit, args.brought)))


def take_refuse(t: Lookup, s: State, seat: int, args: Take, action: Action) -> Refusal | None:
    if action.kind != "take":
        return None
    (kind,), name = action.args, t.elements[action.args[0]]
    if args.limit == ONLY_COUNTRIES and kind not in t.countries:
        return Refusal("PR-6.13", "refuse.take.only_fundings", (name, kinds_held(t, s, STOCK, t.countries)))
    if takeable(t, s, args, kind):
        return None
    if kind == args.brought:
        return Refusal("PR-12.9", "refuse.take.just_brought", (name,))
    return Refusal("PR-6.14", "refuse.take.not_in_stock", (name, in_stock_now(t, s)))


RESOLVE: dict[str, Callable[[Lookup, State, int, Action, Events], None]] = {
    "chemist": chemist,
    "expedition": expedition,
    "patent": patent,
    "machinist": machinist,
    "engineer": engineer,
    "financier-stock": financier_stock,
    "financier-reserve": financier_reserve,
}
REFUSE: dict[str, Callable[[Lookup, State, int, Action], Refusal | None]] = {
    "chemist": refuse_chemist,
    "expedition": refuse_expedition,
    "patent": refuse_patent,
    "machinist": lambda t, s, seat, a: refuse_pawns(t, s, seat, t.machinist, a.args[0] + 1, "PR-6.11"),
    "engineer": lambda t, s, seat, a: refuse_engineer(t, s, seat, a.args[0]),
    "financier-stock": lambda t, s, seat, a: refuse_swap(t, s, seat),
    "financier-reserve": lambda t, s, seat, a: refuse_funding(t, s, seat, a.args[0]),
}
DECISIONS: dict[str, Decision[Lookup, State]] = {"take": Decision("PR-6.14", take_offers, take_resolve, take_refuse)}
