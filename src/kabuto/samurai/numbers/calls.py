"""Games of Samurai as environments call them from Python: one game by array and index, or a slice of many.

``out`` arrays are ``uint8`` and contiguous: another type would be compiled anew.
"""

import numpy as np

from kabuto.samurai.kernel.engine import jit
from kabuto.samurai.kernel.tables import ACTIONS, OVER
from kabuto.samurai.numbers import kernel
from kabuto.samurai.numbers.atomics import add, get, lower, pause, put

WORDS = kernel.WORDS
BLOCK = 32
"""Games that are stepped and then looked at: what was just changed is still near the processor."""
BEGIN, SAMPLE, CHECK, ADVANCE = (number << 32 for number in range(4))
"""Tasks."""
WAIT, HELP = -1, -2
"""What else one may want: to see the task done that one has put up; to help."""
LATER = (1 << 32) - 1
"""The bits of a ticket below the task: the number of the block."""
TICKET, DONE, DUE, ILLEGAL = 0, 8, 9, 16
"""Where ``control`` has the task and its next block, the blocks ever done and ever due, and the first game
with an action that is not legal: apart, for processors hand memory to each other in pieces of eight words."""
CONTROL = 24
PATIENCE = 4000
"""How often a thread looks for more to do before it rests: some tenths of a millisecond."""

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


# The games of a block, from ``first`` up to ``last``.


@jit
def check(states, actions, control, first, last):
    """Note the first game whose action is not legal."""
    for i in range(first, last):
        if not kernel.is_legal(states[i], actions[i]):
            lower(control, ILLEGAL, i)
            return


@jit
def advance(states, words, blank, actions, reward, done, seat, first, last):
    """Do the actions, which are legal; score and begin anew the games that are over."""
    for i in range(first, last):
        kernel.rules.step(states[i], actions[i], -1)
        if kernel.note(states[i], i, reward, done, seat):
            kernel.renew(states, words, i, blank, reward, seat)


@jit
def begin_all(states, words, blank, reward, done, seat, first, last):
    """Begin every game anew."""
    for i in range(first, last):
        kernel.deal(states, words, i, blank)
        kernel.note(states[i], i, reward, done, seat)


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


# All games, by several threads.


@jit
def work(
    control, wanted, states, words, blank, chance, drawn, actions, observation, rows, mask, reward, done, seat
):
    """Put up a task and do blocks of it until none is left, or help with the one that is up.

    A word of ``control`` holds the task and the next block of it: who adds 1 to it has that block for itself.
    Then who put it up waits for what others are still doing (whether all is done is returned), and they wait
    for the next task, but not for long.
    """
    games = states.shape[0]
    blocks = (games + BLOCK - 1) // BLOCK
    if wanted >= 0:
        add(control, DUE, blocks)
        put(control, TICKET, wanted)
    waited = 0
    while waited < PATIENCE:
        if get(control, TICKET) & LATER < blocks:
            ticket = add(control, TICKET, 1)
            first = (ticket & LATER) * BLOCK
            if first < games:
                last, task = min(first + BLOCK, games), ticket & ~LATER
                if task == SAMPLE:
                    sample(states, chance, drawn, first, last)
                elif task == CHECK:
                    check(states, actions, control, first, last)
                else:
                    if task == ADVANCE:
                        advance(states, words, blank, actions, reward, done, seat, first, last)
                    else:
                        begin_all(states, words, blank, reward, done, seat, first, last)
                    look(states, words, observation, rows, mask, first, last)
                add(control, DONE, 1)
                waited = 0
                continue
        if wanted != HELP and get(control, DONE) == get(control, DUE):
            return True
        pause()
        waited += 1
    return False
