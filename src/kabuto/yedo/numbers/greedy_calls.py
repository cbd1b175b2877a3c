"""Opponents of a seat that play as ``greedy`` does: compiled by itself, when it is first asked for."""

from kabuto.compiling.cpu_tools import entry
from kabuto.yedo.numbers.seat_calls import note, waits
from kabuto.yedo.players.compiled import playing


@entry
def answer(games, t, w, j, out):
    """Let opponents play the moves that look best; their own generators decide between equal ones."""
    for i in range(games.to_move.shape[0]):
        s = games.states[i]
        while waits(games, i):
            rng = s.rng
            s.rng = games.chance[i].rng
            move = playing.choose(s, t[0], w[0], j[0], out)
            games.chance[i].rng = s.rng
            s.rng = rng
            playing.engine.after(s, t[0], move)
            note(games, i)
