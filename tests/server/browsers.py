"""A server in the test's own process with a clock that can be set, and browsers that keep cookies."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

import httpx2

from kabuto.host.rate_limits import Limits, Rate
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services, build
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.web.app import create_app
from kabuto.server.web.origins import Sites

FAST = Rate(1e9, 1e9)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


class Clock:
    """Tells the time that a test wants."""

    def __init__(self, now: float | None = None) -> None:
        self.now = time() if now is None else now

    def __call__(self) -> float:
        return self.now


class Browser:
    """A browser that talks with the application directly."""

    def __init__(self, app: Any, address: str, agent: str) -> None:
        self.http = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app), base_url=address, headers={"user-agent": agent}
        )

    @property
    def cookies(self) -> dict[str, str]:
        """What it keeps."""
        return {cookie.name: str(cookie.value) for cookie in self.http.cookies.jar}

    async def get(self, path: str, status: int = 200, **headers: str) -> Any:
        """Ask for something."""
        return _checked(await self.http.get(path, headers=headers), status)

    async def post(self, path: str, body: Mapping[str, Any] | None = None, status: int = 200) -> Any:
        """Send something."""
        return _checked(await self.http.post(path, json=body or {}), status)

    async def name(self) -> str:
        """Who it is."""
        return str((await self.get("/api/me"))["name"])

    async def called(self, name: str) -> "Browser":
        """The same browser, whose person has a name now."""
        await self.post("/api/me", {"name": name})
        return self

    async def set_table(self, *seats: str) -> dict[str, Any]:
        """Set a table: ``me`` or ``open`` on each seat."""
        table: dict[str, Any] = await self.post("/api/tables", {"seats": [{"who": seat} for seat in seats]})
        return table

    async def link(self) -> str:
        """The token of a personal link."""
        return str((await self.post("/api/me/link"))["token"])

    async def claim(self, token: str, status: int = 200) -> Any:
        """Open a personal link, and agree."""
        return await self.post("/api/me/claim", {"token": token}, status)


def _checked(response: httpx2.Response, status: int) -> Any:
    assert response.status_code == status, response.text
    return response.json()


class Place:
    """A running server."""

    def __init__(self, services: Services, sites: Sites, stack: AsyncExitStack) -> None:
        self.services, self._stack = services, stack
        self.app = create_app(services, sites)

    async def browser(
        self,
        cookies: Mapping[str, str] | None = None,
        address: str = "http://localhost",
        agent: str = FIREFOX,
    ) -> Browser:
        """A new browser, perhaps with cookies from somewhere else."""
        made = Browser(self.app, address, agent)
        for name, value in (cookies or {}).items():
            made.http.cookies.set(name, value, domain="localhost.local")
        await self._stack.enter_async_context(made.http)
        return made

    async def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database holds."""
        return await self.services.store.read(query)


@asynccontextmanager
async def opened(
    data: Path, clock: Clock | None = None, store: SqlStore | None = None, **names: Any
) -> AsyncIterator[Place]:
    """A server for a while; ``names`` are those it goes by."""
    data.mkdir(parents=True, exist_ok=True)
    limits = Limits(requests=FAST, tables=FAST, links=FAST)
    services = build(data, limits, clock=SystemClock(time=clock or Clock()), store=store)
    await services.open()
    try:
        async with AsyncExitStack() as stack:
            yield Place(services, Sites(**names), stack)
    finally:
        await services.close()
