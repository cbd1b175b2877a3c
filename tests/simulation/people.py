"""People with browsers: they set tables, take seats, play at random, and come back when a connection breaks.

They speak the protocol of the real page: a message keeps its id until it is answered, whoever comes back says
which event was the last, and sends again what was never answered. Everything that is sent and heard is kept.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from msgspec.json import decode, encode

from kabuto.protocol.errors import STATUS
from kabuto.table import deals

from .network import Broken, Connection, Message
from .roads import Road
from .server import Server

TO_SERVER = (0.005, 0.06)
"""Seconds from a client to a server."""
PATIENCE = 6.0
"""Seconds that somebody waits for an answer before trying another server."""
PAUSES = (0.05, 0.8)
"""Seconds until somebody tries again."""
THINKING = (0.02, 0.7)
"""Seconds that somebody thinks about a move."""
LATER = ("not_stored", "too_fast")
"""Refusals after which the same message is sent again."""


@dataclass
class Sent:
    """A message that is to be carried out once."""

    message: Message
    answers: list[str] = field(default_factory=list)
    """``accepted``, or why it was refused."""


class Heard(NamedTuple):
    """A message from a server."""

    connection: int
    """Which of the person's connections it came by."""
    known: int
    """The number of the last event before it."""
    message: Message


@dataclass(frozen=True)
class Manner:
    """How somebody plays."""

    language: str = "en"
    wire: str = ""
    undoes: float = 0.0
    talks: float = 0.0
    doubles: float = 0.0
    """How often a message is sent twice."""
    repeats: float = 0.0
    """How often a message that was answered long ago is sent again."""
    leaves: float = 0.0
    """How often somebody closes the page before a move, and opens it again."""
    resigns: float = 0.0
    renames: float = 0.0
    rematch: bool = False
    """Whether everybody wants to play again."""
    naps: float = 0.0
    """How often somebody is away for long instead of moving."""


