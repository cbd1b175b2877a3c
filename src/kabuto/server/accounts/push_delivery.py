"""One POST to a host that a client has named: to a public address alone, and with a deadline for all of it.

The standard client limits the time of each read, so a host that sends a byte now and then holds it for ever.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from threading import BoundedSemaphore, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

DEADLINE = 10.0
"""Seconds for a request: the name looked up, connected, sent, and answered."""
LOOKUPS = 16
"""How many names are looked up at once."""
HEAD = 16 * 1024
"""Bytes that the head of an answer may have."""
UNICAST = IPv6Network("2000::/3")
"""Where public addresses lie; others may lead to any IPv4 address."""
_PRINTED = re.compile(r"[!-~]+")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")
_lookups = BoundedSemaphore(LOOKUPS)


class Unreachable(Exception):
    """A host that can't or must not be asked."""


class Target(NamedTuple):
    """Where a request goes."""

    scheme: str
    host: str
    port: int
    netloc: str
    path: str
    """With the query."""

    @property
    def origin(self) -> str:
        """The host as a signature names it."""
        return f"{self.scheme}://{self.netloc}"

    @property
    def site(self) -> str:
        """Who is behind the host: names below one domain count as one."""
        with suppress(ValueError):
            return str(ip_address(self.host))
        return ".".join(self.host.rstrip(".").split(".")[-2:])


def target(url: str) -> Target:
    """Where an address leads; ``ValueError`` if it leads nowhere."""
    if not _PRINTED.fullmatch(url):  # no one adds a line to the request
        raise ValueError("not an address")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ValueError("not an address")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, parts.netloc, path)


def is_public(address: str) -> bool:
    """Whether an IP address is one of a host in the internet; ``ValueError`` if it is none."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (found not in UNICAST or found.sixtofour or found.teredo):
        return False
    return found.is_global and not found.is_multicast


async def post(to: Target, headers: Mapping[str, str], body: bytes, *, allows_loopback: bool = False) -> int:
    """The status that a host answers with; ``Unreachable``, or ``OSError`` if it doesn't in time.

    ``allows_loopback``: a test's own host on this machine may be asked, without TLS.
    """
    async with asyncio.timeout(DEADLINE):
        address, port = await checked_address(to, allows_loopback=allows_loopback)
        tls, name = (_tls(), to.host) if to.scheme == "https" else (None, None)
        reader, writer = await asyncio.open_connection(
            address, port, limit=HEAD, ssl=tls, server_hostname=name
        )
        try:
            lines = {"host": to.netloc, **headers, "content-length": str(len(body)), "connection": "close"}
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            writer.write(f"POST {to.path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            return await _status(reader)
        finally:
            writer.transport.abort()


async def checked_address(to: Target, *, allows_loopback: bool = False) -> tuple[str, int]:
    """The address and port that a request goes to; ``Unreachable`` if they are not public.

    The connection goes to the very address that was checked: a name is looked up once.
    """
    address, port = await _looked_up(to.host, to.port)
    is_test = allows_loopback and ip_address(address).is_loopback
    if not (is_public(address) and to.scheme == "https") and not is_test:
        raise Unreachable(f"{to.host} is not a public address")
    return address, port


async def _looked_up(host: str, port: int) -> tuple[str, int]:
    """The address of a host, from a thread that no one has to wait for when the server stops."""
    if not _lookups.acquire(blocking=False):
        raise OSError("too many names are being looked up")
    loop = asyncio.get_running_loop()
    found: asyncio.Future[tuple[str, int]] = loop.create_future()

    def settle(place: tuple[str, int] | None, error: OSError | None) -> None:
        if found.done():
            return
        if place:
            found.set_result(place)
        else:
            found.set_exception(error or OSError(f"{host} has no address"))

    def look() -> None:
        place: tuple[str, int] | None = None
        failure: OSError | None = None
        try:
            address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4]
            place = str(address[0]).partition("%")[0], int(address[1])
        except OSError as error:
            failure = error
        except UnicodeError:  # a part of the name is too long
            failure = OSError(f"{host} is no name")
        finally:
            _lookups.release()
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(settle, place, failure)

    Thread(target=look, name="lookup", daemon=True).start()
    return await found


async def _status(reader: asyncio.StreamReader) -> int:
    while True:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise OSError("no answer") from None
        found = _STATUS.match(head)
        if not found:
            raise OSError("not an answer of HTTP")
        if (status := int(found[1])) >= 200:
            return status


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
