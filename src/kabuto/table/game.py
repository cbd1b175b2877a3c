"""The contract of a game, and the part of it that is the same for every game.

A game is a list of immutable states with the moves between them: ``play`` appends, ``undo`` drops the
last, ``copy`` shares the states. A subclass brings the rules as functions of one state.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from secrets import randbits
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from kabuto.table.errors import BadOption, BadRecord, IllegalMove, short
from kabuto.table.event import Event
from kabuto.table.options import Option, Preset, Value
from kabuto.table.record import FIRST_RULES, FORMAT
from kabuto.table.text import WORDS, Seat

SAMPLED, NO_CHANCE = "sampled", "none"
"""What chance can be in a game."""


class Move(Protocol):
    """A small value that knows no game; ``str`` is its notation."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of ``str``; ``IllegalMove`` says what is wrong with the text."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats that share a rank, best first."""
    steps: tuple[str, ...]
    """How it was decided, in words, one step after the other."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return self.ranking[0]

    def to_json(self) -> dict[str, Any]:
        """The outcome as a record has it."""
        return {"winners": list(self.winners), "ranking": [list(group) for group in self.ranking]}


MoveT = TypeVar("MoveT", bound=Move)
StateT = TypeVar("StateT")
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    SeenT = TypeVarWithDefault("SeenT", bound=Move, default=Any)  # so that View alone means View[Any]
else:
    SeenT = TypeVar("SeenT")


@dataclass(frozen=True, slots=True)
class Entry(Generic[SeenT]):
    """One line of a view's log: a move as that seat saw it."""

    seat: int
    """Who played it."""
    move: SeenT
    """The move; what the viewer may not know of it is masked."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What it brought about, as the viewer saw it; a game that tells adds its own."""
        return ()


class View(ABC, Generic[SeenT]):
    """Everything one seat may know, nothing more: what a player, a client or a log is given.

    A game's own view adds what there is to see, and answers for its seat from that alone.
    """

    seat: int | None
    """Whose view it is; None for a spectator."""
    options: Mapping[str, Value]
    """Every option with its value."""
    log: Sequence[Entry[SeenT]]
    """Every move so far."""
    move_type: ClassVar[type[Any]]

    # What a subclass brings.

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game runs; then ranking and how it was decided."""

    @abstractmethod
    def _legal_moves(self) -> Sequence[SeenT]:
        """The legal moves of this seat, which is deciding."""

    @abstractmethod
    def _why_not(self, move: SeenT) -> str | None:
        """The reason a move is refused when this seat is deciding, or when the game is over."""

    @abstractmethod
    def to_json(self) -> str:
        """The view as JSON text: equal texts, equal knowledge."""

    @abstractmethod
    def sample(self, rng: random.Random) -> "Game[Any, Any]":
        """A full game that this view allows, spread over all that are possible."""

    # What every view has.

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that may decide now, the one to move first: none when the game is over."""
        return () if self.to_move is None else (self.to_move,)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.options["players"])

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.log)

    def legal_moves(self) -> Sequence[SeenT]:
        """The legal moves of this seat: none when it is not deciding."""
        if self.seat is None or (self.seat != self.to_move and self.seat not in self.deciding):
            return ()
        return self._legal_moves()

    def why_not(self, move: SeenT | str) -> str | None:
        """The reason a move of this seat is refused; None when it is legal."""
        try:
            read: SeenT = read_move(self.move_type, move)
        except IllegalMove as error:
            return error.reason
        if self.to_move is not None and self.seat not in self.deciding:
            return WORDS.say("not_your_turn", seat=Seat(self.to_move))
        return self._why_not(read)


def read_move(kind: type[Any], move: object) -> Any:
    """A move of this kind, or the one that a text stands for; ``IllegalMove`` says what is wrong with it."""
    if isinstance(move, kind):
        return move
    if isinstance(move, str):
        return kind.parse(move)
    raise no_move(kind, move)


def no_move(kind: type[Any], given: object) -> IllegalMove:
    """The refusal of something that is neither a move nor a text."""
    return IllegalMove(WORDS.say("no_move", kind=kind.__name__, given=type(given).__name__))


class Round(NamedTuple, Generic[MoveT]):
    """Choices that seats made at once: each in its own time, but recorded in the order of the rules."""

    start: int
    """The ply at which it began."""
    choices: tuple[tuple[int | None, MoveT], ...]
    """Seats and moves in the order in which they were made."""
    waiting: tuple[tuple[int | None, MoveT], ...]
    """Those of them that seats made before it was their turn."""
    end: int
    """The ply that they have led to."""


class Shows(Protocol):
    """What shows a view to people."""

    def text(self, game: str, view: Any) -> str:
        """The text that ``print`` shows."""
        ...

    def svg(self, game: str, view: Any) -> str:
        """The picture of a notebook."""
        ...


