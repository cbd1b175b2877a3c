"""Who has a table open, and what they are sent when something happens."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.json import Encoder

from kabuto.host.clock import Clock
from kabuto.host.log import short, warn
from kabuto.host.wires import wire_of
from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.socket import Refused, Said
from kabuto.table.text import parts
from kabuto.tabletop.decide import Caller
from kabuto.tabletop.render import Reader, Renderer, sees_start
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Event, Lost, Moved, Talked, Undone

ENCODER = Encoder()
T = TypeVar("T")


class Client:
    """A client with a table open; messages go out through ``socket``."""

    def __init__(
        self,
        person: str,
        name: str,
        language: str,
        send: Callable[[bytes], None],
        address: str = "",
        has_cookie: bool = True,
        wires: str = "",
        will_seal: bool = False,
    ) -> None:
        self.person, self.name, self.language = person, name, language
        self.send = send
        self.wires = wires
        """The names of the wires that it can show, with commas between them."""
        self.address, self.has_cookie = address, has_cookie
        self.will_seal = will_seal
        """Whether its page seals what it adds to the deal of a rematch in a message of its own."""

    @property
    def caller(self) -> Caller:
        """Who wants what this client asks for."""
        return Caller(self.person, self.name, self.will_seal)

    def tell(self, message: Struct) -> None:
        """Send a message."""
        self.send(ENCODER.encode(message))


def is_listed_differently(before: Table, after: Table, happened: Sequence[Event]) -> bool:
    """Whether lists have to show something else now: not for a turn in progress."""
    is_turn = all(isinstance(event, Moved | Undone) for event in happened)
    return after.number != before.number or not is_turn


class Clients:
    """All clients with a table open."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._opened = clock.monotonic, clock.monotonic()
        self.clients: list[Client] = []
        self.elsewhere: dict[str, set[str]] = {}
        """Another server → which of those who sit at the table have it open there."""
        self._seen: dict[str, float] = {}
        """Person → when the last of its connections was closed."""

    @property
    def persons(self) -> set[str]:
        """Who has it open at this server: one person may have it open several times."""
        return {client.person for client in self.clients}

    @property
    def everybody(self) -> set[str]:
        """Who has it open at any server."""
        return self.persons | self.others

    @property
    def others(self) -> set[str]:
        """Who has it open at another server."""
        return set().union(*self.elsewhere.values())

    def leave(self, client: Client) -> bool:
        """Close a connection; whether it was the last one of its person."""
        if client in self.clients:
            self.clients.remove(client)
        if client.person in self.persons:
            return False
        self._seen[client.person] = self._clock()
        return True

    def note(self, elsewhere: dict[str, set[str]]) -> bool:
        """Note who is at other servers; whether a client came or went."""
        before, self.elsewhere = self.everybody, elsewhere
        self._seen.update(dict.fromkeys(before - self.everybody, self._clock()))
        return before != self.everybody

    def away(self, persons: set[str]) -> dict[str, float]:
        """Those of these persons who are not here → seconds since they were.

        After a restart no client has been seen yet.
        """
        now = self._clock()
        return {person: now - self._seen.get(person, self._opened) for person in persons - self.everybody}

    def tell(self, events: Sequence[Event], before: Table, renderer: Renderer) -> None:
        """Send all clients what happened; a turn in progress goes to its own player alone."""
        table = renderer.table
        if (table.game is None) != (before.game is None) or any(isinstance(e, Lost) for e in events):
            self.send(table, lambda c: renderer.state(reader(table, c)), is_shared=False)
            return
        moved = [event for event in events if isinstance(event, Moved | Undone)]
        is_visible = table.number != before.number
        if moved and is_visible:
            for number in range(before.number + 1, table.number + 1):
                self.send(table, partial(_played, renderer, number))
        elif moved:
            owner = table.seats[moved[0].seat].person
            self.send(table, lambda c: renderer.turn(reader(table, c)), owner)
        elif is_visible:
            self.send(table, lambda c: Said(table.chat.talk[-1]))
        rest = [event for event in events if not isinstance(event, Moved | Undone | Talked)]
        is_seated_differently = (before.seats, before.unready) != (table.seats, table.unready)
        if rest or (is_visible and is_seated_differently):
            self.send(table, lambda c: renderer.changed(c.person))

    def send(
        self,
        table: Table,
        make: Callable[[Client], Struct | None],
        owner: str | None = None,
        is_shared: bool = True,
    ) -> None:
        """Send all clients, or one person, a message; what is the same for several is encoded once."""
        encoded: dict[Any, bytes | None] = {}
        for client in self.clients:
            if owner is not None and client.person != owner:
                continue
            is_host = client.person == table.created.host
            knows = sees_start(table.created, client.person)
            own = [seat for seat, state in enumerate(table.seats) if state.person == client.person]
            key = (*own, is_host, knows, client.language, client.wires)
            if not is_shared:
                key = (client.person, *key)
            if key not in encoded:
                encoded[key] = _encoded(table, make, client)
            if message := encoded[key]:
                client.send(message)


def _played(renderer: Renderer, number: int, client: Client) -> Struct:
    return renderer.played(reader(renderer.table, client), number)


def reader(table: Table, client: Client) -> Reader:
    """The language and words of a client."""
    return Reader(client.person, client.language, wire_of(table.created.game, client.wires))


def _encoded(table: Table, make: Callable[[Client], Struct | None], client: Client) -> bytes | None:
    """A message for a client, if there is one; if the game fails at that, what went wrong."""
    try:
        message = shown(table, lambda: make(client))
        return None if message is None else shown(table, lambda: ENCODER.encode(message))
    except Refusal as refusal:
        return ENCODER.encode(Refused("", refusal.error, parts(refusal.reason, client.language)))


def shown(table: Table, make: Callable[[], T]) -> T:
    """What the game shows or says, refused if it fails at that."""
    try:
        return make()
    except Refusal:
        raise
    except Exception as error:  # a game of another person: whatever it does concerns its own tables alone
        raise failed(table, error) from error


def failed(table: Table, error: Exception) -> Refusal:
    """The refusal for a game that raised something."""
    reason = f"{type(error).__name__}: {error}"[:200]
    warn("game_failed", table=short(table.id), game=table.created.game, reason=reason)
    return refuse("game_failed", "game_failed", name=table.created.game)
