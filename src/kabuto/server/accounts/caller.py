"""A caller of a server: the person, and the device they use."""

from collections.abc import Callable
from dataclasses import dataclass

from kabuto.host.call import Call
from kabuto.server.accounts.identity import Identity


@dataclass
class Caller:
    """The caller. It changes when a browser signs in as another person."""

    call: Call
    """What is asked, as a host sees it."""
    identity: Identity
    before: Identity | None
    """Who this browser was before it opened a personal link."""
    is_new: bool
    """Whether the person has no cookie yet."""
    was_signed_out: bool
    """Whether there was a cookie, of a device that was signed out."""
    agent: str
    origin: str
    """How the page is reached that asks, such as ``https://games.example``."""
    owns_origin: Callable[[], bool]
    """Whether nothing but this server can be there."""
    public_url: str
    """How others reach the server; empty: not known."""

    @property
    def person(self) -> str:
        """The person who asks."""
        return self.identity.person

    @property
    def language(self) -> str:
        """In which language they are answered."""
        return self.call.language

    @property
    def address(self) -> str:
        """Where they ask from."""
        return self.call.address

    def become(self, identity: Identity) -> None:
        """Switch to another person; the former one can be restored."""
        if not self.is_new:
            self.before = self.identity
        self.identity = identity
