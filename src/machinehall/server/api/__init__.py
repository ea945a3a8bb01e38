"""The JSON API under /api/v1: calls, their bodies, and the thin layer that checks and describes them."""

from __future__ import annotations

from . import bots, calls, me, reviews, seats
from .rest import Api

API = Api(calls.api, me.api, seats.api, bots.api, reviews.api)
