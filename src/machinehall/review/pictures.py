"""A review in pictures, as SVG: the curve of expected scores with its marks, what each turn gave away, the account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from machinehall.draw.kit import box, disc, esc, n, path, seat_shape, text
from machinehall.draw.letters import lines
from machinehall.draw.theme import Theme
from machinehall.words import figures

from .shapes import REAL, Account, Point, Review, TurnReview
from .words import Speaker

SMALL, LARGE = 7.0, 11.0
"""Marks of faults: their size says whether what was given away came back."""
APART = 17.0
LINE = 13.0
OWN = 1
"""The column of own turns."""
UNDER = 15.0
"""Room for the figure below a column that leads down."""
NARROW = 560.0
"""Pictures that are not so wide are drawn for phones."""
POINTS, WIN = "points", "win"
"""The two scales: expected final points, and the chance to win in per cent."""
SCALES = (POINTS, WIN)
ROUND = 100.0
"""Points from which a scale says no tenths: there is no room for them."""
LEAST_WIN = 10.0
"""Per cent of the chance to win that the picture of what was given away has room for at least."""

Rows = list[tuple[int, list[float], list[float]]]
"""Number of a turn, the value of each player after it, and how far the values of seats spread."""


@dataclass(frozen=True, slots=True)
class Brush:
    """What all pictures of a page need."""

    th: Theme
    speaker: Speaker
    names: Sequence[str]
    paint: Callable[[int], str]
    """The colour of a seat."""
    wide: float
    link: Callable[[int], str] | None = None
    """Where the mark of a turn leads."""
    watch: Callable[[int], str] | None = None
    """Where a position is seen in the replay."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a curve lies."""

    left: float
    right: float
    top: float
    foot: float
    first: int
    last: int
    low: float
    most: float

    def x(self, number: float) -> float:
        return self.left + (self.right - self.left) * (number - self.first) / max(1, self.last - self.first)

    def y(self, value: float) -> float:
        return self.foot - (self.foot - self.top) * (value - self.low) / max(1e-9, self.most - self.low)


def step_of(span: float, parts: float) -> float:
    """A round number that divides a span into so many parts at most."""
    steps = (base * ten for ten in (0.1, 1, 10, 100, 1000, 10_000) for base in (1, 2, 5))
    return next(step for step in steps if span / step <= parts)


def curve(brush: Brush, review: Review, focus: int, high: float = 318.0, scale: str = POINTS) -> str:
    """Expected final scores after every turn, with the band of the seat in focus and the faults of all; or each seat's
    chance to win."""
    rows, unit = values_by_turn(review, scale), " %" if scale == WIN else ""
    low, most = (0.0, 100.0) if scale == WIN else reach(rows, focus)
    frame = Frame(44, brush.wide - 74, 12, high - 28, rows[0][0], rows[-1][0], low, most)
    out = hatch(brush.th) + grid(brush, frame, high, unit)
    if scale == POINTS:
        out += band(brush, frame, rows, focus)
        out += "".join(edges(brush, frame, rows, seat) for seat in range(len(review.seats)) if seat != focus)
    for player in sorted(range(len(rows[0][1])), key=lambda k: k == focus):
        d = "M" + "L".join(f"{n(frame.x(at))} {n(frame.y(scores[player]))}" for at, scores, _ in rows)
        out += path(d, brush.th["paper"], 6) + path(d, brush.th["rail"], 4.2)
        out += path(d, brush.th[f"player.{brush.paint(player)}.fill"], 2.6)
    out += ends(brush, frame, rows[-1][1], unit)
    shown = [turn for turn in review.turns if turn.fault and turn.number in review.seats[turn.seat].keys]
    scores = {at: row for at, row, _ in rows}
    for turn in review.turns:
        if turn.good is not None:
            out += praise(brush, turn, frame.x(turn.number), frame.y(scores[turn.number][turn.seat]))
    for turn in sorted(shown, key=lambda turn: turn.seat == focus):
        out += mark(brush, turn, frame.x(turn.number), frame.y(scores[turn.number][turn.seat]))
    ended = [rounded(brush.speaker, score, unit) for score in rows[-1][1]]
    said = "; ".join(f"{name}: {score}" for name, score in zip(brush.names, ended, strict=False))
    lies = f"{n(frame.left)} {n(frame.right)} {frame.first} {frame.last} {n(frame.top)} {n(frame.foot)}"
    drawn = svg(brush, high, f"{brush.speaker.say('review.win' if scale == WIN else 'review.expected')}: {said}", out)
    return drawn.replace("<svg ", f'<svg data-curve="{lies}" ', 1)  # where a hair line finds the turns


