"""A table in use: the persons who have it open, one thing happening after the other, and programs that think.

Whatever happens is decided, stored and then told, in this order.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kabuto.server import dealing, deciding, mercy
from kabuto.server.audience import ENCODER, Audience, Before, Client, failed, reader, shown
from kabuto.server.clocks import Timekeeper
from kabuto.server.events import Event, Followed, Sat, Started, decode, encode, is_known, kind_of, newer
from kabuto.server.logs import log, short, warn
from kabuto.server.messages import TableInfo
from kabuto.server.passing import Passing
from kabuto.server.patience import is_of_days
from kabuto.server.payloads import Renderer, info
from kabuto.server.scheduler import Job
from kabuto.server.servers import News, news_of
from kabuto.server.socket_messages import (
    Accepted,
    AnswerOffer,
    AutoPass,
    Away,
    Back,
    Because,
    ClientMessage,
    MakeOffer,
    Move,
    Mute,
    Open,
    Ready,
    Refused,
    Resign,
    Resume,
    Say,
    Undo,
    Why,
)
from kabuto.server.speech import No, no
from kabuto.server.stopping import stop
from kabuto.server.store import Batch, Behind, NotStored, Row
from kabuto.server.table import Table
from kabuto.table import IllegalMove
from kabuto.table.text import parts

if TYPE_CHECKING:
    from kabuto.server.house import House

RETRY = 5.0
"""Seconds until something is tried again that could not be stored, or a program that could not think."""
LONGEST_RETRY = 60.0
"""Programs that still cannot think are tried less and less often, but at least this often."""
MOST_REFUSED = 64
"""How many refused messages a table remembers, to answer the same when they are repeated."""


PASSING = ("not_stored", "too_fast", "game_failed")
"""Refusals that may be none when the same message comes again."""


class Room:
    """A table in use."""

    def __init__(self, house: "House", table: Table, bodies: list[bytes]) -> None:
        self.house, self.table = house, table
        self._bodies = bodies
        """The events of the table as they are stored."""
        self._told = len(bodies)
        """How many of them other servers know."""
        self._lock = asyncio.Lock()
        self._audience = Audience(house.world)
        self._refused: dict[tuple[str, str], Refused] = {}
        self._time = Timekeeper(house.world)
        self._alarm: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._passing = Passing(house.world)
        self._tasks: set[asyncio.Task[None]] = set()
        self.visitors = 0
        """How many requests are using it."""
        self._due = self._to_move()
        house.servers.tell(News(table=table.id, asks=True))
        self._look()
        if self._settlement():  # agreed, and then the server stopped
            self._start(self._settle)

    @property
    def here(self) -> set[str]:
        """The persons who have the table open, at any server."""
        return self._audience.everybody

    @property
    def is_idle(self) -> bool:
        """Whether nobody needs it in memory."""
        busy = self._audience.clients or self.visitors or self._lock.locked() or self._thinking or self._alarm
        busy = busy or self._passing.is_waiting
        return not busy and not self._tasks

    @property
    def renderer(self) -> Renderer:
        """Makes messages about the table as it is now."""
        return Renderer(self.table, self.here, self._time.shown(self.table), self._passing.always)

    # Coming and going.

    async def enter(self, client: Client, after: int | None) -> bool:
        """Somebody opens the table; False if they have seen more of it at another server."""
        async with self._lock:
            is_new = client.person not in self._audience.persons
            if self.house.servers.is_shared:
                with suppress(NotStored):
                    await self._catch_up()
            with suppress(No):  # whoever comes back may come in, whether that can be stored or not
                if self.table.status == "playing":
                    await self._decide(lambda table: mercy.returned(table, client.person))
            if self.house.servers.is_shared and (after or 0) > self.table.number:
                return False
            self._audience.clients.append(client)
            client.tell(shown(self.table, lambda: self.renderer.state(reader(self.table, client), after)))
            if is_new and self.table.seats_of(client.person):
                self._start(self._tell_presence)
            return True

    def leave(self, client: Client) -> None:
        """A connection is closed."""
        if self._audience.leave(client) and self.table.seats_of(client.person):
            self._start(self._tell_presence)

    # What clients say.

    async def hear(self, client: Client, message: ClientMessage) -> None:
        """Carry out what somebody wants, or say why not."""
        name = getattr(message, "id", "")
        async with self._lock:
            try:
                await self._carry_out_or_refuse(client, message)
            except No as refusal:
                if not isinstance(message, (Move, Undo, Why)) or refusal.error == "not_stored":
                    self.house.metrics.count("refused", f'error="{refusal.error}"')
                reason = parts(refusal.reason, client.language)
                refused = Refused(id=name, error=refusal.error, reason=reason)
                if name and refusal.error not in PASSING:
                    self._refused[client.person, name] = refused
                    while len(self._refused) > MOST_REFUSED:
                        del self._refused[next(iter(self._refused))]
                client.tell(refused)

    async def _carry_out_or_refuse(self, client: Client, message: ClientMessage) -> None:
        """Carry out what somebody wants; it is refused for good only by what is stored."""
        while True:
            try:
                return await self._carry_out(client, message)
            except Behind:
                pass  # what another server has stored meanwhile is known now
            except No as refusal:
                is_final = refusal.error not in PASSING and self.house.servers.is_shared
                if not is_final or not await self._catch_up():
                    raise

    async def _carry_out(self, client: Client, message: ClientMessage) -> None:
        table, person = self.table, client.person
        if not isinstance(message, (Why, AutoPass, Resume)):
            if deciding.is_done(table, person, message):
                client.tell(Accepted(message.id))
                return
            if (person, message.id) in self._refused:
                client.tell(self._refused[person, message.id])
                return
        match message:
            case Move():
                left = self._time.left(table, message.seat) if message.seat < len(table.seats) else None
                events = deciding.move(table, person, message, left)
                if not self._passing.hold(client, message):
                    await self._happen(events, client, message.id)
            case Undo():
                await self._happen(deciding.undo(table, person, message), client, message.id)
            case Why():
                reason = shown(table, lambda: deciding.why(table, person, message))
                client.tell(Because(message.id, None if reason is None else parts(reason, client.language)))
            case Say():
                self._check_talk(client)
                await self._happen(deciding.say(table, person, client.name, message), client, message.id)
            case Mute():
                self.house.guard.spend("talk", person)
                await self._happen(deciding.mute(table, person, message), client, message.id)
            case MakeOffer():
                await self._happen(deciding.offer(table, person, message, self._away()), client, message.id)
            case AnswerOffer():
                await self._happen(deciding.answer(table, person, message), client, message.id)
            case Back():
                await self._happen(mercy.come_back(table, person, message), client, message.id)
            case Resign():
                await self._happen(mercy.resign(table, person, message), client, message.id)
            case Ready():
                await self._happen(mercy.ready(table, person, message), client, message.id)
            case Away():
                now = self.house.world.time()
                await self._happen(mercy.away(table, person, message, now), client, message.id)
            case AutoPass():
                deciding.check_seat(table, person, message.seat)
                self._passing.set(message.seat, message.on)
                client.tell(Accepted(message.id))
                self._passing.look(table, self._pass)
                renderer = self.renderer
                self._audience.send(self.table, lambda c: renderer.turn(reader(table, c)), person)
            case Open():
                await self._happen(dealing.opening(table, person, message), client, message.id)
            case Resume():
                client.tell(shown(table, lambda: self.renderer.state(reader(table, client), message.after)))

    def _check_talk(self, client: Client) -> None:
        """Refuse a line of somebody who is too fast, or whom nobody could tell from a stranger next time."""
        if not client.has_cookie:
            raise no("not_yours", "talk_needs_cookie")
        self.house.guard.spend("talk", client.person)
        self.house.guard.spend("address_talk", client.address)

    @asynccontextmanager
    async def stored(self) -> AsyncIterator[Table]:
        """The table while nothing happens at it: what it shows is on disk."""
        async with self._lock:
            yield self.table

    async def info(self, person: str) -> TableInfo:
        """The table from outside: what is stored of it."""
        async with self._lock:
            return info(self.table.summary(), person, self.here)

    async def change(self, decide: Callable[[Table], Sequence[Event]]) -> None:
        """Carry out something that did not come over a socket."""
        async with self._lock:
            await self._decide(decide)

    async def _decide(self, decide: Callable[[Table], Sequence[Event]]) -> None:
        """Let something happen; if another server was faster, decide again."""
        while True:
            with suppress(Behind):
                return await self._happen(decide(self.table))

    async def rewrite(self, change: Callable[[Table, Iterable[Event]], Iterable[Event]]) -> None:
        """Replace events by others that make the same of the table, but for names and talk."""
        async with self._lock:
            name = self.table.id
            while True:
                await self._read_again()
                bodies = [encode(event) for event in change(self.table, map(decode, self._bodies))]
                table = await asyncio.to_thread(replayed, name, bodies)
                try:
                    await self.house.store.rewrite(name, self._bodies, bodies, self.row(table))
                    break
                except Behind:  # another server has stored or rewritten something meanwhile
                    if not self.house.servers.is_shared:
                        raise
            self._bodies, self.table = bodies, table
            self.house.servers.tell(News(table=name, rewritten=True))

    async def _read_again(self) -> None:
        """Take the table as it is stored: another server may have rewritten it."""
        if self.house.servers.is_shared:
            await self._catch_up()
            self.table, self._bodies = await self.house.read(self.table.id)
            if not all(map(is_known, self._bodies)):
                raise newer()

    def _away(self) -> dict[str, float]:
        """Person → seconds since it was seen here, unless it announced an absence."""
        today = self.house.world.time()
        persons = {seat.person for seat in self.table.seats if seat.person and seat.away_until < today}
        return self._audience.away(persons)

    async def _settle(self) -> None:
        """Do what everybody agreed to before the server stopped."""
        while self._settlement():
            try:
                async with self._lock:
                    await self._decide(lambda table: self._settlement())
            except No:
                await asyncio.sleep(RETRY)

    def _settlement(self) -> list[Event]:
        """What follows from what everybody has agreed to."""
        return deciding.settlement(self.table, self.house.world)

    # What happens.

    async def _happen(self, events: Sequence[Event], client: Client | None = None, name: str = "") -> None:
        """Store events and what follows from them, all or none, then tell everybody.

        If they cannot be stored, nothing has happened.
        """
        if not events:
            if client:
                client.tell(Accepted(name))
            return
        world = self.house.world
        started, at = world.monotonic(), world.now()
        table, before = self.table, Before(self.table)
        try:
            happened = self._carried_out(events, at)
            bodies = [encode(event) for event in happened]
            is_listed = before.is_listed_differently(table, happened)
            row = self.row(table) if is_listed else None
            if row and not any(isinstance(event, Sat) for event in happened):
                row = row._replace(persons=())  # nobody new
            followed = [event.table for event in happened if isinstance(event, Followed)]
            rematches = [self.house.rematch(table, new, at) for new in followed]
            batches = [Batch(table.id, before.seq, bodies, row), *(new.batch for new in rematches)]
            await self.house.store.append(*batches)
        except asyncio.CancelledError:  # it may be stored all the same: then it is found there
            self.table = replayed(table.id, self._bodies)
            raise
        except Exception as error:
            if not isinstance(error, IllegalMove) or table.seq != before.seq:
                await self._restore()
            if isinstance(error, Behind) and not await self._catch_up():
                raise NotStored from None  # it is not there any more
            if isinstance(error, IllegalMove):
                raise No("illegal", error.reason) from None
            raise error if isinstance(error, No) else failed(self.table, error) from error
        self._bodies += bodies
        if is_listed or (client and client.person in self._audience.others):
            self.house.servers.tell(news_of(table.id, self._bodies, self._told, bool(row and row.awake)))
            self._told = len(self._bodies)
        for new in rematches:
            self.house.add(new)
        self._look()
        self._notify()
        if client:
            client.tell(Accepted(name))
        self._audience.tell(happened, before, self.renderer)
        if is_listed:  # a turn in progress leaves no trace in the metrics either
            self.house.metrics.time("event", world.monotonic() - started)
            for kind in {kind_of(event) for event in happened}:
                self.house.metrics.count("events", f'kind="{kind}"')

    async def _restore(self) -> None:
        """Forget what could not be stored."""
        try:
            self.table = await asyncio.to_thread(replayed, self.table.id, self._bodies)
        except asyncio.CancelledError:
            self.table = replayed(self.table.id, self._bodies)
            raise

    async def _catch_up(self) -> bool:
        """Take what other servers have stored, and tell everybody; whether there was anything."""
        bodies = await self.house.store.events_after(self.table.id, len(self._bodies))
        self._take(bodies)
        return bool(bodies)

    def _take(self, bodies: Sequence[bytes]) -> None:
        """Take the next events, which another server has stored, and tell everybody."""
        if not bodies:
            return
        for body, event in zip(bodies, list(map(decode, bodies)), strict=True):
            before = Before(self.table)  # one by one, so that a turn in progress shows in nothing else
            self.table.apply(event)
            self._bodies.append(body)
            self._audience.tell([event], before, self.renderer)
        self._told = len(self._bodies)
        self._due = self._to_move()
        self._look()

    def _carried_out(self, events: Sequence[Event], at: int) -> list[Event]:
        """Let the table take events, and what follows from them; all of them, with the time they happened."""
        happened: list[Event] = []
        while events:
            stamped = [replace(event, at=at) for event in events]
            for event in stamped:
                self.table.apply(event, is_new=True)
            happened += stamped
            events = self._settlement()
        return happened

    @staticmethod
    def row(table: Table) -> Row:
        """A table as it is found again: in lists, and when the server starts."""
        summary = table.summary()
        programs = any(table.seats[seat].mover for seat in table.to_move)
        return Row(
            id=table.id,
            status=table.status,
            visibility=table.created.visibility,
            awake=table.is_full or (bool(table.to_move) and (programs or bool(table.left))),
            updated=table.updated,
            summary=ENCODER.encode(summary),
            persons=tuple({table.created.host, *(seat.person for seat in table.seats if seat.person)}),
        )

    async def _tell_presence(self) -> None:
        sitting = sorted(person for person in self._audience.persons if self.table.seats_of(person))
        self.house.servers.tell(News(table=self.table.id, here=sitting))
        await self._show_presence()

    async def _show_presence(self) -> None:
        async with self._lock:
            renderer = self.renderer
            self._audience.send(self.table, lambda c: renderer.changed(c.person))

    # Other servers.

    def hear_of(self, news: News) -> None:
        """Take what another server tells of the table."""
        if news.seq > len(self._bodies) or news.rewritten:
            self._start(self._reload if news.rewritten else lambda: self._follow(news))
        if news.here is not None:
            self._note_elsewhere({**self._audience.elsewhere, news.by: set(news.here)})
        if news.asks and self._audience.clients:
            self._start(self._tell_presence)

    def rearrange(self, servers: Collection[str]) -> None:
        """See whether this server still takes care of the table, and who is at the servers that are there."""
        elsewhere = self._audience.elsewhere
        self._note_elsewhere({name: elsewhere[name] for name in elsewhere if name in servers})
        self._start(self._look_again)

    async def _look_again(self) -> None:
        async with self._lock:  # not at something that is not stored yet
            self._look()

    def _note_elsewhere(self, elsewhere: dict[str, set[str]]) -> None:
        if self._audience.note(elsewhere):
            self._start(self._show_presence)

    async def _follow(self, news: News) -> None:
        """Take what another server has stored: what it has told, or else what there is."""
        async with self._lock:
            known, first = len(self._bodies), news.seq - len(news.bodies)
            with suppress(No):
                if first <= known < news.seq:
                    bodies = [bytes(body) for body in news.bodies[known - first :]]
                    self.house.store.note(self.table.id, known, bodies)
                    self._take(bodies)
                elif known < news.seq:
                    await self._catch_up()

    async def _reload(self) -> None:
        """Forget what another server has rewritten, such as the name of somebody who is gone."""
        async with self._lock:
            with suppress(No):
                await self._read_again()
        await self._show_presence()

    # What goes on by itself: clocks and programs.

    def _look(self) -> None:
        """See whose time runs, and whether a program is to move."""
        self._time.look(self.table)
        self._passing.look(self.table, self._pass)
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if not self.house.servers.takes_care_of(self.table.id):
            return
        wait = self._time.next(self.table)
        if wait is not None:
            self._alarm = asyncio.get_running_loop().call_later(wait, self._start, self._time_out)
        if self._thinking is None and self._next_thought():
            self._thinking = asyncio.create_task(self._think())

    def _to_move(self) -> set[str]:
        """The persons whose turn it is."""
        found = (self.table.seats[seat] for seat in self.table.to_move)
        return {seat.person for seat in found if seat.person and not seat.mover}

    def _notify(self) -> None:
        """Tell those who are not here that it is their turn now, in a game of days."""
        due, self._due = self._due, self._to_move()
        if is_of_days(self.table.created.clock):
            for person in self._due - due - self.here:
                self.house.push.tell_turn(person, self.table.id, self.table.created.game)

    def _next_thought(self) -> deciding.Thought | None:
        """The next turn of a program, if it is up to this server."""
        is_ours = self.house.servers.takes_care_of(self.table.id)
        return deciding.next_thought(self.table) if is_ours else None

    def _start(self, work: Callable[[], Any]) -> None:
        task = asyncio.create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_out(self) -> None:
        async with self._lock:
            self._alarm = None
            try:
                if self._time.is_waiting_over(self.table):
                    is_full = self.table.is_full
                    deal = shown(self.table, lambda: dealing.begin(self.table)) if is_full else None
                    await self._happen([deal or Started()])
                for seat in self._time.over(self.table):
                    log("time_over", table=short(self.table.id), seat=seat)
                    await self._happen(mercy.timed_out(self.table, seat))
            except Behind:
                pass  # the alarm is set for what is there now
            except No:
                self._alarm = asyncio.get_running_loop().call_later(RETRY, self._start, self._time_out)
            else:
                self._look()

    async def _pass(self) -> None:
        """Carry out passes that were held, or make one for a seat that can do nothing else."""
        for client, message in self._passing.taken():
            await self.hear(client, message)
        async with self._lock:
            seat = self._passing.seat
            if seat is not None:
                with suppress(No):  # not stored: the person can still pass
                    await self._happen(self._passing.made(self.table, self._time.left(self.table, seat)))

    async def _think(self) -> None:
        """Let programs play until a person is to move: whatever fails is tried again."""
        wait = RETRY
        try:
            while thought := self._next_thought():
                try:
                    found = await self._think_about(thought)
                    moves = self._passing.first(self.table, thought.seat, found)
                    await self.house.world.sleep(self._passing.wait(moves[0]))
                    async with self._lock:
                        await self._happen(deciding.moves(self.table, thought, moves))
                    wait = RETRY
                except Behind:
                    pass  # the turn is thought over again, if there still is one
                except Exception as error:
                    if isinstance(error, No) and error.error == "not_stored":
                        await asyncio.sleep(RETRY)  # there may be room when the turn is thought over again
                        continue
                    warn("thinking_failed", table=short(self.table.id), again_in=wait)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_RETRY)
        finally:
            self._thinking = None

    async def _think_about(self, thought: deciding.Thought) -> list[str]:
        """The turn of a program."""
        table, clock = self.table, self.house.world.monotonic
        began, made, seat = clock(), table.created, thought.seat
        job = Job(made.host, table.id, (made.game, thought.program))
        moves = await self.house.workers.turn(job, table.game_of(seat).copy(), seat)
        self.house.metrics.time("program_turn", clock() - began)
        return moves

    async def close(self) -> None:
        """Stop what goes on by itself."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        self._passing.stop()
        await stop([*self._tasks, *([self._thinking] if self._thinking else [])])


def replayed(name: str, bodies: Iterable[bytes]) -> Table:
    """A table as its stored events make it."""
    return Table(name, map(decode, bodies))
