"""Everything that one server process is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import machinehall as mh
from machinehall.kernel.title import Title

from .asking import Asking
from .bots import BotRunner, bot_names
from .config import Config
from .engine import database_url
from .hub import Hub
from .identity import Identities
from .metrics import Metrics
from .notices import Notices
from .seating import Seating
from .storage import Store
from .tables import Tables
from .talk import Talk
from .thinking import Thinker


@dataclass(slots=True)
class Site:
    """The parts, wired together."""

    config: Config
    store: Store
    hub: Hub
    tables: Tables
    seating: Seating
    identities: Identities
    bots: BotRunner
    thinker: Thinker
    asking: Asking
    talk: Talk
    notices: Notices
    metrics: Metrics = field(default_factory=Metrics)

    async def open(self) -> None:
        await self.store.open()
        if self.store.postgres:
            self.hub.connect(self.store.url)
        await self.bots.open()
        await self.notices.open()

    async def close(self) -> None:
        self.hub.close()
        await self.bots.close()
        await self.thinker.close()
        await self.notices.close()
        await self.store.close()


def make_site(config: Config) -> Site:
    """A server's parts; nothing is opened yet."""

    def title(name: str) -> Title:
        folder = config.packs.get(name)
        return mh.title(name, Path(folder) if folder else None)

    store = Store(database_url(config.database))
    hub = Hub()
    tables = Tables(store, hub, title, config.live_matches)
    bots = BotRunner(tables, config.bot_workers, config.bot_seconds, config.packs)
    notices, names = Notices(store, config), bot_names()
    tables.after += [bots.look, notices.look]
    return Site(
        config=config,
        store=store,
        hub=hub,
        tables=tables,
        seating=Seating(tables, names),
        identities=Identities(store),
        bots=bots,
        thinker=Thinker(tables, config.packs, config.bot_seconds),
        asking=Asking(tables, names),
        talk=Talk(tables),
        notices=notices,
    )
