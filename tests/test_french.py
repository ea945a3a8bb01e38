"""French as it is printed: spaces and apostrophes of every catalogue and book, and "de" before a vowel."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from typing import Any

import pytest
from stages import Stage, titles_from

import machinehall as mh
from machinehall.draw.kit import esc
from machinehall.draw.letters import width
from machinehall.kernel.french import FRENCH, elided, fill, sentence, typeset
from machinehall.kernel.handbook import SHEETS, folder, load_handbook, search, sheet
from machinehall.kernel.refusals import ASKED, NUMBER, SEAT, TEXT, WHEN, Amount, Domain, Either, Several, begun
from machinehall.kernel.rulebook import HOUSE
from machinehall.kernel.title import Title
from machinehall.kernel.values import Event, Refusal
from machinehall.words import load, say
from machinehall.words.titles import effects, wording

TITLES = titles_from(Stage.WORDED)
CALLED = ("Anna", "Émile", "Henri", "Odette")
PLAIN = re.compile(r"(?<=[^\s,|.]) [;:!?»](?=[\s*|]|$)|« |(?<=[a-zA-Zà-ÿÀ-Ý])'(?=[\wà-ÿ])")
"""Signs as they are typed. What follows a comma or a stop is a command of the terminal: "?"."""
HARSH = re.compile(
    r"(?<![-\w])(?:[Dd]e|[Qq]ue|[Ll][ea]|[Nn]e|[Ll]orsque|[Pp]uisque|[Jj]usque)\s"
    r"(?!onz|oui|yacht|un à)[aeiouyàâéèêëîïôûœAEIOUYÀÂÉÈÊÎÔ][a-zà-ÿ]"
)
"""A vowel that swallows the one before it."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Quoi ? Non !", "Quoi\u202f? Non\u202f!"),
        ("Reste : {0} ; {1} fl. ?", "Reste\u00a0: {0}\u202f; {1} fl.\u202f?"),
        ("« {0} » : l'un d'{1}", "«\u00a0{0}\u00a0»\u00a0: l’un d’{1}"),
        ("**But :** jusqu'à *l'or*", "**But\u00a0:** jusqu’à *l’or*"),
        ("| a : b | c ; d |", "| a\u00a0: b | c\u202f; d |"),
        ("voir `a : b's` et https://x.org/a'b", "voir `a : b's` et https://x.org/a'b"),
        ("![l'or](draw:l'or) :i-coal: PR-4.12 {1!r} {0:5}", "![l’or](draw:l'or) :i-coal: PR-4.12 {1!r} {0:5}"),
        ("Un mot, ? 5, ? mot. ? aide", "Un mot, ? 5, ? mot. ? aide"),
        ("[bold]play : l'x[/bold] : l'un", "[bold]play : l'x[/bold]\u00a0: l’un"),
    ],
)
def test_what_is_typed_plainly_is_printed_well(typed: str, printed: str) -> None:
    assert typeset(typed) == printed
    assert typeset(printed) == printed


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("Imperial Steam", "d’Imperial Steam"),
        ("Nucleum", "de Nucleum"),
        ("Émile", "d’Émile"),
        ("œillet", "d’œillet"),
        ("huile", "d’huile"),
        ("Halle", "de Halle"),
        ("onze", "de onze"),
        ("a4", "de a4"),
        ("U", "de U"),
        ("", "de "),
        (8, "de 8"),
    ],
)
def test_a_vowel_swallows_the_one_before_it(what: object, told: str) -> None:
    assert fill(sentence("de {0}"), what) == told
    assert fill(sentence("Règles de {0}, {n:+d} !"), what, n=3) == f"Règles {told}, +3\u202f!"


def test_short_words_keep_their_capital() -> None:
    assert elided("De", "Anna") == "D’Anna" and elided("que", "Anna") == "qu’Anna" and elided("La", "Une") == "L’Une"
    assert fill(sentence("grande {0}"), "Anna") == "grande Anna"


def test_every_catalogue_is_printed_well() -> None:
    for key, forms in load(FRENCH).sentences.items():
        for form in forms:
            assert not PLAIN.search(form), (key, form)
            assert not HARSH.search(form), (key, form)


def test_nobody_is_called_tu() -> None:
    """French says vous on every page."""
    familiar = re.compile(r"\b(?:tu|toi|te|ton|ta|tes|tien|tienne)\b|\bt’(?=[\wà-ÿ])", re.IGNORECASE)
    told = [(key, form) for key, forms in load(FRENCH).sentences.items() for form in forms]
    assert [pair for pair in told if familiar.search(pair[1])] == []


