"""Players for ``load.py``: three to a table, at Kabuto's server and at a boardgame.io server."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from http.client import HTTPConnection
from random import Random
from typing import Any, cast

from msgspec import Struct
from msgspec.json import Decoder
from websockets.asyncio.client import ClientConnection, connect

PLAYERS = 3
PORT = 18321
PORTS = [PORT]
"""Where the servers are: the players of a table are spread over them."""

GAME = "samurai"
"""What is played where nobody says otherwise."""
OnTurn = Callable[[int], None]
"""Called with a seat when the end of a turn arrives there."""
Sit = Callable[[int, OnTurn], Awaitable[list["Seat"]]]
"""The number of a table → its players."""


class Seat:
    """A player at a table, over one socket."""

    def __init__(self, table: str, seat: int, on_turn: OnTurn) -> None:
        self.table, self.seat, self.on_turn = table, seat, on_turn
        self.changed = asyncio.Event()
        self.received = 0
        """Bytes that came in."""

    async def lay(self) -> bool:
        """Lay a token; whether the game goes on."""
        raise NotImplementedError

    async def end(self) -> None:
        """End the turn."""
        raise NotImplementedError

    def leave(self) -> None:
        """Close the connection."""
        raise NotImplementedError

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for a state in which something is so."""
        while not is_so():
            self.changed.clear()
            await self.changed.wait()


class _Own(Struct):
    legal: list[str]
    ply: int


class _Message(Struct):
    own: _Own | None = None


_MESSAGE = Decoder(_Message)
_OVER = b'"result":{'


class KabutoSeat(Seat, asyncio.Protocol):
    """A player at Kabuto's server.

    It speaks just enough WebSocket for this server and decodes a message only when it has to move: a client
    has to be much faster than the server that it measures.
    """

    def __init__(self, table: str, seat: int, on_turn: OnTurn, cookie: str, game: str = GAME) -> None:
        super().__init__(table, seat, on_turn)
        self._game = game
        self._cookie, self._buffer, self._number = cookie, bytearray(), 0
        self._is_open = False
        self.newest = b""
        """The newest message with a hand or a result."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        lines = (
            f"GET /api/tables/{self.table}/socket?wire={self._game} HTTP/1.1",
            f"Host: 127.0.0.1:{PORT}",
            f"Cookie: {self._cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self.received += len(data)
        if not self._is_open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer, self._is_open = rest, True
        while len(self._buffer) >= 2:
            first, size, start = self._buffer[0], self._buffer[1], 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(self._buffer[2:start])
            if len(self._buffer) < start + size:
                return
            self._hear(first & 15, bytes(self._buffer[start : start + size]))
            del self._buffer[: start + size]

    def _hear(self, opcode: int, body: bytes) -> None:
        if opcode == 9:
            self._send_frame(10, body)
        if body.startswith(b'{"type":"played"'):
            self.on_turn(self.seat)
        if b'"own":{' in body or _OVER in body:
            self.newest = body
            self.changed.set()

    async def lay(self) -> bool:
        while not (own := _MESSAGE.decode(self.newest).own) or not own.legal:
            if _OVER in self.newest:
                return False
            self.changed.clear()
            await self.changed.wait()
        self.newest = b""
        self._move(own.legal[0], own.ply)
        await self.until(lambda: bool(self.newest))
        return True

    async def end(self) -> None:
        own = _MESSAGE.decode(self.newest).own
        assert own is not None
        self._move("/", own.ply)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return _OVER in self.newest

    @property
    def can_move(self) -> bool:
        """Whether it is this player's turn."""
        own = _MESSAGE.decode(self.newest).own if self.newest else None
        return own is not None and bool(own.legal)

    def play_any(self, rng: Random) -> bool:
        """Play a move by chance, if it is this player's turn; whether it was."""
        own = _MESSAGE.decode(self.newest).own if self.newest else None
        if own is None or not own.legal:
            return False
        self.newest = b""
        self._move(rng.choice(own.legal), own.ply)
        return True

    def leave(self) -> None:
        self._transport.abort()

    def _move(self, notation: str, ply: int) -> None:
        self._number += 1
        message = {"type": "move", "table": self.table, "seat": self.seat, "ply": ply}
        self._send_frame(1, json.dumps({**message, "id": str(self._number), "notation": notation}).encode())

    def _send_frame(self, opcode: int, body: bytes) -> None:
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        self._transport.write(bytes([0x80 | opcode]) + size + bytes(4) + body)


async def sit_at_kabuto(number: int, on_turn: OnTurn) -> list[Seat]:
    """Three new persons at a new table; every table comes from its own address."""
    return await sit_to_play(GAME, number, on_turn)


