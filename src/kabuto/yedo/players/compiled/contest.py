"""Moves that compete with each other in common samples: the twin of ``players.trials``."""

from math import sqrt

from kabuto.compiling.cpu_tools import copy, inner
from kabuto.yedo.kernel import sampling
from kabuto.yedo.players.compiled import estate, playing
from kabuto.yedo.players.effort import ENOUGH, LEAST_ERROR


@inner
def enter(j, field):
    """Begin a contest of candidates that have not been tried."""
    for n in range(j.number):
        field[n].place = n
    j.alive = j.number
    j.heat = 0
    j.left = 0
    j.heats = 0
    while 1 << j.heats < j.number:
        j.heats += 1


@inner
def nearest(number):
    """The nearest whole number, the even one of two."""
    whole = int(number)
    part = number - whole
    return whole + 1 if part > 0.5 or (part == 0.5 and whole & 1) else whole


@inner
def compete(seen, games, d, t, w, notes, j, field, words, out):
    """Heats, each with its share of the games, as long as there is chance for samples."""
    while j.alive > 1 and j.used < j.words and (j.left > 0 or j.heat < j.heats):
        if j.left == 0:
            j.heat += 1
            j.left = max(1, nearest(j.games / j.heats / j.alive))
        sample(seen, games, d, words[j.used])
        j.used += 1
        j.left -= 1
        for place in range(j.alive):
            one = field[field[place].place]
            after(games, t, w, notes, one.move, j.until, j.far, out)
            one.lead = lead(games[1], t, w, notes, j.seat)
        note(j, field)
        if j.left == 0:
            halve(j, field)
    j.more = 1 if j.alive > 1 and (j.left > 0 or j.heat < j.heats) else 0


@inner
def sample(seen, games, d, word):
    """A game that the seat may be in, as the first one; what follows has this chance."""
    copy(games[0], seen[0])
    sampling.draw(d, games[0])
    games[0].rng = word


@inner
def after(games, t, w, notes, move, until, far, out):
    """The end of the first game after a move, if there is one, and greedy play, as the second one."""
    s = games[1]
    copy(s, games[0])
    limit = playing.BIDS if not far and playing.is_bidding(s) else 0
    if move >= 0:
        playing.engine.after(s, t, move)
    return playing.play_on(s, t, w, notes, until, limit, out)


@inner
def lead(s, t, w, notes, seat):
    """How a seat stands against the best of the others."""
    best = -1e18
    for other in range(s.players):
        if other != seat:
            best = max(best, estate.estate(s, t, w, notes, other))
    return estate.estate(s, t, w, notes, seat) - best


@inner
def note(j, field):
    """Count a game of all that compete."""
    for place in range(j.alive):
        one = field[field[place].place]
        one.games += 1
        one.total += one.lead
        for other in range(j.alive):
            rival = int(field[other].place)
            apart = field[rival].lead - one.lead
            one.apart[rival] += apart
            one.squares[rival] += apart * apart


@inner
def promise(j, one):
    """What a candidate promises."""
    return (j.prior * one.looks + one.total) / one.games


@inner
def behind(j, one, best, rival):
    """By how many standard errors a candidate is worse than the best, which is that rival."""
    number = one.games
    if number < ENOUGH:
        return 0.0
    mean = one.apart[rival] / number
    spread = sqrt(max(0.0, one.squares[rival] / number - mean * mean))
    return (promise(j, best) - promise(j, one)) / (spread / sqrt(number - 1) + LEAST_ERROR)


@inner
def halve(j, field):
    """Order those that compete, and drop those that are surely worse, or else the worse half."""
    for place in range(1, j.alive):
        which, at = int(field[place].place), place
        while at > 0 and promise(j, field[field[at - 1].place]) < promise(j, field[which]):
            field[at].place = field[at - 1].place
            at -= 1
        field[at].place = which
    left, rival = 1, int(field[0].place)
    for place in range(1, j.alive):
        which = int(field[place].place)
        if not j.sure or behind(j, field[which], field[rival], rival) <= j.sure:
            at = place
            while at > left:
                field[at].place = field[at - 1].place
                at -= 1
            field[left].place = which
            left += 1
    j.alive = min((j.alive + 1) // 2, left)
