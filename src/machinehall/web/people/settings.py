"""Language, theme, name, and how much to be asked; kept in the reader's browser."""

from __future__ import annotations

from starlette.responses import Response

from machinehall.draw.theme import THEMES
from machinehall.web.forms import form
from machinehall.web.shell import Ctx, redirect, render
from machinehall.words import languages

SWITCHES = ("ask", "keys", "sound", "notice")
OFF = ("sound", "notice")
"""Switches that are off until somebody turns them on."""

PACES = ("step", "slow", "quick", "off")
"""How fast a table tells what the others did."""


def safe_path(text: str) -> str:
    """A path of this site, and nothing that leads elsewhere."""
    return text if text.startswith("/") and not text.startswith("//") and "\\" not in text else "/"


async def settings(ctx: Ctx) -> Response:
    back = safe_path(ctx.query("back") or "/")
    themes = ("auto", *THEMES)
    return render(
        ctx, "settings.html", back=back, themes=themes, switches=SWITCHES, off=OFF, paces=PACES, prefs=ctx.prefs
    )


async def choose(ctx: Ctx) -> Response:
    """Any of the settings; those that are not sent stay as they are."""
    fields = await form(ctx)
    if fields.get("lang") in languages():
        ctx.pref("lang", fields["lang"])
    if fields.get("theme") in ("auto", *THEMES):
        ctx.pref("theme", fields["theme"])
    if fields.get("pace") in PACES:
        ctx.pref("pace", fields["pace"])
    if fields.get("all") == "1":
        for name in SWITCHES:
            ctx.pref(name, "1" if fields.get(name) == "1" else "0")
    name = fields.get("name", "").strip()[:40]
    if name and name != ctx.caller.name:
        await ctx.identified(name)
        if ctx.caller.name != name:
            await ctx.site.identities.rename(ctx.caller, name)
    return redirect(safe_path(fields.get("back", "/")))
