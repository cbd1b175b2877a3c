"""What must be true after a run, whatever went wrong in it.

Checked against the store are all messages that clients have got: nothing that was accepted is lost, nothing
is there twice, event numbers have no gaps, and nobody was ever shown anything but what the stored events make
of the table for that seat.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec.json import decode as from_json
from msgspec.json import encode as to_json

from kabuto.host.rooms import listing
from kabuto.host.rooms.clients import ENCODER
from kabuto.host.store import Damaged
from kabuto.host.wires import wire_of
from kabuto.protocol.http import Myself
from kabuto.server.storage.sql_store import COLUMNS, is_sound, stored_events
from kabuto.server.storage.sqlite import at_once
from kabuto.table import Refused, deals
from kabuto.tabletop.render import Reader, Renderer
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import (
    Created,
    Event,
    Followed,
    Opened,
    Overdue,
    Pledged,
    Sat,
    Sealed,
    SealsTold,
    decode,
)

from .database import Database
from .database import Event as Stored
from .network import Message
from .people import LATER, Heard, Person

LENIENCE = 0.9
"""Clocks of servers are not quite right: how much of its time a seat has to have had at least."""
COMPARED = ("state", "played", "turn")
"""The messages that show the table."""


def check(
    database: Database, stored: Sequence[tuple[float, Stored]], people: Sequence[Person]
) -> tuple[int, list[str]]:
    """How many messages were carried out, and everything that is wrong."""
    wrong: list[str] = []
    accepted = 0
    times: dict[str, list[tuple[float, Stored]]] = defaultdict(list)
    for moment, event in stored:
        times[event.table].append((moment, event))
    by_table = defaultdict(list)
    for person in people:
        by_table[person.table].append(person)
    for table, sitting in by_table.items():
        try:
            bodies = _read(database, table)
        except Damaged as damage:
            wrong.append(f"table {table} is damaged: {damage}")
            continue
        if bodies != [event.body for _, event in times[table]]:
            wrong.append(f"table {table} does not hold what was committed")
        events = [decode(body) for body in bodies]
        for person in sitting:
            accepted += sum("accepted" in sent.answers for sent in person.sent.values())
            wrong += _once(person, events)
            wrong += without_gaps(person)
        try:
            wrong += shown(table, events, sitting)
            wrong += _ended(database, table, events)
        except Refused as refusal:
            wrong.append(f"table {table} cannot be replayed: {refusal}")
        wrong += _in_time(events, [moment for moment, _ in times[table]])
        wrong += _sealed_first(table, events)
    wrong += _deals(database)
    return accepted, wrong


def _read(database: Database, table: str) -> list[bytes]:
    async def read(statement: str, *values: Any) -> list[Any]:
        return database.rows(statement, *values)

    return at_once(stored_events(read, table))


# What was sent.


def _once(person: Person, events: Sequence[Event]) -> Iterator[str]:
    """Everything is answered: what was accepted is stored once, what was refused is not."""
    found = Counter(getattr(event, "id", "") for event in events)
    for name, sent in person.sent.items():
        kind, number = sent.message["type"], found[name]
        about = f"{kind} {name} was answered {', '.join(sent.answers) or 'nothing'}"
        if all(answer in LATER for answer in sent.answers):
            yield f"{about} until the end"
        if number > 1:
            yield f"{about}, and is stored {number} times"
        elif "accepted" in sent.answers and not number and kind != "ready":
            yield f"{about}, and is lost"
        elif number and any(answer not in (*LATER, "accepted") for answer in sent.answers):
            yield f"{about}, and is stored all the same"


# What was heard.


def without_gaps(person: Person) -> Iterator[str]:
    """Whatever has a number follows the one before it, on every connection."""
    for _, some in groupby(person.heard, key=lambda heard: heard.connection):
        last: int | None = None
        for heard in some:
            found = number(heard.message)
            if found is None:
                continue
            if found < heard.known:
                yield f"{person.name} was shown event {found} after event {heard.known}"
            if heard.message["type"] != "state" and last is not None and found != last + 1:
                yield f"{person.name} heard of event {found} after event {last}"
            last = found


def number(message: Message) -> int | None:
    """Which of the table's events a message tells of, if it has a number."""
    if message["type"] == "said":
        return int(message["talk"]["number"])
    return message.get("number") if message["type"] in ("state", "played") else None


def shown(name: str, events: Sequence[Event], people: Sequence[Person]) -> Iterator[str]:
    """Every message shows the table as it was at some moment for this seat, and no earlier one."""
    persons = _persons(events)
    open_: dict[Person, list[Heard]] = {
        person: [heard for heard in person.heard if heard.message["type"] in COMPARED] for person in people
    }
    ids = {person: _id_of(person, persons) for person in people}
    table = Table(name, ())
    for event in events:
        table.apply(event)
        if table.game is None:
            continue
        renderer = Renderer(table, (), None)
        for person, waiting in open_.items():
            if waiting:
                reader = Reader(
                    ids[person], person.manner.language, wire_of(table.created.game, person.manner.wire)
                )
                open_[person] = [heard for heard in waiting if not _fits(heard, table, renderer, reader)]
    for person, waiting in open_.items():
        for heard in waiting:
            if heard.message["type"] != "state" or heard.message["position"] is not None:
                yield f"{person.name} was shown what never was: {to_json(heard.message).decode()[:2000]}"
        end = person.final
        if end is None or end["number"] != table.number or end["table"]["next"] not in (None, table.next):
            yield f"{person.name} does not see the end"


