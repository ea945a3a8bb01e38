"""machinehall rules: the numbered rulebook."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from .common import JSON, LANG, example, fail, find_title, out_json, tidy, words

if TYPE_CHECKING:
    from rich.console import Console

    from machinehall.kernel.rulebook import Rulebook

_w = words()


@tidy
def command(
    title: Annotated[str | None, typer.Argument(help=_w("cli.arg.title", example()), show_default=False)] = None,
    rule: Annotated[list[str] | None, typer.Argument(help=_w("cli.rules.rule"), show_default=False)] = None,
    summary: Annotated[bool, typer.Option("--summary", help=_w("cli.rules.show_summary"))] = False,
    glossary: Annotated[bool, typer.Option("--glossary", help=_w("cli.rules.show_glossary"))] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help=_w("cli.rules.coverage"))] = False,
    search: Annotated[str | None, typer.Option("--search", help=_w("cli.rules.search"), show_default=False)] = None,
    lang: Annotated[str | None, LANG] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Read the rules."""
    from rich.console import Console

    from machinehall.kernel.handbook import GLOSSARY, SUMMARY, load_handbook

    console = Console(highlight=False)
    spoken = words(lang).lang
    if title is None:
        list_titles(json)
        return
    known_title(title)
    if coverage:
        show_coverage(title, json)
    elif summary or glossary:
        show_sheet(title, SUMMARY if summary else GLOSSARY, spoken, console, json)
    elif rule or search is not None:
        show_entries(title, " ".join(rule or [search or ""]), spoken, console, json, by_id=bool(rule))
    else:
        show_book(load_handbook(title, spoken), spoken, console, json)


def known_title(title: str) -> str:
    from machinehall.kernel.rulebook import titles_with_rules

    if title not in titles_with_rules():
        fail(_w("cli.rules.no_title", title, ", ".join(titles_with_rules())))
    return title


def list_titles(json: bool) -> None:
    from machinehall.kernel.rulebook import load_rulebook, titles_with_rules

    counts = {name: len(load_rulebook(name).rules) for name in titles_with_rules()}
    if json:
        out_json({"titles": counts})
        return
    for name, count in counts.items():
        typer.echo(_w("cli.rules.title", name, n=count))


def entry(entry_id: str, text: str) -> dict[str, str]:
    return {"id": entry_id, "text": text}


def show_sheet(title: str, kind: str, lang: str, console: Console, json: bool) -> None:
    """The summary or the glossary."""
    from rich.markdown import Markdown

    from machinehall.kernel.handbook import sheet, without_icons

    text = without_icons(sheet(title, kind, lang))
    if json:
        out_json({"title": title, kind: text})
    else:
        console.print(Markdown(text))


def show_entries(title: str, wanted: str, lang: str, console: Console, json: bool, *, by_id: bool) -> None:
    """One rule by its id, or all that hold some words."""
    from .rulebooks import rule_text, search

    one = rule_text(title, wanted, lang) if by_id else None
    found = [one] if one else search(title, wanted, None, lang)
    if not found:
        fail(_w("cli.rules.nothing", wanted))
    if json:
        out_json({"title": title, "entries": [entry(*f) for f in found]})
        return
    from rich.markdown import Markdown

    for entry_id, text in found:
        console.print(Markdown(f"**{entry_id}** {text}"))


def show_book(book: Rulebook, lang: str, console: Console, json: bool) -> None:
    """The whole book."""
    from rich.markdown import Markdown

    from machinehall.kernel.handbook import load_handbook
    from machinehall.kernel.rulebook import HOUSE
    from machinehall.kernel.wording import Titled

    said = words(lang)
    if json:
        house = load_handbook(HOUSE, lang)
        rows = [entry(e.id, e.text) for e in (*book.index.values(), *house.index.values())]
        chapters = [{"number": c.number, "heading": c.heading} for c in book.chapters]
        out_json({"title": book.title, "chapters": chapters, "entries": rows})
        return
    for chapter in book.chapters:
        lines = [f"- **{r.id}** {r.text}" for r in book.rules if r.chapter == chapter.number]
        if not lines and chapter is book.chapters[-1]:
            lines = [f"- **{r.id}** {r.question}: {r.ruling}" for r in book.rulings]
        if lines:
            console.print(Markdown(f"## {chapter.number}. {chapter.heading}\n\n" + "\n".join(lines)))
    own = Titled(book.title, said)
    options = [
        said("cli.rules.option", o.name, ", ".join(map(str, o.choices)), o.default, own(f"option.{o.name}"), o.rule)
        for o in find_title(book.title, None).options
    ]
    if options:
        console.print(Markdown(f"## {said('cli.rules.options')}\n\n" + "\n".join(f"- {line}" for line in options)))


def show_coverage(title: str, json: bool) -> None:
    """Which test proves which rule, as the file that the proof leaves says."""
    from machinehall.kernel.rulebook import book_path, load_rulebook

    path = book_path(title).with_name("coverage.json")
    if not path.is_file():
        fail(_w("cli.rules.no_coverage", title))
    data: dict[str, list[str]] = jsonlib.loads(path.read_text(encoding="utf-8"))
    if json:
        out_json(data)
        return
    must = set(load_rulebook(title).to_prove())
    for rule_id, tests in data.items():
        if tests or rule_id in must:
            names = tests or [_w("cli.rules.unproved")]
            typer.echo("\n".join(f"{rule_id if i == 0 else '':10} {name}" for i, name in enumerate(names)))
    unproved = [rule_id for rule_id in must if not data.get(rule_id)]
    typer.echo(_w("cli.rules.summary", len(must) - len(unproved), len(must)))
