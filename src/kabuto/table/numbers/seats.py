"""One seat in each of many games, with opponents in the others: what a vector of seats asks of a game.

A game brings a subclass of ``SeatGames`` as its component ``seat_games``. Opponents are *compiled* (the
subclass lists them), a *policy* over arrays, or players that are shown views, which is much slower.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kabuto.table.errors import BadOption, IllegalMove, short
from kabuto.table.game import View
from kabuto.table.numbers.vectors import at_least_one, generators
from kabuto.table.options import check_number
from kabuto.table.text import WORDS, Seat

Numbers = NDArray[Any]
Policy = Callable[[Numbers, Numbers, Numbers], Any]
"""``policy(observation, mask, seat)``, a row for each game in which an opponent is to move: its actions."""
ANY_SEAT = -1
"""Instead of a seat: another one in every game, by chance."""
PENALTY = -1.0
"""The reward of an illegal action: no game is lost by more."""


class SeatGames(ABC):
    """Games in which one seat decides from outside. A game that is over starts again with the next step."""

    name: ClassVar[str]
    compiled: ClassVar[Sequence[str]]
    """The opponents that play in compiled code; after a colon follows what they are told."""
    dtype: ClassVar[type[np.integer[Any]]]
    actions: int
    """How many action ids there are."""
    size: int
    """Numbers in an observation."""
    players: int

    def __init__(self, games: int, seat: int | None, options: Mapping[str, Any]) -> None:
        self.games = at_least_one(games, "games")
        self._prepare(options)
        self.chosen = ANY_SEAT if seat is None else check_number(seat, self.players, "seat")
        self.observation = np.zeros((games, self.size), self.dtype)
        """``[games, size]``: what the seat observes."""
        self.mask = np.zeros((games, self.actions), np.int8)
        """``[games, actions]``: 1 at every legal action."""
        self.reward = np.zeros(games, np.float32)
        self.over = np.zeros(games, np.bool_)
        """Whether this step ended the game; the next one starts it again and takes no action."""
        self.illegal = np.zeros(games, np.bool_)
        """Whether it ended because the action was illegal."""
        self.seat = np.zeros(games, np.int64)
        """Game → the seat that decides from outside."""
        self.to_move = np.zeros(games, np.int64)
        """Game → the seat to move, -1 when it is over."""

    @classmethod
    def is_compiled(cls, opponent: str) -> bool:
        """Whether an opponent plays in compiled code."""
        name, colon, _ = opponent.partition(":")
        return name + colon in cls.compiled

    def invite(self, opponent: str) -> None:  # noqa: B027 - most need nothing
        """Get a compiled opponent ready; ``BadOption`` says what is wrong with its name."""

    @abstractmethod
    def _prepare(self, options: Mapping[str, Any]) -> None:
        """Check the options, set ``actions``, ``size`` and ``players``."""

    @abstractmethod
    def _seed(self, words: Numbers, chance: Numbers) -> None:
        """Give games and opponents their random generators: 64-bit words, never 0."""

    @abstractmethod
    def _begin(self) -> None:
        """Start every game."""

    @abstractmethod
    def _act(self, actions: Numbers) -> None:
        """Do the seat's action in every game, or start it again; note what is over, legal, to move."""

    @abstractmethod
    def _answer(self, opponent: str) -> None:
        """Let a compiled opponent play until the seat is to move or the game is over."""

    @abstractmethod
    def _look(self, which: Numbers, observation: Numbers, mask: Numbers) -> None:
        """Write what the seat to move observes and may do, a row for each of these games."""

    @abstractmethod
    def _act_for(self, which: Numbers, actions: Numbers) -> int:
        """Do an opponent's action in each of these games; the first one whose action is illegal, or -1."""

    @abstractmethod
    def _finish(self) -> None:
        """What the seats observe of games that are over, with their rewards; and of all others."""

    @abstractmethod
    def observe(self, game: int, seat: int) -> Numbers:
        """What any seat observes of a game."""

    @abstractmethod
    def returns(self, game: int) -> list[float]:
        """What a finished game is worth to each seat."""

    @abstractmethod
    def why_not(self, game: int, action: int) -> str:
        """Why the seat to move may not do an action."""

    @abstractmethod
    def view(self, game: int, seat: int) -> View:
        """What a seat may know of a game."""

    @abstractmethod
    def ids(self, move: Any, game: int) -> Sequence[int]:
        """The actions that make up a move of the seat to move."""

    def seed(self, seeds: int | Sequence[int]) -> None:
        """New random generators, from one seed or from one for each game."""
        if isinstance(seeds, int):
            words, chance = (generators(seeds, name, self.games) for name in ("games", "opponents"))
        else:
            words, chance = (
                np.concatenate([generators(each, name, 1) for each in seeds])
                for name in ("games", "opponents")
            )
        self._seed(words, chance)

    def begin(self, opponent: "Opponent") -> None:
        """Start every game, up to the first decision of the seat."""
        self._begin()
        opponent.answer(self)
        self._finish()

    def step(self, actions: Numbers, opponent: "Opponent") -> None:
        """The seat's action in every game, and the answers of the others."""
        opponent.begin(np.flatnonzero(self.over))
        self._act(actions)
        opponent.answer(self)
        self._finish()

    def waiting(self) -> Numbers:
        """The games in which an opponent is to move."""
        return np.flatnonzero((self.to_move >= 0) & (self.to_move != self.seat) & ~self.over)