def values_by_turn(review: Review, scale: str = POINTS) -> Rows:
    """What the curve goes through. Chances to win are those of seats: what automata lack to them is not told apart."""
    places = turn_places(review)

    def values(point: Point) -> list[float]:
        return [100 * win for win in point.win] if scale == WIN else [*point.scores, *point.automata]

    return [(places[p.number], values(p), p.deviation) for p in review.points if p.number in places]


def reach(rows: Rows, focus: int) -> tuple[float, float]:
    """The lowest and the highest value in the picture, the band of the seat in focus among them."""
    values = [value for _, scores, _ in rows for value in scores]
    values += [scores[focus] + side * spread[focus] for _, scores, spread in rows for side in (-1, 1)]
    return min(values), max(values)


def turn_places(review: Review) -> dict[int, int]:
    """Positions that the curve goes through, with the number of the turn after which each comes."""
    found = {turn.last: turn.number for turn in review.turns}
    first = review.points[0].number
    found.setdefault(first, max((turn.number for turn in review.turns if turn.last <= first), default=0))
    if review.turns:
        found.setdefault(review.points[-1].number, review.turns[-1].number + 1)
    return found


def grid(brush: Brush, f: Frame, high: float, unit: str = "") -> str:
    th, out = brush.th, ""
    step = step_of(f.most - f.low, (f.foot - f.top) / 40)
    value = -(-f.low // step) * step + 0.0  # no minus before a nought
    while value <= f.most:
        out += path(f"M{n(f.left)} {n(f.y(value))}H{n(f.right)}", th["hair"], 0.75)
        said = figures.short_number(brush.speaker.lang, value)
        out += text(f.left - 8, f.y(value) + 4.3, said + unit, 12.5, th["ink2"], 400, "end")
        value += step
    stride = int(step_of(f.last, brush.wide / 90))
    for number in range(-(-f.first // stride) * stride, f.last + 1, stride):
        out += path(f"M{n(f.x(number))} {n(f.foot)}v5", th["ink2"], 1)
        out += text(f.x(number), f.foot + 18, number, 12.5, th["ink2"], 400)
    return out


def band(brush: Brush, f: Frame, rows: Sequence[tuple[int, list[float], list[float]]], focus: int) -> str:
    up = [f"{n(f.x(at))} {n(f.y(scores[focus] + spread[focus]))}" for at, scores, spread in rows]
    down = [f"{n(f.x(at))} {n(f.y(scores[focus] - spread[focus]))}" for at, scores, spread in reversed(rows)]
    soft = brush.th[f"player.{brush.paint(focus)}.soft"]
    return path("M" + "L".join([*up, *down]) + "Z", fill=soft, more=' opacity=".75"')


def edges(brush: Brush, f: Frame, rows: Sequence[tuple[int, list[float], list[float]]], seat: int) -> str:
    """The band of another seat: two dotted lines, cut off where the picture ends."""
    out = ""
    for side in (-1, 1):
        heights = [min(f.foot, max(f.top, f.y(scores[seat] + side * spread[seat]))) for _, scores, spread in rows]
        d = "M" + "L".join(f"{n(f.x(at))} {n(y)}" for (at, _, _), y in zip(rows, heights, strict=True))
        out += path(d, brush.th[f"player.{brush.paint(seat)}.fill"], 1, dash="1 4", more=' opacity=".8"')
    return out


def ends(brush: Brush, f: Frame, scores: Sequence[float], unit: str = "") -> str:
    """The final scores at the ends of the lines, so far apart that they can be read."""
    order = sorted(range(len(scores)), key=lambda k: f.y(scores[k]))
    heights: dict[int, float] = {}
    above = -1e9
    for player in order:
        above = heights[player] = max(f.y(scores[player]), above + APART)
    below = f.foot
    for player in reversed(order):  # those that would stand below the picture push up only what is in their way
        heights[player] = min(heights[player], below)
        below = heights[player] - APART
    out = ""
    for player in order:
        colour, y = brush.paint(player), heights[player]
        out += seat_shape(brush.th, colour, f.right + 14, y, 14, edge=brush.th["paper"])
        figure = rounded(brush.speaker, scores[player], unit)
        out += text(f.right + 26, y + 5, figure, 14, brush.th[f"player.{colour}.text"], 700, "start")
    return out


def hatch(th: Theme) -> str:
    """The engraver's tone of a middling loss."""
    lines = f'<path d="M-1 1l2 -2M0 5l5 -5M4 6l2 -2" stroke="{th["warn"]}" stroke-width="1.4"/>'
    return (
        '<defs><pattern id="review-hatch" width="5" height="5" patternUnits="userSpaceOnUse">'
        f'<rect width="5" height="5" fill="{th["sheet"]}"/>{lines}</pattern></defs>'
    )


def tone(th: Theme, grade: int) -> str:
    return (th["sheet"], th["sheet"], "url(#review-hatch)", th["warn"])[grade]


def mark(brush: Brush, turn: TurnReview, x: float, y: float) -> str:
    """A fault: the seat's shape in the tone of its size; a link that says what it is."""
    assert turn.loss is not None
    th, say = brush.th, brush.speaker.say
    size = LARGE if turn.punished else SMALL
    body = disc(x, y, size + 2.5, th["paper"])
    body += seat_shape(th, brush.paint(turn.seat), x, y, 2 * size, tone(th, turn.grade), th["warn"])
    words = [say("review.turn", turn.number), brush.names[turn.seat]]
    words += [f"{say('review.lost')}: {brush.speaker.figure(turn.loss.value, signed=False)}"]
    words += [say("review.punished" if turn.punished else "review.unpunished")]
    told = esc(", ".join(words))
    return linked(body, told, turn, brush.link(turn.number) if brush.link is not None else "")


def linked(body: str, told: str, turn: TurnReview, path: str) -> str:
    """A mark that says what it is, and leads somewhere."""
    if not path:
        return f"<g><title>{told}</title>{body}</g>"
    link = f'<a data-turn="{turn.number}" href="{esc(path)}" aria-label="{told}">'
    return f"{link}<title>{told}</title>{body}</a>"


def praise(brush: Brush, turn: TurnReview, x: float, y: float) -> str:
    """A turn that no level of bots plays as well: the seat's shape with a green edge; a link to the replay."""
    assert turn.good is not None
    th, say = brush.th, brush.speaker.say
    body = disc(x, y, SMALL + 2.5, th["paper"])
    body += seat_shape(th, brush.paint(turn.seat), x, y, 2 * SMALL, th["sheet"], th["ok"])
    gain = say("review.good", brush.speaker.figure(turn.good.value, signed=False), brush.speaker.asked())
    told = esc(", ".join([say("review.turn", turn.number), brush.names[turn.seat], gain]))
    return linked(body, told, turn, brush.watch(turn.last) if brush.watch is not None else "")


def sign(brush: Brush, turn: TurnReview) -> str:
    """The mark of a fault by itself, for lists."""
    return sample(brush, turn.seat, turn.grade, bool(turn.punished))


def sample(brush: Brush, seat: int, grade: int, large: bool = False) -> str:
    """A mark as faults of a seat have it, for lists and for the key to the picture; of no grade: of a good turn."""
    th, size = brush.th, LARGE if large else SMALL
    body = seat_shape(th, brush.paint(seat), 12, 12, 2 * size, tone(th, grade), th["warn" if grade else "ok"])
    tones = hatch(th) if grade == 2 else ""
    return f'<svg class="ic" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">{tones}{body}</svg>'


def ribbon(brush: Brush, review: Review, total: int, focus: int | None = None) -> str:
    """The expected scores of all along the line of time of a replay, stretched to whatever room there is; with the band
    of the seat in focus."""
    f = ribbon_frame(review, total)
    rows = [(p.number, [*p.scores, *p.automata], p.deviation) for p in review.points]
    out = band(brush, f, rows, focus) if focus is not None else ""
    for player in range(len(rows[0][1])):
        d = "M" + "L".join(f"{n(f.x(at))} {n(f.y(scores[player]))}" for at, scores, _ in rows)
        colour = brush.th[f"player.{brush.paint(player)}.fill"]
        still = ' vector-effect="non-scaling-stroke"'
        out += path(d, brush.th["rail"], 3.4, more=still) + path(d, colour, 2, more=still)
    return f'<svg class="ribbon" viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">{out}</svg>'


def ribbon_frame(review: Review, total: int) -> Frame:
    values = [value for p in review.points for value in (*p.scores, *p.automata)]
    return Frame(0, 1000, 2, 38, 0, total, min(values), max(values))


def ribbon_height(review: Review, turn: TurnReview, total: int) -> float:
    """Where the mark of a turn lies on the ribbon, from 0 above to 1 below."""
    scores = next((p.scores for p in review.points if p.number >= turn.last), review.points[-1].scores)
    return ribbon_frame(review, total).y(scores[turn.seat]) / 40


def lost(turn: TurnReview, scale: str = POINTS) -> float:
    """What a turn gave away: points of lead, or per cent of the chance to win."""
    if scale == WIN:
        return 100 * (turn.win[1] - turn.win[0]) if turn.win is not None else 0.0
    return turn.loss.value if turn.loss is not None else 0.0


def bars(brush: Brush, review: Review, focus: int, high: float = 66.0, scale: str = POINTS) -> str:
    """What each turn of a seat gave away; a dot for turns that do not count."""
    th = brush.th
    first, last = review.turns[0].number, review.turns[-1].number + 1
    own = [turn for turn in review.turns if turn.seat == focus]
    most = max([LEAST_WIN if scale == WIN else review.bands[1], *(lost(turn, scale) for turn in own)])
    f = Frame(44, brush.wide - 74, 8, high - 6, first, last, -most, 0)
    out = hatch(th) + path(f"M{n(f.left)} {n(f.y(0))}H{n(f.right)}", th["rule"], 1)
    deepest = figures.number(brush.speaker.lang, round(-most)) if most >= ROUND else scaled(brush.speaker, -most, scale)
    out += text(f.left - 8, f.y(-most) + 1, deepest, 12.5, th["ink2"], 400, "end")
    for turn in own:
        x = f.x(turn.number)
        if turn.kind != REAL or turn.loss is None:
            out += disc(x, f.y(0) + 4, 1.4, th["ink3"])
        elif (given := lost(turn, scale)) > 0:
            deep = f.y(-given) - f.y(0)
            fill, edge = (tone(th, turn.grade), th["warn"]) if turn.fault else (th["well"], th["rule"])
            out += box(x - 3.5, f.y(0), 7, max(1.0, deep), fill, edge, 1)
    return svg(brush, high, f"{brush.speaker.say('review.given.by_turn')}: {brush.names[focus]}", out)


def scaled(speaker: Speaker, value: float, scale: str) -> str:
    """A figure of a scale as it is written."""
    return rounded(speaker, value, " %") if scale == WIN else speaker.figure(value)


def rounded(speaker: Speaker, value: float, unit: str = "") -> str:
    """A figure without decimals, and what it counts."""
    return figures.number(speaker.lang, round(value) + 0) + unit


def waterfall(brush: Brush, account: Account, high: float = 230.0, keys: Sequence[TurnReview] = ()) -> str:
    """Start and the terms after it, each from where the one before ended; the final lead stands by itself. Own turns
    are cut: what each key turn gave away, and beside it what the others brought."""
    th, speaker = brush.th, brush.speaker
    terms = [(speaker.say(f"review.{term}"), value, error) for term, value, error in speaker.terms(account)]
    sums = [0.0]
    for _, value, _ in terms:
        sums.append(sums[-1] + value)
    deep = sums[1] - sum(lost(turn) for turn in keys)
    low, most = min(*sums, account.final, deep), max(*sums, account.final)
    room = brush.wide / (len(terms) + 1)
    heads = [_head(name, room - 4) for name in (*(name for name, _, _ in terms), speaker.say("review.final"))]
    foot = high - 44
    high += LINE * (max(len(rows) for rows, _ in heads) - 1)
    f = Frame(0, brush.wide, 26, foot - UNDER, 0, 1, low, most)
    out = path(f"M0 {n(f.y(0))}H{n(brush.wide)}", th["rule"], 1)
    columns = [(name, sums[k], sums[k + 1], error) for k, (name, _, error) in enumerate(terms)]
    columns.append((speaker.say("review.final"), 0.0, account.final, None))  # type: ignore[arg-type]
    for k, (_, begin, end, error) in enumerate(columns):
        x, y, tall = room * k + room * 0.14, min(f.y(begin), f.y(end)), abs(f.y(begin) - f.y(end))
        last = k == len(terms)
        fill = th["brass_fill"] if last else th["ok"] if end > begin else th["warn"]
        fill = th["well"] if k in (0, len(terms) - 1) else fill
        if k == OWN and keys:
            out += cut(brush, f, keys, (x, room * 0.72), (begin, end))
            y, tall = f.y(max(begin, end)), f.y(min(deep, end)) - f.y(max(begin, end))
        else:
            out += box(x, y, room * 0.72, max(1.5, tall), fill, th["ink2"], 1, 2)
        if not last:
            out += path(f"M{n(x + room * 0.72)} {n(f.y(end))}H{n(x + room)}", th["ink3"], 0.75)
        middle, value = x + room * 0.36, end - begin
        out += text(middle, y + tall + UNDER if value < 0 else y - 6, speaker.figure(value), 13.5, th["ink"], 700)
        rows, size = heads[k]
        out += "".join(text(middle, foot + 20 + LINE * i, row, size, th["ink"], 600) for i, row in enumerate(rows))
        if error:
            out += text(middle, high - 8, f"± {speaker.figure(error, signed=False)}", 12.5, th["ink2"], 400)
    said = ", ".join(f"{name} {speaker.figure(end - begin)}" for name, begin, end, _ in columns)
    return svg(brush, high, f"{brush.names[account.seat]}: {said}", out)


def cut(brush: Brush, f: Frame, keys: Sequence[TurnReview], at: tuple[float, float], span: tuple[float, float]) -> str:
    """Own turns: the key turns one below the other, each a link, and beside them what all other turns brought."""
    th, say, (x, wide), (begin, end) = brush.th, brush.speaker.say, at, span
    half, above, out = wide / 2, begin, hatch(th)
    for turn in keys:
        below = above - lost(turn)
        y, tall = f.y(above), max(1.5, f.y(below) - f.y(above))
        body = box(x, y, half, tall, tone(th, turn.grade), th["warn"], 1)
        if tall >= LINE:
            paint = th["sheet"] if turn.grade == 3 else th["warn"]
            body += box(x + half / 2 - 11, y + tall / 2 - 7, 22, 14, th["sheet"]) if turn.grade == 2 else ""
            body += text(x + half / 2, y + tall / 2 + 4.2, turn.number, 11, paint, 700)
        told = f"{say('review.turn', turn.number)}, {say('review.lost')}: {brush.speaker.figure(lost(turn), False)}"
        if brush.link is not None:
            body = f'<a href="{esc(brush.link(turn.number))}" aria-label="{esc(told)}">{body}</a>'
        out += f"<g><title>{esc(told)}</title>{body}</g>"
        above = below
    rest = end - above
    y, tall = f.y(max(above, end)), max(1.5, abs(f.y(above) - f.y(end)))
    told = f"{say('review.rest')}: {brush.speaker.figure(rest)}"
    fill = th["ok"] if rest > 0 else th["warn"]
    return out + f"<g><title>{esc(told)}</title>{box(x + half, y, half, tall, fill, th['ink2'], 1)}</g>"


def _head(name: str, room: float) -> tuple[list[str], float]:
    """The name of a column in one or two lines, and the largest size at which they are whole."""
    for size in (13.0, 12.5, 12.0, 11.5, 11.0, 10.5):
        rows = lines(name, room, 2, size)
        if not any(row.endswith("…") for row in rows):
            break
    return rows, size


def svg(brush: Brush, high: float, label: str, body: str) -> str:
    kind = "group" if "<a " in body else "img"
    head = f'<svg class="chart" viewBox="0 0 {n(brush.wide)} {n(high)}" role="{kind}" aria-label="{esc(label)}"'
    return f"{head}>{body}</svg>"
