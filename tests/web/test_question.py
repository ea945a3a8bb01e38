"""Which sentence of a prompt is the question: it is set large, the others stand below it."""

from __future__ import annotations

import pytest

from machinehall.kernel.values import Action
from machinehall.kernel.wording import Choice
from machinehall.web.shell import templates
from machinehall.web.table.prompt import question


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
