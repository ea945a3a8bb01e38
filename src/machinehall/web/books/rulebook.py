"""The numbered rulebooks as pages, so that every refusal can point at its rule; summaries, glossaries, components."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

import machinehall as mh
from machinehall.kernel import handbook
from machinehall.kernel.options import Option
from machinehall.kernel.own_packs import is_piece
from machinehall.kernel.packs import FileOrigin, provenance
from machinehall.kernel.rulebook import HOUSE, Entry, Example, Ruling, load_rulebook, titles_with_rules
from machinehall.kernel.title import Title
from machinehall.server.errors import Unknown
from machinehall.web.shell import Ctx, marked, render
from machinehall.words import Titled
from machinehall.words.titles import effects, speech

from .figures import figure, sprite
from .markup import inline, markdown, rule_path

__all__ = ["asked", "book", "books", "components", "examples", "frame", "rule_path", "sheet"]

PAGES = (
    ("book", "/rules/{0}"),
    *((sheet, f"/rules/{{0}}/{sheet}") for sheet in handbook.SHEETS),
    ("effects", "/components/{0}"),
    ("components", "/rules/{0}/components"),
    ("examples", "/rules/{0}/examples"),
)
"""What there is to read about a title, and where."""


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph under its id."""

    id: str
    html: Markup
    folded: str
    """As it is searched."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter with its paragraphs."""

    id: str
    heading: str
    rows: tuple[Row, ...] = field(repr=False)
    pictures: str = field(default="", repr=False)


def names() -> list[str]:
    return [name for name in titles_with_rules() if name in mh.titles()]


async def books(ctx: Ctx) -> Response:
    return render(ctx, "books.html", book_pages=PAGES, titles=[(name, mh.titles()[name].full_name) for name in names()])


async def book(ctx: Ctx) -> Response:
    """The whole book. What is searched for stays, the rest is hidden, so that a script can show it again."""
    name = asked(ctx, house=True)
    search = (ctx.query("q") or "").strip()[:80]
    wanted = handbook.fold(search).split()
    own = parts(name, ctx.say.lang, ctx.theme)
    house = () if name == HOUSE else parts(HOUSE, ctx.say.lang, ctx.theme)
    shown = {row.id for part in (*own, *house) for row in part.rows if all(word in row.folded for word in wanted)}
    return render(
        ctx,
        "rules.html",
        **frame(ctx, name, "book"),
        preface=Markup(markdown(handbook.preface(name, ctx.say.lang), name)),
        parts=own,
        signs=Markup("" if name == HOUSE else sprite(name, ctx.theme)),
        house=house,
        search=search,
        shown=shown,
        spoken=handbook.book_language(name, ctx.say.lang),
        say_option=lambda option: say_option(Titled(name, ctx.say), option),
    )


async def sheet(ctx: Ctx) -> Response:
    """Summary or glossary."""
    name, kind = asked(ctx), ctx.request.path_params["sheet"]
    if kind not in handbook.SHEETS:
        raise Unknown("api.no_such_thing")
    text = handbook.sheet(name, kind, ctx.say.lang)
    said_in = marked(ctx.say, handbook.sheet_language(name, kind, ctx.say.lang))
    return render(ctx, "sheet.html", **frame(ctx, name, kind), text=Markup(markdown(text, name)), said_in=said_in)


async def examples(ctx: Ctx) -> Response:
    """Worked examples and edge cases of the specification, each with the rules it shows in the reader's language."""
    name = asked(ctx)
    read = load_rulebook(name)
    found: list[tuple[str, tuple[Row, ...]]] = [
        ("web.rules.worked", tuple(row(e, name) for e in read.examples)),
        ("web.rules.edges", tuple(row(e, name) for e in read.edge_cases)),
    ]
    rules = {row.id: row for part in parts(name, ctx.say.lang, ctx.theme) for row in part.rows}
    behind = {example: [rules[rule] for rule in shown] for example, shown in handbook.behind(name).items()}
    legend = speech(ctx.site.tables.title(name), ctx.say).legend()
    return render(ctx, "examples.html", **frame(ctx, name, "examples"), found=found, legend=legend, behind=behind)


async def components(ctx: Ctx) -> Response:
    """Which pieces are printed, public or reconstructed, and how to lay true data over them."""
    name = asked(ctx)
    title = ctx.site.tables.title(name)
    files, others = origins(title)
    heading = effects(title, ctx.say).heading
    return render(
        ctx,
        "components.html",
        **frame(ctx, name, "components"),
        groups=[[(heading(file.file.removesuffix(".json")), file) for file in group] for group in (files, others)],
        reconstructed=sum(file.reconstructed for file in files),
        total=sum(file.total for file in files),
    )


def asked(ctx: Ctx, house: bool = False) -> str:
    name = str(ctx.request.path_params["title"])
    if name not in names() and not (house and name == HOUSE):
        raise Unknown("api.no_such_thing")
    return name


def frame(ctx: Ctx, name: str, here: str) -> dict[str, Any]:
    """What all pages about a book share."""
    full = ctx.say("web.rules.house") if name == HOUSE else mh.titles()[name].full_name
    return {"name": name, "full": full, "kind": here, "has_sheets": name != HOUSE, "book_pages": PAGES}


def say_option(say: Titled, option: Option) -> str:
    return say("web.rules.option", option.name, say(f"option.{option.name}"), option.default)


@lru_cache(maxsize=64)
def parts(name: str, lang: str, theme: str) -> tuple[Part, ...]:
    """The chapters of a book with their paragraphs; the rulings are those of the last chapter."""
    read = handbook.load_handbook(name, lang)
    drawn = handbook.chapter_pictures(name, lang)

    def draw(source: str, alt: str) -> str:
        return figure(name, source, alt, theme, lang)

    found = []
    for chapter in read.chapters:
        rules: list[Entry] = [rule for rule in read.rules if rule.chapter == chapter.number]
        if not rules and chapter is read.chapters[-1]:
            rules = list(read.rulings)
        rows = tuple(row(entry, name) for entry in rules)
        pictures = Markup(markdown(drawn.get(chapter.number, ""), name, figure=draw))
        found.append(Part(f"chapter-{chapter.number}", f"{chapter.number}. {chapter.heading}", rows, pictures))
    return tuple(found)


def row(entry: Entry, name: str) -> Row:
    """A paragraph as it is shown."""
    match entry:
        case Ruling():
            text = f"<p><b>{inline(entry.question, name)}</b></p><p>{inline(entry.ruling, name)}</p>"
        case Example():
            text = f"<p><b>{inline(entry.title, name)}</b></p>{markdown(entry.text, name)}"
        case _:
            text = markdown(entry.text, name)
    options = () if name == HOUSE else tuple(o for o in mh.titles()[name].options if o.rule == entry.id)
    return Row(entry.id, Markup(text), handbook.fold(f"{entry.id} {handbook.plain(entry)}"), options)


@lru_cache(maxsize=16)
def origins(title: Title) -> tuple[list[FileOrigin], list[FileOrigin]]:
    """The files of a pack: those of pieces, which owners can make true and which are counted, and the others."""
    groups: tuple[list[FileOrigin], list[FileOrigin]] = ([], [])
    for file in provenance(title.pack):
        counted = title.pack.shape is None or is_piece(title.pack, file.file.removesuffix(".json"))
        groups[0 if counted else 1].append(file)
    return groups