class Person:
    """Somebody at one table."""

    def __init__(self, name: str, number: int, servers: list[Server], rng: Random, manner: Manner) -> None:
        self.name, self.manner, self._servers, self._rng = name, manner, servers, rng
        self._address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.road = Road(rng, TO_SERVER)
        self._cookie = ""
        self._part = f"{rng.getrandbits(256):064x}"
        self._deals_by = rng.choice((0, 1, 2, 2))
        """By which version of deals the page seals a part; 0: it adds nothing."""
        self.table = ""
        self.is_seated = False
        self.sent: dict[str, Sent] = {}
        self.heard: list[Heard] = []
        self.is_done = False
        """Whether the game is known to be over."""
        self.final: Message | None = None
        """The whole table, asked for in the end."""
        self.connection: Connection | None = None
        self._connections = 0
        self._number = 0
        self._own: Message | None = None
        self._info: Message | None = None
        self._deal: Message | None = None
        self._offers: list[Message] = []
        self._pending: Sent | None = None
        self._is_to_be_repeated = False
        self._is_behind = False
        self._acts_at = 0.0
        self.takes_note: Callable[[str, str], None] = lambda what, detail: None

    # Requests.

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What a server answers, asked until one does; a refusal as its status."""
        while True:
            try:
                status, answer = await self._asked(method, path, body)
            except (Broken, TimeoutError):
                status = 0
            if 200 <= status < 300:
                return decode(answer)
            if status and status not in (STATUS["not_stored"], STATUS["too_fast"]):
                return status
            await asyncio.sleep(self._rng.uniform(*PAUSES))

    async def _asked(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        path, _, query = path.partition("?")
        connection = self._connect("http", path, query, method=method)
        try:
            content = b"" if body is None else encode(body)
            connection.send({"type": "http.request", "body": content, "more_body": False})
            start, answer = await connection.receive(PATIENCE), b""
            while True:
                part = await connection.receive(PATIENCE)
                answer += part.get("body", b"")
                if not part.get("more_body"):
                    break
        finally:
            connection.cut()
        for name, value in start["headers"]:
            if name == b"set-cookie":
                self._cookie = value.decode().partition(";")[0]
        return start["status"], answer

    def _connect(self, kind: str, path: str, query: str = "", **more: Any) -> Connection:
        server = self._rng.choice(self._servers)
        if not server.is_up or server.serving is None:
            raise Broken
        headers = [(b"host", b"127.0.0.1"), (b"accept-language", self.manner.language.encode())]
        if self._cookie:
            headers.append((b"cookie", self._cookie.encode()))
        if kind == "http":
            headers.append((b"content-type", b"application/json"))
        scope = {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "server": ("127.0.0.1", 80),
            "client": (self._address, 50000),
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "subprotocols": [],
            **more,
        }
        return server.serving.connect(self.road, scope)

    async def arrive(self, other: "Person | None" = None) -> None:
        """Become somebody new, or the same person at another device."""
        if other:
            self._cookie, self._part, self.is_seated = other._cookie, other._part, True
            self._deals_by = other._deals_by
        await self.ask("GET", "/api/me")

    async def set_table(self, wish: dict[str, Any]) -> Any:
        """Set a table; what is known of it."""
        address = f"/api/tables?deal={self._deals_by}"
        while isinstance(info := await self.ask("POST", address, {**wish, **self._seal()}), int):
            await asyncio.sleep(self._rng.uniform(*PAUSES))
        self.table, self.is_seated = info["id"], True
        return info

    async def join(self, table: str, invite: str) -> None:
        """Take a seat. A refusal means that an answer got lost before."""
        address = f"/api/tables/{table}/join?deal={self._deals_by}"
        await self.ask("POST", address, {"invite": invite, **self._seal()})
        self.table, self.is_seated = table, True

    def watch(self, table: str) -> None:
        """Look on."""
        self.table = table

    def _seal(self) -> dict[str, str]:
        return {"seal": deals.seal(self._part)} if self._deals_by == 1 else {}

    def _sealed(self, seat: int, deal: Message) -> str:
        """What the part of this person is sealed as, in the deal of this table."""
        if deal["version"] == 1:
            return deals.seal(self._part)
        bond = deals.Bond(deals.table_hash(self.table), deal["start"], deal["commitment"])
        return bond.seal(seat, self._part)

    def _adds(self, mine: list[int], deal: Message) -> Message | None:
        """Seal what is still to be sealed, and open what is to be opened."""
        for seat in mine:
            sealed = self._sealed(seat, deal)
            if deal["version"] == self._deals_by == 2 and seat in deal["to_seal"]:
                told = {"commitment": deal["commitment"], "start": deal["start"], "table": self.table}
                return {"type": "seal", "seat": seat, "seal": sealed, **told}
            is_due = deal["is_due"] and deal["is_sealed"]
            if is_due and deal["seals"][seat] == sealed and seat not in deal["opened"]:
                return {"type": "open", "seat": seat, "part": self._part}
        return None

    # At the table.

    @property
    def is_finished(self) -> bool:
        """Whether the game is over and everything that was sent is answered: nothing is under way."""
        return self.is_done and self._pending is None

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.is_finished:
            await self._visit()
            await asyncio.sleep(self._rng.uniform(*PAUSES))

    async def look(self) -> None:
        """Look at the table once more, as somebody who was never there."""
        while self.final is None:
            self._number = 0
            try:
                connection, message = await self._open(None)
            except (Broken, TimeoutError):
                await asyncio.sleep(self._rng.uniform(*PAUSES))
                continue
            connection.cut()
            if message["type"] == "state" and message["result"]:
                self.final = message

    async def _open(self, after: int | None) -> tuple[Connection, Message]:
        query = f"wire={self.manner.wire}&deal={self._deals_by}" + (
            "" if after is None else f"&after={after}"
        )
        connection = self._connect("websocket", f"/api/tables/{self.table}/socket", query)
        try:
            connection.send({"type": "websocket.connect"})
            await connection.receive(PATIENCE)
            self._connections += 1
            message = self._take(await self._text(connection, PATIENCE))
        except (Broken, TimeoutError):
            connection.cut()
            raise
        return connection, message

    @staticmethod
    async def _text(connection: Connection, seconds: float) -> str:
        text: str = (await connection.receive(seconds))["text"]
        return text

    async def _visit(self) -> None:
        """Have the table open for a while."""
        loop = asyncio.get_running_loop()
        connection = None
        try:
            connection, message = await self._open(self._number or None)
            if message["type"] != "state":
                return
            self.connection = connection
            if self._pending:
                self._say(connection, self._pending)
            self._think()
            while not self.is_finished:
                wish = None if self._pending else self._wish()
                is_due = wish is not None or self._is_to_be_repeated
                seconds = max(0.0, self._acts_at - loop.time()) if is_due else PATIENCE
                try:
                    text = await self._text(connection, seconds)
                except TimeoutError:
                    if self._is_to_be_repeated and self._pending:
                        self._say(connection, self._pending)
                        self._is_to_be_repeated = False
                        continue
                    if self._is_behind:
                        connection.send(_received({"type": "resume", "after": self._number}))
                        self._is_behind = False
                        continue
                    if wish is None and (self._pending or self._rng.random() < 0.3):
                        return  # no answer, or nothing new for long: another server may know more
                    if wish is None:
                        continue
                    if self.is_seated and self._rng.random() < self.manner.naps:
                        connection.cut()
                        await asyncio.sleep(self._rng.uniform(5, 40))
                        return
                    if self._rng.random() < self.manner.leaves:
                        return
                    if self._rng.random() < self.manner.renames:
                        await self.ask("POST", "/api/me", {"name": f"{self.name} {self._connections}"})
                    self._say_new(connection, wish)
                else:
                    self._take(text)
        except (Broken, TimeoutError):
            pass
        finally:
            self.connection = None
            if connection:
                connection.cut()

    def _think(self) -> None:
        self._acts_at = asyncio.get_running_loop().time() + self._rng.uniform(*THINKING)

    def _wish(self) -> Message | None:
        """What to say next, if anything; chance decides among what is possible."""
        info, own, deal = self._info, self._own, self._deal
        if self._is_behind:
            return {}
        if not self.is_seated or info is None:
            return None
        mine = info["mine"]
        if info["status"] == "over":
            return self._again(mine)
        if deal and (wish := self._adds(mine, deal)):
            return wish
        if set(mine) & set(info["unready"]):
            return {"type": "ready"}
        if own and own["legal"] and info["status"] == "playing":
            about = {"table": self.table, "seat": own["seat"], "ply": own["ply"]}
            chance = self._rng.random()
            if self._rng.random() < self.manner.resigns:
                return {"type": "resign", "seat": own["seat"]}
            if chance < self.manner.talks:
                return {"type": "say", "text": f"{self.name} has {len(own['legal'])} moves"}
            if own["can_undo"] and chance > 1 - self.manner.undoes:
                return {"type": "undo", **about}
            return {"type": "move", **about, "notation": self._rng.choice(own["legal"])}
        return None

    def _again(self, mine: list[int]) -> Message | None:
        """Offer a rematch, or agree to one."""
        for offer in self._offers:
            if offer["what"] == "rematch":
                is_asked = set(mine) & set(offer["missing"])
                return {"type": "answer", "offer": offer["offer"], "agree": True} if is_asked else None
        return {"type": "offer", "what": "rematch"}

    def _say_new(self, connection: Connection, wish: Message) -> None:
        name = f"{self.name}-{len(self.sent)}"
        self._pending = self.sent[name] = Sent({**wish, "id": name})
        self._say(connection, self._pending)
        if self._rng.random() < self.manner.doubles:
            self._say(connection, self._pending)
        if self._rng.random() < self.manner.repeats:
            self._say(connection, self._rng.choice(list(self.sent.values())))

    def _say(self, connection: Connection, sent: Sent) -> None:
        self.takes_note("says", f"{sent.message['type']} {sent.message['id']}")
        connection.send(_received(sent.message))

    def _take(self, text: str) -> Message:
        """Take what a server tells."""
        message: Message = decode(text)
        kind = message["type"]
        self.takes_note("hears", f"{kind} {crc32(text.encode()):08x}")
        self.heard.append(Heard(self._connections, self._number, message))
        if kind in ("accepted", "refused"):
            self._answered(message)
        elif kind == "state":
            self._number = message["number"]
            self._own, self._deal = message["own"], message["deal"]
            self._note_table(message)
        elif kind == "played":
            self._number, self._own = message["number"], message["own"]
            self.is_done |= message["result"] is not None and not self.manner.rematch
        elif kind == "turn":
            self._own = message["own"]
        elif kind == "said":
            self._number = message["talk"]["number"]
        elif kind == "table":
            self._deal = message["deal"]
            self._note_table(message)
        self._think()
        return message

    def _note_table(self, message: Message) -> None:
        self._info, self._offers = message["table"], message["offers"]
        is_next_known = message["table"]["next"] is not None or not self.manner.rematch
        self.is_done |= message["table"]["status"] == "over" and is_next_known

    def _answered(self, message: Message) -> None:
        sent = self.sent.get(message["id"])
        if sent is None:
            return
        error = message.get("error", "")
        sent.answers.append(error or "accepted")
        if sent is not self._pending:
            return
        self._is_to_be_repeated = error in LATER
        if not self._is_to_be_repeated:
            self._pending = None
            self._is_behind = bool(error)
            if self._own and self._own["ply"] == sent.message.get("ply"):
                self._own = None  # what follows is on its way


def _received(message: Message) -> Message:
    """A message as the application of a server gets it."""
    return {"type": "websocket.receive", "text": encode(message).decode()}
