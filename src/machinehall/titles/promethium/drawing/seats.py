"""The boards of the other seats: everything that is open about them."""

from __future__ import annotations

from machinehall.draw.kit import box, disc, group, icon, movable, n, path, seat_shape, text
from machinehall.draw.letters import fitting, width
from machinehall.titles.promethium.drawing.common import figures
from machinehall.titles.promethium.drawing.pieces import SLIP, piece, slip, slot_of, tile_title, token
from machinehall.titles.promethium.drawing.scene import Canvas
from machinehall.titles.promethium.state import NEUTRAL

WIDE = 390
"""From this width on, tiles and projects stand beside the holdings instead of under them."""
ROW = 18.0
NEED = 114 + SLIP[1] + 5 + 21 + 6
"""As high as a card is whose elements take two lines: what it holds ends with a row of badges."""


def rivals(s: Canvas, seats: list[int], x: float, y: float, w: float, h: float) -> str:
    """The other seats in a row, the far side of the table; four of them two by two."""
    gap, out = 8.0, ""
    neutral = s.view["controller"] >= 0
    room = w - (150 + gap if neutral else 0)
    columns = 1 if neutral else 2 if len(seats) > 3 or s.me is None else len(seats)
    rows = -(-len(seats) // columns)
    each, high = (room - gap * (columns - 1)) / columns, (h - gap * (rows - 1)) / rows
    # Spectators have no side of their own, so the others get its room, as far as all of a card stays within it.
    grow = max(1.0, min(1.35, high / NEED)) if s.me is None else 1
    for i, seat in enumerate(seats):
        left, top = x + i % columns * (each + gap), y + i // columns * (high + gap)
        if grow == 1:
            out += s.kept(seat_card, seat, left, top, each, high)
        else:
            move = f' transform="translate({n(left)} {n(top)}) scale({n(grow)})"'
            out += group(seat_card(s, seat, 0, 0, each / grow, high / grow), more=move)
    if neutral:
        out += neutral_card(s, x + w - 150, y, 150, h)
    return out


def frame(s: Canvas, owner: int, x: float, y: float, w: float, h: float, ring: bool = True) -> str:
    """The panel of a seat: a bar in its colour, a ring when it is to act."""
    th = s.th
    out = box(x + 0.5, y + 0.5, w - 1, h - 1, th["paper"], th["hair"], 1, 4) + box(x, y, 5, h, s.fill(owner), rx=1)
    return out + (box(x, y, w, h, "none", th["arc"], 2.5, 4) if ring and owner in s.view["to_act"] else "")


def title(s: Canvas, owner: int, x: float, y: float, w: float, size: float = 17) -> str:
    """Shape, name, and the pawn of the first player."""
    th = s.th
    out = seat_shape(th, s.paint(owner), x + size / 2, y, size)
    room = w - size - 30
    out += text(x + size + 8, y + 5.5, s.name(owner), 16, th["ink"], 700, "start", "display", room)
    if owner == s.view["first"]:
        at = x + size + 20 + min(room, width(s.name(owner), 16, 700, "display"))
        out += group(icon("crown", at, y, 15, th["ink2"]), title=s.word("draw.first"))
    return out


def holdings(s: Canvas, seat: int) -> list[tuple[str, object, str]]:
    """Sign, figure and title of what a seat has, as far as the viewer may know."""
    fields = {"pound": "money", "influence": "influence", "promethium": "promethium", "lobby": "lobby"}
    rows: list[tuple[str, object, str]] = [
        (sign, s.view[name][seat], _held(s, sign, s.view[name][seat])) for sign, name in fields.items()
    ]
    hand = how_many(s.view["hand"][seat])
    piles = s.word("draw.hand-pile", hand, how_many(s.view["pile"][seat]), len(s.view["used"][seat]))
    return [*rows, ("scheme", hand, f"{s.word('draw.hand')}: {piles}")]


def _held(s: Canvas, sign: str, amount: int) -> str:
    """What a figure is; of what still counts when the match ends, how much (PR-10.2)."""
    name, each = (
        s.word(f"draw.figure.{sign}"),
        {"promethium": s.t.n.promethium_end_value, "lobby": s.t.n.lobby_end_value},
    )
    return f"{name} {amount}, {s.word('draw.figure.end', each[sign])}" if sign in each else name


def how_many(cards: int | list[str]) -> int:
    """The number of cards, of which a view may give only the number."""
    return cards if isinstance(cards, int) else len(cards)


def seat_card(s: Canvas, seat: int, x: float, y: float, w: float, h: float) -> str:
    left, wide = x + 13, w >= WIDE
    room = min(w - 22, 230.0 if wide else w - 22)
    out = frame(s, seat, x, y, w, h) + title(s, seat, left, y + 17, room)
    out += figures(s, left, y + 41, room, holdings(s, seat), 15, seat)
    out += tokens_left(s, seat, left, y + 64, room)
    out += elements(s, seat, left, y + 86, room)
    if wide:
        at, top = left + room + 16, y + 10
        out += path(f"M{n(at - 9)} {n(y + 10)}v{n(h - 20)}", s.th["hair"], 1)
        room = x + w - 9 - at
    else:
        at, top = left, y + (114 if len(element_lines(s, seat)) > 1 else 106)
    out += tiles(s, seat, at, top, room) + cards(s, seat, at, top + SLIP[1] + 5, room, y + h - 6)
    return group(out, f"seat-{seat}", s.name(seat))


def tokens_left(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """All tokens of a seat: lost ones as empty places, face-up ones light; of the rest only the values are known."""
    up = [s.view["end_value"][e] for e in range(len(s.t.ends)) if _open(s, seat, e)]
    lost = [v for v, k in s.view["lost"][seat].items() for _ in range(k)]
    everything = [v for v, k in zip(s.t.bids, s.t.bid_count, strict=True) for _ in range(k)]
    paint, th = s.paint(seat), s.th
    step = min(21.0, w / len(everything))
    r, out = step * 0.43, ""
    for i, value in enumerate(everything):
        cx = x + r + 0.5 + i * step
        if str(value) in lost:
            lost.remove(str(value))
            out += token(s, seat, value, cx, y, r, "lost")
        elif value in up:
            up.remove(value)
            out += disc(cx, y, r, th["sheet"], th[f"player.{paint}.fill"], 2.2)
            out += text(cx, y + 4.3, value, 12.5, th[f"player.{paint}.text"], 700)
        else:
            out += disc(cx, y, r, s.fill(seat), th["small_edge"], 0.9)
            out += text(cx, y + 4.3, value, 12.5, th[f"player.{paint}.on"], 700)
    gone, laid = sum(s.view["lost"][seat].values()), s.view["end_owner"].count(seat)
    legend = s.word("draw.tokens-legend", len(everything) - gone - laid, laid, gone)
    return group(out, title=f"{s.word('draw.tokens')}: {legend}")


def _open(s: Canvas, owner: int, end: int) -> bool:
    return s.view["end_owner"][end] == owner and s.t.ends[end] in s.view["end_up"]


def elements(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """What a seat holds, in two lines at most: of countries and experts, and of minerals."""
    out = ""
    for kinds, cy in zip(element_lines(s, seat), (y, y + 19), strict=False):
        long = sum(_element_width(s, kind) for kind in kinds)
        at, gap = x, min(7.0, (w - long) / max(1, len(kinds) - 1))
        for kind in kinds:
            wide = _element_width(s, kind)
            held = piece(s, kind, at + (wide - 10) / 2, cy, 14)
            held += text(at + wide - 8, cy + 4.5, s.held(seat)[kind], 13, s.th["ink"], 600, "start")
            out += group(held, title=s.word(f"name.element.{kind}"))
            at += wide + gap
    return out


def element_lines(s: Canvas, seat: int) -> list[list[str]]:
    """The kinds that a seat holds, on one line if they fit."""
    held = [kind for kind, k in s.held(seat).items() if k]
    if len(held) <= 6:
        return [held]
    half = (len(held) + 1) // 2
    return [held[:half], held[half:]]


def _element_width(s: Canvas, kind: str) -> float:
    return 28.0 if slot_of(s, kind) == "country" else 24.0


def tiles(s: Canvas, seat: int, x: float, y: float, w: float) -> str:
    """The tiles of a seat; when they are many, they overlap."""
    own = s.view["tiles"][seat]
    step = min(SLIP[0] + 1.5, (w - SLIP[0]) / max(1, len(own) - 1))
    out = ""
    for i, tile in enumerate(own):
        body = slip(s, tile, x + i * step, y, s.view["uses"].get(tile, 0))
        out += group(movable(body, f"tile-{tile}", seat), f"tile-{tile}", tile_title(s, tile))
    return out


def cards(s: Canvas, seat: int, x: float, y: float, w: float, bottom: float) -> str:
    """The projects of a seat: by name when there is room, else by the sign of their family."""
    own = list(s.cards(seat))
    hidden = how_many(s.view["private"][seat])
    if bottom - y >= ROW * (len(own) + (1 if hidden else 0)) and bottom - y >= 2 * ROW and w > 140:
        return _named(s, seat, own, hidden, x, y, w)
    room = w - (36 if hidden else 0)
    step, out = min(23.0, (room - 21) / max(1, len(own) - 1)), ""
    for i, (project, state) in enumerate(own):
        body = movable(badge(s, project, state, x + i * step, y), f"card-{project}", seat)
        out += group(body, f"card-{project}", card_title(s, project, state))
    if hidden:
        out += _hidden(s, x + (len(own) - 1) * step + 23 if own else x, y, hidden)
    return out


def card_title(s: Canvas, project: str, state: str) -> str:
    k = s.t.projects.index(project)
    cubes = s.view["cubes"].get(project, 0)
    word = s.word("draw.waiting", 0, s.t.level[k]) if state == "waiting" else s.word(f"draw.{state}")
    return f"{s.project(k)}, £{s.t.worth[k]}, {word}" + (f", {s.word('draw.corrupted', cubes)}" if cubes else "")


def badge(s: Canvas, project: str, state: str, x: float, y: float) -> str:
    """A card as the sign of its family. Waiting: dashed. Active: with a gem. Valued: laid away. Cubes: counted."""
    th = s.th
    line, dash = (th["rule"], "3 2") if state == "waiting" else (th["ink2"], None)
    fill = {"waiting": "none", "active": th["sheet"], "valued": th["well"]}[state]
    out = box(x + 0.5, y + 0.5, 20, 20, fill, line, 1, 3, dash)
    ink = th["ink2" if state == "valued" else "ink"]
    out += icon(s.record("projects", project).family, x + 10.5, y + 10.5, 14, ink)
    if state == "active":
        out += disc(x + 3.5, y + 17.5, 5.5, th["paper"])
        out += icon("promethium", x + 3.5, y + 17.5, 9, th["good.promethium"])
    cubes = s.view["cubes"].get(project, 0)
    if cubes:
        # On the left: cards that overlap hide the right edge of the one below.
        out += box(x - 2, y - 3, 10, 11, th["warn"], th["paper"], 1, 1.5)
        out += text(x + 3, y + 6, cubes, 11, th["sheet"], 700)
    return out


def _hidden(s: Canvas, x: float, y: float, count: int) -> str:
    th = s.th
    out = box(x + 0.5, y + 0.5, 32, 20, th["medal.fill"], th["card_edge"], 1, 3)
    out += icon("hidden", x + 11, y + 10, 13, th["medal.ring"]) + text(x + 24, y + 15, count, 13, th["medal.on"], 700)
    return group(out, title=f"{s.word('draw.private')}: {count}")


def _named(s: Canvas, seat: int, own: list[tuple[str, str]], hidden: int, x: float, y: float, w: float) -> str:
    out = ""
    for i, (project, state) in enumerate(own):
        line = movable(card_line(s, seat, project, state, x, y + i * ROW, w), f"card-{project}", seat)
        out += group(line, f"card-{project}", card_title(s, project, state))
    return out + (_hidden(s, x, y + len(own) * ROW, hidden) if hidden else "")


def card_line(s: Canvas, seat: int, project: str, state: str, x: float, y: float, w: float) -> str:
    """One line: family, name, gems, cubes, what it is worth."""
    th, k = s.th, s.t.projects.index(project)
    ink = th["ink2" if state == "valued" else "ink"]
    worth, right = f"£{s.t.worth[k]}", x + w
    out = icon(s.record("projects", project).family, x + 8, y + 9, 14, ink)
    out += text(right, y + 13.5, worth, 14, th["brass" if state != "valued" else "ink2"], 700, "end")
    right -= width(worth, 14, 700) + 6
    cubes = s.view["cubes"].get(project, 0)
    if cubes:
        lost = f"−{corrupted(s, seat, cubes)}"
        out += text(right, y + 13.5, lost, 12.5, th["warn"], 700, "end")
        right -= width(lost, 12.5, 700) + 14
        out += icon("corruption", right + 6, y + 9, 12, th["warn"])
    if state in ("valued", "private"):
        out += icon("medal" if state == "valued" else "hidden", right - 7, y + 9, 13, th["ink2"])
        right -= 18
    else:
        step = 13 if width(s.project(k), 13, 700, "display") < right - x - 63 else 9.5
        for _ in range(s.t.level[k]):
            out += gem(s, right - 6, y + 9, state == "active")
            right -= step
    # The narrower letters for a long name.
    name, room = s.project(k), right - x - 24
    if width(name, fitting(name, room, 13, 700, "display"), 700, "display") <= room:
        return out + text(x + 19, y + 13.5, name, 13, ink, 700, "start", "display", room)
    return out + text(x + 19, y + 13.5, name, 13, ink, 600, "start", "ui", room)


def corrupted(s: Canvas, seat: int, cubes: int) -> int:
    """What the cubes of a card cost its seat at the Exposition, in pounds (PR-8.3)."""
    halved = s.view["improvements"][s.t.improvement_ids.index("corruption_halved")] == seat
    return cubes * (s.t.n.corruption_penalty_reduced if halved else s.t.n.corruption_penalty)


def gem(s: Canvas, cx: float, cy: float, full: bool) -> str:
    """A place for promethium on a card."""
    x, y, colour = cx - 6, cy - 5.5, s.th["good.promethium"]
    d = f"M{n(x)} {n(y + 3.6)}h12l-6 7.4zM{n(x + 2.6)} {n(y)}h6.8l2.6 3.6h-12z"
    return path(d, colour, 1.1, colour if full else "none", None if full else "2 1.4", ' stroke-linejoin="round"')


def neutral_card(s: Canvas, x: float, y: float, w: float, h: float) -> str:
    """The neutral player: who acts for it, and its tokens as far as the viewer knows them."""
    th, left = s.th, x + 13
    out = frame(s, NEUTRAL, x, y, w, h) + title(s, NEUTRAL, left, y + 17, w - 22)
    by = s.view["controller"]
    out += seat_shape(th, s.paint(by), left + 7, y + 41, 13)
    out += text(left + 20, y + 45.5, s.name(by), 13, th["ink"], 600, "start", room=w - 44)
    out += text(left, y + 63, s.word("draw.acts-for"), 12, th["ink2"], 400, "start", room=w - 22)
    behind = s.view["neutral"][s.me] if s.me is not None else None
    values = [v for v, k in (behind or {}).items() for _ in range(k)]
    for i, value in enumerate(values):
        out += token(s, NEUTRAL, value, left + 14 + i * 32, y + 88, 14, "own")
    if values:
        out += text(left, y + 120, s.word("draw.screen"), 12, th["ink2"], 400, "start", room=w - 22)
    return group(out, "neutral", s.word("draw.neutral"))
