"""Compile what most tests need of the engine: ``python tests/support/engine.py``.

Processes of the tests that begin at the same time would otherwise compile the same things side by side.
"""

from kabuto.envs import SamuraiVector
from kabuto.samurai.players.search.warming import warm_all

if __name__ == "__main__":
    warm_all()
    for threads in (1, 2):
        vector = SamuraiVector(1024, seed=1, threads=threads)
        vector.step(vector.sample())
