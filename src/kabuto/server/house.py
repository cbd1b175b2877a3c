"""All tables of a server: set, found, kept in memory while somebody needs them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

from msgspec import MsgspecError
from msgspec.json import Decoder
from msgspec.structs import replace

from kabuto import load
from kabuto.players import names
from kabuto.server.deciding import begin, clean
from kabuto.server.events import Created, Event, Sat, decode, encode
from kabuto.server.identity import Signer, new_secret
from kabuto.server.limits import Guard, Limits
from kabuto.server.logs import log, short, warn
from kabuto.server.messages import Friend, Lobby, Moment, Myself, NewTable, Program, SeatPlan, TableInfo
from kabuto.server.metrics import Metrics
from kabuto.server.payloads import info
from kabuto.server.room import Room
from kabuto.server.speech import check_game, no
from kabuto.server.store import Store
from kabuto.server.table import Summary, Table
from kabuto.server.workers import Workers
from kabuto.table import BadOption, BadRecord, game_class
from kabuto.table.options import resolve

LISTED = 50
"""How many tables a list shows."""
REMEMBERED = 1000
"""Of so many tables of a person it is looked up which are still open."""
SWEEP = 60.0
"""Seconds between two looks for tables that nobody needs in memory."""
_SUMMARY = Decoder(Summary)


class House:
    """The tables, and everything they share."""

    def __init__(self, data: Path, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.guard = Guard(self.limits)
        self.metrics = Metrics()
        self.store = Store(data / "kabuto.sqlite")
        self.signer = Signer.from_file(data / "secret")
        self.workers = Workers(self.metrics)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.sockets: set[Any] = set()
        self.metrics.gauges.update(tables=lambda: len(self._rooms), sockets=lambda: len(self.sockets))

    async def open(self) -> None:
        """Go on with every game that does not wait for a person."""
        for work in (self._wake(), self._sweep()):
            self._tasks.add(asyncio.create_task(work))

    async def close(self) -> None:
        """Stop everything; what was accepted is on disk."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        self.workers.close()
        await asyncio.to_thread(self.store.close)

    async def _wake(self) -> None:
        for table in await self.store.awake():
            try:
                async with self.visit(table):
                    pass
            except Exception:
                warn("table_unreadable", table=short(table))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for name, room in list(self._rooms.items()):
                if room.is_idle:
                    del self._rooms[name]

    # Finding a table.

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[Room]:
        """A table, for as long as one needs it; refused if there is none."""
        room = self._rooms.get(name) or await self._load(name)
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1

    async def _load(self, name: str) -> Room:
        lock = self._loading.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                if name not in self._rooms:
                    events = [decode(body) for body in await self.store.events(name)]
                    if not events:
                        raise no("not_found", "no_table")
                    self._rooms[name] = Room(self, Table(name, events), events)
                return self._rooms[name]
        except (MsgspecError, BadRecord) as error:
            warn("table_unreadable", table=short(name), reason=str(error))
            raise no("not_found", "table_damaged") from None
        finally:
            if not lock.locked():
                self._loading.pop(name, None)

    async def lobby(self, person: str) -> Lobby:
        """The tables that a person may want."""
        own = await self.open_tables(person)
        done = await self.store.summaries(person, ("over", "record"), LISTED)
        waiting = await self.store.public(("waiting",), LISTED)
        running = await self.store.public(("playing",), LISTED)
        over = await self.store.public(("over",), LISTED)
        known = {table.id for table in own}
        finished = {table.id: table for table in self._infos([*done, *over], person)}
        return Lobby(
            mine=own[:LISTED],
            waiting=[table for table in self._infos(waiting, person) if table.id not in known],
            watch=[table for table in self._infos(running, person) if table.id not in known],
            finished=sorted(finished.values(), key=lambda table: -table.updated)[:LISTED],
        )

    async def open_tables(self, person: str) -> list[TableInfo]:
        """The tables that a person has set or sits at, without those that were left."""
        found = await self.store.summaries(person, ("waiting", "playing"), REMEMBERED)
        return [table for table in self._infos(found, person) if _is_open(table)]

    def _infos(self, summaries: list[bytes], person: str) -> list[TableInfo]:
        found = [_SUMMARY.decode(body) for body in summaries]
        return [info(each, person, self._here(each.id)) for each in found]

    def _here(self, name: str) -> set[str]:
        room = self._rooms.get(name)
        return room.here if room else set()

    # Setting a table.

    async def set_table(self, person: str, name: str, wish: NewTable) -> str:
        """Set a table; its id."""
        check_game(wish.game, "game")
        await self._check_number(person)
        for number, seat in enumerate(wish.seats):
            if isinstance(seat, Program) and seat.program not in names(wish.game):
                known = ", ".join(names(wish.game))
                place = f"seats[{number}].program"
                raise no("bad_request", "no_program", place, name=seat.program, known=known)
        if all(isinstance(seat, Program) for seat in wish.seats):
            raise no("bad_request", "nobody_sits", "seats")
        seats: list[SeatPlan] = [
            Myself(clean(seat.name) or name) if isinstance(seat, Myself) else seat for seat in wish.seats
        ]
        if any(isinstance(seat, Program) for seat in seats):
            self._check_thinking(person)
        options, record = await self._beginning(wish)
        return await self._create(
            Created(
                host=person,
                game=wish.game,
                options=options,
                seats=seats,
                invites=[new_secret() if isinstance(seat, Friend) else "" for seat in seats],
                clock=wish.clock,
                visibility=wish.visibility,
                hints=wish.hints,
                start=wish.start,
                start_for=await self._people_at(wish.start),
                record=record,
            )
        )

    async def _check_number(self, person: str) -> None:
        most = self.limits.open_tables
        if len(await self.open_tables(person)) >= most:
            raise no("too_many", "too_many_tables", most=most)

    def _check_thinking(self, person: str) -> None:
        most = self.limits.thinking
        if self.workers.scheduler.jobs_of(person) >= most:
            raise no("too_many", "too_many_thinking", most=most)

    async def _beginning(self, wish: NewTable) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The options of a new game, and the record it goes on from, if it does."""
        players = len(wish.seats)
        if wish.start is not None:
            if wish.options:
                raise no("bad_request", "no_options_here", "options")
            game = await self.moment(wish.start)
            if game.players != players:
                raise no("bad_request", "seats_number", "seats", number=game.players)
            return dict(game.options), game.record()
        if wish.options.get("players", players) != players:
            raise no("bad_request", "players_follow", "options.players", number=players)
        kind = game_class(wish.game)
        try:
            return resolve(kind.option_table, {**wish.options, "players": players}), None
        except BadOption as refusal:
            place = "seats" if refusal.place == "players" else f"options.{refusal.place}"
            raise BadOption(refusal.reason, place) from None

    async def moment(self, moment: Moment) -> Any:
        """The game at a moment of a finished one."""
        async with self.visit(moment.table) as room:
            table = room.table
            if table.status not in ("over", "record") or table.game is None:
                raise no("not_now", "not_finished", "start.table")
            if moment.ply > table.game.ply:
                raise no("bad_request", "no_such_ply", "start.ply", most=table.game.ply)
            game = table.before(moment.ply)
            if game.to_move is None:
                raise no("bad_request", "game_ended_there", "start.ply")
            return game

    async def _people_at(self, moment: Moment | None) -> list[str] | None:
        """Who knows the table of a moment: the people at it, or everybody (None) if it is public."""
        if moment is None:
            return []
        async with self.visit(moment.table) as room:
            made = room.table.created
            if made.visibility == "public":
                return None
            return sorted({made.host, *(seat.person for seat in room.table.seats if seat.person)})

    async def upload(self, person: str, record: dict[str, Any]) -> str:
        """Keep a record; its id. ``BadRecord`` tells what is wrong with it."""
        game = await asyncio.to_thread(load, record)
        check_game(game.name, "record.game")
        return await self._create(
            Created(
                host=person,
                game=game.name,
                options=dict(game.options),
                seats=[Friend() for _ in range(game.players)],
                invites=[""] * game.players,
                record=game.record(),
                is_record=True,
            )
        )

    async def rematch(self, old: Table) -> str:
        """Set the same table again, everybody one seat further."""
        made, count = old.created, len(old.seats)
        order = [(seat + 1) % count for seat in range(count)]  # who sat on seat 1 begins
        states = [old.seats[seat] for seat in order]
        plans: list[SeatPlan] = [Program(state.program) if state.program else Friend() for state in states]
        options = {} if old.game is None else dict(old.game.options)
        created = Created(
            host=made.host,
            game=made.game,
            options=options,
            seats=plans,
            invites=[new_secret() if isinstance(plan, Friend) else "" for plan in plans],
            clock=made.clock,
            visibility=made.visibility,
            hints=made.hints,
        )
        sat = [
            Sat(seat=seat, person=state.person, name=state.name)
            for seat, state in enumerate(states)
            if state.is_person and not state.left
        ]
        return await self._create(created, sat)

    async def _create(self, created: Created, more: list[Sat] | None = None) -> str:
        name = new_secret()
        at = int(time() * 1000)
        events: list[Event] = [*_stamped([created, *(more or [])], at)]
        table = Table(name, events)
        if table.status == "waiting" and not any(seat.is_open for seat in table.seats):
            events += _stamped([begin(table)], at)
            table = Table(name, events)
        await self.store.append(name, 0, [encode(event) for event in events], Room.row(table))
        self._rooms[name] = Room(self, table, events)
        self.metrics.count("tables_set")
        log("table_set", table=short(name), game=created.game, seats=len(created.seats))
        return name


def _is_open(table: TableInfo) -> bool:
    """Whether the person who asks still has to do with a table."""
    is_host = table.host and table.status == "waiting"
    return is_host or any(not table.seats[seat].left for seat in table.mine)


def _stamped(events: list[Any], at: int) -> list[Any]:
    return [replace(event, at=at) for event in events]
