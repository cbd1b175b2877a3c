"""Plays games of Samurai against itself in compiled code, and describes their positions for training."""

from kabuto.samurai.kernel.cpu_tools import copy, jit
from kabuto.samurai.kernel.engine import end_turn, rand, random_action, step
from kabuto.samurai.kernel.tables import CHOOSE, CHOOSING, END, KIND_OF, OVER, TURN
from kabuto.samurai.players.learned.choosing import rank
from kabuto.samurai.players.learned.features import describe
from kabuto.samurai.players.learned.opening import usual_token
from kabuto.samurai.players.search.evaluation import final
from kabuto.samurai.players.search.turns import ORDER, kind_of, plan
from kabuto.samurai.tokens import HAND_SIZE

MOST_ACTIONS = 512
"""No game has more actions."""


@jit
def note(s, action, out, number):
    """Do an action and write it down."""
    out[number] = action
    step(s, action, -1)
    return number + 1


@jit
def set_up(s, dice, odd, out, number):
    """Choose opening hands, ``odd`` percent at random and others as ``greedy``; place figures at random."""
    while s.phase != TURN:
        if s.phase == CHOOSING:
            usual = rand(dice, 100) >= odd
            for _ in range(HAND_SIZE):
                action = random_action(s, dice)
                if usual:
                    action = CHOOSE + KIND_OF[usual_token(s.hand[s.seat], dice)]
                number = note(s, action, out, number)
        else:
            number = note(s, random_action(s, dice), out, number)
    return number


@jit
def play_game(s, dice, minds, seats, width, beam, whim, odd, out):
    """Play a game to the end; how many actions it took.

    ``seats`` has the mind of each seat: 0 plays the planner's best turn, others ask their network. ``whim``
    percent of turns are any of the first candidates.
    """
    number = set_up(s, dice, odd, out, 0)
    while s.phase != OVER:
        mind = minds[seats[s.seat]]
        me = s.seat
        plans = mind.plans
        found = plan(s, mind.evaluations[0], mind.singles, plans, width, beam)
        if found == 0 or (plans[0].steps == 0 and s.played == 0):
            number = note(s, random_action(s, dice), out, number)
            if s.phase == TURN and s.seat == me:
                number = note(s, END, out, number)
            continue
        if rand(dice, 100) < whim:
            best = rand(dice, found)
        elif seats[s.seat] == 0:
            best = 0
        else:
            best = rank(s, mind, plans, found)
        for group in range(4):
            for at in range(plans[best].steps):
                if ORDER[kind_of(plans[best].first[at])] == group:
                    number = note(s, plans[best].first[at], out, number)
                    if plans[best].second[at] >= 0:
                        number = note(s, plans[best].second[at], out, number)
        number = note(s, END, out, number)
    return number


@jit
def play_games(starts, work, minds, seats, seed, width, beam, whim, odd, out, sizes, results):
    """Play one game from each start; the mind of each seat is drawn from ``seats``."""
    for i in range(starts.shape[0]):
        copy(work[0], starts[i])
        copy(work[1], starts[i])
        work[1].rng = (seed + i) * 0x9E3779B97F4A7C1 | 1
        for _ in range(8):
            rand(work[1], 2)
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