def test_figures_stay_as_they_were() -> None:
    own, english = load(FRENCH).sentences, load("en").sentences
    assert [k for k in own if k in english and not places(own[k][0]) <= places("".join(english[k])) | {"n"}] == []
    # Drawings fill in their words later, and would not notice a vowel: their names stand after a colon.
    drawn = [key for key, forms in own.items() if ".draw." in key and re.search(r"\{\w+:[a-z]", forms[0])]
    assert drawn == []


@pytest.mark.parametrize("title", [HOUSE, *titles_from(Stage.TAUGHT)])
def test_every_book_is_printed_well(title: str) -> None:
    texts = [f"{entry.id} {entry.text}" for entry in load_handbook(title, FRENCH).index.values()]
    texts += [sheet(title, kind, FRENCH) for kind in SHEETS if title != HOUSE]
    assert any("\u00a0:" in text for text in texts) and any("’" in text for text in texts)
    for text in texts:
        for find in (PLAIN, HARSH):
            assert not (found := find.search(re.sub(r"`[^`]*`|\]\([^)]*\)", "", text))), (found, text)
    source = (folder(title) / f"{FRENCH}.md").read_text(encoding="utf-8")
    assert not re.search("[\u00a0\u202f]", source), "what is typed stays plain"


def test_what_is_typed_finds_what_is_printed() -> None:
    assert search("nucleum", FRENCH, "l'uranium") == search("nucleum", FRENCH, "l’uranium") != []


def test_a_drawing_has_only_letters_of_its_fonts() -> None:
    assert esc("Quoi\u202f?") == "Quoi\u00a0?"
    assert width("a\u202fb", 100) == width("a\u00a0b", 100)


def test_a_sentence_that_begins_with_an_article_begins_with_a_capital() -> None:
    assert begun("l’emplacement est pris") == "L’emplacement est pris" and begun("a4 est pris") == "a4 est pris"


def values(title: Title, domain: Domain) -> list[Any]:
    """Everything that can stand for an argument of a refusal or an event, or some of it."""
    if isinstance(domain, Several):
        return [(value,) for value in values(title, domain.of)] or [()]
    if isinstance(domain, Either):
        return [value for one in domain.domains for value in title.domains[one]]
    if isinstance(domain, Amount) or domain in (NUMBER, "number", "slot"):
        return [0, 1, 2, 8, 11]
    if domain in (WHEN, ASKED):
        return list(title.actions.kinds if domain == WHEN else title.decisions)
    if domain in (SEAT, "owner", "holder"):
        return list(range(title.seats[1]))
    return ["Essen"] if domain == TEXT else list(title.domains[domain])


def rows(title: Title, domains: tuple[Domain, ...], rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Arguments in which each value of each domain is there once."""
    columns = [values(title, domain) for domain in domains]
    for i in range(max(map(len, columns), default=1)):
        yield tuple(column[i] if i < len(column) else rng.choice(column) for column in columns)


def check(text: str, about: object) -> None:
    assert not HARSH.search(text) and not PLAIN.search(text) and "{" not in text, (text, about)


@pytest.mark.parametrize("name", TITLES)
def test_no_refusal_and_no_label_stumbles_over_a_vowel(name: str) -> None:
    title, rng = mh.title(name), random.Random(1)
    speech = wording(title, say(FRENCH), CALLED[: title.seats[1]])
    for message, domains in title.refusals.items():
        for args in rows(title, domains, rng):
            check(speech.refusal(Refusal("", message, args)), (message, args))
    for action in title.actions.all:
        check(speech.label(action), action)
    for kind, about in title.events.items():
        if kind not in ("action_begun", "element_moved"):  # these two are told of some arguments only
            for args in rows(title, about.args, rng):
                numbers = tuple(index(title, domain, arg) for domain, arg in zip(about.args, args, strict=True))
                for told in speech.story([Event(kind, numbers)]):
                    check(told.text, (kind, args))


def index(title: Title, domain: str, value: Any) -> Any:
    return value if isinstance(value, int) else list(title.domains[domain]).index(value)


@pytest.mark.parametrize("name", TITLES)
def test_no_component_stumbles_over_a_vowel(name: str) -> None:
    title = mh.title(name)
    told = effects(title, say(FRENCH))
    for file, records in told.records.items():
        for key in records:
            about = told.describe(file, key)
            check("\n".join((about.name, *about.lines)), (file, key))
