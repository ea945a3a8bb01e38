"""For translators: what message a sentence of the page comes from. Only on a server that was started for it."""

from __future__ import annotations

from starlette.responses import HTMLResponse, Response

from machinehall.words import ENGLISH, tongue
from machinehall.words.finding import LONGEST_TEXT, messages

from .shell import Ctx, fill

MOST_TEXTS = 4
"""Texts of one thing that are looked up: its label, its hint, and what stands around it."""


async def find(ctx: Ctx) -> Response:
    """The messages of some texts, as a list to be put into the dialog."""
    texts = [text.strip()[:LONGEST_TEXT] for text in ctx.request.query_params.getlist("text")]
    asked = dict.fromkeys(text for text in texts[:MOST_TEXTS] if text)
    found = {text: messages(ctx.say.lang, text) for text in asked}
    english = None if ctx.say.lang == ENGLISH else tongue(ENGLISH)
    return HTMLResponse(fill(ctx, "translating_found.html", found=found, english=english))
