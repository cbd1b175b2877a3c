"""Entry points for environments written in Python: one game, given as an array and an index.

``out`` arrays must be contiguous ``uint8``: Numba would compile everything again for another type.
"""

import numpy as np

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel.tables import ACTIONS, OVER

TARGET: str = globals().get("TARGET", "cpu")
jit = tools(TARGET).jit
kernel = build("kabuto.samurai.numbers.kernel", TARGET)
legality, step = kernel.legality, kernel.rules.step


@jit
def observe_all(s, words, i, seat, out, out_words):
    """Every part of what a seat observes; ``out_words`` is the memory of ``out`` as 32-bit words."""
    players = int(s.players)
    board = kernel.legality.board_of(s)
    for w in range(kernel.INFLUENCE_WORDS):
        out_words[w] = kernel.turned(words[i, kernel.INFLUENCE_WORD + w], seat, players)
    for w in range(kernel.TOKEN_WORDS):
        ground = kernel.GROUND[board, w]
        out_words[kernel.LAND // 4 + w] = kernel.read_tokens(
            words[i, kernel.TOKEN_WORD + w], ground, seat, players
        )
    kernel.observe_towns(s, out)
    kernel.observe_hands(s, seat, out)
    kernel.observe_seats(s, seat, out)


@jit
def observe(states, i, seat, out):
    """Write what a seat observes of game i: ``SIZE`` bytes."""
    words = states.view(np.int32).reshape(states.shape[0], kernel.WORDS)
    observe_all(states[i], words, i, seat, out, out.view(np.int32))


@jit
def write_mask(states, i, out):
    """Write 1 for every legal action of game i and 0 for all others; how many are legal."""
    out[:ACTIONS] = 0
    legality.mark_legal(states[i], 0, out)
    return legality.count(states[i])


@jit
def is_legal(states, i, action):
    """Whether an action of game i is legal; any integer will do."""
    return legality.is_legal(states[i], action)


@jit
def act(states, i, action):
    """Do an action of game i: 0, or 1 if it ends the game; -1, and no change, if it is not legal."""
    s = states[i]
    if not legality.is_legal(s, action):
        return -1
    step(s, action, -1)
    return 1 if s.phase == OVER else 0


@jit
def begin(states, i, blank):
    """Start game i from ``blank``; its random generator (``states[i].rng``, never 0) carries on."""
    words = states.view(np.int32).reshape(states.shape[0], kernel.WORDS)
    kernel.deal(states, words, i, blank.view(np.int32))


@jit
def returns(states, i, out):
    """Write what the finished game i is worth to each of its seats."""
    kernel.returns(states[i], out)
