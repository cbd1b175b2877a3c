"""The cookies of a request: the person's identity, and the one before a personal link."""

from collections.abc import Iterator

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kabuto.server.accounts.identity import COOKIE_AGE, Identity, Signer

BEFORE_AGE = 30 * 24 * 3600
"""Seconds for which one can go back to who one was."""
SECURE = "__Host-"
"""Browsers take a cookie with this prefix over TLS alone, from this very host alone."""
LEGACY = "kabuto"
"""What cookies were called when all servers called them the same."""


class Cookies:
    """What a browser sent, and what it is to keep.

    A cookie's signature is good for its name alone. One that was not signed here belongs to another server
    on this host, and is left as it is.
    """

    def __init__(self, signer: Signer, connection: HTTPConnection) -> None:
        self._signer = signer
        self._sent = connection.cookies
        self._is_secure = connection.url.scheme in ("https", "wss")
        self._name, self._before = f"{LEGACY}-{signer.name}", f"{LEGACY}-{signer.name}-before"

    def present(self) -> Identity | None:
        """Who a person is."""
        found = self._read(self._name, COOKIE_AGE)
        return found or self._signer.read_legacy_cookie(self._sent.get(LEGACY, ""))

    def before(self) -> Identity | None:
        """Who they were before."""
        return self._read(self._before, BEFORE_AGE)

    def keep(self, response: Response, present: Identity, before: Identity | None) -> None:
        """Store a person's present and former identity in a browser, and remove cookies of other names."""
        self._keep(response, self._name, present, COOKIE_AGE)
        if before and before != self.before():
            self._keep(response, self._before, before, BEFORE_AGE)
        if self._is_secure and self._name in self._sent:
            response.delete_cookie(self._name)
        if self._signer.read_legacy_cookie(self._sent.get(LEGACY, "")):
            response.delete_cookie(LEGACY)

    def _keep(self, response: Response, name: str, identity: Identity, age: int) -> None:
        name = f"{SECURE}{name}" if self._is_secure else name
        response.set_cookie(
            name,
            self._signer.sign(name, identity),
            max_age=age,
            httponly=True,
            samesite="lax",
            secure=self._is_secure,
        )

    def _read(self, name: str, age: int) -> Identity | None:
        found = (self._signer.read(each, self._sent.get(each, ""), age) for each in self._names(name))
        return next((identity for identity in found if identity), None)

    def _names(self, name: str) -> Iterator[str]:
        """Where to look: behind TLS also for what was kept before there was TLS."""
        if self._is_secure:
            yield f"{SECURE}{name}"
        yield name
