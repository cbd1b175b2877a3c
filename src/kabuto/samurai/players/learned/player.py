"""Samurai players with the learned evaluation. They never see what other seats hold.

Without search they play the turn after which the network gives them the best chance. With search, the turns
that look best are tried in random deals of what the seat cannot see: the others answer with the turns that
they like best, the seat itself moves once more, and the network judges. The worse half of the candidates is
dropped after every round, as in ``players.search``. For a number of players that has no network, they judge
and search as ``players.search`` does.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kabuto.samurai.kernel.convert import states
from kabuto.samurai.players.learned.choosing import Mind, compare, rank
from kabuto.samurai.players.learned.features import SIGHT
from kabuto.samurai.players.learned.network import Network, shapes, units
from kabuto.samurai.players.learned.weights import shipped
from kabuto.samurai.players.search import Search, Settings
from kabuto.samurai.players.search.evaluation import EVALUATION
from kabuto.samurai.players.search.search import AT_ONCE, Weighed, Workspace, budget
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.turns import PLAN, ROOM, plan
from kabuto.samurai.players.search.weights import TUNED, Weights
from kabuto.samurai.view import SamuraiView


@dataclass(frozen=True)
class Habits(Settings):
    """How a learned player works."""

    width: int = 16
    replies: int = 8
    """How many turns every seat considers in the games that are played."""
    rounds: int = 1
    """How many more turns the thinking seat has in them."""


HABITS = Habits()


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

    def play_on(self, root: Any, seat: int, games: int, settings: Settings) -> Any:
        """Whole games are played with the hand-made evaluation, which is quicker."""
        return self._plain.play_on(root, seat, games, settings)

    def find(self, root: Any, settings: Settings) -> Any:
        """The turns that look best, best first, with the network's chances as their values."""
        if int(root["players"][0]) not in self.networks:
            return self._plain.find(root, settings)
        mind = self.mind(root, settings)
        number = plan(root[0], mind.evaluations[0], mind.singles, mind.plans, settings.width, settings.beam)
        rank(root[0], mind, mind.plans, number)
        found = mind.plans[:number].copy()
        found["value"] = mind.values[:number]
        return found[np.argsort(-found["value"], kind="stable")]

    def compare(
        self, root: Any, candidates: Any, alive: Any, seat: int, deals: int, settings: Settings
    ) -> Any:
        """Candidate, seat → the sum of chances over a number of deals."""
        if int(root["players"][0]) not in self.networks:
            return self._plain.compare(root, candidates, alive, seat, deals, settings)
        assert isinstance(settings, Habits)
        mind, tally, players = self.mind(root, settings), np.zeros(len(candidates)), int(root["players"][0])
        some = max(1, AT_ONCE // int(alive.sum()))
        for done in range(0, deals, some):
            compare(
                root,
                mind,
                candidates,
                alive,
                tally,
                min(some, deals - done),
                settings.replies,
                settings.beam,
                settings.rounds,
            )
        shared = np.where(alive > 0, deals - tally, 0.0) / (players - 1)
        results = np.repeat(shared[:, None], 4, axis=1)
        results[:, players:] = 0.0
        results[:, seat] = tally
        return results


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
        known = shipped() if networks is None else networks
        self.workspaces = [Thought(known) for _ in range(threads)]

    def _run(self, contest: Any, roots: list[Any]) -> None:
        if self.searches:
            super()._run(contest, roots)


class Measured(Learned):
    """Searches with a budget that depends on the number of players, so that a turn takes about as long."""

    def __init__(self, rng: random.Random, games: Mapping[int, int], settings: Habits = HABITS) -> None:
        super().__init__(rng, iterations=games[2], settings=settings)
        self.games = games

    def weigh(self, view: SamuraiView) -> list[Weighed]:
        """The turns that were tried, best first."""
        self.iterations = self.games[view.players]
        return super().weigh(view)


def plain(rng: random.Random) -> Learned:
    """Plays the turn that the network likes best, of more than a search would try."""
    return Learned(rng, settings=Habits(width=32))


def entrant(rng: random.Random, told: str) -> Learned:
    """A player by name: ``learned:2000`` for games per turn, ``learned:0.5s`` for seconds."""
    seconds, iterations = budget(told, "learned")
    return Learned(rng, seconds=seconds, iterations=iterations)
