"""The little of Markdown that rulebooks, summaries and glossaries use, as HTML with links to the rules.

Headings, paragraphs, lists, tables, bold, italic, code; `:i-name:` is an icon of the sprite; ids of rules and mentions
of chapters become links.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from machinehall.draw.kit import esc, symbols
from machinehall.kernel.handbook import RULE_ID, in_specification, load_handbook
from machinehall.kernel.rulebook import HOUSE, load_rulebook

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_ITALIC = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])")
_ICON = re.compile(r":i-([a-z0-9_-]+):")
_CHAPTER = re.compile(r"\b((?:chapters?|chapitre|rozdział|глава)|(?:ch|rozdz|гл)\.) (\d+)\b")
_HEADING = re.compile(r"^(#{1,4}) +(.+)$")
_ITEM = re.compile(r"^(-|\d+\.) +(.+)$")

Path = Callable[[str, str], str]
"""Where something can be read, by the name of a book and an id or `chapter-n`."""


def rule_path(title: str, rule: str) -> str:
    """Where a rule can be read; those of the house have a book of their own, examples a page of theirs."""
    book = HOUSE if rule.startswith("MH-") else title
    return f"/rules/{book}{'/examples' if in_specification(rule) else ''}#{rule}"


def rule_exists(title: str, rule: str) -> bool:
    """Whether an id leads anywhere."""
    return any(load_rulebook(book).lookup(rule) is not None for book in (title, HOUSE))


def markdown(text: str, title: str, path: Path = rule_path) -> str:
    """Blocks of Markdown as HTML."""
    return _Blocks(title, path).read(text)


def inline(text: str, title: str, path: Path = rule_path) -> str:
    """A piece of a line: safe, marked up, linked."""
    safe = _CODE.sub(r"<code>\1</code>", esc(text))
    safe = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<b>\1</b>", safe))
    safe = _ICON.sub(lambda m: icon(m[1]), safe)
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


class _Blocks:
    """Gathers lines of one kind and writes them out when another kind begins."""

    def __init__(self, title: str, path: Path) -> None:
        self.title = title
        self.path = path
        self.out: list[str] = []
        self.rows: list[list[str]] = []
        self.items: list[str] = []
        self.ordered = False
        self.words: list[str] = []

    def read(self, text: str) -> str:
        for line in text.splitlines():
            self._line(line.strip())
        self._close()
        return "".join(self.out)

    def _line(self, line: str) -> None:
        if line.startswith("|"):
            if not self.rows:
                self._close()
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip("|"))]
            if not all(set(cell) <= set("-: ") for cell in cells) or not any(cells):
                self.rows.append(cells)
        elif item := _ITEM.match(line):
            if not self.items:
                self._close()
            self.ordered = item[1] != "-"
            self.items.append(item[2])
        elif heading := _HEADING.match(line):
            self._close()
            depth = len(heading[1])
            self.out.append(f"<h{depth}>{self._say(heading[2])}</h{depth}>")
        elif not line:
            self._close()
        else:
            if self.rows or self.items:
                self._close()
            self.words.append(line)

    def _say(self, text: str) -> str:
        return inline(text, self.title, self.path)

    def _close(self) -> None:
        if self.words:
            self.out.append(f"<p>{self._say(' '.join(self.words))}</p>")
            self.words = []
        if self.rows:
            head, *body = self.rows
            cells = "".join(f"<th>{self._say(c)}</th>" for c in head)
            lines = "".join("<tr>" + "".join(f"<td>{self._say(c)}</td>" for c in row) + "</tr>" for row in body)
            table = f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"
            self.out.append(f'<div class="scroll" tabindex="0">{table}</div>')
            self.rows = []
        if self.items:
            tag = "ol" if self.ordered else "ul"
            self.out.append(f"<{tag}>" + "".join(f"<li>{self._say(item)}</li>" for item in self.items) + f"</{tag}>")
            self.items = []
