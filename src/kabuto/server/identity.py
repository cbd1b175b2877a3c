"""Who somebody is: a random name in a signed cookie, and links that carry it to another device."""

import hmac
import os
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from time import time

COOKIE = "kabuto"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers allow no more. Every visit begins it anew."""
LINK_AGE = 3600
"""Seconds for which a personal link is good."""


def new_secret() -> str:
    """A word nobody can guess: a person, a table, an invitation."""
    return token_urlsafe(16)


class Signer:
    """Signs what leaves the server and checks what comes back."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def from_file(cls, path: Path) -> "Signer":
        """The key of a data folder; the first time one is made that its owner alone can read."""
        try:
            return cls(path.read_bytes())
        except FileNotFoundError:
            fresh = path.with_name(f"{path.name}.new")
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(token_bytes(32))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
            return cls(path.read_bytes())

    def cookie(self, person: str) -> str:
        """What a browser keeps to be this person."""
        return self._sign("cookie", person)

    def person(self, cookie: str) -> str | None:
        """The person of a cookie; None if it is not ours."""
        return self._check("cookie", cookie)

    def link(self, person: str) -> tuple[str, int]:
        """The token of a personal link, and until when it is good."""
        expires = int(time()) + LINK_AGE
        return self._sign("link", f"{person}.{expires}"), expires

    def linked(self, token: str) -> str | None:
        """The person of a personal link; None if it is not ours, or too old."""
        person, _, expires = (self._check("link", token) or "").rpartition(".")
        return person if person and int(expires) >= time() else None

    def _sign(self, purpose: str, text: str) -> str:
        return f"{text}.{self._mark(purpose, text)}"

    def _check(self, purpose: str, signed: str) -> str | None:
        text, _, mark = signed.rpartition(".")
        if not text or not signed.isascii():
            return None
        return text if hmac.compare_digest(mark, self._mark(purpose, text)) else None

    def _mark(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}/{text}".encode(), sha256).hexdigest()[:40]
