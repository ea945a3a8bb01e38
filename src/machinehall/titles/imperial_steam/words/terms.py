"""What a choice of Imperial Steam costs and brings, in words.

The figures come from the rules' own functions, asked of a position sampled from the view; what they read of it the
seat knows.
"""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel import title_wording
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Terms
from machinehall.titles.imperial_steam.options import UPGRADE_INFLUENCE
from machinehall.titles.imperial_steam.rules.build import factory_cost
from machinehall.titles.imperial_steam.rules.free_actions import buyout_price, next_growth, toll
from machinehall.titles.imperial_steam.rules.goods import price
from machinehall.titles.imperial_steam.rules.lay_tracks import effort
from machinehall.titles.imperial_steam.rules.storage import owners
from machinehall.titles.imperial_steam.rules.tracks import INFLUENCE, SHARE
from machinehall.titles.imperial_steam.rules.trains import upgrade_price
from machinehall.titles.imperial_steam.rules.turns import penalty
from machinehall.titles.imperial_steam.state import GOLD, GOODS, LEVELS, State

from .names import Names

Asked = title_wording.Asked[State]


class TermsOf:
    """The terms of every kind of action."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.t = names.t
        self.say = names.say
        self.kinds: dict[str, Callable[[Asked, Action], Terms]] = {
            "bid": self._bid,
            "do": self._do,
            "done": self._done,
            "sell": self._sell,
            "deliver": self._deliver,
            "buy-out": self._buy_out,
            "track": self._track,
            "mobilise": self._mobilise,
            "improve": self._improve,
            "hire": self._hire,
            "engineer": self._engineer,
            "station": self._station,
            "factory": self._factory,
            "staff": self._staff,
            "collect": self._collect,
            "import": self._import,
            "order": self._order,
            "buy": self._buy,
            "upgrade": self._upgrade,
            "sign": self._sign,
            "influence": self._influence,
            "price": self._price,
        }

    def __call__(self, scene: Asked, action: Action) -> Terms:
        found = self.kinds.get(action.kind)
        return found(scene, action) if found else Terms()

    def _done(self, scene: Asked, action: Action) -> Terms:
        """Points of an improvement token that are not spent are lost (IS-8.13)."""
        return Terms(note=self.say("note.unused") if scene.frame[0] == "improve" else "")

    # Small words

    def _figure(self, kind: str, n: int, *args: object) -> str:
        return self.say(f"imperial-steam.figure.{kind}", *args, n=n) if n else ""

    def _list(self, *words: str) -> str:
        return self.names.joined(words)

    def _column(self, scene: Asked, steps: int) -> str:
        """From where to where a move on the influence track would lead: its end alone reads like the whole gain."""
        here, columns = scene.s.influence[scene.seat], self.t.columns
        at = max(0, min(self.t.last_column, here + steps))
        return self.say("imperial-steam.figure.column.moved", columns[here], columns[at]) if at != here else ""

    def _connects(self, scene: Asked, link: int) -> str:
        """What a new track on a link brings by the city it connects."""
        t, s = self.t, scene.s
        network = t.network(s.tracks[scene.seat])
        city = next((c for c in t.ends[link] if not network >> c & 1), -1)
        if city < 0:
            return ""
        steps = t.tile_influence[s.tile[city]] + t.board_influence[city]
        left = s.improvements[city]
        token = t.stacks[s.seats][t.symbol[s.tile[city]]][left - 1] if left else 0
        money = t.n.trieste_bonus * (s.tracks[scene.seat].bit_count() + 1) if city == t.goal else 0
        return self._list(
            self._figure("influence", steps), self._figure("improvement", token), self._figure("money", money)
        )

    # Auction and turn

    def _bid(self, scene: Asked, action: Action) -> Terms:
        (column,) = action.args
        at = self.say("imperial-steam.figure.column", self.t.columns[column])
        return Terms(self._figure("money", column * self.t.n.bid_step), at)

    def _do(self, scene: Asked, action: Action) -> Terms:
        (tile,) = action.args
        loss = min(penalty(self.t, scene.s, scene.seat, tile), scene.s.influence[scene.seat])
        gain = self._figure("money", self.t.n.funds) if self.t.action_tiles[tile] == "funds" else ""
        more, note = self._moved_share(scene, loss) if self.t.action_tiles[tile] == "share" else (0, "")
        again = self.say("imperial-steam.note.repeat") if loss else ""
        return Terms(self._figure("influence", loss + more), gain, self._list(again, note))

    def _moved_share(self, scene: Asked, loss: int) -> tuple[int, str]:
        """Where the share price can go after a loss of influence; the steps it costs where there is but one way."""
        t, at = self.t, scene.s.share[scene.seat]
        here, above = t.share_price[at], at + 1
        if above == len(t.share_price) or t.share_cost[above] > scene.s.influence[scene.seat] - loss:
            return 0, self.say("imperial-steam.note.share.down", here)
        cost, there = t.share_cost[above], t.share_price[above]
        if not at:
            return cost, self.say("imperial-steam.note.share.up", here, there)
        return 0, self.say("imperial-steam.note.share.both", here, there, self._figure("influence", cost))

    # Free actions

    def _sell(self, scene: Asked, action: Action) -> Terms:
        t, s, seat = self.t, scene.s, scene.seat
        sold = min(s.dividends[seat] + 1, len(t.dividend_tenths) - 1)
        note = self.say("imperial-steam.note.dividends", t.dividend_tenths[sold])
        return Terms("", self._figure("money", t.share_price[s.share[seat]]), note)

    def _deliver(self, scene: Asked, action: Action) -> Terms:
        (site, city), t, s, seat = action.args, self.t, scene.s, scene.seat
        good = next(g for g in range(GOODS) if s.factories[GOODS * seat + g] >> site & 1)
        pays = self._figure("good", t.n.transport_coal, self.names.good(t.coal))
        hub = t.tile_hub[s.tile[city]]
        steps = next_growth(t, s, city, hub) if hub >= 0 else 0
        note = self.say("imperial-steam.note.growth", self.names.city(city), steps) if steps else ""
        if good == t.coal:
            key = GOLD if s.wanted[good] >> city & 1 else 1 - GOLD
            return Terms(pays, self.names("key", key), note)
        return Terms(pays, self._figure("money", t.reward[s.seats][good][s.built[good] - 1]), note)

    def _buy_out(self, scene: Asked, action: Action) -> Terms:
        (link,), t, s = action.args, self.t, scene.s
        others = owners(s, scene.seat, link)
        if others:
            pays = self._list(*(self._figure("money_to", toll(t, s, link, True), self.names.seat(o)) for o in others))
        else:
            pays = self._figure("money", buyout_price(t, s, scene.seat, link))
        return Terms(pays, self._connects(scene, link))

    # Tracks

    def _track(self, scene: Asked, action: Action) -> Terms:
        (link,), t, s, seat = action.args, self.t, scene.s, scene.seat
        need = [0] * GOODS if scene.args.second else list(t.materials)
        if t.more_material[link] >= 0:
            need[t.more_material[link]] += 1
        fees = (self._figure("money_to", t.n.transit_fee, self.names.seat(o)) for o in owners(s, seat, link))
        work = self._figure("effort", max(0, effort(t, s, seat, link) - scene.args.spare))
        return Terms(self._list(work, self.names.goods(need), *fees), self._connects(scene, link))

    def _mobilise(self, scene: Asked, action: Action) -> Terms:
        crew, need = self.t.crews[action.args[0]], scene.args.need
        over = sum(k * e for k, e in zip(crew, self.t.experience, strict=True)) - need
        return Terms(note=self.say("imperial-steam.note.spare", over) if over else "")

    def _improve(self, scene: Asked, action: Action) -> Terms:
        (use,), t, s, seat = action.args, self.t, scene.s, scene.seat
        if use == INFLUENCE:
            return Terms("", self._column(scene, 1))
        if use == SHARE:
            return Terms("", self.say("imperial-steam.figure.share", t.share_price[s.share[seat] + 1]))
        return Terms(self._figure("wagons", 1), self._figure("income", t.n.passenger_income))

    # People and buildings

    def _hire(self, scene: Asked, action: Action) -> Terms:
        cost = self.t.hiring_prices[scene.s.hiring[action.args[0]]]
        return Terms(
            self._figure("money", cost), self.say("imperial-steam.figure.worker"), self._where(scene, action.args[0])
        )

    def _where(self, scene: Asked, column: int) -> str:
        return self.city_of(scene.s, self.t.hire_hub[column])

    def city_of(self, s: State, hub: int) -> str:
        """The city that carries a metropolis."""
        found = [c for c, tile in enumerate(s.tile) if tile >= 0 and self.t.tile_hub[tile] == hub]
        return self.names.city(found[0]) if found else ""

    def _engineer(self, scene: Asked, action: Action) -> Terms:
        hub, kind = action.args
        use = f"imperial-steam.note.engineer.{self.t.domains['engineer'][kind]}"
        return Terms(self._figure("money", self.t.n.engineer_price), "", self.say(use, self.city_of(scene.s, hub)))

    def _station(self, scene: Asked, action: Action) -> Terms:
        t = self.t
        cost = t.station_cost[scene.s.tile[action.args[0]]]
        gains = self._list(self._figure("income", t.n.station_income), self.say("imperial-steam.figure.warehouse"))
        return Terms(self._figure("money", cost), gains)

    def _factory(self, scene: Asked, action: Action) -> Terms:
        (site, good), t, s = action.args, self.t, scene.s
        reward = t.reward[s.seats][good][s.built[good]]
        note = self.say("imperial-steam.note.key") if good == t.coal else self.say("imperial-steam.note.pays", reward)
        # IS-8.26: which of the own workers runs it is asked afterwards, where there is a choice.
        cost, staff = factory_cost(t, s, site, good), self.say("imperial-steam.figure.staff")
        return Terms(self._list(self._figure("money", cost), staff), "", note)

    def _staff(self, scene: Asked, action: Action) -> Terms:
        output = self.t.output[action.args[0] % LEVELS]
        return Terms("", self._figure("good", output, self.names.good(scene.args.good)))

    # Goods, trains, contracts

    def _collect(self, scene: Asked, action: Action) -> Terms:
        (site,), s = action.args, scene.s
        good = next(g for g in range(GOODS) if s.factories[GOODS * scene.seat + g] >> site & 1)
        return Terms("", self._figure("good", 1, self.names.good(good)))

    def _import(self, scene: Asked, action: Action) -> Terms:
        (good,) = action.args
        gain = self._figure("good", 1, self.names.good(good))
        return Terms(self._figure("money", price(self.t, scene.s, good)), gain)

    def _order(self, scene: Asked, action: Action) -> Terms:
        return self._import(scene, action)._replace(note=self.say("imperial-steam.note.arrives", scene.s.round + 1))

    def _buy(self, scene: Asked, action: Action) -> Terms:
        (new,), t = action.args, self.t
        coal = self._figure("good", 1, self.names.good(t.coal))
        steps = self._figure("influence", t.loco_influence[new])
        return Terms(self._figure("money", t.loco_price[new]), self._list(self._wagons(t.level[new]), coal, steps))

    def _wagons(self, number: int) -> str:
        return self._figure("wagons", number)

    def _upgrade(self, scene: Asked, action: Action) -> Terms:
        (old, new), t = action.args, self.t
        steps = t.loco_influence[new]
        if not scene.s.options[UPGRADE_INFLUENCE]:
            steps -= t.loco_influence[old]
        gains = self._list(self._wagons(t.level[new] - t.level[old]), self._figure("influence", steps))
        return Terms(self._figure("money", upgrade_price(t, old, new)), gains)

    def _sign(self, scene: Asked, action: Action) -> Terms:
        (card,), t, s = action.args, self.t, scene.s
        size = t.contract_size[card]
        new = min(size, t.n.investor_spaces - s.investors[scene.seat])
        note = self.say("imperial-steam.note.contract", t.contract_value[card])
        return Terms(self._wagons(size), self._figure("investors", new), note)

    # Money

    def _influence(self, scene: Asked, action: Action) -> Terms:
        steps = action.args[0] + 1
        return Terms(self._figure("money", steps * self.t.n.influence_price), self._column(scene, steps))

    def _price(self, scene: Asked, action: Action) -> Terms:
        (target,), t = action.args, self.t
        loss = t.share_cost[target] if target > scene.s.share[scene.seat] else 0
        # Each investor at or above the row of the price buys one share: a lower price finds more of them.
        count = max(0, scene.s.investors[scene.seat] - target)
        return Terms(self._figure("influence", loss), note=self.say("imperial-steam.note.sellable", n=count))
