"""Passkeys (WebAuthn): a device or password manager that knows somebody whose cookie is gone.

The page gets options from here, asks the browser, and sends back what it says. What belongs to one attempt is
signed and travels with it, so nothing has to be remembered but which attempts were used.
"""

from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadData, URLSafeTimedSerializer

from kabuto.server.devices import DAY, Label, date
from kabuto.server.personal import Missing
from kabuto.server.speech import no
from kabuto.server.store import Database, Store
from kabuto.server.world import World

ATTEMPT = 300
"""Seconds for which an attempt can be finished."""
MOST_USED = 10_000
"""How many finished attempts are remembered; by then they are too old."""
MOST_OF_PERSON = 10


class Row(NamedTuple):
    """A passkey of somebody."""

    id: str
    label: Label
    since: str
    """The date on which it was made."""


class Passkeys:
    """The passkeys of a server."""

    def __init__(self, store: Store, key: bytes, world: World) -> None:
        self._store, self._world = store, world
        self._signer = URLSafeTimedSerializer(key, salt="passkey", signer_kwargs={"digest_method": sha256})
        self._used: OrderedDict[str, None] = OrderedDict()

    async def of(self, person: str) -> list[Row]:
        """The passkeys of somebody, the newest first."""
        query = "SELECT id, browser, system, since FROM passkeys WHERE person = ? ORDER BY since DESC, id"
        rows = await self._store.read(query, person)
        return [Row(bytes(each[0]).hex(), Label(*each[1:3]), date(each[3])) for each in rows]

    async def begin_registration(self, origin: str, person: str, name: str) -> dict[str, Any]:
        """What the browser needs to make a passkey."""
        from fido2.webauthn import PublicKeyCredentialUserEntity

        known = [data for _, data in await self._stored("person", person)]
        if len(known) >= MOST_OF_PERSON:
            raise no("not_now", "passkeys_full", most=MOST_OF_PERSON)
        user = PublicKeyCredentialUserEntity(
            id=sha256(f"passkey {person}".encode()).digest()[:16], name=name, display_name=name
        )
        options, state = _server(origin).register_begin(
            user, known, resident_key_requirement="required", user_verification="preferred"
        )
        return {"options": dict(options)["publicKey"], "attempt": self._sign(state, person)}

    async def register(
        self, origin: str, person: str, agent: str, attempt: str, answer: Mapping[str, Any]
    ) -> None:
        """Store a passkey that the browser has made."""
        state = self._read(attempt, person)
        try:
            made = _server(origin).register_complete(state, answer)
        except Exception:  # whatever is wrong with it, the library says so in its own ways
            raise no("bad_token", "passkey_refused", "answer") from None
        data = made.credential_data
        today = int(self._world.time()) // DAY
        row = (data.credential_id, person, bytes(data), *Label.of(agent), today)

        async def work(database: Database) -> None:
            await database.execute("INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?)", *row)

        await self._store.write(work)

    async def remove(self, person: str, passkey: str) -> None:
        """Forget a passkey of somebody."""
        try:
            name = bytes.fromhex(passkey)
        except ValueError:
            name = b""

        async def work(database: Database) -> list[Any]:
            statement = "DELETE FROM passkeys WHERE id = ? AND person = ? RETURNING id"
            return await database.rows(statement, name, person)

        if not await self._store.write(work):
            raise no("not_found", "no_passkey", "passkey")

    def begin_recovery(self, origin: str) -> dict[str, Any]:
        """What the browser needs to ask which passkey there is."""
        options, state = _server(origin).authenticate_begin(user_verification="preferred")
        return {"options": dict(options)["publicKey"], "attempt": self._sign(state, "")}

    async def owner(self, origin: str, attempt: str, answer: Mapping[str, Any]) -> str:
        """Whose passkey the browser has used; refused if it is nobody's."""
        from fido2.utils import websafe_decode

        state = self._read(attempt, "")
        try:
            found = await self._stored("id", websafe_decode(str(answer["id"])))
            _server(origin).authenticate_complete(state, [data for _, data in found], answer)
        except Exception:
            raise no("bad_token", "passkey_unknown", "answer") from None
        return found[0][0]

    async def _stored(self, column: str, value: str | bytes) -> list[tuple[str, Any]]:
        from fido2.webauthn import AttestedCredentialData

        rows = await self._store.read(f"SELECT person, data FROM passkeys WHERE {column} = ?", value)
        return [(person, AttestedCredentialData(bytes(data))) for person, data in rows]

    def _sign(self, state: Any, person: str) -> str:
        return str(self._signer.dumps([state, person]))

    def _read(self, attempt: str, person: str) -> Any:
        """The state of an attempt of this person, which can be used once."""
        try:
            state, whose = self._signer.loads(attempt, max_age=ATTEMPT)
        except BadData:
            raise no("bad_token", "passkey_late", "attempt") from None
        if whose != person or attempt in self._used:
            raise no("bad_token", "passkey_late", "attempt")
        self._used[attempt] = None
        if len(self._used) > MOST_USED:
            self._used.popitem(last=False)
        return state


def missing(origin: str) -> Missing:
    """What passkeys need and don't have here: ``library``, ``https``, ``name``; or nothing."""
    parts = urlsplit(origin)
    host = parts.hostname or ""
    if find_spec("fido2") is None:
        return "library"
    try:
        ip_address(host)
    except ValueError:
        is_local = host == "localhost" or host.endswith(".localhost")
        return "" if is_local or parts.scheme == "https" else "https"
    return "name"


def _server(origin: str) -> Any:
    if missing(origin):
        raise no("not_now", f"passkeys_missing_{missing(origin)}")
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    entity = PublicKeyCredentialRpEntity(id=str(urlsplit(origin).hostname), name="Kabuto")
    return Fido2Server(entity, verify_origin=lambda found: found == origin)
