"""What a payment takes beyond what is at hand, and what fuel costs: said before it is chosen."""

from __future__ import annotations

from machinehall.kernel import title_wording
from machinehall.titles.nucleum.action_frames import Energize
from machinehall.titles.nucleum.rules.power import Grid
from machinehall.titles.nucleum.rules.resources import uranium_of, wealth
from machinehall.titles.nucleum.state import ROWS, State

from .fuel import coal_alone
from .names import Names

Asked = title_wording.Asked[State]


class Paying:
    """Payments in one language."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.say = names.say

    def figure(self, kind: str, n: int) -> str:
        return self.say(f"figure.{kind}", n=n)

    def cost(self, thaler: int, workers: int) -> str:
        """3 thaler, 1 worker; nothing if it is free."""
        found = [self.figure(k, v) for k, v in (("thaler", thaler), ("worker", workers)) if v]
        return self.names.joined(found)

    def converted(self, scene: Asked, thaler: int, workers: int, burnt: int = 0) -> str:
        """NU-5.2: what is turned into the workers and thalers that are missing; nothing where all is at hand. `burnt`:
        uranium that is gone by then."""
        s, seat = scene.s, scene.seat
        short = max(0, workers - s.supply[seat])
        found = [self.say("note.convert.hand", n=short)] if short else []
        missing = max(0, thaler - s.thaler[seat])
        if missing:
            spare, uranium = max(0, s.supply[seat] - workers), uranium_of(s, seat) - burnt - short
            source = "worker" if not uranium else "either" if spare else "uranium"
            found.append(self.say(f"note.convert.{source}", n=missing))
        return self.together(*found)

    def together(self, *notes: str) -> str:
        """Phrases one beside the other; a whole sentence stands apart from what is told before it."""
        told = ""
        for note in filter(None, notes):
            gap = ". " if note.endswith((".", "]")) else self.say("list.separator.strong")
            told = f"{told.removesuffix('.')}{gap}{note}" if told else note
        return told

    def coal_price(self, scene: Asked, args: Energize, plant: int, site: int) -> int:
        """What a building costs where nothing but coal can power it; 0 where there is more to choose from."""
        grid = Grid(self.names.t, scene.s, scene.seat)
        found = None if grid.mines(plant) else coal_alone(scene.s, grid, args, plant, site)
        return 0 if found is None else found[1]

    def fuel(self, scene: Asked, plant: int, site: int) -> str:
        """NU-14.3 to NU-14.6: what a building costs with coal alone, and whether uranium can help."""
        grid = Grid(self.names.t, scene.s, scene.seat)
        found = coal_alone(scene.s, grid, scene.args, plant, site)
        if found is None or found[1] > wealth(scene.s, scene.seat):
            return self.together(self.say("note.fuel.uranium"), self._rent(scene, grid, plant))
        coal, price = found
        if not coal:
            return self.say("note.fuel.none")
        told = self.say("note.fuel.coal", self.figure("thaler", price) if price else self.say("figure.nothing"), n=coal)
        if not grid.mines(plant):
            return self.together(told, self.converted(scene, price, 0))
        return self.together(told, self.say("note.fuel.or"), self._rent(scene, grid, plant))

    def _rent(self, scene: Asked, grid: Grid, plant: int) -> str:
        """NU-14.7: from which unit on uranium costs more than itself, if there is so much of it."""
        at, free = ROWS * scene.seat, grid.free_units(plant)
        stock = sum(scene.s.uranium[at + row] for row in grid.mines(plant))
        if min(stock, grid.limit(plant)) <= free:
            return ""
        return self.say("note.fuel.rent", free, self.figure("thaler", self.names.t.n.turbine_fee_thaler))

    def bill(self, scene: Asked, coal: int = 0, burnt: int = 0) -> int:
        """NU-14.5, NU-14.8: what is paid in the end, if no more than this comes to the plant."""
        fuel, grid = scene.args, Grid(self.names.t, scene.s, scene.seat)
        fees = grid.foreign_needed(fuel.plant, fuel.burnt + burnt)
        return grid.price(fuel.bill + coal, fees, fuel.directive)
