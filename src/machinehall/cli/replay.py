"""machinehall replay: a recorded match, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import JSON, LANG, PACK, at_most_one, fail, out_json, progress, tidy, words

if TYPE_CHECKING:
    from machinehall.kernel.match import Entry, Match
    from machinehall.kernel.values import Event
    from machinehall.words import Words

_w = words()


@tidy
def command(
    file: Annotated[Path, typer.Argument(help=_w("cli.replay.file"), show_default=False)],
    svg: Annotated[Path | None, typer.Option("--svg", help=_w("cli.replay.svg"), show_default=False)] = None,
    png: Annotated[Path | None, typer.Option("--png", help=_w("cli.replay.png"), show_default=False)] = None,
    text: Annotated[bool, typer.Option("--text", help=_w("cli.replay.text"))] = False,
    json: Annotated[bool, JSON] = False,
    pack: Annotated[Path | None, PACK] = None,
    lang: Annotated[str | None, LANG] = None,
) -> None:
    """Go through a saved match."""
    import machinehall as mh

    w = words(lang)
    at_most_one(w("cli.replay.one_form"), svg, png, text, json)
    match = mh.load_match(file.read_text(encoding="utf-8"), pack)
    if svg is not None:
        draw(match, svg, "svg", w)
    elif png is not None:
        draw(match, png, "png", w)
    elif json:
        out_json(as_data(match))
    else:
        tell(match, w)


def decisions(match: Match) -> Iterator[tuple[Entry, list[Event]]]:
    """Each decision of a seat with all that it brought about, what chance decided after it among it."""
    current: Entry | None = None
    events: list[Event] = []
    for entry, happened in zip(match.log, match.happened, strict=True):
        if entry.seat >= 0:
            if current is not None:
                yield current, events
            current, events = entry, []
        if current is not None:
            events = [*events, *happened]
    if current is not None:
        yield current, events


def tell(match: Match, w: Words) -> None:
    """One line for each decision, as a spectator sees it, with its events below."""
    from rich.console import Console

    from machinehall.words.titles import wording

    speech = wording(match.title, w, seats=match.seats)
    console = Console(highlight=False, soft_wrap=True)
    for number, (entry, events) in enumerate(decisions(match), 1):
        mark = f" {w('cli.replay.forced')}" if entry.forced else ""
        seen = [fact for event in events if (fact := event.seen_from(None)) is not None]
        console.print(f"{number:4} {speech.seat(entry.seat)}: {match.text(entry.action)}{mark}", markup=False)
        for line in speech.story(seen):
            console.print(f"       {line}", markup=False)
    result(match, w)


def result(match: Match, w: Words) -> None:
    from machinehall.words import Titled
    from machinehall.words.titles import wording

    from .screen import Screen

    if match.outcome is None:
        typer.echo(w("cli.replay.unfinished"))
    else:
        Screen(wording(match.title, w, seats=match.seats), Titled(match.title.name, w), match.seats).result(match)


def as_data(match: Match) -> dict[str, Any]:
    outcome = match.outcome
    rows = [
        {
            "seat": entry.seat,
            "action": match.text(entry.action),
            "forced": entry.forced,
            "events": [[fact.kind, *fact.args] for e in events if (fact := e.seen_from(None)) is not None],
        }
        for entry, events in decisions(match)
    ]
    end: dict[str, Any] | None = None
    if outcome is not None:
        end = {"scores": outcome.scores, "places": outcome.places}
        end |= {"breakdown": outcome.breakdown, "reason": outcome.reason}
        if outcome.automata:
            end["automata"] = [{"name": a.name, "score": a.score, "breakdown": a.breakdown} for a in outcome.automata]
    head = {"title": match.title.name, "seats": match.seats, "options": match.options, "data": match.title.data_version}
    return head | {"decisions": rows, "outcome": end}


def draw(match: Match, folder: Path, kind: str, w: Words) -> None:
    """One picture before the first decision and one after each, as a spectator sees it."""
    pictures = positions(match)
    total = sum(entry.seat >= 0 for entry in match.log) + 1
    render = png_renderer(w) if kind == "png" else None
    width = len(str(total))
    count = 0
    for number, picture in enumerate(progress(pictures, total, w("cli.replay.progress"))):
        if number == 0:
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{number:0{width}}.{kind}"
        if render is None:
            path.write_text(picture, encoding="utf-8")
        else:
            path.write_bytes(render(picture))
        count += 1
    typer.echo(w("cli.replay.drawn", folder, n=count))


def positions(match: Match) -> Iterator[str]:
    """The match again from the beginning, drawn whenever a seat has decided and chance has answered."""
    from machinehall.kernel.match import Match as Table

    again = Table(match.title, match.seats, options=match.options, deal=False)
    for entry in match.log:
        if entry.seat >= 0:
            yield again.svg()
        again.replay(entry.seat, entry.action, forced=entry.forced)
    yield again.svg()


def png_renderer(w: Words) -> Callable[[str], bytes]:
    try:
        import resvg_py  # noqa: F401  the extra `png`
    except ImportError:
        fail(w("cli.replay.no_png"))
    from machinehall.draw.png import png

    return png
