"""The store of a page: each table is a unit of things that a keeper keeps, one for each event.

The lines of the lists are in memory, the events are not. Nobody else writes: a page holds a lock for that.
"""

from collections.abc import Iterable, Sequence
from zlib import crc32

from msgspec import MsgspecError, Struct, structs
from msgspec.json import Decoder, encode

from kabuto.folder.kept import Change, Keeper, NotKept, Taken
from kabuto.host.log import warn
from kabuto.host.store import Batch, Behind, Committed, Damaged, Listed, NotStored, Row, Store, Unfinished
from kabuto.protocol.errors import Refusal, sentence
from kabuto.tabletop.conversation import known_as

TABLE, EVENT, UNFINISHED, NAME = "table/", "event/", "unfinished/", "name/"
"""How the names of things begin."""


class Line(Struct, frozen=True):
    """A table as it stands in the lists."""

    id: str
    status: str
    visibility: str
    awake: bool
    updated: int
    summary: bytes
    persons: frozenset[str]
    speakers: frozenset[str]
    length: int
    """How many events it has."""
    mark: int
    """The checksum of the last one."""


class _Leftover(Struct, frozen=True):
    person: str
    table: str
    updated: int
    summary: bytes


class Unkept(NotStored):
    """The browser keeps nothing now; nothing of it has happened."""

    def __init__(self) -> None:
        Refusal.__init__(self, "not_stored", sentence("not_kept"))


_LINE, _LEFTOVER = Decoder(Line), Decoder(_Leftover)


