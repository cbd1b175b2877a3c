"""A decision of the greedy player, and games that it plays on to a horizon."""

from kabuto.compiling.targets import build, tools
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel import engine as _engine
from kabuto.yedo.kernel import legality as _legality
from kabuto.yedo.kernel import pieces as _pieces
from kabuto.yedo.players.chance import TIES
from kabuto.yedo.players.compiled import values as _values
from kabuto.yedo.players.compiled import worth as _worth

TARGET: str = globals().get("TARGET", "cpu")
inner = tools(TARGET).inner
p = build(_pieces, TARGET)
legality = build(_legality, TARGET)
engine = build(_engine, TARGET)
worth = build(_worth, TARGET)
values = build(_values, TARGET)

BIDS = 1
"""Games end with the auctions."""


@inner
def choose(s, t, w, j, out):
    """The move that looks best to the seat to move; the generator decides between equal ones."""
    number = legality.legal(s, t, out)
    best = int(out[0])
    if number == 1:
        return best
    worth.begin(s, t, w, j, s.task[s.tasks - 1, 1])
    most = values.value(s, t, w, j, best)
    tie = p.rand(s, TIES)
    for n in range(1, number):
        each = values.value(s, t, w, j, out[n])
        other = p.rand(s, TIES)
        if each > most or (each == most and other > tie):
            most, tie, best = each, other, int(out[n])
    return best


@inner
def is_bidding(s):
    """Whether the auctions of a round are under way."""
    return c.S_BIDDING <= s.step <= c.S_AUCTION


@inner
def play_on(s, t, w, j, end, until, out):
    """Play on greedily to a round, and only while the auctions last if told so; how many moves it took."""
    moves = 0
    while s.tasks and s.round_no < end and (until == 0 or is_bidding(s)):
        engine.after(s, t, choose(s, t, w, j, out))
        moves += 1
    return moves
