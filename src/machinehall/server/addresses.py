"""Parts of an address that are checked while it is looked up."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor


class MatchPart(Convertor[str]):
    """The id of a match: whatever else stands there leads nowhere, and never to the database."""

    regex = "[A-Za-z0-9_-]{1,32}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


def register() -> None:
    """Make `{match:match}` known to routes."""
    register_url_convertor("match", MatchPart())
