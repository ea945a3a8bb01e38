"""The words: every id that the engine uses has its sentence, in every language that is there."""

from __future__ import annotations

import importlib
import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from stages import Stage, own_id, titles_from

import machinehall as mh
from machinehall.kernel.values import Event, Refusal
from machinehall.titles.promethium.words.names import FILES
from machinehall.titles.promethium.words.wording import GROUPS, PromethiumWording
from machinehall.words import ENGLISH, Catalogue, UnknownLanguage, UnknownMessage, Words, languages, load, say
from machinehall.words.titles import wording

SOURCE = Path(mh.__file__).parent
TITLE = mh.title("promethium")
LANGUAGES = languages()
OTHERS = [lang for lang in LANGUAGES if lang != ENGLISH]


def promethium(lang: str) -> PromethiumWording:
    made = wording(TITLE, say(lang))
    assert isinstance(made, PromethiumWording)
    return made


def figures(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_english_comes_first_and_unknown_languages_are_named() -> None:
    assert LANGUAGES[0] == ENGLISH
    with pytest.raises(UnknownLanguage, match="no words for language 'xx'"):
        say("xx")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_there_twice(lang: str) -> None:
    """The later one would win, also for the titles that meant the other."""
    texts = [path.read_text(encoding="utf-8") for path in SOURCE.rglob(f"{lang}.po")]
    seen = Counter(found for text in texts for found in re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))
    assert [message for message, count in seen.items() if count > 1] == []


def ids_of(path: Path) -> list[str]:
    return re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)


def is_named_by(title: str, message: str) -> bool:
    """Whether an id says whose it is: it begins with the title, or names it where the house asks for every title."""
    asked = tuple(f"{group}.{title}." for group in ("learn", "hint", "preset"))
    return message.startswith((f"{title}.", *asked)) or message in (f"web.about.{title}", f"legend.{title}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", titles_from(Stage.WORDED))
