"""Words to tap above a long list of what the box may have shown."""

from __future__ import annotations

from markupsafe import Markup

from machinehall.web.table.hand import MOST_WORDS, Hand, Shown


def hand(*texts: str) -> Hand:
    return Hand("?", [Shown(text, text, Markup("")) for text in texts], False)


def test_words_divide_a_long_list() -> None:
    halves = ("Urbanize", "Develop", "Energize", "Contract")
    made = hand(*(f"[{a} +1 / {b}, all of them]" for a in halves for b in halves))
    assert made.words == sorted(halves)
    for row in made.rows:
        tapped = [word for word in made.words if word in row.text]
        assert sum(all(word in other.text for word in tapped) for other in made.rows) <= 7


def test_what_all_or_one_have_is_no_word_and_few_need_none() -> None:
    assert hand(*(f"card {n} of wood" for n in "abcdefgh")).words == []
    assert (
        hand(
            *(f"wood {name}" for name in ("Graz", "Wien", "Linz", "Steyr", "Brno", "Olmütz", "Pest", "Raab", "Ofen"))
        ).words
        == []
    )
    assert len(hand(*(f"{a}{a}{a}{a} {b}{b}{b}{b}" for a in "abcdefghijkl" for b in "mnopqrst")).words) == MOST_WORDS


def test_a_word_finds_what_the_search_finds() -> None:
    made = hand(*(["one building"] * 4), *(["two buildings"] * 4), *(["a mine"] * 4))
    assert "building" in made.words and "buildings" in made.words
