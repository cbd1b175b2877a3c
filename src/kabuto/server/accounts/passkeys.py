"""Passkeys (WebAuthn): a device or password manager that knows a person whose cookie is gone.

The page gets options from here, asks the browser, and sends back what it says. What belongs to one attempt is
signed and travels with it. Which challenges were used is stored, and how often a passkey says that it was
used: what a person has overheard works at no server again, nor does the copy of a passkey that counts.
"""

from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadData, URLSafeTimedSerializer

from kabuto.host.clock import Clock
from kabuto.host.log import warn
from kabuto.protocol.account import Missing
from kabuto.protocol.errors import Refusal, refuse
from kabuto.server.accounts.devices import DAY, Label, Proof, check, date, hold
from kabuto.server.accounts.identity import Identity
from kabuto.server.storage.sql_store import Database, SqlStore

ATTEMPT = 300
"""Seconds for which an attempt can be finished."""
REMEMBERED = 24 * 3600
"""Seconds for which a used challenge is stored: longer than the clocks of servers differ."""
MOST_OF_PERSON = 10
USE = """UPDATE passkeys SET counter = ? WHERE id = ? AND person = ? AND (counter < ? OR counter + ? = 0)
    RETURNING id"""


class Row(NamedTuple):
    """A passkey of a person."""

    id: str
    label: Label
    since: str
    """The date on which it was made."""
    device: str
    """Where it was made; nothing if an older version made it."""


