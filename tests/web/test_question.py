"""Which sentence of a prompt is the question: it is set large, the others stand below it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from machinehall.kernel.values import Action
from machinehall.kernel.wording import Choice
from machinehall.web.shell import templates
from machinehall.web.table.prompt import columns, question


@pytest.mark.parametrize(
    ("text", "asked", "besides"),
    [
        ("Which contract?", "Which contract?", ""),
        ("One action, or pass. You have 3 influence.", "One action, or pass.", "You have 3 influence."),
        ("Ines has bought b1. Do you answer? It costs 2.", "Do you answer?", "Ines has bought b1. It costs 2."),
        ("Who lays Wien–St. Veit a.d. Glan? An effort of 3.", "Who lays Wien–St. Veit a.d. Glan?", "An effort of 3."),
        ("Combien de vos 120 fl.\u202f? Tout est payé.", "Combien de vos 120 fl.\u202f?", "Tout est payé."),
        ("Zagrano [1 rob. / 2 tal.]: wykonaj.", "Zagrano [1 rob. / 2 tal.]: wykonaj.", ""),
        ("Сколько из 40 фл. вы ставите? Платят все.", "Сколько из 40 фл. вы ставите?", "Платят все."),
    ],
)
def test_the_question_of_a_prompt(text: str, asked: str, besides: str) -> None:
    assert question(text) == (asked, besides)
    assert 0 < question(text).wide < len(asked)


@pytest.mark.parametrize(("place", "quiet"), [("end", False), ("skip", True)])
def test_what_ends_a_question_is_its_goal_though_it_costs(place: str, quiet: bool) -> None:
    """Done pays for the coal that was chosen one by one; what skips a question for a price does not glow."""
    text = "{% from 'closes.html' import closes with context %}{{ closes(c, place, ' go', others) }}"
    choice = Choice(Action("done"), "done", "", "Done", pays="5 thaler")
    found = templates().from_string(text).render(_=lambda *said: said[-1], c=choice, place=place, others=["coal"])
    assert (" costs" in found) == quiet


def test_short_rows_that_are_alike_stand_in_columns() -> None:
    rows = [Choice(Action("line", (k,)), f"line {k}", "", f"Name row {k}", note="shows 3 new tiles") for k in range(4)]
    assert columns(rows) == "even" and not columns(rows[:3])
    assert not columns([*rows, replace(rows[0], pays="£2")]) and not columns([*rows, replace(rows[0], note="")])
    assert not columns([*rows, replace(rows[0], text="Expedition with Copper, funded by France")])
    bare = [replace(row, note="") for row in rows]
    assert columns(bare) == "pairs" and not columns(bare[:1])


def test_what_alone_can_be_done_is_lit() -> None:
    """A single "No card" in the bar looked as if it were not the act."""
    text = "{% from 'closes.html' import closes with context %}{{ closes(c, 'skip', go, others) }}"
    choice = Choice(Action("skip"), "skip", "", "No card")
    for go in ("", " go"):
        found = templates().from_string(text).render(_=lambda *said: said[-1], c=choice, go=go, others=[])
        assert ("closes go" in found) == bool(go)
