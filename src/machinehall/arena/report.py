"""The report page: one HTML file with tables and drawn plots, nothing to load."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from typing import Any

from machinehall.kernel.title import Title
from machinehall.kernel.wording import Say, Wording
from machinehall.words.figures import number, percent
from machinehall.words.titles import wording

from .balance import Balance, balance, chosen, held
from .play import Result
from .plots import bars, histogram, intervals, levels, whisker
from .ratings import Rating, Share, Z, by_seat, ratings, shares

STYLE = """
:root{color-scheme:light dark;--ink:#26221c;--soft:#6e6557;--paper:#fbfaf7;--rule:#ddd6c9;--mark:#8a4b2a;--fair:#2f6f73}
@media(prefers-color-scheme:dark){
:root{--ink:#e6dfd2;--soft:#a99f8e;--paper:#1b1a18;--rule:#3d3a35;--mark:#d98e5f;--fair:#74b6ba}}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);
background:var(--paper)}
h1{font-size:1.7rem;margin-bottom:.5rem}h2{font-size:1.25rem;margin:2.75rem 0 .5rem}h3{font-size:1rem;margin:1.5rem 0 0}
p{max-width:45rem;margin:.4rem 0}.soft{color:var(--soft)}.wide{overflow-x:auto}
table{border-collapse:collapse;margin:.75rem 0;font-variant-numeric:tabular-nums}
td,th{padding:.25rem 1rem .25rem 0;text-align:right;border-bottom:1px solid var(--rule)}
th{font-weight:600;font-size:.875rem;color:var(--soft);vertical-align:bottom}
td:first-child,th:first-child{text-align:left}td+td{white-space:nowrap}td svg{display:block}
svg{max-width:100%;height:auto;font:13px system-ui,sans-serif}svg text{fill:var(--ink)}
svg .small{font-size:11px;fill:var(--soft)}svg .mark{fill:var(--mark)}svg .line{stroke:var(--mark);stroke-width:3}
svg .grid{stroke:var(--rule)}svg .fair{stroke:var(--fair);stroke-dasharray:4 3}
"""
ROWS = 10
"""Things shown at either end of a table of balance."""


class Drawn(str):
    """A cell that is markup already."""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def cell(text: str) -> str:
        return f"<td>{text if isinstance(text, Drawn) else escape(text)}</td>"

    head = "".join(f"<th>{escape(h)}</th>" for h in heads)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def note(text: str) -> str:
    return f'<p class="soft">{escape(text)}</p>'


def section(heading: str, *parts: str) -> str:
    return f"<h2>{escape(heading)}</h2>{''.join(parts)}"


def page(title: Title, head: dict[str, Any], results: Sequence[Result], say: Say) -> str:
    """The whole page."""
    found, rated = shares(results), ratings(results, head["bots"])
    name, speech = say("arena.page.title", title.full_name), wording(title, say, seats=head["seats"])
    sections = [
        f"<h1>{escape(name)}</h1>",
        f"<p>{escape(say('arena.page.what', len(results), head['seats'], head['seed'], ', '.join(head['bots'])))}</p>",
        note(say("arena.page.ladder")) if head.get("ladder") else "",
        note(say("arena.page.versions", title.rules_version, title.data_version)),
        rating_section(rated, say),
        share_section(found, say),
        seat_section(results, say),
        length_section(results, say),
        chosen_section(speech, title, results, say),
        held_section(speech, results, say),
    ]
    return (
        f'<!doctype html><html lang="{say.lang}"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{''.join(sections)}</main></body></html>\n"
    )


def rating_section(rated: Sequence[Rating], say: Say) -> str:
    heads = [say(f"arena.head.{key}") for key in ("bot", "elo", "interval", "games", "score")]
    rows = [
        (r.bot, f"{r.elo:+.0f}", f"{r.low:+.0f} … {r.high:+.0f}", str(r.games), number(say.lang, r.score, 1))
        for r in rated
    ]
    plot = intervals([(r.bot, r.elo, r.low, r.high) for r in rated], None, say("arena.page.ratings"))
    return section(say("arena.page.ratings"), table(heads, rows), plot, note(say("arena.page.ratings_note")))


def share_section(found: Sequence[Share], say: Say) -> str:
    heads = [*pair_heads(say), say("arena.head.lead")]
    rows = [(*pair_cells(s, say), give_or_take(say.lang, s.lead, Z * s.lead_error)) for s in found]
    dots = [(say("arena.pair", s.pair[1], s.pair[0]), s.share, s.low, s.high) for s in found]
    plot = intervals(dots, found[0].fair if found else None, say("arena.page.shares"), partial(percent, say.lang))
    return section(say("arena.page.shares"), table(heads, rows), plot)


def pair_heads(say: Say) -> list[str]:
    """What stands above the cells of a pair."""
    return [say(f"arena.head.{key}") for key in ("pair", "games", "share", "interval", "fair")]


def pair_cells(share: Share, say: Say) -> list[str]:
    """How often the second of two bots won against the first, for people."""
    return [
        say("arena.pair", share.pair[1], share.pair[0]),
        str(share.games),
        percent(say.lang, share.share, 1),
        f"{percent(say.lang, share.low, 1)} … {percent(say.lang, share.high, 1)}",
        percent(say.lang, share.fair),
    ]


def seat_section(results: Sequence[Result], say: Say) -> str:
    heads = [say(f"arena.head.{key}") for key in ("bot", "seat", "games", "score", "share")]
    places = [
        (bot, seat + 1, games, score, wins)
        for bot, seats in by_seat(results).items()
        for seat, (games, score, wins) in enumerate(seats)
    ]
    rows = [
        (bot, str(seat), str(games), number(say.lang, score, 1), percent(say.lang, wins, 1))
        for bot, seat, games, score, wins in places
    ]
    plot = levels(
        [(say("arena.page.seat_of", bot, seat), score) for bot, seat, _, score, _ in places],
        say("arena.page.seats"),
        partial(number, say.lang, digits=1),
    )
    return section(say("arena.page.seats"), table(heads, rows), plot)


def length_section(results: Sequence[Result], say: Say) -> str:
    lengths = [r["decisions"] for r in results]
    said = say("arena.page.length_note", f"{statistics.fmean(lengths):.0f}", min(lengths), max(lengths))
    plot = bars(histogram(lengths), say("arena.page.length"))
    return section(say("arena.page.length"), f"<p>{escape(said)}</p>", plot)


def give_or_take(lang: str, value: float, error: float) -> str:
    """A difference with its error."""
    return f"{number(lang, value, 1, signed=True)} ± {number(lang, error, 1)}"


def balance_table(found: Sequence[Balance], heads: Sequence[str], name: Callable[[Balance], str], lang: str) -> str:
    """Those that go with winning most, and least."""
    some = found if len(found) <= 2 * ROWS else [*found[:ROWS], *found[-ROWS:]]
    reach = max(abs(b.gain) + Z * b.error for b in some)
    rows = []
    for b in some:
        gain = give_or_take(lang, 100 * b.gain, 100 * Z * b.error)
        drawn = Drawn(whisker(b.gain, Z * b.error, reach, gain) if reach else "")
        rows.append((name(b), str(b.seats), give_or_take(lang, b.points, Z * b.points_error), gain, drawn))
    return table([*heads, ""], rows)


def chosen_section(speech: Wording, title: Title, results: Sequence[Result], say: Say) -> str:
    found = balance(results, chosen)
    heads = [say(f"arena.head.{key}") for key in ("action", "chosen", "points", "gain")]

    def name(b: Balance) -> str:
        return speech.label(title.action_at(b.thing[1]))

    shown = balance_table(found, heads, name, say.lang) if found else note(say("arena.page.few"))
    return section(say("arena.page.balance"), note(say("arena.page.balance_note")), shown)


def held_section(speech: Wording, results: Sequence[Result], say: Say) -> str:
    """One table for each kind of component."""
    groups: dict[str, list[Balance]] = {}
    for b in balance(results, held):
        groups.setdefault(b.thing[0], []).append(b)
    heads = [say(f"arena.head.{key}") for key in ("component", "had", "points", "gain")]
    parts = []
    for domain, found in sorted(groups.items()):
        parts.append(f"<h3>{escape(say(f'arena.held.{domain}'))}</h3>")
        parts.append(balance_table(found, heads, lambda b: speech.names(*b.thing), say.lang))
    shown = "".join(parts) or note(say("arena.page.few"))
    return section(say("arena.page.held"), note(say("arena.page.held_note")), shown)
