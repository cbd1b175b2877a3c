"""Identity: a person and a device, signed so that no one else can write them.

Before devices had names of their own, cookies and personal links were signed here by hand. Those still hold:
such a cookie belongs to the device that is called like its person, which stands for all devices of that time.
"""

import hmac
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from time import time
from typing import NamedTuple

from itsdangerous import BadData, URLSafeTimedSerializer

from kabuto.host.clock import Chance
from kabuto.protocol.errors import sentence
from kabuto.server.storage.sql_store import SECRET_LENGTH
from kabuto.table import Refused

COOKIE_AGE = 400 * 24 * 3600
"""Seconds that a cookie lasts; browsers allow no more. Every visit renews it."""
LONGEST = 500
"""Characters; anything longer was not signed here."""


class Identity(NamedTuple):
    """A person at one of their devices."""

    person: str
    device: str

    @classmethod
    def new(cls, chance: Chance) -> "Identity":
        """A person who was never here."""
        return cls(chance.secret(), chance.secret())

    @classmethod
    def legacy(cls, person: str) -> "Identity":
        """A person at any of the devices that had no name of their own yet."""
        return cls(person, person)

    @property
    def is_legacy(self) -> bool:
        """Whether the device has no name of its own yet."""
        return self.device == self.person


def folder_secret(path: Path, fresh: bytes = b"") -> bytes:
    """The key of a data folder; if it has none, a fresh one that its owner alone can read."""
    if not path.exists():
        new = path.with_name(f"{path.name}.new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(fresh or token_bytes(SECRET_LENGTH))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    key = path.read_bytes()
    if len(key) < SECRET_LENGTH:
        raise Refused(sentence("secret_short", found=len(key), least=SECRET_LENGTH), str(path))
    return key


class Signer:
    """Signs what leaves the server and checks what comes back."""

    def __init__(self, key: bytes, clock: Callable[[], float] = time) -> None:
        self._key, self._clock = key, clock
        self._serializer = URLSafeTimedSerializer(
            key, signer_kwargs={"digest_method": sha256, "key_derivation": "hmac"}
        )
        self.name = hmac.new(key, b"name", sha256).hexdigest()[:8]
        """Tells this server's cookies from those of other servers on the same host."""

    def derive(self, purpose: str) -> bytes:
        """A key of its own for a purpose."""
        return hmac.new(self._key, f"key/{purpose}".encode(), sha256).digest()

    def sign(self, purpose: str, identity: Identity) -> str:
        """An identity for a purpose; it can be read for no other."""
        return str(self._serializer.dumps(identity, salt=purpose))

    def read(self, purpose: str, signed: str, age: int) -> Identity | None:
        """An identity that was signed here for a purpose, at most so many seconds ago; or None."""
        if not signed or len(signed) > LONGEST or not signed.isascii():
            return None
        try:
            identity, at = self._serializer.loads(signed, return_timestamp=True, salt=purpose)
        except BadData:
            return None
        # A clock that was set back makes no one a stranger: only what is too old is refused.
        return Identity(*identity) if self._clock() - at.timestamp() <= age else None

    def read_legacy_cookie(self, cookie: str) -> Identity | None:
        """The person of a cookie of the old form."""
        person = self._read_legacy("cookie", cookie)
        return Identity.legacy(person) if person else None

    def read_legacy_link(self, token: str) -> tuple[Identity, int] | None:
        """The person of a link of the old form, and until when it is good."""
        person, _, expires = self._read_legacy("link", token).rpartition(".")
        if not person or int(expires) < self._clock():
            return None
        return Identity.legacy(person), int(expires)

    def _read_legacy(self, purpose: str, signed: str) -> str:
        text, _, mark = signed.rpartition(".")
        if len(signed) > LONGEST or not signed.isascii():
            return ""
        expected = hmac.new(self._key, f"{purpose}/{text}".encode(), sha256).hexdigest()[:40]
        return text if hmac.compare_digest(mark, expected) else ""
