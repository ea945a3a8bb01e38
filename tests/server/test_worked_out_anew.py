"""A Baron's turn at a real table, worked out anew once the board before it was put right."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from often import now_and_then

from machinehall.kernel.mending import Change, Slot, drafted
from machinehall.kernel.values import CHANCE
from machinehall.server.play.anew import turns_in_sight
from machinehall.server.store import store
from machinehall.server.store.audit import audit
from machinehall.server.store.rows import Write
from machinehall.server.store.stored_match import LiveMatch
from server.kit import House, house
from server.test_by_hand import Device, log, played, seated, told

SEED = 7


async def in_a_baron_turn(made: House, lines: list[str], device: Device, need: str) -> int:
    """Told until the app asks the player again right after a turn of the Baron in which this happened."""
    for end in range(12, len(lines)):
        await told(made, device, lines[:end])
        async with made.site.tables.table(device.match) as table:
            live = table.live
            turns = turns_in_sight(live)
            late = live.happened[turns[0] - live.base :] if turns else []
            if turns and live.to_act == (0,) and any(e.kind == need for events in late for e in events):
                return turns[0]
    raise AssertionError(f"the Baron never did {need}")


@contextlib.asynccontextmanager
async def after_his_turn(
    database: str, need: str, decisions: int = 400
) -> AsyncIterator[tuple[House, Device, int, list[str]]]:
    """A house with one device beside a real board, right after such a turn; where it began, and the log until now."""
    lines = played("nucleum", 1, SEED, decisions).lines()
    async with house(database) as made:
        device = await seated(made)
        turn = await in_a_baron_turn(made, lines, device, need)
        yield made, device, turn, (await log(made, device.match))[0]


async def mends(device: Device, sets: str, turn: int | None = None) -> int:
    sent = {"sets": sets} | ({} if turn is None else {"from": str(turn)})
    return (await device.send("mend", **sent)).status_code


def as_if_right_before(live: LiveMatch, before: list[str], after: list[str]) -> bool:
    """Whether the position is the same as when it had been right before his turn."""
    other = LiveMatch(live.title, live.options, live.title.start(1, live.options), 0, 1)
    for line in before:
        other.redo(line)
    other.state, faults = drafted(live.title, other.state, [Change(Slot("thaler", 1), 0)])
    assert not faults
    for line in after:
        other.redo(line)
    return bool(other.state == live.state)


async def looked_at(device: Device, turn: int) -> None:
    """The ways to the board before the turn; what cannot be is refused there."""
    page = await device.page()
    assert f'data-turn="{turn}"' in page and 'id="cannot"' in page
    now = await device.client.http.get(f"/t/{device.match}/mend")
    assert f"mend?from={turn}" in now.text
    then = await device.client.http.get(f"/t/{device.match}/mend?from={turn}&sets=thaler.1%3D0")
    assert then.status_code == 200 and f'name="from" value="{turn}"' in then.text.replace("\n  ", " ")
    for wished in ("thaler.1=0", "thaler.1=-4"):
        assert await mends(device, wished, turn + 1) == 409, "no turn begins there"
    assert await mends(device, "thaler.1=-4", turn) == 422


@pytest.mark.rule("NU-23.24", "NU-23.41", "MH-1.7")
def test_without_money_his_building_is_not_built(sqlite: str) -> None:
    """He is believed to have money and builds; on the board he had none: what the die showed stays, the turn is his
    turn without money, as it is of the same match in which he never had any."""

    async def run() -> None:
        async with after_his_turn(sqlite, "building_placed") as (made, device, turn, before):
            async with made.site.tables.table(device.match) as table:
                stood, wrong = table.live.number, table.live.state.clone()
            await looked_at(device, turn)
            assert (await log(made, device.match))[0] == before, "nothing has changed yet"
            assert await mends(device, "thaler.1=0", turn) == 303
            after, _ = await log(made, device.match)
            assert after[:turn] == before[:turn] and after[turn].startswith("* = ")
            assert after[turn + 1] == before[turn], "what the die showed is not asked again"
            async with made.site.tables.table(device.match) as table:
                live = table.live
                kinds = [e.kind for events in live.happened[turn - live.base :] for e in events]
                assert live.state.thaler[1] <= wrong.thaler[1] and live.state.urban != wrong.urban
                assert "building_placed" not in kinds
                assert as_if_right_before(live, before[:turn], after[turn + 1 :])
            assert await audit(made.site.store, made.site.tables.title, device.match) == []
            # Something else differed as well: once more, on top of the first correction.
            assert await mends(device, "thaler.1=1", turn + 1) == 303
            again, _ = await log(made, device.match)
            assert again[: turn + 1] == after[: turn + 1] and again[turn + 1].startswith("* = ")
            assert again[turn + 2] == before[turn]
            for _ in range(len(again) - turn):
                assert (await device.send("undo")).status_code == 200
            assert (await log(made, device.match))[0] == before[:turn] and stood > turn
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


@pytest.mark.rule("NU-23.24", "NU-23.44")
def test_what_was_drawn_and_is_not_needed_goes_back(sqlite: str) -> None:
    """The tile that came into the market after his Develop: without that turn it goes back where it came from."""

    async def run() -> None:
        async with after_his_turn(sqlite, "baron_takes_tile", 700) as (made, device, turn, before):
            shown = [line for line in before[turn:] if "draw-tile" in line]
            assert shown
            # He had neither workers nor money, so he recharges.
            assert await mends(device, "thaler.1=0 supply.1=0", turn) == 303
            after, _ = await log(made, device.match)
            assert not any("draw-tile" in line for line in after[turn:])
            async with made.site.tables.table(device.match) as table:
                live = table.live
                kinds = [e.kind for events in live.happened[turn - live.base :] for e in events]
                assert "baron_recharged" in kinds and "baron_rolled" not in kinds
            assert "goes back where it came from" in re.sub(r"\s+", " ", await device.page())
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


@pytest.mark.rule("NU-23.24")
def test_a_turn_right_after_an_own_step_is_reached_by_taking_that_back(sqlite: str) -> None:
    """He recharges with nothing rolled, since he is believed to be poor; on the board he was not, so he rolls. The page
    says how to get there."""
    lines = played("nucleum", 1, SEED, 2000).lines()[:85]

    async def run() -> None:
        async with house(sqlite) as made:
            device = await seated(made)
            await told(made, device, lines)
            async with made.site.tables.table(device.match) as table:
                assert "baron_recharged" in [e.kind for e in table.live.happened[-1]]
                assert not turns_in_sight(table.live)
            page = await device.page()
            assert "data-at-once" in page and "data-turn" not in page
            address = f"/t/{device.match}/mend"
            assert 'id="at-once"' in (await device.client.http.get(address)).text
            assert (await device.send("undo")).status_code == 200
            assert 'id="at-once"' not in (await device.client.http.get(address)).text
            left = len((await log(made, device.match))[0])
            assert await mends(device, "thaler.1=12 supply.1=6") == 303
            await device.says(lines[left])
            async with made.site.tables.table(device.match) as table:
                live = table.live
                kinds = [e.kind for events in live.happened[left:] for e in events]
                assert live.to_act == (CHANCE,) and "baron_recharged" not in kinds
            assert await audit(made.site.store, made.site.tables.title, device.match) == []

    asyncio.run(run())


@pytest.mark.parametrize("database", now_and_then(["sqlite", "postgres"], ["sqlite"]), indirect=True)
def test_what_breaks_off_amid_it_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn taken back, the correction and what followed are written together: where writing breaks off after any
    of these lines, the match is the one before, after a restart too."""
    left = 0

    def breaks(real: Any) -> Any:
        def writes(connection: Any, some: Sequence[Write]) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise OSError("no space left on the device")
            return real(connection, some)

        return writes

    async def run() -> None:
        nonlocal left
        for name in ("write_sqlite", "write_postgres"):
            monkeypatch.setattr(store, name, breaks(getattr(store, name)))
        async with after_his_turn(database, "building_placed") as (made, device, turn, before):
            rev = (await device.client.get(f"/matches/{device.match}"))["rev"]
            for number in (1, 2, 3):
                left = number
                assert await mends(device, "thaler.1=0", turn) == 503
                assert (await log(made, device.match))[0] == before
                assert (await device.client.get(f"/matches/{device.match}"))["rev"] == rev
                assert await audit(made.site.store, made.site.tables.title, device.match) == []
        async with house(database) as made:
            assert (await log(made, device.match))[0] == before

    asyncio.run(run())
