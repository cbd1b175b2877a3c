"""Clients and servers on a network that delays, cuts and loses: requests and sockets in ASGI's own messages.

The application of a server is the real one; only uvicorn and TCP are left out.
"""

import asyncio
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from contextvars import Context
from typing import Any

from starlette.types import ASGIApp
from uvicorn.protocols.utils import ClientDisconnected

from kabuto.host.rate_limits import Limits
from kabuto.server.web.uvicorn_limits import Peer

from .roads import Line, Road

Message = MutableMapping[str, Any]
LIMITS = Limits()


class Broken(Exception):
    """There is no connection, or it is lost."""


class Connection:
    """Both directions between a client and a server; the server knows it as its peer."""

    is_proxy, limits, largest = False, LIMITS, 0
    most_unread = Peer.most_unread

    def __init__(self, road: Road, kind: str, end: Callable[["Connection"], object]) -> None:
        self._kind, self._end = kind, end
        self._there, self._here = Line(road), Line(road)
        self._first: Message | None = None
        self.is_cut = False

    def cut(self, why: str = "") -> None:
        """End it for both: what is under way is lost."""
        if not self.is_cut:
            self.is_cut = True
            self._end(self)
            self._there.cut()
            self._here.cut()

    # The client's end.

    def send(self, message: Message) -> None:
        """Send something to the server."""
        self._there.send(message)

    async def receive(self, seconds: float) -> Message:
        """What the server sends next; ``Broken`` if the connection is, ``TimeoutError`` if it is silent."""
        message: Message | None = await self._here.get(seconds)
        if message is None or message["type"] == "websocket.close":
            self.cut()
            raise Broken
        return message

    # The server's end.

    async def arrived(self) -> bool:
        """Wait for what the client says first; False if it never says anything."""
        self._first = await self._there.get()
        return self._first is not None

    async def hear(self) -> Message:
        """What the client has sent next, for the application."""
        if first := self._first:
            self._first = None
            return first
        return await self._there.get() or {"type": f"{self._kind}.disconnect", "code": 1006}

    async def tell(self, message: Message) -> None:
        """Send something of the application to the client."""
        if not self.is_cut:
            self._here.send(message)
        elif self._kind == "websocket":  # as uvicorn does it
            raise ClientDisconnected

    def close(self) -> None:
        """Say that nothing more comes."""
        self._here.send({"type": "websocket.close"})


class Serving:
    """A server as clients reach it: its application, where that runs, and who is connected."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context
        self._connections: dict[Connection, None] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.is_open = True

    def connect(self, road: Road, scope: Message) -> Connection:
        """A new connection, on which the application is asked something."""
        if not self.is_open or road.loses():
            raise Broken
        connection = Connection(road, scope["type"], lambda gone: self._connections.pop(gone, None))
        self._connections[connection] = None
        task = self._context.run(asyncio.create_task, self._serve(connection, scope))
        self._tasks = [*(each for each in self._tasks if not each.done()), task]
        return connection

    async def _serve(self, connection: Connection, scope: Message) -> None:
        if not await connection.arrived():
            return
        with suppress(ClientDisconnected):
            await self._app({**scope, "state": {"peer": connection}}, connection.hear, connection.tell)
        connection.close()

    def close(self) -> None:
        """Take no more connections, and cut those that there are."""
        self.is_open = False
        for connection in list(self._connections):
            connection.cut()

    async def end(self, seconds: float) -> None:
        """Wait until nothing is served any more, and cancel what still is after so many seconds."""
        if self._tasks:
            _, going = await asyncio.wait(self._tasks, timeout=seconds)
            for task in self._tasks:
                if task in going:
                    task.cancel()
            if going:
                await asyncio.wait(going)