async def sit_to_play(game: str, number: int, on_turn: OnTurn, program: str = "") -> list[Seat]:
    """Three new persons at a new table of a game, or one against a program."""
    address = f"127.1.{number // 250}.{number % 250 + 1}"
    table, cookies = await asyncio.to_thread(_set_table, address, game, PORTS[number % len(PORTS)], program)
    seats: list[Seat] = []
    for seat, cookie in enumerate(cookies):
        player = KabutoSeat(table, seat, on_turn, cookie, game)
        await _connect(player, address, PORTS[(number + seat) % len(PORTS)])
        seats.append(player)
    return seats


async def _connect(player: KabutoSeat, address: str, port: int) -> None:
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: player, "127.0.0.1", port, local_addr=(address, 0))
    await player.until(lambda: bool(player.newest))


def _set_table(address: str, game: str, port: int, program: str) -> tuple[str, list[str]]:
    """A table and the cookies of the persons at it."""
    connection = HTTPConnection("127.0.0.1", port, source_address=(address, 0))

    def ask(method: str, path: str, cookie: str = "", body: Any = None) -> tuple[Any, str]:
        headers = {"cookie": cookie, "content-type": "application/json"}
        connection.request(method, path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        content = response.read()
        assert response.status == 200, content
        return json.loads(content), (response.headers["set-cookie"] or "").partition(";")[0]

    others = [{"who": "program", "program": program}] if program else [{"who": "open"}] * (PLAYERS - 1)
    seats = [{"who": "me"}, *others]
    cookies = [ask("GET", "/api/me")[1] for seat in seats if seat["who"] != "program"]
    table, _ = ask("POST", "/api/tables", cookies[0], {"game": game, "seats": seats})
    for cookie, invite in zip(cookies[1:], table["invites"], strict=True):
        ask("POST", f"/api/tables/{table['id']}/join", cookie, {"invite": invite["token"]})
    connection.close()
    return table["id"], cookies


class BoardgameIoSeat(Seat):
    """A player at a boardgame.io server: socket.io's frames, written by hand."""

    def __init__(self, table: str, seat: int, on_turn: OnTurn, socket: ClientConnection) -> None:
        super().__init__(table, seat, on_turn)
        self.socket, self.current = socket, ""
        self.state: dict[str, Any] = {}
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            self.received += len(text)
            if text == "2":
                await self.socket.send("3")
            if not text.startswith("42/kabuto,"):
                continue
            kind, _, body, *_ = json.loads(text.removeprefix("42/kabuto,"))
            if kind not in ("sync", "update"):
                continue
            self.state = body["state"] if kind == "sync" else body
            current = self.state["ctx"]["currentPlayer"]
            if kind == "update" and self.current and current != self.current:
                self.on_turn(self.seat)
            self.current = current
            self.changed.set()

    async def lay(self) -> bool:
        before = self.state["_stateID"]
        await self._send("MAKE_MOVE", "lay", ["S3", f"s{before % 174}"])
        await self.until(lambda: self.state["_stateID"] > before)
        return True

    async def end(self) -> None:
        await self._send("GAME_EVENT", "endTurn", [])

    def leave(self) -> None:
        self._reader.cancel()
        self.socket.transport.abort()

    async def _send(self, kind: str, name: str, values: list[Any]) -> None:
        payload = {"type": name, "args": values, "playerID": str(self.seat)}
        action = {"type": kind, "payload": payload}
        body = ["update", action, self.state["_stateID"], self.table, str(self.seat)]
        await self.socket.send(f"42/kabuto,{json.dumps(body)}")


async def sit_at_boardgame_io(number: int, on_turn: OnTurn) -> list[Seat]:
    """Three players at a match, which the first one makes by coming."""
    seats: list[Seat] = []
    table = f"match{number}"
    for seat in range(PLAYERS):
        socket = await connect(
            f"ws://127.0.0.1:{PORT}/socket.io/?EIO=4&transport=websocket",
            additional_headers={"origin": "http://localhost"},
            compression=None,
            max_queue=None,
        )
        await socket.recv()
        await socket.send("40/kabuto,")
        await socket.recv()
        seats.append(await _synced(BoardgameIoSeat(table, seat, on_turn, socket), table))
    return seats


async def _synced(player: BoardgameIoSeat, table: str) -> BoardgameIoSeat:
    await player.socket.send(f"42/kabuto,{json.dumps(['sync', table, str(player.seat), None, PLAYERS])}")
    await player.until(lambda: bool(player.state))
    return player
