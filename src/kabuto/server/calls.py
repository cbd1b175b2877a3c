"""What is the same for every request: who asks, from where, in which language."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kabuto.server.cookies import Cookies
from kabuto.server.house import House
from kabuto.server.identity import Identity
from kabuto.server.limits import network
from kabuto.server.sites import Sites
from kabuto.server.speech import WORDS, language_of, no


@dataclass
class Call:
    """Somebody who asks for something."""

    house: House
    sites: Sites
    identity: Identity
    before: Identity | None
    """Who this browser was before it opened a personal link."""
    is_new: bool
    """Whether the person has no cookie yet."""
    was_signed_out: bool
    """Whether there was a cookie, of a device that was signed out."""
    cookies: Cookies
    language: str
    address: str
    agent: str
    origin: str
    """How the page is reached that asks, such as ``https://games.example``; checked by ``sites``."""
    table: str
    """The table in the address, or nothing."""
    study: str
    """The study in the address, or nothing."""
    query: dict[str, str]

    @classmethod
    def of(cls, connection: HTTPConnection) -> "Call":
        """Who asks, and for what."""
        house: House = connection.app.state.house
        ended = house.devices.ended
        cookies = Cookies(house.signer, connection)
        found, before = cookies.present(), cookies.before()
        was_signed_out = found is not None and found.device in ended
        present = None if was_signed_out else found
        headers = connection.headers
        return cls(
            house=house,
            sites=connection.app.state.sites,
            identity=present or Identity.new(house.world),
            before=None if before is None or before.device in ended else before,
            is_new=present is None,
            was_signed_out=was_signed_out,
            cookies=cookies,
            language=language_of(connection.query_params.get("language"), headers.get("accept-language", "")),
            address=network(connection.client.host) if connection.client else "",
            agent=headers.get("user-agent", ""),
            origin=headers.get("origin", "").lower() or _origin(connection),
            table=connection.path_params.get("table", ""),
            study=connection.path_params.get("study", ""),
            query=dict(connection.query_params),
        )

    @property
    def person(self) -> str:
        """The person who asks."""
        return self.identity.person

    @property
    def is_signed_out(self) -> bool:
        """Whether the device was signed out since it asked."""
        return self.identity.device in self.house.devices.ended

    def become(self, identity: Identity) -> None:
        """Be somebody else from now on; who this browser was can be gone back to."""
        if not self.is_new:
            self.before = self.identity
        self.identity = identity

    def keep(self, response: Response) -> None:
        """Have the browser keep who it is and was."""
        self.cookies.keep(response, self.identity, self.before)

    async def name(self) -> str:
        """What the person is called; a number until they say it."""
        return await self.name_of(self.person)

    async def name_of(self, person: str) -> str:
        """What somebody is called."""
        known = await self.house.store.name(person)
        number = int.from_bytes(person.encode()[:4], "big") % 9000 + 1000
        return known or WORDS.render(self.language, "guest", "", {"number": number})

    @property
    def wires(self) -> str:
        """The names of the wires that the client can show, with commas between them."""
        return self.query.get("wire", "")

    def number(self, key: str, most: int) -> int | None:
        """A number of the query."""
        text = self.query.get(key)
        if text is None:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
            raise no("bad_request", "bad_number", key, most=most, text=text[:40])
        return int(text)


def _origin(connection: HTTPConnection) -> str:
    """How the server is reached: a browser leaves the origin of its own pages out where they only read."""
    public: str = connection.app.state.sites.public_url
    return public or f"{connection.url.scheme.replace('ws', 'http')}://{connection.url.netloc}"
