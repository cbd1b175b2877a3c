"""Bots that play through any trouble, as a browser does, and remember everything that they were told."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .persons import Seen

SILENCE = 8.0
"""Seconds without a word after which a bot connects again: its server may be frozen."""
OPENING = 4.0
"""Seconds that a connection has to open."""
SLOWEST = 4.0
"""How many times longer a bot waits at most after it has waited in vain."""
TROUBLE = (OSError, TimeoutError, WebSocketException, httpx2.HTTPError)
PASSING = ("not_stored", "too_fast", "game_failed", "not_found", "internal")
"""Refusals after which the same message is sent again."""


@dataclass
class History:
    """What a bot was told at one table."""

    table: str
    seat: int
    accepted: dict[str, str] = field(default_factory=dict)
    """Id of a move → its notation, in the order in which they were accepted."""
    refused: set[str] = field(default_factory=set)
    """Ids of moves that were refused for good."""
    hands: dict[tuple[int, tuple[str, ...]], str] = field(default_factory=dict)
    """At which ply, after which moves of its own turn → what the seat had in hand."""
    compared: int = 0
    """How often it was told again what it has in hand."""
    final: Seen | None = None
    """What it saw at the end."""
    faults: list[str] = field(default_factory=list)
    """What should not have happened."""


class Counts:
    """What all bots did together."""

    def __init__(self) -> None:
        self.accepted = self.resent = self.repeated = self.connections = self.games = 0
        self.is_ending = False


class Bot:
    """A person at one seat."""

    def __init__(self, address: str, counts: Counts, seed: int) -> None:
        self._address, self._counts, self._rng = address, counts, Random(seed)
        self.cookie = ""
        self._number = 0
        self._slowness = 1.0
        """How many times longer than usual it waits: on a busy machine everybody needs more time."""
        self._pending: dict[str, Any] | None = None
        self._sent: list[dict[str, Any]] = []

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something, until there is an answer."""
        while True:
            with self._trouble():
                base, seconds = f"http://{self._address}", SILENCE * self._slowness
                async with httpx2.AsyncClient(base_url=base, timeout=seconds) as http:
                    headers = {"cookie": self.cookie} if self.cookie else {}
                    answer = await http.request(method, path, json=body, headers=headers)
                    if answer.status_code == 200:
                        if not self.cookie:
                            self.cookie = answer.headers["set-cookie"].partition(";")[0]
                        return answer.json()
                    if answer.status_code < 500 and answer.json()["error"] not in PASSING:
                        return None
            await asyncio.sleep(0.2)

    async def play(self, table: str, seat: int) -> History:
        """Play until the game or the run is over."""
        history = History(table, seat)
        self._pending, self._sent = None, []
        while not (self._counts.is_ending and self._pending is None):
            with self._trouble():
                async with self._socket(table) as socket:
                    self._counts.connections += 1
                    if await self._at_table(socket, history):
                        break
            await asyncio.sleep(0.05 + 0.2 * self._rng.random())
        return history

    async def look(self, history: History) -> None:
        """See how the table looks at the end."""
        while True:
            with self._trouble():
                async with self._socket(history.table) as socket:
                    seen = Seen()
                    await self._receive(socket, seen, history)
                    if seen.state:
                        history.final = seen
                        return
            await asyncio.sleep(0.2)

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        """Take any trouble; after waiting in vain, wait longer the next time."""
        with suppress(*TROUBLE):
            try:
                yield
            except (TimeoutError, httpx2.TimeoutException):
                self._slowness = min(2 * self._slowness, SLOWEST)

    def _socket(self, table: str) -> connect:
        return connect(
            f"ws://{self._address}/api/tables/{table}/socket?wire=plain",
            additional_headers={"cookie": self.cookie},
            open_timeout=OPENING * self._slowness,
            close_timeout=1,
            ping_interval=None,
            compression=None,
            proxy=None,
        )

    async def _at_table(self, socket: ClientConnection, history: History) -> bool:
        """Play over one connection; whether it is over."""
        seen, unanswered = Seen(), self._pending
        while True:
            message = await self._receive(socket, seen, history)
            match message:
                case {"type": "state"} if unanswered:  # the answer was lost with the connection before
                    self._counts.resent += 1
                    await self._send(socket, unanswered)
                    unanswered = None
                case {"type": "accepted"}:
                    self._accept(message["id"], history)
                case {"type": "refused"}:
                    if not message["id"]:
                        raise OSError  # this server cannot show the table now: try another one
                    await self._refuse(socket, message, history)
            if self._pending is None and (message.get("result") or self._counts.is_ending):
                return True
            if self._pending is None and seen.own and seen.own["legal"]:
                await self._move(socket, seen.own, history)

    async def _receive(self, socket: ClientConnection, seen: Seen, history: History) -> dict[str, Any]:
        async with asyncio.timeout(SILENCE * self._slowness):
            message: dict[str, Any] = json.loads(await socket.recv())
        self._slowness = 1.0
        try:
            seen.take(message)
        except AssertionError as error:
            history.faults.append(str(error))
        if message.get("own"):
            own = message["own"]
            place = own["ply"], tuple(entry["move"] for entry in own["turn"])
            hand = json.dumps(own["private"], sort_keys=True)
            history.compared += place in history.hands
            if history.hands.setdefault(place, hand) != hand:
                history.faults.append(f"the hand has changed at {place}")
        return message

    async def _move(self, socket: ClientConnection, own: dict[str, Any], history: History) -> None:
        await asyncio.sleep(0.1 * self._rng.random())
        if self._sent and self._rng.random() < 0.05:  # an old one comes late: it must not be played again
            self._counts.repeated += 1
            await self._send(socket, self._rng.choice(self._sent))
        self._number += 1
        legal = own["legal"]
        notation = "/" if "/" in legal else self._rng.choice(legal)
        fields = {"table": history.table, "seat": own["seat"], "ply": own["ply"], "notation": notation}
        self._pending = {"type": "move", "id": f"{history.seat}-{self._number}", **fields}
        await self._send(socket, self._pending)
        if self._rng.random() < 0.05:  # or comes twice
            self._counts.repeated += 1
            await self._send(socket, self._pending)

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(json.dumps(message))

    def _accept(self, name: str, history: History) -> None:
        if self._pending and name == self._pending["id"]:
            history.accepted[name] = self._pending["notation"]
            self._sent.append(self._pending)
            self._pending = None
            self._counts.accepted += 1
        elif name not in history.accepted:
            history.faults.append(f"{name} was accepted after it had been refused")

    async def _refuse(self, socket: ClientConnection, message: dict[str, Any], history: History) -> None:
        name = message["id"]
        if name in history.accepted:
            history.faults.append(f"{name} was refused after it had been accepted: {message['error']}")
        elif self._pending and name == self._pending["id"]:
            if message["error"] in PASSING:
                await asyncio.sleep(0.3)
                await self._send(socket, self._pending)
            else:
                history.refused.add(name)
                self._pending = None
                await self._send(socket, {"type": "resume", "after": 0})