def _persons(events: Sequence[Event]) -> dict[int, str]:
    """Seat → who sits there."""
    found: dict[int, str] = {}
    for event in events:
        if isinstance(event, Created):
            mine = (seat for seat, plan in enumerate(event.seats) if isinstance(plan, Myself))
            found.update(dict.fromkeys(mine, event.host))
        elif isinstance(event, Sat):
            found[event.seat] = event.person
    return found


def _id_of(person: Person, persons: dict[int, str]) -> str:
    """What the servers call somebody; nothing for those who look on."""
    for heard in person.heard:
        if heard.message["type"] == "state" and heard.message["table"]["mine"]:
            return persons[heard.message["table"]["mine"][0]]
    return ""


def _fits(heard: Heard, table: Table, renderer: Renderer, reader: Reader) -> bool:
    """Whether this is how the table looks now."""
    message = heard.message
    number = heard.known if message["type"] == "turn" else message["number"]
    if table.number < number or not _is_ply(table, reader.person, message["own"]):
        return False
    expected = _expected(message, renderer, reader)
    return all(from_json(ENCODER.encode(value)) == message[field] for field, value in expected.items())


def _expected(message: Message, renderer: Renderer, reader: Reader) -> dict[str, Any]:
    """What a message of this kind would say now, as far as that follows from the events alone."""
    if message["type"] == "turn":
        turn = renderer.turn(reader)
        return {"position": turn and turn.position, "own": turn and turn.own}
    if message["type"] == "played":
        played = renderer.played(reader, message["number"])
        return {field: getattr(played, field) for field in ("position", "own", "log", "to_move", "result")}
    state = renderer.state(reader)
    return {
        "number": state.number,
        "position": state.position,
        "own": state.own,
        "log": state.log[message["log_from"] :],
        "talk": state.talk[len(state.talk) - len(message["talk"]) :],
        "result": state.result,
    }


def _is_ply(table: Table, person: str, own: Message | None) -> bool:
    """Whether a person can do what a message says at this moment: quickly seen, and rarely so."""
    seat = table.shown_seat(person)
    if own is None or seat is None:
        return (own is None) == (seat is None)
    return bool(own["seat"] == seat and own["ply"] == table.ply_of(seat))


# How it ended.


def _ended(database: Database, name: str, events: Sequence[Event]) -> Iterator[str]:
    """The game is over, the lists say so, and its deal can be verified."""
    table = Table(name, events)
    if table.status != "over":
        yield f"table {name} is {table.status} in the end"
        return
    followed = sum(isinstance(event, Followed) for event in events)
    if followed > 1 or (table.next and not database.rows("SELECT 1 FROM tables WHERE id = ?", table.next)):
        yield f"table {name} has {followed} rematches, the last is {table.next}"
    row = listing.row(table)
    (listed,) = database.rows(f"SELECT {COLUMNS} FROM tables WHERE id = ?", name)
    if not is_sound(listed) or tuple(listed[:6]) != (*row[:3], int(row.awake), *row[4:6]):
        yield f"table {name} is listed as {listed}"
    proof = table.proof()
    assert table.game is not None
    if proof is None:
        yield f"table {name} has no proof of its deal"
    elif table.game.outcome:
        deals.verify(proof.to_json(), table.game.record())


def _in_time(events: Sequence[Event], times: Sequence[float]) -> Iterator[str]:
    """Nobody is overdue before the time is over, and no turn is overdue twice."""
    if not isinstance(events[0], Created) or events[0].clock is None:
        return
    clock, table = events[0].clock, Table("", ())
    turns: dict[int, tuple[int, float]] = {}
    """The seats to move → which of their turns it is, and since when."""
    late: set[tuple[int, int]] = set()
    for event, moment in zip(events, times, strict=True):
        if isinstance(event, Overdue):
            number, began = turns[event.seat]
            if (event.seat, number) in late:
                yield f"seat {event.seat} is overdue twice in one turn"
            late.add((event.seat, number))
            if clock.per == "move" and moment - began < clock.seconds * LENIENCE:
                yield f"seat {event.seat} was overdue after {moment - began:.1f} s"
        table.apply(event)
        before, turns = turns, {}
        for seat in table.to_move:
            turn = before.get(seat)
            number = table.turns[seat]
            turns[seat] = turn if turn and turn[0] == number else (number, moment)


def _sealed_first(name: str, events: Sequence[Event]) -> Iterator[str]:
    """By version 2 no seal came after all were told, and no part before."""
    kinds = [type(event) for event in events]
    told = kinds.index(SealsTold) if SealsTold in kinds else len(kinds)
    if Pledged in kinds and (Sealed in kinds[told:] or Opened in kinds[:told] or kinds.count(SealsTold) > 1):
        yield f"table {name} was sealed and opened as {kinds}"


def _deals(database: Database) -> Iterator[str]:
    """No deal that the servers committed to is hidden."""
    numbers = [number for (number,) in database.rows("SELECT number FROM deals ORDER BY number")]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"deals are numbered {numbers}"
