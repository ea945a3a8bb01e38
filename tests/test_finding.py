"""Translators point at a sentence: the message that says it is found, with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from stages import Stage, titles_from

import machinehall
from machinehall.words import languages, load, say
from machinehall.words.finding import LONGEST_TEXT, MOST_MESSAGES, messages

PACKAGE = Path(machinehall.__file__).parents[1]


@pytest.mark.parametrize("lang", languages())
def test_every_message_without_figures_is_found_where_it_stands(lang: str) -> None:
    sentences = load(lang).sentences
    short = [key for key, forms in sorted(sentences.items()) if "{" not in forms[0] and len(forms[0]) < LONGEST_TEXT]
    some = short[::40]
    for key in some:
        text = sentences[key][0]
        found = messages(lang, f" {text.replace(' ', chr(10))} ")
        same = {row.id: row for row in found if row.whole}
        assert found[0].whole and text.casefold() in [form.casefold() for form in found[0].own], key
        if key not in same:
            assert len(same) == MOST_MESSAGES, "left out only where many say the same"
            continue
        path, _, line = same[key].place.rpartition(":")
        assert (PACKAGE / path).read_text(encoding="utf-8").split("\n")[int(line) - 1] == f'msgid "{key}"'
        assert same[key].english == load("en").sentences.get(key, ()), "names of things may stand in their records"


@pytest.mark.parametrize("lang", languages())
def test_a_sentence_with_figures_is_found_before_its_parts(lang: str) -> None:
    title = titles_from(Stage.WORDED)[0]
    told = {key: forms for key, forms in load(lang).sentences.items() if key.startswith(f"{title}.event.")}
    for key in sorted(told)[::5]:
        found = messages(lang, say(lang)(key, *["Łucja 7"] * 6, n=7))
        assert key in [row.id for row in found if row.whole], key


def test_the_parts_of_a_sentence_are_of_its_own_title() -> None:
    title, *others = titles_from(Stage.WORDED)
    text = say("de")(f"{title}.prompt.turn", 30, 5)
    ids = [row.id for row in messages("de", text)]
    assert ids[0] == f"{title}.prompt.turn" and len(ids) > 1
    assert not [key for key in ids if key.startswith(tuple(f"{other}." for other in others))]


@pytest.mark.parametrize("text", ["", "   ", "{", "qqq", "(((", "\\", "x" * 10_000, "." * 500])
def test_any_text_may_be_asked_for(text: str) -> None:
    assert [row for row in messages("de", text) if any(letter.isalpha() for form in row.own for letter in form)] == []
