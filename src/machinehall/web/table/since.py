"""What the others did since the reader's own last turn: a line for each seat, with its places on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from machinehall.draw.look import Look
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event
from machinehall.kernel.wording import Sentence, Wording
from machinehall.server.shapes import EventInfo
from machinehall.words import Titled

MOST_DECISIONS = 40
"""Decisions that are told at most; the log has the others."""
WATCHED = 6
"""Decisions that somebody without a seat is told."""


class Act(NamedTuple):
    """A decision of somebody in a few words, and where it lies."""

    number: int
    mark: int
    """Which of the told acts it is, in the order of time; 0: it is folded away."""
    text: str
    """What was done; of a folded one, all that came of it."""
    rest: str
    """What came of it: payments, gains, reasons."""
    places: str
    times: int = 1
    """How often in a row."""
    lead: str = ""
    """What stands between the name and these words, such as a colon where they tell of something else than the seat."""


class Line(NamedTuple):
    """What one seat did."""

    seat: int
    name: str
    acts: Sequence[Act]

    @property
    def told(self) -> bool:
        """Whether there is something to tell that is not folded away."""
        return any(act.mark for act in self.acts)


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


class Entry(NamedTuple):
    """A decision with what came of it."""

    number: int
    doer: int | None
    facts: list[Event]
    decided: bool = True
    """By somebody; what chance brings is not, even if it names a seat."""

    def by(self, seat: int | None) -> bool:
        """Whether it is a seat's own decision."""
        return self.decided and self.doer == seat


def doer(title: Title, facts: Iterable[Event]) -> int | None:
    """Whom a decision is about: the first seat that its facts name, but for whose turn comes next."""
    for fact in facts:
        names = title.events[fact.kind].args
        if title.events[fact.kind].turn:
            continue
        if names and names[0] == "seat" and fact.args[0] is not None and fact.args[0] >= 0:  # below: nobody's
            return int(fact.args[0])
    return None


def entries(title: Title, events: Iterable[EventInfo], by: Mapping[int, int]) -> list[Entry]:
    """What happened, by decision; an opponent that nobody plays decides nothing, so its facts must name it."""
    found = []
    for number, rows in groupby(events, key=lambda event: event.number):
        facts = [Event(row.kind, tuple(row.args)) for row in rows]
        found.append(Entry(number, by[number] if number in by else doer(title, facts), facts, number in by))
    return found


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
    return entry._replace(facts=[fact for fact in entry.facts if all(fact is not other for other in facts)])


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


class _Plain(NamedTuple):
    """An entry as it is remembered: events of their own class are compared one by one, which takes longer."""

    number: int
    doer: int | None
    facts: tuple[tuple[str, tuple[int | None, ...]], ...]


class _News(NamedTuple):
    """What is told, by whose words, and to whom."""

    look: Look
    words: Wording
    names: tuple[str, ...]
    told: tuple[_Plain, ...]
    reader: int | None


def lines(
    look: Look, words: Wording, names: Sequence[str], told: Iterable[Entry], reader: int | None
) -> tuple[Line, ...]:
    """One line for each seat, in the order in which they began; the same with each click of the reader's own turn."""
    others = (entry for entry in told if reader is None or entry.doer != reader)
    plain = (
        _Plain(entry.number, entry.doer, tuple((fact.kind, fact.args) for fact in entry.facts)) for entry in others
    )
    return _lines(_News(look, words, tuple(names), tuple(plain), reader))


@lru_cache(maxsize=256)
def _lines(news: _News) -> tuple[Line, ...]:
    look, words, names, told, reader = news
    others = [Entry(one.number, one.doer, [Event(*fact) for fact in one.facts]) for one in told]
    found: dict[int, list[Act]] = {}
    mark = 0
    for entry, main in _deeds(look, _owned(others, len(names)), reader):
        assert entry.doer is not None
        acts, name = found.setdefault(entry.doer, []), names[entry.doer]
        rest = [fact for fact in entry.facts if all(fact is not one for one in main)]
        voice = _Voice(words, name)
        (lead, text), (aside, more) = _told(voice, tuple(main)), _told(voice, tuple(rest))
        places = _places(_Facts(look, tuple(main or rest)))
        act = Act(entry.number, 0, text, more, places, lead=lead if text else aside)
        if text and not _again(acts, act):
            mark += 1
            acts.append(act._replace(mark=mark))
        elif text or more:
            acts.append(act._replace(text=f"{text} {more}".strip(), rest=""))
    return tuple(Line(seat, names[seat], tuple(acts)) for seat, acts in found.items() if acts)


def _again(acts: list[Act], act: Act) -> bool:
    """Whether the same was done just before; then that says how often."""
    at = next((i for i in reversed(range(len(acts))) if acts[i].mark), None)
    if at is None or acts[at].text != act.text:
        return False
    places = dict.fromkeys([*acts[at].places.split(), *act.places.split()])
    acts[at] = acts[at]._replace(times=acts[at].times + 1, places=" ".join(places))
    return True


