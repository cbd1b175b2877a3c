"""Everything that a page has kept as one file, and such a file taken back: here, or in another browser.

Tables that are here already stay as they are. Whoever played in the other browser is the person here then.
"""

import asyncio
import base64
from typing import Any

from msgspec import MsgspecError, Struct
from msgspec.json import decode as from_json

from kabuto.folder.kept import Change, Keeper, NotKept, Shelf
from kabuto.folder.local_store import EVENT, TABLE, LocalStore, Unkept
from kabuto.folder.local_studies import STUDY
from kabuto.host.store import Damaged
from kabuto.protocol.errors import refuse
from kabuto.table import Refused
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import decode

FORMAT = 1
LARGEST = 64 << 20
"""Bytes of a save; a thousand games are about 20 MB."""
PARTS = (TABLE, EVENT, STUDY)


class Brought(Struct, frozen=True):
    """What a save has brought."""

    tables: int
    studies: int
    known: int
    """Tables and studies that were here already."""
    damaged: int
    """Tables that cannot be read."""


async def save(keeper: Keeper, person: str, name: str) -> dict[str, Any]:
    """Everything that is kept, and the record of every game that is over: a server takes those."""
    try:
        things = [thing for part in PARTS for thing in await keeper.read(part)]
    except NotKept:
        raise Unkept from None
    records = []
    for table, own in _tables(dict(things)).items():
        try:
            read = Table(table, [decode(body) for body in await _events(own, table)])
        except (Damaged, Refused, MsgspecError):
            continue
        if read.status in ("over", "record") and read.game is not None:
            records.append(read.game.record())
    return {
        "kabuto": "save",
        "format": FORMAT,
        "person": person,
        "name": name,
        "things": {key: base64.b64encode(value).decode() for key, value in things},
        "records": records,
    }


async def bring(keeper: Keeper, store: LocalStore, person: str, body: str) -> Brought:
    """Take over what a save holds; refused as a whole if it is none, or of a newer version."""
    other, things = _read(body)
    here = {name for part in PARTS for name, _ in await keeper.read(part)}
    tables = {table: own for table, own in _tables(things).items() if f"{TABLE}{table}" not in here}
    studies = {name: value for name, value in things.items() if name.startswith(STUDY) and name not in here}
    damaged = 0
    for table, own in tables.items():
        await asyncio.sleep(0)  # the page may ask for something else meanwhile
        try:
            bodies = [event.replace(other, person.encode()) for event in await _events(own, table)]
            Table(table, [decode(event) for event in bodies])
            await store.bring(table, bodies, things[f"{TABLE}{table}"], (other.decode(), person))
        except (Damaged, Refused, MsgspecError, LookupError, ValueError) as error:
            if isinstance(error, Unkept):
                raise
            damaged += 1
    try:
        mine = [Change(name, value.replace(other, person.encode())) for name, value in studies.items()]
        await keeper.write(mine)
    except NotKept:
        raise Unkept from None
    whole = sum(name.startswith((TABLE, STUDY)) for name in things)
    return Brought(
        len(tables) - damaged, len(studies), known=whole - len(tables) - len(studies), damaged=damaged
    )


def _read(body: str) -> tuple[bytes, dict[str, bytes]]:
    """Whose save it is, and what it holds."""
    if len(body) > LARGEST:
        raise refuse("too_large", "too_large", most=LARGEST)
    try:
        found = from_json(body)
        kind, form, person = found["kabuto"], found["format"], found["person"].encode()
        things = {str(name): _bytes(value) for name, value in found["things"].items()}
    except (MsgspecError, RecursionError, LookupError, TypeError, AttributeError, ValueError):
        raise refuse("bad_request", "bad_save") from None
    if kind != "save" or not isinstance(form, int) or not person:
        raise refuse("bad_request", "bad_save")
    if form > FORMAT:
        raise refuse("bad_request", "newer_save")
    return person, things


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _tables(things: dict[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Every table with what belongs to it: its line and its events."""
    found = {name.removeprefix(TABLE): {name: things[name]} for name in things if name.startswith(TABLE)}
    for name in things:
        table = name.removeprefix(EVENT).rpartition("/")[0]
        if name.startswith(EVENT) and table in found:
            found[table][name] = things[name]
    return found


async def _events(own: dict[str, bytes], table: str) -> list[bytes]:
    """The events of a table in a save, checked as those of this browser are."""
    shelf = Shelf()
    shelf.things = own
    store = LocalStore(shelf)
    await store.open()
    return await store.events(table)
