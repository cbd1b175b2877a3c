"""Candidates that compete with each other, in compiled code: who drops out, and who did best."""

from kabuto.compiling.cpu_tools import jit


@jit
def enter(j, entrants):
    """Begin a contest of all candidates."""
    for i in range(j.number):
        entrants[i].alive = 1
        entrants[i].place = i
        entrants[i].games = 0.0
        for seat in range(4):
            entrants[i].results[seat] = 0.0
    j.alive = j.number
    j.round = 0
    j.left = 0
    j.rounds = 1 if j.number > 1 else 0
    while j.halving and 1 << j.rounds < j.number:
        j.rounds += 1


@jit
def rank(j, found, entrants):
    """Order the candidates: those that stayed longest first, then by results and the evaluation."""
    for i in range(j.number):
        one = entrants[i]
        mean = one.results[max(j.seat, 0)] / max(one.games, 1.0)
        one.merit = mean + j.trust * found[i].value
        at = i
        while at > 0:
            other = entrants[entrants[at - 1].place]
            if other.games > one.games or (other.games == one.games and other.merit >= one.merit):
                break
            entrants[at].place = entrants[at - 1].place
            at -= 1
        entrants[at].place = i


@jit
def halve(j, found, entrants):
    """Drop the worse half of the candidates that are alive."""
    rank(j, found, entrants)
    kept = (j.alive + 1) // 2
    seen = 0
    for place in range(j.number):
        one = entrants[entrants[place].place]
        if one.alive:
            seen += 1
            if seen > kept:
                one.alive = 0
    j.alive = kept


@jit
def nearest(number):
    """The nearest whole number, the even one of two."""
    whole = int(number)
    part = number - whole
    return whole + 1 if part > 0.5 or (part == 0.5 and whole & 1) else whole


@jit
def next_deals(j, found, entrants, most):
    """How many deals to play next, in at most about ``most`` games; 0 when the budget is spent."""
    if j.left == 0:
        if j.round == j.rounds or j.games == 0:
            return 0
        if j.round > 0:
            halve(j, found, entrants)
        j.round += 1
        j.left = max(1, nearest(j.games / j.rounds / j.alive))
    deals = min(j.left, max(1, most // j.alive))
    j.left -= deals
    return deals


@jit
def played(j, entrants, deals):
    """Count the games of some deals."""
    for i in range(j.number):
        if entrants[i].alive:
            entrants[i].games += deals
