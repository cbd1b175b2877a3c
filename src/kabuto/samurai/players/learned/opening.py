"""Set-up where a game is only imagined, in compiled code: opening hands, and figures put on the map."""

import numpy as np

from kabuto.compiling.targets import build, tools
from kabuto.samurai.kernel import engine as _engine
from kabuto.samurai.kernel.tables import CHOOSE, CHOOSING, DRAFTING, FULL_HAND, KIND_OF, WHOLE_SET
from kabuto.samurai.players.greedy import OPENING, THREES
from kabuto.samurai.tokens import FULL_SET, TOKEN

TARGET: str = globals().get("TARGET", "cpu")
_tools = tools(TARGET)
jit, lowest, nth, popcount = _tools.jit, _tools.lowest, _tools.nth, _tools.popcount
engine = build(_engine, TARGET)
map_of, rand, random_action, step = engine.map_of, engine.rand, engine.random_action, engine.step

USUAL = np.array([TOKEN[code] for code in dict.fromkeys(OPENING)])
"""What ``greedy`` wants in its opening hand."""
WANTED = np.array([OPENING.count(code) for code in dict.fromkeys(OPENING)])
"""How many of each."""
ANY_TWO = np.array(THREES)
"""Two of these complete the hand."""
TOKENS_OF = np.array(
    [sum(1 << n for n, each in enumerate(FULL_SET) if each == kind) for kind in sorted(set(FULL_SET))]
)
"""Kind of token → all tokens of that kind."""


@jit
def usual_token(s, seat, generator):
    """The next token for an opening hand, much as ``greedy`` would choose it."""
    hand = s.hand[seat]
    left = WHOLE_SET[map_of(s)] & ~hand
    for i in range(USUAL.shape[0]):
        if popcount(hand & TOKENS_OF[USUAL[i]]) < WANTED[i]:
            wanted = TOKENS_OF[USUAL[i]] & left
            if wanted:
                return lowest(wanted)
    first = rand(generator, 3)
    for i in range(3):
        tokens = TOKENS_OF[ANY_TWO[(first + i) % 3]]
        if hand & tokens == 0 and left & tokens:
            return lowest(tokens)
    return nth(left, rand(generator, popcount(left)))


@jit
def fill_hand(s, seat):
    """Choose the rest of an opening hand."""
    while popcount(s.hand[seat]) < FULL_HAND[map_of(s)]:
        s.hand[seat] |= 1 << usual_token(s, seat, s)


@jit
def choose_for_others(s, seat):
    """Let all other seats have chosen their opening hands."""
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0
            fill_hand(s, other)


@jit
def finish_set_up(s):
    """Complete the opening hands, and put figures anywhere, until the game begins."""
    if s.phase == CHOOSING:
        for seat in range(s.players):
            fill_hand(s, seat)
        s.seat = s.players - 1  # its last token ends the choosing
        token = lowest(s.hand[s.seat])
        s.hand[s.seat] ^= 1 << token
        step(s, CHOOSE + KIND_OF[token], -1)
    while s.phase == DRAFTING:
        step(s, random_action(s, s), -1)
