"""The compiled player as one function: what it would do, what it tries, and whole games.

Native Python and a page call this same function; there is one, because Numba compiles everything again for
each. ``seen`` is the game as a seat knows it, ``games`` are records to work in, ``puzzle`` is what the seat
does not know, ``t`` the board and the cards, ``w`` the weights, ``notes`` room for notes and ``out`` for
legal moves; ``moves`` are those that are asked about, and ``results`` what was found about them.
"""

from kabuto.compiling.cpu_tools import copy, entry, inner
from kabuto.yedo.players.compiled import contest, estate, playing, values, worth
from kabuto.yedo.players.compiled.job import BEGIN, CHOOSE, ESTATES, GAMES, GO_ON, ROW, VALUES


@inner
def winner(s, results, at):
    """The seat with the most points; of several, the first in the order."""
    best = int(s.order[0])
    for n in range(1, s.players):
        if results[at + s.order[n]] > results[at + best]:
            best = int(s.order[n])
    return best


@inner
def tell(s, t, w, notes, results, at):
    """What every clan has at the end of a game, and who has won."""
    for seat in range(s.players):
        results[at + seat] = estate.estate(s, t, w, notes, seat)
    results[at + ROW - 1] = winner(s, results, at) if s.tasks == 0 else -1


@entry
def think(seen, games, puzzle, t, w, notes, job, field, words, moves, out, results):
    """Do what the job asks for; what is returned depends on it."""
    s, j = games[0], job[0]
    if j.do == CHOOSE:
        return playing.choose(s, t[0], w[0], notes[0], out)
    if j.do == VALUES:
        worth.begin(s, t[0], w[0], notes[0], j.seat)
        for n in range(j.number):
            results[n] = values.value(s, t[0], w[0], notes[0], moves[n])
        return 0
    if j.do == ESTATES:
        for each in range(s.players):
            results[each] = estate.estate(s, t[0], w[0], notes[0], each)
        return 0
    if j.do == GAMES:
        plies = 0
        for _ in range(j.number):
            rng = s.rng
            copy(s, games[1])
            s.rng = rng
            playing.engine.deal(s, t[0])
            plies += playing.play_on(s, t[0], w[0], notes[0], j.until, 0, out)
        return plies
    d = puzzle[0]
    d.rng = j.rng
    j.used = 0
    if j.do == BEGIN:
        contest.enter(j, field)
    if j.do == BEGIN or j.do == GO_ON:
        contest.compete(seen, games, d, t[0], w[0], notes[0], j, field, words, out)
    else:
        while j.used < j.words:
            contest.sample(seen, games, d, words[j.used])
            for n in range(j.number):
                contest.after(games, t[0], w[0], notes[0], moves[n], j.until, j.far, out)
                tell(games[1], t[0], w[0], notes[0], results, ROW * (int(j.used) * int(j.number) + n))
            j.used += 1
    j.rng = d.rng
    return 0
