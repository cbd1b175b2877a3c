"""What people at a table say to each other: talk, offers and the answers to them."""

from collections.abc import Iterable
from copy import copy
from hashlib import blake2b

from kabuto.protocol.socket import Talk
from kabuto.tabletop.seats import Pending
from kabuto.tabletop.table_events import Answered, Muted, Offered, Talked

SPECTATORS = "spectators"
"""Who is muted when the host wants to hear players alone."""
MOST_TALK = 100
"""How many lines of talk a client gets that has just connected."""


def known_as(table: str, person: str) -> str:
    """What a person is known by in the talk of a table: always the same, but different elsewhere."""
    return blake2b(person.encode(), key=table.encode()[:64], digest_size=8).hexdigest()


class Chat:
    """What was said at a table, and by whom."""

    def __init__(self) -> None:
        self.talk: list[Talk] = []
        self.speakers: set[str] = set()
        """Who has spoken here, as others know them; the oldest talk does not tell."""
        self.muted: set[str] = set()
        """The speakers whom the host does not let talk."""

    def copy(self) -> "Chat":
        """The same, independent."""
        twin = Chat()
        twin.talk, twin.speakers, twin.muted = self.talk.copy(), self.speakers.copy(), self.muted.copy()
        return twin

    def say(self, event: Talked, number: int) -> None:
        """A person said something, which clients are told with this number."""
        if event.by:
            self.speakers.add(event.by)
        said = Talk(number, event.seat, event.name, event.by, event.text, event.at // 1000)
        self.talk.append(said)
        del self.talk[:-MOST_TALK]

    def mute(self, event: Muted) -> None:
        """The host muted a person, or no longer does."""
        if event.muted:
            self.muted.add(event.who)
        else:
            self.muted.discard(event.who)


class Offers:
    """What was offered and waits for answers."""

    def __init__(self, pending: Iterable[Pending] = ()) -> None:
        self.pending = list(pending)

    def copy(self) -> "Offers":
        """The same, independent."""
        return Offers(map(_independent, self.pending))

    def offer(self, event: Offered, number: int, agreed: Iterable[int]) -> None:
        """A person offered something, and agrees to it with all of their seats."""
        seals, sealing = {event.by: event.seal}, {event.by} if event.will_seal else set[int]()
        self.pending.append(
            Pending(number, event.what, event.by, event.seat, set(agreed), event.program, seals, sealing)
        )

    def answer(self, event: Answered, agreed: Iterable[int]) -> None:
        """A seat agreed to an offer, with all seats of its person, or ended it."""
        for offer in [offer for offer in self.pending if offer.number == event.offer]:
            if event.agree and event.seat is not None:
                offer.agreed.update(agreed)
                offer.seals[event.seat] = event.seal
                if event.will_seal:
                    offer.sealing.add(event.seat)
            else:
                self.pending.remove(offer)

    def without(self, *, what: str = "", seat: int | None = None) -> "Offers":
        """All but the offers of a kind, or of a program for a seat: those end."""
        return Offers(
            offer
            for offer in self.pending
            if not (what and offer.what == what) and (seat is None or offer.seat != seat)
        )

    def kept(self, what: str) -> "Offers":
        """The offers of a kind: all others end."""
        return Offers(offer for offer in self.pending if offer.what == what)


def _independent(offer: Pending) -> Pending:
    twin = copy(offer)
    twin.agreed, twin.seals, twin.sealing = offer.agreed.copy(), offer.seals.copy(), offer.sealing.copy()
    return twin
