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
    """The single thing that a seat may do, if everybody can tell that there is no other; otherwise None.

    A title may call a question settled whose answers all come to the same, such as the last of the covered pieces, or
    all pieces that fit in whatever order. That may depend only on what everybody knows, at the latest when the answer
    is given; `tests/test_questions.py` holds it to that.
    """
    legal = title.legal(state, seat)
    if len(legal) == 1 and is_open(title, state, seat):
        return legal[0]
    asked = title.decision(state, seat)
    if asked is None or title.settled is None or not title.settled(title.lookup, state, seat, asked[0]):
        return None
    return legal[0]
