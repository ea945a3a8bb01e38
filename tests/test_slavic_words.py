"""Polish and Russian: names stand without cases, nobody's past is told by gender, counted nouns go through {n}."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from stages import Stage, own_id, titles_from

import machinehall as mh
from machinehall.bots import BOTS
from machinehall.kernel.refusals import HOUSE, NUMBER, SEAT, Several
from machinehall.words import ENGLISH, load, say
from machinehall.words.titles import effects

SOURCE = Path(mh.__file__).parent
LANGUAGES = ("pl", "ru")
PLAYERS = ("seat", "owner", "holder")
"""Domains of events whose names are those of players."""

BESIDE = r"(?:już|właśnie|nie|się|też|jeszcze|уже|не|ещё|только|снова)"
PAST = {
    "pl": re.compile(r"\w+(?:ł|ła|łem|łam|łeś|łaś|łby|łaby)"),
    "ru": re.compile(r"\w+(?:л|ла|лся|лась)"),
}
NO_VERBS = {
    "pl": {"stół", "udział", "dział", "biała", "cała", "wysyła"},
    "ru": {"стол", "шкала", "сила", "раздел", "фл"},
}
"""What looks like a past tense and is none."""
PREPOSITIONS = {
    "pl": {
        "od",
        "do",
        "dla",
        "u",
        "przez",
        "przed",
        "za",
        "na",
        "przeciw",
        "z",
        "ze",
        "ku",
        "po",
        "nad",
        "pod",
        "między",
    },
    "ru": {
        "от",
        "до",
        "для",
        "у",
        "через",
        "перед",
        "за",
        "на",
        "против",
        "с",
        "со",
        "к",
        "по",
        "над",
        "под",
        "между",
        "из",
        "раньше",
    },
}
NAMED = (
    "arena.pair",
    "told.came_back",
    "told.declined",
    "told.removed",
    "web.deck.taken",
    "web.hand_over",
    "web.idle",
    "web.idle.alone",
    "web.left.who",
    "web.request.due",
    "web.request.end",
    "web.request.takeover",
    "web.request.undo",
    "web.think.head",
    "web.waiting",
)
"""Sentences of the house whose figures are names of players."""


def past_beside(sentence: str, lang: str, figure: str = r"\d+") -> list[str]:
    """Past tenses that have a figure beside them: before or after it, with a small word between them at most."""
    place = rf"[„«]?\{{{figure}\}}[”»]?"
    found = re.findall(rf"{place} (?:{BESIDE} )*(\w+)", sentence)
    found += re.findall(rf"(\w+) (?:{BESIDE} )*{place}", sentence)
    found = [word.lower() for word in found]
    return [word for word in found if PAST[lang].fullmatch(word) and word not in NO_VERBS[lang]]


def with_players(name: str) -> Iterator[tuple[str, list[int]]]:
    """Messages of a title in which players are named, and which of the figures they are."""
    title = mh.title(name)
    for kind, about in title.events.items():
        at = [i for i, domain in enumerate(about.args) if domain in PLAYERS]
        yield from ((message, at) for message in variants(own_id(name, f"event.{kind}")) if at)
    for refusal, domains in {**HOUSE, **title.refusals}.items():
        at = [i for i, domain in enumerate(domains) if domain in (SEAT, Several(SEAT))]
        if at:
            yield own_id(name, refusal), at


def variants(message: str) -> list[str]:
    there = load(ENGLISH).sentences
    return [key for key in there if key == message or key.startswith(f"{message}.")]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", titles_from(Stage.WORDED))
def test_no_past_tense_with_a_player(name: str, lang: str) -> None:
    """A past tense has a gender, and a name does not say which."""
    sentences = load(lang).sentences
    named = [(message, str(figure)) for message, figures in with_players(name) for figure in figures]
    named += [(message, r"\d+") for message in NAMED]
    asked = (f"{name}.prompt.", f"{name}.phase.", f"{name}.note.", f"{name}.draw.")
    named += [(message, r"\d+") for message in sentences if message.startswith(asked)]
    for message, figure in named:
        for form in sentences[message]:
            assert past_beside(form, lang, figure) == [], message


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", titles_from(Stage.WORDED))
def test_names_of_players_stand_without_a_case(name: str, lang: str) -> None:
    sentences = load(lang).sentences
    for message, figures in [*with_players(name), *((message, [0, 1]) for message in NAMED)]:
        for form in sentences[message]:
            for figure in figures:
                before = re.findall(rf"(\w+) [„«]?\{{{figure}\}}", form)
                assert not {word.lower() for word in before} & PREPOSITIONS[lang], (message, form)


def test_a_past_tense_is_found() -> None:
    assert past_beside("Eksperyment wybrał już {1}.", "pl") == ["wybrał"]
    assert past_beside("{0} nie wzięła nic.", "pl") == ["wzięła"]
    assert past_beside("Уже выбрал «{1}».", "ru") == ["выбрал"]
    assert past_beside("Przy stole: {0}. Stół {1} czeka.", "pl") == []


COUNTED = re.compile(r"(?:(\w+) )?\{(?!n\})(\w+)\} (?![^\W\d_]{1,4}\.)([^\W\d_]+)")
"""A figure that is not `n`, with the word before it and the word after it, if that is no abbreviation."""
NUMBERED = {"kurs", "kursie", "wysiłek", "rundzie", "pole", "курс", "курсе", "усилия", "раунде", "деление", "с", "z"}
"""What has a number instead of being counted: space 4, round 8."""
UNCOUNTED = {"PZ", "promethium", "lub", "albo", "i", "za", "na", "to", "zamiast"}
UNCOUNTED |= {"ПО", "или", "и", "за", "на", "вместо"}
"""Words that stay the same after any number."""


def counted(sentence: str) -> list[tuple[str, str]]:
    """The figures that have a noun after them which they would decline, and that noun."""
    found = [(figure, word) for label, figure, word in COUNTED.findall(sentence) if label.lower() not in NUMBERED]
    return [(figure, word) for figure, word in found if word not in UNCOUNTED]


def numbers_of(name: str) -> Iterator[tuple[str, set[str]]]:
    """The refusals of a title with the figures that are plain numbers."""
    for refusal, domains in mh.title(name).refusals.items():
        yield own_id(name, refusal), {str(i) for i, domain in enumerate(domains) if domain == NUMBER}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_counted_nouns_go_through_n(lang: str) -> None:
    """Two of a thing and five of it have other forms: the noun stands before the number, or goes by {n}."""
    sentences = load(lang).sentences
    texts = {key: forms for key, forms in sentences.items() if ".text." in key}
    assert {key: found for key, forms in texts.items() if len(forms) == 1 and (found := counted(forms[0]))} == {}
    several = {form: figures for forms in texts.values() for form in forms if (figures := counted(form))[1:]}
    assert several == {}, "only the first number of an effect is counted by"
    for name in titles_from(Stage.WORDED):
        for message, numbers in numbers_of(name):
            forms = sentences[message]
            assert len(forms) > 1 or not {figure for figure, _ in counted(forms[0])} & numbers, (message, forms)


def test_an_effect_is_counted_by_its_first_number() -> None:
    told = {
        (effect.file, effect.id): effect.lines
        for name in ("nucleum", "promethium")
        for effect in effects(mh.title(name), say("pl"))
    }
    assert told["turbine_effects", "turbine_D"] == ("Zasilanie daje 1 robotnika.",)
    assert told["turbine_effects", "electricity_2"] == ("Zasilanie daje 2 dodatkowe jednostki energii.",)
    assert "Od razu otrzymujesz 8 żetonów osiągnięć." in told["technologies", "b6"]
    assert "Każda płytka kupiona na Targach przynosi 1 żeton lobby." in told["improvements", "lobby_on_purchase"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bot_has_its_name(lang: str) -> None:
    own, english = load(lang).sentences, load(ENGLISH).sentences
    for bot in BOTS:
        for key in (f"web.bot.{bot}", f"web.bot.{bot}.is"):
            assert own[key] != english[key], key


PENALTIES = re.compile(r"korupcji|znacznik na 0|pole 0|коррупции|маркер на 0|деление 0", re.IGNORECASE)
PRICES = re.compile(r"kosztuj|\bwart\b|\bwarte\b|\bстоит\b|\bстоят\b", re.IGNORECASE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_lost_is_not_called_a_price(lang: str) -> None:
    """Beside gains "costs" reads like a price, and the Russian word like what something is worth."""
    said = [form for forms in load(lang).sentences.values() for form in forms]
    for path in (*SOURCE.rglob(f"book/{lang}.md"), *SOURCE.rglob(f"book/*.{lang}.md")):
        said += path.read_text(encoding="utf-8").splitlines()
    clauses = [clause for text in said for clause in re.split(r"[.;:]", text)]
    assert [clause for clause in clauses if PENALTIES.search(clause) and PRICES.search(clause)] == []
