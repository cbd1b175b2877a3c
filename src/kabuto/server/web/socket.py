"""The socket of a table: messages in, checked and counted; messages out, one after the other."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from kabuto.host.log import log
from kabuto.host.rate_limits import Bucket
from kabuto.host.rooms.clients import ENCODER, Client
from kabuto.host.rooms.room import Room
from kabuto.protocol.bodies import id_in, read_message
from kabuto.protocol.errors import Refusal
from kabuto.protocol.socket import Question, Refused, Resume
from kabuto.server.accounts.caller import Caller
from kabuto.server.accounts.open_sockets import REFUSED, Visitor
from kabuto.server.services import Services
from kabuto.server.web.request import caller_of, services_of
from kabuto.server.web.uvicorn_limits import Peer
from kabuto.table.text import parts

HIGHEST_NUMBER = 1_000_000
BEHIND = 1013
"""Why a connection is closed: this server cannot tell what another one told."""


async def table_socket(socket: WebSocket) -> None:
    """Talk with a client until it leaves."""
    services, caller = services_of(socket), caller_of(socket)
    guard, call = services.host.guard, caller.call
    try:
        guard.spend("requests", call.address)
    except Refusal:
        await socket.close(REFUSED)  # before it is accepted: the page gets no connection at all
        return
    await socket.accept()
    sender = Sender(socket)
    try:
        services.accounts.bans.check(call.person, call.address)
        after = call.number("after", HIGHEST_NUMBER)
        with guard.socket(call.person, call.address):
            await _at_table(socket, services, caller, sender, after)
    except Refusal as refusal:
        log("socket_refused", error=refusal.error)
        await sender.finish(_refused("", refusal, call.language))
    finally:
        sender.stop()


async def _at_table(
    socket: WebSocket, services: Services, caller: Caller, sender: "Sender", after: int | None
) -> None:
    host, accounts, call = services.host, services.accounts, caller.call
    async with host.tables.visit(call.table) as room:
        name = await host.name_of(call.person, call.language)
        client = Client(
            call.person,
            name,
            call.language,
            sender.send,
            call.address,
            call.is_known,
            call.wires,
            call.will_seal,
        )
        close = partial(_close, socket)
        visitor = Visitor(caller.identity.device, call.person, call.address, call.table, close)
        accounts.visitors.add(visitor)
        try:
            if visitor.device in accounts.devices.ended:  # while the table was loaded
                return
            if await room.enter(client, after):
                await _listen(socket, services, visitor.device, room, client)
            else:
                await _close(socket, BEHIND)
        finally:
            accounts.visitors.discard(visitor)
            room.leave(client)


async def _close(socket: WebSocket, why: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it was just closing
        await socket.close(why)


async def _listen(socket: WebSocket, services: Services, device: str, room: Room, client: Client) -> None:
    guard, ended = services.host.guard, services.accounts.devices.ended
    patience = Bucket(guard.limits.refusals, guard.clock)
    while (message := await socket.receive())["type"] == "websocket.receive" and device not in ended:
        body = message.get("text") or message.get("bytes") or b""
        try:
            guard.spend("messages", client.person)
            guard.spend("address_messages", client.address)
            wish = read_message(body)
            if isinstance(wish, Question):  # those who ask too much can still move
                guard.take("messages", client.person, -1)
                guard.spend("previews", client.person)
            if isinstance(wish, Resume):
                guard.spend("resumes", client.person, client.address)
        except Refusal as refusal:
            if refusal.error == "bad_message":
                services.metrics.count("refused", error="bad_message")
            elif patience.take(guard.limits.refusals):
                socket.state.peer.cut("messages")
                return
            client.tell(_refused(id_in(body), refusal, client.language))
        else:
            await room.hear(client, wish)
        await asyncio.sleep(0)  # the answers go out, and others have their turn, before the next message


def _refused(name: str, refusal: Refusal, language: str) -> Refused:
    return Refused(name, refusal.error, parts(refusal.reason, language), refusal.again)


class Sender:
    """Sends messages in order; a client that does not read delays no one else."""

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
