"""The report page: one HTML file with tables and drawn plots, nothing to load."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from machinehall.kernel.title import Title

from .play import Result
from .ratings import Rating, Share, balance, by_seat, ratings, shares

Say = Callable[..., str]

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fbfaf7}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}table{border-collapse:collapse;margin:.5rem 0}
td,th{padding:.2rem .8rem .2rem 0;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}p{max-width:45rem}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1b19}td,th{border-color:#444}svg text{fill:#ddd}}
"""
INK, SOFT = "#8a4b2a", "#c9b8a4"
ACTIONS = 12
"""Actions shown at either end of the table of balance."""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(h)}</th>" for h in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def picture(width: int, height: int, parts: Iterable[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(label)}" '
        f'font-family="system-ui,sans-serif" font-size="13">{"".join(parts)}</svg>'
    )


def intervals(rows: Sequence[tuple[str, float, float, float]], mark: float | None, label: str) -> str:
    """A dot with its interval for each row, on a common scale."""
    low = min([low for _, _, low, _ in rows] + ([mark] if mark is not None else []))
    high = max([high for *_, high in rows] + ([mark] if mark is not None else []))
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return 190 + 440 * (value - low) / span

    parts = []
    if mark is not None:
        parts.append(f'<path d="M{x(mark):.1f} 4V{26 * len(rows) + 6}" stroke="{SOFT}" stroke-dasharray="4 3"/>')
    for i, (name, value, left, right) in enumerate(rows):
        y = 18 + 26 * i
        parts.append(f'<text x="180" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<path d="M{x(left):.1f} {y}H{x(right):.1f}" stroke="{INK}" stroke-width="3"/>')
        parts.append(f'<circle cx="{x(value):.1f}" cy="{y}" r="5" fill="{INK}"/>')
    foot = 26 * len(rows) + 22
    parts.append(f'<text x="190" y="{foot}">{low:.2f}</text>')
    parts.append(f'<text x="630" y="{foot}" text-anchor="end">{high:.2f}</text>')
    return picture(640, foot + 8, parts, label)


def bars(rows: Sequence[tuple[str, float]], label: str) -> str:
    """A row of bars."""
    top = max((value for _, value in rows), default=0) or 1
    wide = min(60.0, 600 / max(1, len(rows)))
    parts = []
    for i, (name, value) in enumerate(rows):
        x, high, thick = 20 + i * wide, 140 * value / top, wide * 0.8
        parts.append(
            f'<rect x="{x:.1f}" y="{150 - high:.1f}" width="{thick:.1f}" height="{high:.1f}" fill="{INK}"/>'
            f'<text x="{x + thick / 2:.1f}" y="168" text-anchor="middle" font-size="11">{escape(name)}</text>'
        )
    return picture(640, 176, parts, label)


def histogram(values: Sequence[float], bins: int = 12) -> list[tuple[str, float]]:
    low, high = min(values), max(values)
    step = max(1.0, (high - low) / bins)
    counts = Counter(min(bins - 1, int((v - low) / step)) for v in values)
    return [(f"{low + step * i:.0f}", counts.get(i, 0)) for i in range(max(counts) + 1)]


def page(title: Title, head: dict[str, Any], results: Sequence[Result], say: Say) -> str:
    """The whole page."""
    found, rated = shares(results), ratings(results, head["bots"])
    name = say("arena.page.title", title.full_name)
    sections = [
        f"<h1>{escape(name)}</h1>",
        f"<p>{escape(say('arena.page.what', len(results), head['seats'], head['seed'], ', '.join(head['bots'])))}</p>",
        f"<p>{escape(say('arena.page.versions', title.rules_version, title.data_version))}</p>",
        rating_section(rated, say),
        share_section(found, say),
        seat_section(results, say),
        length_section(results, say),
        balance_section(title, results, say),
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><main>{''.join(sections)}</main></body></html>\n"
    )


def section(heading: str, *parts: str) -> str:
    return f"<h2>{escape(heading)}</h2>{''.join(parts)}"


def rating_section(rated: Sequence[Rating], say: Say) -> str:
    heads = [say(f"arena.head.{key}") for key in ("bot", "elo", "interval", "games", "score")]
    rows = [(r.bot, f"{r.elo:+.0f}", f"{r.low:+.0f} … {r.high:+.0f}", str(r.games), f"{r.score:.1f}") for r in rated]
    plot = intervals([(r.bot, r.elo, r.low, r.high) for r in rated], None, say("arena.page.ratings"))
    note = f"<p>{escape(say('arena.page.ratings_note'))}</p>"
    return section(say("arena.page.ratings"), table(heads, rows), plot, note)


def share_section(found: Sequence[Share], say: Say) -> str:
    heads = [say(f"arena.head.{key}") for key in ("pair", "games", "share", "interval", "fair", "lead")]
    rows = [
        (
            say("arena.pair", s.pair[1], s.pair[0]),
            str(s.games),
            f"{s.share:.1%}",
            f"{s.low:.1%} … {s.high:.1%}",
            f"{s.fair:.0%}",
            f"{s.lead:+.1f} ± {1.96 * s.lead_error:.1f}",
        )
        for s in found
    ]
    dots = [(say("arena.pair", s.pair[1], s.pair[0]), s.share, s.low, s.high) for s in found]
    plot = intervals(dots, found[0].fair if found else None, say("arena.page.shares"))
    return section(say("arena.page.shares"), table(heads, rows), plot)


def seat_section(results: Sequence[Result], say: Say) -> str:
    heads = [say(f"arena.head.{key}") for key in ("bot", "seat", "games", "score", "share")]
    rows = [
        (bot, str(seat + 1), str(games), f"{score:.1f}", f"{wins:.1%}")
        for bot, seats in by_seat(results).items()
        for seat, (games, score, wins) in enumerate(seats)
    ]
    seats = len(results[0]["bots"])
    mean = [(str(i + 1), statistics.fmean(r["scores"][i] for r in results)) for i in range(seats)]
    return section(say("arena.page.seats"), table(heads, rows), bars(mean, say("arena.page.seats")))


def length_section(results: Sequence[Result], say: Say) -> str:
    lengths = [r["decisions"] for r in results]
    said = say("arena.page.length_note", f"{statistics.fmean(lengths):.0f}", min(lengths), max(lengths))
    plot = bars(histogram(lengths), say("arena.page.length"))
    return section(say("arena.page.length"), f"<p>{escape(said)}</p>", plot)


def balance_section(title: Title, results: Sequence[Result], say: Say) -> str:
    found = balance(results)
    heads = [say(f"arena.head.{key}") for key in ("action", "chosen", "gain")]
    some = found if len(found) <= 2 * ACTIONS else found[:ACTIONS] + found[-ACTIONS:]
    rows = [
        (title.actions.texts[b.action], str(b.seats), f"{100 * b.gain:+.1f} ± {196 * b.error:.1f}") for b in some
    ]
    note = f"<p>{escape(say('arena.page.balance_note'))}</p>"
    return section(say("arena.page.balance"), note, table(heads, rows))
