"""What can be done in one go is offered so, with what it costs."""

from __future__ import annotations

from machinehall.words import ENGLISH
from nucleum.scene import Scene
from nucleum.test_newcomers import TITLE, words


def planned(scene: Scene, lang: str = ENGLISH) -> dict[str, str]:
    """What can be done in one go, and what it costs; each plan is legal to its end, and all of it belongs to it."""
    seat, found = scene.s.stack[-1][1], {}
    for plan in words(lang).plans(TITLE.view(scene.s, seat), seat):
        at, kind = scene.s, scene.s.stack[-1][0]
        for action in plan.actions:
            assert at.stack[-1][0] == kind and action in TITLE.legal(at, seat)
            at = at.clone()
            TITLE.apply(at, seat, action)
        found[plan.text] = plan.pays
    return found


def test_a_debt_is_paid_in_one_go() -> None:
    """Seven thalers that are owed were seven questions."""
    scene = Scene("RBY").gives("R", thaler=0, workers=2).mine("R", 3, "aussig-m1", uranium=3)
    scene.ask("R", "owe", 4, 0)
    assert planned(scene) == {
        "Convert workers first": "2 workers, 2 uranium",
        "Convert uranium first": "1 worker, 3 uranium",
    }
    one = Scene("RBY").gives("R", workers=3).mine("R", 3, "aussig-m1", uranium=3)
    assert not planned(one.ask("R", "owe", 1, 0))


def test_uranium_is_stored_in_one_go() -> None:
    scene = Scene("RBY").mine("R", 1, "aussig-m1").mine("R", 3, "aussig-m2").ask("R", "uranium", 4)
    assert set(planned(scene)) == {
        "Store on the mine of row 1: 3", "Store on the mine of row 3: 3", "Turn all into workers: 4",
    }  # fmt: skip
    assert not planned(scene.ask("R", "uranium", 1))


def test_steps_of_any_income_are_taken_in_one_go() -> None:
    scene = Scene("RBY").ask("R", "income_any", 3)
    assert "Raise the VP income: 3" in planned(scene) and len(planned(scene)) == 3