class LocalStore(Store):
    """The tables of a page."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._lines: dict[str, Line] = {}
        self._unfinished: dict[str, _Leftover] = {}
        self._names: dict[str, str] = {}
        self._broken: list[str] = []
        """Tables whose lines cannot be read."""

    async def open(self) -> None:
        """Read the lists."""
        for name, value in await self._read(TABLE):
            try:
                self._lines[name.removeprefix(TABLE)] = _LINE.decode(value)
            except MsgspecError:
                warn("line_damaged", table=name)
                self._broken.append(name.removeprefix(TABLE))
        for name, value in await self._read(UNFINISHED):
            self._unfinished[name] = _LEFTOVER.decode(value)
        for name, value in await self._read(NAME):
            self._names[name.removeprefix(NAME)] = value.decode()

    # Events.

    async def append(self, *batches: Batch) -> None:
        """Store events of one table or several, all of them or none; ``Behind`` if they don't follow."""
        changes: list[Change] = []
        lines: list[Line] = []
        for batch in batches:
            line = self._lines.get(batch.table)
            if batch.seq != (line.length if line else 0):
                raise Behind
            marked = _marked(batch.table, batch.bodies, line.mark if line else 0)
            changes += [
                Change(event_name(batch.table, seq), value, is_new=True)
                for seq, value in enumerate(marked, batch.seq)
            ]
            head = (batch.seq + len(marked), _mark(marked[-1]) if marked else line.mark if line else 0)
            lines.append(self._line(line, batch.row, *head))
        await self._write(changes, lines)

    async def events(self, table: str) -> list[bytes]:
        """Every event of a table; none if there is no such table; ``Damaged`` if they cannot be trusted."""
        line, found = self._lines.get(table), await self._read(f"{EVENT}{table}/")
        if line is None:
            if found or table in self._broken:
                raise Damaged("the table is not in the lists")
            return []
        if [name for name, _ in found] != [event_name(table, seq) for seq in range(line.length)]:
            raise Damaged(f"it has {len(found)} events, and {line.length} were written")
        bodies = [value[4:] for _, value in found]
        marked = _marked(table, bodies, 0)
        wrong = [
            seq for seq, (value, (_, kept)) in enumerate(zip(marked, found, strict=True)) if value != kept
        ]
        if wrong or (marked and _mark(marked[-1]) != line.mark):
            raise Damaged(f"event {wrong[0] if wrong else line.length - 1} is not what was written")
        return bodies

    async def events_after(self, table: str, seq: int) -> list[bytes]:
        """The events of a table from a number on."""
        return (await self.events(table))[seq:]

    async def rewrite(self, table: str, old: Sequence[bytes], bodies: Sequence[bytes], row: Row) -> None:
        """Replace all events of a table by as many others; ``Behind`` if the old ones are no longer these."""
        if await self.events(table) != list(old):
            raise Behind
        marked = _marked(table, bodies, 0)
        changes = [Change(event_name(table, seq), value) for seq, value in enumerate(marked)]
        await self._write(changes, [self._line(self._lines[table], row, len(marked), _mark(marked[-1]))])

    async def remove(
        self,
        tables: Sequence[str],
        status: str = "over",
        length: int | None = None,
        unfinished: Sequence[Unfinished] = (),
    ) -> None:
        """Forget tables and everything that belongs to them; what is ``unfinished`` is kept."""
        if any(length is not None and self._length(table) != length for table in tables):
            raise Behind
        left = {f"{UNFINISHED}{each.table}/{each.person}": _Leftover(*each) for each in unfinished}
        changes = [Change(name, encode(each)) for name, each in left.items()]
        for table in tables:
            changes.append(Change(f"{TABLE}{table}", None))
            changes += [Change(name, None) for name, _ in await self._read(f"{EVENT}{table}/")]
        await self._write(changes)
        self._unfinished |= left
        for table in tables:
            self._lines.pop(table, None)
        self._broken = [table for table in self._broken if table not in tables]

    def _length(self, table: str) -> int | None:
        line = self._lines.get(table)
        return line.length if line else None

    async def bring(self, table: str, bodies: Sequence[bytes], line: bytes, renamed: tuple[str, str]) -> None:
        """Take a whole table over from another browser, where somebody has another id."""
        other, person = renamed
        old, marked = _LINE.decode(line), _marked(table, bodies, 0)
        changes = [Change(event_name(table, seq), value, is_new=True) for seq, value in enumerate(marked)]
        new = structs.replace(
            old,
            id=table,
            summary=old.summary.replace(other.encode(), person.encode()),
            persons=frozenset(person if each == other else each for each in old.persons),
            length=len(marked),
            mark=_mark(marked[-1]),
        )
        await self._write(changes, [new])

    # Lists.

    async def deals(self, before: int | None, most: int) -> list[Committed]:
        """None: a page commits to no deal."""
        return []

    async def is_listed(self, row: Row) -> bool:
        """Whether a table stands in the lists as it should, for everybody who sits or spoke there."""
        line = self._lines.get(row.id)
        return line is not None and self._line(line, row, line.length, line.mark) == line

    async def relist(self, row: Row) -> None:
        """Replace a table's line in the lists; one that cannot be read is made again from the events."""
        line = self._lines.get(row.id)
        if line is None:
            bodies = [value[4:] for _, value in await self._read(f"{EVENT}{row.id}/")]
            marked = _marked(row.id, bodies, 0)
            made = self._line(None, row, len(marked), _mark(marked[-1]) if marked else 0)
        else:
            made = self._line(line, row, line.length, line.mark)
        await self._write([], [made])

    async def next_table(self, after: str) -> str | None:
        """The table that follows another one, of all that anything is stored of."""
        return min((table for table in (*self._lines, *self._broken) if table > after), default=None)

    async def of_person(self, person: str) -> set[str]:
        """The tables where a person sits or sat."""
        return {line.id for line in self._lines.values() if person in line.persons}

    async def has_games(self, person: str) -> bool:
        """Whether a person sits or sat at a table whose game runs or is over."""
        lines = self._lines.values()
        return any(person in line.persons and line.status in ("playing", "over") for line in lines)

    async def spoken_at(self, person: str) -> set[str]:
        """The tables where a person spoke, sitting there or not."""
        return {line.id for line in self._lines.values() if known_as(line.id, person) in line.speakers}

    async def summaries(self, person: str, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest tables of a person."""
        return self._listed((line for line in self._lines.values() if person in line.persons), statuses, most)

    async def unfinished(self, person: str, most: int) -> list[bytes]:
        """The newest games that a person gave up and whose tables are gone."""
        own = [each for each in self._unfinished.values() if each.person == person]
        return [each.summary for each in sorted(own, key=lambda each: -each.updated)[:most]]

    async def public(self, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest public tables."""
        lines = (line for line in self._lines.values() if line.visibility == "public")
        return self._listed(lines, statuses, most)

    async def awake(self) -> list[str]:
        """The tables that go on without being asked."""
        return [line.id for line in self._lines.values() if line.awake]

    async def older(self, status: str, moment: int, most: int) -> list[str]:
        """Tables that have not changed since a moment (milliseconds since 1970), the oldest first."""
        old = [line for line in self._lines.values() if line.status == status and line.updated < moment]
        return [line.id for line in sorted(old, key=lambda line: line.updated)[:most]]

    @staticmethod
    def _listed(lines: Iterable[Line], statuses: Sequence[str], most: int) -> list[Listed]:
        found = sorted((line for line in lines if line.status in statuses), key=lambda line: -line.updated)
        return [Listed(line.id, line.summary) for line in found[:most]]

    # Names.

    async def name(self, person: str) -> str:
        """What a person is called; nothing if never said."""
        return self._names.get(person, "")

    async def rename(self, person: str, name: str) -> None:
        """Remember a name."""
        await self._write([Change(f"{NAME}{person}", name.encode())])
        self._names[person] = name

    # What is kept.

    @staticmethod
    def _line(line: Line | None, row: Row | None, length: int, mark: int) -> Line:
        """A table's line after a change."""
        if row is None:
            assert line is not None, "the first events of a table come with its line"
            return structs.replace(line, length=length, mark=mark)
        persons = line.persons if line else frozenset()
        speakers = line.speakers if line else frozenset()
        return Line(
            *row[:6], persons=persons | set(row.persons), speakers=speakers | set(row.speakers),
            length=length, mark=mark,
        )  # fmt: skip

    async def _read(self, start: str) -> list[tuple[str, bytes]]:
        try:
            return await self._keeper.read(start)
        except NotKept as error:
            warn("not_read", reason=str(error))
            raise Unkept from None

    async def _write(self, changes: Sequence[Change], lines: Sequence[Line] = ()) -> None:
        """Write changes and lines together; only then the lists know of it."""
        try:
            await self._keeper.write(
                [*changes, *(Change(f"{TABLE}{line.id}", encode(line)) for line in lines)]
            )
        except Taken:
            raise Behind from None
        except NotKept as error:
            warn("not_kept", reason=str(error))
            raise Unkept from None
        for line in lines:
            self._lines[line.id] = line
            if line.id in self._broken:
                self._broken.remove(line.id)


def event_name(table: str, seq: int) -> str:
    """The name by which an event is kept: names are in the order of their numbers."""
    return f"{EVENT}{table}/{seq:07}"


def _marked(table: str, bodies: Iterable[bytes], mark: int) -> list[bytes]:
    """Events as they are kept: each with a checksum of itself and of those before it."""
    mark = mark or crc32(table.encode())
    return [(mark := crc32(body, mark)).to_bytes(4, "big") + body for body in bodies]


def _mark(value: bytes) -> int:
    return int.from_bytes(value[:4], "big")