def _owned(told: Iterable[Entry], players: int) -> Iterator[Entry]:
    """Each entry with whom it is told of: what names nobody, such as a card that is turned up, came of what was
    done just before."""
    who: int | None = None
    for entry in told:
        who = entry.doer if entry.doer is not None else who
        if who is not None and who < players:
            yield entry._replace(doer=who)


def _deeds(look: Look, told: Iterable[Entry], reader: int | None) -> list[tuple[Entry, list[Event]]]:
    """What each entry is told by in short; from its end on, for what is announced counts only if nothing came of it."""
    found: list[tuple[Entry, list[Event]]] = []
    came: dict[int | None, set[str]] = {}
    bears: dict[int | None, bool] = {}
    for entry in reversed(list(told)):
        facts = [fact for fact in entry.facts if not _hands_on(look.title, fact, entry.doer)]
        main: list[Event] = []
        for fact in reversed(facts):
            followed = came.setdefault(entry.doer, set())
            aside = fact.kind in look.aside or _nobodys(look.title, fact)
            if (aside and not _concerns(look.title, fact, reader)) or fact.kind in followed:
                followed.discard(fact.kind)
                continue
            main.insert(0, fact)
            if not aside:
                came[entry.doer] = set(look.heads) - {fact.kind}
        found.insert(0, (entry._replace(facts=facts), main))
    found = [(entry, _with_fruits(look, entry, main, bears)) for entry, main in found]
    # Where nothing but such things happened, they are the news.
    return found if any(main for _, main in found) else [(entry, entry.facts) for entry, _ in found]


def _concerns(title: Title, fact: Event, reader: int | None) -> bool:
    """Whether a fact tells what somebody did to the reader, or the reader got: that is news."""
    names = title.events[fact.kind].args
    pairs = zip(names, fact.args, strict=True)
    return reader is not None and names[:1] == ("seat",) and ("seat", reader) in pairs


def _with_fruits(look: Look, entry: Entry, main: list[Event], bears: dict[int | None, bool]) -> list[Event]:
    """With what was gained where nothing else came of what was announced: how much it was is the news.

    `bears`: of each seat whether its last deed is such a one; what it gains may be chosen after it.
    """
    told: list[Event] = []
    for fact in entry.facts:
        deed = any(fact is one for one in main)
        if deed or fact.kind not in look.aside:
            bears[entry.doer] = deed and fact.kind in look.heads | look.incomes
        if deed or (bears.get(entry.doer) and fact.kind in look.fruits):
            told.append(fact)
    return told


def _nobodys(title: Title, fact: Event) -> bool:
    """Whether a fact names nobody where others name who did it: so it was set up."""
    return title.events[fact.kind].args[:1] == ("seat",) and (fact.args[0] or 0) < 0


class _Voice(NamedTuple):
    """Who tells of whom."""

    words: Wording
    name: str


_LEAD = re.compile(r"[\s:,]*")


@lru_cache(maxsize=8192)
def _told(voice: _Voice, facts: tuple[Event, ...]) -> tuple[str, str]:
    """Some facts in sentences; their line begins with the name, which is said again only after somebody else's.

    Before them what stands between it and the first: "Ola: a tile leaves the game" is not what Ola does.
    """
    found: list[str] = []
    theirs, name, lead = True, voice.name, ""
    for line in voice.words.in_short(facts):
        own, text = line.text.startswith(name), line.text
        if own and theirs:
            begins = _LEAD.match(text, len(name))
            assert begins is not None
            text = text[begins.end() :]
            lead = lead if found else begins[0].rstrip()
        found.append(text[:1].upper() + text[1:] if found else text)
        theirs = own
    return lead, " ".join(found)


class _Facts(NamedTuple):
    """What happened on the boards of a title."""

    look: Look
    facts: tuple[Event, ...]


@lru_cache(maxsize=8192)
def _places(found: _Facts) -> str:
    return " ".join(dict.fromkeys(place for fact in found.facts for place in found.look.event_places(fact)))


def _hands_on(title: Title, fact: Event, doer: int | None) -> bool:
    """Whether a fact only says whose turn comes next."""
    return title.events[fact.kind].args == ("seat",) and fact.args[0] != doer


def sums(said: Titled) -> Callable[[str], Markup]:
    """Marks the sums in a sentence: a number with a sign, a pound sign, or one of the title's units behind it."""
    units = said("sums").split("|") if said.has("sums") else []
    ways = [rf"\d+ {re.escape(unit)}(?!\w)" for unit in units] + [r"[+−]£?\d+", r"£\d+"]
    found = re.compile(rf"\[[^\[\]]*\]|(?<![\w.])(?P<sum>{'|'.join(ways)})")
    return lambda text: Markup(found.sub(_sum, str(escape(text))))


def _sum(found: re.Match[str]) -> str:
    """What stands in brackets is the name of a piece: nobody has got what it says."""
    return f'<b class="sum">{found[0]}</b>' if found["sum"] else found[0]
