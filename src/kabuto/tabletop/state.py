"""A table as its events made it: who sits where, the game, the turn in progress, talk and offers.

``apply`` takes what has happened; ``decisions`` says what may happen next. No clock, no network, no disk.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from typing import Any

from kabuto.protocol.http import Friend, Myself, Program
from kabuto.table import Game, IllegalMove, load
from kabuto.table.deals import Proof
from kabuto.tabletop.conversation import Chat, Offers, known_as
from kabuto.tabletop.sealing import Sealing
from kabuto.tabletop.seats import SeatState, Summary, Verdict, verdict
from kabuto.tabletop.table_events import (
    Answered,
    Away,
    Began,
    Chosen,
    Committed,
    Created,
    Event,
    Followed,
    Handed,
    Left,
    Lost,
    Moved,
    Muted,
    Named,
    Offered,
    Opened,
    Overdue,
    Paused,
    Pledged,
    Puzzled,
    Ready,
    Returned,
    Sat,
    Sealed,
    SealsTold,
    Started,
    Talked,
    Undone,
)
from kabuto.tabletop.time_limits import DAY, grace

CONFIRMED = "/"
"""How a seat once confirmed what it had chosen at the same time as others: in events of older versions."""


class Table:
    """The present state of a table."""

    created: Created

    def __init__(self, name: str, events: Iterable[Event]) -> None:
        self.id = name
        self.seq = 0
        """How many events there are."""
        self.number = 0
        """How many of them clients have been told with a number: moves that became visible, and talk."""
        self.seats: list[SeatState] = []
        self.invites: list[str] = []
        self.game: Game[Any, Any] | None = None
        """The game with all moves, those included that only their seats see yet."""
        self.unseen: dict[int, int] = {}
        """Seat → how many of its last moves only it sees, because it can still take them back."""
        self.base = 0
        """How many moves everyone sees."""
        self.turns: Counter[int] = Counter()
        """Seat → how often its moves became visible: each time its clock starts again."""
        self.deal = Sealing()
        self.lost: list[int] = []
        """The seats that have lost by rule or resigned, in this order."""
        self.verdict: Verdict | None = None
        """How it ended; None while it goes on."""
        self.played_by: dict[tuple[int, int], str] = {}
        """Seat and which of its moves → the program that played it for a person."""
        self.unready: set[int] = set()
        """The seats whose persons are not ready yet: while there are any, clocks stand still."""
        self.is_paused = False
        """Whether clocks stand still because everyone agreed to a pause."""
        self._moves: Counter[int] = Counter()
        """Seat → how many moves it has played."""
        self._expected: list[int] = []
        """Seat → the ply that its next move has to name, while it is deciding."""
        self._is_simultaneous = False
        """Whether seats have chosen at the same time in this game."""
        self.chat, self.offers = Chat(), Offers()
        self.next: str | None = None
        self.next_seals: dict[int, str] = {}
        """Seat → what it adds to the deal of the rematch, sealed: in its first version."""
        self.next_sealing: set[int] = set()
        """The seats whose pages seal at the rematch, in the second version."""
        self.puzzles: list[dict[str, Any]] | None = None
        """The puzzles that were found in the game; None if no one has looked for any."""
        self.left: list[int] = []
        """Seat → milliseconds of time left; empty without clocks."""
        self.done: set[tuple[int | str, str]] = set()
        """Sender (a seat, or who spoke) and id of every message that was carried out."""
        self.taken_back: Counter[int] = Counter()
        """Seat → how many moves it has taken back in its turn."""
        self.plies: list[int] = [0]
        """Number of an event → how many moves clients knew with it."""
        self.updated = 0
        self.status = "waiting"
        """``waiting``, ``playing``, ``over``, ``record``, or ``closed`` when no one stayed to begin."""
        self.was_taken = False
        """Whether anyone has sat here: a table of friends alone is empty at first, and waits for them."""
        self.to_move: list[int] = []
        """The seats that are to move."""
        self._is_new = False
        for event in events:
            self.apply(event)

    def copy(self) -> "Table":
        """An independent table in the same state, to try something at."""
        twin = object.__new__(Table)
        own = twin.__dict__
        own.update(self.__dict__)
        own.pop("public", None)
        for name, copied in _CHANGED_BY_MOVES.items():
            own[name] = copied(own[name])
        twin.seats = [copy(seat) for seat in self.seats]
        twin.game = self.game and self.game.copy()
        return twin

    def apply(self, event: Event, *, is_new: bool = False) -> None:
        """Take what has happened, just now or when an older version stored it.

        ``IllegalMove`` if a move is not legal: then nothing has changed.
        """
        self._is_new = is_new
        if not isinstance(event, (Moved, Undone)):
            for name in _CHANGED_OTHERWISE:
                self.__dict__[name] = self.__dict__[name].copy()
        _APPLY[type(event)](self, event)
        self.seq += 1
        if not isinstance(event, (Moved, Undone, Puzzled)):  # a turn in progress is no one's business
            self.updated = event.at
        self._conclude()

    def _conclude(self) -> None:
        """See what follows from what has happened."""
        self.__dict__.pop("public", None)
        is_taken = any(seat.person for seat in self.seats)
        self.was_taken |= is_taken
        deciding = () if self.game is None or self.created.is_record else self.game.deciding
        if self.game is not None and (self.lost or not deciding):
            self.verdict = verdict(self.seats, self.lost, self.game.outcome)
            deciding = () if self.verdict else deciding
        if self.created.is_record:
            self.status = "record"
        elif self.game is None:
            self.status = "waiting" if is_taken or not self.was_taken else "closed"
        else:
            self.status = "playing" if deciding else "over"
        if self.status == "over":
            self.offers = self.offers.kept("rematch")
        waited = (self.seats[seat] for seat in self.unready)
        if self.status != "playing" or not any(seat.is_person and not seat.left for seat in waited):
            self.unready, self.is_paused = set(), False
        before, self.to_move = self.to_move, sorted(deciding)
        self._is_simultaneous |= len(deciding) > 1
        for seat in self.to_move:
            if seat not in before:
                self._expected[seat] = self.base + self.unseen.get(seat, 0)

    @cached_property
    def public(self) -> Game[Any, Any]:
        """The game as all seats see it."""
        return self._without(self.unseen)

    def _without(self, seats: Iterable[int]) -> Game[Any, Any]:
        """The game without the moves of these seats that only they see."""
        assert self.game is not None
        game = self.game
        for seat in seats:
            game = self.game.copy() if game is self.game else game
            for _ in range(self.unseen[seat]):
                game.undo(seat)
        return game

    def in_order(self) -> Game[Any, Any]:
        """A copy of the game whose moves can be taken back in the order of the record."""
        assert self.game is not None
        if self._is_simultaneous:  # taking back goes by the order in which seats chose
            return load(self.game.record(), seed=self.deal.seed)
        return self.game.copy()

    def before(self, ply: int) -> Game[Any, Any]:
        """The game as it was after so many moves."""
        past = self.in_order()
        while past.ply > ply:
            past.undo()
        return past

    def seats_of(self, person: str) -> list[int]:
        """Where a person sits, also while a program sits in; a lost seat counts again after the game."""
        is_over = self.status == "over"
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.person == person and person and (is_over or not seat.lost)
        ]

    def speaker(self, person: str) -> str:
        """What a person is known by in the talk of this table."""
        return known_as(self.id, person)

    def concerns(self, person: str) -> bool:
        """Whether a person has set the table, or sits or spoke here."""
        persons = {self.created.host, *(seat.person for seat in self.seats)}
        return person in persons or self.speaker(person) in self.chat.speakers

    def shown_seat(self, person: str) -> int | None:
        """The seat whose hand a person sees: of several the one that is to move."""
        mine = self.seats_of(person)
        return next((seat for seat in self.to_move if seat in mine), mine[0] if mine else None)

    def sees(self, seat: int | None) -> Any:
        """What a seat sees: with the moves of its own that no one else sees yet."""
        return self.game_of(seat).view(seat)

    def game_of(self, seat: int | None) -> Game[Any, Any]:
        """The game as all seats see it, and with the moves that only this seat sees."""
        if seat not in self.unseen:
            return self.public
        return self._without([other for other in self.unseen if other != seat])

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken and the game is about to be dealt."""
        return self.status == "waiting" and not any(seat.is_open for seat in self.seats)

    def proof(self) -> Proof | None:
        """What decided the chance of the game, for when it is over; tables of older versions have none."""
        return self.deal.proof(self.created)

    def ply_of(self, seat: int) -> int:
        """What the next move of a seat has to name: it changes with every move that the seat plays."""
        return self._expected[seat] if seat in self.to_move else self.base

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
            winners=self.verdict.winners if self.verdict else [],
            created=self.created.at // 1000,
            updated=self.updated // 1000,
            start=self.created.start,
            next=self.next,
            start_for=self.created.start_for,
            unready=sorted(self.unready),
            is_paused=self.is_paused,
            puzzles=None if self.puzzles is None else len(self.puzzles),
            is_matched=self.created.is_matched,
            strength=self.created.strength,
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
        self._expected = [0] * len(self.seats)
        self.deal = Sealing(len(self.seats))
        host = next((seat for seat, plan in enumerate(event.seats) if isinstance(plan, Myself)), None)
        if host is not None:
            self.deal.add(host, event.seal, event.will_seal)
        if event.clock:
            self.left = [event.clock.seconds * 1000] * len(self.seats)

    def _sit(self, event: Sat) -> None:
        self.seats[event.seat] = SeatState(event.person, event.name)
        self.deal.add(event.seat, event.seal, event.will_seal)
        self.invites[event.seat] = ""

    def _name(self, event: Named) -> None:
        self.seats[event.seat].name = event.name

    def _leave(self, event: Left) -> None:
        if self.game is None:
            self.seats[event.seat] = SeatState()
            self.deal.take_away(event.seat)
            self.invites[event.seat] = self.created.invites[event.seat]
        else:
            self.seats[event.seat].left = True

    def _begin(self, event: Began) -> None:
        self.deal.seed = int(event.seed, 16)
        self.game = load(event.record, seed=self.deal.seed)
        self.base = self.game.ply
        self.plies = [self.base] * len(self.plies)
        self._moves.update(entry.seat for entry in (self.game.view(None).log if self.base else ()))
        self.unready = self._persons() if event.asks_ready else set()

    def _persons(self) -> set[int]:
        """The seats where persons play."""
        return {number for number, seat in enumerate(self.seats) if seat.is_person}

    def _move(self, event: Moved) -> None:
        assert self.game is not None
        seat, is_secret = event.seat, str(self.game.secret_pass) == event.notation
        try:
            self.game.play(event.notation, seat)
        except IllegalMove:
            if event.notation != CONFIRMED or self._is_new or not self._is_simultaneous:
                raise
            self._book(event)  # an older version wanted a choice to be confirmed
        else:
            self.unseen[seat] = self.unseen.get(seat, 0) + 1
            self._expected[seat] += 1
            self._note_program(event)
        self.done.add((seat, event.id))
        if self.seats[seat].left and not self.seats[seat].program:
            self._return(seat)  # anyone who plays on has not left
        self._show(event, is_secret)

    def _note_program(self, event: Moved) -> None:
        """Remember which moves of a person's seat a program played; older versions told by the seat alone."""
        state = self.seats[event.seat]
        if program := event.program or (state.program if state.person else ""):
            self.played_by[event.seat, self._moves[event.seat]] = program
        self._moves[event.seat] += 1

    def _show(self, event: Moved, is_secret: bool = False) -> None:
        """Let everyone see what its seat can no longer take back.

        Of a pass that may have been forced, no one sees whether its person was there.
        """
        assert self.game is not None
        deciding = self.game.deciding
        shown = [seat for seat in self.unseen if seat not in deciding or not self.game.can_undo(seat)]
        for seat in shown:
            del self.unseen[seat]
        if shown:
            self._count_visible(len(deciding))
            for seat in shown:
                self.turns[seat] += 1
                self.taken_back.pop(seat, None)
            self.count()
            if event.seat in shown:
                self._book(event)
                self._end_turn(event, is_secret)
            self.updated = event.at

    def _end_turn(self, event: Moved, is_secret: bool) -> None:
        state = self.seats[event.seat]
        state.helper = ""
        if state.person and not event.program and not is_secret:
            state.overdue = 0
            self.unready -= set(self.seats_of(state.person))
            self._end_absence(state, event.at)

    @staticmethod
    def _end_absence(state: SeatState, at: int) -> None:
        """A person is back: days that were announced but not begun are not counted."""
        state.days_off -= max(0, state.away_until * 1000 - at) // (DAY * 1000)
        state.away_until = 0

    def _count_visible(self, deciding: int) -> None:
        """Count the moves that everyone sees."""
        assert self.game is not None
        self.__dict__.pop("public", None)
        # One seat alone has its last moves at the end of the game; several may have chosen before their turn.
        alone = self.game.ply - sum(self.unseen.values())
        self.base = alone if deciding <= 1 else self.public.ply

    def _undo(self, event: Undone) -> None:
        assert self.game is not None
        seat = event.seat
        self.game.undo(seat)
        self._moves[seat] -= 1
        self.played_by.pop((seat, self._moves[seat]), None)
        self.done.add((seat, event.id))
        self.taken_back[seat] += 1
        self._expected[seat] -= 1
        if seat not in self.unseen:  # an older version let a seat take back what was not confirmed
            self._hide(seat)
        elif self.unseen[seat] > 1:
            self.unseen[seat] -= 1
        else:
            del self.unseen[seat]

    def _hide(self, seat: int) -> None:
        """Hide what a seat has chosen at the same time as others, if it can still take it back."""
        assert self.game is not None
        own, number = self.game.copy(), 0
        while own.can_undo(seat):
            own.undo(seat)
            number += 1
        if number:
            self.unseen[seat] = number
        self._count_visible(len(self.game.deciding))

    def _choose(self, event: Chosen) -> None:
        self.game = load(event.record, seed=self.deal.seed)
        self._is_simultaneous = False

    def count(self) -> None:
        """An event that clients are told with a number."""
        self.number += 1
        self.plies.append(self.base)

    def _book(self, event: Moved) -> None:
        clock = self.created.clock
        if clock and clock.per == "game" and event.left is not None:
            self.left[event.seat] = event.left + clock.increment * 1000

    def _hand(self, event: Handed) -> None:
        self.seats[event.seat].program = event.program
        self.offers = self.offers.without(seat=event.seat)
        if event.why == "time":
            self._grant(event.seat)

    def _come_back(self, event: Returned) -> None:
        self.done.add((event.seat, event.id))
        self._return(event.seat)

    def _return(self, seat: int) -> None:
        """A person is back: the program that sat in goes, and so do offers of one."""
        self.seats[seat].left, self.seats[seat].program = False, ""
        self.offers = self.offers.without(seat=seat)

    def _be_late(self, event: Overdue) -> None:
        self.seats[event.seat].overdue += 1
        self.seats[event.seat].helper = event.program
        self._grant(event.seat)

    def _grant(self, seat: int) -> None:
        """Give a seat that used up its time for the whole game a little for its next turn."""
        clock = self.created.clock
        if clock and clock.per == "game":
            self.left[seat] = grace(clock)

    def _be_ready(self, event: Ready) -> None:
        self.done.add((event.seat, event.id))
        self.unready -= set(self.seats_of(self.seats[event.seat].person))

    def _pause(self, event: Paused) -> None:
        self.unready, self.is_paused = self._persons(), True
        self.offers = self.offers.without(what="pause")

    def _start(self, event: Started) -> None:
        self.unready = set()

    def _be_away(self, event: Away) -> None:
        state = self.seats[event.seat]
        self.done.add((event.seat, event.id))
        self._end_absence(state, event.at)
        if event.days:
            state.days_off += event.days
            state.away_until = event.at // 1000 + event.days * DAY

    def _lose(self, event: Lost) -> None:
        assert self.game is not None
        state = self.seats[event.seat]
        self.done.add((event.seat, event.id))
        state.lost, state.program, state.helper = event.why, event.program, ""
        self.lost.append(event.seat)
        self.offers = self.offers.without(seat=event.seat)
        if verdict(self.seats, self.lost, self.game.outcome):  # a turn that was not ended does not count
            self.game, self.unseen = self.public, {}
            self.base = self.game.ply

    def _commit(self, event: Committed) -> None:
        self.deal.commit(event.secret)

    def _pledge(self, event: Pledged) -> None:
        self.deal.pledge(self.id, self.created, event)

    def _seal(self, event: Sealed) -> None:
        self.done.add((event.seat, event.id))
        self.deal.seal(event)

    def _tell_seals(self, event: SealsTold) -> None:
        self.deal.is_told = True

    def _open_seal(self, event: Opened) -> None:
        self.done.add((event.seat, event.id))
        self.deal.open(event)

    def _say(self, event: Talked) -> None:
        self.count()
        self.done.add((event.by, event.id))
        self.chat.say(event, self.number)

    def _mute(self, event: Muted) -> None:
        self.done.add(("host", event.id))
        self.chat.mute(event)

    def _offer(self, event: Offered) -> None:
        self.done.add((event.by, event.id))
        self.offers.offer(event, self.seq + 1, self.seats_of(self.seats[event.by].person))

    def _answer(self, event: Answered) -> None:
        if event.seat is not None:
            self.done.add((event.seat, event.id))
        agreed = () if event.seat is None else self.seats_of(self.seats[event.seat].person)
        self.offers.answer(event, agreed)

    def _follow(self, event: Followed) -> None:
        self.next = event.table
        for offer in self.offers.pending:
            if offer.what == "rematch":
                self.next_seals, self.next_sealing = offer.seals, offer.sealing
        self.offers = self.offers.without(what="rematch")

    def _keep_puzzles(self, event: Puzzled) -> None:
        self.puzzles = event.puzzles


