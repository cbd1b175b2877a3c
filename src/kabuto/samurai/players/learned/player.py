"""Samurai players with the learned evaluation. They never see what other seats hold.

Without search they play the turn after which the network gives them the best chance. With search, the turns
that look best are tried in random deals of what the seat cannot see: all seats play on for a few turns, each
the one that it likes best, and the network judges after every turn of the seat. The worse half of the
candidates is dropped after every round, as in ``players.search``. Set-up is decided in the same way. For a
number of players that has no network, they judge and search as ``players.search`` does.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kabuto.samurai.kernel import calls
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import ACTIONS, TURN
from kabuto.samurai.moves import Move
from kabuto.samurai.players.learned.choosing import Mind, compare, rank
from kabuto.samurai.players.learned.features import SIGHT
from kabuto.samurai.players.learned.network import Network, shapes, units
from kabuto.samurai.players.learned.weights import shipped
from kabuto.samurai.players.search import STRONG, Search, Settings
from kabuto.samurai.players.search.evaluation import EVALUATION
from kabuto.samurai.players.search.search import (
    AT_ONCE,
    Weighed,
    Workspace,
    budget,
    check_room,
    check_view,
)
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.turns import PLAN, ROOM, plan
from kabuto.samurai.players.search.weights import TUNED, Weights
from kabuto.samurai.state import Phase
from kabuto.samurai.view import SamuraiView


@dataclass(frozen=True)
class Habits(Settings):
    """How a learned player works."""

    beam: int = 16
    proposals: int = 64
    """How many turns the planner proposes; the network likes ``width`` of them best, which are tried."""
    replies: int = 8
    """How many turns every seat considers in the games that are played."""
    reply_beam: int = 8
    """The beam width of the planner in these games."""
    rounds: int = 3
    """How many more turns the thinking seat has in them."""
    trace: float = 0.5
    """How much the rest of such a game counts after each of these turns, rather than the chances then."""

    def __post_init__(self) -> None:
        """Refuse what the compiled planner has no room for."""
        for width, beam in (
            (self.width, self.beam),
            (self.proposals, self.beam),
            (self.replies, self.reply_beam),
        ):
            check_room(width, beam)


HABITS = Habits()
SET_UP_GAMES = 500
"""How many short games to play before a choice in set-up."""


def new_mind(players: int, network: Sequence[Any] | None, weights: tuple[Weights, ...] = TUNED) -> Mind:
    """A mind for a number of players; without a network, for planning and describing alone."""
    evaluations = np.zeros(1, EVALUATION)
    weights[players].write(evaluations[0])
    if network is None:
        network = [np.zeros(shape, np.float32) for shape in shapes(players)]
    return Mind(
        Network(*network),
        units(),
        np.zeros(1, SIGHT),
        states(3),
        evaluations,
        np.zeros(MOST_SINGLES, SINGLE),
        np.zeros(ROOM, PLAN),
        np.zeros(ROOM),
        np.zeros(4),
        np.zeros((3, 4)),
    )


class Thought(Workspace):
    """Memory for one thread to think in, with the learned evaluation."""

    def __init__(self, networks: Mapping[int, Network]) -> None:
        super().__init__()
        self.networks = networks
        self._minds: dict[int, Mind] = {}
        self._plain = Workspace()

    def mind(self, root: Any, settings: Settings) -> Mind:
        """The mind for this number of players."""
        players = int(root["players"][0])
        if players not in self._minds:
            self._minds[players] = new_mind(players, self.networks[players], settings.weights)
        return self._minds[players]

    def find(self, root: Any, settings: Settings) -> Any:
        """The turns that look best, best first, with the network's chances; in set-up, every choice."""
        if int(root["players"][0]) not in self.networks:
            return self._plain.find(root, hand_made(settings))
        if root["phase"][0] != TURN:
            return choices(root)
        assert isinstance(settings, Habits)
        mind = self.mind(root, settings)
        number = plan(
            root[0], mind.evaluations[0], mind.singles, mind.plans, settings.proposals, settings.beam
        )
        rank(root[0], mind, mind.plans, number)
        best = np.argsort(-mind.values[:number], kind="stable")[: settings.width]
        found = mind.plans[best]
        found["value"] = mind.values[best]
        return found

    def compare(
        self, root: Any, candidates: Any, alive: Any, seat: int, deals: int, settings: Settings
    ) -> Any:
        """Candidate, seat → the sum of chances over a number of deals."""
        if int(root["players"][0]) not in self.networks:
            return self._plain.compare(root, candidates, alive, seat, deals, hand_made(settings))
        assert isinstance(settings, Habits)
        mind, tally = self.mind(root, settings), np.zeros((len(candidates), 4))
        games = settings.replies, settings.reply_beam, settings.rounds, settings.trace
        some = max(1, AT_ONCE // int(alive.sum()))
        for done in range(0, deals, some):
            compare(root, mind, candidates, alive, tally, seat, min(some, deals - done), *games)
        return tally


def hand_made(settings: Settings) -> Settings:
    """The settings of a search with the hand-made evaluation."""
    return replace(STRONG, width=settings.width, horizon=settings.horizon)


def choices(root: Any) -> Any:
    """The legal actions of set-up as plans."""
    actions = np.zeros(ACTIONS, np.int64)
    plans = np.zeros(calls.legal(root, 0, actions), PLAN)
    plans["steps"], plans["first"][:, 0], plans["second"] = 1, actions[: len(plans)], -1
    return plans


class Learned(Search):
    """Chooses whole turns with the learned evaluation; with a budget, it searches."""

    def __init__(
        self,
        rng: random.Random,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        settings: Habits = HABITS,
        networks: Mapping[int, Network] | None = None,
    ) -> None:
        """Budget for a turn, in seconds or in games; without one it does not search."""
        self.searches = seconds is not None or iterations is not None
        super().__init__(rng, seconds=seconds, iterations=iterations, threads=threads, settings=settings)
        self.networks = shipped() if networks is None else networks
        self.workspaces = [Thought(self.networks) for _ in range(threads)]

    def choose(self, view: SamuraiView) -> Move:
        """The next move of the turn that did best, or the best choice in set-up."""
        check_view(view)
        if view.state.phase is Phase.TURN or view.players not in self.networks:
            return super().choose(view)
        return self.weigh(view)[0].moves[0]

    def _run(self, contest: Any, roots: list[Any], games: int | None = None) -> None:
        if roots[0]["phase"][0] != TURN:
            super()._run(contest, roots, SET_UP_GAMES)
        elif self.searches:
            super()._run(contest, roots, games)


class Measured(Learned):
    """Thinks as hard as its level does, which depends on the number of players."""

    def __init__(
        self,
        rng: random.Random,
        efforts: Mapping[int, Mapping[str, Any]],
        networks: Mapping[int, Network] | None = None,
    ) -> None:
        """Take the number of players → the budget in short games (``games``), and other habits by name."""
        super().__init__(rng, iterations=1, networks=networks)
        self.efforts = {players: _effort(**effort) for players, effort in efforts.items()}

    def weigh(self, view: SamuraiView) -> list[Weighed]:
        """The turns that were tried, best first."""
        self.sit_with(view.players)
        return super().weigh(view)

    def sit_with(self, players: int) -> None:
        """Think as hard as in a game of so many players."""
        self.iterations, self.settings = self.efforts[players]


def _effort(games: int, **habits: Any) -> tuple[int, Habits]:
    return games, Habits(**habits)


def plain(rng: random.Random) -> Learned:
    """Plays the turn that the network likes best."""
    return Learned(rng)


def entrant(rng: random.Random, told: str) -> Learned:
    """A player by name: ``learned:2000`` for games per turn, ``learned:0.5s`` for seconds."""
    seconds, iterations = budget(told, "learned")
    return Learned(rng, seconds=seconds, iterations=iterations)
