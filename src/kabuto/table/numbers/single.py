"""One game at a time: what an environment asks of a game, by action ids."""

from abc import ABC, abstractmethod
from copy import copy
from random import Random
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from kabuto.table import BadOption, Game, IllegalMove, Seat, Value, View
from kabuto.table.errors import short
from kabuto.table.numbers import finished, listed, returns
from kabuto.table.options import check_number
from kabuto.table.text import WORDS

SHOWN = 5
"""How many legal actions the refusal of one lists."""


class Single(ABC):
    """A game that an environment steps."""

    name: ClassVar[str]
    actions: int
    """How many action ids there are."""
    size: int
    """Numbers in an observation."""
    dtype: ClassVar[type[np.integer[Any]]]
    """Their type."""
    players: int
    seat: int | None
    """The seat to move; None before the beginning and after the end."""

    @abstractmethod
    def begin(self, seed: int | None) -> None:
        """A new game; without a seed, chance continues from the previous game."""

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
            self.refuse(action, WORDS.say("no_action", most=self.actions - 1))

    def refuse(self, action: object, reason: str) -> NoReturn:
        """Say who did what, why not, and what would be legal."""
        legal = np.flatnonzero(self.mask()).tolist()
        told = {"seat": Seat(self.seat or 0), "action": short(action), "reason": finished(reason)}
        raise IllegalMove(WORDS.say("cannot_do", **told, legal=listed(legal, self.notation, SHOWN)))

    def refuse_move(self, action: int, reason: str) -> NoReturn:
        """The same for an action that is a move, with its notation."""
        self.refuse(action, WORDS.say("not_legal_now", move=self.notation(action), reason=reason))


class RulesSingle(Single):
    """A game that an environment steps by the readable rules: it takes moves, too."""

    game: Game[Any, Any]
    """The game behind it, with everything in it."""
    _options: dict[str, Value]
    _rng: Random

    def begin(self, seed: int | None) -> None:
        if seed is None:
            seed = self._rng.getrandbits(128)
        else:
            self._rng = Random(seed)
        self.game = type(self.game)(self._options, seed=seed)
        self.seat = self.game.to_move

    def play(self, move: Any) -> None:
        """A move of the seat to move."""
        self.game.play(move)
        self.seat = self.game.to_move

    def returns(self) -> list[float]:
        assert self.game.outcome is not None
        return returns(self.game.outcome.ranking)

    def view(self, seat: int | None) -> View:
        return self.game.view(seat)

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, game=self.game.copy(), _rng=copy(self._rng))
        return twin
