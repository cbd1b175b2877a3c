"""Games of Samurai as environments call them from Python: an array and an index, like the engine's calls."""

import numpy as np

from kabuto.envs import samurai_kernel as kernel
from kabuto.samurai.kernel.engine import jit
from kabuto.samurai.kernel.tables import OVER


@jit
def observe(states, i, seat, out):
    """Write what a seat observes of game i: ``SIZE`` bytes, contiguous."""
    words = states.view(np.int32).reshape(states.shape[0], kernel.WORDS)
    kernel.observe_board(states, words, i, seat, out, out.view(np.int32), 0, 1)
    kernel.observe_seats(states[i], seat, out, 0, 1)


@jit
def write_mask(states, i, out):
    """Write 1 for every legal action of game i, 0 for all others; how many are legal."""
    return kernel.write_mask(states[i], out)


@jit
def is_legal(states, i, action):
    """Whether an action of game i is legal, whatever number it is."""
    return kernel.is_legal(states[i], action)


@jit
def act(states, i, action):
    """Do an action of game i: 0, or 1 if that ends it; -1 if it is not legal, and nothing has changed."""
    s = states[i]
    if not kernel.is_legal(s, action):
        return -1
    kernel.rules.step(s, action, -1)
    return 1 if s.phase == OVER else 0


@jit
def begin(states, i, blank):
    """Begin game i as ``blank`` says; its generator (``states[i].rng``, never 0) goes on."""
    words = states.view(np.int32).reshape(states.shape[0], kernel.WORDS)
    kernel.deal(states, words, i, blank.view(np.int32))


@jit
def returns(states, i, out):
    """Write what the finished game i is worth to each of its seats."""
    kernel.returns(states[i], out)
