"""Everything that one server process is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import machinehall as mh
from machinehall.kernel.title import Title

from .config import Config
from .glance import Glances
from .metrics import Metrics
from .people.identity import Identities
from .people.passkeys import Passkeys
from .person import Persons
from .play.consent import Asking
from .play.continuing import Continuing
from .play.dealing import Dealing
from .play.ending import Ending
from .play.feats import FeatKeeper
from .play.hub import Hub
from .play.invites import Invites
from .play.notices import Notices
from .play.places import Places
from .play.quiet import Quiet
from .play.seating import Seating
from .play.table import Table
from .play.tables import Tables
from .play.talk import Talk
from .play.teaching import Teaching
from .store.engine import database_url
from .store.store import Store
from .thinking.candidates import Candidates
from .thinking.explain import Thinker
from .thinking.hints import Hints
from .thinking.retries import Retries
from .thinking.reviews import Reviews
from .thinking.runner import BotRunner, bot_names
from .workshop.bench import Bench
from .workshop.shelf import Shelf


@dataclass(slots=True)
class Site:
    """The parts, wired together."""

    config: Config
    store: Store
    hub: Hub
    tables: Tables
    seating: Seating
    identities: Identities
    passkeys: Passkeys
    persons: Persons
    bots: BotRunner
    thinker: Thinker
    asking: Asking
    talk: Talk
    teaching: Teaching
    hints: Hints
    glances: Glances
    notices: Notices
    feats: FeatKeeper
    ending: Ending
    places: Places
    continuing: Continuing
    invites: Invites
    quiet: Quiet
    shelf: Shelf
    bench: Bench
    reviews: Reviews
    retries: Retries = field(init=False)
    candidates: Candidates = field(init=False)
    dealing: Dealing = field(init=False)
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        self.retries = Retries(self.reviews, self.continuing, self.asking)
        self.candidates = Candidates(self.reviews)
        self.dealing = Dealing(self.seating)
        self.bots.waits = self.waits

    async def waits(self, table: Table) -> bool:
        """Whether the bots of a table hold still: somebody learns there, or tries a turn again."""
        return await self.teaching.waits(table) or await self.retries.waits(table)

    async def open(self) -> None:
        await self.store.open()
        self.tables.healer.open()
        if self.store.postgres:
            self.hub.connect(self.store.url)
        await self.bots.open()
        await self.notices.open()
        await self.feats.open()
        await self.ending.open()

    async def close(self) -> None:
        self.hub.close()
        await self.tables.healer.close()
        self.tables.boxes.close()
        await self.bots.close()
        await self.thinker.close()
        await self.hints.close()
        await self.bench.close()
        await self.retries.close()
        await self.candidates.close()
        await self.reviews.close()
        await self.notices.close()
        await self.identities.close()
        await self.feats.close()
        await self.ending.close()
        await self.store.close()


def titles_of(config: Config) -> Callable[[str], Title]:
    """Titles by name, with an owner's components where the settings name some."""

    def title(name: str) -> Title:
        folder = config.packs.get(name)
        return mh.title(name, Path(folder) if folder else None)

    return title


def make_site(config: Config) -> Site:
    """A server's parts; nothing is opened yet."""
    store, hub = Store(database_url(config.database)), Hub()
    tables = Tables(store, hub, titles_of(config), config.live_matches)
    bots = BotRunner(tables, config.bot_workers, config.bot_seconds, config.packs)
    notices, names, feats = Notices(store, config), bot_names(), FeatKeeper(tables, mh.titles)
    tables.after += [bots.look, notices.look, feats.look]
    hub.opened.append(bots.watched)
    quiet, identities = Quiet(tables), Identities(store)
    seating = Seating(tables, names, quiet, config.matches_a_day)
    hub.who.append(identities.forget)
    asking = Asking(tables, names, 60 * config.takeover_minutes, 60 * config.takeover_alone_minutes)
    teaching = Teaching(tables, seating, asking)
    hints, ending = Hints(tables, config.packs, config.bot_workers > 0), Ending(tables, 3600 * config.final_hours)
    return Site(
        config=config,
        store=store,
        hub=hub,
        tables=tables,
        seating=seating,
        identities=identities,
        passkeys=Passkeys(identities),
        persons=Persons(tables, identities),
        bots=bots,
        thinker=Thinker(tables, config.packs, config.bot_seconds),
        asking=asking,
        talk=Talk(tables, quiet),
        teaching=teaching,
        hints=hints,
        glances=Glances(tables, asking, teaching, bots, hints),
        notices=notices,
        feats=feats,
        ending=ending,
        places=Places(seating, quiet),
        continuing=Continuing(seating),
        invites=Invites(seating),
        quiet=quiet,
        shelf=Shelf(store, mh.title, config.packs_each),
        bench=Bench(config.trials_a_day),
        reviews=Reviews(tables, ending, config.packs, config.bot_workers > 0),
    )
