"""Web Push: tells people whose page is closed that it is their turn in a game of days.

Every message is signed by this server (VAPID, RFC 8292). The address of a subscription comes from a client:
nothing is sent to one that leads into a private network.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from kabuto.host.clock import Clock
from kabuto.host.log import log, warn
from kabuto.host.tasks import stop
from kabuto.protocol.errors import WORDS, refuse
from kabuto.server.accounts import push_delivery
from kabuto.server.accounts.devices import DAY
from kabuto.server.accounts.identity import Identity
from kabuto.server.accounts.push_encryption import encode, encrypt, public_point
from kabuto.server.storage.sql_store import Database, SqlStore

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number below it."""
LASTS = 12 * 3600
"""Seconds for which a signature is good; a day at most."""
KEEP = 2 * DAY
"""Seconds for which the push service keeps a message for a browser that is not there."""
MOST_OF_PERSON = 10
PAUSES = (5.0, 60.0)
"""Seconds before it is tried once more, and then for the last time."""
AT_ONCE, AT_ONCE_AT_SITE = 64, 4
"""Messages that are sent at the same time, in all and to one push service."""
MOST_WAITING = 200
"""Messages to one push service that wait or are being sent; more of them fail."""
GONE = (404, 410)
"""What a push service says of a subscription that has ended."""
SENT, BUSY = (200, 201, 202, 204), 429


class Subscription(NamedTuple):
    """Where a browser can be reached."""

    endpoint: str
    key: bytes
    """Its public key, an uncompressed point."""
    auth: bytes
    """Its secret."""
    language: str


class Push:
    """The subscriptions of a server, and its messages to them."""

    allows_loopback = False
    """Whether a test's own service on this machine may be asked, without TLS."""

    def __init__(self, store: SqlStore, key: bytes, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._number = int.from_bytes(sha256(b"vapid" + key).digest(), "big") % (ORDER - 1) + 1
        self._slots = _Slots()
        self._tasks: set[asyncio.Task[None]] = set()
        self.contact = ""
        """How a push service finds anyone who runs this server: its public address."""

    @property
    def key(self) -> str:
        """The key by which push services know this server; nothing if a library is missing."""
        has_libraries = find_spec("cryptography") and find_spec("jwt")
        return encode(public_point(self._private())) if has_libraries else ""

    async def count(self, person: str) -> int:
        """How many browsers of a person are notified."""
        return len(await self._of(person))

    async def subscribe(self, identity: Identity, to: Subscription) -> None:
        """Remember where a browser of a person can be reached."""
        if not self.key:
            raise refuse("not_now", "push_missing")
        self._check(to)
        row = (to.endpoint, *identity, to.key, to.auth, to.language, int(self._clock.time()) // DAY)

        async def work(database: Database) -> None:
            await database.execute("DELETE FROM subscriptions WHERE endpoint = ?", to.endpoint)
            count = "SELECT count(*) FROM subscriptions WHERE person = ?"
            if (await database.rows(count, identity.person))[0][0] >= MOST_OF_PERSON:
                raise refuse("too_many", "push_full", most=MOST_OF_PERSON)
            await database.execute("INSERT INTO subscriptions VALUES (?, ?, ?, ?, ?, ?, ?)", *row)

        await self._store.write(work)

    def _check(self, to: Subscription) -> None:
        """Refuse what can't be a subscription."""
        from cryptography.hazmat.primitives.asymmetric import ec

        if not _is_service(to.endpoint) and not self.allows_loopback:
            raise refuse("not_now", "push_address", "endpoint")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key)
        except ValueError:
            raise refuse("not_now", "push_key", "key") from None
        if len(to.auth) != 16:
            raise refuse("not_now", "push_key", "auth")

    async def unsubscribe(self, person: str, endpoint: str) -> None:
        """Forget a browser of a person."""

        async def work(database: Database) -> None:
            await database.execute(
                "DELETE FROM subscriptions WHERE endpoint = ? AND person = ?", endpoint, person
            )

        await self._store.write(work)

    def tell_turn(self, person: str, table: str, game: str) -> None:
        """Tell a person in the background that it is their turn."""
        task = asyncio.create_task(self._tell_turn(person, table, game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Give up what was not sent yet."""
        await stop(self._tasks)

    async def _tell_turn(self, person: str, table: str, game: str) -> None:
        for to in await self._of(person):
            title = WORDS.render(to.language, "push_turn", "", {"game": game.capitalize()})
            message = {"title": title, "tag": f"turn-{table}", "url": f"/table/{table}"}
            await self.send(person, to, message)

    async def _of(self, person: str) -> list[Subscription]:
        query = "SELECT endpoint, key, auth, language FROM subscriptions WHERE person = ?"
        rows = await self._store.read(query, person)
        return [Subscription(row[0], bytes(row[1]), bytes(row[2]), row[3]) for row in rows]

    async def send(self, person: str, to: Subscription, message: dict[str, str]) -> None:
        """Send a message, and again if the service is busy; a subscription that has ended is forgotten."""
        for pause in (*PAUSES, None):
            try:
                status = await self._post(to, message)
            except OSError:  # also of a service that takes too long
                status = 0
            except (push_delivery.Unreachable, ValueError) as refusal:
                warn("push_refused", reason=str(refusal))
                status = GONE[0]
            if status in SENT:
                log("push_sent", status=status)
                return
            if status in GONE:
                await self.unsubscribe(person, to.endpoint)
                return
            if pause is None or (400 <= status < 500 and status != BUSY):
                warn("push_failed", status=status)
                return
            await asyncio.sleep(pause)

    async def _post(self, to: Subscription, message: dict[str, str]) -> int:
        """Send a message once; what the service answers."""
        target = push_delivery.target(to.endpoint)
        async with self._slots.one(target.site):
            headers = {
                "authorization": f"vapid t={self._signed(target.origin)}, k={self.key}",
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(KEEP),
                "topic": encode(sha256(message["tag"].encode()).digest()[:18]),
                "urgency": "normal",
            }
            body = encrypt(json.dumps(message).encode(), to.key, to.auth)
            return await push_delivery.post(target, headers, body, allows_loopback=self.allows_loopback)

    def _private(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric import ec

        return ec.derive_private_key(self._number, ec.SECP256R1())

    def _signed(self, service: str) -> str:
        """Who sends this, signed for one push service."""
        import jwt

        claims = {
            "aud": service,
            "exp": int(self._clock.time()) + LASTS,
            "sub": self.contact or "mailto:nobody@localhost",
        }
        return jwt.encode(claims, self._private(), algorithm="ES256")


def _is_service(endpoint: str) -> bool:
    """Whether an address can be that of a push service: a name is looked up when something is sent."""
    try:
        target = push_delivery.target(endpoint)
    except ValueError:
        return False
    if target.scheme != "https" or "." not in target.host.strip("."):
        return False
    try:
        return push_delivery.is_public(target.host)
    except ValueError:
        return True


class _Slots:
    """How many messages are on their way: slow services hold their own slots, and no one else's."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._sites: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._waiting: Counter[str] = Counter()

    @asynccontextmanager
    async def one(self, site: str) -> AsyncIterator[None]:
        """One of the slots of a site; ``OSError`` if too many wait for one."""
        if self._waiting[site] >= MOST_WAITING:
            raise OSError("too many messages wait for this service")
        slots = self._sites.setdefault(site, asyncio.Semaphore(AT_ONCE_AT_SITE))
        self._waiting[site] += 1
        try:
            async with slots, self._all:
                yield
        finally:
            self._waiting[site] -= 1
            self._waiting = +self._waiting
