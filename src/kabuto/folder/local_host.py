"""The host of a page: every question is a call of a handler, every table that is open a line of messages."""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from msgspec.json import encode

from kabuto.folder import own, saving
from kabuto.folder.kept import Change, Keeper
from kabuto.folder.local_store import LocalStore
from kabuto.folder.local_studies import LocalStudies
from kabuto.folder.local_workers import LocalWorkers
from kabuto.folder.surroundings import PageChance, PageClock, limits
from kabuto.host.backend import Answer, Backend, Workers
from kabuto.host.call import Call
from kabuto.host.clock import Chance, Clock
from kabuto.host.handlers import HANDLERS
from kabuto.host.host import Host
from kabuto.host.rooms.clients import ENCODER, Client
from kabuto.protocol.bodies import check_text, check_values, id_in, read_body, read_message
from kabuto.protocol.endpoints import ENDPOINTS, SOCKET, Endpoint
from kabuto.protocol.errors import STATUS, Refusal, language_of, refuse
from kabuto.protocol.http import Problem
from kabuto.protocol.socket import Refused as RefusedMessage
from kabuto.table import Refused
from kabuto.table.text import parts, translate

PERSON, FORMAT = "person", "format"
"""The names of the one person here, and of the form in which things are kept, among these."""
NEWEST = 1
SAVE = "/folder/save"
"""Where a page gets everything as one file, and brings such a file."""
HIGHEST_NUMBER = 1_000_000
LEFT, REFUSED = 1000, 1008
"""Why a line ends: the page hung up, or may not be there."""
Tell = Callable[[str], object]
"""Told each message of a table."""


class NewerSave(Exception):
    """A newer version has kept something here that this one could not read."""


