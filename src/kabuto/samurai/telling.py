"""Moves in words, and what came of them."""

from kabuto.samurai.events import Entry
from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.places import where_mark
from kabuto.samurai.report import explain
from kabuto.samurai.sentences import FIGURE_MARKS
from kabuto.samurai.state import State
from kabuto.samurai.tokens import UNKNOWN
from kabuto.samurai.view import SamuraiView
from kabuto.table import Text, Word


def tell(view: SamuraiView, move: Move, past: bool = False) -> Text:
    """A move in words."""
    return tell_move(view.state, move)


def tell_events(view: SamuraiView, entry: Entry) -> list[Text]:
    """What came of a move: every capture, explained."""
    return [explain(view.state, capture) for capture in entry.captures]


def tell_move(state: State, move: Move) -> Text:
    """A move in words; the state is the one before or after it."""
    say = state.say
    at, there = where_mark(move.space), where_mark(move.other_space)
    match move.verb:
        case Verb.PLAY:
            return say("move_play", token=state.token(move.token), at=at)
        case Verb.PUT:
            return say("move_put", figure=FIGURE_MARKS[move.figure], at=at)
        case Verb.EXCHANGE_FIGURES:
            one, two = FIGURE_MARKS[move.figure], FIGURE_MARKS[move.other_figure]
            return say("move_figures", one=one, at=at, two=two, there=there)
        case Verb.EXCHANGE_TOKENS:
            # Before the move the token lies on the first space, afterwards on the second.
            laid = state.tokens[move.other_space] or state.tokens[move.space]
            return say(
                "move_tokens", code=state.token(laid.token) if laid else Word("token"), at=at, there=there
            )
        case Verb.CHOOSE if move.token == UNKNOWN:
            return say("move_hidden")
        case Verb.CHOOSE:
            return say("move_choose", token=state.token(move.token))
        case Verb.END:
            return say("move_end")
