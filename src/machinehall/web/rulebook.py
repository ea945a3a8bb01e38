"""The numbered rulebooks as pages, so that every refusal can point at its rule."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup
from starlette.responses import Response

import machinehall as mh
from machinehall.draw.kit import esc
from machinehall.kernel.rulebook import HOUSE, Entry, Rulebook, load_rulebook, titles_with_rules
from machinehall.server.errors import Unknown

from .plain import speech
from .shell import Ctx, redirect, render

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_ITALIC = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])")
_RULE = re.compile(r"\b((?:[A-Z]{2}-(?:D?\d+(?:\.\d+[a-z]?)?|E-?\d+|EX-[A-Z]?\d+))|A-\d+|Amb-\d+)\b")


async def books(ctx: Ctx) -> Response:
    titles = [(name, mh.titles()[name].full_name) for name in titles_with_rules() if name in mh.titles()]
    if len(titles) == 1:
        return redirect(f"/rules/{titles[0][0]}")
    return render(ctx, "books.html", titles=titles)


async def book(ctx: Ctx) -> Response:
    name = ctx.request.path_params["title"]
    if name != HOUSE and (name not in mh.titles() or name not in titles_with_rules()):
        raise Unknown("api.no_such_thing")
    full = ctx.say("web.rules.house") if name == HOUSE else mh.titles()[name].full_name
    words = None if name == HOUSE else speech(ctx.site.tables.title(name), ctx.say)
    search = (ctx.query("q") or "").strip()[:80]
    found = load_rulebook(name).search(search) if search else None
    hits = None if found is None else [(e.id, Markup(markdown(e.text, name))) for e in found[:60]]
    return render(
        ctx,
        "rules.html",
        name=name,
        full=full,
        howto=words.howto() if words else [],
        chapters=chapters(name),
        house=chapters(HOUSE) if name != HOUSE else [],
        search=search,
        hits=hits,
    )


@lru_cache(maxsize=8)
def chapters(name: str) -> list[tuple[int, str, list[tuple[str, Markup]]]]:
    """Number, heading and rules of each chapter; rulings, examples and edge cases come last."""
    read = load_rulebook(name)
    found = []
    for chapter in read.chapters:
        rows = [(rule.id, Markup(markdown(rule.text, name))) for rule in read.rules if rule.chapter == chapter.number]
        if rows:
            found.append((chapter.number, chapter.heading, rows))
    rest = _rest(read, name)
    return [*found, (0, "", rest)] if rest else found


def _rest(read: Rulebook, name: str) -> list[tuple[str, Markup]]:
    found: list[Entry] = [*read.rulings, *read.examples, *read.edge_cases]
    return [(e.id, Markup(markdown(e.text, name))) for e in found]


def markdown(text: str, name: str) -> str:
    """The little of Markdown that rulebooks use: paragraphs, lists, tables, bold, code."""
    out: list[str] = []
    rows: list[list[str]] = []
    items: list[str] = []

    def close() -> None:
        if rows:
            head, *body = rows
            cells = "".join(f"<th>{_inline(c, name)}</th>" for c in head)
            lines = "".join("<tr>" + "".join(f"<td>{_inline(c, name)}</td>" for c in row) + "</tr>" for row in body)
            out.append(f'<div class="scroll" tabindex="0"><table><thead><tr>{cells}</tr></thead>{lines}</table></div>')
            rows.clear()
        if items:
            out.append("<ul>" + "".join(f"<li>{_inline(item, name)}</li>" for item in items) + "</ul>")
            items.clear()

    for line in text.splitlines():
        line = line.strip()
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not all(set(cell) <= set("-: ") for cell in cells):
                rows.append(cells)
        elif line.startswith("- "):
            items.append(line[2:])
        else:
            close()
            if line:
                out.append(f"<p>{_inline(line, name)}</p>")
    close()
    return "".join(out)


def _inline(text: str, name: str) -> str:
    safe = esc(text)
    safe = _CODE.sub(r"<code>\1</code>", safe)
    safe = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<b>\1</b>", safe))
    return _RULE.sub(lambda m: f'<a href="{rule_path(name, m[1])}">{m[1]}</a>', safe)


def rule_path(title: str, rule: str) -> str:
    """Where a rule can be read; those of the house have a book of their own."""
    return f"/rules/{HOUSE if rule.startswith('MH-') else title}#{rule}"
