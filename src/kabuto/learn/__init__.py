"""Learning by self-play: a network plays games against itself, learns who won, and plays better ones.

This package knows no game. A game brings a module as its component ``learning``:

- ``PLAYERS``: the numbers of players that can be learned
- ``play(network, players, seed, number, jobs, device)``: games as a dictionary of arrays; None plays without
  network. ``device`` is ``cpu``, or ``cuda`` if a GPU may help
- ``PART``: calls of ``play`` for this many games each, with the seeds following on, play the same games as
  one call for all of them: the arrays joined, single numbers as they are
- ``describe(games, jobs)``: positions of these games: which inputs of a network are not zero, their values,
  what the game brought to the seat that had moved, and the next position of the same seat in the game, or -1
- ``RIVAL``: who plays without a network in a contest, if that is not a hand-made evaluation
- ``sizes(players)``: the shapes of the weights; ``exchanges(players)``: equivalent orders of the inputs
- ``contest(new, old, players, seed, deals, jobs)``: deal → the share of victories of the new network
- ``read(file)`` and ``write(file, networks, provenance)``: number of players → network, in a file
"""

from kabuto.learn.run import Plan, Progress, learn
from kabuto.learn.training import pytorch

__all__ = ["Plan", "Progress", "learn", "pytorch"]
