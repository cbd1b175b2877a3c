"""Games of Samurai as environments call them from Python: one game by array and index, or a slice of many.

``out`` arrays are ``uint8`` and contiguous: another type would be compiled anew.
"""

import numpy as np

from kabuto.envs import samurai_kernel as kernel
from kabuto.samurai.kernel.engine import jit
from kabuto.samurai.kernel.tables import ACTIONS, OVER

WORDS = kernel.WORDS
BLOCK = 32
"""Games that are stepped and then looked at: what was just changed is still near the processor."""

# One game.


@jit
def observe_all(s, words, i, seat, out, out_words):
    """Every part of what a seat observes; ``out_words`` is the memory of ``out``."""
    players = int(s.players)
    for w in range(kernel.INFLUENCE_WORDS):
        out_words[w] = kernel.turned(words[i, kernel.INFLUENCE_WORD + w], seat, players)
    for w in range(kernel.TOKEN_WORDS):
        ground = kernel.GROUND[players, w]
        out_words[kernel.LAND // 4 + w] = kernel.read_tokens(
            words[i, kernel.TOKEN_WORD + w], ground, seat, players
        )
    kernel.observe_towns(s, out)
    kernel.observe_hands(s, seat, out)
    kernel.observe_seats(s, seat, out)


@jit
def observe(states, i, seat, out):
    """Write what a seat observes of game i: ``SIZE`` bytes."""
    words = states.view(np.int32).reshape(states.shape[0], WORDS)
    observe_all(states[i], words, i, seat, out, out.view(np.int32))


@jit
def write_mask(states, i, out):
    """Write 1 for every legal action of game i, 0 for all others; how many are legal."""
    out[:ACTIONS] = 0
    return kernel.mark_legal(states[i], 0, out)


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
    words = states.view(np.int32).reshape(states.shape[0], WORDS)
    kernel.deal(states, words, i, blank.view(np.int32))


@jit
def returns(states, i, out):
    """Write what the finished game i is worth to each of its seats."""
    kernel.returns(states[i], out)


# The games of a slice, from ``first`` up to ``last``.


@jit
def first_illegal(states, actions, first, last):
    """The first game whose action is not legal, -1 if there is none."""
    for i in range(first, last):
        if not kernel.is_legal(states[i], actions[i]):
            return i
    return -1


@jit
def advance(states, words, blank, actions, observation, rows, mask, reward, done, seat, first, last):
    """Do the actions, which are legal; score and begin anew the games that are over; look at all."""
    for start in range(first, last, BLOCK):
        stop = min(start + BLOCK, last)
        for i in range(start, stop):
            kernel.rules.step(states[i], actions[i], -1)
            if kernel.note(states[i], i, reward, done, seat):
                kernel.renew(states, words, i, blank, reward, seat)
        look(states, words, observation, rows, mask, start, stop)


@jit
def begin_all(states, words, blank, observation, rows, mask, reward, done, seat, first, last):
    """Begin every game anew."""
    for i in range(first, last):
        kernel.deal(states, words, i, blank)
        kernel.note(states[i], i, reward, done, seat)
    look(states, words, observation, rows, mask, first, last)


@jit
def look(states, words, observation, rows, mask, first, last):
    """What the seats to move observe, and what they may do."""
    for i in range(first, last):
        s = states[i]
        observe_all(s, words, i, int(s.seat), observation[i], rows[i])
        mask[i, :] = 0
        kernel.mark_legal(s, 0, mask[i])


@jit
def sample(states, chance, actions, first, last):
    """Any legal action for each game, all as likely; ``chance`` holds a generator for each."""
    for i in range(first, last):
        actions[i] = kernel.rules.select(
            states[i], kernel.rules.rand(chance[i], kernel.rules.count(states[i]))
        )
