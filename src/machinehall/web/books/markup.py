"""The little of Markdown that rulebooks, summaries and glossaries use, as HTML with links to the rules.

Headings, paragraphs, lists, tables, bold, italic, code; `:i-name:` is an icon of the sprite; ids of rules and mentions
of chapters become links; `![words](draw:NAME)` is a picture that the title draws. Nothing else is read: HTML, links and
other pictures in a text are shown as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from machinehall.draw.kit import esc, symbols
from machinehall.kernel.handbook import DRAW, RULE_ID, in_specification, load_handbook
from machinehall.kernel.rulebook import HOUSE, load_rulebook

_READ = ("heading", "list", "table", "emphasis", "backticks", "escape", "image")
_BREAK = re.compile(r"\s*\n\s*")
_ICON = re.compile(r":i-([a-z0-9_-]+):")
_CHAPTER = re.compile(r"\b((?:chapters?|chapitre|rozdział|глава)|(?:ch|rozdz|гл)\.) (\d+)\b")

Path = Callable[[str, str], str]
"""Where something can be read, by the name of a book and an id or `chapter-n`."""


Figure = Callable[[str, str], str]
"""A picture, by what is to be drawn and its words."""


def no_figure(source: str, alt: str) -> str:
    """Where nothing is drawn the words stand alone."""
    return f"<i>{esc(alt)}</i>"


def rule_path(title: str, rule: str) -> str:
    """Where a rule can be read; those of the house have a book of their own, examples a page of theirs."""
    book = HOUSE if rule.startswith("MH-") else title
    return f"/rules/{book}{'/examples' if in_specification(rule) else ''}#{rule}"


def rule_exists(title: str, rule: str) -> bool:
    """Whether an id leads anywhere."""
    return any(load_rulebook(book).lookup(rule) is not None for book in (title, HOUSE))


def markdown(text: str, title: str, path: Path = rule_path, figure: Figure = no_figure) -> str:
    """Blocks of Markdown as HTML."""
    return str(_READER.render(text, {"title": title, "path": path, "figure": figure}))


def inline(text: str, title: str, path: Path = rule_path) -> str:
    """A piece of a line: safe, marked up, linked."""
    return str(_READER.renderInline(text, {"title": title, "path": path, "figure": no_figure}))


def _linked(text: str, title: str, path: Path) -> str:
    """Plain words, safe, with their icons and links, which may stand across the break of a line."""
    safe = _ICON.sub(lambda m: icon(m[1]), esc(_BREAK.sub(" ", text)))
    safe = _CHAPTER.sub(lambda m: _chapter(m, title, path), safe)
    return RULE_ID.sub(
        lambda m: f'<a href="{path(title, m[0])}">{m[0]}</a>' if rule_exists(title, m[0]) else m[0], safe
    )


def _chapter(mention: re.Match[str], title: str, path: Path) -> str:
    if load_handbook(title, "en").chapter(int(mention[2])) is None:
        return mention[0]
    return f'<a href="{path(title, "chapter-" + mention[2])}">{mention[0]}</a>'


def icon(name: str) -> str:
    """A sign of the sprite; the word beside it says what it is."""
    if f"i-{name}" not in symbols():
        return ""
    return (
        f'<svg class="ic sign" width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">'
        f'<use href="#i-{name}"/></svg>'
    )


class _Page(RendererHTML):
    """Writes the tags of our pages, without line breaks between them."""

    def text(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
        return _linked(tokens[at].content, env["title"], env["path"])

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        source, words = str(tokens[idx].attrs["src"]), tokens[idx].content
        if source.startswith(DRAW):
            return str(env["figure"](source, words))
        return esc(f"![{words}]({source})")

    def code_inline(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
        return f"<code>{self.text(tokens, at, options, env)}</code>"

    def strong_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
        return "<b>"

    def strong_close(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
        return "</b>"

    def renderToken(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        tag = super().renderToken(tokens, idx, options, env).replace("\n", "")
        match tokens[idx].type:
            case "table_open":
                return f'<div class="scroll" tabindex="0">{tag}'
            case "table_close":
                return f"{tag}</div>"
            case "th_open" if not tokens[idx + 1].content:  # a head without words is none
                return tag.replace("<th", "<td")
            case "th_close" if not tokens[idx - 1].content:
                return tag.replace("</th", "</td")
        return tag


_READER = MarkdownIt("zero", {"html": False}, renderer_cls=_Page).enable(_READ)