class Game(ABC, Generic[MoveT, StateT]):
    """A game in progress."""

    name: ClassVar[str]
    """What ``kabuto.new`` and records call it."""
    option_table: ClassVar[Sequence[Option]]
    presets: ClassVar[Mapping[str, Preset]] = {}
    """Named sets of options, such as the one for a first game."""
    former_presets: ClassVar[Collection[str]] = ()
    """Those that stay valid, but that no screen offers any more."""
    move_type: ClassVar[type[Any]]
    rules_version: int = FIRST_RULES
    """By which version of its rules it is played: by the newest one, unless it goes on from an older record.

    A game whose rules change declares the next number, and keeps to the old ones where this says so.
    """

    # What environments and the laws have to know in advance.

    most_plies: ClassVar[int | None] = None
    """No game has more moves than this, whatever its options. OpenSpiel needs to know."""
    most_legal_moves: ClassVar[int | None] = None
    """There are never more legal moves at once. Environments need this, or ``every_move``."""
    chance: ClassVar[str] = SAMPLED
    """``"sampled"``: the seed decides something. ``"none"``: nothing in this game is left to chance."""
    hidden: ClassVar[bool] = True
    """Whether a seat may have secrets; False where everybody sees everything."""

    @classmethod
    def offered_presets(cls) -> dict[str, Preset]:
        """The presets that a screen offers."""
        return {name: preset for name, preset in cls.presets.items() if name not in cls.former_presets}

    @classmethod
    def every_move(cls, options: Mapping[str, Value]) -> Sequence[MoveT] | None:
        """Every move that can be legal under these options, each once: its place is its action id.

        None if there are too many to list: then an action id is a place among the legal moves.
        """
        return None

    _shows: ClassVar[Callable[[], Shows]]
    """What shows a view; ``kabuto.table`` hands it in, so that this module needs nothing that draws."""
    _replaying = False
    """Whether a record is being replayed, which says what chance decided."""
    _rounds: tuple[Round[MoveT], ...] = ()
    """The rounds in which a seat chose before it was its turn."""
    _logs: Mapping[int | None, list[Any]] = MappingProxyType({})
    """Viewer → its log as far as it has been asked for."""
    _listed: tuple[StateT | None, tuple[MoveT, ...]] = (None, ())
    """The state whose legal moves were listed last, and these moves: ``play`` need not check them again."""

    def __init__(
        self,
        options: Mapping[str, Value],
        *,
        seed: int | None = None,
        start: Mapping[str, Any] | None = None,
        moves: Sequence[str] = (),
        rules: int | None = None,
    ) -> None:
        """Begin by chance (``start`` is None) or where a record starts, and replay its moves.

        ``rules`` is the version of the rules of an older record.

        Use ``kabuto.new`` and ``kabuto.load``, which check what they are given first.
        """
        self.options = options
        """Every option with its value."""
        if rules is not None:
            self.rules_version = rules
        self._seed = randbits(128) if seed is None else seed
        self._moves: list[MoveT] = []
        self._states: list[StateT] = []
        self._states.append(self._begin(start, moves))
        self._replaying = start is not None
        for number, text in enumerate(moves):
            try:
                self.play(text)
            except IllegalMove as error:
                raise BadRecord(error.reason, f"moves[{number}]") from None
        if start is not None:
            self._check_replayed(start)
        self._replaying = False

    # What a subclass brings: the rules, as functions of one state.

    @abstractmethod
    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> StateT:
        """The first state: dealt by chance, or set up as a record's ``start`` says."""

    @abstractmethod
    def _to_move(self, state: StateT) -> int | None: ...

    @abstractmethod
    def _legal_moves(self, state: StateT) -> Sequence[MoveT]: ...

    @abstractmethod
    def _why_not(self, state: StateT, move: MoveT) -> str | None: ...

    @abstractmethod
    def _after(self, state: StateT, move: MoveT) -> StateT:
        """The state that a legal move leads to."""

    @abstractmethod
    def _outcome(self, state: StateT) -> Outcome | None: ...

    @abstractmethod
    def _start(self) -> dict[str, Any]:
        """What chance decided, as a record has it."""

    def _reveals(self, before: StateT, move: MoveT, after: StateT) -> bool:
        """Whether a move showed anybody something hidden, or let chance decide: then it stays played.

        A game that does not say has no take-backs at a table.
        """
        return True

    def _secret_pass(self, state: StateT) -> MoveT | None:
        """The move by which the seat to move passes, if nobody may learn whether it could do anything else.

        Which decisions are of that kind has to be in plain sight. Most games have none.
        """
        return None

    def _entry(self, viewer: int | None, before: StateT, move: MoveT, after: StateT) -> Entry[MoveT]:
        """A move as a viewer sees it; by default all of it."""
        seat = self._to_move(before)
        assert seat is not None
        return Entry(seat, move)

    def _events(self, before: StateT, move: MoveT, after: StateT) -> Sequence[Event]:
        """What a move brought about, all of it: by default what the seat saw that played it."""
        return self._entry(self._to_move(before), before, move, after).events

    def _simultaneous(self, state: StateT, seat: int, chosen: Sequence[MoveT]) -> StateT | None:
        """Let a seat choose at the same time as the seat to move: the state in which it is its turn.

        ``chosen`` is what it chose already; None means that it has nothing (more) to choose now. Whatever the
        others choose meanwhile must leave its choices legal. Most games have no such choices.
        """
        return None

    def _check_replayed(self, start: Mapping[str, Any]) -> None:
        """Refuse a ``start`` that the replayed moves do not fit."""

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """The present position: what a record's ``start`` may be."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Everything that seat may know, nothing more; None is the spectator."""

    # What every game has.

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.options["players"])

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return self._to_move(self._states[-1])

    @property
    def outcome(self) -> Outcome | None:
        """None while the game runs; then ranking and how it was decided."""
        return self._outcome(self._states[-1])

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """What each move brought about, all of it; the log of a view has what its seat saw of it."""
        steps = zip(self._states, self._moves, self._states[1:], strict=False)
        return tuple(tuple(self._events(*step)) for step in steps)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that may decide now: usually the one to move; it comes first where all choose at once."""
        state, first = self._states[-1], self.to_move
        if first is None:
            return ()
        others = [seat for seat in range(self.players) if seat != first]
        return (first, *[s for s in others if self._simultaneous(state, s, self._waiting(s)) is not None])

    @property
    def secret_pass(self) -> MoveT | None:
        """The move by which the seat to move passes, where nobody may learn whether it had to.

        A table plays it for a seat that can do nothing else, and takes as long over it as over any pass.
        """
        return self._secret_pass(self._states[-1])

    def legal_moves(self, seat: int | None = None) -> Sequence[MoveT]:
        """The legal moves of a seat, each once: of the one to move, if no other is named."""
        state = self._state_for(seat)
        moves = () if state is None else self._legal_moves(state)
        if isinstance(moves, tuple):
            self._listed = state, moves
        return moves

    def why_not(self, move: MoveT | str, seat: int | None = None) -> str | None:
        """The reason a move is refused; None when it is legal."""
        try:
            return self._refusal(self._read(move), seat)
        except IllegalMove as error:
            return error.reason

    def play(self, move: MoveT | str, seat: int | None = None) -> None:
        """Play a move or its notation; ``IllegalMove`` tells why not, and nothing has changed.

        Where several seats are deciding, ``seat`` says whose move it is. The record keeps the moves in the
        order of the rules, so a move made early waits until the seats before have made theirs.
        """
        move = self._read(move)
        state, moves = self._listed
        if seat is not None or state is not self._states[-1] or move not in moves:
            reason = self._why_not(self._states[-1], move) if seat is None else self._refusal(move, seat)
            if reason is not None:
                raise IllegalMove(reason)
        if seat is None or self.deciding == (seat,):
            self.play_unchecked(move)
        else:
            self._choose(seat, move)

    def play_unchecked(self, move: MoveT) -> None:
        """Play a move that is known to be legal: for search alone, it checks nothing."""
        if self._rounds and self._is_waiting:
            self._choose(self.to_move, move)
            return
        self._states.append(self._after(self._states[-1], move))
        self._moves.append(move)

    def undo(self, seat: int | None = None) -> MoveT:
        """Take exactly the last move back and return it: of one seat, where all choose at once."""
        if self._rounds and self._rounds[-1].end == self.ply:
            return self._undo_choice(seat)
        if not self._moves or seat not in (None, self._to_move(self._states[-2])):
            raise IllegalMove(WORDS.say("no_undo"))
        self._states.pop()
        if self._logs:
            self._cut_logs(self.ply - 1)
        return self._moves.pop()

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat may take its last move back at a table: the last one, and it revealed nothing."""
        if self._rounds and self._rounds[-1].end == self.ply:
            start = self._rounds[-1].start
            movers = [owner for owner, _ in self._rounds[-1].choices]
        elif self._moves:
            start = self.ply - 1
            movers = [self._to_move(self._states[start])]
        else:
            return False
        played = zip(self._states[start:], self._moves[start:], self._states[start + 1 :], strict=False)
        return seat in movers and not any(starmap(self._reveals, played))

    # Where all choose at once, moves come in any order, and the record keeps them in the order of the rules.

    def _state_for(self, seat: int | None) -> StateT | None:
        """The state in which a seat decides, None if it does not; without a seat the present one."""
        state = self._states[-1]
        if seat is None or seat == self._to_move(state):
            return state
        chosen = self._waiting(seat)
        return None if self._to_move(state) is None else self._simultaneous(state, seat, chosen)

    @property
    def _is_waiting(self) -> bool:
        """Whether some seat has chosen before it was its turn."""
        return bool(self._rounds) and bool(self._rounds[-1].waiting)

    def _waiting(self, seat: int) -> tuple[MoveT, ...]:
        """What a seat has chosen before it was its turn."""
        if not self._rounds:
            return ()
        return tuple(move for owner, move in self._rounds[-1].waiting if owner == seat)

    def _refusal(self, move: MoveT, seat: int | None) -> str | None:
        state = self._state_for(self.check_seat(seat))
        if state is None and self.to_move is not None:
            return WORDS.say("not_your_turn", seat=Seat(self.to_move))
        return self._why_not(self._states[-1] if state is None else state, move)

    def _choose(self, seat: int | None, move: MoveT) -> None:
        """Add a choice to the round, and play every move whose turn has come."""
        rounds, (start, choices, waiting, _) = self._join_round(seat)
        left = [*waiting, (seat, move)]
        while ready := [choice for choice in left if choice[0] == self.to_move]:
            left.remove(ready[0])
            self._states.append(self._after(self._states[-1], ready[0][1]))
            self._moves.append(ready[0][1])
        self._rounds = (*rounds, Round(start, (*choices, (seat, move)), tuple(left), self.ply))

    def _join_round(self, seat: int | None) -> tuple[tuple[Round[MoveT], ...], Round[MoveT]]:
        """The rounds before, and the one in which a seat chooses: all moves since it could choose as well."""
        start = self.ply
        while (
            start and seat is not None and self._simultaneous(self._states[start - 1], seat, ()) is not None
        ):
            start -= 1
        *rounds, last = *self._rounds, Round[MoveT](start, (), (), start)
        if rounds and (self._is_waiting or rounds[-1].end > start):
            last = rounds.pop()
        later = zip(self._states[last.end :], self._moves[last.end :], strict=False)
        choices = *last.choices, *((self._to_move(state), move) for state, move in later)
        return tuple(rounds), Round(last.start, choices, last.waiting, self.ply)

    def _undo_choice(self, seat: int | None) -> MoveT:
        """Take back a choice of the last round, as if it had not been made: the others are made again."""
        *rounds, last = self._rounds
        mine = [n for n, (owner, _) in enumerate(last.choices) if seat in (None, owner)]
        if not mine:
            raise IllegalMove(WORDS.say("no_undo"))
        del self._states[last.start + 1 :], self._moves[last.start :]
        self._cut_logs(last.start)
        self._rounds = tuple(rounds)
        for owner, move in last.choices[: mine[-1]] + last.choices[mine[-1] + 1 :]:
            self._choose(owner, move)
        return last.choices[mine[-1]][1]

    def _log(self, viewer: int | None) -> tuple[Any, ...]:
        """The log of a viewer: what was asked for before is kept."""
        if viewer not in self._logs:
            self._logs = {**self._logs, viewer: []}
        log = self._logs[viewer]
        for ply in range(len(log), self.ply):
            log.append(self._entry(viewer, self._states[ply], self._moves[ply], self._states[ply + 1]))
        return tuple(log)

    def _cut_logs(self, ply: int) -> None:
        for log in self._logs.values():
            del log[ply:]

    def copy(self) -> Self:
        """An independent game at the same point, with the same past and the same chance to come."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin._moves = self._moves.copy()
        twin._states = self._states.copy()
        if self._logs:
            twin._logs = {viewer: log.copy() for viewer, log in self._logs.items()}
        return twin

    def record(self) -> dict[str, Any]:
        """The whole game as a JSON-able dict; ``kabuto.load`` replays it."""
        outcome = self.outcome
        return {
            "format": FORMAT,
            "game": self.name,
            "rules": self.rules_version,
            "options": dict(self.options),
            "start": self._start(),
            "moves": [str(move) for move in self._moves],
            "outcome": outcome and outcome.to_json(),
        }

    def check_seat(self, seat: object) -> int | None:
        """A seat of this game, or None for a spectator."""
        if seat is None or (type(seat) is int and 0 <= seat < self.players):
            return seat
        raise BadOption(WORDS.say("seat_range", most=self.players - 1, given=short(seat)), "seat")

    def _read(self, move: object) -> MoveT:
        if isinstance(move, self.move_type):
            return move  # type: ignore[no-any-return]
        return read_move(self.move_type, move)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """The table as a spectator sees it."""
        return type(self)._shows().text(self.name, self.view(None))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as a spectator sees it."""
        return type(self)._shows().svg(self.name, self.view(None))

    def __repr__(self) -> str:
        """What evaluates to this very game, what is hidden and the seed of chance to come included."""
        return f"kabuto.load({self.record()!r}, seed={self._seed})"
