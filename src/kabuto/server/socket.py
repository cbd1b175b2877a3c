"""The socket of a table: messages in, checked and counted; messages out, one after the other."""

import asyncio
from collections import deque
from contextlib import suppress

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder
from starlette.websockets import WebSocket, WebSocketDisconnect

from kabuto.server.audience import ENCODER, Client
from kabuto.server.calls import Call
from kabuto.server.connections import Peer
from kabuto.server.house import REFUSED, Visitor
from kabuto.server.limits import Bucket
from kabuto.server.logs import log
from kabuto.server.room import Room
from kabuto.server.socket_messages import ClientMessage, Refused, Resume
from kabuto.server.speech import No, no
from kabuto.table.text import parts

DECODER: Decoder[ClientMessage] = Decoder(ClientMessage)
HIGHEST_NUMBER = 1_000_000
BEHIND = 1013
"""Why a connection is closed: this server cannot tell what another one told."""


async def table_socket(socket: WebSocket) -> None:
    """Talk with a client until it leaves."""
    call = Call.of(socket)
    try:
        call.house.guard.spend("requests", call.address)
    except No:
        await socket.close(REFUSED)  # before it is accepted: the page gets no connection at all
        return
    await socket.accept()
    sender = Sender(socket)
    try:
        call.house.bans.check(call.person, call.address)
        after = call.number("after", HIGHEST_NUMBER)
        with call.house.guard.socket(call.person, call.address):
            await _at_table(socket, call, sender, after)
    except No as refusal:
        log("socket_refused", error=refusal.error)
        await sender.finish(_refused("", refusal, call.language))
    finally:
        sender.stop()


async def _at_table(socket: WebSocket, call: Call, sender: "Sender", after: int | None) -> None:
    house = call.house
    async with house.visit(call.table) as room:
        name = await call.name()
        client = Client(
            call.person, name, call.language, sender.send, call.address, not call.is_new, call.wires
        )
        house.sockets[socket] = Visitor(call.identity.device, call.person, call.address, call.table)
        try:
            if call.is_signed_out:  # while the table was loaded
                return
            if await room.enter(client, after):
                await _listen(socket, call, room, client)
            else:
                with suppress(WebSocketDisconnect, RuntimeError):  # it was just closing
                    await socket.close(BEHIND)
        finally:
            del house.sockets[socket]
            room.leave(client)


async def _listen(socket: WebSocket, call: Call, room: Room, client: Client) -> None:
    guard = call.house.guard
    patience = Bucket(guard.limits.refusals, guard.clock)
    while (message := await socket.receive())["type"] == "websocket.receive" and not call.is_signed_out:
        body = message.get("text") or message.get("bytes") or b""
        try:
            guard.spend("messages", call.person)
            guard.spend("address_messages", call.address)
            wish = DECODER.decode(body)
            if isinstance(wish, Resume):
                guard.spend("resumes", call.person, call.address)
        except No as refusal:
            if patience.take(guard.limits.refusals):
                socket.state.peer.cut("messages")
                return
            client.tell(_refused(_id_in(body), refusal, call.language))
        except (MsgspecError, RecursionError, UnicodeError) as error:
            call.house.metrics.count("refused", 'error="bad_message"')
            broken = no("bad_message", "bad_message", reason=str(error)[:200])
            client.tell(_refused(_id_in(body), broken, call.language))
        else:
            await room.hear(client, wish)
        await asyncio.sleep(0)  # the answers go out, and others have their turn, before the next message


def _refused(name: str, refusal: No, language: str) -> Refused:
    return Refused(name, refusal.error, parts(refusal.reason, language))


class _Named(Struct):
    """What is read of a message that is refused."""

    id: str = ""


_NAMED = Decoder(_Named)


def _id_in(body: str | bytes) -> str:
    """The id of a message that is refused."""
    with suppress(MsgspecError, RecursionError, UnicodeError):
        return _NAMED.decode(body).id[:64]
    return ""


class Sender:
    """Sends messages in order without letting anybody wait for a client that does not read."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._peer: Peer = socket.state.peer
        self._waiting: deque[bytes] = deque()
        self._size = 0
        """Bytes that wait."""
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def send(self, message: bytes) -> None:
        """Send a message soon; cut the client off if too much waits for it already."""
        if self._is_closed:
            return
        self._waiting.append(message)
        self._size += len(message)
        self._peer.largest = max(self._peer.largest, len(message))
        if self._size > self._peer.most_unread:
            self.stop()
            self._peer.cut("unread")
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())

    async def finish(self, last: Refused) -> None:
        """Send a last message and close."""
        self.send(ENCODER.encode(last))
        if self._task:
            await self._task
        self._is_closed = True
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(REFUSED)

    def stop(self) -> None:
        """Send nothing more."""
        self._is_closed = True
        self._waiting.clear()
        if self._task:
            self._task.cancel()
            self._task = None  # what it ends with refers to this

    async def _drain(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while self._waiting:
                message = self._waiting.popleft()
                self._size -= len(message)
                await self._socket.send_text(message.decode())
