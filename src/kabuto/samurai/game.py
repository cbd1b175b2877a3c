"""A game of Samurai behind the contract of the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kabuto.samurai import rules
from kabuto.samurai.deal import Tokens, deal_figures, deal_stacks, deal_tokens, fixed_only, generator
from kabuto.samurai.editions import CHOOSE, DRAFT, FORMER_PRESETS, OPTIONS, PRESETS, Setting
from kabuto.samurai.influence import Capture
from kabuto.samurai.moves import Move
from kabuto.samurai.position import read_start, write_position, write_start
from kabuto.samurai.report import Report, report
from kabuto.samurai.scoring import SamuraiOutcome, outcome
from kabuto.samurai.sentences import WORDS
from kabuto.samurai.state import NO_TOKENS, NOTHING, Phase, State
from kabuto.samurai.view import SamuraiView, see, see_move
from kabuto.table import BadRecord, Rules, RulesGame, Value


class Samurai(RulesGame[Move, State]):
    """A game of Samurai."""

    name = "samurai"
    option_table = OPTIONS
    presets = PRESETS
    former_presets = FORMER_PRESETS
    move_type = Move
    rules = Rules(
        to_move=rules.to_move,
        legal_moves=rules.legal_moves,
        why_not=rules.why_not,
        after=rules.after,
        entry=see_move,
        outcome=outcome,
    )

    _draws: Tokens | None = None
    """Stacks that a record names, to be formed when the opening hands have been chosen."""

    @property
    def captures(self) -> tuple[Capture, ...]:
        """What the last move captured, each with the influence that decided it."""
        return self.state.captures

    @property
    def outcome(self) -> SamuraiOutcome | None:
        """None while the game runs; then ranking, figures, and how it was decided."""
        return outcome(self.state)

    def settlement(self, space: str) -> Report:
        """Influence per seat and figure on a settlement, and the land spaces missing around it."""
        return report(self.state, space)

    def view(self, seat: int | None) -> "SamuraiView[Samurai]":
        """Everything that seat may know, nothing more; None is the spectator."""
        seat = self.check_seat(seat)
        ahead = tuple(map(self._waiting, range(self.players))) if self._is_waiting else ()
        return see(seat, dict(self.options), self._states, self._log(seat), ahead, Samurai.replay)

    def position(self) -> dict[str, Any]:
        """The present position: what a record's ``start`` may be."""
        return write_position(self.state)

    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        setting = Setting.of(self.options)
        if start is None:
            return self._deal(setting)
        state, self._draws = read_start(setting, start, moves)
        return state

    def _deal(self, setting: Setting) -> State:
        players = setting.players
        hands: Tokens = ((),) * players
        stacks: Tokens = ()
        if setting.hands != CHOOSE:
            hands, stacks = deal_tokens(generator(self._seed, "tokens"), setting)
        board = setting.board
        if setting.figures == DRAFT:
            figures = fixed_only(board)
        else:
            figures = deal_figures(generator(self._seed, "figures"), board)
        phase = Phase.CHOOSE if setting.hands == CHOOSE else Phase.TURN
        state = State(setting, phase, 0, NO_TOKENS, figures, hands, stacks, (NOTHING,) * players, NOTHING)
        if phase is Phase.TURN and rules.is_drafting(state):
            return state._replace(phase=Phase.DRAFT)
        return state

    def _chance(self, state: State) -> Tokens:
        """Chance forms the stacks; the record that is being replayed says how it did."""
        draws = self._draws
        if draws is not None and not any(
            Counter(hand + stack) - Counter(state.setting.full_set)
            for hand, stack in zip(state.hands, draws, strict=True)
        ):
            return draws
        if self._replaying:
            raise BadRecord(WORDS.say("stacks_overlap" if draws else "stacks_missing"), "start.draws")
        return deal_stacks(generator(self._seed, "stacks"), state.setting, state.hands)

    def _check_replayed(self, start: Mapping[str, Any]) -> None:
        if self._draws is not None and self.state.phase is Phase.CHOOSE:
            raise BadRecord(WORDS.say("stacks_early"), "start.draws")

    def _formed_stacks(self) -> Tokens | None:
        return next((state.stacks for state in self._states if state.phase is not Phase.CHOOSE), None)

    @classmethod
    def replay(
        cls,
        options: Mapping[str, Value],
        first: State,
        moves: Sequence[Move],
        draws: Tokens | None,
        seed: int,
    ) -> "Samurai":
        """A game from its first state and legal moves; ``draws`` are stacks formed on the way."""
        game = object.__new__(cls)
        game.options, game._seed, game._draws = options, seed, draws
        game._states, game._moves = [first], []
        for move in moves:
            game.play_unchecked(move)
        return game

    def _simultaneous(self, state: State, seat: int, chosen: Sequence[Move]) -> State | None:
        return rules.choosing(state, seat, chosen)

    def _reveals(self, before: State, move: Move, after: State) -> bool:
        # Tokens were drawn, the stacks formed, or what lay behind the screens was shown at the end.
        return before.stacks != after.stacks or after.phase is Phase.OVER

    def _start(self) -> dict[str, Any]:
        first = self._states[0]
        return write_start(first, self._formed_stacks() if first.phase is Phase.CHOOSE else None)
