"""Compile what most tests need of the engine: ``python tests/support/engine.py``.

Processes of the tests that begin at the same time would otherwise compile the same things side by side.
"""

from kabuto.envs import SamuraiVector, YedoVector
from kabuto.samurai.players.warming import warm_all
from kabuto.yedo.kernel import warming as yedo
from kabuto.yedo.players.compiled import warming as yedo_players

if __name__ == "__main__":
    warm_all()
    yedo.warm_all()
    yedo_players.warm_all()
    city = YedoVector(4, seed=1)
    city.step(city.sample())
    for threads in (1, 2):
        vector = SamuraiVector(1024, seed=1, threads=threads)
        vector.step(vector.sample())
