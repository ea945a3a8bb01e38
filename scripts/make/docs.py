"""Writes the documentation as static pages: `make docs`, into out/docs. Nothing in them is fetched from elsewhere.

Pages come from the Markdown files of the repository and from the books of the titles; pictures are drawn by the titles.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from importlib import resources
from pathlib import Path

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]
from reference import reference_page

import machinehall as mh
from machinehall.draw.kit import symbols
from machinehall.kernel import handbook
from machinehall.kernel.packs import provenance
from machinehall.kernel.rulebook import HOUSE, Entry, Example, Ruling, load_rulebook, titles_with_rules
from machinehall.web import assets
from machinehall.web.books.figures import figure, sprite
from machinehall.web.books.markup import inline, markdown
from machinehall.web.books.terms import terms_page, translations_page
from machinehall.words import Titled, languages, say
from machinehall.words.titles import effects

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out" / "docs"


def from_docs(*names: str) -> tuple[tuple[str, str], ...]:
    """Files of the folder docs, whose pages have their names."""
    return tuple((f"docs/{name}.md", name) for name in names)


WRITTEN = {  # part: heading, and the files it is made of with the names of their pages
    "players": (
        "For players",
        (("README.md", "index"), *from_docs("playing", "at-the-table", "review", "owners")),
    ),
    "hosts": ("For hosts", from_docs("hosting", "growing", "threat-model")),
    "research": (
        "For bot writers and researchers",
        from_docs(
            "bots",
            "learners",
            "benchmark",
            "leaderboard",
            "league",
            "from-net-to-bot",
            "headless",
            "bots-results",
            "python",
        ),
    ),
    "builders": (
        "For contributors",
        (
            ("CONTRIBUTING.md", "contributing"),
            ("ARCHITECTURE.md", "architecture"),
            *from_docs("adding-a-title", "translating", "secrets-and-luck", "browser", "versions", "speed"),
            ("CHANGELOG.md", "changelog"),
            ("SECURITY.md", "security"),
            *((f"docs/{name}.md", name) for name in mh.titles() if (ROOT / "docs" / f"{name}.md").is_file()),
        ),
    ),
    "decisions": (
        "Decisions",
        (
            ("docs/decisions.md", "decisions"),
            *(
                (f"docs/decisions/{path.name}", path.stem)
                for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))
            ),
        ),
    ),
}
PREFIXES = {
    prefix: book
    for book in (*mh.titles(), HOUSE)
    for prefix in {entry.partition("-")[0] for entry in load_rulebook(book).index}
    if len(prefix) > 1
}
"""Whose rules an id speaks of; one letter is too little to tell."""
_PIECES = re.compile(r"(<pre.*?</pre>|<code>.*?</code>|<a .*?</a>|<[^>]+>)", re.DOTALL)
SHEET_NAMES = {"rules": "rules", "summary": "two pages", "glossary": "symbols and words"} | {
    kind: kind for kind in ("components", "examples")
}


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its file name without ending, what it is called, its HTML."""

    name: str
    title: str
    body: str
    lang: str = "en"
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """The pages for one kind of reader."""

    key: str
    heading: str
    pages: tuple[Page, ...]


def written(source: str) -> list[str]:
    """The Markdown files of a part, or of all."""
    return [file for key, (_, files) in WRITTEN.items() for file, _ in files if source in ("", key)]


# Pages from Markdown files


def reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"highlight": coloured}).enable("table")


def coloured(code: str, lang: str, _: str) -> str:
    try:
        return str(highlight(code, get_lexer_by_name(lang), HtmlFormatter(nowrap=True)))
    except ClassNotFound:
        return escape(code)


def article(file: str) -> tuple[str, str]:
    """Title and HTML of a Markdown file; its links lead to pages."""
    text = (ROOT / file).read_text(encoding="utf-8")
    html = str(reader().render(text))
    html = re.sub(r'(<(?:a href|img src)=")([^"#:]+)', lambda m: m[1] + target(m[2]), html)
    html = re.sub(r"<h([23])>(.*?)</h\1>", lambda m: f'<h{m[1]} id="{slug(m[2])}">{m[2]}</h{m[1]}>', html)
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    html = "".join(piece if piece.startswith("<") else linked(piece) for piece in _PIECES.split(html))
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    assert heading is not None, file
    return heading[1], html


def linked(text: str) -> str:
    """Ids of rules in the running text lead to the English books."""

    def link(found: re.Match[str]) -> str:
        book = PREFIXES.get(found[0].partition("-")[0])
        known = book is not None and load_rulebook(book).lookup(found[0]) is not None
        return f'<a href="{places("en")(book, found[0])}">{found[0]}</a>' if book and known else found[0]

    return handbook.RULE_ID.sub(link, text)


def slug(heading: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]+>", "", heading).lower()).strip("-")


