"""A table in use: the persons who have it open, one thing happening after the other, and programs that think.

Whatever happens is decided, stored and then told, in this order.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from kabuto.host.call import Payer
from kabuto.host.log import log, short
from kabuto.host.peers import News, news_of
from kabuto.host.rooms import listing
from kabuto.host.rooms.clients import Client, Clients, failed, is_listed_differently, reader, shown
from kabuto.host.rooms.context import RoomContext
from kabuto.host.rooms.hidden_passes import HiddenPasses
from kabuto.host.rooms.new_table import NewTableEvents, rematch
from kabuto.host.rooms.programs import Programs
from kabuto.host.store import Batch, Behind, NotStored
from kabuto.host.tasks import stop
from kabuto.protocol.errors import Refusal, refuse
from kabuto.protocol.http import TableInfo
from kabuto.protocol.socket import (
    Accepted,
    AskPreview,
    AutoPass,
    Because,
    ClientMessage,
    Lasting,
    Move,
    Mute,
    Previewed,
    Question,
    Recalled,
    Refused,
    Resume,
    Say,
    Undo,
    Why,
    Wish,
)
from kabuto.table.text import parts
from kabuto.tabletop import absence, deal, decisions
from kabuto.tabletop.clocks import Timekeeper
from kabuto.tabletop.decide import Outside, Step, decide, happen
from kabuto.tabletop.render import Reader, Renderer, info
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import (
    Event,
    Followed,
    Sat,
    Started,
    decode,
    encode,
    is_known,
    kind_of,
    newer,
)
from kabuto.tabletop.time_limits import is_of_days

RETRY = 5.0
"""Seconds until something is tried again that could not be stored."""
MOST_REFUSED = 64
"""How many refused messages a table remembers, to answer the same when they are repeated."""


ASKED = ("", "preview")
"""What previews and recalled moves are among the jobs that cost processor time."""
PASSING = ("not_stored", "too_fast", "game_failed")
"""Refusals that may be none when the same message comes again."""


class Room:
    """A table in use."""

    def __init__(self, context: RoomContext, table: Table, bodies: list[bytes]) -> None:
        self._context, self.table = context, table
        self._bodies = bodies
        """The events of the table as they are stored."""
        self._told = len(bodies)
        """How many of them other servers know."""
        self._lock = asyncio.Lock()
        self._clients = Clients(context.clock)
        self._refused: dict[tuple[str, str], Refused] = {}
        self._time = Timekeeper(context.clock)
        self._alarm: asyncio.TimerHandle | None = None
        self._passes = HiddenPasses[Client](context.clock, context.chance)
        self._programs = Programs(context)
        self._tasks: set[asyncio.Task[None]] = set()
        self.visitors = 0
        """How many requests are using it."""
        self._due = self._to_move()
        context.peers.tell(News(table=table.id, asks=True))
        self._look()
        if self._settlement():  # agreed, and then the server stopped
            self._start(self._settle)

    @property
    def here(self) -> set[str]:
        """The persons who have the table open, at any server."""
        return self._clients.everybody

    @property
    def is_idle(self) -> bool:
        """Whether it can be dropped from memory."""
        busy = self._clients.clients or self.visitors or self._lock.locked() or self._alarm
        busy = busy or self._passes.is_waiting or self._programs.are_thinking
        return not busy and not self._tasks

    @property
    def renderer(self) -> Renderer:
        """Makes messages about the table as it is now."""
        return Renderer(self.table, self.here, self._time.shown(self.table), self._passes.always)

    # Coming and going.

    async def enter(self, client: Client, after: int | None) -> bool:
        """A client opens the table; False if they have seen more of it at another server."""
        async with self._lock:
            is_new = client.person not in self._clients.persons
            if self._context.peers.is_shared:
                with suppress(NotStored):
                    await self._catch_up()
            with suppress(Refusal):  # anyone who comes back may come in, whether that can be stored or not
                if self.table.status == "playing":
                    await self._decide(lambda table: absence.returned(table, client.person))
            if self._context.peers.is_shared and (after or 0) > self.table.number:
                return False
            self._clients.clients.append(client)
            client.tell(shown(self.table, lambda: self.renderer.state(reader(self.table, client), after)))
            if is_new and self.table.seats_of(client.person):
                self._start(self._tell_presence)
            return True

    def leave(self, client: Client) -> None:
        """A connection is closed."""
        if self._clients.leave(client) and self.table.seats_of(client.person):
            self._start(self._tell_presence)

    # What clients say.

    async def hear(self, client: Client, message: ClientMessage) -> None:
        """Carry out a message, or say why not."""
        name = getattr(message, "id", "")
        if isinstance(message, Question):
            return await self._answer(client, message)
        async with self._lock:
            try:
                await self._carry_out_or_refuse(client, message)
            except Refusal as refusal:
                if not isinstance(message, (Move, Undo, Why)) or refusal.error == "not_stored":
                    self._context.metrics.count("refused", error=refusal.error)
                reason = parts(refusal.reason, client.language)
                refused = Refused(id=name, error=refusal.error, reason=reason)
                if name and refusal.error not in PASSING:
                    self._refused[client.person, name] = refused
                    while len(self._refused) > MOST_REFUSED:
                        del self._refused[next(iter(self._refused))]
                client.tell(refused)

    async def _answer(self, client: Client, question: Question) -> None:
        """Say what would happen, or has happened. Nothing changes, so nothing at the table waits for it."""
        payer = Payer(client.person if client.has_cookie else "", client.address)
        try:
            async with self._context.budget.pay(payer, ASKED) as bill:
                table, clock = self.table, self._context.clock.monotonic
                began = clock()
                client.tell(shown(table, lambda: self._found(table, reader(table, client), question)))
                bill.charge(clock() - began)
        except Refusal as refusal:
            client.tell(Refused(question.id, refusal.error, parts(refusal.reason, client.language)))

    def _found(self, table: Table, read: Reader, question: Question) -> Previewed | Recalled:
        if isinstance(question, AskPreview):
            made = decisions.preview(table, read.person, question, read.wire, read.language)
            return Previewed(question.id, made)
        return self.renderer.recalled(read, question.id, question.ply, question.until)

    async def _carry_out_or_refuse(self, client: Client, message: Wish) -> None:
        """Carry out a message; it is refused for good only by what is stored."""
        while True:
            try:
                return await self._carry_out(client, message)
            except Behind:
                pass  # what another server has stored meanwhile is known now
            except Refusal as refusal:
                is_final = refusal.error not in PASSING and self._context.peers.is_shared
                if not is_final or not await self._catch_up():
                    raise

    async def _carry_out(self, client: Client, message: Wish) -> None:
        table, person = self.table, client.person
        if not isinstance(message, (Why, AutoPass, Resume)):
            if decisions.is_done(table, person, message):
                client.tell(Accepted(message.id))
                return
            if (person, message.id) in self._refused:
                client.tell(self._refused[person, message.id])
                return
        match message:
            case Why():
                reason = shown(table, lambda: decisions.why(table, person, message))
                client.tell(Because(message.id, None if reason is None else parts(reason, client.language)))
            case Resume():
                client.tell(shown(table, lambda: self.renderer.state(reader(table, client), message.after)))
            case AutoPass():
                decisions.check_seat(table, person, message.seat)
                self._passes.set(message.seat, message.on)
                client.tell(Accepted(message.id))
                self._passes.look(table, self._pass)
                renderer = self.renderer
                self._clients.send(self.table, lambda c: renderer.turn(reader(table, c)), person)
            case _:
                self._check_rate(client, message)
                step = shown(table, lambda: decide(table, client.caller, message, self._outside))
                if not (isinstance(message, Move) and self._passes.hold(client, message)):
                    await self._take_step(step, client, message.id)

    def _check_rate(self, client: Client, message: Lasting) -> None:
        """Refuse chat that comes too fast, or from a client without an identity."""
        guard = self._context.guard
        if isinstance(message, Mute):
            guard.spend("talk", client.person)
        elif isinstance(message, Say):
            if not client.has_cookie:
                raise refuse("not_yours", "talk_needs_cookie")
            guard.spend("talk", client.person)
            guard.spend("address_talk", client.address)

    @property
    def _outside(self) -> Outside:
        """What is known outside of the table now."""
        table, now = self.table, self._context.clock.now()
        return Outside(now, self._context.chance, lambda seat: self._time.left(table, seat), self._away)

    @asynccontextmanager
    async def stored(self) -> AsyncIterator[Table]:
        """The table while nothing happens at it: what it shows is on disk."""
        async with self._lock:
            yield self.table

    @property
    def bodies(self) -> list[bytes]:
        """The events of the table as they are stored."""
        return list(self._bodies)

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
                table = await self._context.aside(replayed, name, bodies)
                try:
                    await self._context.store.rewrite(name, self._bodies, bodies, listing.row(table))
                    break
                except Behind:  # another server has stored or rewritten something meanwhile
                    if not self._context.peers.is_shared:
                        raise
            self._bodies, self.table = bodies, table
            self._context.peers.tell(News(table=name, rewritten=True))

    async def _read_again(self) -> None:
        """Take the table as it is stored: another server may have rewritten it."""
        if self._context.peers.is_shared:
            await self._catch_up()
            self.table, self._bodies = await self._context.read(self.table.id)
            if not all(map(is_known, self._bodies)):
                raise newer()

    def _away(self) -> dict[str, float]:
        """Person → seconds since it was seen here, unless it announced an absence."""
        today = self._context.clock.time()
        persons = {seat.person for seat in self.table.seats if seat.person and seat.away_until < today}
        return self._clients.away(persons)

    async def _settle(self) -> None:
        """Do what all agreed to before the server stopped."""
        while self._settlement():
            try:
                async with self._lock:
                    await self._decide(lambda table: self._settlement())
            except Refusal:
                await asyncio.sleep(RETRY)

    def _settlement(self) -> list[Event]:
        """What follows from an offer that all have agreed to."""
        return decisions.settlement(self.table, self._context.chance)

    # What happens.

    async def _happen(self, events: Sequence[Event]) -> None:
        """Let events happen that no client asked for."""
        await self._take_step(shown(self.table, lambda: happen(self.table, events, self._outside)))

    async def _take_step(self, step: Step, client: Client | None = None, name: str = "") -> None:
        """Store what was decided, all or nothing, then take it and send it to all clients.

        If it cannot be stored, nothing has happened.
        """
        if not step.events:
            if client:
                client.tell(Accepted(name))
            return
        began, before, (after, happened) = self._context.clock.monotonic(), self.table, step
        batches, rematches = shown(before, lambda: self._batches(step))
        try:
            await self._context.store.append(*batches)
        except Behind:
            if not await self._catch_up():
                raise NotStored from None  # it is not there any more
            raise
        except Refusal:
            raise
        except Exception as error:
            raise failed(before, error) from error
        self.table = after
        self._bodies += batches[0].bodies
        row = batches[0].row
        if row or (client and client.person in self._clients.others):
            self._context.peers.tell(news_of(after.id, self._bodies, self._told, bool(row and row.awake)))
            self._told = len(self._bodies)
        for new in rematches:
            self._context.opened(new)
        self._look()
        self._notify()
        if client:
            client.tell(Accepted(name))
        self._clients.tell(happened, before, self.renderer)
        if row:  # a turn in progress leaves no trace in the metrics either
            self._context.metrics.time("event", self._context.clock.monotonic() - began)
            for kind in {kind_of(event) for event in happened}:
                self._context.metrics.count("events", kind=kind)

    def _batches(self, step: Step) -> tuple[list[Batch], list[NewTableEvents]]:
        """What is to be stored: the events first, then the tables of rematches."""
        before, (after, happened) = self.table, step
        row = listing.row(after) if is_listed_differently(before, after, happened) else None
        if row and not any(isinstance(event, Sat) for event in happened):
            row = row._replace(persons=())  # no one new
        if row and len(before.chat.speakers) == len(after.chat.speakers):
            row = row._replace(speakers=())
        followed = [event for event in happened if isinstance(event, Followed)]
        rematches = [rematch(after, event.table, event.at, self._context.chance) for event in followed]
        batch = Batch(after.id, before.seq, [encode(event) for event in happened], row)
        return [batch, *(new.batch for new in rematches)], rematches

    async def _catch_up(self) -> bool:
        """Take what other servers have stored, and send it to all clients; whether there was anything."""
        bodies = await self._context.store.events_after(self.table.id, len(self._bodies))
        self._take(bodies)
        return bool(bodies)

    def _take(self, bodies: Sequence[bytes]) -> None:
        """Take the next events, which another server has stored, and send it to all clients."""
        if not bodies:
            return
        for body, event in zip(bodies, list(map(decode, bodies)), strict=True):
            before, after = self.table, self.table.copy()
            after.apply(event)  # one by one, so that a turn in progress shows in nothing else
            self.table = after
            self._bodies.append(body)
            self._clients.tell([event], before, self.renderer)
        self._told = len(self._bodies)
        self._due = self._to_move()
        self._look()

    async def _tell_presence(self) -> None:
        sitting = sorted(person for person in self._clients.persons if self.table.seats_of(person))
        self._context.peers.tell(News(table=self.table.id, here=sitting))
        await self._show_presence()

    async def _show_presence(self) -> None:
        async with self._lock:
            renderer = self.renderer
            self._clients.send(self.table, lambda c: renderer.changed(c.person))

    # Other servers.

    def hear_of(self, news: News) -> None:
        """Take what another server tells of the table."""
        if news.seq > len(self._bodies) or news.rewritten:
            self._start(self._reload if news.rewritten else lambda: self._follow(news))
        if news.here is not None:
            self._note_elsewhere({**self._clients.elsewhere, news.by: set(news.here)})
        if news.asks and self._clients.clients:
            self._start(self._tell_presence)

    def rearrange(self, servers: Collection[str]) -> None:
        """See whether this server still takes care of the table, and who is at the servers that are there."""
        elsewhere = self._clients.elsewhere
        self._note_elsewhere({name: elsewhere[name] for name in elsewhere if name in servers})
        self._start(self._look_again)

    async def _look_again(self) -> None:
        async with self._lock:  # not at something that is not stored yet
            self._look()

    def _note_elsewhere(self, elsewhere: dict[str, set[str]]) -> None:
        if self._clients.note(elsewhere):
            self._start(self._show_presence)

    async def _follow(self, news: News) -> None:
        """Take what another server has stored: what it has told, or else what there is."""
        async with self._lock:
            known, first = len(self._bodies), news.seq - len(news.bodies)
            with suppress(Refusal):
                if first <= known < news.seq:
                    bodies = [bytes(body) for body in news.bodies[known - first :]]
                    self._context.store.note(self.table.id, known, bodies)
                    self._take(bodies)
                elif known < news.seq:
                    await self._catch_up()

    async def _reload(self) -> None:
        """Forget what another server has rewritten, such as the name of a deleted person."""
        async with self._lock:
            with suppress(Refusal):
                await self._read_again()
        await self._show_presence()

    # What goes on by itself: clocks and programs.

    def _look(self) -> None:
        """See whose time runs, and whether a program is to move."""
        self._time.look(self.table)
        self._passes.look(self.table, self._pass)
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if not self._context.peers.takes_care_of(self.table.id):
            return
        wait = self._time.next(self.table)
        if wait is not None:
            self._alarm = asyncio.get_running_loop().call_later(wait, self._start, self._time_out)
        self._programs.look(self)

    def _to_move(self) -> set[str]:
        """The persons whose turn it is."""
        found = (self.table.seats[seat] for seat in self.table.to_move)
        return {seat.person for seat in found if seat.person and not seat.mover}

    def _notify(self) -> None:
        """Tell those who are not here that it is their turn now, in a game of days."""
        due, self._due = self._due, self._to_move()
        if is_of_days(self.table.created.clock):
            for person in self._due - due - self.here:
                self._context.notify_turn(person, self.table.id, self.table.created.game)

    def delay(self, notation: str) -> float:
        """Seconds until a move may be seen: none, unless it is a pass that is a secret."""
        return self._passes.wait(notation)

    async def play(self, thought: decisions.Thought, found: list[str]) -> None:
        """Play what a program found."""
        async with self._lock:
            await self._happen(decisions.moves(self.table, thought, found))

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
                    dealt = shown(self.table, lambda: deal.overdue(self.table)) if is_full else None
                    await self._happen([dealt or Started()])
                for seat in self._time.over(self.table):
                    log("time_over", table=short(self.table.id), seat=seat)
                    await self._happen(absence.timed_out(self.table, seat))
            except Behind:
                pass  # the alarm is set for what is there now
            except Refusal:
                self._alarm = asyncio.get_running_loop().call_later(RETRY, self._start, self._time_out)
            else:
                self._look()

    async def _pass(self) -> None:
        """Carry out passes that were held, or make one for a seat that can do nothing else."""
        for client, message in self._passes.taken():
            await self.hear(client, message)
        async with self._lock:
            seat = self._passes.seat
            if seat is not None:
                with suppress(Refusal):  # not stored: the person can still pass
                    await self._happen(self._passes.made(self.table, self._time.left(self.table, seat)))

    async def close(self) -> None:
        """Stop what goes on by itself."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        self._passes.stop()
        await self._programs.close()
        await stop(self._tasks)


def replayed(name: str, bodies: Iterable[bytes]) -> Table:
    """A table as its stored events make it."""
    return Table(name, map(decode, bodies))
