"""What a client is sent, made from a table for one person: from views alone."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from kabuto.samurai import SamuraiView
from kabuto.server import deciding, samurai
from kabuto.server.events import Created
from kabuto.server.messages import (
    Clocks,
    Invite,
    Offer,
    Own,
    Played,
    SeatInfo,
    State,
    TableChanged,
    TableInfo,
    Turn,
)
from kabuto.server.samurai import LogEntry, Result, SamuraiPosition
from kabuto.server.study import Frame, Replay, Studied
from kabuto.server.table import Summary, Table

T = TypeVar("T")
Here = Collection[str]
"""The persons who have the table open."""


def info(summary: Summary, person: str, here: Here) -> TableInfo:
    """A table from outside, for one person."""
    is_host = summary.host == person
    return TableInfo(
        id=summary.id,
        game=summary.game,
        options=summary.options,
        status=summary.status,  # type: ignore[arg-type]
        seats=[
            SeatInfo(
                who="program" if seat.program else "person" if seat.person else "open",
                name=seat.program or seat.name,
                here=bool(seat.program) or seat.person in here,
                left=seat.left,
            )
            for seat in summary.seats
        ],
        clock=summary.clock,
        visibility=summary.visibility,  # type: ignore[arg-type]
        hints=summary.hints,
        mine=[n for n, seat in enumerate(summary.seats) if seat.person == person and not seat.program],
        host=is_host,
        invites=[
            Invite(seat, token)
            for seat, token in enumerate(summary.invites)
            if token and is_host and summary.status == "waiting"
        ],
        ply=summary.ply,
        to_move=summary.to_move,
        winners=summary.winners,
        created=summary.created,
        updated=summary.updated,
        start=summary.start if sees_start(summary, person) else None,
        next=summary.next,
    )


def sees_start(table: Created | Summary, person: str) -> bool:
    """Whether a person may know where a game goes on from: its address may be a secret of others."""
    return table.start_for is None or person == table.host or person in table.start_for


class Painter:
    """Makes the messages about a table; what is the same for several persons is made once."""

    def __init__(self, table: Table, here: Here, clocks: Clocks | None) -> None:
        self.table, self.here, self.clocks = table, here, clocks
        self._made: dict[Any, Any] = {}

    def state(self, person: str, language: str, after: int | None = None) -> State:
        """Everything; of log and talk only what came after an event, if one is named."""
        table = self.table
        known = after if after is not None and after <= table.number else 0
        since = table.plies[known] if after is not None else 0
        game = table.game
        return State(
            number=table.number,
            table=self._info(person),
            position=self._position(person) if game else None,
            own=self._own(person) if game else None,
            ready=table.ready,
            log_from=since,
            log=self._log(person, since) if game else [],
            talk=[talk for talk in table.talk if talk.number > known],
            speaker=table.speaker(person),
            muted=sorted(table.muted),
            offers=self._offers(),
            clocks=self.clocks,
            result=self._result(language),
        )

    def played(self, person: str, language: str, since: int) -> Played:
        """A turn that was ended; its moves begin with the ply ``since``."""
        return Played(
            number=self.table.number,
            log=self._log(person, since),
            position=self._position(person),
            own=self._own(person),
            ready=self.table.ready,
            clocks=self.clocks,
            result=self._result(language),
        )

    def turn(self, person: str) -> Turn | None:
        """A person's own turn in progress."""
        own = self._own(person)
        return Turn(self._position(person), own) if own else None

    def changed(self, person: str) -> TableChanged:
        """Who is there, what is offered."""
        muted = sorted(self.table.muted)
        return TableChanged(self._info(person), muted, self._offers(), self.table.ready, self.clocks)

    def _info(self, person: str) -> TableInfo:
        return info(self._once("summary", self.table.summary), person, self.here)

    def _position(self, person: str) -> SamuraiPosition:
        """As everybody sees it; the one whose turn it is sees the tokens laid in it as well."""
        table = self.table
        seat = table.shown_seat(person)
        if seat is None or table.is_choosing or table.to_move != [seat] or table.ply_of(seat) == table.base:
            return self._once("position", lambda: samurai.position(self._view(None)))
        return self._once(("position", seat), lambda: samurai.position(self._view(seat)))

    def _own(self, person: str) -> Own | None:
        seat = self.table.shown_seat(person)
        if seat is None:
            return None
        return self._once(("own", seat), lambda: own(self.table, seat, self._view(seat)))

    def _log(self, person: str, since: int) -> list[LogEntry]:
        seat = self.table.shown_seat(person)
        return self._once(("log", seat, since), lambda: samurai.log(self._view(seat), since, self.table.base))

    def _view(self, seat: int | None) -> SamuraiView:
        view: SamuraiView = self._once(("view", seat), lambda: self.table.sees(seat))
        return view

    def _offers(self) -> list[Offer]:
        return self._once("offers", lambda: offers(self.table))

    def _result(self, language: str) -> Result | None:
        return result(self.table.game, language) if self.table.game else None

    def _once(self, key: object, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


def own(table: Table, seat: int, view: SamuraiView) -> Own:
    """What only this seat sees and may do."""
    if not table.is_choosing:
        return Own(
            seat=seat,
            ply=table.ply_of(seat),
            hand=list(view.hand),
            captured=_counts(view, seat),
            legal=[str(move) for move in view.legal_moves()],
            turn=samurai.log(view, table.base) if table.to_move == [seat] else [],
        )
    choices = table.choices[seat]
    if table.ready[seat]:
        legal = []
    else:
        choosing = samurai.choosing(table.game, seat, choices)
        legal = [str(move) for move in choosing.legal_moves()] if choosing else [samurai.CONFIRM]
    return Own(
        seat=seat,
        ply=len(choices),
        hand=[*view.hand, *(choice.removeprefix("+") for choice in choices)],
        captured=_counts(view, seat),
        legal=legal,
        turn=[LogEntry(ply, seat, choice, []) for ply, choice in enumerate(choices)],
    )


def _counts(view: SamuraiView, seat: int) -> list[int] | None:
    counts = view.captured[seat]
    return None if counts is None else list(counts)


def result(game: Any, language: str) -> Result | None:
    """How a game ended; None while it runs."""
    return samurai.result(game.outcome, language) if game.outcome else None


def offers(table: Table) -> list[Offer]:
    """The offers that wait for answers."""
    return [
        Offer(
            offer=pending.number,
            what=pending.what,  # type: ignore[arg-type]
            by=pending.by,
            seat=pending.seat,
            agreed=sorted(pending.agreed),
            missing=sorted(set(deciding.voters(table, pending)) - pending.agreed),
        )
        for pending in table.offers
    ]


def studied(game: Any, seat: int, language: str) -> Studied:
    """How a game stands, as one of its seats sees it."""
    view = game.view(seat)
    return Studied(
        position=samurai.position(view),
        own=Own(
            seat=seat,
            ply=view.ply,
            hand=list(view.hand),
            captured=_counts(view, seat),
            legal=[str(move) for move in view.legal_moves()],
            turn=samurai.log(view),
        ),
        result=result(game, language),
    )


def replay(table: Table, person: str, seat: int | None, language: str, here: Here) -> Replay:
    """A finished game, move by move, as a seat saw it or with every hand open."""
    game = table.game
    assert game is not None
    seats = range(game.players) if seat is None else [seat]

    def views(game: Any) -> list[SamuraiView]:
        return [game.view(each) for each in seats]

    past, frames = game.copy(), []
    while True:
        frames.append(Frame(*samurai.frame(views(past))))
        if not past.ply:
            break
        past.undo()
    return Replay(
        table=info(table.summary(), person, here),
        seat=seat,
        log=samurai.open_log(views(game)) if seat is None else samurai.log(views(game)[0]),
        frames=frames[::-1],
        result=result(game, language),
    )
