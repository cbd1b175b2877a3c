"""For the people who run a server: whether it is healthy, and its metrics on a port of their own."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kabuto.host.rate_limits import Bucket, Rate
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.web.origins import Sites
from kabuto.table import Refused

CHECKS = Rate(5, 0.2)
"""How often strangers may have the server write to disk; in between they get the last result."""
METRICS_HOST = "127.0.0.1"
"""Where metrics are served unless a person says otherwise: no one else needs to see them."""


EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that stand for all of this machine."""


class Health:
    """Whether the server can write."""

    def __init__(self, check: Callable[[], Awaitable[None]]) -> None:
        self._check = check
        self._bucket = Bucket(CHECKS, monotonic)
        self._lock = asyncio.Lock()
        self._is_good = True

    async def is_good(self) -> bool:
        """Try to write, or return the last result if that was tried too often."""
        async with self._lock:
            if not self._bucket.take(CHECKS):
                try:
                    await self._check()
                    self._is_good = True
                except Refused:
                    self._is_good = False
            return self._is_good


class MetricsPort:
    """An application that answers ``/metrics`` on one listener and serves another application on the rest.

    A process without a page of its own says there, too, whether it is healthy.
    """

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        address: tuple[str, int],
        sites: Sites,
        is_healthy: Callable[[], bool] | None = None,
    ) -> None:
        self._app, self._metrics, self._address, self._sites = app, metrics, address, sites
        self._is_healthy = is_healthy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan" or not self._is_here(*scope["server"]):
            await self._app(scope, receive, send)
        else:
            await self._answer(scope)(scope, receive, send)

    def _is_here(self, host: str, port: int) -> bool:
        """Whether a connection came in where the metrics are."""
        return port == self._address[1] and self._address[0] in (host, *EVERYWHERE)

    def _answer(self, scope: Scope) -> Response:
        try:
            self._sites.check(scope)
        except Refused as refusal:
            return PlainTextResponse(f"{refusal.reason}\n", 403)
        if scope["path"] == "/metrics" and scope["type"] == "http":
            return Response(self._metrics.text(), media_type="text/plain; version=0.0.4")
        if scope["path"] == "/healthz" and self._is_healthy:
            return PlainTextResponse("ok\n") if self._is_healthy() else PlainTextResponse("no beat\n", 503)
        return PlainTextResponse("The metrics are at /metrics.\n", 404)
