"""What stands in a refusal beside numbers and ids: a seat, an amount with its unit, several things; and how it is said.

A refusal crosses the border as plain data, so these are texts with a mark in front that no id has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .values import Refusal
from .wording import Say

SEAT, FIGURE, SEVERAL = "seat:", "figure:", "all:"
NOBODY_ASKED = "nobody"
"""Who is asked when chance decides next."""


def the_seat(seat: int) -> str:
    return f"{SEAT}{seat}"


def figure(unit: str, n: int) -> str:
    """An amount: figure("thaler", 3) is said "3 thaler"."""
    return f"{FIGURE}{unit}:{n}"


def several(ids: Iterable[str]) -> str:
    return SEVERAL + "|".join(ids)


class Teller:
    """Refusals in the words of one title and one language."""

    def __init__(self, say: Say, of_id: Callable[[int | str], str], seat: Callable[[int], str]) -> None:
        self.say = say
        self.of_id = of_id
        self.seat = seat
        self.house: dict[str, Callable[..., tuple[str, ...]]] = {
            "refuse.not_now": self._not_now,
            "refuse.not_your_turn": self._not_your_turn,
            "refuse.left_to_chance": lambda kind: (self.when(kind),),
            "refuse.not_an_outcome": lambda kind, drawn: (self.when(drawn),),
        }

    def __call__(self, refusal: Refusal) -> str:
        words = self.house.get(refusal.message)
        message, args = refusal.message, refusal.args
        if words is not None:
            if message == "refuse.not_your_turn" and args[1] == NOBODY_ASKED:
                message = "refuse.chance_first"
            return self.say(message, *words(*args))
        n = next((a for a in args if isinstance(a, int)), 0)
        return begun(self.say(message, *(self.spoken(a) for a in args), n=n))

    def spoken(self, arg: int | str) -> str:
        """One argument of a refusal."""
        if isinstance(arg, int):
            return str(arg)
        if arg.startswith(SEAT):
            return self.seat(int(arg[len(SEAT) :]))
        if arg.startswith(FIGURE):
            unit, _, n = arg[len(FIGURE) :].rpartition(":")
            return self.say(f"figure.{unit}", n=int(n))
        if arg.startswith(SEVERAL):
            names = [self.spoken(one) for one in arg[len(SEVERAL) :].split("|") if one]
            return self.say("list.separator").join(dict.fromkeys(names)) or self.say("list.none")
        return self.of_id(arg)

    def when(self, kind: int | str) -> str:
        """When an action of a kind comes."""
        return self.say(f"when.{kind}")

    def _asked(self, decision: int | str) -> str:
        return self.say(f"asked.{decision}")

    def _not_now(self, kind: int | str, decision: int | str) -> tuple[str, ...]:
        return self._asked(decision), self.when(kind)

    def _not_your_turn(self, seat: int | str, asked: int | str, *who: int | str) -> tuple[str, ...]:
        if asked == NOBODY_ASKED:
            return (self.seat(int(seat)),)
        names = self.say("list.separator").join(self.seat(int(other)) for other in who)
        return self.seat(int(seat)), names, self._asked(asked)


def begun(sentence: str) -> str:
    """With a capital at its beginning, also where the name of a thing stands there; "a4" is a place and stays so."""
    return sentence[0].upper() + sentence[1:] if sentence[:2].isalpha() else sentence
