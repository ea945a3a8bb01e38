"""What happened at a table of Nucleum, told in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from machinehall.kernel.values import Event
from machinehall.kernel.wording import Sentence, addressed, listed
from machinehall.titles.nucleum.baron_lookup import CRITERIA
from machinehall.titles.nucleum.events import EVENTS
from machinehall.titles.nucleum.lookup import HALVES, WORKER_SOURCE

from .names import Names

PASSED = "baron_passed_"
"""Events of this kind say what lost by a criterion; those of one criterion are told together."""
RULES = {
    "kings_day": "NU-16.11",
    "baron_arrived": "NU-23.5",
    "baron_tile_added": "NU-23.4",
    "baron_tile_queued": "NU-23.4",
    "baron_card_void": "NU-23.6",
    "logic_drawn": "NU-23.18",
    "logic_reshuffled": "NU-23.18",
    "logic_discarded": "NU-23.18",
    "baron_rolled": "NU-23.25",
    "baron_stopped": "NU-23.25",
    "baron_tile_chosen": "NU-23.25",
    "baron_keeps_tile": "NU-23.30",
    "baron_normal_turn": "NU-23.26",
    "baron_matched": "NU-23.38",
    "baron_tile_done": "NU-23.27",
    "baron_tries_again": "NU-23.27",
    "baron_type_skipped": "NU-23.42",
    "baron_piece_skipped": "NU-23.43",
    "baron_takes_tile": "NU-23.44",
    "baron_step_void": "NU-23.44",
    "baron_takes_contract": "NU-23.45",
    "baron_contracts_full": "NU-23.45",
    "baron_coal": "NU-23.47",
    "baron_no_coal": "NU-23.47",
    "baron_powered": "NU-23.46",
    "baron_counts": "NU-23.48",
    "baron_recharged": "NU-23.24",
    "baron_contracts_discarded": "NU-23.55",
    "barons_recharged": "NU-23.60",
    "baron_last_turn": "NU-23.61",
    "frederik_tile": "NU-24.1",
    "frederik_contract": "NU-24.2",
    "frederik_nucleum": "NU-24.7",
    "frederik_need": "NU-24.9",
    "frederik_turn": "NU-24.6",
}
"""The rule of what happens without anybody's choice, told with it: King's Day, and what a Baron does, so that his turn
can be checked step by step."""
CONDITION_RULES = ("NU-23.30", "NU-23.30", "NU-23.31", "NU-23.32", "NU-23.33", "NU-23.34")
DEED_RULES = ("NU-23.42", "NU-23.43", "NU-23.44", "NU-23.45", "NU-23.46")
SUBSIDY_RULE = "NU-23.49"
PAIR_RULE = "NU-24.8"
WAY_RULE = "NU-23.36"
CRITERION_RULES = dict.fromkeys(CRITERIA, "NU-23.42") | {
    **dict.fromkeys(("highest", "lowest", "clockwise", "near"), "NU-23.20"),
    **dict.fromkeys(("human_network", "nucleum", "bonus", "black"), "NU-23.43"),
    **dict.fromkeys(("matches",), "NU-23.35"),
    **dict.fromkeys(("earlier_action", "partner"), "NU-23.36"),
    **dict.fromkeys(("government", "own", "need", "own_network"), "NU-23.46"),
    **dict.fromkeys(("vp", "technology", "topmost"), "NU-23.45"),
    **dict.fromkeys(("rightmost",), "NU-23.44"),
    **dict.fromkeys(("fewest_vp", "least_technology"), "NU-24.2"),
}

COUNTED = frozenset({"tiles_recovered"})
"""Kinds that may tell of nothing."""
SHORT = frozenset(
    {
        "rail_placed", "building_placed", "mine_placed", "turbine_placed", "tile_bought", "contract_signed",
        "building_powered", "baron_takes_tile", "baron_takes_contract",
    }
)  # fmt: skip
"""Kinds that have a shorter sentence for where the place is marked."""
GAINS = {"thaler_gained": "thaler", "workers_gained": "worker", "achievement_gained": "achievement", "vp_gained": "vp"}


class Story:
    """Events to sentences in one language."""

    reader: int | None = None

    def __init__(self, names: Names, *, short: bool = False) -> None:
        """`short`: what lies at a place that is marked is not described, and the place is a city or a link."""
        self.names = names
        self.short = short
        self.say = names.say
        self.special: dict[str, Callable[[tuple[int, ...]], str]] = {
            "nucleum_placed": self._nucleum,
            "action_begun": self._action,
            "technology_unlocked": self._technology,
            "coal_imported": self._coal,
            "paid": self._paid,
            "converted": self._converted,
            "marker_placed": self._marker,
            "kings_day": lambda a: self.say(
                "event.kings_day", a[0], names.t.n.kings_day_first, names.t.n.kings_day_second
            ),
            "achievement_discarded": self._discarded,
            "baron_arrived": lambda a: self.say("event.baron_arrived", self.names.seat(a[0]), self.cost(a[1], a[2])),
            "logic_discarded": lambda a: self.say("event.logic_discarded", names.t.solo.logic[a[0]].upper()),
        }

    def tell(self, events: Sequence[Event]) -> list[Sentence]:
        """One sentence for each event; what a seat gains in a row is told in one go."""
        told: list[Sentence] = []
        before: Event | None = None
        for _, group in groupby(events, key=_key):
            found = list(group)
            sentence = self._sentence(found, before)
            # An action that is called as what it does, such as an income that rises, need not be told twice.
            if before is not None and self._same(before, found[0]):
                told.pop()
            told.append(sentence)
            before = found[-1]
        return told

    def _same(self, begun: Event, raised: Event) -> bool:
        """Whether an income rose just as the half of the tile is called."""
        if begun.kind != "action_begun" or raised.kind != "income_raised" or begun.args[0] != raised.args[0]:
            return False
        _, tile, half = (a or 0 for a in begun.args)
        _, track, steps = (a or 0 for a in raised.args)
        record = self.names.t.pack.records["action_tiles"][tile].halves[half]  # type: ignore[attr-defined]
        return bool(record.action == f"income_{self.names.t.domains['track'][track]}" and record.amount == steps)

    def spent(self, turn: Sequence[Event], own: bool = False) -> Sentence | None:
        """NU-7.1: the actions of a played tile that were not carried out; `own`: told to whom it happened."""
        played = next((event.args for event in turn if event.kind == "tile_played"), None)
        if played is None or self.names.t.directive[played[1] or 0]:
            return None
        seat, tile = (a or 0 for a in played)
        used = {event.args[2] for event in turn if event.kind == "action_begun" and event.args[:2] == played}
        left = self.names.joined(self.names.half(HALVES * tile + k) for k in range(HALVES) if k not in used)
        if not left:
            return None
        own = own or seat == self.reader
        return Sentence(
            self.say("spent.own", left) if own else self.say("spent", self.names.seat(seat), left), "NU-7.1"
        )

    def _told(self, message: str, seat: int, *words: str, n: int = 0) -> str:
        """A sentence about a seat, named first in it, or said to it if it is the reader's."""
        return self.say(addressed(self.say, message, self.reader, seat), self.names.seat(seat), *words, n=n)

    def _sentence(self, events: list[Event], before: Event | None) -> Sentence:
        """`before`: what happened just before, which may say by which rule."""
        first = events[0]
        args = tuple(a or 0 for a in first.args)
        if first.kind in GAINS:
            sums = {kind: sum(e.args[1] or 0 for e in events if e.kind == kind) for kind in GAINS}
            found = (self.say(f"figure.{GAINS[kind]}", n=amount) for kind, amount in sums.items() if amount)
            text = self._told("event.gained", first.args[0] or 0, self.names.joined(found))
            return Sentence(text, PAIR_RULE if before and self._pair_of_baron(before) else "")
        if first.kind.startswith(PASSED):
            return self._passed(events)
        special = self.special.get(first.kind)
        text = special(args) if special else self._plain(first.kind, args)
        rule = obstacle_rule(before) if first.kind == "obstacle_laid" else rule_of(first.kind, args)
        return Sentence(text, rule)

    def _plain(self, kind: str, args: tuple[int, ...]) -> str:
        """The sentence of the kind with its last number counted; `.none` where nothing is left to count."""
        domains = EVENTS[kind].args
        short = self.short and kind in SHORT
        name = self.names.near if short else self.names
        words = [name(d, a) for d, a in zip(domains, args, strict=True)]
        count = next((a for d, a in zip(reversed(domains), reversed(args), strict=True) if d == "number"), 0)
        none = ".short" if short else ".none" if kind in COUNTED and not count else ""
        seats = [a for d, a in zip(domains, args, strict=True) if d == "seat"]
        return self.say(addressed(self.say, f"event.{kind}{none}", self.reader, *seats), *words, n=count)

    def _pair_of_baron(self, event: Event) -> bool:
        """NU-24.8: the points of a pair come right after it; players gain by other rules."""
        return event.kind == "pair_completed" and (event.args[0] or 0) >= self.names.people

    def _passed(self, events: list[Event]) -> Sentence:
        """What a Baron leaves aside by one criterion."""
        seat, criterion, _ = (a or 0 for a in events[0].args)
        domain = EVENTS[events[0].kind].args[2]
        things = listed(self.say, (self.names(domain, e.args[2] or 0) for e in events))
        key = "event.baron_passed.way" if domain == "way" else "event.baron_passed"
        text = self.say(key, self.names.seat(seat), self.names("criterion", criterion), things)
        return Sentence(text, WAY_RULE if domain == "way" else CRITERION_RULES[CRITERIA[criterion]])

    def _nucleum(self, args: tuple[int, ...]) -> str:
        seat, plant = args
        if seat < 0:
            return self.say("event.nucleum_placed.setup", "", self.names("plant", plant))
        return self._told("event.nucleum_placed", seat, self.names("plant", plant))

    def _action(self, args: tuple[int, ...]) -> str:
        seat, tile, half = args
        name = self.names("main", half) if self.names.t.directive[tile] else self.names.half(HALVES * tile + half)
        return self._told("event.action_begun", seat, name)

    def _technology(self, args: tuple[int, ...]) -> str:
        seat, tech = args
        return self._told(
            "event.technology_unlocked", seat, self.names("technology", tech), self.names.technology(tech)
        )

    def _coal(self, args: tuple[int, ...]) -> str:
        seat, region, price = args
        cost = self.say("figure.thaler", n=price)
        return self._told("event.coal_imported", seat, self.names("region", region), cost)

    def _paid(self, args: tuple[int, ...]) -> str:
        seat, thaler, workers = args
        return self._told("event.paid", seat, self.cost(thaler, workers))

    def _converted(self, args: tuple[int, ...]) -> str:
        """NU-5.2: a worker is always turned into a thaler, uranium into whatever is missing."""
        seat, source = args
        key = "event.converted.worker" if source == WORKER_SOURCE else "event.converted"
        return self._told(key, seat, self.names("source", source))

    def _marker(self, args: tuple[int, ...]) -> str:
        """What a marker will be worth, as far as its space tells."""
        (seat, space), t = args, self.names.t
        at = self.names("milestone_space", space)
        if seat >= self.names.people:  # a Baron's are counted otherwise
            return self._told("event.marker_placed", seat, at)
        if not space:
            return self._told("event.marker_placed.zero", seat, at, str(t.n.zero_marker_vp))
        return self._told("event.marker_placed.times", seat, at, str(t.multiplier[t.space_tier[space]]))

    def _discarded(self, args: tuple[int, ...]) -> str:
        seat, amount = args
        tokens = self.say("figure.achievement", n=amount)
        return self._told("event.achievement_discarded", seat, tokens)

    def cost(self, thaler: int, workers: int) -> str:
        """3 thaler, 1 worker; nothing if it is free."""
        found = [self.say(f"figure.{k}", n=v) for k, v in (("thaler", thaler), ("worker", workers)) if v]
        return self.names.joined(found)


def obstacle_rule(before: Event | None) -> str:
    """The Obstacle is laid behind the last tile of the set-up, or moved at the end of a Recharge."""
    return "NU-23.4" if before is not None and before.kind == "baron_tile_queued" else "NU-23.55"


def rule_of(kind: str, args: tuple[int, ...]) -> str:
    """The rule of what happens without anybody's choice; nothing for what somebody chose."""
    if kind in ("baron_rail_refused", "baron_rail_by"):
        _, condition, *_ = args
        return CONDITION_RULES[condition]
    if kind in ("baron_begins", "baron_forgoes"):
        _, deed, *_ = args
        return DEED_RULES[deed] if deed < len(DEED_RULES) else SUBSIDY_RULE
    return RULES.get(kind, "")


def _key(event: Event) -> object:
    """Neighbours with the same key are told together."""
    if event.kind.startswith(PASSED):
        return (event.kind, *event.args[:2])
    return ("gained", event.args[0]) if event.kind in GAINS else id(event)
