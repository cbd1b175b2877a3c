"""The engine's entry points for Python: a game is an array and an index, cheaper to pass than a record."""

from kabuto.compiling.cpu_tools import copy, jit
from kabuto.samurai.kernel import engine, legality


@jit
def count(states, i):
    """How many legal actions game i has."""
    return legality.count(states[i])


@jit
def legal(states, i, out):
    """Write the legal actions of game i, ascending; how many there are."""
    return legality.legal(states[i], out, 0)


@jit
def select(states, i, r):
    """The r-th legal action of game i."""
    return legality.select(states[i], r)


@jit
def step(states, i, action, drawn):
    """Do a legal action in game i; ``drawn`` is a set of tokens to draw, or -1 to draw at random."""
    engine.step(states[i], action, drawn)


@jit
def merit(states, i, seat):
    """A number that ranks the seats of game i as the scoring does."""
    return engine.merit(states[i], seat)


@jit
def redeal(states, i, seat):
    """Deal again what a seat cannot see of game i."""
    engine.redeal(states[i], seat)


@jit
def playouts(base, work, number, seat, out):
    """Play random games to the end from game 0 of ``base``; how many actions they took.

    If ``seat`` ≥ 0, what that seat cannot see is dealt again for each game. If ``out`` is not empty, the full
    list of legal actions is written there at every step.
    """
    steps = 0
    for _ in range(number):
        copy(work[0], base[0])
        if seat >= 0:
            engine.redeal(work[0], seat)
        if out.shape[0]:
            steps += engine.playout_listed(work[0], out)
        else:
            steps += engine.playout(work[0])
        base[0].rng = work[0].rng
    return steps
