"""Random games to try a law on."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from kabuto.laws.pictures import AnyGame, Picture, difference
from kabuto.table import game_class, new

Permute = Callable[[AnyGame, int | None, random.Random], AnyGame]
PATIENCE = 1000
"""How many moves a game may take that does not declare ``most_plies``."""


@dataclass(frozen=True)
class Case:
    """Which games a law is checked on."""

    game: str
    options: Mapping[str, Any]
    games: int = 1
    """How many random games each law plays."""
    bound: int = 0
    """No game is longer than this many moves; 0 stands for what the game declares."""
    permute: Permute | None = None
    """A game that differs from the given one only in what the seat cannot see, found without
    ``view.sample``. Without it, two samples of one view take its place: they show whether a view tells what
    ``sample`` believes to be hidden, but not what both believe to be open."""
    seed: int = 0
    """Another seed makes other games."""
    deals: int = 0
    """With how many deals law 4 compares samples, in the first game of the case."""

    def __str__(self) -> str:
        return f"{self.game}({', '.join(f'{name}={value}' for name, value in self.options.items())})"

    @property
    def longest(self) -> int:
        """How many moves to wait for the end of a game."""
        return self.bound or game_class(self.game).most_plies or PATIENCE


class BrokenLaw(AssertionError):
    """A game that breaks a law: which one, by which example."""

    def __init__(self, law: str, case: Case, seed: int, ply: int, moves: Sequence[str], fault: str) -> None:
        super().__init__(f"law {law}: {case}, seed {seed}, ply {ply}: {fault}")
        self.law = law
        self.case = case
        self.seed = seed
        """The seed of the game."""
        self.ply = ply
        self.moves = moves
        """The moves that lead there."""
        self.fault = fault


class Choice(NamedTuple):
    """A choice that a seat has just made while others could choose, too."""

    game: AnyGame
    made: list[tuple[int, Any]]
    """The seats and moves so far, in the order in which they were made; this choice is the last one."""
    opened: int
    """Where in them the round begins of which this choice is a part: what came before is finished."""
    is_waiting: bool
    """Whether it was made before it was the seat's turn."""


@dataclass
class Trial:
    """One random game on which one law is checked."""

    law: str
    case: Case
    seed: int
    deals: int = 0
    """With how many deals samples are compared."""
    ply: int = 0
    """Where the game stands, for messages."""
    known: dict[str, Any] = field(default_factory=dict)
    """Every move that was legal at some time, by its notation."""
    _played: list[Any] = field(default_factory=list)
    """The moves of this game, as far as they have been found."""

    def fail(self, fault: str) -> NoReturn:
        """The law is broken."""
        moves = [str(move) for move in self._played[: self.ply]]
        raise BrokenLaw(self.law, self.case, self.seed, self.ply, moves, fault)

    def demand(self, holds: object, fault: str) -> None:
        """The law is broken unless this holds."""
        if not holds:
            self.fail(fault)

    def same(self, one: Picture, two: Picture, when: str) -> None:
        """The law is broken unless two pictures of a game agree in what both show."""
        for what in [what for what in one if what in two]:
            if one[what] != two[what]:
                self.fail(f"{when}: the {what} differs, {difference(str(one[what]), str(two[what]))}")

    def rng(self, purpose: str) -> random.Random:
        """A generator for one purpose at this ply."""
        return random.Random(f"{self.seed}/{self.ply}/{purpose}")

    def new(self) -> AnyGame:
        """The game at its start."""
        return new(self.case.game, seed=self.seed, **self.case.options)

    def play_on(self, game: AnyGame, rng: random.Random) -> list[Any]:
        """Play random moves to the end, or to the bound."""
        return list(self._play_on(game, rng))

    def _play_on(self, game: AnyGame, rng: random.Random) -> Iterator[Any]:
        while game.to_move is not None and game.ply < self.case.longest and (legal := game.legal_moves()):
            self.known.update((str(move), move) for move in legal)
            move = rng.choice(legal)
            game.play(move)
            yield move

    @cached_property
    def moves(self) -> list[Any]:
        """The moves of this game."""
        rng = self.rng("moves")
        for move in self._play_on(self.new(), rng):
            self._played.append(move)
            self.ply = len(self._played)
        self.ply = 0
        return self._played

    @cached_property
    def movers(self) -> list[int | None]:
        """The seats that played them."""
        game, seats = self.new(), []
        for move in self.moves:
            seats.append(game.to_move)
            game.play(move)
        return seats

    def walk(self) -> Iterator[AnyGame]:
        """The game at every ply, from its start to its end."""
        moves, game = self.moves, self.new()
        for ply in range(len(moves) + 1):
            self.ply = ply
            yield game
            play(game, moves[ply : ply + 1])

    def choices(self) -> Iterator[Choice]:
        """Every choice of a game that seats make at once, in any order, in as many rounds as there are."""
        game, made, opened, rng = self.new(), list[tuple[int, Any]](), 0, self.rng("at once")
        while game.deciding and game.ply < self.case.longest:
            ply, is_at_once = game.ply, len(game.deciding) > 1 or game.ply < len(made)
            chosen = {seat for seat, _ in made[opened:]}
            if ply == len(made) and not chosen.isdisjoint(game.deciding):  # a new round has begun
                opened = ply
            seat = rng.choice(game.deciding)
            made.append((seat, rng.choice(game.legal_moves(seat))))
            game.play(made[-1][1], seat)
            self.ply = game.ply
            if is_at_once:
                yield Choice(game, made, opened, game.ply == ply)
            else:
                opened = len(made)

    def chosen(self, made: Sequence[tuple[int, Any]]) -> AnyGame:
        """The game after seats have chosen at once."""
        game = self.new()
        for seat, move in made:
            game.play(move, seat)
        return game

    def stops(self, between: int = 2) -> Iterator[AnyGame]:
        """The game at its start, at its end and at some plies between."""
        chosen = {0, len(self.moves), *self.rng("stops").choices(range(len(self.moves) + 1), k=between)}
        return (game for game in self.walk() if self.ply in chosen)


def play(game: AnyGame, moves: Sequence[Any]) -> None:
    """Play some moves."""
    for move in moves:
        game.play(move)
