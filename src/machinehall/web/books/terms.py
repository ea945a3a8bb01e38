"""Pages for translators: each thing with its picture, its words and what not to write; how far each language is."""

from __future__ import annotations

import machinehall as mh
from machinehall.draw.kit import esc
from machinehall.kernel.handbook import DRAW
from machinehall.words.progress import progress, translations
from machinehall.words.terms import Term, TermBase, parts, term_base

from .figures import figure
from .markup import icon


def terms_page() -> str:
    """The terms of the house and of every title, as HTML."""
    intro = (
        "<h1>Terms</h1><p>One word for one thing, in every text: messages, drawings, lessons, books. A bold word is "
        "that of the printed game. A test finds the words of the last column in the languages that are held to "
        f"the terms ({esc(', '.join(term_base(parts()[0]).checked))}); a star stands for any ending. "
        'The words stand in <code>terms.toml</code>; <a href="contributing.html">Contributing</a> tells where.</p>'
    )
    return intro + "".join(_part(term_base(part)) for part in parts())


def _part(base: TermBase) -> str:
    name = mh.titles()[base.part].full_name if base.part in mh.titles() else "The house"
    langs = list(base.terms[0].words)
    heads = "".join(f"<th>{esc(head)}</th>" for head in ("picture", *langs, "not"))
    rows = "".join(f'<tr id="{base.part}-{term.name}">{_row(base.part, term, langs)}</tr>' for term in base.terms)
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<h2 id="{base.part}">{esc(name)}</h2><div class="scroll" tabindex="0">{table}</div>'


def _row(part: str, term: Term, langs: list[str]) -> str:
    words = (f'<td lang="{lang}">{_word(term, lang)}</td>' for lang in langs)
    return f"<td>{_picture(part, term)}</td>{''.join(words)}<td>{_bans(term)}</td>"


def _word(term: Term, lang: str) -> str:
    word = esc(term.words[lang])
    return f"<b>{word}</b>" if lang in term.printed else word


def _picture(part: str, term: Term) -> str:
    if term.figure:
        return figure(part, f"{DRAW}{term.figure}", term.words["en"], "light", "en")
    return icon(term.sign) if term.sign else ""


def _bans(term: Term) -> str:
    told = (f"{ban.lang}: <i lang={ban.lang!r}>{esc(', '.join(ban.words))}</i> ({esc(ban.why)})" for ban in term.bans)
    return "<br>".join(told)


def translations_page() -> str:
    """How far each language has come, part by part."""
    rows = []
    for part in (part for lang in translations() for part in progress(lang)):
        cells = (part.lang, part.part, part.kind, part.there, part.total, len(part.missing), len(part.doubtful))
        rows.append("".join(f"<td>{esc(str(cell))}</td>" for cell in cells))
    heads = "".join(f"<th>{h}</th>" for h in ("Language", "Part", "What", "There", "Of", "Missing", "Doubtful"))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        '<h1>Translations</h1><p><a href="translating.html">How to help</a></p>'
        f'<div class="scroll" tabindex="0"><table><tr>{heads}</tr>{body}</table></div>'
    )
