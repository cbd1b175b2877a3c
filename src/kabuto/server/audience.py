"""Who has a table open, and how they are sent messages."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.json import Encoder

from kabuto.server.logs import short, warn
from kabuto.server.payloads import sees_start
from kabuto.server.socket_messages import Refused
from kabuto.server.speech import No, no
from kabuto.server.table import Table
from kabuto.table.text import parts

ENCODER = Encoder()
T = TypeVar("T")


class Client:
    """Somebody who has a table open; ``socket`` brings what is sent."""

    def __init__(
        self,
        person: str,
        name: str,
        language: str,
        send: Callable[[bytes], None],
        address: str = "",
        has_cookie: bool = True,
        wires: str = "",
    ) -> None:
        self.person, self.name, self.language = person, name, language
        self.send = send
        self.wires = wires
        """The names of the wires that it can show, with commas between them."""
        self.address, self.has_cookie = address, has_cookie

    def tell(self, message: Struct) -> None:
        """Send a message."""
        self.send(ENCODER.encode(message))


class Audience:
    """Everybody who has a table open."""

    def __init__(self) -> None:
        self.clients: list[Client] = []

    @property
    def persons(self) -> set[str]:
        """Who they are: one person may have it open several times."""
        return {client.person for client in self.clients}

    def send(
        self,
        table: Table,
        make: Callable[[Client], Struct | None],
        owner: str | None = None,
        is_shared: bool = True,
    ) -> None:
        """Send everybody, or one person, a message; what is the same for several is encoded once."""
        encoded: dict[Any, bytes] = {}
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
            client.send(encoded[key])


def _encoded(table: Table, make: Callable[[Client], Struct | None], client: Client) -> bytes:
    """A message for somebody; if the game fails at that, what went wrong."""
    try:
        return shown(table, lambda: ENCODER.encode(make(client)))
    except No as refusal:
        return ENCODER.encode(Refused("", refusal.error, parts(refusal.reason, client.language)))


def shown(table: Table, make: Callable[[], T]) -> T:
    """What the game shows or says, refused if it fails at that."""
    try:
        return make()
    except No:
        raise
    except Exception as error:  # a game of somebody else: whatever it does concerns its own tables alone
        raise failed(table, error) from error


def failed(table: Table, error: Exception) -> No:
    """The refusal for a game that raised something."""
    reason = f"{type(error).__name__}: {error}"[:200]
    warn("game_failed", table=short(table.id), game=table.created.game, reason=reason)
    return no("game_failed", "game_failed", name=table.created.game)
