"""What of Yedo's search a page has as WebAssembly."""

from collections.abc import Iterator

import numpy as np

from kabuto.compiling.arrays import empty
from kabuto.compiling.entries import Data, Entry
from kabuto.yedo.kernel.record import LEGAL, STATE
from kabuto.yedo.kernel.tables import SETTING
from kabuto.yedo.kernel.unseen import UNSEEN
from kabuto.yedo.players.compiled.job import AT_ONCE, CANDIDATE, JOB
from kabuto.yedo.players.compiled.records import NOTES, WEIGHTS
from kabuto.yedo.players.compiled.think import think
from kabuto.yedo.players.effort import WIDEST


def entries() -> Iterator[Entry]:
    """The search of levels 6 to 9, and of analysis."""
    arguments = {
        "seen": empty(1, STATE),
        "games": empty(2, STATE),
        "puzzle": empty(1, UNSEEN),
        "t": empty(1, SETTING),
        "w": empty(1, WEIGHTS),
        "notes": empty(1, NOTES),
        "job": empty(1, JOB),
        "field": empty(WIDEST, CANDIDATE),
        "words": np.zeros(AT_ONCE, np.int64),
        "moves": np.zeros(LEGAL, np.int64),
        "out": np.zeros(LEGAL, np.int64),
        "results": np.zeros(LEGAL),
    }
    yield Entry("yedo_search", think, arguments)


def data() -> Iterator[Data]:
    """It needs no networks."""
    return iter(())
