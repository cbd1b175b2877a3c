"""Random games to try a law on, and pictures of a game to compare."""

import gc
import json
import random
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from types import FrameType, FunctionType, ModuleType
from typing import Any, NoReturn

import kabuto
from kabuto import Game

AnyGame = Game[Any, Any]
Permute = Callable[[AnyGame, int | None, random.Random], AnyGame]
Picture = Mapping[str, object]


@dataclass(frozen=True)
class Case:
    """Which games a law is checked on."""

    game: str
    options: Mapping[str, Any]
    games: int = 1
    """How many random games each law plays."""
    bound: int = 1000
    """No game is longer than so many moves."""
    permute: Permute | None = None
    """A game that differs from the given one only in what the seat cannot see, without ``view.sample``."""

    def __str__(self) -> str:
        return f"{self.game}({', '.join(f'{name}={value}' for name, value in self.options.items())})"


@dataclass
class Trial:
    """One random game on which one law is checked."""

    law: str
    case: Case
    seed: int
    ply: int = 0
    """Where the game stands, for messages."""
    known: dict[str, Any] = field(default_factory=dict)
    """Every move that was legal at some time, by its notation."""

    def fail(self, fault: str) -> NoReturn:
        """The law is broken."""
        raise AssertionError(f"law {self.law}: {self.case}, seed {self.seed}, ply {self.ply}: {fault}")

    def demand(self, holds: object, fault: str) -> None:
        """The law is broken unless this holds."""
        if not holds:
            self.fail(fault)

    def same(self, one: Picture, two: Picture, when: str) -> None:
        """The law is broken unless two pictures of a game agree in what both show."""
        for what in [what for what in one if what in two]:
            if one[what] != two[what]:
                self.fail(f"{when}: the {what} differs, {_difference(str(one[what]), str(two[what]))}")

    def rng(self, purpose: str) -> random.Random:
        """A generator for one purpose at this ply."""
        return random.Random(f"{self.seed}/{self.ply}/{purpose}")

    def new(self) -> AnyGame:
        """The game at its start."""
        return kabuto.new(self.case.game, seed=self.seed, **self.case.options)

    def play_on(self, game: AnyGame, rng: random.Random) -> list[Any]:
        """Play random moves to the end, or to the bound."""
        moves: list[Any] = []
        while game.to_move is not None and game.ply < self.case.bound and (legal := game.legal_moves()):
            self.known.update((str(move), move) for move in legal)
            moves.append(rng.choice(legal))
            game.play(moves[-1])
        return moves

    @cached_property
    def moves(self) -> list[Any]:
        """The moves of this game."""
        return self.play_on(self.new(), self.rng("moves"))

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

    def choices(self) -> Iterator[tuple[AnyGame, list[tuple[int, Any]]]]:
        """The game while its seats choose at once, in any order, and the seats and moves so far."""
        game, made, rng = self.new(), list[tuple[int, Any]](), self.rng("at once")
        while game.ply < self.case.bound and (len(game.deciding) > 1 or game.ply < len(made)):
            seat = rng.choice(game.deciding)
            made.append((seat, rng.choice(game.legal_moves(seat))))
            game.play(made[-1][1], seat)
            self.ply = game.ply
            yield game, made

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


def seats(game: AnyGame) -> list[int | None]:
    """Everybody who has a view."""
    return [None, *range(game.players)]


def name(seat: int | None) -> str:
    """What a message calls a viewer."""
    return "the spectator" if seat is None else f"seat {seat}"


# Pictures of a game: what can be asked of it, by name.


def present(game: AnyGame) -> Picture:
    """The present alone."""
    return {
        "seat to move": game.to_move,
        "position": text(game.position()),
        "legal moves": [str(move) for move in game.legal_moves()],
    }


def snapshot(game: AnyGame) -> Picture:
    """Everything, its past and its views included."""
    views = {f"view of {name(seat)}": game.view(seat).to_json() for seat in seats(game)}
    record, events = text(game.record()), [text([event.to_json() for event in each]) for each in game.events]
    told = {"record": record, "outcome": game.outcome, "events": events}
    return {**present(game), "ply": game.ply, **told, **views}


def sight(game: AnyGame, seat: int | None) -> Picture:
    """What one seat is shown."""
    view = game.view(seat)
    return {
        "ply": game.ply,
        "seat to move": game.to_move,
        "view": view.to_json(),
        "legal moves": [str(move) for move in view.legal_moves()],
        "events": [text([event.to_json() for event in entry.events]) for entry in view.log],
    }


def text(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, allow_nan=False)


def through_json(value: object) -> Any:
    """What is left of a value that was written and read."""
    return json.loads(text(value))


def _difference(one: str, two: str) -> str:
    place = next((n for n, (a, b) in enumerate(zip_longest(one, two)) if a != b), 0)
    start = max(0, place - 30)
    return f"…{one[start : place + 30]}… became …{two[start : place + 30]}…"


# The graph of objects.


def reachable(root: object) -> Iterator[object]:
    """Every object to which attributes, items and closures lead from this one."""
    seen, todo = {id(root)}, [root]
    while todo:
        found = todo.pop()
        yield found
        for part in _parts(found):
            if id(part) not in seen and not isinstance(part, (type, ModuleType, FrameType)):
                seen.add(id(part))
                todo.append(part)


def _parts(found: object) -> list[object]:
    if isinstance(found, weakref.ref):
        return [found()]
    if isinstance(found, FunctionType):  # its globals lead everywhere
        return [found.__closure__, found.__defaults__, found.__kwdefaults__, found.__dict__]
    own = getattr(found, "__dict__", None)
    attributes = list(own.values()) if isinstance(own, dict) else []
    return [*attributes, *(part for part in gc.get_referents(found) if part is not own)]


def differing(one: object, two: object, path: str) -> Iterator[str]:
    """The paths on which two objects, and all that they consist of, are not equal."""
    if one is two:
        return
    if type(one) is not type(two):
        yield path
    elif isinstance(one, (tuple, list)) and isinstance(two, (tuple, list)):
        if len(one) != len(two):
            yield path
        for n, (a, b) in enumerate(zip(one, two, strict=False)):
            yield from differing(a, b, f"{path}[{n}]")
    elif isinstance(one, dict) and isinstance(two, dict):
        for key in one.keys() | two.keys():
            yield from differing(one.get(key), two.get(key), f"{path}[{key!r}]")
    elif names := _attributes(one):
        for name in names:
            yield from differing(getattr(one, name, None), getattr(two, name, None), f"{path}.{name}")
    elif one != two:
        yield path


def _attributes(thing: object) -> list[str]:
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(thing, "__dict__", ())]


def mutable(root: object) -> dict[int, object]:
    """The containers reachable from an object that somebody could write into, by identity."""
    kinds = (dict, list, set, bytearray, deque)
    return {id(found): found for found in reachable(root) if isinstance(found, kinds)}
