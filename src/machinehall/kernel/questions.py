"""Questions with a single answer: which of them everybody can work out, so that nothing is kept secret by asking."""

from __future__ import annotations

from functools import cache
from typing import Any

from .declared import hidden
from .title import Title
from .values import Action


@cache
def hides_nothing(title: Title) -> bool:
    """Whether everybody sees all of a title's states."""
    return not hidden(title.state_class)


def is_open(title: Title, state: Any, seat: int) -> bool:
    """Whether everybody at the table can work out what a seat may answer now.

    A half-made choice that is covered is never open. A title that hides something says for which of its questions this
    is true; `tests/test_questions.py` holds it to that.
    """
    asked = title.decision(state, seat)
    if asked is None or title.decisions[asked[0]].cover is not None:
        return False
    if title.open is None:
        return hides_nothing(title)
    return title.open(title.lookup, state, seat, asked[0])


def only_answer(title: Title, state: Any, seat: int) -> Action | None:
    """The single thing that a seat may do, if everybody can tell that there is no other; otherwise None."""
    legal = title.legal(state, seat)
    return legal[0] if len(legal) == 1 and is_open(title, state, seat) else None
