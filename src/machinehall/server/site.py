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
from .feats import FeatKeeper
from .hints import Hints
from .hub import Hub
from .identity import Identities
from .metrics import Metrics
from .notices import Notices
from .seating import Seating
from .storage import Store
from .tables import Tables
from .talk import Talk
from .teaching import Teaching
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
    teaching: Teaching
    hints: Hints
    notices: Notices
    feats: FeatKeeper
    metrics: Metrics = field(default_factory=Metrics)

    async def open(self) -> None:
        await self.store.open()
        if self.store.postgres:
            self.hub.connect(self.store.url)
        await self.bots.open()
        await self.notices.open()
        await self.feats.open()

    async def close(self) -> None:
        self.hub.close()
        await self.bots.close()
        await self.thinker.close()
        await self.hints.close()
        await self.notices.close()
        await self.feats.close()
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
    notices, names, feats = Notices(store, config), bot_names(), FeatKeeper(tables, mh.titles)
    tables.after += [bots.look, notices.look, feats.look]
    seating = Seating(tables, names)
    asking = Asking(tables, names)
    teaching = Teaching(tables, seating, asking)
    bots.waits = teaching.waits
    return Site(
        config=config,
        store=store,
        hub=hub,
        tables=tables,
        seating=seating,
        identities=Identities(store),
        bots=bots,
        thinker=Thinker(tables, config.packs, config.bot_seconds),
        asking=asking,
        talk=Talk(tables),
        teaching=teaching,
        hints=Hints(tables, config.packs, config.bot_workers > 0),
        notices=notices,
        feats=feats,
    )
