"""A small TCP proxy that spreads connections over servers, and can be told to be a bad network.

``make stack`` uses it where no caddy is installed. It looks into nothing that passes, so it tells servers
nothing about who is behind it.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

Address = tuple[str, int]
CHUNK = 1 << 16
CONNECTING = 2.0
"""Seconds that a server has to take a connection before the next one is tried."""


class Link:
    """A connection of a client, and the one to its server."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter, address: Address) -> None:
        self._writers = (client, server)
        self.address = address
        self.open = asyncio.Event()
        """Whether bytes pass now."""
        self.open.set()

    def cut(self) -> None:
        """End both connections at once."""
        self.open.set()
        for writer in self._writers:
            writer.transport.abort()


class Proxy:
    """Listens on an address and passes each connection on to the server that has the fewest."""

    def __init__(self, servers: Iterable[Address] = ()) -> None:
        self.servers = list(servers)
        """Where connections go; it may change at any time."""
        self.links: set[Link] = set()
        self._server: asyncio.Server | None = None

    async def open(self, host: str = "127.0.0.1", port: int = 0) -> Address:
        """Begin to listen; the address."""
        self._server = await asyncio.start_server(self._serve, host, port, limit=CHUNK)
        name, number = self._server.sockets[0].getsockname()[:2]
        return name, number

    async def close(self) -> None:
        """Listen no more, and end all connections."""
        if self._server:
            self._server.close()
            for link in tuple(self.links):
                link.cut()
            await self._server.wait_closed()

    async def hold(self, links: Iterable[Link], seconds: float) -> None:
        """Let nothing pass through these connections for a while."""
        held = list(links)
        for link in held:
            link.open.clear()
        await asyncio.sleep(seconds)
        for link in held:
            link.open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found = await self._connected()
        if found is None:
            writer.transport.abort()
            return
        address, far_reader, far_writer = found
        link = Link(writer, far_writer, address)
        self.links.add(link)
        try:
            ways = (_pass(link, reader, far_writer), _pass(link, far_reader, writer))
            await asyncio.gather(*ways, return_exceptions=True)
        finally:
            link.cut()
            self.links.discard(link)

    async def _connected(self) -> tuple[Address, asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the server with the fewest, or to the next one that takes it."""
        for address in sorted(self.servers, key=self._load):
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECTING):
                    return address, *await asyncio.open_connection(*address, limit=CHUNK)
        return None

    def _load(self, address: Address) -> int:
        return sum(link.address == address for link in self.links)


async def _pass(link: Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, until one side ends; then end the other one as well."""
    try:
        while data := await reader.read(CHUNK):
            await link.open.wait()
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        link.cut()
