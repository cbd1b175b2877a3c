"""A table as its events made it: who sits where, the game, the turn in progress, talk and offers.

``apply`` takes what has happened; ``deciding`` says what may happen next. No clock, no network, no disk.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from kabuto import load
from kabuto.server import samurai
from kabuto.server.events import (
    Answered,
    Began,
    Chosen,
    Created,
    Event,
    Followed,
    Handed,
    Left,
    Moved,
    Muted,
    Named,
    Offered,
    Sat,
    Talked,
    Undone,
)
from kabuto.server.messages import Clock, Friend, Moment, Myself, Program, Talk, Value
from kabuto.table import Game

MOST_TALK = 100
"""Older talk is forgotten by clients that come anew."""


class SeatState(Struct):
    """Who sits on a seat."""

    person: str = ""
    name: str = ""
    program: str = ""
    left: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nobody sits here."""
        return not self.person and not self.program

    @property
    def is_person(self) -> bool:
        """Whether a person plays here, here or not."""
        return bool(self.person) and not self.program


class Pending(Struct):
    """An offer that waits for answers."""

    number: int
    what: str
    by: int
    seat: int | None
    agreed: set[int]


class Summary(Struct, frozen=True):
    """A table as it stands in lists, for whoever may look."""

    id: str
    game: str
    options: dict[str, Value]
    status: str
    seats: list[SeatState]
    clock: Clock | None
    visibility: str
    hints: bool
    host: str
    invites: list[str]
    ply: int
    to_move: list[int]
    winners: list[int]
    created: int
    updated: int
    start: Moment | None
    next: str | None
    start_for: list[str] | None = []