def target(link: str) -> str:
    """Where a link of a file leads in the pages."""
    path = Path(link)
    for _, files in WRITTEN.values():
        for file, name in files:
            if Path(file).name == path.name:
                return f"{name}.html"
    if path.name == "rulebook.md":
        return f"{path.parent.name.replace('_', '-')}-rules-en.html"
    if path.name == "data":
        return f"{path.parent.name.replace('_', '-')}-components-en.html"
    return f"{path.name}.txt" if path.name in ("LICENSE", "NOTICE") else path.name


# Pages from the books of the titles


def book_pages() -> Iterator[Page]:
    for name in titles_with_rules():
        full = mh.titles()[name].full_name
        for kind, maker in MAKERS.items():
            langs = handbook.book_languages(name) if kind == "rules" else languages()
            for lang in langs:
                title = f"{full}: {SHEET_NAMES[kind]}"
                body = others(name, kind, lang, langs) + maker(name, kind, lang)
                yield Page(f"{name}-{kind}-{lang}", title, body, lang, listed=lang == handbook.ENGLISH)
    for lang in handbook.book_languages(HOUSE):
        page = others(HOUSE, "rules", lang, handbook.book_languages(HOUSE)) + book_html(HOUSE, "rules", lang)
        yield Page(f"{HOUSE}-rules-{lang}", "House rules", page, lang, listed=lang == handbook.ENGLISH)


def others(name: str, kind: str, lang: str, langs: list[str]) -> str:
    """The same page in other languages."""
    links = [f'<a href="{name}-{kind}-{o}.html" lang="{o}" hreflang="{o}">{o.upper()}</a>' for o in langs if o != lang]
    return f'<p class="pager">{" ".join(links)}</p>'


def places(lang: str) -> Callable[[str, str], str]:
    """Where rules are read in the pages of a language."""

    def path(title: str, rule: str) -> str:
        book = HOUSE if rule.startswith("MH-") else title
        if handbook.in_specification(rule):
            return f"{book}-examples-{lang}.html#{rule}"
        return f"{book}-rules-{handbook.book_language(book, lang)}.html#{rule}"

    return path


def rows_html(entries: list[Entry], name: str, lang: str) -> str:
    options = {} if name == HOUSE else {o.rule: o for o in mh.titles()[name].options}
    out = []
    for entry in entries:
        path = places(lang)
        if isinstance(entry, Ruling):
            text = f"<p><b>{inline(entry.question, name, path)}</b></p><p>{inline(entry.ruling, name, path)}</p>"
        else:
            head = f"<p><b>{inline(entry.title, name, path)}</b></p>" if isinstance(entry, Example) else ""
            text = head + markdown(entry.text, name, path)
        if option := options.get(entry.id):
            said = Titled(name, say(lang))
            told = said("web.rules.option", option.name, said(f"option.{option.name}"), option.default)
            text += f'<p class="switch-note">{escape(told)}</p>'
        if handbook.in_specification(entry.id):
            text = f'<div lang="en">{text}</div>{rules_behind(entry.id, name, lang)}'
        out.append(f'<div id="{entry.id}"><dt><a href="#{entry.id}">{entry.id}</a></dt><dd>{text}</dd></div>')
    return f'<dl class="rules-list">{"".join(out)}</dl>'


def rules_behind(example: str, name: str, lang: str) -> str:
    """The rules that an example shows, in the language of the page."""
    book, path = handbook.load_handbook(name, lang), places(lang)
    found = [rule for key in handbook.behind(name).get(example, ()) if (rule := book.lookup(key)) is not None]
    told = "".join(
        f'<div class="behind"><a href="{path(name, r.id)}">{r.id}</a> {markdown(handbook.plain(r), name, path)}</div>'
        for r in found
    )
    return f"<details><summary>{say(lang)('web.rules.behind')}</summary>{told}</details>" if told else ""


def book_html(name: str, _: str, lang: str) -> str:
    read = handbook.load_handbook(name, lang)
    full = say(lang)("web.rules.house") if name == HOUSE else mh.titles()[name].full_name
    heading = full if name == HOUSE else say(lang)("web.rules.of", full)
    before = markdown(handbook.preface(name, lang), name, places(lang))
    out = [f"<h1>{escape(heading)}</h1>{before}"]
    if name != HOUSE:
        out.append(f'<p><img src="{name}.svg" alt="{escape(full)}" loading="lazy"></p>')
    for chapter in read.chapters:
        rules: list[Entry] = [rule for rule in read.rules if rule.chapter == chapter.number]
        if not rules and chapter is read.chapters[-1]:
            rules = list(read.rulings)
        head = f"<h2>{chapter.number}. {escape(chapter.heading)}</h2>{drawn(name, chapter.number, lang)}"
        out.append(f'<section id="chapter-{chapter.number}">{head}{rows_html(rules, name, lang)}</section>')
    return "".join(out) + ("" if name == HOUSE else sprite(name, "light"))


def drawn(name: str, chapter: int, lang: str) -> str:
    """The pictures at the head of a chapter; on paper, so in both themes of a page."""
    text = handbook.chapter_pictures(name, lang).get(chapter, "")
    made = markdown(text, name, places(lang), lambda source, alt: figure(name, source, alt, "light", lang))
    return f'<div class="figures">{made}</div>' if made else ""


