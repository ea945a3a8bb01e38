"""Small pictures in the manner of wood engravers: flat enamel colours, one ink line, tone made of lines only."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .kit import box, disc, n
from .theme import Theme

WIDTH, HEIGHT, HEAD = 456, 238, 32
"""A vignette: its scene stands on 206, the rest is sky."""

Points = Sequence[tuple[float, float]]


class Engraver:
    """Draws with the pigments of one theme."""

    def __init__(self, th: Theme) -> None:
        self.th = th
        self.ink = th["vignette.ink"]

    def __getitem__(self, name: str) -> str:
        return self.th[f"vignette.{name}"]

    def line(self, d: str, weight: float = 1.0, colour: str | None = None, more: str = "") -> str:
        return (
            f'<path d="{d}" fill="none" stroke="{colour or self.ink}" stroke-width="{n(weight)}" '
            f'stroke-linecap="round" stroke-linejoin="round"{more}/>'
        )

    def area(self, d: str, fill: str, weight: float = 1.0) -> str:
        edge = f' stroke="{self.ink}" stroke-width="{n(weight)}" stroke-linejoin="round"' if weight else ""
        return f'<path d="{d}" fill="{fill}"{edge}/>'

    def poly(self, points: Points, fill: str, weight: float = 1.0) -> str:
        return self.area("M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "Z", fill, weight)

    def box(self, x: float, y: float, w: float, h: float, fill: str, weight: float = 1.0, rx: float = 0) -> str:
        return box(x, y, w, h, fill, self.ink if weight else None, weight, rx)

    def disc(self, x: float, y: float, r: float, fill: str, weight: float = 0.0) -> str:
        return disc(x, y, r, fill, self.ink if weight else None, weight)

    def sky(self, bottom: float = 130, step: float = 4.0) -> str:
        """Tone by lines: close together above, farther apart towards the horizon, here and there broken."""
        rows, y, k = [], 8.0 - HEAD, 0
        while y < bottom:
            a, swing = 14 + 9 * math.sin(k * 2.1), 60 * math.sin(k * 1.3)
            rows.append(f"M{n(a)} {n(y)}H{n(WIDTH * 0.38 + swing)}M{n(WIDTH * 0.42 + swing)} {n(y)}H{n(WIDTH - a)}")
            y += step + (y + HEAD) / (bottom + HEAD) * step * 1.5
            k += 1
        return self.line("".join(rows), 0.8, self.th["hair"]) + self._stars()

    def _stars(self) -> str:
        if self.th.name != "dark":
            return ""
        return "".join(disc(x, y, r, self.th["on_iron2"]) for x, y, r in STARS)

    def framed(self, body: str, name: str) -> str:
        """The picture in its double frame; decoration, so it says nothing to a screen reader."""
        frame = box(1, 1, WIDTH - 2, HEIGHT - 2, "none", self.th["rule"], 1.25)
        frame += box(4.5, 4.5, WIDTH - 9, HEIGHT - 9, "none", self.th["rule"], 0.6)
        back = box(0, 0, WIDTH, HEIGHT, self.th["paper"])
        return (
            f'<svg class="vignette" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><clipPath id="v-{name}">'
            f'{box(1, 1, WIDTH - 2, HEIGHT - 2)}</clipPath><g clip-path="url(#v-{name})">'
            f'{back}<g transform="translate(0 {HEAD})">{body}</g></g>{frame}</svg>'
        )


STARS = (
    (40, -14, 1), (120, -20, 0.8), (214, -8, 1), (286, -18, 0.7), (344, -4, 0.9), (412, -16, 0.8), (24, 18, 0.9),
    (66, 42, 0.7), (104, 14, 1.1), (150, 33, 0.7), (196, 12, 0.9), (248, 28, 0.7), (300, 10, 0.8), (352, 22, 0.7),
    (398, 12, 1), (432, 44, 0.8), (420, 78, 0.6), (30, 76, 0.6),
)  # fmt: skip