def _recounted(counted: Counter[int]) -> Counter[int]:
    """The same, independent; a counter's own copy takes five times as long."""
    twin = Counter.__new__(Counter)
    dict.update(twin, counted)
    return twin


_CHANGED_BY_MOVES: dict[str, Callable[[Any], Any]] = {
    "turns": _recounted,
    "_moves": _recounted,
    "taken_back": _recounted,
    "unseen": dict.copy,
    "played_by": dict.copy,
    "done": set.copy,
    "unready": set.copy,
    "_expected": list.copy,
    "left": list.copy,
    "plies": list.copy,
}
"""What a move changes in place, and how it is copied."""
_CHANGED_OTHERWISE = ("invites", "lost", "chat", "offers", "deal")
"""What other events change in place: until one comes, copies share it. All else is replaced."""
_APPLY: dict[type[Any], Any] = {
    Created: Table._create,
    Committed: Table._commit,
    Pledged: Table._pledge,
    Sealed: Table._seal,
    SealsTold: Table._tell_seals,
    Opened: Table._open_seal,
    Sat: Table._sit,
    Named: Table._name,
    Left: Table._leave,
    Began: Table._begin,
    Moved: Table._move,
    Undone: Table._undo,
    Chosen: Table._choose,
    Handed: Table._hand,
    Returned: Table._come_back,
    Overdue: Table._be_late,
    Lost: Table._lose,
    Ready: Table._be_ready,
    Paused: Table._pause,
    Started: Table._start,
    Away: Table._be_away,
    Talked: Table._say,
    Muted: Table._mute,
    Offered: Table._offer,
    Answered: Table._answer,
    Followed: Table._follow,
    Puzzled: Table._keep_puzzles,
}
