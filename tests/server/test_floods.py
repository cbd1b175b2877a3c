"""Floods: whoever sends too much is cut off at once, and nobody else notices."""

import errno
import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any, cast

import httpx2
import pytest

from kabuto.cli.command import main
from kabuto.host.rate_limits import Guard, Limits, Rate, network
from kabuto.server.runtime.limits_file import read_limits
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.web.uvicorn_limits import Connections
from kabuto.table import Refused
from tests.support.loops import run

from .persons import PATIENCE, Connection, Person, Server, running

Serve = Callable[..., Server]
LOOPS = [loop for loop in ("asyncio", "uvloop") if find_spec(loop)]
NEVER = 1e-6
"""How often an empty bucket gives out something: not before the test is over."""
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
_strangers = (f"127.0.{1 + number // 254}.{1 + number % 254}" for number in count())
_to_close: list[Any] = []
"""What is closed after a test."""


def frame(opcode: int, payload: bytes = b"", is_last: bool = True) -> bytes:
    """A masked frame with up to 125 bytes."""
    return bytes([opcode | (0x80 if is_last else 0), 0x80 | len(payload)]) + bytes(4) + payload


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    """An HTTP request."""
    return "\r\n".join([f"{line} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode() + body


class Raw:
    """A connection of a stranger that sends whatever bytes it likes."""

    def __init__(self, server: Server, sends: bytes = b"", *, address: str = "", buffer: int = 0) -> None:
        self.address = address or next(_strangers)
        self.socket = socket.socket()
        _to_close.append(self.socket)
        self.socket.settimeout(PATIENCE)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        try:
            self.socket.bind((self.address, 0))
        except OSError as error:
            if error.errno != errno.EADDRNOTAVAIL:
                raise
            pytest.skip("this system has only one loopback address")
        host, _, port = server.address.removeprefix("http://").partition(":")
        self.socket.connect((host, int(port)))
        if sends:
            self.socket.sendall(sends)

    @classmethod
    def at_table(cls, server: Server, table: str, more: str = "X: y", **settings: Any) -> "Raw":
        """A WebSocket, up to the first bytes of the answer to its handshake."""
        headers = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        headers += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", more]
        raw = cls(server, request(f"GET /api/tables/{table}/socket", *headers), **settings)
        assert raw.socket.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 101"
        return raw

    def flood(self, data: bytes, most: int, *, reads: bool = True) -> bytes:
        """Send something again and again until the connection ends; what was received, if it reads."""
        received, sent, end = bytearray(), 0, monotonic() + PATIENCE / 2
        self.socket.settimeout(0.05)
        while monotonic() < end:
            try:
                if sent < most:
                    sent += self.socket.send(data[sent % len(data) :])
            except TimeoutError:
                pass
            except OSError:
                return bytes(received)
            try:
                if reads or sent >= most:
                    part = self.socket.recv(1 << 16)
                    received += part
                    if not part:
                        return bytes(received)
            except TimeoutError:
                pass  # a busy server takes its time
            except OSError:
                return bytes(received)
        raise AssertionError("it was not cut off")

    def head(self) -> str:
        """The status and headers of an answer."""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = self.socket.recv(1)
            if not byte:
                raise ConnectionError
            head += byte
        return head.decode().lower()

    def rest(self) -> bytes:
        """Everything that comes until the connection ends."""
        received = b""
        with suppress(ConnectionError):
            while part := self.socket.recv(1 << 16):
                received += part
        return received

    @property
    def is_open(self) -> bool:
        """Whether the server has not ended the connection."""
        self.socket.settimeout(0)
        try:
            return self.socket.recv(1, socket.MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        finally:
            self.socket.settimeout(PATIENCE)


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    """Close what a test opened."""
    yield
    while _to_close:
        _to_close.pop().close()


def table_at(server: Server) -> Connection:
    """A hot seat of somebody from the usual address."""
    me = Person(server)
    table = me.open(me.set_table("me", "me")["id"])
    table.receive()
    _to_close.extend((me, table))
    return table


def unharmed(table: Connection) -> None:
    """The table goes on, and so does the start page."""
    table.play(table.own["legal"][0], "/")  # type: ignore[index]
    table.person.get("/api/tables")


def cuts(server: Server) -> list[str]:
    """Why connections were cut off."""
    return re.findall(r'"connection_cut", "why": "(\w+)"', server.log.read_text())


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """A server with some limits; none but these."""
    started: list[Server] = []

    def start(limits: str = "", before: str = "", **settings: Any) -> Server:
        before += "from dataclasses import replace\n"
        limits = f"replace(Limits.load_test(), {limits})"
        data = tmp_path / f"data{len(started)}"
        started.append(Server(data, limits=limits, before=before, **settings))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="module", params=LOOPS)
def usual(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits, on either event loop."""
    data = tmp_path_factory.mktemp("usual") / "data"
    with running(data, limited=True, loop=request.param) as server:
        yield server


@pytest.fixture(scope="module")
def table(usual: Server) -> Iterator[Connection]:
    """A table there."""
    table = table_at(usual)
    mine = [_to_close.pop(), _to_close.pop()]
    yield table
    for each in mine:
        each.close()


# WebSockets.


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", frame(PING)),
        (b"", frame(PING, b"x" * 125)),
        (b"", frame(PONG)),
        (frame(TEXT, is_last=False), frame(CONTINUATION, is_last=False)),
        (b"", frame(TEXT, b"{}")),
        (b"", frame(BINARY)),
        (b"", frame(TEXT, b"{", is_last=False) + frame(PING) + frame(CONTINUATION, b"}")),
    ],
    ids=["pings", "large pings", "pongs", "fragments", "texts", "binary", "mixed"],
)
def test_a_flood_of_frames_is_cut_off_without_a_close_handshake(
    usual: Server, table: Connection, first: bytes, again: bytes
) -> None:
    before = len(cuts(usual))
    raw = Raw.at_table(usual, table.table)
    raw.socket.sendall(first)
    received = raw.flood(again * (60_000 // len(again)), most=3_000_000)
    assert len(cuts(usual)) == before + 1
    assert b"\x88\x02\x03" not in received  # no close frame
    assert received.count(b"\x8a") <= Limits().frames.at_once + 200  # pongs: it stopped parsing at once
    unharmed(table)


def test_connections_of_one_address_share_their_frames(serve: Serve) -> None:
    server = serve(f"frames=Rate(200, {NEVER}), address_frames=Rate(250, {NEVER})")
    table = table_at(server)
    sockets = [Raw.at_table(server, table.table, address="127.0.0.2") for _ in range(3)]
    for raw in sockets[:2]:
        raw.socket.sendall(frame(PING) * 100)
        while raw.socket.recv(1 << 16).count(b"\x8a\x00") == 0:
            pass
    assert all(raw.is_open for raw in sockets)
    sockets[2].socket.sendall(frame(PING) * 100)
    sockets[2].rest()
    assert cuts(server) == ["address_frames"]
    unharmed(table)


def test_pongs_that_nobody_reads_are_bounded(serve: Serve) -> None:
    server = serve()
    table = table_at(server)
    raw = Raw.at_table(server, table.table, buffer=4096)
    before = memory_of(server)
    raw.flood(frame(PING, b"x" * 125) * 500, most=100_000_000, reads=False)
    assert cuts(server) == ["unread"]
    assert memory_of(server) < before + 20
    unharmed(table)


def test_a_table_whose_state_is_more_than_may_wait_can_be_opened(serve: Serve) -> None:
    server = serve("unread=100")
    table = table_at(server)  # it receives the state
    unharmed(table)
    assert cuts(server) == []


def test_messages_that_nobody_reads_are_bounded(serve: Serve) -> None:
    server = serve()
    table = table_at(server)
    raw = Raw.at_table(server, table.table, buffer=4096)
    before = memory_of(server)
    raw.flood(frame(TEXT, b'{"type": "resume", "after": 0}') * 10, most=10_000_000, reads=False)
    assert cuts(server) == ["unread"]
    assert memory_of(server) < before + 20
    unharmed(table)


def test_a_client_that_stops_reading_is_cut_off_in_time(serve: Serve) -> None:
    server = serve("unread=10**9, unread_seconds=0.5")
    table = table_at(server)
    raw = Raw.at_table(server, table.table, buffer=4096)
    with suppress(OSError):
        for _ in range(200):
            raw.socket.sendall(frame(PING, b"x" * 125) * 500)
    raw.socket.settimeout(PATIENCE)
    until(lambda: cuts(server) == ["unread_seconds"])
    unharmed(table)


def test_a_message_in_endless_empty_fragments_is_cut_off(serve: Serve) -> None:
    server = serve()
    table = table_at(server)
    raw = Raw.at_table(server, table.table)
    raw.socket.sendall(frame(TEXT, is_last=False) + frame(CONTINUATION, is_last=False) * 1000)
    raw.rest()
    assert cuts(server) == ["fragments"]
    unharmed(table)


def test_a_message_in_some_fragments_is_heard(usual: Server, table: Connection) -> None:
    raw = Raw.at_table(usual, table.table)
    parts = [b'{"type": "why", "id"', b': "fragmented", "seat": 0, ', b'"notation": "/"}']
    raw.socket.sendall(frame(TEXT, parts[0], False) + frame(CONTINUATION, parts[1], False))
    raw.socket.sendall(frame(PING, b"between") + frame(CONTINUATION, parts[2]))
    received = b""
    while b'"id":"fragmented"' not in received:
        received += raw.socket.recv(1 << 16)
    assert b"between" in received
    raw.socket.sendall(frame(CLOSE, b"\x03\xe8"))
    assert raw.rest().endswith(b"\x88\x02\x03\xe8")


def test_nothing_compressed_is_taken(usual: Server, table: Connection) -> None:
    raw = Raw.at_table(usual, table.table, more="Sec-WebSocket-Extensions: permessage-deflate")
    assert "sec-websocket-extensions" not in raw.head()
    raw.socket.sendall(b"\xc1\x84" + bytes(4) + b"\xaa\x56\x4a\x04")  # a compressed text
    assert b"\x88" in raw.rest()
    unharmed(table)


def test_frames_after_a_close_are_not_parsed(usual: Server, table: Connection) -> None:
    raw = Raw.at_table(usual, table.table)
    raw.socket.sendall(frame(CLOSE, b"\x03\xe8") * 5000)
    assert raw.rest().count(b"\x88\x02\x03\xe8") <= 1
    unharmed(table)


def test_too_fast_names_the_message_it_refuses(serve: Serve) -> None:
    server = serve(f"messages=Rate(3, {NEVER})")
    table = table_at(server)
    answers = [table.ask("why", seat=0, notation="/", id=f"question {number}") for number in range(5)]
    assert [answer["type"] for answer in answers] == ["because"] * 3 + ["refused"] * 2
    assert [answer["id"] for answer in answers] == [f"question {number}" for number in range(5)]
    assert answers[-1]["error"] == "too_fast"


def test_previews_are_rationed_apart_from_moves(serve: Serve) -> None:
    server = serve(f"previews=Rate(3, {NEVER}), messages=Rate(2, {NEVER})")
    table = table_at(server)
    move = table.own["legal"][0]  # type: ignore[index]
    answers = [table.ask("preview", seat=0, notation=move) for _ in range(8)]
    assert [answer["type"] for answer in answers] == ["previewed"] * 3 + ["refused"] * 5
    table.play(move)


def test_a_client_that_does_not_slow_down_is_cut_off(serve: Serve) -> None:
    server = serve(f"messages=Rate(3, {NEVER}), refusals=Rate(2, {NEVER})")
    table = table_at(server)
    fast = Person(server).open(table.table)
    _to_close.extend((fast.person, fast))
    for _ in range(10):
        fast.send("why", seat=0, notation="/")
    fast.until_closed()
    errors = [json.loads(text).get("error") for text in fast.bytes if '"refused"' in text]
    assert errors == ["not_yours"] * 3 + ["too_fast"] * 2
    assert fast.socket.protocol.close_rcvd is None
    assert cuts(server) == ["messages"]
    unharmed(table)


def test_whole_states_are_rationed(serve: Serve) -> None:
    server = serve(f"resumes=Rate(2, {NEVER})")
    table = table_at(server)
    for _ in range(3):
        table.send("resume", after=0)
    assert [table.until("state", "refused")["type"] for _ in range(3)] == ["state", "state", "refused"]
    unharmed(table)


def test_opening_sockets_counts_as_requests(serve: Serve) -> None:
    server = serve(f"requests=Rate(10, {NEVER})")
    table = table_at(server)
    for _ in range(10):
        raw = Raw.at_table(server, table.table, address="127.0.0.2")
    with pytest.raises(AssertionError, match="403"):
        Raw.at_table(server, table.table, address="127.0.0.2")
    assert raw.is_open
    Raw.at_table(server, table.table, address="127.0.0.3")


# HTTP.


def test_tiny_chunks_are_refused(usual: Server, table: Connection) -> None:
    head = request("POST /api/me", "Content-Type: application/json", "Transfer-Encoding: chunked")
    chunks = b"1\r\n \r\n" * 1000 + b'e\r\n{"name": "me"}\r\n0\r\n\r\n'
    assert Raw(usual, head + chunks).rest().startswith(b"HTTP/1.1 400")
    few = Raw(usual, head + b"1\r\n \r\n" * 100 + chunks[1000 * 6 :])
    assert few.socket.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 200"
    unharmed(table)


def test_thousands_of_headers_are_cut_off(usual: Server, table: Connection) -> None:
    assert Raw(usual, request("GET /healthz", *["a:"] * 3000)).rest() == b""
    few = Raw(usual, request("GET /healthz", *["a:"] * 50))
    assert few.socket.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 200"
    unharmed(table)


def test_requests_that_do_not_wait_for_their_answers_are_not_parsed(usual: Server) -> None:
    answers = Raw(usual, request("GET /healthz") * 1000).rest()
    assert answers.count(b"HTTP/1.1 200") == 1


def test_what_follows_an_answered_request_ends_the_connection_quietly(usual: Server) -> None:
    head = request("POST /api/me", "Content-Type: text/plain", "Transfer-Encoding: chunked")
    raw = Raw(usual, head)
    assert raw.socket.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 415"
    raw.socket.sendall(b"no chunk\r\n")
    raw.rest()
    assert "Traceback" not in usual.log.read_text()


def test_files_and_health_are_rationed_too(serve: Serve) -> None:
    server = serve(f"hits=Rate(5, {NEVER}), refused_requests=Rate(3, {NEVER})")
    raw, codes = Raw(server), []
    paths = ["/", "/healthz", "/api/openapi.json", "/nothing.js", "/api/me"]
    with suppress(OSError):
        for path in [*paths, *["/healthz"] * 10]:
            raw.socket.sendall(request(f"GET {path}"))
            head = raw.head()
            codes.append(head[9:12])
            raw.socket.recv(int(re.search(r"content-length: (\d+)", head)[1]), socket.MSG_WAITALL)  # type: ignore[index]
    assert "429" not in codes[:5]
    assert codes[5:8] == ["429"] * 3
    assert len(codes) in (8, 9)  # then the connection is cut off
    assert cuts(server) == ["requests"]


def test_bytes_of_an_address_are_rationed(serve: Serve) -> None:
    server = serve(f"received=Rate(1_000_000, {NEVER})")
    table = table_at(server)
    head = request("POST /api/me", "Content-Type: application/json", "Content-Length: 9999999")
    Raw(server, head).flood(b"x" * 65536, most=9_000_000)
    assert cuts(server) == ["received"]
    unharmed(table)


# Connections.


def test_connections_of_an_address_are_limited_at_the_handshake(serve: Serve) -> None:
    server = serve("connections_of_address=5, headers_seconds=1000")
    table = table_at(server)
    opened = [Raw(server, address="127.0.0.2") for _ in range(5)]
    assert Raw(server, address="127.0.0.2").rest() == b""
    assert all(raw.is_open for raw in opened)
    opened.pop().socket.close()
    until(lambda: "HTTP/1.1 200" in answer(server, "127.0.0.2"))
    unharmed(table)


def test_new_connections_of_an_address_are_rationed(serve: Serve) -> None:
    server = serve(f"new_connections=Rate(30, {NEVER})")
    table = table_at(server)
    answers = [answer(server, "127.0.0.2") for _ in range(40)]
    assert ["200" in each for each in answers] == [True] * 30 + [False] * 10
    assert cuts(server) == ["new_connections"] * 10
    unharmed(table)


def test_all_connections_together_are_limited(serve: Serve) -> None:
    server = serve("connections=10, headers_seconds=1000")
    opened = [Raw(server) for _ in range(10)]
    assert Raw(server).rest() == b""
    assert all(raw.is_open for raw in opened)


def test_a_trusted_proxy_may_have_more_connections(serve: Serve) -> None:
    server = serve(
        f"connections_of_address=5, new_connections=Rate(5, {NEVER}), requests=Rate(2, {NEVER})",
        trusted_proxies=["127.0.0.2", "10.0.0.0/8"],
    )
    opened = [Raw(server, address="127.0.0.2") for _ in range(10)]
    for number, raw in enumerate(opened):
        raw.socket.sendall(request("GET /api/me", f"X-Forwarded-For: 192.0.2.{number % 5}"))
    codes = [raw.socket.recv(12, socket.MSG_WAITALL)[-3:] for raw in opened]
    assert codes == [b"200"] * 10  # each of the five clients has its own two requests


def test_nobody_is_believed_about_addresses_unless_told_so(serve: Serve) -> None:
    server = serve(f"requests=Rate(2, {NEVER})")
    for number, status in enumerate((200, 200, 429)):
        headers = {"x-forwarded-for": f"192.0.2.{number}"}
        assert httpx2.get(f"{server.address}/api/me", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "headers_seconds"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-", "headers_seconds"),
        (
            b"GET /api/tables/x/socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
            "headers_seconds",
        ),
        (
            request("POST /api/me", "Content-Type: application/json", "Content-Length: 500", body=b"{"),
            "body_seconds",
        ),
        (request("POST /api/me", "Content-Length: 500", body=b"{"), "body_seconds"),
    ],
    ids=["nothing", "half the headers", "half a handshake", "half a body", "half a refused body"],
)
def test_what_does_not_arrive_in_time_is_dropped(serve: Serve, sent: bytes, why: str) -> None:
    server = serve("headers_seconds=0.6, body_seconds=0.6")
    Raw(server, sent).rest()
    assert cuts(server) == [why]
    assert "Traceback" not in server.log.read_text()


def test_headers_that_trickle_in_are_dropped(serve: Serve) -> None:
    server = serve("headers_seconds=0.5")
    raw = Raw(server, b"GET / HTTP/1.1\r\n")
    end = monotonic() + PATIENCE
    with suppress(OSError):
        while raw.is_open and monotonic() < end:
            raw.socket.sendall(b"x-more: 1\r\n")
            sleep(0.05)
    assert cuts(server) == ["headers_seconds"]


def let_pass(server: Server, times: int = 1) -> None:
    """Wait as long as the server does before it drops connections that say nothing."""
    for _ in range(times):
        Raw(server).rest()


def test_a_slow_upload_is_served(serve: Serve) -> None:
    server = serve("headers_seconds=0.3, unread_seconds=0.3")
    body = b'{"name": "me"' + b" " * 60_000 + b"}"
    head = request("POST /api/me", "Content-Type: application/json", f"Content-Length: {len(body)}")
    raw = Raw(server, head)
    for start in range(0, len(body), 8000):
        raw.socket.sendall(body[start : start + 8000])
        let_pass(server)
    assert raw.socket.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 200"
    assert {*cuts(server)} == {"headers_seconds"}
    assert len(cuts(server)) == len(range(0, len(body), 8000))


def test_a_quiet_socket_stays_open(serve: Serve) -> None:
    server = serve("headers_seconds=0.5, body_seconds=0.5, unread_seconds=0.5")
    table = table_at(server)
    let_pass(server, 3)
    assert cuts(server) == ["headers_seconds"] * 3
    unharmed(table)


def test_the_log_is_not_flooded() -> None:
    class Transport:
        """A connection that is refused."""

        aborted = 0

        def get_extra_info(self, name: str) -> tuple[str, int]:
            return ("192.0.2.1", 1)

        def abort(self) -> None:
            self.aborted += 1

    async def refuse(number: int) -> None:
        for _ in range(number):
            assert connections.admit(transport) is None

    metrics, transport = Metrics(), cast("Any", Transport())
    connections = Connections(Guard(Limits(connections=0), monotonic), metrics)
    lines: list[dict[str, Any]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kabuto.server.web.uvicorn_limits.log", lambda event, **fields: lines.append(fields))
        run(refuse(500))
    assert transport.aborted == 500
    assert 'kabuto_connections_cut_total{why="connections"} 500.0' in metrics.text()
    assert 1 <= len(lines) < 100
    assert lines[0] == {"why": "connections", "address": "192.0.2.1", "unlogged": 0}


def test_bad_requests_do_not_flood_the_log(serve: Serve) -> None:
    server = serve()
    for _ in range(200):
        assert Raw(server, b"GARBAGE\r\n\r\n").rest().startswith(b"HTTP/1.1 400")
    assert 1 <= server.log.read_text().count("Invalid HTTP request") < 150


def test_the_server_raises_its_own_descriptors(serve: Serve) -> None:
    resource = pytest.importorskip("resource")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    lower = f"import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (256, {hard}))\n"
    server = serve(before=lower)
    limits = Path(f"/proc/{server.process.pid}/limits")
    if not limits.exists():
        pytest.skip("only Linux tells the limits of another process")
    soft = re.search(r"Max open files\s+(\S+)", limits.read_text())
    assert soft is not None
    assert int(soft[1]) == (65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536))


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9")
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("fe80::1%eth0") == network("fe80::2%eth0")
    assert network("somewhere") == "somewhere"


# Limits of one's own.


def test_limits_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(
        "# for a school\nconnections_of_address = 5000\nframes = [1000, 200.5]\nbody_seconds = 60\n"
    )
    limits = read_limits(file)
    assert limits == Limits(connections_of_address=5000, frames=Rate(1000, 200.5), body_seconds=60)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("frame = [1, 2]", "there is no limit called frame; the limits are: connections, "),
        ("frames = 3", "frames needs two positive numbers, [at once, per second]"),
        ("frames = [3]", "frames needs two positive numbers"),
        ("frames = [3, 0]", "frames needs two positive numbers"),
        ("frames = [3, nan]", "frames needs two positive numbers"),
        ("connections = 0", "connections needs a positive whole number"),
        ("connections = 1.5", "connections needs a positive whole number"),
        ("connections = true", "connections needs a positive whole number"),
        ("connections = [1, 2]", "connections needs a positive whole number"),
        ("body_seconds = 'long'", "body_seconds needs a positive number of seconds"),
        ("body_seconds = inf", "body_seconds needs a positive number of seconds"),
        ("body", "the limits can’t be read: "),
        ("connections = 1" + "0" * 400, "connections needs a positive whole number, at most 1000000000000"),
        ("keep_waiting = 99999999999999999999999", "keep_waiting needs a positive whole number, at most"),
        ("computing = [1" + "0" * 400 + ", 1]", "computing needs two positive numbers"),
        ("computing = [20, 1e-320]", "[60, 20]; from 0.000001 to 1000000000000"),
    ],
)
def test_a_bad_file_of_limits_is_explained(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(text)
    with pytest.raises(Refused, match=re.escape(told)):
        read_limits(file)


def test_the_command_names_a_bad_file_of_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path), "--limits", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err


def test_the_command_takes_a_file_of_limits(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("hits = [2, 0.000001]")
    command = [sys.executable, "-m", "kabuto", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(
        [*command, "--limits", str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            codes = [httpx2.get(f"{address[0]}healthz").status_code for _ in range(3)]
        finally:
            server.kill()
    assert codes == [200, 200, 429]


# Helpers.


def answer(server: Server, address: str) -> str:
    """What an address gets when it asks for the server's health."""
    try:
        return Raw(server, request("GET /healthz", "Connection: close"), address=address).rest().decode()
    except OSError:
        return ""


def memory_of(server: Server) -> float:
    """Megabytes of the server; nothing where that cannot be read."""
    status = Path(f"/proc/{server.process.pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, "it never came to that"
        sleep(0.05)


@pytest.mark.parametrize("line", ["POST /api/me", "GET /api/tables/x/socket"])
def test_an_upgrade_that_is_none_is_dropped(serve: Serve, line: str) -> None:
    server = serve("headers_seconds=0.3")
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    raw = Raw(server, request(line, *upgrade, key, "Content-Length: 2", body=b"{}"))
    raw.socket.settimeout(PATIENCE / 2)
    with suppress(ConnectionError):
        while raw.socket.recv(4096):
            pass
    raw.socket.close()
