"""A flood of tiny WebSocket frames from one address, for ``load.py --rows flood``.

``python benchmarks/flood.py PORT SECONDS`` opens a table from 127.0.0.2 and sends up to 10 MB a second of
empty pings, unsolicited pongs, empty fragments and ``{}`` messages there, one connection for each kind. When
one is cut off it connects again, as fast as it is let in. At the end it prints what it could send, as JSON.
"""

import json
import select
import socket
import sys
from contextlib import suppress
from http.client import HTTPConnection
from itertools import cycle
from time import monotonic, sleep

ADDRESS = "127.0.0.2"
BYTES_A_SECOND = 10_000_000
BLOCK, BURST = 60_000, 1_000_000
HANDSHAKE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MASK = bytes(4)
PING, PONG, TEXT = b"\x89\x80" + MASK, b"\x8a\x80" + MASK, b"\x81\x82" + MASK + b"{}"
FIRST_FRAGMENT, FRAGMENT = b"\x01\x80" + MASK, b"\x00\x80" + MASK
KINDS = {
    "ping": (b"", PING),
    "pong": (b"", PONG),
    "fragment": (FIRST_FRAGMENT, FRAGMENT),
    "text": (b"", TEXT),
}
"""Kind → what is sent first, and what again and again."""


class Flooder:
    """One connection that floods."""

    def __init__(self, port: int, table: str, kind: str) -> None:
        first, again = KINDS[kind]
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(ADDRESS, 0))
        try:
            self.socket.sendall(HANDSHAKE.format(port=port, table=table).encode())
            if not self.socket.recv(4096).startswith(b"HTTP/1.1 101"):
                raise ConnectionError("not let in")
            self.socket.sendall(first)
        except OSError:
            self.socket.close()
            raise
        self.socket.setblocking(False)
        self.kind, self.block, self.place = kind, again * (BLOCK // len(again)), 0

    def flood(self, most: int) -> int:
        """Send as much as fits, and read what has come; how many bytes were sent."""
        sent = 0
        with suppress(BlockingIOError):
            while sent < most:
                number = self.socket.send(memoryview(self.block)[self.place :])
                self.place = (self.place + number) % len(self.block)
                sent += number
        with suppress(BlockingIOError):
            if not self.socket.recv(1 << 20):
                raise ConnectionError("closed")
        return sent


def set_table(port: int) -> str:
    """A table for the flood."""
    connection = HTTPConnection("127.0.0.1", port, source_address=(ADDRESS, 0))
    connection.request("GET", "/api/me")
    response = connection.getresponse()
    response.read()
    headers = {
        "cookie": response.headers["set-cookie"].partition(";")[0],
        "content-type": "application/json",
    }
    connection.request("POST", "/api/tables", json.dumps({"seats": [{"who": "me"}, {"who": "me"}]}), headers)
    return str(json.loads(connection.getresponse().read())["id"])


def main() -> None:
    """Flood for a while."""
    port, seconds = int(sys.argv[1]), float(sys.argv[2])
    table = set_table(port)
    kinds, open_now = cycle(KINDS), list[Flooder]()
    start, sent, connections, refused, cut = monotonic(), 0, 0, 0, 0
    while (now := monotonic()) < start + seconds:
        while len(open_now) < len(KINDS):
            try:
                open_now.append(Flooder(port, table, next(kinds)))
                connections += 1
            except OSError:
                refused += 1
                break
        if sent > (now - start) * BYTES_A_SECOND or not open_now:
            sleep(0.002)
            continue
        for flooder in list(open_now):
            try:
                sent += flooder.flood(BURST)
            except OSError:
                open_now.remove(flooder)
                flooder.socket.close()
                cut += 1
        select.select([], [flooder.socket for flooder in open_now], [], 0.01)
    counts = {"connections": connections, "cut": cut, "refused": refused}
    print(json.dumps({"flood_mb_a_second": round(sent / 1e6 / seconds, 1), **counts}))


if __name__ == "__main__":
    main()
