"""A Samurai player that looks one turn ahead: at captures it wins, loses or prepares."""

from random import Random

from kabuto.samurai import rules
from kabuto.samurai.board import LAND_AROUND, SETTLEMENT, SETTLEMENTS_BESIDE
from kabuto.samurai.moves import END, Move
from kabuto.samurai.moves import choose as choose_token
from kabuto.samurai.players.turn import CLEAR, Sight, Step, Turn
from kabuto.samurai.state import Phase, State
from kabuto.samurai.tokens import TOKEN, TOKENS
from kabuto.samurai.view import SamuraiView

OPENING = ("S3", "S2", "S2")
"""The opening hand: these, and a 3 of two kinds. Tokens worth keeping would only take up room in it."""
THREES = tuple(TOKEN[code] for code in ("H3", "B3", "R3"))


class Greedy:
    """Plays the turn that looks best for its seat, and picks at random among equally good ones."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._next: tuple[State | None, list[Step]] = (None, [])
        """The state in which its planned turn continues, and the rest of that turn."""

    def choose(self, view: SamuraiView) -> Move:
        """The next move of the turn that looks best."""
        match view.state.phase:
            case Phase.CHOOSE:
                return self._choose_token(view.state)
            case Phase.DRAFT:
                return self._put_figure(view)
            case _:
                return self._play(view)

    def _sight(self, view: SamuraiView) -> Sight:
        """What it sees at the start of a turn."""
        return CLEAR

    def _choose_token(self, state: State) -> Move:
        hand, legal = state.hands[state.seat], rules.legal_moves(state)
        for code in OPENING:
            if hand.count(TOKEN[code]) < OPENING.count(code) and choose_token(TOKEN[code]) in legal:
                return choose_token(TOKEN[code])
        threes = [three for three in THREES if three not in hand and choose_token(three) in legal]
        if not threes:
            return self.rng.choice(legal)
        return choose_token(
            max(threes, key=lambda three: (_pairs(state, THREES.index(three)), self.rng.random()))
        )

    def _put_figure(self, view: SamuraiView) -> Move:
        """Put figures that the hand is strong in side by side, where a token counts twice; others apart."""
        state = view.state
        hand = [TOKENS[token] for token in state.hands[state.seat]]
        strength = [
            sum(token.strength for token in hand if token.influences == 1 << kind) for kind in range(3)
        ]
        usual = sum(strength) / 3

        def promise(move: Move) -> tuple[float, float]:
            here = SETTLEMENT[move.space]
            there = [s for land in LAND_AROUND[here] for s in SETTLEMENTS_BESIDE[land] if s != here]
            pairs = sum(state.figures[s] >> move.figure & 1 for s in there)
            return (strength[move.figure] - usual) * pairs, self.rng.random()

        return max(view.legal_moves(), key=promise)

    def _play(self, view: SamuraiView) -> Move:
        """Plan the turn as a whole, then play it move by move."""
        expected, steps = self._next
        if view.state != expected:
            steps = self.rng.choice(Turn(view, self._sight(view)).best()).in_order()
        if not steps:
            return END if view.state.played else self.rng.choice(view.legal_moves())
        move = self.rng.choice([move for move in steps[0].moves() if not rules.why_not(view.state, move)])
        self._next = rules.after(view.state, move, lambda state: state.stacks), steps[1:]
        return move


def _pairs(state: State, kind: int) -> int:
    """How many land spaces lie between two figures of a kind: a token there influences both."""
    pairs = [SETTLEMENTS_BESIDE[land] for land in state.setting.board.land]
    return sum(all(state.figures[s] >> kind & 1 for s in pair) for pair in pairs)
