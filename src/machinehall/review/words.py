"""A review in words. Every figure that is said stands in the review: nothing is told that was not reckoned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from machinehall.draw.look import look_of
from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, Wording, addressed
from machinehall.words import Titled
from machinehall.words.figures import number
from machinehall.words.titles import heard

from .common import common
from .many import PARTS, habits
from .shapes import LEVELS, Account, Cause, Review, SeatReview, TurnReview

LEAST_SAID = 0.05
"""What would be said as 0.0 is not said."""
NAMED = 2
"""Sources that speak for a turn; one more speaks against it."""
EVENTS = 3
"""Events that are told of a source of points."""
TERMS = ("start", "own", "luck", "others", "residual")
"""The terms of an account, in the order of the sum."""


class Row(NamedTuple):
    """A source of points: after the turn played, after the better one, and what the second is better by."""

    name: str
    played: float
    better: float
    differs: float


class Because(NamedTuple):
    """Something that makes a part of a difference."""

    text: str
    played: float | None
    """What it changed in the turn played; None: it is not in it."""
    better: float | None
    adds: float


class Cost(NamedTuple):
    """What the faults of a seat gave away from one source: in each third of the match, and together."""

    name: str
    cells: list[str]
    worse: bool


class Sentence(NamedTuple):
    """A sentence of a story, and the turn that it is about."""

    text: str
    turn: int | None = None


class Speaker:
    """Says reviews of a title in one language."""

    def __init__(self, title: Title, say: Say, wording: Wording, reader: int | None = None) -> None:
        """`reader`: the seat to which the story is told; None: to nobody in particular."""
        self.title, self.wording, self.reader = title, wording, reader
        self.say = Titled(title.name, heard(title, say))
        self.lang = say.lang

    def figure(self, value: float, signed: bool = True) -> str:
        return number(self.lang, round(value, 1) + 0.0, 1, signed=signed and round(value, 1) != 0)

    def amount(self, value: float, signed: bool = True) -> str:
        """A gain or a loss that stands alone, with the unit in which the title counts."""
        scored, told = look_of(self.title).scored, self.figure(value, signed)
        sign = told[0] if told[0] in "+−" else ""
        return sign + self.say(scored, n=told.removeprefix(sign)) if scored else told

    def whole(self, value: float) -> str:
        """What has no tenths: a lead at the end of a match, a step of a scale."""
        return number(self.lang, round(value) + 0.0, signed=round(value) != 0)

    def action(self, text: str) -> str:
        return self.wording.label(self.title.parse(text))

    def turn(self, actions: Sequence[str]) -> list[str]:
        """What a turn did, decision by decision; what is done several times is said once."""
        return list(dict.fromkeys(self.wording.steps([self.title.parse(text) for text in actions])))

    def rows(self, turn: TurnReview) -> list[Row]:
        """Why, by sources; the best other last. What it is better by adds up to the points given away."""
        found = [Row(self.say(c.source), c.played, c.better, c.differs) for c in turn.changes]
        if turn.other is not None and any(turn.other):
            played, better = turn.other
            found.append(Row(self.say("review.best_other"), -played, -better, played - better))
        return found

    def because(self, turn: TurnReview) -> list[list[Because]]:
        """For each of these rows the events that make most of it, and what all others add; none where that is not
        known."""
        totals = [change.differs for change in turn.changes]
        if turn.other is not None and any(turn.other):
            totals.append(turn.other[0] - turn.other[1])
        return [self.most_of(turn, k, total) if turn.causes else [] for k, total in enumerate(totals)]

    def most_of(self, turn: TurnReview, source: int, total: float) -> list[Because]:
        order = sorted(turn.causes, key=lambda cause: -abs(cause.adds(source)))[:EVENTS]
        found = [self.event(cause, source) for cause in order if abs(cause.adds(source)) >= LEAST_SAID]
        rest = total - sum(row.adds for row in found)
        said = Because(self.say("review.because.rest"), None, None, rest)
        return [*found, said] if found and abs(rest) >= LEAST_SAID else found

    def event(self, cause: Cause, source: int) -> Because:
        text = self.action(cause.action) if cause.action else self.say("review.because.onward")
        played, better = (side[source] if side else None for side in (cause.played, cause.better))
        return Because(text, played, better, cause.adds(source))

    def whose(self, event: Because) -> str:
        """An event with the turn that it belongs to."""
        if event.played is None and event.better is None:
            return event.text
        side = "better" if event.played is None else "played" if event.better is None else "both"
        return f"{self.say(f'review.{side}')}: {event.text}"

    def lucks(self, account: Account) -> str:
        """Luck by what was drawn, in one sentence; empty where nothing was."""
        names: dict[str, float] = {}
        for drawn in account.lucks:
            name = self.say(kind if self.say.has(kind := f"luck.{drawn.kind}") else "review.luck.rest")
            names[name] = names.get(name, 0.0) + drawn.gain.value
        rows = (self.say("review.why.term", name, self.figure(value)) for name, value in names.items())
        return self.say("review.luck.split", self.say("list.separator").join(rows)) if names else ""

    def why(self, turn: TurnReview) -> str:
        """The sentence of a better turn: what speaks for it most, and what it costs."""
        rows = self.rows(turn)
        total = sum(row.differs for row in rows)
        better = sorted((row for row in rows if row.differs >= LEAST_SAID), key=lambda row: -row.differs)[:NAMED]
        worse = sorted((row for row in rows if row.differs <= -LEAST_SAID), key=lambda row: row.differs)[:1]
        if total < LEAST_SAID or not better:
            return ""
        said = self.say("review.why.more", self.figure(total, signed=False), self.listed(better))
        return f"{said} {self.say('review.why.price', self.listed(worse))}" if worse else said

    def listed(self, rows: Sequence[Row]) -> str:
        return self.say("list.separator").join(
            self.say("review.why.term", row.name, self.figure(row.differs)) for row in rows
        )

    def terms(self, account: Account) -> list[tuple[str, float, float]]:
        """The account: id of each term, its value and its error."""
        return [(term, (found := getattr(account, term)).value, found.error) for term in TERMS]

    def found_by(self, turn: TurnReview) -> str:
        """Nothing of a turn that levels were not asked about."""
        if turn.found_by is None:
            return ""
        if not turn.found_by:
            return self.say("review.found.search")
        return self.say("list.separator").join(self.say(f"web.bot.{level}") for level in turn.found_by)

    def asked(self) -> str:
        """The levels of bots that are asked whether they find a turn."""
        names = (level.partition("/")[0] for level in LEVELS)
        return self.say("list.separator").join(self.say(f"web.bot.{name}") for name in names)

    def costs(self, review: Review, seat: int) -> list[Cost]:
        """What the faults of a seat gave away by source and part of the match, the most first; at last the sums."""
        rows = habits([(review, seat)])
        if not rows:
            return []
        sums = [sum(row.parts[k] for row in rows) for k in range(len(PARTS))]
        cells = [(self.say(row.source), [*row.parts, row.total]) for row in rows]
        cells.append((self.say("given.sum"), [*sums, sum(sums)]))
        return [Cost(name, [self.figure(-value) for value in values], values[-1] > 0) for name, values in cells]

    def slip(self, review: Review, seat: int) -> str:
        """Of a seat without key turns: the most that a turn of it gave away which was searched."""
        own = [turn.loss for turn in review.turns if turn.seat == seat and turn.searched and turn.loss is not None]
        worst = max(own, key=lambda loss: loss.value, default=None)
        if worst is None or worst.value < LEAST_SAID:
            return self.say("review.keys.none")
        number = next(turn.number for turn in review.turns if turn.loss is worst)
        return self.say(
            "review.keys.slip", self.figure(worst.value, signed=False), self.figure(worst.error, signed=False), number
        )

    def thirds(self, found: SeatReview) -> list[str]:
        """What a seat gave away for each turn that counts, in each third of the match."""
        return [self.figure(part.given.value, signed=False) if part.real else "–" for part in found.parts]

    def common(self, review: Review, seat: int) -> list[str]:
        """What the key turns of a seat have in common, in up to four sentences; nothing of a single better turn."""
        found = common(review, seat)
        if found is None:
            return []
        said = [self.say("review.common.lost", self.amount(found.lost, signed=False), n=found.turns)]
        if found.begun:
            said.append(self.say("review.common.begun", found.alike, found.turns, self.action(found.begun)))
        if found.part is not None:
            third, given = self.say(f"given.{PARTS[found.part]}"), self.figure(found.in_part, signed=False)
            said.append(self.say("review.common.part", given, third, *found.span))
        if found.source:
            said.append(self.say("review.common.source", self.say(found.source), self.figure(found.gained)))
        return said

    # The story

    def said_of(self, seat: int, message: str, *figures: object) -> str:
        """A sentence about a seat, said to it if it is the reader's."""
        return self.say(addressed(self.say, message, self.reader, seat), *figures)

    def story(self, review: Review, names: Sequence[str]) -> list[str]:
        """The match in three sentences at most."""
        return [sentence.text for sentence in self.tale(review, names)]

    def tale(self, review: Review, names: Sequence[str]) -> list[Sentence]:
        """Who led from where, the largest loss, and whom luck served or who gave away least."""
        faults = [turn for turn in review.turns if turn.fault and turn.loss is not None]
        said = []
        if (led := self.led(review, names)) is not None:
            said.append(led)
        if any(seat.hidden for seat in review.seats):  # what is not told may have been the most
            return said
        if not faults:
            return [*said, Sentence(self.say("review.story.close"))]
        worst = max(faults, key=lambda turn: turn.loss.value if turn.loss else 0.0)
        assert worst.loss is not None
        swing = self.said_of(
            worst.seat, "review.story.swing", worst.number, names[worst.seat], self.amount(-worst.loss.value)
        )
        said.append(Sentence(swing, worst.number))
        lucky = max((seat.account for seat in review.seats), key=lambda account: account.luck.value)
        if lucky.luck.value > max(2 * lucky.luck.error, review.bands[0]) and len(review.seats) > 1:
            figures = names[lucky.seat], self.amount(lucky.luck.value)
            said.append(Sentence(self.said_of(lucky.seat, "review.story.luck", *figures)))
        elif (least := self.least(review)) is not None:
            given = self.amount(least.given.value, signed=False)
            seat = least.account.seat
            said.append(Sentence(self.said_of(seat, "review.story.least", names[seat], given)))
        return said

    def least(self, review: Review) -> SeatReview | None:
        """Who gave away least for each turn, if that can be told apart from the others."""
        order = sorted((seat for seat in review.seats if seat.percent is not None), key=lambda seat: seat.given.value)
        if len(order) < 2 or len(order) < len(review.seats):
            return None
        first, second = order[0].given, order[1].given
        return order[0] if second.value - first.value > 2 * math.hypot(first.error, second.error) else None

    def led(self, review: Review, names: Sequence[str]) -> Sentence | None:
        """Who was ahead at the end, and since which turn."""
        leads = [[point.leads[seat] > 0 for seat in range(len(review.seats))] for point in review.points]
        winner = next((seat for seat, ahead in enumerate(leads[-1]) if ahead), None)
        last, seats = review.points[-1], len(review.seats)
        if winner is None and last.automata and len(names) == seats + len(last.automata):
            # Automata win ties; with one seat its lead tells when they were ahead.
            winner = seats + max(range(len(last.automata)), key=last.automata.__getitem__)
            leads = [[False] * winner + [not any(row)] for row in leads]
        if winner is None:
            return None
        behind = [point.number for point, ahead in zip(review.points, leads, strict=True) if not ahead[winner]]
        if not behind:
            return Sentence(self.said_of(winner, "review.story.throughout", names[winner]))
        since = next((turn.number for turn in review.turns if turn.last > behind[-1]), review.turns[-1].number)
        return Sentence(self.said_of(winner, "review.story.led", names[winner], since), since)