def sheet_html(name: str, kind: str, lang: str) -> str:
    return f'<div class="sheet {kind}">{markdown(handbook.sheet(name, kind, lang), name, places(lang))}</div>'


def examples_html(name: str, _: str, lang: str) -> str:
    read, said = load_rulebook(name), say(lang)
    found: list[tuple[str, list[Entry]]] = [("worked", list(read.examples)), ("edges", list(read.edge_cases))]
    parts = [f"<h2>{said('web.rules.' + key)}</h2>{rows_html(entries, name, lang)}" for key, entries in found]
    return f"<h1>{said('web.rules.kind.examples')}</h1><p>{said('web.rules.examples')}</p>" + "".join(parts)


def components_html(name: str, _: str, lang: str) -> str:
    said, title = say(lang), mh.titles()[name]
    told = effects(title, said)
    heads = ("file", "total", "rulebook", "public", "reconstructed")
    rows = "".join(
        f"<tr><th>{told.heading(o.file.removesuffix('.json'))} <code>{o.file}</code></th>"
        + "".join(f"<td>{count or '–'}</td>" for count in (o.total, o.rulebook, o.public, o.reconstructed))
        for o in provenance(title.pack)
    )
    head = "".join(f"<th>{said('cli.components.' + key)}</th>" for key in heads)
    table = f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead>{rows}</table></div>'
    kinds = "".join(
        f"<li><b>{said('cli.components.' + k)}</b> – {said('web.parts.' + k)}</li>"
        for k in ("rulebook", "public", "reconstructed")
    )
    return (
        f"<h1>{said('web.rules.kind.components')}</h1><p>{escape(said('web.parts.intro', title.full_name))}</p>"
        f"<ul>{kinds}</ul>{table}"
        f'<p><a href="playing.html#with-your-own-components">{said("web.parts.own.head")}</a></p>'
    )


MAKERS: dict[str, Callable[[str, str, str], str]] = {
    "rules": book_html,
    **dict.fromkeys(handbook.SHEETS, sheet_html),
    "components": components_html,
    "examples": examples_html,
}
"""What each page about a title is made by: from its name, the kind of page and the language."""


# Everything together


def pictures(out: Path) -> None:
    """A position of each title, drawn by its renderer."""
    for name in mh.titles():
        match, rng = mh.new_match(name, 3, seed=11), random.Random(11)
        for _ in range(70):
            match.play(rng.choice(match.legal()))
        (out / f"{name}.svg").write_text(match.svg(match.to_act[0]), encoding="utf-8")


def style() -> str:
    """The tokens for the reader's theme, the fonts, the house's pages, our additions."""
    static = resources.files("machinehall.web").joinpath("static")
    return "\n".join(
        [
            *assets.font_faces(),
            f":root{{color-scheme:light dark;{assets.properties('light')}}}",
            f"@media screen and (prefers-color-scheme:dark){{:root{{{assets.properties('dark')}}}}}",
            assets.type_properties(),
            *(static.joinpath(file).read_text(encoding="utf-8") for file in ("base.css", "pages.css")),
            (ROOT / "docs" / "site" / "site.css").read_text(encoding="utf-8"),
        ]
    )


def parts() -> list[Part]:
    found = []
    for key, (heading, files) in WRITTEN.items():
        pages = [Page(name, *article(file)) for file, name in files]
        if key == "players":
            pages += book_pages()
        if key == "research":
            pages.append(Page("reference", "Reference", reference_page()))
        if key == "builders":
            pages += Page("terms", "Terms", terms_page()), Page("translations", "Translations", translations_page())
        found.append(Part(key, heading, tuple(pages)))
    return found


def build(out: Path) -> int:
    """Write all pages; how many there are."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "fonts").mkdir(parents=True)
    for font in resources.files("machinehall.draw").joinpath("fonts").iterdir():
        if font.name.endswith(".woff2"):
            (out / "fonts" / font.name).write_bytes(font.read_bytes())
    for name in ("LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, out / f"{name}.txt")
    for picture in (ROOT / "docs" / "pictures").iterdir():
        shutil.copy(picture, out / picture.name)
    (out / "style.css").write_text(style(), encoding="utf-8")
    pictures(out)
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string((ROOT / "docs" / "site" / "page.html").read_text(encoding="utf-8"))
    sprite = symbols()
    all_parts = parts()
    for here in all_parts:
        for page in here.pages:
            used = set(re.findall(r'href="#(i-[a-z0-9_-]+)"', page.body))
            drawn = Markup("".join(body for name, body in sprite.items() if name in used))
            html = template.render(
                lang=page.lang,
                title=page.title,
                name=page.name,
                body=Markup(page.body),
                parts=all_parts,
                here=here,
                sprite=drawn,
            )
            (out / f"{page.name}.html").write_text(html, encoding="utf-8")
    return sum(len(part.pages) for part in all_parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    chosen = parser.parse_args()
    print(f"{build(chosen.out)} pages in {chosen.out}")


if __name__ == "__main__":
    main()
