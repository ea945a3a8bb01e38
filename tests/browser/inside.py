"""A server in the process of the tests: its workers can be given their answers, and its shelves be filled."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from server.kit import laid_out

from machinehall.server.app import create_app
from machinehall.server.config import Config
from machinehall.server.site import Site
from machinehall.web.pages import routes

from .kit import Server


class Inside(Server):
    """The same for people in front of browsers; `site` is the service itself."""

    site: Site

    @contextlib.contextmanager
    def running(self) -> Iterator[Inside]:
        migrate = not laid_out(self.database)
        config = Config(database=self.database, rate=0, bot_workers=1, migrate=migrate, review_ends=False)
        app = create_app(config, pages=routes)
        door = "machinehall.server.door:Door"
        made = uvicorn.Server(
            uvicorn.Config(app, port=self.port, http=door, ws="none", log_config=None, timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=made.run)
        thread.start()
        try:
            while not made.started:
                assert thread.is_alive()
                time.sleep(0.02)
            self.site = app.state.site
            yield self
        finally:
            made.should_exit = True
            thread.join()


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[Inside]:
    with Inside(folder).running() as made:
        yield made
