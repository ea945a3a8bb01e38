"""A review as one page that stands by itself: no other files, nothing that runs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from machinehall.draw.kit import esc
from machinehall.draw.look import look_of
from machinehall.draw.theme import theme
from machinehall.kernel.match import Match
from machinehall.words import Words

from .many import PARTS
from .pictures import WIN, Brush, bars, curve, waterfall
from .shapes import Review, TurnReview
from .words import Speaker

STYLE = """
body{{font:16px/1.45 system-ui,sans-serif;background:{ground};color:{ink};margin:0 auto;max-width:980px;padding:16px}}
h1,h2,h3{{line-height:1.2}} section{{background:{paper};border:1px solid {hair};border-radius:4px;padding:12px 16px;
margin:12px 0}} svg{{display:block;width:100%;height:auto}} table{{border-collapse:collapse}}
td,th{{padding:3px 12px 3px 0;text-align:start;border-top:1px solid {hair}}} td.n{{text-align:end}}
small,.of{{color:{ink2}}} .of td{{border:0;font-size:14px}} .of td:first-child{{padding-left:16px}}
"""


def page(review: Review, match: Match, speaker: Speaker, say: Words) -> str:
    """The whole page: a chapter for each seat."""
    th, look = theme("light"), look_of(match.title)
    names = [speaker.wording.seat(seat) for seat in range(match.seats)]
    brush = Brush(th, speaker, names, look.paint, 888.0, lambda number: f"#turn-{number}")
    style = STYLE.format(**{key: th[key] for key in ("ground", "paper", "ink", "ink2", "hair")})
    head = esc(f"{match.title.full_name}: {say('review')}")
    story = "".join(f"<p>{esc(line)}</p>" for line in speaker.story(review, names))
    chapters = "".join(chapter(brush, review, seat) for seat in range(match.seats))
    return (
        f'<!doctype html><html lang="{esc(say.lang)}"><meta charset="utf-8"><title>{head}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style>'
        f"<h1>{head}</h1>{story}{chapters}</html>\n"
    )


def chapter(brush: Brush, review: Review, seat: int) -> str:
    """One seat: curve, losses, account, key turns."""
    speaker, say, found = brush.speaker, brush.speaker.say, review.seats[seat]
    out = f"<h2>{esc(brush.names[seat])}</h2><section><h3>{esc(say('review.expected'))}</h3>"
    out += curve(brush, review, seat) + bars(brush, review, seat)
    out += f"<details><summary>{esc(say('review.win'))}</summary>{curve(brush, review, seat, scale=WIN)}"
    out += bars(brush, review, seat, scale=WIN) + "</details></section>"
    out += f"<section><h3>{esc(say('review.account'))}</h3>{waterfall(brush, found.account)}<p><small>"
    out += f"{esc(say('review.sum'))}</small></p><p>{esc(speaker.lucks(found.account))}</p></section>"
    out += f"<section><h3>{esc(say('review.keys'))}</h3>"
    if found.percent is not None:
        out += f"<p>{esc(say('review.given'))}: {esc(speaker.figure(found.given.value, False))} ({found.percent} %)</p>"
    if found.parts:
        heads = [say("review.turn", f"{part.first}–{part.last}") for part in found.parts]
        out += f"<p>{esc(between(zip(heads, speaker.thirds(found), strict=True)))}</p>"
    if not found.keys:
        out += f"<p>{esc(say('review.keys.none'))}</p>"
    out += "".join(key_turn(speaker, review.turns[number - 1]) for number in found.keys) + "</section>"
    return out + together(speaker, review, seat)


def between(pairs: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{head}: {figure}" for head, figure in pairs)


def together(speaker: Speaker, review: Review, seat: int) -> str:
    """What was given away by source and part of the match, and what the key turns have in common."""
    say, costs, said = speaker.say, speaker.costs(review, seat), speaker.common(review, seat)
    if not costs:
        return ""
    heads = (say("review.source"), *(say(f"given.{part}") for part in PARTS), say("given.sum"))
    out = f"<section><h3>{esc(say('review.parts'))}</h3><p><small>{esc(say('review.parts.is'))}</small></p><table><tr>"
    out += "".join(f"<th>{esc(head)}</th>" for head in heads) + "</tr>"
    for cost in costs:
        cells = "".join(f'<td class="n">{esc(cell)}</td>' for cell in cost.cells)
        out += f"<tr><th>{esc(cost.name)}</th>{cells}</tr>"
    out += "</table>"
    if said:
        out += f"<h3>{esc(say('review.common'))}</h3>" + "".join(f"<p>{esc(line)}</p>" for line in said)
    return out + "</section>"


def key_turn(speaker: Speaker, turn: TurnReview) -> str:
    say = speaker.say
    assert turn.loss is not None
    lost = f"{speaker.figure(-turn.loss.value)} ± {speaker.figure(turn.loss.error, signed=False)}"
    between = say("list.separator")
    out = f'<h4 id="turn-{turn.number}">{esc(say("review.turn", turn.number))}: {esc(lost)}</h4>'
    out += f"<p>{esc(say('review.played'))}: {esc(between.join(speaker.turn(turn.actions)))}</p><details><summary>"
    out += f"{esc(say('review.open'))}</summary><p>{esc(between.join(speaker.turn(turn.better)))}</p>"
    out += f"<p>{esc(speaker.why(turn))}</p><table>"
    for row, events in zip_longest(speaker.rows(turn), speaker.because(turn)):
        cells = "".join(f'<td class="n">{esc(speaker.figure(value, False))}</td>' for value in (row.played, row.better))
        out += f'<tr><th>{esc(row.name)}</th>{cells}<td class="n">{esc(speaker.figure(row.differs))}</td></tr>'
        for event in events or ():
            values = (event.played, event.better, event.adds)
            figures = ["" if value is None else speaker.figure(value) for value in values]
            out += f'<tr class="of"><td>{esc(event.text)}</td>'
            out += "".join(f'<td class="n">{esc(figure)}</td>' for figure in figures) + "</tr>"
    return out + f"</table><p><small>{esc(say('review.worlds', n=turn.worlds))}</small></p></details>"
