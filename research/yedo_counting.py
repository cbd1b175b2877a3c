"""What happens in many games of Yedo, counted while the compiled greedy player plays them."""

import numpy as np

from kabuto.compiling.cpu_tools import copy, entry, inner
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import counts, legality
from kabuto.yedo.kernel.record import MISSIONS, SEATS
from kabuto.yedo.kernel.tables import CARDS, FAVOURS
from kabuto.yedo.players.compiled import playing, think

COUNTS = np.dtype(
    [
        ("games", "i8"),
        ("moves", "i8"),
        ("scores", "i8"),
        ("best", "i8"),
        ("killed", "i8"),
        ("won_from", "i8", SEATS),  # place in the order at the start → games won
        ("held", "i8", MISSIONS),  # mission → hands that it was in, those that won, how often it was done
        ("held_won", "i8", MISSIONS),
        ("done", "i8", MISSIONS),
        ("with_bonus", "i8", MISSIONS),
        ("drawn", "i8", CARDS),  # action card → games in which a hand had it, and in which it was played
        ("played", "i8", CARDS),
        ("kept", "i8", CARDS),  # bonus card → hands that had it at the end, and that it brought points
        ("scored", "i8", CARDS),
        ("taken", "i8", FAVOURS),
        ("taken_won", "i8", FAVOURS),
        ("hand", "i8", (SEATS, MISSIONS)),  # in this game: missions, favours and action cards that were seen
        ("favour", "i8", SEATS),
        ("seen", "i8", CARDS),
        ("used", "i8", CARDS),
        ("order", "i8", SEATS),
    ],
    align=True,
)


@inner
def begin(s, n):
    """A game has been dealt."""
    for seat in range(SEATS):
        n.order[seat] = s.order[seat]
        n.favour[seat] = -1
        for m in range(MISSIONS):
            n.hand[seat, m] = 0
    for card in range(CARDS):
        n.seen[card] = 0
        n.used[card] = 0


@inner
def note(s, n, move):
    """What hands hold, and what is about to be done."""
    kind, seat = int(s.task[s.tasks - 1, 0]), int(s.task[s.tasks - 1, 1])
    verb, a = move >> 24, move >> 16 & 255
    for each in range(s.players):
        for k in range(s.hands[each, c.H_MISSION]):
            n.hand[each, s.hand[each, c.H_MISSION, k]] = 1
        for k in range(s.hands[each, c.H_ACTION]):
            n.seen[s.hand[each, c.H_ACTION, k]] = 1
    if verb == c.V_PLAY:
        n.used[a] = 1
    elif verb == c.V_FULFIL:
        n.done[a] += 1
    elif verb == c.V_BONUS:
        n.with_bonus[s.task[s.tasks - 1, 2]] += 1
    elif kind == c.TAKE_FAVOUR:
        n.favour[seat] = a
    n.moves += 1


@inner
def end(s, t, n, results):
    """A game is over."""
    for seat in range(s.players):
        results[seat] = counts.final_score(s, t, seat)
        n.scores += int(results[seat])
    winner = think.winner(s, results, 0)
    n.games += 1
    n.best += int(results[winner])
    n.killed += s.shogun
    for place in range(s.players):
        if n.order[place] == winner:
            n.won_from[place] += 1
    for seat in range(s.players):
        won = 1 if seat == winner else 0
        for m in range(MISSIONS):
            n.held[m] += n.hand[seat, m]
            n.held_won[m] += n.hand[seat, m] * won
        for k in range(s.hands[seat, c.H_BONUS]):
            card = int(s.hand[seat, c.H_BONUS, k])
            n.kept[card] += 1
            n.scored[card] += 1 if counts.bonus_points(s, t, seat, card) > 0 else 0
        if n.favour[seat] >= 0:
            n.taken[n.favour[seat]] += 1
            n.taken_won[n.favour[seat]] += won
    for card in range(CARDS):
        n.drawn[card] += n.seen[card]
        n.played[card] += n.used[card]


@entry
def play(games, t, w, j, noted, number, out, results):
    """Play so many games, set up at random, one after the other."""
    s, n = games[0], noted[0]
    for _ in range(number):
        rng = s.rng
        copy(s, games[1])
        s.rng = rng
        playing.engine.deal(s, t[0])
        begin(s, n)
        while s.tasks:
            if s.round_no == 0:
                move = int(out[playing.p.rand(s, legality.legal(s, t[0], out))])
            else:
                move = playing.choose(s, t[0], w[0], j[0], out)
            note(s, n, move)
            playing.engine.after(s, t[0], move)
        end(s, t[0], n, results)


@entry
def look(games, t, noted, move, results):
    """Count a game that is played elsewhere: -1 when it begins, -2 at its end, otherwise the next move."""
    if move == -1:
        begin(games[0], noted[0])
    elif move == -2:
        end(games[0], t[0], noted[0], results)
    else:
        note(games[0], noted[0], move)
