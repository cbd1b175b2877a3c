"""A player that makes the move after which a network of its own gives it the best chance."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from kabuto.table import BadOption
from kabuto.table.numbers.network_files import Weights
from kabuto.yedo.kernel.convert import states
from kabuto.yedo.kernel.deals import Deals
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.learning import Desk, flat
from kabuto.yedo.learning.files import FILES
from kabuto.yedo.moves import Move
from kabuto.yedo.views.view import YedoView
from kabuto.yedo.words import WORDS


class Learned:
    """Judges every move by a network, in a game that its view allows."""

    def __init__(self, rng: Random, networks: Mapping[int, Weights]) -> None:
        self.rng, self.networks = rng, networks
        self._desks: dict[object, tuple[Desk, object]] = {}

    def choose(self, view: YedoView) -> Move:
        """The move that the network prefers."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        setting = view.state.setting
        if setting not in self._desks:
            if setting.players not in self.networks:
                known = sorted(self.networks)
                raise BadOption(WORDS.say("network_players", players=setting.players, known=known), "player")
            self._desks[setting] = Desk(setting.players, setting), flat(self.networks[setting.players])
        desk, network = self._desks[setting]
        games = states(1)
        games["rng"] = self.rng.getrandbits(62) | 1
        Deals(view, self.rng.getrandbits(62)).fill(games, 1)
        number = desk.choose(games[0], self.rng.getrandbits(62) | 1, network)
        return packing(setting).unpack(number)


def entrant(rng: Random, told: str) -> Learned:
    """The player that ``learned:FILE`` names: with the networks of that file."""
    return Learned(rng, FILES.read(Path(told)))
