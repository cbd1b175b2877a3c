"""What is the same for every request: who asks, from where, in which language."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from kabuto.server.house import House
from kabuto.server.identity import COOKIE, new_secret
from kabuto.server.limits import network
from kabuto.server.speech import WORDS, language_of, no


@dataclass
class Call:
    """Somebody who asks for something."""

    house: House
    person: str
    is_new: bool
    """Whether the person has no cookie yet."""
    language: str
    address: str
    table: str
    """The table in the address, or nothing."""
    query: dict[str, str]

    @classmethod
    def of(cls, connection: HTTPConnection) -> "Call":
        """Who asks, and for what."""
        house: House = connection.app.state.house
        cookie = connection.cookies.get(COOKIE, "")
        person = house.signer.person(cookie) if cookie else None
        headers = connection.headers
        return cls(
            house=house,
            person=person or new_secret(),
            is_new=person is None,
            language=language_of(connection.query_params.get("language"), headers.get("accept-language", "")),
            address=network(connection.client.host) if connection.client else "",
            table=connection.path_params.get("table", ""),
            query=dict(connection.query_params),
        )

    async def name(self) -> str:
        """What the person is called; a number until they say it."""
        known = await self.house.store.name(self.person)
        number = int.from_bytes(self.person.encode()[:4], "big") % 9000 + 1000
        return known or WORDS.render(self.language, "guest", "", {"number": number})

    def number(self, key: str, most: int) -> int | None:
        """A number of the query."""
        text = self.query.get(key)
        if text is None:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
            raise no("bad_request", "bad_number", key, most=most, text=text[:40])
        return int(text)


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what a page of another site asks for: browsers tell whose page it is."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise no("not_yours", "foreign_page")
