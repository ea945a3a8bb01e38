"""A review in pictures that stand by themselves: in a notebook each draws itself where a cell ends with it.

plots = Plots(found)
plots.curve(0)      # expected final scores
plots.losses(0)     # what each turn gave away
plots.account(0)    # how the result came about
"""

from __future__ import annotations

from collections.abc import Sequence

import machinehall as mh
from machinehall.draw.kit import box, document
from machinehall.draw.look import look_of
from machinehall.draw.theme import theme
from machinehall.kernel.title import Title
from machinehall.words import ENGLISH, say
from machinehall.words.titles import wording

from .pictures import POINTS, Brush, bars, curve, waterfall
from .poster import placed
from .shapes import Review
from .words import Speaker

WIDE, NARROW = 888.0, 468.0
CURVE, BARS, ACCOUNT = 318.0, 80.0, 268.0
EDGE = 10.0


class Picture(str):
    """SVG text that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Plots:
    """Draws a review; `names`: what the players are called, automata behind the seats, their colours if not given."""

    def __init__(
        self, review: Review, names: Sequence[str] = (), lang: str = ENGLISH, look: str = "light",
        title: Title | None = None,
    ) -> None:  # fmt: skip
        self.review, self.title = review, title or mh.title(review.title)
        words, seats = say(lang), len(review.seats)
        said = wording(self.title, words, names, None if names else seats)
        self.names = [said.seat(player) for player in range(seats + len(review.points[0].automata))]
        self.speaker, self.th = Speaker(self.title, words, said), theme(look)

    def curve(self, seat: int = 0, scale: str = POINTS) -> Picture:
        """Expected final scores after every turn; `scale="win"`: chances to win."""
        return self.picture("review.expected", CURVE, curve(self.brush(WIDE), self.review, seat, CURVE, scale), WIDE)

    def losses(self, seat: int = 0, scale: str = POINTS) -> Picture:
        """What each turn of a seat gave away."""
        drawn = bars(self.brush(WIDE), self.review, seat, BARS, scale)
        return self.picture("review.given.by_turn", BARS, drawn, WIDE)

    def account(self, seat: int = 0) -> Picture:
        """How the result of a seat came about."""
        own = self.review.seats[seat]
        keys = [self.review.turns[number - 1] for number in own.keys]
        drawn = waterfall(self.brush(NARROW), own.account, ACCOUNT, keys)
        return self.picture("review.account", ACCOUNT, drawn, NARROW)

    def brush(self, wide: float) -> Brush:
        return Brush(self.th, self.speaker, self.names, look_of(self.title).paint, wide)

    def picture(self, name: str, high: float, drawn: str, wide: float) -> Picture:
        whole, tall = wide + 2 * EDGE, high + 2 * EDGE
        out = box(0, 0, whole, tall, self.th["paper"]) + placed(drawn, EDGE, EDGE, wide, high)
        label = f"{self.title.full_name}: {self.speaker.say(name)}"
        return Picture(document(whole, tall, out, label, fonts=True, lang=self.speaker.lang))
