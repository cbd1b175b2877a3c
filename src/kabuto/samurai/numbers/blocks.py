"""Many games of Samurai, block by block: the compiled tasks that worker threads share.

A *task* does one thing to all games. Threads take blocks of games until none is left, without Python's global
lock. They agree on who does what through ``control``, an array of words that they change atomically.
"""

from typing import Any, NamedTuple

from kabuto.samurai.kernel.engine import jit, legality, random_action, step
from kabuto.samurai.numbers import kernel
from kabuto.samurai.numbers.atomics import add, get, lower, pause, put
from kabuto.samurai.numbers.calls import observe_all

BLOCK = 32
"""Games in a block: they are stepped and then observed while they are still in the processor's cache."""
BEGIN, SAMPLE, CHECK, ADVANCE = (number << 32 for number in range(4))
"""Tasks."""
WAIT, HELP = -1, -2
"""Instead of a task: wait until the current one is done, or only help with it."""
BLOCK_BITS = (1 << 32) - 1
"""The bits of a ticket that hold the number of the next block; the task is above them."""
TICKET, DONE, DUE, ILLEGAL = 0, 8, 9, 16
"""Indices into ``control``: the task with its next block, how many blocks were ever done and ever requested,
and the first game whose action is illegal. They lie in different cache lines of eight words."""
CONTROL = 24
"""The size of ``control``."""
PATIENCE = 4000
"""How often an idle thread checks for work before it goes to sleep: a few tenths of a millisecond."""


class Games(NamedTuple):
    """The arrays of all games. ``words`` and ``rows`` are other views of ``states`` and ``observation``."""

    states: Any
    words: Any
    blank: Any
    """The record that new games start from, as 32-bit words."""
    chance: Any
    """The sampler's random generators, one for each game."""
    sampled: Any
    actions: Any
    observation: Any
    rows: Any
    mask: Any
    reward: Any
    done: Any
    seat: Any


@jit
def check(games, control, first, last):
    """Note the first game whose action is illegal."""
    for i in range(first, last):
        if not legality.is_legal(games.states[i], games.actions[i]):
            lower(control, ILLEGAL, i)
            return


@jit
def advance(games, first, last):
    """Do the actions, which are legal; score and restart the games that are over."""
    for i in range(first, last):
        step(games.states[i], games.actions[i], -1)
        if kernel.note(games.states[i], i, games.reward, games.done, games.seat):
            kernel.renew(games.states, games.words, i, games.blank, games.reward, games.seat)


@jit
def begin_all(games, first, last):
    """Start every game."""
    for i in range(first, last):
        kernel.deal(games.states, games.words, i, games.blank)
        kernel.note(games.states[i], i, games.reward, games.done, games.seat)


@jit
def look(games, first, last):
    """What the seats to move observe, and what they may do."""
    for i in range(first, last):
        s = games.states[i]
        observe_all(s, games.words, i, int(s.seat), games.observation[i], games.rows[i])
        games.mask[i, :] = 0
        legality.mark_legal(s, 0, games.mask[i])


@jit
def sample(games, first, last):
    """A random legal action for each game."""
    for i in range(first, last):
        games.sampled[i] = random_action(games.states[i], games.chance[i])


@jit
def work(control, wanted, games):
    """Start a task and work on it until no block is left, or help with the current one.

    One word of ``control`` holds the task and its next block: the thread that increments it owns that block.
    The thread that started the task then waits for the others (the result says whether all blocks are done);
    helpers wait for the next task, but not for long.
    """
    number = games.states.shape[0]
    blocks = (number + BLOCK - 1) // BLOCK
    if wanted >= 0:
        add(control, DUE, blocks)
        put(control, TICKET, wanted)
    waited = 0
    while waited < PATIENCE:
        if get(control, TICKET) & BLOCK_BITS < blocks:
            ticket = add(control, TICKET, 1)
            first = (ticket & BLOCK_BITS) * BLOCK
            if first < number:
                last, task = min(first + BLOCK, number), ticket & ~BLOCK_BITS
                if task == SAMPLE:
                    sample(games, first, last)
                elif task == CHECK:
                    check(games, control, first, last)
                else:
                    if task == ADVANCE:
                        advance(games, first, last)
                    else:
                        begin_all(games, first, last)
                    look(games, first, last)
                add(control, DONE, 1)
                waited = 0
                continue
        if wanted != HELP and get(control, DONE) == get(control, DUE):
            return True
        pause()
        waited += 1
    return False