class Table:
    """The present state of a table."""

    created: Created

    def __init__(self, name: str, events: Iterable[Event]) -> None:
        self.id = name
        self.seq = 0
        """How many events there are."""
        self.number = 0
        """How many of them clients have been told with a number: turns ended and talk."""
        self.seats: list[SeatState] = []
        self.invites: list[str] = []
        self.game: Game[Any, Any] | None = None
        """The game with the moves of the turn in progress."""
        self.base = 0
        """The ply at which that turn began."""
        self.seed = 0
        self.choices: list[list[str]] = []
        """While opening hands are chosen: seat → its choices so far."""
        self.ready: list[bool] = []
        self.talk: list[Talk] = []
        self.muted: set[str] = set()
        """The speakers whom the host does not let talk."""
        self.offers: list[Pending] = []
        self.next: str | None = None
        self.left: list[int | None] = []
        """Seat → milliseconds of time left; empty without clocks."""
        self.done: set[tuple[int | str, str]] = set()
        """Sender (a seat, or who spoke) and id of every message that was carried out."""
        self.taken_back: Counter[int] = Counter()
        """Seat → how many moves it has taken back in its turn."""
        self.plies: list[int] = [0]
        """Number of an event → how many moves clients knew with it."""
        self.updated = 0
        self.status = "waiting"
        """``waiting``, ``playing``, ``over``, ``record``, or ``closed`` when nobody stayed to begin."""
        self.was_taken = False
        """Whether anybody has sat here: a table of friends alone is empty at first, and waits for them."""
        self.is_choosing = False
        """Whether opening hands are being chosen, by all seats at once."""
        self.to_move: list[int] = []
        """The seats that are to move."""
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        """Take what has happened."""
        self.seq += 1
        if not isinstance(event, (Moved, Undone)):  # when a turn in progress changes is nobody's business
            self.updated = event.at
        _APPLY[type(event)](self, event)
        self._conclude()

    def _conclude(self) -> None:
        """See what follows from what has happened."""
        self.__dict__.pop("public", None)
        mover = None if self.game is None else self.game.to_move
        is_taken = any(seat.person for seat in self.seats)
        self.was_taken |= is_taken
        if self.created.is_record:
            self.status = "record"
        elif self.game is None:
            self.status = "waiting" if is_taken or not self.was_taken else "closed"
        else:
            self.status = "over" if mover is None else "playing"
        self.is_choosing = self.status == "playing" and samurai.is_choosing(self.game)
        if self.is_choosing and not self.ready:
            self.choices = [[] for _ in self.seats]
            self.ready = [seat < (mover or 0) for seat in range(len(self.seats))]
        elif not self.is_choosing:
            self.choices, self.ready = [], []
        if self.status != "playing" or mover is None:
            self.to_move = []
        elif self.is_choosing:
            self.to_move = [seat for seat, ready in enumerate(self.ready) if not ready]
        else:
            self.to_move = [mover]

    @cached_property
    def public(self) -> Game[Any, Any]:
        """The game as it was when the turn began: what the others see of it."""
        assert self.game is not None
        return self.before(self.base)

    def before(self, ply: int) -> Game[Any, Any]:
        """The game as it was after so many moves."""
        assert self.game is not None
        past = self.game.copy()
        while past.ply > ply:
            past.undo()
        return past

    def seats_of(self, person: str) -> list[int]:
        """Where a person sits and plays."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person and seat.person == person]

    def shown_seat(self, person: str) -> int | None:
        """The seat whose hand a person sees: of several the one that is to move."""
        mine = self.seats_of(person)
        return next((seat for seat in self.to_move if seat in mine), mine[0] if mine else None)

    def speaker(self, person: str) -> str:
        """What a person is known by in the talk of this table: always the same, but different elsewhere."""
        return blake2b(person.encode(), key=self.id.encode()[:64], digest_size=8).hexdigest()

    def sees(self, seat: int | None) -> Any:
        """What a seat sees: in its own turn with the moves of that turn."""
        assert self.game is not None
        game = (
            self.game
            if seat is not None and not self.is_choosing and seat == self.game.to_move
            else self.public
        )
        return game.view(seat)

    def ply_of(self, seat: int) -> int:
        """What the next move of a seat has to name."""
        assert self.game is not None
        if self.is_choosing:
            return len(self.choices[seat])
        return self.game.ply if self.game.to_move == seat else self.base

    def summary(self) -> Summary:
        """The table as it stands in lists."""
        game, status = self.game, self.status
        return Summary(
            id=self.id,
            game=self.created.game,
            options=self.created.options if game is None else dict(game.options),
            status=status,
            seats=self.seats,
            clock=self.created.clock,
            visibility=self.created.visibility,
            hints=self.created.hints,
            host=self.created.host,
            invites=self.invites,
            ply=self.base,
            to_move=self.to_move,
            winners=list(game.outcome.winners) if game and game.outcome else [],
            created=self.created.at // 1000,
            updated=self.updated // 1000,
            start=self.created.start,
            next=self.next,
            start_for=self.created.start_for,
        )

    # What each event does.

    def _create(self, event: Created) -> None:
        self.created = event
        self.invites = list(event.invites)
        for plan in event.seats:
            match plan:
                case Myself(name):
                    self.seats.append(SeatState(person=event.host, name=name))
                case Friend():
                    self.seats.append(SeatState())
                case Program(program):
                    self.seats.append(SeatState(program=program, name=program))
        if event.is_record:
            assert event.record is not None
            self.game = load(event.record)
            self.base = self.game.ply
        if event.clock:
            self.left = [event.clock.seconds * 1000] * len(self.seats)

    def _sit(self, event: Sat) -> None:
        self.seats[event.seat] = SeatState(event.person, event.name)
        self.invites[event.seat] = ""

    def _name(self, event: Named) -> None:
        self.seats[event.seat].name = event.name

    def _leave(self, event: Left) -> None:
        if self.game is None:
            self.seats[event.seat] = SeatState()
            self.invites[event.seat] = self.created.invites[event.seat]
        else:
            self.seats[event.seat].left = True

    def _begin(self, event: Began) -> None:
        self.seed = int(event.seed, 16)
        self.game = load(event.record, seed=self.seed)
        self.base = self.game.ply
        self.plies = [self.base] * len(self.plies)

    def _move(self, event: Moved) -> None:
        assert self.game is not None
        self.done.add((event.seat, event.id))
        if self.seats[event.seat].left and not self.seats[event.seat].program:
            self.seats[event.seat].left = False  # whoever plays on has not left
            self.offers = [offer for offer in self.offers if offer.seat != event.seat]
        if self.is_choosing:
            if event.notation == samurai.CONFIRM:
                self.ready[event.seat] = True
                self._book(event)
            else:
                self.choices[event.seat].append(event.notation)
            return
        self.game.play(event.notation)
        if self.game.to_move != event.seat:
            self._end_turn()
            self._book(event)
            self.updated = event.at

    def _undo(self, event: Undone) -> None:
        assert self.game is not None
        self.done.add((event.seat, event.id))
        self.taken_back[event.seat] += 1
        if self.is_choosing:
            self.choices[event.seat].pop()
        else:
            self.game.undo()

    def _choose(self, event: Chosen) -> None:
        self.game = load(event.record, seed=self.seed)
        self._end_turn()

    def _end_turn(self) -> None:
        assert self.game is not None
        self.base = self.game.ply
        self.taken_back.clear()
        self._count()

    def _count(self) -> None:
        """An event that clients are told with a number."""
        self.number += 1
        self.plies.append(self.base)

    def _book(self, event: Moved) -> None:
        if self.left and self.created.clock and self.created.clock.per == "game":
            self.left[event.seat] = event.left

    def _hand(self, event: Handed) -> None:
        self.seats[event.seat].program = event.program
        if self.left:
            self.left[event.seat] = None
        self.offers = [offer for offer in self.offers if offer.seat != event.seat]

    def _say(self, event: Talked) -> None:
        self._count()
        self.done.add((event.by, event.id))
        said = Talk(self.number, event.seat, event.name, event.by, event.text, event.at // 1000)
        self.talk.append(said)
        del self.talk[:-MOST_TALK]

    def _mute(self, event: Muted) -> None:
        self.done.add(("host", event.id))
        if event.muted:
            self.muted.add(event.who)
        else:
            self.muted.discard(event.who)

    def _offer(self, event: Offered) -> None:
        self.done.add((event.by, event.id))
        mine = self.seats_of(self.seats[event.by].person)
        self.offers.append(Pending(self.seq, event.what, event.by, event.seat, set(mine)))

    def _answer(self, event: Answered) -> None:
        if event.seat is not None:
            self.done.add((event.seat, event.id))
        for offer in [offer for offer in self.offers if offer.number == event.offer]:
            if event.agree and event.seat is not None:
                offer.agreed |= set(self.seats_of(self.seats[event.seat].person))
            else:
                self.offers.remove(offer)

    def _follow(self, event: Followed) -> None:
        self.next = event.table
        self.offers = [offer for offer in self.offers if offer.what != "rematch"]


_APPLY: dict[type[Any], Any] = {
    Created: Table._create,
    Sat: Table._sit,
    Named: Table._name,
    Left: Table._leave,
    Began: Table._begin,
    Moved: Table._move,
    Undone: Table._undo,
    Chosen: Table._choose,
    Handed: Table._hand,
    Talked: Table._say,
    Muted: Table._mute,
    Offered: Table._offer,
    Answered: Table._answer,
    Followed: Table._follow,
}
