"""Open connections: counted and timed, and cut off when they take too much.

uvicorn's protocols parse whatever arrives for as long as it arrives, in the event loop that everyone shares.
These subclasses hand it over in small slices and count frames, bytes, header lines and chunks as they go. A
connection over a limit is aborted on the spot: a client that floods the server won't answer a polite close.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kabuto.host.log import log
from kabuto.host.rate_limits import Bucket, Guard, Rate, network
from kabuto.server.runtime.metrics import Metrics

SLICE = 1024
"""Bytes that are parsed before the next look at what they held."""
MOST_HEADERS = 100
MOST_FRAGMENTS = 256
"""Fragments of a message."""
MOST_CHUNKS, SMALL_CHUNK = 256, 512
"""A request body may come in this many chunks, or in more if they are not smaller than this on average."""
SWEEP = 1.0
"""Seconds between two looks for connections that are out of time."""
LOGGED = Rate(20, 1)
"""Log lines about connections that were cut off."""
RESERVED = 128
"""File descriptors for everything but connections."""


class Connections:
    """All open connections of a server, and who they come from."""

    def __init__(
        self,
        guard: Guard,
        metrics: Metrics,
        trusted_proxies: Collection[str] = (),
        descriptors: int | None = None,
    ) -> None:
        self.guard, self.limits, self._metrics = guard, guard.limits, metrics
        self._proxies = [ip_network(each) for each in trusted_proxies]
        self._most = guard.limits.connections
        if descriptors is not None:  # a connection may need a second one for the file it is sent
            self._most = min(self._most, max(1, (descriptors - RESERVED) // 2))
        self.received = 0
        """Bytes that have arrived so far."""
        self._peers: set[Peer] = set()
        self._of_address: Counter[str] = Counter()
        self._sweeping: asyncio.TimerHandle | None = None
        self._log_lines = Bucket(LOGGED, monotonic)
        self._unlogged = 0
        metrics.gauges["connections"] = lambda: len(self._peers)

    def admit(self, transport: asyncio.Transport) -> "Peer | None":
        """Count a new connection, or abort it if there are too many."""
        host = (transport.get_extra_info("peername") or ("",))[0]
        peer = Peer(self, transport, network(host), self._is_proxy(host))
        why = self._objection(peer)
        if why:
            peer.cut(why)
            return None
        self._peers.add(peer)
        self._of_address[peer.address] += 1
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)
        return peer

    def _objection(self, peer: "Peer") -> str:
        if len(self._peers) >= self._most:
            return "connections"
        if peer.is_proxy:
            return ""
        if self._of_address[peer.address] >= self.limits.connections_of_address:
            return "connections_of_address"
        return "new_connections" if self.guard.take("new_connections", peer.address) else ""

    def forget(self, peer: "Peer") -> None:
        """A connection is gone."""
        self._peers.discard(peer)
        self._of_address[peer.address] -= 1
        if self._of_address[peer.address] <= 0:
            del self._of_address[peer.address]

    def note_cut(self, peer: "Peer", why: str) -> None:
        """Count and log a connection that is cut off; a flood of them doesn't flood the log."""
        self._metrics.count("connections_cut", why=why)
        if self._log_lines.take(LOGGED):
            self._unlogged += 1
            return
        log("connection_cut", why=why, address=peer.address, unlogged=self._unlogged)
        self._unlogged = 0

    def _is_proxy(self, host: str) -> bool:
        return bool(self._proxies and host) and any(ip_address(host) in each for each in self._proxies)

    def _sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        for peer in list(self._peers):
            why = peer.overdue(now)
            if why:
                peer.cut(why)
        self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep) if self._peers else None


