"""A caller as a plain value: who, from where, in which language."""

from dataclasses import dataclass, field
from typing import NamedTuple

from kabuto.protocol.endpoints import HIGHEST_VERSION
from kabuto.protocol.errors import refuse
from kabuto.table import deals


class Payer(NamedTuple):
    """Who asks for something that has to be computed."""

    person: str
    """Empty: a person without a cookie, who shares the budget of one guest with all such at the address."""
    address: str


@dataclass(frozen=True, kw_only=True)
class Call:
    """What is asked, and by whom."""

    person: str
    language: str = "en"
    address: str = ""
    is_known: bool = True
    """Whether one could tell the person from a stranger next time: in a browser, by a cookie."""
    table: str = ""
    """The table in the address, or nothing."""
    study: str = ""
    """The study in the address, or nothing."""
    query: dict[str, str] = field(default_factory=dict)
    zips: bool = False
    """Whether the answer may be compressed."""

    @property
    def payer(self) -> Payer:
        """Who pays for what is computed: without a known person, no one in particular."""
        return Payer(self.person if self.is_known else "", self.address)

    @property
    def wires(self) -> str:
        """The names of the wires that the client can show, with commas between them."""
        return self.query.get("wire", "")

    @property
    def will_seal(self) -> bool:
        """Whether the page seals its part of a deal in a message of its own, as the second version wants."""
        return (self.number("deal", HIGHEST_VERSION) or 0) >= deals.VERSION

    @property
    def thinks(self) -> bool:
        """Whether the page can think over a question itself."""
        return self.query.get("thinks") == "1"

    def number(self, key: str, most: int) -> int | None:
        """A number of the query."""
        text = self.query.get(key)
        if text is None:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
            raise refuse("bad_request", "bad_number", key, most=most, text=text[:40])
        return int(text)
