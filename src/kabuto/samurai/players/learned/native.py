"""The search with the learned evaluation on this machine's processor."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import MAX_LEGAL
from kabuto.samurai.players.learned.choosing import Mind
from kabuto.samurai.players.learned.features import SIGHT
from kabuto.samurai.players.learned.network import Network, shapes, units
from kabuto.samurai.players.learned.think import think
from kabuto.samurai.players.search.evaluation import EVALUATION, write
from kabuto.samurai.players.search.native import Native
from kabuto.samurai.players.search.singles import MOST_SINGLES, SINGLE
from kabuto.samurai.players.search.turns import PLAN, ROOM
from kabuto.samurai.players.search.weights import TUNED, Weights


def new_mind(players: int, network: Sequence[Any] | None, weights: tuple[Weights, ...] = TUNED) -> Mind:
    """A mind for a number of players; without a network, for planning and describing alone."""
    evaluations = np.zeros(1, EVALUATION)
    write(evaluations[0], weights[players])
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


class NativeLearned(Native):
    """The arrays of one thread, with a mind for each number of players."""

    def __init__(self, networks: Mapping[int, Network]) -> None:
        super().__init__()
        self.networks = networks
        self.minds: dict[int, Mind] = {}
        self._actions = np.zeros(MAX_LEGAL, np.int64)

    def think(self, root: Any) -> None:
        """Do the job."""
        players = self.read(root, "players")
        if players not in self.minds:
            self.minds[players] = new_mind(players, self.networks[players])
        think(root, self.minds[players], self.job, self.field, self.tallies, self._actions)
