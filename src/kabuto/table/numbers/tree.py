"""The tree of a game with chance in it: what OpenSpiel asks of a state, without OpenSpiel.

A node is one position, reached by one path. It never changes, so copies and undo cost nothing: both are
another reference. Chance is a player like others and decides one thing at a time.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self

from kabuto.table import BadOption, IllegalMove, Seat
from kabuto.table.errors import short
from kabuto.table.numbers import finished, listed, returns
from kabuto.table.text import WORDS

CHANCE, OVER = -1, -4
"""Who is to move when no seat is: OpenSpiel's numbers."""

Sampler = Callable[[], float]
"""Gives numbers from 0 up to, but not including, 1."""
Guide = Callable[[Any], int | None]
"""Says at every node of a path which action is next; None at its end."""


class Part(NamedTuple):
    """A named part of a tensor."""

    name: str
    shape: tuple[int, ...]


class Node(ABC):
    """A position of a game and the path to it."""

    __slots__ = ("_chances", "_kept", "action", "before", "ply", "to_move")

    actions: ClassVar[int]
    """How many action ids there are."""
    outcomes: ClassVar[int]
    """How many ids chance has."""
    parts: ClassVar[tuple[Part, ...]]
    """What an observation consists of, in order."""

    def __init__(self, before: "Self | None" = None, action: int = -1) -> None:
        self.before = before
        """The node before the last action; None at the root."""
        self.action = action
        """The last action."""
        self.ply: int = 0 if before is None else before.ply + 1
        """How many actions have been done, those of chance too."""
        self.to_move: int = CHANCE
        """A seat, ``CHANCE`` or ``OVER``."""
        self._kept: dict[object, tuple[Any, ...]] = {}
        self._chances: list[tuple[int, float]] | None = None

    @abstractmethod
    def legal(self) -> list[int]:
        """The legal action ids of the seat to move, ascending."""

    @abstractmethod
    def _odds(self) -> list[tuple[int, float]]:
        """What chance, which is to move, may decide, each with its probability."""

    @abstractmethod
    def after(self, action: int) -> Self:
        """The node that a legal action leads to; it is not checked."""

    @abstractmethod
    def name(self, player: int, action: int) -> str:
        """An action in notation; one of chance if ``player`` is."""

    @abstractmethod
    def why_not(self, action: int) -> str:
        """Why an action that is not legal is refused."""

    @abstractmethod
    def line(self, seat: int | None) -> str:
        """What a seat saw of the last action; nothing is an empty text."""

    @abstractmethod
    def marks(self, seat: int) -> Sequence[int]:
        """The same in numbers above 0."""

    @abstractmethod
    def winners(self) -> Sequence[int]:
        """Who has won, once the game is over."""

    @property
    @abstractmethod
    def players(self) -> int:
        """How many seats there are."""

    @abstractmethod
    def observe(self, seat: int) -> Any:
        """What a seat sees now, as numbers: the parts one after the other."""

    @abstractmethod
    def explain(self, seat: int | None) -> str:
        """What a seat, or a spectator, sees now, as text."""

    @abstractmethod
    def hand(self, seat: int) -> str:
        """What a seat alone sees now, as text."""

    @abstractmethod
    def sample(self, seat: int, rng: Sampler) -> Guide:
        """A path to a node that this seat cannot tell from this one, hidden things dealt again."""

    def resampled(self, seat: int, rng: Sampler) -> "tuple[Self, Guide]":
        """The same, with the root at which the path begins."""
        return self.way()[0], self.sample(seat, rng)

    def chances(self) -> list[tuple[int, float]]:
        """What chance may decide now, each with its probability."""
        if self._chances is None:
            self._chances = self._odds() if self.to_move == CHANCE else []
        return self._chances.copy()

    def allows(self, action: int) -> bool:
        """Whether an action, whatever number it is, may be done now."""
        if self.to_move == CHANCE:
            return any(action == outcome for outcome, _ in self.chances())
        return action in self.legal()

    def play(self, action: int) -> Self:
        """The node after an action; ``IllegalMove`` says who may not do it, why, and what is legal."""
        if self.allows(action):
            return self.after(action)
        if self.to_move == OVER:
            raise IllegalMove(WORDS.say("action_over", action=short(action)))
        who = WORDS.say("chance") if self.to_move == CHANCE else Seat(self.to_move)
        number = self.outcomes if self.to_move == CHANCE else self.actions
        if not 0 <= action < number:
            raise IllegalMove(WORDS.say("action_range", who=who, action=short(action), most=number - 1))
        legal = [outcome for outcome, _ in self.chances()] if self.to_move == CHANCE else self.legal()
        some = listed(legal, partial(self.name, self.to_move))
        name, reason = self.name(self.to_move, action), finished(self.why_not(action))
        told = {"who": who, "action": action, "name": name, "reason": reason}
        raise IllegalMove(WORDS.say("action_illegal", **told, legal=some))

    def way(self) -> "list[Self]":
        """The nodes from the root to this one."""
        found = []
        node: Self | None = self
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]

    def told(self, seat: int | None) -> str:
        """Everything that a seat, or a spectator, saw from the start on: its information state."""
        lines = self._collected(("line", seat), lambda node: [node.line(seat)])
        return " ".join(filter(None, lines))

    def marked(self, seat: int) -> tuple[int, ...]:
        """The same in numbers."""
        return self._collected(("marks", seat), lambda node: node.marks(seat))

    def __str__(self) -> str:
        """Every action so far in notation: the whole truth."""
        return " ".join(self._collected("all", lambda node: node._written()))

    def _written(self) -> list[str]:
        """The last action in notation."""
        return [] if self.before is None else [self.before.name(self.before.to_move, self.action)]

    def _collected(self, key: object, last: Callable[["Self"], Sequence[Any]]) -> tuple[Any, ...]:
        """Something of every node on the way here; it is kept for the nodes to come."""
        later = []
        node: Self | None = self
        while node is not None and key not in node._kept:
            later.append(node)
            node = node.before
        found = [] if node is None else [*node._kept[key]]
        for one in reversed(later):
            found += last(one)
        self._kept[key] = tuple(found)
        return self._kept[key]

    def returns(self) -> list[float]:
        """1 to the winner, the others share -1, a shared win is split; 0 to all while the game runs."""
        if self.to_move != OVER:
            return [0.0] * self.players
        winners = self.winners()
        return returns((winners, [seat for seat in range(self.players) if seat not in winners]))

    def __deepcopy__(self, _: Any) -> Self:
        """Itself: it never changes."""
        return self


def pick(rng: Sampler, number: int) -> int:
    """A number below another, by lot."""
    drawn = rng()
    if not 0 <= drawn <= 1:
        raise BadOption(WORDS.say("sampler", given=short(drawn)), "sampler")
    return min(int(drawn * number), number - 1)
