"""The tiles in hand and the plate for Recharge: many tiles stand upright, so that each shows both of its actions."""

from __future__ import annotations

from machinehall.draw.kit import box, group, icon, text
from machinehall.titles.nucleum.drawing import pieces
from machinehall.titles.nucleum.drawing.scene import Canvas
from machinehall.titles.nucleum.drawing.side import tile_card, too_early

SMALL, STEP = 420, 66.0
"""Under this width the hand has signs instead of words; from one tile in hand to the next, where there is room."""
ROW_H = 51.0
"""From one row of tiles to the next on a small screen."""


def hand(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """Tiles in hand and the plate for Recharge; the frame and the figures are drawn around it."""
    tiles, th, small = s.view["pool"][seat], s.th, w < SMALL
    side = 0.0 if small else 44.0
    worded = not small and side + len(tiles) * STEP + 118 <= w  # many tiles take the room of the word
    plate = 112.0 if worded else 48.0
    many = len(tiles) * pieces.UPRIGHT_W > w - side - plate - 6
    if many and not small:  # the heading makes room, a small screen has a second row
        side = 0.0
    out = "" if small or not side else text(x, y + 28, s.word("draw.hand"), 12, th["ink"], 600, "start", room=42)
    each = -(-len(tiles) // rows(len(tiles), w)) if tiles else 1
    room = w - side - plate - 6
    step = _step(each, room)
    for i, tile in enumerate(tiles):
        last = i % each == each - 1 or i + 1 == len(tiles)
        left, top = x + side + i % each * step, y + i // each * ROW_H
        out += tile_card(s, tile, left, top, pieces.CARD_W if last and step >= pieces.CROWDED else step)
    if "act-recharge" in s.can:
        out += _recharge(s, seat, x + w - plate, y, plate)
    return group(out, "hand")


def rows(tiles: int, w: float) -> int:
    """In how many rows the hand lies: in one where there is room, and in two at most."""
    return 2 if w < SMALL and tiles * pieces.UPRIGHT_W > w - 48 - 6 else 1


def _step(tiles: int, room: float) -> float:
    """From one tile to the next: nearly the whole tile is seen, or all of them stand upright."""
    step = min(STEP, (room - pieces.CARD_W) / max(1, tiles - 1))
    return step if step >= pieces.CROWDED else (room + 2) / tiles


def _recharge(s: Canvas, seat: int, left: float, y: float, plate: float) -> str:
    th, worded = s.th, plate > pieces.CARD_W
    high = 32 if worded else 48
    # What costs points is no advice: beside other choices it does not glow.
    fill, rim = ("sheet", "rule") if len(s.can) > 1 and too_early(s, seat) else ("arc_soft", "arc")
    body = box(left, y + 24 - high / 2, plate, high, th[fill], th[rim], 1.5, 4)
    body += icon("recharge", left + (18 if worded else 24), y + 24, 18 if worded else 22, th["ink"])
    if worded:
        body += text(left + 31, y + 29, s.word("draw.recharge"), 14, th["ink"], 600, "start", room=plate - 36)
    return group(body, "act-recharge", s.word("draw.recharge"), s.act("act-recharge"))
