"""What a client is sent, made from a table for one person: from views alone, by the wire of its game."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from kabuto.protocol.http import Invite, SeatInfo, TableInfo
from kabuto.protocol.socket import (
    Change,
    Clocks,
    Deal,
    LogEntry,
    Offer,
    Own,
    Played,
    Recalled,
    Result,
    State,
    TableChanged,
    Turn,
)
from kabuto.protocol.study import Glance, Line, LineMoment, Replay, Studied
from kabuto.table import Game, View
from kabuto.table.deals import FIRST, VERSION, commitment
from kabuto.table.wire import Wire
from kabuto.tabletop import decisions
from kabuto.tabletop.changes import changes
from kabuto.tabletop.deal import to_seal
from kabuto.tabletop.seats import Summary
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Created
from kabuto.tabletop.time_limits import DAYS_OFF, is_of_days

T = TypeVar("T")
Here = Collection[str]
"""The persons who have the table open."""
PlayedBy = Mapping[tuple[int, int], str]
"""Seat and which of its moves → the program that played it for a person."""
NOBODY: PlayedBy = {}
Steps = Mapping[int, list[Change]]
"""Ply → what its move changed in the position."""
STILL: Steps = {}
MOST_STEPS, LATE_STEPS = 40, 12
"""How many moves are recalled at most, and of how many of a whole log it is said what they changed."""


class Reader(NamedTuple):
    """A person who is sent something about a game, and how they read it."""

    person: str
    language: str
    wire: Wire


def info(summary: Summary, person: str, here: Here) -> TableInfo:
    """A table from outside, for one person."""
    is_host, is_over = summary.host == person, summary.status == "over"
    own = [number for number, seat in enumerate(summary.seats) if person and seat.person == person]
    return TableInfo(
        id=summary.id,
        game=summary.game,
        options=summary.options,
        status=summary.status,  # type: ignore[arg-type]
        seats=[
            SeatInfo(
                who="person" if seat.person else "program" if seat.program else "open",
                name=seat.name if seat.person else seat.program,
                here=(not seat.person and bool(seat.program)) or seat.person in here,
                left=seat.left,
                program=seat.mover if seat.person else "",
                once=bool(seat.helper),
                overdue=seat.overdue,
                lost=seat.lost,  # type: ignore[arg-type]
                away_until=seat.away_until,
                days_off=DAYS_OFF - seat.days_off if is_of_days(summary.clock) and seat.person else 0,
            )
            for seat in summary.seats
        ],
        clock=summary.clock,
        visibility=summary.visibility,  # type: ignore[arg-type]
        hints=summary.hints,
        mine=[seat for seat in own if is_over or not summary.seats[seat].lost],
        given_up=[seat for seat in own if not is_over and summary.seats[seat].lost],
        host=is_host,
        invites=[
            Invite(seat, token)
            for seat, token in enumerate(summary.invites)
            if token and is_host and summary.status == "waiting"
        ],
        ply=summary.ply,
        to_move=summary.to_move,
        unready=summary.unready,
        is_paused=summary.is_paused,
        winners=summary.winners,
        created=summary.created,
        updated=summary.updated,
        start=summary.start if sees_start(summary, person) else None,
        next=summary.next,
        is_matched=summary.is_matched,
        strength=summary.strength,
        puzzles=summary.puzzles,
    )


def sees_start(table: Created | Summary, person: str) -> bool:
    """Whether a person may know where a game goes on from: its address may be a secret of others."""
    return table.start_for is None or person == table.host or person in table.start_for


class Renderer:
    """Makes the messages about a table; what is the same for several readers is made once."""

    def __init__(
        self, table: Table, here: Here, clocks: Clocks | None, passing: Collection[int] = ()
    ) -> None:
        self.table, self.here, self.clocks, self.passing = table, here, clocks, passing
        self._made: dict[Any, Any] = {}

    def state(self, reader: Reader, after: int | None = None) -> State:
        """Everything; of log and talk only what came after an event, if one is named."""
        table = self.table
        known = after if after is not None and after <= table.number else 0
        since = table.plies[known] if after is not None else 0
        late = max(since, table.base - LATE_STEPS)
        game = table.game
        return State(
            number=table.number,
            wire=reader.wire.name,
            table=self._info(reader.person),
            position=self._position(reader) if game else None,
            own=self._own(reader) if game else None,
            log_from=since,
            log=self._log(reader, since, table.base, self._changes(reader, late, table.base)) if game else [],
            talk=[talk for talk in table.chat.talk if talk.number > known],
            speaker=table.speaker(reader.person),
            muted=sorted(table.chat.muted),
            offers=self._offers(),
            clocks=self.clocks,
            result=self._result(reader),
            deal=self._deal(),
        )

    def played(self, reader: Reader, number: int) -> Played:
        """The moves that everyone sees since the event ``number``, and how the table is now."""
        table = self.table
        since, until = table.plies[number - 1], table.plies[number]
        return Played(
            number=number,
            log=self._log(reader, since, until, self._changes(reader, since, until)),
            to_move=table.to_move,
            position=self._position(reader),
            own=self._own(reader),
            clocks=self.clocks,
            result=self._result(reader) if number == table.number else None,
        )

    def turn(self, reader: Reader) -> Turn | None:
        """A person's own turn in progress."""
        own = self._own(reader)
        return Turn(self._position(reader), own) if own else None

    def changed(self, person: str) -> TableChanged:
        """Who is there, what is offered."""
        muted = sorted(self.table.chat.muted)
        return TableChanged(self._info(person), muted, self._offers(), self.clocks, self._deal())

    def _info(self, person: str) -> TableInfo:
        return info(self._once("summary", self.table.summary), person, self.here)

    def _position(self, reader: Reader) -> Any:
        """As everyone sees it; a seat with moves that only it sees, sees those as well."""
        seat = self._seat(reader)
        seat = seat if seat in self.table.unseen else None
        return self._made_for(
            reader, ("position", seat), lambda: reader.wire.position(self._view(seat), reader.language)
        )

    def _own(self, reader: Reader) -> Own | None:
        table, wire, language = self.table, reader.wire, reader.language
        seat = self._seat(reader)
        if seat is None:
            return None

        def make() -> Own:
            view = self._view(seat)
            is_unseen = seat in table.unseen
            return Own(
                seat=seat,
                ply=table.ply_of(seat),
                legal=list(map(str, view.legal_moves())),
                turn=log(view, wire, language, table.base, None, table.played_by) if is_unseen else [],
                can_undo=is_unseen,
                private=wire.private(view, language),
                auto_pass=seat in self.passing,
            )

        return self._made_for(reader, ("own", seat), make)

    def recalled(self, reader: Reader, name: str, since: int, until: int) -> Recalled:
        """How the table stood before a move, and what that and further ones changed."""
        until = min(until, self.table.base, since + MOST_STEPS)
        stood = self._stood(reader, since, until)
        before = stood.pop(since, None)
        if before is None or not stood:
            return Recalled(name, None, [])
        return Recalled(name, before, self._log(reader, since, until, _steps(before, stood)))

    def _log(self, reader: Reader, since: int, until: int, steps: Steps) -> list[LogEntry]:
        seat = self._seat(reader)

        def make() -> list[LogEntry]:
            by = self.table.played_by
            return log(self._view(seat), reader.wire, reader.language, since, until, by, steps)

        return self._made_for(reader, ("log", seat, since, until), make)

    def _changes(self, reader: Reader, since: int, until: int) -> Steps:
        """What moves changed, if several are shown; the last of them made the position that is sent."""
        base, seat = self.table.base, self._seat(reader)
        if base - since < 2 or seat in self.table.unseen:
            return STILL

        def make() -> Steps:
            entries, last = self._view(seat).log, base
            while last > since and not reader.wire.shows(entries[last - 1]):
                last -= 1
            if last - since < 2:
                return STILL
            return _steps(self._position(reader), self._stood(reader, since + 1, min(until, last - 1)))

        return self._made_for(reader, ("changes", since, until), make)

    def _stood(self, reader: Reader, first: int, last: int) -> dict[int, Any]:
        """Ply → the position with so many moves, as all seats see it; not of moves that all made at once."""
        past, found = self.table.public.copy(), dict[int, Any]()
        for ply in range(past.ply, first - 1, -1):
            if past.ply > ply:
                past.undo()
            if past.ply != ply:
                break
            if ply <= last:
                found[ply] = reader.wire.position(past.view(None), reader.language)
        return dict(sorted(found.items()))

    def _seat(self, reader: Reader) -> int | None:
        return self._once(("seat", reader.person), lambda: self.table.shown_seat(reader.person))

    def _view(self, seat: int | None) -> View:
        return self._once(("view", seat), lambda: self.table.sees(seat))

    def _offers(self) -> list[Offer]:
        return self._once("offers", lambda: offers(self.table))

    def _deal(self) -> Deal | None:
        return self._once("deal", lambda: deal(self.table))

    def _result(self, reader: Reader) -> Result | None:
        if self.table.verdict is None:
            return None
        return self._made_for(reader, "result", lambda: table_result(self.table, reader))

    def _made_for(self, reader: Reader, what: object, make: Callable[[], T]) -> T:
        """Something that is the same for all who read a wire in a language."""
        return self._once((reader.wire.name, reader.language, what), make)

    def _once(self, key: object, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


def log(
    view: View,
    wire: Wire,
    language: str,
    since: int = 0,
    until: int | None = None,
    played_by: PlayedBy = NOBODY,
    steps: Steps = STILL,
) -> list[LogEntry]:
    """The log of a view from one ply to another."""
    by = programs(view, played_by)
    entries = view.log[since:until]
    return [_entry(ply, view, entry, wire, language, by, steps) for ply, entry in enumerate(entries, since)]


def _steps(before: Any, stood: Mapping[int, Any]) -> Steps:
    """What each move changed, one after the other: ``stood`` has the positions after them."""
    found: dict[int, list[Change]] = {}
    for ply, after in stood.items():
        found[ply - 1] = list(changes(before, after))
        before = after
    return found


def programs(view: View, played_by: PlayedBy) -> dict[int, str]:
    """Ply → the program that played it for a person."""
    number: Counter[int] = Counter()
    found: dict[int, str] = {}
    for ply, entry in enumerate(view.log if played_by else ()):
        if program := played_by.get((entry.seat, number[entry.seat])):
            found[ply] = program
        number[entry.seat] += 1
    return found


def _entry(
    ply: int,
    view: View,
    entry: Any,
    wire: Wire,
    language: str,
    by: Mapping[int, str],
    steps: Steps = STILL,
) -> LogEntry:
    events = wire.events(view, entry, language)
    return LogEntry(ply, entry.seat, str(entry.move), events, by.get(ply, ""), steps.get(ply, []))


def result(game: Game[Any, Any], wire: Wire, language: str) -> Result | None:
    """How a game ended; None while it runs."""
    outcome = game.outcome
    if outcome is None:
        return None
    ranking = [list(group) for group in outcome.ranking]
    return Result(list(outcome.winners), ranking, wire.details(outcome, language))


def table_result(table: Table, reader: Reader) -> Result | None:
    """How a table ended, which may be before the game did; None while it goes on."""
    game, verdict = table.game, table.verdict
    if game is None or verdict is None:
        return None
    outcome = game.outcome
    details = reader.wire.details(outcome, reader.language) if outcome else None
    return Result(verdict.winners, verdict.ranking, details)


def deal(table: Table) -> Deal | None:
    """What everyone may know of a deal while the game runs; None for tables without one."""
    if not table.deal.secret:
        return None
    bond = table.deal.bond
    return Deal(
        commitment=bond.commitment if bond else commitment(table.deal.secret),
        seals=[share.seal for share in table.deal.shares],
        opened=[seat for seat, share in enumerate(table.deal.shares) if share.part],
        is_due=table.is_full,
        version=VERSION if bond else FIRST,
        start=bond.start if bond else "",
        to_seal=to_seal(table),
        is_sealed=table.deal.is_told,
        goes_on=table.created.record is not None,
    )


def offers(table: Table) -> list[Offer]:
    """The offers that wait for answers."""
    return [
        Offer(
            offer=pending.number,
            what=pending.what,  # type: ignore[arg-type]
            by=pending.by,
            seat=pending.seat,
            program=decisions.sitter(table, pending) if pending.what == "replace" else "",
            agreed=sorted(pending.agreed),
            missing=sorted(set(decisions.voters(table, pending)) - pending.agreed),
        )
        for pending in table.offers.pending
    ]


def studied(game: Game[Any, Any], seat: int, wire: Wire, language: str) -> Studied:
    """How a game stands, as one of its seats sees it."""
    view = game.view(seat)
    return Studied(
        wire=wire.name,
        position=wire.position(view, language),
        own=Own(
            seat=seat,
            ply=view.ply,
            legal=list(map(str, view.legal_moves())),
            turn=log(view, wire, language),
            can_undo=False,
            private=wire.private(view, language),
        ),
        result=result(game, wire, language),
        why=None,
    )


def glance(table: Table, wire: Wire, language: str) -> Glance:
    """A game as those see it who only watch."""
    return Glance(wire.name, wire.position(table.sees(None), language))


def replay(table: Table, reader: Reader, seat: int | None, here: Here) -> Replay:
    """A finished game, move by move, as a seat saw it or with every hand open."""
    wire, language = reader.wire, reader.language
    past, frames, to_move = table.in_order(), [], []
    seats = range(past.players) if seat is None else [seat]
    views = [past.view(each) for each in seats]
    by = programs(views[0], table.played_by)
    while True:
        frames.append(wire.frame([past.view(each) for each in seats], language))
        to_move.append(sorted(past.deciding))
        if not past.ply:
            break
        past.undo()
    return Replay(
        wire=wire.name,
        table=info(table.summary(), reader.person, here),
        seat=seat,
        log=_joint_log(views, wire, language, by),
        frames=frames[::-1],
        to_move=to_move[::-1],
        result=table_result(table, reader),
        deal=deal(table),
    )


def line(game: Game[Any, Any], since: int, seat: int | None, wire: Wire, language: str) -> Line:
    """The last positions of a game, from one on, for a seat or with every hand open. They are taken back."""
    seats = range(game.players) if seat is None else [seat]
    log = _joint_log([game.view(each) for each in seats], wire, language, {}, max(0, since - 1))
    moments: list[LineMoment] = []
    while True:
        frame = wire.frame([game.view(each) for each in seats], language)
        entry = log.pop() if game.ply else None
        moments.append(LineMoment(frame, sorted(game.deciding), entry, result(game, wire, language)))
        if game.ply == since:
            return Line(wire.name, since, moments[::-1])
        game.undo()


def _joint_log(
    views: list[View], wire: Wire, language: str, by: Mapping[int, str], since: int = 0
) -> list[LogEntry]:
    """The log as some seats know it together: each move as the seat that played it saw it."""
    by_seat = {view.seat: view for view in views}

    def entries() -> Iterable[LogEntry]:
        for ply, entry in enumerate(views[0].log[since:], since):
            view = by_seat.get(entry.seat, views[0])
            yield _entry(ply, view, view.log[ply], wire, language, by)

    return list(entries())
