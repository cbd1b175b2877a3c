"""Web Push: tells people whose page is closed that it is their turn in a game of days.

Messages are encrypted for one browser (RFC 8291) and signed by this server (VAPID, RFC 8292). The address of
a subscription comes from a client: nothing is sent to one that leads into a private network.
"""

import asyncio
import http.client
import json
import os
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from kabuto.server.devices import DAY
from kabuto.server.identity import Identity
from kabuto.server.logs import log, warn
from kabuto.server.speech import WORDS, no
from kabuto.server.stopping import stop
from kabuto.server.store import Database, Store
from kabuto.server.world import World

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number below it."""
RECORD = 4096
"""Bytes of a record of an encrypted message; ours have one."""
LASTS = 12 * 3600
"""Seconds for which a signature is good; a day at most."""
KEEP = 2 * DAY
"""Seconds for which the push service keeps a message for a browser that is not there."""
MOST_OF_PERSON = 10
PATIENCE = 10.0
"""Seconds to wait for a push service."""
PAUSES = (5.0, 60.0)
"""Seconds before it is tried once more, and then for the last time."""
AT_ONCE = 4
"""Messages that are sent at the same time."""
GONE = (404, 410)
"""What a push service says of a subscription that has ended."""
SENT, BUSY = (200, 201, 202, 204), 429
UNICAST = IPv6Network("2000::/3")
"""Where public addresses lie; others may lead to any IPv4 address."""


class Subscription(NamedTuple):
    """Where a browser can be reached."""

    endpoint: str
    key: bytes
    """Its public key, an uncompressed point."""
    auth: bytes
    """Its secret."""
    language: str


class Unreachable(Exception):
    """A push service that can't or must not be asked."""


class Push:
    """The subscriptions of a server, and its messages to them."""

    allows_loopback = False
    """Whether a test's own service on this machine may be asked, without TLS."""

    def __init__(self, store: Store, key: bytes, world: World) -> None:
        self._store, self._world = store, world
        self._number = int.from_bytes(sha256(b"vapid" + key).digest(), "big") % (ORDER - 1) + 1
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self.contact = ""
        """How a push service finds whoever runs this server: its public address."""

    @property
    def key(self) -> str:
        """The key by which push services know this server; nothing if the library is missing."""
        return encode(_public(self._private())) if find_spec("cryptography") else ""

    async def count(self, person: str) -> int:
        """How many browsers of a person are notified."""
        return len(await self._of(person))

    async def subscribe(self, identity: Identity, to: Subscription) -> None:
        """Remember where a browser of somebody can be reached."""
        if not self.key:
            raise no("not_now", "push_missing")
        self._check(to)
        if len(await self._of(identity.person)) >= MOST_OF_PERSON:
            raise no("too_many", "push_full", most=MOST_OF_PERSON)
        row = (to.endpoint, *identity, to.key, to.auth, to.language, int(self._world.time()) // DAY)

        async def work(database: Database) -> None:
            await database.execute("DELETE FROM subscriptions WHERE endpoint = ?", to.endpoint)
            await database.execute("INSERT INTO subscriptions VALUES (?, ?, ?, ?, ?, ?, ?)", *row)

        await self._store.write(work)

    def _check(self, to: Subscription) -> None:
        """Refuse what can't be a subscription."""
        from cryptography.hazmat.primitives.asymmetric import ec

        if not _is_service(to.endpoint) and not self.allows_loopback:
            raise no("not_now", "push_address", "endpoint")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key)
        except ValueError:
            raise no("not_now", "push_key", "key") from None
        if len(to.auth) != 16:
            raise no("not_now", "push_key", "auth")

    async def unsubscribe(self, person: str, endpoint: str) -> None:
        """Forget a browser of somebody."""

        async def work(database: Database) -> None:
            await database.execute(
                "DELETE FROM subscriptions WHERE endpoint = ? AND person = ?", endpoint, person
            )

        await self._store.write(work)

    def tell_turn(self, person: str, table: str, game: str) -> None:
        """Tell somebody in the background that it is their turn."""
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
                async with self._gate:
                    status = await asyncio.to_thread(self._post, to, message)
            except (Unreachable, ValueError) as refusal:
                warn("push_refused", reason=str(refusal))
                status = GONE[0]
            except (OSError, http.client.HTTPException):
                status = 0
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

    def _post(self, to: Subscription, message: dict[str, str]) -> int:
        """Send a message once; what the service answers."""
        parts = urlsplit(to.endpoint)
        connection = self._connected(parts.scheme, str(parts.hostname), parts.port)
        try:
            headers = {
                "authorization": f"vapid t={self._signed(f'{parts.scheme}://{parts.netloc}')}, k={self.key}",
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(KEEP),
                "topic": encode(sha256(message["tag"].encode()).digest()[:18]),
                "urgency": "normal",
            }
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target or "/", encrypt(json.dumps(message).encode(), to), headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def _connected(self, scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
        """A connection to the very address that was checked: a name is looked up once."""
        secure = scheme == "https"
        place = socket.getaddrinfo(host, port or (443 if secure else 80), type=socket.SOCK_STREAM)[0][4]
        found = str(place[0]).partition("%")[0]
        is_test = self.allows_loopback and ip_address(found).is_loopback
        if not (is_public(found) and secure) and not is_test:
            raise Unreachable(f"{host} is not a public address")
        connection = http.client.HTTPConnection(host, int(place[1]), timeout=PATIENCE)
        line = socket.create_connection((str(place[0]), int(place[1])), PATIENCE)
        if secure:
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        connection.sock = line
        return connection

    def _private(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric import ec

        return ec.derive_private_key(self._number, ec.SECP256R1())

    def _signed(self, service: str) -> str:
        """Who sends this, signed for one push service."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        claims = {
            "aud": service,
            "exp": int(self._world.time()) + LASTS,
            "sub": self.contact or "mailto:nobody@localhost",
        }
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(encode(json.dumps(part).encode()) for part in parts)
        r, s = decode_dss_signature(self._private().sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _is_service(endpoint: str) -> bool:
    """Whether an address can be that of a push service: a name is looked up when something is sent."""
    try:
        parts = urlsplit(endpoint)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme != "https" or "@" in parts.netloc or "." not in host.strip("."):
        return False
    try:
        return is_public(host)
    except ValueError:
        return True


def is_public(address: str) -> bool:
    """Whether an IP address is one of a host in the internet; ``ValueError`` if it is none."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (found not in UNICAST or found.sixtofour or found.teredo):
        return False
    return found.is_global and not found.is_multicast


def encrypt(message: bytes, to: Subscription, salt: Callable[[], bytes] = lambda: os.urandom(16)) -> bytes:
    """A message that one browser alone can read (RFC 8291, as one record of RFC 8188)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    mine, noise = ec.generate_private_key(ec.SECP256R1()), salt()
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to.key)
    info = b"WebPush: info\0" + to.key + _public(mine)
    shared = _derived(to.auth, mine.exchange(ec.ECDH(), theirs), info, 32)
    key = _derived(noise, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(noise, shared, b"Content-Encoding: nonce\0", 12)
    head = noise + RECORD.to_bytes(4, "big") + bytes([65]) + _public(mine)
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _public(private: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def encode(value: bytes) -> str:
    """Bytes as addresses and signatures write them."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Bytes that were written so; ``ValueError`` if they were not."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
