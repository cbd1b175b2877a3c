"""Plays games of Samurai against itself in compiled code, and describes their positions for training."""

from kabuto.compiling.cpu_tools import copy, jit
from kabuto.samurai.kernel.engine import end_turn, rand, step
from kabuto.samurai.kernel.tables import END, OVER
from kabuto.samurai.learning.noting import note_anything, note_plan, note_set_up, throw
from kabuto.samurai.players.learned.choosing import rank
from kabuto.samurai.players.learned.features import describe
from kabuto.samurai.players.search.evaluation import final
from kabuto.samurai.players.search.turns import plan


@jit
def play_game(s, dice, minds, seats, width, beam, whim, odd, out):
    """Play a game to the end; how many actions it took.

    ``seats`` has the mind of each seat: 0 plays the planner's best turn, others ask their network. ``whim``
    percent of turns are any of the first candidates.
    """
    number = note_set_up(s, dice, odd, out, 0)
    while s.phase != OVER:
        mind = minds[seats[s.seat]]
        plans = mind.plans
        found = plan(s, mind.evaluations[0], mind.singles, plans, width, beam)
        if found == 0 or (plans[0].steps == 0 and s.played == 0):
            number = note_anything(s, dice, out, number)
            continue
        if rand(dice, 100) < whim:
            best = rand(dice, found)
        elif seats[s.seat] == 0:
            best = 0
        else:
            best = rank(s, mind, plans, found)
        number = note_plan(s, plans[best], out, number)
    return number


@jit
def play_games(starts, work, minds, seats, seed, width, beam, whim, odd, out, sizes, results):
    """Play one game from each start; the mind of each seat is drawn from ``seats``."""
    for i in range(starts.shape[0]):
        copy(work[0], starts[i])
        copy(work[1], starts[i])
        throw(work[1], seed + i)
        sizes[i] = play_game(work[0], work[1], minds, seats[i], width, beam, whim, odd, out[i])
        final(work[0], results[i])


@jit
def describe_games(starts, work, d, sight, actions, offsets, results, which, values, wins, following, latest):
    """Play games again and describe the position after every turn that does not end them; how many.

    ``following`` has the next position of the same game after a turn of the same seat, or -1.
    """
    number = 0
    for i in range(starts.shape[0]):
        copy(work[0], starts[i])
        for seat in range(4):
            latest[seat] = -1
        for at in range(offsets[i], offsets[i + 1]):
            if actions[at] == END:
                me = work[0].seat
                copy(work[1], work[0])
                end_turn(work[1], 0)
                if work[1].phase != OVER:
                    describe(work[1], d, me, sight[0])
                    for n in range(sight[0].size):
                        which[number, n] = sight[0].inputs[n]
                        values[number, n] = sight[0].values[n]
                    wins[number] = results[i, me]
                    following[number] = -1
                    if latest[me] >= 0:
                        following[latest[me]] = number
                    latest[me] = number
                    number += 1
            step(work[0], actions[at], -1)
    return number