class Opponent(ABC):
    """What plays all other seats."""

    def begin(self, which: Numbers) -> None:  # noqa: B027 - most have nothing to begin
        """These games start again."""

    @abstractmethod
    def answer(self, games: SeatGames) -> None:
        """Play until the seat is to move, or the game is over, in every game."""


class Compiled(Opponent):
    """Plays in compiled code."""

    def __init__(self, name: str) -> None:
        self.name = name

    def answer(self, games: SeatGames) -> None:
        games._answer(self.name)


class ByPolicy(Opponent):
    """Asks a function over arrays; ``IllegalMove`` names the game in which it does what is not legal."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def answer(self, games: SeatGames) -> None:
        while len(which := games.waiting()):
            observation = np.empty((len(which), games.size), games.dtype)
            mask = np.empty((len(which), games.actions), np.int8)
            games._look(which, observation, mask)
            answer = self.policy(observation, mask, games.to_move[which])
            actions = as_actions(answer, len(which), "opponents")
            wrong = games._act_for(which, actions)
            if wrong >= 0:
                told = {"game": int(which[wrong]), "seat": Seat(int(games.to_move[which[wrong]]))}
                raise IllegalMove(WORDS.say("policy_illegal", **told, action=int(actions[wrong])))


class ByViews(Opponent):
    """Shows views to players, one at each seat of each game."""

    def __init__(self, make: Callable[[int, int], Any]) -> None:
        """``make(game, seat)`` makes a player."""
        self._make = make
        self._players: dict[int, dict[int, Any]] = {}
        """Game → seat → its player."""

    def begin(self, which: Numbers) -> None:
        for game in map(int, which):
            for player in self._players.pop(game, {}).values():
                if end := getattr(player, "end", None):
                    end(None)

    def answer(self, games: SeatGames) -> None:
        while len(which := games.waiting()):
            for game in map(int, which):
                seat = int(games.to_move[game])
                seats = self._players.setdefault(game, {})
                if seat not in seats:
                    seats[seat] = self._make(game, seat)
                for action in games.ids(seats[seat].choose(games.view(game, seat)), game):
                    games._act_for(np.array([game]), np.array([action]))

    def dismiss(self) -> None:
        """Let go of all players."""
        self.begin(np.array([*self._players], np.int64))


def as_actions(given: Any, number: int, source: str = "actions") -> Numbers:
    """One whole number for each game, whatever holds them; ``BadOption`` says what is wrong."""
    try:
        actions = np.asarray(given)
    except (TypeError, ValueError):
        raise BadOption(WORDS.say("actions_kind", given=short(given)), source) from None
    if actions.shape != (number,):
        told = {"wanted": f"({number},)", "given": str(actions.shape)}
        raise BadOption(WORDS.say("actions_shape", **told), source)
    if actions.dtype.kind not in "iu":
        raise BadOption(WORDS.say("actions_kind", given=str(actions.dtype)), source)
    return actions.astype(np.int64)
