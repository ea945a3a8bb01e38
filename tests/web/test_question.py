"""Which sentence of a prompt is the question: it is set large, the others stand below it."""

from __future__ import annotations

import pytest

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
