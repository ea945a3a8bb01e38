"""A review as one picture to send: the story, the curve of expected scores, the account of a seat."""

from __future__ import annotations

from machinehall.draw.kit import box, document, n, path, seat_shape, text
from machinehall.draw.letters import lines
from machinehall.kernel.sheet import Sheet

from .pictures import Brush, curve, waterfall
from .shapes import Review

WIDE, HIGH, EDGE = 1200.0, 630.0, 28.0
CURVE = 660.0
NAMES = 230.0
"""Where the names begin that say whose the lines are."""


def poster(brush: Brush, review: Review, seat: int, title: str, fonts: bool = False) -> Sheet:
    """1200 by 630, as pages that show links like it. Nothing of a better turn is in it."""
    th, speaker = brush.th, brush.speaker
    out = box(0, 0, WIDE, HIGH, th["ground"]) + box(0, 0, WIDE, 52, th["iron"])
    out += text(EDGE, 34, "Machine Hall", 24, th["on_iron"], 700, "start", "display")
    out += text(WIDE - EDGE, 34, f"{title} · {speaker.say('review')}", 18, th["on_iron2"], 600, "end", room=700)
    out += path(f"M0 54H{n(WIDE)}", th[f"player.{brush.paint(seat)}.fill"], 4)
    y = 92.0
    told = speaker.story(review, brush.names)[:3]
    for sentence in told:
        for row in lines(sentence, WIDE - 2 * EDGE, 1, 25, 700, "display"):
            out += text(EDGE, y, row, 25, th["ink"], 700, "start", "display")
            y += 33
    top = y - 10
    out += box(EDGE, top, CURVE, HIGH - top - 20, th["paper"], th["hair"], 1, 4)
    out += box(EDGE + CURVE + 12, top, WIDE - 2 * EDGE - CURVE - 12, HIGH - top - 20, th["paper"], th["hair"], 1, 4)
    out += text(EDGE + 14, top + 24, speaker.say("review.expected"), 16, th["ink"], 600, "start", room=NAMES - 24)
    first = review.points[0]
    out += whose(brush, len(first.scores) + len(first.automata), EDGE + NAMES, top + 19)
    left = EDGE + CURVE + 26
    out += seat_shape(th, brush.paint(seat), left + 8, top + 19, 16, edge=th["paper"])
    out += text(left + 24, top + 24, brush.names[seat], 16, th["ink"], 600, "start", room=380)
    high = HIGH - top - 70
    wide = Brush(th, speaker, brush.names, brush.paint, CURVE - 24)
    narrow = Brush(th, speaker, brush.names, brush.paint, WIDE - EDGE - left - 14)
    out += placed(curve(wide, review, seat, high), EDGE + 12, top + 36, wide.wide, high)
    account = review.seats[seat].account
    out += placed(waterfall(narrow, account, high), left, top + 36, narrow.wide, high)
    label = " ".join([f"{title}: {speaker.say('review')}.", *told])
    return document(WIDE, HIGH, out, label, fonts=fonts, lang=speaker.lang)


def whose(brush: Brush, players: int, x: float, y: float) -> str:
    """The signs of all players with their names, beside each other: the curve has the signs alone."""
    th, slot, out = brush.th, (CURVE - NAMES) / players, ""
    for player, name in enumerate(brush.names[:players]):
        out += seat_shape(th, brush.paint(player), x + slot * player + 8, y, 14, edge=th["paper"])
        out += text(x + slot * player + 22, y + 5, name, 15, th["ink2"], 600, "start", room=slot - 34)
    return out


def placed(svg: str, x: float, y: float, wide: float, high: float) -> str:
    """A picture at its place in another."""
    return svg.replace("<svg ", f'<svg x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" ', 1)
