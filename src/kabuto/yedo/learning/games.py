"""Plays games of Yedo in compiled code, and describes their positions for training.

A seat that judges by a network tries every move on a table on which whatever it does not see was dealt again,
so it never learns what a move would turn over.
"""

from kabuto.compiling.cpu_tools import copy, entry, inner
from kabuto.yedo.kernel import counts, engine, legality, pieces, sampling
from kabuto.yedo.learning import mind
from kabuto.yedo.players.compiled import playing

GREEDY, NEW, OLD, RANDOM = range(4)
"""Who sits on a seat: ``greedy``, either of two networks, or ``random``."""
PLAY, DESCRIBE, CHOOSE = range(3)
GAME, BLANK, TABLE, TRIAL, DICE = range(5)
"""Records that a call works with: the game, one of zeros, two to try moves on, and a generator."""
SURE = 50.0
"""What a won game is worth beside the logarithms of odds."""


@inner
def winner(s, t):
    """The seat with the most points; of several, the first in the order."""
    best = int(s.order[0])
    for n in range(1, s.players):
        seat = int(s.order[n])
        if counts.final_score(s, t, seat) > counts.final_score(s, t, best):
            best = seat
    return best


@inner
def prefer(records, t, w, j, m, net, inputs, out, seat):
    """The move after which a network gives a seat the best chance, of those that may be made now."""
    s, table, trial, dice = records[GAME], records[TABLE], records[TRIAL], records[DICE]
    number = legality.legal(s, t, out)
    best = int(out[0])
    if number == 1:
        return best
    copy(table, s)
    table.rng = dice.rng
    sampling.forget(table, t, seat, out[number:])
    dice.rng = table.rng
    most = -2.0 * SURE
    for n in range(number):
        copy(trial, table)
        engine.after(trial, t, out[n])
        if trial.tasks == 0:
            worth = SURE if winner(trial, t) == seat else -SURE
        else:
            mind.look(trial, t, w, j, m, seat)
            worth = mind.judge(m, net, inputs)
        if worth > most:
            most, best = worth, int(out[n])
    return best


@inner
def choose(records, t, w, j, m, who, whim, new, old, inputs, out):
    """A move of the seat; ``whim`` percent of all moves are any legal one."""
    s, dice = records[GAME], records[DICE]
    if who == RANDOM or pieces.rand(dice, 100) < whim:
        return int(out[pieces.rand(dice, legality.legal(s, t, out))])
    if who == GREEDY:
        own = s.rng
        s.rng = dice.rng
        best = playing.choose(s, t, w, j, out)
        dice.rng = s.rng
        s.rng = own
        return int(best)
    net = new if who == NEW else old
    return prefer(records, t, w, j, m, net, inputs, out, int(s.task[s.tasks - 1, 1]))


@entry
def work(
    what, records, seeds, t, w, j, m, seats, whim, new, old, inputs, out, moves, sizes, winners,
    every, which, values, wins, following, latest,
):  # fmt: skip
    """Play games from these seeds, or describe what was played; how many positions there are."""
    s, found, at = records[GAME], 0, 0
    if what == CHOOSE:
        return prefer(records, t[0], w[0], j[0], m[0], new, inputs, out, int(s.task[s.tasks - 1, 1]))
    for i in range(len(seeds)):
        copy(s, records[BLANK])
        s.rng = seeds[i]
        records[DICE].rng = seeds[i] ^ 0x5DEECE66D
        engine.deal(s, t[0])
        if what == PLAY:
            n = 0
            while s.tasks and n < moves.shape[1]:
                seat = int(s.task[s.tasks - 1, 1])
                move = choose(records, t[0], w[0], j[0], m[0], seats[i, seat], whim, new, old, inputs, out)
                moves[i, n] = move
                engine.after(s, t[0], move)
                n += 1
            sizes[i] = n
            winners[i] = winner(s, t[0])
            continue
        for seat in range(s.players):
            latest[seat] = -1
        for n in range(sizes[i]):
            seat = int(s.task[s.tasks - 1, 1])
            engine.after(s, t[0], moves[0, at + n])
            if s.tasks and pieces.rand(records[DICE], every) == 0 and found < which.shape[0]:
                mind.look(s, t[0], w[0], j[0], m[0], seat)
                for each in range(m[0].size):
                    which[found, each] = m[0].which[each]
                    values[found, each] = m[0].value[each]
                wins[found] = 1.0 if winners[i] == seat else 0.0
                following[found] = -1
                if latest[seat] >= 0:
                    following[latest[seat]] = found
                latest[seat] = found
                found += 1
        at += sizes[i]
    return found