class Peer:
    """The other end of a connection."""

    def __init__(
        self, connections: Connections, transport: asyncio.Transport, address: str, is_proxy: bool
    ) -> None:
        self._connections, self._transport = connections, transport
        self.limits = connections.limits
        self.address, self.is_proxy = address, is_proxy
        self._is_cut = False
        self._frames = Bucket(self.limits.frames, monotonic)
        self._awaited, self._deadline = "", 0.0
        self._unread, self._unread_since = 0, 0.0
        self.largest = 0
        """Bytes of the largest message that the client was sent: it may wait, whatever else does."""
        self.expect("headers")

    @property
    def most_unread(self) -> int:
        """Bytes that may wait for the client: else no one could open a table whose state alone is more."""
        return self.limits.unread + self.largest

    def cut(self, why: str) -> None:
        """End the connection at once."""
        if not self._is_cut:
            self._is_cut = True
            self._connections.note_cut(self, why)
            self._transport.abort()

    def expect(self, what: str) -> None:
        """Let the ``headers`` or the ``body`` of a request arrive in time, from now on; or nothing."""
        if what != self._awaited:
            self._awaited = what
            if what:
                seconds: float = getattr(self.limits, f"{what}_seconds")
                self._deadline = asyncio.get_running_loop().time() + seconds

    def count_bytes(self, number: int) -> None:
        """Count received bytes."""
        self._connections.received += number
        if not self.is_proxy and self._connections.guard.take("received", self.address, number):
            self.cut("received")

    def count_frames(self, number: int, address: str) -> None:
        """Count received frames, for this connection and for the address of its client."""
        if self._frames.take(self.limits.frames, number):
            self.cut("frames")
        elif self._connections.guard.take("address_frames", address, number):
            self.cut("address_frames")

    def overdue(self, now: float) -> str:
        """What the client didn't do in time, or nothing."""
        if self._awaited and now > self._deadline:
            return f"{self._awaited}_seconds"
        unread = self._transport.get_write_buffer_size()
        if unread == 0 or unread < self._unread or self._unread == 0:  # it reads, however slowly
            self._unread_since = now
        self._unread = unread
        return "unread_seconds" if now - self._unread_since > self.limits.unread_seconds else ""

    def lost(self) -> None:
        """The connection is gone."""
        self._is_cut = True
        self._connections.forget(self)


class HttpConnection(H11Protocol):
    """An HTTP connection; it may become a WebSocket."""

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = _Parser(h11.SERVER)
        self._connections = connections
        self._peer: Peer | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start, if the address has a connection left."""
        self._peer = self._connections.admit(transport)
        if self._peer:
            self.app_state = {**self.app_state, "peer": self._peer}  # the application gets it as its state
            super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if self._peer:
            self._peer.lost()
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived."""
        peer = self._peer
        if peer is None:
            return
        peer.count_bytes(len(data))
        for part in _slices(data):
            if self.transport.is_closing():
                return
            is_early = self.conn.their_state is h11.DONE
            if not is_early:
                super().data_received(part)
                if self.transport.get_protocol() is not self:  # it is a WebSocket now
                    return
            state, unparsed = self.conn.their_state, self.conn.trailing_data[0]
            peer.expect({h11.IDLE: "headers", h11.SEND_BODY: "body"}.get(state, ""))
            if state is h11.IDLE and unparsed.count(b"\n") > MOST_HEADERS:
                peer.cut("headers")
            elif state is h11.DONE and (is_early or unparsed):
                self.cycle.keep_alive = False  # no browser or proxy sends the next request before the answer

    def on_response_complete(self) -> None:
        """Wait for the next request, as long as uvicorn allows."""
        super().on_response_complete()
        if self._peer and self.conn.their_state is h11.IDLE:
            self._peer.expect("")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, unless the answer has begun already."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            if self._peer:
                self._peer.cut("bad_request")


class _Parser(h11.Connection):
    """Refuses bodies in lots of tiny chunks: each takes as long to parse as a large one."""

    _chunks = _bytes = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += 1
            self._bytes += len(event.data)
            if self._chunks > MOST_CHUNKS and self._bytes < self._chunks * SMALL_CHUNK:
                raise h11.RemoteProtocolError("The chunks of the body are too small.")
        return event


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._peer: Peer = self.app_state["peer"]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over from HTTP; the handshake has to be complete in time."""
        self._peer.expect("headers")
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._peer.lost()
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds the connection that holds it

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived."""
        self._peer.count_bytes(len(data))
        for part in _slices(data):
            if self.transport.is_closing():
                return
            super().data_received(part)

    def handle_events(self) -> None:
        """Handle what was parsed, if it isn't too much."""
        if self.conn.events:
            self._peer.expect("")
        if self.handshake_initiated and self.conn.events:
            client = self.scope["client"]  # behind a trusted proxy it is the one that the proxy names
            self._peer.count_frames(len(self.conn.events), network(client[0] if client else ""))
        if self.transport.is_closing():
            return
        super().handle_events()
        if len(self.frames) > MOST_FRAGMENTS:
            self._peer.cut("fragments")
        elif self.transport.get_write_buffer_size() > self._peer.most_unread:
            self._peer.cut("unread")


def _slices(data: bytes) -> Iterator[bytes]:
    return (data[start : start + SLICE] for start in range(0, len(data), SLICE))
