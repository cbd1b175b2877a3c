"""What people at a table say to each other: talk, offers and the answers to them."""

from hashlib import blake2b
from typing import TYPE_CHECKING

from kabuto.server.events import Answered, Followed, Muted, Offered, Talked
from kabuto.server.seating import Pending
from kabuto.server.socket_messages import Talk

if TYPE_CHECKING:
    from kabuto.server.table import Table

SPECTATORS = "spectators"
"""Who is muted when the host wants to hear players alone."""
MOST_TALK = 100
"""How many lines of talk a client gets that has just connected."""


def speaker(table: "Table", person: str) -> str:
    """What a person is known by in the talk of this table: always the same, but different elsewhere."""
    return blake2b(person.encode(), key=table.id.encode()[:64], digest_size=8).hexdigest()


def say(table: "Table", event: Talked) -> None:
    """Somebody said something."""
    table.count()
    table.done.add((event.by, event.id))
    said = Talk(table.number, event.seat, event.name, event.by, event.text, event.at // 1000)
    table.talk.append(said)
    del table.talk[:-MOST_TALK]


def mute(table: "Table", event: Muted) -> None:
    """The host muted somebody, or no longer does."""
    table.done.add(("host", event.id))
    if event.muted:
        table.muted.add(event.who)
    else:
        table.muted.discard(event.who)


def offer(table: "Table", event: Offered) -> None:
    """Somebody offered something, and agrees to it."""
    table.done.add((event.by, event.id))
    mine = table.seats_of(table.seats[event.by].person)
    seals = {event.by: event.seal}
    table.offers.append(
        Pending(table.seq + 1, event.what, event.by, event.seat, set(mine), event.program, seals)
    )


def answer(table: "Table", event: Answered) -> None:
    """A seat agreed to an offer, or ended it."""
    if event.seat is not None:
        table.done.add((event.seat, event.id))
    for offer in [offer for offer in table.offers if offer.number == event.offer]:
        if event.agree and event.seat is not None:
            offer.agreed |= set(table.seats_of(table.seats[event.seat].person))
            offer.seals[event.seat] = event.seal
        else:
            table.offers.remove(offer)


def follow(table: "Table", event: Followed) -> None:
    """The rematch was set."""
    table.next = event.table
    table.next_seals = next((offer.seals for offer in table.offers if offer.what == "rematch"), {})
    table.offers = [offer for offer in table.offers if offer.what != "rematch"]
