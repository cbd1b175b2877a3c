"""What of Samurai's search a page has as WebAssembly."""

from collections.abc import Iterator

import numpy as np

from kabuto.compiling.entries import Data, Entry
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import MAX_LEGAL
from kabuto.samurai.players.learned.native import new_mind
from kabuto.samurai.players.learned.think import think as learned
from kabuto.samurai.players.learned.weights import shipped
from kabuto.samurai.players.search.job import WIDEST
from kabuto.samurai.players.search.native import memory
from kabuto.samurai.players.search.think import ENTRANTS, JOBS
from kabuto.samurai.players.search.think import think as plain
from kabuto.samurai.players.search.turns import PLAN

MOST_PLAYERS = 4


def entries() -> Iterator[Entry]:
    """The searches of levels 6 to 8, and of 9 and 10."""
    job, field, tallies = np.zeros(1, JOBS), np.zeros(WIDEST, PLAN), np.zeros(WIDEST, ENTRANTS)
    contest = {"job": job, "found": field, "entrants": tallies}
    yield Entry("samurai_search", plain, {"root": states(1), "memory": memory(), **contest})
    mind, actions = new_mind(MOST_PLAYERS, None), np.zeros(MAX_LEGAL, np.int64)
    yield Entry("samurai_learned", learned, {"root": states(1), "mind": mind, **contest, "actions": actions})


def data() -> Iterator[Data]:
    """The networks, one for each number of players."""
    for players, network in shipped().items():
        parts = {f"mind.network.{name}": part for name, part in network._asdict().items()}
        yield Data(f"samurai_network_{players}", "samurai_learned", parts)