def test_a_title_says_its_own_words_by_its_name(title: str, lang: str) -> None:
    found = ids_of(mh.title(title).home.words / f"{lang}.po")
    assert found and [message for message in found if not is_named_by(title, message)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_house_has_no_words_of_games(lang: str) -> None:
    paths = list((SOURCE / "words").rglob(f"{lang}.po"))
    found = [message for path in paths for message in ids_of(path)]
    groups = ("action", "asked", "board", "draw", "event", "figure", "group", "howto", "name", "option", "phase")
    games = [message for message in found if message.startswith(tuple(f"{group}." for group in groups))]
    assert games == ["action.unknown"], "the words of a game belong to its folder"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", titles_from(Stage.DRAWN))
def test_every_word_of_a_drawing_is_translated(lang: str, title: str) -> None:
    draw = mh.title(title).looks.draw
    assert draw is not None
    words = importlib.import_module(f"{draw.__module__}.words").WORDS
    there = load(lang).sentences
    assert [key for key in words if own_id(title, key) not in there] == []
    for key, english in words.items():
        said = there[own_id(title, key)][0]
        assert figures(said) == figures(english), key
        assert lang != ENGLISH or said == english


def test_an_unknown_id_is_a_fault() -> None:
    with pytest.raises(UnknownMessage):
        say("en")("no.such.id")


def test_plurals() -> None:
    w = promethium("en").say
    assert w("figure.lobby", n=1) == "1 lobby token"
    assert w("figure.lobby", n=2) == "2 lobby tokens"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_in_refusals(lang: str) -> None:
    speech = promethium(lang)
    text = speech.refusal(Refusal("PR-4.5", "refuse.line.both_ends_taken", ("row-2", 0, 1)))
    assert "row-2" not in text and "2" in text
    assert "industrial_theft" not in speech.refusal(Refusal("PR-5.2", "refuse.play.not_in_hand", ("industrial_theft",)))
    assert speech.refusal(Refusal("PR-5.4", "refuse.not_now", ("bid", "line")))


def some_events(rng: random.Random) -> Iterator[Event]:
    """Every kind of event with values from all over their ranges, and with hidden parts."""
    sizes = {"owner": 5, "holder": 6, "number": 9, "slot": 8}
    for kind, about in TITLE.events.items():
        for _ in range(20):
            args = tuple(rng.randrange(sizes.get(d) or len(TITLE.domains[d])) for d in about.args)
            if kind == "element_moved" and args[1] == args[2]:
                continue
            yield Event(kind, args)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_a_sentence(lang: str) -> None:
    speech = promethium(lang)
    for event in some_events(random.Random(1)):
        (line,) = speech.story([event])
        assert line.text.strip() and "{" not in line.text and not line.rule, event


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hidden_events_give_nothing_away(lang: str) -> None:
    speech = promethium(lang)
    for seed in range(3):
        match = mh.new_match("promethium", 2 + seed, seed=seed)
        rng = random.Random(seed)
        while match.to_act:
            match.play(rng.choice(match.legal()))
        for seat in (None, 0):
            assert all(sentence.text for sentence in speech.story(match.events(seat)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_decision_kind_has_its_words(lang: str) -> None:
    w = promethium(lang).say
    for kind in TITLE.decisions:
        assert w(f"asked.{kind}")
        variants = [key for key in load(ENGLISH).sentences if key.startswith(f"promethium.prompt.{kind}")]
        assert variants, kind


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_action_has_a_label(lang: str) -> None:
    speech = promethium(lang)
    for action in TITLE.actions.all:
        label = speech.label(action)
        assert label.strip() and "{" not in label
    assert set(GROUPS) <= set(TITLE.actions.kinds)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_prompts_and_choices_at_random_positions(seats: int, seed: int) -> None:
    speech = promethium(LANGUAGES[seed % len(LANGUAGES)])
    match = mh.new_match("promethium", seats, seed=seed)
    rng = random.Random(seed)
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        choices = speech.choices(view, seat, legal)
        assert sorted(c.action for c in choices) == sorted(legal)
        assert all(c.text and c.group and c.rule for c in choices)
        assert speech.asked(view, seat) and speech.phase(view)
        assert speech.asked_rule(view, seat).startswith(("PR-", "A-"))
        match.play(rng.choice(legal), seat)


def test_who_does_not_hold_a_card_is_told_why_it_is_asked_for() -> None:
    speech, match, rng = promethium("en"), mh.new_match("promethium", 3, seed=4), random.Random(4)
    seen = set()
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        if view["stack"][-1][0] in ("persuasion", "theft"):
            without = "so that nobody learns that" in speech.asked(view, seat)
            assert without == (len(legal) == 1)
            seen.add(without)
        match.play(rng.choice(legal), seat)
    assert seen == {True, False}


def test_what_a_purchase_costs() -> None:
    """The figures beside a target are those of the purchase that follows (PR-4.12)."""
    speech = promethium("en")
    match = mh.new_match("promethium", 3, seed=4)
    rng = random.Random(4)
    seen = 0
    while match.to_act and seen < 5:
        seat = match.to_act[0]
        choices = speech.choices(match.view(seat), seat, match.legal(seat))
        choice = rng.choice(choices)
        events = match.play(choice.action, seat)
        bought = [e for e in events if e.kind == "tile_bought" and e.args[0] == seat]
        if choice.action.kind == "target" and bought:
            _, _, price, token = bought[0].args
            assert choice.pays == (f"£{price}, your {token} for good" if price else f"your {token} for good")
            seen += 1
    assert seen


def test_names_come_from_the_components() -> None:
    names = promethium("en").names
    for domain in FILES:
        for key, record in names.records[domain].items():
            assert names.component(domain, key) == record.name


def test_story_tells_neighbours_together() -> None:
    lines = promethium("en").story([Event("element_moved", (0, 0, 2)), Event("element_moved", (4, 0, 2))])
    assert lines == [("Red takes France, Engineer from the Reserve.", "")]
    # The element that the Stock gets lies between the two on the tile.
    dealt = [Event("element_moved", (0, 0, 2)), Event("element_moved", (4, 0, 1)), Event("element_moved", (8, 0, 2))]
    told = ["Red takes France, Coal from the Reserve.", "To the Stock: Engineer."]
    assert [line.text for line in promethium("en").story(dealt)] == told


def test_story_tells_what_lobby_tokens_are_for() -> None:
    gained = Event("lobby_gained", (0, 2))
    told = promethium("en").story([Event("project_valued", (0, 1, 16)), gained])
    assert told[-1].text == "Red gains 2 lobby tokens for the income of the Exposition."
    assert promethium("en").story([gained])[0].text == "Red gains 2 lobby tokens."


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_are_complete(lang: str) -> None:
    english, own = load(ENGLISH).sentences, load(lang).sentences
    assert [key for key in english if key not in own] == []
    # English names stand in the component files.
    names = [key for key in own if key.startswith(("promethium.name.", "promethium.text."))]
    assert [key for key in own if key not in english and key not in names] == []


YOU = {
    "en": r"your?s?",
    "fr": "vous|votre|vos",
    "de": r"du|dir|dich|dein\w*",
    "pl": r"ty|ci|cię|tw[oó]j\w*|sw[oó]j\w*",
    "ru": r"вы|вам|вас|ваш\w*",
}


@pytest.mark.parametrize("lang", YOU)
def test_what_is_asked_of_another_player_does_not_speak_of_you(lang: str) -> None:
    """The same words tell the reader what is asked of them, and what another player must do first."""
    asked = {key: forms for key, forms in load(lang).sentences.items() if ".asked." in key}
    assert asked
    you = re.compile(rf"\b({YOU[lang]})\b", re.IGNORECASE)
    assert [key for key, forms in asked.items() if you.search("".join(forms))] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_translations_keep_the_figures(lang: str) -> None:
    english, own = load(ENGLISH).sentences, load(lang).sentences
    for key, forms in own.items():
        for form in forms if key in english else ():
            assert figures(form) <= figures("".join(english[key])) | {"n"}, key


@pytest.mark.parametrize("lang", OTHERS)
def test_every_component_has_a_name_in_the_language(lang: str) -> None:
    names = promethium(lang).names
    for domain in FILES:
        for key, record in names.records[domain].items():
            assert names.say.has(f"name.{domain}.{key}") or getattr(record, f"name_{lang}", None), key
    for domain in ("scheme", "improvement"):
        for key in names.records[domain]:
            assert names.say.has(f"text.{domain}.{key}"), key


def test_the_engine_does_not_know_the_words() -> None:
    for folder in ("kernel", "titles"):
        for path in (SOURCE / folder).rglob("*.py"):
            assert "machinehall.words" not in path.read_text(encoding="utf-8"), path


def test_an_abbreviation_ends_a_sentence_with_one_stop() -> None:
    """Money that is told as "160 fl." may stand last."""
    told = Words("en", Catalogue("en", {"a": ("You pay {0}.",), "b": ("Wait...",)}, lambda n: 0), load("en"))
    assert told("a", "160 fl.") == "You pay 160 fl."
    assert told("b") == "Wait..."
