"""The entry point of the compiled player for Python: one, because Numba compiles everything again for each.

Games are an array of records, ``t`` that of the board and the cards, ``w`` that of the weights, ``j`` room
for notes, ``out`` room for legal moves, and ``moves`` those that are asked about.
"""

from kabuto.compiling.cpu_tools import copy, entry, inner
from kabuto.yedo.kernel.record import SEATS
from kabuto.yedo.players.compiled import estate, playing, values, worth

CHOOSE, VALUES, TRY, GAMES, ESTATES = range(5)
NO_MOVE = -1
ROW = SEATS + 1
"""Numbers that are told of a game that was tried: what each clan has, and who has won."""


@inner
def tries(games, t, w, j, number, until, far, out, moves, results):
    """What every clan has after each of some moves, played on from the same chance, and who has won."""
    s, plies = games[1], 0
    for n in range(number):
        copy(s, games[0])
        limit = playing.BIDS if not far and playing.is_bidding(s) else 0
        if moves[n] != NO_MOVE:
            playing.engine.after(s, t[0], moves[n])
        plies += playing.play_on(s, t[0], w[0], j[0], until, limit, out)
        for seat in range(s.players):
            results[ROW * n + seat] = estate.estate(s, t[0], w[0], j[0], seat)
        results[ROW * n + ROW - 1] = -1
        if s.tasks == 0:
            results[ROW * n + ROW - 1] = winner(s, results, ROW * n)
    return plies


@inner
def winner(s, results, at):
    """The seat with the most points; of several, the first in the order."""
    best = int(s.order[0])
    for n in range(1, s.players):
        if results[at + s.order[n]] > results[at + best]:
            best = int(s.order[n])
    return best


@entry
def work(games, t, w, j, what, number, seat, until, far, out, moves, results):
    """Do one of these operations to the first game; what is returned depends on it."""
    s = games[0]
    if what == CHOOSE:
        return playing.choose(s, t[0], w[0], j[0], out)
    if what == VALUES:
        worth.begin(s, t[0], w[0], j[0], seat)
        for n in range(number):
            results[n] = values.value(s, t[0], w[0], j[0], moves[n])
        return number
    if what == TRY:
        return tries(games, t, w, j, number, until, far, out, moves, results)
    if what == ESTATES:
        for each in range(s.players):
            results[each] = estate.estate(s, t[0], w[0], j[0], each)
        return 0
    plies = 0
    for _ in range(number):
        rng = s.rng
        copy(s, games[1])
        s.rng = rng
        playing.engine.deal(s, t[0])
        plies += playing.play_on(s, t[0], w[0], j[0], until, 0, out)
    return plies