class LocalHost:
    """Answers a page."""

    def __init__(
        self,
        keeper: Keeper,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        workers: Workers | None = None,
    ) -> None:
        self._keeper = keeper
        clock, self._chance = clock or PageClock(), chance or PageChance()
        self._store = LocalStore(keeper)
        self.host = Host(
            Backend(
                store=self._store,
                studies=LocalStudies(keeper, clock, self._chance),
                workers=workers or LocalWorkers(self._chance),
                clock=clock,
                chance=self._chance,
                limits=limits(),
            )
        )
        self._person = ""
        self._lines: dict[int, _Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Find out who plays here, and go on with every game that does not wait for a person."""
        form = dict(await self._keeper.read(FORMAT)).get(FORMAT, b"")
        if form and int(form) > NEWEST:
            raise NewerSave(form.decode())
        found = dict(await self._keeper.read(PERSON))
        if PERSON not in found:
            found[PERSON] = self._chance.secret().encode()
            await self._keeper.write([Change(PERSON, found[PERSON]), Change(FORMAT, str(NEWEST).encode())])
        self._person = found[PERSON].decode()
        await self._store.open()
        self.host.open()

    async def close(self) -> None:
        """Stop everything; what was accepted is kept."""
        for number in list(self._lines):
            self.hang_up(number)
        await asyncio.gather(*self._tasks)
        await self.host.close()

    # Questions.

    async def ask(self, method: str, address: str, body: str = "") -> tuple[int, str]:
        """What a server would answer: the status, and JSON."""
        parted = urlsplit(address)
        query = dict(parse_qsl(parted.query, keep_blank_values=True))
        language = language_of(query.get("language"), "")
        try:
            if parted.path == SAVE:
                return 200, encode(await self._save(method, body)).decode()
            endpoint, values = _endpoint(method, parted.path)
            check_values({**query, **values})
            call = Call(
                person=self._person,
                language=language,
                query=query,
                table=values.get("table", ""),
                study=values.get("study", ""),
            )
            found = await _handler(endpoint)(self.host, call, *_arguments(endpoint, body))
        except Refused as refusal:
            error = refusal.error if isinstance(refusal, Refusal) else "bad_request"
            again = refusal.again if isinstance(refusal, Refusal) else 0
            problem = Problem(error, translate(refusal.reason, language), refusal.place, again)
            return STATUS[error], encode(problem).decode()
        if not isinstance(found, Answer):
            return 200, encode(found).decode()
        return 200, (gzip.decompress(found.body) if found.is_zipped else found.body).decode()

    async def _save(self, method: str, body: str) -> Any:
        """Everything as one file, or what such a file has brought."""
        if method == "GET":
            return await saving.save(self._keeper, self._person, await self._store.name(self._person))
        return await saving.bring(self._keeper, self._store, self._person, body)

    # Tables that are open.

    def connect(self, number: int, address: str, tell: Tell, ended: Callable[[int], object]) -> None:
        """Open the table at an address; ``ended`` is told why that is over."""
        line = self._lines[number] = _Line(tell)
        task = asyncio.ensure_future(self._serve(number, address, line, ended))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def say(self, number: int, text: str) -> None:
        """Take a message of the page for a table."""
        if number in self._lines:
            self._lines[number].heard.put_nowait(text)

    def hang_up(self, number: int) -> None:
        """Leave a table."""
        if number in self._lines:
            self._lines[number].heard.put_nowait(None)

    async def _serve(self, number: int, address: str, line: "_Line", ended: Callable[[int], object]) -> None:
        parted = urlsplit(address)
        query = dict(parse_qsl(parted.query))
        language, why = language_of(query.get("language"), ""), LEFT
        try:
            found = _SOCKET.fullmatch(parted.path)
            if found is None:
                raise refuse("not_found", "no_page")
            call = Call(person=self._person, language=language, query=query, table=found["table"])
            await self._at_table(call, line)
        except Refusal as refusal:
            line.tell(_refused("", refusal, language))
            why = REFUSED
        finally:
            self._lines.pop(number, None)
            ended(why)

    async def _at_table(self, call: Call, line: "_Line") -> None:
        after = call.number("after", HIGHEST_NUMBER)
        async with self.host.tables.visit(call.table) as room:
            name = await self.host.name_of(call.person, call.language)
            client = Client(call.person, name, call.language, line.send, "", True, call.wires, call.will_seal)
            try:
                if await room.enter(client, after):
                    while (text := await line.heard.get()) is not None:
                        try:
                            wish = read_message(text)
                        except Refusal as refusal:
                            line.tell(_refused(id_in(text), refusal, call.language))
                        else:
                            await room.hear(client, wish)
                        await asyncio.sleep(0)  # the answers go out before the next message
            finally:
                room.leave(client)


class _Line:
    """A table that the page has open."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.heard: asyncio.Queue[str | None] = asyncio.Queue()
        """What the page says; None when it has hung up."""

    def send(self, message: bytes) -> None:
        self._tell(message.decode())

    def tell(self, message: Any) -> None:
        self.send(ENCODER.encode(message))


def _refused(name: str, refusal: Refusal, language: str) -> RefusedMessage:
    return RefusedMessage(name, refusal.error, parts(refusal.reason, language))


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


_SOCKET = _pattern(SOCKET)
_WAYS = [(_pattern(endpoint.path), endpoint) for endpoint in ENDPOINTS]


def _endpoint(method: str, path: str) -> tuple[Endpoint, dict[str, str]]:
    """What is asked for, and the names in its address."""
    there = [(endpoint, found) for pattern, endpoint in _WAYS if (found := pattern.fullmatch(path))]
    if not there:
        raise refuse("not_found", "no_page")
    for endpoint, found in there:
        if endpoint.method == method:
            return endpoint, found.groupdict()
    raise refuse("not_allowed", "no_method")


def _handler(endpoint: Endpoint) -> Callable[..., Awaitable[Any]]:
    work = HANDLERS.get(endpoint.name) or own.HANDLERS.get(endpoint.name)
    if work is None:
        raise refuse("not_now", "needs_server")
    return work


def _arguments(endpoint: Endpoint, body: str) -> list[Any]:
    if not endpoint.takes:
        return []
    raw = body.encode()
    check_text(raw, "bad_request")
    return [read_body(raw, endpoint.takes)]