class Passkeys:
    """The passkeys of a server."""

    def __init__(self, store: SqlStore, key: bytes, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._signer = URLSafeTimedSerializer(key, salt="passkey", signer_kwargs={"digest_method": sha256})

    async def of(self, person: str) -> list[Row]:
        """The passkeys of a person, the newest first."""
        columns = "id, browser, system, since, device"
        query = f"SELECT {columns} FROM passkeys WHERE person = ? ORDER BY since DESC, made DESC, id"
        rows = await self._store.read(query, person)
        return [Row(bytes(each[0]).hex(), Label(*each[1:3]), date(each[3]), each[4]) for each in rows]

    async def begin_registration(self, origin: str, person: str, name: str) -> dict[str, Any]:
        """What the browser needs to make a passkey."""
        from fido2.webauthn import PublicKeyCredentialUserEntity

        known = [data for _, data in await self._stored("person", person)]
        _check_room(len(known))
        user = PublicKeyCredentialUserEntity(
            id=sha256(f"passkey {person}".encode()).digest()[:16], name=name, display_name=name
        )
        options, state = _server(origin).register_begin(
            user, known, resident_key_requirement="required", user_verification="required"
        )
        return {"options": dict(options)["publicKey"], "attempt": self._sign(state, person)}

    async def register(
        self, origin: str, identity: Identity, agent: str, attempt: str, answer: Mapping[str, Any]
    ) -> None:
        """Store a passkey that the browser has made."""
        state = self._read(attempt, identity.person)
        try:
            made = _server(origin).register_complete(state, answer)
        except Exception:  # whatever is wrong with it, the library says so in its own ways
            raise refuse("bad_token", "passkey_refused", "answer") from None
        data, now = made.credential_data, int(self._clock.time())
        row = (data.credential_id, identity.person, bytes(data), *Label.of(agent), now // DAY)

        async def work(database: Database) -> None:
            await check(database, identity)
            await _use(database, state, now)
            count = "SELECT count(*) FROM passkeys WHERE person = ?"  # several attempts may have begun
            _check_room((await database.rows(count, identity.person))[0][0])
            statement = """INSERT INTO passkeys
                (id, person, data, browser, system, since, device, made, counter)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"""
            if not await database.rows(statement, *row, identity.device, now, made.counter):
                raise refuse("not_now", "passkey_known", "answer")

        await self._store.write(work)

    async def remove(self, person: str, passkey: str) -> None:
        """Forget a passkey of a person."""
        try:
            name = bytes.fromhex(passkey)
        except ValueError:
            name = b""

        async def work(database: Database) -> list[Any]:
            statement = "DELETE FROM passkeys WHERE id = ? AND person = ? RETURNING id"
            return await database.rows(statement, name, person)

        if not await self._store.write(work):
            raise refuse("not_found", "no_passkey", "passkey")

    def begin_recovery(self, origin: str) -> dict[str, Any]:
        """What the browser needs to ask which passkey there is."""
        options, state = _server(origin).authenticate_begin(user_verification="required")
        return {"options": dict(options)["publicKey"], "attempt": self._sign(state, "")}

    async def proof(self, origin: str, attempt: str, answer: Mapping[str, Any]) -> Proof:
        """The person that a passkey belongs to; refused if it is unknown."""
        from fido2.utils import websafe_decode
        from fido2.webauthn import AuthenticationResponse

        state = self._read(attempt, "")
        try:
            name = websafe_decode(str(answer["id"]))
            found = await self._stored("id", name)
            _server(origin).authenticate_complete(state, [data for _, data in found], answer)
            counter = AuthenticationResponse.from_dict(answer).response.authenticator_data.counter
        except Exception:
            raise _unknown() from None
        person, now = found[0][0], int(self._clock.time())

        async def confirm(database: Database) -> None:
            await hold(database, person)
            await _use(database, state, now)
            if not await database.rows(USE, counter, name, person, counter, counter):
                warn("passkey_refused", counter=counter)
                raise _unknown()

        return Proof(person, person, confirm)

    async def _stored(self, column: str, value: str | bytes) -> list[tuple[str, Any]]:
        from fido2.webauthn import AttestedCredentialData

        rows = await self._store.read(f"SELECT person, data FROM passkeys WHERE {column} = ?", value)
        return [(person, AttestedCredentialData(bytes(data))) for person, data in rows]

    def _sign(self, state: Any, person: str) -> str:
        return str(self._signer.dumps([{**state, "at": int(self._clock.time())}, person]))

    def _read(self, attempt: str, person: str) -> Any:
        """The state of an attempt of this person, unless that is too old."""
        try:
            state, whose = self._signer.loads(attempt)
        except BadData:
            raise _late() from None
        if whose != person or self._clock.time() - state.get("at", 0) > ATTEMPT:
            raise _late()
        return state


async def _use(database: Database, state: Any, now: int) -> None:
    """Note that a challenge was used; refused if it was before, at whatever server."""
    await database.execute("DELETE FROM challenges WHERE expires < ?", now)
    challenge = sha256(str(state["challenge"]).encode()).digest()
    statement = "INSERT INTO challenges VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING hash"
    if not await database.rows(statement, challenge, now + REMEMBERED):
        raise _late()


def _check_room(number: int) -> None:
    """Refuse one more passkey of a person who has so many."""
    if number >= MOST_OF_PERSON:
        raise refuse("not_now", "passkeys_full", most=MOST_OF_PERSON)


def _late() -> Refusal:
    return refuse("bad_token", "passkey_late", "attempt")


def _unknown() -> Refusal:
    return refuse("bad_token", "passkey_unknown", "answer")


def is_this_machine(origin: str) -> bool:
    """Whether a name of this very machine is meant, whatever machine that is."""
    name = urlsplit(origin).hostname or ""
    return name == "localhost" or name.endswith(".localhost")


def missing(origin: str) -> Missing:
    """What passkeys need and don't have here: ``library``, ``https``, ``name``; or nothing."""
    parts = urlsplit(origin)
    host = parts.hostname or ""
    if find_spec("fido2") is None:
        return "library"
    try:
        ip_address(host)
    except ValueError:
        return "" if is_this_machine(origin) or parts.scheme == "https" else "https"
    return "name"


def _server(origin: str) -> Any:
    if missing(origin):
        raise refuse("not_now", f"passkeys_missing_{missing(origin)}")
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    entity = PublicKeyCredentialRpEntity(id=str(urlsplit(origin).hostname), name="Kabuto")
    return Fido2Server(entity, verify_origin=lambda found: found == origin)
