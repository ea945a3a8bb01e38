"""Forms: what a reader has sent, as texts and whole numbers."""

from __future__ import annotations

from urllib.parse import parse_qsl

from machinehall.server.errors import Malformed, NotTaken
from machinehall.server.numbers import whole_if

from .shell import Ctx

FORM = "application/x-www-form-urlencoded"
FIELDS = 200
"""Of a form."""


async def form(ctx: Ctx) -> dict[str, str]:
    """The fields of a form, as texts; of several with one name the last."""
    kind = ctx.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await ctx.request.body()
    if not body:
        return {}
    if kind != FORM:
        raise NotTaken("security.no_files")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS))
    except ValueError:  # too many, or no text
        raise Malformed("web.bad_form") from None


def whole(fields: dict[str, str], name: str) -> int | None:
    """A field that is a number, if it is there."""
    return whole_if(fields.get(name))


def rev_of(fields: dict[str, str]) -> int:
    rev = whole(fields, "rev")
    if rev is None:
        raise Malformed("web.bad_form")
    return rev
