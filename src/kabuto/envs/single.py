"""One game at a time, both games alike: what an environment asks of a game, by action ids.

Samurai runs on the compiled engine, Yedo on the rules.
"""

from abc import ABC, abstractmethod
from copy import copy
from random import Random
from secrets import randbits
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from kabuto.envs import listed, returns, samurai_spaces, yedo_spaces
from kabuto.envs.yedo_actions import check_cards
from kabuto.samurai.editions import OPTIONS
from kabuto.samurai.kernel.convert import seed_word
from kabuto.table import BadOption, Game, IllegalMove, Value, View
from kabuto.table.errors import short
from kabuto.table.options import check_number, resolve
from kabuto.yedo.game import Yedo

SHOWN = 5
"""So many legal actions are named where one was refused."""


class Single(ABC):
    """A game that an environment steps."""

    name: ClassVar[str]
    actions: ClassVar[int]
    """How many action ids there are."""
    size: ClassVar[int]
    """Numbers in an observation."""
    dtype: ClassVar[type[np.integer[Any]]]
    """Their type."""
    players: int
    seat: int | None
    """The seat to move; None before the beginning and after the end."""

    @abstractmethod
    def begin(self, seed: int | None) -> None:
        """A new game; without a seed chance goes on from the game before."""

    @abstractmethod
    def observe(self, seat: int) -> NDArray[Any]:
        """What a seat observes."""

    @abstractmethod
    def mask(self) -> NDArray[np.int8]:
        """1 at every legal action of the seat to move."""

    @abstractmethod
    def act(self, action: int) -> None:
        """Do an action of the seat to move; ``IllegalMove`` tells why not, and nothing has changed."""

    @abstractmethod
    def notation(self, action: int) -> str:
        """An action as the seat to move would write it."""

    @abstractmethod
    def returns(self) -> list[float]:
        """What the finished game is worth to each seat."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat may know, to be read or drawn."""

    @abstractmethod
    def copy(self) -> Self:
        """The same game again, with the same chance to come."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def check_action(self, action: object) -> int:
        """An action id; whatever else it is, ``IllegalMove`` says so."""
        try:
            return check_number(action, self.actions, "action")
        except BadOption:
            self.refuse(action, f"an action is a whole number from 0 to {self.actions - 1}")

    def refuse(self, action: object, reason: str) -> NoReturn:
        """Say who did what, why not, and what would be legal."""
        legal = np.flatnonzero(self.mask()).tolist()
        some, told = listed(legal, self.notation, SHOWN), reason.rstrip(".")
        raise IllegalMove(f"seat {self.seat} cannot do {short(action)}: {told}. Legal are {some}")


class RulesSingle(Single):
    """A game that an environment steps by the readable rules: it takes moves, too."""

    game: Game[Any, Any]
    """The game behind it, with everything in it."""

    @abstractmethod
    def play(self, move: Any) -> None:
        """A move of the seat to move."""


class SamuraiSingle(Single):
    """A game of Samurai on the compiled engine."""

    name, actions, size, dtype = "samurai", samurai_spaces.ACTIONS, samurai_spaces.SIZE, np.uint8

    def __init__(self, options: dict[str, Any]) -> None:
        self.seat = None
        self._options = resolve(OPTIONS, options)
        self._blank = samurai_spaces.blank(**self._options)
        self._games = self._blank.copy()
        self._games["rng"] = seed_word(randbits(128))
        self.players = int(self._options["players"])

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._games["rng"] = seed_word(seed)
        samurai_spaces.begin(self._games, 0, self._blank)
        self.seat = int(self._games["seat"][0])

    def observe(self, seat: int) -> NDArray[Any]:
        row = np.empty(self.size, np.uint8)
        samurai_spaces.observe(self._games, 0, seat, row)
        return row

    def mask(self) -> NDArray[np.int8]:
        row = np.empty(self.actions, np.uint8)
        samurai_spaces.write_mask(self._games, 0, row)
        return row.view(np.int8)

    def act(self, action: int) -> None:
        over = samurai_spaces.act(self._games, 0, action)
        if over < 0:
            reason = samurai_spaces.why_not(self._games[0], action, self._options)
            self.refuse(action, f"{self.notation(action)} is not legal now: {reason}")
        self.seat = None if over else int(self._games["seat"][0])

    def notation(self, action: int) -> str:
        return samurai_spaces.describe(action)

    def returns(self) -> list[float]:
        worth = np.zeros(self.players)
        samurai_spaces.returns(self._games, 0, worth)
        return [float(share) for share in worth]

    def view(self, seat: int | None) -> View:
        return samurai_spaces.readable(self._games[0], self._options).view(seat)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _games=self._games.copy())
        return twin


class YedoSingle(RulesSingle):
    """A game of Yedo."""

    name, actions, size, dtype = "yedo", yedo_spaces.ACTIONS, yedo_spaces.SIZE, np.int16
    game: Yedo

    def __init__(self, options: dict[str, Any]) -> None:
        self.seat = None
        self._options: dict[str, Value] = resolve(Yedo.option_table, options)
        self.players = int(self._options["players"])
        self._rng = Random(randbits(128))
        self.game = Yedo(self._options, seed=0)
        check_cards(self.game)

    def begin(self, seed: int | None) -> None:
        if seed is None:
            seed = self._rng.getrandbits(128)
        else:
            self._rng = Random(seed)
        self.game = Yedo(self._options, seed=seed)
        self.seat = self.game.to_move

    def observe(self, seat: int) -> NDArray[Any]:
        return yedo_spaces.observation(self.game.view(seat))

    def mask(self) -> NDArray[np.int8]:
        return yedo_spaces.mask(self.game)

    def act(self, action: int) -> None:
        game = self.game
        try:
            game.play(yedo_spaces.to_move(game, action))
        except BadOption as refusal:
            self.refuse(action, refusal.reason)
        except IllegalMove as refusal:
            self.refuse(action, f"{self.notation(action)} is not legal now: {refusal.reason}")
        self.seat = game.to_move

    def notation(self, action: int) -> str:
        return str(yedo_spaces.to_move(self.game, action))

    def returns(self) -> list[float]:
        outcome = self.game.outcome
        assert outcome is not None
        return returns(outcome.ranking)

    def view(self, seat: int | None) -> View:
        return self.game.view(seat)

    def play(self, move: Any) -> None:
        self.game.play(move)
        self.seat = self.game.to_move

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, game=self.game.copy(), _rng=copy(self._rng))
        return twin
