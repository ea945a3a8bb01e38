"""What a choice of Promethium costs and brings, in words.

The figures come from the rules' own functions, asked of a position sampled from the view: whatever they read is
the same in every position that fits the view, so nothing is told that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable

from machinehall.kernel import title_wording
from machinehall.kernel.values import Action
from machinehall.kernel.wording import Terms, addressed
from machinehall.titles.promethium.rules.activation import card_income, holds
from machinehall.titles.promethium.rules.crossing import own_tokens, price
from machinehall.titles.promethium.rules.experts import engineer_terms, expedition_cost
from machinehall.titles.promethium.rules.purchase import surcharge
from machinehall.titles.promethium.rules.schemes import cost
from machinehall.titles.promethium.state import DOWN, NEUTRAL, STOCK, State

from .names import Names

Asked = title_wording.Asked[State]


class TermsOf:
    """The terms of every kind of action."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.t = names.t
        self.say = names.say
        self.kinds: dict[str, Callable[[Asked, Action], Terms]] = {
            "stock": self._stock,
            "line": self._line,
            "target": self._target,
            "lobby": self._lobby,
            "buy": self._buy,
            "sell": self._sell,
            "accept": self._accept,
            "play": self._play,
            "steal": self._steal,
            "cell": self._cell,
            "end": self._scheme,
            "keep": self._keep,
            "top": self._keep,
            "give": self._scheme,
            "take": self._scheme,
            "amount": self._amount,
            "activate": self._activate,
            "realise": self._realise,
            "use": self._use,
            "chemist": self._chemist,
            "expedition": self._expedition,
            "patent": self._patent,
            "machinist": self._machinist,
            "engineer": self._engineer,
            "financier-stock": self._swap,
            "financier-reserve": self._funding,
            "discard": self._discard,
            "pass": lambda *_: Terms(note=self.say("note.pass")),
        }

    def __call__(self, scene: Asked, action: Action) -> Terms:
        found = self.kinds.get(action.kind)
        return found(scene, action) if found else Terms()

    # Small words

    def _figure(self, kind: str, n: int) -> str:
        return self.say(f"figure.{kind}", n, n=n) if n else ""

    def _list(self, *words: str) -> str:
        return self.names.joined(word for word in words if word)

    def _requirement(self, card: int) -> str:
        """In words: the signs of the cards are not known to whoever has not read the rules."""
        needs = self.names.records["project"][self.t.projects[card]].requirement
        return self._list(*(self._need(kind, getattr(needs, kind)) for kind in ("country", "expert", "mineral")))

    def _need(self, kind: str, need: str) -> str:
        if need == "any":
            return ""
        return self.say(f"note.{need}.{kind}") if need == "different" else self.names.component("element", need)

    # The fair

    def _stock(self, scene: Asked, action: Action) -> Terms:
        tile = self.t.start_tile[scene.seat] if scene.frame[0] == "start" else scene.args.tile
        kept = [k for k in self.t.tile_elements[tile] if k != action.args[0]]
        return Terms(note=self.say("note.keep", self.names.elements(kept)))

    def _line(self, scene: Asked, action: Action) -> Terms:
        cells = self.t.line_cells[scene.s.seats][action.args[0]]
        new = sum(scene.s.grid[c] <= DOWN for c in cells)
        return Terms(note=self.say("note.line.new", n=new) if new else self.say("note.line.known"))

    def _bids(self, scene: Asked, cell: int) -> str:
        """The tokens on the four ends as this seat knows them, by owner."""
        bids: dict[int, list[str]] = {}
        for end in self.t.crossing[cell]:
            owner = scene.s.end_owner[end]
            if owner >= 0:
                value = scene.view["end_value"][end]
                bids.setdefault(owner, []).append(self.say("note.bid.hidden") if value is None else str(value))
        own = sorted(bids.items(), key=lambda item: item[0] != scene.seat)
        rows = ((addressed(self.say, "note.bid.one", scene.seat, o), self.names.owner(o), "+".join(v)) for o, v in own)
        return self._list(*(self.say(*row) for row in rows))

    def _target(self, scene: Asked, action: Action) -> Terms:
        owner, (cell,) = scene.args.owner, action.args
        bids = self.say("note.bids", self._bids(scene, cell))
        if owner == NEUTRAL:
            return Terms(note=bids)
        return Terms(self._purchase(scene, cell, 0), "", bids)

    def _purchase(self, scene: Asked, cell: int, extra: int) -> str:
        """The price in money and the token that is lost."""
        s, seat = scene.s, scene.seat
        token = max(own_tokens(self.t, s, cell, seat), default=0)
        lost = self.say("figure.token", token) if token else ""
        return self._list(self._figure("money", price(self.t, s, cell, seat) + extra), lost)

    def _lobby(self, scene: Asked, action: Action) -> Terms:
        cell, needed = scene.args.cell, scene.args.needed
        pays = self._list(self._figure("lobby", needed), self._purchase(scene, cell, 0))
        return Terms(pays, "", self.say("note.bids", self._bids(scene, cell)))

    def _buy(self, scene: Asked, action: Action) -> Terms:
        cell = scene.args.cell
        note = self.say("note.bids", self._bids(scene, cell))
        pays = self._list(self._purchase(scene, cell, 0), self.say("figure.own_turn"))  # PR-4.14: the own first marker
        return Terms(pays, "", note)

    def _sell(self, scene: Asked, action: Action) -> Terms:
        cell = scene.args.cell
        token = max(own_tokens(self.t, scene.s, cell, scene.seat), default=0)
        back = self.say("figure.token_back", token) if token else ""
        gains = self._list(self._figure("money", self.t.n.sale_compensation), back)
        # PR-11.7: what the neutral player named is offered to nobody.
        return Terms("", gains, self.say("note.sell.bank" if scene.args.active == NEUTRAL else "note.sell"))

    def _accept(self, scene: Asked, action: Action) -> Terms:
        cell = scene.args.cell
        pays = self._purchase(scene, cell, surcharge(self.t, scene.args.seller))
        if scene.args.active != scene.seat:  # PR-4.13: the own first marker is spent, on another's turn
            pays = self._list(pays, self.say("figure.own_turn"))
        return Terms(pays, "", self.say("note.bids", self._bids(scene, cell)))

    # Scheme cards

    def _price(self, scene: Asked, name: str, i: int = 0) -> str:
        return self._figure("influence", cost(self.t, scene.s, scene.seat, self.t.sch[name], i))

    def _play(self, scene: Asked, action: Action) -> Terms:
        name = self.t.schemes[action.args[0]]
        return Terms(self._price(scene, name), "", self.names.component("scheme", name, "text"))

    def _steal(self, scene: Asked, action: Action) -> Terms:
        return Terms(self._price(scene, "industrial_theft"), self.names.element(action.args[0]))

    def _scheme(self, scene: Asked, action: Action) -> Terms:
        """A choice inside a scheme card; the frame is named after the card."""
        kind = scene.frame[0]
        return Terms(self._price(scene, kind) if kind in self.t.sch else "")

    def _cell(self, scene: Asked, action: Action) -> Terms:
        tile = scene.s.grid[action.args[0]]
        shown = self.names.tile(tile) if tile >= 0 else self.names.element(DOWN - tile) if tile <= DOWN else ""
        return Terms(self._scheme(scene, action).pays, "", shown)

    def _amount(self, scene: Asked, action: Action) -> Terms:
        (i,) = action.args
        gain = self.t.constants["black_market_promethium"][i]
        return Terms(self._price(scene, "black_market", i), self._figure("promethium", gain))

    def _keep(self, scene: Asked, action: Action) -> Terms:
        return Terms(note=self.say("note.requires", self._requirement(action.args[0])))

    def _discard(self, scene: Asked, action: Action) -> Terms:
        return Terms(note=self.names.component("scheme", self.t.schemes[action.args[0]], "text"))

    # The Design Office

    def _activate(self, scene: Asked, action: Action) -> Terms:
        (card,), t, s = action.args, self.t, scene.s
        income = self.say("figure.at_exposition", n=card_income(t, s, scene.seat, card))
        token = t.gives[card]
        bonus = self.names("improvement", token) if s.improvements[token] < 0 else ""
        text = self.names.component("improvement", t.improvement_ids[token], "text") if bonus else ""
        return Terms(self._figure("promethium", t.level[card]), self._list(income, bonus), text)

    def _realise(self, scene: Asked, action: Action) -> Terms:
        (card,), t = action.args, self.t
        pays = self._list(self._figure("influence", t.n.realise_cost), self._figure("tiles", t.level[card]))
        return Terms(pays, "", self.say("note.requires", self._requirement(card)))

    def _use(self, scene: Asked, action: Action) -> Terms:
        (tile,), uses = action.args, scene.s.uses[action.args[0]]
        worn = self.say("note.cube") if uses else ""
        left = self.t.tile_value[tile] - uses - 1
        return Terms(note=self._list(worn, self.say("note.uses_left", left) if left else self.say("note.last_use")))

    def _chemist(self, scene: Asked, action: Action) -> Terms:
        used, t = t_gems(self.names, action), self.t
        single = sum(1 for u in used if u) == 1
        pays = self._list(
            self._figure("influence", t.n.chemist_cost), self.names.element(t.chemist), self.names.gems(used)
        )
        amount = t.n.chemist_yield + (t.n.chemist_single_mineral_bonus if single else 0)
        note = self.say("note.single_mineral") if single else ""
        return Terms(pays, self._figure("promethium", amount), note)

    def _expedition(self, scene: Asked, action: Action) -> Terms:
        (baggage, countries), t, s = action.args, self.t, scene.s
        mineral = self.names("baggage", baggage) if baggage else ""
        influence = self._figure("influence", expedition_cost(t, s, scene.seat))
        bonus = t.effect["expedition_plus_one"]["promethium"] if holds(t, s, scene.seat, "expedition_plus_one") else 0
        amount = t.expedition_yield[len(t.country_sets[countries])] + bonus
        return Terms(
            self._list(influence, mineral, self.names("countries", countries)), self._figure("promethium", amount)
        )

    def _patent(self, scene: Asked, action: Action) -> Terms:
        (tile,), t, s = action.args, self.t, scene.s
        bonus = t.effect["patent_plus_one"]["promethium"] if holds(t, s, scene.seat, "patent_plus_one") else 0
        pays = self._figure("influence", t.n.patent_cost)
        return Terms(pays, self._figure("promethium", t.tile_value[tile] - s.uses[tile] + bonus))

    def _pawns(self, kind: int, n: int) -> str:
        name = self.names.element(kind)
        return self.say("figure.several", name, n) if n > 1 else name

    def _machinist(self, scene: Asked, action: Action) -> Terms:
        (i,), t, s = action.args, self.t, scene.s
        bonus = t.effect["machinist_plus_one"]["influence"] if holds(t, s, scene.seat, "machinist_plus_one") else 0
        gain = (t.n.machinist_one_gain, t.n.machinist_two_gain)[i] + bonus
        gain = min(gain, t.n.influence_max - s.influence[scene.seat])
        return Terms(self._pawns(t.machinist, i + 1), self.say("figure.influence", n=gain))

    def _engineer(self, scene: Asked, action: Action) -> Terms:
        (i,), t, s = action.args, self.t, scene.s
        influence, amount = engineer_terms(t, i)
        if holds(t, s, scene.seat, "engineer_plus_one"):
            amount += t.effect["engineer_plus_one"]["stock_elements"]
        amount = min(amount, sum(s.elements[STOCK * len(t.elements) : (STOCK + 1) * len(t.elements)]))
        pays = self._list(self._figure("influence", influence), self._pawns(t.engineer, i + 1))
        return Terms(pays, self._figure("elements", amount))

    def _swap(self, scene: Asked, action: Action) -> Terms:
        t, s = self.t, scene.s
        there = sum(s.elements[STOCK * len(t.elements) + k] for k in t.countries)
        amount = min(t.constants["financier_stock"]["fundings"], there)
        influence = self._figure("influence", s.options[t.option["financier_swap_cost"]])
        return Terms(self._list(influence, self.names.element(t.financier)), self._figure("fundings", amount))

    def _funding(self, scene: Asked, action: Action) -> Terms:
        t = self.t
        influence = self._figure("influence", t.constants["financier_reserve"]["influence"])
        return Terms(self._list(influence, self.names.element(t.financier)), self.names("country", action.args[0]))


def t_gems(names: Names, action: Action) -> tuple[int, ...]:
    """The minerals that a Chemist's action uses, by kind."""
    return names.t.gem_sets[action.args[0]]
