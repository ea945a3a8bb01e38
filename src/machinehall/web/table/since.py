"""What the others did since the reader's own last turn: a line for each seat, with its places on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Sentence, Wording
from machinehall.words import Titled

from .acts import MOST_DECISIONS, Entry, Line, doer, lines

WATCHED = 6
"""Decisions that somebody without a seat is told."""


class Began(NamedTuple):
    """A round that began meanwhile, or why the reader's own turn was over."""

    number: int
    """Of the decision that it came of."""
    text: str
    """That it began, and what it brought to all and to the reader."""
    tells: tuple[int, ...]
    """All decisions that it tells of."""


class Since(NamedTuple):
    """What the strip tells."""

    lines: Sequence[Line] = ()
    fresh: bool = False
    """Whether the reader has done nothing since."""
    began: Began | None = None

    @property
    def marks(self) -> int:
        """How many acts are told."""
        return sum(1 for line in self.lines for act in line.acts if act.mark)

    @property
    def began_last(self) -> bool:
        """Whether all that the others did came before what began, which then stands below it."""
        told = [act.number for line in self.lines for act in line.acts if act.mark]
        return self.began is not None and bool(told) and max(told) <= self.began.number


def since(
    look: Look,
    words: Wording,
    names: Sequence[str],
    seat: int | None,
    told: Sequence[Entry],
) -> Since:
    """The last block of decisions that are not the reader's own; what came of chance goes with whom it happened to."""
    if seat is None:
        last = told[-WATCHED:]
        return Since(lines(look, words, names, last, None), True, _told_round(words, _round(look, last, 0, None)))
    end = len(told)
    while end and (told[end - 1].by(seat) or told[end - 1].doer in (seat, None)):
        end -= 1
    fresh = not any(entry.by(seat) for entry in told[end:])
    begin = end
    while begin and not told[begin - 1].by(seat) and end - begin < MOST_DECISIONS:
        begin -= 1
    # A round may have begun with the own decision; what it brings is told once.
    begun = _round(look, told, max(0, begin - 1), seat)
    # What chance brought after the others' last decision is news as well.
    news = [_without(entry, begun.facts) for entry in (told[begin:] if fresh else told[begin:end])]
    told_first = _told_round(words, begun) or _own_end(look, words, told[:begin], seat)
    told_first = told_first or _own_moment(look, words, told[max(0, begin - 1) :], seat)
    return Since(lines(look, words, names, news, seat), fresh, told_first)


def spent(title: Title, words: Wording, told: Sequence[Entry], own: bool = False) -> Sentence | None:
    """Why the turn ended whose last entry this is, if it did so by itself: whoever finished it knows why."""
    ends = [any(title.events[fact.kind].turn for fact in entry.facts) for entry in told]
    if not told or not ends[-1] or doer(title, told[-1].facts) is None:
        return None
    begin = max((at + 1 for at, end in enumerate(ends[:-1]) if end), default=0)
    return words.spent([fact for entry in told[begin:] for fact in entry.facts], own)


def _own_end(look: Look, words: Wording, told: Sequence[Entry], seat: int) -> Began | None:
    """That the reader's own turn ended by itself."""
    why = spent(look.title, words, told, own=True) if told and told[-1].by(seat) else None
    return Began(told[-1].number, why.text, (told[-1].number,)) if why is not None else None


def _own_moment(look: Look, words: Wording, told: Sequence[Entry], seat: int) -> Began | None:
    """A scoring that came of the reader's own decision, such as a last pass: no line of the others tells it."""
    for entry in reversed([entry for entry in told if entry.by(seat)]):
        at = next((i for i, fact in enumerate(entry.facts) if fact.kind in look.moments), None)
        if at is not None:
            ours = [fact for fact in entry.facts[at:] if _everybodys(look.title, fact) or fact.args[0] == seat]
            return Began(entry.number, " ".join(line.text for line in words.story(ours)), (entry.number,))
    return None


def _everybodys(title: Title, fact: Event) -> bool:
    return title.events[fact.kind].args[:1] != ("seat",) and not title.events[fact.kind].turn


class _Round(NamedTuple):
    """A round that began, with what it brought."""

    number: int
    facts: Sequence[Event]
    tells: tuple[int, ...] = ()


def _told_round(words: Wording, begun: _Round) -> Began | None:
    if not begun.facts:
        return None
    return Began(begun.number, " ".join(line.text for line in words.story(begun.facts)), begun.tells)


def _without(entry: Entry, facts: Sequence[Event]) -> Entry:
    apart = {id(fact) for fact in facts}
    return entry._replace(facts=[fact for fact in entry.facts if id(fact) not in apart]) if apart else entry


def _round(look: Look, told: Sequence[Entry], news: int, reader: int | None) -> _Round:
    """The last round that began: who is first, what is new, and of what each got only the reader's.

    It is told from the reader's last decision on (`news`), or until a turn of the reader's is over in it: between two
    rounds there may be something to decide.
    """
    kinds = look.title.events
    facts = [(at, fact) for at, entry in enumerate(told) for fact in entry.facts]
    first = next((i for i in reversed(range(len(facts))) if facts[i][1].kind == look.rounds), None)
    if first is None:
        return _Round(0, ())
    here = facts[first][0]
    turns = [i for i in range(first, len(facts)) if kinds[facts[i][1].kind].turn]
    if here < news and (not turns or sum(facts[i][1].args[0] == reader for i in turns) > 1):
        return _Round(0, ())
    came = [row for row in facts[first : turns[0] if turns else None] if turns or row[0] == here]
    ready = [(at, fact) for at, fact in facts[:first] if at >= news and fact.kind in look.brings]
    ours = [(at, fact) for at, fact in came if fact.kind in look.aside or fact.kind == look.rounds] + ready
    # What was secret, such as bids, all want to know of each other.
    shown = {kind for kind in look.brings if kinds[kind].reveals}
    ours = [row for row in ours if _everybodys(look.title, row[1]) or row[1].args[0] == reader or row[1].kind in shown]
    tells = tuple(sorted({told[at].number for at, _ in ours}))
    return _Round(told[here].number, sorted((fact for _, fact in ours), key=lambda fact: _weight(look, fact)), tells)


def _weight(look: Look, fact: Event) -> int:
    """What of a round comes first: bids, that it begins, the order of seats, what the reader gets, what is new."""
    names = look.title.events[fact.kind].args
    if look.title.events[fact.kind].reveals or fact.kind == look.rounds:
        return int(fact.kind == look.rounds)
    return 2 if "seat" in names[1:] else 3 if "seat" in names else 4


def sums(said: Titled) -> Callable[[str], Markup]:
    """Marks the sums in a sentence: a number with a sign, a pound sign, or one of the title's units behind it."""
    units = said("sums").split("|") if said.has("sums") else []
    ways = [rf"\d+ {re.escape(unit)}(?!\w)" for unit in units] + [r"[+−]£?\d+", r"£\d+"]
    found = re.compile(rf"\[[^\[\]]*\]|(?<![\w.])(?P<sum>{'|'.join(ways)})")
    return lambda text: Markup(found.sub(_sum, str(escape(text))))


def _sum(found: re.Match[str]) -> str:
    """What stands in brackets is the name of a piece: nobody has got what it says."""
    return f'<b class="sum">{found[0]}</b>' if found["sum"] else found[0]
