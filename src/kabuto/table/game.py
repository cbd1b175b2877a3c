"""The contract of a game, and the part of it that is the same for every game.

A game is a list of immutable states with the moves between them: ``play`` appends, ``undo`` drops the
last, ``copy`` shares the states. A game of its own brings the rules as functions of one state.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from kabuto.table.errors import BadOption, BadRecord, IllegalMove, short
from kabuto.table.options import Option, Value
from kabuto.table.record import FORMAT
from kabuto.table.text import WORDS


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
        """The outcome as it stands in a record."""
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
    """One line of a view's log: a move as that seat saw it. A game may add what came of it."""

    seat: int
    """Who played it."""
    move: SeenT
    """The move; what the viewer may not know of it is masked."""


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

    # What a view of its own brings.

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
        """The legal moves of this seat, which is to move."""

    @abstractmethod
    def _why_not(self, move: SeenT) -> str | None:
        """The reason a move is refused when this seat is to move, or when the game is over."""

    @abstractmethod
    def to_json(self) -> str:
        """The view as JSON text: equal texts, equal knowledge."""

    @abstractmethod
    def sample(self, rng: random.Random) -> "Game[Any, Any]":
        """A full game that this view allows, spread over all that are possible."""

    # What every view has.

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.options["players"])

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.log)

    def legal_moves(self) -> Sequence[SeenT]:
        """The legal moves of this seat: none when another is to move."""
        return self._legal_moves() if self.seat is not None and self.seat == self.to_move else ()

    def why_not(self, move: SeenT | str) -> str | None:
        """The reason a move of this seat is refused; None when it is legal."""
        try:
            read: SeenT = read_move(self.move_type, move)
        except IllegalMove as error:
            return error.reason
        if self.to_move is not None and self.seat != self.to_move:
            return WORDS.say("not_your_turn", seat=self.to_move)
        return self._why_not(read)


def read_move(kind: type[Any], move: object) -> Any:
    """A move of this kind, or the one that a text stands for; ``IllegalMove`` says what is wrong with it."""
    if isinstance(move, kind):
        return move
    if isinstance(move, str):
        return kind.parse(move)
    raise IllegalMove(f"a move is a {kind.__name__} or its notation, not a {type(move).__name__}")


class Game(ABC, Generic[MoveT, StateT]):
    """A game in progress."""

    name: ClassVar[str]
    """What ``kabuto.new`` and records call it."""
    option_table: ClassVar[Sequence[Option]]
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    """Named sets of options, such as the one for a first game."""
    move_type: ClassVar[type[Any]]

    _replaying = False
    """Whether a record is being replayed: what chance decided on the way stands in it."""

    def __init__(
        self,
        options: Mapping[str, Value],
        *,
        seed: int | None = None,
        start: Mapping[str, Any] | None = None,
        moves: Sequence[str] = (),
    ) -> None:
        """Begin by chance (``start`` is None) or where a record starts, and replay its moves.

        Use ``kabuto.new`` and ``kabuto.load``, which check what they are given first.
        """
        self.options = options
        """Every option with its value."""
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

    # What a game of its own brings: the rules, as functions of one state.

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
        """What chance decided, as it stands in a record."""

    def _reveals(self, before: StateT, move: MoveT, after: StateT) -> bool:
        """Whether a move showed anybody something hidden, or let chance decide: then it stays played.

        A game that does not say has no take-backs at a table.
        """
        return True

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

    def legal_moves(self) -> Sequence[MoveT]:
        """The legal moves, each once."""
        return self._legal_moves(self._states[-1])

    def why_not(self, move: MoveT | str) -> str | None:
        """The reason a move is refused; None when it is legal."""
        try:
            return self._why_not(self._states[-1], self._read(move))
        except IllegalMove as error:
            return error.reason

    def play(self, move: MoveT | str) -> None:
        """Play a move or its notation; ``IllegalMove`` tells why not, and nothing has changed."""
        move = self._read(move)
        reason = self._why_not(self._states[-1], move)
        if reason is not None:
            raise IllegalMove(reason)
        self.play_unchecked(move)

    def play_unchecked(self, move: MoveT) -> None:
        """Play a move that is known to be legal: for search alone, it checks nothing."""
        self._states.append(self._after(self._states[-1], move))
        self._moves.append(move)

    def undo(self) -> MoveT:
        """Take exactly the last move back and return it."""
        if not self._moves:
            raise IllegalMove("there is no move to take back")
        self._states.pop()
        return self._moves.pop()

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat may take the last move back at a table: its own, and nothing was revealed by it."""
        if not self._moves:
            return False
        before, after = self._states[-2:]
        return self._to_move(before) == seat and not self._reveals(before, self._moves[-1], after)

    def copy(self) -> Self:
        """An independent game at the same point, with the same past and the same chance to come."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin._moves = self._moves.copy()
        twin._states = self._states.copy()
        return twin

    def record(self) -> dict[str, Any]:
        """The whole game as a JSON-able dict; ``kabuto.load`` replays it."""
        outcome = self.outcome
        return {
            "format": FORMAT,
            "game": self.name,
            "options": dict(self.options),
            "start": self._start(),
            "moves": [str(move) for move in self._moves],
            "outcome": outcome and outcome.to_json(),
        }

    def check_seat(self, seat: object) -> int | None:
        """A seat of this game, or None for a spectator."""
        if seat is None or (type(seat) is int and 0 <= seat < self.players):
            return seat
        raise BadOption(
            f"seat is 0 to {self.players - 1}, or None for a spectator, not {short(seat)}", "seat"
        )

    def _read(self, move: object) -> MoveT:
        return read_move(self.move_type, move)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        to_move = "over" if self.to_move is None else f"seat {self.to_move} to move"
        return f"<{self.name}: {self.players} players, ply {self.ply}, {to_move}>"
