"""What a choice of Nucleum costs and brings, in words. The figures come from the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel import title_wording
from machinehall.kernel.plain_state import put
from machinehall.kernel.refusals import Teller
from machinehall.kernel.values import STEP, Action
from machinehall.kernel.wording import Sentence, Terms
from machinehall.titles.nucleum.action_frames import Energize, Half, PaidIncome
from machinehall.titles.nucleum.lookup import HALVES, WORKER_SOURCE
from machinehall.titles.nucleum.rules import DECISIONS
from machinehall.titles.nucleum.rules.contracts import has
from machinehall.titles.nucleum.rules.develop import price_of
from machinehall.titles.nucleum.rules.final_scoring import milestone_count
from machinehall.titles.nucleum.rules.industrialize import red_cost, worker_cost
from machinehall.titles.nucleum.rules.matched_actions import can_act, half_at
from machinehall.titles.nucleum.rules.power import Grid, coal_price
from machinehall.titles.nucleum.rules.rails import laid, matches
from machinehall.titles.nucleum.rules.recharge import entry, spaces_for
from machinehall.titles.nucleum.rules.turn import doable, refuse_action
from machinehall.titles.nucleum.rules.urbanize import cost, discount_of
from machinehall.titles.nucleum.state import ROWS, TRACKS, State

from .names import Names
from .paying import Paying

Asked = title_wording.Asked[State]


class TermsOf:
    """The terms of every kind of action."""

    def __init__(self, names: Names, teller: Teller, label: Callable[[Action], str]) -> None:
        self.names, self.teller, self.label, self.paying = names, teller, label, Paying(names)
        self.t = names.t
        self.say = names.say
        self.kinds: dict[str, Callable[[Asked, Action], Terms]] = {
            "experiment": self._experiment,
            "rail": lambda scene, _: self._paid(scene, 0, 1),
            "act": lambda scene, a: self._begun(scene, self.t.half[HALVES * scene.args.tile + a.args[0]]),
            "directive": lambda scene, a: self._begun(scene, self.t.directive_half[a.args[0]]),
            "match": lambda scene, a: self._begun(
                scene, self.t.half[HALVES * scene.s.rail_tile[a.args[0]] + a.args[1]]
            ),
            "recharge": self._recharge,
            "play": self._play,
            "done": self._done,
            "fulfil": self._fulfil,
            "lay": self._lay,
            "urbanize": self._urbanize,
            "mine": self._mine,
            "turbine": self._turbine,
            "icon": lambda scene, _: Terms("", self._figure("uranium", scene.args.icons)),
            "buy": self._buy,
            "sign": self._sign,
            "slot": lambda _, a: Terms("", names.rewards(self.t.slot_reward[a.args[0]])),
            "unlock": lambda _, a: Terms(note=names.technology(a.args[0])),
            "points": lambda scene, _: Terms("", self._figure("vp", scene.args.level)),
            "worker": self._worker,
            "thaler": lambda scene, _: Terms("", self._figure("thaler", scene.args.thaler)),
            "energize": self._energize,
            "coal": self._coal,
            "uranium": self._uranium,
            "rent": lambda *_: Terms(self._figure("thaler", self.t.n.turbine_fee_thaler)),
            "income": self._income,
            "convert": self._convert,
            "marker": self._marker,
            "nucleum": self._nucleum,
        }

    def __call__(self, scene: Asked, action: Action) -> Terms:
        found = self.kinds.get(action.kind)
        return found(scene, action) if found else Terms()

    # The turn

    def _play(self, scene: Asked, action: Action) -> Terms:
        """Which of its actions a tile would be played for in vain, as things stand, and why: a line for each."""
        (tile,), t = action.args, self.t
        can = doable(t, scene.s, scene.seat, tile, 0)
        acts = t.a["directive" if t.directive[tile] else "act"]
        rows = zip(acts, *self.halves(tile), strict=True)
        return Terms(note="\n".join(self._vain(scene, half, name) for act, half, name in rows if act not in can))

    def halves(self, tile: int) -> tuple[list[tuple[str, Half]], list[str]]:
        """The actions that a tile offers, and what they are called."""
        t, names = self.t, self.names
        if t.directive[tile]:
            return t.directive_half, [names("main", k) for k in range(len(t.directive_half))]
        at = range(HALVES * tile, HALVES * (tile + 1))
        return [t.half[k] for k in at], [names.half(k) for k in at]

    def _vain(self, scene: Asked, half: tuple[str, Half], name: str) -> str:
        """Why the action of a tile cannot be carried out."""
        why, told = refuse_action(self.t, scene.s, scene.seat, half), self.say("note.not_now", name)
        return self.paying.together(told, str(Sentence(self.teller(why), why.rule))) if why is not None else told

    def lacks(self, scene: Asked) -> str:
        """What of a Special Directive that was played cannot be carried out; a single one with its reason.

        More reasons are too long for a question; they are told with the tile before it is played.
        """
        found = []
        for half, name in zip(*self.halves(scene.args.tile), strict=True):
            why = refuse_action(self.t, scene.s, scene.seat, half)
            if why is not None:
                found.append((name, self.teller(why).removesuffix(".")))
        if len(found) == 1:
            return self.say("note.lack", *found[0])
        return self.names.joined(name for name, _ in found)

    def _begun(self, scene: Asked, half: tuple[str, Half]) -> Terms:
        """What is paid as soon as an action is begun: where it leaves a single choice, the table makes it at once."""
        kind, args = half
        if isinstance(args, PaidIncome):
            return self._paid(scene, args.cost, 0)
        offers = DECISIONS[kind].offers(self.t, scene.s, scene.seat, args) if kind in DECISIONS else ()
        if len(offers) != 1:
            return Terms()
        found = self(scene._replace(frame=(kind, scene.seat, args)), offers[0])
        thaler = self.paying.coal_price(scene, args, *offers[0].args) if isinstance(args, Energize) else 0
        pays = self._figure("thaler", thaler) if thaler else found.pays
        return Terms(pays, found.gains, self.paying.together(self.label(offers[0]), found.note))

    def _convert(self, scene: Asked, action: Action) -> Terms:
        """NU-5.2: one of what is at hand for one of what is owed."""
        spent = "worker" if action.args[0] == WORKER_SOURCE else "uranium"
        return Terms(self._figure(spent, 1), self._figure("worker" if scene.args.workers else "thaler", 1))

    def _done(self, scene: Asked, action: Action) -> Terms:
        """What has to be paid, and whether actions that could still be carried out are given up."""
        kind, s, seat = scene.frame[0], scene.s, scene.seat
        if kind == "fuel":
            return self._paid(scene, self.paying.bill(scene), 0)
        if kind == "tile":
            left = bool(doable(self.t, s, seat, *scene.args))
        else:
            left = kind == "matched" and any(can_act(self.t, s, seat, at) for at in scene.args.left)
        return Terms(note=self.say("note.unused") if left else "")

    # Small words

    def _figure(self, kind: str, n: int) -> str:
        return self.say(f"figure.{kind}", n=n)

    def _paid(self, scene: Asked, thaler: int, workers: int, gains: str = "", *notes: str) -> Terms:
        """A price, with what is converted to pay it."""
        converted = self.paying.converted(scene, thaler, workers)
        return Terms(self.paying.cost(thaler, workers), gains, self.paying.together(converted, *notes))

    # Turns

    def _experiment(self, scene: Asked, action: Action) -> Terms:
        return Terms(note=self.names.turbine_effect(1, action.args[0]))

    def _recharge(self, scene: Asked, action: Action) -> Terms:
        """What comes in; with too few achievements for any tier the marker goes on 0, which costs points (NU-16.6)."""
        n, low = self.t.n, not spaces_for(self.t, scene.s, scene.seat)
        paid = [entry(self.t, scene.s, scene.seat, track) for track in range(TRACKS)]
        thaler, worker = paid[0][0] + low * n.bailout_thaler, paid[1][0] + low * n.bailout_worker
        vp = paid[-1][0] + sum(extra for _, extra in paid)
        sums = {"thaler": thaler, "worker": worker, "vp": vp}
        found = [self._figure(name, amount) for name, amount in sums.items() if amount]
        note = self.say("note.tiles_back")
        if not low:
            return Terms("", self.names.joined(found), note)
        stays = self.say("note.zero.stays", scene.s.achievement[scene.seat], n.zero_marker_vp)
        note = self.paying.together(str(Sentence(stays, "NU-16.6")), note)
        return Terms(self._figure("vp", abs(n.zero_marker_vp)), self.names.joined(found), note)

    def _fulfil(self, scene: Asked, action: Action) -> Terms:
        (contract,) = action.args
        note = self.say("note.has", has(self.t, scene.s, scene.seat, contract), self.t.need_count[contract])
        return Terms("", self.names.rewards(self.t.contract_reward[contract]), note)

    def _lay(self, scene: Asked, action: Action) -> Terms:
        (space, way), t = action.args, self.t
        b = t.board[scene.s.players]
        red = b.space_red >> space & 1
        first, second = (self.names.half(HALVES * scene.args.tile + (k ^ way)) for k in range(HALVES))
        a, z = (self.names("city", end) for end in b.link_ends[b.space_link[space]])
        edges = self.say("note.edges", a, first, z, second)
        brings, vain = self._matched(scene, action)
        return self._paid(scene, t.n.rail_red_thaler if red else 0, 1, brings, edges, *vain)

    def _matched(self, scene: Asked, action: Action) -> tuple[str, list[str]]:
        """The actions that a rail brings whoever lays it: of its own ends that match, and of own tiles beside it; and
        which of them will not be possible when it lies and is paid for, and why."""
        t, seat, (space, way) = self.t, scene.seat, action.args
        s = scene.s.clone()
        s.stack = []
        DECISIONS["lay"].resolve(t, s, seat, scene.args, action, [])
        paid = s.stack[-1][:2] == ("laid", STEP)
        if paid:
            laid(t, s, s.stack.pop()[2], [])
        else:  # what is left by then depends on how it is paid
            s.rail_tile, s.rail_owner = put(s.rail_tile, space, scene.args.tile), put(s.rail_owner, space, seat)
            s.rail_flipped |= way << space
        own = [at for owner, at in matches(t, s, space) if owner == seat]
        later = scene._replace(s=s)
        names = {at: self.names.half(HALVES * s.rail_tile[at // HALVES] + at % HALVES) for at in own}
        vain = [at for at in own if paid and not can_act(t, s, seat, at)]
        brings = self.names.joined(names[at] for at in own if at not in vain)
        return brings, [self._vain(later, half_at(t, s, at), names[at]) for at in vain]

    # Main actions

    def _urbanize(self, scene: Asked, action: Action) -> Terms:
        (building, site), t, s = action.args, self.t, scene.s
        red = t.board[s.players].urban_red >> site & 1
        price = cost(t, building, red, discount_of(t, s, scene.seat, scene.args.discount))
        piece = scene.seat * len(t.buildings) + building
        key = "note.powered_vp.each" if t.per_building[building] else "note.powered_vp"
        need = self._figure("electricity", t.piece_need[piece])
        note = self.say(key, self.names.rewards(t.piece_benefit[piece]), t.powered_vp[building])
        return self._paid(scene, price, 0, "", self.say("note.needs_power", need, note))

    def _industry(self, scene: Asked, row: int, red: int, others: tuple[int, ...], uranium: str, note: str) -> Terms:
        """`others`: where the other kind of piece stands; with that of the row, the pair is complete (NU-10.9)."""
        workers = worker_cost(self.t, scene.s, row, scene.args.less_workers)
        thaler = red_cost(self.t, scene.args.less_thaler) if red else 0
        pair = self.names.rewards(self.t.pair_reward[row])
        if others[ROWS * scene.seat + row] >= 0:
            return self._paid(scene, thaler, workers, self.names.joined(filter(None, [uranium, pair])), note)
        return self._paid(scene, thaler, workers, uranium, note, self.say("effect.row.pair", pair))

    def _mine(self, scene: Asked, action: Action) -> Terms:
        (row, site), s, base = action.args, scene.s, ROWS * scene.seat
        b = self.t.board[s.players]
        uranium = 1 + sum(at >= 0 for at in s.mine_site[base : base + ROWS]) + b.mine_bonus[site] + scene.args.icons
        note = self.say("effect.row.mine", self._figure("uranium", self.t.capacity[row]))
        gains = self._figure("uranium", uranium)
        return self._industry(scene, row, b.mine_red >> site & 1, s.turbine_site, gains, note)

    def _turbine(self, scene: Asked, action: Action) -> Terms:
        (row, site), s = action.args, scene.s
        red = self.t.board[s.players].turbine_red >> site & 1
        note = self.names.turbine_effect(row, s.experiment[scene.seat])
        return self._industry(scene, row, red, s.mine_site, "", note)

    def _buy(self, scene: Asked, action: Action) -> Terms:
        second = scene.args.second if scene.frame[0] == "develop" else 0
        price = max(0, price_of(self.t, scene.s, action.args[0], second) - scene.args.discount)
        return self._paid(scene, price, 0) if price else Terms(self.say("figure.nothing"))

    def _sign(self, scene: Asked, action: Action) -> Terms:
        (contract, slot), t = action.args, self.t
        times = 2 if scene.args.double else 1
        reward = {kind: amount * times for kind, amount in t.slot_reward[slot].items()}
        note = self.say("note.has", has(t, scene.s, scene.seat, contract), t.need_count[contract])
        return Terms("", self.names.rewards(reward), note)

    def _worker(self, scene: Asked, action: Action) -> Terms:
        """One for a uranium (NU-5.4); otherwise as many as the frame says."""
        workers = 1 if scene.frame[0] == "uranium" else scene.args.workers
        return Terms("", self._figure("worker", workers))

    # Energy

    def _energize(self, scene: Asked, action: Action) -> Terms:
        (plant, site), t = action.args, self.t
        piece = scene.s.urban[site]
        need = t.piece_need[piece]
        gains = [self._figure("achievement", need), self.names.rewards(t.piece_benefit[piece])]
        fuel = self.paying.fuel(scene, plant, site)
        return Terms(self._figure("electricity", need), self.names.joined(gains), fuel)

    def _coal(self, scene: Asked, action: Action) -> Terms:
        """What the unit adds to the bill, whose discounts count once (NU-14.5), and what the whole bill would take."""
        price, before = coal_price(self.t, scene.s, action.args[0]), self.paying.bill(scene)
        bill = self.paying.bill(scene, price)
        adds, listed = bill - before, self._figure("thaler", price)
        pays = self._figure("thaler", adds) if adds else self.say("figure.nothing")
        less = self.say("note.fuel.discount", listed) if adds < price else ""
        note = self.paying.together(less, self.paying.converted(scene, bill, 0))
        return self._fuel(scene, pays, self.t.n.coal_electricity, note)

    def _fuel(self, scene: Asked, pays: str, electricity: int, note: str) -> Terms:
        """What a unit brings, which is nothing once the building has all that it needs."""
        need = self.t.piece_need[scene.s.urban[scene.args.site]]
        if scene.args.electricity >= need:
            return Terms(
                pays, "", self.paying.together(self.say("note.fuel.waste", self._figure("electricity", need)), note)
            )
        return Terms(pays, self._figure("electricity", electricity), note)

    def _uranium(self, scene: Asked, action: Action) -> Terms:
        """NU-14.7: a unit beyond the own turbines also costs the rent of another's, unless the Directive pays it."""
        bill = self.paying.bill(scene, burnt=1)
        rent = bill - self.paying.bill(scene)
        pays = self.names.joined([self._figure("uranium", 1), *([self._figure("thaler", rent)] if rent else [])])
        gains = Grid(self.t, scene.s, scene.seat).per_uranium
        return self._fuel(scene, pays, gains, self.paying.converted(scene, bill, 0, burnt=1))

    # Income and milestones

    def _income(self, scene: Asked, action: Action) -> Terms:
        (track,) = action.args
        at = scene.s.income[TRACKS * scene.seat + track]
        if at >= self.t.last_space:
            return Terms("", self._figure("vp", self.t.n.income_overflow_vp))
        amount, vp = self.t.income[track][at]
        name = ("thaler", "worker", "vp")[track]
        comes = self.names.joined([self._figure(name, amount), self._figure("vp", vp) if vp else ""])
        return Terms("", self.say("figure.each_recharge", comes))

    def _marker(self, scene: Asked, action: Action) -> Terms:
        (space,), t, s = action.args, self.t, scene.s
        if not space:
            gains = self.paying.cost(t.n.bailout_thaler, t.n.bailout_worker)
            return Terms("", gains, self.say("note.zero", t.n.zero_marker_vp))
        tile = s.milestone[t.space_segment[space]]
        count = milestone_count(t, s, scene.seat, tile)
        times = t.multiplier[t.space_tier[space]]
        worth = self._figure("vp", times * count)
        note = self.say("note.milestone", times, self.names("milestone", tile), count, worth)
        return Terms("", self._segment(s, space) if scene.frame[0] == "marker" else "", note)

    def _segment(self, s: State, space: int) -> str:
        """What comes with a marker of a Recharge (NU-16.7 to NU-16.10)."""
        t, segment = self.t, self.t.space_segment[space]
        free = t.board[s.players].takes_nucleum & ~s.nucleums
        found = [self.say("figure.nucleum")] if free and s.track_nucleums >> segment & 1 else []
        found += [self._figure("tech", t.segment_tech[segment])] if t.segment_tech[segment] else []
        found += [self._figure("vp", t.n.top_space_vp)] if t.space_value[space] == t.n.top_space else []
        return self.names.joined(found)

    def _nucleum(self, scene: Asked, action: Action) -> Terms:
        bonus = self.t.board[scene.s.players].nucleum_bonus[action.args[0]]
        return Terms("", self.names.rewards(bonus))
