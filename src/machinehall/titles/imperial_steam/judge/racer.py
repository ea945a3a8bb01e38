"""A scripted player that races for Trieste: it recruits, orders material, lays along the cheapest road and delivers.

It raises money with contracts and shares and does not ask what they will cost in the end: it wins races, not matches.
So it shows in which rounds Trieste can be reached, and reconstructed numbers can be judged. It is given a view like any
bot; nearly everything in this game is open.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from machinehall.kernel.plain_state import put
from machinehall.kernel.title import Title
from machinehall.kernel.values import Action
from machinehall.titles.imperial_steam.frames import Recruit, Track
from machinehall.titles.imperial_steam.lookup import BRIDGE, TUNNEL, Lookup, bits
from machinehall.titles.imperial_steam.rules.build import factory_cost
from machinehall.titles.imperial_steam.rules.goods import price
from machinehall.titles.imperial_steam.rules.lay_tracks import effort, payable, power
from machinehall.titles.imperial_steam.rules.storage import freight, room
from machinehall.titles.imperial_steam.state import GOODS, LEVELS, TILES, ZONES, State

from .evaluation import way

MOST_WORKERS = 6
MOST_FACTORIES = 4
SMALL = 3
"""Freight wagons that are too few for a set of material and a contract."""


class Racer:
    """One plan for every turn, taken from what stands on the table."""

    def __init__(self, title: Title, seed: int | str | None = None) -> None:
        self.title = title
        self.t: Lookup = title.lookup
        self.rng = random.Random(seed)

    def choose(self, view: dict[str, Any], legal: Sequence[Action], clock: object = None) -> Action:
        s: State = self.title.sample(view, self.rng)
        seat: int = view["seat"]
        frame = self.title.decision(s, seat)
        kind = frame[0] if frame else ""
        plan = getattr(self, f"on_{kind}", None)
        wishes: Sequence[Action | None] = plan(s, seat, legal, frame[1] if frame else ()) if plan else []
        return next((wish for wish in wishes if wish in legal and wish is not None), legal[-1])

    # What is needed

    def road(self, s: State, seat: int) -> list[int]:
        """Links still to be laid on the cheapest road to Trieste."""
        return way(self.t, s.tracks[seat], tuple(s.tile), s.crowns, s.engineers[seat])

    def missing_goods(self, s: State, seat: int) -> list[int]:
        """What two more tracks on the road want that is neither stored nor ordered; coal for one delivery."""
        t, at = self.t, GOODS * seat
        need = [*t.materials]
        for link in self.road(s, seat)[:2]:
            if t.more_material[link] >= 0 and not s.crowns >> link & 1:
                need[t.more_material[link]] += 1
        need[t.coal] = 1
        return [max(0, need[g] - s.goods[at + g] - s.ordered[at + g]) for g in range(GOODS)]

    def missing_engineer(self, s: State, seat: int) -> int:
        """The engineer that one of the next links wants, or -1."""
        for link in self.road(s, seat)[:4]:
            if not s.crowns >> link & 1:
                for kind in (BRIDGE, TUNNEL):
                    if self.t.engineer_of[link] >> kind & 1 and not s.engineers[seat] >> kind & 1:
                        return kind
        return -1

    def staff(self, s: State, seat: int) -> int:
        return sum(s.workers[ZONES * seat : ZONES * seat + ZONES])

    def actions_left(self, s: State, seat: int) -> int:
        """Own turns of this round that are still to come, this one among them."""
        return self.t.actions_of_round[s.round - 1] - sum(s.pawns[TILES * seat : TILES * seat + TILES])

    # Decisions

    def on_bid(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        """Enough for the nearest metropolis, if it leaves two thirds of the cash."""
        wish = min(min(s.metropolises), s.money[seat] // 30)
        return [self.t.a["bid"][min(wish, len(legal) - 1)]]

    def on_turn(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        t = self.t
        free = self.free(s, seat, legal)
        if free is not None:
            return [free]
        do = dict(zip(t.action_tiles, t.a["do"], strict=True))
        if self.ready_to_lay(s, seat):
            return [do["lay"]]
        wishes: list[Action] = []
        short = self.cash_wanted(s, seat) > s.money[seat]
        if short:
            raising = self.raise_pays(s, seat) and do["share"] in legal and self.cheap(s, seat, do["share"])
            if t.one["sell"] in legal and not raising:
                return [t.one["sell"]]
            wishes += [do["share"]] if raising else []
            wishes += [do["contract"]] if self.contract_wish(s, seat) is not None else []
        if freight(t, s, seat) <= SMALL and s.money[seat] >= t.loco_price[1]:
            wishes.append(do["train"])
        if self.missing_engineer(s, seat) >= 0 and s.money[seat] >= t.n.engineer_price:
            wishes.append(do["recruit"])
        if self.staff(s, seat) < MOST_WORKERS - 1 and s.money[seat] >= 40:
            wishes.append(do["recruit"])
        if sum(self.missing_goods(s, seat)) and s.money[seat] >= 20:
            wishes.append(do["import"])
        if self.staff(s, seat) < self.crew_wanted(s) and s.money[seat] >= 40:
            wishes.append(do["recruit"])
        wishes += [do["build"]] if self.factory_wish(s, seat) is not None else []
        wishes += [do["collect"]] if self.collect_wish(s, seat) else []
        wishes += [do["contract"]] if s.round < 6 and self.contract_wish(s, seat) is not None else []
        wishes += [do["share"]] if self.raise_pays(s, seat) else []
        wishes += [do["influence"]] if s.money[seat] > 200 else []
        wishes += [do["funds"], do["pass"]]
        return [wish for wish in wishes if self.cheap(s, seat, wish)] + [do["pass"]]

    def cheap(self, s: State, seat: int, wish: Action) -> bool:
        """Repeating an action costs influence that is needed to recruit; laying is worth it."""
        pawns = s.pawns[TILES * seat + wish.args[0]]
        return pawns == 0 or wish.args[0] == 0 or (pawns == 1 and s.influence[seat] > 1)

    def ready_to_lay(self, s: State, seat: int) -> bool:
        """Two links of the road, or one if this is the last chance of the round."""
        links = [link for link in self.road(s, seat) if not s.crowns >> link & 1]
        if not links or links[0] not in payable(self.t, s, seat, 0, False):
            return False
        if len(links) == 1 or self.actions_left(s, seat) <= 1:
            return True
        later = s.clone()
        first = effort(self.t, later, seat, links[0])
        later.tracks = put(later.tracks, seat, later.tracks[seat] | 1 << links[0])
        return power(self.t, s, seat) >= first + effort(self.t, later, seat, links[1])

    def crew_wanted(self, s: State) -> int:
        return min(MOST_WORKERS, 3 + s.round)

    def cash_wanted(self, s: State, seat: int) -> int:
        t = self.t
        cash = 20 + sum(k * price(t, s, g) for g, k in enumerate(self.missing_goods(s, seat)))
        if self.missing_engineer(s, seat) >= 0:
            cash += t.n.engineer_price
        if self.staff(s, seat) < self.crew_wanted(s):
            cash += 30
        if freight(t, s, seat) <= SMALL and s.round > 1:
            cash += t.loco_price[1]
        road = self.road(s, seat)
        return cash + (60 if road and s.crowns >> road[0] & 1 else 0)

    def raise_pays(self, s: State, seat: int) -> bool:
        """One row more, as long as two could still be sold there."""
        row = s.share[seat] + 1
        return (
            row < len(self.t.share_cost) and s.investors[seat] > row + 1 and s.influence[seat] >= self.t.share_cost[row]
        )

    def collect_wish(self, s: State, seat: int) -> bool:
        missing = self.missing_goods(s, seat)
        own = s.factories[GOODS * seat : GOODS * seat + GOODS]
        return room(self.t, s, seat) > 0 and any(
            missing[g] and any(s.cubes[site] for site in bits(mask)) for g, mask in enumerate(own)
        )

    # Free actions

    def free(self, s: State, seat: int, legal: Sequence[Action]) -> Action | None:
        """Deliver what pays; buy out the next link of the road."""
        t = self.t
        road = self.road(s, seat)
        if road and s.crowns >> road[0] & 1:
            wish = t.a["buy-out"][road[0]]
            if wish in legal:
                return wish
        best, most = None, 0
        for action in legal:
            if action.kind == "deliver":
                good = next(g for g in range(GOODS) if s.factories[GOODS * seat + g] >> action.args[0] & 1)
                gain = 55 if good == t.coal else t.reward[s.seats][good][s.built[good] - 1]
                if gain > most:
                    best, most = action, gain
        return best

    def on_after(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        return [self.free(s, seat, legal), self.t.one["end-turn"]]

    # Parts of actions

    def on_track(self, s: State, seat: int, legal: Sequence[Action], args: Track) -> Sequence[Action | None]:
        free = self.free(s, seat, legal) if args.second else None
        row = self.t.a["track"]
        links = [link for link in self.road(s, seat) if row[link] in legal]
        return [free, *(row[link] for link in links[:1]), self.t.one["done"]]

    def on_mobilise(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        """The crew with the least experience to spare, the best trained first."""
        t = self.t

        def waste(action: Action) -> tuple[int, int]:
            crew = t.crews[action.args[0]]
            return sum(k * e for k, e in zip(crew, t.experience, strict=True)), sum(crew)

        return [min(legal, key=waste)]

    def on_improve(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        row = self.t.a["improve"]
        if s.investors[seat] > s.share[seat] + 1:
            return [row[1], row[0]]
        return [row[2] if room(self.t, s, seat) > 0 and s.round < 5 else row[0], row[0]]

    def on_recruit(self, s: State, seat: int, legal: Sequence[Action], args: Recruit) -> Sequence[Action | None]:
        t = self.t
        kind = self.missing_engineer(s, seat)
        wishes = [a for a in legal if a.kind == "engineer" and a.args[1] == kind]
        hires = [a for a in legal if a.kind == "hire" and t.hiring_prices[s.hiring[a.args[0]]] <= 30]
        hires.sort(key=lambda a: s.hiring[a.args[0]])
        if hires and s.money[seat] < t.hiring_prices[s.hiring[hires[0].args[0]]] + 40 and args.hired:
            hires = []
        enough = self.staff(s, seat) >= self.crew_wanted(s) + 2
        return [*wishes, *(hires if not enough else []), t.one["done"], *legal]

    def on_build(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        return [self.factory_wish(s, seat), *[a for a in legal if a.kind == "factory"]]

    def factory_wish(self, s: State, seat: int) -> Action | None:
        """A factory whose good a connected city wants, or that fills a contract."""
        t, at = self.t, GOODS * seat
        own = [mask.bit_count() for mask in s.factories[at : at + GOODS]]
        trained = s.workers[ZONES * seat + 1] + s.workers[ZONES * seat + LEVELS + 1] + s.workers[ZONES * seat + 2]
        if sum(own) >= MOST_FACTORIES or not trained or self.staff(s, seat) < 4:
            return None
        network = t.network(s.tracks[seat])
        taken = 0
        for mask in s.factories:
            taken |= mask
        sites = bits(s.sites & t.sites_in(network) & ~taken)
        best, most = None, 20
        for good in range(GOODS):
            if s.built[good] >= len(t.build_cost[s.seats][good]) or not sites:
                continue
            wanted = (s.wanted[good] & network).bit_count()
            gain = 60 if good == t.coal else t.reward[s.seats][good][s.built[good]]
            site = min(sites, key=lambda k: factory_cost(t, s, k, good))
            cost = factory_cost(t, s, site, good)
            needed = sum(t.contract_needs[card][good] for card in bits(s.contracts[seat])) > own[good]
            value = gain * max(0, min(2, wanted) - own[good]) + 80 * needed - cost
            if value > most and cost <= s.money[seat]:
                best, most = t.a["factory"][GOODS * site + good], value
        return best

    def on_staff(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        """Somebody of level II, tired if possible."""
        row = self.t.a["staff"]
        return [row[LEVELS + 1], row[1], row[LEVELS + 2], row[2]]

    def on_collect(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        missing = self.missing_goods(s, seat)
        for action in legal:
            if action.kind == "collect":
                good = next(g for g in range(GOODS) if s.factories[GOODS * seat + g] >> action.args[0] & 1)
                if missing[good]:
                    return [action]
        return [self.t.one["done"]]

    def on_import(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        missing = self.missing_goods(s, seat)
        goods = sorted((g for g in range(GOODS) if missing[g]), key=lambda g: (g == self.t.coal, price(self.t, s, g)))
        kind = "import" if sum(missing) == 1 else "order"
        return [*(self.t.a[kind][g] for g in goods), *(self.t.a["import"][g] for g in goods), self.t.one["done"]]

    def on_order(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        missing = self.missing_goods(s, seat)
        if not sum(missing):
            missing = [1, 1, 1, 0] if s.money[seat] > 80 and room(self.t, s, seat) > 3 else missing
        return [*(self.t.a["order"][g] for g in range(GOODS) if missing[g]), self.t.one["done"]]

    def on_train(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        return [*(a for a in legal if a.kind == "buy"), *reversed(legal)]

    def contract_wish(self, s: State, seat: int) -> Action | None:
        """The contract with the most investors that leaves room for material; the cheapest if it stays open."""
        t = self.t
        spare = freight(t, s, seat) - 2
        cards = [card for card in bits(s.offer) if t.contract_size[card] <= spare]
        if not cards or s.investors[seat] > s.share[seat] + 1:
            return None
        return t.a["sign"][max(cards, key=lambda card: (t.contract_size[card], -t.contract_value[card]))]

    def on_sign(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        return [self.contract_wish(s, seat)]

    def on_influence(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        return [legal[min(1, len(legal) - 1)]]

    def on_share(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        return [legal[-1]]

    def on_give_up(self, s: State, seat: int, legal: Sequence[Action], args: Any) -> Sequence[Action | None]:
        """What there is most of."""
        at = GOODS * seat
        return [max(legal, key=lambda a: s.goods[at + a.args[0]])]
