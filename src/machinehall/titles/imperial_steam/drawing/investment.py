"""The investment board of the viewer: share price, investors, dividends."""

from __future__ import annotations

from machinehall.draw.kit import box, group, halo, icon, movable, n, path, text
from machinehall.titles.imperial_steam.drawing import holdings
from machinehall.titles.imperial_steam.drawing.pieces import florins, heading, seat_mark
from machinehall.titles.imperial_steam.drawing.scene import Canvas


def investment(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    """Rows from below: the price and what raising to it costs in influence; investors fill from below."""
    th, spaces = s.th, s.t.n.investor_spaces
    each = h / spaces
    out = heading(s, x, y + 10, "draw.investment")
    out += text(x + 43, y + 25, s.word("draw.price"), 12, th["ink2"], 400, room=44)
    out += text(x + 88, y + 25, s.word("draw.investors"), 12, th["ink2"], 400, room=50)
    for row in range(spaces):
        top = y + 30 + (spaces - 1 - row) * each
        if row < len(s.t.share_price):
            out += _price(s, seat, row, x, top, each - 2)
        on = row < s.s.investors[seat]
        fill = s.seat_colour(seat, "soft") if on else "none"
        out += box(x + 72.5, top, 30, each - 2, fill, th["rule" if on else "hair"], 1, 2, None if on else "2 2")
        if on:
            out += icon("investor", x + 87.5, top + each / 2 - 1, 14, th["ink"])
    return group(
        out + _dividends(s, seat, x + 114, y + 30, w - 114) + _sale(s, seat, x + 114, y, w - 114), "investment"
    )


def _price(s: Canvas, seat: int, row: int, x: float, y: float, h: float) -> str:
    th, place, here = s.th, f"price-{s.t.share_price[row]}", row == s.s.share[seat]
    hot = place in s.can
    fill, edge = ("brass_soft", "brass") if here else ("arc_soft", "arc") if hot else ("sheet", "hair")
    out = box(x + 22.5, y, 42, h, th[fill], th[edge], 1.75 if here else 1, 2)
    out += text(
        x + 43.5, y + h / 2 + 4.7, s.t.share_price[row], 13, th["ink" if here or hot else "ink2"], 700 if here else 600
    )
    if here:
        out += movable(seat_mark(s, seat, x + 11, y + h / 2, 14), f"share-{seat}", seat)
        out += path(f"M{n(x + 65)} {n(y + h / 2)}h7", th["brass"], 1.5)
    elif row > s.s.share[seat]:
        out += text(x + 11, y + h / 2 + 4.4, f"−{s.t.share_cost[row]}", 12, th["ink2"], 600)
    if hot:
        out += halo(th, x + 22.5, y, 42, h, 2, True)
    return group(out, place, more=s.act(place))


def _dividends(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    th, mid = s.th, x + w / 2
    out = box(x, y, w, 78, th["sheet"], th["rule"], 1, 3)
    out += text(mid, y + 15, s.word("draw.dividends"), 12, th["ink2"], 400, room=w - 4)
    out += icon("investor", mid, y + 31, 18, th["ink"]) + text(mid, y + 58, holdings.kept(s, seat), 18, th["ink"], 700)
    sold = s.word("draw.sold", s.s.dividends[seat])
    return group(
        out + text(mid, y + 73, sold, 12, th["ink2"], 400, room=w - 4), "dividends", s.word("draw.figure.kept")
    )


def _sale(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """Shares that can be sold at the present price: how often, and for how much each."""
    th, mid, top = s.th, x + w / 2, y + 118
    price, times = s.t.share_price[s.s.share[seat]], max(0, s.s.investors[seat] - s.s.share[seat])
    hot = "sell" in s.can
    out = box(x, top, w, 56, th["arc_soft" if hot else "sheet"], th["arc" if hot else "hair"], 1, 3)
    out += text(mid, top + 16, s.word("draw.sell"), 12.5, th["arc" if hot else "ink2"], 600, room=w - 4)
    out += florins(s, mid - 19, top + 36, price, 17)
    out += text(mid, top + 51, f"×{times}" if times else "–", 12, th["ink2"], 400)
    if hot:
        out += halo(th, x + 1, top + 1, w - 2, 54, 3)
    return group(out, "sell", more=s.act("sell"))
