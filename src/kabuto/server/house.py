"""All tables of a server: set, found, kept in memory while somebody needs them."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from kabuto.players import names
from kabuto.server import deciding
from kabuto.server.bans import EVERY, Bans
from kabuto.server.catalogue import options_of
from kabuto.server.chain import Damaged
from kabuto.server.devices import Devices
from kabuto.server.evaluating import Evaluations
from kabuto.server.events import Created, Sat, decode
from kabuto.server.folder import ARCHIVE, SECRET, store_in
from kabuto.server.fresh import Fresh
from kabuto.server.identity import Signer, folder_secret
from kabuto.server.limits import Guard, Limits
from kabuto.server.links import Links
from kabuto.server.lists import Lists
from kabuto.server.logs import log, short, warn
from kabuto.server.messages import (
    Friend,
    Moment,
    Myself,
    NewTable,
    Program,
    Rating,
    SeatPlan,
)
from kabuto.server.metrics import Metrics
from kabuto.server.passkeys import Passkeys
from kabuto.server.phrases import Phrases
from kabuto.server.push import Push
from kabuto.server.puzzle_search import PuzzleSearch
from kabuto.server.retention import is_archived, purge_now_and_then
from kabuto.server.room import Room, replayed
from kabuto.server.servers import News, Servers
from kabuto.server.speech import No, no
from kabuto.server.statistics import strength
from kabuto.server.stopping import stop
from kabuto.server.store import Store
from kabuto.server.study_store import Studies
from kabuto.server.table import Table
from kabuto.server.workers import Workers
from kabuto.server.world import REAL, World
from kabuto.table import BadOption, game_class, load
from kabuto.table.errors import Changed

SIGNED_OUT, REFUSED = 4001, 1008
"""Why the socket of a device that was signed out is closed, and any other that is refused."""
RATED = 200
"""Of how many games the strength of a person is told at a table."""
SWEEP = 60.0
"""Seconds between two looks for tables that nobody needs in memory."""
PAUSES = 9.0
"""How much longer than it works the search for damage rests, table by table."""
HEALING = 5.0
"""Seconds between two looks for what other servers have stored."""


class Visitor(NamedTuple):
    """Whose socket it is."""

    device: str
    person: str
    address: str
    table: str


class House:
    """The tables, and everything they share."""

    def __init__(
        self, data: Path, limits: Limits | None = None, world: World = REAL, store: Store | None = None
    ) -> None:
        """Open the tables of a data folder, or those of another store; ``world`` has the time and chance."""
        self.limits, self.world = limits or Limits(), world
        self.guard = Guard(self.limits, world.monotonic)
        self.metrics = Metrics()
        self.store = store or store_in(data)
        key = self.store.secret or folder_secret(data / SECRET)
        self.signer = Signer(key, world.time)
        self.devices = Devices(self.store, world)
        self.bans = Bans(self.store, world)
        self.links = Links(self.store, self.signer, self.devices, world)
        self.phrases = Phrases(self.store, self.signer.derive("phrase"), world)
        self.push = Push(self.store, self.signer.derive("push"), world)
        self.passkeys = Passkeys(self.store, self.signer.derive("passkey"), world)
        self.studies = Studies(self.store, world, self.limits.studies_of_person)
        self.workers = Workers(self.metrics, world=world, jobs=self.store.jobs)
        self.puzzle_search, self.evaluations = PuzzleSearch(self), Evaluations()
        jobs = self.workers.scheduler
        self.servers = Servers(self.store, world, self._hear, self._rearrange, lambda: jobs.jobs)
        self.guard.share = lambda what, who: self.servers.tell(News(spent=(what, who)))
        self._archive = data / ARCHIVE
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.damaged: dict[str, str] = {}
        """Table → why it cannot be read."""
        self.lists = Lists(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self.sockets: dict[WebSocket, Visitor] = {}
        """The open sockets."""
        self.metrics.gauges.update(
            tables=lambda: len(self._rooms),
            sockets=lambda: len(self.sockets),
            servers=lambda: len(self.servers.names),
        )

    async def open(self) -> None:
        """Go on with every game that does not wait for a person."""
        await self.devices.open()
        await self.bans.look()
        self._tasks.update(await self.servers.open())
        if self.workers.apart:
            await self.workers.apart.open(self.servers.name)
        for work in (self._wake, self._sweep, self._look_for_damage, self._keep_up, self._enforce):
            self._tasks.add(asyncio.create_task(work()))
        self._tasks.add(asyncio.create_task(purge_now_and_then(self, self._archive)))

    async def close(self) -> None:
        """Stop everything; what was accepted is on disk."""
        await stop(self._tasks)
        await self.puzzle_search.close()
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        await self.servers.close()
        if self.workers.apart:
            await self.workers.apart.close()
        self.workers.close()
        await self.push.close()
        await self.store.close()

    def disconnect(self, devices: set[str]) -> None:
        """Close the sockets of devices that were signed out, here and at other servers."""
        self.servers.tell(News(ended=sorted(devices)))
        self._disconnect(devices)

    def _disconnect(self, devices: set[str]) -> None:
        for socket in [socket for socket, visitor in self.sockets.items() if visitor.device in devices]:
            self._start(_close(socket, SIGNED_OUT))

    async def _enforce(self) -> None:
        """Carry out what the people who run the server decide."""
        while True:
            await asyncio.sleep(EVERY)
            with suppress(No):
                if await self.bans.look():
                    self._shut_out()

    def _shut_out(self) -> None:
        """Close what is open of those who are kept out, and the tables that are closed."""
        for name in [name for name in self._rooms if self.bans.of_table(name)]:
            self._start(self._rooms.pop(name).close())
        for socket, (_, person, address, table) in list(self.sockets.items()):
            if self.bans.of(person, address) or self.bans.of_table(table):
                self._start(_close(socket, REFUSED))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Other servers.

    def _hear(self, news: News) -> None:
        """Take what another server tells."""
        if news.ended:
            self.devices.ended.update(news.ended)
            self._disconnect(set(news.ended))
        elif news.done and self.workers.apart:
            self.workers.apart.hear(news.done)
        elif news.spent:
            self.guard.charge(*news.spent)
        elif room := self._rooms.get(news.table):
            room.hear_of(news)
        elif news.awake and self.servers.takes_care_of(news.table):
            self._start(self._wake(news.table))

    def _rearrange(self) -> None:
        """Tables may have changed hands, or news been missed."""
        for room in self._rooms.values():
            room.rearrange(self.servers.names)
        self._start(self._wake())
        self._start(self._catch_up())

    async def _keep_up(self) -> None:
        """Heal now and then what a lost notification leaves behind."""
        while self.servers.is_shared:
            await asyncio.sleep(HEALING)
            await self._catch_up()

    async def _catch_up(self) -> None:
        with suppress(No):
            for name, length in (await self.store.lengths(list(self._rooms))).items():
                if room := self._rooms.get(name):
                    room.hear_of(News(table=name, seq=length))

    async def _wake(self, *tables: str) -> None:
        """Go on with tables that this server takes care of: these, or all that there are."""
        with suppress(No):
            for table in tables or await self.store.awake():
                if table not in self._rooms and self.servers.takes_care_of(table):
                    with suppress(No):  # the log says why
                        async with self.visit(table):
                            pass

    async def _look_for_damage(self) -> None:
        """Find the tables that cannot be read before their owners do, without getting in anybody's way."""
        name, began = "", self.world.monotonic()
        with suppress(No):
            while found := await self.store.next_table(name):
                name = found
                try:
                    await self.store.events(name)
                except Damaged as damage:
                    self._note_damage(name, damage)
                await asyncio.sleep(PAUSES * (self.world.monotonic() - began))
                began = self.world.monotonic()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for name, room in list(self._rooms.items()):
                if room.is_idle:
                    del self._rooms[name]

    # Finding a table.

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[Room]:
        """A table, for as long as one needs it; refused if there is none, or it is closed."""
        self.bans.check_table(name)
        room = self._rooms.get(name) or await self._load(name)
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[Table]:
        """A table that nobody uses, nor can use meanwhile; refused if somebody does."""
        async with self._sole_loading(name):
            room = self._rooms.get(name)
            if room and not room.is_idle:
                raise no("not_now", "table_in_use")
            self._rooms.pop(name, None)
            yield room.table if room else (await self.read(name))[0]

    async def _load(self, name: str) -> Room:
        async with self._sole_loading(name):
            if name not in self._rooms:
                found = await self.read(name)
                await self._mend_lists(found[0])
                if name not in self._rooms:  # it may have been set just now
                    self._rooms[name] = Room(self, *found)
            return self._rooms[name]

    async def _mend_lists(self, table: Table) -> None:
        """Write what the lists say of a table again, if that is damaged: its events tell."""
        row = Room.row(table)
        with suppress(No):  # it can be mended another time
            if not await self.store.is_listed(row):
                await self.store.relist(row)
                warn("list_mended", table=short(table.id))

    @asynccontextmanager
    async def _sole_loading(self, name: str) -> AsyncIterator[None]:
        """Let nobody else load this table meanwhile."""
        lock = self._loading.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._loading.pop(name, None)

    async def read(self, name: str) -> tuple[Table, list[bytes]]:
        """A table from the store, and its events; refused if there is none, or it cannot be read."""
        self.bans.check_table(name)
        try:
            bodies = await self.store.events(name)
            if bodies:
                _check_game(name, bodies[0])
                table = await asyncio.to_thread(replayed, name, bodies)
                self.damaged.pop(name, None)
                return table, bodies
        except No:
            raise
        except Changed as error:  # nothing is lost: it can be read again when what it needs is back
            warn("table_unplayable", table=short(name), reason=str(error))
            raise no("not_found", "table_changed", reason=error.reason) from None
        except Exception as error:  # whatever is wrong with what was stored, it concerns this table alone
            self._note_damage(name, error)
            raise no("not_found", "table_damaged") from None
        raise no("not_found", "table_archived" if is_archived(self._archive, name) else "no_table")

    def _note_damage(self, name: str, error: Exception) -> None:
        if name not in self.damaged:
            warn("table_unreadable", table=short(name), reason=f"{type(error).__name__}: {error}")
        self.damaged[name] = str(error)

    def here(self, name: str) -> set[str]:
        """The persons who have a table open, as far as it is in use here."""
        room = self._rooms.get(name)
        return room.here if room else set()

    async def rename(self, person: str, old: str, name: str) -> None:
        """Show a person's new name at the tables that can be read."""

        async def at_table(table: str) -> None:
            with suppress(No):
                async with self.visit(table) as room:
                    await room.change(lambda table: deciding.rename(table, person, old, name))

        await asyncio.gather(*(at_table(table.id) for table in await self.lists.open_tables(person)))

    # Setting a table.

    async def set_table(self, person: str, name: str, wish: NewTable, is_matched: bool = False) -> str:
        """Set a table, perhaps for whoever comes next; its id."""
        game_class(wish.game)  # refused if there is none, or it cannot be loaded
        await self._check_number(person)
        for number, seat in enumerate(wish.seats):
            if isinstance(seat, Program) and seat.program not in names(wish.game):
                known = ", ".join(names(wish.game))
                place = f"seats[{number}].program"
                raise no("bad_request", "no_program", place, name=seat.program, known=known)
        if all(isinstance(seat, Program) for seat in wish.seats):
            raise no("bad_request", "nobody_sits", "seats")
        seats: list[SeatPlan] = [
            Myself(deciding.clean(seat.name) or name) if isinstance(seat, Myself) else seat
            for seat in wish.seats
        ]
        if wish.clock and wish.clock.increment and wish.clock.per == "move":
            raise no("bad_request", "increment_per_game", "clock.increment")
        if any(isinstance(seat, Program) for seat in seats):
            await self._check_thinking(person)
        options, record = await self._beginning(wish)
        is_public = wish.visibility == "public"
        return await self._create(
            Created(
                host=person,
                game=wish.game,
                options=options,
                seats=seats,
                invites=[self.world.secret() if isinstance(seat, Friend) else "" for seat in seats],
                clock=wish.clock,
                visibility=wish.visibility,
                hints=wish.hints,
                start=wish.start,
                start_for=await self._people_at(wish.start),
                record=record,
                seal=wish.seal or "",
                is_matched=is_matched,
                strength=await self.strength(person, wish.game) if is_public else None,
            )
        )

    async def strength(self, person: str, game: str) -> Rating | None:
        """How strong a person is in a game, by the newest games."""
        return strength(await self.lists.finished(person, RATED), game)

    async def _check_number(self, person: str) -> None:
        most = self.limits.open_tables
        if len(await self.lists.open_tables(person)) >= most:
            raise no("too_many", "too_many_tables", most=most)

    async def _check_thinking(self, person: str) -> None:
        most = self.limits.thinking
        if await self.workers.jobs_of(person) + self.servers.busy_elsewhere(person) >= most:
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
        return options_of(wish.game, wish.options, players), None

    async def moment(self, moment: Moment) -> Any:
        """The game at a moment of a finished one."""
        async with self.visit(moment.table) as room, room.stored() as table:
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

    def rematch(self, old: Table, name: str, at: int) -> Fresh:
        """The same table again, everybody one seat further; not stored yet."""
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
            invites=[self.world.secret() if isinstance(plan, Friend) else "" for plan in plans],
            clock=made.clock,
            visibility=made.visibility,
            hints=made.hints,
        )
        sat = [
            Sat(seat=seat, person=state.person, name=state.name, seal=old.next_seals.get(order[seat], ""))
            for seat, state in enumerate(states)
            if state.is_person and not state.left
        ]
        return Fresh(name, created, sat, at, self.world)

    async def _create(self, created: Created) -> str:
        fresh = Fresh(self.world.secret(), created, [], self.world.now(), self.world)
        await self.store.append(fresh.batch)
        self.add(fresh)
        return fresh.table.id

    def add(self, fresh: Fresh) -> None:
        """Take a new table that was stored."""
        table = fresh.table
        if table.id not in self._rooms:  # a server that has just started may have woken it already
            self._rooms[table.id] = Room(self, table, list(fresh.batch.bodies))
        is_awake = fresh.batch.row is not None and fresh.batch.row.awake
        self.servers.tell(News(table=table.id, seq=table.seq, awake=is_awake))
        self.metrics.count("tables_set")
        log("table_set", table=short(table.id), game=table.created.game, seats=len(table.seats))


def _check_game(table: str, body: bytes) -> None:
    """Refuse a table whose game cannot be loaded any more; ``body`` is its first event."""
    created = decode(body)
    assert isinstance(created, Created)
    try:
        game_class(created.game)
    except BadOption as refusal:
        warn("game_missing", table=short(table), reason=refusal.reason)
        raise no("not_found", "game_missing", name=created.game) from None


async def _close(socket: WebSocket, why: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it was just closing
        await socket.close(why)
