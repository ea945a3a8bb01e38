"""machinehall review: why a match was won or lost, and which turns gave points away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import JSON, LANG, PACK, fail, progress, tidy, words

if TYPE_CHECKING:
    from machinehall.kernel.match import Match
    from machinehall.review.shapes import Review, TurnReview
    from machinehall.review.words import Speaker

_w = words()


@tidy
def command(
    file: Annotated[Path, typer.Argument(help=_w("cli.review.file"), show_default=False)],
    json: Annotated[bool, JSON] = False,
    html: Annotated[Path | None, typer.Option("--html", help=_w("cli.review.html"), show_default=False)] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help=_w("cli.review.seconds"), show_default=False)] = None,
    searches: Annotated[int, typer.Option(min=0, max=50, help=_w("cli.review.searches"))] = 12,
    pack: Annotated[Path | None, PACK] = None,
    lang: Annotated[str | None, LANG] = None,
) -> None:
    """Review a saved match."""
    import msgspec

    import machinehall as mh
    from machinehall.review.review import Plan
    from machinehall.review.words import Speaker
    from machinehall.words.titles import wording

    w = words(lang)
    match = mh.load_match(file.read_text(encoding="utf-8"), pack)
    if match.outcome is None:
        fail(w("review.not_over"))
    found = made(match, Plan(searches=searches, seconds=seconds), w("cli.review.progress"))
    speaker = Speaker(match.title, w, wording(match.title, w, seats=match.seats))
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    elif html is not None:
        from machinehall.review.sheet import page

        html.write_text(page(found, match, speaker, w), encoding="utf-8")
        typer.echo(w("cli.review.wrote", html))
    else:
        tell(found, match, speaker)


def made(match: Match, plan: object, label: str) -> Review:
    """The whole review, with a bar for somebody who waits."""
    from machinehall.review.review import Plan, reviews

    assert isinstance(plan, Plan)
    last: list[Review] = []

    def growing() -> Iterator[Review]:
        for found in reviews(match, plan=plan):
            last[:] = [found]
            yield found

    for _ in progress(growing(), 3 + plan.searches * match.seats, label):
        pass
    return last[0]


def tell(review: Review, match: Match, speaker: Speaker) -> None:
    """The account of each seat, then its key turns with the reasons."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    say, console = speaker.say, Console(highlight=False)
    names = [speaker.wording.seat(seat) for seat in range(match.seats)]
    for line in speaker.story(review, names):
        console.print(line, markup=False)
    table = Table(box=box.SIMPLE_HEAD, title=say("review.account"))
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    accounts = [seat.account for seat in review.seats]
    for k, (term, _, _) in enumerate(speaker.terms(accounts[0])):
        cells = [speaker.terms(account)[k] for account in accounts]
        table.add_row(
            say(f"review.{term}"), *(f"{speaker.figure(v)} ± {speaker.figure(e, False)}" for _, v, e in cells)
        )
    table.add_row(say("review.final"), *(speaker.figure(account.final) for account in accounts), style="bold")
    table.add_row(say("review.given"), *(speaker.figure(seat.given.value, False) for seat in review.seats))
    thirds = [speaker.thirds(seat) for seat in review.seats]
    for k, part in enumerate(review.seats[0].parts):
        table.add_row(f"  {say('review.turn', f'{part.first}–{part.last}')}", *(row[k] for row in thirds))
    table.add_row(say("review.percent"), *("–" if seat.percent is None else str(seat.percent) for seat in review.seats))
    console.print(table)
    for seat, found in enumerate(review.seats):
        if split := speaker.lucks(found.account):
            console.print(f"{names[seat]}: {split}", markup=False)
        console.print(f"{names[seat]}: {say('review.keys')}", style="bold", markup=False)
        if not found.keys:
            console.print(f"  {say('review.keys.none')}", markup=False)
        for number in found.keys:
            tell_turn(console, review, number, speaker)
        tell_together(console, review, seat, speaker)


def tell_together(console: object, review: Review, seat: int, speaker: Speaker) -> None:
    """What a seat gave away by source and part of the match, and what its key turns have in common."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from machinehall.review.many import PARTS

    assert isinstance(console, Console)
    say, costs = speaker.say, speaker.costs(review, seat)
    if costs:
        table = Table(box=box.SIMPLE_HEAD, title=say("review.parts"))
        for k, head in enumerate((say("review.source"), *(say(f"given.{part}") for part in PARTS), say("given.sum"))):
            table.add_column(head, justify="right" if k else "left")
        for cost in costs:
            table.add_row(cost.name, *cost.cells)
        console.print(table)
    if said := speaker.common(review, seat):
        console.print(f"  {say('review.common')}: {' '.join(said)}", markup=False)


def chances(turn: TurnReview) -> str:
    """The chance to win after the turn played, and after the better one."""
    return " → ".join(f"{round(100 * win)} %" for win in turn.win or ())


def events(turn: TurnReview, speaker: Speaker) -> list[str]:
    """For the sources that speak most for the better turn: what makes most of the difference, in a line."""
    from machinehall.review.words import LEAST_SAID, NAMED

    between, term = speaker.say("list.separator"), "review.why.term"
    lines: list[str] = []
    rows = sorted(zip(speaker.rows(turn), speaker.because(turn), strict=True), key=lambda both: -both[0].differs)
    for row, found in rows[:NAMED]:
        said = [speaker.say(term, speaker.whose(event), speaker.figure(event.adds)) for event in found]
        if said and row.differs >= LEAST_SAID:
            lines.append(f"{speaker.say(term, row.name, speaker.figure(row.differs))} ({between.join(said)})")
    return lines


def tell_turn(console: object, review: Review, number: int, speaker: Speaker) -> None:
    from rich.console import Console

    assert isinstance(console, Console)
    turn, say = review.turns[number - 1], speaker.say
    assert turn.loss is not None
    between = say("list.separator")
    lost = f"{speaker.figure(-turn.loss.value)} ± {speaker.figure(turn.loss.error, signed=False)}"
    console.print(f"  {say('review.turn', number)}: {lost}", style="bold", markup=False)
    for head, said in (
        ("review.played", between.join(speaker.turn(turn.actions))),
        ("review.better", between.join(speaker.turn(turn.better))),
        ("review.why", speaker.why(turn)),
        *(("review.because", line) for line in events(turn, speaker)),
        ("review.win", chances(turn)),
        ("review.found", speaker.found_by(turn)),
    ):
        if not said:
            continue
        console.print(f"    {say(head)}: {said}", markup=False)
